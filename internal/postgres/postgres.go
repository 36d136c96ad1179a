// Package postgres opens a pool of PostgreSQL connections with lib/pq and adds what lib/pq lacks:
//
//   - a limit on every wait for the network, because lib/pq ignores the context when packets are lost;
//   - a cache of prepared statements for each connection, which halves PostgreSQL's work for a short query;
//   - protection against a second run of a statement that may have been committed;
//   - predicates for errors, such as [IsRetryable] and [IsUnavailable].
package postgres

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/lib/pq"
)

// What the connections of a server are for, see Options.Purpose.
const (
	ForRequests   = "requests"
	ForReadiness  = "readiness"
	ForBackground = "background"
	ForWholeLists = "whole lists"
)

// ServerPurposes are what the connections of a server are for. Those of commands are for others.
var ServerPurposes = []string{ForRequests, ForReadiness, ForBackground, ForWholeLists}

// Options are the settings of a pool. The zero value has the defaults of a server.
type Options struct {
	// Host and Port, if Host is set, replace those of the address.
	Host string
	Port uint16

	// MaxConns is the largest number of connections, including idle ones. The default is DefaultMaxConns. A server
	// keeps a fifth of them for the look-ups of keys.
	MaxConns int

	// StatementTimeout is how long one statement may run before it fails with SQLSTATE 57014. The default is 4 s. Three
	// other limits depend on it: the wait for a lock is 4/5 of it and at most 1.2 s, an idle transaction may take twice
	// as long, and the wait for a whole response is one second longer.
	StatementTimeout time.Duration

	// StatementCache is how many prepared statements a connection keeps. 0 means 128. A negative number turns prepared
	// statements off.
	StatementCache int

	// Pooler is what is between the pool and PostgreSQL. If it is something else, no connection can be made, and the
	// error is ErrPooler.
	Pooler Pooler

	// Purpose says what the connections are for: it is the end of their application_name. Those of a server are for one
	// of ServerPurposes.
	Purpose string

	// Primary, if set, is the server to which the pool may be connected, together with other pools.
	Primary *Primary

	// LockWatch, if set, says in the errors of waits for locks who had the lock.
	LockWatch *LockWatch

	// MaxLifetime is how long a connection is used before it is renewed. The default is 30 minutes.
	MaxLifetime time.Duration

	// Inspect, if set, is called with the text of each statement before a connection first prepares it, and before it
	// runs if it has no arguments. An error refuses the statement.
	Inspect func(query string) error
	// Statements, if set, counts the statements.
	Statements *Statements
	// OpenDB opens the pool. The default is sql.OpenDB. If it wraps the connections, such as for traces, they must have
	// the method Raw() driver.Conn, which returns the wrapped one.
	OpenDB func(driver.Connector) *sql.DB
}

const (
	// A request that waits for a silent database fails after 5 s: this timeout and responseGrace.
	defaultStatementTimeout = 4 * time.Second
	defaultStatementCache   = 128
	dialTimeout             = 2 * time.Second // with the handshake
	// maxLockWait bounds the wait for another transaction. A request that waits keeps a connection. It is longer than
	// PostgreSQL's deadlock_timeout of 1 s, so that a deadlock is found first: that one can be tried again.
	maxLockWait = 1200 * time.Millisecond
	// responseGrace is the time for the network, in addition to the statement timeout.
	responseGrace = time.Second
	// Connections are renewed, so that they drop unused statements.
	maxConnLifetime = 30 * time.Minute
	maxConnIdleTime = 5 * time.Minute
)

// DefaultMaxConns returns the default of Options.MaxConns: 5 for each processor that Go uses, and at least 10. More do
// not make PostgreSQL faster, and 9 servers with 10 connections stay below its default limit of 100.
func DefaultMaxConns() int { return max(10, 5*runtime.GOMAXPROCS(0)) }

// Open returns a pool for the database at dsn, a URL or key=value pairs. It does not connect: a server may start before
// its database. The settings in opts override those in dsn. The time zone of the session is UTC. Open fails only if dsn
// or opts are invalid.
func Open(dsn string, opts Options) (*sql.DB, error) {
	cfg, err := ParseAddress(dsn)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	if opts.Host != "" {
		cfg.Host, cfg.Hostaddr, cfg.Port = opts.Host, netip.Addr{}, opts.Port
		cfg.Multi, cfg.TargetSessionAttrs = nil, ""
	}
	return open(cfg, opts)
}

