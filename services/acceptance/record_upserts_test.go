package acceptance_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/apitest"
)

// upsert is a step that creates or changes records. batch is the body.
func (r resource) upsert(name, query, batch string, expectations ...expectation) apitest.Step {
	params := map[string]any{"include": []string{"summary"}}
	if query != "" {
		params["dry_run"] = true
	}
	return paired(apitest.Step{
		Name: name, Call: "POST " + r.path + "/upsert?include=summary" + query, Body: batch, RPC: r.one + "Service/Upsert" + r.many,
	}, "batch", params, append([]expectation{by("admin")}, expectations...))
}

// did expects a response with these records, and these numbers of what was done.
func did(records string, created, updated, unchanged int) expectation {
	return answers(fmt.Sprintf(`{"data": [%s], "meta": {"summary": {"created": %d, "updated": %d, "unchanged": %d}}}`,
		records, created, updated, unchanged))
}

// TestRecordUpserts creates, changes and keeps records by what they match.
func TestRecordUpserts(t *testing.T) {
	for _, r := range []struct {
		resource
		by   string // what items match without an external id
		key  string // its field
		name string // a field that an item may leave out
		item func(n int) string
	}{
		{userAPI, "email", "email", "image", func(n int) string {
			return fmt.Sprintf(`{"name": "N%d", "email": "n%d@example.com", "image": "https://n%d.example"}`, n, n, n)
		}},
		{clientAPI, "name", "companyName", "website", func(n int) string {
			return fmt.Sprintf(`{"companyName": "N%d", "website": "https://n%d.example"}`, n, n)
		}},
		{projectAPI, "name", "name", "objective", func(n int) string {
			return fmt.Sprintf(`{"name": "N%d", "clientId": "$acme", "startDate": "2026-01-01", "endDate": "2026-12-31",
				"objective": "O%d"}`, n, n)
		}},
	} {
		t.Run(r.table, func(t *testing.T) {
			batch := func(match string, items ...string) string {
				return `{"match": "` + match + `", "items": [` + strings.Join(items, ",") + `]}`
			}
			clearing := func(field string, items ...string) string {
				return merged(batch(r.by, items...), `{"clearFields": ["`+field+`"]}`)
			}
			with := func(n int, override string) string { return merged(r.item(n), override) }
			hr := func(n int, id string) string { return with(n, `{"externalIds": ["hr:`+id+`", "x:`+id+`"]}`) }
			events := func(name string, created, updated int) apitest.Step {
				return do(name, func(t *testing.T, a *apitest.API) {
					n := map[string]int{}
					for _, e := range eventsOf(t, a, r.field+".") {
						if of, _ := cmp.Or(e.After["companyName"], e.After["name"]).(string); strings.HasPrefix(of, "N") {
							n[e.Type]++
						}
					}
					if n[r.field+".created"] != created || n[r.field+".updated"] != updated {
						t.Errorf("%v, want %d created and %d updated", n, created, updated)
					}
				})
			}
			changed := `{"` + r.name + `": "https://changed.example"}`
			apitest.Run(t, []apitest.Step{
				r.upsert("a dry run creates", "&dryRun=true", batch(r.by, r.item(1), r.item(2)),
					did(`{"version": 1}, {"version": 1}`, 2, 0, 0)),
				events("and writes nothing", 0, 0),
				r.upsert("two are new", "", batch(r.by, r.item(1), r.item(2)), did(r.item(1)+`,`+r.item(2), 2, 0, 0),
					func(p *pair) { p.Save = map[string]string{"one": "data.0.id", "two": "data.1.id"} }),
				r.upsert("the same again changes nothing", "", batch(r.by, r.item(2), r.item(1)),
					did(`{"id": "$two", "version": 1}, {"id": "$one", "version": 1}`, 0, 0, 2)),
				events("each has its event", 2, 0),
				r.upsert("one is changed, one is new", "", batch(r.by, with(1, changed), r.item(3), r.item(2)),
					did(merged(changed, `{"id": "$one", "version": 2}`)+`, {"version": 1}, {"id": "$two", "version": 1}`, 1, 1, 1)),
				r.upsert("what an item leaves out stays", "", batch(r.by, with(1, `{"`+r.name+`": "-"}`)),
					did(merged(changed, `{"id": "$one", "version": 2}`), 0, 0, 1)),
				r.upsert("also if it is null", "", batch(r.by, with(1, `{"`+r.name+`": null}`)),
					did(merged(changed, `{"id": "$one", "version": 2}`), 0, 0, 1)),
				r.upsert("a dry run clears it", "&dryRun=true", clearing(r.name, with(1, `{"`+r.name+`": null}`)),
					did(`{"id": "$one", "version": 3, "`+r.name+`": null}`, 0, 1, 0)),
				r.upsert("a batch may clear it", "", clearing(r.name, with(1, `{"`+r.name+`": "-"}`), with(2, changed)),
					did(`{"id": "$one", "version": 3, "`+r.name+`": null}, `+merged(changed, `{"id": "$two", "version": 2}`), 0, 2, 0)),
				r.upsert("once", "", clearing(r.name, with(1, `{"`+r.name+`": "-"}`)),
					did(`{"id": "$one", "version": 3, "`+r.name+`": null}`, 0, 0, 1)),
				r.upsert("but not what is never null", "", clearing(r.key, r.item(1)), func(p *pair) {
					refused("validation_failed")(p)
					p.Field, p.Path = "clearFields[0]", "batch.clear_fields[0]"
				}),
				r.upsert("the value is back", "", batch(r.by, with(1, changed), r.item(2)),
					did(merged(changed, `{"id": "$one", "version": 4}`)+`, {"id": "$two", "version": 3}`, 0, 2, 0)),
				r.upsert("two items match the same", "", batch(r.by, r.item(4), r.item(4)),
					badField("validation_failed", "items[1]."+r.key)),
				r.upsert("all bad items are named, and nothing is written", "",
					batch(r.by, with(5, `{"externalIds": ["x"]}`), r.item(6), with(7, `{"externalIds": ["y"]}`)),
					badField("validation_failed", "items[0].externalIds[0]"), fieldCount(2)),
				r.upsert("an item can be matched by its external id", "", batch("externalId:hr", hr(8, "8"), hr(9, "9")),
					did(`{"externalIds": ["hr:8", "x:8"]}, {"externalIds": ["hr:9", "x:9"]}`, 2, 0, 0),
					func(p *pair) { p.Save = map[string]string{"eight": "data.0.id"} }),
				r.upsert("which stays when the rest changes", "", batch("externalId:hr", hr(10, "8"), hr(9, "9")),
					did(merged(r.item(10), `{"id": "$eight", "version": 2}`)+`, {"version": 1}`, 0, 1, 1)),
				r.upsert("an item without an id of the source", "", batch("externalId:hr", hr(8, "8"), r.item(11)),
					badField("validation_failed", "items[1].externalIds")),
				r.upsert("an external id of another record", "", batch(r.by, with(1, `{"externalIds": ["hr:9"]}`), r.item(12)),
					badField("already_exists", "items[0].externalIds[0]")),
				r.upsert("no items", "", `{"match": "`+r.by+`", "items": []}`, did("", 0, 0, 0)),
				r.upsert("match is required", "", `{"items": []}`, func(p *pair) {
					refused("validation_failed")(p)
					p.Field, p.Path = "match", "batch.match"
				}),
				r.upsert("and not just anything", "", batch("id", r.item(1)), func(p *pair) {
					refused("validation_failed")(p)
					p.Field, p.Path = "match", "batch.match"
				}),
				r.upsert("the response may be minimal", "", batch(r.by, r.item(13), with(1, changed)), overREST,
					func(p *pair) { p.Header = map[string]string{"Prefer": "return=minimal"} },
					did("", 1, 0, 1), hasHeader("Preference-Applied", "return=minimal")),
				r.upsert("a member may write none of them", "", batch(r.by, r.item(14), with(1, `{"`+r.name+`": "https://m.example"}`)),
					by("loner"), refused("permission_denied"), fieldCount(2)),
				r.upsert("as little as an item without a difference", "", batch(r.by, with(1, changed)), by("loner"),
					refused("permission_denied")),
				r.upsert("nobody else's is changed", "", batch(r.by, r.item(1)), by("other_admin"),
					func(p *pair) {
						if r.table == "projects" {
							refused("unknown_reference")(p)
							return
						}
						did(`{"version": 1}`, 1, 0, 0)(p)
					}),
				do("of what was refused, nothing is written", func(t *testing.T, a *apitest.API) {
					name := "name"
					if r.table == "clients" {
						name = "company_name"
					}
					if n := a.Count(`SELECT count(*) FROM `+r.table+` WHERE organization_id = $1 AND `+name+
						` IN ('N4', 'N5', 'N6', 'N7', 'N11', 'N12', 'N14')`, a.Organization); n != 0 {
						t.Errorf("%d records", n)
					}
				}),
			})
		})
	}
}

