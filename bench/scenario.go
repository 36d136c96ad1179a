package main

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// scenario is one kind of request.
type scenario struct {
	name, about string
	// clients is how many requests are under way at the same time.
	clients int
	make    func(*maker) (call, error)
	// count is how many different requests there are.
	count int
}

// manyClients is how many connections the scenario of many clients holds.
const manyClients = 256

// The requests of the scenarios.
const (
	smallWindow = 30 // days of a page of 50
	largeWindow = 90 // days of a page of 200
	daysAtOnce  = 5  // of each user in an upsert
)

func scenarios(clients int) []scenario {
	return []scenario{
		{"list-50", "planned hours of a random user in 30 days, 50 on a page", clients, list(50, smallWindow, true, false), 1000},
		{"list-200", "planned hours of a random user in 90 days, 200 on a page", clients, list(200, largeWindow, true, false), 1000},
		{"list-all-50", "planned hours of the organization from its first day on, 50 on a page", clients, list(50, 0, false, false), 1},
		{"list-project-50", "planned hours of a random project in 30 days, 50 on a page", clients, list(50, smallWindow, false, true), 1000},
		{"upsert-1", "new hours for 1 row", clients, upsert(1), 1000},
		{"upsert-100", "new hours for 100 rows, 20 of each of 5 random users", clients, upsert(100), 200},
		{"upsert-1000", "new hours for 1,000 rows, 20 of each of 50 random users", clients, upsert(1000), 50},
		{"patch-client", "another website for a random client", clients, patch, 1000},
		{"list-50-many", fmt.Sprintf("list-50 with %d requests under way", manyClients), manyClients, list(50, smallWindow, true, false), 1000},
	}
}

func scenarioNames() (names []string) {
	for _, s := range scenarios(0) {
		names = append(names, s.name)
	}
	return names
}

// chosen returns the scenarios with these names, all where there are none.
func chosen(names []string, clients int) ([]scenario, error) {
	all := scenarios(clients)
	for _, name := range names {
		if !slices.ContainsFunc(all, func(s scenario) bool { return s.name == name }) {
			return nil, fmt.Errorf("--only: there is no scenario %s; there are %s", name, strings.Join(scenarioNames(), ", "))
		}
	}
	if len(names) == 0 {
		return all, nil
	}
	return slices.DeleteFunc(all, func(s scenario) bool { return !slices.Contains(names, s.name) }), nil
}

// maker makes requests at random, but the same ones in every run.
type maker struct {
	ctx    context.Context
	db     *sql.DB
	data   *data
	random *rand.Rand
}

func (s scenario) calls(ctx context.Context, db *sql.DB, d *data) ([]call, error) {
	m := &maker{ctx: ctx, db: db, data: d, random: rand.New(rand.NewPCG(1, 2))}
	calls := make([]call, s.count)
	for i := range calls {
		var err error
		if calls[i], err = s.make(m); err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return calls, nil
}

func (m *maker) one(of []string) string { return of[m.random.IntN(len(of))] }

// window returns the first and the last of so many days; fewer where there are fewer.
func (m *maker) window(days int) (first, last string) {
	days = min(days, m.data.days)
	from := firstDay.AddDate(0, 0, m.random.IntN(m.data.days-days+1))
	return from.Format(time.DateOnly), from.AddDate(0, 0, days-1).Format(time.DateOnly)
}

func list(limit, days int, byUser, byProject bool) func(*maker) (call, error) {
	return func(m *maker) (call, error) {
		p := page{limit: limit}
		if byUser {
			p.user = m.one(m.data.users)
		}
		if byProject {
			p.project = m.one(m.data.projects)
		}
		if days > 0 {
			p.start, p.end = m.window(days)
		}
		return listCall(m.data, p)
	}
}

func upsert(n int) func(*maker) (call, error) {
	return func(m *maker) (call, error) {
		of := rowsOfUser * min(daysAtOnce, m.data.days)
		some := slices.Clone(m.data.users)
		m.random.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
		from := firstDay.AddDate(0, 0, m.random.IntN(max(m.data.days-daysAtOnce, 0)+1))
		items, err := rowsOf(m.ctx, m.db, m.data, n, some[:(n+of-1)/of], from)
		if err != nil {
			return call{}, err
		}
		return upsertCall(m.data, items)
	}
}

func patch(m *maker) (call, error) {
	website := fmt.Sprintf("https://client.example/%d", m.random.IntN(1_000_000))
	return patchCall(m.data, m.one(m.data.clients), website)
}
