package acceptance_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	eventlog "github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/test/apitest"
)

// pastRow is a row of a list, as a client reads it.
type pastRow struct {
	ID           string
	UserID       string  `json:"userId"`
	ProjectID    string  `json:"projectId"`
	CapabilityID *string `json:"capabilityId"`
	Date         string
	Hours        float64
	Version      int
	Tentative    bool
}

type pastPage struct {
	Items      []pastRow
	Total      *int
	HasMore    bool    `json:"hasMore"`
	NextCursor *string `json:"nextCursor"`
	AsOfSeq    *int64  `json:"asOfSeq"`
}

func (r pastRow) key() string {
	capability := ""
	if r.CapabilityID != nil {
		capability = *r.CapabilityID
	}
	return strings.Join([]string{r.Date, r.UserID, r.ProjectID, capability}, " ")
}

func compareKeys(a, b pastRow) int { return cmp.Compare(a.key(), b.key()) }

// read reads a page.
func read[Page any](t *testing.T, a *apitest.API, path string) (page Page) {
	t.Helper()
	ans := a.REST(t, "admin", "GET "+path, "", nil)
	if ans.Status != 200 {
		t.Fatalf("%s: status %d: %s", path, ans.Status, ans.Raw)
	}
	body := struct{ Data *Page }{&page}
	if err := json.Unmarshal(ans.Raw, &body); err != nil {
		t.Fatal(err)
	}
	return page
}

// wholeEvents reads all events of a type, with all rows.
func wholeEvents(t *testing.T, a *apitest.API, pattern string) (all []event) {
	t.Helper()
	allNumbered(t, a)
	for after := int64(0); ; {
		page := events(t, a, "admin", fmt.Sprintf("limit=200&after=%d&types=%s", after, pattern))
		for _, e := range page.Items {
			for len(e.Rows) < e.RowCount {
				more := read[event](t, a, fmt.Sprintf("/api/v1/events/%d?offset=%d", e.Seq, len(e.Rows)))
				e.Rows = append(e.Rows, more.Rows...)
			}
			all = append(all, e)
		}
		if page.UpToDate {
			return all
		}
		after = page.NextAfter
	}
}

// replay applies events to rows, as a reader of the feed does.
func replay(rows map[string]pastRow, all []event) {
	for _, e := range all {
		for _, r := range e.Rows {
			row := pastRow{
				ID: r.ID, UserID: r.UserID, ProjectID: r.ProjectID, CapabilityID: r.CapabilityID, Date: r.Date,
				Hours: r.Hours, Version: r.Version, Tentative: r.Tentative,
			}
			if strings.HasSuffix(e.Type, ".deleted") {
				delete(rows, row.key())
			} else {
				rows[row.key()] = row
			}
		}
	}
}

// upTo returns the events up to a number.
func upTo(all []event, seq int64) []event {
	end, _ := slices.BinarySearchFunc(all, seq+1, func(e event, seq int64) int { return cmp.Compare(e.Seq, seq) })
	return all[:end]
}

// inListOrder returns the rows that match a filter, in the order of the list.
func inListOrder(rows map[string]pastRow, matches func(pastRow) bool) (list []pastRow) {
	for _, row := range rows {
		if matches(row) {
			list = append(list, row)
		}
	}
	slices.SortFunc(list, compareKeys)
	return list
}

// filter is a filter in a query, and in Go. onKey reports whether a diff has it, too.
type filter struct {
	query   string
	onKey   bool
	matches func(pastRow) bool
}

