// Package usage sums what each organization uses of a server, for workplan top.
package usage

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
)

// Sums is what the requests of an organization have used.
type Sums struct {
	Requests, Rows, ReceivedBytes, SentBytes int64
	// Work is how long the requests had a turn, without the time of their statements.
	Work time.Duration
}

func (s *Sums) add(more Sums) {
	s.Requests += more.Requests
	s.Rows += more.Rows
	s.ReceivedBytes += more.ReceivedBytes
	s.SentBytes += more.SentBytes
	s.Work += more.Work
}

const (
	maxOrganizations = 10_000
	// idle is how long an organization has sent nothing when its place may go to another one.
	idle = time.Minute
)

// Table has the sums of at most 10,000 organizations. It is safe for concurrent use. If it is full, those that have
// been idle for a minute are added to the others, which have no id.
type Table struct {
	now     func() time.Time
	started time.Time

	mu     sync.Mutex
	sums   map[uuid.UUID]*entry
	others Sums
	swept  time.Time
}

type entry struct {
	Sums
	latest time.Time
}

// New returns a table that begins now.
func New(now func() time.Time) *Table {
	return &Table{now: now, started: now(), sums: map[uuid.UUID]*entry{}}
}

// Add adds what a request has used.
func (t *Table) Add(organization uuid.UUID, s Sums) {
	now := t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	e := t.sums[organization]
	if e == nil {
		if len(t.sums) >= maxOrganizations {
			t.sweep(now)
		}
		if len(t.sums) >= maxOrganizations {
			t.others.add(s)
			return
		}
		e = &entry{}
		t.sums[organization] = e
	}
	e.add(s)
	e.latest = now
}

// sweep adds the organizations that are idle to the others, at most once a second.
func (t *Table) sweep(now time.Time) {
	if now.Sub(t.swept) < time.Second {
		return
	}
	t.swept = now
	for organization, e := range t.sums {
		if now.Sub(e.latest) >= idle {
			t.others.add(e.Sums)
			delete(t.sums, organization)
		}
	}
}

// Report is what a server has served since its start.
type Report struct {
	Started time.Time `json:"started"`
	At      time.Time `json:"at"`
	// CPUSeconds is the processor time of the process, 0 if the system does not tell it.
	CPUSeconds    float64        `json:"cpuSeconds"`
	Organizations []Organization `json:"organizations"`
	// Webhooks are endpoints of all organizations that fail or were disabled.
	Webhooks []Webhook `json:"webhooks,omitempty"`
}

// Webhook is an endpoint that fails or was disabled.
type Webhook struct {
	OrganizationID uuid.UUID `json:"organizationId"`
	Organization   string    `json:"organization"`
	ID             uuid.UUID `json:"id"`
	Name           *string   `json:"name,omitempty"`
	// Host is the host of its address. The rest of it may contain a secret.
	Host string `json:"host"`
	// State is failing or disabled.
	State string `json:"state"`
	// FailingSince is nil if nothing is sent, because the key or the user of the endpoint may read nothing.
	FailingSince *time.Time `json:"failingSince,omitempty"`
	Error        string     `json:"error"`
}

// String is the endpoint in one line.
func (w Webhook) String() string {
	text := fmt.Sprintf("%s of %s (webhook %s of organization %s) is %s", w.Host, w.Organization, w.ID,
		w.OrganizationID, w.State)
	if w.FailingSince != nil {
		text += " since " + w.FailingSince.UTC().Format(time.RFC3339)
	}
	return text + ": " + w.Error
}

// Organization is the part of one organization.
type Organization struct {
	// ID is the nil UUID for those without a place of their own.
	ID            uuid.UUID `json:"id"`
	Name          string    `json:"name,omitempty"`
	Requests      int64     `json:"requests"`
	Rows          int64     `json:"rows"`
	ReceivedBytes int64     `json:"receivedBytes"`
	SentBytes     int64     `json:"sentBytes"`
	WorkSeconds   float64   `json:"workSeconds"`
}

// Report returns the sums, ordered by id.
func (t *Table) Report() Report {
	r := Report{
		Started: t.started.UTC(), At: t.now().UTC(), CPUSeconds: processorTime().Seconds(),
		Organizations: []Organization{},
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, e := range t.sums {
		r.Organizations = append(r.Organizations, e.of(id))
	}
	if t.others.Requests > 0 {
		r.Organizations = append(r.Organizations, t.others.of(uuid.Nil))
	}
	slices.SortFunc(r.Organizations, func(a, b Organization) int { return slices.Compare(a.ID[:], b.ID[:]) })
	return r
}

func (s *Sums) of(id uuid.UUID) Organization {
	return Organization{
		ID: id, Requests: s.Requests, Rows: s.Rows, ReceivedBytes: s.ReceivedBytes, SentBytes: s.SentBytes,
		WorkSeconds: s.Work.Seconds(),
	}
}

// Handler responds with the report, after describe has added what the database knows.
func (t *Table) Handler(describe func(context.Context, *Report)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		r := t.Report()
		describe(req.Context(), &r)
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(r) // an error of the connection: the caller is gone
	})
}
