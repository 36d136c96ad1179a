package acceptance_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// withExternalIDs are the resources whose records have external ids, with what one needs to be created. first and
// second are records, and writer is who may change them.
var withExternalIDs = []struct {
	resource
	needs, first, second string
}{
	{userAPI, `{"name": "Ada", "email": "ada@example.com"}`, "$worker", "$peer"},
	{clientAPI, `{"companyName": "Initech"}`, "$acme", "$globex"},
	{projectAPI, `{"name": "Relaunch", "clientId": "$acme", "startDate": "2026-01-01", "endDate": "2026-12-31"}`,
		"$atlas", "$beacon"},
}

// TestExternalIDs writes external ids and finds records by them.
func TestExternalIDs(t *testing.T) {
	const two = `{"externalIds": ["hr:4711", "crm:A/1 b"]}`
	many := func(n int) string {
		ids := make([]string, n)
		for i := range ids {
			ids[i] = fmt.Sprintf("s%02d:1", i)
		}
		return `{"externalIds": ` + asJSON(ids) + `}`
	}
	for _, r := range withExternalIDs {
		t.Run(r.table, func(t *testing.T) {
			update := func(name, id, body string, expectations ...expectation) apitest.Step {
				return r.update(name, id, body, append([]expectation{by("admin")}, expectations...)...)
			}
			find := func(name, id string, e expectation) apitest.Step {
				return r.list(name, "externalId="+strings.ReplaceAll(id, " ", "%20"),
					`{"externalId": `+asJSON(id)+`}`, e)
			}
			bad := func(name, ids string) apitest.Step {
				return update(name, r.second, `{"externalIds": `+ids+`}`, invalid("externalIds"))
			}
			taken := func(name, id, body, field string) apitest.Step {
				return update(name, id, body, badField("already_exists", field), namesRecord(r.first))
			}
			apitest.Run(t, []apitest.Step{
				r.get("a record has none", r.first, data(`{"externalIds": []}`)),
				update("they are returned in the order of their sources", r.first, two,
					data(`{"externalIds": ["crm:A/1 b", "hr:4711"], "version": 2}`)),
				r.get("and are kept", r.first, data(`{"externalIds": ["crm:A/1 b", "hr:4711"]}`)),
				find("a record is found by one", "hr:4711", data(rowsOf(r.first))),
				find("and by the other", "crm:A/1 b", data(rowsOf(r.first))),
				find("case matters", "crm:a/1 b", data(noRows)),
				find("there is no such id", "hr:471", data(noRows)),
				find("an external id has a source", "4711", badParam("validation_failed", "externalId")),
				r.list("nobody else's is found", "externalId=hr:4711", `{"externalId": "hr:4711"}`, by("other_admin"),
					data(noRows)),
				update("the same again changes nothing", r.first, two, data(`{"version": 2}`)),
				taken("nobody else can have it", r.second, `{"externalIds": ["z:1", "hr:4711"]}`, "externalIds[1]"),
				r.create("and nobody new", merged(r.needs, `{"externalIds": ["hr:4711"]}`),
					by("admin"), badField("already_exists", "externalIds[0]"), namesRecord(r.first)),
				find("nothing is written then", "z:1", data(noRows)),
				update("other fields leave them", r.first, `{"externalIds": ["hr:4712", "crm:A/1 b"]}`,
					data(`{"version": 3}`)),
				find("the old one finds nothing", "hr:4711", data(noRows)),
				update("and is free again", r.second, `{"externalIds": ["hr:4711"]}`,
					data(`{"externalIds": ["hr:4711"]}`)),
				find("the new one finds the record", "hr:4712", data(rowsOf(r.first))),
				find("that of the other record finds that one", "hr:4711", data(rowsOf(r.second))),
				update("an empty list removes all", r.first, `{"externalIds": []}`, data(`{"externalIds": []}`)),
				find("which finds nothing then", "hr:4712", data(noRows)),
				r.create("a new record has its own", merged(r.needs, `{"externalIds": [" hr:4712 "]}`),
					by("admin"), data(`{"externalIds": ["hr:4712"]}`), saves("new")),
				find("and is found", "hr:4712", data(rowsOf("$new"))),
				bad("two of one source", `["hr:1", "hr:2"]`),
				bad("the same twice", `["hr:1", "hr:1"]`),
				bad("21 are too many", many(21)[len(`{"externalIds": `):len(many(21))-1]),
				update("20 are not", r.first, many(20)),
				update("a source is in lower case", r.second, `{"externalIds": ["a:1", "HR:1"]}`,
					invalid("externalIds[1]")),
				update("an id is not empty", r.second, `{"externalIds": ["hr:"]}`, invalid("externalIds[0]")),
				update("a source is not empty", r.second, `{"externalIds": [":1"]}`, invalid("externalIds[0]")),
				update("a source has at most 40 characters", r.second,
					`{"externalIds": ["`+strings.Repeat("s", 41)+`:1"]}`, invalid("externalIds[0]")),
				update("an id has at most 255", r.second,
					`{"externalIds": ["hr:`+strings.Repeat("é", 256)+`"]}`, invalid("externalIds[0]")),
				update("255 are not too many", r.second, `{"externalIds": ["hr:`+strings.Repeat("é", 255)+`"]}`),
				update("an id is a text", r.second, `{"externalIds": [4711]}`, invalid("externalIds[0]"), overREST),
				update("and not null", r.second, `{"externalIds": null}`, invalid("externalIds"), overREST),
				r.update("a member may not write them", r.first, `{"externalIds": ["hr:1"]}`, by("loner"),
					refused("permission_denied")),
				do("the journal has them", func(t *testing.T, a *apitest.API) {
					events := slices.DeleteFunc(eventsOf(t, a, r.field+".updated"), func(e event) bool {
						return e.Record.ID != a.ID(r.first[1:])
					})
					last := events[len(events)-1]
					if before, after := last.Before["externalIds"], last.After["externalIds"]; asJSON(before) != "[]" ||
						len(after.([]any)) != 20 {
						t.Errorf("before %v, after %v", before, after)
					}
				}),
				do("the table is consistent", func(t *testing.T, a *apitest.API) {
					record := strings.ToLower(r.one)
					stored := a.Count(`SELECT count(*) FROM record_external_ids WHERE organization_id = $1 AND record = $2`,
						a.Organization, record)
					if had := a.Count(`SELECT sum(cardinality(external_ids)) FROM `+r.table+` WHERE organization_id = $1`,
						a.Organization); stored != had || had != 22 {
						t.Errorf("%d in the table, %d in the records", stored, had)
					}
				}),
			})
		})
	}
}

