package address_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/address"
)

func TestSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Ada@Example.com", "aDA@example.COM", true},
		{"kim@example.com", "\u212aim@example.com", false}, // the Kelvin sign
		{"sam@example.com", "\u017fam@example.com", false}, // the long s
		{"é@example.com", "É@example.com", false},
		{"a@example.com", "a@example.com ", false},
	} {
		if got := address.Same(c.a, c.b); got != c.same {
			t.Errorf("Same(%q, %q) = %t", c.a, c.b, got)
		}
	}
}

// What compares addresses in another way: a call with an address among its arguments, and a text with SQL.
var (
	folds   = regexp.MustCompile(`^(strings\.(EqualFold|ToLower|ToUpper|ToLowerSpecial)|user\.Email(EqualFold|ContainsFold))$`)
	ofEmail = regexp.MustCompile(`(?i)e-?mail|userName|address`)
	inSQL   = regexp.MustCompile(`(?i)lower\([^()]*email\)\s*=\s*lower\(|email\s+ILIKE`)
)

// TestNobodyElseComparesAddresses reads all of the program, and fails if some code compares e-mail addresses without
// this package.
func TestNobodyElseComparesAddresses(t *testing.T) {
	root, files := "../..", 0
	for _, folder := range []string{"cmd", "internal", "services"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			files++
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, source, 0)
			if err != nil {
				return err
			}
			text := func(n ast.Node) string {
				return string(source[set.Position(n.Pos()).Offset:set.Position(n.End()).Offset])
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CallExpr:
					if whole := text(n); folds.MatchString(text(n.Fun)) && ofEmail.MatchString(whole) {
						t.Errorf("%s: %s does not compare e-mail addresses as package address does",
							set.Position(n.Pos()), whole)
					}
				case *ast.BasicLit:
					if inSQL.MatchString(n.Value) {
						t.Errorf("%s: compare lower(email) with address.Fold", set.Position(n.Pos()))
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 100 {
		t.Fatalf("only %d files", files)
	}
}
