package calendar

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/holiday"
	"github.com/workplan-api/workplan/ent/predicate"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
)

// Holidays implements pb.HolidayServiceServer.
type Holidays struct {
	pb.UnimplementedHolidayServiceServer
}

// NewHolidays returns the service.
func NewHolidays() *Holidays {
	return &Holidays{}
}

// ListHolidays returns a page of holidays, ordered by date and country.
func (s *Holidays) ListHolidays(ctx context.Context, req *pb.ListHolidaysRequest) (*pb.ListHolidaysResponse, error) {
	w, err := lists.NewWindow(req)
	if err != nil {
		return nil, err
	}
	q := call.DB(ctx).Holiday.Query()
	lists.Filter(q, protoconv.OptionalTime(req.UpdatedSince), holiday.UpdatedAtGTE)
	lists.Filter(q, req.CountryCode, holiday.CountryCode)
	lists.Filter(q, req.Year, inYear)
	rest := q.Clone().Order(holiday.ByDate(), lists.LastOrder[holiday.OrderOption](w, holiday.FieldCountryCode))
	if w.After != nil {
		if !isPosition(w.After) {
			return nil, lists.ForeignCursor()
		}
		rest.Where(after(string(w.After)))
	}
	rows, err := rest.All(ctx)
	if err != nil {
		return nil, err
	}
	page := &pb.HolidayPage{}
	rows, err = lists.Cut(ctx, w, page, rows, position, q.Count)
	page.Items = lists.Map(rows, toProto)
	return &pb.ListHolidaysResponse{Data: page}, err
}

func inYear(year int32) predicate.Holiday {
	return holiday.And(
		holiday.DateGTE(time.Date(int(year), time.January, 1, 0, 0, 0, 0, time.UTC)),
		holiday.DateLTE(time.Date(int(year), time.December, 31, 0, 0, 0, 0, time.UTC)),
	)
}

// dateText is the length of a date in a position.
const dateText = len(time.DateOnly)

// position returns the sort key of a holiday: its date and its country.
func position(row *ent.Holiday) []byte {
	return []byte(protoconv.DateString(row.Date) + row.CountryCode)
}

func isPosition(b []byte) bool {
	return len(b) == dateText+2 && protoconv.ValidDate(string(b[:dateText]))
}

// after returns the predicate that a holiday comes after a position. It compares both columns
// as one row value, so that the index on them can find the first row of the page.
func after(position string) predicate.Holiday {
	return func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			b.WriteString("(").IdentComma(s.C(holiday.FieldDate), s.C(holiday.FieldCountryCode)).
				WriteString(") > (").Args(position[:dateText], position[dateText:]).WriteString(")")
		}))
	}
}

// UpsertHolidays writes holidays and returns them in the order of the items. An item replaces the whole holiday, so one
// without a factor takes the whole day. Bad items (400) come before the permission (403). The rest is Write: all of
// them or none, in one transaction and with an event for each that differs.
func (s *Holidays) UpsertHolidays(
	ctx context.Context, req *pb.UpsertHolidaysRequest,
) (*pb.UpsertHolidaysResponse, error) {
	bad := validate.Items(req, call.FromContext(ctx).Unread)
	if err := problem.List(bad); err != nil {
		return nil, err
	}
	items := lists.Map(req.GetBatch().GetItems(), func(item *pb.Holiday) *pb.Holiday {
		if item.Factor == nil {
			item = proto.CloneOf(item)
			item.Factor = new(holiday.DefaultFactor)
		}
		return item
	})
	const dryRun = false // an upsert has none
	written, err := s.Write(ctx, items, dryRun)
	if err != nil {
		return nil, err
	}
	if call.Minimal(ctx) {
		return &pb.UpsertHolidaysResponse{Meta: &pb.WriteMeta{Summary: summary(written)}}, nil
	}
	return &pb.UpsertHolidaysResponse{Data: lists.Map(written, func(w Written) *pb.Holiday { return w.After })}, nil
}

// summary counts the holidays of a write. Items with the same key are one.
func summary(written []Written) *pb.WriteSummary {
	s, seen := &pb.WriteSummary{}, map[string]bool{}
	for _, w := range written {
		switch {
		case seen[w.After.Id]:
		case w.Before == nil:
			s.Created++
		case w.Before == w.After:
			s.Unchanged++
		default:
			s.Updated++
		}
		seen[w.After.Id] = true
	}
	return s
}

// DeleteHoliday deletes a holiday, with the event holiday.deleted: patch.Run. Only admins may (403).
func (s *Holidays) DeleteHoliday(ctx context.Context, req *pb.DeleteHolidayRequest) (*pb.DeleteHolidayResponse, error) {
	id := protoconv.ID(req.HolidayId)
	_, err := patch.Run(ctx, patch.Change[ent.Holiday, *pb.Holiday]{
		Record: "holiday",
		Event:  "holiday.deleted",
		Read: func(ctx context.Context) (*ent.Holiday, error) {
			return call.DB(ctx).Holiday.Query().Where(holiday.ID(id)).Only(ctx)
		},
		Permit:  func(ctx context.Context, _, _ *ent.Holiday) error { return permit.WriteHolidays(ctx) },
		Message: toProto,
		Deletes: true,
	})
	return &pb.DeleteHolidayResponse{Data: &emptypb.Empty{}}, err
}

func toProto(row *ent.Holiday) *pb.Holiday {
	return &pb.Holiday{
		Id:          row.ID.String(),
		CountryCode: row.CountryCode,
		Date:        protoconv.DateString(row.Date),
		Name:        &row.Name,
		Factor:      &row.Factor,
		Version:     row.Version,
		CreatedAt:   timestamppb.New(row.CreatedAt),
		UpdatedAt:   timestamppb.New(row.UpdatedAt),
	}
}
