package citus

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
	"github.com/workplan-api/workplan/internal/wait"
)

const (
	// maxMove bounds a statement that copies a shard.
	maxMove = 24 * time.Hour
	// maxWait is how long a move waits at its end for the writes that have begun. Others wait behind it.
	maxWait = "1s"
	// maxTries is how often a move is tried if these writes take longer.
	maxTries = 3
	// maxCleanUp is how long the old copies may take to be removed. A query that reads one delays that.
	maxCleanUp = 30 * time.Second
)

// Node is a worker of the cluster.
type Node struct {
	ID   int
	Host string
	Port int
}

// String returns the address.
func (n Node) String() string { return net.JoinHostPort(n.Host, strconv.Itoa(n.Port)) }

// Placement is where the rows of an organization are.
type Placement struct {
	Shard int64
	Node  Node
	// Others is how many other organizations are in the shard.
	Others int
	// The shard has the hashes from first to last. That of the organization is hash.
	first, last, hash int32
}

// Workers returns the nodes that may have organizations. It fails unless the connection is to the coordinator of a
// cluster on which the tables are distributed, with the role that owns them.
func Workers(ctx context.Context, db *sql.DB) (nodes []Node, err error) {
	var exists bool
	if err := db.QueryRowContext(ctx, selectExtension).Scan(&exists); err != nil {
		return nil, err
	}
	if !exists {
		return nil, errors.New("the database is not on Citus, so there is one node only. `workplan organization move` " +
			"takes an organization to another installation")
	}
	var coordinator, owns, distributed bool
	var role string
	if err := db.QueryRowContext(ctx, `
SELECT (SELECT groupid = 0 FROM pg_dist_local_group), pg_has_role(relowner, 'USAGE'), current_user,
  EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = c.oid AND partmethod = 'h')
FROM pg_class c WHERE oid = 'organizations'::regclass`).Scan(&coordinator, &owns, &role, &distributed); err != nil {
		return nil, err
	}
	switch {
	case !distributed:
		return nil, errors.New("the tables are not distributed: run `workplan migrate --distribute`")
	case !coordinator:
		return nil, errors.New("the database is that of a worker: set DATABASE_URL to the address of the coordinator")
	case !owns:
		return nil, fmt.Errorf("the role %s may not move shards: set MIGRATE_DATABASE_URL to the same database with the "+
			"role that owns the tables", role)
	}
	err = postgres.Each(ctx, db, func(scan postgres.Scan) error {
		var n Node
		err := scan(&n.ID, &n.Host, &n.Port)
		nodes = append(nodes, n)
		return err
	}, `
SELECT nodeid, nodename, nodeport FROM pg_dist_node
WHERE noderole = 'primary' AND isactive AND shouldhaveshards ORDER BY nodename, nodeport`)
	return nodes, err
}

// Find returns where an organization is.
func Find(ctx context.Context, db postgres.Querier, organization uuid.UUID) (p Placement, err error) {
	found := false
	err = postgres.Each(ctx, db, func(scan postgres.Scan) error {
		found = true
		return scan(&p.Shard, &p.first, &p.last, &p.hash, &p.Node.ID, &p.Node.Host, &p.Node.Port)
	}, `
SELECT shardid, shardminvalue, shardmaxvalue, worker_hash($1::uuid), nodeid, nodename, nodeport
FROM pg_dist_shard JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid)
WHERE noderole = 'primary' AND shardid = get_shard_id_for_distribution_column('organizations', $1::uuid)`, organization)
	if err == nil && !found {
		err = fmt.Errorf("no node has organization %s", organization)
	}
	if err != nil {
		return p, err
	}
	err = postgres.Each(ctx, db, func(scan postgres.Scan) error { return scan(&p.Others) }, `
SELECT count(*) FROM organizations
WHERE get_shard_id_for_distribution_column('organizations', id) = $1 AND id <> $2`, p.Shard, organization)
	return p, err
}

// Shares reports whether the shard has other organizations and can be divided.
func (p Placement) Shares() bool { return p.Others > 0 && p.first < p.last }

