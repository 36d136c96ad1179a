package acceptance_test

import (
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

var userAPI = resource{path: "/api/v1/users", one: "User", many: "Users", field: "user",
	table: "users", scope: "read:users",
	enums: map[string]string{"role": "ROLE_", "kind": "USER_KIND_"}}

const userMembers = "id name email image countryCode defaultAvailability reportsToId role " +
	"isActive version createdAt updatedAt kind externalIds canSignIn startDate endDate"

func TestListUsers(t *testing.T) {
	bad := func(param string) expectation { return badParam("validation_failed", param) }
	link := func(query, rel string) string { return "<?" + query + `>; rel="` + rel + `"` }
	apitest.Run(t, []apitest.Step{
		userAPI.list("everybody, in the order of their creation, with every role", "", `{}`, by("pm"),
			hasMembers("data", "items total limit offset hasMore nextCursor"), hasMembers("data.items.0", userMembers),
			hasHeader("X-Total-Count", ""),
			hasHeader("Link", link("limit=50&offset=0", "first")),
			data(`{"total": null, "limit": 50, "offset": 0, "hasMore": false, "items": [
				{"id": "$admin", "name": "Ada Admin", "email": "admin@example.com", "role": "admin", "reportsToId": null},
				{"id": "$boss", "name": "Bo Boss", "email": "boss@example.com", "role": "manager", "reportsToId": null},
				{"id": "$lead", "name": "Lea Lead", "email": "lead@example.com", "role": "member", "reportsToId": "$boss"},
				{"id": "$worker", "name": "Wo Worker", "email": "worker@example.com", "role": "member", "reportsToId": "$lead",
					"image": null, "countryCode": null, "defaultAvailability": 40, "isActive": true, "version": 1,
					"createdAt": "*", "updatedAt": "*"},
				{"id": "$peer", "reportsToId": "$lead"}, {"id": "$loner", "reportsToId": null}, {"id": "$pm"}]}`)),
		userAPI.list("a page in the middle", "limit=2&offset=2&count=true", `{"limit": 2, "offset": 2, "count": true}`,
			data(
				`{"items": [{"id": "$lead"}, {"id": "$worker"}], "total": 7, "limit": 2, "offset": 2, "hasMore": true}`,
			), hasHeader("X-Total-Count", "7"),
			hasHeader("Link",
				link("count=true&limit=2&offset=4", "next")+", "+link("count=true&limit=2&offset=0", "prev")+", "+
					link("count=true&limit=2&offset=0", "first")+", "+link("count=true&limit=2&offset=6", "last"))),
		userAPI.list("the last page", "limit=2&offset=6", `{"limit": 2, "offset": 6}`,
			data(`{"items": [{"id": "$pm"}], "hasMore": false}`)),
		userAPI.list("a page that ends with the list", "limit=7", `{"limit": 7}`, data(`{"hasMore": false}`)),
		userAPI.list("past the end", "offset=7", `{"offset": 7}`, data(`{"items": [], "offset": 7, "hasMore": false}`)),
		userAPI.list("far past the end", "offset=9007199254740991&count=true",
			`{"offset": "9007199254740991", "count": true}`,
			data(`{"items": [], "total": 7, "offset": 9007199254740991}`)),
		userAPI.list("a limit of 0 is 1", "limit=0", `{"limit": 0}`,
			data(`{"items": [{"id": "$admin"}], "limit": 1, "hasMore": true}`)),
		userAPI.list("a negative limit is 1", "limit=-1", `{"limit": -1}`, data(`{"limit": 1}`)),
		userAPI.list("a limit of 201 is 200", "limit=201", `{"limit": 201}`, data(`{"limit": 200}`)),
		userAPI.list("1e2 is an integer", "limit=1e2", "", data(`{"limit": 100}`)),
		userAPI.list("1.5 is none", "limit=1.5", "", bad("limit")),
		userAPI.list("nothing is none", "offset=", "", bad("offset")),
		userAPI.list("an offset is not negative", "offset=-1", `{"offset": -1}`, bad("offset")),
		userAPI.list("there is a largest offset", "offset=9007199254740992",
			`{"offset": "9007199254740992"}`, bad("offset")),
		userAPI.list("a limit is given once", "limit=1&limit=1", "", bad("limit")),
		userAPI.list("count is true or false", "count=yes", "", bad("count")),
		userAPI.list("a date is no time", "updatedSince=2026-01-01", "", bad("updatedSince")),
		do("the lead leaves, and the record changes in 2040", func(_ *testing.T, a *apitest.API) {
			a.Exec("UPDATE users SET is_active = false, updated_at = '2040-01-01T00:00:00.123456Z' WHERE id = $1",
				a.ID("lead"))
		}),
		userAPI.list("who has left is listed too", "limit=1&offset=2", `{"limit": 1, "offset": 2}`,
			data(`{"items": [{"id": "$lead", "isActive": false, "updatedAt": "2040-01-01T00:00:00.123456Z"}]}`)),
		userAPI.list("updatedSince includes its time", "updatedSince=2040-01-01T00:00:00.123456Z",
			`{"updatedSince": "2040-01-01T00:00:00.123456Z"}`, data(rowsOf("$lead"))),
		userAPI.list("and nothing before", "updatedSince=2040-01-01T00:00:00.123457Z&count=true",
			`{"updatedSince": "2040-01-01T00:00:00.123457Z", "count": true}`, data(`{"items": [], "total": 0}`)),
		userAPI.list("updated_since is the same", "updated_since=2040-01-01T01:00:00%2B01:00",
			"", data(rowsOf("$lead"))),
		userAPI.list("another organization has its own", "limit=1", `{"limit": 1}`, by("other_worker"),
			data(rowsOf("$other_admin"))),
		scopedKeys("read:users"),
		userAPI.list("the scope is enough to read", "", `{}`, by("only"), data(`{"hasMore": false}`)),
		userAPI.list("without it not even an admin reads", "", `{}`, by("without"), outOfScope("read:users")),
		userAPI.list("and is not told what else is wrong", "offset=-1", `{"offset": -1}`,
			by("without"), outOfScope("read:users")),
		userAPI.list("nobody reads without a key", "", `{}`, by("-"), refused("credential_missing")),
	})
}

// fullUser is a change of every field, and what it is answered with.
const fullUser = `{"name": "Wanda Worker", "image": "https://example.com/w.png", "countryCode": "DE",
	"defaultAvailability": 32.5, "reportsToId": "$boss", "startDate": "2026-03-01", "endDate": "2028-02-29"}`

func TestUpdateUser(t *testing.T) {
	long := strings.Repeat("ü", 255)
	longURL := "https://example.com/" + strings.Repeat("x", 2028)
	apitest.Run(t, []apitest.Step{
		userAPI.update("every field", "$worker", fullUser, hasMembers("data", userMembers), hasHeader("ETag", `"2"`),
			data(merged(fullUser,
				`{"id": "$worker", "email": "worker@example.com", "role": "member", "isActive": true, "version": 2}`))),
		userAPI.list("what was answered is what is stored", "limit=1&offset=3", `{"limit": 1, "offset": 3}`,
			data(`{"items": [`+merged(fullUser, `{"id": "$worker", "version": 2}`)+`]}`)),
		userAPI.update("one field leaves the others", "$worker", `{"name": "Wim"}`,
			data(merged(fullUser, `{"name": "Wim", "version": 3}`))),
		userAPI.update("no field leaves all", "$worker", `{}`, hasHeader("ETag", `"3"`),
			data(merged(fullUser, `{"name": "Wim", "version": 3}`))),
		userAPI.update("null clears what may be null", "$worker",
			`{"image": null, "countryCode": null, "reportsToId": null, "startDate": null, "endDate": null}`,
			data(`{"name": "Wim", "image": null, "countryCode": null, "reportsToId": null, "defaultAvailability": 32.5, "version": 4,
				"startDate": null, "endDate": null}`)),
		userAPI.update("also where there is nothing", "$worker",
			`{"image": null, "countryCode": null, "reportsToId": null}`, data(`{"image": null, "version": 4}`)),
		userAPI.update("a name of 255 characters of any width", "$worker", `{"name": "`+long+`"}`,
			data(`{"name": "`+long+`"}`)),
		userAPI.update("a name is trimmed and otherwise kept as it is", "$worker", `{"name": " O'Neil \u202e% "}`,
			data(`{"name": "O'Neil \u202e%"}`)),
		userAPI.update("an image of 2048 characters", "$worker", `{"image": "`+longURL+`"}`,
			data(`{"image": "`+longURL+`"}`)),
		userAPI.update("a scheme in capitals", "$worker", `{"image": "HTTP://example.com:8080/a?b=c#d"}`,
			data(`{"image": "HTTP://example.com:8080/a?b=c#d"}`)),
		userAPI.update("a country in small letters becomes capitals", "$worker", `{"countryCode": "nl"}`,
			data(`{"countryCode": "NL"}`)),
		userAPI.update("no availability", "$worker", `{"defaultAvailability": 0}`, data(`{"defaultAvailability": 0}`)),
		userAPI.update("all hours of the week", "$worker", `{"defaultAvailability": 168}`,
			data(`{"defaultAvailability": 168}`)),
		userAPI.update("a number is answered as sent", "$worker", `{"defaultAvailability": 37.123456789012345}`,
			data(`{"defaultAvailability": 37.123456789012345}`)),

		userAPI.update("another version is refused", "$boss", `{"name": "?"}`, ifMatch(`"2"`),
			refused("version_conflict")),
		userAPI.update("also for no change", "$boss", `{}`, ifMatch(`"2"`), refused("version_conflict")),
		userAPI.update("but not before the permission", "$boss", `{"name": "?"}`, by("worker"), ifMatch(`"2"`),
			refused("permission_denied")),
		userAPI.update("nor for the reporting line", "$boss", `{"reportsToId": "$pm"}`, ifMatch(`"2"`),
			refused("version_conflict")),
		userAPI.update("the right version is taken", "$boss", `{"name": "Boris"}`, ifMatch(`"1"`),
			data(`{"name": "Boris", "version": 2}`)),
		userAPI.update("one of two versions is", "$boss", `{"reportsToId": "$pm"}`, ifMatch(`"1", "2"`),
			data(`{"reportsToId": "$pm", "version": 3}`)),
		userAPI.update("any version is", "$boss", `{"name": "Bo"}`, ifMatch(`*`), data(`{"version": 4}`)),
		userAPI.update("what is no version is not", "$boss", `{"name": "?"}`, ifMatch(`v4`), badPrecondition),

		userAPI.update("an unknown user", "$unknown", `{"name": "?"}`, refused("not_found")),
		userAPI.update("one of another organization", "$other_worker", `{"name": "?"}`, refused("not_found")),
		userAPI.update("whose line is no matter either", "$other_worker",
			`{"reportsToId": "$worker"}`, refused("not_found")),
		userAPI.update("what is not there comes before what is forbidden", "$unknown", `{"countryCode": "DE"}`,
			by("worker"), refused("not_found")),
		userAPI.update("and after what is wrong", "$unknown", `{"name": ""}`, badField("validation_failed", "name")),
		userAPI.update("also a country that is none", "$unknown", `{"countryCode": "ZZ"}`,
			badField("validation_failed", "countryCode")),
		userAPI.update("no user's id", "x", `{"name": "?"}`, badParam("validation_failed", "user_id")),
	})
}

func TestUpdateUserRefusesBadRequests(t *testing.T) {
	bad := func(member, value string) apitest.Step {
		return userAPI.update(member+" "+value[:min(len(value), 40)], "$worker", `{"`+member+`": `+value+`}`,
			badField("validation_failed", member))
	}
	inJSON := func(member, value string) apitest.Step {
		s := bad(member, value)
		s.RPC = ""
		return s
	}
	steps := []apitest.Step{
		bad("name", `""`), bad("name", `" \t"`), bad("name", `null`), bad("name", `"`+strings.Repeat("ü", 256)+`"`),
		bad("name", `"a\u0000b"`), inJSON("name", `5`), inJSON("name", `["a"]`), bad("image", `""`),
		bad("image", `"/w.png"`), bad("image", `"//example.com/w.png"`), bad("image", `"ftp://example.com/w.png"`),
		bad("image", `"javascript:alert(1)"`), bad("image", `"https://"`), bad("image", `"https:///w.png"`),
		bad("image", `"https://example.com/a b"`), bad("image", `"https://example.com/`+strings.Repeat("x", 2029)+`"`),
		inJSON("image", `false`), bad("countryCode", `""`), bad("countryCode", `"D"`), bad("countryCode", `"DEU"`),
		bad("countryCode", `"ZZ"`), bad("countryCode", `"UK"`), bad("countryCode", `"XK"`), bad("countryCode", `"49"`),
		bad("countryCode", `"dé"`), bad("countryCode", `"D "`), bad("countryCode", `"\u0131t"`),
		bad("defaultAvailability", `-0.5`), bad("defaultAvailability", `168.01`), bad("defaultAvailability", `null`),
		bad("defaultAvailability", `"NaN"`), bad("defaultAvailability", `"Infinity"`),
		inJSON("defaultAvailability", `"40"`), inJSON("defaultAvailability", `1e400`),
		inJSON("defaultAvailability", `true`), bad("email", `null`), bad("email", `""`), bad("email", `"wanda"`),
		bad("email", `"wanda@"`), bad("email", `"`+strings.Repeat("x", 309)+`@example.com"`), inJSON("email", `7`),
		bad("startDate", `""`), bad("startDate", `"2026-02-29"`), bad("endDate", `"2026-3-1"`), inJSON("endDate", `20260301`),
		bad("isActive", `null`), inJSON("isActive", `"true"`), inJSON("role", `"owner"`), inJSON("role", `"ADMIN"`),
		inJSON("role", `null`), inJSON("role", `3`), bad("reportsToId", `""`), bad("reportsToId", `"boss"`),
		bad("reportsToId", `"$boss "`),
		inJSON("reportsToId", `7`),
		userAPI.update("two bad fields are both named", "$worker", `{"name": "", "defaultAvailability": -1}`,
			refused("validation_failed"), fieldCount(2)),
		userAPI.update("a list", "$worker", `[]`, refused("invalid_json"), overREST),
		userAPI.update("a body that is cut off", "$worker", `{"name": "`, refused("invalid_json"), overREST),
		userAPI.update("a field twice", "$worker", `{"name": "a", "name": "b"}`, refused("invalid_json"), overREST),
		userAPI.update("no body", "$worker", ``, refused("invalid_json"), overREST),
		{Name: "no resource", As: "admin", RPC: "UserService/UpdateUser",
			Request: `{"userId": "$worker", "updateMask": "name"}`, GRPC: refusals["validation_failed"].grpc,
			Code: "validation_failed", Path: "user.name"},
	}
	for _, field := range []string{"id", "version", "createdAt", "updatedAt"} {
		steps = append(steps, userAPI.update(field+" cannot be changed", "$worker", `{"`+field+`": null}`,
			badField("unknown_field", field)))
	}
	for _, field := range []string{"organizationId", "country_code", "Name", "password", ""} {
		steps = append(steps,
			userAPI.update("there is no "+field, "$worker", `{"`+field+`": null}`, refused("unknown_field"), overREST))
	}
	apitest.Run(t, append(steps, do("nothing was written", func(t *testing.T, a *apitest.API) {
		if n := a.Count("SELECT count(*) FROM users WHERE version > 1"); n != 0 {
			t.Errorf("%d users were written", n)
		}
	})))
}
