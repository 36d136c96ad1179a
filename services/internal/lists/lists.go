// Package lists reads the pages of all lists, by offset or by cursor. It counts all rows if
// the request asks for it. A page is never larger than a gRPC client accepts.
package lists

import (
	"context"
	"encoding/binary"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// maxPageSize is the maximum size of the items of a page on the wire, in bytes. Clients
// accept messages of up to 4 MiB by default.
const maxPageSize = 3 << 20

// Query is an Ent query for records that have the columns created_at and id.
type Query[Q any, P, O ~func(*sql.Selector), Row any] interface {
	Clone() Q
	Where(...P) Q
	Order(...O) Q
	All(context.Context) ([]Row, error)
	Count(context.Context) (int, error)
}

// changedRequest is a request for a list of records that have the column updated_at.
type changedRequest interface {
	GetUpdatedSince() *timestamppb.Timestamp
}

// sortedRequest is a request for a list with an order of the client: createdAt or -createdAt.
type sortedRequest interface {
	GetSort() string
}

// Record is the message of a record.
type Record interface {
	withID
	GetCreatedAt() *timestamppb.Timestamp
}

type withID interface {
	proto.Message
	GetId() string
}

// Page is the message of a page of records.
type Page[M proto.Message] interface {
	proto.Message
	GetItems() []M
}

// Get fills a page with the requested rows of q, oldest first unless the request has another order. translate returns
// the messages of rows, and may read what belongs to them. A page has fewer items than the limit if they are larger
// than 3 MiB in total.
//
// If the request has updatedSince, Get confines q to what has changed since, also for the total.
//
// A request that Get refuses (400) reads nothing. Otherwise Get reads the rows with one statement. If the request asks
// for the total, another statement counts the rows of q, without the cursor.
func Get[Q Query[Q, P, O, Row], P, O ~func(*sql.Selector), Row any, M Record](
	ctx context.Context, req Request, page Page[M], q Q, translate func(context.Context, []Row) ([]M, error),
) error {
	by, last, beyond := sql.OrderByField("created_at"), "id", ">"
	if r, ok := req.(sortedRequest); ok && strings.HasPrefix(r.GetSort(), "-") {
		by, last, beyond = sql.OrderByField("created_at", sql.OrderDesc()), "id DESC", "<"
	}
	return get(ctx, req, page, q, order[P, O, M]{[]O{O(by.ToFunc())}, last, position[M], func(b []byte) (P, error) {
		at, id, err := parsePosition(b)
		return created[P](beyond, at, id), err
	}}, translate)
}

// GetByID is like Get, for records that are listed in the order of their ids.
func GetByID[Q Query[Q, P, O, Row], P, O ~func(*sql.Selector), Row any, M withID](
	ctx context.Context, req Request, page Page[M], q Q, translate func(context.Context, []Row) ([]M, error),
) error {
	return get(ctx, req, page, q, order[P, O, M]{nil, "id", idOf[M], func(b []byte) (P, error) {
		id, err := uuid.FromBytes(b)
		if err != nil {
			err = ForeignCursor()
		}
		return P(sql.FieldGT("id", id)), err
	}}, translate)
}

// order is the order of a list: by some columns and then by the last one.
type order[P, O ~func(*sql.Selector), M any] struct {
	by   []O
	last string
	// position returns the position of an item, and after the predicate of the rows after a position.
	position func(M) []byte
	after    func(position []byte) (P, error)
}

func get[Q Query[Q, P, O, Row], P, O ~func(*sql.Selector), Row any, M proto.Message](
	ctx context.Context, req Request, page Page[M], q Q, o order[P, O, M],
	translate func(context.Context, []Row) ([]M, error),
) error {
	w, err := NewWindow(req)
	if err != nil {
		return err
	}
	if r, ok := req.(changedRequest); ok && r.GetUpdatedSince() != nil {
		q.Where(P(sql.FieldGTE("updated_at", r.GetUpdatedSince().AsTime())))
	}
	rest := q.Clone().Order(append(o.by, LastOrder[O](w, o.last))...)
	if w.After != nil {
		after, err := o.after(w.After)
		if err != nil {
			return err
		}
		rest.Where(after)
	}
	rows, err := rest.All(ctx)
	if err != nil {
		return err
	}
	items, err := translate(ctx, rows[:min(len(rows), w.Limit)])
	if err != nil {
		return err
	}
	items = fitting(items)
	list := page.ProtoReflect().Mutable(field(page, "items")).List()
	for _, item := range items {
		list.Append(protoreflect.ValueOf(item.ProtoReflect()))
	}
	var end []byte
	if len(items) < len(rows) {
		end = o.position(items[len(items)-1])
	}
	return w.Fill(ctx, page, len(items), end, q.Count)
}

// LastOrder returns the last column of the order of a list, such as id or id DESC, with the part of the list that the
// page and one more row are. Both numbers are parameters, which those of Ent are not: so all pages have one statement,
// which stays prepared. PostgreSQL plans it for a page that is a tenth of the list. With a number that is more than the
// rows it expects, it would read and sort all of the list.
func LastOrder[O ~func(*sql.Selector)](w *Window, column string) O {
	name, direction, _ := strings.Cut(column, " ")
	return func(s *sql.Selector) {
		s.OrderExpr(sql.P(func(b *sql.Builder) { // an expression of Ent would number its parameters from 1
			b.Ident(s.C(name)).Pad().WriteString(direction + " LIMIT ").Arg(w.Limit + 1).
				WriteString(" OFFSET ").Arg(w.Offset)
		}))
	}
}

// Cut returns the rows of a page and sets its other fields. rows has one row more than the page
// if there is a next one, which continues after position. It calls count as Window.Fill does.
func Cut[Row any](ctx context.Context, w *Window, page proto.Message, rows []Row, position func(Row) []byte, count func(
	context.Context,
) (int, error)) ([]Row, error) {
	n := min(len(rows), w.Limit)
	var last []byte
	if n < len(rows) {
		last = position(rows[n-1])
	}
	return rows[:n], w.Fill(ctx, page, n, last, count)
}

// fitting returns the first items that fit on a page, but at least one.
func fitting[M proto.Message](items []M) []M {
	size := 0
	for i, item := range items {
		if size += proto.Size(item); size > maxPageSize && i > 0 {
			return items[:i]
		}
	}
	return items
}

// position returns the sort key of a record in its list: its time of creation and its id.
func position[M Record](m M) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(m.GetCreatedAt().AsTime().UnixMicro())), idOf(m)...)
}

