package acceptance_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// readiness returns the status and the body of /readyz, and what the health service reports.
func readiness(
	t *testing.T, a *apitest.API,
) (status int, body string, health healthpb.HealthCheckResponse_ServingStatus) {
	t.Helper()
	resp, body := send(t, a, "GET /readyz", nil, nil)
	h, err := healthpb.NewHealthClient(a.Conn).Check(t.Context(), &healthpb.HealthCheckRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, body, h.GetStatus()
}

// TestReadinessDoesNotDependOnThePool holds every connection of the pool of two servers. The
// server with a connection for readiness stays ready. The control without one does not.
func TestReadinessDoesNotDependOnThePool(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	probe, err := postgres.Open(a.DSN, postgres.Options{MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer probe.Close()
	for name, own := range map[string]bool{"with a connection of its own": true, "on the pool": false} {
		t.Run(name, func(t *testing.T) {
			pool, err := postgres.Open(a.DSN, postgres.Options{MaxConns: 2})
			if err != nil {
				t.Fatal(err)
			}
			defer pool.Close()
			cfg := services.Config{DB: pool, Log: slog.New(slog.DiscardHandler)}
			if own {
				cfg.Probe = probe
			}
			b, _ := a.Start(cfg)
			waitFor(t, "the server is ready", func() bool { status, _, _ := readiness(t, b); return status == 200 })
			for range 2 {
				conn, err := pool.Conn(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				defer conn.Close()
			}
			unready := 0
			for began := time.Now(); time.Since(began) < 5*time.Second; time.Sleep(100 * time.Millisecond) {
				if status, _, health := readiness(t, b); status != 200 ||
					health != healthpb.HealthCheckResponse_SERVING {
					unready++
				}
			}
			if own != (unready == 0) {
				t.Errorf("it was not ready in %d polls", unready)
			}
		})
	}
}

// TestAFloodDoesNotTouchReadiness floods a server that has a small pool over 16 connections.
func TestAFloodDoesNotTouchReadiness(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	pool, err := postgres.Open(a.DSN, postgres.Options{MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	probe, err := postgres.Open(a.DSN, postgres.Options{MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer probe.Close()
	b, _ := a.Start(services.Config{DB: pool, Probe: probe, Log: slog.New(slog.DiscardHandler)})
	waitFor(t, "the server is ready", func() bool { status, _, _ := readiness(t, b); return status == 200 })
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	var flood sync.WaitGroup
	defer flood.Wait()
	for range 16 {
		flood.Go(func() {
			for ctx.Err() == nil {
				b.REST(t, "admin", "GET /api/v1/users?limit=200&count=true", "", nil)
			}
		})
	}
	for ctx.Err() == nil {
		if status, body, health := readiness(t, b); status != 200 || health != healthpb.HealthCheckResponse_SERVING {
			t.Errorf("/readyz: %d %s, health %s", status, body, health)
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// TestAReadOnlyDatabase makes the database read-only, as an operator or a full disk does. No
// write is accepted, and the server is not ready. Both end without a restart.
func TestAReadOnlyDatabase(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	pool := apitest.Open(t, a.DSN)
	b, _ := a.Start(services.Config{DB: pool, Log: slog.New(slog.DiscardHandler)})
	waitFor(t, "the server is ready", func() bool { status, _, _ := readiness(t, b); return status == 200 })
	set := func(value string) {
		t.Helper()
		// The sessions of the server keep their setting, so they are ended.
		a.Exec(`DO $$ BEGIN
			SET LOCAL transaction_read_only = off;
			EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ` + value + `', current_database());
			PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
		END $$`)
	}
	set("on")
	waitFor(t, "the server is not ready", func() bool {
		status, body, health := readiness(t, b)
		return status == 503 && strings.Contains(body, "the database is read-only") &&
			health == healthpb.HealthCheckResponse_NOT_SERVING
	})
	for _, rpc := range []string{"ClientService/CreateClient", "ClientService/UpdateClient",
		"AssignmentService/UpsertAssignments"} {
		c := callTo(t, rpc)
		r, g := b.REST(t, "admin", c.rest, c.body, nil), b.Call(t, "admin", c.rpc, c.request, nil)
		if r.Status != 503 || r.Code != "unavailable" || g.GRPC != codes.Unavailable || g.Code != "unavailable" {
			t.Errorf("%s: %d %q, %s %q", rpc, r.Status, r.Code, g.GRPC, g.Code)
		}
	}
	// A reporting line is written in a transaction, which must not override the setting.
	if ans := b.REST(t, "admin", "PATCH /api/v1/users/$worker",
		b.Expand(`{"reportsToId": "$boss"}`), nil); ans.Status != 503 {
		t.Errorf("in a transaction: %d %s", ans.Status, ans.Raw)
	}
	if ans := b.REST(t, "admin", "GET /api/v1/users", "", nil); ans.Status != 200 {
		t.Errorf("reading: %d %s", ans.Status, ans.Raw)
	}
	set("off")
	waitFor(t, "the server is ready again", func() bool { status, _, _ := readiness(t, b); return status == 200 })
	c := callTo(t, "ClientService/CreateClient")
	waitFor(t, "writes succeed again", func() bool { return ok(b.REST(t, "admin", c.rest, c.body, nil)) })
}

// TestAServerWithoutRightsIsNotReady has a role that lacks the rights on one table, as after a migration that gave it
// none.
func TestAServerWithoutRightsIsNotReady(t *testing.T) {
	apitest.SkipOnCitus(t, "the servers of the tests own the tables there")
	t.Parallel()
	a := apitest.NewIsolated(t)
	a.Exec(`REVOKE ALL ON sign_in_identities FROM workplan_server`)
	b, _ := a.Start(services.Config{Log: slog.New(slog.DiscardHandler)})
	waitFor(t, "the server says why it is not ready", func() bool {
		status, body, _ := readiness(t, b)
		return status == 503 && strings.Contains(body, "the role of DATABASE_URL may not use the tables")
	})
	a.Exec(`GRANT ALL ON sign_in_identities TO workplan_server`)
	waitFor(t, "the server is ready", func() bool { status, _, _ := readiness(t, b); return status == 200 })
}
