package docs_test

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// name matches a name of the code in a page, such as journal.Record or Chain.Serve.
var name = regexp.MustCompile("`(\\w+(?:\\.[A-Z]\\w*)+)`")

// TestNamesExist fails if a page for developers names what the code does not declare.
func TestNamesExist(t *testing.T) {
	declared := declarations(t, "../cmd", "../internal", "../services", "../test")
	recipes, err := filepath.Glob("recipes/*.md")
	if err != nil || len(recipes) == 0 {
		t.Fatal(recipes, err)
	}
	for _, page := range append(recipes, "architecture.md", "../CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, gone := range unknown(string(text), declared) {
			t.Errorf("%s names %s, which does not exist", page, gone)
		}
	}
	control := "`call.Chain`, `Chain.Serve`, `call.Absent`, `Chain.Absent` and `absent.Chain`"
	if got := unknown(control, declared); !slices.Equal(got, []string{"call.Absent", "Chain.Absent", "absent.Chain"}) {
		t.Errorf("the control finds %q", got)
	}
}

// unknown returns the names in a text that are not declared.
func unknown(text string, declared map[string]bool) (gone []string) {
	for _, m := range name.FindAllStringSubmatch(text, -1) {
		parts := strings.Split(m[1], ".")
		for i := range parts[1:] {
			if !declared[parts[i]+"."+parts[i+1]] {
				gone = append(gone, m[1])
			}
		}
	}
	return gone
}

// declarations returns what the packages below some folders declare: package.Name, and Type.Member for methods, and for
// the fields of structs and the methods of interfaces.
func declarations(t *testing.T, folders ...string) map[string]bool {
	declared := map[string]bool{}
	for _, folder := range folders {
		eachSource(t, folder, func(path string) {
			file := parsed(t, path)
			for _, decl := range file.Decls {
				declare(declared, file.Name.Name, decl)
			}
		})
	}
	return declared
}

func declare(declared map[string]bool, pkg string, decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		of := pkg
		if d.Recv != nil {
			of = receiver(d.Recv.List[0].Type)
		}
		declared[of+"."+d.Name.Name] = true
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				for _, id := range s.Names {
					declared[pkg+"."+id.Name] = true
				}
			case *ast.TypeSpec:
				declared[pkg+"."+s.Name.Name] = true
				ast.Inspect(s.Type, func(n ast.Node) bool {
					if field, ok := n.(*ast.Field); ok {
						for _, id := range field.Names {
							declared[s.Name.Name+"."+id.Name] = true
						}
					}
					return true
				})
			}
		}
	}
}

// receiver returns the name of the type of a receiver.
func receiver(of ast.Expr) string {
	switch e := of.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
