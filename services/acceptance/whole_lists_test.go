package acceptance_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/parquet"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

const (
	ndjson  = "application/x-ndjson"
	textCSV = "text/csv"
)

// wholeLists are the lists that are sent whole, with parameters that change their records or their order.
var wholeLists = []string{
	"users", "clients", "projects", "assignments", "actual-hours", "time-off", "capabilities", "time-off-types",
	"holidays", "locks", "timesheets", "actual-hours/entries", "calendar-feeds", "keys", "sessions", "webhooks", "webhooks/$hook/attempts",
	"proposals", "proposals/$proposal/diff",
	"users?kind=all&name=a", "clients?isActive=true&updatedSince=2020-01-01T00:00:00Z",
	"projects?expand=client,projectManager", "projects?status=draft,active&expand=projectManager",
	"assignments?updatedSince=2020-01-01T00:00:00Z", "assignments?capability_id=none&minHours=1",
	"actual-hours?updated_since=2020-01-01T00:00:00Z&start_date=2026-01-02", "time-off?status=rejected",
	"time-off?user_id=$worker", "users?name=nobody", "users/capabilities", "users/working-patterns",
	"money/lines?start_date=2026-01-01&end_date=2026-12-31",
	"assignments?asOf=0&tentative=false", "actual-hours?asOf=0", "assignments/diff?from=0", "actual-hours/diff?from=0",
}

// TestWholeLists compares all rows in one response with those of the pages, for every list.
func TestWholeLists(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	manyOf(a, 451)
	hook := "01890000-0000-7000-8000-000000000501"
	a = a.With("hook", hook)
	p := propose(t, a, "admin", `{}`)
	a = a.With("proposal", p.id)
	p.must(200, "admin", "POST /api/v1/assignments?proposal={id}", `{"items": [`+strings.Join(someHours(), ",")+`]}`)
	a.Exec(`UPDATE webhooks SET id = $2 WHERE organization_id = $1
		AND id = (SELECT min(id::text)::uuid FROM webhooks WHERE organization_id = $1)`, a.Organization, hook)
	a.Exec(`INSERT INTO webhook_attempts (organization_id, id, webhook_id, created_at, seq, type, duration, outcome)
		SELECT $1, gen_random_uuid(), $2, now(), i, 'client.updated', 1, 'failed' FROM generate_series(1, 451) i`, a.Organization, hook)
	for _, h := range []hours{plannedHours, actualHours} { // for the diffs
		if ans := h.upsertOver(t, a, true, slices.Concat(someHours(), someHours(), []string{day(`{}`)})); !ok(ans) {
			t.Fatal(ans.Raw)
		}
	}
	allNumbered(t, a)
	for _, list := range wholeLists {
		records := pagesOf(t, a, "admin", list)
		if !strings.ContainsAny(list, "?/") && list != "keys" && len(records) <= 200 {
			t.Fatalf("%s has only %d records", list, len(records))
		}
		for _, encoding := range []string{"identity", "gzip"} {
			t.Run(list+" as NDJSON, "+encoding, func(t *testing.T) {
				resp, body := send(t, a, "GET /api/v1/"+list, nil,
					http.Header{"Accept": {ndjson}, "Accept-Encoding": {encoding}})
				body = unpacked(t, resp, body)
				isWhole(t, resp, ndjson, len(records))
				if want := strings.Join(append(slices.Clone(records), ""), "\n"); body != want {
					t.Errorf("got %d lines, want %d\n%.300s\n%.300s", strings.Count(body, "\n"), len(records),
						body, want)
				}
			})
			t.Run(list+" as Parquet, "+encoding, func(t *testing.T) {
				resp, body := send(t, a, "GET /api/v1/"+list, nil,
					http.Header{"Accept": {parquet.MediaType}, "Accept-Encoding": {encoding}})
				isWhole(t, resp, parquet.MediaType, len(records))
				if coding := resp.Header.Get("Content-Encoding"); coding != "" {
					t.Errorf("Content-Encoding: %s of what is compressed", coding)
				}
				isTable(t, body, records)
			})
			t.Run(list+" as CSV, "+encoding, func(t *testing.T) {
				resp, body := send(t, a, "GET /api/v1/"+list, nil,
					http.Header{"Accept": {textCSV}, "Accept-Encoding": {encoding}})
				body = unpacked(t, resp, body)
				isWhole(t, resp, textCSV+"; charset=utf-8", len(records))
				r := csv.NewReader(strings.NewReader(body))
				lines, err := r.ReadAll() // which fails if the lines have different numbers of cells
				if err != nil || len(lines) != len(records)+1 {
					t.Fatalf("%d lines, want %d and one: %v", len(lines), len(records), err)
				}
				for i, record := range records {
					names, cells := membersOf(t, record)
					if !slices.Equal(lines[0], names) || !slices.Equal(lines[i+1], cells) {
						t.Fatalf("line %d\n%q\n%q\nwant\n%q\n%q", i, lines[0], lines[i+1], names, cells)
					}
				}
			})
		}
	}
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range table.Methods() {
		path := strings.NewReplacer("{webhook_id}", "$hook", "{proposal_id}", "$proposal").Replace(
			strings.TrimPrefix(m.Path, "/api/v1/"))
		isOf := func(list string) bool { return list == path || strings.HasPrefix(list, path+"?") }
		if m.Pages && !slices.ContainsFunc(wholeLists, isOf) {
			t.Errorf("%s is not tested", m.Route)
		}
	}
}

