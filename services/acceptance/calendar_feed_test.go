package acceptance_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
	"github.com/google/uuid"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/test/apitest"
)

// newFeed creates a calendar feed and returns its path.
func newFeed(t *testing.T, a *apitest.API, as string) string {
	t.Helper()
	url, _ := dataOf(t, a.REST(t, as, "POST /api/v1/calendar-feed", "", nil))["url"].(string)
	if !strings.HasPrefix(url, "/calendar/wpc_") || len(url) != len("/calendar/")+75+len(".ics") {
		t.Fatalf("the address is %q", url)
	}
	return url
}

// readFeed reads a path without any credential, as calendar programs do.
func readFeed(t *testing.T, a *apitest.API, call string, header map[string]string) (*http.Response, string) {
	t.Helper()
	verb, path, _ := strings.Cut(call, " ")
	req, err := http.NewRequestWithContext(t.Context(), verb, a.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept-Encoding", "identity")
	for name, value := range header {
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(text)
}

// feedStatus returns the status with which a path responds.
func feedStatus(t *testing.T, a *apitest.API, path string) int {
	t.Helper()
	resp, _ := readFeed(t, a, "GET "+path, nil)
	return resp.StatusCode
}

// inDays returns the date so many days after today.
func inDays(n int) time.Time { return time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, n) }

// entry is an event of a feed, as a calendar shows it. last is its last day.
type entry struct{ summary, first, last, status, transparency string }

func entryOf(summary string, first, last int, flags string) entry {
	status, transparency, _ := strings.Cut(flags, " ")
	return entry{summary, inDays(first).Format("20060102"), inDays(last).Format("20060102"), status, transparency}
}

// entries parses a feed.
func entries(t *testing.T, text string) (found []entry) {
	t.Helper()
	c, err := ics.ParseCalendar(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	for _, e := range c.Events() {
		value := func(name ics.ComponentProperty) string { return e.GetProperty(name).Value }
		end, err := time.Parse("20060102", value(ics.ComponentPropertyDtEnd))
		if err != nil {
			t.Error(err)
		}
		for _, name := range []ics.ComponentProperty{ics.ComponentPropertyDtStart, ics.ComponentPropertyDtEnd} {
			if kind := e.GetProperty(name).ICalParameters["VALUE"]; !slices.Equal(kind, []string{"DATE"}) {
				t.Errorf("%s is a %q", name, kind)
			}
		}
		found = append(found, entry{
			value(ics.ComponentPropertySummary), value(ics.ComponentPropertyDtStart),
			end.AddDate(0, 0, -1).Format("20060102"),
			value(ics.ComponentPropertyStatus), value(ics.ComponentPropertyTransp),
		})
	}
	return found
}

// checkFormat checks what RFC 5545 asks of every line, and that no two events have the same UID.
func checkFormat(t *testing.T, text string) {
	t.Helper()
	uids := map[string]bool{}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\r\n"), "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n\t\x00\x07") || !utf8.ValidString(line) {
			t.Errorf("the line %q", line)
		}
		if uid, ok := strings.CutPrefix(line, "UID:"); ok {
			if uids[uid] {
				t.Errorf("two events have the UID %s", uid)
			}
			uids[uid] = true
		}
	}
	if !strings.HasPrefix(text, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n") || !strings.HasSuffix(text, "END:VCALENDAR\r\n") {
		t.Errorf("the calendar is %.80q … %q", text, text[max(0, len(text)-40):])
	}
}

// planned writes planned hours of a user from one day to another. An empty capability is none.
func planned(a *apitest.API, user, project, capability string, first, last int, hours float64) {
	for n := first; n <= last; n++ {
		a.Exec(`INSERT INTO assignments (organization_id, id, version, created_at, updated_at, user_id, project_id,
			capability_id, date, hours)
			VALUES ($1, gen_random_uuid(), 1, '2026-01-01', '2026-01-01', $2, $3, $4, $5, $6)`,
			a.Organization, a.ID(user), a.ID(project),
			uuid.NullUUID{UUID: uuid.MustParse(a.ID(capability)), Valid: capability != "unknown"}, inDays(n), hours)
	}
}

