package hours

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/ent/assignment"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/settled"
	"github.com/workplan-api/workplan/services/journal"
)

// upsertRequest is the request of an upsert, without its items.
type upsertRequest interface {
	proto.Message
	GetDryRun() bool
	GetInclude() []string
}

// batch is the items of a request.
type batch struct {
	req   proto.Message
	path  string // of the items in the request
	items []*pb.Assignment
	keys  []key
	// lastOf is what last returns, once that was asked for.
	lastOf map[key]int
	// within is the window in which the items must be; nil for all.
	within *window
	// createsNone means that the items create no rows, so an inactive capability is not bad. An item may be a key
	// without a row.
	createsNone bool
	// entryIDs are those of the items if these are entries: only items with the same one are the same.
	entryIDs []string
	// closed are the keys whose days are closed: their rows must already be what the items are.
	closed map[key]*settled.Closed
	// committed are the rows that a statement by itself has written before the write began again.
	committed []*pb.Assignment
}

func newBatch(req proto.Message, path string, items []*pb.Assignment) *batch {
	return &batch{req: req, path: path, items: items, keys: lists.Map(items, keyOf)}
}

// field returns the path of a field of an item.
func (b *batch) field(i int, name string) string { return fmt.Sprintf("%s[%d].%s", b.path, i, name) }

// last returns for each key the position of the last item with it, which counts.
func (b *batch) last() map[key]int {
	if b == nil {
		return nil
	}
	if b.lastOf == nil {
		b.lastOf = make(map[key]int, len(b.keys))
		for i, k := range b.keys {
			b.lastOf[k] = i
		}
	}
	return b.lastOf
}

// upsert writes the items of req and returns one row for each item, in the order of the
// items, unless the response has no rows, and what else req includes. If an item is bad, upsert writes nothing and
// returns an error that lists every bad item.
//
// upsert looks up users, projects and capabilities only to list errors: if an item is
// invalid or has an inactive capability, if the caller may not write an item, because
// unknown ids are reported first, or if a foreign key rejects an id.
func (t *table) upsert(
	ctx context.Context, req upsertRequest, items []*pb.Assignment,
) ([]*pb.Assignment, *pb.WriteMeta, error) {
	x, err := extrasOf(ctx, req.GetInclude())
	if err != nil {
		return nil, nil, err
	}
	b := newBatch(req, "batch.items", items)
	if err := t.check(ctx, b); err != nil {
		return nil, nil, err
	}
	found := &warnings{}
	if len(items) == 0 {
		return nil, x.meta(outcome{}, found), nil
	}
	if t.proposal != nil {
		done, meta, err := t.upsertInProposal(ctx, req, x, b)
		if err != nil {
			return nil, nil, err
		}
		return done.items, meta, nil
	}
	var then func() error
	if x.warnings {
		then = func() (err error) {
			found, err = t.warn(ctx, x, b)
			return err
		}
	}
	final, indexes := b.distinct()
	done, err := t.write(ctx, b, final, x.minimal, req.GetDryRun(), then)
	if isOfSum(err) {
		return nil, nil, cmp.Or(refuseSums(ctx, b, final, nil), overtaken(err))
	}
	if err != nil {
		return nil, nil, t.explain(ctx, b, err)
	}
	if x.minimal {
		return nil, x.meta(done, found), nil
	}
	return lists.Map(indexes, func(i int) *pb.Assignment { return done.rows[i] }), x.meta(done, found), nil
}

// check returns an error that lists every bad item (400), or the items that the caller may not write (403). It reads
// before the write, and locks nothing.
func (t *table) check(ctx context.Context, b *batch) error {
	bad := validate.Items(b.req, call.FromContext(ctx).Unread)
	bad = append(bad, b.outside(bad)...)
	switch {
	case len(bad) > 0:
		return t.bad(ctx, b, bad)
	case len(b.items) == 0:
		return nil
	}
	inactive, err := t.anyInactive(ctx, b.keys)
	if err == nil && (inactive || t.anyPlaceholder(b.keys)) {
		err = t.bad(ctx, b, nil)
	}
	if err != nil {
		return err
	}
	if err := t.refused(ctx, b); postgres.IsUnavailable(err) {
		return err // another look-up would only wait as long again
	} else if err != nil {
		return cmp.Or(t.bad(ctx, b, nil), err)
	}
	return nil
}

