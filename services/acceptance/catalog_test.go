package acceptance_test

import (
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

var (
	capabilities = resource{
		path: "/api/v1/capabilities", one: "Capability", many: "Capabilities", field: "capability",
		table: "capabilities", scope: "read:assignments",
	}
	timeOffTypes = resource{
		path: "/api/v1/time-off-types", one: "TimeOffType", many: "TimeOffTypes", field: "time_off_type",
		table: "time_off_types", scope: "read:time_off",
	}
)

// bothCatalogs runs steps for capabilities and for time off types. The ids and the names are
// those of the two rows of the fixture.
func bothCatalogs(t *testing.T, steps func(r resource, first, second, name, otherName string) []apitest.Step) {
	t.Run(capabilities.table, func(t *testing.T) {
		apitest.Run(t, steps(capabilities, "$design", "$engineering", "Design", "Engineering"))
	})
	t.Run(timeOffTypes.table, func(t *testing.T) {
		apitest.Run(t, steps(timeOffTypes, "$vacation", "$sick", "Vacation", "Sick"))
	})
}

const entryMembers = "id name isActive version createdAt updatedAt"

func TestListCatalog(t *testing.T) {
	bothCatalogs(t, func(r resource, first, second, name, _ string) []apitest.Step {
		return append(pages(r, first, second),
			r.list("a row has these members", "limit=1", `{"limit": 1}`, hasMembers("data.items.0", entryMembers),
				data(`{"items": [{"id": "`+first+`", "name": "`+name+
					`", "isActive": true, "version": 1, "createdAt": "*", "updatedAt": "*"}]}`)),
			r.update("the first becomes inactive", first, `{"isActive": false}`, data(`{"isActive": false}`)),
			r.list("it is still in the list", "limit=1", `{"limit": 1}`,
				data(`{"items": [{"id": "`+first+`", "isActive": false, "version": 2}]}`)),
			r.list("another organization has its own", "limit=1", `{"limit": 1}`, by("other_admin"),
				data(`{"items": [{"id": "`+strings.Replace(first, "$", "$other_", 1)+`", "isActive": true}]}`)),
			apitest.Step{
				Name: "there is no single record to read", Call: "GET " + r.path + "/" + first, Status: 405,
				Code: "method_not_allowed",
			},
		)
	})
}

func TestCreateInCatalog(t *testing.T) {
	long := strings.Repeat("ü", 255)
	bothCatalogs(t, func(r resource, first, second, name, _ string) []apitest.Step {
		taken := badField("already_exists", "name")
		return []apitest.Step{
			r.create("a name is enough", `{"name": "New"}`, saves("new"), hasMembers("data", entryMembers),
				hasHeader("ETag", `"1"`),
				data(`{"id": "*", "name": "New", "isActive": true, "version": 1, "createdAt": "*", "updatedAt": "*"}`)),
			r.create("an inactive one", `{"name": "Former", "isActive": false}`, saves("former"),
				data(`{"name": "Former", "isActive": false}`)),
			r.list("both are in the list", "", "{}", data(`{"items": [{"id": "`+first+`"}, {"id": "`+second+
				`"}, {"id": "$new", "name": "New"}, {"id": "$former", "isActive": false}]}`)),
			r.create("null is the same as absent", `{"name": "Null", "isActive": null}`,
				overREST, data(`{"isActive": true}`)),
			r.create("a name is trimmed", `{"name": " Trimmed\t"}`, data(`{"name": "Trimmed"}`)),
			r.create("a name of 255 characters", `{"name": "`+long+`"}`, data(`{"name": "`+long+`"}`)),
			r.create("case matters", `{"name": "`+strings.ToUpper(name)+`"}`,
				data(`{"name": "`+strings.ToUpper(name)+`"}`)),
			r.create("a name that exists", `{"name": "`+name+`"}`, taken),
			r.create("a name that exists, with white space", `{"name": " `+name+` "}`, taken),
			r.create("a name of an inactive one", `{"name": "Former"}`, taken),
			r.create("a name of another organization", `{"name": "New"}`, by("other_admin"), data(`{"name": "New"}`)),
			r.create("no name", `{}`, badField("validation_failed", "name")),
			r.create("an empty name", `{"name": ""}`, badField("validation_failed", "name")),
			r.create("a name of white space", `{"name": " \t"}`, badField("validation_failed", "name")),
			r.create("a long name", `{"name": "`+long+`x"}`, badField("validation_failed", "name")),
			r.create("a name that is a number", `{"name": 7}`, overREST, badField("validation_failed", "name")),
			r.create("an activity that is text", `{"name": "X", "isActive": "true"}`, overREST,
				badField("validation_failed", "isActive")),
			r.create("an id cannot be chosen", `{"name": "X", "id": "$unknown"}`, badField("unknown_field", "id")),
			r.create("an unknown field", `{"name": "X", "color": "red"}`, overREST, badField("unknown_field", "color")),
			r.create("a member may not", `{"name": "X"}`, by("worker"), refused("permission_denied")),
			r.create("the role manager may not", `{"name": "X"}`, by("boss"), refused("permission_denied")),
			r.create("a fault in the body comes before the permission", `{"name": ""}`, by("worker"),
				refused("validation_failed")),
			r.create("the permission comes before the conflict", `{"name": "`+name+`"}`, by("worker"),
				refused("permission_denied")),
			scopedKeys("write:catalog"),
			r.create("the scope alone is not enough", `{"name": "X"}`, by("only"), refused("permission_denied")),
			r.create("an admin needs the scope", `{"name": "X"}`, by("without"), outOfScope("write:catalog")),
			r.create("a key is needed", `{"name": "X"}`, by("-"), refused("credential_missing")),
		}
	})
}

func TestUpdateCatalog(t *testing.T) {
	bothCatalogs(t, func(r resource, first, second, name, otherName string) []apitest.Step {
		taken := badField("already_exists", "name")
		return []apitest.Step{
			r.update("every field", first, `{"name": " Renamed ", "isActive": false}`, hasMembers("data", entryMembers),
				hasHeader("ETag", `"2"`),
				data(`{"id": "`+first+`", "name": "Renamed", "isActive": false, "version": 2}`)),
			r.list("the response shows what is stored", "limit=1", `{"limit": 1}`,
				data(`{"items": [{"id": "`+first+`", "name": "Renamed", "isActive": false, "version": 2}]}`)),
			r.update("one field leaves the other", first, `{"isActive": true}`,
				data(`{"name": "Renamed", "isActive": true, "version": 3}`)),
			r.update("no field changes nothing", first, `{}`, hasHeader("ETag", `"3"`),
				data(`{"name": "Renamed", "version": 3}`)),
			r.update("the same values change nothing", first, `{"name": "Renamed", "isActive": true}`,
				data(`{"version": 3}`)),
			r.update("only the case of the name", first, `{"name": "RENAMED"}`,
				data(`{"name": "RENAMED", "version": 4}`)),
			r.update("the name of another one", first, `{"name": "`+otherName+`"}`, taken),
			r.update("a name that is free again", second, `{"name": "`+name+`"}`, data(`{"name": "`+name+`"}`)),
			r.update("another version", first, `{"isActive": false}`, ifMatch(`"3"`), refused("version_conflict")),
			r.update("the version comes before the name", first, `{"name": "`+name+`"}`, ifMatch(`"3"`),
				refused("version_conflict")),
			r.update("the expected version", first, `{"isActive": false}`, ifMatch(`"4"`),
				data(`{"isActive": false, "version": 5}`)),
			r.update("null for a name", first, `{"name": null}`, badField("validation_failed", "name")),
			r.update("null for the activity", first, `{"isActive": null}`, badField("validation_failed", "isActive")),
			r.update("an empty name", first, `{"name": " "}`, badField("validation_failed", "name")),
			r.update("the id cannot be changed", first, `{"id": "$unknown"}`, badField("unknown_field", "id")),
			r.update("the version cannot be written", first, `{"version": 9}`, badField("unknown_field", "version")),
			r.update("one that does not exist", "$unknown", `{"name": "X"}`, refused("not_found")),
			r.update("one of another organization", strings.Replace(first, "$", "$other_", 1),
				`{"name": "X"}`, refused("not_found")),
			r.update("an id that is no UUID", "x", `{"name": "X"}`, badParam("validation_failed", r.field+"_id")),
			r.update("a member may not", first, `{"name": "X"}`, by("worker"), refused("permission_denied")),
			r.update("the role manager may not", first, `{"name": "X"}`, by("boss"), refused("permission_denied")),
			r.update("not even without a change", first, `{}`, by("boss"), refused("permission_denied")),
			r.update("404 comes before the permission", "$unknown", `{"name": "X"}`,
				by("worker"), refused("not_found")),
			scopedKeys("write:catalog"),
			r.update("the scope alone is not enough", first, `{"name": "X"}`, by("only"), refused("permission_denied")),
			r.update("an admin needs the scope", first, `{"name": "X"}`, by("without"), outOfScope("write:catalog")),
			r.update("a key is needed", first, `{"name": "X"}`, by("-"), refused("credential_missing")),
		}
	})
}

func TestCatalogRaces(t *testing.T) {
	t.Parallel()
	for _, r := range []resource{capabilities, timeOffTypes} {
		t.Run(r.table, func(t *testing.T) {
			a := apitest.New(t)
			race{
				r.create("", `{"name": "$r"}`, by("admin")), r.create("", `{"name": "$r"}`, by("admin")),
				func(t *testing.T, _ *apitest.API, first, second outcome) {
					exactlyOne(t, first, second, "already_exists")
				},
			}.run(t, a, names(racesEach))
		})
	}
}

// TestInactiveCapabilities: a new row cannot have an inactive capability. Rows that have one
// can still be changed.
func TestInactiveCapabilities(t *testing.T) {
	t.Parallel()
	bothHours(t, func(t *testing.T, h hours) {
		design := func(override string) string { return day(merged(`{"capabilityId": "$design"}`, override)) }
		engineering := day(`{"capabilityId": "$engineering", "hours": 1}`)
		inactive := func(field string) expectation {
			return func(p *pair) {
				refused("validation_failed")(p)
				p.Field, p.Path = field, "batch."+snake(field)
			}
		}
		apitest.Run(t, []apitest.Step{
			h.upsert("a row with a capability", design(`{"hours": 2}`), h.wrote(design(`{"hours": 2, "version": 1}`))),
			capabilities.update("the capability becomes inactive", "$design", `{"isActive": false}`),
			h.upsert("a new row cannot have it", design(`{"date": "2026-03-03"}`), inactive("items[0].capabilityId")),
			h.upsert("also in a dry run", design(`{"date": "2026-03-03"}`), dryRun, inactive("items[0].capabilityId")),
			h.upsert("the hours of the old row can be changed", design(`{"hours": 3}`),
				h.wrote(design(`{"hours": 3, "version": 2}`))),
			h.upsert("or written again", design(`{"hours": 3}`), h.wrote(design(`{"hours": 3, "version": 2}`))),
			h.upsert("other rows can be written with it", items(design(`{"hours": 4}`), engineering),
				h.wrote(items(design(`{"hours": 4, "version": 3}`), engineering))),
			h.upsert("one new row refuses all",
				items(design(`{"hours": 5}`), engineering, design(`{"date": "2026-03-04"}`)),
				inactive("items[2].capabilityId")),
			h.upsert("every bad item is named", items(design(`{"date": "2026-03-04"}`), engineering,
				design(`{"projectId": "$unknown"}`), design(`{"date": "2026-03-05"}`)),
				inactive("items[0].capabilityId"), fieldCount(4)),
			h.upsert("a row without a capability", day(`{}`), h.wrote(day(`{"version": 1}`))),
			capabilities.update("the capability becomes active again", "$design", `{"isActive": true}`),
			h.upsert("and new rows can have it", design(`{"date": "2026-03-03"}`),
				h.wrote(design(`{"date": "2026-03-03", "version": 1}`))),
			capabilities.create("a capability that is inactive from the start",
				`{"name": "Former", "isActive": false}`, saves("former")),
			h.upsert("is refused as well", day(`{"capabilityId": "$former"}`), inactive("items[0].capabilityId")),
			do("another process changes a capability", func(_ *testing.T, a *apitest.API) {
				a.Exec("UPDATE capabilities SET is_active = true WHERE id = $1", a.ID("former"))
				a.Exec("UPDATE capabilities SET is_active = false WHERE id = $1", a.ID("engineering"))
			}),
			h.upsert("an active one is accepted at once", day(`{"capabilityId": "$former"}`),
				h.wrote(day(`{"capabilityId": "$former"}`))),
			do("a second later", func(*testing.T, *apitest.API) { apitest.WaitForCallers() }),
			h.upsert("an inactive one is refused", day(`{"capabilityId": "$engineering", "date": "2026-03-09"}`),
				inactive("items[0].capabilityId")),
		})
	})
}

// TestInactiveWhenTheChangeReturns: what other upserts read before the change is committed does not count after it.
func TestInactiveWhenTheChangeReturns(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "a trigger there is not one of all workers")
	a := apitest.NewIsolated(t)
	a.Exec(`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.3); RETURN NEW; END'`)
	a.Exec(`CREATE TRIGGER slow BEFORE UPDATE ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION slow()`)
	row := func(date string) *apitest.Answer {
		return a.REST(t, "admin", "POST /api/v1/assignments",
			`{"items": [`+day(`{"capabilityId": "$design", "date": "`+date+`"}`)+`]}`, nil)
	}
	if ans := row("2026-03-02"); ans.Status != 200 {
		t.Fatalf("%d %s", ans.Status, ans.Raw)
	}
	changed := make(chan *apitest.Answer)
	go func() {
		changed <- a.REST(t, "admin", "PATCH /api/v1/capabilities/$design", `{"isActive": false}`,
			map[string]string{"Idempotency-Key": "slow"})
	}()
	for done := false; !done; {
		row("2026-03-02")
		select {
		case ans := <-changed:
			if done = true; ans.Status != 200 {
				t.Fatalf("%d %s", ans.Status, ans.Raw)
			}
		default:
		}
	}
	if ans := row("2026-03-03"); ans.Status != 400 {
		t.Errorf("a new row with an inactive capability: %d %s", ans.Status, ans.Raw)
	}
}

