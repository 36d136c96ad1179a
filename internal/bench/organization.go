package main

import (
	"fmt"
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
	Organization                           record
	Users, Projects, Capabilities, Clients []record
	Keys                                   []record
	rows                                   int
}

type record struct{ ID, Name, Secret string }

// document is the input of workplan import. The last two users are the callers; they plan no
// hours. All others report to the manager over a line of one to four users. No caller manages a
// project, so that the manager's rights follow from the line.
func document() map[string]any {
	type list []map[string]any
	email := func(i int) string { return fmt.Sprintf("user%d@bench.example", i) }
	admin, manager := users, users+1
	var userList, projectList, clientList, capabilityList list
	for i := range users {
		reportsTo := manager
		if i > 0 {
			reportsTo = (i - 1) / 6
		}
		userList = append(userList, map[string]any{"email": email(i), "name": fmt.Sprint("User ", i), "role": "member", "reportsTo": email(reportsTo)})
	}
	userList = append(userList,
		map[string]any{"email": email(admin), "name": "Admin", "role": "admin"},
		map[string]any{"email": email(manager), "name": "Manager", "role": "manager"})
	for i := range capabilities {
		capabilityList = append(capabilityList, map[string]any{"name": fmt.Sprint("Capability ", i)})
	}
	for i := range clients {
		clientList = append(clientList, map[string]any{"companyName": fmt.Sprint("Client ", i), "categories": []string{"bench"}})
	}
	for i := range projects {
		projectList = append(projectList, map[string]any{
			"name": fmt.Sprint("Project ", i), "client": fmt.Sprint("Client ", i), "projectManager": email(i),
			"startDate": "2026-01-01", "endDate": "2039-12-31", "status": "active",
		})
	}
	key := func(name string, user int) map[string]any {
		return map[string]any{"name": name, "actor": email(user), "scopes": []string{"*"}, "rateLimit": 0}
	}
	return map[string]any{
		"organization": map[string]any{"name": "Bench"}, "users": userList, "capabilities": capabilityList, "timeOffTypes": list{},
		"clients": clientList, "projects": projectList, "keys": list{key("admin", admin), key("manager", manager)},
	}
}

// key returns the secret of a caller.
func (o *organization) key(caller string) string {
	for _, k := range o.Keys {
		if k.Name == caller {
			return k.Secret
		}
	}
	return ""
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

// item returns the loaded row number i. The rows are in the order in which planning writes
// them: week by week, and in a week user by user.
func (o *organization) item(i int) item {
	week, user, day, nth := i/rowsOfWeek, i/rowsOfUser%users, i/rowsOfDay%daysOfWeek, i%rowsOfDay
	it := item{
		User: o.Users[user].ID, Project: o.Projects[(7*user+13*nth+week)%projects].ID,
		Date: date(week*daysOfWeek + day), Hours: 0.25 * float64(1+7*i%16),
	}
	if nth%2 == 1 {
		it.Capability = &o.Capabilities[(user+nth)%capabilities].ID
	}
	return it
}
