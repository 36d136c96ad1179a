// Package hours serves planned and actual hours.
package hours

import (
	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services/permit"
)

// Assignments implements pb.AssignmentServiceServer.
type Assignments struct {
	pb.UnimplementedAssignmentServiceServer
}

// ActualHours implements pb.ActualHoursServiceServer.
type ActualHours struct {
	pb.UnimplementedActualHoursServiceServer
}

// NewAssignments returns the service of planned hours over db.
func NewAssignments(db *ent.Client, permits *permit.Permits) *Assignments {
	return &Assignments{}
}

// NewActualHours returns the service of actual hours over db.
func NewActualHours(db *ent.Client, permits *permit.Permits) *ActualHours {
	return &ActualHours{}
}