func timeOffOf(a *apitest.API, user, kind, status string, first, last int, availability float64) {
	a.Exec(`INSERT INTO time_off_requests (organization_id, id, version, created_at, updated_at, user_id,
		time_off_type_id, start_date, end_date, availability, reason, status)
		VALUES ($1, gen_random_uuid(), 1, '2026-01-01', '2026-02-01T10:20:30Z', $2, $3, $4, $5, $6, 'A private reason', $7)`,
		a.Organization, a.ID(user), a.ID(kind), inDays(first), inDays(last), availability, status)
}

func TestCalendarFeed(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	const none = "unknown"
	difficult := `A, "B"; C\D\n` + "\r\nEND:VEVENT\tdžungle 計画 " + strings.Repeat("Straßenbahn-Überführung ", 8) + "😀"
	difficultInFeed := strings.NewReplacer("\r", " ", "\n", " ", "\t", " ").Replace(difficult)
	a.Exec(`UPDATE projects SET name = $2, status = 'draft', updated_at = '2026-03-04T05:06:07Z' WHERE organization_id = $1 AND id = $3`,
		a.Organization, difficult, a.ID("beacon"))
	a.Exec(`UPDATE projects SET updated_at = '2026-01-01' WHERE organization_id = $1 AND id = $2`,
		a.Organization, a.ID("atlas"))
	a.Exec(`UPDATE time_off_types SET updated_at = '2026-01-01' WHERE organization_id = $1`, a.Organization)
	a.Exec(`UPDATE users SET name = E'Wo;Worker\nX' WHERE id = $1`, a.ID("worker"))
	cancelled := dataOf(t, a.REST(t, "admin", "POST /api/v1/projects",
		`{"name": "Cancelled", "clientId": "$acme", "startDate": "2026-01-01", "endDate": "2026-01-31", "status": "cancelled"}`,
		nil))
	a = a.With("cancelled", cancelled["id"].(string))

	planned(a, "worker", "atlas", none, -32, -31, 7.5)
	planned(a, "worker", "atlas", "design", 10, 11, 4)
	planned(a, "worker", "atlas", "design", 12, 12, 3)
	planned(a, "worker", "atlas", none, 12, 12, 1)
	planned(a, "worker", "atlas", none, 13, 13, 6.125)
	planned(a, "worker", "atlas", none, 14, 14, 0)
	planned(a, "worker", "atlas", none, 15, 16, 6.125)
	planned(a, "worker", "beacon", none, 11, 13, 2)
	planned(a, "worker", "cancelled", none, 10, 20, 8)
	planned(a, "worker", "atlas", none, 370, 371, 8)
	planned(a, "peer", "atlas", none, 10, 20, 1)
	timeOffOf(a, "worker", "vacation", "approved", -60, -31, 0)
	timeOffOf(a, "worker", "vacation", "approved", -60, -32, 0)
	timeOffOf(a, "worker", "sick", "approved", 20, 20, 4)
	timeOffOf(a, "worker", "vacation", "pending", 30, 34, 0)
	timeOffOf(a, "worker", "sick", "rejected", 40, 41, 0)
	timeOffOf(a, "worker", "sick", "pending", 370, 380, 0.5)
	timeOffOf(a, "peer", "vacation", "approved", 10, 20, 0)

	path := newFeed(t, a, "worker")
	resp, text := readFeed(t, a, "GET "+path, nil)
	for name, want := range map[string]string{
		"Content-Type": "text/calendar; charset=utf-8", "Cache-Control": "private, no-cache",
		"X-Content-Type-Options": "nosniff",
		"Content-Disposition":    `attachment; filename="workplan.ics"`, "Vary": "Accept-Encoding",
	} {
		if got := resp.Header.Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	checkFormat(t, text)
	if strings.Contains(text, "private reason") {
		t.Error("the feed has a reason")
	}
	for _, line := range []string{"X-WR-CALNAME:Wo\\;Worker X · Acme Works", "NAME:Wo\\;Worker X · Acme Works",
		"REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"} {
		if !strings.Contains(text, "\r\n"+line+"\r\n") {
			t.Errorf("no %s in %.500s", line, text)
		}
	}
	want := []entry{
		entryOf("Atlas · 7.5 h", -31, -31, "CONFIRMED TRANSPARENT"),
		entryOf("Atlas · 4 h a day", 10, 12, "CONFIRMED TRANSPARENT"),
		entryOf(difficultInFeed+" · 2 h a day (draft)", 11, 13, "TENTATIVE TRANSPARENT"),
		entryOf("Atlas · 6.13 h", 13, 13, "CONFIRMED TRANSPARENT"),
		entryOf("Atlas · 6.13 h a day", 15, 16, "CONFIRMED TRANSPARENT"),
		entryOf("Atlas · 8 h", 370, 370, "CONFIRMED TRANSPARENT"),
		entryOf("Vacation", -60, -31, "CONFIRMED OPAQUE"),
		entryOf("Sick · 4 h a day left for work", 20, 20, "CONFIRMED TRANSPARENT"),
		entryOf("Vacation (pending)", 30, 34, "TENTATIVE OPAQUE"),
		entryOf("Sick · 0.5 h a day left for work (pending)", 370, 380, "TENTATIVE TRANSPARENT"),
	}
	if got := entries(t, text); !slices.Equal(got, want) {
		t.Errorf("the feed has\n%s\nwant\n%s", lines(got), lines(want))
	}
	// Of the project, and of time off.
	for stamp, n := range map[string]int{"20260304T050607Z": 1, "20260201T102030Z": 4} {
		if got := strings.Count(text, "DTSTAMP:"+stamp+"\r\n"); got != n {
			t.Errorf("%d events were changed at %s, want %d", got, stamp, n)
		}
	}
	if _, again := readFeed(t, a, "GET "+path, nil); again != text {
		t.Error("the same feed is different the second time")
	}
	if resp, body := readFeed(t, a, "HEAD "+path, nil); resp.StatusCode != 200 || body != "" ||
		resp.ContentLength != int64(len(text)) {
		t.Errorf("HEAD: %d, %d bytes of %d", resp.StatusCode, len(body), resp.ContentLength)
	}
	if resp, body := readFeed(t, a,
		"GET "+path, map[string]string{"Accept-Encoding": "gzip"}); resp.Header.Get("Content-Encoding") != "gzip" ||
		len(body) >= len(text) || !strings.HasPrefix(resp.Header.Get("ETag"), "W/") {
		t.Errorf("compressed: %v", resp.Header)
	}
}

func lines(all []entry) string {
	var b strings.Builder
	for _, e := range all {
		fmt.Fprintf(&b, "%q\n", e)
	}
	return b.String()
}

func TestAnUnchangedCalendarFeedIsNotSentAgain(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	path := newFeed(t, a, "worker")
	timeOff := func(status string) string {
		body := fmt.Sprintf(`{"userId": "$worker", "timeOffTypeId": "$vacation", "startDate": %q, "endDate": %q,
			"availability": 0, "reason": "Rest", "status": %q}`,
			inDays(5).Format(time.DateOnly), inDays(6).Format(time.DateOnly), status)
		return dataOf(t, a.REST(t, "admin", "POST /api/v1/time-off", body, nil))["id"].(string)
	}
	read := func(tag string) (int, string, string) {
		t.Helper()
		waitFor(t, "all events have numbers",
			func() bool { return a.Count(`SELECT count(*) FROM events WHERE seq IS NULL`) == 0 })
		resp, text := readFeed(t, a, "GET "+path, map[string]string{"If-None-Match": tag})
		return resp.StatusCode, resp.Header.Get("ETag"), text
	}
	id := timeOff("approved")
	status, tag, text := read(`"x"`)
	if status != 200 || len(entries(t, text)) != 1 {
		t.Fatalf("%d %s", status, text)
	}
	for _, given := range []string{tag, "W/" + tag, `"x", ` + tag, "*"} {
		if status, again, text := read(given); status != 304 || again != tag || text != "" {
			t.Errorf("%s: %d %s %s", given, status, again, text)
		}
	}
	// Time off that is deleted is not shown any more, at once.
	if ans := a.REST(t, "admin", "DELETE /api/v1/time-off/"+id, "", nil); !ok(ans) {
		t.Fatalf("%s", ans.Raw)
	}
	resp, text := readFeed(t, a, "GET "+path, map[string]string{"If-None-Match": tag})
	if resp.StatusCode != 200 || len(entries(t, text)) != 0 || resp.Header.Get("ETag") == "" {
		t.Errorf("after the deletion: %d %s", resp.StatusCode, text)
	}
	// So is time off that is rejected.
	id = timeOff("pending")
	if _, _, text := read(`"x"`); len(entries(t, text)) != 1 {
		t.Errorf("pending: %s", text)
	}
	if ans := a.REST(t, "admin", "POST /api/v1/time-off/"+id+"/reject", `{"rejectionReason": "No"}`, nil); !ok(ans) {
		t.Fatalf("%s", ans.Raw)
	}
	if _, _, text := read(`"x"`); len(entries(t, text)) != 0 {
		t.Errorf("rejected: %s", text)
	}
}

func TestCalendarFeedAddresses(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	get := func() *apitest.Answer { return a.REST(t, "worker", "GET /api/v1/calendar-feed", "", nil) }
	if ans := get(); ans.Status != 404 || ans.Code != "not_found" {
		t.Fatalf("before: %s", ans.Raw)
	}
	before := time.Now().Add(-time.Second)
	path := newFeed(t, a, "worker")
	data := dataOf(t, get())
	created, err := time.Parse(time.RFC3339, data["createdAt"].(string))
	if err != nil || created.Before(before) || data["id"] != a.ID("worker") ||
		data["lastReadAt"] != nil || len(data) != 3 {
		t.Errorf("the feed is %v", data)
	}
	if got := feedStatus(t, a, path); got != 200 {
		t.Fatalf("the new feed: %d", got)
	}
	waitFor(t, "the use is stored", func() bool { return dataOf(t, get())["lastReadAt"] != nil })
	if read, err := time.Parse(time.RFC3339, fmt.Sprint(dataOf(t, get())["lastReadAt"])); err != nil ||
		time.Since(read) > 2*time.Minute || read.Second() != 0 {
		t.Errorf("it was read: %v %v", read, err)
	}
	peers := newFeed(t, a, "peer")
	newer := newFeed(t, a, "worker")
	apitest.WaitForCallers()
	for name, test := range map[string]struct {
		path string
		want int
	}{
		"the address before": {path, 404}, "the new address": {newer, 200}, "that of another user": {peers, 200},
		"the new address with a parameter": {newer + "?x=1", 200},
		"without .ics":                     {strings.TrimSuffix(newer, ".ics"), 404},
		"with another ending":              {newer + ".ics", 404},
		"no token":                         {"/calendar/.ics", 404},
		"the folder":                       {"/calendar/", 404},
		"an unknown token":                 {"/calendar/" + auth.NewFeedToken(a.Organization).Reveal() + ".ics", 404},
		"a mistyped token":                 {newer[:50] + other(newer[50]) + newer[51:], 404},
		"an API key":                       {"/calendar/" + a.Secret("worker") + ".ics", 404},
		"a session's token":                {"/calendar/" + signedIn(t, a, "worker").token() + ".ics", 404},
	} {
		resp, text := readFeed(t, a, "GET "+test.path, map[string]string{"Accept": "text/html, */*"})
		if resp.StatusCode != test.want {
			t.Errorf("%s: %d %s", name, resp.StatusCode, text)
		}
		if test.want == 404 && (resp.Header.Get("Cache-Control") != "no-store" || !strings.Contains(text, `"code":"`) ||
			strings.Contains(text, newer[30:60])) {
			t.Errorf("%s: %v %s", name, resp.Header, text)
		}
	}
	token := strings.TrimSuffix(strings.TrimPrefix(newer, "/calendar/"), ".ics")
	if ans := a.REST(t, "", "GET /api/v1/me", "",
		map[string]string{"Authorization": "Bearer " + token}); ans.Status != 401 {
		t.Errorf("a feed's token as an API key: %d", ans.Status)
	}
	if ans := a.REST(t, "", "GET /api/v1/me", "",
		map[string]string{"Cookie": "workplan_session=" + token}); ans.Status != 401 {
		t.Errorf("a feed's token as a session: %d", ans.Status)
	}
	for _, verb := range []string{"POST", "PUT", "DELETE", "OPTIONS"} {
		if resp, text := readFeed(t, a, verb+" "+newer, nil); resp.StatusCode != 405 ||
			resp.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d %s", verb, resp.StatusCode, text)
		}
	}
	// A token is looked up only in the organization that it names.
	foreign := auth.NewFeedToken(a.Other)
	hash := foreign.Hash()
	a.Exec(`UPDATE calendar_feeds SET token_hash = $1 WHERE id = $2`, hash[:], a.ID("peer"))
	if got := feedStatus(t, a, "/calendar/"+foreign.Reveal()+".ics"); got != 404 {
		t.Errorf("the token names another organization: %d", got)
	}

	if ans := a.REST(t, "worker", "DELETE /api/v1/calendar-feed", "", nil); !ok(ans) {
		t.Fatalf("%s", ans.Raw)
	}
	apitest.WaitForCallers()
	if got := feedStatus(t, a, newer); got != 404 {
		t.Errorf("a revoked feed: %d", got)
	}
	if del, ans := a.REST(t, "worker", "DELETE /api/v1/calendar-feed", "", nil), get(); del.Status != 404 ||
		ans.Status != 404 {
		t.Errorf("after it was revoked: %d %d", del.Status, ans.Status)
	}
	again := newFeed(t, a, "worker")
	if got := feedStatus(t, a, again); got != 200 {
		t.Errorf("the next feed: %d", got)
	}
	waitFor(t, "that the next feed was read, in the same minute, is stored",
		func() bool { return dataOf(t, get())["lastReadAt"] != nil })
	var types []string
	for _, e := range eventsOf(t, a, "calendar_feed.") {
		if e.Record.ID == a.ID("worker") {
			types = append(types, e.Type)
		}
		if text := fmt.Sprint(e); strings.Contains(text, "wpc_") {
			t.Errorf("an event has the address: %s", text)
		}
	}
	if !slices.Equal(types,
		[]string{"calendar_feed.created", "calendar_feed.created", "calendar_feed.deleted", "calendar_feed.created"}) {
		t.Errorf("the events are %q", types)
	}
}

