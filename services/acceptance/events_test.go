package acceptance_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/apitest"
	"github.com/workplan-api/workplan/services"
)

// event is an event as a client reads it.
type event struct {
	Seq       int64
	Type      string
	At        time.Time
	ActorID   *string `json:"actorId"`
	KeyID     *string `json:"keyId"`
	RequestID *string `json:"requestId"`
	Record    *struct{ Type, ID string }
	Before    map[string]any
	After     map[string]any
	Rows      []eventRow
	RowCount  int `json:"rowCount"`
}

type eventRow struct {
	ID            string
	UserID        string `json:"userId"`
	Date          string
	Hours         float64
	PreviousHours *float64 `json:"previousHours"`
	Version       int
}

type eventPage struct {
	Items     []event
	NextAfter int64 `json:"nextAfter"`
	Head      int64
	First     int64
	UpToDate  bool `json:"upToDate"`
}

// events reads a page of the journal.
func events(t *testing.T, a *apitest.API, as, query string) (page eventPage) {
	t.Helper()
	ans := a.REST(t, as, "GET /api/v1/events?"+query, "", nil)
	if ans.Status != 200 {
		t.Fatalf("status %d: %s", ans.Status, ans.Raw)
	}
	var body struct{ Data *eventPage }
	body.Data = &page
	if err := json.Unmarshal([]byte(ans.Raw), &body); err != nil {
		t.Fatal(err)
	}
	return page
}

// journal reads the whole journal with small pages, when all events have numbers.
func journal(t *testing.T, a *apitest.API, as string) (all []event) {
	t.Helper()
	waitFor(t, "all events have numbers", func() bool {
		return a.Count(`SELECT count(*) FROM events WHERE organization_id = $1 AND seq IS NULL`, a.Organization) == 0
	})
	after := int64(0)
	for {
		page := events(t, a, as, fmt.Sprintf("limit=7&after=%d", after))
		all = append(all, page.Items...)
		if page.UpToDate {
			return all
		}
		if page.NextAfter <= after {
			t.Fatalf("nextAfter %d follows %d", page.NextAfter, after)
		}
		after = page.NextAfter
	}
}

// TestTheJournalIsTheTables writes over two servers at the same time, and then rebuilds all
// records from the journal.
func TestTheJournalIsTheTables(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	b, _ := a.Start(services.Config{})
	clients := []string{}
	for i := range 3 {
		ans := a.REST(t, "admin", "POST /api/v1/clients", fmt.Sprintf(`{"companyName": "Client %d"}`, i), nil)
		clients = append(clients, dataOf(t, ans)["id"].(string))
	}
	var writers sync.WaitGroup
	for w := range 8 {
		server := []*apitest.API{a, b}[w%2]
		writers.Go(func() {
			for i := range 25 {
				header := map[string]string{}
				if i%3 == 0 {
					header["Idempotency-Key"] = fmt.Sprint(w, "-", i)
				}
				var ans *apitest.Answer
				switch i % 4 {
				case 0:
					ans = server.REST(t, "admin", "PATCH /api/v1/clients/"+clients[rand.IntN(3)], fmt.Sprintf(`{"website": "https://example.com/%d/%d"}`, w, i), header)
				case 1:
					ans = server.REST(t, "admin", "PATCH /api/v1/users/$worker", fmt.Sprintf(`{"defaultAvailability": %d, "isActive": true}`, rand.IntN(40)), header)
				default:
					n := []int{1, 3, 17, 60}[rand.IntN(4)]
					var items []string
					for day := range n {
						items = append(items, fmt.Sprintf(`{"userId": "$worker", "projectId": "$atlas", "date": "20%02d-03-%02d", "hours": %d}`, 30+day/28, 1+day%28, rand.IntN(3)))
					}
					ans = server.REST(t, "admin", "POST /api/v1/"+[]string{"assignments", "actual-hours"}[rand.IntN(2)], `{"items": [`+strings.Join(items, ",")+`]}`, header)
				}
				if ans.Status != 200 {
					t.Errorf("status %d: %s", ans.Status, ans.Raw)
				}
			}
		})
	}
	writers.Wait()

	records, rows := map[string]map[string]any{}, map[string]eventRow{}
	for i, e := range journal(t, a, "admin") {
		if e.Seq != int64(i+1) {
			t.Fatalf("event %d has the number %d", i+1, e.Seq)
		}
		if e.Record != nil {
			was := records[e.Record.ID]
			for name, value := range e.Before {
				if fmt.Sprint(was[name]) != fmt.Sprint(value) {
					t.Errorf("event %d: %s was %v, not %v", e.Seq, name, was[name], value)
				}
			}
			if (was == nil) != strings.HasSuffix(e.Type, ".created") {
				t.Errorf("event %d of a record that was %v: %s", e.Seq, was, e.Type)
			}
			records[e.Record.ID] = e.After
		}
		if e.RowCount != len(e.Rows) || (e.RowCount > 0) != (e.Record == nil) {
			t.Errorf("event %d has %d of %d rows", e.Seq, len(e.Rows), e.RowCount)
		}
		for _, row := range e.Rows {
			was, known := rows[row.ID]
			if known != (row.PreviousHours != nil) || known && *row.PreviousHours != was.Hours || row.Version != was.Version+1 {
				t.Errorf("event %d: a row was %+v and is %+v", e.Seq, was, row)
			}
			rows[row.ID] = row
		}
	}
	for _, list := range []string{"users", "clients", "projects", "capabilities", "time-off-types", "time-off", "keys"} {
		for _, item := range recordsOf(t, a.REST(t, "admin", "GET /api/v1/"+list+"?limit=200", "", nil)) {
			want := maps.Clone(item)
			delete(want, "lastUsedAt") // the use of a key is not an event
			got := maps.Clone(records[item["id"].(string)])
			delete(got, "lastUsedAt")
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: the journal has\n%v\nand the table\n%v", list, got, want)
			}
			delete(records, item["id"].(string))
		}
	}
	if len(records) > 0 {
		t.Errorf("only the journal has %v", records)
	}
	for _, list := range []string{"assignments", "actual-hours"} {
		for _, item := range recordsOf(t, a.REST(t, "admin", "GET /api/v1/"+list+"?limit=200", "", nil)) {
			row := rows[item["id"].(string)]
			if row.Hours != item["hours"].(float64) || row.Version != int(item["version"].(float64)) || row.Date != item["date"].(string) {
				t.Errorf("%s: the journal has %+v and the table %v", list, row, item)
			}
			delete(rows, item["id"].(string))
		}
	}
	if len(rows) > 0 {
		t.Errorf("only the journal has %v", rows)
	}
}

