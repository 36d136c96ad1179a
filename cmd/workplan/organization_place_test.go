package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/citus"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestPlaceNeedsCitus(t *testing.T) {
	apitest.SkipOnCitus(t, "it is about a database without Citus")
	t.Setenv("DATABASE_URL", apitest.NewDatabase(t))
	place := []string{"organization", "place", "Acme Works", "--node", "worker1"}
	mustFail(t, "", "the database is not on Citus", place...)
	mustFail(t, "", "the database is not on Citus", append(place, "--dry-run")...)
	mustFail(t, "", "missing flags: --node=HOST[:PORT]", "organization", "place", "Acme Works")
	mustFail(t, "", "DATABASE_URL is a pooler", append(place, "--database-pooler", "transaction")...)
	mustFail(t, "", "out of date: run `workplan migrate`", append(place, "--database-url", apitest.BareDatabase(t))...)
}

func TestPlaceAnOrganization(t *testing.T) {
	if !apitest.OnCitus() {
		t.Skip("it needs a Citus cluster, see WORKPLAN_CITUS_URL")
	}
	a := apitest.NewIsolated(t)
	t.Setenv("DATABASE_URL", a.DSN)
	db, err := postgres.Open(a.DSN, postgres.Options{StatementTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	workers, err := citus.Workers(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	findOne := func(id uuid.UUID) citus.Placement {
		p, err := citus.Find(t.Context(), db, id)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	find := func() citus.Placement { return findOne(a.Organization) }
	for n := 0; !find().Shares(); n++ { // the database has few shards
		mustRun(t, "", "organization", "create", "--name", fmt.Sprint("Neighbour ", n))
	}
	began := find()
	var neighbours []uuid.UUID
	all, err := organizations(t.Context(), db)
	for _, o := range all {
		if o.ID != a.Organization && findOne(o.ID).Shard == began.Shard {
			neighbours = append(neighbours, o.ID)
		}
	}
	if err != nil || len(neighbours) != began.Others {
		t.Fatalf("%d of %+v, %v", len(neighbours), began, err)
	}
	other := workers[slices.IndexFunc(workers, func(n citus.Node) bool { return n != began.Node })]
	place := func(to citus.Node, flags ...string) []string {
		return append([]string{"organization", "place", "Acme Works", "--node", to.String()}, flags...)
	}
	clients := a.REST(t, "admin", "GET /api/v1/clients", "", nil)
	check := func(t *testing.T, on citus.Node) {
		t.Helper()
		if p := find(); p.Node != on || p.Shares() {
			t.Errorf("%+v", p)
		}
		if ans := a.REST(t, "admin", "GET /api/v1/clients", "", nil); ans.Status != http.StatusOK ||
			string(ans.Raw) != string(clients.Raw) {
			t.Errorf("%d %s", ans.Status, ans.Raw)
		}
		var left int
		if err := db.QueryRowContext(t.Context(), `SELECT count(*) FROM pg_dist_cleanup`).Scan(&left); err != nil ||
			left > 0 {
			t.Errorf("%d leftovers, %v", left, err)
		}
	}

	t.Run("mistakes say what to do", func(t *testing.T) {
		mustFail(t, "", "the workers that may have organizations are "+workers[0].String()+", ",
			place(citus.Node{Host: "worker9", Port: 5432})...)
		mustFail(t, "", "see `workplan organization list`", "organization", "place", "Acme", "--node", other.String())
		mustFail(t, "", "set MIGRATE_DATABASE_URL to the same database with the role that owns the tables",
			place(other, "--database-url", a.DSN+" options='-c role=pg_read_all_data'")...)
		mustFail(t, "", "set DATABASE_URL to the address of the coordinator",
			place(other, "--database-url", strings.Replace(a.DSN, fmt.Sprint("port=", portOf(t, db)),
				fmt.Sprint("port=", other.Port), 1))...)
	})
	t.Run("it is there already", func(t *testing.T) {
		if out := runCommand(t, "", place(began.Node)...); out.code != 0 || !strings.Contains(out.err, "already") {
			t.Errorf("%+v", out)
		}
	})
	t.Run("--dry-run changes nothing", func(t *testing.T) {
		if out := runCommand(t, "", place(other, "--dry-run")...); out.code != 0 || find() != began ||
			!strings.Contains(out.err, "All would move to "+other.String()) {
			t.Errorf("%+v", out)
		}
	})
	t.Run("it is interrupted, and goes on", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		out := &stopAt{text: "Moving shard", stop: func() { time.AfterFunc(300*time.Millisecond, cancel) }}
		if code := run(ctx, place(other), streams{strings.NewReader(""), out, out}); code != 1 || find() != began {
			t.Errorf("exit %d: %s", code, out.String())
		}
		var r placed
		if err := json.Unmarshal([]byte(mustRun(t, "", place(other, "--output", "json")...)), &r); err != nil ||
			r.Organization.ID != a.Organization || r.From != began.Node.String() || r.To != other.String() ||
			r.Rows == 0 ||
			!r.Divided {
			t.Fatalf("%+v %v", r, err)
		}
		check(t, other)
		for _, id := range neighbours {
			if p := findOne(id); p.Node != began.Node {
				t.Errorf("%+v", p)
			}
		}
	})
	t.Run("it waits for another command", func(t *testing.T) {
		conn, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := conn.ExecContext(t.Context(),
			`SELECT pg_advisory_lock(hashtextextended('place', 0))`); err != nil {
			t.Fatal(err)
		}
		out := &stopAt{text: "Waiting for the end of another command", stop: func() {
			if find().Node != other {
				t.Error("it has not waited")
			}
			if _, err := conn.ExecContext(t.Context(), `SELECT pg_advisory_unlock_all()`); err != nil {
				t.Error(err)
			}
		}}
		if code := run(t.Context(), place(began.Node), streams{strings.NewReader(""), out, out}); code != 0 ||
			!strings.Contains(out.String(), "Placed organization") {
			t.Errorf("exit %d: %s", code, out.String())
		}
		check(t, began.Node)
	})
}

func TestPlaceAnOrganizationThatIsAlone(t *testing.T) {
	if !apitest.OnCitus() {
		t.Skip("it needs a Citus cluster, see WORKPLAN_CITUS_URL")
	}
	dsn := apitest.NewDatabase(t)
	t.Setenv("DATABASE_URL", dsn)
	db, err := postgres.Open(dsn, postgres.Options{StatementTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	id := uuid.MustParse(strings.TrimSpace(mustRun(t, "", "organization", "create", "--name", "Harbour Works")))
	began, err := citus.Find(t.Context(), db, id)
	if err != nil || began.Others > 0 {
		t.Fatalf("%+v, %v", began, err)
	}
	workers, err := citus.Workers(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	other := workers[slices.IndexFunc(workers, func(n citus.Node) bool { return n != began.Node })]
	mustRun(t, "", "organization", "place", "Harbour Works", "--node", other.String())
	if p, err := citus.Find(t.Context(), db, id); err != nil || p.Node != other || p.Shard != began.Shard {
		t.Errorf("%+v, %v", p, err)
	}
}

// portOf returns the port of the server.
func portOf(t *testing.T, db *sql.DB) (port int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), `SELECT current_setting('port')::int`).Scan(&port); err != nil {
		t.Fatal(err)
	}
	return port
}
