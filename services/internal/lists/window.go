package lists

import (
	"bytes"
	"context"
	"encoding/base64"
	"hash/fnv"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/internal/problem"
)

const (
	defaultLimit = 50
	maxLimit     = 200
)

// ForeignCursor returns the error for a cursor of another list or of other filters.
func ForeignCursor() error {
	return problem.Field(problem.ValidationFailed, "cursor", "must be a nextCursor of this list with the same filters")
}

// Request is the request of a list.
type Request interface {
	proto.Message
	GetLimit() int32
	GetOffset() int64
	GetCount() bool
	GetCursor() string
}

// Window is the requested part of a list.
type Window struct {
	// Limit is the number of rows of the page, 1 to 200.
	Limit int
	// Offset is the number of rows to skip.
	Offset int64
	// After is the position of the row before the page, nil if the request has no cursor.
	After []byte

	req Request
}

// NewWindow returns the window of a request. The default is the first 50 rows. It returns an
// error if the request has both a cursor and an offset, a cursor of another list or of
// other filters, or a range of dates that ends before it starts.
func NewWindow(req Request) (*Window, error) {
	if dates, ok := req.(DateRange); ok {
		if err := CheckDates(dates); err != nil {
			return nil, err
		}
	}
	w := &Window{Limit: defaultLimit, Offset: req.GetOffset(), req: req}
	if given(req, "limit") {
		w.Limit = int(min(max(req.GetLimit(), 1), maxLimit))
	}
	if !given(req, "cursor") {
		return w, nil
	}
	if given(req, "offset") {
		return nil, problem.Field(problem.ValidationFailed, "cursor", "must not be given together with offset")
	}
	cursor, err := base64.RawURLEncoding.Strict().DecodeString(req.GetCursor())
	if err != nil || len(cursor) < sumSize {
		return nil, ForeignCursor()
	}
	if w.After = cursor[sumSize:]; !bytes.Equal(cursor, w.cursor(w.After)) {
		return nil, ForeignCursor()
	}
	return w, nil
}

// Fill sets all fields of a page except its items. n is the number of items. last is the
// position of the last item, nil if the list ends there. count is called only if the request
// asks for the total, because a count reads the whole list.
func (w *Window) Fill(
	ctx context.Context, page proto.Message, n int, last []byte, count func(context.Context) (int, error),
) error {
	set := func(name protoreflect.Name, value any) {
		page.ProtoReflect().Set(field(page, name), protoreflect.ValueOf(value))
	}
	if w.req.GetCount() {
		total, err := count(ctx)
		if err != nil {
			return err
		}
		set("total", int64(total))
	}
	limit := w.Limit
	if last != nil {
		limit = n
		set("has_more", true)
		set("next_cursor", base64.RawURLEncoding.EncodeToString(w.cursor(last)))
	}
	set("limit", int32(limit))
	set("offset", w.Offset)
	return nil
}

// DateRange is a request for what is in a range of dates. Each date is YYYY-MM-DD, or empty if the
// range is open.
type DateRange interface {
	GetStartDate() string
	GetEndDate() string
}

// CheckDates returns an error that names both dates if the range ends before it starts. Nothing is
// in such a range, so an empty page would look like "nothing is planned".
func CheckDates(r DateRange) error {
	start, end := r.GetStartDate(), r.GetEndDate()
	if start == "" || end == "" || start <= end {
		return nil
	}
	return problem.List([]problem.Detail{
		problem.Invalid("start_date", "must not be after the last day of the range"),
		problem.Invalid("end_date", "must not be before the first day of the range"),
	})
}

// Reversed returns the faults of a message whose range ends before it starts. path precedes the names of its dates.
func Reversed(path string) []problem.Detail {
	return []problem.Detail{
		problem.Invalid(path+"start_date", "must not be after the last day"),
		problem.Invalid(path+"end_date", "must not be before the first day"),
	}
}

const sumSize = 8

// notFilters are the fields of a request that may change from page to page.
var notFilters = []protoreflect.Name{"limit", "offset", "count", "cursor", "expand", "include"}

// cursor returns a checksum followed by the position. The checksum is over the list, its
// filters and the position.
func (w *Window) cursor(position []byte) []byte {
	md := w.req.ProtoReflect().Descriptor()
	sum := fnv.New64a()
	sum.Write([]byte(md.Name()))
	wire, _ := proto.MarshalOptions{Deterministic: true}.Marshal(w.req) // a decoded request always encodes
	for len(wire) > 0 {
		number, _, n := protowire.ConsumeField(wire)
		if fd := md.Fields().ByNumber(number); fd == nil || !slices.Contains(notFilters, fd.Name()) {
			sum.Write(wire[:n])
		}
		wire = wire[n:]
	}
	sum.Write(position)
	return append(sum.Sum(nil), position...)
}

func field(m proto.Message, name protoreflect.Name) protoreflect.FieldDescriptor {
	return m.ProtoReflect().Descriptor().Fields().ByName(name)
}

func given(req Request, name protoreflect.Name) bool { return req.ProtoReflect().Has(field(req, name)) }
