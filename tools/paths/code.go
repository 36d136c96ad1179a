package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// function is a function that is declared, from its first to its last line.
type function struct {
	file        string
	first, last int
}

// generated matches the folders of code that nobody writes by hand.
var generated = regexp.MustCompile(`^(gen/|ent/(\w+\.go|[^sm]\w*/))`)

func isGenerated(name string) bool {
	return generated.MatchString(name) || strings.HasPrefix(name, "ent.")
}

// sources calls f with each file of the product that is written by hand.
func sources(f func(path string, fset *token.FileSet, file *ast.File)) error {
	for _, folder := range []string{"cmd", "ent", "internal", "services"} {
		err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || isGenerated(path) {
				return err
			}
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
			if err == nil {
				f(path, fset, file)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// functions returns the functions that are declared, by file.
func functions() (map[string][]function, error) {
	declared := map[string][]function{}
	return declared, sources(func(path string, fset *token.FileSet, file *ast.File) {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				declared[path] = append(declared[path],
					function{path, fset.Position(f.Pos()).Line, fset.Position(f.End()).Line})
			}
		}
	})
}

// contextKeys returns the keys with which values are stored in contexts, such as call.requestKey.
func contextKeys() (keys []string, err error) {
	err = sources(func(_ string, _ *token.FileSet, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok || len(c.Args) != 3 {
				return true
			}
			if f, ok := c.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "WithValue" {
				keys = append(keys, "`"+file.Name.Name+"."+typeOf(c.Args[1])+"`")
			}
			return true
		})
	})
	slices.Sort(keys)
	return slices.Compact(keys), err
}

// typeOf returns the name of the type of a key, such as key in key{}.
func typeOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.CompositeLit:
		return typeOf(e.Type)
	case *ast.CallExpr:
		return typeOf(e.Fun)
	case *ast.IndexExpr:
		return typeOf(e.X)
	case *ast.ParenExpr:
		return typeOf(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}