// isTable checks what a Parquet table begins and ends with, and that its footer names the members of the records. The
// gate "stranger" compares all values.
func isTable(t *testing.T, body string, records []string) {
	t.Helper()
	if len(body) < 12 || body[:4] != "PAR1" || body[len(body)-4:] != "PAR1" {
		t.Fatalf("%d bytes, which begin with %.4q", len(body), body)
	}
	end := len(body) - 8
	length := int(binary.LittleEndian.Uint32([]byte(body[end:])))
	if length > end-4 {
		t.Fatalf("the footer has %d of %d bytes", length, len(body))
	}
	for _, record := range records[:min(1, len(records))] {
		names, _ := membersOf(t, record)
		for _, name := range append(names, "Workplan-Seq") {
			if !strings.Contains(body[end-length:end], name) {
				t.Errorf("the footer does not name %s", name)
			}
		}
	}
}

// pagesOf returns the records of all pages of a list, each as its bytes in the response.
func pagesOf(t *testing.T, a *apitest.API, as, list string) (records []string) {
	t.Helper()
	mark := "?"
	if strings.Contains(list, "?") {
		mark = "&"
	}
	for cursor := ""; ; {
		ans := a.REST(t, as, "GET /api/v1/"+list+mark+"limit=150"+cursor, "", nil)
		if ans.Status != 200 {
			t.Fatal(ans.Raw)
		}
		var page struct {
			Data struct {
				Items      []json.RawMessage
				NextCursor *string
			}
		}
		if err := json.Unmarshal([]byte(ans.Raw), &page); err != nil {
			t.Fatal(err)
		}
		for _, item := range page.Data.Items {
			records = append(records, string(item))
		}
		if page.Data.NextCursor == nil {
			return records
		}
		cursor = "&cursor=" + *page.Data.NextCursor
	}
}

// membersOf returns the names of the members of a record in JSON, and what their cells are in CSV.
func membersOf(t *testing.T, record string) (names, cells []string) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(record))
	next := func() json.Token {
		token, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	next()
	for d.More() {
		names = append(names, next().(string))
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			t.Fatal(err)
		}
		cell := string(raw)
		switch {
		case cell == "null":
			cell = ""
		case cell[0] == '"':
			if err := json.Unmarshal(raw, &cell); err != nil {
				t.Fatal(err)
			}
		}
		cells = append(cells, cell)
	}
	return names, cells
}

