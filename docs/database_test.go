package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// keepers are the types that may keep a database, because they work without a request or begin one. All else asks the
// request for its database, call.DB, and so takes part in the transaction of the request.
var keepers = []string{
	".Config", "chain/auth.Admission", "chain/auth.openCalls", "chain/auth.uses", "chain/call.Chain", "chain/call.Observer",
	"chain/call.Request", "journal.HighWaterMarks", "journal.Sequencer", "money.Alerts",
	"webhooks.Deliverer",
}

// TestNothingKeepsADatabase: a service that keeps a client would run statements outside of the transaction of its
// request.
func TestNothingKeepsADatabase(t *testing.T) {
	var found []string
	eachSource(t, "../services", func(path string) {
		folder := strings.TrimPrefix(strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../services"), "/")
		for _, name := range keeping(parsed(t, path)) {
			found = append(found, folder+"."+name)
		}
	})
	slices.Sort(found)
	if !slices.Equal(found, keepers) {
		t.Errorf("these types keep a database:\n%q, want\n%q", found, keepers)
	}
	const kept = "package p\nvar db *ent.Client\ntype (\nA struct{ db *ent.Client }\nB struct{ f func(*ent.Client) }\n" +
		"C struct{ db map[string]*sql.DB })"
	file, err := parser.ParseFile(token.NewFileSet(), "", kept, 0)
	if names := keeping(file); err != nil || !slices.Equal(names, []string{"A", "C", "db"}) {
		t.Errorf("of a file that keeps three: %q, %v", names, err)
	}
}

// keeping returns the names of the structs and the variables of a file that have a database.
func keeping(file *ast.File) (names []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return false
		case *ast.TypeSpec:
			if s, ok := n.Type.(*ast.StructType); ok && slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool {
				return isDatabase(f.Type)
			}) {
				names = append(names, n.Name.Name)
			}
		case *ast.ValueSpec:
			if n.Type != nil && isDatabase(n.Type) {
				names = append(names, n.Names[0].Name)
			}
		}
		return true
	})
	slices.Sort(names)
	return names
}

// isDatabase reports whether values of a type are a database, or have one.
func isDatabase(kind ast.Expr) (is bool) {
	ast.Inspect(kind, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncType:
			return false
		case *ast.SelectorExpr:
			from, _ := n.X.(*ast.Ident)
			is = is || from != nil &&
				slices.Contains([]string{"ent.Client", "ent.Tx", "sql.DB", "sql.Tx"}, from.Name+"."+n.Sel.Name)
		}
		return true
	})
	return is
}
