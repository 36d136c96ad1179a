package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"
)

var (
	// ErrReadOnly means that the database is read-only: a standby, or the operator has made it so.
	ErrReadOnly = errors.New("the database is read-only")
	// ErrNotPrimary means that the address of the database leads to a server that must not be used: one that another
	// server has replaced, or a standby beside the primary.
	ErrNotPrimary = errors.New("a server that is not the primary has the address of the database")

	errLeft = errors.New("another server has become the primary: the connection is closed")
)

// refusedFor is how long [Primary.Check] reports a connection that was refused. In this time the connection of the
// readiness check is renewed four times, so an address of two servers does not look healthy in between.
const refusedFor = 20 * time.Second

// Primary is the one server to which the pools of a process may be connected. Each new connection says which server it
// is to. If that is a new primary, the connections to the server before are closed at once, also those that run a
// statement. A connection to a server that is no longer the primary is refused. So no pool keeps reading from an old
// server after a failover, whatever leads to the new one: a proxy, DNS, or an address that moves.
//
// A primary is followed to a later timeline, to a restart, and to another database cluster. It is never followed back:
// to an earlier timeline, or to a server that was replaced and still runs. There, what was written since would be
// missing, and two servers could accept writes. A process that was started later cannot know of the server before.
//
// Behind a TransactionPooler only the check of readiness looks, because its connections have no server of their own.
type Primary struct {
	log        *slog.Logger
	refusedFor time.Duration

	mu       sync.Mutex
	now      server // of all connections
	primary  server // the last one that could be written, also if now is read-only
	newest   map[string]int64
	replaced map[string]bool // what servers must not have: the start or the system of one that was replaced
	conns    map[*conn]server
	refused  error
	until    time.Time // of refused
}

// NewPrimary returns a Primary that knows no server yet.
func NewPrimary(log *slog.Logger) *Primary {
	return &Primary{
		log: log, refusedFor: refusedFor, newest: map[string]int64{}, replaced: map[string]bool{},
		conns: map[*conn]server{},
	}
}

// server is what tells servers of PostgreSQL, and what they may do, apart.
type server struct {
	started           string // when it was started, in microseconds: no two servers have the same
	standby, readOnly bool
	system            string // the identifier of the database cluster, empty if it is not known
	timeline          int64  // 0 if it is not known, as of a standby
}

func (s server) writable() bool { return s.started != "" && !s.standby && !s.readOnly }

func (s server) String() string {
	return fmt.Sprintf("started %s, system %s, timeline %d, standby %t, read-only %t",
		s.started, s.system, s.timeline, s.standby, s.readOnly)
}

const (
	readServer = `SELECT extract(epoch FROM pg_postmaster_start_time())::text, pg_is_in_recovery()::text,
  current_setting('transaction_read_only'), `
	// The file of the control data has the timeline of the last checkpoint, which is late after a promotion.
	readHistory = `(SELECT system_identifier::text FROM pg_control_system()),
  CASE WHEN pg_is_in_recovery() THEN '0'
    ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint::text END`
	noHistory = `'', '0'`
)

// readServer asks a connection for its server. Some managed services have no functions for the history of the server.
func (c *conn) readServer(ctx context.Context) (s server, err error) {
	row, err := c.readRow(ctx, readServer+readHistory, 5)
	if Code(err) != "" && !IsUnavailable(err) {
		row, err = c.readRow(ctx, readServer+noHistory, 5)
	}
	if err != nil {
		return server{}, err
	}
	s = server{started: text(row[0]), standby: text(row[1]) == "true", readOnly: text(row[2]) == "on",
		system: text(row[3])}
	s.timeline, err = strconv.ParseInt(text(row[4]), 10, 64)
	return s, err
}

// join admits a new connection, or returns ErrNotPrimary.
func (p *Primary) join(ctx context.Context, c *conn) error {
	if p == nil || c.pooler == TransactionPooler {
		return nil
	}
	s, err := c.readServer(ctx)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.see(ctx, s); err != nil {
		return err
	}
	p.conns[c] = s
	return nil
}

// leave forgets a connection that is closed.
func (p *Primary) leave(c *conn) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, c)
}

// see follows the primary to s, or returns ErrNotPrimary. The caller holds the lock.
func (p *Primary) see(ctx context.Context, s server) error {
	switch reason := p.notPrimary(s); {
	case s == p.now:
		return nil
	case reason != "":
		p.refused, p.until = fmt.Errorf("%w: %s", ErrNotPrimary, reason), time.Now().Add(p.refusedFor)
		return p.refused
	}
	closed := 0
	for c, of := range p.conns {
		if of != s {
			closed++
			_ = c.wire.failed(errLeft)
			_ = c.wire.Close()
		}
	}
	if p.now.started != "" {
		p.log.WarnContext(ctx, "the database is another server now, or has another state",
			"was", p.now.String(), "is", s.String(), "closed_connections", closed)
	}
	p.now, p.refused = s, nil
	if !s.writable() {
		return nil
	}
	if p.primary.started != "" && p.primary.started != s.started {
		p.replaced[p.primary.started] = true
	}
	if p.primary.system != "" && s.system != "" && p.primary.system != s.system {
		p.replaced[p.primary.system] = true
	}
	p.primary = s
	if s.system != "" {
		p.newest[s.system] = s.timeline
	}
	return nil
}

// notPrimary returns why s must not be used, or "".
func (p *Primary) notPrimary(s server) string {
	const restart = ": let the address lead to the new primary only, and stop the old one; if the old one is meant, " +
		"restart Workplan"
	switch newest := p.newest[s.system]; {
	case !s.standby && s.timeline > 0 && s.timeline < newest:
		return fmt.Sprintf("it has timeline %d, and this process has seen timeline %d", s.timeline, newest) + restart
	case p.replaced[s.started] || p.replaced[s.system]:
		return "it was replaced by another server, and still runs" + restart
	case !s.writable() && p.now.writable() && s.started != p.now.started:
		return "it is a standby or read-only, and not the server that was the primary"
	}
	return ""
}

// Check returns an error unless the server of c is the primary and can be written, and all connections are to it. The
// pool of c need not be one of p.
func (p *Primary) Check(ctx context.Context, c *sql.Conn) error {
	return c.Raw(func(dc any) error {
		own := unwrap(dc)
		if own == nil {
			return errors.New("postgres: a connection of a pool that Open did not make")
		}
		s, err := own.readServer(ctx)
		if err != nil {
			return err
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		if _, joined := p.conns[own]; joined {
			p.conns[own] = s
		}
		switch err := p.see(ctx, s); {
		case err != nil:
			_ = own.wire.failed(err) // the next check needs a new connection
			return err
		case !s.writable():
			_ = own.wire.failed(ErrReadOnly) // a session keeps its setting
			return ErrReadOnly
		case p.refused != nil && time.Now().Before(p.until):
			return p.refused
		}
		return nil
	})
}