func (h hours) filters(a *apitest.API) []filter {
	all := []filter{
		{"", true, func(pastRow) bool { return true }},
		{"&user_id=$worker", true, func(r pastRow) bool { return r.UserID == a.ID("worker") }},
		{"&project_id=$beacon&capability_id=none", true, func(r pastRow) bool {
			return r.ProjectID == a.ID("beacon") && r.CapabilityID == nil
		}},
		{"&capability_id=$design", true, func(r pastRow) bool {
			return r.CapabilityID != nil && *r.CapabilityID == a.ID("design")
		}},
		{"&start_date=2030-01-05&end_date=2030-02-10", true, func(r pastRow) bool {
			return r.Date >= "2030-01-05" && r.Date <= "2030-02-10"
		}},
		{"&min_hours=2", false, func(r pastRow) bool { return r.Hours >= 2 }},
		{"&user_id=$loner", true, func(pastRow) bool { return false }},
	}
	if h.table == plannedHours.table {
		all = append(all, filter{"&tentative=true", false, func(r pastRow) bool { return r.Tentative }},
			filter{"&tentative=false&min_hours=1", false, func(r pastRow) bool { return !r.Tentative && r.Hours >= 1 }})
	}
	return all
}

// someWrite makes a random write.
func (h hours) someWrite(t *testing.T, a *apitest.API, overREST bool) {
	t.Helper()
	user, project := []string{"worker", "peer"}[rand.IntN(2)], []string{"atlas", "beacon"}[rand.IntN(2)]
	first := 1 + rand.IntN(20)
	window := fmt.Sprintf(`"userId": "$%s", "startDate": "2030-01-%02d", "endDate": "2030-01-%02d"`, user,
		first, first+5)
	some := func() []string {
		list := someHours()
		for i := range list {
			if h.table == plannedHours.table && rand.IntN(2) == 0 {
				list[i] = merged(list[i], fmt.Sprintf(`{"tentative": %v}`, rand.IntN(2) == 0))
			}
		}
		return list
	}
	calls := []func() *apitest.Answer{
		func() *apitest.Answer { return h.upsertInQueue(t, a, overREST, some()) },
		func() *apitest.Answer { return h.upsertInQueue(t, a, overREST, some()) },
		func() *apitest.Answer {
			return a.REST(t, "admin", "PUT "+h.path+"/window", fmt.Sprintf(`{%s, "items": [
				{"userId": "$%s", "projectId": "$%s", "date": "2030-01-%02d", "hours": %d}]}`,
				window, user, project, first, rand.IntN(5)), nil)
		},
		func() *apitest.Answer {
			return a.REST(t, "admin",
				fmt.Sprintf("DELETE %s?project_id=$%s&start_date=2030-02-%02d&end_date=2030-02-%02d", h.path, project,
					first, first+3), "", nil)
		},
		func() *apitest.Answer {
			return a.REST(t, "admin", "POST "+h.path+"/delete",
				fmt.Sprintf(`{"items": [{"userId": "$%s", "projectId": "$%s",
				"date": "2030-01-%02d"}]}`, user, project, first), nil)
		},
		func() *apitest.Answer {
			return a.REST(t, "admin", "PATCH /api/v1/projects/$"+project,
				fmt.Sprintf(`{"name": "%d"}`, rand.Int()), nil)
		},
		func() *apitest.Answer {
			return a.REST(t, "admin", "PATCH /api/v1/users/$"+user, `{"isActive": true}`, nil)
		},
	}
	if h.table == plannedHours.table {
		calls = append(calls, func() *apitest.Answer {
			return a.REST(t, "admin", "POST /api/v1/assignments/copy", fmt.Sprintf(
				`{"source": {%s}, "target": {"startDate": "2030-0%d-%02d"}, "onExisting": "replace", "move": %v}`,
				window, 1+rand.IntN(3), 21+rand.IntN(4), rand.IntN(2) == 0), nil)
		}, func() *apitest.Answer {
			return a.REST(t, "admin", "POST /api/v1/assignments/confirm", `{`+window+`}`, nil)
		})
	}
	ans := inQueue(t, calls[rand.IntN(len(calls))])
	if !ok(ans) && ans.Status != 409 && ans.Code != "ABORTED" {
		t.Errorf("status %d: %s", ans.Status, ans.Raw)
	}
}

