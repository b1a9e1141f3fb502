// Command go_truth prints every place where Go source makes or reports an error, read with go/parser.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// site is one line of the truth; a nil part is a placeholder.
type site struct {
	File     string      `json:"file"`
	Line     int         `json:"line"`
	EndLine  int         `json:"end_line"`
	Kind     string      `json:"kind"`
	Class    *string     `json:"class"`
	Parts    []*string   `json:"parts"`
	Inline   bool        `json:"inline"`
	Variable bool        `json:"variable,omitempty"`
	Others   [][]*string `json:"others,omitempty"`
	Excluded string      `json:"excluded,omitempty"`
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: go_truth FOLDER")
		os.Exit(2)
	}
	root := os.Args[1]
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	failed := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || !strings.HasSuffix(path, ".go") {
			return nil
		}
		name, _ := filepath.Rel(root, path)
		sites, err := read(path)
		if err != nil {
			failed++
			return nil
		}
		for _, one := range sites {
			one.File = filepath.ToSlash(name)
			if strings.HasSuffix(name, "_test.go") {
				one.Excluded = "test"
			}
			if err := encoder.Encode(one); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if failed > 0 {
		fmt.Fprintf(os.Stderr, "%d files do not parse\n", failed)
	}
}

func read(path string) ([]site, error) {
	files := token.NewFileSet()
	source, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	tree, err := parser.ParseFile(files, path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	reader := &reader{files: files, packages: packagesOf(tree), errorTypes: errorTypesOf(tree)}
	ast.Walk(reader, tree)
	return reader.sites, nil
}

// packagesOf maps the names that a file gives to packages to their import paths.
func packagesOf(tree *ast.File) map[string]string {
	found := map[string]string{}
	for _, spec := range tree.Imports {
		path := strings.Trim(spec.Path.Value, "`\"")
		name := filepath.Base(path)
		if strings.HasPrefix(name, "v") && len(name) < 4 && strings.Contains(path, "/") {
			name = filepath.Base(filepath.Dir(path))
		}
		if spec.Name != nil {
			name = spec.Name.Name
		}
		found[name] = path
	}
	return found
}

// errorTypesOf names the types of a file that have a method Error() string.
func errorTypesOf(tree *ast.File) map[string]bool {
	found := map[string]bool{}
	for _, declaration := range tree.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if ok && isShower(function, "Error") {
			found[typeName(function.Recv.List[0].Type)] = true
		}
	}
	return found
}

func isShower(function *ast.FuncDecl, name string) bool {
	kind := function.Type
	if function.Recv == nil || len(function.Recv.List) == 0 || function.Name.Name != name || function.Body == nil {
		return false
	}
	if kind.Params.NumFields() != 0 || kind.Results.NumFields() != 1 {
		return false
	}
	result, ok := kind.Results.List[0].Type.(*ast.Ident)
	return ok && result.Name == "string"
}

func typeName(node ast.Expr) string {
	switch node := node.(type) {
	case *ast.StarExpr:
		return typeName(node.X)
	case *ast.IndexExpr:
		return typeName(node.X)
	case *ast.SelectorExpr:
		return node.Sel.Name
	case *ast.Ident:
		return node.Name
	}
	return ""
}
