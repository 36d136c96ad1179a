package demo

import (
	"context"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services/users"
)

// related is what every third person with a capability has learned too.
var related = map[string]string{
	productDesign: userResearch, userResearch: productDesign, brandDesign: productDesign,
	frontend: mobile, mobile: frontend, backend: dataEngineering, dataEngineering: backend, cloudOperations: backend,
	qualityAssurance: projectManagement, projectManagement: qualityAssurance,
}

// skill is a capability of a person.
type skill struct {
	capability string
	level      int32
}

// skillsOf returns the capabilities of the i-th person: the one of their work, which the leads master best, and of
// every third person a related one.
func skillsOf(i int) []skill {
	p := people[i]
	if p.capability == "" {
		return nil
	}
	level := int32(3 + i%2)
	if p.role == manager {
		level = 5
	}
	list := []skill{{p.capability, level}}
	if i%3 == 0 {
		list = append(list, skill{related[p.capability], 2})
	}
	return list
}

// skills writes the capabilities of people, as an admin.
func (f *fill) skills(ctx context.Context) error {
	ctx = f.as(ctx, adminHandle)
	service, n := users.New(), 0
	for i, p := range people {
		list := &pb.UserCapabilities{}
		for _, s := range skillsOf(i) {
			list.Items = append(list.Items,
				&pb.UserCapability{CapabilityId: f.capabilities[s.capability], Level: &s.level})
		}
		if len(list.Items) == 0 {
			continue
		}
		n++
		if _, err := service.ReplaceUserCapabilities(ctx,
			&pb.ReplaceUserCapabilitiesRequest{UserId: f.users[p.handle], UserCapabilities: list}); err != nil {
			return err
		}
	}
	f.log("capabilities of %d people", n)
	return nil
}
