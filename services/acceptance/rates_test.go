package acceptance_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/apitest"
)

// ratesOf is a step that reads the rates of a record, such as users/$worker.
func ratesOf(name, of string, expectations ...expectation) apitest.Step {
	return rated("GET", name, of, "", expectations)
}

// setRates is a step that replaces the rates of a record.
func setRates(name, of, items string, expectations ...expectation) apitest.Step {
	return rated("PUT", name, of, `{"items": [`+items+`]}`, expectations)
}

func rated(verb, name, of, body string, expectations []expectation) apitest.Step {
	rpc := map[string]string{
		"users": "User", "projects": "Project", "clients": "Client", "organization": "Organization",
	}
	list, id, _ := strings.Cut(of, "/")
	request := map[string]any{}
	if id != "" {
		request[strings.ToLower(rpc[list])+"_id"] = id
	}
	call, resource := "RateService/Get", ""
	if verb == "PUT" {
		call, resource = "RateService/Replace", "rates"
	}
	toEnum := func(p *pair) {
		p.Request = strings.NewReplacer(`"kind":"bill"`, `"kind":"RATE_KIND_BILL"`, `"kind":"cost"`, `"kind":"RATE_KIND_COST"`).
			Replace(p.Request)
	}
	return paired(apitest.Step{
		Name: name, Call: verb + " /api/v1/" + of + "/rates", Body: body, RPC: call + rpc[list] + "Rates",
	}, resource, request, append([]expectation{toEnum}, expectations...))
}

// resolves is a step that asks for the rate of an hour of the worker on atlas, with a query such as &date=2026-01-31.
func resolves(name, query string, expectations ...expectation) apitest.Step {
	request := map[string]any{"user_id": "$worker", "project_id": "$atlas"}
	for pair := range strings.SplitSeq(query, "&") {
		field, value, given := strings.Cut(pair, "=")
		if !given {
			continue
		}
		request[field] = value
		if field == "kind" {
			request[field] = "RATE_KIND_" + strings.ToUpper(value)
		}
	}
	return paired(apitest.Step{
		Name: name, Call: "GET /api/v1/rates/resolve?user_id=$worker&project_id=$atlas" + query, RPC: "RateService/ResolveRate",
	}, "", request, expectations)
}

// atRate expects a rate.
func atRate(level, amount, currency, from string) expectation {
	if from != "null" {
		from = `"` + from + `"`
	}
	return data(fmt.Sprintf(`{"level": %q, "amount": %s, "currency": %q, "from": %s}`, level, amount, currency, from))
}

const (
	since1     = `{"kind": "bill", "amount": 100}`
	raise      = `{"kind": "bill", "validFrom": "2026-04-01", "amount": 120.5, "currency": "usd"}`
	ofDesign   = `{"kind": "bill", "amount": 140, "capabilityId": "$design"}`
	salary     = `{"kind": "cost", "amount": 61.234567}`
	ofWorker   = `{"kind": "bill", "amount": 90, "userId": "$worker"}`
	noMore     = `{"kind": "bill", "validFrom": "2026-06-01", "amount": null}`
	membersOfR = "id owner items version updatedAt"
)