// explain returns the error of a write of the items of a batch, which names those that a foreign key has refused.
func (t *table) explain(ctx context.Context, b *batch, err error) error {
	if postgres.IsForeignKeyViolation(err) {
		return cmp.Or(t.bad(ctx, b, nil), err)
	}
	return err
}

// entry is a row to write.
type entry struct {
	key
	hours float64
	// tentative is nil if the row keeps what it has.
	tentative *bool
	origin    origin
}

// origin says where the hours of a row of actual hours come from.
type origin int

const (
	direct   origin = iota // a request; a row that is the sum of entries cannot change so
	summed                 // the sum of its entries
	released               // a request that deletes the entries of the row
)

// entriesHours is the value of the column entries_hours.
func (e *entry) entriesHours() *float64 {
	if e.origin == summed {
		return &e.hours
	}
	return nil
}

// is reports whether a row has the values of the entry.
func (e *entry) is(m *pb.Assignment) bool {
	return m.GetHours() == e.hours && (e.tentative == nil || m.GetTentative() == *e.tentative)
}

// distinct returns one row for each key, sorted by key, and for each item the index of its
// row. The last item with a key wins. PostgreSQL accepts a key only once in a statement.
// Upserts in key order cannot deadlock.
func (b *batch) distinct() (rows []entry, indexes []int) {
	items, keys := b.items, b.keys
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(keys[a].compare(&keys[b]), cmp.Compare(a, b))
	})
	rows, indexes = make([]entry, 0, len(items)), make([]int, len(items))
	for _, i := range order {
		last := len(rows) - 1
		if last < 0 || rows[last].key != keys[i] {
			rows = append(rows, entry{key: keys[i]})
			last++
		}
		rows[last].hours, rows[last].tentative = items[i].GetHours(), items[i].Tentative
		indexes[i] = last
	}
	return rows, indexes
}

// errOvertaken means that another upsert changed a row after this one found that the row
// already had its hours.
var errOvertaken = errors.New("a row was changed by another upsert")

// maxPlain is the largest number of rows whose event is stored without compression.
const maxPlain = 10

// write writes the rows of a batch and their event in one transaction and returns the rows in the same order. Rows
// whose days are closed may only be what they are already. If one statement is enough for a few rows, it also writes
// the event and needs no explicit transaction. If another upsert interferes with that statement, or on Citus, write
// starts again in an explicit transaction, which locks the rows until they are read. If then is not nil, write calls
// it in the transaction, after the rows. If minimal, it only counts the rows.
func (t *table) write(
	ctx context.Context, b *batch, rows []entry, minimal, dryRun bool, then func() error,
) (done outcome, err error) {
	err = t.closed.Checked(ctx, false, func(days *settled.Days) (err error) {
		if b.closed, err = t.closedKeys(ctx, days, b.keys); err != nil {
			return err
		}
		done, err = t.writeUnless(ctx, b, days.Version, rows, minimal, dryRun, then)
		return err
	})
	if len(b.committed) > 0 && settled.Refused(err) {
		err = overtaken(err) // a part was written before the days were closed, so not all of it is refused
	}
	return done, err
}

// writeUnless is write for the closed days of a version, of which the batch has those of its items.
func (t *table) writeUnless(
	ctx context.Context, b *batch, version int64, rows []entry, minimal, dryRun bool, then func() error,
) (done outcome, err error) {
	writeIn := t.writeIn
	if minimal && len(b.closed) == 0 {
		writeIn = t.countIn
	}
	db := call.DB(ctx)
	citus, err := db.Engine.IsCitus(ctx, db)
	if err != nil {
		return done, err
	}
	if !citus && !db.Engine.Unjournaled && t.inserts[shape{len(rows), false, true}] != "" && !dryRun && then == nil &&
		len(b.closed) == 0 {
		done, err = writeIn(ctx, rows, &recording{inStatement: true, settled: version})
		if !postgres.IsRetryable(err) && !errors.Is(err, errOvertaken) {
			return done, err
		}
		b.committed = append(b.committed, done.written...)
	}
	err = db.Unit.Do(ctx, func() (err error) {
		event := &recording{rows: make([]byte, 0, len(rows)*hoursrow.Size)}
		done, err = writeIn(ctx, rows, event)
		if err == nil {
			err = b.refuseWritten(ctx, done.written)
		}
		if err == nil && then != nil {
			err = then()
		}
		switch {
		case err != nil:
			return err
		case dryRun:
			return cmp.Or(journal.CheckSettled(ctx, db, version), txn.ErrUndo)
		}
		return journal.WriteRows(ctx, db, t.upserted, event.rows, version)
	})
	if len(b.committed) > 0 {
		done.count(slices.Concat(b.committed, done.written))
	}
	return done, err
}

