package migrate

import (
	"context"
	"io/fs"
	"slices"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
)

// Compare compares a database that has all migrations in files with the structure that they make. If a newer program
// has migrated it, there is nothing to compare it with, and no difference.
func Compare(ctx context.Context, db postgres.Querier, files fs.FS, structure string) (catalog.Difference, error) {
	all, err := load(files)
	if err != nil {
		return catalog.Difference{}, err
	}
	newest, err := catalog.Schema(ctx, db)
	if err != nil || !slices.ContainsFunc(all, func(m migration) bool { return m.version == newest }) {
		return catalog.Difference{}, err
	}
	return catalog.Compare(ctx, db, structure)
}