// Place moves an organization to a worker while servers work. If it shares its shard with others, it gets a shard of
// its own there, and the others come back. It returns where the organization was, and how many rows it has on the
// worker.
//
// The parts of a divided shard must not be on the node of the shard, not even those of the others, so
// isolate_tenant_to_new_shard is of no use: for a moment they have no primary key there, and an UPDATE or DELETE in
// that moment makes Citus wait forever (https://github.com/citusdata/citus/issues/6790).
//
// Each step is a statement of Citus that happens as a whole or not at all, and Place looks at the cluster for what is
// left to do, so it can be called again after any interruption. A step goes on in the database if the program that
// began it was killed: Place waits for its end. say is called before each step, and status with what happens
// meanwhile.
func Place(
	ctx context.Context, db *sql.DB, organization uuid.UUID, to Node, say, status func(format string, args ...any),
) (from Placement, rows int64, err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return from, 0, err
	}
	// The connection is closed, because it keeps its settings and its lock.
	defer func() { _ = conn.Raw(func(any) error { return driver.ErrBadConn }) }()
	if err := postgres.AllowSlow(conn, maxMove); err != nil {
		return from, 0, err
	}
	if _, err := conn.ExecContext(ctx, "SET statement_timeout = 0; SET lock_timeout = '"+maxWait+"'"); err != nil {
		return from, 0, err
	}
	if err := lock(ctx, conn, status); err != nil {
		return from, 0, err
	}
	// What an interrupted move has left must be gone before the next one. If it stays because something else moves
	// shards at the moment, the next step fails and says so.
	leftovers := cleanUp(ctx, conn, status)
	if from, err = Find(ctx, conn, organization); err != nil || from.Node.ID == to.ID {
		return from, 0, errors.Join(err, leftovers)
	}
	before, err := count(ctx, conn, organization)
	if err != nil {
		return from, 0, err
	}
	defer follow(ctx, db, status)()
	if from.Shares() {
		say("Moving shard %d from %s to %s, where the organization gets a shard of its own. Its %d others come back "+
			"afterwards.", from.Shard, from.Node, to, from.Others)
		err = again(ctx, conn, say,
			"SELECT citus_split_shard_by_split_points($1, $2::text[], $3::int[], 'force_logical')",
			from.Shard, pq.Array(from.points()), pq.Array(slices.Repeat([]int{to.ID}, len(from.points())+1)))
	} else {
		say("Moving shard %d from %s to %s.", from.Shard, from.Node, to)
		err = move(ctx, conn, say, from.Shard, from.Node, to)
	}
	if err != nil {
		return from, 0, err
	}
	after, err := count(ctx, conn, organization)
	if err == nil {
		rows, err = after.rows(), before.compare(after)
	}
	if from.Shares() {
		err = errors.Join(err, from.returnOthers(ctx, conn, to, say))
	}
	return from, rows, errors.Join(err, cleanUp(ctx, conn, status))
}

// points returns the last hash of each part of the shard but the last one: the organization becomes a part of its own.
func (p Placement) points() (points []int32) {
	if p.first < p.hash {
		points = append(points, p.hash-1)
	}
	if p.hash < p.last {
		points = append(points, p.hash)
	}
	return points
}

// returnOthers moves the other parts of the shard back from a node.
func (p Placement) returnOthers(ctx context.Context, conn *sql.Conn, from Node, say func(string, ...any)) error {
	shards, err := postgres.Column[int64](ctx, conn, `
SELECT shardid FROM pg_dist_shard
WHERE logicalrelid = 'organizations'::regclass AND shardminvalue::int BETWEEN $1 AND $2 AND shardminvalue::int <> $3
ORDER BY shardid`, p.first, p.last, p.hash)
	if err != nil {
		return err
	}
	for _, shard := range shards {
		say("Moving shard %d, of the others, from %s to %s.", shard, from, p.Node)
		if err := move(ctx, conn, say, shard, from, p.Node); err != nil {
			return fmt.Errorf("the organization is on %s, and so are others that shared its shard: %w", from, err)
		}
	}
	return nil
}

func move(ctx context.Context, conn *sql.Conn, say func(string, ...any), shard int64, from, to Node) error {
	return again(ctx, conn, say, "SELECT citus_move_shard_placement($1, $2::int, $3::int, 'force_logical')",
		shard, from.ID, to.ID)
}

