package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/internal/postgres/citus"
	"github.com/workplan-api/workplan/internal/wait"
	"github.com/workplan-api/workplan/test/citustest"
	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/testbed"
)

// A placement takes the organization of a history to another worker of Citus, while the clients work, and then back.
// The command is killed at random moments and started again. What it has begun goes on in the database, or is cut off
// there.
const (
	killsOfPlacement = 4
	// A kill comes at a random moment until about the end.
	untilPlaced = 12 * time.Second
	// watchedAlone is for how long requests are measured before.
	watchedAlone = 5 * time.Second
)

// placement are the figures of one way.
type placement struct {
	rows       int64
	divided    bool // the organization had no shard of its own
	kills, cut int  // cut: what the command had begun was ended in the database too
	took       time.Duration
	own, other watched // the organization, and another one that was in the same shard
}

// watched are the requests of a client that writes one row after the other.
type watched struct {
	requests, refused int
	again             int // refused although it has waited as Retry-After says
	longest, alone    time.Duration
}

// distribute makes an installation whose database is distributed over the nodes of the cluster of citustest.Variable.
// Its servers use the nodes in turns, unless the scenario is direct.
func (l *laboratory) distribute(
	ctx context.Context, s scenario, program string, env ...string,
) (_ *installation, err error) {
	own := *l // its organization is another one
	own.organization = &organization{}
	l.databases++
	in := &installation{
		laboratory: &own, program: program,
		database: fmt.Sprintf("workplan_histories_%d_%d", os.Getpid(), l.databases),
	}
	if in.nodes, err = citustest.Nodes(ctx); err != nil {
		return nil, err
	}
	if len(in.nodes) < 3 {
		return nil, errors.New("the cluster has only one worker")
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, in.close())
		}
	}()
	if err := citustest.CreateDatabase(ctx, in.nodes, in.database); err != nil {
		return nil, err
	}
	for _, n := range in.nodes {
		in.dsns = append(in.dsns, n.DSN(in.database))
		// The workers do not get the limit of the coordinator, as docs/operate/citus.md says. With few shards,
		// organizations share one.
		if err := n.In("postgres", func(db *sql.DB) error {
			_, err := db.ExecContext(ctx, fmt.Sprintf("ALTER DATABASE %s SET lock_timeout = '1200ms'", in.database))
			if err == nil {
				_, err = db.ExecContext(ctx, fmt.Sprintf("ALTER DATABASE %s SET citus.shard_count = 4", in.database))
			}
			return err
		}); err != nil {
			return nil, err
		}
	}
	if _, err := process.Output(ctx, program, "migrate", "--distribute", "--database-url="+in.dsn()); err != nil {
		return nil, err
	}
	if err := in.Import(ctx, program, in.dsn(), documentOf(), own.organization); err != nil {
		return nil, err
	}
	if s.direct {
		in.dsns, env = in.dsns[:1], append(env, "DB_DIRECT_READS=true")
	}
	return in, in.begin(ctx, s, append(env, "DB_MAX_CONNS=64")...)
}

// hang stops the worker that has the organization for some seconds.
func hang(ctx context.Context, in *installation) error {
	at, err := in.find(ctx, in.laboratory.organization.Organization.ID)
	if err != nil {
		return err
	}
	home := slices.IndexFunc(in.nodes, func(n citustest.Node) bool { return isOn(at, n) })
	if home < 0 {
		return fmt.Errorf("the organization is on %+v, which is no node of the cluster", at.Node)
	}
	worker, err := testbed.FindWorker(ctx, in.nodes[home])
	if err != nil {
		return err
	}
	err = worker.Freeze()
	if err == nil {
		err = wait.For(ctx, 3*time.Second+rand.N(5*time.Second))
	}
	return errors.Join(err, worker.Restore(ctx))
}

func isOn(at citus.Placement, n citustest.Node) bool {
	return at.Node.Host == n.Host && at.Node.Port == int(n.Port)
}

// find returns where an organization is.
func (in *installation) find(ctx context.Context, id string) (citus.Placement, error) {
	return citus.Find(ctx, in.db, uuid.MustParse(id))
}

// addBeside imports organizations until one is in the shard of another one.
func (in *installation) addBeside(ctx context.Context, id string) (neighbour, error) {
	at, err := in.find(ctx, id)
	for n := 1; err == nil; n++ {
		var added neighbour
		var place citus.Placement
		if added, err = in.addNeighbour(ctx, fmt.Sprint("Neighbour ", n)); err == nil {
			place, err = in.find(ctx, added.id)
		}
		if err == nil && place.Shard == at.Shard {
			return added, nil
		}
	}
	return neighbour{}, err
}

