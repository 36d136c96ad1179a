package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/workplan-api/workplan/internal/wait"
)

// scenario is what is done to the servers and to PostgreSQL during a history.
type scenario struct {
	name, done string
	servers    int
	behind     bool // proxies are between clients, servers and PostgreSQL
	pooled     bool // a connection pooler is between servers and PostgreSQL
	// harm does it, again and again until ctx ends, and returns how often.
	harm func(ctx context.Context, in *installation, random *rand.Rand) (int, error)
	// during does it instead of harm, as often as kills says, and ends the history.
	during func(ctx context.Context, r *run, random *rand.Rand, kills int) error
	moves  bool // to another installation
	closes bool // all calls are about settled days
	// proposes means that all calls are about proposals.
	proposes bool
	citus    bool // on the cluster of citustest.Variable
	direct   bool // servers use the coordinator, and read from the workers; else they use all nodes
}

// every calls harm after a random time of about d, until ctx ends. Harm that has begun is finished.
func every(d time.Duration, harm func(context.Context, *installation) error) func(context.Context, *installation,
	*rand.Rand) (int, error) {
	return func(ctx context.Context, in *installation, random *rand.Rand) (n int, err error) {
		for ; err == nil; n++ {
			select {
			case <-ctx.Done():
				return n, nil
			case <-time.After(d/2 + time.Duration(random.Int64N(int64(d)))):
			}
			err = harm(context.WithoutCancel(ctx), in)
		}
		return n, err
	}
}

// killAny kills one of two servers, or PostgreSQL.
func killAny(ctx context.Context, in *installation) error {
	if at := rand.IntN(4); at < 2 {
		return in.killServer(ctx, at)
	}
	return in.killPostgres(ctx)
}

var scenarios = []scenario{
	{name: "nothing", done: "nothing", servers: 1},
	{name: "two-servers", done: "two servers on one database", servers: 2},
	{
		name: "server-killed", done: "SIGKILL to the server, and another one in its place", servers: 1,
		harm: every(time.Second, func(ctx context.Context, in *installation) error { return in.killServer(ctx, 0) }),
	},
	{
		name: "postgres-killed", done: "SIGKILL to all processes of PostgreSQL, which then starts again; two servers", servers: 2,
		harm: every(time.Second, func(ctx context.Context, in *installation) error { return in.killPostgres(ctx) }),
	},
	{
		name: settled, done: "two servers, and all calls are about settled days", servers: 2, closes: true,
	},
	{
		name: settledKilled, servers: 2, closes: true,
		done: "the same, and SIGKILL to one of the servers or to all processes of PostgreSQL",
		harm: every(time.Second, killAny),
	},
	{
		name: proposed, done: "two servers, and all calls are about proposals", servers: 2, proposes: true,
	},
	{
		name: proposedKilled, servers: 2, proposes: true,
		done: "the same, and SIGKILL to one of the servers or to all processes of PostgreSQL",
		harm: every(time.Second, killAny),
	},
	{
		name: "rolling-restart", done: "two servers, of which another one replaces each in turn, with SIGTERM", servers: 2,
		harm: every(700*time.Millisecond,
			func(ctx context.Context, in *installation) error { return in.replace(ctx, rand.IntN(2)) }),
	},
	{
		name: "connections-reset", done: "the connections of clients and of PostgreSQL are reset in turns", servers: 1, behind: true,
		harm: every(300*time.Millisecond, func(_ context.Context, in *installation) error {
			for _, p := range append(in.front, in.backDoor) {
				if rand.IntN(2) == 0 {
					p.Cut()
				}
			}
			return nil
		}),
	},
	{
		name: "pooler", servers: 2, pooled: true,
		done: "two servers with PgBouncer in the mode transaction, which gets SIGKILL and starts again, " +
			"or whose sessions of PostgreSQL are ended",
		harm: every(700*time.Millisecond, breakPool),
	},
	{
		name: "worker-hung", servers: 2, citus: true, direct: true,
		done: "two servers on Citus, whose worker with the organization gets SIGSTOP, and SIGCONT 3 to 8 s later",
		harm: every(2*time.Second, hang),
	},
	{
		name: moved, done: "the organization moves to another installation, with SIGKILL to the command", servers: 1,
		during: moving, moves: true,
	},
	{
		name: placed, done: "the organization moves to another worker of Citus and back, with SIGKILL to the command", servers: 2,
		during: placing, citus: true,
	},
}

const (
	moved, placed            = "moved", "placed"
	settled, settledKilled   = "settled", "settled-killed"
	proposed, proposedKilled = "proposals", "proposals-killed"
)

// outcome are the figures of histories.
type outcome struct {
	histories, operations, unknown, skewed, undecided, faults, events, failures, again int
	took                                                                               time.Duration
	moves                                                                              []figures
	placements                                                                         []placement
	settled, proposed                                                                  callFigures
}

func (o *outcome) add(other outcome) {
	o.histories += other.histories
	o.operations += other.operations
	o.unknown += other.unknown
	o.skewed += other.skewed
	o.undecided += other.undecided
	o.faults += other.faults
	o.events += other.events
	o.failures += other.failures
	o.again += other.again
	o.took += other.took
	o.moves = append(o.moves, other.moves...)
	o.placements = append(o.placements, other.placements...)
	o.settled.add(other.settled)
	o.proposed.add(other.proposed)
}

