// Package journal keeps the journal of each organization: one event for each write that
// changed something, with who wrote what, when and in which request.
//
// A write and its event are one transaction, for a single record even one statement. So an
// event exists if and only if its write happened. It is stored without a number: a counter
// would make every write of an organization wait for the commit of the one before. A
// Sequencer gives numbers to the events that are committed, in the order of written_at.
// That is the time at which the event was written, after the row of the record was locked.
// So of two writes to one record, the later one has the higher number. An event that is
// committed after later ones already have their numbers gets the written_at of the last of
// them, so that written_at never falls as the numbers rise.
package journal

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/eventtype"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/strictjson"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
)

// The formats of the column data.
const (
	encodingRecord = 1 // the JSON of an object, see Change.data
	encodingRows   = 2 // rows of hours, one after the other, as PostgreSQL returns them
	encodingPacked = 3 // the same, compressed with S2
)

// Message is the message of a record.
type Message interface {
	proto.Message
	GetId() string
}

// Silent is the type of a change that leaves no event, such as one of what only its user sees.
const Silent = "silent"

// Change is a write of one record.
type Change struct {
	// Type is the type of the event, such as client.updated, or Silent.
	Type string
	// Before and After are the record before and after the write. Before is nil if it was
	// created, and After if it was deleted.
	Before, After Message
	// Settled is the version of the closed days that the method has looked at, nil if it need not look at any. With
	// another version, the write fails with ErrSettled, see package settled.
	Settled *int64
}

// NewID returns the id of a new record. An event has the id, so the database cannot make it.
func NewID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// Deleted returns the change that deletes a record.
func Deleted(kind string, record Message) Change {
	return Change{Type: kind + ".deleted", Before: record}
}

// Created returns the change that creates a record.
func Created(kind string, record Message) Change {
	return Change{Type: kind + ".created", After: record}
}

// recordColumns are the columns of the event of a record.
const recordColumns = `(organization_id, id, written_at, type, actor_id, api_key_id, request_id, record_id, row_count, encoding, data)`

// author is who writes, and in which request. An operator has neither an actor nor a key.
type author struct {
	actor, key *uuid.UUID
	request    string
}

func writtenBy(ctx context.Context) author {
	request := call.FromContext(ctx)
	a := author{request: request.ID}
	if c := request.Caller; c != nil {
		a.actor, a.key = set(c.ActorID), set(c.KeyID)
	}
	return a
}

// set returns nil for uuid.Nil.
func set(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}

// check returns an error if an event cannot have the type of c.
func (c *Change) check() error {
	if _, known := slices.BinarySearch(eventtype.All, c.Type); !known {
		return fmt.Errorf("%q is no type of an event", c.Type)
	}
	return nil
}

// record returns the record that changed.
func (c *Change) record() Message {
	if c.After == nil {
		return c.Before
	}
	return c.After
}

// data returns an object with before and after. Of a record that was changed, before has only
// the members that differ.
func (c *Change) data() (data []byte, err error) {
	switch {
	case c.Before == nil:
		data, err = strictjson.Append([]byte(`{"after":`), c.After)
	case c.After == nil:
		data, err = strictjson.Append([]byte(`{"before":`), c.Before)
	default:
		if data, err = strictjson.AppendChanged([]byte(`{"before":`), c.Before, c.After); err == nil {
			data, err = strictjson.Append(append(data, `,"after":`...), c.After)
		}
	}
	return append(data, '}'), err
}

// eventSizes are the numbers of events that one statement of Write can write, largest first. The list is short, so that
// all statements stay prepared.
var eventSizes = []int{100, 10, 1}

// recordEvents has the statement for each of eventSizes.
var recordEvents = tenant.BySize(eventSizes, recordEventsText)

