package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/internal/usage"
)

// requestLine is the part of a request line that top also has.
type requestLine struct {
	Msg            string  `json:"msg"`
	OrganizationID string  `json:"organization_id"`
	Rows           int64   `json:"rows"`
	ReceivedBytes  int64   `json:"received_bytes"`
	SentBytes      int64   `json:"sent_bytes"`
	WorkUS         float64 `json:"work_us"`
}

// logged returns the sums of the request lines of a log by organization.
func logged(t *testing.T, log string) map[uuid.UUID]*used {
	t.Helper()
	sums := map[uuid.UUID]*used{}
	for line := range strings.Lines(log) {
		var l requestLine
		if err := json.Unmarshal([]byte(line), &l); err != nil || l.Msg != "request" || l.OrganizationID == "" {
			continue
		}
		id := uuid.MustParse(l.OrganizationID)
		if sums[id] == nil {
			sums[id] = &used{ID: id}
		}
		sums[id].add(used{id, 1, l.Rows, l.ReceivedBytes, l.SentBytes, l.WorkUS / 1e6, ""})
	}
	return sums
}

// TestTopAgreesWithTheLog drives three organizations unequally. The order of top is that of the sums of the log, and
// what it counts is the same.
func TestTopAgreesWithTheLog(t *testing.T) {
	v := startVisited(t)
	secrets := []string{v.secret}
	for i := range 2 {
		secrets = append(secrets,
			strings.TrimSpace(mustRun(t, "", "organization", "create", "--name", fmt.Sprint("Organization ", i),
				"--admin-email", "a@example.com", "--admin-name", "A", "--database-url", v.dsn)))
	}
	reads, writes := []int{20, 60, 5}, []int{1, 5, 15}
	var load sync.WaitGroup
	for i, secret := range secrets {
		load.Go(func() {
			key := map[string]string{"Authorization": "Bearer " + secret}
			for range reads[i] {
				v.send(t, "GET /api/v1/users", "", key)
			}
			for n := range writes[i] {
				v.send(t, "POST /api/v1/clients",
					fmt.Sprintf(`{"companyName": "Client %d %s"}`, n, strings.Repeat("x", 20*i)), key)
			}
		})
	}
	load.Wait()
	const requests = 20 + 60 + 5 + 1 + 5 + 15
	var sums map[uuid.UUID]*used
	eventually(t, "every request is logged", func() bool {
		sums = logged(t, v.out.String())
		total := int64(0)
		for _, u := range sums {
			total += u.Requests
		}
		return total == requests
	})
	for _, column := range []string{"cpu", "requests", "rows", "received", "sent"} {
		var got table
		if err := json.Unmarshal([]byte(mustRun(t, "", "top", "--server", v.ops, "--once", "--json", "--sort", column)),
			&got); err != nil {
			t.Fatal(err)
		}
		want := (&topCmd{Sort: column}).sorted(sums)
		if len(want) != 3 || len(got.Organizations) != 3 {
			t.Fatalf("%d organizations in the log, %d in top", len(want), len(got.Organizations))
		}
		for i, g := range got.Organizations {
			w := want[i]
			if ratio := g.CPUSeconds / w.CPUSeconds; ratio <= 0 || ratio > 1.01 {
				t.Errorf("%s: %g s of processor time, and %g s of work in the log", column, g.CPUSeconds, w.CPUSeconds)
			}
			if !strings.Contains(g.Name, " ") { // Demo and Organization 1 have been created with one
				t.Errorf("%s: place %d has the name %q", column, i+1, g.Name)
			}
			g.CPUSeconds, w.CPUSeconds, g.Name = 0, 0, ""
			if g != w {
				t.Errorf("%s: place %d is %+v, and in the log %+v", column, i+1, g, w)
			}
		}
	}
	text := mustRun(t, "", "top", "--server", v.ops, "--once", "--sort", "requests")
	if lines := strings.Split(strings.TrimSpace(text), "\n"); len(lines) != 5 || strings.Contains(text, "\x1b") ||
		!strings.HasPrefix(strings.TrimSpace(lines[2]), "65 ") {
		t.Errorf("the table is\n%s", text)
	}
}

func TestTopCountsWhatIsBetweenTwoReports(t *testing.T) {
	a, b := uuid.MustParse("a0000000-0000-7000-8000-000000000000"),
		uuid.MustParse("b0000000-0000-7000-8000-000000000000")
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	before := usage.Report{Started: began, At: began.Add(time.Minute), CPUSeconds: 10,
		Organizations: []usage.Organization{
			{ID: a, Requests: 10, Rows: 100, SentBytes: 5, WorkSeconds: 8}, {ID: b, Requests: 3, WorkSeconds: 1},
		}}
	now := usage.Report{Started: began, At: began.Add(time.Minute + 2*time.Second), CPUSeconds: 12,
		Organizations: []usage.Organization{
			{ID: a, Requests: 14, Rows: 150, SentBytes: 9, WorkSeconds: 11}, {ID: b, Requests: 1, WorkSeconds: 1},
		}}
	for _, test := range []struct {
		name    string
		before  usage.Report
		seconds float64
		want    []used
	}{
		{"since the report before, with the processor time divided by work", before, 2,
			[]used{{a, 4, 50, 0, 4, 1.5, ""}, {b, 1, 0, 0, 0, 0.5, ""}}},
		{"since the start if it is the first report", usage.Report{}, 62,
			[]used{{a, 14, 150, 0, 9, 11, ""}, {b, 1, 0, 0, 0, 1, ""}}},
		{"since the start of a new process",
			usage.Report{Started: began.Add(-time.Hour), CPUSeconds: 99, Organizations: before.Organizations}, 62,
			[]used{{a, 14, 150, 0, 9, 11, ""}, {b, 1, 0, 0, 0, 1, ""}}},
	} {
		if seconds, got := difference(test.before, now); seconds != test.seconds || !slices.Equal(got, test.want) {
			t.Errorf("%s: %g s, %+v", test.name, seconds, got)
		}
	}
}

func TestTopOfServers(t *testing.T) {
	report := usage.New(time.Now)
	report.Add(uuid.Nil, usage.Sums{Requests: 2, Rows: 7, Work: time.Hour})
	handler := report.Handler(func(context.Context, *usage.Report) {})
	one, two := httptest.NewServer(handler), httptest.NewServer(handler)
	defer one.Close()
	defer two.Close()
	out := mustRun(t, "", "top", "--once", "--server", one.Listener.Addr().String(), "--server", two.URL)
	if !strings.Contains(out, "  4    14 ") || !strings.Contains(out, "others") {
		t.Errorf("two servers have %s", out)
	}
	mustFail(t, "", "cannot ask 127.0.0.1:1: ", "top", "--once", "--server", "127.0.0.1:1")
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	mustFail(t, "", "it responds with 404", "top", "--once", "--server", other.URL)
	mustFail(t, "", "--interval is less than 100ms", "top", "--interval", "1ms")
}
