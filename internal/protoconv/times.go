package protoconv

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"
)

// Now returns the current time in UTC as the database stores it, to the
// microsecond.
func Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// OptionalTimestamp converts a time that may be absent. It returns nil if t is nil.
func OptionalTimestamp(t *time.Time) *timestamppb.Timestamp {
	if t == nil {
		return nil
	}
	return timestamppb.New(*t)
}

// OptionalTime converts a time that may be absent, to the microsecond. It returns nil if t
// is nil.
func OptionalTime(t *timestamppb.Timestamp) *time.Time {
	if t == nil {
		return nil
	}
	return new(t.AsTime().Truncate(time.Microsecond))
}