// recording is how rows get their event.
type recording struct {
	// inStatement means that the statement that writes the rows, which must be one, also writes their event, unless the
	// closed days have another version than settled.
	inStatement bool
	settled     int64
	// rows are the rows that were written, as hoursrow.Written, for an event that follows.
	rows []byte
}

// written returns where to append the rows that were written, or nil.
func (r *recording) written() *[]byte {
	if r.inStatement {
		return nil
	}
	return &r.rows
}

// outcome is the rows of a write, in the order of its entries, those of them that it has written, and how many there
// are in all, and created and updated. There are no rows if they are only counted.
type outcome struct {
	rows, written           []*pb.Assignment
	total, created, updated int
}

// count counts rows that were written, each once. It is new if one of its writes has created it.
func (o *outcome) count(written []*pb.Assignment) {
	isNew := make(map[key]bool, len(written))
	for _, row := range written {
		k := keyOf(row)
		isNew[k] = isNew[k] || row.GetVersion() == 1
	}
	o.created = 0
	for _, is := range isNew {
		if is {
			o.created++
		}
	}
	o.updated = len(isNew) - o.created
}

func (o *outcome) summary() *pb.WriteSummary {
	return &pb.WriteSummary{
		Created: int32(o.created), Updated: int32(o.updated), Unchanged: int32(o.total - o.created - o.updated),
	}
}

// writeIn writes the rows that differ from those in the table, and returns all rows. If the
// first statement changes nothing, the client has probably sent the same batch before. Then
// writeIn reads all rows, and stops if they already have the hours.
func (t *table) writeIn(ctx context.Context, rows []entry, event *recording) (done outcome, err error) {
	done.total = len(rows)
	written := make([]*pb.Assignment, 0, len(rows))
	for at, chunk := range tenant.Chunks(rows, sizes) {
		list, err := t.insert(ctx, chunk, event)
		if err != nil {
			return done, err
		}
		written = append(written, list...)
		if at == 0 && len(list) == 0 {
			unchanged, err := t.readKeys(ctx, keysOf(rows))
			if err != nil {
				return done, err
			}
			if done.rows, err = arrange(unchanged, rows); err == nil || len(chunk) == len(rows) {
				return done, err
			}
		}
	}
	for _, row := range written {
		if row.GetVersion() == 1 {
			done.created++
		}
	}
	done.updated, done.written = len(written)-done.created, written
	if len(written) < len(rows) {
		unchanged, err := t.readKeys(ctx, keysOf(missing(written, rows)))
		if err != nil {
			return done, err
		}
		written = append(written, unchanged...)
	}
	done.rows, err = arrange(written, rows)
	return done, err
}

// countIn is writeIn without the rows of the outcome. Rows that a statement leaves as they are had the values when it
// ran, so they need not be read, unless the statement writes nothing at all: it may have found what its condition does
// not allow.
func (t *table) countIn(ctx context.Context, rows []entry, event *recording) (done outcome, err error) {
	done.total = len(rows)
	for at, chunk := range tenant.Chunks(rows, sizes) {
		var written, created int
		if err := t.insertRows(ctx, chunk, event, func(result *sql.Rows) (_ int, err error) {
			written, created, err = count(result, event.written())
			return written, err
		}); err != nil {
			return done, err
		}
		done.created, done.updated = done.created+created, done.updated+written-created
		if at > 0 || written > 0 || len(chunk) == len(rows) && !event.inStatement {
			continue
		}
		switch same, err := t.countSame(ctx, rows); {
		case err != nil || same == len(rows):
			return done, err
		case event.inStatement: // the organization is closed, or what is closed has changed
			return done, errOvertaken
		}
	}
	return done, nil
}

// countSame returns how many of the rows the table has with the same values.
func (t *table) countSame(ctx context.Context, rows []entry) (same int, err error) {
	hours, tentative := make(pq.Float64Array, len(rows)), make([]*bool, len(rows))
	for i := range rows {
		hours[i], tentative[i] = rows[i].hours, rows[i].tentative
	}
	args := append(keyArgs(keysOf(rows)), hours)
	if t.name == assignment.Table {
		args = append(args, pq.Array(tentative))
	}
	err = tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error { return scan(&same) }, t.same, args...)
	return same, err
}