// compareAsOf compares the pages of a list at a moment with the rows of a replay.
func (h hours) compareAsOf(t *testing.T, a *apitest.API, moment string, f filter, seq int64, want []pastRow) {
	t.Helper()
	path := fmt.Sprintf("%s?asOf=%s&limit=%d%s", h.path, url.QueryEscape(moment), 1+rand.IntN(200), f.query)
	var got []pastRow
	for query := path + "&count=true"; query != ""; {
		page := read[pastPage](t, a, query)
		if got = append(got, page.Items...); page.Total != nil && *page.Total != len(want) || *page.AsOfSeq != seq {
			t.Errorf("%s: total %v, asOfSeq %d; want %d, %d", query, page.Total, *page.AsOfSeq, len(want), seq)
		}
		query = ""
		if page.NextCursor != nil {
			query = path + "&cursor=" + *page.NextCursor
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: %d rows, want %d\n%v\n%v", path, len(got), len(want), got, want)
	}
	offset := rand.IntN(len(want) + 2)
	page := read[pastPage](t, a, fmt.Sprintf("%s&offset=%d", path, offset))
	rest := want[min(offset, len(want)):]
	if n := len(page.Items); n > len(rest) || page.HasMore != (n < len(rest)) || n > 0 &&
		!reflect.DeepEqual(page.Items, rest[:n]) {
		t.Fatalf("%s: at offset %d of %d, %d rows, hasMore %v", path, offset, len(want), n, page.HasMore)
	}
}

// difference is a row of a diff.
type difference struct {
	Key           pastRow
	Before, After *pastRow
	Events        []int64
}

type diffPage struct {
	Items      []difference
	Total      *int
	NextCursor *string `json:"nextCursor"`
	FromSeq    int64   `json:"fromSeq"`
	ToSeq      int64   `json:"toSeq"`
}

// compareDiff compares the pages of a diff with replays up to both moments.
func (h hours) compareDiff(t *testing.T, a *apitest.API, older map[string]pastRow, all []event, from, to int64,
	f filter) {
	t.Helper()
	before, after, touched := maps.Clone(older), maps.Clone(older), map[string][]int64{}
	replay(before, upTo(all, from))
	replay(after, upTo(all, to))
	for _, e := range upTo(all, to) {
		for _, r := range e.Rows {
			key := pastRow{UserID: r.UserID, ProjectID: r.ProjectID, CapabilityID: r.CapabilityID, Date: r.Date}.key()
			if n := touched[key]; e.Seq > from && !slices.Contains(n, e.Seq) {
				touched[key] = append(n, e.Seq)
			}
		}
	}
	want := []difference{}
	for key, numbers := range touched {
		d := difference{Events: numbers}
		state := func(rows map[string]pastRow) *pastRow {
			row, exists := rows[key]
			if !exists {
				return nil
			}
			d.Key = pastRow{UserID: row.UserID, ProjectID: row.ProjectID, CapabilityID: row.CapabilityID,
				Date: row.Date}
			return &pastRow{ID: row.ID, Hours: row.Hours, Tentative: row.Tentative, Version: row.Version}
		}
		d.Before, d.After = state(before), state(after)
		b, n := d.Before, d.After
		same := b == n || b != nil && n != nil && b.ID == n.ID && b.Hours == n.Hours && b.Tentative == n.Tentative
		if same || !f.matches(d.Key) {
			continue
		}
		want = append(want, d)
	}
	slices.SortFunc(want, func(a, b difference) int { return compareKeys(a.Key, b.Key) })
	path := fmt.Sprintf("%s/diff?from=%d&to=%d&limit=%d%s", h.path, from, to, 1+rand.IntN(200), f.query)
	got := []difference{}
	for query := path + "&count=true"; query != ""; {
		page := read[diffPage](t, a, query)
		if got = append(got, page.Items...); page.Total != nil && *page.Total != len(want) || page.FromSeq != from ||
			page.ToSeq != to {
			t.Errorf("%s: total %v, from %d to %d; want %d", query, page.Total, page.FromSeq, page.ToSeq, len(want))
		}
		query = ""
		if page.NextCursor != nil {
			query = path + "&cursor=" + *page.NextCursor
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: %d rows, want %d\n%+v\n%+v", path, len(got), len(want), got, want)
	}
}

// olderRows writes rows as they are from before the journal: without events.
func (h hours) olderRows(a *apitest.API) {
	a.Exec(`INSERT INTO `+h.table+` (organization_id, id, version, created_at, updated_at, user_id, project_id, date, hours)
		SELECT $1, gen_random_uuid(), 3, now(), now(), $2, $3, '2030-01-01'::date + n, 4 FROM generate_series(0, 40) n`,
		a.Organization, a.ID("worker"), a.ID("atlas"))
}

// TestHoursAsOf compares the rows at 200 moments of a random history with a replay of the events from the first one on.
func TestHoursAsOf(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	a.Exec(`UPDATE projects SET status = 'active' WHERE organization_id = $1`, a.Organization)
	bothHours(t, func(t *testing.T, h hours) {
		h.olderRows(a)
		older := map[string]pastRow{}
		for _, row := range read[pastPage](t, a, h.path+"?limit=200").Items {
			older[row.key()] = row
		}
		var writers sync.WaitGroup
		for w := range 3 {
			writers.Go(func() {
				for range 40 {
					h.someWrite(t, a, w < 2)
				}
			})
		}
		writers.Wait()
		all := wholeEvents(t, a, h.table+".*")
		head := events(t, a, "admin", "after=head").Head
		compare := func(t *testing.T, moments int) {
			filters := h.filters(a)
			for i := range moments {
				seq := rand.Int64N(head + 1)
				moment := strconv.FormatInt(seq, 10)
				if e := all[rand.IntN(len(all))]; i%3 == 0 {
					moment = e.At.Format(time.RFC3339Nano)
					seq = int64(a.Count("SELECT max(seq) FROM events WHERE organization_id = $1 AND written_at <= $2",
						a.Organization, e.At))
				}
				rows := maps.Clone(older)
				replay(rows, upTo(all, seq))
				f := filters[i%len(filters)]
				h.compareAsOf(t, a, moment, f, seq, inListOrder(rows, f.matches))
				if to := seq + rand.Int64N(head-seq+1); f.onKey {
					h.compareDiff(t, a, older, all, seq, to, f)
				}
			}
		}
		t.Run("in the past", func(t *testing.T) { compare(t, 200) })
		t.Run("while later events have no number yet", func(t *testing.T) {
			defer holdHead(t, a)()
			for range 20 {
				h.someWrite(t, a, true)
			}
			compare(t, 40)
		})
		allNumbered(t, a)
	})
}

// TestHoursAsOfIsRefused has the moments that no list and no diff can have.
func TestHoursAsOfIsRefused(t *testing.T) {
	t.Parallel()
	bothHours(t, func(t *testing.T, h hours) {
		asOf := func(name, query, moment string, expectations ...expectation) apitest.Step {
			return h.list(name, query+"asOf="+url.QueryEscape(moment), fmt.Sprintf(`{"as_of": %q}`, moment),
				expectations...)
		}
		diff := func(name, from, to string, expectations ...expectation) apitest.Step {
			return paired(apitest.Step{
				Name: name,
				Call: fmt.Sprintf("GET %s/diff?from=%s&to=%s", h.path, url.QueryEscape(from), url.QueryEscape(to)),
				RPC:  h.one + "Service/Diff" + h.many,
			}, "", map[string]any{"from": from, "to": to}, expectations)
		}
		const invalid, before, after = "validation_failed", "2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z"
		apitest.Run(t, []apitest.Step{
			h.upsert("a row", day(`{}`), answers("")),
			asOf("before the first event there was none", "", "0",
				data(`{"items": [], "hasMore": false, "asOfSeq": 0}`)),
			asOf("no moment", "", "yesterday", badParam(invalid, "asOf")),
			asOf("no number", "", "07", badParam(invalid, "asOf")),
			asOf("a day", "", "2027-03-01", badParam(invalid, "asOf")),
			asOf("no time", "", "2027-03-01T25:00:00Z", badParam(invalid, "asOf")),
			asOf("a number that no event has", "", "999999", badParam(invalid, "asOf")),
			asOf("a time in the future", "", after, badParam(invalid, "asOf")),
			asOf("a time before the journal", "", before, badParam("cursor_expired", "asOf")),
			h.list("together with updatedSince", "asOf=0&updatedSince="+before,
				fmt.Sprintf(`{"as_of": "0", "updated_since": %q}`, before), badParam(invalid, "updatedSince")),
			diff("a diff has the row", "0", "1000000", badMoment(invalid, "to")),
			diff("a diff from the future", after, "0", badMoment(invalid, "from")),
			diff("a diff to the future", "0", after, badMoment(invalid, "to")),
			diff("a diff in the wrong order", "1", "0", badMoment(invalid, "from")),
			diff("a diff from before the journal", before, "0", badMoment("cursor_expired", "from")),
			diff("a diff from no moment", "x", "0", badMoment(invalid, "from")),
		})
	})
}

// TestHoursAsOfOfExpiredEvents shows that a moment is refused from the first removed event on, also for a page that
// begins before.
func TestHoursAsOfOfExpiredEvents(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	h := plannedHours
	for i := range 3 {
		if ans := h.upsertOver(t, a, true, []string{
			day(fmt.Sprintf(`{"hours": %d}`, i+1)), day(fmt.Sprintf(`{"date": "2026-03-03", "hours": %d}`, i+1)),
		}); !ok(ans) {
			t.Fatal(ans.Raw)
		}
	}
	allNumbered(t, a)
	head := events(t, a, "admin", "after=head").Head
	path := fmt.Sprintf("%s?limit=1&asOf=%d", h.path, head-2)
	first := read[pastPage](t, a, path)
	if first.Items[0].Hours != 1 || first.NextCursor == nil {
		t.Fatalf("%+v", first)
	}
	diff := read[diffPage](t, a, fmt.Sprintf("%s/diff?limit=1&from=%d", h.path, head-2))
	if diff.Items[0].Before.Hours != 1 || diff.Items[0].After.Hours != 3 || diff.NextCursor == nil {
		t.Fatalf("%+v", diff)
	}
	second := path + "&cursor=" + *first.NextCursor
	if page := read[pastPage](t, a, second); page.Items[0].Hours != 1 {
		t.Fatalf("%+v", page)
	}
	for _, query := range []string{
		second + "&min_hours=1", strings.Replace(second, "asOf=", "asOf=0", 1), h.path + "?limit=1&cursor=" +
			*first.NextCursor,
	} {
		if ans := a.REST(t, "admin", "GET "+query, "", nil); ans.Status != 400 {
			t.Errorf("%s: status %d: %s", query, ans.Status, ans.Raw)
		}
	}
	a.Exec(`UPDATE events SET written_at = now() - interval '401 days' WHERE organization_id = $1 AND seq < $2`,
		a.Organization, head)
	if err := eventlog.Expired(a.DB).Once(t.Context(), time.Now().AddDate(0, 0, -400)); err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{path, second, fmt.Sprintf("%s/diff?from=%d", h.path, head-2)} {
		if ans := a.REST(t, "admin", "GET "+query, "", nil); ans.Status != 410 || ans.Code != "cursor_expired" {
			t.Errorf("%s: status %d: %s", query, ans.Status, ans.Raw)
		}
	}
	if page := read[pastPage](t, a, fmt.Sprintf("%s?asOf=%d", h.path, head-1)); len(page.Items) != 2 ||
		page.Items[0].Hours != 2 {
		t.Errorf("after the last removed event: %+v", page)
	}
}

// TestHoursAsOfIsBounded shows that a moment is refused if too much was written since.
func TestHoursAsOfIsBounded(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	bothHours(t, func(t *testing.T, h hours) {
		for _, hours := range []int{1, 2} {
			if ans := h.upsertOver(t, a, true, []string{day(fmt.Sprintf(`{"hours": %d}`, hours))}); !ok(ans) {
				t.Fatal(ans.Raw)
			}
		}
		allNumbered(t, a)
		head := events(t, a, "admin", "after=head").Head
		a.Exec(`UPDATE events SET row_count = 200000 WHERE organization_id = $1 AND seq = $2`, a.Organization, head)
		for _, query := range []string{"?asOf=%d", "/diff?from=%d"} {
			ans := a.REST(t, "admin", "GET "+fmt.Sprintf(h.path+query, head-1), "", nil)
			if ans.Status != 400 || !strings.Contains(ans.Message, "199999 rows") {
				t.Errorf("%s: status %d: %s", query, ans.Status, ans.Raw)
			}
		}
		if page := read[pastPage](t, a, fmt.Sprintf("%s?asOf=%d", h.path, head)); page.Items[0].Hours != 2 {
			t.Errorf("after that event: %+v", page)
		}
	})
}

// badMoment expects an error that names a moment first.
func badMoment(code, param string) expectation {
	return func(p *pair) {
		refused(code)(p)
		p.Field, p.Path = param, param+"_moment"
	}
}

// TestTheMomentAfterAWrite reads rows as they were when a write had just been acknowledged. Its event may have no
// number yet, or another process may be giving it one.
func TestTheMomentAfterAWrite(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	row := func(day, hours int) string {
		return fmt.Sprintf(
			`{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-%02d", "hours": %d}]}`, day, hours)
	}
	stop := make(chan struct{})
	var writers sync.WaitGroup
	for n := range 3 {
		writers.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
					a.REST(t, "admin", "POST /api/v1/assignments", row(10+n, 1+i%8), nil)
				}
			}
		})
	}
	defer writers.Wait()
	defer close(stop)
	for i := range 60 {
		want := 1 + i%8
		if ans := a.REST(t, "admin", "POST /api/v1/assignments", row(2, want), nil); ans.Status != 200 {
			t.Fatalf("status %d: %s", ans.Status, ans.Raw)
		}
		path := "GET /api/v1/assignments?startDate=2026-03-02&endDate=2026-03-02&userId=$worker&asOf=" +
			time.Now().UTC().Format("2006-01-02T15:04:05.000000Z")
		accept := []string{"application/json", "application/x-ndjson"}[i%2]
		ans := a.REST(t, "admin", path, "", map[string]string{"Accept": accept})
		for ans.Status == 503 { // the machine is busy
			ans = a.REST(t, "admin", path, "", map[string]string{"Accept": accept})
		}
		if ans.Status != 200 || !strings.Contains(string(ans.Raw), fmt.Sprintf(`"hours":%d,`, want)) {
			t.Errorf("%s: status %d, want %d hours: %.400s", accept, ans.Status, want, ans.Raw)
		}
	}
}

