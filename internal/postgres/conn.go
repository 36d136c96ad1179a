package postgres

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// maxCachedText is the longest statement, in bytes, that is kept prepared. Longer statements contain data in their
// text. They are rarely repeated, and would use much memory in the client and in the server.
const maxCachedText = 16 << 10

// errRowsOpen is returned if the caller runs a statement before it has closed the rows of the last one. lib/pq would
// mix up the responses of the two statements.
var errRowsOpen = errors.New("postgres: the rows of the last statement are still open on this connection")

// DriverConn is a connection of a driver that can do all that database/sql asks a connection for. Those of lib/pq and
// of this package are.
type DriverConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.NamedValueChecker
	driver.Pinger
	driver.QueryerContext
	driver.SessionResetter
	driver.Validator
}

type pqStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

type pqRows interface {
	driver.RowsNextResultSet
	driver.RowsColumnTypeScanType
	driver.RowsColumnTypeDatabaseTypeName
	driver.RowsColumnTypeLength
	driver.RowsColumnTypePrecisionScale
}

// prepared is a statement in the cache.
type prepared struct {
	pqStmt
	counters *counters
}

// conn is a connection of lib/pq that prepares each statement with arguments once. Ping is that of lib/pq.
type conn struct {
	DriverConn
	wire     *wire
	stmts    *simplelru.LRU[string, prepared] // nil: prepare nothing
	inspect  func(string) error
	counted  *Statements
	commits  *counters
	wait     time.Duration // for a response, unless AllowSlow gives more
	rowsOpen bool
	pooler   Pooler
	timeout  time.Duration // of a statement
	session  session
	primary  *Primary // nil: any server
	locks    *LockWatch
}

// newConn returns a connection on which begin must be called.
func newConn(cn driver.Conn, w *wire, opts Options) (*conn, error) {
	pc, ok := cn.(DriverConn)
	if !ok {
		return nil, errors.Join(fmt.Errorf("postgres: unexpected driver connection %T", cn), cn.Close())
	}
	c := &conn{
		DriverConn: pc, wire: w, inspect: opts.Inspect, counted: opts.Statements,
		commits: opts.Statements.named("COMMIT"),
		wait:    opts.StatementTimeout + responseGrace, pooler: opts.Pooler, timeout: opts.StatementTimeout,
		primary: opts.Primary, locks: opts.LockWatch,
	}
	if opts.StatementCache > 0 {
		// If a statement cannot be closed, the connection is broken, and its next use fails.
		closeStmt := func(_ string, st prepared) { _ = st.Close() }
		var err error
		if c.stmts, err = simplelru.NewLRU(opts.StatementCache, closeStmt); err != nil {
			return nil, errors.Join(err, cn.Close())
		}
	}
	return c, nil
}

// planForAverage executes averagePlans. The wait for the response is a part of the handshake.
func (c *conn) planForAverage(ctx context.Context, limit time.Duration) error {
	c.wire.wait.Store(int64(limit))
	defer c.wire.wait.Store(int64(c.wait))
	_, err := c.DriverConn.ExecContext(ctx, averagePlans, nil)
	return err
}

// CheckNamedValue implements driver.NamedValueChecker. JSON is sent as text: lib/pq sends bytes in the binary format if
// there is a TransactionPooler, and PostgreSQL has another one for jsonb.
func (c *conn) CheckNamedValue(v *driver.NamedValue) error {
	if text, ok := v.Value.(json.RawMessage); ok {
		v.Value = string(text)
	}
	return c.DriverConn.CheckNamedValue(v)
}

// Close implements driver.Conn.
func (c *conn) Close() error {
	c.primary.leave(c)
	return c.DriverConn.Close()
}

// IsValid implements driver.Validator. It is false after the first failure of the network.
func (c *conn) IsValid() bool { return c.wire.failure() == nil && c.DriverConn.IsValid() }

// ResetSession implements driver.SessionResetter. database/sql calls it when it takes a connection out of the pool.
func (c *conn) ResetSession(ctx context.Context) error {
	if err := c.wire.idle(); err != nil {
		return err
	}
	c.wire.wait.Store(int64(c.wait))
	return c.DriverConn.ResetSession(ctx)
}

// BeginTx implements driver.ConnBeginTx. It takes no options: use SET TRANSACTION. lib/pq's BeginTx would begin with
// READ WRITE, which overrides the default_transaction_read_only of a database that its operator has made read-only.
func (c *conn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	if opts != (driver.TxOptions{}) {
		return nil, errors.New("postgres: a transaction has no options: use SET TRANSACTION")
	}
	tx, err := c.DriverConn.Begin() // the only BEGIN of lib/pq without a mode
	if err != nil {
		return nil, err
	}
	return &transaction{tx, c, ctx}, nil
}

// transaction reports a commit without a response as a lostError.
type transaction struct {
	driver.Tx
	c   *conn
	ctx context.Context // of its begin
}

