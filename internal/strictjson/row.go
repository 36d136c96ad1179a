package strictjson

import (
	"math"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// rowMembers are the members that appendRow writes, for each message. A row with other fields
// is written like any message.
var rowMembers = map[protoreflect.FullName]string{
	"workplan.v1.Assignment":     "id userId projectId capabilityId date hours tentative version createdAt updatedAt",
	"workplan.v1.ActualHoursRow": "id userId projectId capabilityId date hours version createdAt updatedAt",
}

// isRow reports whether appendRow can write a message.
func isRow(md protoreflect.MessageDescriptor) bool {
	names := make([]string, md.Fields().Len())
	for i := range names {
		names[i] = md.Fields().Get(i).JSONName()
	}
	members, ok := rowMembers[md.FullName()]
	return ok && strings.Join(names, " ") == members
}

// row is a row of hours. tentative is nil for actual hours, which do not have it.
type row struct {
	id, user, project string
	capability        *string
	date              string
	hours             *float64
	tentative         *bool
	version           int64
	created, updated  *timestamppb.Timestamp
}

// rowOf returns m as a row of hours. ok is false if it is another message, or if a planned row does not say whether it
// is tentative. Most of the API's output is rows of hours, and encoding them without reflection is much faster.
func rowOf(m protoreflect.Message) (_ row, ok bool) {
	switch m := m.Interface().(type) {
	case *pb.Assignment:
		return row{
			m.Id, m.UserId, m.ProjectId, m.CapabilityId, m.Date, m.Hours, m.Tentative, m.Version, m.CreatedAt,
			m.UpdatedAt,
		}, m.Tentative != nil
	case *pb.ActualHoursRow:
		return row{
			m.Id, m.UserId, m.ProjectId, m.CapabilityId, m.Date, m.Hours, nil, m.Version, m.CreatedAt, m.UpdatedAt,
		}, true
	}
	return row{}, false
}

// appendRow appends a row. It returns false and appends nothing if a value is missing or
// has no JSON form.
func appendRow(b []byte, m protoreflect.Message) ([]byte, bool) {
	r, ok := rowOf(m)
	if !ok || r.hours == nil || math.IsNaN(*r.hours) || math.IsInf(*r.hours, 0) ||
		!isWritable(r.created) || !isWritable(r.updated) {
		return b, false
	}
	b = appendString(append(b, `{"id":`...), r.id)
	b = appendString(append(b, `,"userId":`...), r.user)
	b = appendString(append(b, `,"projectId":`...), r.project)
	if b = append(b, `,"capabilityId":`...); r.capability != nil {
		b = appendString(b, *r.capability)
	} else {
		b = append(b, "null"...)
	}
	b = appendString(append(b, `,"date":`...), r.date)
	b = appendDouble(append(b, `,"hours":`...), *r.hours)
	if r.tentative != nil {
		b = strconv.AppendBool(append(b, `,"tentative":`...), *r.tentative)
	}
	b = strconv.AppendInt(append(b, `,"version":`...), r.version, 10)
	b = AppendTime(append(b, `,"createdAt":"`...), time.Unix(r.created.Seconds, int64(r.created.Nanos)))
	b = AppendTime(append(b, `","updatedAt":"`...), time.Unix(r.updated.Seconds, int64(r.updated.Nanos)))
	return append(b, `"}`...), true
}

// isWritable reports whether a time is set and has a JSON form.
func isWritable(t *timestamppb.Timestamp) bool { return t != nil && inYears(t.Seconds, int64(t.Nanos)) }

// inYears reports whether a time is valid and of the years 1 to 9999.
func inYears(seconds, nanos int64) bool {
	return seconds >= minSeconds && seconds <= maxSeconds && nanos >= 0 && nanos < 1e9
}
