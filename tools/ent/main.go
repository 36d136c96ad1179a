// Command ent writes Ent's code from the declarations in ent/schema. It runs Ent's own generator without the
// parts that Workplan does not use: Ent's migrations, which would link Atlas and HCL into the server, and the packages
// hook and enttest. It adds ent/row.go, with which package journal writes rows, and ent/unit.go.
package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"

	"entgo.io/ent/entc"
	"entgo.io/ent/entc/gen"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/tools/internal/checkout"
)

//go:embed row.tmpl
var rows string

//go:embed unit.tmpl
var units string

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "ent:", err)
		os.Exit(1)
	}
}

// run reads the declarations with the versions of this module, so that the main module needs no generator.
func run() error {
	root, err := checkout.Root()
	if err != nil {
		return err
	}
	if err := os.Chdir(filepath.Join(root, "tools")); err != nil {
		return err
	}
	const target = "../ent"
	storage, err := gen.NewStorage("sql")
	if err != nil {
		return err
	}
	storage.SchemaMode &^= gen.Migrate
	row, err := gen.NewTemplate("row").Parse(rows)
	if err != nil {
		return err
	}
	unit, err := gen.NewTemplate("unit").Parse(units)
	if err != nil {
		return err
	}
	if err := entc.Generate("github.com/workplan-api/workplan/ent/schema", &gen.Config{
		Storage: storage,
		Target:  target,
		Package: "github.com/workplan-api/workplan/ent",
		// FeatureIntercept confines queries to an organization. FeatureExecQuery runs our own statements as Ent's.
		Features:  []gen.Feature{gen.FeatureIntercept, gen.FeatureExecQuery},
		Templates: []*gen.Template{row, unit},
		// A client knows the kind of its database, which decides how a write and its event are written, and its unit.
	}, entc.Dependency(entc.DependencyType(&postgres.Engine{}), entc.DependencyName("Engine")),
		entc.Dependency(entc.DependencyType(&txn.Unit{}), entc.DependencyName("Unit"))); err != nil {
		return err
	}
	for _, unused := range []string{"enttest", "hook"} {
		if err := os.RemoveAll(filepath.Join(target, unused)); err != nil {
			return err
		}
	}
	return nil
}