func TestCalendarFeedsEnd(t *testing.T) {
	t.Parallel()
	a := withDemo(t, services.Config{})
	expect := func(path string, want int, when string) {
		t.Helper()
		apitest.WaitForCallers()
		if got := feedStatus(t, a, path); got != want {
			t.Errorf("%s: %d, want %d", when, got, want)
		}
	}
	write := func(call, body string) {
		t.Helper()
		if ans := a.REST(t, "admin", call, body, nil); !ok(ans) {
			t.Fatalf("%s: %s", call, ans.Raw)
		}
	}
	path := newFeed(t, a, "worker")
	expect(path, 200, "at first")
	a.Exec(`UPDATE users SET is_active = false WHERE id = $1`, a.ID("worker"))
	expect(path, 404, "the user is deactivated without the API")
	a.Exec(`UPDATE users SET is_active = true WHERE id = $1`, a.ID("worker"))
	expect(path, 200, "the user is active again")
	a.Exec(`UPDATE organizations SET suspended_at = now() WHERE id = $1`, a.Organization)
	expect(path, 404, "the organization is suspended")
	a.Exec(`UPDATE organizations SET suspended_at = NULL WHERE id = $1`, a.Organization)
	expect(path, 200, "the organization is resumed")
	deleted := func() int {
		return a.Count(`SELECT count(*) FROM events WHERE organization_id = $1 AND type = 'calendar_feed.deleted'`,
			a.Organization)
	}
	before := deleted()
	write("PATCH /api/v1/users/$worker", `{"isActive": false}`)
	expect(path, 404, "the user is deactivated")
	if n := deleted() - before; n != 1 {
		t.Errorf("the feed of a deactivated user leaves %d events", n)
	}
	write("PATCH /api/v1/users/$worker", `{"isActive": true}`)
	expect(path, 404, "a feed does not come back")

	a.Exec(`UPDATE api_keys SET expires_at = now() + interval '1 hour' WHERE name = 'worker'`)
	path = newFeed(t, a, "worker")
	expect(path, 200, "the key expires later")
	a.Exec(`UPDATE api_keys SET expires_at = now() WHERE name = 'worker'`)
	expect(path, 404, "the key has expired")
	a.Exec(`UPDATE api_keys SET expires_at = NULL WHERE name = 'worker'`)
	session := signedIn(t, a, "worker")
	path = session.do("POST /api/v1/calendar-feed", "", 200)["url"].(string)
	session.do("DELETE /session", "", 204)
	expect(path, 200, "the session has ended")
	write("POST /api/v1/keys/$worker_key/revoke", "")
	expect(path, 404, "the key of the session is revoked")

	person := asDemo(t, a, "peer")
	path = person.do("POST /api/v1/calendar-feed", "", 200)["url"].(string)
	person.do("DELETE /session", "", 204)
	write("POST /api/v1/keys/$peer_key/revoke", "")
	expect(path, 200, "a feed of a session without a key")
}

