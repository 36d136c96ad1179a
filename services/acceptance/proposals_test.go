package acceptance_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// proposing is a proposal and who writes it.
type proposing struct {
	*apitest.API
	t  *testing.T
	id string
}

// propose makes a proposal as a user.
func propose(t *testing.T, a *apitest.API, as, body string) *proposing {
	t.Helper()
	ans := a.REST(t, as, "POST /api/v1/proposals", merged(`{"title": "What if"}`, body), nil)
	if ans.Status != 200 {
		t.Fatal(string(ans.Raw))
	}
	return &proposing{a, t, apitest.Lookup(ans.Body, "data.id").(string)}
}

// must calls REST, with {id} replaced by the id of the proposal, and expects a status.
func (p *proposing) must(status int, as, call, body string) *apitest.Answer {
	p.t.Helper()
	ans := p.REST(p.t, as, strings.ReplaceAll(call, "{id}", p.id), strings.ReplaceAll(body, "{id}", p.id), nil)
	if ans.Status != status {
		p.t.Fatalf("%s as %s: %d, want %d: %s", call, as, ans.Status, status, ans.Raw)
	}
	return ans
}

// plan returns the rows of planned hours, those of the proposal if query names it: date, user, hours, t if tentative.
func (p *proposing) plan(query string) []string {
	p.t.Helper()
	ans := p.must(200, "admin", "GET /api/v1/assignments?limit=200&"+query, "")
	rows := []string{}
	items, _ := apitest.Lookup(ans.Body, "data.items").([]any)
	names := map[string]string{p.ID("worker"): "worker", p.ID("peer"): "peer", p.ID("vacancy"): "vacancy"}
	for _, item := range items {
		row := fmt.Sprint(apitest.Lookup(item, "date"), " ", names[apitest.Lookup(item, "userId").(string)], " ",
			apitest.Lookup(item, "hours"))
		if apitest.Lookup(item, "tentative") == true {
			row += " t"
		}
		rows = append(rows, row)
	}
	return rows
}

