package strictjson

import (
	"math"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// rowMembers are the members that appendRow writes. A row with other fields is written
// like any message.
const rowMembers = "id userId projectId capabilityId date hours version createdAt updatedAt"

// isRow reports whether appendRow can write a message.
func isRow(md protoreflect.MessageDescriptor) bool {
	if name := md.FullName(); name != "workplan.v1.Assignment" && name != "workplan.v1.ActualHoursRow" {
		return false
	}
	names := make([]string, md.Fields().Len())
	for i := range names {
		names[i] = md.Fields().Get(i).JSONName()
	}
	return strings.Join(names, " ") == rowMembers
}

// rowOf returns m as a row of hours, or nil if it is another message. Most of the API's
// output is rows of hours, and encoding them without reflection is much faster.
func rowOf(m protoreflect.Message) *pb.Assignment {
	switch m := m.Interface().(type) {
	case *pb.Assignment:
		return m
	case *pb.ActualHoursRow:
		return (*pb.Assignment)(m)
	}
	return nil
}

// appendRow appends a row. It returns false and appends nothing if a value is missing or
// has no JSON form.
func appendRow(b []byte, m *pb.Assignment) ([]byte, bool) {
	if m == nil || m.Hours == nil || m.CreatedAt == nil || m.UpdatedAt == nil ||
		!inYears(m.CreatedAt.Seconds, int64(m.CreatedAt.Nanos)) ||
		!inYears(m.UpdatedAt.Seconds, int64(m.UpdatedAt.Nanos)) ||
		math.IsNaN(*m.Hours) || math.IsInf(*m.Hours, 0) {
		return b, false
	}
	b = appendString(append(b, `{"id":`...), m.Id)
	b = appendString(append(b, `,"userId":`...), m.UserId)
	b = appendString(append(b, `,"projectId":`...), m.ProjectId)
	if b = append(b, `,"capabilityId":`...); m.CapabilityId != nil {
		b = appendString(b, *m.CapabilityId)
	} else {
		b = append(b, "null"...)
	}
	b = appendString(append(b, `,"date":`...), m.Date)
	b = appendDouble(append(b, `,"hours":`...), *m.Hours)
	b = strconv.AppendInt(append(b, `,"version":`...), m.Version, 10)
	b = AppendTime(append(b, `,"createdAt":"`...), time.Unix(m.CreatedAt.Seconds, int64(m.CreatedAt.Nanos)))
	b = AppendTime(append(b, `","updatedAt":"`...), time.Unix(m.UpdatedAt.Seconds, int64(m.UpdatedAt.Nanos)))
	return append(b, `"}`...), true
}

// inYears reports whether a time is valid and of the years 1 to 9999.
func inYears(seconds, nanos int64) bool {
	return seconds >= minSeconds && seconds <= maxSeconds && nanos >= 0 && nanos < 1e9
}
