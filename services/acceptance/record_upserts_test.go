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

	"github.com/workplan-api/workplan/test/apitest"
)

// upsert is a step that creates or changes records. batch is the body.
func (r resource) upsert(name, query, batch string, expectations ...expectation) apitest.Step {
	params := map[string]any{"include": []string{"summary"}}
	if query != "" {
		params["dry_run"] = true
	}
	return paired(apitest.Step{
		Name: name, Call: "POST " + r.path + "/upsert?include=summary" + query, Body: batch, RPC: r.one +
			"Service/Upsert" + r.many,
	}, "batch", params, append([]expectation{by("admin"), r.nameEnums}, expectations...))
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
						if of, _ := cmp.Or(e.After["companyName"],
							e.After["name"]).(string); strings.HasPrefix(of, "N") {
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
					did(merged(changed,
						`{"id": "$one", "version": 2}`)+`, {"version": 1}, {"id": "$two", "version": 1}`, 1, 1, 1)),
				r.upsert("what an item leaves out stays", "", batch(r.by, with(1, `{"`+r.name+`": "-"}`)),
					did(merged(changed, `{"id": "$one", "version": 2}`), 0, 0, 1)),
				r.upsert("also if it is null", "", batch(r.by, with(1, `{"`+r.name+`": null}`)),
					did(merged(changed, `{"id": "$one", "version": 2}`), 0, 0, 1)),
				r.upsert("a dry run clears it", "&dryRun=true", clearing(r.name, with(1, `{"`+r.name+`": null}`)),
					did(`{"id": "$one", "version": 3, "`+r.name+`": null}`, 0, 1, 0)),
				r.upsert("a batch may clear it", "", clearing(r.name, with(1, `{"`+r.name+`": "-"}`), with(2, changed)),
					did(`{"id": "$one", "version": 3, "`+r.name+`": null}, `+merged(changed,
						`{"id": "$two", "version": 2}`), 0, 2, 0)),
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
				r.upsert("an item can be matched by its external id", "",
					batch("externalId:hr", hr(8, "8"), hr(9, "9")),
					did(`{"externalIds": ["hr:8", "x:8"]}, {"externalIds": ["hr:9", "x:9"]}`, 2, 0, 0),
					func(p *pair) { p.Save = map[string]string{"eight": "data.0.id"} }),
				r.upsert("which stays when the rest changes", "", batch("externalId:hr", hr(10, "8"), hr(9, "9")),
					did(merged(r.item(10), `{"id": "$eight", "version": 2}`)+`, {"version": 1}`, 0, 1, 1)),
				r.upsert("an item without an id of the source", "", batch("externalId:hr", hr(8, "8"), r.item(11)),
					badField("validation_failed", "items[1].externalIds")),
				r.upsert("an external id of another record", "",
					batch(r.by, with(1, `{"externalIds": ["hr:9"]}`), r.item(12)),
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
				r.upsert("a member may write none of them", "",
					batch(r.by, r.item(14), with(1, `{"`+r.name+`": "https://m.example"}`)),
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
		userAPI.upsert("a user with capabilities", "",
			user(`{"capabilities": [{"capabilityId": "$design", "level": 1}]}`),
			fixed("capabilities")),
		userAPI.upsert("a user", "", user(`{"reportsToId": "$worker"}`), did(`{"reportsToId": "$worker"}`, 1, 0, 0)),
		userAPI.upsert("case of the address does not matter", "", user(`{"email": "ADA@example.com", "name": "Ada L"}`),
			did(`{"name": "Ada L", "email": "ADA@example.com", "reportsToId": "$worker"}`, 0, 1, 0)),
		userAPI.upsert("a user who has become a placeholder", "", user(`{"kind": "placeholder"}`), overREST,
			fixed("kind")),
		userAPI.upsert("a user without an address", "", `{"match": "email", "items": [{"name": "Ada"}]}`,
			fixed("email"), fieldCount(1)),
		userAPI.upsert("a manager who does not exist", "", user(`{"reportsToId": "$unknown"}`),
			badField("unknown_reference", "items[0].reportsToId")),
		userAPI.upsert("a circle", "", `{"match": "email", "items": [
			{"name": "Wo", "email": "worker@example.com", "reportsToId": "$peer"},
			{"name": "Pe", "email": "peer@example.com", "reportsToId": "$worker"}]}`,
			badField("validation_failed", "items[0].reportsToId"), fieldCount(2)),
		userAPI.upsert("nobody would be an admin", "", `{"match": "email", "items": [
			{"name": "Ada Admin", "email": "admin@example.com", "isActive": false}]}`, refused("invalid_state")),
		projectAPI.upsert("a project", "", project(`{}`), overREST, did(`{"name": "R"}`, 1, 0, 0)),
		projectAPI.upsert("the same again", "", project(`{}`), overREST, did(`{"version": 1}`, 0, 0, 1)),
		projectAPI.upsert("its billing", "", project(`{"billingType": "retainer", "amount": 1}`), overREST,
			fixed("billingType")),
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

// TestRulesHoldAfterABatch: the order of items does not matter, and what other programs own stays.
func TestRulesHoldAfterABatch(t *testing.T) {
	t.Parallel()
	person := func(name, override string) string {
		return merged(fmt.Sprintf(`{"name": %q, "email": "%s@after.example", "externalIds": ["hr:%s"]}`, name, name,
			name), override)
	}
	batch := func(items ...string) string {
		return `{"match": "externalId:hr", "clearFields": ["reportsToId"], "items": [` + strings.Join(items, ",") + `]}`
	}
	under := func(id string) string { return fmt.Sprintf(`{"reportsToId": %q}`, id) }
	apitest.Run(t, []apitest.Step{
		userAPI.upsert("a team", "", batch(person("a", `{}`), person("b", under("hr:a")), person("c", under("hr:b"))),
			did(`{}, {}, {}`, 3, 0, 0),
			func(p *pair) { p.Save = map[string]string{"a": "data.0.id", "b": "data.1.id", "c": "data.2.id"} }),
		userAPI.upsert("upside down", "",
			batch(person("a", under("hr:b")), person("b", under("hr:c")), person("c", `{}`)),
			did(`{"reportsToId": "$b"}, {"reportsToId": "$c"}, {"reportsToId": null}`, 0, 3, 0)),
		userAPI.upsert("and back, the last first", "",
			batch(person("c", under("hr:b")), person("b", under("hr:a")), person("a", `{}`)),
			did(`{"reportsToId": "$b"}, {"reportsToId": "$a"}, {"reportsToId": null}`, 0, 3, 0)),
		userAPI.upsert("a new one and an old one in a circle", "",
			batch(person("d", under("hr:a")), person("a", under("hr:d"))),
			badField("validation_failed", "items[0].reportsToId"), fieldCount(2)),
		userAPI.upsert("old ones in a circle", "", batch(person("b", under("hr:a")), person("a", under("hr:c"))),
			badField("validation_failed", "items[1].reportsToId"), fieldCount(1)),
		userAPI.upsert("under oneself", "", batch(person("c", under("$c"))),
			badField("validation_failed", "items[0].reportsToId")),
		userAPI.get("nobody has moved", "$a", data(`{"reportsToId": null, "version": 3}`)),

		do("an admin goes, and another one comes, who has the key from now on", func(t *testing.T, a *apitest.API) {
			mustREST(t, a, "POST /api/v1/users/upsert", `{"match": "email", "items": [
				{"name": "Ada Admin", "email": "admin@example.com", "role": "member"},
				{"name": "a", "email": "a@after.example", "role": "admin"}]}`)
			a.Key("next", "a", "*")
		}),
		userAPI.upsert("the last one may not go", "",
			batch(person("b", under("$a")), person("a", `{"isActive": false}`)), by("next"),
			refused("invalid_state"), fieldCount(1)),

		userAPI.update("two other programs know a user", "$b", `{"externalIds": ["scim:7", "hr:b", "crm:9"]}`,
			by("next")),
		userAPI.upsert("whose ids are not those of HR to remove", "", batch(person("b", under("$a"))), by("next"),
			did(`{"externalIds": ["crm:9", "hr:b", "scim:7"], "version": 4}`, 0, 0, 1)),
		userAPI.upsert("but its own and new ones are", "", `{"match": "email", "items": [
			{"name": "b", "email": "B@after.example", "externalIds": ["hr:bb", "crm:10", "x:1"]}]}`, by("next"),
			did(`{"externalIds": ["crm:10", "hr:bb", "scim:7", "x:1"], "email": "B@after.example"}`, 0, 1, 0)),
		userAPI.get("which find the user", "scim:7", by("next"), data(`{"id": "$b"}`)),
		userAPI.get("and the old ones do not", "hr:b", by("next"), refused("not_found")),

		clientAPI.update("a client has categories", "$acme", `{"categories": ["a", "b"]}`, by("next")),
		clientAPI.upsert("an empty list is none", "",
			`{"match": "name", "items": [{"companyName": "Acme", "categories": []}]}`, by("next"),
			did(`{"categories": ["a", "b"]}`, 0, 0, 1)),
		clientAPI.upsert("that can be cleared", "",
			`{"match": "name", "clearFields": ["categories"], "items": [{"companyName": "Acme"}]}`,
			by("next"), did(`{"categories": []}`, 0, 1, 0)),
		do("a key without write:keys changes the case of an address", func(t *testing.T, a *apitest.API) {
			a.Key("sync", "a", "read:users", "write:users")
		}),
		userAPI.update("which gives nobody access", "$b", `{"email": "b@AFTER.example"}`, by("sync"),
			data(`{"email": "b@AFTER.example"}`)),
		userAPI.update("another address does", "$b", `{"email": "bb@after.example"}`, by("sync"),
			badField("scope_missing", "email")),
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

// TestBatchRunsAgainWithItsReferences: what a transaction has put in place of a reference must not stay when it runs
// again.
func TestBatchRunsAgainWithItsReferences(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "a sequence there is not one of all workers")
	a := apitest.NewIsolated(t)
	// The first try fails, the one with savepoints, too, and then the whole transaction runs again.
	a.Exec(`CREATE SEQUENCE tries;
		GRANT USAGE ON SEQUENCE tries TO PUBLIC;
		CREATE FUNCTION fail_twice() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF nextval('tries') < 3 THEN RAISE 'again' USING ERRCODE = '40001'; END IF;
			RETURN new;
		END $$;
		CREATE TRIGGER fail_twice BEFORE INSERT ON users FOR EACH ROW WHEN (new.name = 'Below')
			EXECUTE FUNCTION fail_twice()`)
	const body = `{"match": "email", "items": [
		{"name": "Below", "email": "below@again.example", "reportsToId": "above@again.example"},
		{"name": "Above", "email": "above@again.example"}]}`
	ans := a.REST(t, "admin", "POST /api/v1/users/upsert", body, map[string]string{"Idempotency-Key": "again"})
	below, above := apitest.Lookup(ans.Body, "data.0.reportsToId"), apitest.Lookup(ans.Body, "data.1.id")
	if !ok(ans) || above == nil || below != above {
		t.Errorf("%d %s", ans.Status, ans.Raw)
	}
	if n := a.Count(`SELECT nextval('tries')`); n != 4 {
		t.Errorf("the insert was tried %d times", n-1)
	}
}
