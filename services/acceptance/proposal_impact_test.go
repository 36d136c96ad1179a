package acceptance_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestImpactOfProposals: a worker has 8 hours live and is wished for 4 days of two weeks; 6 hours of a placeholder go.
func TestImpactOfProposals(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	euros := newProject(t, a, `{"name": "Euros", "billingType": "time_materials"}`)
	dollars := newProject(t, a, `{"name": "Dollars", "billingType": "time_materials", "hourlyRate": 150, "currency": "USD"}`)
	row := func(override string) string { return merged(day(`{"projectId": "`+euros+`"}`), override) }
	must(t, a, "admin", "PUT /api/v1/organization/rates",
		`{"items": [{"kind": "bill", "amount": 100}, {"kind": "cost", "amount": 60}]}`)
	must(t, a, "admin", "POST /api/v1/assignments", `{"items": [`+items(row(`{}`), row(`{"userId": "$peer"}`),
		row(`{"userId": "$vacancy", "hours": 6}`))+`]}`)
	p := propose(t, a, "admin", `{"visibility": "organization"}`)
	p.must(200, "admin", "POST /api/v1/assignments?proposal={id}", `{"items": [`+items(row(`{"date": "2026-03-03"}`),
		row(`{"date": "2026-03-04", "hours": 10}`),
		row(`{"date": "2026-03-09", "tentative": true, "projectId": "`+dollars+`"}`))+`]}`)
	p.must(200, "admin", "POST /api/v1/assignments/delete?proposal={id}",
		`{"items": [{"userId": "$vacancy", "projectId": "`+euros+`", "date": "2026-03-02"}]}`)

	// impact reads the impact as a user: its weeks, the hours without a person, and the money.
	impact := func(as, query string) (lines []string) {
		t.Helper()
		data := apitest.Lookup(p.must(200, as, "GET /api/v1/proposals/{id}/impact"+query, "").Body, "data")
		weeks, _ := apitest.Lookup(data, "items").([]any)
		for _, week := range weeks {
			var hours []string
			for _, at := range []string{"before", "after"} {
				var values []any
				for _, figure := range []string{"planned", "tentative", "free", "over"} {
					values = append(values, apitest.Lookup(week, at+"."+figure))
				}
				hours = append(hours, fmt.Sprintln(values...))
			}
			lines = append(lines, strings.TrimSpace(fmt.Sprint(apitest.Lookup(week, "name"), " ",
				apitest.Lookup(week, "startDate"), ": ", strings.TrimSpace(hours[0]), " -> ", hours[1])))
		}
		lines = append(lines, fmt.Sprint("unfilled ", apitest.Lookup(data, "unfilled.before"), " -> ",
			apitest.Lookup(data, "unfilled.after")))
		amounts, _ := apitest.Lookup(data, "money").([]any)
		for _, of := range amounts {
			line := fmt.Sprint(apitest.Lookup(of, "currency"), " ", apitest.Lookup(of, "revenue.before"), " -> ",
				apitest.Lookup(of, "revenue.after"))
			if apitest.Lookup(of, "cost") != nil {
				line += fmt.Sprint(", costs ", apitest.Lookup(of, "cost.before"), " -> ", apitest.Lookup(of, "cost.after"))
			}
			lines = append(lines, line)
		}
		return lines
	}
	weeks := []string{
		"Vacancy 2026-03-02: 6 0 <nil> <nil> -> 0 0 <nil> <nil>",
		"Wo Worker 2026-03-02: 8 0 32 0 -> 26 0 16 2",
		"Wo Worker 2026-03-09: 0 0 8 0 -> 0 8 8 0",
		"unfilled 6 -> 0",
	}
	scopes := strings.Fields("read:proposals read:users read:assignments read:time_off read:actual_hours read:rates")
	a.Key("costs", "admin", append(scopes, "read:costs")...)
	a.Key("bills", "admin", scopes...)
	a.Key("noRates", "admin", append(scopes[:5:5], "read:costs")...)
	a.Key("noHours", "admin", append(scopes[:4:4], "read:rates", "read:costs")...)
	a.Key("member", "loner", append(scopes, "read:costs")...)
	bills := append(weeks, "EUR 1600 -> 3400", "USD 0 -> 1200")
	both := append(weeks, "EUR 1600 -> 3400, costs 960 -> 2520", "USD 0 -> 1200, costs 0 -> 0")
	for _, tt := range []struct {
		as, query string
		want      []string
	}{
		{"admin", "", both}, {"costs", "", both}, {"bills", "", bills}, {"noRates", "", weeks}, {"noHours", "", weeks},
		{"member", "", weeks},
		{"admin", "?start_date=2026-03-04&end_date=2026-03-08", []string{"Wo Worker 2026-03-04: 0 0 24 0 -> 10 0 16 2",
			"unfilled 0 -> 0", "EUR 0 -> 1000, costs 0 -> 600"}},
	} {
		if got := impact(tt.as, tt.query); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("as %s%s: %q, want %q", tt.as, tt.query, got, tt.want)
		}
	}
	// More hours do not change a fixed price.
	fixed := propose(t, a, "admin", `{}`)
	fixed.must(200, "admin", "POST /api/v1/assignments?proposal={id}", `{"items": [`+day(`{"date": "2026-03-30"}`)+`]}`)
	asked := p
	p = fixed
	if got := impact("admin", ""); got[len(got)-1] != "EUR 0 -> 0, costs 0 -> 480" {
		t.Errorf("of a fixed price: %q", got)
	}
	p = asked
	must(t, a, "admin", "PATCH /api/v1/organization/privacy", `{"utilization": "managers"}`)
	apitest.WaitForCallers()
	weeks[1] = "Wo Worker 2026-03-02: 8 0 <nil> <nil> -> 26 0 <nil> <nil>"
	weeks[2] = "Wo Worker 2026-03-09: 0 0 <nil> <nil> -> 0 8 <nil> <nil>"
	if got := impact("member", ""); !reflect.DeepEqual(got, weeks) {
		t.Errorf("without utilization: %q, want %q", got, weeks)
	}
	p.must(400, "admin", "GET /api/v1/proposals/{id}/impact?start_date=2026-03-10&end_date=2026-03-09", "")
	p.must(400, "admin", "GET /api/v1/proposals/{id}/impact?end_date=2027-12-10", "")
	p.must(200, "admin", "POST /api/v1/proposals/{id}/submit", "")
	p.must(200, "admin", "POST /api/v1/proposals/{id}/withdraw", "")
	if ans := p.must(409, "admin", "GET /api/v1/proposals/{id}/impact", ""); ans.Code != "invalid_state" {
		t.Errorf("%s", ans.Raw)
	}
}
