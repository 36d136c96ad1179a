package acceptance_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/rpc"
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
	p.must(200, "worker", "POST /api/v1/assignments/confirm?proposal={id}",
		`{"startDate": "2026-03-01", "endDate": "2026-03-31", "userId": "$peer"}`)
	p.must(200, "worker", "POST /api/v1/assignments/copy?proposal={id}",
		`{"source": {"userId": "$worker", "startDate": "2026-03-02", "endDate": "2026-03-04"},
		"target": {"startDate": "2026-03-09"}, "onExisting": "replace"}`)
	p.must(200, "worker", "PUT /api/v1/assignments/window?proposal={id}",
		`{"userId": "$peer", "startDate": "2026-03-10", "endDate": "2026-03-12", "items": [`+
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
		ans := p.must(200, "admin",
			"GET /api/v1/capacity?start_date=2026-03-01&end_date=2026-03-31&bucket=month&group_by=project"+query, "")
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

// proposable is a request that can be about a proposal: over REST, with the rest of its query, and over gRPC, without
// what the body and the query of it have.
type proposable struct{ call, body, rpc, field, more string }

// over returns the request over gRPC.
func (p proposable) over() (rpc, request string) {
	request = "{}"
	_, query, _ := strings.Cut(p.call, "?")
	for pair := range strings.SplitSeq(strings.TrimSuffix(query, "&"), "&") {
		if name, value, is := strings.Cut(pair, "="); is {
			request = merged(request, fmt.Sprintf(`{%q: %q}`, name, value))
		}
	}
	if p.field != "" {
		request = merged(request, `{"`+p.field+`": `+strings.Replace(p.body, `"replace"`, `"ON_EXISTING_REPLACE"`, 1)+`}`)
	}
	return p.rpc, merged(request, p.more)
}

// withProposal are all requests that can be about a proposal.
var withProposal = []proposable{
	{"GET /api/v1/assignments?", ``, "AssignmentService/ListAssignments", "", `{}`},
	{"GET /api/v1/capacity?start_date=2026-03-01&end_date=2026-03-31&", ``, "CapacityService/GetCapacity", "", `{}`},
	{"GET /api/v1/capacity/gaps?hours=1&start_date=2026-03-01&end_date=2026-03-31&", ``,
		"CapacityService/ListCapacityGaps", "", `{"hours": 1}`},
	{"GET /api/v1/users/$vacancy/candidates?start_date=2026-03-01&end_date=2026-03-31&", ``,
		"CapacityService/ListCandidates", "", `{"placeholderId": "$vacancy"}`},
	{"GET /api/v1/money?start_date=2026-03-01&end_date=2026-03-31&", ``, "MoneyService/GetMoney", "", `{}`},
	{"POST /api/v1/assignments?", `{"items": [` + day(`{}`) + `]}`, "AssignmentService/UpsertAssignments", "batch", `{}`},
	{"PUT /api/v1/assignments/window?", `{"userId": "$worker", "startDate": "2026-03-01", "endDate": "2026-03-31", "items": []}`,
		"AssignmentService/ReplaceAssignmentsWindow", "window", `{}`},
	{"DELETE /api/v1/assignments?user_id=$worker&start_date=2026-03-02&end_date=2026-03-02&", ``,
		"AssignmentService/DeleteAssignments", "", `{}`},
	{"POST /api/v1/assignments/delete?", `{"items": [` + keyOnly(`{}`) + `]}`, "AssignmentService/DeleteAssignmentRows", "rows", `{}`},
	{"POST /api/v1/assignments/copy?", `{"source": {"userId": "$worker", "startDate": "2026-03-02", "endDate": "2026-03-04"},
		"target": {"startDate": "2026-03-09"}, "onExisting": "replace"}`, "AssignmentService/CopyAssignments", "copy", `{}`},
	{"POST /api/v1/assignments/confirm?", `{"userId": "$worker", "startDate": "2026-03-01", "endDate": "2026-03-31"}`,
		"AssignmentService/ConfirmAssignments", "window", `{}`},
	{"POST /api/v1/users/$vacancy/fill?", `{"userId": "$worker"}`,
		"AssignmentService/FillPlaceholder", "filling", `{"placeholderId": "$vacancy"}`},
}

// TestProposalsThatMayNotBeRead: for whoever may not read a proposal, it does not exist, and neither does one of
// another organization.
func TestProposalsThatMayNotBeRead(t *testing.T) {
	t.Parallel()
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	takes := 0
	for _, m := range table.Methods() {
		if m.Proposal != nil {
			takes++
		}
	}
	if takes != len(withProposal) {
		t.Errorf("%d requests can be about a proposal, and the test has %d", takes, len(withProposal))
	}
	a := apitest.New(t)
	p := propose(t, a, "worker", `{}`)
	p.must(200, "worker", "POST /api/v1/assignments?proposal={id}", `{"items": [`+day(`{"hours": 3}`)+`]}`)
	for _, call := range []struct{ call, body string }{
		{"GET /api/v1/proposals/{id}", ``}, {"GET /api/v1/proposals/{id}/diff", ``},
		{"GET /api/v1/proposals/{id}/impact", ``},
		{"PATCH /api/v1/proposals/{id}", `{"title": "Mine"}`}, {"DELETE /api/v1/proposals/{id}", ``},
		{"POST /api/v1/proposals/{id}/submit", ``}, {"POST /api/v1/proposals/{id}/withdraw", ``},
		{"POST /api/v1/proposals/{id}/approve", ``}, {"POST /api/v1/proposals/{id}/reject", `{"reason": "No"}`},
		{"POST /api/v1/proposals/{id}/apply", `{}`}, {"POST /api/v1/proposals/{id}/revert", ``},
	} {
		p.must(404, "peer", call.call, call.body)
	}
	for _, c := range withProposal {
		for _, as := range []string{"peer", "boss"} {
			ans := p.REST(t, as, c.call+"proposal="+p.id, c.body, nil)
			if as == "peer" && ans.Status == 403 && strings.Contains(c.call, "money") {
				continue // members read no money
			}
			if ans.Code != "unknown_reference" || !slices.Equal(ans.Fields, []string{"proposal"}) {
				t.Errorf("%s as %s: %s", c.call, as, ans.Raw)
			}
		}
	}
	list := p.must(200, "peer", "GET /api/v1/proposals?count=true", "")
	if n := apitest.Lookup(list.Body, "data.total"); n != 0. {
		t.Errorf("%v proposals in the list", n)
	}
	p.must(200, "worker", "PATCH /api/v1/proposals/{id}", `{"visibility": "organization"}`)
	p.must(200, "peer", "GET /api/v1/proposals/{id}/diff", "")
	p.must(200, "peer", "GET /api/v1/assignments?proposal={id}", "")
	p.must(403, "peer", "POST /api/v1/assignments?proposal={id}", `{"items": [`+day(`{}`)+`]}`)
	p.must(403, "peer", "POST /api/v1/proposals/{id}/submit", "")
}

// TestScopesOfProposals: a key has what its scopes give it, in a proposal and outside of it.
func TestScopesOfProposals(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	a.Key("safe", "boss", "read:assignments", "read:proposals", "write:proposals")
	a.Key("alone", "boss", "write:proposals")
	a.Key("plans", "boss", "read:assignments", "write:assignments")
	a.Key("applies", "boss", "read:assignments", "read:proposals", "write:proposals", "apply:proposals")
	p := propose(t, a, "safe", `{}`)
	item := `{"items": [` + day(`{"hours": 3}`) + `]}`
	missing := func(as, call, body, scope string) {
		t.Helper()
		if ans := p.must(403, as, call, body); ans.Code != "scope_missing" || !strings.HasSuffix(ans.Message, " "+scope) {
			t.Errorf("%s as %s: %s", call, as, ans.Raw)
		}
	}
	missing("safe", "POST /api/v1/assignments", item, "write:assignments")
	missing("alone", "POST /api/v1/assignments?proposal={id}", item, "read:assignments")
	missing("alone", "POST /api/v1/assignments?proposal="+a.ID("unknown"), item, "read:assignments")
	missing("alone", "GET /api/v1/proposals/{id}", "", "read:proposals")
	missing("alone", "GET /api/v1/assignments?proposal={id}", "", "read:assignments")
	missing("alone", "POST /api/v1/proposals/{id}/apply", "{}", "apply:proposals")
	missing("plans", "POST /api/v1/assignments?proposal={id}", item, "write:proposals")
	missing("plans", "GET /api/v1/assignments?proposal={id}", "", "read:proposals")
	for _, c := range []struct{ rpc, request string }{
		{"AssignmentService/UpsertAssignments", `{"batch": {"items": [` + day(`{"hours": 3}`) + `]}}`},
		{"AssignmentService/UpsertAssignments", `{"batch": {"items": [` + day(`{"hours": 3}`) + `]}, "proposal": ""}`},
	} {
		if ans := p.Call(t, "safe", c.rpc, c.request, nil); ans.Code != "scope_missing" && ans.Code != "validation_failed" {
			t.Errorf("%s: %s %s", c.request, ans.Code, ans.Message)
		}
	}
	p.must(200, "safe", "POST /api/v1/assignments?proposal={id}", item)
	p.must(200, "safe", "POST /api/v1/proposals/{id}/submit", "")
	missing("safe", "POST /api/v1/proposals/{id}/approve", "", "apply:proposals")
	p.must(200, "applies", "POST /api/v1/proposals/{id}/approve", "")
	missing("safe", "POST /api/v1/proposals/{id}/apply", "{}", "apply:proposals")
	if n := a.Count(`SELECT count(*) FROM assignments WHERE organization_id = $1`, a.Organization); n > 0 {
		t.Errorf("%d rows were planned", n)
	}
	p.must(200, "applies", "POST /api/v1/proposals/{id}/apply", "{}")
}

// TestWhoDecidesProposals is the table of who may approve.
func TestWhoDecidesProposals(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	for _, tt := range []struct {
		name, creator, reviewers, rows string
		may                            []string
	}{
		{"a reviewer, and no admin", "worker", `["$peer"]`, day(`{}`), []string{"peer"}},
		{"without reviewers, managers of all persons and admins", "worker", `[]`, items(day(`{}`), day(`{"userId": "$peer"}`)),
			[]string{"lead", "boss", "admin"}},
		{"not the manager of some", "worker", `[]`, items(day(`{}`), day(`{"userId": "$loner"}`)), []string{"admin"}},
		{"who has made it and may write all rows", "boss", `["$peer"]`, day(`{}`), []string{"peer", "boss"}},
		{"not who has made it and may not", "boss", `["$boss"]`, items(day(`{}`), day(`{"userId": "$loner"}`)), nil},
		{"the manager of the project is none of the persons", "worker", `[]`, day(`{}`), []string{"lead", "boss", "admin"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := propose(t, a, tt.creator, `{"visibility": "organization", "reviewerIds": `+tt.reviewers+`}`)
			p.must(200, tt.creator, "POST /api/v1/assignments?proposal={id}", `{"items": [`+tt.rows+`]}`)
			p.must(200, tt.creator, "POST /api/v1/proposals/{id}/submit", "")
			for _, as := range []string{"admin", "boss", "lead", "worker", "peer", "loner", "pm"} {
				want := 403
				if slices.Contains(tt.may, as) {
					want = 200
				}
				p.must(want, as, "POST /api/v1/proposals/{id}/approve", "")
				if want == 200 {
					a.Exec(`UPDATE proposals SET status = 'in_review', version = version + 1 WHERE id = $1`, p.id)
				}
			}
		})
	}
}

// TestStatesOfProposals is the table of the package.
func TestStatesOfProposals(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	p := propose(t, a, "admin", `{}`)
	p.must(409, "admin", "POST /api/v1/proposals/{id}/submit", "") // no rows
	p.must(200, "admin", "POST /api/v1/assignments?proposal={id}", `{"items": [`+day(`{}`)+`]}`)
	steps := []struct{ name, verb, body string }{
		{"submit", "POST", ``}, {"withdraw", "POST", ``}, {"approve", "POST", ``}, {"reject", "POST", `{"reason": "No"}`},
		{"apply", "POST", `{}`},
		{"revert", "POST", ``}, {"", "DELETE", ``}, {"", "PATCH", `{"note": "New"}`},
	}
	set := func(status string) {
		stored, expires := status, "NULL"
		if status == "expired" {
			stored, expires = "in_review", "'2020-01-01'"
		}
		a.Exec(`UPDATE proposals SET status = $2, version = version + 1, note = NULL,
			rejection_reason = CASE WHEN $2 = 'rejected' THEN 'No' END,
			outcome = CASE WHEN $2 = 'applied' THEN '{1,0,0,0,0}'::bigint[] ELSE '{}' END,
			expires_at = `+expires+` WHERE id = $1`, p.id, stored)
	}
	for status, becomes := range map[string][]string{
		"draft":     {"in_review", "409", "409", "409", "409", "409", "", "draft"},
		"in_review": {"in_review", "withdrawn", "approved", "rejected", "409", "409", "409", "in_review"},
		"approved":  {"409", "withdrawn", "approved", "rejected", "applied", "409", "409", "approved"},
		"applied":   {"409", "409", "409", "409", "applied", "applied", "409", "409"},
		"rejected":  {"409", "409", "409", "rejected", "409", "409", "409", "409"},
		"withdrawn": {"409", "withdrawn", "409", "409", "409", "409", "409", "409"},
		"expired":   {"409", "409", "409", "409", "409", "409", "409", "409"},
	} {
		for i, step := range steps {
			if step.verb == "DELETE" && becomes[i] == "" {
				continue // at the end
			}
			set(status)
			call := step.verb + " /api/v1/proposals/{id}" + strings.TrimSuffix("/"+step.name, "/")
			want := 200
			if becomes[i] == "409" {
				want = 409
			}
			p.must(want, "admin", call, step.body)
			if now := p.status(); want == 200 && now != becomes[i] || want == 409 && now != status {
				t.Errorf("%s %s: it is %s", status, call, now)
			}
			a.Exec(`DELETE FROM assignments WHERE organization_id = $1`, a.Organization)
		}
		set(status)
		for _, filter := range []string{"draft", "in_review", "approved", "applied", "rejected", "withdrawn", "expired"} {
			list := p.must(200, "admin", "GET /api/v1/proposals?status="+filter+"&creator_id=$admin", "")
			found := strings.Contains(string(list.Raw), `"id":"`+p.id)
			if found != (filter == status) {
				t.Errorf("%s is found as %s: %t", status, filter, found)
			}
		}
		writes := 200
		if becomes[7] == "409" {
			writes = 409
		}
		p.must(writes, "admin", "POST /api/v1/assignments?proposal={id}",
			`{"items": [`+day(fmt.Sprintf(`{"hours": %d}`, 1+len(status)))+`]}`)
	}
	set("draft")
	a.Exec(`DELETE FROM proposal_rows WHERE proposal_id IN (SELECT id FROM proposals WHERE reverts_id = $1)`, p.id)
	a.Exec(`DELETE FROM proposals WHERE reverts_id = $1`, p.id) // only an applied one is undone, and never a draft again
	p.must(200, "admin", "DELETE /api/v1/proposals/{id}", "")
	p.must(404, "admin", "GET /api/v1/proposals/{id}", "")
	if n := a.Count(`SELECT count(*) FROM proposal_rows WHERE proposal_id = $1`, p.id); n != 0 {
		t.Errorf("%d wishes are left", n)
	}
}

// TestConflictsOfProposals: what has happened since is named, and what is refused writes nothing.
func TestConflictsOfProposals(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	p := propose(t, a, "admin", `{}`)
	at := func(d int, override string) string {
		return merged(day(fmt.Sprintf(`{"date": "2026-03-%02d"}`, d)), override)
	}
	p.must(200, "admin", "POST /api/v1/assignments", `{"items": [`+items(at(2, `{}`), at(3, `{}`), at(4, `{}`), at(5, `{}`))+`]}`)
	p.must(200, "admin", "POST /api/v1/assignments?proposal={id}", `{"items": [`+items(at(2, `{"hours": 1}`),
		at(3, `{"hours": 1}`), at(4, `{"hours": 1}`), at(6, `{"userId": "$loner"}`), at(9, `{"projectId": "$beacon"}`),
		at(10, `{"capabilityId": "$design"}`), at(11, `{}`), at(12, `{}`))+`]}`)
	p.must(200, "admin", "DELETE /api/v1/assignments?proposal={id}&user_id=$worker&start_date=2026-03-05&end_date=2026-03-05", "")

	p.must(200, "admin", "POST /api/v1/assignments", `{"items": [`+items(at(2, `{"hours": 7}`),
		at(5, `{"hours": 7}`), at(11, `{"hours": 7}`), at(12, `{}`))+`]}`)
	p.must(200, "admin", "DELETE /api/v1/assignments?user_id=$worker&start_date=2026-03-03&end_date=2026-03-03", "")
	p.must(200, "admin", "PATCH /api/v1/users/$loner", `{"isActive": false}`)
	p.must(200, "admin", "PATCH /api/v1/projects/$beacon", `{"status": "cancelled"}`)
	retire(t, a)
	lock := p.must(200, "admin", "POST /api/v1/locks",
		`{"startDate": "2026-03-04", "endDate": "2026-03-04", "kinds": ["assignments"], "reason": "Closed"}`)

	diff := p.must(200, "admin", "GET /api/v1/proposals/{id}/diff?limit=200", "")
	var got []string
	list, _ := apitest.Lookup(diff.Body, "data.items").([]any)
	for _, item := range list {
		got = append(got, fmt.Sprint(apitest.Lookup(item, "key.date").(string)[8:], " ", apitest.Lookup(item, "conflict")))
	}
	p.expect("the conflicts", got, "02 changed", "03 gone", "04 settled", "05 changed", "06 inactive_user", "09 cancelled_project",
		"10 inactive_capability", "11 changed", "12 <nil>")
	var paged []any
	for cursor := ""; ; {
		page := p.must(200, "admin", "GET /api/v1/proposals/{id}/diff?limit=2"+cursor, "")
		items, _ := apitest.Lookup(page.Body, "data.items").([]any)
		paged = append(paged, items...)
		next, _ := apitest.Lookup(page.Body, "data.nextCursor").(string)
		if next == "" {
			break
		}
		cursor = "&cursor=" + next
	}
	if fmt.Sprint(paged) != fmt.Sprint(list) {
		t.Errorf("page by page: %v", paged)
	}

	p.must(200, "admin", "POST /api/v1/proposals/{id}/submit", "")
	p.must(200, "admin", "POST /api/v1/proposals/{id}/approve", "")
	live := p.plan("")
	refuse := func(body, code string, fields int) {
		t.Helper()
		if ans := p.must(409, "admin", "POST /api/v1/proposals/{id}/apply", body); ans.Code != code || len(ans.Fields) != fields {
			t.Errorf("%s: %s", body, ans.Raw)
		}
		p.expect("after a refusal", p.plan(""), live...)
	}
	refuse(`{}`, "proposal_conflict", 4)
	refuse(`{"onConflict": "theirs"}`, "proposal_conflict", 1) // the capability
	p.must(200, "admin", "PATCH /api/v1/capabilities/$design", `{"isActive": true}`)
	refuse(`{"onConflict": "mine"}`, "period_locked", 1)
	p.must(200, "admin", "DELETE /api/v1/locks/"+apitest.Lookup(lock.Body, "data.id").(string), "")
	applied := p.must(200, "admin", "POST /api/v1/proposals/{id}/apply", `{"onConflict": "theirs"}`)
	if o := apitest.Lookup(applied.Body, "data.outcome"); fmt.Sprint(o) != "map[created:3 deleted:0 skipped:4 unchanged:1 updated:1]" {
		t.Errorf("the outcome is %v", o)
	}
	// What it has not changed is not undone.
	undo := p.must(200, "admin", "POST /api/v1/proposals/{id}/revert", "")
	if n := apitest.Lookup(undo.Body, "data.rows"); n != 4. {
		t.Errorf("%v rows to undo", n)
	}
}

// TestProposalOverRowCreatedAgain: a row that was deleted and created again has version 1 as before, and has changed.
func TestProposalOverRowCreatedAgain(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	// again deletes the row of a day, and creates it with other hours.
	again := func(p *proposing, hours string) {
		p.must(200, "admin", "POST /api/v1/assignments/delete", `{"items": [`+keyOnly(`{}`)+`]}`)
		p.must(200, "admin", "POST /api/v1/assignments", `{"items": [`+day(`{"hours": `+hours+`}`)+`]}`)
	}
	refused := func(p *proposing, live string) {
		t.Helper()
		diff := p.must(200, "admin", "GET /api/v1/proposals/{id}/diff", "")
		if apitest.Lookup(diff.Body, "data.items.0.conflict") != "changed" {
			t.Errorf("the difference: %s", diff.Raw)
		}
		p.must(200, "admin", "POST /api/v1/proposals/{id}/submit", "")
		p.must(200, "admin", "POST /api/v1/proposals/{id}/approve", "")
		if ans := p.must(409, "admin", "POST /api/v1/proposals/{id}/apply", `{}`); ans.Code != "proposal_conflict" {
			t.Errorf("%s", ans.Raw)
		}
		p.expect("the live plan after a refusal", p.plan(""), live)
	}
	p := propose(t, a, "admin", `{}`)
	p.must(200, "admin", "POST /api/v1/assignments", `{"items": [`+day(`{}`)+`]}`)
	p.must(200, "admin", "POST /api/v1/assignments?proposal={id}", `{"items": [`+day(`{"hours": 4}`)+`]}`)
	again(p, "2")
	refused(p, "2026-03-02 worker 2")

	// Who wishes it again has seen the row as it is now.
	p.must(200, "admin", "POST /api/v1/assignments?proposal={id}", `{"items": [`+day(`{"hours": 4}`)+`]}`)
	p.must(200, "admin", "POST /api/v1/proposals/{id}/approve", "")
	p.must(200, "admin", "POST /api/v1/proposals/{id}/apply", `{}`)
	p.expect("the live plan", p.plan(""), "2026-03-02 worker 4")

	// The same is true for a row that a proposal has created, and that another one shall undo.
	p.must(200, "admin", "POST /api/v1/assignments/delete", `{"items": [`+keyOnly(`{}`)+`]}`)
	p = propose(t, a, "admin", `{}`)
	p.must(200, "admin", "POST /api/v1/assignments?proposal={id}", `{"items": [`+day(`{"hours": 4}`)+`]}`)
	p.must(200, "admin", "POST /api/v1/proposals/{id}/submit", "")
	p.must(200, "admin", "POST /api/v1/proposals/{id}/approve", "")
	p.must(200, "admin", "POST /api/v1/proposals/{id}/apply", `{}`)
	again(p, "3")
	undo := p.must(200, "admin", "POST /api/v1/proposals/{id}/revert", "")
	refused(&proposing{a, t, apitest.Lookup(undo.Body, "data.id").(string)}, "2026-03-02 worker 3")
}

// TestHoursAreNotMovedTwice: somebody else has taken the hours that a proposal moves, so that their row is as wished.
func TestHoursAreNotMovedTwice(t *testing.T) {
	t.Parallel()
	vacancy := day(`{"userId": "$vacancy", "hours": 6}`)
	fill := `{"userId": "$worker"}`
	for _, tt := range []struct{ name, call, body, live, liveBody, conflict string }{
		{"a filled placeholder is filled", "POST /api/v1/users/$vacancy/fill?proposal={id}", fill,
			"POST /api/v1/users/$vacancy/fill", `{"userId": "$peer"}`, "gone"},
		{"a filled placeholder loses its hours", "POST /api/v1/users/$vacancy/fill?proposal={id}", fill,
			"POST /api/v1/assignments/delete", `{"items": [` + keyOnly(`{"userId": "$vacancy"}`) + `]}`, "gone"},
		{"moved rows are moved", "POST /api/v1/assignments/copy?proposal={id}",
			`{"move": true, "onExisting": "add", "source": {"userId": "$vacancy",
			"startDate": "2026-03-02", "endDate": "2026-03-02"}, "target": {"startDate": "2026-03-09"}}`,
			"POST /api/v1/users/$vacancy/fill", `{"userId": "$peer"}`, "gone"},
		{"a part is suggested", "suggest", `{"demand": {"placeholderId": "$vacancy", "startDate": "2026-03-01"},
			"among": ["$worker"], "keepFree": 4}`, "POST /api/v1/assignments",
			`{"items": [` + items(day(`{"userId": "$vacancy", "hours": 2}`), day(`{"userId": "$peer", "hours": 4}`)) + `]}`, "changed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := apitest.New(t)
			var p *proposing
			must(t, a, "admin", "POST /api/v1/assignments", `{"items": [`+vacancy+`]}`)
			if tt.call == "suggest" {
				p = &proposing{a, t, suggest(t, a, "admin", "", tt.body).Proposal.ID}
			} else {
				p = propose(t, a, "admin", `{}`)
				p.must(200, "admin", tt.call, tt.body)
			}
			p.must(200, "admin", "POST /api/v1/proposals/{id}/submit", "")
			p.must(200, "admin", "POST /api/v1/proposals/{id}/approve", "")
			must(t, a, "admin", tt.live, tt.liveBody)
			diff := p.must(200, "admin", "GET /api/v1/proposals/{id}/diff", "")
			if !strings.Contains(string(diff.Raw), `"conflict":"`+tt.conflict+`"`) {
				t.Errorf("%s", diff.Raw)
			}
			live := p.plan("")
			if ans := p.must(409, "admin", "POST /api/v1/proposals/{id}/apply", `{}`); ans.Code != "proposal_conflict" {
				t.Errorf("%s", ans.Raw)
			}
			p.expect("the live plan", p.plan(""), live...)
			p.must(200, "admin", "POST /api/v1/proposals/{id}/apply", `{"onConflict": "mine"}`)
		})
	}
}