// insert writes rows with one statement and returns the rows that it created or changed.
// The number of rows must be in sizes.
func (t *table) insert(ctx context.Context, rows []entry, event *recording) (written []*pb.Assignment, err error) {
	err = t.insertRows(ctx, rows, event, func(result *sql.Rows) (_ int, err error) {
		written, err = readAs(result, hoursrow.Size, len(rows), event.written())
		return len(written), err
	})
	return written, err
}

// insertRows writes rows, and calls read with those that it created or changed, each as hoursrow.Written. read returns
// their number. Unless the statement also writes their event, the transaction owes it.
func (t *table) insertRows(
	ctx context.Context, rows []entry, event *recording, read func(*sql.Rows) (int, error),
) error {
	db, journaled := call.DB(ctx), event.inStatement
	args := make([]any, 0, 7*len(rows)+journal.RowsEventCount+1)
	flagged := slices.ContainsFunc(rows, func(e entry) bool { return e.tentative != nil || e.origin != direct })
	for i := range rows {
		r := &rows[i]
		var capability any
		if r.capability != "" {
			capability = r.capability
		}
		args = append(args, uuid.Must(uuid.NewV7()).String(), r.user, r.project, capability, r.date, r.hours)
		switch {
		case !flagged:
		case isPlanned(t.name):
			args = append(args, r.tentative)
		default:
			args = append(args, r.entriesHours())
		}
	}
	if journaled {
		args = append(append(args, journal.RowsEventArgs(ctx, t.upserted)...), event.settled)
	}
	write := func() (int, error) {
		result, err := tenant.Query(ctx, db, t.inserts[shape{len(rows), flagged, journaled}], args...)
		if err != nil {
			return 0, err
		}
		return read(result)
	}
	if journaled {
		_, err := write()
		return err
	}
	return db.Unit.Owe(t.upserted, write)
}

// readKeys returns the rows that have these keys.
func (t *table) readKeys(ctx context.Context, keys []key) ([]*pb.Assignment, error) {
	result, err := tenant.Query(ctx, call.DB(ctx), t.byKeys, keyArgs(keys)...)
	if err != nil {
		return nil, err
	}
	return read(result, len(keys))
}

// readSeen is readKeys without the rows that the caller may not see.
func (t *table) readSeen(ctx context.Context, keys []key) ([]*pb.Assignment, error) {
	seen, err := t.seen(ctx, &pb.ListAssignmentsRequest{})
	if err != nil {
		return nil, err
	}
	list, err := t.readKeys(ctx, keys)
	if seen.sight == nil {
		return list, err
	}
	return slices.DeleteFunc(list, func(m *pb.Assignment) bool {
		return !seen.sight.OfHours(protoconv.ID(m.UserId), protoconv.ID(m.ProjectId))
	}), err
}

// keyArgs are the arguments of eachKey.
func keyArgs(keys []key) []any {
	var users, projects, capabilities, dates pq.StringArray
	for i := range keys {
		k := &keys[i]
		users, projects, dates = append(users, k.user), append(projects, k.project), append(dates, k.date)
		capabilities = append(capabilities, cmp.Or(k.capability, uuid.Nil.String()))
	}
	return []any{users, projects, capabilities, dates}
}

func keysOf(rows []entry) []key { return lists.Map(rows, func(e entry) key { return e.key }) }

func byKey(written []*pb.Assignment) map[key]*pb.Assignment {
	m := make(map[key]*pb.Assignment, len(written))
	for _, row := range written {
		m[keyOf(row)] = row
	}
	return m
}

// missing returns the rows that are not in written. The table already has their hours.
func missing(written []*pb.Assignment, rows []entry) []entry {
	done := byKey(written)
	return slices.DeleteFunc(slices.Clone(rows), func(r entry) bool { return done[r.key] != nil })
}

// arrange returns the written rows in the order of rows, because RETURNING does not
// guarantee an order. It returns errOvertaken if a row is missing or has other values.
func arrange(written []*pb.Assignment, rows []entry) ([]*pb.Assignment, error) {
	if !slices.EqualFunc(written, rows, func(m *pb.Assignment, r entry) bool { return keyOf(m) == r.key }) {
		found := byKey(written)
		written = lists.Map(rows, func(r entry) *pb.Assignment { return found[r.key] })
	}
	for i, m := range written {
		if m == nil || !rows[i].is(m) {
			return nil, errOvertaken
		}
	}
	return written, nil
}