func TestWhoMayHaveACalendarFeed(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	for _, as := range []string{"admin", "boss", "lead", "worker"} { // of each role
		if got := feedStatus(t, a, newFeed(t, a, as)); got != 200 {
			t.Errorf("%s: %d", as, got)
		}
	}
	needed := []string{"write:users", "read:projects", "read:assignments", "read:time_off"}
	a.Key("all", "worker", needed...)
	newFeed(t, a, "all")
	for i, scope := range needed {
		a.Key("lacks", "worker", slices.Delete(slices.Clone(needed), i, i+1)...)
		if ans := a.REST(t, "lacks", "POST /api/v1/calendar-feed", "", nil); ans.Status != 403 ||
			ans.Code != "scope_missing" || !strings.Contains(ans.Message, scope) {
			t.Errorf("without %s: %s", scope, ans.Raw)
		}
	}
	// A secret is sealed in the stored response of an Idempotency-Key.
	first := a.REST(t, "all", "POST /api/v1/calendar-feed", "", withKey("feed"))
	again := a.REST(t, "all", "POST /api/v1/calendar-feed", "", withKey("feed"))
	if !ok(first) || !replayed(again) || string(first.Raw) != string(again.Raw) {
		t.Errorf("%s\n%s", first.Raw, again.Raw)
	}
	if n := a.Count(`SELECT count(*) FROM idempotency_keys WHERE position('wpc_'::bytea IN response) > 0`); n > 0 {
		t.Error("the database has the address")
	}
}

