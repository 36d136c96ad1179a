package journal

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent/actualhours"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/eventtype"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rate"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
)

const (
	defaultLimit, maxLimit = 100, 200
	// rowsInList is how many rows of a batch an event of a list has, and maxRowsOfEvent how
	// many GetEvent returns.
	rowsInList     = 200
	maxRowsOfEvent = 1000
	// maxPage is about the size of a page, in bytes of stored data.
	maxPage = 1 << 20
	// span is how many events a call looks at, so that filters that match little do not
	// read the whole journal at once.
	span = 10_000
)

// Service implements pb.EventServiceServer.
type Service struct {
	pb.UnimplementedEventServiceServer
	marks   *HighWaterMarks
	readers *readers
	drain   context.Context // done when calls may wait no longer
}

// NewService returns the service. Its calls stop waiting for events when drain is done.
func NewService(drain context.Context, marks *HighWaterMarks) *Service {
	return &Service{marks: marks, readers: newReaders(), drain: drain}
}

// query is what a reader asks for.
type query struct {
	patterns []string // of types
	types    []string // those of the patterns that the caller may read
	actor    *string
	record   *string
	since    *time.Time
	limit    int
}

// ListEvents returns a part of the journal: events after a number, of types that the caller may read. A part may be
// empty although more follows, because ListEvents looks at 10,000 events at most: then it is not up to date. If it is
// empty and up to date, and the request has a wait, ListEvents waits without a turn or a connection until there are
// some, the time is over or the server drains. It fails if the number is before the oldest event that is kept (410) or
// after the latest (409), if a pattern matches no type (400), and if too many calls wait (429). The wait ends with 401
// or 403 if the caller loses the right meanwhile.
func (s *Service) ListEvents(ctx context.Context, req *pb.ListEventsRequest) (*pb.ListEventsResponse, error) {
	q, err := s.readable(ctx, query{patterns: req.Types, actor: req.ActorId, record: req.RecordId, limit: defaultLimit})
	if err != nil {
		return nil, err
	}
	if req.Limit != nil {
		q.limit = min(max(int(*req.Limit), 1), maxLimit)
	}
	if req.Since != nil {
		q.since = new(req.Since.AsTime())
	}
	head, first, err := s.Ends(ctx)
	if err != nil {
		return nil, err
	}
	after, err := position(req.After, head, first)
	if err != nil {
		return nil, err
	}
	page, err := s.page(ctx, q, after, head, first)
	if err == nil && req.After != nil {
		err = s.kept(ctx, page, after)
	}
	if err != nil || len(page.Items) > 0 || !page.UpToDate || req.GetWait() == 0 {
		return &pb.ListEventsResponse{Data: page}, err
	}
	leave, err := s.readers.enter(call.Caller(ctx))
	if err != nil {
		return nil, err
	}
	defer leave()
	call.Pause(ctx) // a reader who waits must not keep its place
	page, err = s.wait(ctx, q, page, time.Duration(req.GetWait())*time.Second)
	return &pb.ListEventsResponse{Data: page}, err
}

// wait waits until there is a page with events, or one that is not up to date, after an empty one, and returns it. It
// returns an empty one after atMost, or earlier if the server drains. It looks at the caller again before it returns,
// and each page is of the rights that the caller had when it was read.
func (s *Service) wait(
	ctx context.Context, q query, page *pb.EventPage, atMost time.Duration,
) (*pb.EventPage, error) {
	ctx, cancel := call.Extend(ctx, atMost)
	defer cancel()
	open, release := call.FromContext(ctx).KeepOpen(ctx)
	defer release()
	until, stop := context.WithTimeout(open, atMost)
	defer stop()
	defer context.AfterFunc(s.drain, stop)()
	for until.Err() == nil && len(page.Items) == 0 && page.UpToDate {
		s.marks.Wait(until, tenant.Organization(ctx), page.NextAfter)
		next, reader, err := s.next(open, q, page.NextAfter)
		if open.Err() != nil {
			return nil, context.Cause(open)
		}
		if err != nil {
			return nil, err
		}
		if err := call.FromContext(open).Recheck(open); err != nil {
			return nil, err
		}
		if reader.SameRights(call.Caller(open)) { // else it is read again
			page = next
		}
	}
	return page, nil
}

