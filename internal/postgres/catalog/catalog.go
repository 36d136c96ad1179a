// Package catalog reads the tables of Workplan from the catalog of a database. What is done to all tables, such as an
// export, is derived from it, so that a new table or column cannot be forgotten.
package catalog

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
)

// Organizations is the table of the organizations. Its rows belong to the organization with their id. The rows of all
// other tables have the column organization_id.
const Organizations = "organizations"

// Table is a table whose rows belong to organizations.
type Table struct {
	Name string
	// Columns are the names of the columns, in their order, and Types their types, such as text[].
	Columns, Types []string
	// Key are the columns of the primary key.
	Key []string
	// References are the foreign keys of the table.
	References []Reference
	// Unique are the unique indexes, without that of the primary key.
	Unique []Index
}

// Reference is a foreign key.
type Reference struct {
	Name string
	// Columns of the table refer to the columns To of the table Table.
	Columns []string
	Table   string
	To      []string
}

// Index is a unique index.
type Index struct {
	Name string
	// Keys are the columns and expressions of its key.
	Keys []string
	// Where is its condition, or "" if it has none.
	Where string
	// NullsNotDistinct means that rows with equal nulls are equal.
	NullsNotDistinct bool
}

// Organization returns the column that has the id of the organization.
func (t Table) Organization() string {
	if t.Name == Organizations {
		return "id"
	}
	return "organization_id"
}

// Has reports whether the table has a column.
func (t Table) Has(column string) bool { return slices.Contains(t.Columns, column) }

var (
	// The tables have a column for the organization.
	selectTables = `
SELECT c.relname,
  ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    AND a.attgenerated = '' ORDER BY a.attnum),
  ARRAY(SELECT format_type(a.atttypid, NULL) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0
    AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum),
  ARRAY(SELECT pg_get_indexdef(i.indexrelid, n, true) FROM pg_index i, generate_series(1, i.indnkeyatts) n
    WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY n)
FROM pg_class c
WHERE` + ownOrNewer + `
  AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND (c.relname = 'organizations' OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid
    AND a.attname = 'organization_id' AND NOT a.attisdropped))
ORDER BY c.relname`

	selectShared = `
SELECT c.relname
FROM pg_class c
WHERE` + ownOrNewer + `
  AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND c.relname <> 'organizations' AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid
    AND a.attname = 'organization_id' AND NOT a.attisdropped)
ORDER BY c.relname`

	selectReferences = `
SELECT t.relname, f.conname, p.relname,
  ARRAY(SELECT a.attname::text FROM unnest(f.conkey) WITH ORDINALITY k (n, place)
    JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.n ORDER BY k.place),
  ARRAY(SELECT a.attname::text FROM unnest(f.confkey) WITH ORDINALITY k (n, place)
    JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.n ORDER BY k.place)
FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid
WHERE f.contype = 'f' AND f.conparentid = 0 AND ` + inSchema("t") + ` AND ` + inSchema("p") + `
ORDER BY t.relname, f.conname`

	selectUnique = `
SELECT t.relname, x.relname, coalesce(pg_get_expr(i.indpred, i.indrelid), ''), i.indnullsnotdistinct,
  ARRAY(SELECT pg_get_indexdef(i.indexrelid, n, true) FROM generate_series(1, i.indnkeyatts) n ORDER BY n)
FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
WHERE i.indisunique AND NOT i.indisprimary AND ` + inSchema("t") + `
ORDER BY t.relname, x.relname`
)

// Tables returns all tables. The table of the organizations is the first one, and each table comes after those that it
// refers to.
func Tables(ctx context.Context, db postgres.Querier) ([]Table, error) {
	unknown, err := newer(ctx, db)
	if err != nil {
		return nil, err
	}
	var all []Table
	if err := postgres.Each(ctx, db, func(scan postgres.Scan) error {
		var t Table
		err := scan(&t.Name, (*pq.StringArray)(&t.Columns), (*pq.StringArray)(&t.Types), (*pq.StringArray)(&t.Key))
		all = append(all, t)
		return err
	}, selectTables, unknown); err != nil {
		return nil, err
	}
	table := func(name string) *Table {
		if i := slices.IndexFunc(all, func(t Table) bool { return t.Name == name }); i >= 0 {
			return &all[i]
		}
		return &Table{}
	}
	if err := postgres.Each(ctx, db, func(scan postgres.Scan) error {
		var name string
		var r Reference
		err := scan(&name, &r.Name, &r.Table, (*pq.StringArray)(&r.Columns), (*pq.StringArray)(&r.To))
		if t := table(name); table(r.Table).Name != "" { // not a table that somebody has left
			t.References = append(t.References, r)
		}
		return err
	}, selectReferences); err != nil {
		return nil, err
	}
	if err := postgres.Each(ctx, db, func(scan postgres.Scan) error {
		var name string
		var x Index
		err := scan(&name, &x.Name, &x.Where, &x.NullsNotDistinct, (*pq.StringArray)(&x.Keys))
		t := table(name)
		t.Unique = append(t.Unique, x)
		return err
	}, selectUnique); err != nil {
		return nil, err
	}
	return sorted(all)
}

// Shared returns the names of the tables whose rows belong to no organization.
func Shared(ctx context.Context, db postgres.Querier) ([]string, error) {
	unknown, err := newer(ctx, db)
	if err != nil {
		return nil, err
	}
	return postgres.Column[string](ctx, db, selectShared, unknown)
}

// sorted puts each table after those that it refers to. All refer to the organizations, also without a foreign key.
func sorted(all []Table) (list []Table, err error) {
	done := map[string]bool{}
	for len(list) < len(all) {
		before := len(list)
		for _, t := range all {
			ready := (t.Name == Organizations || done[Organizations]) && !slices.ContainsFunc(t.References,
				func(r Reference) bool { return r.Table != t.Name && !done[r.Table] })
			if ready && !done[t.Name] {
				done[t.Name] = true
				list = append(list, t)
			}
		}
		if len(list) == before {
			return nil, errors.New("foreign keys form a cycle between tables, so that no table can be written first")
		}
	}
	return list, nil
}

// Schema returns the version of the last migration that the database has, such as 0006.
func Schema(ctx context.Context, db postgres.Querier) (version string, err error) {
	err = postgres.Each(ctx, db, func(scan postgres.Scan) error { return scan(&version) },
		`SELECT coalesce(max(version), '') FROM schema_revisions`)
	if err == nil && version == "" {
		err = errors.New("the database has no schema: run `workplan migrate`")
	}
	return version, err
}

// List returns quoted names as an SQL list.
func List(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = pq.QuoteIdentifier(name)
	}
	return strings.Join(quoted, ", ")
}