// TestKindsHaveExternalIDsOfTheirOwn: a user, a client and a project may have the same, and organizations too.
func TestKindsHaveExternalIDsOfTheirOwn(t *testing.T) {
	const id = `{"externalIds": ["erp:1"]}`
	var steps []apitest.Step
	for _, r := range withExternalIDs {
		steps = append(steps,
			r.update("a "+r.field, r.first, id, by("admin"), data(id)),
			r.update("a "+r.field+" of another organization", "$other_"+r.first[1:], id, by("other_admin"), data(id)))
	}
	apitest.Run(t, steps)
}

// TestExternalIDRaces: of two records that get the same external id at the same time, one has it.
func TestExternalIDRaces(t *testing.T) {
	t.Parallel()
	for _, r := range withExternalIDs {
		t.Run(r.table, func(t *testing.T) {
			a := apitest.New(t)
			needs := func(email string) string {
				if r.table != "users" {
					return r.needs
				}
				return merged(r.needs, `{"email": "`+email+`"}`)
			}
			race{
				r.create("", merged(needs("$r-1@example.com"), `{"externalIds": ["hr:$r"]}`), by("admin")),
				r.create("", merged(needs("$r-2@example.com"), `{"externalIds": ["hr:$r"]}`), by("admin")),
				func(t *testing.T, _ *apitest.API, first, second outcome) {
					exactlyOne(t, first, second, "already_exists")
				},
			}.run(t, a, names(racesEach))
		})
	}
}

// namesRecord expects that the message of the error has the id of a record.
func namesRecord(record string) expectation {
	return checked(func(t *testing.T, a *apitest.API, ans *apitest.Answer) {
		if !strings.Contains(ans.Message+asJSON(ans.Body), a.ID(record[1:])) {
			t.Errorf("the error does not name %s: %s", record, ans.Message)
		}
	})
}
