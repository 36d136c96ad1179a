package acceptance_test

import (
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestUpsertTimeOff is a leave of an HR system, from the first night to the last.
func TestUpsertTimeOff(t *testing.T) {
	t.Parallel()
	leave := func(id, override string) string {
		return merged(merged(skiing(`{}`), `{"externalIds": ["hr:`+id+`"]}`), override)
	}
	batch := func(deleted string, items ...string) string {
		return `{"match": "externalId:hr", "deleted": [` + deleted + `], "items": [` + strings.Join(items, ",") + `]}`
	}
	upsert := func(name, query, body string, expectations ...expectation) apitest.Step {
		return timeOff.upsert(name, query, body, expectations...)
	}
	done := func(records string, created, updated, unchanged, deleted int) expectation {
		return func(p *pair) {
			did(records, created, updated, unchanged)(p)
			p.Want = merged(p.Want, asJSON(map[string]any{"meta": map[string]any{"summary": map[string]int{
				"created": created, "updated": updated, "unchanged": unchanged, "deleted": deleted,
			}}}))
		}
	}
	types := func(want string) apitest.Step {
		return do("the events", func(t *testing.T, a *apitest.API) {
			var got []string
			for _, e := range eventsOf(t, a, "time_off.") {
				got = append(got, strings.TrimPrefix(e.Type, "time_off."))
			}
			if s := strings.Join(got, " "); s != want {
				t.Errorf("events %s, want %s", s, want)
			}
		})
	}
	find := func(name, id string, e ...expectation) apitest.Step {
		return timeOff.list(name, "externalId="+id, `{"externalId": "`+id+`"}`, e...)
	}
	apitest.Run(t, []apitest.Step{
		do("HR acts as an admin, and a lead has a key", func(t *testing.T, a *apitest.API) {
			a.Key("reader", "admin", "write:time_off")
		}),
		userAPI.update("a person has an external id", "$worker", `{"externalIds": ["hr:7"]}`, by("admin")),
		upsert("a dry run", "&dryRun=true", batch("", leave("1", `{}`)),
			done(`{"version": 1, "externalIds": ["hr:1"]}`, 1, 0, 0, 0)),
		types(""),
		upsert("the first night", "", batch("", leave("1", `{"userId": "hr:7"}`), leave("2",
			`{"userId": "worker@example.com", "status": "approved"}`),
			leave("3", `{"status": "rejected", "rejectionReason": "No"}`), leave("4", `{"userId": "$peer"}`)),
			done(`{"userId": "$worker", "status": "pending", "decidedById": null},
				{"userId": "$worker", "status": "approved", "decidedById": "$admin"}, {"status": "rejected"},
					{"userId": "$peer"}`, 4, 0, 0, 0),
			func(p *pair) { p.Save = map[string]string{"one": "data.0.id", "two": "data.1.id", "four": "data.3.id"} }),
		types("created created created created"),
		upsert("the second night", "", batch(`"hr:99"`, leave("4", `{"userId": "$peer"}`), leave("3",
			`{"status": "rejected", "rejectionReason": "No"}`),
			leave("2", `{"status": "approved"}`), leave("1", `{}`)),
			done(`{}, {}, {}, {"id": "$one", "version": 1}`, 0, 0, 4, 0)),
		upsert("without a status, or with pending, a decision stays", "", batch("", leave("2", `{}`), leave("3",
			`{"status": "pending"}`)),
			done(`{"status": "approved"}, {"status": "rejected"}`, 0, 0, 2, 0)),
		types("created created created created"),
		upsert("dates move, one is approved, one is gone", "", batch(`"hr:2"`, leave("1",
			`{"endDate": "2026-03-07", "status": "approved"}`),
			leave("4", `{"userId": "$peer", "startDate": "2026-03-03"}`)),
			done(`{"id": "$one", "version": 2, "status": "approved", "endDate": "2026-03-07", "decidedById": "$admin"},
				{"version": 2}`, 0, 2, 0, 1)),
		types("created created created created deleted approved updated"),
		upsert("what is gone is gone once", "", batch(`"hr:2", "$two"`), done("", 0, 0, 0, 0)),
		timeOff.get("it is found by its external id", "hr:1", by("admin"), data(`{"id": "$one"}`)),
		find("also in the list", "hr:1", data(rowsOf("$one"))),
		find("the old id finds nothing", "hr:2", data(noRows)),
		find("nor does it in another organization", "hr:1", by("other_admin"), data(noRows)),
		upsert("a rejected one cannot change", "", batch("", leave("3", `{"endDate": "2026-03-05"}`), leave("5", `{}`)),
			refused("invalid_state"), func(p *pair) { p.Field, p.Path = "items[0].status", "batch.items[0].status" }),
		upsert("nor can a decision", "", batch("", leave("1", `{"endDate": "2026-03-07", "status": "rejected"}`)),
			refused("invalid_state"), func(p *pair) { p.Field, p.Path = "items[0].status", "batch.items[0].status" }),
		upsert("nor can the person", "", batch("", leave("4", `{"startDate": "2026-03-03"}`)),
			badField("validation_failed",
				"items[0].userId")),
		upsert("unless that is to stay", "",
			merged(batch("", leave("4", `{"startDate": "2026-03-04"}`)), `{"createOnly": "keep"}`),
			answers(`{"data": [{"id": "$four", "userId": "$peer", "startDate": "2026-03-04"}], "meta": {
				"summary": {"created": 0, "updated": 1, "unchanged": 0, "deleted": 0},
				"warnings": [{"index": 0, "message": "*"}], "warningCount": 1}}`)),
		upsert("one cannot both change and go", "", batch(`"hr:1"`, leave("1", `{}`)), badField("validation_failed",
			"items[0].externalIds")),
		upsert("the order of dates", "", batch("", leave("8", `{}`), leave("9", `{"endDate": "2026-03-01"}`)),
			badField("validation_failed", "items[1].endDate")),
		upsert("an item without an id of the source", "", batch("", leave("1", `{"externalIds": ["sap:1"]}`)),
			badField("validation_failed", "items[0].externalIds")),
		upsert("a reason for a rejection of nothing", "", batch("", leave("8", `{"rejectionReason": "No"}`)),
			badField("validation_failed", "items[0].rejectionReason")),
		upsert("the id of another request", "", batch("", leave("8", `{"externalIds": ["hr:8", "sap:1"]}`), leave("9",
			`{"externalIds": ["hr:9", "sap:1"]}`)),
			badField("already_exists", "items[1].externalIds[1]")),
		upsert("to name a request needs the scope that reads it", "", batch(`"hr:1"`), by("reader"), func(p *pair) {
			refused("scope_missing")(p)
			p.Field, p.Path = "deleted[0]", "batch.deleted[0]"
		}),
		upsert("a stranger", "", batch(`"$one"`, leave("1", `{"endDate": "2026-03-09"}`), leave("8", `{}`)),
			by("loner"),
			refused("permission_denied"), fieldCount(3)),
		upsert("ids move", "", batch("", leave("4", `{"userId": "$peer", "externalIds": ["hr:4", "sap:4"]}`)),
			done(`{"id": "$four"}`, 0, 1, 0, 0)),
		upsert("from one to another, before it gives them up", "",
			batch("", leave("1", `{"externalIds": ["hr:1", "sap:4"]}`),
				leave("4", `{"userId": "$peer", "externalIds": ["hr:4", "sap:5"]}`)), done(`{"id": "$one"}, {"id": "$four"}`, 0, 2, 0, 0)),
		timeOff.get("the other way round", "sap:4", by("admin"), data(`{"id": "$one"}`)),
		upsert("without rows", "", batch(`"hr:3"`, leave("8", `{}`)),
			func(p *pair) { p.Header = map[string]string{"Prefer": "return=minimal"} },
			done("", 1, 0, 0, 1)),

		timeOff.update("the owner may not take an id", "$four", `{"externalIds": ["hr:1000"]}`, overREST, by("peer"),
			refused("permission_denied")),
		timeOff.create("nor a new one have one", skiing(`{"externalIds": ["hr:1000"]}`), by("worker"),
			refused("permission_denied")),
		do("who manages the owner may", func(t *testing.T, a *apitest.API) {
			if ans := a.REST(t, "lead", "PATCH /api/v1/time-off/$four", `{"externalIds": ["x:1"]}`, nil); !ok(ans) {
				t.Errorf("%s", ans.Raw)
			}
			if ans := a.REST(t, "lead", "PATCH /api/v1/time-off/x:1", `{"reason": "Surfing"}`, nil); !ok(ans) {
				t.Errorf("%s", ans.Raw)
			}
			if ans := a.REST(t, "lead", "DELETE /api/v1/time-off/x:1", "", nil); !ok(ans) {
				t.Errorf("%s", ans.Raw)
			}
			if n := a.Count(`SELECT count(*) FROM record_external_ids 
				WHERE organization_id = $1 AND record = 'time_off' AND external_id = 'x:1'`,
				a.Organization); n != 0 {
				t.Errorf("the external id is still there")
			}
		}),
	})
}
