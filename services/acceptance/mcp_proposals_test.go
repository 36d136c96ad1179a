package acceptance_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"

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
	Token               string
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
		api.Key("planner", "admin", "read:users", "read:projects", "read:assignments", "write:assignments")
		var p proposedWarnings
		connectAssistant(t, api, "planner").call(t, "propose_assignments", arguments, &p)
		check(t, p, false)
	})
	t.Run("what is applied", func(t *testing.T) {
		var done proposedWarnings
		admin.call(t, "apply_assignments", with(arguments, "token", p.Token), &done)
		check(t, done, true)
	})
	t.Run("a week that is copied", func(t *testing.T) {
		var p proposedWarnings
		admin.call(t, "propose_week_copy",
			map[string]any{"person": "hr:4711", "project": "Atlas", "fromDate": days[0], "toDate": "2026-03-09"}, &p)
		if len(p.Warnings) != 1 || p.Warnings[0].Index != nil || p.Warnings[0].Code != "outside_project_dates" ||
			len(p.Warnings[0].Dates) != 5 || p.Warnings[0].Person.Name != "Wo Worker" || p.Warnings[0].Field != "toDate" {
			t.Errorf("%+v", p)
		}
	})
}
