package acceptance_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/services"
	eventlog "github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/test/apitest"
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
	UserID        string  `json:"userId"`
	ProjectID     string  `json:"projectId"`
	CapabilityID  *string `json:"capabilityId"`
	Date          string
	Hours         float64
	PreviousHours *float64 `json:"previousHours"`
	Version       int
	Tentative     bool
}

type eventPage struct {
	Items     []event
	NextAfter int64 `json:"nextAfter"`
	Head      int64
	First     int64
	UpToDate  bool `json:"upToDate"`
}

// events reads a page of the journal.
func events(t testing.TB, a *apitest.API, as, query string) (page eventPage) {
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
	a := apitest.NewIsolated(t)
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
					ans = server.REST(t, "admin", "PATCH /api/v1/clients/"+clients[rand.IntN(3)],
						fmt.Sprintf(`{"website": "https://example.com/%d/%d"}`, w, i), header)
				case 1:
					ans = server.REST(t, "admin", "PATCH /api/v1/users/$worker",
						fmt.Sprintf(`{"defaultAvailability": %d, "isActive": true}`, rand.IntN(40)), header)
				default:
					n := []int{1, 3, 17, 60}[rand.IntN(4)]
					var items []string
					for day := range n {
						items = append(items, fmt.Sprintf(
							`{"userId": "$worker", "projectId": "$atlas", "date": "20%02d-03-%02d", "hours": %d}`,
							30+day/28, 1+day%28, rand.IntN(3),
						))
					}
					ans = server.REST(t, "admin", "POST /api/v1/"+[]string{"assignments", "actual-hours"}[rand.IntN(2)],
						`{"items": [`+strings.Join(items, ",")+`]}`, header)
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
			if known != (row.PreviousHours != nil) || known && *row.PreviousHours != was.Hours ||
				row.Version != was.Version+1 {
				t.Errorf("event %d: a row was %+v and is %+v", e.Seq, was, row)
			}
			rows[row.ID] = row
		}
	}
	for _, list := range []string{"users?kind=all&", "clients?", "projects?", "capabilities?",
		"time-off-types?", "time-off?", "keys?"} {
		for _, item := range recordsOf(t, a.REST(t, "admin", "GET /api/v1/"+list+"limit=200", "", nil)) {
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
			if row.Hours != item["hours"].(float64) || row.Version != int(item["version"].(float64)) ||
				row.Date != item["date"].(string) {
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

// message is a message of a stream: an event, a checkpoint, or the error that ended it.
type message struct {
	seq   int64
	event *event
	err   string // the code of an error
}

// watch opens a stream over one of the protocols. The channel is closed when it ends.
func watch(t *testing.T, a *apitest.API, protocol, as, query string) <-chan message {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	out := make(chan message, 1000)
	params, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	if protocol == "over gRPC" {
		req := &pb.WatchEventsRequest{Types: params["types"]}
		if params.Has("after") {
			req.After = new(params.Get("after"))
		}
		stream, err := pb.NewEventServiceClient(a.Conn).WatchEvents(a.Context(ctx, as), req, grpc.WaitForReady(true))
		if err != nil {
			t.Fatal(err)
		}
		go readMessages(stream, out)
		return out
	}
	req, err := http.NewRequestWithContext(ctx, "GET", a.URL+"/api/v1/events/stream?"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	if as != "" {
		req.Header.Set("Authorization", "Bearer "+a.Secret(as))
	}
	go readServerSent(req, out)
	return out
}

func readMessages(stream grpc.ServerStreamingClient[pb.WatchEventsResponse], out chan<- message) {
	defer close(out)
	for {
		m, err := stream.Recv()
		if err != nil {
			out <- message{err: codeOf(err)}
			return
		}
		next := message{seq: m.Seq}
		if m.Event != nil {
			next.event = &event{Seq: m.Event.Seq, Type: m.Event.Type}
		}
		out <- next
	}
}

// codeOf returns the code of the error of an rpc, such as key_revoked.
func codeOf(err error) string {
	for _, detail := range status.Convert(err).Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok {
			return strings.ToLower(info.Reason)
		}
	}
	return err.Error()
}

func readServerSent(req *http.Request, out chan<- message) {
	defer close(out)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		out <- message{err: err.Error()}
		return
	}
	defer resp.Body.Close()
	var failure struct{ Error struct{ Code string } }
	if resp.Header.Get("Content-Type") != "text/event-stream" {
		_ = json.NewDecoder(resp.Body).Decode(&failure) // an empty code fails the test, too
		out <- message{err: failure.Error.Code}
		return
	}
	next, kind := message{}, ""
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "id":
			next.seq, _ = strconv.ParseInt(value, 10, 64)
		case "event":
			kind = value
		case "data":
			switch kind {
			case "":
				next.event = &event{}
				_ = json.Unmarshal([]byte(value), next.event)
			case "error":
				_ = json.Unmarshal([]byte(value), &failure)
				next.err = failure.Error.Code
			}
		case "":
			out <- next
			next, kind = message{}, ""
		}
	}
}

