package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/lib/pq"
)

// Pooler says which connection pooler is between a pool and PostgreSQL, such as PgBouncer. The zero value is NoPooler.
type Pooler string

const (
	// NoPooler is a direct connection. Each new connection checks that it is one.
	NoPooler Pooler = "none"
	// SessionPooler gives a connection the same session of PostgreSQL until it is closed. The limits of the session are
	// set by a statement, because such a pooler ignores or refuses them when it connects.
	SessionPooler Pooler = "session"
	// TransactionPooler may give each transaction another session. No statement is prepared, and the role must have the
	// limits of the session.
	TransactionPooler Pooler = "transaction"
)

// ErrPooler means that a connection pooler is between this program and PostgreSQL, and is not the one of
// Options.Pooler. What a server returns through it could be the rows of another statement.
var ErrPooler = errors.New("a connection pooler is between this program and PostgreSQL")

const (
	setPooler = "set DATABASE_POOLER to its mode, session or transaction, or connect to PostgreSQL itself"

	// tokenSetting is a setting of a session that only Workplan knows. Its value is different for each connection.
	tokenSetting = "workplan.connection"
	readSession  = "SELECT pg_backend_pid(), coalesce(current_setting('" + tokenSetting + "', true), '')"

	// protocolViolation is the SQLSTATE with which PgBouncer refuses a startup parameter. PostgreSQL has another one
	// for a setting that it does not know.
	protocolViolation = "08P01"
)

// session is what a connection knows about its session of PostgreSQL.
type session struct {
	pid   int64
	token string
}

// refusedStartup returns ErrPooler if a pooler refuses a startup parameter.
func refusedStartup(err error) error {
	if Code(err) == protocolViolation && strings.Contains(err.Error(), "startup parameter") {
		return fmt.Errorf("%w: it says %q: %s", ErrPooler, err, setPooler)
	}
	return err
}

// begin prepares the session of a new connection. It returns ErrPooler if there is another pooler than the pool
// expects, and ErrNotPrimary if the server must not be used. The time limit of the handshake includes it.
func (c *conn) begin(ctx context.Context, cfg pq.Config, token string) (err error) {
	defer func() { c.wire.wait.Store(int64(c.wait)) }()
	switch c.pooler {
	case TransactionPooler:
		return c.needLimits(ctx, cfg)
	case SessionPooler:
		var set strings.Builder
		for _, l := range limits(c.timeout) {
			fmt.Fprintf(&set, "SET %s = %s; ", l.name, l.value)
		}
		if _, err := c.DriverConn.ExecContext(ctx, set.String()+"SET "+tokenSetting+" = '"+token+"'", nil); err != nil {
			return err
		}
	}
	if c.session, err = c.readSession(ctx); err != nil {
		return err
	}
	if err := c.own(session{c.session.pid, token}); err != nil {
		return err
	}
	return c.primary.join(ctx, c)
}

// own returns ErrPooler if s is not the session of the connection.
func (c *conn) own(s session) error {
	if s == c.session {
		return nil
	}
	if c.pooler == SessionPooler {
		return fmt.Errorf("%w: a connection does not keep its session, so the pooler does not work in the mode "+
			"session: set DATABASE_POOLER to transaction", ErrPooler)
	}
	return fmt.Errorf("%w: %s", ErrPooler, setPooler)
}

func (c *conn) readSession(ctx context.Context) (s session, err error) {
	row, err := c.readRow(ctx, readSession, 2)
	if err != nil {
		return session{}, err
	}
	pid, err := strconv.ParseInt(fmt.Sprint(row[0]), 10, 64)
	return session{pid, text(row[1])}, err
}

// needLimits returns ErrPooler if the sessions behind a pooler lack a limit.
func (c *conn) needLimits(ctx context.Context, cfg pq.Config) error {
	var exceeds, advice []string
	for _, l := range limits(c.timeout) {
		exceeds = append(exceeds, fmt.Sprintf("name = '%s' AND setting::bigint NOT BETWEEN 1 AND %s", l.name, l.value))
		advice = append(advice, fmt.Sprintf("ALTER ROLE %s SET %s = %s", pq.QuoteIdentifier(cfg.User), l.name, l.value))
	}
	row, err := c.readRow(ctx,
		"SELECT coalesce(string_agg(name, ', ' ORDER BY name), '') FROM pg_settings WHERE "+
			strings.Join(exceeds, " OR "), 1)
	if err != nil || text(row[0]) == "" {
		return err
	}
	return fmt.Errorf("%w: with DATABASE_POOLER=transaction its sessions need the limits of their role, and %s is "+
		"missing or too long: run in PostgreSQL: %s; then in the console of PgBouncer: RECONNECT",
		ErrPooler, text(row[0]), strings.Join(advice, "; "))
}

// readRow returns the first row of a query that has n columns.
func (c *conn) readRow(ctx context.Context, query string, n int) (row []driver.Value, err error) {
	rows, err := c.DriverConn.QueryContext(ctx, query, nil)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	row = make([]driver.Value, n)
	return row, rows.Next(row)
}

// text returns a value that lib/pq has read from a column of text.
func text(v driver.Value) string {
	if b, ok := v.([]byte); ok {
		return string(b)
	}
	return fmt.Sprint(v)
}

// CheckSession returns ErrPooler if the connection has not kept its session: a pooler gave the session to others. It
// does nothing with a TransactionPooler, and to a connection of a pool that Open did not make.
func CheckSession(ctx context.Context, c *sql.Conn) error {
	return c.Raw(func(dc any) error {
		own := unwrap(dc)
		if own == nil || own.pooler == TransactionPooler {
			return nil
		}
		s, err := own.readSession(ctx)
		if err != nil {
			return err
		}
		return own.own(s)
	})
}

// CheckSessions is like CheckSession, for a pool. Behind a SessionPooler it compares the sessions of two connections,
// if the pool may have two.
func CheckSessions(ctx context.Context, db *sql.DB) error {
	a, err := db.Conn(ctx) // it has checked itself, if there should be no pooler
	if err != nil {
		return err
	}
	defer a.Close()
	if err := CheckSession(ctx, a); err != nil || db.Stats().MaxOpenConnections == 1 || !hasSessionPooler(a) {
		return err
	}
	b, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	return errors.Join(CheckSession(ctx, b), CheckSession(ctx, a))
}

func hasSessionPooler(c *sql.Conn) (yes bool) {
	_ = c.Raw(func(dc any) error {
		own := unwrap(dc)
		yes = own != nil && own.pooler == SessionPooler
		return nil
	})
	return yes
}

// unwrap returns the connection of this package, or nil if dc is another one.
func unwrap(dc any) *conn {
	if wrapped, ok := dc.(interface{ Raw() driver.Conn }); ok {
		dc = wrapped.Raw()
	}
	own, _ := dc.(*conn)
	return own
}
