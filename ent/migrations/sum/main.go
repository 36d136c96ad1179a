// Command sum writes atlas.sum, the checksums of the migrations in the current
// folder. Run it by go generate after a migration is added.
package main

import (
	"fmt"
	"os"

	"github.com/workplan-api/workplan/internal/postgres/migrate"
)

func main() {
	if err := migrate.Sum("."); err != nil {
		fmt.Fprintln(os.Stderr, "sum:", err)
		os.Exit(1)
	}
}