// TestWhatAnItemMustNotBe is about the rules that one resource has.
func TestWhatAnItemMustNotBe(t *testing.T) {
	const ada, relaunch = `{"name": "Ada", "email": "ada@example.com"}`,
		`{"name": "R", "clientId": "$acme", "startDate": "2026-01-01", "endDate": "2026-12-31", "billingType": "non_billable"}`
	user := func(override string) string {
		return `{"match": "email", "items": [` + merged(ada, override) + `]}`
	}
	project := func(override string) string {
		return `{"match": "name", "items": [` + merged(relaunch, override) + `]}`
	}
	fixed := func(field string) expectation { return badField("validation_failed", "items[0]."+field) }
	many := func(n int) string {
		items := make([]string, n)
		for i := range items {
			items[i] = fmt.Sprintf(`{"companyName": "Many %d"}`, i)
		}
		return `{"match": "name", "items": [` + strings.Join(items, ",") + `]}`
	}
	apitest.Run(t, []apitest.Step{
		userAPI.upsert("a user with capabilities", "", user(`{"capabilities": [{"capabilityId": "$design", "level": 1}]}`),
			fixed("capabilities")),
		userAPI.upsert("a user", "", user(`{"reportsToId": "$worker"}`), did(`{"reportsToId": "$worker"}`, 1, 0, 0)),
		userAPI.upsert("case of the address does not matter", "", user(`{"email": "ADA@example.com", "name": "Ada L"}`),
			did(`{"name": "Ada L", "email": "ADA@example.com", "reportsToId": "$worker"}`, 0, 1, 0)),
		userAPI.upsert("a user who has become a placeholder", "", user(`{"kind": "placeholder"}`), overREST, fixed("kind")),
		userAPI.upsert("a user without an address", "", `{"match": "email", "items": [{"name": "Ada"}]}`, fixed("email"), fieldCount(1)),
		userAPI.upsert("a manager who does not exist", "", user(`{"reportsToId": "$unknown"}`),
			badField("unknown_reference", "items[0].reportsToId")),
		userAPI.upsert("a circle", "", `{"match": "email", "items": [
			{"name": "Wo", "email": "worker@example.com", "reportsToId": "$peer"},
			{"name": "Pe", "email": "peer@example.com", "reportsToId": "$worker"}]}`,
			badField("validation_failed", "items[1].reportsToId")),
		userAPI.upsert("nobody would be an admin", "", `{"match": "email", "items": [
			{"name": "Ada Admin", "email": "admin@example.com", "isActive": false}]}`, refused("invalid_state")),
		projectAPI.upsert("a project", "", project(`{}`), overREST, did(`{"name": "R"}`, 1, 0, 0)),
		projectAPI.upsert("the same again", "", project(`{}`), overREST, did(`{"version": 1}`, 0, 0, 1)),
		projectAPI.upsert("its billing", "", project(`{"billingType": "retainer", "amount": 1}`), overREST, fixed("billingType")),
		projectAPI.upsert("that of another client is another one", "", project(`{"clientId": "$globex"}`), overREST,
			did(`{"clientId": "$globex"}`, 1, 0, 0)),
		clientAPI.create("a second client of the name", `{"companyName": "Acme"}`),
		clientAPI.upsert("is one too many", "", `{"match": "name", "items": [{"companyName": "Acme"}]}`,
			badField("invalid_state", "items[0].companyName")),
		clientAPI.upsert("1,001 are too many", "", many(1001), badField("validation_failed", "items"),
			func(p *pair) { p.Code = "too_many_items" }),
		clientAPI.upsert("1,000 are not", "", many(1000)),
	})
}