// open is Open with an address that is parsed.
func open(cfg pq.Config, opts Options) (*sql.DB, error) {
	if opts.MaxConns < 0 || opts.StatementTimeout < 0 || opts.MaxLifetime < 0 {
		return nil, errors.New("database options: a limit is negative")
	}
	opts.MaxConns = cmp.Or(opts.MaxConns, DefaultMaxConns())
	opts.StatementTimeout = cmp.Or(opts.StatementTimeout, defaultStatementTimeout)
	opts.StatementCache = cmp.Or(opts.StatementCache, defaultStatementCache)
	if opts.Inspect == nil {
		opts.Inspect = func(string) error { return nil }
	}
	if opts.OpenDB == nil {
		opts.OpenDB = sql.OpenDB
	}
	c := &connector{cfg: cfg, opts: opts, dialTimeout: dialTimeout}
	if t := cfg.ConnectTimeout; t > 0 {
		c.dialTimeout = min(t, dialTimeout)
	}
	// The dialer bounds the handshake.
	c.cfg.ConnectTimeout = 0
	c.cfg.ApplicationName = strings.TrimSpace(cmp.Or(c.cfg.ApplicationName, "workplan") + " " + opts.Purpose)
	c.cfg.Runtime = map[string]string{}
	maps.Copy(c.cfg.Runtime, cfg.Runtime)
	c.cfg.Runtime["timezone"] = "UTC"
	switch opts.Pooler {
	default:
		return nil, fmt.Errorf("database options: there is no pooler %q", opts.Pooler)
	case SessionPooler:
	case "", NoPooler:
		c.opts.Pooler = NoPooler
		for _, l := range limits(opts.StatementTimeout) {
			c.cfg.Runtime[l.name] = l.value
		}
	case TransactionPooler:
		// A prepared statement would belong to the session of one transaction. With binary parameters, lib/pq sends a
		// statement and its arguments together, without a name and without waiting in between.
		c.opts.StatementCache, c.cfg.BinaryParameters = -1, true
	}

	db := opts.OpenDB(c)
	db.SetMaxOpenConns(opts.MaxConns)
	db.SetMaxIdleConns(opts.MaxConns)
	db.SetConnMaxLifetime(cmp.Or(opts.MaxLifetime, maxConnLifetime))
	db.SetConnMaxIdleTime(maxConnIdleTime)
	return db, nil
}

// limit is a setting of a session.
type limit struct{ name, value string }

// limits returns the limits of a session whose statements may run this long.
func limits(timeout time.Duration) []limit {
	return []limit{
		{"statement_timeout", milliseconds(timeout)},
		{"lock_timeout", milliseconds(min(maxLockWait, timeout*4/5))},
		{"idle_in_transaction_session_timeout", milliseconds(timeout * 2)},
	}
}

// milliseconds returns d in milliseconds, and at least 1, because 0 would turn the limit off.
func milliseconds(d time.Duration) string {
	return strconv.FormatInt(max(1, d.Milliseconds()), 10)
}

// AllowSlow lets statements on c wait up to limit for their responses, until c returns to its pool. Otherwise the
// connection is dropped one second after the pool's StatementTimeout, even if the session has turned statement_timeout
// off. It does nothing to a connection of a pool that Open did not make.
func AllowSlow(c *sql.Conn, limit time.Duration) error {
	return c.Raw(func(dc any) error {
		if own := unwrap(dc); own != nil {
			own.wire.wait.Store(int64(limit))
		}
		return nil
	})
}

type connector struct {
	cfg         pq.Config
	opts        Options
	dialTimeout time.Duration
	silent      atomic.Pointer[silent] // nil: the server has always responded
}

// silent is about a server that did not respond.
type silent struct {
	until time.Time // it is not tried before
	err   error
}

// silence is how long no connection is tried after the server did not respond. database/sql makes the connections for
// waiting requests one after the other, and each of them would wait again.
const silence = 500 * time.Millisecond

var errSilent = errors.New("the server did not respond a moment ago")

func (c *connector) Driver() driver.Driver { return &pq.Driver{} }

// Connect opens one connection. Each connection has its own dialer, so that the dialer knows which connection a cancel
// request is for.
func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	if s := c.silent.Load(); s != nil && time.Now().Before(s.until) {
		return nil, &connectError{fmt.Errorf("%w: %w", errSilent, s.err)}
	}
	cfg, token := c.cfg, rand.Text()
	if c.opts.Pooler == NoPooler {
		cfg.Runtime = maps.Clone(cfg.Runtime)
		cfg.Runtime[tokenSetting] = token
	}
	pc, err := pq.NewConnectorConfig(cfg)
	if err != nil {
		return nil, err
	}
	d := &dialer{timeout: c.dialTimeout}
	pc.Dialer(d)
	cn, err := pc.Connect(ctx)
	if !d.established() || err != nil && ctx.Err() != nil {
		if err == nil {
			_ = cn.Close() // The context has closed its network connection already.
		}
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, c.failed(refusedStartup(err))
	}
	own, err := newConn(cn, d.wire, c.opts)
	if err != nil {
		return nil, err
	}
	if err := own.begin(ctx, cfg, token); err != nil {
		_ = own.Close()
		return nil, c.failed(err)
	}
	if c.opts.StatementCache > 0 {
		if err := own.planForAverage(ctx, c.dialTimeout); err != nil {
			return nil, cmp.Or(ctx.Err(), error(&connectError{errors.Join(err, own.Close())}))
		}
	}
	return own, nil
}

// failed returns the error of a connection that cannot be made.
func (c *connector) failed(err error) error {
	if timeout := net.Error(nil); errors.As(err, &timeout) && timeout.Timeout() {
		c.silent.Store(&silent{time.Now().Add(silence), err})
	}
	return &connectError{err}
}

// averagePlans makes PostgreSQL plan each prepared statement once, for any organization. Otherwise it looks up how many
// rows the organization had when the table was analyzed. For one that was created since it expects none, so every index
// seems as good as the right one, and the checks of foreign keys and look-ups of a single row read the whole
// organization. A bitmap scan loses the order of the index: a page of a list would be all rows of the organization,
// sorted. JIT compiles a statement at each execution if such a plan expects many rows: a page of a large organization
// took 3 ms instead of 0.05. Citus needs the values to find the node.
const averagePlans = `SELECT set_config('plan_cache_mode', 'force_generic_plan', false),
  set_config('enable_bitmapscan', 'off', false), set_config('jit', 'off', false)
WHERE NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')`
