package apitest

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/workplan-api/workplan/internal/postgres"
)

// eventless are the tables whose rows are written without an event, and why. All others of TenantTables need one.
var eventless = map[string]string{
	"events":               "they are the events",
	"event_heads":          "they count the events",
	"idempotency_keys":     "they are responses",
	"stored_responses":     "they count responses",
	"record_external_ids":  "the record has them, too",
	"closed_days":          "they count the changes of what is closed",
	"actual_hours_entries": "the rows that are their sums have events",
	"timesheet_hours":      "they are what a timesheet has approved",
	"proposal_rows":        "the proposal has an event",
	"scim_names":           "they are parts of the name of a user, for identity providers",
	"user_views":           "only their user sees them",
	"webhook_attempts":     "they are deliveries",
	"webhook_redeliveries": "they are deliveries",
}

// uses matches a statement that notes the use of a record, the state of its deliveries or the number of its event, or
// removes what has expired.
var uses = regexp.MustCompile(`(?s)^update (?:api_keys|sessions|calendar_feeds)\s+set last_(?:used|read)_at = |` +
	`^update timesheets t set approved_seq = |` +
	`^update webhooks\s+set .*\b(?:lease|tries)\b|^delete from sessions\b.*\bexpires_at\b`)

var (
	writesRecord = regexp.MustCompile(`\b(?:insert into|update|delete from)\s+(?:only\s+)?(?:public\.)?(` +
		strings.Join(slices.DeleteFunc(TenantTables(), func(t string) bool { return eventless[t] != "" }), "|") + `)\b`)
	writesEvent = regexp.MustCompile(`\binsert into\s+(?:public\.)?events\b`)
)

// eventsRequired opens a pool that commits a write of a record only if it or its transaction writes an event. This is
// [txn.Unit.Owe] for everything that is text.
var eventsRequired = wrapped(func(c postgres.DriverConn) driver.Conn { return &owingConn{DriverConn: c} })

// owingConn is a connection that knows what its transaction has written.
type owingConn struct {
	postgres.DriverConn
	tx *owingTx // nil outside of a transaction
}

type owingTx struct {
	driver.Tx
	conn *owingConn
	owed
	savepoints []savepoint
}

// owed is what a transaction has written.
type owed struct {
	written string // a statement that wrote a record
	event   bool
}

// savepoint is what a transaction had written before it.
type savepoint struct {
	name string
	owed
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
	isRecord, isEvent := writes(query)
	if isRecord && tx.written == "" {
		tx.written = query
	}
	tx.event = tx.event || isEvent
}

// follow remembers what was written before each savepoint, for a return to it.
func (tx *owingTx) follow(query string) {
	for part := range strings.SplitSeq(query, "; ") {
		name := part[strings.LastIndexByte(part, ' ')+1:]
		if strings.HasPrefix(part, "SAVEPOINT ") {
			tx.savepoints = append(tx.savepoints, savepoint{name, tx.owed})
			continue
		}
		isRelease := strings.HasPrefix(part, "RELEASE ")
		if !isRelease && !strings.HasPrefix(part, "ROLLBACK TO ") {
			return
		}
		for i, s := range slices.Backward(tx.savepoints) {
			if s.name != name {
				continue
			}
			if !isRelease {
				tx.owed = s.owed
				i++ // which stays
			}
			tx.savepoints = tx.savepoints[:i]
			break
		}
	}
}

// check refuses a statement outside of a transaction that writes a record without an event. In a transaction, it only
// follows the savepoints.
func (c *owingConn) check(query string) error {
	if c.tx != nil {
		c.tx.follow(query)
		return nil
	}
	if isRecord, isEvent := writes(query); isRecord && !isEvent {
		return withoutEvent(query)
	}
	return nil
}

// writes reports whether a statement writes a record, and whether it writes an event.
func writes(query string) (isRecord, isEvent bool) {
	text := plain(query)
	return writesRecord.MatchString(text) && !uses.MatchString(text), writesEvent.MatchString(text)
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
