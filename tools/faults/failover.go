package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/testbed"
)

func init() {
	// The pools of the control keep their connections, whatever the address of the database leads to.
	variants["any-primary"] = func(*settings) {}
	serve := func(ctx context.Context, e *environment, database string) (*process.Server, error) {
		return e.serve(ctx, database)
	}
	anyPrimary := func(ctx context.Context, e *environment, database string) (*process.Server, error) {
		return e.serveWith(ctx, "any-primary", database)
	}
	for _, r := range []struct {
		name, done, holds string
		run               func(context.Context, *environment, server) ([]figure, error)
	}{
		{"failover-readers",
			"Under readers only, a streaming standby is promoted, and a TCP proxy leads new connections to it. " +
				"The old primary runs on, and keeps the connections that it has.",
			"At the latest 7 s later, no server that reports ready reads from the old primary.", failoverReaders},
		{"two-primaries",
			"After a failover, all connections are reset under writers, and the TCP proxy leads to the old primary " +
				"again, which was not stopped. At last it leads to the new one.",
			"No acknowledged write is at the old primary. The server is not ready as long as its address leads there, and " +
				"works again without a restart.", twoPrimaries},
	} {
		add(row{
			name: r.name, done: r.done, holds: r.holds, runs: 1,
			run:         func(ctx context.Context, e *environment) ([]figure, error) { return r.run(ctx, e, serve) },
			controlDone: "connections to any server",
			control: func(ctx context.Context, e *environment) ([]figure, error) {
				return r.run(ctx, e, anyPrimary)
			},
		})
	}
}

// server starts a server whose database has an address.
type server func(ctx context.Context, e *environment, database string) (*process.Server, error)

// noticed is how long a server may take to find out that its address leads to another PostgreSQL: the connection of its
// readiness check is renewed every 5 s.
const noticed = 7 * time.Second

// failover is a server that reaches a primary through a proxy, and a standby of that primary.
type failover struct {
	*environment
	server  *process.Server
	standby *testbed.Cluster
	proxy   *proxy
	leadsTo atomic.Pointer[testbed.Cluster]
}

func (e *environment) failover(ctx context.Context, serve server) (p *failover, err error) {
	p = &failover{environment: e}
	p.leadsTo.Store(e.Postgres)
	dir := filepath.Join(e.Dir, e.database+"-standby")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	if p.standby, err = e.Postgres.Standby(ctx, dir); err != nil {
		return nil, err
	}
	e.atEnd(func() { _ = p.standby.Stop(); _ = os.RemoveAll(dir) })
	if p.proxy, err = newProxyTo(func() (net.Conn, error) {
		return net.Dial("unix", p.leadsTo.Load().Socket())
	}); err != nil {
		return nil, err
	}
	e.atEnd(func() { p.proxy.Close(); p.proxy.Cut() })
	host, port, err := net.SplitHostPort(p.proxy.Address())
	if err != nil {
		return nil, err
	}
	p.server, err = serve(ctx, e, fmt.Sprintf("DATABASE_URL=host=%s port=%s user=postgres dbname=%s sslmode=disable",
		host, port, e.database))
	return p, err
}

// promote promotes the standby and leads new connections to it.
func (p *failover) promote(ctx context.Context) error {
	p.leadsTo.Store(p.standby)
	return p.standby.Execute(ctx, "postgres", "SELECT pg_promote()")
}

// clients returns how many clients of the first organization have a name that begins with prefix.
func (p *failover) clients(ctx context.Context, at *testbed.Cluster, prefix string) (n int, err error) {
	db, err := postgres.Open(at.DSN(p.database), postgres.Options{MaxConns: 1})
	if err != nil {
		return 0, err
	}
	defer db.Close()
	return n, db.QueryRowContext(ctx,
		"SELECT count(*) FROM clients WHERE organization_id = $1 AND company_name LIKE $2",
		p.first.Organization.ID, prefix+"%").Scan(&n)
}

func create(ctx context.Context, c *client, name string) (acknowledged bool) {
	resp, err := c.Call(ctx, http.MethodPost, "/api/v1/clients", object{"companyName": name})
	return err == nil && resp.Status/100 == 2
}