// Commit implements driver.Tx.
func (t *transaction) Commit() error {
	defer t.c.commits.countStatement(t.ctx, time.Now())
	before := t.c.wire.written.Load()
	return t.c.notTwice(t.Tx.Commit(), before)
}

// PrepareContext implements driver.ConnPrepareContext. It does not cache the statement: the caller owns it.
func (c *conn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	if err := c.inspect(query); err != nil {
		return nil, err
	}
	st, err := c.DriverConn.PrepareContext(ctx, query)
	return st, c.locks.explain(err, c.session.pid)
}

// ExecContext implements driver.ExecerContext.
func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	return run(ctx, c, query, args, c.DriverConn.ExecContext, pqStmt.ExecContext)
}

// QueryContext implements driver.QueryerContext.
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	r, err := run(ctx, c, query, args, c.DriverConn.QueryContext, pqStmt.QueryContext)
	if err != nil {
		return nil, err
	}
	pr, ok := r.(pqRows)
	if !ok {
		return nil, errors.Join(fmt.Errorf("postgres: unexpected driver rows %T", r), r.Close())
	}
	c.rowsOpen = true
	return &rows{pr, c, ctx}, nil
}

// run executes a statement, prepared if it has arguments. A cached statement fails without effect if it no longer fits
// the schema ("cached plan must not change result type") or if the server has forgotten it. Then run prepares it again
// and tries once more. In a transaction it cannot try again, because the first error has aborted the transaction.
func run[T any](
	ctx context.Context, c *conn, query string, args []driver.NamedValue,
	direct func(context.Context, string, []driver.NamedValue) (T, error),
	execute func(pqStmt, context.Context, []driver.NamedValue) (T, error),
) (out T, err error) {
	if c.rowsOpen {
		return out, errRowsOpen
	}
	if len(args) == 0 || c.stmts == nil || len(query) > maxCachedText {
		if err := c.inspect(query); err != nil {
			return out, err
		}
		defer c.counted.named(query).countStatement(ctx, time.Now())
		before := c.wire.written.Load()
		out, err = direct(ctx, query, args)
		return out, byItself(ctx, c.notTwice(err, before))
	}
	began := time.Now() // PostgreSQL parses the statement now if it is new, and may wait for a lock of a table
	st, cached, err := c.stmt(ctx, query)
	if err != nil {
		c.counted.named(query).countStatement(ctx, began)
		return out, err
	}
	defer st.counters.countStatement(ctx, began)
	before := c.wire.written.Load()
	out, err = execute(st, ctx, args)
	if code := Code(err); cached && (code == featureNotSupported || code == invalidStatementName) {
		c.stmts.Remove(query)
		st, _, again := c.stmt(ctx, query)
		if Code(again) == inFailedTransaction {
			return out, err
		}
		if again != nil {
			return out, again
		}
		before = c.wire.written.Load()
		out, err = execute(st, ctx, args)
	}
	return out, byItself(ctx, c.notTwice(err, before))
}

// stmt returns the prepared statement for query and reports whether it comes from the cache.
func (c *conn) stmt(ctx context.Context, query string) (st prepared, cached bool, err error) {
	if st, ok := c.stmts.Get(query); ok {
		return st, true, nil
	}
	s, err := c.PrepareContext(ctx, query)
	if err != nil {
		return st, false, err
	}
	pst, ok := s.(pqStmt)
	if !ok { // a COPY: lib/pq prepares it in another way, and it has no arguments
		return st, false, errors.Join(fmt.Errorf("postgres: a statement of type %T cannot have arguments", s),
			s.Close())
	}
	st = prepared{pst, c.counted.named(query)}
	c.stmts.Add(query, st)
	return st, false, nil
}

// notTwice keeps database/sql from running a statement twice. lib/pq returns driver.ErrBadConn even if the connection
// broke after the statement was sent, and database/sql tries again after driver.ErrBadConn. It also gives up a
// connection to a read-only database: the session keeps its setting, and a new one may be able to write. The error of a
// statement that waited too long for a lock gets who had the lock.
func (c *conn) notTwice(err error, before int64) error {
	if Code(err) == readOnlyTransaction {
		_ = c.wire.failed(err)
	}
	if errors.Is(err, driver.ErrBadConn) && c.wire.written.Load() != before {
		return &lostError{c.wire.failure()}
	}
	return c.locks.explain(err, c.session.pid)
}

// rows marks its connection as busy until the rows are closed.
type rows struct {
	pqRows
	c   *conn
	ctx context.Context // of the statement
}

// Next implements driver.Rows.
func (r *rows) Next(dest []driver.Value) error {
	err := r.pqRows.Next(dest)
	if err == nil || err == io.EOF { // the usual case: Code needs memory
		return err
	}
	return r.c.locks.explain(byItself(r.ctx, err), r.c.session.pid)
}

func (r *rows) Close() error {
	defer func() { r.c.rowsOpen = false }()
	return r.pqRows.Close()
}
