// Command generate writes Ent's code from the declarations in ent/schema. It runs Ent's own generator without the
// parts that Workplan does not use: Ent's migrations, which would link Atlas and HCL into the server, and the packages
// hook and enttest.
package main

import (
	"fmt"
	"os"

	"entgo.io/ent/entc"
	"entgo.io/ent/entc/gen"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// run must be called in the folder ent, which is the working directory of go generate.
func run() error {
	storage, err := gen.NewStorage("sql")
	if err != nil {
		return err
	}
	storage.SchemaMode &^= gen.Migrate
	if err := entc.Generate("./schema", &gen.Config{
		Storage: storage,
		// FeatureIntercept confines queries to an organization. FeatureExecQuery runs our own statements in Ent's transactions.
		Features: []gen.Feature{gen.FeatureIntercept, gen.FeatureExecQuery},
	}); err != nil {
		return err
	}
	for _, unused := range []string{"enttest", "hook"} {
		if err := os.RemoveAll(unused); err != nil {
			return err
		}
	}
	return nil
}
