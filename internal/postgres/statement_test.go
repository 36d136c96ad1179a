package postgres_test

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/workplan-api/workplan/internal/postgres"
)

func TestStatementName(t *testing.T) {
	for query, want := range map[string]string{
		`SELECT "users"."id" FROM "users" WHERE "users"."organization_id" = $1`:                                   "SELECT users",
		"\nSELECT k.id, extract(epoch FROM k.created_at) FROM api_keys k":                                         "SELECT api_keys",
		"SELECT h.seq FROM unnest($1::uuid[]) AS o (id) JOIN event_heads h":                                       "SELECT event_heads",
		"insert into clients (id) values ('DELETE FROM users')":                                                   "INSERT clients",
		"UPDATE events e SET seq = $2 FROM (SELECT ctid FROM events) n":                                           "UPDATE events",
		"WITH effect AS (UPDATE clients SET name = $1 RETURNING 1) INSERT INTO events (id) SELECT $2 FROM effect": "UPDATE clients",
		"DELETE FROM sessions WHERE id = $1":                                                                      "DELETE sessions",
		"BEGIN":                                                                                                   "BEGIN",
		"SAVEPOINT nested":                                                                                        "SAVEPOINT",
		"SHOW transaction_read_only":                                                                              "SHOW",
		"":                                                                                                        "other",
	} {
		if got := postgres.StatementName(query); got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
}

// TestStatementsAreCounted executes statements that are prepared, and some that are not.
func TestStatementsAreCounted(t *testing.T) {
	vec := func() *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: "x"}, []string{"statement"})
	}
	s := &postgres.Statements{Count: vec(), Seconds: vec()}
	db := MustOne(t, postgres.Options{Statements: s})
	for range 3 {
		MustExec(t, db, "SELECT $1::int FROM pg_class", 1)
	}
	MustExec(t, db, "SELECT pg_sleep(0.1) FROM pg_am LIMIT 1")
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float64{"SELECT pg_class": 3, "SELECT pg_am": 1, "COMMIT": 1} {
		if got := testutil.ToFloat64(s.Count.WithLabelValues(name)); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if took := testutil.ToFloat64(s.Seconds.WithLabelValues("SELECT pg_am")); took < .1 || took > 60 {
		t.Errorf("a statement of 0.1 s took %v s", took)
	}
}