// receive returns the next message. It fails if there is none soon.
func receive(t *testing.T, stream <-chan message) message {
	t.Helper()
	select {
	case m, ok := <-stream:
		if !ok {
			t.Fatal("the stream has ended")
		}
		return m
	case <-time.After(10 * time.Second):
		t.Fatal("nothing comes")
	}
	return message{}
}

// last returns the last message of a stream that ends within d.
func last(t *testing.T, stream <-chan message, d time.Duration) (m message) {
	t.Helper()
	timeout := time.After(d)
	for {
		select {
		case next, ok := <-stream:
			if !ok {
				return m
			}
			m = next
		case <-timeout:
			t.Fatalf("the stream has not ended after %s", d)
		}
	}
}

func createClient(t *testing.T, a *apitest.API, name string) {
	t.Helper()
	if ans := a.REST(t, "admin", "POST /api/v1/clients", `{"companyName": "`+name+`"}`, nil); ans.Status != 200 {
		t.Fatalf("%s", ans.Raw)
	}
}

// eachStream runs a test over both protocols.
func eachStream(t *testing.T, test func(t *testing.T, protocol string)) {
	for _, protocol := range []string{"over REST", "over gRPC"} {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			test(t, protocol)
		})
	}
}

func TestStreams(t *testing.T) {
	t.Parallel()
	eachStream(t, func(t *testing.T, protocol string) {
		a := apitest.NewIsolated(t)
		b, _ := a.Start(services.Config{})
		stream := watch(t, a, protocol, "admin", "after=head&types=client.*")
		first := receive(t, stream)
		if first.event != nil || first.seq == 0 {
			t.Fatalf("the first message is %+v, not a checkpoint with the latest number", first)
		}
		if ans := a.REST(t, "admin", "PATCH /api/v1/users/$worker", `{"name": "Wanda"}`, nil); ans.Status != 200 {
			t.Fatalf("%s", ans.Raw)
		}
		createClient(t, b, "Initech") // on another server
		m := receive(t, stream)
		if m.event == nil || m.event.Type != "client.created" || m.seq != first.seq+2 || m.event.Seq != m.seq {
			t.Errorf("the next message is %+v, not the client", m)
		}
		again := watch(t, a, protocol, "admin", fmt.Sprint("types=client.*&after=", first.seq))
		if m := receive(t, again); m.event == nil || m.event.Type != "client.created" || m.seq != first.seq+2 {
			t.Errorf("from %d on, the first message is %+v", first.seq, m)
		}
	})
}

func TestStreamsContinueAfterLastEventID(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	req, err := http.NewRequestWithContext(t.Context(), "GET", a.URL+"/api/v1/events/stream?after=0", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+a.Secret("admin"))
	req.Header.Set("Last-Event-ID", "2")
	stream := make(chan message, 1000)
	go readServerSent(req, stream)
	if m := receive(t, stream); m.seq != 3 {
		t.Errorf("the first message after 2 is %+v", m)
	}
}

func TestStreamsAreRefused(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	a.Key("without", "admin", "read:clients")
	for _, test := range []struct{ as, query, code string }{
		{"without", "", "scope_missing"},
		{"admin", "after=x", "validation_failed"},
		{"admin", "after=99999", "cursor_ahead"},
		{"admin", "types=client.creatd", "validation_failed"},
	} {
		for _, protocol := range []string{"over REST", "over gRPC"} {
			if m := last(t, watch(t, a, protocol, test.as, test.query), 10*time.Second); m.err != test.code {
				t.Errorf("%s %+v: %+v", protocol, test, m)
			}
		}
	}
	if m := last(t, watch(t, a, "over REST", "", ""), 10*time.Second); m.err != "credential_missing" {
		t.Errorf("without a key: %+v", m)
	}
}

