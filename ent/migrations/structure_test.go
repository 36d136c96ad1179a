package migrations_test

import (
	"os"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestStructure compares structure.txt with what the migrations make. With WRITE_STRUCTURE it writes the file.
func TestStructure(t *testing.T) {
	db := open(t)
	if os.Getenv("WRITE_STRUCTURE") != "" {
		apitest.SkipOnCitus(t, "the file is that of a plain PostgreSQL")
		all, err := catalog.Structure(t.Context(), db, func(string) bool { return true })
		if err == nil {
			err = os.WriteFile("structure.txt", []byte(strings.Join(all, "\n")+"\n"), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	if d, err := catalog.Compare(t.Context(), db, migrations.Structure); err != nil || len(d.Missing)+len(d.Extra) > 0 {
		t.Errorf("%v: the migrations make another structure, see the comment of this package: not made: %q; made: %q",
			err, d.Missing, d.Extra)
	}
	made, err := catalog.Structure(t.Context(), db, func(string) bool { return true })
	if missing := strings.Count(migrations.Structure, "\n"); err != nil || len(made) != missing && !apitest.OnCitus() {
		t.Errorf("%v: the migrations make %d columns, constraints and indexes, and structure.txt has %d", err,
			len(made),
			missing)
	}
}
