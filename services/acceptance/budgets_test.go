package acceptance_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// budgetOf is a step that reads the budget of a project.
func budgetOf(name, project string, expectations ...expectation) apitest.Step {
	return budgeted("GET", name, project, "", expectations)
}

// setBudget is a step that replaces the budget of a project. body is a list of items, or an object.
func setBudget(name, project, body string, expectations ...expectation) apitest.Step {
	if !strings.HasPrefix(body, `{"items"`) {
		body = `{"items": [` + body + `]}`
	}
	return budgeted("PUT", name, project, body, expectations)
}

func budgeted(verb, name, project, body string, expectations []expectation) apitest.Step {
	call, resource := "MoneyService/GetProjectBudget", ""
	if verb == "PUT" {
		call, resource = "MoneyService/ReplaceProjectBudget", "budget"
	}
	toEnum := func(p *pair) {
		p.Request = strings.NewReplacer(`"period":"total"`, `"period":"BUDGET_PERIOD_TOTAL"`,
			`"period":"month"`, `"period":"BUDGET_PERIOD_MONTH"`).Replace(p.Request)
	}
	return paired(apitest.Step{
		Name: name, Call: verb + " /api/v1/projects/" + project + "/budget", Body: body, RPC: call,
	}, resource, map[string]any{"project_id": project}, append([]expectation{toEnum}, expectations...))
}

const (
	inAll     = `{"hours": 400, "period": "total"}`
	eachMonth = `{"validFrom": "2026-04-01", "hours": 37.5, "period": "month"}`
	worth     = `{"amount": 48000, "period": "total"}`
	atMost    = `{"hours": 1000000, "amount": 999999999.999999, "period": "month"}`
	atLeast   = `{"hours": 0.000001, "amount": 0.000001, "period": "month"}`
)

// billedBy is a step that gives atlas, which has a fixed price, another billing type.
func billedBy(billingType string) apitest.Step {
	return do("billed as "+billingType, func(_ *testing.T, a *apitest.API) {
		a.Exec(`UPDATE projects SET billing_type = $2, amount = NULL WHERE id = $1`, a.ID("atlas"), billingType)
	})
}

func TestBudgets(t *testing.T) {
	t.Parallel()
	apitest.Run(t, []apitest.Step{
		budgetOf("none was written", "$atlas", hasMembers("data", "id items alertAt version updatedAt"), hasHeader("ETag", `"0"`),
			data(`{"id": "$atlas", "items": [], "alertAt": [50, 80, 100], "version": 0, "updatedAt": null}`)),
		setBudget("the defaults are stored, because they have alerts", "$beacon", "", data(`{"version": 1, "items": []}`)),
		setBudget("once", "$beacon", "", data(`{"version": 1}`)),
		setBudget("two, in another order", "$atlas", eachMonth+","+inAll, hasHeader("ETag", `"1"`), ifMatch(`"0"`),
			data(`{"id": "$atlas", "version": 1, "alertAt": [50, 80, 100], "items": [
				{"validFrom": null, "hours": 400, "amount": null, "period": "total"},
				{"validFrom": "2026-04-01", "hours": 37.5, "amount": null, "period": "month"}]}`)),
		setBudget("the same again changes nothing", "$atlas", inAll+","+eachMonth, data(`{"version": 1}`)),
		budgetOf("and it is there", "$atlas", hasHeader("ETag", `"1"`), data(`{"version": 1, "items": [{"hours": 400}, {"hours": 37.5}]}`)),
		setBudget("with another version", "$atlas", inAll, ifMatch(`"2"`), refused("version_conflict")),
		setBudget("with the version", "$atlas", inAll, ifMatch(`"1"`), data(`{"version": 2, "items": [{"hours": 400}]}`)),
		setBudget("other percentages", "$atlas", `{"items": [`+inAll+`], "alertAt": [1, 99, 1000]}`,
			data(`{"version": 3, "alertAt": [1, 99, 1000]}`)),
		setBudget("by default again", "$atlas", `{"items": [`+inAll+`], "alertAt": []}`,
			data(`{"version": 4, "alertAt": [50, 80, 100]}`)),
		setBudget("none", "$atlas", "", data(`{"version": 5, "items": [], "alertAt": [50, 80, 100]}`)),
		setBudget("of another one", "$beacon", atMost, data(`{"id": "$beacon", "version": 2,
			"items": [{"validFrom": null, "hours": 1000000, "amount": 999999999.999999, "period": "month"}]}`)),
		setBudget("the smallest", "$beacon", atLeast, data(`{"items": [{"hours": 0.000001, "amount": 0.000001}]}`)),
		setBudget("of no project", "$unknown", inAll, refused("not_found")),
		setBudget("of a client", "$acme", inAll, refused("not_found")),
		budgetOf("of no project", "$unknown", refused("not_found")),
		do("repeated", func(t *testing.T, a *apitest.API) {
			header := map[string]string{"Idempotency-Key": "budget", "If-Match": `"5"`, "Prefer": "return=minimal"}
			for range 2 { // as rates, it has no rows to leave out
				ans := a.REST(t, "boss", "PUT /api/v1/projects/$atlas/budget", `{"items": [`+inAll+`]}`, header)
				if ans.Status != 200 || apitest.Lookup(ans.Body, "data.version") != 6.0 || ans.Header.Get("ETag") != `"6"` {
					t.Errorf("%d %s %s", ans.Status, ans.Header.Get("ETag"), ans.Raw)
				}
			}
		}),
	})
}