// Every rpc that sends a stream needs a key.
func TestStreamsNeedAKey(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	streams := 0
	for _, m := range table.Methods() {
		if !m.Streams {
			continue
		}
		streams++
		stream, err := a.Conn.NewStream(t.Context(), &grpc.StreamDesc{ServerStreams: true},
			m.Name, grpc.WaitForReady(true))
		if err == nil {
			err = stream.SendMsg(m.Input.New().Interface())
		}
		if err == nil {
			err = stream.RecvMsg(m.Output.New().Interface())
		}
		if code := codeOf(err); code != "credential_missing" {
			t.Errorf("%s: %v", m.Name, err)
		}
	}
	if streams == 0 {
		t.Error("no rpc sends a stream")
	}
}

// A stream ends if its client does not read it. What the client has not read waits in the
// journal.
func TestAStreamThatIsNotReadEnds(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	var items []string
	for day := range 200 {
		items = append(items,
			fmt.Sprintf(`{"userId": "$worker", "projectId": "$atlas", "date": "20%02d-03-%02d", "hours": %%[1]d}`,
				30+day/28, 1+day%28))
	}
	body := `{"items": [` + strings.Join(items, ",") + `]}`
	for i := range 20 {
		if ans := a.REST(t, "admin", "POST /api/v1/assignments", fmt.Sprintf(body, 1+i), nil); ans.Status != 200 {
			t.Fatalf("%s", ans.Raw)
		}
	}
	all := journal(t, a, "admin")
	b, _ := a.Start(services.Config{UploadTimeout: 500 * time.Millisecond})
	conn, err := grpc.NewClient(b.Conn.Target(), grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithInitialWindowSize(64<<10))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	stream, err := pb.NewEventServiceClient(conn).WatchEvents(a.Context(t.Context(), "admin"),
		&pb.WatchEventsRequest{After: new("0")}, grpc.WaitForReady(true))
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(3 * time.Second)
	messages := make(chan message, 1000)
	go readMessages(stream, messages)
	got := 0
	for m := range messages {
		switch {
		case m.event != nil:
			if got++; got == len(all) {
				t.Fatal("the server sent all events to a client that did not read")
			}
		case m.err != "" && m.err != "too_many_concurrent":
			t.Errorf("the stream ends with %+v", m)
		}
	}
	if got == 0 {
		t.Error("no event came")
	}
}

// A key may wait for events five times. When a stream ends, another one may begin.
func TestStreamsOfAKeyAreLimited(t *testing.T) {
	t.Parallel()
	eachStream(t, func(t *testing.T, protocol string) {
		a := apitest.New(t)
		for range 5 {
			receive(t, watch(t, a, protocol, "admin", "after=head"))
		}
		if m := last(t, watch(t, a, protocol, "admin", "after=head"), 10*time.Second); m.err != "too_many_concurrent" {
			t.Errorf("the sixth stream of a key: %+v", m)
		}
		if ans := a.REST(t, "admin", "GET /api/v1/events?after=head&wait=1", "", nil); ans.Status != 429 ||
			ans.RetryAfter == 0 {
			t.Errorf("a request that waits is refused, too: %d %s", ans.Status, ans.Raw)
		}
		receive(t, watch(t, a, protocol, "worker", "after=head"))
	})
}

// A server that stops ends its streams within two seconds, with the number to continue after.
func TestStreamsEndWhenTheServerStops(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	b, stop := a.Start(services.Config{})
	var streams []<-chan message
	for i := range 50 {
		key := fmt.Sprint("stream-", i)
		a.Key(key, "admin", "read:events")
		protocol := []string{"over REST", "over gRPC"}[i%2]
		stream := watch(t, b, protocol, key, "after=head")
		receive(t, stream)
		streams = append(streams, stream)
	}
	stopped := time.Now()
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(stopped); took > 2*time.Second {
		t.Errorf("the stop took %s", took)
	}
	for i, stream := range streams {
		if m := last(t, stream, 2*time.Second); m.err != "unavailable" {
			t.Errorf("stream %d ends with %+v", i, m)
		}
	}
}

