package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/workplan-api/workplan/test/citustest"
	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/testbed"
)

func init() {
	manyConns := func(context.Context, *distributed) ([]string, error) { return []string{"DB_MAX_CONNS=64"}, nil }
	for _, fault := range []struct {
		name, done  string
		harm        func(*testbed.Worker) error
		controlDone string
		control     configure
	}{
		{
			"citus-worker-killed", "All processes of a worker of Citus get SIGKILL", (*testbed.Worker).Kill,
			"the server does not know that it runs on Citus, and writes an event in the statement of its write",
			hideCitus,
		},
		{
			"citus-worker-hung", "All processes of a worker of Citus get SIGSTOP", (*testbed.Worker).Freeze,
			"the default number of connections",
			func(context.Context, *distributed) ([]string, error) { return nil, nil },
		},
	} {
		trial := func(set configure) trial {
			return func(ctx context.Context, e *environment) ([]figure, error) {
				return loseWorker(ctx, e, fault.harm, set)
			}
		}
		add(row{
			named: true,
			timed: true,
			name:  fault.name,
			done: fault.done + fmt.Sprintf(" for 30 s, and then it works again. Each worker has %d organizations "+
				"with three callers each, of which one writes.",
				organizationsPerWorker),
			holds: "The organizations of the other worker get only 200, with a p99 of at most twice that " +
				"before. No acknowledged write of any organization is lost or doubled, no transaction is prepared, " +
				"and within 15 s all organizations work again.",
			run:         trial(manyConns),
			controlDone: fault.controlDone,
			control:     trial(fault.control),
		})
	}
}

// configure returns the variables of the server of a trial.
type configure func(context.Context, *distributed) (env []string, err error)

// hideCitus puts a view in front of the catalog in which the server looks for Citus. Only new connections still see it
// there, when they choose how statements are planned, because otherwise no statement works.
func hideCitus(ctx context.Context, d *distributed) (env []string, err error) {
	err = d.nodes[0].In(d.name, func(db *sql.DB) error {
		_, err := db.ExecContext(ctx, `SET citus.enable_ddl_propagation = off; CREATE SCHEMA hidden;
			CREATE VIEW hidden.pg_extension AS
				SELECT * FROM pg_catalog.pg_extension WHERE current_query() LIKE '%plan_cache_mode%'`)
		return err
	})
	return []string{
		"DB_MAX_CONNS=64", "DATABASE_URL=" + d.dsn() + " options='-c search_path=hidden,pg_catalog,public'",
	}, err
}

// organizationsPerWorker is how many organizations have callers on each worker.
const organizationsPerWorker = 4

// distributed is a database on the cluster of citustest.Variable.
type distributed struct {
	nodes []citustest.Node
	name  string
	// lost and kept are the organizations of the worker that breaks, and of another one.
	lost, kept []*organization
	worker     *testbed.Worker
}

// distribute makes a distributed database with organizations on two workers. It is dropped at the end of the run.
func (e *environment) distribute(ctx context.Context) (_ *distributed, err error) {
	d := &distributed{name: fmt.Sprintf("workplan_faults_%d_%s", os.Getpid(), e.database)}
	if d.nodes, err = citustest.Nodes(ctx); err != nil {
		return nil, err
	}
	if len(d.nodes) < 3 {
		return nil, errors.New("the cluster has only one worker")
	}
	e.atEnd(func() {
		if err := citustest.DropDatabase(context.Background(), d.nodes, d.name); err != nil {
			log.Printf("cannot drop %s: %v", d.name, err)
		}
	})
	if err := citustest.CreateDatabase(ctx, d.nodes, d.name); err != nil {
		return nil, err
	}
	if _, err := process.Output(ctx, e.Workplan, "migrate", "--distribute", "--database-url="+d.dsn()); err != nil {
		return nil, err
	}
	if d.worker, err = testbed.FindWorker(ctx, d.nodes[1]); err != nil {
		return nil, err
	}
	e.atEnd(func() {
		if err := d.worker.Restore(context.Background()); err != nil {
			log.Printf("cannot restore the worker: %v", err)
		}
	})
	for n := 0; len(d.lost) < organizationsPerWorker || len(d.kept) < organizationsPerWorker; n++ {
		o, err := e.load(ctx, e.Workplan, d.dsn(), fmt.Sprint("Organization", n))
		if err != nil {
			return nil, err
		}
		at, err := d.at(ctx, o)
		if err != nil {
			return nil, err
		}
		list := &d.kept
		if at == net.JoinHostPort(d.nodes[1].Host, fmt.Sprint(d.nodes[1].Port)) {
			list = &d.lost
		}
		if len(*list) < organizationsPerWorker {
			*list = append(*list, o)
		}
	}
	return d, nil
}

// dsn is the address on the coordinator.
func (d *distributed) dsn() string { return d.nodes[0].DSN(d.name) }

// at returns the address of the worker that has an organization.
func (d *distributed) at(ctx context.Context, o *organization) (address string, err error) {
	err = d.nodes[0].In(d.name, func(db *sql.DB) error {
		return db.QueryRowContext(ctx, `SELECT nodename || ':' || nodeport FROM citus_shards
			WHERE shardid = get_shard_id_for_distribution_column('organizations', $1::uuid)`,
			o.Organization.ID).Scan(&address)
	})
	return address, err
}

