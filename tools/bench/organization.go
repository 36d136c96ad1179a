package main

import (
	"fmt"
	"slices"
	"time"
)

// Each user has rowsOfDay rows of planned hours on each of the five days of a week, half of
// them without a capability.
const (
	users        = 250
	projects     = 60
	capabilities = 12
	clients      = 400
	rowsOfDay    = 4
	daysOfWeek   = 5
	rowsOfUser   = rowsOfDay * daysOfWeek // in a week
	rowsOfWeek   = rowsOfUser * users
)

// organization is what workplan import prints.
type organization struct {
	Organization                                 record
	Users, Projects, Capabilities, Clients, Keys []record
	rows                                         int
}

type record struct{ ID, Name, Secret string }

type object map[string]any

// document returns the input of workplan import. The last two users are the callers, who
// have no hours. All others report to the manager over up to three users. No caller
// manages a project, so that the rights of the manager follow from the reporting line.
func document() object {
	email := func(user int) string { return fmt.Sprintf("user%d@bench.example", user) }
	const admin, manager = users, users + 1
	return object{
		"organization": object{"name": "Bench"},
		"users": append(repeat(users, func(i int) object {
			reportsTo := manager
			if i > 0 {
				reportsTo = (i - 1) / 6
			}
			return object{
				"email": email(i), "name": fmt.Sprint("User ", i), "role": "member", "reportsTo": email(reportsTo),
			}
		}), object{"email": email(admin), "name": "Admin", "role": "admin"},
			object{"email": email(manager), "name": "Manager", "role": "manager"}),
		"capabilities": repeat(capabilities,
			func(i int) object { return object{"name": fmt.Sprint("Capability ", i)} }),
		"timeOffTypes": []object{},
		"clients": repeat(clients, func(i int) object {
			return object{"companyName": fmt.Sprint("Client ", i), "categories": []string{"bench"}}
		}),
		"projects": repeat(projects, func(i int) object {
			return object{
				"name": fmt.Sprint("Project ", i), "client": fmt.Sprint("Client ", i), "projectManager": email(i),
				"startDate": "2026-01-01", "endDate": "2039-12-31", "status": "active",
			}
		}),
		"keys": []object{ // with a limit that no run reaches, so that its cost is measured
			{"name": "admin", "actor": email(admin), "scopes": []string{"*"}, "rateLimit": 1_000_000},
			{"name": "manager", "actor": email(manager), "scopes": []string{"*"}, "rateLimit": 1_000_000},
		},
	}
}

func repeat(n int, make func(i int) object) (list []object) {
	for i := range n {
		list = append(list, make(i))
	}
	return list
}

// key returns the secret of a caller.
func (o *organization) key(caller string) string {
	return o.Keys[slices.IndexFunc(o.Keys, func(k record) bool { return k.Name == caller })].Secret
}

// days is the number of days that have rows.
func (o *organization) days() int { return o.rows / rowsOfWeek * daysOfWeek }

func date(day int) string {
	return time.Date(2026, 1, 1+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

// item is a row to write.
type item struct {
	User       string  `json:"userId"`
	Project    string  `json:"projectId"`
	Capability *string `json:"capabilityId"`
	Date       string  `json:"date"`
	Hours      float64 `json:"hours"`
}

// numbers is a row by the numbers of its records. The capability is -1 if there is none.
type numbers struct {
	user, project, capability, day int
	hours                          float64
}

// row returns the row number i. The rows are in the order in which planning writes them: week by week, and in a week
// user by user.
func row(i int) numbers {
	week, user, day, nth := i/rowsOfWeek, i/rowsOfUser%users, i/rowsOfDay%daysOfWeek, i%rowsOfDay
	n := numbers{user, (7*user + 13*nth + week) % projects, -1, week*daysOfWeek + day, 0.25 * float64(1+7*i%16)}
	if nth%2 == 1 {
		n.capability = (user + nth) % capabilities
	}
	return n
}

// item returns the loaded row number i.
func (o *organization) item(i int) item {
	n := row(i)
	it := item{User: o.Users[n.user].ID, Project: o.Projects[n.project].ID, Date: date(n.day), Hours: n.hours}
	if n.capability >= 0 {
		it.Capability = &o.Capabilities[n.capability].ID
	}
	return it
}
