package demo

import (
	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// vacancy is a placeholder: work that has no person yet. It has the same hours from Monday to Friday, in the weeks from
// the first to the last one.
type vacancy struct {
	name, reportsTo     string
	capability          string
	level               int32
	project             string
	firstWeek, lastWeek int
	hours               float64
}

var vacancies = []vacancy{
	{"Backend Engineer", "amara", backend, 3, "Booking Engine", 2, 7, 6},
	{"Product Designer", "sofia", productDesign, 3, "Supplier Portal", 3, 9, 4},
}

// user returns the placeholder of the import document.
func (v vacancy) user() *adminv1.ImportUser {
	return &adminv1.ImportUser{
		ReportsTo:    address(v.reportsTo),
		Record:       &pb.User{Kind: new(pb.UserKind_USER_KIND_PLACEHOLDER), Name: &v.name},
		Capabilities: []*adminv1.ImportUserCapability{{Capability: v.capability, Level: &v.level}},
	}
}

// demand returns the planned hours of the placeholders by date.
func (f *fill) demand() (entries []entry) {
	for _, v := range vacancies {
		for week := v.firstWeek; week <= v.lastWeek; week++ {
			for day := range 5 {
				entries = append(entries,
					entry{v.name, v.project, v.capability, f.monday.AddDate(0, 0, 7*week+day), v.hours})
			}
		}
	}
	return entries
}
