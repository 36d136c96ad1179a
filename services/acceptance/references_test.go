package acceptance_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestReferences writes external ids and e-mail addresses where ids are expected.
func TestReferences(t *testing.T) {
	t.Parallel()
	named := []apitest.Step{
		userAPI.update("a user has an external id, and an address", "$worker",
			`{"externalIds": ["hr:1"], "email": "worker@ref.example"}`),
		clientAPI.update("so has a client", "$acme", `{"externalIds": ["crm:1", "hr:1"]}`),
		projectAPI.update("and a project", "$atlas", `{"externalIds": ["crm:1", "path:a b:c"]}`),
		do("a key may write hours, and not read users", func(_ *testing.T, a *apitest.API) {
			a.Key("hours_writer", "admin", "write:assignments", "write:actual_hours")
		}),
		do("the other organization has the same", func(t *testing.T, a *apitest.API) {
			for _, call := range []string{"users/$other_worker", "projects/$other_atlas"} {
				if ans := a.REST(t, "other_admin", "PATCH /api/v1/"+call, `{"externalIds": ["hr:2", "crm:1"]}`,
					nil); ans.Status != 200 {
					t.Error(ans.Raw)
				}
			}
		}),
	}
	bothHours(t, func(t *testing.T, h hours) {
		ref := func(override string) string { return merged(day(`{}`), override) }
		worker, atlas := `{"userId": "hr:1"}`, `{"projectId": "crm:1"}`
		apitest.Run(t, append(named,
			h.upsert("a row is of the user with an external id", ref(worker),
				h.wrote(`{"userId": "$worker", "version": 1}`)),
			h.upsert("or with an address, in any case",
				ref(`{"userId": "Worker@REF.example", "projectId": "path:a b:c"}`),
				h.wrote(`{"userId": "$worker", "projectId": "$atlas", "version": 1}`)),
			h.upsert("items can differ in that",
				items(ref(worker), ref(`{"date": "2026-03-09"}`), ref(merged(atlas, `{"date": "2026-03-10"}`))),
				h.wrote(items(`{"userId": "$worker"}`, `{"userId": "$worker"}`, `{"projectId": "$atlas"}`))),
			h.upsert("unknown ones are named with all other bad items",
				items(ref(worker), ref(`{"userId": "hr:2"}`), ref(`{"hours": 25}`),
					ref(`{"projectId": "crm:9", "userId": "nobody@ref.example", "hours": -1}`), ref(`{"userId": "$unknown"}`)),
				badField("unknown_reference", "items[1].userId"), fieldCount(6)),
			h.upsert("what is neither an id nor a reference is no id", ref(`{"projectId": "worker@ref.example"}`),
				badField("validation_failed", "items[0].projectId")),
			h.replace("a window is of a user", merged(march, worker), ref(merged(worker, atlas)), changed(0, 0, 1, 2)),
			h.replace("who must exist", merged(march, `{"userId": "hr:2"}`), ref(worker),
				badField("unknown_reference", "userId")),
			h.upsert("a key that may not read users may not refer to them", ref(worker), by("hours_writer"),
				badField("scope_missing", "items[0].userId")),
			h.upsert("but may write their ids", ref(`{"hours": 3}`), by("hours_writer"), h.wrote(`{"hours": 3}`)),
		))
	})
	t.Run("managers in a batch", func(t *testing.T) {
		person := func(n int, manager string) string {
			return fmt.Sprintf(`{"name": "N%d", "email": "n%d@ref.example", "externalIds": ["hr:%d"], "reportsToId": %q}`, n, n, n, manager)
		}
		batch := func(items ...string) string {
			return `{"match": "externalId:hr", "items": [` + strings.Join(items, ",") + `]}`
		}
		team := batch(person(1, "hr:2"), person(2, "N3@ref.example"), person(3, "worker@example.com"),
			person(4, "hr:2"))
		apitest.Run(t, []apitest.Step{
			userAPI.upsert("a dry run", "&dryRun=true", team, did(`{}, {}, {}, {}`, 4, 0, 0)),
			userAPI.upsert("managers come in any order, and need not exist", "", team,
				did(`{"name": "N1"}, {"name": "N2"}, {"name": "N3", "reportsToId": "$worker"}, {"name": "N4"}`,
					4, 0, 0),
				func(p *pair) { p.Save = map[string]string{"n1": "data.0.id", "n2": "data.1.id", "n3": "data.2.id"} }),
			userAPI.upsert("the same again changes nothing", "", team, did(`{"reportsToId": "$n2", "version": 1},
				{"reportsToId": "$n3", "version": 1}, {"version": 1}, {"reportsToId": "$n2", "version": 1}`, 0, 0, 4)),
			userAPI.upsert("a new one for those who exist", "", batch(person(1, "hr:5"), person(5, "$lead")),
				did(`{"id": "$n1", "version": 2}, {"reportsToId": "$lead"}`, 1, 1, 0)),
			userAPI.upsert("white space around what names a manager does not count", "",
				batch(merged(person(10, "hr:11"), `{"externalIds": [" hr:10 "]}`), merged(person(11, "n12@ref.example"),
					`{"externalIds": ["hr:11 "]}`), merged(person(12, "$lead"), `{"email": " N12@ref.example "}`)),
				did(`{}, {}, {"reportsToId": "$lead", "email": "N12@ref.example"}`, 3, 0, 0)),
			userAPI.upsert("nobody is their own manager", "", batch(person(6, "hr:6")),
				badField("validation_failed", "items[0].reportsToId")),
			userAPI.upsert("nor through others", "", batch(person(6, "hr:7"), person(7, "hr:8"), person(8, "hr:6")),
				badField("validation_failed", "items[0].reportsToId"), fieldCount(3)),
			userAPI.upsert("all bad items are named", "",
				batch(person(6, "hr:7"), merged(person(7, "hr:9"), `{"defaultAvailability": -1}`),
					merged(person(8, "hr:6"), `{"name": ""}`)), badField("unknown_reference", "items[1].reportsToId"),
				fieldCount(3)),
			userAPI.get("nothing of that is written", "hr:6", refused("not_found")),
		})
	})
	t.Run("repetitions", func(t *testing.T) {
		rename := `{"externalIds": ["hr:3"], "email": "new@ref.example"}`
		row := merged(day(`{}`), `{"userId": "hr:3"}`)
		apitest.Run(t, append(named,
			userAPI.update("a user gets another external id", "hr:1", rename, keyed("a"),
				data(`{"id": "$worker", "version": 3}`)),
			userAPI.update("the same again has the same response", "hr:1", rename, keyed("a"), replays,
				data(`{"id": "$worker", "version": 3}`)),
			userAPI.update("another request does not", "hr:1", `{"name": "X"}`, keyed("a"),
				badKey("idempotency_key_reused")),
			userAPI.update("nor one that was never executed", "hr:1", rename, keyed("b"), refused("not_found")),
			userAPI.update("which can be sent again", "hr:3", `{"name": "Y"}`, keyed("b"), data(`{"name": "Y"}`)),
			plannedHours.upsert("a row of the user", row, keyed("c"), plannedHours.wrote(`{"userId": "$worker"}`)),
			userAPI.update("who gets yet another id", "hr:3", `{"externalIds": ["hr:4"]}`, data(`{"id": "$worker"}`)),
			userAPI.update("which somebody else gets", "$peer", `{"externalIds": ["hr:3"]}`, data(`{"id": "$peer"}`)),
			plannedHours.upsert("the same again is still of the first", row, keyed("c"), replays,
				plannedHours.wrote(`{"userId": "$worker"}`)),
			plannedHours.upsert("without the key it is not", row, plannedHours.wrote(`{"userId": "$peer"}`)),
		))
	})
	t.Run("records", func(t *testing.T) {
		apitest.Run(t, append(named,
			userAPI.get("in a path", "hr:1", data(`{"id": "$worker"}`)),
			userAPI.get("an address in a path", "worker@ref.example", data(`{"id": "$worker"}`)),
			projectAPI.get("an id of the same text is of the kind that is expected", "crm:1", data(`{"id": "$atlas"}`)),
			projectAPI.get("with characters that a path encodes", "path:a%20b:c", overREST, data(`{"id": "$atlas"}`)),
			clientAPI.update("a change", "crm:1", `{"website": "https://acme.example"}`, data(`{"id": "$acme"}`)),
			userAPI.get("nobody has it", "hr:2", refused("not_found")),
			userAPI.update("nor is anybody changed", "hr:2", `{"name": "X"}`, refused("not_found")),
			userAPI.update("a bad body comes first", "hr:2", `{"defaultAvailability": -1}`, func(p *pair) {
				refused("validation_failed")(p)
			}, fieldCount(1)),
			userAPI.update("a manager", "$peer", `{"reportsToId": "hr:1"}`, data(`{"reportsToId": "$worker"}`)),
			userAPI.update("who does not exist", "$peer", `{"reportsToId": "hr:2"}`,
				badField("unknown_reference", "reportsToId")),
			userAPI.list("a filter", "reportsToId=hr:1", `{"reportsToId": "hr:1"}`, data(rowsOf("$peer"))),
			userAPI.list("a list of ids", "ids=hr:1,$peer", `{"ids": ["hr:1", "$peer"]}`,
				data(rowsOf("$worker", "$peer"))),
			userAPI.list("one that nobody has is left out, as an id would be", "ids=$peer,hr:2,no@ref.example,$unknown",
				`{"ids": ["$peer", "hr:2", "no@ref.example", "$unknown"]}`, data(rowsOf("$peer"))),
			userAPI.create("a placeholder", `{"kind": "placeholder", "name": "Designer", "externalIds": ["plan:1"]}`,
				saves("place")),
			userAPI.get("in a path of its own", "plan:1/candidates?start_date=2026-03-01&end_date=2026-03-31", overREST,
				data(`{"items": []}`)),
			userAPI.get("where a person must not be", "hr:1/candidates?start_date=2026-03-01&end_date=2026-03-31",
				overREST,
				badParam("validation_failed", "placeholder_id")),
			projectAPI.create("a project of a client",
				`{"name": "Relaunch", "clientId": "hr:1", "startDate": "2026-01-01",
				"endDate": "2026-12-31"}`, data(`{"clientId": "$acme"}`)),
		))
	})
}
