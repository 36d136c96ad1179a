package main

import (
	"fmt"
	"strings"
	"time"
)

// organization is what workplan import prints.
type organization struct {
	Organization                   entry
	Users, Clients, Projects, Keys []entry
	TimeOffTypes                   []entry
}

type entry struct{ ID, Name, Secret string }

type object map[string]any

// names are the organizations. The noisy one asks as fast as its quota allows.
var names = []string{"Harbour", "Meadow", noisy}

const noisy = "Noisy"

// The rows of hours of an organization are those of its users on a few projects each, on the days of a window that
// moves on. Days that are over are deleted, so their number is bounded.
const (
	users, projects, projectsOfUser = 40, 20, 6
	clients                         = 30
	days                            = 56 // of the window
	daysOfHour                      = 40 // by which the window moves in an hour of load
)

// documentOf returns the input of workplan import. The last project is that of the ledger.
func documentOf(name string) object {
	email := func(who string) string { return who + "@" + strings.ToLower(name) + ".example" }
	people := []object{{"email": email("admin"), "name": "Admin", "role": "admin"}}
	for i := range users {
		people = append(people,
			object{"email": email(fmt.Sprint("user", i)), "name": fmt.Sprint("User ", i), "role": "member"})
	}
	var customers, plan []object
	for i := range clients {
		customers = append(customers, object{"companyName": fmt.Sprint("Client ", i)})
	}
	for i := range projects + 1 {
		plan = append(plan, object{
			"name": fmt.Sprint("Project ", i), "client": fmt.Sprint("Client ", i), "startDate": "2026-01-01",
			"endDate": "2199-12-31",
			"status":  "active",
		})
	}
	return object{
		"organization": object{"name": name}, "users": people, "clients": customers, "projects": plan,
		"keys": []object{
			{"name": "admin", "actor": email("admin"), "scopes": []string{"*"}, "rateLimit": 0},
			{"name": "load", "actor": email("admin"), "scopes": []string{"*"}, "rateLimit": 0},
		},
		"timeOffTypes": []object{{"name": "Vacation"}},
	}
}

func (o *organization) isNoisy() bool { return o.Organization.Name == noisy }

// key returns the secret of a key: admin, or load, which has a quota in the noisy organization.
func (o *organization) key(name string) string { return o.named(name).Secret }

func (o *organization) named(name string) entry {
	for _, k := range o.Keys {
		if k.Name == name {
			return k
		}
	}
	return entry{}
}

// user and project return the ids of a user with hours and of one of the user's projects.
func (o *organization) user(i int) string { return o.Users[1+i].ID }

func (o *organization) project(user, n int) string { return o.Projects[(7*user+3*n)%projects].ID }

// date is a day, counted from the first day of the first window.
func date(day int) string {
	return time.Date(2027, 1, 1+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

// item is a row of hours.
type item struct {
	User    string  `json:"userId"`
	Project string  `json:"projectId"`
	Date    string  `json:"date"`
	Hours   float64 `json:"hours"`
}