// recordEventsText returns a statement that writes the events of n records. $1 to $5 are what the events have in
// common. Each event has four more parameters. It does not select from unnest, because Citus commits that in two
// phases.
func recordEventsText(n int) string {
	var b strings.Builder
	b.WriteString(`INSERT INTO events ` + recordColumns + ` VALUES `)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		p := 6 + 4*i
		fmt.Fprintf(&b, "($1,$%d,clock_timestamp(),$%d,$2,$3,$4,$%d,0,$5,$%d)", p, p+1, p+2, p+3)
	}
	return b.String()
}

// Write writes the events of changes that other statements of the transaction have made.
func Write(ctx context.Context, db *ent.Client, changes []Change) error {
	if len(changes) == 0 {
		return nil
	}
	if !db.Engine.Unjournaled {
		if err := writeEvents(ctx, db, changes); err != nil {
			return err
		}
	}
	for _, c := range changes {
		db.Unit.Settle(c.Type)
	}
	return nil
}

func writeEvents(ctx context.Context, db *ent.Client, changes []Change) error {
	if err := CheckOpen(ctx, db); err != nil {
		return err
	}
	by := writtenBy(ctx)
	common := []any{by.actor, by.key, by.request, encodingRecord}
	for _, chunk := range tenant.Chunks(changes, eventSizes) {
		args := slices.Grow(slices.Clone(common), 4*len(chunk))
		for _, c := range chunk {
			if err := c.check(); err != nil {
				return err
			}
			data, err := c.data()
			if err != nil {
				return err
			}
			args = append(args, NewID(), c.Type, c.record().GetId(), data)
		}
		if _, err := tenant.Exec(ctx, db, recordEvents[len(chunk)], args...); err != nil {
			return err
		}
	}
	return nil
}

// written is the written_at of rows of hours. Their updated_at is now(), the time at which
// the transaction began. written_at is not earlier, even if the clock was set back since.
const written = `greatest(clock_timestamp(), now())`

// RowsEvent returns the end of a statement that writes rows of hours with their event. It follows "WITH effect AS (…)",
// where effect returns the rows in the column data, as hoursrow.Written. The statement then returns them, too. $1 is
// the organization, and the arguments of RowsEventArgs come after the other n of the statement. The event exists if
// there is a row.
func RowsEvent(n int) string {
	return fmt.Sprintf(`, event AS (
INSERT INTO events (organization_id, id, written_at, type, actor_id, api_key_id, request_id, row_count, encoding, data)
SELECT $1, $%d::uuid, `+written+`, $%d, $%d::uuid, $%d::uuid, $%d, count(*), %d, string_agg(data, '')
FROM effect
HAVING count(*) > 0) SELECT data FROM effect`, n+1, n+2, n+3, n+4, n+5, encodingRows)
}

// RowsEventCount is how many arguments RowsEventArgs returns.
const RowsEventCount = 5

// RowsEventArgs returns the arguments of RowsEvent for an event of this type.
func RowsEventArgs(ctx context.Context, kind string) []any {
	by := writtenBy(ctx)
	return []any{NewID(), kind, by.actor, by.key, by.request}
}

const batchEvent = `
INSERT INTO events (organization_id, id, written_at, type, actor_id, api_key_id, request_id, row_count, encoding, data)
VALUES ($1, $2, ` + written + `, $3, $4, $5, $6, $7, $8, $9)`

// WriteRows writes the event of rows of hours that other statements of the transaction have
// written. It must be the last statement. It writes nothing if there are no rows. settled is the version of the closed
// days that the method has looked at: with another one, WriteRows fails with ErrSettled.
func WriteRows(ctx context.Context, db *ent.Client, kind string, rows []byte, settled int64) error {
	if len(rows) == 0 {
		return nil
	}
	if !db.Engine.Unjournaled {
		if err := CheckSettled(ctx, db, settled); err != nil {
			return err
		}
		args := append(RowsEventArgs(ctx, kind), len(rows)/hoursrow.Size, encodingPacked, compress(rows))
		if _, err := tenant.Exec(ctx, db, batchEvent, args...); err != nil {
			return err
		}
	}
	db.Unit.Settle(kind)
	return nil
}
