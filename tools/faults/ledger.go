package main

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"
)

// ledger remembers which writes the server acknowledged, to compare them with the rows in the database afterwards. Each
// writer has rows of its own and writes them as one batch, over and over, with other hours each time.
type ledger struct {
	organization *organization
	requests     int           // of one batch: 1, or 2 in a control
	pause        time.Duration // of a writer, after each batch
	// note, if set, is called after each batch with the status of its last request, or 0 if there was no response.
	note         func(began time.Time, status int)
	mu           sync.Mutex
	batches      map[int]*batch // by the first row
	failures     map[int]int    // responses other than 200 by status; 0: no response
	acknowledged int
	longest      time.Duration // between two acknowledged writes of one writer
}

type batch struct {
	size         int
	acknowledged float64   // the hours of the last acknowledged write, or 0
	unknown      []float64 // the hours of later writes without a response, of which each may be stored or not
}

func newLedger(o *organization) *ledger {
	return &ledger{organization: o, requests: 1, batches: map[int]*batch{}, failures: map[int]int{}}
}

// newHalves returns a ledger whose writers send each batch in two requests. It is for controls: a fault between the two
// leaves a part of the batch.
func newHalves(o *organization) *ledger {
	l := newLedger(o)
	l.requests = 2
	return l
}

// write writes batches of size rows to the servers until ctx ends. The writer has the number n. No two writers have
// rows in common.
func (l *ledger) write(ctx context.Context, addrs []string, n, size int) {
	first := n * 1000
	b := &batch{size: size}
	l.mu.Lock()
	l.batches[first] = b
	l.mu.Unlock()
	var clients []*client
	for _, addr := range addrs {
		c := newClient(addr, l.organization.key("admin"))
		defer c.Close()
		clients = append(clients, c)
	}
	last := time.Now()
	for turn := 1; ctx.Err() == nil; turn++ {
		hours := float64(turn%2399+1) / 100
		items, c := l.organization.items(first, size, hours), clients[rand.IntN(len(clients))]
		var resp *response
		var err error
		began, status := time.Now(), 0
		for part := range slices.Chunk(items, size/l.requests) {
			if resp, err = c.Upsert(ctx, part); err != nil || resp.Status != http.StatusOK {
				break
			}
		}
		l.mu.Lock()
		switch {
		case err != nil:
			b.unknown = append(b.unknown, hours)
			l.failures[0]++
		case resp.Status == http.StatusOK:
			b.acknowledged, b.unknown = hours, nil
			l.acknowledged++
			l.longest = max(l.longest, time.Since(last))
			last = time.Now()
		default:
			if resp.Status >= 500 { // the outcome may be unknown
				b.unknown = append(b.unknown, hours)
			}
			l.failures[resp.Status]++
		}
		l.mu.Unlock()
		if err == nil {
			status = resp.Status
		}
		if l.note != nil {
			l.note(began, status)
		}
		if status != http.StatusOK {
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(l.pause)
	}
}

// check compares the rows with what was acknowledged. It returns the figures, and an error of broken if a write is
// lost, partial or doubled.
func (l *ledger) check(ctx context.Context, db *sql.DB) ([]figure, error) {
	rows, err := db.QueryContext(ctx,
		`SELECT user_id, project_id, date::text, hours FROM assignments WHERE organization_id = $1`,
		l.organization.Organization.ID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	stored := map[item][]float64{}
	for rows.Next() {
		var it item
		var hours float64
		if err := rows.Scan(&it.User, &it.Project, &it.Date, &hours); err != nil {
			return nil, err
		}
		stored[it] = append(stored[it], hours)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	lost, doubled, partial := 0, 0, 0
	for first, b := range l.batches {
		values := map[float64]bool{}
		for _, it := range l.organization.items(first, b.size, 0) {
			found := append(stored[it], 0)
			values[found[0]] = true
			if len(found) > 2 {
				doubled++
			}
			if found[0] != b.acknowledged && !slices.Contains(b.unknown, found[0]) {
				lost++
			}
		}
		if len(values) > 1 {
			partial++
		}
	}
	figures := []figure{
		count("acknowledged batches", l.acknowledged), count("rows lost", lost), count("rows doubled", doubled),
		count("batches partial", partial),
		milliseconds("longest gap", l.longest),
	}
	if lost+doubled+partial > 0 {
		return figures, broken("%d of the acknowledged rows lost, %d doubled, %d batches partial",
			lost, doubled, partial)
	}
	if l.acknowledged == 0 {
		return figures, fmt.Errorf("no write was acknowledged: %v", l.failures)
	}
	return figures, nil
}
