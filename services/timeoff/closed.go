package timeoff

import (
	"context"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/settled"
)

// spanOf returns all days of a request.
func spanOf(row *ent.TimeOffRequest) settled.Span {
	return settled.Span{
		User: row.UserID.String(), First: protoconv.DateString(row.StartDate), Last: protoconv.DateString(row.EndDate),
	}
}

// runUnlessClosed makes a change of a request, unless it changes a day that is closed (409).
func (s *Service) runUnlessClosed(
	ctx context.Context, change patch.Change[ent.TimeOffRequest, *pb.TimeOff],
) (after *pb.TimeOff, err error) {
	err = s.closed.Checked(ctx, false, func(days *settled.Days) (err error) {
		c := change
		c.Settled = &days.Version
		c.State = func(ctx context.Context, read, row *ent.TimeOffRequest) error {
			if change.State != nil {
				if err := change.State(ctx, read, row); err != nil {
					return err
				}
			}
			return refuseClosed(ctx, days, changedDays(read, row, change.Deletes))
		}
		after, err = patch.Run(ctx, c)
		return err
	})
	return after, err
}

// changedDays returns the days that a change of a request is about: all of them if the request is deleted or decided,
// or if what it says of each day changes, and otherwise those that it loses and gains.
func changedDays(read, row *ent.TimeOffRequest, deletes bool) (changed []settled.Span) {
	was, is := spanOf(read), spanOf(row)
	apart := is.First > was.Last || is.Last < was.First
	if deletes || apart || was.User != is.User || read.Status != row.Status ||
		read.TimeOffTypeID != row.TimeOffTypeID || read.Availability != row.Availability {
		return []settled.Span{was, is}
	}
	if was.First != is.First {
		changed = append(changed, settled.Span{
			User: is.User, First: min(was.First, is.First), Last: protoconv.AddDays(max(was.First, is.First), -1),
		})
	}
	if was.Last != is.Last {
		changed = append(changed, settled.Span{
			User: is.User, First: protoconv.AddDays(min(was.Last, is.Last), 1), Last: max(was.Last, is.Last),
		})
	}
	return changed
}

// refuseClosed returns an error if one of the days is closed.
func refuseClosed(ctx context.Context, days *settled.Days, spans []settled.Span) error {
	found, err := days.Closed(ctx, settled.TimeOff, len(spans), func(i int) settled.Span { return spans[i] })
	if err != nil {
		return err
	}
	for _, closed := range found {
		if closed != nil {
			return closed.Error(ctx)
		}
	}
	return nil
}