func unpacked(t *testing.T, resp *http.Response, body string) string {
	t.Helper()
	if resp.Header.Get("Content-Encoding") != "gzip" {
		return body
	}
	z, err := gzip.NewReader(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// isWhole checks what shows that a response is complete.
func isWhole(t *testing.T, resp *http.Response, mediaType string, rows int) {
	t.Helper()
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != mediaType ||
		!slices.Contains(resp.Header.Values("Vary"), "Accept") || resp.Header.Get("Link") != "" ||
		resp.Trailer.Get("X-Total-Count") != fmt.Sprint(rows) {
		t.Errorf("%d %v, trailer %v, want %d rows", resp.StatusCode, resp.Header, resp.Trailer, rows)
	}
}

// TestCellsOfCSV shows what values look like in cells, and that none of them is a formula.
func TestCellsOfCSV(t *testing.T) {
	a := apitest.New(t)
	for name, cell := range map[string]string{
		`Plain`: `Plain`, `=1+1`: `'=1+1`, `+1`: `'+1`, `-1`: `'-1`, `@SUM(A1)`: `'@SUM(A1)`, `'quoted`: `''quoted`,
		`＝1+1`: `'＝1+1`, `a "b", c`: `"a ""b"", c"`, `a;b`: `"a;b"`, `two words`: `"two words"`, `Ünïcode`: `Ünïcode`,
	} {
		body, err := json.Marshal(map[string]any{
			"companyName": name, "categories": []string{"=x", `q"u`}, "website": nil, "clientPriority": "high",
		})
		if err != nil {
			t.Fatal(err)
		}
		ans := a.REST(t, "admin", "POST /api/v1/clients", string(body), nil)
		id, _ := apitest.Lookup(ans.Body, "data.id").(string)
		at, _ := apitest.Lookup(ans.Body, "data.createdAt").(string)
		_, got := send(t, a, "GET /api/v1/clients?ids="+id, nil, http.Header{"Accept": {textCSV}})
		want := "id,companyName,email,image,countryCode,website,isActive,clientPriority,categories,accountManagerId," +
			"version,createdAt,updatedAt,externalIds,currency\r\n" +
			id + "," + cell + `,,,,,true,high,"[""=x"",""q\""u""]",,1,` + at + "," + at + ",[],\r\n"
		if got != want {
			t.Errorf("%s\n%s\nwant\n%s", name, got, want)
		}
	}
	t.Run("an empty text is not null", func(t *testing.T) {
		ans := a.REST(t, "admin", "POST /api/v1/users", `{"name": "Somebody", "kind": "placeholder"}`, nil)
		id, _ := apitest.Lookup(ans.Body, "data.id").(string)
		_, got := send(t, a, "GET /api/v1/users?kind=placeholder", nil, http.Header{"Accept": {textCSV}})
		if !strings.Contains(got, "\r\n"+id+`,Somebody,"",,,40,,`) {
			t.Error(got)
		}
	})
}

// TestWhoGetsAWholeList has what Accept gets, and the errors before the first row.
func TestWhoGetsAWholeList(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	for accept, want := range map[string]string{
		"": "application/json", "*/*": "application/json", "text/*": "application/json", "application/*": "application/json",
		"text/csv, application/json": "application/json", "text/csv, */*": "application/json", "text/csv;q=0": "application/json",
		"application/x-ndjson;q=x": "application/json", "text/csvx, application/x-ndjsonx": "application/json",
		"application/json;q=0.5, text/csv;q=0.4": "application/json",
		"text/csv":                               "text/csv; charset=utf-8", "Text/CSV; header=present": "text/csv; charset=utf-8",
		"text/csv, */*;q=0.1": "text/csv; charset=utf-8", "application/x-ndjson;q=0.5, text/csv": "text/csv; charset=utf-8",
		"text/csv, application/x-ndjson": "text/csv; charset=utf-8", "application/x-ndjson": ndjson,
		"application/x-ndjson, text/csv;q=0.9, application/json;q=0.9": ndjson, "APPLICATION/X-NDJSON": ndjson,
		"application/ndjson": ndjson, "application/jsonl; q=0.9, */*;q=0.1": ndjson, "application/ndjson;q=0, application/x-ndjson": ndjson,
		"application/parquet": parquet.MediaType, "application/jsonl, application/json": "application/json",
		"text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8": "application/json", "text/plain": "application/json",
		"application/vnd.apache.parquet, */*;q=0.1": parquet.MediaType, "application/vnd.apache.parquetx": "application/json",
	} {
		for _, verb := range []string{"GET", "HEAD"} {
			resp, body := send(t, a, verb+" /api/v1/users", nil, http.Header{"Accept": {accept}})
			if got := resp.Header.Get("Content-Type"); got != want || resp.StatusCode != 200 || verb == "HEAD" &&
				body != "" {
				t.Errorf("%s with Accept %q: %d %s, want %s", verb, accept, resp.StatusCode, got, want)
			}
		}
	}
	for query, field := range map[string]string{
		"limit=10": "limit", "offset=0": "offset", "cursor=abc": "cursor", "count=true": "count", "count=false": "count",
	} {
		for _, accept := range []string{ndjson, textCSV, parquet.MediaType} {
			resp, body := send(t, a, "GET /api/v1/assignments?"+query, nil, http.Header{"Accept": {accept}})
			failed(t, resp, body, 400, "validation_failed")
			if !strings.Contains(body, `{"field":"`+field+`",`) ||
				resp.Header.Get("Content-Type") != "application/json" ||
				resp.Header.Get("Trailer") != "" {
				t.Errorf("%s: %v %s", query, resp.Header, body)
			}
		}
	}
	whole := http.Header{"Accept": {ndjson}}
	for request, want := range map[string]struct {
		status int
		code   string
	}{
		"GET /api/v1/users?page=1": {400, "unknown_parameter"},
		"GET /api/v1/assignments?start_date=2026-02-01&end_date=2026-01-01":     {400, "validation_failed"},
		"GET /api/v1/webhooks/01890000-0000-7000-8000-000000000000/attempts":    {404, "not_found"},
		"GET /api/v1/users?email=a%20b":                                         {400, "validation_failed"},
		"GET /api/v1/projects?expand=user":                                      {400, "validation_failed"},
		"GET /api/v1/webhooks/01890000-0000-7000-8000-000000000000/attempts?x=": {400, "unknown_parameter"},
	} {
		resp, body := send(t, a, request, nil, whole)
		failed(t, resp, body, want.status, want.code)
	}
	resp, body := send(t, a, "GET /api/v1/users", nil, http.Header{"Accept": {ndjson}, "Authorization": nil})
	failed(t, resp, body, 401, "credential_missing")
	a.Key("clients", "admin", "read:clients")
	resp, body = send(t, a, "GET /api/v1/users", nil,
		http.Header{"Accept": {ndjson}, "Authorization": {"Bearer " + a.Secret("clients")}})
	failed(t, resp, body, 403, "scope_missing")
	resp, body = send(t, a, "GET /api/v1/keys", nil,
		http.Header{"Accept": {ndjson}, "Authorization": {"Bearer " + a.Secret("worker")}})
	if resp.StatusCode != 403 {
		t.Errorf("a member reads the keys: %d %s", resp.StatusCode, body)
	}
	resp, body = send(t, a, "GET /api/v1/me", nil, http.Header{"Accept": {textCSV}})
	failed(t, resp, body, 406, "not_acceptable")

	t.Run("HTTP/1.0 cannot show that rows are missing", func(t *testing.T) {
		conn, err := net.Dial("tcp", strings.TrimPrefix(a.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "GET /api/v1/users HTTP/1.0\r\nAccept: %s\r\nAuthorization: Bearer %s\r\n\r\n", ndjson,
			a.Secret("admin"))
		text, err := io.ReadAll(conn)
		if err != nil || !bytes.Contains(text, []byte(" 406 ")) || !bytes.Contains(text, []byte("not_acceptable")) {
			t.Errorf("%s %v", text, err)
		}
	})
	t.Run("one request costs one", func(t *testing.T) {
		a.Exec(`UPDATE api_keys SET rate_limit = 1000 WHERE organization_id = $1 AND id = $2`, a.Organization,
			a.ID("boss_key"))
		apitest.WaitForCallers()
		boss := http.Header{"Accept": {ndjson}, "Authorization": {"Bearer " + a.Secret("boss")}}
		left := func() (n int) {
			resp, _ := send(t, a, "GET /api/v1/users", nil, boss)
			fmt.Sscan(resp.Header.Get("X-RateLimit-Remaining"), &n)
			return n
		}
		if before, after := left(), left(); before == 0 || before-after > 1 {
			t.Errorf("%d and then %d are left", before, after)
		}
	})
}

// maxWhole is how many lists may be sent whole at the same time.
const maxWhole = 4

// many is how many rows of hours the tests below read: more than the buffers of a connection have room for.
const many = 60_000

// streaming is a server with many rows of hours, and the client of a list that reads slowly.
type streaming struct {
	*apitest.API
	t       *testing.T
	metrics *prometheus.Registry
	stop    func() error
}

func newStreaming(t *testing.T, limits services.Limits) *streaming {
	t.Helper()
	a := apitest.NewIsolated(t)
	for i, o := range []string{"", "other_"} {
		a.Exec(`INSERT INTO assignments (organization_id, id, version, created_at, updated_at, user_id, project_id, date, hours)
			SELECT $1, gen_random_uuid(), 1, now(), now(), $2, $3, '2026-01-01'::date + i, 8 FROM generate_series(1, $4::int) i`,
			[]any{a.Organization, a.Other}[i], a.ID(o+"worker"), a.ID(o+"atlas"), many)
	}
	a.Exec("ANALYZE assignments")
	s := &streaming{t: t, metrics: prometheus.NewRegistry()}
	s.API, s.stop = a.Start(services.Config{
		DB: apitest.Open(t, a.DSN), Background: apitest.Open(t, a.DSN), WholeLists: apitest.Open(t, a.DSN),
		Metrics: s.metrics, Log: slog.New(slog.DiscardHandler), Limits: limits,
	})
	return s
}

// open begins a list whose client has read the first line, and reads no more before it is told to.
func (s *streaming) open(as, list string) (resp *http.Response, lines *bufio.Reader) {
	s.t.Helper()
	client := &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			c, err := (&net.Dialer{}).DialContext(ctx, network, addr)
			if err == nil {
				err = c.(*net.TCPConn).SetReadBuffer(64 << 10)
			}
			return c, err
		},
		DisableKeepAlives: true, DisableCompression: true,
	}}
	ctx, cancel := context.WithTimeout(s.t.Context(), time.Minute)
	s.t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, "GET", s.URL+"/api/v1/"+list, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header = http.Header{"Accept": {ndjson}, "Authorization": {"Bearer " + s.Secret(as)}}
	resp, err = client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { resp.Body.Close() })
	lines = bufio.NewReader(resp.Body)
	if resp.StatusCode == 200 {
		if _, err := lines.ReadString('\n'); err != nil {
			s.t.Fatal(err)
		}
	}
	return resp, lines
}

