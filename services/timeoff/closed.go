package timeoff

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/settled"
)

// span is days of a user.
type span struct {
	user        uuid.UUID
	first, last time.Time
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
	was, is := span{read.UserID, read.StartDate, read.EndDate}, span{row.UserID, row.StartDate, row.EndDate}
	apart := is.first.After(was.last) || is.last.Before(was.first)
	if deletes || apart || read.UserID != row.UserID || read.Status != row.Status ||
		read.TimeOffTypeID != row.TimeOffTypeID || read.Availability != row.Availability {
		return []span{was, is}
	}
	if !was.first.Equal(is.first) {
		changed = append(changed,
			span{is.user, earlier(was.first, is.first), later(was.first, is.first).AddDate(0, 0, -1)})
	}
	if !was.last.Equal(is.last) {
		changed = append(changed,
			span{is.user, earlier(was.last, is.last).AddDate(0, 0, 1), later(was.last, is.last)})
	}
	return changed
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// refuseClosed returns an error if one of the days is closed.
func refuseClosed(ctx context.Context, days *settled.Days, spans ...span) error {
	for _, s := range spans {
		first, last := protoconv.DateString(s.first), protoconv.DateString(s.last)
		closed := days.Among(settled.TimeOff, first, last).Closed(s.user.String(), first, last)
		if closed != nil {
			return closed.Error(ctx)
		}
	}
	return nil
}
