package acceptance_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

type proposedWarnings struct {
	Warnings []struct {
		Index                *int
		Field, Code, Message string
		Person, Project      struct{ ID, Name string }
		Dates                []string
	}
	WarningCount        int
	AvailabilityChecked bool
}

// TestMCPWarnsAsREST proposes hours on leave, on a holiday, on a full day and outside of the dates of the project. The
// warnings are those of the same batch over REST: none is missing, and each says by which argument and on which days.
func TestMCPWarnsAsREST(t *testing.T) {
	t.Parallel()
	api := apitest.NewWith(t, services.Config{MCP: true})
	for call, body := range map[string]string{
		"PUT /api/v1/holidays": `{"items": [{"countryCode": "DE", "date": "2026-03-03", "name": "Feast"}]}`,
		"POST /api/v1/time-off": `{"userId": "$worker", "timeOffTypeId": "$vacation", "startDate": "2026-03-04", "endDate": "2026-03-04",
			"availability": 0, "reason": "Rest", "status": "approved"}`,
		"PATCH /api/v1/users/$worker":    `{"countryCode": "DE", "externalIds": ["hr:4711"]}`,
		"PATCH /api/v1/projects/$beacon": `{"externalIds": ["crm:7"]}`,
		"POST /api/v1/assignments":       `{"items": [{"userId": "$worker", "projectId": "$beacon", "date": "2026-03-05", "hours": 8}]}`,
	} {
		if a := api.REST(t, "admin", call, body, nil); a.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", call, a.Status, a.Raw)
		}
	}
	api.Exec(`UPDATE projects SET end_date = '2026-03-05' WHERE id = $1`, api.ID("atlas"))
	days := []string{"2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06"}
	var items []map[string]any
	for _, project := range []string{api.ID("atlas"), "crm:7"} {
		for _, day := range days {
			items = append(items, map[string]any{"userId": "hr:4711", "projectId": project, "date": day, "hours": 4})
		}
	}
	batch, _ := json.Marshal(map[string]any{"items": items})
	const query = "?dryRun=true&include=warnings,availability,summary"
	overREST := api.REST(t, "admin", "POST /api/v1/assignments"+query, string(batch), nil)
	var want struct {
		Meta struct {
			Warnings []struct {
				Index         int
				Code, Message string
			}
			WarningCount int
		}
	}
	if err := json.Unmarshal(overREST.Raw, &want); err != nil || want.Meta.WarningCount < 4 {
		t.Fatalf("%v: %s", err, overREST.Raw)
	}
	var expected []string
	for _, w := range want.Meta.Warnings {
		expected = append(expected,
			fmt.Sprint(w.Index/len(days), " ", w.Code, " ", w.Message, " ", days[w.Index%len(days)]))
	}

	arguments := map[string]any{"assignments": []any{
		map[string]any{"person": "hr:4711", "project": "Atlas", "startDate": days[0], "endDate": days[4],
			"hoursPerDay": 4},
		map[string]any{"person": "worker@example.com", "project": "crm:7", "startDate": days[0], "endDate": days[4],
			"hoursPerDay": 4},
	}}
	check := func(t *testing.T, p proposedWarnings, availability bool) {
		t.Helper()
		var got []string
		for _, w := range p.Warnings {
			if w.Index == nil || w.Person.Name != "Wo Worker" ||
				w.Project.Name != []string{"Atlas", "Beacon"}[*w.Index] {
				t.Fatalf("%+v", w)
			}
			for _, day := range w.Dates {
				got = append(got, fmt.Sprint(*w.Index, " ", w.Code, " ", w.Message, " ", day))
			}
		}
		want := slices.Clone(expected)
		if !availability {
			want = slices.DeleteFunc(want, func(w string) bool { return w[2:19] == "over_availability" })
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) || p.AvailabilityChecked != availability || p.WarningCount != len(want) {
			t.Errorf("%d, availability %v:\n%q, over REST\n%q", p.WarningCount, p.AvailabilityChecked, got, want)
		}
	}
	var p proposedWarnings
	admin := connectAssistant(t, api, "admin")
	admin.call(t, "propose_assignments", arguments, &p)
	check(t, p, true)
	t.Run("a key that may not read time off", func(t *testing.T) {
		api.Key("planner", "admin", "read:users", "read:projects", "read:assignments", "read:proposals", "write:proposals")
		var p proposedWarnings
		connectAssistant(t, api, "planner").call(t, "propose_assignments", arguments, &p)
		check(t, p, false)
	})
	t.Run("a week that is copied", func(t *testing.T) {
		var p proposedWarnings
		row := `{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "%s", "hours": 4}]}`
		for _, day := range days {
			must(t, api, "admin", "POST /api/v1/assignments", fmt.Sprintf(row, day))
		}
		admin.call(t, "propose_week_copy",
			map[string]any{"person": "hr:4711", "project": "Atlas", "fromDate": days[0], "toDate": "2026-03-09"}, &p)
		if len(p.Warnings) != 1 || p.Warnings[0].Index != nil || p.Warnings[0].Code != "outside_project_dates" ||
			len(p.Warnings[0].Dates) != 5 || p.Warnings[0].Person.Name != "Wo Worker" || p.Warnings[0].Field != "toDate" {
			t.Errorf("%+v", p)
		}
	})
}