func TestRates(t *testing.T) {
	t.Parallel()
	apitest.Run(t, []apitest.Step{
		ratesOf("none were written", "users/$worker", hasMembers("data", membersOfR),
			data(`{"id": "$worker", "owner": "user", "items": [], "version": 0, "updatedAt": null}`)),
		setRates("two, in another order", "users/$worker", raise+","+since1, hasHeader("ETag", `"1"`),
			data(`{"version": 1, "items": [
				{"kind": "bill", "validFrom": null, "amount": 100, "currency": "EUR", "userId": null, "capabilityId": null},
				{"validFrom": "2026-04-01", "amount": 120.5, "currency": "USD"}]}`)),
		setRates("the same again changes nothing", "users/$worker", since1+","+raise, data(`{"version": 1}`)),
		ratesOf("and they are there", "users/$worker", data(`{"version": 1, "items": [{"amount": 100}, {"amount": 120.5}]}`)),
		setRates("with another version", "users/$worker", since1, ifMatch(`"2"`), refused("version_conflict")),
		setRates("with the version", "users/$worker", since1+","+ofDesign+","+noMore, ifMatch(`"1"`), data(`{"version": 2,
			"items": [{"amount": 100}, {"amount": 140, "capabilityId": "$design"}, {"amount": null, "validFrom": "2026-06-01"}]}`)),
		setRates("none", "users/$worker", "", data(`{"version": 3, "items": []}`)),
		setRates("of a project, a client", "projects/$atlas", ofWorker, data(`{"id": "$atlas", "owner": "project"}`)),
		setRates("and the organization", "clients/$acme", ofDesign, data(`{"id": "$acme", "owner": "client"}`)),
		setRates("of the organization", "organization", ofDesign, data(`{"owner": "organization"}`)),
		setRates("of a placeholder", "users/$vacancy", since1, data(`{"owner": "user", "version": 1}`)),
		// The id of one record is not that of another one, also if both have rates.
		setRates("of a project by the way of clients", "clients/$atlas", since1, refused("not_found")),
		setRates("of a client by the way of users", "users/$acme", since1, refused("not_found")),
		setRates("of a user by the way of projects", "projects/$worker", since1, refused("not_found")),
		do("of the organization", func(t *testing.T, a *apitest.API) {
			for _, way := range []string{"users", "projects", "clients"} {
				for verb, body := range map[string]string{"GET": "", "PUT": `{"items": []}`} {
					ans := a.REST(t, "boss", verb+" /api/v1/"+way+"/"+a.Organization.String()+"/rates", body, nil)
					if ans.Status != 404 {
						t.Errorf("%s by the way of %s: %d %s", verb, way, ans.Status, ans.Raw)
					}
				}
			}
		}),
		setRates("of nobody", "users/$unknown", since1, refused("not_found")),
		setRates("of no project", "projects/$unknown", since1, refused("not_found")),
		setRates("of no client", "clients/$unknown", since1, refused("not_found")),
		ratesOf("of nobody", "users/$unknown", refused("not_found")),
	})
}

func TestRatesAreChecked(t *testing.T) {
	t.Parallel()
	rate := func(override string) string { return merged(since1, override) }
	field := func(f string) expectation { return badField("validation_failed", "items[0]."+f) }
	apitest.Run(t, []apitest.Step{
		setRates("no kind", "users/$worker", rate(`{"kind": "-"}`), field("kind")),
		setRates("a negative amount", "users/$worker", rate(`{"amount": -1}`), field("amount")),
		setRates("a billion", "users/$worker", rate(`{"amount": 1000000000}`), field("amount")),
		setRates("seven decimals", "users/$worker", rate(`{"amount": 0.1234567}`), field("amount")),
		setRates("the largest with six", "users/$worker", rate(`{"amount": 999999999.999999}`),
			data(`{"items": [{"amount": 999999999.999999}]}`)),
		setRates("and the smallest", "users/$worker", rate(`{"amount": 0.000001}`), data(`{"items": [{"amount": 0.000001}]}`)),
		setRates("no day", "users/$worker", rate(`{"validFrom": "2026-02-30"}`), field("validFrom")),
		setRates("a currency of the past", "users/$worker", rate(`{"currency": "DEM"}`), field("currency")),
		setRates("a user of a user", "users/$worker", rate(`{"userId": "$peer"}`), field("userId")),
		setRates("a user of a client", "clients/$acme", rate(`{"userId": "$peer"}`), field("userId")),
		setRates("a user and a capability", "projects/$atlas", rate(`{"userId": "$peer", "capabilityId": "$design"}`),
			field("capabilityId")),
		setRates("costs of a client", "clients/$acme", rate(`{"kind": "cost"}`), field("kind")),
		setRates("costs of everybody on a project", "projects/$atlas", rate(`{"kind": "cost"}`), field("kind")),
		setRates("an unknown user", "projects/$atlas", rate(`{"userId": "$unknown"}`),
			badField("unknown_reference", "items[0].userId")),
		setRates("an unknown capability", "users/$worker", since1+","+rate(`{"capabilityId": "$unknown"}`),
			badField("unknown_reference", "items[1].capabilityId")),
		setRates("the same day twice", "users/$worker", since1+","+raise+","+rate(`{"amount": 7}`),
			badField("validation_failed", "items[2].validFrom"), says("items[0]")),
		setRates("what is bad by itself comes first", "users/$unknown", rate(`{"amount": -1}`), field("amount")),
		setRates("500 of a kind, and one", "users/$worker", salary+","+manyRates(500),
			checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
				if list, _ := apitest.Lookup(ans.Body, "data.items").([]any); ans.Status == 200 && len(list) != 501 {
					t.Errorf("%d items", len(list))
				}
			})),
		setRates("501", "users/$worker", manyRates(501), badField("too_many_items", "items")),
	})
}

