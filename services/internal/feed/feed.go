// Package feed deletes calendar feeds. Users have them in services/doors/feeds, and services/users deletes the feed
// of a user who is deactivated.
package feed

import (
	"context"

	"entgo.io/ent/dialect/sql"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/calendarfeed"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/journal"
)

// Record is the name of a feed in types of events.
const Record = "calendar_feed"

// Delete revokes a feed, with an event. If another request has deleted or replaced the feed since it was read, Delete
// does nothing.
func Delete(ctx context.Context, db *ent.Client, row *ent.CalendarFeed) error {
	_, err := journal.Delete(ctx, db, journal.Deleted(Record, ToProto(row)), row,
		sql.EQ(calendarfeed.FieldTokenHash, row.TokenHash))
	return err
}

// ToProto returns the message of the row.
func ToProto(row *ent.CalendarFeed) *pb.CalendarFeed {
	return &pb.CalendarFeed{
		Id:         row.ID.String(),
		CreatedAt:  timestamppb.New(row.CreatedAt),
		LastReadAt: protoconv.OptionalTimestamp(row.LastReadAt),
	}
}
