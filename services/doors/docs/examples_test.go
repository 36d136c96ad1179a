package docs_test

import (
	"bytes"
	"encoding/json"
	"html"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	described "github.com/workplan-api/workplan/gen/openapi"
	"github.com/workplan-api/workplan/test/apitest"
	"github.com/workplan-api/workplan/test/openapi"
)

func TestMain(m *testing.M) { apitest.Main(m) }

func readDocument(t *testing.T) (doc *openapi.Document, calls []openapi.Call) {
	t.Helper()
	doc = &openapi.Document{}
	if err := json.Unmarshal(described.JSON, doc); err != nil {
		t.Fatal(err)
	}
	if calls = slices.Collect(doc.Calls()); len(calls) == 0 {
		t.Fatal("the document has no operations")
	}
	return doc, calls
}

// fixtures are the records of the test by the type of their ids. They replace the ids of the
// examples in the order of the document.
var fixtures = map[string][]string{
	"User": {"worker", "boss"}, "Client": {"acme"}, "Project": {"atlas"},
	"Capability": {"design"}, "TimeOffType": {"vacation"}, "TimeOff": {"request"}, "Key": {"spare"},
	"Webhook": {"hook"}, "Holiday": {"holiday"},
	"Session": {"session"}, "Placeholder": {"vacancy"}, "Lock": {"lock"}, "LockException": {"exception"},
	"Timesheet": {"sheet", "other_sheet"}, "Proposal": {"proposal"},
}

// exampleTime is the time in the examples until which something lasts. It must be soon.
const (
	exampleTime     = "2027-04-09T16:00:00Z"
	exampleTimeInGo = "time.Date(2027, time.April, 9, 16, 0, 0, 0, time.UTC)"
)

func soon() string { return time.Now().Add(time.Hour).UTC().Format(time.RFC3339) }

// exampleIDs returns the fixture for each id of the examples.
func exampleIDs(t *testing.T, doc *openapi.Document, calls []openapi.Call) map[string]string {
	t.Helper()
	ids, taken := map[string]string{exampleTime: soon(), exampleTimeInGo: "time.Now().Add(time.Hour)"}, map[string]int{}
	var walk func(s *openapi.Schema, value any)
	walk = func(s *openapi.Schema, value any) {
		s = doc.Schema(s)
		switch v := value.(type) {
		case map[string]any:
			for name, property := range s.Properties.All() {
				walk(property, v[name])
			}
		case []any:
			for _, item := range v {
				walk(s.Items, item)
			}
		case string:
			if s.IDOf == "" || ids[v] != "" {
				return
			}
			if taken[s.IDOf] == len(fixtures[s.IDOf]) {
				t.Fatalf("there is no fixture for %s, which is a %s", v, s.IDOf)
			}
			ids[v] = "$" + fixtures[s.IDOf][taken[s.IDOf]]
			taken[s.IDOf]++
		}
	}
	for _, c := range calls {
		for _, p := range c.Parameters {
			walk(doc.Parameter(p).Schema, p.Example)
		}
		if c.RequestBody != nil {
			media := c.RequestBody.Content["application/json"]
			walk(media.Schema, media.Example)
		}
	}
	return ids
}

// words returns the arguments of the curl of a shell line.
func words(t *testing.T, line string) []string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "sh", "-c",
		"KEY=secret\ncurl() { printf '%s\\0' \"$@\"; }\n"+line).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

var shownCurl = regexp.MustCompile(`(?s)<h3 id="(\w+)">.*?<code class="language-curl">(.*?)</code>`)

