package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// An organization has users with hours, and these callers: an admin, a manager above all users and a member.
const (
	users    = 50
	projects = 20
)

// organization is what workplan import prints.
type organization struct {
	Organization          record
	Users, Projects, Keys []record
	Clients, TimeOffTypes []record
	Capabilities          []record
	placeholder           string // the id of one, if a row has made it
}

type record struct{ ID, Name, Secret string }

type object map[string]any

// documentOf returns the input of workplan import.
func documentOf(name string) object {
	email := func(user string) string { return user + "@" + strings.ToLower(name) + ".example" }
	people := []object{
		{"email": email("admin"), "name": "Admin", "role": "admin"},
		{"email": email("manager"), "name": "Manager", "role": "manager"},
		{"email": email("member"), "name": "Member", "role": "member", "reportsTo": email("manager")},
	}
	for i := range users {
		people = append(people, object{
			"email": email(fmt.Sprint("user", i)), "name": fmt.Sprint("User ", i), "role": "member",
			"reportsTo": email("manager"),
		})
	}
	var plan []object
	for i := range projects {
		plan = append(plan, object{
			"name": fmt.Sprint("Project ", i), "client": "Client", "startDate": "2026-01-01",
			"endDate": "2039-12-31", "status": "active",
		})
	}
	var keys []object
	for _, caller := range []string{"admin", "manager", "member"} {
		keys = append(keys, object{"name": caller, "actor": email(caller), "scopes": []string{"*"}, "rateLimit": 0})
	}
	return object{
		"organization": object{"name": name}, "users": people, "projects": plan, "keys": keys,
		"capabilities": []object{{"name": "Design"}}, "timeOffTypes": []object{{"name": "Vacation"}},
		"clients": []object{{"companyName": "Client"}},
	}
}

// key returns the secret of a caller: admin, manager or member.
func (o *organization) key(caller string) string {
	return o.Keys[slices.IndexFunc(o.Keys, func(k record) bool { return k.Name == caller })].Secret
}

// user returns the id of a user with hours.
func (o *organization) user(i int) string { return o.Users[3+i%users].ID }

func date(day int) string {
	return time.Date(2026, 1, 1+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

// item is a row of hours.
type item struct {
	User    string  `json:"userId"`
	Project string  `json:"projectId"`
	Date    string  `json:"date"`
	Hours   float64 `json:"hours"`
}

// items returns n rows from the row first on, all with the same hours. Up to 1,000 rows are on one day.
func (o *organization) items(first, n int, hours float64) []item {
	items := make([]item, n)
	for i := range items {
		at := first + i
		items[i] = item{o.user(at), o.Projects[at/users%projects].ID, date(at / (users * projects)), hours}
	}
	return items
}
