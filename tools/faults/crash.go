package main

import (
	"context"
	"sync"
	"syscall"
	"time"

	"github.com/workplan-api/workplan/test/process"
)

func init() {
	const keepsAll = "No acknowledged row is lost, doubled or written in part, and both servers write again within " +
		"10 s of PostgreSQL, without a restart."
	crash := func(name, done string, fault func(context.Context, *environment) error) row {
		run := func(ctx context.Context, e *environment) ([]figure, error) { return crashPostgres(ctx, e, fault) }
		return row{
			name: name, done: done, holds: keepsAll, runs: 10, run: run,
			controlDone: "synchronous_commit = off and the WAL writer stopped", controls: 1,
			control: func(ctx context.Context, e *environment) ([]figure, error) {
				// Without its WAL writer, PostgreSQL writes a commit to disk only if the commit waits for it.
				if err := e.Postgres.Execute(ctx, "postgres",
					"ALTER DATABASE "+e.database+" SET synchronous_commit = off"); err != nil {
					return nil, err
				}
				if err := e.Postgres.StopWALWriter(); err != nil {
					return nil, err
				}
				return run(ctx, e)
			},
		}
	}
	add(
		crash("postgres-killed",
			"SIGKILL to all processes of PostgreSQL during upserts over two servers; then it starts again.",
			func(ctx context.Context, e *environment) error {
				if err := e.Postgres.Kill(); err != nil {
					return err
				}
				return e.Postgres.Start(ctx)
			}),
		crash("postgres-backend-killed",
			"SIGKILL to one backend of PostgreSQL during upserts over two servers; PostgreSQL recovers by itself.",
			func(_ context.Context, e *environment) error { return e.Postgres.KillBackend(e.database) }),
		crash("postgres-immediate",
			"Immediate shutdown of PostgreSQL during upserts over two servers; then it starts again.",
			func(ctx context.Context, e *environment) error {
				if err := e.Postgres.StopWith(syscall.SIGQUIT); err != nil {
					return err
				}
				return e.Postgres.Start(ctx)
			}),
		row{
			name: "connections-cut", runs: 3,
			done:  "All connections between two servers and PostgreSQL are reset five times a second during upserts.",
			holds: keepsAll,
			run: func(ctx context.Context, e *environment) ([]figure, error) {
				return cutConnections(ctx, e, newLedger(e.first))
			},
			controlDone: "each batch in two requests, so without one transaction", controls: 3,
			control: func(ctx context.Context, e *environment) ([]figure, error) {
				return cutConnections(ctx, e, newHalves(e.first))
			},
		},
		row{
			name: "server-killed", runs: 20,
			done: "SIGKILL to one of two servers during upserts over both.",
			holds: "No acknowledged row is lost, doubled or written in part; a neighbour on the other " +
				"server gets no response but 200.",
			run: func(ctx context.Context, e *environment) ([]figure, error) {
				return killServer(ctx, e, newLedger(e.first))
			},
			controlDone: "each batch in two requests, so without one transaction", controls: 5,
			control: func(ctx context.Context, e *environment) ([]figure, error) {
				return killServer(ctx, e, newHalves(e.first))
			},
		},
	)
}

// crashPostgres harms PostgreSQL while 16 writers write. They stop at the crash: later writes would hide a loss.
func crashPostgres(
	ctx context.Context, e *environment, fault func(context.Context, *environment) error,
) ([]figure, error) {
	servers, err := e.replicas(ctx, 2)
	if err != nil {
		return nil, err
	}
	l := newLedger(e.first)
	writers := l.start(ctx, servers, 16, 20)
	time.Sleep(e.span(3*time.Second, time.Second))
	writers.stopAfter(e.span(20*time.Millisecond, 20*time.Millisecond))
	failed := fault(ctx, e)
	writers.stop()
	if failed != nil {
		return nil, failed
	}
	return e.verify(ctx, l, servers)
}

