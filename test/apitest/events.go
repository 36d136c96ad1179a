package apitest

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/workplan-api/workplan/internal/postgres"
)

// records are the tables whose rows are never written without an event. In the others, columns such as last_used_at
// are.
var records = []string{
	"users", "clients", "projects", "capabilities", "assignments", "actual_hours", "time_off_types",
	"time_off_requests", "working_patterns", "user_capabilities", "holidays", "sign_in_identities", "organization_privacy",
}

var (
	writesRecord = regexp.MustCompile(`\b(?:insert into|update|delete from)\s+(?:public\.)?(` +
		strings.Join(records, "|") + `)\b`)
	writesEvent = regexp.MustCompile(`\binsert into\s+(?:public\.)?events\b`)
)

// eventsRequired opens a pool that commits a write of a record only if it or its transaction writes an event.
// [txn.Unit.Owe] is the same rule for what a server asks it; this one sees every statement.
func eventsRequired(c driver.Connector) *sql.DB { return sql.OpenDB(owingConnector{c}) }

type owingConnector struct{ driver.Connector }

func (c owingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	cn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	complete, ok := cn.(postgres.DriverConn)
	if !ok {
		return nil, errors.Join(fmt.Errorf("apitest: unexpected driver connection %T", cn), cn.Close())
	}
	return &owingConn{DriverConn: complete}, nil
}

// owingConn is a connection that knows what its transaction has written.
type owingConn struct {
	postgres.DriverConn
	tx *owingTx // nil outside of a transaction
}

type owingTx struct {
	driver.Tx
	conn    *owingConn
	written string // a statement that wrote a record
	event   bool
}

// Raw returns the wrapped connection, for postgres.AllowSlow.
func (c *owingConn) Raw() driver.Conn { return c.DriverConn }

func (c *owingConn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	tx, err := c.DriverConn.BeginTx(ctx, opts)
	if err != nil {
		return nil, err
	}
	c.tx = &owingTx{Tx: tx, conn: c}
	return c.tx, nil
}

// Commit implements driver.Tx.
func (tx *owingTx) Commit() error {
	tx.conn.tx = nil
	if tx.written != "" && !tx.event {
		return errors.Join(tx.Tx.Rollback(), withoutEvent(tx.written))
	}
	return tx.Tx.Commit()
}

// Rollback implements driver.Tx.
func (tx *owingTx) Rollback() error {
	tx.conn.tx = nil
	return tx.Tx.Rollback()
}

func withoutEvent(query string) error {
	return fmt.Errorf("a record is written without an event: %s", query)
}

// wrote notes that rows of a record were written by a statement, or an event.
func (tx *owingTx) wrote(query string) {
	text := plain(query)
	if writesRecord.MatchString(text) && tx.written == "" {
		tx.written = query
	}
	tx.event = tx.event || writesEvent.MatchString(text)
}

// check refuses a statement outside of a transaction that writes a record without an event.
func (c *owingConn) check(query string) error {
	if text := plain(query); c.tx == nil && writesRecord.MatchString(text) && !writesEvent.MatchString(text) {
		return withoutEvent(query)
	}
	return nil
}

func (c *owingConn) ExecContext(
	ctx context.Context, query string, args []driver.NamedValue,
) (driver.Result, error) {
	if err := c.check(query); err != nil {
		return nil, err
	}
	result, err := c.DriverConn.ExecContext(ctx, query, args)
	if err != nil || c.tx == nil {
		return result, err
	}
	if n, _ := result.RowsAffected(); n > 0 {
		c.tx.wrote(query)
	}
	return result, nil
}

func (c *owingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if err := c.check(query); err != nil {
		return nil, err
	}
	rows, err := c.DriverConn.QueryContext(ctx, query, args)
	if err != nil || c.tx == nil {
		return rows, err
	}
	return &owingRows{rows, c.tx, query}, nil
}

// owingRows notes that its statement has written the rows that it returns.
type owingRows struct {
	driver.Rows
	tx    *owingTx
	query string
}

// Next implements driver.Rows.
func (r *owingRows) Next(row []driver.Value) error {
	err := r.Rows.Next(row)
	if err == nil && r.query != "" {
		r.tx.wrote(r.query)
		r.query = ""
	}
	return err
}