// watch writes until ctx ends. A request may be refused with Retry-After, and nothing else.
func (r *run) watch(ctx context.Context, n neighbour, seen *watched) error {
	random := rand.New(rand.NewPCG(1, 2))
	clients := map[string]*testbed.Client{}
	refused := false
	for i := 0; ctx.Err() == nil; i++ {
		to := r.any(random).http
		if clients[to] == nil {
			clients[to] = testbed.NewClient(to, n.key)
			defer clients[to].Close()
		}
		day := time.Date(2190, 1, 1+i%300, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		began := time.Now()
		resp, err := clients[to].Upsert(ctx,
			[]row{{UserID: n.user, ProjectID: n.project, Date: day, Hours: float64(i % 9)}})
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return broken("a request of organization %s failed: %v", n.id, err)
		}
		seen.requests++
		seen.longest = max(seen.longest, time.Since(began))
		pause := probeEvery
		if resp.Status != ok {
			seconds, err := strconv.Atoi(resp.Header.Get("Retry-After"))
			if err != nil || resp.Status != http.StatusServiceUnavailable {
				return broken("a request of organization %s has status %d: %.300s", n.id, resp.Status, resp.Body)
			}
			if seen.refused++; refused {
				seen.again++
			}
			pause = time.Duration(seconds) * time.Second
		}
		refused = resp.Status != ok
		_ = wait.For(ctx, pause)
	}
	return nil
}

// watchBoth watches both organizations while f runs.
func (r *run) watchBoth(ctx context.Context, own, other neighbour, p *placement, f func(context.Context) error) error {
	beside, stop := context.WithCancel(ctx)
	defer stop()
	errs := make(chan error, 2)
	go func() { errs <- r.watch(beside, own, &p.own) }()
	go func() { errs <- r.watch(beside, other, &p.other) }()
	err := f(ctx)
	stop()
	return errors.Join(err, <-errs, <-errs)
}

// placing places the organization on another worker, and then back, while clients work.
func placing(ctx context.Context, r *run, random *rand.Rand, kills int) error {
	in, o := r.installation, r.laboratory.organization
	own := neighbour{o.Organization.ID, o.admin(), o.Users[4].ID, o.Projects[1].ID}
	other, err := in.addBeside(ctx, own.id)
	if err != nil {
		return err
	}
	var alone placement
	if err := r.watchBoth(ctx, own, other, &alone, func(ctx context.Context) error {
		return wait.For(ctx, watchedAlone)
	}); err != nil {
		return err
	}
	began, err := in.find(ctx, own.id)
	if err != nil {
		return err
	}
	for way := range 2 {
		p := &placement{rows: r.moved.rows, divided: way == 0}
		p.own.alone, p.other.alone = alone.own.longest, alone.other.longest
		r.placed = append(r.placed, p)
		var to citustest.Node
		for _, n := range in.nodes[1:] {
			if isOn(began, n) == (way == 1) {
				to = n
			}
		}
		if err := r.watchBoth(ctx, own, other, p, func(ctx context.Context) error {
			if err := in.place(ctx, random, kills, p, fmt.Sprintf("%s:%d", to.Host, to.Port)); err != nil {
				return err
			}
			return wait.For(ctx, 2*time.Second) // the clients work on for a while
		}); err != nil {
			return err
		}
		if err := in.placedOn(ctx, own.id, to); err != nil {
			return err
		}
		if at, err := in.find(ctx, other.id); err != nil || p.kills == 0 && at.Node != began.Node {
			return errors.Join(err, broken("the neighbour is at %+v and not on %s", at, began.Node))
		}
		log.Printf("Placed on %s:%d with %d kills in %.1f s; longest request %s, of the neighbour %s.",
			to.Host, to.Port, p.kills, p.took.Seconds(), p.own.longest.Round(time.Millisecond),
			p.other.longest.Round(time.Millisecond))
	}
	return nil
}

// place runs the command, with kills.
func (in *installation) place(ctx context.Context, random *rand.Rand, kills int, p *placement, node string) error {
	args := []string{"organization", "place", in.laboratory.organization.Organization.ID, "--node", node}
	began := time.Now()
	for p.kills < kills {
		ended, _, err := in.command(ctx, 1+time.Duration(random.Int64N(int64(untilPlaced))), args...)
		if err != nil {
			return err
		}
		if ended {
			p.took = time.Since(began)
			return nil
		}
		p.kills++
		if random.IntN(2) == 0 {
			cut, err := in.cutOff(ctx)
			if err != nil {
				return err
			}
			p.cut += cut
		}
	}
	_, _, err := in.command(ctx, 0, args...)
	p.took = time.Since(began)
	return err
}