// TestEveryExampleWorks sends the curl that the reference shows for each operation, with ids
// of the fixture, and expects success.
func TestEveryExampleWorks(t *testing.T) {
	doc, calls := readDocument(t)
	ids := exampleIDs(t, doc, calls)
	shown := map[string]string{}
	for _, m := range shownCurl.FindAllStringSubmatch(get(t, "GET", "/docs/reference", nil).Body.String(), -1) {
		shown[m[1]] = html.UnescapeString(m[2])
	}
	if len(shown) != len(calls) {
		t.Errorf("the reference shows %d operations, the document has %d", len(shown), len(calls))
	}
	for _, c := range calls {
		t.Run(c.OperationID, func(t *testing.T) {
			a := apitest.NewIsolated(t)
			target, headers, body := readCurl(t, c, words(t, shown[c.OperationID]))
			if headers["Authorization"] != "Bearer secret" {
				t.Errorf("headers %q", headers)
			}
			delete(headers, "Authorization") // the harness has a key of its own
			for id, name := range ids {
				target, body = strings.ReplaceAll(target, id, name), strings.ReplaceAll(body, id, name)
			}
			a = withRecords(t, a, doc, c)
			send := func(target string) {
				t.Helper()
				if streams(c) {
					if got := mediaTypeOf(t, a, target); got != "text/event-stream" {
						t.Errorf("%s: %s", target, got)
					}
				} else if ans := a.REST(t, "admin", c.Method+" "+target, body, headers); ans.Status != http.StatusOK {
					t.Errorf("%s %s %s: %s", c.Method, target, body, ans.Raw)
				}
			}
			send(target)
			examples := map[string]string{}
			for _, p := range c.Parameters {
				if p.In != "query" || p.Example == nil {
					continue
				}
				value := openapi.InAddress(p.Example)
				if name := ids[value]; name != "" {
					value = a.Expand(name)
				}
				examples[p.Name] = value
				path, query, _ := strings.Cut(a.Expand(target), "?")
				values, err := url.ParseQuery(query)
				if err != nil {
					t.Fatal(err)
				}
				values.Set(p.Name, value)
				if p.Name == "compare" { // it needs a proposal
					values.Set("proposal", examples["proposal"])
				}
				send(path + "?" + values.Encode())
			}
			if c.Method == "GET" && !streams(c) {
				sendDefaults(t, a, c, target)
			}
		})
	}
}

// sendDefaults: some generated clients send the default of each parameter that is not set. That changes no response,
// also not that of a page after a cursor.
func sendDefaults(t *testing.T, a *apitest.API, c openapi.Call, target string) {
	t.Helper()
	path, query, _ := strings.Cut(a.Expand(target), "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	if c.Lists != "" {
		values.Set("cursor", "x") // refused because of what it is, if it may be given
	}
	id := map[string]string{"X-Request-Id": "defaults"}
	read := func(values url.Values) []byte {
		return a.REST(t, "admin", "GET "+path+"?"+values.Encode(), "", id).Raw
	}
	defaults := maps.Clone(values)
	for _, p := range c.Parameters {
		if p.Schema != nil && p.Schema.Default != nil {
			defaults.Set(p.Name, openapi.InAddress(p.Schema.Default))
		}
	}
	var without, with []byte
	for range 3 { // an event of the calls before may get its number in between
		without, with = read(values), read(defaults)
		if bytes.Equal(with, without) {
			return
		}
	}
	t.Errorf("with the defaults, %s responds with %s, not with %s", defaults.Encode(), with, without)
}

// streams reports whether the response of an operation is a stream.
func streams(c openapi.Call) bool {
	_, ok := c.Responses.Get("200").Content["text/event-stream"]
	return ok
}

// mediaTypeOf returns the Content-Type of a response, and does not read the response.
func mediaTypeOf(t *testing.T, a *apitest.API, target string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "GET", a.URL+target, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+a.Secret("admin"))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return resp.Header.Get("Content-Type")
}

