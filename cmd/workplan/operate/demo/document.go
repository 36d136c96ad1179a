package demo

import (
	"time"

	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
)

// document returns an import document with everything except the keys. monday is the
// Monday of the current week.
func document(monday time.Time) *adminv1.ImportDocument {
	doc := &adminv1.ImportDocument{
		Organization: &adminv1.ImportOrganization{Name: Name},
		Capabilities: named(capabilities),
		TimeOffTypes: named(timeOffTypes),
	}
	for _, p := range people {
		doc.Users = append(doc.Users, &adminv1.ImportUser{
			ReportsTo: address(p.reportsTo),
			Record: &pb.User{
				Name:                &p.name,
				Email:               new(email(p.handle)),
				Role:                &p.role,
				DefaultAvailability: &p.availability,
				CountryCode:         &p.country,
				Image:               new("https://example.com/avatars/" + p.handle + ".png"),
			},
		})
	}
	for _, v := range vacancies {
		doc.Users = append(doc.Users, v.user())
	}
	for _, c := range clients {
		host := c.domain + ".example.com"
		doc.Clients = append(doc.Clients, &adminv1.ImportClient{
			AccountManager: address(c.accountManager),
			Record: &pb.Client{
				CompanyName:    &c.name,
				Email:          new("office@" + host),
				Image:          new("https://example.com/logos/" + c.domain + ".png"),
				CountryCode:    &c.country,
				Website:        new("https://www." + host),
				IsActive:       new(!c.past),
				ClientPriority: &c.priority,
				Categories:     c.categories,
			},
		})
	}
	for _, p := range projects {
		doc.Projects = append(doc.Projects, &adminv1.ImportProject{
			Client:         p.client,
			ProjectManager: address(p.manager),
			Record: &pb.Project{
				Name:        &p.name,
				StartDate:   new(protoconv.DateString(monday.AddDate(0, 0, 7*p.from))),
				EndDate:     new(protoconv.DateString(monday.AddDate(0, 0, 7*p.to+4))),
				Objective:   &p.objective,
				Status:      &p.status,
				BillingType: &p.billing.kind,
				Amount:      p.billing.amount,
				HourlyRate:  p.billing.hourlyRate,
				Color:       &p.color,
			},
		})
	}
	return doc
}

// keysDocument returns an import document with the keys. Their users must exist.
func keysDocument() *adminv1.ImportDocument {
	return &adminv1.ImportDocument{
		Organization: &adminv1.ImportOrganization{Name: Name},
		Keys: []*adminv1.ImportKey{
			{Name: AdminKey, Actor: email(adminHandle), Scopes: []string{"*"}},
			{Name: MemberKey, Actor: email(memberHandle), Scopes: []string{"*"}},
		},
	}
}

func named(names []string) []*adminv1.ImportName {
	list := make([]*adminv1.ImportName, len(names))
	for i, name := range names {
		list[i] = &adminv1.ImportName{Name: name}
	}
	return list
}

// address returns the e-mail address of a handle, or nil if the handle is empty.
func address(handle string) *string {
	if handle == "" {
		return nil
	}
	return new(email(handle))
}

// The user of each key.
const (
	adminHandle  = "ines"
	memberHandle = "mei"
)