// cutOff ends what the command has begun in the database, and returns how many statements that were.
func (in *installation) cutOff(ctx context.Context) (n int, err error) {
	err = in.db.QueryRowContext(ctx, `
SELECT count(*) FILTER (WHERE pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid() AND application_name LIKE 'workplan%'
  AND query ~ 'citus_split_shard_by_split_points|citus_move_shard_placement|citus_cleanup'`).Scan(&n)
	return n, err
}

// drop drops the database on all nodes. A subscription would keep it.
func (in *installation) drop(ctx context.Context) error {
	var err error
	if in.db != nil {
		for n := 1; n > 0 && err == nil; time.Sleep(100 * time.Millisecond) { // it may still end
			n, err = in.cutOff(ctx)
		}
		if err == nil {
			_, err = in.db.ExecContext(ctx, "CALL citus_cleanup_orphaned_resources()")
		}
		err = errors.Join(err, in.db.Close())
	}
	return errors.Join(err, citustest.DropDatabase(ctx, in.nodes, in.database))
}

// placedOn checks that the organization is on a node, and that nothing is left of what was done.
func (in *installation) placedOn(ctx context.Context, id string, node citustest.Node) error {
	at, err := in.find(ctx, id)
	if err != nil {
		return err
	}
	if !isOn(at, node) || at.Shares() {
		return broken("the organization is at %+v and not alone on %s:%d", at, node.Host, node.Port)
	}
	for _, n := range in.nodes {
		var left string
		if err := n.In(in.database, func(db *sql.DB) error {
			return db.QueryRowContext(ctx, `
SELECT concat_ws(', ',
  (SELECT count(*) || ' in pg_dist_cleanup' FROM pg_dist_cleanup HAVING count(*) > 0),
  (SELECT count(*) || ' slots' FROM pg_replication_slots WHERE database = current_database() HAVING count(*) > 0),
  (SELECT count(*) || ' publications' FROM pg_publication HAVING count(*) > 0),
  (SELECT count(*) || ' subscriptions' FROM pg_subscription s JOIN pg_database d ON d.oid = subdbid
    WHERE datname = current_database() HAVING count(*) > 0),
  (SELECT count(*) || ' prepared transactions' FROM pg_prepared_xacts WHERE database = current_database()
    HAVING count(*) > 0))`).Scan(&left)
		}); err != nil {
			return err
		}
		if left != "" {
			return broken("%s:%d still has %s", n.Host, n.Port, left)
		}
	}
	return nil
}

const placementsExplained = `

## Placements

The organization of a history is on a cluster of Citus, with a coordinator and workers on the same machine, and a server on each of
two nodes. ~workplan organization place~ takes it to another worker, and then back. The first time, it shares its shard with a
neighbour and gets a shard of its own, and the neighbour goes there and back. The command gets SIGKILL at random moments and is started
again; what it had begun goes on in the database, or is *cut off* there, too. At the end the organization is on the node, alone in its
shard, and no old copy, slot, publication, subscription or prepared transaction is left on any node.

The organization and the neighbour each write one row after the other, beside the clients. A request may be refused with 503 and
~Retry-After~; *again* counts those that were refused again after that time. *Longest* is that of all requests, also of refused ones, and
*before* the longest in 5 s before the command, beside the same clients.

`

// placementsTable returns the section about placements of a report.
func (o outcome) placementsTable() string {
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(placementsExplained, "~", "`"))
	b.WriteString("| rows | shares a shard | kills | cut off | all commands, s " +
		"| its requests | refused | again | longest, ms | before, ms " +
		"| requests of the neighbour | refused | again | longest, ms | before, ms |\n" +
		"|---:|---" + strings.Repeat("|---:", 13) + "|\n")
	kills, cut := 0, 0
	for _, p := range o.placements {
		kills, cut = kills+p.kills, cut+p.cut
		first := "no"
		if p.divided {
			first = "yes"
		}
		fmt.Fprintf(&b, "| %d | %s | %d | %d | %.1f ", p.rows, first, p.kills, p.cut, p.took.Seconds())
		for _, w := range []watched{p.own, p.other} {
			fmt.Fprintf(&b, "| %d | %d | %d | %d | %d ", w.requests, w.refused, w.again, w.longest.Milliseconds(),
				w.alone.Milliseconds())
		}
		b.WriteString("|\n")
	}
	fmt.Fprintf(&b, "\n%d placements, %d kills, %d cut off.\n", len(o.placements), kills, cut)
	return b.String()
}