func cutConnections(ctx context.Context, e *environment, l *ledger) ([]figure, error) {
	p, servers, err := e.replicasBehindProxy(ctx)
	if err != nil {
		return nil, err
	}
	writers := l.start(ctx, servers, 16, 20)
	for until := time.Now().Add(e.span(time.Minute, 3*time.Second)); time.Now().Before(until); {
		time.Sleep(200 * time.Millisecond)
		p.Cut()
	}
	writers.stop()
	return e.verify(ctx, l, servers)
}

func killServer(ctx context.Context, e *environment, l *ledger) ([]figure, error) {
	servers, err := e.replicas(ctx, 2)
	if err != nil {
		return nil, err
	}
	neighbour := newNeighbour(ctx, servers[1].HTTP, e.second)
	writers := l.start(ctx, servers, 16, 20)
	time.Sleep(e.span(2*time.Second, time.Second))
	servers[0].Kill()
	time.Sleep(500 * time.Millisecond)
	writers.stop()
	seen := neighbour.stop()
	figures, err := e.verify(ctx, l, servers[1:])
	if err == nil && seen.not(200) > 0 {
		err = broken("the neighbour on the other server got %s", seen)
	}
	return append(figures, count("requests of the neighbour", len(seen.latencies))), err
}

// verify waits until PostgreSQL has recovered and then until the servers write again, and compares the rows with the
// ledger.
func (e *environment) verify(ctx context.Context, l *ledger, servers []*process.Server) ([]figure, error) {
	if err := e.Postgres.Accepts(ctx); err != nil {
		return nil, err
	}
	started := time.Now()
	recovered := e.recovered(ctx, servers, 10*time.Second)
	figures := []figure{milliseconds("writes again after", time.Since(started))}
	db, err := e.pool()
	if err != nil {
		return nil, err
	}
	found, err := l.check(ctx, db)
	if err == nil {
		err = recovered
	}
	return append(found, figures...), err
}

// replicas starts servers on the same database.
func (e *environment) replicas(ctx context.Context, n int, env ...string) (servers []*process.Server, err error) {
	for range n {
		s, err := e.serve(ctx, env...)
		if err != nil {
			return nil, err
		}
		servers = append(servers, s)
	}
	return servers, nil
}

// replicasBehindProxy starts two servers with a proxy between them and PostgreSQL.
func (e *environment) replicasBehindProxy(ctx context.Context) (*proxy, []*process.Server, error) {
	p, env, err := e.databaseProxy()
	if err != nil {
		return nil, nil, err
	}
	servers, err := e.replicas(ctx, 2, env)
	return p, servers, err
}

// recovered waits until each server writes again, without a restart.
func (e *environment) recovered(ctx context.Context, servers []*process.Server, within time.Duration) error {
	deadline := time.Now().Add(within)
	for _, s := range servers {
		c := newClient(s.HTTP, e.second.key("admin"))
		defer c.Close()
		for {
			resp, err := c.Upsert(ctx, e.second.items(0, 1, 1))
			if err == nil && resp.Status == 200 && s.Ready() {
				break
			}
			if time.Now().After(deadline) {
				return broken("a server does not work again within %s", within)
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	return nil
}

// writers are running writers of a ledger.
type writers struct {
	cancel  context.CancelFunc
	running sync.WaitGroup
}

// start starts n writers of batches of size rows, each on all servers in turn.
func (l *ledger) start(ctx context.Context, servers []*process.Server, n, size int) *writers {
	ctx, cancel := context.WithCancel(ctx)
	w := &writers{cancel: cancel}
	var addrs []string
	for _, s := range servers {
		addrs = append(addrs, s.HTTP)
	}
	for i := range n {
		w.running.Go(func() { l.write(ctx, addrs, i, size) })
	}
	return w
}

// stopAfter begins to end the writers after a time.
func (w *writers) stopAfter(d time.Duration) { time.AfterFunc(d, w.cancel) }

// stop ends the writers. A request without a response is of unknown outcome.
func (w *writers) stop() {
	w.cancel()
	w.running.Wait()
}