func failoverReaders(ctx context.Context, e *environment, serve server) ([]figure, error) {
	p, err := e.failover(ctx, serve)
	if err != nil {
		return nil, err
	}
	var promoted atomic.Int64 // when a client was created at the new primary, in Unix nanoseconds
	var mu sync.Mutex
	var stale int // reads that missed the client, of a server that was ready
	var last time.Duration
	reading, stop := context.WithCancel(ctx)
	defer stop()
	var readers sync.WaitGroup
	for range 8 {
		c := newClient(p.server.HTTP, e.first.key("admin"))
		e.atEnd(c.Close)
		readers.Go(func() {
			for reading.Err() == nil {
				since := promoted.Load()
				ready := since > 0 && p.server.Ready()
				resp, err := c.Call(reading, http.MethodGet, "/api/v1/clients?limit=200", nil)
				if since > 0 && ready && err == nil && resp.Status == http.StatusOK &&
					!strings.Contains(string(resp.Body), "After the failover") {
					mu.Lock()
					stale, last = stale+1, max(last, time.Since(time.Unix(0, since)))
					mu.Unlock()
				}
				time.Sleep(20 * time.Millisecond)
			}
		})
	}
	time.Sleep(2 * time.Second)
	if err := p.promote(ctx); err != nil {
		return nil, err
	}
	other, err := e.serve(ctx, "DATABASE_URL="+p.standby.DSN(e.database))
	if err != nil {
		return nil, err
	}
	c := newClient(other.HTTP, e.first.key("admin"))
	defer c.Close()
	if !create(ctx, c, "After the failover") {
		return nil, errors.New("the new primary does not accept a write")
	}
	promoted.Store(time.Now().UnixNano())
	time.Sleep(noticed + 3*time.Second)
	stop()
	readers.Wait()
	figures := []figure{count("stale reads of a server that is ready", stale), milliseconds("the last one after", last)}
	if last > noticed {
		return figures, broken("a server that is ready still reads from the old primary after %.1f s", last.Seconds())
	}
	return figures, e.recovered(ctx, []*process.Server{p.server}, longestRecovery)
}

func twoPrimaries(ctx context.Context, e *environment, serve server) ([]figure, error) {
	p, err := e.failover(ctx, serve)
	if err != nil {
		return nil, err
	}
	if err := p.promote(ctx); err != nil {
		return nil, err
	}
	p.proxy.Cut() // all connections are new ones, to the new primary
	if err := e.recovered(ctx, []*process.Server{p.server}, longestRecovery); err != nil {
		return nil, err
	}
	var acknowledged atomic.Int64
	writing, stop := context.WithCancel(ctx)
	defer stop()
	var writers sync.WaitGroup
	for i := range 8 {
		c := newClient(p.server.HTTP, e.first.key("admin"))
		e.atEnd(c.Close)
		writers.Go(func() {
			for n := 0; writing.Err() == nil; n++ {
				if create(ctx, c, fmt.Sprintf("Written %d-%d", i, n)) {
					acknowledged.Add(1)
				}
				time.Sleep(10 * time.Millisecond)
			}
		})
	}
	time.Sleep(2 * time.Second)
	p.leadsTo.Store(e.Postgres)
	p.proxy.Cut()
	time.Sleep(2 * time.Second)
	ready := p.server.Ready()
	time.Sleep(e.span(10*time.Second, 3*time.Second))
	p.leadsTo.Store(p.standby)
	p.proxy.Cut()
	time.Sleep(2 * time.Second)
	stop()
	writers.Wait()
	lost, err := p.clients(ctx, e.Postgres, "Written")
	if err != nil {
		return nil, err
	}
	kept, err := p.clients(ctx, p.standby, "Written")
	if err != nil {
		return nil, err
	}
	figures := []figure{count("acknowledged", int(acknowledged.Load())), count("at the old primary", lost)}
	switch {
	case acknowledged.Load() == 0:
		return figures, errors.New("no write was acknowledged")
	case lost > 0:
		return figures, broken("%d writes are at the old primary, and %d at the new one", lost, kept)
	case ready:
		return figures, broken("a server whose address leads to the old primary is ready")
	case kept < int(acknowledged.Load()):
		return figures, broken("%d writes were acknowledged, and %d are there", acknowledged.Load(), kept)
	}
	// A refused connection is reported for 20 s.
	return figures, e.recovered(ctx, []*process.Server{p.server}, 30*time.Second)
}