// TestConcurrentRecordUpserts: of equal batches at the same time, one creates and the others find.
func TestConcurrentRecordUpserts(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	items := make([]string, 50)
	for i := range items {
		items[i] = fmt.Sprintf(`{"name": "N%02d", "email": "n%02d@example.com", "externalIds": ["hr:%d"]}`, i, i, i)
	}
	var created atomic.Int64
	var all sync.WaitGroup
	for i := range 6 {
		all.Go(func() {
			match, mine := "email", slices.Clone(items)
			if i%2 == 0 {
				match = "externalId:hr"
				slices.Reverse(mine)
			}
			body := `{"match": "` + match + `", "items": [` + strings.Join(mine, ",") + `]}`
			ans := a.REST(t, "admin", "POST /api/v1/users/upsert?include=summary", body, nil)
			// On a busy machine, and on Citus, which keeps rows locked for longer.
			for ans.Code == "too_many_concurrent" || apitest.OnCitus() && ans.Code == "unavailable" {
				time.Sleep(100 * time.Millisecond)
				ans = a.REST(t, "admin", "POST /api/v1/users/upsert?include=summary", body, nil)
			}
			n, ok := apitest.Lookup(ans.Body, "meta.summary.created").(float64)
			if !ok {
				t.Errorf("%s", ans.Raw)
			}
			created.Add(int64(n))
		})
	}
	all.Wait()
	if n := a.Count(`SELECT count(*) FROM users WHERE name LIKE 'N__'`); n != 50 || created.Load() != 50 {
		t.Errorf("%d users, %d created", n, created.Load())
	}
}
