package acceptance_test

import (
	"log/slog"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestRowsOfARetriedWriteAreCountedOnce has the database end a write with an Idempotency-Key after its rows are
// written: it begins again, and its rows count once. A repetition of it counts none.
func TestRowsOfARetriedWriteAreCountedOnce(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "a sequence there is not one of all workers")
	a := apitest.NewIsolated(t)
	a.Exec(`CREATE SEQUENCE tries;
		GRANT USAGE ON SEQUENCE tries TO PUBLIC;
		CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF nextval('tries') = 1 THEN RAISE 'again' USING ERRCODE = '40001'; END IF;
			RETURN new;
		END $$;
		CREATE TRIGGER fail_once BEFORE UPDATE ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION fail_once()`)
	metrics := prometheus.NewRegistry()
	b, _ := a.Start(services.Config{Metrics: metrics, Log: slog.New(slog.DiscardHandler)})
	rows := batch([]string{day(`{}`), day(`{"date": "2026-03-05"}`), day(`{"date": "2026-03-06"}`)})
	for range 2 {
		if ans := b.REST(t, "admin", "POST /api/v1/assignments", rows,
			map[string]string{"Idempotency-Key": "retried"}); !ok(ans) {
			t.Fatal(ans.Raw)
		}
		if n := counted(t, metrics, "workplan_rows_total", "/workplan.v1.AssignmentService/UpsertAssignments"); n != 3 {
			t.Errorf("%v rows are counted, want 3", n)
		}
	}
	if n := a.Count(`SELECT nextval('tries')`); n != 3 {
		t.Errorf("the write was tried %d times", n-1)
	}
}
