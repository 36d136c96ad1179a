package tenant

import (
	"context"
	"database/sql"
	"errors"
	"regexp"
	"strconv"
	"sync"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/workplan-api/workplan/internal/postgres"
)

// DirectReads reads the rows of an organization on the node of a Citus cluster that has them, so that one node plans
// and executes a query, and not two. It need not know at once that Citus moves rows: every node passes on a query for
// rows that it does not have.
type DirectReads struct {
	db     *sql.DB
	open   func(host string, port uint16) (*sql.DB, error)
	places *lru.Cache[uuid.UUID, place]

	mu    sync.Mutex
	pools map[node]*sql.DB
}

type node struct {
	host string
	port uint16
}

// place is the pool for the rows of an organization, or nil if they are read as all others.
type place struct {
	db    *sql.DB
	until time.Time
}

const (
	maxPlaces = 10_000
	placeFor  = 10 * time.Second
)

// NewDirectReads returns a DirectReads that asks db for nodes, and opens a pool for each of them.
func NewDirectReads(db *sql.DB, open func(host string, port uint16) (*sql.DB, error)) (*DirectReads, error) {
	places, err := lru.New[uuid.UUID, place](maxPlaces)
	return &DirectReads{db: db, open: open, places: places, pools: map[node]*sql.DB{}}, err
}

// Close closes the pools of the nodes.
func (d *DirectReads) Close() (err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, db := range d.pools {
		err = errors.Join(err, db.Close())
	}
	return err
}

// of returns what reads the rows of the organization in the context, or nil for the usual pool.
func (d *DirectReads) of(ctx context.Context) entsql.ExecQuerier {
	id := Organization(ctx)
	if id == uuid.Nil {
		return nil
	}
	p, ok := d.places.Get(id)
	if !ok || time.Now().After(p.until) {
		p = place{d.findPool(ctx, id), time.Now().Add(placeFor)}
		if ctx.Err() != nil {
			return nil
		}
		d.places.Add(id, p)
	}
	if p.db == nil {
		return nil
	}
	return direct{d, p.db, id}
}

// where selects the node that has the rows of an organization.
const where = `
SELECT n.nodename, n.nodeport FROM pg_dist_placement p JOIN pg_dist_node n USING (groupid)
WHERE p.shardid = get_shard_id_for_distribution_column('organizations', $1::uuid)
	AND n.noderole = 'primary' AND n.isactive`

// findPool returns the pool of the node that has the rows of an organization. It is nil after an error: then the usual
// pool has the same one, or its database is not Citus.
func (d *DirectReads) findPool(ctx context.Context, id uuid.UUID) *sql.DB {
	var at node
	if err := d.db.QueryRowContext(ctx, where, id).Scan(&at.host, &at.port); err != nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	db := d.pools[at]
	if db == nil {
		var err error
		if db, err = d.open(at.host, at.port); err != nil {
			return nil
		}
		d.pools[at] = db
	}
	return db
}

// direct runs the statements of an organization on a node. They have the organization as a constant and not as a
// parameter: then Citus keeps the plan of a prepared statement that reads one table. With a parameter, Citus 13.2.2
// plans each execution again, and does not free the plan.
type direct struct {
	*DirectReads
	db *sql.DB
	id uuid.UUID
}

// ExecContext implements entsql.ExecQuerier.
func (d direct) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	query, args = constant(query, args, d.id)
	result, err := d.db.ExecContext(ctx, query, args...)
	d.note(err)
	return result, err
}

// QueryContext implements entsql.ExecQuerier.
func (d direct) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	query, args = constant(query, args, d.id)
	rows, err := d.db.QueryContext(ctx, query, args...)
	d.note(err)
	return rows, err
}

// note looks for the node again after it could not be reached, because the rows may be on another one by now.
func (d direct) note(err error) {
	if postgres.IsUnavailable(err) {
		d.places.Remove(d.id)
	}
}

var parameter = regexp.MustCompile(`\$\d+`)

// constant returns a statement with id in its text instead of in its parameters.
func constant(query string, args []any, id uuid.UUID) (string, []any) {
	names, rest := make([]string, len(args)), make([]any, 0, len(args))
	for i, arg := range args {
		if arg == any(id) {
			names[i] = "'" + id.String() + "'::uuid"
			continue
		}
		rest = append(rest, arg)
		names[i] = "$" + strconv.Itoa(len(rest))
	}
	return parameter.ReplaceAllStringFunc(query, func(p string) string {
		if n, _ := strconv.Atoi(p[1:]); n <= len(names) {
			return names[n-1]
		}
		return p
	}), rest
}
