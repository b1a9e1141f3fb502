package main

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// said is the text of an expression as parts; nil when no fixed text is written in it.
func said(node ast.Expr) []*string {
	parts := partsOf(node)
	for _, part := range parts {
		if part != nil {
			return parts
		}
	}
	return nil
}

func partsOf(node ast.Expr) []*string {
	switch node := node.(type) {
	case *ast.BasicLit:
		if node.Kind == token.STRING {
			if text, err := strconv.Unquote(node.Value); err == nil {
				text = strings.ToValidUTF8(text, "\uFFFD")
				return []*string{&text}
			}
		}
	case *ast.ParenExpr:
		return partsOf(node.X)
	case *ast.BinaryExpr:
		if node.Op == token.ADD {
			return joined(append(append([]*string{}, partsOf(node.X)...), partsOf(node.Y)...))
		}
	case *ast.CallExpr:
		name := nameOf(node.Fun)
		if (name == "fmt.Sprintf" || name == "fmt.Errorf") && len(node.Args) > 0 {
			return formatted(partsOf(node.Args[0]))
		}
		if name == "errors.New" && len(node.Args) == 1 {
			return partsOf(node.Args[0])
		}
		if name == "fmt.Sprint" || name == "fmt.Sprintln" {
			return printed(node.Args, name == "fmt.Sprintln")
		}
	}
	return []*string{nil}
}

func nameOf(node ast.Expr) string {
	switch node := node.(type) {
	case *ast.Ident:
		return node.Name
	case *ast.SelectorExpr:
		return nameOf(node.X) + "." + node.Sel.Name
	}
	return "?"
}

// printed is what fmt.Sprint makes of values: blanks only between those that are no strings.
func printed(args []ast.Expr, line bool) []*string {
	var found []*string
	blank := " "
	for place, arg := range args {
		parts := partsOf(arg)
		if place > 0 && (line || (said(arg) == nil && said(args[place-1]) == nil)) {
			found = append(found, &blank)
		}
		found = append(found, parts...)
	}
	return joined(found)
}

// formatted splits the verbs off a format, by a walk of its characters.
func formatted(parts []*string) []*string {
	var found []*string
	for _, part := range parts {
		if part == nil {
			found = append(found, nil)
			continue
		}
		found = append(found, verbs(*part)...)
	}
	return joined(found)
}

func verbs(text string) []*string {
	var found []*string
	var fixed strings.Builder
	flush := func() {
		if fixed.Len() > 0 {
			whole := fixed.String()
			found = append(found, &whole)
			fixed.Reset()
		}
	}
	for at := 0; at < len(text); at++ {
		if text[at] != '%' {
			fixed.WriteByte(text[at])
			continue
		}
		end := at + 1
		for end < len(text) && strings.IndexByte("+-# 0123456789.*[]", text[end]) >= 0 {
			end++
		}
		switch {
		case end < len(text) && text[end] == '%':
			fixed.WriteByte('%')
			at = end
		case end < len(text) && strings.IndexByte("vTtbcdoOqxXUeEfFgGspw", text[end]) >= 0:
			flush()
			found = append(found, nil)
			at = end
		default:
			fixed.WriteByte('%')
		}
	}
	flush()
	return found
}

// joined joins neighbouring fixed parts and drops empty ones.
func joined(parts []*string) []*string {
	var found []*string
	for _, part := range parts {
		if part != nil && *part == "" {
			continue
		}
		if part != nil && len(found) > 0 && found[len(found)-1] != nil {
			whole := *found[len(found)-1] + *part
			found[len(found)-1] = &whole
			continue
		}
		found = append(found, part)
	}
	return found
}
