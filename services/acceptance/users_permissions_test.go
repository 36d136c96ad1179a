package acceptance_test

import (
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

func TestReportsTo(t *testing.T) {
	line := func(name, id, manager string, expectations ...expectation) apitest.Step {
		return userAPI.update(name, id, `{"reportsToId": "`+manager+`"}`,
			append([]expectation{data(`{"reportsToId": "` + manager + `"}`)}, expectations...)...)
	}
	cycle := badField("validation_failed", "reportsToId")
	unknown := badField("unknown_reference", "reportsToId")
	apitest.Run(t, []apitest.Step{
		line("an unknown user", "$worker", "$unknown", unknown),
		line("a user of another organization", "$worker", "$other_boss", unknown),
		line("an id of another kind", "$worker", "$acme", unknown),
		line("no user's id", "$worker", "00000000-0000-0000-0000-000000000000", unknown),
		line("oneself", "$worker", "$worker", cycle),
		line("a report", "$lead", "$worker", cycle),
		line("a report's report", "$boss", "$worker", cycle),
		userAPI.update("also beside other fields, of which none is written", "$boss",
			`{"name": "?", "reportsToId": "$worker"}`, cycle),
		line("the same manager again changes nothing", "$worker", "$lead", data(`{"version": 1}`)),
		line("the manager's manager", "$worker", "$boss"),
		line("a former report's report", "$lead", "$worker"),
		line("which closes the way back", "$worker", "$lead", cycle),
		line("and the long way round", "$boss", "$peer", cycle),
		line("a user without any line", "$boss", "$loner"),
		line("who then cannot be put below", "$loner", "$peer", cycle),
		userAPI.update("null opens the line", "$lead", `{"reportsToId": null}`, data(`{"reportsToId": null}`)),
		line("so that it can be turned", "$worker", "$peer"),
		line("a peer's peer", "$pm", "$worker"),
		do("a user leaves", func(_ *testing.T, a *apitest.API) {
			a.Exec("UPDATE users SET is_active = false WHERE id = $1", a.ID("pm"))
		}),
		line("and may still be reported to", "$admin", "$pm"),
		line("what is unknown comes before what is forbidden", "$worker", "$unknown", by("worker"), unknown),
		line("and so does a cycle", "$worker", "$worker", by("worker"), cycle),
		line("and what is not there before both", "$unknown", "$unknown", by("worker"), refused("not_found")),
		line("the user may not", "$worker", "$boss", by("worker"), refused("permission_denied")),
		line("nor the manager", "$worker", "$boss", by("peer"), refused("permission_denied")),
		userAPI.update("not even to null", "$worker", `{"reportsToId": null}`, by("lead"),
			refused("permission_denied")),
	})
}

// TestReportingLineOfFifty finds a cycle at any depth.
func TestReportingLineOfFifty(t *testing.T) {
	apitest.Run(t, []apitest.Step{
		do("fifty users report to one another", func(_ *testing.T, a *apitest.API) {
			strangers(a, 50)
			a.Exec(`UPDATE users SET reports_to_id =
					('01890000-0000-7000-8000-' || lpad((right(id::text, 12)::int - 1)::text, 12, '0'))::uuid
				WHERE name = 'Stranger' AND right(id::text, 12)::int > 0`)
		}),
		userAPI.update("the first cannot report to the last", "01890000-0000-7000-8000-000000000000",
			`{"reportsToId": "01890000-0000-7000-8000-000000000049"}`, badField("validation_failed", "reportsToId")),
		userAPI.update("but to a user outside", "01890000-0000-7000-8000-000000000000", `{"reportsToId": "$boss"}`,
			data(`{"reportsToId": "$boss"}`)),
		userAPI.update("who then changes the last", "01890000-0000-7000-8000-000000000049", `{"countryCode": "AT"}`,
			by("boss"), data(`{"countryCode": "AT"}`)),
	})
}

// TestGivingAccessNeedsWriteKeys is about keys that write users and no keys: they cannot let anybody sign in with more
// than they have themselves.
func TestGivingAccessNeedsWriteKeys(t *testing.T) {
	t.Parallel()
	needs := func(fields ...string) expectation {
		return func(p *pair) {
			by("provisioner")(p)
			badField("scope_missing", fields[0])(p)
			fieldCount(len(fields))(p)
			shows("write:keys")(p)
		}
	}
	may := by("provisioner")
	newUser := func(members string) string { return merged(`{"email": "new@example.com", "name": "Nia New"}`, members) }
	apitest.Run(t, []apitest.Step{
		do("a key of an admin writes users",
			func(_ *testing.T, a *apitest.API) { a.Key("provisioner", "admin", "read:users", "write:users") }),
		userAPI.create("it makes no admin", newUser(`{"role": "admin"}`), needs("role")),
		userAPI.create("and no manager", newUser(`{"role": "manager"}`), needs("role")),
		userAPI.create("not even an inactive one", newUser(`{"role": "admin", "isActive": false}`), needs("role")),
		userAPI.create("what is wrong comes before", newUser(`{"role": "admin", "reportsToId": "$unknown"}`), may,
			badField("unknown_reference", "reportsToId")),
		userAPI.create("it makes members", newUser(`{"role": "member"}`), may, saves("new")),
		userAPI.update("whom it makes no admins", "$new", `{"role": "admin"}`, needs("role")),
		userAPI.update("and no managers", "$new", `{"role": "manager"}`, needs("role")),
		userAPI.update("whose address stays", "$new", `{"email": "mallory@example.com"}`, needs("email")),
		userAPI.update("but for the case of its letters", "$new", `{"email": "New@example.com"}`, may,
			data(`{"version": 2}`)),
		userAPI.update("also that of an admin", "$admin", `{"email": "mallory@example.com"}`, needs("email")),
		userAPI.update("every such field is named", "$new",
			`{"name": "x", "email": "mallory@example.com", "role": "admin"}`, needs("email", "role")),
		userAPI.update("the fields as they are change nothing", "$new",
			`{"email": "New@example.com", "role": "member", "isActive": true}`, may, data(`{"version": 2}`)),
		userAPI.update("it deactivates", "$new", `{"isActive": false}`, may, data(`{"isActive": false}`)),
		userAPI.update("and does not activate again", "$new", `{"isActive": true}`, needs("isActive")),
		userAPI.update("an admin of their own becomes a manager", "$new", `{"role": "admin"}`,
			data(`{"role": "admin"}`)),
		userAPI.update("whom it demotes", "$new", `{"role": "manager"}`, may, data(`{"role": "manager"}`)),
		userAPI.update("all other fields are its own", "$boss",
			`{"name": "Bob", "countryCode": "DE", "reportsToId": "$admin", "defaultAvailability": 30}`,
			may, data(`{"name": "Bob"}`)),
		userAPI.update("the version comes after", "$new", `{"role": "admin"}`, needs("role"), ifMatch(`"99"`)),
		userAPI.update("a caller who may not at all is told that", "$new", `{"role": "admin"}`, by("worker"),
			refused("permission_denied")),
		do("the key gets the scope",
			func(_ *testing.T, a *apitest.API) { a.Key("provisioner", "admin", "write:users", "write:keys") }),
		userAPI.update("and may all of it", "$new",
			`{"email": "other@example.com", "role": "admin", "isActive": true}`, may,
			data(`{"email": "other@example.com", "role": "admin", "isActive": true}`)),
		userAPI.create("in a new user too", newUser(`{"role": "admin"}`), may, data(`{"role": "admin"}`)),
	})
}

func TestWhoMayUpdateUsers(t *testing.T) {
	fields := []struct{ name, body string }{
		{"name", `{"name": "Someone"}`},
		{"image", `{"image": "https://example.com/i.png"}`},
		{"country", `{"countryCode": "DE"}`},
		{"availability", `{"defaultAvailability": 20}`},
		{"employment", `{"startDate": "2026-03-01"}`},
		{"line", `{"reportsToId": null}`},
	}
	var steps []apitest.Step
	for _, who := range []struct {
		as, whom, relation string
		may                int // the first so many of the fields
	}{
		{"worker", "worker", "a user, of their own record", 2},
		{"boss", "boss", "the role manager, of their own record", 2},
		{"lead", "worker", "the manager", 4},
		{"boss", "worker", "the manager's manager", 4},
		{"boss", "lead", "the role manager and the manager", 4},
		{"peer", "worker", "a peer", 0},
		{"pm", "worker", "a project's manager", 0},
		{"worker", "lead", "a report", 0},
		{"lead", "boss", "another report", 0},
		{"boss", "loner", "the role manager without a line", 0},
		{"lead", "admin", "a member, of an admin", 0},
		{"admin", "admin", "an admin, of their own record", 6},
		{"admin", "loner", "an admin", 6},
		{"admin", "worker", "an admin, last because it ends the line", 6},
	} {
		for i, f := range fields {
			var e []expectation
			if i >= who.may {
				e = append(e, refused("permission_denied"))
			}
			steps = append(steps,
				userAPI.update(who.relation+": "+f.name, "$"+who.whom, f.body, append(e, by(who.as))...))
		}
		var e []expectation
		if who.may == 0 {
			e = append(e, refused("permission_denied"))
		}
		steps = append(steps, userAPI.update(who.relation+": no field", "$"+who.whom, `{}`, append(e, by(who.as))...))
	}
	steps = append(steps,
		userAPI.update("the former manager: name", "$worker", `{"name": "?"}`, by("lead"),
			refused("permission_denied")),
		userAPI.update("one forbidden field refuses all", "$peer", `{"name": "?", "countryCode": "DE"}`, by("peer"),
			refused("permission_denied")),
		userAPI.update("also for the manager", "$peer", `{"name": "?", "reportsToId": null}`, by("lead"),
			refused("permission_denied")),
		userAPI.update("so that none is written", "$peer", `{}`,
			data(`{"name": "Pe Peer", "countryCode": null, "version": 1}`)),
		do("a user leaves", func(_ *testing.T, a *apitest.API) {
			a.Exec("UPDATE users SET is_active = false WHERE id = $1", a.ID("peer"))
		}),
		userAPI.update("and can still be changed", "$peer", `{"name": "Paul"}`, by("lead"),
			data(`{"name": "Paul", "isActive": false}`)),
		scopedKeys("write:users"),
		userAPI.update("the scope is enough", "$loner", `{"name": "Lola"}`, by("only"), data(`{"name": "Lola"}`)),
		userAPI.update("without it not even an admin writes", "$loner", `{"name": "?"}`,
			by("without"), outOfScope("write:users")),
		userAPI.update("and is not told what else is wrong", "$unknown", `{"name": ""}`,
			by("without"), outOfScope("write:users")),
		userAPI.update("nobody writes without a key", "$loner", `{"name": "?"}`, by("-"),
			refused("credential_missing")),
	)
	apitest.Run(t, steps)
}