// TestMCPProposals proposes as the safe assistant does, whose key can change nothing of the plan: a draft, a second
// change of it, a review, and a conflict. Only a key with apply:proposals applies it, after a person has approved it.
func TestMCPProposals(t *testing.T) {
	t.Parallel()
	api := apitest.NewWith(t, services.Config{MCP: true, PublicURL: "https://plan.example.com/workplan/"})
	safe := append(slices.Clone(readScopes), "write:proposals")
	api.Key("safe", "worker", safe...)
	worker, boss := connectAssistant(t, api, "safe"), connectAssistant(t, api, "boss")
	live := func() int { return api.Count(`SELECT count(*) FROM assignments`) }

	var p proposedChange
	worker.call(t, "propose_assignments", with(with(weekOfWorker(6), "note", "As Lea said"), "reviewers",
		[]string{"boss@example.com", "Ada Admin"}), &p)
	id := p.Proposal.ID
	if p.Proposal.Title != "Assistant: 30 h for Wo Worker on Atlas, 2–8 Mar" || p.Proposal.Status != "draft" ||
		p.Proposal.Link != "https://plan.example.com/workplan/#/proposals/"+id {
		t.Errorf("%+v", p.Proposal)
	}
	if n := api.Count(`SELECT count(*) FROM proposals WHERE source = 'assistant' AND visibility = 'private'`); n != 1 || live() != 0 {
		t.Errorf("%d proposals of an assistant, %d rows", n, live())
	}
	same := map[string]any{"proposal": id}

	t.Run("people are suggested", func(t *testing.T) {
		writeSkills(t, api, "peer", `{"capabilityId": "$design", "level": 3}`)
		var s struct {
			Proposal *shownProposal
			Items    []struct {
				Date            string
				Person, Project struct{ Name string }
				Hours           float64
				Because         string
			}
			Total int
			Unmet []struct {
				Hours  float64
				Reason string
			}
		}
		demand := map[string]any{"project": "Beacon", "skill": "Design", "minLevel": 3, "hours": 20, "startDate": "2026-03-06",
			"endDate": "2026-03-09"}
		worker.call(t, "suggest_people", demand, &s)
		if s.Proposal == nil || s.Proposal.Title != "People for Beacon" || s.Total != 2 || s.Items[0].Person.Name != "Pe Peer" ||
			s.Items[0].Because != "Design 3, 40 h free in week 10" || len(s.Unmet) != 1 || s.Unmet[0].Hours != 4 {
			t.Errorf("%+v", s)
		}
		must(t, api, "admin", "DELETE /api/v1/proposals/"+s.Proposal.ID, "")
		for argument, in := range map[string]map[string]any{
			"skill":       {"project": "Beacon", "skill": "Baking"},
			"project":     with(demand, "placeholder", "Vacancy"),
			"hours":       {"project": "Beacon", "startDate": "2026-03-06", "endDate": "2026-03-09"},
			"objective":   with(demand, "objective", "cheapest"),
			"among[0]":    with(demand, "among", []string{"Vacancy"}),
			"placeholder": {"placeholder": "Pe Peer"},
		} {
			if got := worker.refused(t, "suggest_people", in); len(got.Details) == 0 || got.Details[0].Field != argument {
				t.Errorf("%s: %+v", argument, got)
			}
		}
	})
	t.Run("it is extended", func(t *testing.T) {
		var p proposedChange
		worker.call(t, "propose_week_copy",
			map[string]any{"person": "Wo Worker", "fromDate": "2026-03-02", "toDate": "2026-03-09", "proposal": id}, &p)
		if p.Total != 5 || p.Proposal.ID != id {
			t.Errorf("the copy of proposed hours: %+v", p)
		}
		tuesday := map[string]any{"person": "Wo Worker", "project": "Atlas", "startDate": "2026-03-10", "hoursPerDay": 2}
		worker.call(t, "propose_assignments", with(same, "assignments", []any{tuesday}), &p)
		if p.Total != 1 || p.Changes[0].HoursBefore != nil || p.Changes[0].HoursAfter != 2 {
			t.Errorf("before is the plan: %+v", p)
		}
	})
	t.Run("what would change nothing makes no proposal", func(t *testing.T) {
		var p proposedChange
		worker.call(t, "propose_week_copy", map[string]any{"project": "Atlas", "fromDate": "2026-05-04", "toDate": "2026-05-11"}, &p)
		if n := api.Count(`SELECT count(*) FROM proposals`); p.Proposal != nil || p.Total != 0 || n != 1 {
			t.Errorf("%+v, %d proposals", p, n)
		}
	})
	t.Run("it can be submitted, and not applied", func(t *testing.T) {
		if got := boss.refused(t, "apply_proposal", same); got.Code != "invalid_state" || got.Proposal.ID != id ||
			!strings.Contains(got.Message, "submit_proposal") || !strings.Contains(got.Message, "Bo Boss or Ada Admin") {
			t.Errorf("a draft: %+v", got)
		}
		var submitted struct{ Proposal shownProposal }
		worker.call(t, "submit_proposal", with(same, "reviewers", []string{"Bo Boss"}), &submitted)
		if s := submitted.Proposal; s.Status != "in_review" || len(s.Reviewers) != 1 || s.Reviewers[0].Name != "Bo Boss" ||
			*s.Note != "As Lea said" || s.Rows != 10 {
			t.Errorf("%+v", s)
		}
		if got := boss.refused(t, "apply_proposal", same); got.Code != "invalid_state" ||
			!strings.Contains(got.Message, "Bo Boss can approve it") || strings.Contains(got.Message, "This key") {
			t.Errorf("in review: %+v", got)
		}
		if got := worker.refused(t, "apply_proposal", same); !strings.Contains(got.Message, "This key may not apply") {
			t.Errorf("in review, with the safe key: %+v", got)
		}
	})
	must(t, api, "boss", "POST /api/v1/proposals/"+id+"/approve", "")
	t.Run("the safe key does not apply it", func(t *testing.T) {
		got := worker.refused(t, "apply_proposal", same)
		if got.Code != "scope_missing" || got.Proposal.Link == "" || !strings.Contains(got.Message, "a person must") {
			t.Errorf("%+v", got)
		}
		for name, key := range map[string][]string{
			"all other scopes": append(slices.Clone(safe), "write:assignments"),
			"only to apply":    {"read:users", "read:proposals", "apply:proposals"},
		} {
			api.Key(name, "boss", key...)
			a := connectAssistant(t, api, name)
			res, err := a.CallTool(t.Context(), &sdk.CallToolParams{Name: "apply_proposal", Arguments: same})
			if err == nil && !res.IsError {
				t.Errorf("a key with %s applies it", name)
			}
		}
		if live() != 0 {
			t.Errorf("%d rows are written", live())
		}
	})
	t.Run("a conflict is in words", func(t *testing.T) {
		must(t, api, "admin", "POST /api/v1/assignments", `{"items": [`+day(`{"hours": 3}`)+`]}`)
		var shown struct {
			Proposal         shownProposal
			Conflicts, Total int
			Complete         bool
			Changes          []struct {
				Date                    string
				Person, Project         struct{ Name string }
				HoursBefore, HoursAfter *float64
				Conflict                *string
			}
		}
		worker.call(t, "show_proposal", same, &shown)
		first := shown.Changes[0]
		if shown.Conflicts != 1 || shown.Total != 10 || !shown.Complete || shown.Proposal.Status != "approved" ||
			shown.Proposal.Creator.Name != "Wo Worker" || *first.HoursBefore != 3 || *first.HoursAfter != 6 ||
			*first.Conflict != "somebody has changed or created the row since it was proposed" ||
			first.Person.Name != "Wo Worker" || first.Project.Name != "Atlas" || shown.Changes[1].Conflict != nil {
			t.Errorf("%+v", shown)
		}
		worker.call(t, "show_proposal", with(same, "offset", 9), &shown)
		if len(shown.Changes) != 1 || shown.Changes[0].Date != "2026-03-13" {
			t.Errorf("%+v", shown)
		}
		if got := boss.refused(t, "apply_proposal", same); got.Code != "proposal_conflict" || got.Proposal.ID != id ||
			got.Details[0].Field != "proposal" || live() != 1 {
			t.Errorf("%+v, %d rows", got, live())
		}
		must(t, api, "admin", "DELETE /api/v1/assignments?userId=$worker&startDate=2026-03-02&endDate=2026-03-02", "")
	})
	t.Run("it is applied, once", func(t *testing.T) {
		for range 2 {
			var done struct {
				Proposal shownProposal
				Created  int
			}
			boss.call(t, "apply_proposal", same, &done)
			if done.Created != 10 || done.Proposal.Status != "applied" || live() != 10 {
				t.Errorf("%+v, %d rows", done, live())
			}
		}
		if got := worker.refused(t, "propose_assignments", with(weekOfWorker(1), "proposal", id)); got.Code != "invalid_state" {
			t.Errorf("a closed one is extended: %+v", got)
		}
	})
	t.Run("a person whose hours the caller may not plan", func(t *testing.T) {
		var p proposedChange
		peer := connectAssistant(t, api, "peer")
		peer.call(t, "propose_assignments", weekOfWorker(3), &p)
		address, same := "/api/v1/proposals/"+p.Proposal.ID, map[string]any{"proposal": p.Proposal.ID}
		got := peer.refused(t, "apply_proposal", same)
		if !strings.Contains(got.Message, "then admins can approve it") {
			t.Errorf("private: %+v", got)
		}
		must(t, api, "peer", "PATCH "+address, `{"visibility": "organization"}`)
		got = peer.refused(t, "apply_proposal", same)
		if !strings.Contains(got.Message, "then managers of all of its persons and admins can approve it") {
			t.Errorf("of the organization: %+v", got)
		}
		must(t, api, "peer", "POST "+address+"/submit", "")
		must(t, api, "lead", "POST "+address+"/approve", "")
		got = peer.refused(t, "apply_proposal", same)
		if got.Code != "permission_denied" || api.Count(`SELECT count(*) FROM assignments WHERE hours = 3`) != 0 {
			t.Errorf("%+v", got)
		}
	})
}

