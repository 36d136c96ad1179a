package catalog

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/workplan-api/workplan/internal/postgres"
)

// The columns, constraints and indexes, as statements that make them. An index that is not valid does not count. The
// constraints NOT NULL are in pg_constraint from PostgreSQL 18 on, and are a part of the columns here.
const selectStructure = `
WITH t AS (SELECT c.oid, c.relname::text AS name, n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'organizations'::regclass)
    AND c.relkind IN ('r', 'p') AND NOT c.relispartition)
SELECT name, nspname, 'ALTER TABLE ' || name || ' ADD COLUMN ' || quote_ident(a.attname) || ' '
  || format_type(a.atttypid, a.atttypmod)
  || CASE WHEN a.attcollation <> y.typcollation THEN ' COLLATE ' || a.attcollation::regcollation ELSE '' END
  || coalesce(CASE a.attgenerated WHEN '' THEN ' DEFAULT ' ELSE ' GENERATED ALWAYS AS ' END
    || pg_get_expr(d.adbin, d.adrelid), '')
  || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
FROM t JOIN pg_attribute a ON a.attrelid = t.oid JOIN pg_type y ON y.oid = a.atttypid
LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
WHERE a.attnum > 0 AND NOT a.attisdropped
UNION ALL
SELECT name, nspname, 'ALTER TABLE ' || name || ' ADD CONSTRAINT ' || quote_ident(conname) || ' '
  || pg_get_constraintdef(k.oid)
FROM t JOIN pg_constraint k ON k.conrelid = t.oid WHERE k.contype NOT IN ('n', 't')
UNION ALL
SELECT name, nspname, pg_get_indexdef(i.indexrelid)
FROM t JOIN pg_index i ON i.indrelid = t.oid
WHERE i.indisvalid AND i.indisready
  AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.conrelid = t.oid)`

// Structure returns statements that make the columns, the constraints and the indexes of all tables, without the
// schema of the tables and in alphabetical order. of is called with the name of each table, and reports whether it
// counts.
func Structure(ctx context.Context, db postgres.Querier, of func(table string) bool) (all []string, err error) {
	err = postgres.Each(ctx, db, func(scan postgres.Scan) error {
		var table, schema, statement string
		err := scan(&table, &schema, &statement)
		if of(table) {
			statement = strings.Join(strings.Fields(statement), " ") // an expression may have lines
			statement = strings.TrimSuffix(strings.ReplaceAll(statement, " "+schema+".", " "), " NOT VALID")
			all = append(all, statement)
		}
		return err
	}, selectStructure)
	slices.Sort(all)
	return all, err
}

// Difference is how the structure of a database differs from the one that the migrations make.
type Difference struct {
	// Missing are statements that make what is missing. A column of another type is missing, too.
	Missing []string
	// Extra are constraints and unique indexes that the migrations do not make, so that they refuse what the program
	// writes. Another column or index harms nobody.
	Extra []string
}

// Compare compares the tables of a database with a structure. Names of constraints and indexes do not count.
func Compare(ctx context.Context, db postgres.Querier, structure string) (d Difference, err error) {
	want, tables := strings.Split(strings.TrimSpace(structure), "\n"), Names(structure)
	got, err := Structure(ctx, db, func(table string) bool { return slices.Contains(tables, table) })
	if err != nil {
		return d, err
	}
	d.Missing = without(want, got)
	for _, statement := range without(got, want) {
		if strings.Contains(statement, " ADD CONSTRAINT ") || strings.HasPrefix(statement, "CREATE UNIQUE ") {
			d.Extra = append(d.Extra, statement)
		}
	}
	return d, nil
}

// without returns the statements whose meaning is not among those of others, as often as it is not.
func without(statements, others []string) (rest []string) {
	known := map[string]int{}
	for _, statement := range others {
		known[meaning(statement)]++
	}
	for _, statement := range statements {
		if known[meaning(statement)]--; known[meaning(statement)] < 0 {
			rest = append(rest, statement)
		}
	}
	return rest
}

var (
	named = regexp.MustCompile(`( ADD CONSTRAINT| INDEX) (?:"[^"]+"|\S+) (ON ONLY |ON )?`)
	// Versions of PostgreSQL write parentheses and casts of the same expression differently.
	written = regexp.MustCompile(`[\s()]|::(?:character varying|double precision|[a-z]+)(?:\[\])?`)
)

// meaning returns a statement without names and without what versions of PostgreSQL write differently.
func meaning(statement string) string {
	return written.ReplaceAllString(named.ReplaceAllString(statement, "$1 "), "")
}
