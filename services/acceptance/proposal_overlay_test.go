package acceptance_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestProposalsShowWhatTheyWouldMake makes random proposals over a random plan, reads the plan of each, applies it, and
// reads the live plan: both must be the same in every list and sum. PROPOSALS is the number of proposals.
func TestProposalsShowWhatTheyWouldMake(t *testing.T) {
	t.Parallel()
	rounds := 25
	if n, err := strconv.Atoi(os.Getenv("PROPOSALS")); err == nil {
		rounds = n
	}
	a := apitest.New(t)
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 1))
	t.Logf("the seed is %d", seed)
	users := []string{"worker", "peer", "lead", "loner", "vacancy"}
	row := func(withHours bool) string {
		m := fmt.Sprintf(`{"userId": "$%s", "projectId": "$%s", "date": "2026-06-%02d"`, users[r.IntN(len(users))],
			[]string{"atlas", "beacon"}[r.IntN(2)], 1+r.IntN(12))
		if r.IntN(3) == 0 {
			m += `, "capabilityId": "$design"`
		}
		if withHours {
			m += fmt.Sprintf(`, "hours": %d`, r.IntN(12))
			if r.IntN(3) == 0 {
				m += fmt.Sprintf(`, "tentative": %t`, r.IntN(2) == 0)
			}
		}
		return m + "}"
	}
	some := func(most int, withHours bool) string {
		list := make([]string, 1+r.IntN(most))
		for i := range list {
			list[i] = row(withHours)
		}
		return `{"items": [` + strings.Join(list, ",") + `]}`
	}
	day := func() int { return 1 + r.IntN(12) }
	// write sends a random write of planned hours, with a query that begins with ? or is empty.
	write := func(query string) {
		first := day()
		last := first + r.IntN(5)
		user := users[r.IntN(4)]
		and := strings.Replace(query, "?", "&", 1)
		var ans *apitest.Answer
		switch r.IntN(7) {
		case 0, 1:
			ans = a.REST(t, "admin", "POST /api/v1/assignments"+query, some(20, true), nil)
		case 2:
			ans = a.REST(t, "admin", "POST /api/v1/assignments/delete"+query, some(10, false), nil)
		case 3:
			ans = a.REST(t, "admin", fmt.Sprintf("DELETE /api/v1/assignments?user_id=$%s&start_date=2026-06-%02d&end_date=2026-06-%02d%s",
				user, first, last, and), "", nil)
		case 4:
			ans = a.REST(t, "admin", "POST /api/v1/assignments/copy"+query, fmt.Sprintf(`{"source": {"userId": "$%s",
				"startDate": "2026-06-%02d", "endDate": "2026-06-%02d"}, "target": {"startDate": "2026-06-%02d"},
				"onExisting": "%s", "move": %t}`, user, first, last,
				day(), []string{"replace", "skip"}[r.IntN(2)], r.IntN(2) == 0), nil)
		case 5:
			ans = a.REST(t, "admin", "POST /api/v1/assignments/confirm"+query,
				fmt.Sprintf(`{"projectId": "$atlas", "startDate": "2026-06-%02d", "endDate": "2026-06-%02d"}`, first, last), nil)
		case 6:
			ans = a.REST(t, "admin", "POST /api/v1/users/$vacancy/fill"+query,
				fmt.Sprintf(`{"userId": "$%s", "startDate": "2026-06-%02d", "endDate": "2026-06-%02d"}`, user, first, first), nil)
		}
		if ans.Status != 200 && ans.Code != "invalid_state" && !strings.Contains(ans.Message, "must differ") {
			t.Fatalf("%s", ans.Raw)
		}
	}
	queries := []string{
		"assignments?limit=200", "assignments?limit=7&offset=5&count=true", "assignments?user_id=$worker&limit=200&count=true",
		"assignments?project_id=$atlas&start_date=2026-06-03&end_date=2026-06-08&limit=200", "assignments?capability_id=$design&limit=200",
		"assignments?capability_id=none&min_hours=4&limit=200", "assignments?tentative=true&limit=200",
		"assignments?tentative=false&count=true&limit=200",
	}
	for _, group := range []string{"user", "user&kind=all", "project", "client", "manager", "capability", "organization",
		"user&split_by=project",
		"user&manager_id=$boss", "user&project_id=$atlas", "capability&client_id=$acme"} {
		queries = append(queries, "capacity?start_date=2026-06-01&end_date=2026-06-20&bucket=day&group_by="+group,
			"capacity?start_date=2026-05-25&end_date=2026-06-20&bucket=week&group_by="+group)
	}
	queries = append(queries, "capacity/gaps?hours=20&start_date=2026-06-01&end_date=2026-06-12",
		"capacity/gaps?hours=20&start_date=2026-06-01&end_date=2026-06-12&manager_id=$boss",
		"users/$vacancy/candidates?start_date=2026-06-01&end_date=2026-06-20",
		"money?start_date=2026-06-01&end_date=2026-06-30&bucket=week&budget=true",
		"money?start_date=2026-06-01&end_date=2026-06-30&group_by=user")
	read := func(query, suffix string) any {
		if suffix != "" && !strings.Contains(query, "?") {
			suffix = strings.Replace(suffix, "&", "?", 1)
		}
		ans := a.REST(t, "admin", "GET /api/v1/"+query+suffix, "", nil)
		if ans.Status != 200 {
			t.Fatalf("%s: %s", query, ans.Raw)
		}
		data := apitest.Lookup(ans.Body, "data")
		withoutIDs(data)
		return data
	}
	different, compared := 0, 0
	for range rounds {
		for range 2 {
			write("")
		}
		p := propose(t, a, "admin", `{}`)
		for range 1 + r.IntN(4) {
			write("?proposal=" + p.id)
		}
		if r.IntN(2) == 0 { // a live change meanwhile
			write("")
		}
		if apitest.Lookup(
			p.must(200, "admin", "GET /api/v1/proposals/{id}", "").Body, "data.rows") == 0. {
			continue
		}
		wished, live := map[string]any{}, map[string]any{}
		for _, q := range queries {
			wished[q], live[q] = read(q, "&proposal="+p.id), read(q, "")
			if !strings.HasPrefix(q, "capacity?") && !strings.HasPrefix(q, "money?") {
				continue
			}
			both := figuresOf(read(q, "&compare=live&proposal="+p.id))
			for prefix, alone := range map[string]any{"": wished[q], "live": live[q]} {
				if d := figuresDiffer(both, figuresOf(alone), prefix); d != "" {
					t.Fatalf("%s with compare=live: %s", q, d)
				}
				compared++
			}
		}
		p.must(200, "admin", "POST /api/v1/proposals/{id}/submit", "")
		p.must(200, "admin", "POST /api/v1/proposals/{id}/approve", "")
		p.must(200, "admin", "POST /api/v1/proposals/{id}/apply", `{"onConflict": "mine"}`)
		for _, q := range queries {
			after := read(q, "")
			if !reflect.DeepEqual(after, wished[q]) {
				t.Fatalf("%s: with the proposal %v\napplied %v", q, wished[q], after)
			}
			if !reflect.DeepEqual(after, live[q]) {
				different++
			}
		}
	}
	if compared < rounds {
		t.Errorf("only %d responses had the live plan beside the proposal", compared)
	}
	if different < rounds {
		t.Errorf("only %d of %d reads were changed by a proposal", different, rounds*len(queries))
	}
}

