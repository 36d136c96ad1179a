package timeoff

import (
	"context"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/settled"
)

// span is days of a user.
type span struct{ user, first, last string }

// spanOf returns all days of a request.
func spanOf(row *ent.TimeOffRequest) span {
	return span{row.UserID.String(), protoconv.DateString(row.StartDate), protoconv.DateString(row.EndDate)}
}

// runUnlessClosed makes a change of a request, unless it changes a day that is closed (409).
func (s *Service) runUnlessClosed(
	ctx context.Context, change patch.Change[ent.TimeOffRequest, *pb.TimeOff],
) (after *pb.TimeOff, err error) {
	err = s.closed.Checked(ctx, func(days *settled.Days) (err error) {
		c := change
		c.Settled = &days.Version
		c.State = func(ctx context.Context, read, row *ent.TimeOffRequest) error {
			if change.State != nil {
				if err := change.State(ctx, read, row); err != nil {
					return err
				}
			}
			return refuseClosed(ctx, days, changedDays(read, row, change.Deletes)...)
		}
		after, err = patch.Run(ctx, c)
		return err
	})
	return after, err
}

// changedDays returns the days that a change of a request is about: all of them if the request is deleted or decided,
// or if what it says of each day changes, and otherwise those that it loses and gains.
func changedDays(read, row *ent.TimeOffRequest, deletes bool) (changed []span) {
	was, is := spanOf(read), spanOf(row)
	apart := is.first > was.last || is.last < was.first
	if deletes || apart || was.user != is.user || read.Status != row.Status ||
		read.TimeOffTypeID != row.TimeOffTypeID || read.Availability != row.Availability {
		return []span{was, is}
	}
	if was.first != is.first {
		changed = append(changed,
			span{is.user, min(was.first, is.first), protoconv.AddDays(max(was.first, is.first), -1)})
	}
	if was.last != is.last {
		changed = append(changed,
			span{is.user, protoconv.AddDays(min(was.last, is.last), 1), max(was.last, is.last)})
	}
	return changed
}

// refuseClosed returns an error if one of the days is closed.
func refuseClosed(ctx context.Context, days *settled.Days, spans ...span) error {
	for _, s := range spans {
		closed := days.Among(settled.TimeOff, s.first, s.last).Closed(s.user, s.first, s.last)
		if closed != nil {
			return closed.Error(ctx)
		}
	}
	return nil
}