// manyRates are bill rates of different days.
func manyRates(n int) string {
	items := make([]string, n)
	for i := range items {
		items[i] = merged(since1, `{"validFrom": "`+time.Date(2026, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)+`"}`)
	}
	return strings.Join(items, ",")
}

// TestResolveRate goes through the levels, from the least special one to the most special.
func TestResolveRate(t *testing.T) {
	t.Parallel()
	const design = "&capability_id=$design&date=2026-03-31"
	levels := func(n int, last string) expectation {
		return checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
			list, _ := apitest.Lookup(ans.Body, "data.considered").([]any)
			if len(list) != n || list[n-1].(map[string]any)["level"] != last {
				t.Errorf("considered %v", list)
			}
		})
	}
	apitest.Run(t, []apitest.Step{
		resolves("no rate", "&date=2026-03-31",
			data(`{"kind": "bill", "level": null, "amount": null, "currency": null, "from": null}`), overREST,
			levels(9, "organization")),
		resolves("no cost", "&date=2026-03-31&kind=cost", data(`{"kind": "cost", "amount": null}`), overREST,
			levels(5, "organization")),
		setRates("of the organization", "organization", since1+","+raise),
		resolves("holds", "&date=2026-03-31", atRate("organization", "100", "EUR", "null")),
		resolves("and the raise from its day on", "&date=2026-04-01", atRate("organization", "120.5", "USD", "2026-04-01")),
		setRates("of a capability", "organization", ofDesign+","+since1),
		resolves("holds for hours with it", design, atRate("capability", "140", "EUR", "null")),
		resolves("and not for others", "&date=2026-03-31", atRate("organization", "100", "EUR", "null")),
		setRates("of the user", "users/$worker", merged(since1, `{"amount": 101}`)+","+noMore),
		resolves("holds before that of the capability", design, atRate("user", "101", "EUR", "null")),
		resolves("until it ends", "&capability_id=$design&date=2026-06-01", atRate("capability", "140", "EUR", "null")),
		setRates("of the user with the capability", "users/$worker", merged(ofDesign, `{"amount": 102}`)),
		resolves("holds", design, atRate("user_capability", "102", "EUR", "null")),
		setRates("of the client", "clients/$acme", merged(since1, `{"amount": 103}`)),
		resolves("holds", design, atRate("client", "103", "EUR", "null")),
		setRates("of the client for the capability", "clients/$acme", merged(ofDesign, `{"amount": 104}`)),
		resolves("holds", design, atRate("client_capability", "104", "EUR", "null")),
		do("hourlyRate of the project", func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE projects SET billing_type = 'time_materials', amount = NULL, hourly_rate = 104.5 WHERE id = $1`, a.ID("atlas"))
		}),
		resolves("holds", design, atRate("project", "104.5", "EUR", "null")),
		setRates("of the project from a day on", "projects/$atlas",
			merged(since1, `{"amount": 105, "validFrom": "2026-03-31"}`)),
		resolves("holds", design, atRate("project", "105", "EUR", "2026-03-31"), overREST, levels(3, "project")),
		resolves("and before it the hourlyRate", "&date=2026-03-30", atRate("project", "104.5", "EUR", "null")),
		setRates("of the project for the capability", "projects/$atlas", merged(ofDesign, `{"amount": 106}`)),
		resolves("holds", design, atRate("project_capability", "106", "EUR", "null")),
		setRates("of the user on the project", "projects/$atlas", merged(ofWorker, `{"amount": 107}`)),
		resolves("holds", design, atRate("project_user", "107", "EUR", "null"), overREST, levels(1, "project_user")),
		setRates("costs", "users/$worker", salary),
		resolves("are apart", "&date=2026-03-31&kind=cost", atRate("user", "61.234567", "EUR", "null")),
		setRates("on the project", "projects/$atlas", merged(salary, `{"userId": "$worker", "amount": 70}`)),
		resolves("are more special", "&date=2026-03-31&kind=cost", atRate("project_user", "70", "EUR", "null")),
		resolves("no date", "", badParam("validation_failed", "date")),
	})
}

// TestWhoSeesCosts has the matrix of callers and scopes. An amount of costs is 61.234567, and shows nowhere else.
func TestWhoSeesCosts(t *testing.T) {
	t.Parallel()
	const secret = "61.234567"
	keys := do("keys", func(_ *testing.T, a *apitest.API) {
		scopes := []string{"read:rates", "write:rates", "read:events", "read:users", "read:projects"}
		a.Key("bill", "admin", scopes...)
		a.Key("see", "admin", append(scopes, "read:costs")...)
		a.Key("all", "admin", append(scopes, "read:costs", "write:costs")...)
		a.Key("manager", "boss", append(scopes, "read:costs", "write:costs")...)
	})
	hidden := checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
		if strings.Contains(string(ans.Raw)+fmt.Sprint(ans.Message), secret) {
			t.Errorf("the costs show: %s", ans.Raw)
		}
	})
	steps := []apitest.Step{
		keys,
		setRates("costs and a rate", "users/$worker", salary+","+since1, by("all"),
			data(`{"version": 1, "items": [{"kind": "bill"}, {"kind": "cost", "amount": `+secret+`}]}`)),
		ratesOf("are seen with the scope", "users/$worker", by("see"), data(`{"items": [{"kind": "bill"}, {"kind": "cost"}]}`)),
	}
	for _, key := range []string{"bill", "manager"} {
		steps = append(steps,
			ratesOf("and by nobody else", "users/$worker", by(key), hidden, data(`{"items": [{"kind": "bill"}]}`)),
			resolves("not by asking", "&date=2026-03-31&kind=cost", by(key), hidden,
				refused(map[string]string{"bill": "scope_missing", "manager": "permission_denied"}[key])),
			setRates("who replaces the others", "users/$worker", merged(since1, `{"amount": 1}`), by(key), hidden,
				data(`{"items": [{"kind": "bill", "amount": 1}]}`)),
			ratesOf("keeps them", "users/$worker", by("see"), data(`{"items": [{"amount": 1}, {"kind": "cost", "amount": `+secret+`}]}`)),
			setRates("and cannot write any", "users/$worker", salary, by(key),
				refused(map[string]string{"bill": "scope_missing", "manager": "permission_denied"}[key])),
			setRates("back", "users/$worker", salary+","+since1, by("all")),
		)
	}
	steps = append(steps,
		setRates("who sees and may not write them sends them back", "users/$worker", salary+","+raise, by("see"),
			data(`{"items": [{"kind": "cost"}, {"kind": "bill", "amount": 120.5}]}`)),
		setRates("but cannot leave them out", "users/$worker", raise, by("see"), refused("scope_missing")),
		setRates("a bill rate in other words", "users/$worker",
			salary+","+raise+","+merged(raise, `{"validFrom": "2026-05-01"}`), by("all")),
		setRates("and back", "users/$worker", salary+","+raise, by("all")),
		setRates("a change of costs alone", "users/$worker", merged(salary, `{"amount": 62}`)+","+raise, by("all")),
		do("in events", func(t *testing.T, a *apitest.API) {
			eventsOf(t, a, "rates.") // all have their numbers
			for key, want := range map[string]string{
				"all": "8 1 true", "bill": "8 0 false", "manager": "8 0 false", "see": "8 1 true", "worker": "0 0 false",
			} {
				text := string(a.REST(t, key, "GET /api/v1/events?types=rates.*&limit=200", "", nil).Raw)
				got := fmt.Sprint(strings.Count(text, `"rates.updated"`), strings.Count(text, `"rates.costs_updated"`),
					strings.Contains(text, secret))
				if got != want {
					t.Errorf("%s sees updates, those of costs, and costs: %s, want %s", key, got, want)
				}
			}
		}))
	apitest.Run(t, steps)
}

// TestPricing changes the currency of the organization.
func TestPricing(t *testing.T) {
	t.Parallel()
	pricing := func(name, body string, expectations ...expectation) apitest.Step {
		return paired(apitest.Step{
			Name: name, Call: "PATCH /api/v1/organization/pricing", Body: body, RPC: "RateService/UpdatePricing",
		}, "pricing", nil, expectations)
	}
	apitest.Run(t, []apitest.Step{
		paired(apitest.Step{
			Name: "by default", Call: "GET /api/v1/organization/pricing", RPC: "RateService/GetPricing",
		}, "", nil, []expectation{data(`{"currency": "EUR", "version": 0, "updatedAt": null}`)}),
		setRates("a rate", "users/$worker", since1, data(`{"items": [{"currency": "EUR"}]}`)),
		pricing("another one", `{"currency": "chf"}`, data(`{"currency": "CHF", "version": 1}`)),
		pricing("the same", `{"currency": "CHF"}`, data(`{"version": 1}`)),
		pricing("no currency", `{"currency": "ZZZ"}`, badField("validation_failed", "currency")),
		pricing("none", `{"currency": null}`, badField("validation_failed", "currency")),
		pricing("no admin", `{"currency": "EUR"}`, by("boss"), refused("permission_denied")),
		ratesOf("the rate keeps its currency", "users/$worker", data(`{"items": [{"currency": "EUR"}]}`)),
		setRates("also when it is written again", "users/$worker", since1, data(`{"items": [{"currency": "EUR"}]}`)),
		setRates("a new one gets the new currency", "users/$worker", since1+","+noMore,
			data(`{"items": [{"currency": "EUR"}, {"currency": "CHF"}]}`)),
		lockAPI.create("a lock", closing(`{"kinds": ["rates"]}`), data(`{"kinds": ["rates"]}`)),
		pricing("closes the currency", `{"currency": "EUR"}`, refused("period_locked")),
		pricing("and not what is there", `{"currency": "CHF"}`, data(`{"version": 1}`)),
	})
}

// TestLocksCloseRates has a lock of March.
func TestLocksCloseRates(t *testing.T) {
	t.Parallel()
	from := func(day, amount string) string {
		return merged(since1, `{"validFrom": "`+day+`", "amount": `+amount+`}`)
	}
	locked := func(days string) expectation {
		return func(p *pair) { refused("period_locked")(p); says(days)(p) }
	}
	const all = "users/$worker"
	apitest.Run(t, []apitest.Step{
		setRates("a rate", all, since1),
		lockAPI.create("a lock of March", closing(`{"kinds": ["rates"]}`), saves("lock")),
		setRates("since ever", all, merged(since1, `{"amount": 1}`), locked("from 2026-03-01 to 2026-03-31")),
		setRates("from before it", all, since1+","+from("2026-02-01", "1"), locked("from 2026-03-01 to 2026-03-31")),
		setRates("from within", all, since1+","+from("2026-03-30", "1"), locked("from 2026-03-30 to 2026-03-31")),
		setRates("before and back", all, since1+","+from("2026-02-01", "1")+","+from("2026-03-01", "100"), data(`{"version": 2}`)),
		setRates("a raise after it", all,
			since1+","+from("2026-02-01", "1")+","+from("2026-03-01", "100")+","+from("2026-04-01", "120"), data(`{"version": 3}`)),
		setRates("what says the same in other words", all, since1+","+from("2026-02-01", "1")+","+from("2026-03-01", "100")+","+
			from("2026-03-15", "100")+","+from("2026-04-01", "120"), data(`{"version": 4}`)),
		setRates("of the organization", "organization", since1, locked("from 2026-03-01 to 2026-03-31")),
		setRates("of a client", "clients/$acme", from("2026-03-31", "1"), locked("2026-03-31 is closed")),
		setRates("a dry run of a project", "projects/$atlas", ofWorker, locked("by the lock")),
		except("an exception", "$lock", "$worker", 1),
		setRates("opens those of the user", all, merged(since1, `{"amount": 2}`), data(`{"version": 5}`)),
		setRates("on a project, too", "projects/$atlas", ofWorker, data(`{"version": 1}`)),
		setRates("and not those of everybody", "projects/$atlas", ofWorker+","+since1, locked("by the lock")),
		setRates("nor does an item without an amount hide hourlyRate", "projects/$atlas", ofWorker+","+merged(since1, `{"amount": null}`),
			locked("the days from 2026-03-01 to 2026-03-31 are closed by the lock"), checked(
				func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
					if !strings.Contains(ans.Message, "an admin can delete the lock") {
						t.Errorf("it says %s", ans.Message)
					}
				})),
		unlock("open", "$lock"),
		setRates("all", "organization", since1, data(`{"version": 1}`)),
		lockAPI.create("a lock of others", closing(`{"kinds": ["rates"], "userIds": ["$peer"]}`)),
		setRates("leaves those of the user open", all, since1, data(`{"version": 6}`)),
		setRates("and closes those of everybody", "organization", from("2026-03-01", "1"), locked("by the lock")),
	})
}