// TestInactiveTimeOffTypes: new time off cannot have an inactive type. A request keeps its
// type if that becomes inactive.
func TestInactiveTimeOffTypes(t *testing.T) {
	inactive := badField("validation_failed", "timeOffTypeId")
	apitest.Run(t, []apitest.Step{
		ask("a request", "worker", skiing(`{}`), saves("request")),
		ask("a request of another type", "worker", skiing(`{"timeOffTypeId": "$sick"}`), saves("sickness")),
		timeOffTypes.update("the type becomes inactive", "$vacation", `{"isActive": false}`),
		ask("a new request cannot have it", "worker", skiing(`{}`), inactive),
		ask("not even an admin's", "admin", skiing(`{"status": "approved"}`), inactive),
		edit("a request cannot change to it", "admin", "$sickness", `{"timeOffTypeId": "$vacation"}`, inactive),
		edit("nor with other fields", "admin", "$sickness", `{"timeOffTypeId": "$vacation", "reason": "?"}`, inactive),
		edit("the request that has it can be changed", "admin", "$request", `{"reason": "Sledging"}`,
			data(`{"reason": "Sledging", "timeOffTypeId": "$vacation"}`)),
		edit("and sent back whole", "admin", "$request", `{"timeOffTypeId": "$vacation", "reason": "Skating"}`,
			data(`{"reason": "Skating"}`)),
		approve("and decided", "lead", "$request"),
		edit("an unknown type is another fault", "admin", "$sickness", `{"timeOffTypeId": "$unknown"}`,
			badField("unknown_reference", "timeOffTypeId")),
		edit("and so is a type of another organization", "admin", "$sickness", `{"timeOffTypeId": "$other_vacation"}`,
			badField("unknown_reference", "timeOffTypeId")),
		timeOffTypes.update("the type becomes active again", "$vacation", `{"isActive": true}`),
		edit("a request can change to it", "admin", "$sickness", `{"timeOffTypeId": "$vacation"}`,
			data(`{"timeOffTypeId": "$vacation"}`)),
	})
}