func TestBudgetsAreChecked(t *testing.T) {
	t.Parallel()
	item := func(override string) string { return merged(inAll, override) }
	field := func(f string) expectation { return badField("validation_failed", f) }
	alerts := func(list string) string { return `{"items": [` + inAll + `], "alertAt": ` + list + `}` }
	many := make([]string, 101)
	for i := range many {
		many[i] = item(fmt.Sprintf(`{"validFrom": "20%02d-01-01"}`, i))
	}
	apitest.Run(t, []apitest.Step{
		setBudget("no hours and no amount", "$atlas", inAll+","+merged(eachMonth, `{"hours": null}`), field("items[1].hours"),
			says("amount")),
		setBudget("no hours at all", "$atlas", item(`{"hours": 0}`), field("items[0].hours")),
		setBudget("too many", "$atlas", item(`{"hours": 1000000.1}`), field("items[0].hours")),
		setBudget("hours with seven decimals", "$atlas", item(`{"hours": 0.1234567}`), field("items[0].hours")),
		setBudget("an amount with seven decimals", "$beacon", item(`{"amount": 0.1234567}`), field("items[0].amount")),
		setBudget("a billion", "$beacon", item(`{"amount": 1000000000}`), field("items[0].amount")),
		setBudget("no period", "$atlas", item(`{"period": "-"}`), field("items[0].period")),
		setBudget("no day", "$atlas", item(`{"validFrom": "2026-02-30"}`), field("items[0].validFrom")),
		setBudget("the same day twice", "$atlas", inAll+","+eachMonth+","+merged(eachMonth, `{"hours": 7}`),
			field("items[2].validFrom"), says("items[1]")),
		setBudget("since ever twice", "$atlas", inAll+","+item(`{"period": "month"}`), field("items[1].validFrom"), says("items[0]")),
		setBudget("100", "$atlas", strings.Join(many[:100], ",")),
		setBudget("101", "$atlas", strings.Join(many, ","), badField("too_many_items", "items")),
		setBudget("no percent", "$atlas", alerts(`[0]`), field("alertAt[0]")),
		setBudget("too many percent", "$atlas", alerts(`[50, 1001]`), field("alertAt[1]")),
		setBudget("descending", "$atlas", alerts(`[50, 100, 80]`), field("alertAt[2]")),
		setBudget("twice", "$atlas", alerts(`[50, 50]`), field("alertAt[1]")),
		setBudget("eleven", "$atlas", alerts(`[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]`), field("alertAt")),
		setBudget("ten", "$atlas", alerts(`[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]`), data(`{"items": [{"hours": 400}]}`)),
		setBudget("what is bad by itself comes first", "$unknown", item(`{"hours": 0.1234567}`), field("items[0].hours")),
		// The amount of a fixed price and of a retainer is that of the project.
		setBudget("the amount of a fixed price", "$atlas", merged(eachMonth, `{"amount": 1}`)+","+worth, field("items[0].amount"),
			says("2 items are bad")),
		setBudget("before who may", "$atlas", worth, by("worker"), field("items[0].amount")),
		setBudget("after what there is", "$unknown", worth, refused("not_found")),
		billedBy("retainer"),
		setBudget("the amount of a retainer", "$atlas", inAll+","+merged(eachMonth, `{"amount": 1}`), field("items[1].amount")),
		billedBy("time_materials"),
		setBudget("an amount", "$atlas", worth+","+eachMonth, data(`{"items": [{"amount": 48000, "hours": null}, {"amount": null}]}`)),
		billedBy("non_billable"),
		setBudget("an amount of what is not billed", "$atlas", merged(worth, `{"hours": 1}`),
			data(`{"items": [{"amount": 48000, "hours": 1}]}`)),
	})
}

// TestWhoSeesBudgets has the matrix of callers and scopes, and who gets the events.
func TestWhoSeesBudgets(t *testing.T) {
	t.Parallel()
	steps := []apitest.Step{
		do("keys", func(_ *testing.T, a *apitest.API) {
			a.Key("reads", "boss", "read:rates", "read:events")
			a.Key("writes", "boss", "write:rates", "read:events")
		}),
		setBudget("by the manager of the project", "$atlas", inAll, by("pm")),
		setBudget("of another project", "$beacon", inAll, by("pm"), refused("permission_denied"), says("the budget of this project")),
		budgetOf("of another project", "$beacon", by("pm"), refused("permission_denied")),
		budgetOf("with read:rates", "$atlas", by("reads"), data(`{"version": 1}`)),
		setBudget("with read:rates", "$atlas", eachMonth, by("reads"), refused("scope_missing")),
		setBudget("with write:rates", "$atlas", eachMonth, by("writes"), data(`{"version": 2}`)),
		budgetOf("with write:rates", "$atlas", by("writes"), refused("scope_missing")),
	}
	for _, member := range []string{"worker", "lead", "loner"} {
		steps = append(steps,
			budgetOf("by a member", "$atlas", by(member), refused("permission_denied")),
			setBudget("by a member", "$atlas", inAll, by(member), refused("permission_denied")))
	}
	apitest.Run(t, append(steps, do("in events", func(t *testing.T, a *apitest.API) {
		events := eventsOf(t, a, "budget.") // all have their numbers
		if len(events) != 2 || events[1].Type != "budget.updated" ||
			apitest.Lookup(events[1].Before, "items.0.hours") != 400.0 || apitest.Lookup(events[1].After, "items.0.hours") != 37.5 {
			t.Errorf("the events are %v", events)
		}
		for key, want := range map[string]int{"admin": 2, "boss": 2, "reads": 2, "writes": 0, "pm": 0, "worker": 0} {
			text := string(a.REST(t, key, "GET /api/v1/events?types=budget.*&limit=200", "", nil).Raw)
			if n := strings.Count(text, `"budget.updated"`); n != want {
				t.Errorf("%s gets %d events, want %d", key, n, want)
			}
		}
	})))
}