// readable returns q with the types that its patterns name and the caller may read.
func (s *Service) readable(ctx context.Context, q query) (query, error) {
	named, err := matching("types", q.patterns)
	q.types = nil
	for _, t := range named {
		if permit.ReadEvents(ctx, t) {
			q.types = append(q.types, t)
		}
	}
	return q, err
}

// GetEvent returns one event, with a part of its rows. It is 404 if the event does not exist or is no longer kept, or
// if the caller may not read its type, or the privacy of the organization hides all of it. Whom the caller manages is
// read after the event, if that matters, by statements of their own: Service.messages.
func (s *Service) GetEvent(ctx context.Context, req *pb.GetEventRequest) (*pb.GetEventResponse, error) {
	limit := maxRowsOfEvent
	if req.Limit != nil {
		limit = min(max(int(*req.Limit), 1), maxRowsOfEvent)
	}
	found, err := s.readEvents(ctx, selectEvent, req.Seq)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 || !permit.ReadEvents(ctx, found[0].kind) {
		return nil, errNotFound
	}
	events, err := s.messages(ctx, found, int(req.GetOffset()), limit)
	if err != nil {
		return nil, err
	}
	if len(events) == 0 {
		return nil, errNotFound
	}
	return &pb.GetEventResponse{Data: events[0]}, nil
}

var errNotFound = problem.New(problem.NotFound, "event not found")

const selectEnds = `SELECT seq, first_seq FROM event_heads WHERE organization_id = $1`

// Ends reads the numbers of the latest event and of the oldest one that is kept.
func (s *Service) Ends(ctx context.Context) (head, first int64, err error) {
	first = 1
	err = tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error { return scan(&head, &first) }, selectEnds)
	return head, first, err
}

const recipe = ": get the head with after=head, list all records again, and continue after that head"

var (
	errExpired = problem.Field(problem.CursorExpired, "after", "is before the oldest event that is kept"+recipe)
	errAhead   = problem.Field(problem.CursorAhead, "after",
		"is higher than the number of the latest event, so a backup was restored"+recipe)
)

// position returns the event after which a reader wants to read.
func position(after *string, head, first int64) (int64, error) {
	switch {
	case after == nil:
		return first - 1, nil
	case *after == "head":
		return head, nil
	}
	n, err := strconv.ParseInt(*after, 10, 64)
	if err != nil {
		return 0, problem.Field(problem.ValidationFailed, "after", "must be the number of an event, 0, or head")
	}
	switch {
	case n < first-1:
		return 0, errExpired
	case n > head:
		return 0, errAhead
	}
	return n, nil
}

// kept returns errExpired if events after a number were removed while the page of them was read. That cannot be if the
// page has the next one, if there was none, or if they are far from the oldest one.
func (s *Service) kept(ctx context.Context, page *pb.EventPage, after int64) error {
	hasNext := len(page.Items) > 0 && page.Items[0].Seq == after+1
	if hasNext || after == page.Head || after >= page.First+span {
		return nil
	}
	_, now, err := s.Ends(ctx)
	if err == nil && after < now-1 {
		err = errExpired
	}
	return err
}

const (
	columns = `seq, type, written_at, actor_id, api_key_id, request_id, record_id, row_count, encoding`

	selectEvent = `SELECT ` + columns + `, data FROM events WHERE organization_id = $1 AND seq = $2`

	// A page has the data of its first event, and of those after it until their sizes add up to $8. PostgreSQL knows
	// the size of the others without reading their data.
	beginPage = `
SELECT ` + columns + `,
  CASE WHEN row_number() OVER upTo = 1 OR sum(octet_length(data)) OVER upTo <= $8 THEN data END FROM (
  SELECT ` + columns + `, data FROM events
  WHERE organization_id = $1 AND seq > $2 AND type = ANY ($4)
    AND ($5::uuid IS NULL OR actor_id = $5) AND ($6::timestamptz IS NULL OR written_at >= $6)`
	endPage = `
  ORDER BY seq LIMIT $7
) page WINDOW upTo AS (ORDER BY seq ROWS UNBOUNDED PRECEDING) ORDER BY seq`

	// With seq + 0, PostgreSQL cannot use the end to find the events of a record. Otherwise it expects few events
	// before the end, and reads those of all records.
	selectEvents   = beginPage + ` AND seq <= $3` + endPage
	selectOfRecord = beginPage + ` AND record_id = $9 AND seq + 0 <= $3` + endPage
)