// lock waits until no other program places an organization. Citus moves one shard of a group of tables at a time.
func lock(ctx context.Context, conn *sql.Conn, status func(string, ...any)) error {
	for {
		var free bool
		if err := conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock(hashtextextended('place', 0))`).
			Scan(&free); err != nil || free {
			return err
		}
		status("Waiting for the end of another command that places an organization, or of what an interrupted one has " +
			"begun …")
		if err := wait.For(ctx, 200*time.Millisecond); err != nil {
			return err
		}
	}
}

// again runs a statement that moves or divides a shard. It is tried again if at its end it had to wait too long for
// writes that had begun: then it has changed nothing.
func again(
	ctx context.Context, conn *sql.Conn, say func(string, ...any), query string, args ...any,
) (err error) {
	for n := 1; ; n++ {
		_, err = conn.ExecContext(ctx, query, args...)
		if !held(err) || n == maxTries {
			break
		}
		say("At the end, transactions of the shard took longer than %s, so nothing was changed. Trying again.", maxWait)
	}
	var refused *pq.Error
	switch {
	case !errors.As(err, &refused):
		return err
	case held(err):
		return fmt.Errorf("%w: %d times, transactions of the shard took longer than %s, so nothing was changed. Run the "+
			"command again when there are no long transactions", err, maxTries, maxWait)
	case strings.Contains(refused.Message, "output plugin"):
		return fmt.Errorf("%w: set output_plugin_libraries = 'pgoutput, test_decoding, citus' on all nodes, reload them, "+
			"and run the command again", err)
	case refused.Hint != "": // such as if a rebalance is moving shards
		return fmt.Errorf("%w: %s %s", err, refused.Detail, refused.Hint)
	}
	return err
}

// held reports whether a step gave way to writes that had begun: after maxWait, or as the victim of a deadlock.
func held(err error) bool { return postgres.IsLockTimeout(err) || postgres.IsRetryable(err) }

// follow calls status with the progress of Citus until it is stopped.
func follow(ctx context.Context, db *sql.DB, status func(string, ...any)) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for wait.For(ctx, time.Second) == nil {
			// It is only information, so errors do not matter.
			_ = postgres.Each(ctx, db, func(scan postgres.Scan) error {
				var step, done, all string
				err := scan(&step, &done, &all)
				status("%s: %s of %s …", step, done, all)
				return err
			}, `
SELECT min(status), pg_size_pretty(sum(target_shard_size)), pg_size_pretty(sum(source_shard_size))
FROM get_rebalance_progress() WHERE progress = 1 HAVING count(*) > 0`)
		}
	}()
	return func() { cancel(); <-ended }
}

// contents is how many rows of each table an organization has, and the number of its last event.
type contents map[string]int64

const head = "the last event"

// count reads all tables at one moment.
func count(ctx context.Context, conn *sql.Conn, organization uuid.UUID) (contents, error) {
	tables, err := catalog.Tables(ctx, conn)
	if err != nil {
		return nil, err
	}
	parts := []string{"SELECT '" + head + "', coalesce(max(seq), 0) FROM event_heads WHERE organization_id = $1"}
	for _, t := range tables {
		parts = append(parts, fmt.Sprintf("SELECT '%s', count(*) FROM %s WHERE %s = $1", t.Name,
			pq.QuoteIdentifier(t.Name), t.Organization()))
	}
	c := contents{}
	return c, postgres.Each(ctx, conn, func(scan postgres.Scan) error {
		var name string
		var n int64
		err := scan(&name, &n)
		c[name] = n
		return err
	}, strings.Join(parts, " UNION ALL "), organization)
}

func (c contents) rows() (sum int64) {
	for name, n := range c {
		if name != head {
			sum += n
		}
	}
	return sum
}

// expiring are the tables that change without an event.
var expiring = []string{"idempotency_keys", "sessions", "stored_responses", "webhook_attempts"}

// compare fails if there are other rows after a move although nothing was written.
func (c contents) compare(after contents) error {
	if c[head] != after[head] || c["events"] != after["events"] {
		return nil
	}
	for name, n := range c {
		if after[name] != n && !slices.Contains(expiring, name) {
			return fmt.Errorf("%s has %d rows of the organization on the new node, and had %d, although no event was "+
				"written: run `workplan verify`", name, after[name], n)
		}
	}
	return nil
}

// cleanUp removes what moves have left: the old copies, and those that were not finished.
func cleanUp(ctx context.Context, conn *sql.Conn, status func(string, ...any)) error {
	for deadline := time.Now().Add(maxCleanUp); ; {
		if _, err := conn.ExecContext(ctx, "CALL citus_cleanup_orphaned_resources()"); err != nil {
			return err
		}
		var left int
		if err := conn.QueryRowContext(ctx, "SELECT count(*) FROM pg_dist_cleanup").Scan(&left); err != nil ||
			left == 0 {
			return err
		}
		status("Removing %d old copies …", left)
		if time.Now().After(deadline) {
			return fmt.Errorf("%d old copies are not removed yet: see pg_dist_cleanup. Citus tries again by itself, and so "+
				"does this command if it is run again", left)
		}
		if err := wait.For(ctx, time.Second); err != nil {
			return err
		}
	}
}