func idOf[M withID](m M) []byte {
	id := uuid.MustParse(m.GetId())
	return id[:]
}

func parsePosition(b []byte) (at time.Time, id uuid.UUID, err error) {
	if len(b) != 8+len(id) {
		return at, id, ForeignCursor()
	}
	return time.UnixMicro(int64(binary.BigEndian.Uint64(b))).UTC(), uuid.UUID(b[8:]), nil
}

// created returns the predicate that a row is beyond a position: > or <. It compares both
// columns as one row value, so that an index on them can find the first row of the page.
func created[P ~func(*sql.Selector)](beyond string, at time.Time, id uuid.UUID) P {
	return func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			b.WriteString("(").IdentComma(s.C("created_at"), s.C("id")).WriteString(") "+beyond+" (").
				Args(at, id).WriteString(")")
		}))
	}
}

// Each returns a function for Get that translates rows one by one.
func Each[Row, M any](translate func(Row) M) func(context.Context, []Row) ([]M, error) {
	return func(_ context.Context, rows []Row) ([]M, error) { return Map(rows, translate), nil }
}

// EachOr is like Each, for a translation that can fail.
func EachOr[Row, M any](translate func(Row) (M, error)) func(context.Context, []Row) ([]M, error) {
	return func(_ context.Context, rows []Row) (items []M, err error) {
		items = make([]M, len(rows))
		for i := 0; i < len(rows) && err == nil; i++ {
			items[i], err = translate(rows[i])
		}
		return items, err
	}
}

// Map returns the results of translate for all rows.
func Map[Row, Message any](rows []Row, translate func(Row) Message) []Message {
	out := make([]Message, len(rows))
	for i, row := range rows {
		out[i] = translate(row)
	}
	return out
}