func TestServerHasThePages(t *testing.T) {
	a := apitest.NewIsolated(t)
	resp, err := http.Get(a.URL + "/docs/reference")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") {
		t.Error(resp.StatusCode, resp.Header)
	}
	for path, page := range map[string]bool{"/docs/nothing": true, "/users": true, "/api/v1/nothing": false} {
		if ans := a.REST(t, "admin", "GET "+path, "", nil); ans.Status != http.StatusNotFound ||
			ans.Code != "route_not_found" {
			t.Errorf("a client at %s: %d %s", path, ans.Status, ans.Raw)
		}
		r, err := http.NewRequestWithContext(t.Context(), "GET", a.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", "text/html,*/*;q=0.8")
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if html := resp.Header.Get("Content-Type") == "text/html; charset=utf-8"; html != page ||
			page && resp.StatusCode != http.StatusNotFound {
			t.Errorf("a browser at %s: %d %v", path, resp.StatusCode, resp.Header)
		}
	}
}

// timesheets counts those that withRecords has created.
var timesheets atomic.Int32

// withRecords creates a time off request, a key, a holiday, a lock with an exception, two timesheets, a proposal and
// a webhook, and names them $request, $spare, $holiday, $lock, $exception, $sheet, $other_sheet, $proposal and $hook.
// It also creates the calendar feeds of the admin and of all users who may be named, and a $session.
func withRecords(t *testing.T, a *apitest.API, doc *openapi.Document, c openapi.Call) *apitest.API {
	create := func(path, body string) string {
		ans := a.REST(t, "admin", "POST /api/v1/"+path, body, nil)
		id, _ := apitest.Lookup(ans.Body, "data.id").(string)
		if id == "" {
			t.Fatalf("%s", ans.Raw)
		}
		return id
	}
	request := create("time-off",
		`{"userId": "$worker", "timeOffTypeId": "$sick", "startDate": "2027-01-04", "endDate": "2027-01-05",
			"availability": 0, "reason": "Flu"}`)
	spare := create("keys", `{"name": "Spare", "actorUserId": "$worker", "scopes": ["read:users"]}`)
	for _, user := range fixtures["User"] {
		a.REST(t, user, "POST /api/v1/calendar-feed", "", nil)
	}
	create("calendar-feed", "")
	holidays := a.REST(t, "admin", "PUT /api/v1/holidays",
		`{"items": [{"countryCode": "GB", "date": "2027-05-03", "name": "Early May"}]}`, nil)
	holiday, _ := apitest.Lookup(holidays.Body, "data.0.id").(string)
	lock := create("locks", `{"endDate": "2020-12-31", "kinds": ["time_off"], "reason": "Archived"}`)
	exception := create("locks/"+lock+"/exceptions", `{"userId": "$worker", "until": "`+soon()+`", "reason": "Late"}`)
	a = signIn(a).With("request", request).With("spare", spare).With("holiday", holiday).With("lock", lock).
		With("exception", exception)
	if strings.Contains(c.Path, "/timesheets/") {
		for _, name := range fixtures["Timesheet"] {
			// A day of no other timesheet: all samples of a language are about one organization.
			day := time.Date(2010, 1, int(timesheets.Add(1)), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
			sheet := create("timesheets", `{"userId": "$worker", "startDate": "`+day+`", "endDate": "`+day+`"}`)
			if c.OperationID == "getTimesheetHours" || c.OperationID == "reopenTimesheet" {
				create("timesheets/"+sheet+"/approve", "")
			}
			a = a.With(name, sheet)
		}
	}
	if strings.Contains(c.Path, "{proposal_id}") || slices.ContainsFunc(c.Parameters,
		func(p *openapi.Parameter) bool { return doc.Parameter(p).Name == "proposal" }) {
		a = a.With("proposal", newProposal(t, a, c, create))
	}
	if !strings.Contains(c.Path, "{webhook_id}") { // an organization has at most 20
		return a
	}
	receiver := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(receiver.Close)
	// Paused: a new address of an active one is pinged, and the example's is on the internet.
	return a.With("hook", create("webhooks", `{"url": "`+receiver.URL+`", "types": ["client.*"], "state": "paused"}`))
}

// newProposal returns a proposal with a wish, in the status that the operation needs.
func newProposal(t *testing.T, a *apitest.API, c openapi.Call, create func(path, body string) string) string {
	id := create("proposals", `{"title": "What if"}`)
	wishes := a.REST(t, "admin", "POST /api/v1/assignments?proposal="+id,
		`{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2027-01-04", "hours": 3}]}`, nil)
	if wishes.Status != http.StatusOK {
		t.Fatalf("%s", wishes.Raw)
	}
	for _, step := range map[string][]string{
		"withdrawProposal": {"submit"}, "approveProposal": {"submit"}, "rejectProposal": {"submit"},
		"applyProposal": {"submit", "approve"}, "revertProposal": {"submit", "approve", "apply"},
	}[c.OperationID] {
		body := ""
		if step == "apply" {
			body = "{}"
		}
		create("proposals/"+id+"/"+step, body)
	}
	return id
}

// signIn adds a $session of the worker, if there is none.
func signIn(a *apitest.API) *apitest.API {
	const id = "01890000-0000-7000-8000-000000000500"
	a.Exec(`INSERT INTO sessions (organization_id, id, user_id, token_hash, method, created_at, last_used_at, expires_at)
		VALUES ($1, $2, $3, sha256('\x00'), 'demo', '2026-01-01', now(), now() + interval '1 day') ON CONFLICT DO NOTHING`,
		a.Organization, id, a.ID("worker"))
	return a.With("session", id)
}

// readCurl parses the arguments of curl, and compares method, path and body with the
// operation and its example.
func readCurl(t *testing.T, c openapi.Call, words []string) (target string, headers map[string]string, body string) {
	t.Helper()
	method := "GET"
	headers = map[string]string{}
	for i := 0; i < len(words); i++ {
		switch words[i] {
		case "-sS", "-N":
		case "-X":
			i++
			method = words[i]
		case "-H":
			i++
			name, value, _ := strings.Cut(words[i], ": ")
			headers[name] = value
		case "-d":
			i++
			body = words[i]
		default:
			target = strings.TrimPrefix(words[i], "http://127.0.0.1:8080")
		}
	}
	path, _, _ := strings.Cut(target, "?")
	pattern := regexp.MustCompile(`\\\{\w+\\\}`).ReplaceAllString(regexp.QuoteMeta(c.Path), `([0-9a-f-]{36}|\d+)`)
	if method != c.Method || !regexp.MustCompile("^"+pattern+"$").MatchString(path) {
		t.Fatalf("%s %s is not %s %s", method, target, c.Method, c.Path)
	}
	if c.RequestBody == nil {
		if body != "" {
			t.Errorf("a body of an operation that takes none: %s", body)
		}
		return target, headers, body
	}
	var got any
	if err := json.Unmarshal([]byte(body), &got); err != nil {
		t.Fatalf("the body: %v: %s", err, body)
	}
	if want := c.RequestBody.Content["application/json"].Example; !reflect.DeepEqual(got, want) {
		t.Errorf("body %v, want %v", got, want)
	}
	return target, headers, body
}

// TestReferenceIsComplete looks for each operation, its parameters, fields and statuses.
func TestReferenceIsComplete(t *testing.T) {
	doc, calls := readDocument(t)
	page := get(t, "GET", "/docs/reference", nil).Body.String()
	for _, c := range calls {
		start := strings.Index(page, `<h3 id="`+c.OperationID+`">`)
		if start < 0 {
			t.Errorf("%s is not in the reference", c.OperationID)
			continue
		}
		section := html.UnescapeString(page[start:])
		section = section[:strings.Index(section, "</article>")]
		wanted := []string{">" + c.Method + "<", "<code>" + c.Path + "</code>", c.Summary, "<code>" + c.RPC + "</code>"}
		for scope := range strings.FieldsSeq(c.Scope) {
			wanted = append(wanted, "<code>"+scope+"</code>")
		}
		for _, p := range c.Parameters {
			if p.Ref == "" {
				wanted = append(wanted, "<code>"+p.Name+"</code>", `name="`+p.Name+`" data-in="`+p.In+`"`)
			} else {
				wanted = append(wanted, "<code>"+doc.Parameter(p).Name+"</code>",
					`name="`+doc.Parameter(p).Name+`" data-in="header"`)
			}
		}
		for status := range c.Responses.All() {
			wanted = append(wanted, `">`+status+"</b>")
		}
		if c.RequestBody != nil {
			schema := c.RequestBody.Content["application/json"].Schema
			for name := range doc.Schema(schema).Properties.All() {
				wanted = append(wanted, "<code>"+name+"</code>")
			}
		}
		for _, text := range wanted {
			if !strings.Contains(section, text) {
				t.Errorf("%s: %q is not in its section", c.OperationID, text)
			}
		}
	}
}