// A reader sees the events of the records that its key may read, and nextAfter passes the
// others.
func TestEventsThatAReaderMayNotSee(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	a.Key("clients", "admin", "read:events", "read:clients")
	a.Key("keys", "admin", "read:events", "read:keys")
	a.Key("worker's keys", "worker", "read:events", "read:keys")
	createClient(t, a, "Initech")
	all := journal(t, a, "admin")
	seen := map[string][]event{}
	for _, as := range []string{"clients", "keys", "worker's keys"} {
		seen[as] = journal(t, a, as)
	}
	for _, e := range all {
		kind, _, _ := strings.Cut(e.Type, ".")
		for as, want := range map[string]bool{
			"clients": kind == "client", "keys": kind == "key", "worker's keys": false,
		} {
			if got := slices.ContainsFunc(seen[as], func(s event) bool { return s.Seq == e.Seq }); got != want {
				t.Errorf("%s sees event %d, %s: %t", as, e.Seq, e.Type, got)
			}
			path := fmt.Sprint("GET /api/v1/events/", e.Seq)
			if ans := a.REST(t, as, path, "", nil); (ans.Status == 200) != want || !want && ans.Status != 404 {
				t.Errorf("%s reads event %d, %s: %d", as, e.Seq, e.Type, ans.Status)
			}
		}
	}
}

// Private reasons of time off show only to those who may read them in the record.
func TestReasonsInEvents(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	const reason = "a private matter"
	ans := a.REST(t, "worker", "POST /api/v1/time-off",
		`{"userId": "$worker", "timeOffTypeId": "$vacation", "startDate": "2026-07-01",
		"endDate": "2026-07-14", "availability": 0, "reason": "`+reason+`"}`, nil)
	id := dataOf(t, ans)["id"].(string)
	waitFor(t, "the event has a number", func() bool {
		return a.Count(`SELECT count(*) FROM events WHERE organization_id = $1 AND seq IS NULL`, a.Organization) == 0
	})
	for as, may := range map[string]bool{
		"admin": true, "boss": true, "lead": true, "worker": true, "peer": false, "loner": false,
	} {
		events := a.REST(t, as, "GET /api/v1/events?recordId="+id, "", nil)
		record := a.REST(t, as, "GET /api/v1/time-off/"+id, "", nil)
		if shows := strings.Contains(string(events.Raw), reason); shows != may ||
			shows != strings.Contains(string(record.Raw), reason) {
			t.Errorf("%s sees the reason in the event: %t\n%s", as, shows, events.Raw)
		}
		if !strings.Contains(string(events.Raw), "time_off.created") {
			t.Errorf("%s does not see the event: %s", as, events.Raw)
		}
	}
}

// Old events are removed from the start of the journal, in batches, and a reader who missed
// them is told.
func TestOldEventsAreRemoved(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	head := events(t, a, "admin", "after=head").Head
	if head < 6 {
		t.Fatalf("the fixture has only %d events", head)
	}
	a.Exec(`UPDATE events SET written_at = now() - interval '401 days' WHERE organization_id = $1 AND seq <= 3`,
		a.Organization)
	a.Exec(`UPDATE events SET written_at = now() - interval '401 days' WHERE organization_id = $1 AND seq = 5`,
		a.Organization)
	if err := eventlog.Expired(a.DB).Once(t.Context(), time.Now().AddDate(0, 0, -400)); err != nil {
		t.Fatal(err)
	}
	page := events(t, a, "admin", "limit=1")
	if page.First != 4 || page.Head != head || page.Items[0].Seq != 4 {
		t.Errorf("the journal begins with %d and event %d", page.First, page.Items[0].Seq)
	}
	for _, expired := range []int{0, 2} {
		ans := a.REST(t, "admin", fmt.Sprint("GET /api/v1/events?after=", expired), "", nil)
		if ans.Status != 410 || ans.Code != "cursor_expired" || !strings.Contains(ans.Message, "head") {
			t.Errorf("after %d: %d %s", expired, ans.Status, ans.Raw)
		}
		for _, protocol := range []string{"over REST", "over gRPC"} {
			if m := last(t, watch(t, a, protocol, "admin", fmt.Sprint("after=", expired)),
				10*time.Second); m.err != "cursor_expired" {
				t.Errorf("a stream %s after %d: %+v", protocol, expired, m)
			}
		}
	}
	if ans := a.REST(t, "admin", "GET /api/v1/events?after=3", "", nil); ans.Status != 200 {
		t.Errorf("after 3: %d %s", ans.Status, ans.Raw)
	}
	if ans := a.REST(t, "admin", "GET /api/v1/events/2", "", nil); ans.Status != 404 {
		t.Errorf("event 2: %d %s", ans.Status, ans.Raw)
	}
	createClient(t, a, "Initech")
	waitFor(t, "the next event has the next number",
		func() bool { return events(t, a, "admin", "after=head").Head == head+1 })
}

