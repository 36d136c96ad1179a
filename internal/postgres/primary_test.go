package postgres_test

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
)

// pair is a primary and its streaming standby, behind a proxy that leads to the primary.
type pair struct {
	primary, standby *cluster.Cluster
	proxy            *proxy
	dsn              string
}

// MustPair starts a pair. name is in a table of one row, which tells the two servers apart after a promotion.
func MustPair(t *testing.T) *pair {
	t.Helper()
	dir, err := os.MkdirTemp("", "workplan-pair-")
	if err == nil {
		err = os.Chmod(dir, 0o755) // for the user of the server, if this one is root
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	start := func(cfg cluster.Config) *cluster.Cluster {
		c, err := cluster.Start(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := c.Stop(); err != nil {
				t.Error(err)
			}
		})
		return c
	}
	p := &pair{primary: start(cluster.Config{DataDir: filepath.Join(dir, "primary")})}
	p.execute(t, p.primary, "CREATE TABLE t (server text)", "INSERT INTO t VALUES ('old')",
		"CREATE ROLE plain LOGIN", "GRANT ALL ON t TO plain") // the role of a server is no superuser
	if err := p.primary.StandbyCopy(t.Context(), filepath.Join(dir, "standby")); err != nil {
		if strings.Contains(err.Error(), "install PostgreSQL") && os.Getenv("CI") == "" {
			t.Skip(err)
		}
		t.Fatal(err)
	}
	p.standby = start(cluster.Config{DataDir: filepath.Join(dir, "standby"), Standby: true})
	p.proxy, p.dsn = MustProxy(t)
	p.proxy.lead(p.primary)
	p.dsn = strings.Replace(p.dsn, "user=postgres", "user=plain", 1)
	return p
}

func (p *pair) execute(t *testing.T, c *cluster.Cluster, statements ...string) {
	t.Helper()
	db := MustOpen(t, c.DSN("postgres"), postgres.Options{MaxConns: 1})
	for _, s := range statements {
		MustExec(t, db, s)
	}
}

// promote makes a primary of the standby. The old primary runs on.
func (p *pair) promote(t *testing.T) {
	t.Helper()
	p.execute(t, p.standby, "SELECT pg_promote()", "UPDATE t SET server = 'new'")
}

// follower is a server of Workplan: a pool for requests, and one whose connection the check of readiness renews.
type follower struct {
	primary     *postgres.Primary
	pool, probe *sql.DB
}

func (p *pair) follower(t *testing.T) follower {
	primary := postgres.NewPrimary(slog.New(slog.DiscardHandler))
	primary.RefusedFor(time.Second)
	return follower{
		primary,
		MustOpen(t, p.dsn, postgres.Options{MaxConns: 3, Primary: primary}),
		MustOpen(t, p.dsn, postgres.Options{MaxConns: 1, Primary: primary, MaxLifetime: 50 * time.Millisecond}),
	}
}

func (f follower) check(ctx context.Context) error {
	conn, err := f.probe.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return f.primary.Check(ctx, conn)
}

// mustBecome waits for a result of the check.
func (f follower) mustBecome(t *testing.T, want error) {
	t.Helper()
	var err error
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if err = f.check(t.Context()); errors.Is(err, want) {
			return
		}
	}
	t.Fatalf("the check returns %v, want %v", err, want)
}

// fill opens all connections of a pool and returns what they read.
func fill(t *testing.T, db *sql.DB, n int) (read []string) {
	t.Helper()
	for range n {
		conn, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		var text string
		if err := conn.QueryRowContext(t.Context(), "SELECT server FROM t").Scan(&text); err != nil {
			t.Fatal(err)
		}
		read = append(read, text)
	}
	return read
}

func TestFailover(t *testing.T) {
	p := MustPair(t)
	f := p.follower(t)
	control := MustOpen(t, p.dsn, postgres.Options{MaxConns: 1})
	f.mustBecome(t, nil)
	fill(t, f.pool, 3)
	fill(t, control, 1)
	running := make(chan error)
	go func() {
		_, err := f.pool.ExecContext(t.Context(), "SELECT pg_sleep(3.5)")
		running <- err
	}()
	time.Sleep(100 * time.Millisecond)

	p.proxy.lead(p.standby)
	f.mustBecome(t, postgres.ErrNotPrimary) // it is still a standby
	if read := strings.Join(fill(t, f.pool, 2), " "); read != "old old" {
		t.Errorf("beside a standby, the pool reads %q", read)
	}
	p.promote(t)
	f.mustBecome(t, nil)
	if read := strings.Join(fill(t, f.pool, 3), " "); read != "new new new" {
		t.Errorf("a server that is ready reads from %s", read)
	}
	if read := fill(t, control, 1)[0]; read != "old" {
		t.Errorf("a pool without a Primary reads from the %s server, so this test proves nothing", read)
	}
	select {
	case err := <-running:
		if !postgres.IsOutcomeUnknown(err) || !postgres.IsUnavailable(err) {
			t.Errorf("a statement on the old server: %v", err)
		}
	case <-time.After(time.Second):
		t.Error("a statement goes on at the old server")
	}

	// The old primary was not stopped, and gets new connections again.
	p.proxy.lead(p.primary)
	f.mustBecome(t, postgres.ErrNotPrimary)
	if err := f.check(t.Context()); !strings.Contains(err.Error(),
		"it has timeline 1, and this process has seen timeline 2") {
		t.Errorf("%v", err)
	}
	if read := strings.Join(fill(t, f.pool, 3), " "); read != "new new new" {
		t.Errorf("connections to the new primary: %s", read)
	}
	f.pool.SetMaxIdleConns(-1) // so that each needs a new connection
	if _, err := f.pool.ExecContext(t.Context(), "INSERT INTO t VALUES ('lost')"); !errors.Is(err,
		postgres.ErrNotPrimary) ||
		!postgres.IsUnavailable(err) || postgres.IsOutcomeUnknown(err) {
		t.Errorf("a write at the old primary: %v", err)
	}
	p.proxy.lead(p.standby)
	f.mustBecome(t, nil)
	MustExec(t, f.pool, "INSERT INTO t VALUES ('kept')")
}