// TestAMomentWithoutNumbers keeps events from getting their numbers. A moment after them is refused, because their rows
// would be missed, and one before them is not.
func TestAMomentWithoutNumbers(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "the lock is on a worker")
	a := apitest.NewIsolated(t)
	write := func(hours int) {
		if ans := plannedHours.upsertOver(t, a, true, []string{day(fmt.Sprintf(`{"hours": %d}`, hours))}); !ok(ans) {
			t.Fatal(ans.Message)
		}
	}
	at := func(moment string) *apitest.Answer {
		return a.REST(t, "admin", "GET /api/v1/assignments?asOf="+moment, "", nil)
	}
	now := func() string { return time.Now().UTC().Format("2006-01-02T15:04:05.000000Z") }
	write(1)
	before := now()
	if ans := at(before); !ok(ans) || !strings.Contains(string(ans.Raw), `"hours":1,`) {
		t.Fatalf("status %d: %s", ans.Status, ans.Raw)
	}
	tx, err := a.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(t.Context(), `SELECT FROM event_heads FOR UPDATE`); err != nil {
		t.Fatal(err)
	}
	write(2)
	after := now()
	if ans := at(after); ans.Status != 503 || ans.Header.Get("Retry-After") != "1" {
		t.Errorf("status %d: %s", ans.Status, ans.Raw)
	}
	if ans := at(before); !ok(ans) || !strings.Contains(string(ans.Raw), `"hours":1,`) {
		t.Errorf("status %d: %s", ans.Status, ans.Raw)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if ans := at(after); !ok(ans) || !strings.Contains(string(ans.Raw), `"hours":2,`) {
		t.Errorf("status %d: %s", ans.Status, ans.Raw)
	}
}