func (o outcome) String() string {
	return fmt.Sprintf("%d operations, %d of unknown outcome, %d parts with skew, %d undecided, %d faults, %d events followed, "+
		"%d failures of the receiver, %d events again",
		o.operations, o.unknown, o.skewed, o.undecided, o.faults, o.events, o.failures, o.again)
}

// settings are what all histories have in common.
type settings struct {
	clients int
	lasts   time.Duration // how long clients make calls
	rows    int           // of hours, that the organization has before it moves
	kills   int           // of the command that moves it
	keep    string        // where failed histories are kept, or ""
}

// make makes history number n of an installation and checks it.
func (s scenario) make(ctx context.Context, in *installation, set settings, n int, seed uint64) (done outcome,
	err error) {
	began := time.Now()
	r := &run{moved: &figures{}, installation: in, history: newHistory(fmt.Sprintf("%s-%d-seed-%d", s.name, n, seed)),
		number: n, closes: s.closes, proposes: s.proposes}
	if r.moved.rows = int64(set.rows); set.rows > 0 {
		if err := in.addRows(ctx, set.rows); err != nil {
			return done, err
		}
	}
	observer := r.newWorker(set.clients, seed)
	defer observer.close()
	if err := observer.prepare(ctx); err != nil {
		return done, err
	}
	to, err := observer.receive(ctx)
	if err != nil {
		return done, err
	}
	defer to.Close()

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	until := time.Now().Add(set.lasts)
	if s.during != nil {
		until = time.Now().Add(time.Hour) // until it has ended
	}
	var working, following sync.WaitGroup
	for c := range set.clients {
		working.Go(func() { cancelIf(cancel, r.newWorker(c, seed).work(ctx, until)) })
	}
	var end atomic.Int64
	end.Store(-1)
	p := &replica{name: r.Name + ": follower"}
	after := time.Duration(observer.random.Int64N(int64(set.lasts / 2))) // so it begins at a random number
	following.Go(func() {
		w := r.newWorker(set.clients+1, seed)
		defer w.close()
		_ = wait.For(ctx, after)
		cancelIf(cancel, w.follow(ctx, p, end.Load))
	})
	harming, stop := context.WithDeadline(ctx, until)
	defer stop()
	hurrying, calm := context.WithCancel(ctx)
	defer calm()
	following.Go(func() {
		for ; hurrying.Err() == nil; _ = wait.For(hurrying, 200*time.Millisecond) {
			in.hurry(hurrying)
		}
	})
	if s.harm != nil {
		done.faults, err = s.harm(harming, in, rand.New(rand.NewPCG(seed, 1)))
		cancelIf(cancel, err)
	}
	if s.during != nil {
		cancelIf(cancel, s.during(ctx, r, rand.New(rand.NewPCG(seed, 1)), set.kills))
		r.over.Store(true)
	}
	working.Wait()
	if err = r.finish(ctx, observer, to, &end); err != nil {
		cancel(err)
	}
	calm()
	following.Wait()
	if err == nil {
		err = r.compare(ctx, observer, to, p)
	}
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	done.histories = 1
	if s.moves {
		done.moves, done.faults = []figures{*r.moved}, r.moved.kills
	}
	for _, p := range r.placed {
		done.placements, done.faults = append(done.placements, *p), done.faults+p.kills
	}
	done.operations, done.unknown = r.tally()
	done.events, done.failures, done.again = p.applied+to.replica.applied, to.failures, to.again
	if err == nil || isBroken(err) {
		err = errors.Join(err, r.check(set.keep))
	}
	done.settled, done.proposed = r.settled, r.proposed
	done.skewed, done.undecided, done.took = r.skewed, r.undecided, time.Since(began)
	return done, err
}

func cancelIf(cancel context.CancelCauseFunc, err error) {
	if err != nil {
		cancel(err)
	}
}

// finish reads everything once more after the clients, and waits until the journal is at rest and the receiver has it.
// The number of the last event is stored in end.
func (r *run) finish(ctx context.Context, w *worker, to *receiver, end *atomic.Int64) error {
	if err := w.readAll(ctx); err != nil {
		return err
	}
	last := int64(-1)
	// what was in flight ends
	for deadline := time.Now().Add(20 * time.Second); ; _ = wait.For(ctx, 400*time.Millisecond) {
		head, err := w.head(ctx)
		if err != nil {
			return err
		}
		if head == last {
			break
		}
		if last = head; time.Now().After(deadline) {
			return broken("%s: the journal grows 20 s after the last call", r.Name)
		}
	}
	end.Store(last)
	if err := r.endLeases(ctx); err != nil {
		return err
	}
	for deadline := time.Now().Add(30 * time.Second); ; _ = wait.For(ctx, 20*time.Millisecond) {
		switch has, err := to.has(last); {
		case err != nil || has || ctx.Err() != nil:
			return errors.Join(err, ctx.Err())
		case time.Now().After(deadline):
			return broken("%s has event %d and not %d after 30 s", to.replica.name, to.replica.seq, last)
		}
	}
}

// compare compares the replicas with the tables.
func (r *run) compare(ctx context.Context, w *worker, to *receiver, p *replica) error {
	tables, err := w.readTables(ctx)
	if err != nil {
		return err
	}
	if err := errors.Join(p.equals(tables), to.replica.equals(tables)); err != nil {
		return err
	}
	a := w.call(ctx, w.any(w.random), request{method: "DELETE", path: "/api/v1/webhooks/" + to.id}, false)
	if a.status != ok {
		return fmt.Errorf("the webhook was not deleted: status %d: %.300s", a.status, a.body)
	}
	return nil
}