// page reads the events after a number that q asks for, and that the caller may see. If there are more, the page ends
// with the last event that it has. If it ended with a hidden one, its number would show the caller that there is one.
func (s *Service) page(ctx context.Context, q query, after, head, first int64) (*pb.EventPage, error) {
	end := min(head, after+span)
	if q.record != nil {
		end = head
	}
	page := &pb.EventPage{NextAfter: after, Head: head, First: first}
	for limit := q.limit; len(page.Items) == 0 && page.NextAfter < end; limit = max(q.limit, defaultLimit) {
		found, next, err := s.part(ctx, q, page.NextAfter, end, limit)
		if err != nil {
			return nil, err
		}
		if page.Items, err = s.messages(ctx, found, 0, rowsInList); err != nil {
			return nil, err
		}
		if n := len(page.Items); n > q.limit || n > 0 && next < end {
			page.Items = page.Items[:min(n, q.limit)]
			next = page.Items[len(page.Items)-1].Seq
		}
		page.NextAfter = next
	}
	page.UpToDate = page.NextAfter == head
	return page, nil
}

// part reads events after a number, up to end, as many as fit on a page with the limit, and returns the number after
// which the next part begins.
func (s *Service) part(ctx context.Context, q query, after, end int64, limit int) ([]stored, int64, error) {
	text := selectEvents
	args := []any{after, end, pq.StringArray(q.types), q.actor, q.since, limit + 1, maxPage}
	if q.record != nil {
		text, args = selectOfRecord, append(args, *q.record)
	}
	found, err := s.readEvents(ctx, text, args...)
	if n := fitting(found, limit); n < len(found) {
		return found[:n], found[n-1].seq, err
	}
	return found, end, err
}

// fitting returns how many of the events fit on a page: those that were read with their data, and at most limit.
func fitting(found []stored, limit int) int {
	for i := range found {
		if i == limit || found[i].data == nil {
			return i
		}
	}
	return len(found)
}

// stored is a row of events.
type stored struct {
	seq                int64
	kind               string
	at                 time.Time
	actor, key, record *uuid.UUID
	request            string
	rows, encoding     int
	data               []byte
}

// readEvents runs a query of events with the organization as $1.
func (s *Service) readEvents(ctx context.Context, text string, args ...any) (found []stored, err error) {
	err = tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var e stored
		err := scan(&e.seq, &e.kind, &e.at, &e.actor, &e.key, &e.request, &e.record, &e.rows, &e.encoding, &e.data)
		found = append(found, e)
		return err
	}, text, args...)
	return found, err
}

// messages returns the messages of events that the caller may see, with the rows of hours from offset on, without
// timesheets of others whom the caller does not manage, without cost rates that the caller may not see, and without
// what of a time off request the caller may not read. It may read whom the caller manages, with up to two statements.
func (s *Service) messages(ctx context.Context, found []stored, offset, limit int) ([]*pb.Event, error) {
	sight, err := permit.SightOf(ctx, auth.LeaveTypes|auth.PendingRequests|auth.WorkedHours)
	if err != nil {
		return nil, err
	}
	out := make([]*pb.Event, 0, len(found))
	private := map[*pb.Event]uuid.UUID{} // the owner of the time off or the timesheet
	for i := range found {
		m, err := found[i].message(sight, offset, limit)
		if err != nil {
			return nil, err
		}
		if m == nil {
			continue
		}
		out = append(out, m)
		if m.GetRecord().GetType() == "rates" && !permit.SeesCosts(ctx) {
			removeCosts(m.Before)
			removeCosts(m.After)
		}
		if owner := ownerOf(m); owner != uuid.Nil {
			private[m] = owner
		}
	}
	if len(private) == 0 {
		return out, nil
	}
	mayRead, err := permit.SeesPrivate(ctx, slices.Collect(maps.Values(private)))
	if err != nil {
		return nil, err
	}
	for m, owner := range private {
		if !mayRead(owner) {
			hidden := privateFields
			if sight.Hides(auth.LeaveTypes) {
				hidden = withType
			}
			hide(m.Before, hidden)
			hide(m.After, hidden)
		}
	}
	return slices.DeleteFunc(out, func(m *pb.Event) bool {
		owner, is := private[m]
		switch {
		case !is:
			return false
		case m.Record.Type != "time_off":
			return !mayRead(owner)
		}
		return !isApproved(m) && !sight.Of(auth.PendingRequests, owner)
	}), nil
}