// loseWorker breaks a worker under the requests of all organizations.
func loseWorker(
	ctx context.Context, e *environment, harm func(*testbed.Worker) error, set configure,
) ([]figure, error) {
	d, err := e.distribute(ctx)
	if err != nil {
		return nil, err
	}
	env, err := set(ctx, d)
	if err != nil {
		return nil, err
	}
	s, err := e.serve(ctx, append([]string{"DATABASE_URL=" + d.dsn()}, env...)...)
	if err != nil {
		return nil, err
	}
	w := newTenants(ctx, s, append(d.lost[:len(d.lost):len(d.lost)], d.kept...))
	defer w.stop()
	kept := func(span time.Duration) seen { return w.during(d.kept, span) }
	kept(3 * time.Second) // warms up
	before := kept(e.span(20*time.Second, 8*time.Second))
	if err := harm(d.worker); err != nil {
		return nil, err
	}
	w.during(d.lost, 0)
	meanwhile := kept(e.span(30*time.Second, 15*time.Second))
	lost := w.during(d.lost, 0)
	if err := d.worker.Restore(ctx); err != nil {
		return nil, err
	}
	restored := time.Now()
	recovered := w.recovered(ctx, d.lost, 15*time.Second)
	recovery := time.Since(restored)
	w.stop()

	figures := []figure{
		milliseconds("p99 before", before.p99()), milliseconds("p99 meanwhile", meanwhile.p99()),
		count("requests meanwhile", len(meanwhile.latencies)), count("without 200", meanwhile.not(http.StatusOK)),
		count("requests of the lost organizations", len(lost.latencies)),
		count("with 200", lost.statuses[http.StatusOK]), milliseconds("longest of these", lost.longest()),
		milliseconds("works after", recovery),
	}
	written, err := w.check(ctx, d)
	figures = append(figures, written...)
	switch {
	case err != nil:
		return figures, err
	case lost.not(http.StatusOK) == 0:
		return figures, errors.New("no request was hit")
	case before.not(http.StatusOK) > 0:
		return figures, fmt.Errorf("before the fault, requests got %s", before)
	case meanwhile.not(http.StatusOK) > 0:
		return figures, broken("the organizations of the other worker got %s", meanwhile)
	case meanwhile.p99() > 2*before.p99():
		return figures, broken("the p99 of the other worker rose from %s to %s", before.p99(), meanwhile.p99())
	}
	return figures, recovered
}

// tenants are three callers for each of several organizations: two read lists, and one writes batches of 10 rows. Each
// sends its next request 50 ms after the response.
type tenants struct {
	cancel  context.CancelFunc
	running sync.WaitGroup
	ledgers []*ledger

	mu   sync.Mutex
	seen map[*organization]*seen
}

func newTenants(ctx context.Context, s *process.Server, organizations []*organization) *tenants {
	ctx, cancel := context.WithCancel(ctx)
	w := &tenants{cancel: cancel, seen: map[*organization]*seen{}}
	for _, o := range organizations {
		w.seen[o] = &seen{statuses: map[int]int{}}
		l := newLedger(o)
		l.pause = 50 * time.Millisecond
		l.note = func(began time.Time, status int) { w.note(o, began, status) }
		w.ledgers = append(w.ledgers, l)
		w.running.Go(func() { l.write(ctx, []string{s.HTTP}, 0, 10) })
		for _, caller := range []string{"manager", "member"} {
			w.running.Go(func() {
				c := newClient(s.HTTP, o.key(caller))
				defer c.Close()
				for ; ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
					began, status := time.Now(), 0
					if resp, err := c.Call(context.WithoutCancel(ctx), http.MethodGet,
						"/api/v1/assignments?limit=50", nil); err == nil {
						status = resp.Status
					}
					w.note(o, began, status)
				}
			})
		}
	}
	return w
}

func (w *tenants) note(o *organization, began time.Time, status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.seen[o]
	s.latencies = append(s.latencies, time.Since(began))
	s.statuses[status]++
}

// during waits, and returns what the organizations have seen since the last call.
func (w *tenants) during(organizations []*organization, span time.Duration) (all seen) {
	take := func() (all seen) {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, o := range organizations {
			all.add(*w.seen[o])
			w.seen[o] = &seen{statuses: map[int]int{}}
		}
		return all
	}
	if span > 0 {
		take()
		time.Sleep(span)
	}
	return take()
}

// recovered waits until the organizations get nothing but 200 for a second.
func (w *tenants) recovered(ctx context.Context, organizations []*organization, within time.Duration) error {
	for deadline := time.Now().Add(within); ctx.Err() == nil; {
		s := w.during(organizations, time.Second)
		if len(s.latencies) > 0 && s.not(http.StatusOK) == 0 {
			return nil
		}
		if time.Now().After(deadline) {
			return broken("after %s, the organizations still get %s", within, s)
		}
	}
	return ctx.Err()
}

func (w *tenants) stop() {
	w.cancel()
	w.running.Wait()
}

// check compares the rows of all organizations with what was acknowledged, and looks for prepared transactions: the
// writes of an organization commit on one worker, so there is nothing to prepare.
func (w *tenants) check(ctx context.Context, d *distributed) (figures []figure, err error) {
	err = d.nodes[0].In(d.name, func(db *sql.DB) (err error) {
		for _, l := range w.ledgers {
			more, checked := l.check(ctx, db)
			figures, err = merge(figures, more), errors.Join(err, checked)
		}
		return err
	})
	prepared := 0
	for _, n := range d.nodes {
		err = errors.Join(err, n.In(d.name, func(db *sql.DB) error {
			var count int
			err := db.QueryRowContext(ctx,
				`SELECT count(*) FROM pg_prepared_xacts WHERE database = $1`, d.name).Scan(&count)
			prepared += count
			return err
		}))
	}
	if figures = append(figures, count("transactions prepared", prepared)); err == nil && prepared > 0 {
		err = broken("%d transactions are prepared", prepared)
	}
	return figures, err
}