func dataOf(t *testing.T, ans *apitest.Answer) map[string]any {
	t.Helper()
	body, _ := ans.Body.(map[string]any)
	data, ok := body["data"].(map[string]any)
	if !ok {
		t.Fatalf("no data: %s", ans.Raw)
	}
	return data
}

func recordsOf(t *testing.T, ans *apitest.Answer) (items []map[string]any) {
	t.Helper()
	for _, item := range dataOf(t, ans)["items"].([]any) {
		items = append(items, item.(map[string]any))
	}
	return items
}

func TestStreams(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	req, err := http.NewRequestWithContext(t.Context(), "GET", a.URL+"/api/v1/events/stream?after=head&types=client.*", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+a.Secret("admin"))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	lines := make(chan string, 1000)
	go func() {
		s := bufio.NewScanner(resp.Body)
		for s.Scan() {
			lines <- s.Text()
		}
	}()
	t.Log(resp.StatusCode, resp.Header)
	stream, err := pb.NewEventServiceClient(a.Conn).WatchEvents(a.Context(t.Context(), "admin"), &pb.WatchEventsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	a.REST(t, "admin", "POST /api/v1/clients", `{"companyName": "Initech"}`, nil)
	for {
		m, err := stream.Recv()
		if err != nil {
			t.Fatal(err)
		}
		t.Log(m.Seq, m.Event.GetType())
		if m.Event.GetType() == "client.created" && m.Event.After.Fields["companyName"].GetStringValue() == "Initech" {
			break
		}
	}
	for line := range lines {
		t.Logf("%.200s", line)
		if strings.Contains(line, "Initech") {
			break
		}
	}
	_, err = pb.NewEventServiceClient(a.Conn).WatchEvents(t.Context(), &pb.WatchEventsRequest{})
	t.Log(err)
	bad, err := pb.NewEventServiceClient(a.Conn).WatchEvents(a.Context(t.Context(), "admin"), &pb.WatchEventsRequest{After: new("x")})
	if err == nil {
		_, err = bad.Recv()
	}
	t.Log(err)
	ans := a.REST(t, "admin", "GET /api/v1/events/stream?after=x", "", nil)
	t.Log(ans.Status, string(ans.Raw))
}
