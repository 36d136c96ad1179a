package archive_test

import (
	"database/sql"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/workplan-api/workplan/cmd/workplan/operate/archive"
	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
	"github.com/workplan-api/workplan/test/apitest"
)

// migrated applies the migrations up to one, and returns the columns of the tables that a file has.
func migrated(t *testing.T, db *sql.DB, last string) map[string][]string {
	t.Helper()
	files := fstest.MapFS{}
	names, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if name[:4] > last {
			continue
		}
		text, err := migrations.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	if _, err := migrate.Up(t.Context(), db, files, migrate.Options{ServersStopped: true}); err != nil {
		t.Fatal(err)
	}
	all, err := catalog.Tables(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string][]string{}
	for _, table := range all {
		if archive.Omitted[table.Name] == "" {
			tables[table.Name] = table.Columns
		}
	}
	return tables
}

// TestEachMigrationHasAStep compares what each migration adds with its step. A file cannot be read if a step is
// missing.
func TestEachMigrationHasAStep(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	db := open(t, apitest.BareDatabase(t))
	before := migrated(t, db, archive.Oldest)
	steps := archive.Steps()
	for _, name := range names {
		version := name[:4]
		if version <= archive.Oldest {
			continue
		}
		after := migrated(t, db, version)
		step, ok := steps[version]
		if !ok {
			t.Errorf("the migration %s has no step in steps.go", version)
		}
		var tables []string
		columns := map[string][]string{}
		for table, now := range after {
			if before[table] == nil {
				tables = append(tables, table)
				continue
			}
			for _, column := range now {
				if !slices.Contains(before[table], column) {
					columns[table] = append(columns[table], column)
				}
			}
			for _, column := range before[table] {
				if !slices.Contains(now, column) {
					t.Errorf("the migration %s drops %s.%s, which files from before it have", version, table, column)
				}
			}
		}
		for table := range before {
			if after[table] == nil {
				t.Errorf("the migration %s drops the table %s, which files from before it have", version, table)
			}
		}
		slices.Sort(tables)
		if !slices.Equal(tables, step.Tables) || !maps.EqualFunc(columns, step.Columns, slices.Equal[[]string]) {
			t.Errorf("the migration %s adds the tables %q and the columns %v, and its step %q and %v", version, tables,
				columns, step.Tables, step.Columns)
		}
		before = after
		delete(steps, version)
	}
	if len(steps) > 0 {
		t.Errorf("steps without a migration: %v", steps)
	}
}

// TestAFileOfAnOlderSchema imports a file that the program of migration 0006 has written.
func TestAFileOfAnOlderSchema(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("testdata/organization-0006.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	dsn := apitest.NewDatabase(t)
	imported := mustImport(t, dsn, file)
	rows := dump(t, dsn, imported.Organization.ID)
	if len(rows["users"]) == 0 || len(rows["sign_in_identities"]) != 0 {
		t.Errorf("%d users and %d accounts", len(rows["users"]), len(rows["sign_in_identities"]))
	}
	for table, n := range imported.Rows {
		if int64(len(rows[table])) != n {
			t.Errorf("%s has %d rows, and the file %d", table, len(rows[table]), n)
		}
	}
	again := string(mustExport(t, dsn, imported.Organization.ID))
	for line := range strings.Lines(string(file)) {
		// with kind, external_ids, can_sign_in, start_date and end_date
		today := strings.TrimSuffix(line, "]\n") + `,null,"{}","true",null,null]` + "\n"
		if strings.HasPrefix(line, `["`) && strings.Contains(line, "@") && !strings.Contains(again, today) {
			t.Errorf("the row of a user has changed: %s", line)
		}
	}
	db := open(t, apitest.NewDatabase(t))
	mustFail(t, db, []byte(strings.Replace(string(file), `"schema":"0006"`, `"schema":"0005"`, 1)),
		"reads files from 0006 on: import it with the version of workplan that made it")
	mustFail(t, db, []byte(strings.Replace(string(file), `"schema":"0006"`, `"schema":"9999"`, 1)),
		"of the version of workplan that made the file, or of a newer one")
	mustFail(t, db, []byte(strings.Replace(string(file), `"schema":"0006"`, `"schema":"0008"`, 1)),
		"of the file is wrong")
}
