// Package postgres opens the service's pool of PostgreSQL connections on lib/pq and adds what lib/pq leaves out:
//
//   - a limit on every wait for the network, because lib/pq ignores the context when packets vanish;
//   - prepared statements kept for each connection, which halves what PostgreSQL spends on a short query;
//   - no silent second run of a statement whose first run may have been committed;
//   - errors sorted into "try again", "database not available" and "ours".
package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"strconv"
	"time"

	"github.com/lib/pq"
)

// Options are the settings of a pool. The zero value is what a server wants.
type Options struct {
	// MaxConns is the largest number of connections, idle ones included. The default is 4 for each processor Go uses
	// and at least 8: PostgreSQL gains nothing from more, and 12 servers of that size stay below its usual 100.
	MaxConns int

	// StatementTimeout is how long PostgreSQL lets one statement run; then it fails with SQLSTATE 57014. The default
	// is 5 s. Waiting for a lock is limited to four fifths of it, an idle transaction to twice of it, and an answer
	// that does not come at all to a second more.
	StatementTimeout time.Duration

	// StatementCache is how many prepared statements a connection keeps: 0 stands for 128, a negative number turns
	// them off, which a pooler that shares connections between transactions needs.
	StatementCache int

	// Inspect, if set, sees the text of each statement before a connection first prepares it, and of each statement
	// without arguments before it runs. If it returns an error, the statement is refused with that error.
	Inspect func(query string) error
}

const (
	defaultStatementTimeout = 5 * time.Second
	defaultStatementCache   = 128
	dialTimeout             = 3 * time.Second
	// answerGrace is what the network gets beyond the time PostgreSQL allows itself.
	answerGrace = time.Second
	// A connection is renewed now and then, so that a server that has moved and statements nobody uses are let go.
	maxConnLifetime = 30 * time.Minute
	maxConnIdleTime = 5 * time.Minute
)

// Open returns a pool for the database that dsn names, as a URL or as key=value pairs. It does not connect: a server
// may start before its database. The settings in opts win over the same settings in dsn. The session's time zone is
// UTC. Open fails only when dsn or opts cannot be understood.
func Open(dsn string, opts Options) (*sql.DB, error) {
	cfg, err := pq.NewConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	if opts.MaxConns < 0 || opts.StatementTimeout < 0 {
		return nil, errors.New("database options: a limit is negative")
	}
	if opts.MaxConns == 0 {
		opts.MaxConns = max(8, 4*runtime.GOMAXPROCS(0))
	}
	if opts.StatementTimeout == 0 {
		opts.StatementTimeout = defaultStatementTimeout
	}
	if opts.StatementCache == 0 {
		opts.StatementCache = defaultStatementCache
	}
	if opts.Inspect == nil {
		opts.Inspect = func(string) error { return nil }
	}
	c := &connector{cfg: cfg, opts: opts, dialTimeout: dialTimeout}
	if t := cfg.ConnectTimeout; t > 0 {
		c.dialTimeout = min(t, dialTimeout)
	}
	// lib/pq would set it once as a deadline for the whole handshake; the connection's own deadlines stand in for it.
	c.cfg.ConnectTimeout = 0
	if c.cfg.ApplicationName == "" {
		c.cfg.ApplicationName = "workplan"
	}
	c.cfg.Runtime = maps.Clone(cfg.Runtime)
	if c.cfg.Runtime == nil {
		c.cfg.Runtime = map[string]string{}
	}
	c.cfg.Runtime["timezone"] = "UTC"
	c.cfg.Runtime["statement_timeout"] = milliseconds(opts.StatementTimeout)
	c.cfg.Runtime["lock_timeout"] = milliseconds(opts.StatementTimeout * 4 / 5)
	c.cfg.Runtime["idle_in_transaction_session_timeout"] = milliseconds(opts.StatementTimeout * 2)

	db := sql.OpenDB(c)
	db.SetMaxOpenConns(opts.MaxConns)
	db.SetMaxIdleConns(opts.MaxConns)
	db.SetConnMaxLifetime(maxConnLifetime)
	db.SetConnMaxIdleTime(maxConnIdleTime)
	return db, nil
}

// milliseconds rounds up, because 0 would turn the limit off.
func milliseconds(d time.Duration) string {
	return strconv.FormatInt(max(1, d.Milliseconds()), 10)
}

// AllowSlow lets a statement on c wait up to limit for its answer, until c goes back to its pool. Without it the
// connection is given up a second after the pool's StatementTimeout, even where a transaction has lifted that with SET
// LOCAL. It does nothing to a connection of a pool that Open did not make.
func AllowSlow(c *sql.Conn, limit time.Duration) error {
	return c.Raw(func(dc any) error {
		if own, ok := dc.(*conn); ok {
			own.wire.wait.Store(int64(limit))
		}
		return nil
	})
}

type connector struct {
	cfg         pq.Config
	opts        Options
	dialTimeout time.Duration
}

func (c *connector) Driver() driver.Driver { return &pq.Driver{} }

// Connect opens one connection. Each gets a dialer of its own, so that the dialer knows for which connection lib/pq
// sends a cancel request.
func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	pc, err := pq.NewConnectorConfig(c.cfg)
	if err != nil {
		return nil, err
	}
	d := &dialer{timeout: c.dialTimeout}
	pc.Dialer(d)
	cn, err := pc.Connect(ctx)
	if !d.established() || err != nil && ctx.Err() != nil {
		if err == nil { // with an error, cn is a nil pointer that is not equal to nil
			_ = cn.Close() // the context has closed its network connection already
		}
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, &connectError{err}
	}
	return newConn(cn, d.wire, c.opts)
}
