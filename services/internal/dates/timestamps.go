package dates

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"
)

// Now is the current time as the database keeps it, to the microsecond, in UTC.
func Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Timestamp is the time t in a message, or nil where there is none.
func Timestamp(t *time.Time) *timestamppb.Timestamp {
	if t == nil {
		return nil
	}
	return timestamppb.New(*t)
}
