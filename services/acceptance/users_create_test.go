package acceptance_test

import (
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

const newUser = `{"email": "nia@example.com", "name": "Nia New"}`

func TestCreateUser(t *testing.T) {
	every := `{"email": "Max.Most@Example.com", "name": "Max Most", "image": "https://example.com/m.png", "countryCode": "AT",
		"defaultAvailability": 20.5, "reportsToId": "$boss", "role": "manager", "isActive": false}`
	taken := badField("already_exists", "email")
	apitest.Run(t, []apitest.Step{
		userAPI.create("an e-mail address and a name are enough", newUser, saves("nia"),
			hasMembers("data", userMembers), hasHeader("ETag", `"1"`),
			data(`{"id": "*", "email": "nia@example.com", "name": "Nia New", "image": null, "countryCode": null, "defaultAvailability": 40,
				"reportsToId": null, "role": "member", "isActive": true, "version": 1, "createdAt": "*", "updatedAt": "*"}`)),
		userAPI.get("the response shows what is stored", "$nia",
			data(`{"email": "nia@example.com", "role": "member", "version": 1}`)),
		userAPI.list("the new user is the last of the list", "offset=7", `{"offset": 7}`, data(rowsOf("$nia"))),
		userAPI.create("every field", every, saves("max"), data(merged(every, `{"version": 1}`))),
		userAPI.get("every field is stored", "$max", data(every)),
		userAPI.create("null is the same as absent",
			`{"email": "nul@example.com", "name": "Nul", "image": null, "countryCode": null,
				"defaultAvailability": null, "reportsToId": null, "role": null, "isActive": null}`,
			overREST, data(`{"image": null, "defaultAvailability": 40, "role": "member", "isActive": true}`)),
		userAPI.create("text is trimmed, a country becomes upper case",
			`{"email": " tri@example.com\t", "name": " Tri ", "countryCode": "de"}`,
			data(`{"email": "tri@example.com", "name": "Tri", "countryCode": "DE"}`)),
		userAPI.create("a manager who is inactive",
			`{"email": "under@example.com", "name": "Under", "reportsToId": "$max"}`, data(`{"reportsToId": "$max"}`)),

		userAPI.create("an e-mail address that exists", newUser, taken),
		userAPI.create("an e-mail address that exists in other letters",
			`{"email": "NIA@EXAMPLE.com", "name": "Nia"}`, taken),
		userAPI.create("an e-mail address of an inactive user",
			`{"email": "max.most@example.com", "name": "Max"}`, taken),
		userAPI.create("an address of another organization", `{"email": "nia@example.com", "name": "Nia"}`,
			by("other_admin"), data(`{"email": "nia@example.com"}`)),
		userAPI.create("an unknown manager", merged(newUser, `{"reportsToId": "$unknown"}`),
			badField("unknown_reference", "reportsToId")),
		userAPI.create("a manager of another organization", merged(newUser, `{"reportsToId": "$other_boss"}`),
			badField("unknown_reference", "reportsToId")),
		userAPI.create("no fields", `{}`, refused("validation_failed"), fieldCount(2)),
		userAPI.create("no name", `{"email": "x@example.com"}`, badField("validation_failed", "name")),
		userAPI.create("no e-mail address", `{"name": "X"}`, badField("validation_failed", "email")),
		userAPI.create("a name of white space", merged(newUser, `{"name": " \t"}`),
			badField("validation_failed", "name")),
		userAPI.create("an address without a domain", merged(newUser, `{"email": "nia"}`),
			badField("validation_failed", "email")),
		userAPI.create("an address that is too long",
			merged(newUser, `{"email": "`+strings.Repeat("x", 309)+`@example.com"}`),
			badField("validation_failed", "email")),
		userAPI.create("too many hours", merged(newUser, `{"defaultAvailability": 169}`),
			badField("validation_failed", "defaultAvailability")),
		userAPI.create("an unknown role", merged(newUser, `{"role": "owner"}`), overREST,
			badField("validation_failed", "role")),
		userAPI.create("an id cannot be chosen", merged(newUser, `{"id": "$unknown"}`),
			badField("unknown_field", "id")),
		userAPI.create("an unknown field", merged(newUser, `{"password": "x"}`), overREST,
			badField("unknown_field", "password")),
		do("no refused call has written a user", func(t *testing.T, a *apitest.API) {
			if n := a.Count("SELECT count(*) FROM users WHERE organization_id = $1", a.Organization); n < 8+4 ||
				n > 8+5 {
				t.Errorf("%d users", n)
			}
		}),

		userAPI.create("a member may not", `{"email": "by@example.com", "name": "By"}`, by("worker"),
			refused("permission_denied")),
		userAPI.create("the role manager may not", `{"email": "by@example.com", "name": "By"}`, by("boss"),
			refused("permission_denied")),
		userAPI.create("a fault in the body comes before the permission", `{"email": "by@example.com"}`, by("worker"),
			refused("validation_failed")),
		userAPI.create("the permission comes before the conflict", newUser, by("worker"), refused("permission_denied")),
		scopedKeys("write:users"),
		userAPI.create("the scope alone is not enough", `{"email": "by@example.com", "name": "By"}`, by("only"),
			refused("permission_denied")),
		userAPI.create("an admin needs the scope", `{"email": "by@example.com", "name": "By"}`,
			by("without"), outOfScope("write:users")),
		userAPI.create("a key is needed", newUser, by("-"), refused("credential_missing")),
	})
}

func TestAdminsChangeTheFieldsOfAdministration(t *testing.T) {
	steps := []apitest.Step{
		userAPI.update("e-mail address, role and activity", "$worker",
			`{"email": " Wo@Example.org ", "role": "manager", "isActive": false}`, hasHeader("ETag", `"2"`),
			data(
				`{"email": "Wo@Example.org", "role": "manager", "isActive": false, "name": "Wo Worker", "version": 2}`,
			)),
		userAPI.update("the same values change nothing", "$worker",
			`{"email": "Wo@Example.org", "role": "manager", "isActive": false}`, data(`{"version": 2}`)),
		userAPI.update("the letters of one's own address can change", "$worker", `{"email": "wo@example.org"}`,
			data(`{"email": "wo@example.org", "version": 3}`)),
		userAPI.update("the address of another user", "$worker", `{"email": "boss@example.com"}`,
			badField("already_exists", "email")),
		userAPI.update("the address of another user in other letters", "$worker",
			`{"email": "BOSS@example.com", "name": "?"}`, badField("already_exists", "email")),
		userAPI.update("also together with a change that locks the organization", "$worker",
			`{"email": "boss@example.com", "role": "member"}`, badField("already_exists", "email")),
		userAPI.update("the version comes before the address", "$worker", `{"email": "boss@example.com"}`,
			ifMatch(`"1"`), refused("version_conflict")),
		userAPI.get("nothing was written", "$worker",
			data(`{"email": "wo@example.org", "name": "Wo Worker", "role": "manager", "version": 3}`)),
		userAPI.update("another organization may have the address", "$other_worker", `{"email": "wo@example.org"}`,
			by("other_admin"), data(`{"email": "wo@example.org"}`)),
		userAPI.update("an address that is free again", "$peer", `{"email": "worker@example.com"}`,
			data(`{"email": "worker@example.com"}`)),
	}
	for _, body := range []string{`{"email": "x@example.com"}`, `{"role": "admin"}`,
		`{"isActive": false}`, `{"isActive": true}`} {
		for as, whom := range map[string]string{"loner": "$loner", "lead": "$peer", "boss": "$lead"} {
			steps = append(steps, userAPI.update(as+" may not change "+whom+" by "+body, whom, body, by(as),
				refused("permission_denied")))
		}
	}
	apitest.Run(t, steps)
}

func TestTheLastAdmin(t *testing.T) {
	t.Parallel()
	apitest.Run(t, []apitest.Step{
		userAPI.update("cannot be demoted", "$admin", `{"role": "manager"}`, refused("invalid_state")),
		userAPI.update("cannot be deactivated", "$admin", `{"isActive": false}`, refused("invalid_state")),
		userAPI.update("a version conflict comes first", "$admin", `{"isActive": false}`, ifMatch(`"7"`),
			refused("version_conflict")),
		userAPI.update("may be changed otherwise", "$admin", `{"role": "admin", "isActive": true, "name": "Ada"}`,
			data(`{"name": "Ada", "role": "admin"}`)),
		userAPI.update("another admin who is not active", "$pm", `{"role": "admin", "isActive": false}`,
			data(`{"role": "admin", "isActive": false}`)),
		userAPI.update("is not enough", "$admin", `{"role": "member"}`, refused("invalid_state")),
		userAPI.update("nor are the admins of another organization", "$other_admin", `{"isActive": false}`,
			by("other_admin"), refused("invalid_state")),
		userAPI.update("the inactive admin can be demoted", "$pm", `{"role": "member"}`, data(`{"role": "member"}`)),
		userAPI.update("another active admin", "$lead", `{"role": "admin"}`, data(`{"role": "admin"}`)),
		userAPI.update("is enough", "$admin", `{"role": "member"}`, data(`{"role": "member"}`)),
		do("and the change of roles is effective within a second",
			func(*testing.T, *apitest.API) { apitest.WaitForCallers() }),
		userAPI.update("then the former admin may not", "$worker", `{"role": "admin"}`, by("admin"),
			refused("permission_denied")),
		userAPI.update("and the new one may not step down", "$lead", `{"role": "manager"}`,
			by("lead"), refused("invalid_state")),
	})
}