func (p *proposing) expect(what string, got []string, want ...string) {
	p.t.Helper()
	if !slices.Equal(got, want) {
		p.t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func (p *proposing) status() string {
	return apitest.Lookup(p.must(200, "admin", "GET /api/v1/proposals/{id}", "").Body, "data.status").(string)
}

// TestProposal asks for people, changes one thing, and applies and undoes the plan, by REST alone.
func TestProposal(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	p := propose(t, a, "worker", `{"reviewerIds": ["`+a.ID("boss")+`"]}`)
	p.must(200, "admin", "POST /api/v1/assignments", `{"items": [`+items(day(`{}`), day(`{"date": "2026-03-03"}`),
		day(`{"userId": "$peer", "tentative": true}`))+`]}`)
	live := []string{"2026-03-02 worker 8", "2026-03-02 peer 8 t", "2026-03-03 worker 8"}
	seq := func() int {
		return a.Count(`SELECT count(*) FROM events WHERE organization_id = $1 AND type LIKE 'assignments.%'`, a.Organization)
	}
	events := seq()

	// Every write of planned hours makes wishes.
	p.must(200, "worker", "POST /api/v1/assignments?proposal={id}", `{"items": [`+items(day(`{"hours": 4}`),
		day(`{"date": "2026-03-04"}`))+`]}`)
	p.must(200, "worker", "DELETE /api/v1/assignments?proposal={id}&user_id=$worker&start_date=2026-03-03&end_date=2026-03-03", "")
	p.must(200, "worker", "POST /api/v1/assignments/confirm?proposal={id}", `{"startDate": "2026-03-01", "endDate": "2026-03-31", "userId": "$peer"}`)
	p.must(200, "worker", "POST /api/v1/assignments/copy?proposal={id}", `{"source": {"userId": "$worker", "startDate": "2026-03-02", "endDate": "2026-03-04"},
		"target": {"startDate": "2026-03-09"}, "onExisting": "replace"}`)
	p.must(200, "worker", "PUT /api/v1/assignments/window?proposal={id}", `{"userId": "$peer", "startDate": "2026-03-10", "endDate": "2026-03-12", "items": [`+
		day(`{"userId": "$peer", "date": "2026-03-10", "hours": 2}`)+`]}`)
	p.must(200, "worker", "POST /api/v1/assignments/delete?proposal={id}", `{"items": [`+keyOnly(`{"date": "2026-03-11"}`)+`]}`)
	planned := []string{"2026-03-02 worker 4", "2026-03-02 peer 8", "2026-03-04 worker 8", "2026-03-09 worker 4", "2026-03-10 peer 2"}
	p.expect("the live plan", p.plan(""), live...)
	p.expect("the plan of the proposal", p.plan("proposal="+p.id), planned...)
	if n := seq(); n != events {
		t.Errorf("%d events of hours", n-events)
	}

	// Sums have the wishes.
	hours := func(query string) any {
		ans := p.must(200, "admin", "GET /api/v1/capacity?start_date=2026-03-01&end_date=2026-03-31&bucket=month&group_by=project"+query, "")
		names, _ := apitest.Lookup(ans.Body, "data.series").([]any)
		return apitest.Lookup(ans.Body, fmt.Sprintf("data.total.values.%d.0", slices.Index(names, any("planned"))))
	}
	if live, planned := hours(""), hours("&proposal="+p.id); live != 16. || planned != 26. {
		t.Errorf("planned hours %v, in the proposal %v", live, planned)
	}

	// It is reviewed: the reviewer changes one thing, and approves.
	p.must(200, "worker", "POST /api/v1/proposals/{id}/submit", "")
	p.must(409, "boss", "POST /api/v1/proposals/{id}/apply", "{}")
	p.must(200, "boss", "POST /api/v1/proposals/{id}/approve", "")
	p.must(200, "boss", "POST /api/v1/assignments?proposal={id}", `{"items": [`+day(`{"date": "2026-03-09", "hours": 6}`)+`]}`)
	if status := p.status(); status != "in_review" {
		t.Errorf("after a change it is %s", status)
	}
	p.must(403, "worker", "POST /api/v1/proposals/{id}/approve", "")
	p.must(200, "boss", "POST /api/v1/proposals/{id}/approve", "")

	// A live change makes a conflict, which is resolved.
	p.must(200, "admin", "POST /api/v1/assignments", `{"items": [`+day(`{"hours": 7}`)+`]}`)
	diff := p.must(200, "worker", "GET /api/v1/proposals/{id}/diff?count=true", "")
	if n := apitest.Lookup(diff.Body, "data.conflicts"); n != 1. || apitest.Lookup(diff.Body, "data.items.0.conflict") != "changed" ||
		apitest.Lookup(diff.Body, "data.items.0.before.hours") != 7. || apitest.Lookup(diff.Body, "data.items.0.after.hours") != 4. ||
		apitest.Lookup(diff.Body, "data.items.0.base.hours") != 8. || apitest.Lookup(diff.Body, "data.total") != 6. {
		t.Errorf("the difference: %s", diff.Raw)
	}
	refused := p.must(409, "boss", "POST /api/v1/proposals/{id}/apply", "{}")
	if refused.Code != "proposal_conflict" {
		t.Errorf("%s", refused.Raw)
	}
	p.expect("the live plan after a refusal", p.plan(""), "2026-03-02 worker 7", "2026-03-02 peer 8 t", "2026-03-03 worker 8")
	p.must(403, "worker", "POST /api/v1/proposals/{id}/apply", `{"onConflict": "mine"}`)
	p.must(200, "boss", "POST /api/v1/proposals/{id}/apply?dryRun=true", `{"onConflict": "mine"}`)
	applied := p.must(200, "boss", "POST /api/v1/proposals/{id}/apply", `{"onConflict": "mine"}`)
	planned[3] = "2026-03-09 worker 6"
	p.expect("the live plan after it", p.plan(""), planned...)
	again := p.must(200, "boss", "POST /api/v1/proposals/{id}/apply", `{}`)
	if fmt.Sprint(apitest.Lookup(again.Body, "data")) != fmt.Sprint(apitest.Lookup(applied.Body, "data")) {
		t.Errorf("again: %s, before %s", again.Raw, applied.Raw)
	}
	if o := apitest.Lookup(applied.Body, "data.outcome"); fmt.Sprint(o) != "map[created:3 deleted:1 skipped:0 unchanged:0 updated:2]" {
		t.Errorf("the outcome is %v", o)
	}

	// It is undone a day later.
	undo := p.must(200, "boss", "POST /api/v1/proposals/{id}/revert", "")
	u := &proposing{a, t, apitest.Lookup(undo.Body, "data.id").(string)}
	before := []string{"2026-03-02 worker 7", "2026-03-02 peer 8 t", "2026-03-03 worker 8"}
	u.expect("the plan without it", u.plan("proposal="+u.id), before...)
	u.must(200, "boss", "POST /api/v1/proposals/{id}/submit", "")
	u.must(200, "boss", "POST /api/v1/proposals/{id}/approve", "")
	u.must(200, "boss", "POST /api/v1/proposals/{id}/apply", "{}")
	u.expect("the live plan without it", u.plan(""), before...)
}