// snapshots returns how many transactions of whole lists are open, and of these how many wait for their clients.
func (s *streaming) snapshots() (open, waiting int) {
	const transactions = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
		AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`
	return s.Count(transactions), s.Count(transactions +
		` AND state = 'idle in transaction' AND state_change < clock_timestamp() - interval '300 ms'`)
}

// areWaiting waits until a number of lists wait for their clients.
func (s *streaming) areWaiting(n int) {
	s.t.Helper()
	waitFor(s.t, fmt.Sprintf("%d lists wait", n), func() bool { _, waiting := s.snapshots(); return waiting == n })
}

// haveEnded waits until no transaction is open.
func (s *streaming) haveEnded() {
	s.t.Helper()
	waitFor(s.t, "no transaction is open", func() bool { open, _ := s.snapshots(); return open == 0 })
}

// statuses returns how many requests for assignments ended with a status.
func (s *streaming) statuses(status string) (n float64) {
	s.t.Helper()
	families, err := s.metrics.Gather()
	if err != nil {
		s.t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.Metric {
			labels := map[string]string{}
			for _, l := range m.Label {
				labels[l.GetName()] = l.GetValue()
			}
			if f.GetName() == "workplan_requests_total" && labels["status"] == status &&
				strings.HasSuffix(labels["rpc"], "/ListAssignments") {
				n += m.Counter.GetValue()
			}
		}
	}
	return n
}

// TestAWholeListIsOneState reads slowly while rows come and go.
func TestAWholeListIsOneState(t *testing.T) {
	t.Parallel()
	s := newStreaming(t, services.Limits{})
	createClient(t, s.API, "Initech")
	var head int64
	waitFor(t, "the event has its number", func() bool {
		head = events(t, s.API, "admin", "after=head").Head
		return head > 0
	})
	resp, lines := s.open("admin", "assignments")
	seq, err := strconv.ParseInt(resp.Header.Get("Workplan-Seq"), 10, 64)
	if later := events(t, s.API, "admin", "after=head").Head; err != nil || seq < head || seq > later {
		t.Errorf("the rows are those of event %d, want %d to %d: %v", seq, head, later, err)
	}
	s.Exec(`DELETE FROM assignments WHERE organization_id = $1 AND date > '2026-06-01' AND extract(day FROM date) < 15`,
		s.Organization)
	s.Exec(`INSERT INTO assignments (organization_id, id, version, created_at, updated_at, user_id, project_id, date, hours)
		SELECT $1, gen_random_uuid(), 1, now(), now(), $2, $3, '2026-01-01'::date + i, 8 FROM generate_series(1, 60000) i`,
		s.Organization, s.ID("worker"), s.ID("beacon"))
	rest, err := io.ReadAll(lines)
	if err != nil || bytes.Count(rest, []byte("\n")) != many-1 ||
		resp.Trailer.Get("X-Total-Count") != fmt.Sprint(many) {
		t.Errorf("%d rows, trailer %v, %v", bytes.Count(rest, []byte("\n"))+1, resp.Trailer, err)
	}
	for _, id := range []string{s.ID("beacon"), s.ID("other_atlas")} {
		if bytes.Contains(rest, []byte(id)) {
			t.Errorf("there are rows of %s", id)
		}
	}
}

// wholeListTime is the time of a list that may not take 5 minutes.
const wholeListTime = 2 * time.Second

// TestABrokenWholeListIsVisible breaks a list in the middle, in each way that there is.
func TestABrokenWholeListIsVisible(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		harm   func(s *streaming)
		status string
	}{
		"the database ends the connection": {func(s *streaming) {
			if n := s.Count(`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
				WHERE datname = current_database() AND state LIKE 'idle in transaction%'`); n == 0 {
				s.t.Error("no transaction is open")
			}
		}, "503"},
		"the key is revoked": {func(s *streaming) {
			mustREST(s.t, s.API, "POST /api/v1/keys/$boss_key/revoke", ``)
			time.Sleep(inForce)
		}, "401"},
		"the key loses the scope": {func(s *streaming) {
			s.Exec(`UPDATE api_keys SET scopes = '{read:clients}' WHERE organization_id = $1 AND id = $2`,
				s.Organization, s.ID("boss_key"))
			time.Sleep(inForce)
		}, "403"},
		"its time is up": {func(*streaming) { time.Sleep(wholeListTime) }, "408"},
		"the server stops": {func(s *streaming) {
			began := time.Now()
			if err := s.stop(); err != nil || time.Since(began) > 15*time.Second {
				s.t.Errorf("%v after %s", err, time.Since(began))
			}
		}, "503"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			limits := services.Limits{}
			if test.status == "408" {
				limits.WholeListTime = wholeListTime
			}
			s := newStreaming(t, limits)
			resp, lines := s.open("boss", "assignments")
			s.areWaiting(1)
			test.harm(s)
			rest, err := io.ReadAll(lines)
			if err == nil || resp.Trailer.Get("X-Total-Count") != "" || bytes.Count(rest, []byte("\n")) >= many-1 {
				t.Errorf("%d rows, trailer %v, %v", bytes.Count(rest, []byte("\n")), resp.Trailer, err)
			}
			if bytes.Contains(rest, []byte(`"error"`)) {
				t.Error("the rows have an error among them")
			}
			waitFor(t, "the request is counted with status "+test.status,
				func() bool { return s.statuses(test.status) == 1 })
			s.haveEnded()
		})
	}
}

// allowedMemory is how much memory a list may take. All its rows are 18 MiB.
const allowedMemory = 8 << 20

// liveMemory returns how much memory is in use.
func liveMemory() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // frees what was in pools
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestAWholeListWaitsForItsClient has a client that stops to read, and then goes away. The server must not read on,
// nor keep rows in memory, and must end the transaction at the end.
func TestAWholeListWaitsForItsClient(t *testing.T) {
	s := newStreaming(t, services.Limits{})
	before := liveMemory()
	resp, _ := s.open("admin", "assignments")
	s.areWaiting(1) // it has not read everything, because the client has not
	if kept := liveMemory() - before; kept > allowedMemory {
		t.Errorf("%d KiB are in memory", kept>>10)
	}
	resp.Body.Close()
	s.haveEnded()
	waitFor(t, "the client was gone", func() bool { return s.statuses("499") == 1 })
}

// TestAWholeListTakesConstantMemory reads all rows, and looks at the memory in between.
func TestAWholeListTakesConstantMemory(t *testing.T) {
	s := newStreaming(t, services.Limits{})
	before, most := liveMemory(), int64(0)
	_, lines := s.open("admin", "assignments")
	for row := 1; ; row++ {
		if _, err := lines.ReadSlice('\n'); err == io.EOF {
			if row != many {
				t.Errorf("%d rows", row)
			}
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if row%(many/10) == 0 {
			most = max(most, liveMemory())
		}
	}
	if most-before > allowedMemory {
		t.Errorf("the memory grows by %d KiB", (most-before)>>10)
	}
}

// TestWholeListsAreLimited has more lists at the same time than there may be. Pages must still come at once.
func TestWholeListsAreLimited(t *testing.T) {
	t.Parallel()
	s := newStreaming(t, services.Limits{})
	var open []*http.Response
	for _, as := range []string{"admin", "other_admin"} {
		for range maxWhole / 2 {
			resp, _ := s.open(as, "assignments")
			if open = append(open, resp); resp.StatusCode != 200 {
				t.Fatal(resp.Status)
			}
			s.areWaiting(len(open)) // without a turn, so that the next one gets one
		}
		resp, body := s.open(as, "assignments")
		text, _ := io.ReadAll(body)
		if resp.StatusCode != 429 || !bytes.Contains(text, []byte("too_many_concurrent")) ||
			resp.Header.Get("Retry-After") != "5" {
			t.Errorf("one too many gets %s %v: %s", resp.Status, resp.Header, text)
		}
	}
	for range 20 {
		began := time.Now()
		if ans := s.REST(t, "admin", "GET /api/v1/assignments", "", nil); ans.Status != 200 ||
			time.Since(began) > time.Second {
			t.Errorf("a page: %d after %s", ans.Status, time.Since(began))
		}
	}
	open[0].Body.Close()
	waitFor(t, "the next one may come", func() bool {
		resp, _ := s.open("admin", "clients")
		return resp.StatusCode == 200
	})
}
