package main

import (
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"strings"
)

var (
	errorPackage = regexp.MustCompile(`^(x?errors?|errs|xerrors|eris|errdefs)$`)
	errorType    = regexp.MustCompile(`(Error|Exception|[a-z0-9]Err)$|^error$`)
	printers     = regexp.MustCompile(`^(log|logrus|klog|glog)$`)
	levels       = regexp.MustCompile(`^(Fatal|Panic)(f|ln)?$`)
	errorLevels  = regexp.MustCompile(`^(Error|Fatal|Panic|Exit)(f|ln)?$`)
	stderr       = regexp.MustCompile(`(?i)stderr`)
)

// reader collects the sites of one file.
type reader struct {
	files      *token.FileSet
	packages   map[string]string
	errorTypes map[string]bool
	sites      []site
	held       map[ast.Node]bool
}

// Visit looks at one node; ast.Walk calls it.
func (r *reader) Visit(node ast.Node) ast.Visitor {
	switch node := node.(type) {
	case *ast.CallExpr:
		r.call(node)
	case *ast.FuncDecl:
		if isShower(node, "Error") {
			r.shower(node)
		}
	case *ast.CompositeLit:
		r.composite(node)
	}
	return r
}

func (r *reader) add(node ast.Node, kind, class string, parts []*string) {
	if r.held[node] {
		return
	}
	one := site{
		Line:    r.files.Position(node.Pos()).Line,
		EndLine: r.files.Position(node.End()).Line,
		Kind:    kind,
	}
	if class != "" {
		one.Class = &class
	}
	for _, part := range parts {
		if part != nil {
			one.Inline, one.Parts = true, parts
		}
	}
	one.Variable = !one.Inline
	r.sites = append(r.sites, one)
}

// hold marks an error that is built only for the call around it, which is the site.
func (r *reader) hold(args []ast.Expr) {
	if r.held == nil {
		r.held = map[ast.Node]bool{}
	}
	for _, arg := range args {
		if unary, ok := arg.(*ast.UnaryExpr); ok {
			arg = unary.X
		}
		r.held[arg] = true
	}
}

func (r *reader) call(call *ast.CallExpr) {
	args := call.Args
	if len(args) == 0 {
		return
	}
	if name, ok := call.Fun.(*ast.Ident); ok {
		if name.Name == "panic" {
			r.add(call, "panic", "", partsOf(args[0]))
			r.hold(args)
		} else if r.errorTypes[name.Name] && len(args) == 1 {
			r.add(call, "type", name.Name, nil)
		}
		return
	}
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	owner, ok := selector.X.(*ast.Ident)
	if !ok {
		return
	}
	imported := r.packages[owner.Name]
	r.selected(call, imported, path.Base(strings.TrimSuffix(imported, "/v2")), selector.Sel.Name)
}

func (r *reader) selected(call *ast.CallExpr, imported, base, name string) {
	args := call.Args
	switch {
	case imported == "fmt" && name == "Errorf":
		r.add(call, "errorf", "", formatted(partsOf(args[0])))
	case errorPackage.MatchString(base) && name == "New":
		r.add(call, "new", "", partsOf(args[0]))
	case errorPackage.MatchString(base) && name == "Errorf":
		r.add(call, "errorf", "", formatted(partsOf(args[0])))
	case errorPackage.MatchString(base) && (name == "Wrap" || name == "WithMessage") && len(args) == 2:
		r.worded(call, "wrap", partsOf(args[1]))
	case errorPackage.MatchString(base) && (name == "Wrapf" || name == "WithMessagef") && len(args) > 1:
		r.worded(call, "wrap", formatted(partsOf(args[1])))
	case strings.HasSuffix(imported, "grpc/status") && (name == "Error" || name == "New") && len(args) == 2:
		r.add(call, "status", "", partsOf(args[1]))
	case strings.HasSuffix(imported, "grpc/status") && (name == "Errorf" || name == "Newf") && len(args) > 1:
		r.add(call, "status", "", formatted(partsOf(args[1])))
	case imported == "net/http" && name == "Error" && len(args) == 3:
		r.add(call, "http", "", partsOf(args[1]))
	case imported == "log" && levels.MatchString(name):
		r.logged(call, "fatal", name)
	case printers.MatchString(base) && imported != "log" && errorLevels.MatchString(name):
		r.logged(call, "log", name)
	case imported == "log/slog" && name == "Error":
		r.worded(call, "log", partsOf(args[0]))
	case imported == "fmt" && strings.HasPrefix(name, "Fprint") && len(args) > 1:
		if target, ok := args[0].(*ast.SelectorExpr); ok && stderr.MatchString(target.Sel.Name) {
			r.printed(call, name, args[1:])
		}
	case base == "field" && (name == "Invalid" || name == "Required" || name == "Forbidden"):
		r.worded(call, "field", partsOf(args[len(args)-1]))
	}
}

// worded adds a site only where it has text of its own.
func (r *reader) worded(call ast.Node, kind string, parts []*string) {
	for _, part := range parts {
		if part != nil {
			r.add(call, kind, "", parts)
			return
		}
	}
}

func (r *reader) logged(call *ast.CallExpr, kind, name string) {
	r.hold(call.Args)
	switch {
	case strings.HasSuffix(name, "f"):
		r.worded(call, kind, formatted(partsOf(call.Args[0])))
	default:
		r.worded(call, kind, printed(call.Args, strings.HasSuffix(name, "ln")))
	}
}

func (r *reader) printed(call *ast.CallExpr, name string, args []ast.Expr) {
	parts := printed(args, name == "Fprintln")
	if name == "Fprintf" {
		parts = formatted(partsOf(args[0]))
	}
	letters := 0
	for _, part := range parts {
		if part != nil {
			letters += len(strings.Trim(*part, " \n\t.,:;-=*#"))
		}
	}
	if letters > 1 {
		r.add(call, "stderr", "", parts)
	}
}

// shower adds the texts that a method Error() string returns.
func (r *reader) shower(function *ast.FuncDecl) {
	owner := typeName(function.Recv.List[0].Type)
	ast.Inspect(function.Body, func(node ast.Node) bool {
		if _, ok := node.(*ast.FuncLit); ok {
			return false
		}
		result, ok := node.(*ast.ReturnStmt)
		if !ok || len(result.Results) != 1 {
			return true
		}
		parts := partsOf(result.Results[0])
		for _, part := range parts {
			if part != nil && strings.ContainsAny(*part, "abcdefghijklmnopqrstuvwxyz") && *part != "<nil>" && *part != "nil" {
				r.add(result, "method", owner, parts)
				break
			}
		}
		return true
	})
}

func (r *reader) composite(node *ast.CompositeLit) {
	name := typeName(node.Type)
	if name == "" || len(node.Elts) == 0 || !(r.errorTypes[name] || errorType.MatchString(name)) {
		return
	}
	r.add(node, "type", name, nil)
}
