package acceptance_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestCreateOnly: what only a new record can have differs in a batch, and stays if the batch says so.
func TestCreateOnly(t *testing.T) {
	t.Parallel()
	const fixed = `{"name": "Fixed", "clientId": "$acme", "startDate": "2026-01-01", "endDate": "2026-12-31",
		"billingType": "fixed_price", "amount": 1000, "externalIds": ["crm:1"]}`
	hourly := merged(fixed, `{"name": "Hourly", "billingType": "time_materials", "amount": "-", "hourlyRate": 90,
		"externalIds": ["crm:2"]}`)
	batch := func(createOnly string, items ...string) string {
		return `{"match": "externalId:crm", ` + createOnly + `"items": [` + strings.Join(items, ",") + `]}`
	}
	other := []string{
		merged(fixed, `{"name": "Renamed", "clientId": "$globex", "amount": 2000}`),
		merged(hourly, `{"billingType": "fixed_price", "hourlyRate": "-", "amount": 5}`),
	}
	const keep = `"createOnly": "keep", `
	upsert := func(name, query, body string, expectations ...expectation) apitest.Step {
		return projectAPI.upsert(name, query, body, expectations...)
	}
	apitest.Run(t, []apitest.Step{
		upsert("two projects", "", batch("", fixed, hourly), did(`{}, {}`, 2, 0, 0)),
		upsert("what cannot change is refused", "", batch("", other...),
			badField("validation_failed", "items[0].clientId"),
			fieldCount(4)),
		upsert("also if the batch says so", "", batch(`"createOnly": "refuse", `, other...),
			badField("validation_failed",
				"items[0].clientId"),
			fieldCount(4)),
		upsert("or is kept and named", "", batch(keep, other...), answers(`{
			"data": [{"name": "Renamed", "clientId": "$acme", "amount": 1000, "billingType": "fixed_price", "version": 2},
				{"billingType": "time_materials", "amount": null, "hourlyRate": 90, "version": 1}],
			"meta": {"summary": {"created": 0, "updated": 1, "unchanged": 1}, "warningCount": 4, "warnings": [
				{"index": 0, "message": "*"},
				{"index": 0, "message": "*"},
				{"index": 1, "message": "*"},
				{"index": 1, "message": "*"}]}}`)),
		upsert("without a difference there is no warning", "", batch(keep, merged(fixed, `{"name": "Renamed"}`)), answers(`{
			"meta": {"summary": {"created": 0, "updated": 0, "unchanged": 1}, "warningCount": 0, "warnings": []}}`)),
		do("warnings come without rows, and without a summary", func(t *testing.T, a *apitest.API) {
			body := batch(keep, other...)
			minimal := a.REST(t, "admin", "POST /api/v1/projects/upsert", body,
				map[string]string{"Prefer": "return=minimal"})
			plain := a.REST(t, "admin", "POST /api/v1/projects/upsert", body, nil)
			for _, ans := range []*apitest.Answer{minimal, plain} {
				var named []any
				for i := range 4 {
					named = append(named, apitest.Lookup(ans.Body, fmt.Sprintf("meta.warnings.%d.field", i)),
						apitest.Lookup(ans.Body, fmt.Sprintf("meta.warnings.%d.code", i)))
				}
				if got := asJSON(named); got != `["items[0].clientId","create_only","items[0].amount","create_only",`+
					`"items[1].billingType","create_only","items[1].amount","create_only"]` {
					t.Errorf("%s in %s", got, ans.Raw)
				}
			}
			if apitest.Lookup(plain.Body, "meta.summary") != nil ||
				len(apitest.Lookup(minimal.Body, "data").([]any)) > 0 {
				t.Errorf("%s %s", plain.Raw, minimal.Raw)
			}
		}),
		userAPI.upsert("a user who has become a placeholder stays a person", "",
			`{"match": "externalId:hr", "createOnly": "keep", "items": [
			{"name": "Ada", "email": "ada@example.com", "externalIds": ["hr:1"]}]}`, did(`{"kind": "person"}`, 1, 0, 0)),
		userAPI.upsert("and is named", "", `{"match": "externalId:hr", "createOnly": "keep", "items": [
			{"name": "Ada L", "kind": "placeholder", "externalIds": ["hr:1"]}]}`,
			answers(`{"data": [{"kind": "person", "name": "Ada L"}], "meta": {"warningCount": 1, "warnings": [{"index": 0}]}}`)),
	})
}

// TestFirstNight: HR comes after the identity provider has made the people. It is told how to find them.
func TestFirstNight(t *testing.T) {
	t.Parallel()
	const ada = `{"name": "Ada", "email": "Ada@first.example", "externalIds": ["hr:1"]}`
	apitest.Run(t, []apitest.Step{
		userAPI.create("the identity provider makes a user",
			`{"name": "Ada", "email": "ada@first.example", "externalIds": ["scim:a"]}`, by("admin")),
		userAPI.upsert("HR does not know whom", "", `{"match": "externalId:hr", "items": [`+ada+`]}`,
			badField("already_exists", "items[0].email"), checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
				if !strings.Contains(ans.Message, `match: `) {
					t.Errorf("the message is %q", ans.Message)
				}
			})),
		userAPI.upsert("and comes with the address once", "", `{"match": "email", "items": [`+ada+`]}`,
			did(`{"externalIds": ["hr:1", "scim:a"]}`, 0, 1, 0)),
		userAPI.upsert("and then with its own ids", "", `{"match": "externalId:hr", "items": [`+ada+`]}`,
			did(`{"version": 2}`, 0,
				0, 1)),
	})
}

// TestListsAreSets: the order of a list, and what it has twice, do not make a record another one. An address has no
// space.
func TestListsAreSets(t *testing.T) {
	t.Parallel()
	batch := func(categories, override string) string {
		return `{"match": "name", "items": [` + merged(`{"companyName": "Sets", "email": "a@sets.example",
			"categories": `+categories+`}`, override) + `]}`
	}
	apitest.Run(t, []apitest.Step{
		clientAPI.upsert("a client", "", batch(`["b", "a", "b"]`, `{"email": "  a@sets.example "}`),
			did(`{"categories": ["b", "a"], "email": "a@sets.example", "version": 1}`, 1, 0, 0)),
		clientAPI.upsert("in another order", "", batch(`["a", "b", "a"]`, `{}`),
			did(`{"categories": ["b", "a"], "version": 1}`,
				0, 0, 1)),
		clientAPI.upsert("another set", "", batch(`["a", "c"]`, `{}`),
			did(`{"categories": ["a", "c"], "version": 2}`, 0, 1, 0)),
		clientAPI.create("an address is trimmed as that of a user",
			`{"companyName": "Trimmed", "email": "\t a@trimmed.example\n"}`, by("admin"),
			data(`{"email": "a@trimmed.example"}`)),
	})
}