// ownerOf returns the owner of a time off request, a timesheet or a reminder of one, or uuid.Nil for other events.
// The owner never changes, so an update has it only in after.
func ownerOf(m *pb.Event) uuid.UUID {
	switch m.GetRecord().GetType() {
	case "time_off", "timesheet", "timesheet_reminder":
	default:
		return uuid.Nil
	}
	owner, _ := uuid.Parse(latest(m).GetFields()["userId"].GetStringValue())
	return owner
}

// isApproved reports whether the time off of an event is approved, or was so until it was deleted.
func isApproved(m *pb.Event) bool {
	return latest(m).GetFields()["status"].GetStringValue() == "approved"
}

// latest returns the record after the event, or before it if it was deleted.
func latest(m *pb.Event) *structpb.Struct {
	if m.After == nil {
		return m.Before
	}
	return m.After
}

// privateFields are the members of a time off request that only its owner, their managers and admins read, and withType
// those if the organization hides types.
var (
	privateFields = []string{"reason", "rejectionReason"}
	withType      = append([]string{"timeOffTypeId"}, privateFields...)
)

// removeCosts removes the cost rates of a list of rates.
func removeCosts(record *structpb.Struct) {
	items := record.GetFields()["items"].GetListValue()
	if items == nil {
		return
	}
	items.Values = slices.DeleteFunc(items.Values, func(item *structpb.Value) bool {
		return item.GetStructValue().GetFields()["kind"].GetStringValue() == string(rate.Cost)
	})
}

// hide makes private members of a time off request null.
func hide(record *structpb.Struct, fields []string) {
	for _, field := range fields {
		if _, ok := record.GetFields()[field]; ok {
			record.Fields[field] = structpb.NewNullValue()
		}
	}
}

// message returns the message of the event, or nil if it is about rows of hours of which a caller may see none. If
// sight is nil, it has all rows.
func (e *stored) message(sight *permit.Sight, offset, limit int) (*pb.Event, error) {
	m := &pb.Event{
		Seq: e.seq, Type: e.kind, At: timestamppb.New(e.at), ActorId: protoconv.OptionalIDString(e.actor),
		KeyId: protoconv.OptionalIDString(e.key), RowCount: int32(e.rows),
	}
	if e.request != "" {
		m.RequestId = &e.request
	}
	rows := e.data
	switch e.encoding {
	case encodingRecord:
		var data struct{ Before, After *structpb.Struct }
		if err := json.Unmarshal(e.data, &data); err != nil {
			return nil, err
		}
		m.Record = &pb.EventRecord{Type: eventtype.Record(e.kind), Id: e.record.String()}
		m.Before, m.After = data.Before, data.After
		return m, nil
	case encodingPacked:
		buffer := buffers.Get().(*[]byte)
		defer buffers.Put(buffer)
		var err error
		if *buffer, err = decompress(*buffer, e.data); err != nil {
			return nil, err
		}
		rows = *buffer
	}
	if sight != nil && strings.HasPrefix(e.kind, hiddenHours) && sight.Hides(auth.WorkedHours) {
		rows = hoursrow.Keep(rows, func(row hoursrow.Row) bool { return sight.OfHours(row.User(), row.Project()) })
		if m.RowCount = int32(len(rows) / hoursrow.Size); m.RowCount == 0 {
			return nil, nil
		}
	}
	first, last := dates(rows)
	m.FirstDate, m.LastDate = &first, &last
	for i := offset; i < min(int(m.RowCount), offset+limit); i++ {
		m.Rows = append(m.Rows, rowMessage(rows[i*hoursrow.Size:(i+1)*hoursrow.Size]))
	}
	return m, nil
}

// hiddenHours is what the types of events begin with whose rows an organization can hide.
const hiddenHours = actualhours.Table + "."