// TestMCPProposalsOfOthers: a proposal exists for those who may read it, and no key learns more than its scopes allow.
func TestMCPProposalsOfOthers(t *testing.T) {
	t.Parallel()
	api := apitest.NewWith(t, services.Config{MCP: true})
	var p proposedChange
	connectAssistant(t, api, "boss").call(t, "propose_assignments", with(weekOfWorker(6), "title", "A secret plan"), &p)
	if p.Proposal.Link != "" {
		t.Errorf("a link without an address: %q", p.Proposal.Link)
	}
	for _, as := range []string{"other_admin", "peer"} {
		t.Run(as, func(t *testing.T) {
			a := connectAssistant(t, api, as)
			var list struct {
				Items []shownProposal
				Total int
			}
			if a.call(t, "list_proposals", nil, &list); len(list.Items) != 0 || list.Total != 0 {
				t.Errorf("%+v", list)
			}
			for tool, arguments := range map[string]map[string]any{
				"show_proposal": nil, "submit_proposal": nil, "apply_proposal": nil, "propose_assignments": weekOfWorker(1),
			} {
				got := a.refused(t, tool, with(arguments, "proposal", p.Proposal.ID))
				if got.Code != "unknown_reference" || got.Details[0].Field != "proposal" || got.Proposal.Title != "" {
					t.Errorf("%s: %+v", tool, got)
				}
			}
		})
	}
	t.Run("scopes", func(t *testing.T) {
		api.Key("writer", "admin", "write:proposals")
		if got := connectAssistant(t, api, "writer").tools(t); len(got) != 0 {
			t.Errorf("a key with write:proposals alone has %q", got)
		}
		api.Key("safe", "admin", append(slices.Clone(readScopes), "write:proposals")...)
		all := slices.Sorted(slices.Values(slices.Concat(readingTools, writingTools)))
		if got := connectAssistant(t, api, "safe").tools(t); !slices.Equal(got, all) {
			t.Errorf("the safe key has %q, want %q", got, all)
		}
		api.Key("planner", "admin", append(slices.Clone(readScopes), "write:assignments", "apply:proposals")...)
		if got := connectAssistant(t, api, "planner").tools(t); !slices.Equal(got, readingTools) {
			t.Errorf("a key without write:proposals has %q, want %q", got, readingTools)
		}
	})
	var list struct {
		Items []shownProposal
		Total int
	}
	connectAssistant(t, api, "safe").call(t, "list_proposals", nil, &list)
	if list.Total != 1 || list.Items[0].Title != "A secret plan" || list.Items[0].Creator.Name != "Bo Boss" || list.Items[0].Rows != 5 {
		t.Errorf("an admin sees %+v", list)
	}
}
