package acceptance_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/apitest"
)

// suggested is a response of SuggestProposal.
type suggested struct {
	Proposal *struct {
		ID, Title, Source, Status, Visibility string
		Rows, Version                         int
	}
	Items []struct {
		UserID, ProjectID, CapabilityID, Date, Because string
		Hours                                          float64
	}
	Unmet []struct {
		Date, Reason string
		Hours        float64
	}
}

// suggest asks for people.
func suggest(t *testing.T, a *apitest.API, as, query, brief string) (s suggested) {
	t.Helper()
	ans := a.REST(t, as, "POST /api/v1/proposals/suggest"+query, brief, nil)
	if ans.Status != 200 {
		t.Fatalf("%s: %s", brief, ans.Raw)
	}
	raw, _ := json.Marshal(apitest.Lookup(ans.Body, "data"))
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// lines returns the rows and what is unmet, as a test writes them.
func (s suggested) lines(a *apitest.API) string {
	names := map[string]string{}
	for _, name := range []string{"admin", "boss", "lead", "worker", "peer", "loner", "pm"} {
		names[a.ID(name)] = name
	}
	var lines []string
	for _, r := range s.Items {
		lines = append(lines, fmt.Sprint(r.Date[8:], " ", names[r.UserID], " ", r.Hours))
	}
	for _, u := range s.Unmet {
		lines = append(lines, fmt.Sprint(strings.TrimSpace("- "+u.Date), " ", u.Hours, " ", u.Reason))
	}
	return strings.Join(lines, "; ")
}

// skilled gives users the capability design at a level.
func skilled(t *testing.T, a *apitest.API, levels map[string]int) {
	t.Helper()
	for name, level := range levels {
		body := fmt.Sprintf(`{"capabilityId": "$design", "level": %d}`, level)
		writeSkills(t, a, name, body)
	}
}

// TestSuggestProposal looks for designers in the first week of March 2026, whose second day is a Tuesday.
func TestSuggestProposal(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	skilled(t, a, map[string]int{"worker": 4, "peer": 3, "loner": 2})
	must := func(call, body string) {
		t.Helper()
		if ans := a.REST(t, "admin", call, body, nil); ans.Status != 200 {
			t.Fatalf("%s: %s", call, ans.Raw)
		}
	}
	// The worker has 8 hours free on Monday and 2 on the other days, the peer 6 on each.
	var plan []string
	for d := 2; d <= 6; d++ {
		date := fmt.Sprintf("2026-03-%02d", d)
		plan = append(plan, day(fmt.Sprintf(`{"userId": "$peer", "date": "%s", "hours": 2}`, date)))
		if d > 2 {
			plan = append(plan, day(fmt.Sprintf(`{"date": "%s", "hours": 6}`, date)))
		}
	}
	must("POST /api/v1/assignments", `{"items": [`+items(plan...)+`]}`)
	brief := func(override string) string {
		demand := merged(`{"projectId": "$beacon", "capabilityId": "$design", "hours": 16, "startDate": "2026-03-02",
			"endDate": "2026-03-06"}`, override)
		return `{"demand": ` + demand + `}`
	}
	for _, tt := range []struct{ name, brief, want string }{
		{"whoever can take the most", brief(`{"hours": 20}`), "02 peer 6; 03 peer 6; 04 peer 6; 05 peer 2"},
		{"of those who can take all, the highest level", brief(`{}`),
			"02 worker 8; 03 worker 2; 04 worker 2; 05 worker 2; 06 worker 2"},
		{"a level", brief(`{"minLevel": 4}`), "02 worker 8; 03 worker 2; 04 worker 2; 05 worker 2; 06 worker 2"},
		{"as early as possible", merged(brief(`{}`), `{"objective": "earliest"}`), "02 worker 8; 02 peer 6; 02 loner 2"},
		{"hours that stay free", merged(brief(`{"hours": 11}`), `{"objective": "earliest", "keepFree": 1.5}`),
			"02 worker 6.5; 02 peer 4.5"},
		{"hours of a day", brief(`{"hours": 12, "hoursPerDay": 3, "minLevel": 3}`),
			"02 peer 3; 03 peer 3; 04 peer 3; 05 peer 3"},
		{"quarters of an hour", merged(brief(`{"hours": 1.1, "endDate": "2026-03-02", "hoursPerDay": 0.9}`),
			`{"objective": "earliest"}`), "02 worker 0.75; 02 peer 0.35"},
		{"more than there is", brief(`{"hours": 60, "minLevel": 3}`), "02 peer 6; 02 worker 8; 03 peer 6; 03 worker 2; " +
			"04 peer 6; 04 worker 2; 05 peer 6; 05 worker 2; 06 peer 6; 06 worker 2; - 14 no_time"},
		{"more than there is, over availability", merged(brief(`{"hours": 22, "minLevel": 4, "endDate": "2026-03-04"}`),
			`{"objective": "least_over"}`), "02 worker 12; 03 worker 5; 04 worker 5"},
		{"not on days off", merged(brief(`{"startDate": "2026-03-07", "endDate": "2026-03-08"}`),
			`{"objective": "least_over"}`), "- 16 no_time"},
		{"nobody is capable", brief(`{"minLevel": 5}`), "- 16 nobody_capable"},
		{"only these persons", merged(brief(`{}`), `{"among": ["$worker"]}`),
			"02 worker 8; 03 worker 2; 04 worker 2; 05 worker 2; 06 worker 2"},
	} {
		found := suggest(t, a, "admin", "?dryRun=true", tt.brief)
		// Persons of a day are ordered by id.
		if got := found.lines(a); !isSameSet(got, tt.want) {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		if again := suggest(t, a, "admin", "?dryRun=true", tt.brief); !reflect.DeepEqual(again.Items, found.Items) {
			t.Errorf("%s: another time %s", tt.name, again.lines(a))
		}
		if (found.Proposal == nil) != (len(found.Items) == 0) {
			t.Errorf("%s: the proposal %v", tt.name, found.Proposal)
		}
	}
	if n := a.Count(`SELECT count(*) FROM proposals WHERE organization_id = $1`, a.Organization); n > 0 {
		t.Errorf("dry runs have made %d proposals", n)
	}

	// A placeholder's hours move. What is live is added to, and a row says why.
	must("POST /api/v1/assignments", `{"items": [`+items(
		day(`{"userId": "$vacancy", "projectId": "$atlas", "date": "2026-03-02", "hours": 8}`),
		day(`{"userId": "$vacancy", "projectId": "$atlas", "date": "2026-03-03", "hours": 7, "tentative": true}`))+`]}`)
	must("PUT /api/v1/users/$vacancy/capabilities", `{"items": [{"capabilityId": "$design", "level": 3}]}`)
	found := suggest(t, a, "admin", "", `{"demand": {"placeholderId": "$vacancy", "startDate": "2026-03-01"}, "among": ["$worker"]}`)
	if got := found.lines(a); got != "02 worker 8; 03 worker 2; - 2026-03-03 5 no_time" {
		t.Errorf("for the placeholder: %s", got)
	}
	if p := found.Proposal; p.Title != "People for Vacancy" || p.Source != "suggestion" || p.Status != "draft" ||
		p.Rows != 4 || p.Version != 2 {
		t.Errorf("the proposal %+v", p)
	}
	p := &proposing{a, t, found.Proposal.ID}
	p.expect("the plan", p.plan("proposal={id}&start_date=2026-03-02&end_date=2026-03-03"), "2026-03-02 worker 8",
		"2026-03-02 peer 2", "2026-03-03 worker 8", "2026-03-03 peer 2", "2026-03-03 vacancy 5 t")
	diff := p.must(200, "admin", "GET /api/v1/proposals/{id}/diff", "")
	why := map[any]any{}
	rows, _ := apitest.Lookup(diff.Body, "data.items").([]any)
	for _, row := range rows {
		if apitest.Lookup(row, "key.userId") == a.ID("worker") {
			why[apitest.Lookup(row, "key.date")] = apitest.Lookup(row, "because")
		} else if apitest.Lookup(row, "because") != nil {
			t.Errorf("%v", row)
		}
	}
	const because = "Design 4, 16 h free in week 10"
	if want := map[any]any{"2026-03-02": because, "2026-03-03": because}; !reflect.DeepEqual(why, want) {
		t.Errorf("because: %v, want %v", why, want)
	}
	// Reasons have levels and free hours, for whoever may read both.
	p.must(200, "admin", "PATCH /api/v1/proposals/{id}", `{"visibility": "organization"}`)
	a.Key("plain", "boss", "read:proposals", "read:assignments")
	shows := func(as string, want bool) {
		t.Helper()
		diff := p.must(200, as, "GET /api/v1/proposals/{id}/diff", "")
		if strings.Contains(string(diff.Raw), "16 h free") != want {
			t.Errorf("as %s: %s", as, diff.Raw)
		}
	}
	shows("plain", false)
	shows("loner", true)
	must("PATCH /api/v1/organization/privacy", `{"utilization": "managers"}`)
	apitest.WaitForCallers()
	shows("loner", false)
	shows("lead", true)
	// Whoever wishes otherwise has another reason.
	p.must(200, "admin", "POST /api/v1/assignments?proposal={id}", `{"items": [`+
		day(`{"userId": "$worker", "projectId": "$atlas", "hours": 5}`)+`]}`)
	if n := a.Count(`SELECT count(*) FROM proposal_rows WHERE organization_id = $1 AND because IS NOT NULL`,
		a.Organization); n != 1 {
		t.Errorf("%d rows are suggested", n)
	}
	p.must(200, "admin", "POST /api/v1/proposals/{id}/submit", "")
	p.must(200, "admin", "POST /api/v1/proposals/{id}/approve", "")
	p.must(200, "admin", "POST /api/v1/proposals/{id}/apply", "{}")

	// Closed days are left out: the Monday for the worker, the Tuesday for all.
	must("POST /api/v1/locks", `{"startDate": "2026-03-16", "endDate": "2026-03-16", "kinds": ["assignments"], "userIds": ["$worker"],
		"reason": "X"}`)
	must("POST /api/v1/locks", `{"startDate": "2026-03-17", "endDate": "2026-03-17", "kinds": ["assignments"], "reason": "X"}`)
	closed := suggest(t, a, "admin", "", brief(`{"startDate": "2026-03-16", "endDate": "2026-03-18", "minLevel": 3, "hours": 40}`))
	if got := closed.lines(a); !isSameSet(got, "16 peer 8; 18 worker 8; 18 peer 8; - 16 no_time") {
		t.Errorf("with closed days: %s", got)
	}
	// By default, the days of a placeholder begin with its first row.
	must("POST /api/v1/assignments",
		`{"items": [`+day(`{"userId": "$vacancy", "projectId": "$atlas", "date": "2028-03-20", "hours": 4}`)+`]}`)
	if got := suggest(t, a, "admin", "?dryRun=true", `{"demand": {"placeholderId": "$vacancy"}}`).lines(a); got != "20 worker 4" {
		t.Errorf("later than in a year: %s", got)
	}

	for _, tt := range []struct{ brief, field string }{
		{`{"demand": {}}`, "demand"},
		{`{"demand": {"projectId": "$atlas"}}`, "demand.hours"},
		{`{"demand": {"placeholderId": "$vacancy", "projectId": "$atlas"}}`, "demand.projectId"},
		{`{"demand": {"placeholderId": "$worker"}}`, "demand.placeholderId"},
		{`{"demand": {"placeholderId": "$unknown"}}`, "demand.placeholderId"},
		{brief(`{"projectId": "$unknown"}`), "demand.projectId"},
		{brief(`{"capabilityId": "$unknown"}`), "demand.capabilityId"},
		{brief(`{"capabilityId": null, "minLevel": 2}`), "demand.minLevel"},
		{brief(`{"endDate": "2026-03-01"}`), "demand.startDate"},
		{brief(`{"endDate": "2027-03-07"}`), "demand.endDate"},
		{merged(brief(`{}`), `{"among": ["$vacancy"]}`), "among[0]"},
		{merged(brief(`{}`), `{"among": ["$worker", "$worker"]}`), "among[1]"},
		{merged(brief(`{}`), `{"among": ["$unknown"]}`), "among[0]"},
		{merged(brief(`{}`), `{"keepFree": 25}`), "keepFree"},
	} {
		ans := a.REST(t, "admin", "POST /api/v1/proposals/suggest", tt.brief, nil)
		if ans.Status != 400 || !strings.Contains(string(ans.Raw), `"`+tt.field+`"`) {
			t.Errorf("%s: %s, want the field %s", tt.brief, ans.Raw, tt.field)
		}
	}
}

// TestSuggestOnce repeats a request with its Idempotency-Key, as the clients do.
func TestSuggestOnce(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	skilled(t, a, map[string]int{"worker": 4})
	once := map[string]string{"Idempotency-Key": "once"}
	var responses []string
	for range 2 {
		ans := a.REST(t, "admin", "POST /api/v1/proposals/suggest", `{"demand": {"projectId": "$beacon",
			"capabilityId": "$design", "hours": 16, "startDate": "2026-03-02", "endDate": "2026-03-06"}}`, once)
		if ans.Status != 200 || apitest.Lookup(ans.Body, "data.proposal.rows") != 2.0 {
			t.Fatalf("%d %s", ans.Status, ans.Raw)
		}
		responses = append(responses, string(ans.Raw))
	}
	if responses[0] != responses[1] {
		t.Errorf("the repeated request has another response:\n%s\n%s", responses[0], responses[1])
	}
	if n := a.Count(`SELECT count(*) FROM proposals WHERE organization_id = $1`, a.Organization); n != 1 {
		t.Errorf("there are %d proposals", n)
	}
}

// isSameSet reports whether two lists of lines have the same ones, in any order.
func isSameSet(a, b string) bool {
	count := map[string]int{}
	for line := range strings.SplitSeq(a, "; ") {
		count[line]++
	}
	for line := range strings.SplitSeq(b, "; ") {
		count[line]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// TestSuggestionsKeepTheirPromises compares suggestions over random plans with capacity and with what was asked for:
// nothing is lost, nobody is over, and hours are left only where nobody has time.
func TestSuggestionsKeepTheirPromises(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	r := rand.New(rand.NewPCG(49, 4))
	users := []string{"admin", "boss", "lead", "worker", "peer", "loner", "pm"}
	levels := map[string]int{"lead": 1, "worker": 4, "peer": 3, "loner": 2, "pm": 3}
	skilled(t, a, levels)
	pick := func(hours ...float64) float64 { return hours[r.IntN(len(hours))] }
	for round := range 40 {
		var plan []string
		for d := range 19 {
			date := time.Date(2026, 3, 2+d, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
			for _, name := range append(users, "vacancy") {
				if r.IntN(2) == 0 {
					plan = append(plan, fmt.Sprintf(`{"userId": "$%s", "projectId": "$%s", "date": "%s", "hours": %v, "tentative": %t}`,
						name, []string{"atlas", "beacon"}[r.IntN(2)], date, pick(0, 1, 2.5, 3.7, 6, 8, 9), r.IntN(5) == 0))
				}
			}
		}
		if ans := a.REST(t, "admin", "POST /api/v1/assignments", `{"items": [`+items(plan...)+`]}`, nil); ans.Status != 200 {
			t.Fatal(string(ans.Raw))
		}
		objective := []string{"fewest_people", "least_over", "earliest"}[round%3]
		keep, perDay, level := pick(0, 0, 1, 2.5), pick(2, 4, 24), 1+r.IntN(4)
		hours, days := pick(3, 7.3, 20, 80, 400), "2026-03-02 2026-03-20"
		brief := fmt.Sprintf(`{"objective": "%s", "keepFree": %v, "demand": {"projectId": "$atlas", "capabilityId": "$design", `+
			`"minLevel": %d, "hours": %v, "startDate": "%s", "endDate": "%s", "hoursPerDay": %v}}`,
			objective, keep, level, hours, days[:10], days[11:], perDay)
		if round%4 == 3 {
			level, perDay = 1, 24
			brief = fmt.Sprintf(`{"objective": "%s", "keepFree": %v, "demand": {"placeholderId": "$vacancy", "startDate": "%s", `+
				`"endDate": "%s"}}`, objective, keep, days[:10], days[11:])
			hours = figures(t, a, "", days)["unfilled"][a.ID("vacancy")].sum()
		}
		free := figures(t, a, "", days)["free"]
		s := suggest(t, a, "admin", "", brief)
		given, left := map[string]hoursByDay{}, map[string]float64{}
		total := 0.
		for _, row := range s.Items {
			if given[row.UserID] == nil {
				given[row.UserID] = hoursByDay{}
			}
			given[row.UserID][row.Date] += row.Hours
			total += row.Hours
		}
		for _, u := range s.Unmet {
			left[u.Date] += u.Hours
			total += u.Hours
		}
		if !isNear(total, hours) {
			t.Fatalf("%s: %v of %v hours", brief, total, hours)
		}
		for _, name := range users {
			id := a.ID(name)
			for date := range free[id] {
				got, most := given[id][date], min(perDay, max(0, free[id][date]-keep))
				if got > 0 && (levels[name] < level && round%4 != 3 || got > perDay+1e-6) {
					t.Fatalf("%s: %s has %v on %s", brief, name, got, date)
				}
				if objective != "least_over" && got > most+1e-6 {
					t.Fatalf("%s: %s has %v of %v on %s", brief, name, got, most, date)
				}
				open := left[""] + left[date]
				isCapable := round%4 == 3 || levels[name] >= level
				if spare := math.Floor((most-got)*4+1e-6) / 4; isCapable && open > 0 && min(spare, open) > 0 {
					t.Fatalf("%s: %s could do %v more on %s, and %v are left", brief, name, spare, date, open)
				}
			}
		}
		if s.Proposal == nil {
			continue
		}
		// The plan of the proposal has just these hours more.
		after := figures(t, a, "&proposal="+s.Proposal.ID, days)
		before := figures(t, a, "", days)
		for id, hours := range given {
			for date, more := range hours {
				sum := func(f map[string]map[string]hoursByDay) float64 {
					return f["planned"][id][date] + f["tentative"][id][date]
				}
				if !isNear(sum(after)-sum(before), more) {
					t.Fatalf("%s: %s has %v more hours in the plan, want %v", brief, date, sum(after)-sum(before), more)
				}
			}
		}
		if round%4 == 3 {
			moved := before["unfilled"][a.ID("vacancy")].sum() - after["unfilled"][a.ID("vacancy")].sum()
			if unmet := hours - moved; !isNear(unmet, left[""]+hoursByDay(left).sum()) {
				t.Fatalf("%s: the placeholder has lost %v of %v hours", brief, moved, hours)
			}
		}
		if ans := a.REST(t, "admin", "DELETE /api/v1/proposals/"+s.Proposal.ID, "", nil); ans.Status >= 300 {
			t.Fatal(string(ans.Raw))
		}
	}
}

type hoursByDay map[string]float64

func (h hoursByDay) sum() (sum float64) {
	for _, hours := range h {
		sum += hours
	}
	return sum
}

func isNear(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

// figures returns the hours of each series, user and day of a capacity.
func figures(t *testing.T, a *apitest.API, query, days string) map[string]map[string]hoursByDay {
	t.Helper()
	ans := a.REST(t, "admin", "GET /api/v1/capacity?bucket=day&kind=all&start_date="+days[:10]+"&end_date="+days[11:]+query,
		"", nil)
	if ans.Status != 200 {
		t.Fatal(string(ans.Raw))
	}
	found := map[string]map[string]hoursByDay{}
	names, _ := apitest.Lookup(ans.Body, "data.series").([]any)
	dates, _ := apitest.Lookup(ans.Body, "data.buckets").([]any)
	groups, _ := apitest.Lookup(ans.Body, "data.items").([]any)
	for i, name := range names {
		of := map[string]hoursByDay{}
		for _, g := range groups {
			id, _ := apitest.Lookup(g, "id").(string)
			of[id] = hoursByDay{}
			for d, date := range dates {
				value, _ := apitest.Lookup(g, fmt.Sprintf("values.%d.%d", i, d)).(float64)
				of[id][fmt.Sprint(date)] = value
			}
		}
		found[fmt.Sprint(name)] = of
	}
	return found
}
