package main

import (
	"context"
	"sync"
	"time"

	"github.com/workplan-api/workplan/internal/process"
)

func init() {
	add(row{
		name:        "postgres-killed",
		done:        "All processes of PostgreSQL are killed with SIGKILL during upserts of two servers, the writers stop, and PostgreSQL starts again.",
		holds:       "No acknowledged row is lost, doubled or written in part, and the servers work again without a restart.",
		runs:        10,
		run:         func(ctx context.Context, e *environment) ([]figure, error) { return killPostgres(ctx, e) },
		controlDone: "synchronous_commit = off",
		controls:    5,
		control: func(ctx context.Context, e *environment) ([]figure, error) {
			if err := e.postgres.execute(ctx, "postgres", "ALTER DATABASE "+e.database+" SET synchronous_commit = off"); err != nil {
				return nil, err
			}
			return killPostgres(ctx, e)
		},
	})
}

// killPostgres kills PostgreSQL while 16 writers write. They stop at the crash: later writes would hide a loss.
func killPostgres(ctx context.Context, e *environment) ([]figure, error) {
	servers, err := e.replicas(ctx, 2)
	if err != nil {
		return nil, err
	}
	db, err := e.pool()
	if err != nil {
		return nil, err
	}
	l := newLedger(e.first)
	writers := l.start(ctx, servers, 16, 20)
	time.Sleep(e.span(3*time.Second, time.Second))
	killed := e.postgres.kill()
	writers.stop()
	if killed != nil {
		return nil, killed
	}
	if err := e.postgres.start(ctx); err != nil {
		return nil, err
	}
	figures, err := l.check(ctx, db)
	if err != nil {
		return figures, err
	}
	return figures, e.recovered(ctx, servers, 10*time.Second)
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

// recovered waits until each server writes again, without a restart.
func (e *environment) recovered(ctx context.Context, servers []*process.Server, within time.Duration) error {
	deadline := time.Now().Add(within)
	for _, s := range servers {
		c := newClient(s.HTTP, e.second.key("admin"))
		defer c.close()
		for {
			resp, err := c.upsert(ctx, e.second.items(0, 1, 1))
			if err == nil && resp.status == 200 && s.Ready() {
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

// stop ends the writers. A request without a response is of unknown outcome.
func (w *writers) stop() {
	w.cancel()
	w.running.Wait()
}