// A request that waits gets an event as soon as there is one.
func TestWaiting(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	b, _ := a.Start(services.Config{})
	head := events(t, a, "admin", "after=head").Head
	began := time.Now()
	if page := events(t, a, "admin", "after=head&wait=1"); len(page.Items) > 0 || !page.UpToDate ||
		time.Since(began) < time.Second {
		t.Errorf("without an event, after %s: %+v", time.Since(began), page)
	}
	for _, writer := range []*apitest.API{a, b} {
		pages := make(chan eventPage)
		go func() { pages <- events(t, a, "admin", fmt.Sprintf("after=%d&wait=20&types=client.*", head)) }()
		time.Sleep(100 * time.Millisecond)
		if ans := a.REST(t, "admin", "PATCH /api/v1/users/$worker",
			fmt.Sprintf(`{"defaultAvailability": %d}`, head), nil); ans.Status != 200 {
			// Another type.
			t.Fatalf("%s", ans.Raw)
		}
		createClient(t, writer, "Initech")
		page := <-pages
		if len(page.Items) != 1 || page.Items[0].Type != "client.created" {
			t.Errorf("%+v", page)
		}
		head = page.Head
	}
}

// A server that stops lets nobody wait: a request that waits gets an empty page at once, and
// continues at another server.
func TestWaitingEndsWhenTheServerStops(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	b, stop := a.Start(services.Config{})
	head := events(t, a, "admin", "after=head").Head
	pages := make(chan *pb.EventPage, 2)
	go func() {
		page := events(t, b, "admin", "after=head&wait=20")
		pages <- &pb.EventPage{NextAfter: page.NextAfter}
	}()
	go func() {
		resp, err := pb.NewEventServiceClient(b.Conn).ListEvents(b.Context(t.Context(), "admin"),
			&pb.ListEventsRequest{After: new("head"), Wait: new(int32(20))})
		if err != nil {
			t.Error(err)
		}
		pages <- resp.GetData()
	}()
	time.Sleep(500 * time.Millisecond)
	stopped := time.Now()
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(stopped); took > 5*time.Second {
		t.Errorf("the stop took %s", took)
	}
	for range 2 {
		if page := <-pages; page.GetNextAfter() != head {
			t.Errorf("the page continues after %d, want %d", page.GetNextAfter(), head)
		}
	}
}

// TestEveryWriteLeavesItsEvent calls every rpc. One that writes leaves exactly one event, and
// the same call again, if it changes nothing, leaves none.
func TestEveryWriteLeavesItsEvent(t *testing.T) {
	t.Parallel()
	a := seed(apitest.New(t))
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	count := func() int { return a.Count(`SELECT count(*) FROM events WHERE organization_id = $1`, a.Organization) }
	for _, c := range calls {
		before, want := count(), 0
		// They change no record, or one that concerns nobody but the caller.
		silent := c.rpc == "WebhookService/TestWebhook" || c.rpc == "WebhookService/RedeliverWebhook" ||
			c.rpc == "MeService/ReplaceViews"
		if table.ByName("/workplan.v1."+c.rpc).Writes && !silent {
			want = 1
		}
		switch c.rpc {
		case "AssignmentService/FillPlaceholder":
			want = 2 // the rows that the person has now, and those that the placeholder no longer has
		case "ProposalService/ApplyProposal", "ProposalService/RevertProposal", "ProposalService/SuggestProposal":
			want = 2 // that of the proposal, and that of its rows
		}
		if ans := a.REST(t, "admin", c.rest, c.body, nil); ans.Status != 200 {
			t.Errorf("%s: %s", c.rest, ans.Raw)
		}
		if n := count() - before; n != want {
			t.Errorf("%s leaves %d events, want %d", c.rest, n, want)
		}
		if c.verb() == "PATCH" || c.verb() == "PUT" {
			a.REST(t, "admin", c.rest, c.body, nil)
			if n := count() - before; n != want {
				t.Errorf("%s leaves an event also if it changes nothing", c.rest)
			}
		}
	}
	var requestID, actor, key *string
	if err := a.DB.QueryRowContext(t.Context(), `SELECT request_id, actor_id::text, api_key_id::text FROM events
		WHERE organization_id = $1 AND type = 'client.updated'`, a.Organization).
		Scan(&requestID, &actor, &key); err != nil {
		t.Fatal(err)
	}
	if *requestID == "" || *actor != a.ID("admin") || key == nil {
		t.Errorf("the event does not say who wrote it: %v %v %v", *requestID, *actor, key)
	}
}