func TestAddressesOfCalendarFeedsBehindAProxy(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	for name, cfg := range map[string]services.Config{
		"https://plan.example.com/workplan": {PublicURL: "https://plan.example.com/workplan/"},
		"https://console.example.com":       consoleAt("https://console.example.com"),
	} {
		b, _ := a.Start(cfg)
		for protocol, ans := range map[string]*apitest.Answer{
			"REST": b.REST(t, "worker", "POST /api/v1/calendar-feed", "", nil),
			"gRPC": b.Call(t, "worker", "CalendarFeedService/CreateCalendarFeed", "{}", nil),
		} {
			if url := fmt.Sprint(apitest.Lookup(ans.Body, "data.url")); !strings.HasPrefix(url, name+"/calendar/wpc_") {
				t.Errorf("over %s: %s", protocol, url)
			}
		}
	}
}

func consoleAt(url string) (cfg services.Config) {
	cfg.Console.URL = url
	return cfg
}

// TestCalendarFeedsAreProtected shows that reads of feeds have the limits of other requests.
func TestCalendarFeedsAreProtected(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	path, other := newFeed(t, a, "worker"), newFeed(t, a, "other_worker")
	unknown := func() string { return "/calendar/" + auth.NewFeedToken(a.Organization).Reveal() + ".ics" }
	refused := func(t *testing.T, b *apitest.API, path string, status int, code string) {
		t.Helper()
		resp, text := readFeed(t, b, "GET "+path, nil)
		failed(t, resp, text, status, code)
		if resp.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	}
	for kind, wrong := range map[string]func() string{
		"unknown": unknown, "mistyped": func() string { return "/calendar/mistyped.ics" },
	} {
		t.Run(kind+" tokens are limited by address", func(t *testing.T) {
			b, _ := a.Start(services.Config{Quota: quota.Config{WrongKeysPerMinute: 2}})
			if got := feedStatus(t, b, path); got != 200 {
				t.Fatal(got)
			}
			for range 2 {
				if got := feedStatus(t, b, wrong()); got != 404 {
					t.Errorf("a wrong token: %d", got)
				}
			}
			refused(t, b, wrong(), 429, "rate_limited")
			if got := feedStatus(t, b, path); got != 200 {
				t.Errorf("a known token: %d", got)
			}
		})
	}
	t.Run("a feed has a quota", func(t *testing.T) {
		b, _ := a.Start(services.Config{Quota: quota.Config{PerMinute: 2, Burst: 2}})
		for range 2 {
			if resp, _ := readFeed(t, b, "GET "+path, nil); resp.StatusCode != 200 ||
				resp.Header.Get("X-RateLimit-Limit") != "2" {
				t.Errorf("%d %v", resp.StatusCode, resp.Header)
			}
		}
		refused(t, b, path, 429, "rate_limited")
		if got := feedStatus(t, b, other); got != 200 {
			t.Errorf("another feed: %d", got)
		}
	})
	t.Run("an organization has its share", func(t *testing.T) {
		b, _ := a.Start(services.Config{DB: poolOf(t, a, 10)}) // 8 requests at a time, 2 of an organization
		if got := []int{feedStatus(t, b, path), feedStatus(t, b, other)}; !slices.Equal(got, []int{200, 200}) {
			t.Fatal(got)
		}
		var slow sync.WaitGroup
		defer slow.Wait()
		defer holdUsers(t, a)()
		for range 2 { // they wait for the lock
			slow.Go(func() { b.REST(t, "admin", "PATCH /api/v1/users/$worker", `{"name": "Wanda"}`, nil) })
		}
		time.Sleep(200 * time.Millisecond)
		refused(t, b, path, 429, "too_many_concurrent")
		if got := feedStatus(t, b, other); got != 200 {
			t.Errorf("the other organization: %d", got)
		}
	})
	t.Run("a dead database is no unknown feed", func(t *testing.T) {
		dead, err := postgres.Open("postgres://127.0.0.1:1/none?sslmode=disable", postgres.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer dead.Close()
		b, _ := a.Start(services.Config{DB: dead, Log: slog.New(slog.DiscardHandler)})
		refused(t, b, path, 503, "unavailable")
	})
	t.Run("the token is not in the log", func(t *testing.T) {
		log := &buffer{}
		b, _ := a.Start(services.Config{Log: slog.New(slog.NewJSONHandler(log,
			&slog.HandlerOptions{Level: slog.LevelDebug}))})
		for _, call := range []string{"GET " + path, "POST " + path, "GET " + path + "x",
			"GET /api/v1" + path, "GET /x" + path} {
			readFeed(t, b, call, map[string]string{"X-Request-Id": path[10:85]})
		}
		if text := log.String(); !strings.Contains(text, "GET /calendar/{token}.ics") ||
			strings.Contains(text, path[40:70]) {
			t.Errorf("the log is %s", text)
		}
	})
}

func TestLargeCalendarFeed(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	// 40 projects on each of 251 days: 40 rows are too many.
	a.Exec(`INSERT INTO projects (organization_id, id, version, created_at, updated_at, name, client_id, start_date,
		end_date, status, billing_type)
		SELECT organization_id, gen_random_uuid(), 1, created_at, updated_at, 'Project ' || n, client_id, start_date,
			end_date, 'active', 'non_billable'
		FROM projects, generate_series(1, 40) n WHERE organization_id = $1 AND id = $2`, a.Organization, a.ID("atlas"))
	a.Exec(`INSERT INTO assignments (organization_id, id, version, created_at, updated_at, user_id, project_id, date, hours)
		SELECT $1, gen_random_uuid(), 1, now(), now(), $2, p.id, $3::date + day, 1 + day % 2
		FROM projects p, generate_series(0, 250) day WHERE p.organization_id = $1 AND p.name LIKE 'Project %'`,
		a.Organization, a.ID("worker"), inDays(-10))
	path := newFeed(t, a, "worker")
	began := time.Now()
	resp, text := readFeed(t, a, "GET "+path, nil)
	t.Logf("%d bytes in %s", len(text), time.Since(began))
	checkFormat(t, text)
	if n := strings.Count(text, "BEGIN:VEVENT"); resp.StatusCode != 200 || n != 10_000 {
		t.Errorf("%d with %d events", resp.StatusCode, n)
	}
	if want := "planned hours only before " +
		inDays(240).Format(time.DateOnly); !strings.Contains(strings.ReplaceAll(text, "\r\n ", ""), want) {
		t.Errorf("no %q in %.600s", want, text)
	}
}
