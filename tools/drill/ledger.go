package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// writers is how many writers write at the same time.
const writers = 4

// organization is what workplan import prints.
type organization struct {
	Organization          record
	Users, Projects, Keys []record
}

type record struct{ ID, Name, Secret string }

type object map[string]any

const users, projects = 50, 20

// document is the input of workplan import.
func document() object {
	email := func(i int) string { return fmt.Sprintf("user%d@drill.example", i) }
	var people, plan []object
	for i := range users {
		role := "member"
		if i == 0 {
			role = "admin"
		}
		people = append(people, object{"email": email(i), "name": fmt.Sprint("User ", i), "role": role})
	}
	for i := range projects {
		plan = append(plan, object{
			"name": fmt.Sprint("Project ", i), "client": "Client", "startDate": "2020-01-01", "endDate": "2060-12-31",
			"status": "active",
		})
	}
	return object{
		"organization": object{"name": "Drill"}, "users": people, "projects": plan,
		"clients": []object{{"companyName": "Client"}}, "capabilities": []object{}, "timeOffTypes": []object{},
		"keys": []object{{"name": "admin", "actor": email(0), "scopes": []string{"*"}, "rateLimit": 0}},
	}
}

// item is a row of hours.
type item struct {
	User    string  `json:"userId"`
	Project string  `json:"projectId"`
	Date    string  `json:"date"`
	Hours   float64 `json:"hours"`
}

// item returns the row with a number. All rows have other keys, and a thousand are on one day.
func (o *organization) item(n int, hours float64) item {
	day := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, n/(users*projects))
	return item{o.Users[n%users].ID, o.Projects[n/users%projects].ID, day.Format(time.DateOnly), hours}
}

// client calls a server.
type client struct {
	url, key string
	http     http.Client
}

func newClient(addr, key string) *client {
	return &client{url: "http://" + addr + "/api/v1", key: key, http: http.Client{Timeout: 30 * time.Second}}
}

// call sends a request and returns the status, the header and the body.
func (c *client) call(
	ctx context.Context, method, path string, body any, header http.Header,
) (status int, _ http.Header, _ []byte, err error) {
	payload, err := json.Marshal(body)
	if err != nil {
		return 0, nil, nil, err
	}
	if body == nil {
		payload = nil
	}
	req, err := http.NewRequestWithContext(ctx, method, c.url+path, bytes.NewReader(payload))
	if err != nil {
		return 0, nil, nil, err
	}
	if header != nil {
		req.Header = header.Clone()
	}
	req.Header.Set("Authorization", "Bearer "+c.key)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return 0, nil, nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return resp.StatusCode, resp.Header, text, err
}

// upsert writes rows.
func (c *client) upsert(ctx context.Context, items []item) error {
	status, _, text, err := c.call(ctx, http.MethodPost, "/assignments", object{"items": items}, nil)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("status %d: %.300s", status, text)
	}
	return err
}

// ledger notes which writes were acknowledged. Each write is a new row.
type ledger struct {
	organization *organization
	mu           sync.Mutex
	next         int
	notes        []note
}

type note struct {
	item
	at time.Time // of the acknowledgement
}

// write writes a row after the other until ctx ends or a write fails.
func (l *ledger) write(ctx context.Context, c *client) {
	for ctx.Err() == nil {
		l.mu.Lock()
		it := l.organization.item(l.next, 1)
		l.next++
		l.mu.Unlock()
		if c.upsert(context.WithoutCancel(ctx), []item{it}) != nil {
			return
		}
		l.mu.Lock()
		l.notes = append(l.notes, note{it, time.Now()})
		l.mu.Unlock()
		time.Sleep(5 * time.Millisecond)
	}
}

// lost returns the notes whose rows are missing, in the order of the acknowledgements.
func (l *ledger) lost(ctx context.Context, db *sql.DB) (lost []note, err error) {
	rows, err := db.QueryContext(ctx,
		`SELECT user_id, project_id, date::text FROM assignments WHERE organization_id = $1`,
		l.organization.Organization.ID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	stored := map[item]bool{}
	for rows.Next() {
		var it item
		if err := rows.Scan(&it.User, &it.Project, &it.Date); err != nil {
			return nil, err
		}
		stored[it] = true
	}
	for _, n := range l.notes {
		n.Hours = 0
		if !stored[n.item] {
			lost = append(lost, n)
		}
	}
	return lost, rows.Err()
}
