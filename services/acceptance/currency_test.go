package acceptance_test

import (
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// fixedCurrency expects the refusal of another currency, which says what the project has.
func fixedCurrency(field, what string) expectation {
	return func(p *pair) {
		badField("invalid_state", field)(p)
		says("has " + what)(p)
	}
}

// projectItem is a batch with a project of Acme.
func projectItem(override string) string {
	return `{"match": "name", "items": [` + comet(override) + `]}`
}

// clientItem is a batch with a client.
func clientItem(override string) string {
	return `{"match": "name", "items": [` + merged(`{"companyName": "Initech"}`, override) + `]}`
}

// TestCurrencyOfProjects sets the currency of projects. It stays once a project has an amount of money.
func TestCurrencyOfProjects(t *testing.T) {
	t.Parallel()
	steps := []apitest.Step{
		projectAPI.create("one without amounts", comet(`{"currency": "chf"}`), data(`{"currency": "CHF"}`), saves("comet")),
		projectAPI.update("gets another one", "$comet", `{"currency": "usd"}`, data(`{"currency": "USD", "version": 2}`)),
		projectAPI.update("and the same in small letters", "$comet", `{"currency": "uSd"}`, data(`{"currency": "USD", "version": 2}`)),
		projectAPI.update("and none", "$comet", `{"currency": null}`, data(`{"currency": null, "version": 3}`)),
		projectAPI.upsert("a batch sets it", "", projectItem(`{"currency": "gbp"}`), did(`{"currency": "GBP", "version": 4}`, 0, 1, 0)),
		projectAPI.upsert("and finds it", "", projectItem(`{"currency": "gBp"}`), did(`{"currency": "GBP", "version": 4}`, 0, 0, 1)),
		projectAPI.upsert("and leaves it", "", projectItem(`{}`), did(`{"currency": "GBP", "version": 4}`, 0, 0, 1)),
		projectAPI.upsert("and creates one with it", "", projectItem(`{"name": "Halley", "currency": "jpy"}`),
			did(`{"currency": "JPY", "version": 1}`, 1, 0, 0)),
		projectAPI.upsert("unless it is unknown", "", projectItem(`{"currency": "ZZZ"}`),
			badField("validation_failed", "items[0].currency")),
		projectAPI.get("it is stored", "$comet", data(`{"currency": "GBP"}`)),

		setBudget("a budget of hours", "$comet", `{"hours": 40, "period": "total"}`),
		projectAPI.update("does not matter", "$comet", `{"currency": "EUR"}`, data(`{"currency": "EUR"}`)),
		projectAPI.update("only managers change it", "$comet", `{"currency": "USD"}`, by("worker"), refused("permission_denied")),
		projectAPI.create("the amount of another project", comet(`{"name": "Other", "amount": 5, "currency": "EUR"}`)),
		projectAPI.update("does not matter", "$comet", `{"currency": "CHF"}`, data(`{"currency": "CHF"}`)),
	}
	for _, tt := range []struct{ name, has, what, budget string }{
		{"an amount", `{"amount": 5}`, "an amount", ""},
		{"an amount of a retainer", `{"billingType": "retainer", "amount": 0}`, "an amount", ""},
		{"an hourly rate", `{"hourlyRate": 0}`, "an hourly rate", ""},
		{"a budget", `{}`, "a budget with an amount", `[{"amount": 900.5, "period": "month"}]`},
		{"a budget that once had an amount", `{}`, "a budget with an amount",
			`[{"hours": 40, "amount": 1, "period": "total"}, {"validFrom": "2026-02-01", "hours": 40, "period": "total"}]`},
	} {
		item := merged(tt.has, `{"name": "`+tt.name+`", "currency": "chf"}`)
		steps = append(steps, projectAPI.create(tt.name, comet(item), data(`{"currency": "CHF"}`), saves("priced")))
		if tt.budget != "" {
			steps = append(steps, setBudget("of an amount", "$priced", `{"items": `+tt.budget+`}`))
		}
		steps = append(steps,
			projectAPI.update("is in its currency", "$priced", `{"currency": "EUR"}`, fixedCurrency("currency", tt.what)),
			projectAPI.update("also in a dry run", "$priced", `{"currency": "EUR"}`, dryRun, fixedCurrency("currency", tt.what)),
			projectAPI.update("which is not taken away", "$priced", `{"currency": null}`, fixedCurrency("currency", tt.what)),
			projectAPI.update("but may be sent", "$priced", `{"currency": "chf", "name": "`+tt.name+`"}`,
				data(`{"currency": "CHF", "version": 1}`)),
			projectAPI.upsert("nor in a batch", "", projectItem(merged(item, `{"currency": "EUR"}`)),
				fixedCurrency("items[0].currency", tt.what)),
			projectAPI.upsert("which may have it", "", projectItem(item), did(`{"currency": "CHF", "version": 1}`, 0, 0, 1)),
			projectAPI.update("what is forbidden comes before it", "$priced", `{"currency": "EUR"}`, by("worker"),
				refused("permission_denied")),
			projectAPI.update("and another version", "$priced", `{"currency": "EUR"}`, ifMatch(`"7"`), refused("version_conflict")),
			projectAPI.get("nothing was written", "$priced", data(`{"currency": "CHF", "version": 1}`)),
			projectAPI.create("without a currency", comet(merged(item, `{"name": "`+tt.name+` 2", "currency": "-"}`)), saves("priced")),
		)
		if tt.budget != "" {
			steps = append(steps, setBudget("of an amount", "$priced", `{"items": `+tt.budget+`}`))
		}
		steps = append(steps,
			projectAPI.update("it gets none", "$priced", `{"currency": "EUR"}`, fixedCurrency("currency", tt.what)))
	}
	apitest.Run(t, steps)
}

// TestCurrencyOfClients sets the currency of clients. It stays once a project without one of its own has an amount of
// money.
func TestCurrencyOfClients(t *testing.T) {
	t.Parallel()
	steps := []apitest.Step{
		clientAPI.create("in small letters", `{"companyName": "Initech", "currency": "gbp"}`,
			data(`{"currency": "GBP"}`), saves("initech")),
		clientAPI.update("another one", "$initech", `{"currency": "usd"}`, data(`{"currency": "USD", "version": 2}`)),
		clientAPI.update("the same", "$initech", `{"currency": "usd"}`, data(`{"currency": "USD", "version": 2}`)),
		clientAPI.update("none", "$initech", `{"currency": null}`, data(`{"currency": null, "version": 3}`)),
		clientAPI.upsert("a batch sets it", "", clientItem(`{"currency": "chf"}`), did(`{"currency": "CHF", "version": 4}`, 0, 1, 0)),
		clientAPI.upsert("and finds it", "", clientItem(`{"currency": "cHf"}`), did(`{"currency": "CHF", "version": 4}`, 0, 0, 1)),
		clientAPI.upsert("and leaves it", "", clientItem(`{}`), did(`{"currency": "CHF", "version": 4}`, 0, 0, 1)),
		clientAPI.upsert("unless it is unknown", "", clientItem(`{"currency": "ZZZ"}`),
			badField("validation_failed", "items[0].currency")),

		projectAPI.create("a project without an amount", comet(`{"clientId": "$initech"}`), saves("none")),
		projectAPI.create("one in its own currency", comet(`{"name": "own", "clientId": "$initech", "amount": 5, "currency": "JPY"}`)),
		projectAPI.create("one of another client", comet(`{"clientId": "$globex", "amount": 5}`)),
		projectAPI.create("one with a budget in its own currency",
			comet(`{"name": "own 2", "clientId": "$initech", "currency": "JPY"}`), saves("own")),
		setBudget("of an amount", "$own", `{"amount": 5, "period": "total"}`),
		setBudget("a budget of hours", "$none", `{"hours": 40, "period": "total"}`),
		clientAPI.update("do not matter", "$initech", `{"currency": "EUR"}`, data(`{"currency": "EUR", "version": 5}`)),
		clientAPI.update("only managers change it", "$initech", `{"currency": "USD"}`, by("worker"), refused("permission_denied")),
	}
	for _, tt := range []struct{ name, has, what, budget string }{
		{"Amount", `{"amount": 0}`, "an amount", ""},
		{"Hourly", `{"hourlyRate": 5}`, "an hourly rate", ""},
		{"Budget", `{}`, "a budget with an amount", `[{"amount": 5, "period": "total"}]`},
	} {
		item := clientItem(`{"companyName": "` + tt.name + `", "currency": "EUR"}`)
		steps = append(steps,
			clientAPI.create("a client", `{"companyName": "`+tt.name+`", "currency": "CHF"}`, saves("client")),
			projectAPI.create(tt.name, comet(merged(tt.has, `{"clientId": "$client"}`)), data(`{"currency": null}`), saves("priced")))
		if tt.budget != "" {
			steps = append(steps, setBudget("of an amount", "$priced", `{"items": `+tt.budget+`}`))
		}
		steps = append(steps,
			clientAPI.update("is in the currency of the client", "$client", `{"currency": "EUR"}`,
				fixedCurrency("currency", tt.what), saysBut("because the project $priced has", "")),
			clientAPI.update("which is not taken away", "$client", `{"currency": null}`, fixedCurrency("currency", tt.what)),
			clientAPI.update("but may be sent", "$client", `{"currency": "chf"}`, data(`{"currency": "CHF", "version": 1}`)),
			clientAPI.upsert("nor in a batch", "", item, fixedCurrency("items[0].currency", tt.what)),
			clientAPI.upsert("which may have it", "", clientItem(`{"companyName": "`+tt.name+`", "currency": "chf"}`),
				did(`{"currency": "CHF", "version": 1}`, 0, 0, 1)),
			projectAPI.update("nor does the project get one", "$priced", `{"currency": "EUR"}`, fixedCurrency("currency", tt.what)),
			clientAPI.update("the rest changes", "$client", `{"website": "x.example", "currency": "CHF"}`, data(`{"version": 2}`)),
		)
	}
	apitest.Run(t, steps)
}

// TestCurrencyOfRates: the hourly rate of a project, and rates that are written without a currency, are in the currency
// of the project, else in that of its client, else in that of the organization.
func TestCurrencyOfRates(t *testing.T) {
	t.Parallel()
	hourly := do("hourlyRate of the project", func(_ *testing.T, a *apitest.API) {
		a.Exec(`UPDATE projects SET billing_type = 'time_materials', amount = NULL, hourly_rate = 95 WHERE id = $1`, a.ID("atlas"))
	})
	in := func(of, column, currency string) apitest.Step {
		return do(of+" has the currency "+currency, func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE `+column+` SET currency = NULLIF($2, '') WHERE id = $1`, a.ID(of), currency)
		})
	}
	const day = "&date=2026-03-31"
	write := func(currency string) []apitest.Step {
		return []apitest.Step{
			setRates("no rates", "projects/$atlas", ""),
			resolves("the hourly rate", day, atRate("project", "95", currency, "null")),
			setRates("a rate", "projects/$atlas", ofWorker+","+merged(salary, `{"userId": "$worker"}`),
				data(`{"items": [{"kind": "bill", "currency": "`+currency+`"}, {"kind": "cost", "currency": "`+currency+`"}]}`)),
			resolves("of the project", day, atRate("project_user", "90", currency, "null")),
		}
	}
	steps := append([]apitest.Step{hourly}, write("EUR")...)
	steps = append(steps, in("acme", "clients", "CHF"))
	steps = append(steps, write("CHF")...)
	steps = append(steps, in("atlas", "projects", "USD"))
	steps = append(steps, write("USD")...)
	steps = append(steps,
		setRates("another currency", "projects/$atlas", merged(ofWorker, `{"currency": "sek"}`), data(`{"items": [{"currency": "SEK"}]}`)),
		setRates("stays", "projects/$atlas", ofWorker+","+since1,
			data(`{"items": [{"amount": 100, "currency": "USD"}, {"amount": 90, "currency": "SEK"}]}`)),
		setRates("of the client", "clients/$acme", since1, data(`{"items": [{"currency": "CHF"}]}`)),
		setRates("of another client", "clients/$globex", since1, data(`{"items": [{"currency": "EUR"}]}`)),
		setRates("of a user", "users/$worker", since1, data(`{"items": [{"currency": "EUR"}]}`)),
		setRates("of the organization", "organization", since1, data(`{"items": [{"currency": "EUR"}]}`)),
		in("acme", "clients", ""),
		setRates("an item that is there", "clients/$acme", since1+","+noMore,
			data(`{"items": [{"currency": "CHF"}, {"currency": "EUR"}]}`)),
	)
	apitest.Run(t, steps)
}
