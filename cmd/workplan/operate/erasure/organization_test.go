package erasure_test

import (
	"testing"
	"time"

	"github.com/workplan-api/workplan/cmd/workplan/operate/erasure"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

// TestRowsThatAreSlowToDelete deletes an organization whose projects and clients take long, as they do if PostgreSQL
// has to look at millions of rows that referred to them: all projects at once, and one client alone, take longer than a
// statement may.
func TestRowsThatAreSlowToDelete(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	a.Exec(`INSERT INTO projects (organization_id, id, name, client_id, start_date, end_date, status, billing_type,
			version, created_at, updated_at)
		SELECT organization_id, gen_random_uuid(), 'Project ' || n, client_id, start_date, end_date, status, billing_type,
			1, now(), now() FROM (SELECT * FROM projects WHERE organization_id = $1 LIMIT 1) p, generate_series(1, 50) n`,
		a.Organization)
	a.Exec(`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
		$$ BEGIN PERFORM pg_sleep(TG_ARGV[0]::float); RETURN OLD; END $$`)
	a.Exec(`CREATE TRIGGER slow BEFORE DELETE ON projects FOR EACH ROW EXECUTE FUNCTION slow('0.03')`)
	a.Exec(`CREATE TRIGGER slow BEFORE DELETE ON clients FOR EACH ROW EXECUTE FUNCTION slow('1.2')`)
	db, err := postgres.Open(a.DSN, postgres.Options{StatementTimeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	deleted := map[string]int64{}
	progress := func(table string, n int64) { deleted[table] = n }
	if err := erasure.Organization(t.Context(), db, a.Organization, progress); err != nil {
		t.Fatal(err)
	}
	rows, err := erasure.Count(t.Context(), db, a.Organization)
	if err != nil {
		t.Fatal(err)
	}
	for table, n := range rows {
		if n != 0 {
			t.Errorf("%d rows are left in %s", n, table)
		}
	}
	if deleted["projects"] < 50 {
		t.Errorf("the progress of projects ended at %d", deleted["projects"])
	}
}