// figuresOf returns the figures of a capacity or of money by what they are of, and by the series. Those of totals have
// the word total.
func figuresOf(data any) map[string]map[string]any {
	names, _ := apitest.Lookup(data, "series").([]any)
	found := map[string]map[string]any{}
	add := func(of string, item any) {
		values, _ := apitest.Lookup(item, "values").([]any)
		found[of] = map[string]any{}
		for i, list := range values {
			found[of][names[i].(string)] = list
		}
	}
	items, _ := apitest.Lookup(data, "items").([]any)
	for _, item := range items {
		add(fmt.Sprint(apitest.Lookup(item, "id"), apitest.Lookup(item, "split.id"), apitest.Lookup(item, "currency")), item)
	}
	totals, _ := apitest.Lookup(data, "totals").([]any)
	for _, item := range totals {
		add(fmt.Sprint("total ", apitest.Lookup(item, "currency")), item)
	}
	if total := apitest.Lookup(data, "total"); total != nil {
		add("total", total)
	}
	return found
}

// figuresDiffer compares the figures of one of two plans, whose series have a prefix, with the same plan alone, and
// returns how they differ. What only the other plan has is 0 in this one, but for what is no plan.
func figuresDiffer(both, alone map[string]map[string]any, prefix string) string {
	beside := func(series string) string {
		if prefix == "" {
			return series
		}
		return prefix + strings.ToUpper(series[:1]) + series[1:]
	}
	for of, figures := range alone {
		for series, list := range figures {
			got, is := both[of][beside(series)]
			if is != (prefix == "" || list != nil && isOfPlan(series)) {
				return fmt.Sprintf("%s of %s: %v", beside(series), of, both[of])
			}
			if is && !reflect.DeepEqual(got, list) {
				return fmt.Sprintf("%s of %s is %v, alone %v", beside(series), of, got, list)
			}
		}
	}
	for of, figures := range both {
		if alone[of] != nil {
			continue
		}
		for _, series := range []string{"planned", "tentative", "over", "unfilled", "forecastRevenue"} {
			list, _ := figures[beside(series)].([]any)
			if slices.ContainsFunc(list, func(hours any) bool { return hours != 0. }) {
				return fmt.Sprintf("%s of %s is %v, and the plan alone has no such item", beside(series), of, list)
			}
		}
	}
	return ""
}

// isOfPlan reports whether a series of a capacity, or of money, is compared with the live plan.
func isOfPlan(series string) bool {
	return !slices.Contains([]string{"contracted", "holiday", "timeOff", "availability", "pendingTimeOff", "actual", "supply"},
		series)
}

// withoutIDs removes what a row of a proposal has otherwise than the row that it becomes.
func withoutIDs(value any) {
	switch v := value.(type) {
	case map[string]any:
		if _, isRow := v["projectId"]; isRow && v["hours"] != nil {
			delete(v, "id")
		}
		for _, name := range []string{"version", "createdAt", "updatedAt", "asOf", "nextCursor"} {
			delete(v, name)
		}
		for _, member := range v {
			withoutIDs(member)
		}
	case []any:
		for _, item := range v {
			withoutIDs(item)
		}
	}
}
