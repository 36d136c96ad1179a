package catalog

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres"
)

// Own returns an SQL condition: the relation that alias names in pg_class is a table of Workplan, which are those that
// the migrations make. People leave others beside them, such as a copy of a table from before a correction. No right
// may be given on these, and nothing may fail because of them.
func Own(alias string) string {
	return fmt.Sprintf(` (%s AND %s.relname IN ('%s'))`, inSchema(alias), alias,
		strings.Join(Names(migrations.Structure), "', '"))
}

// OfExtension returns an SQL condition: the relation that alias names in pg_class belongs to an extension.
func OfExtension(alias string) string {
	return ` EXISTS (SELECT FROM pg_depend d
    WHERE d.classid = 'pg_class'::regclass AND d.objid = ` + alias + `.oid AND d.deptype = 'e')`
}

// ownOrNewer is Own of c. $1 is set if a newer program has migrated the database: then each table with a primary key
// counts, so that no rows are left out.
var ownOrNewer = ` (` + Own("c") + ` OR $1 AND ` + inSchema("c") + `
  AND EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary))`

// inSchema returns a condition: the relation is in the schema of the tables of Workplan.
func inSchema(alias string) string {
	return alias + `.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'organizations'::regclass)`
}

// Names returns the names of the tables that a structure has.
func Names(structure string) (names []string) {
	for line := range strings.Lines(structure) {
		if rest, ok := strings.CutPrefix(line, "ALTER TABLE "); ok {
			name, _, _ := strings.Cut(rest, " ")
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// newer reports whether a newer program has migrated the database. Its tables are not known here.
func newer(ctx context.Context, db postgres.Querier) (bool, error) {
	files, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		return false, err
	}
	newest, _, _ := strings.Cut(slices.Max(files), "_")
	version, err := Schema(ctx, db)
	return version > newest, err
}

// Foreign returns the names of the tables in the schema of Workplan that are neither its own nor those of an extension.
// If a newer program has migrated the database, they are not known.
func Foreign(ctx context.Context, db postgres.Querier) ([]string, error) {
	if unknown, err := newer(ctx, db); unknown || err != nil {
		return nil, err
	}
	return postgres.Column[string](ctx, db, `
SELECT c.relname FROM pg_class c
WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND `+inSchema("c")+` AND NOT`+Own("c")+`
  AND NOT`+OfExtension("c")+`
ORDER BY c.relname`)
}
