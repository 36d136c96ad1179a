package acceptance_test

import (
	"strings"
	"testing"

	"github.com/workplan-api/workplan/services/doors/scim"
)

// TestSCIMWritesNeedAnAdmin: a key of a user who is no admin can write nothing, also if the request changes no field of
// a user, such as one that only tells the parts of a name.
func TestSCIMWritesNeedAnAdmin(t *testing.T) {
	t.Parallel()
	api := newSCIM(t)
	users := map[string]string{"member": "worker", "manager": "boss"}
	for key, user := range users {
		api.Key(key, user, "scim")
	}
	person := scimMust(t, api, 201, "POST /Users",
		`{"userName": "ann@example.com", "displayName": "Ann", "active": true,
		"externalId": "7", "name": {"givenName": "Ann", "familyName": "Low"}, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User":
		{"manager": {"value": "$boss"}}}`).body["id"].(string)
	unchanged := map[string][]string{
		"PATCH": {
			`"path": "name.givenName", "value": "Any"`, `"path": "name.familyName", "value": "Text"`,
			`"path": "name", "value": {"givenName": "Any", "familyName": "Text"}`,
			`"value": {"displayName": "Ann", "name.givenName": "Any", "name.familyName": "Text"}`,
			`"path": "displayName", "value": "Ann"`, `"path": "name.formatted", "value": "Ann"`,
			`"path": "active", "value": true`, `"path": "active", "value": "True"`, `"path": "externalId", "value": "7"`,
			`"path": "userName", "value": "ANN@example.com"`, `"path": "manager", "value": "$boss"`,
			`"path": "title", "value": "any"`, `"path": "urn:example:any", "value": "any"`, `"value": {}`,
		},
		"PUT": {
			`"userName": "ann@example.com"`, `"userName": "ann@example.com", "active": true`,
			`"userName": "ann@example.com", "name": {"givenName": "Any", "familyName": "Text"}`,
			`"userName": "ann@example.com", "displayName": "Ann", "name": {"givenName": "Any"}`,
			`"userName": "ann@example.com", "externalId": "7"`,
		},
	}
	type write struct{ call, body string }
	var writes []write
	for verb, bodies := range unchanged {
		for _, body := range bodies {
			if body = "{" + body + "}"; verb == "PATCH" {
				body = patchOf(`{"op": "replace", ` + body[1:])
			}
			// Also of oneself: the name that the user could change over REST is no attribute of SCIM.
			writes = append(writes, write{verb + " /Users/" + person, body}, write{verb + " /Users/$worker", body})
		}
	}
	noMember := `{"schemas": [], "Operations": [{"op": "remove", "path": "members[value eq \"` + person + `\"]"}]}`
	writes = append(writes, write{"PATCH /Groups/admin", noMember}, write{"PATCH /Groups/manager", noMember},
		write{"PATCH /Groups/admin", patchOf(`{"op": "replace", "path": "displayName", "value": "Workplan admins"}`)},
		write{"PUT /Groups/admin", `{"displayName": "Workplan admins"}`},
		write{"PUT /Groups/admin", `{"members": [{"value": "$admin"}]}`},
		write{"DELETE /Users/" + person, ""}, write{"POST /Users", `{"userName": "new@example.com"}`},
		write{"PATCH /Users/00000000-0000-0000-0000-000000000000", patchOf(`{"op": "replace", "value": {}}`)})

	read := func() string { return string(scimMust(t, api, 200, "GET /Users/"+person, "").raw) }
	before, names := read(), api.Count(`SELECT count(*) FROM scim_names`)
	tried := map[string]bool{}
	for _, w := range writes {
		verb, path, _ := strings.Cut(w.call, " ")
		parts := strings.Split(path, "/")
		if len(parts) > 2 {
			parts[2] = "{id}"
		}
		tried[verb+" "+scim.Prefix+strings.Join(parts[1:], "/")] = true
		for key := range users {
			if got := scimAs(t, api, key, w.call, w.body); got.StatusCode != 403 {
				t.Errorf("%s: %s %s: %d %s", key, w.call, w.body, got.StatusCode, got.raw)
			}
		}
	}
	for _, route := range scim.Routes() {
		if !strings.HasPrefix(route, "GET ") && !strings.HasSuffix(route, ".search") && !tried[route] {
			t.Errorf("%s is not tried", route)
		}
	}
	if after := read(); after != before || api.Count(`SELECT count(*) FROM scim_names`) != names {
		t.Errorf("%s became %s", before, after)
	}
	for key := range users { // they still read, also with the verb of a write
		for _, call := range []string{"GET /Users", "POST /Users/.search", "GET /Groups", "POST /Groups/.search",
			"GET /Users/" + person} {
			if got := scimAs(t, api, key, call, `{}`); got.StatusCode != 200 {
				t.Errorf("%s: %s: %d %s", key, call, got.StatusCode, got.raw)
			}
		}
	}
	scimMust(t, api, 200, "PATCH /Users/"+person,
		patchOf(`{"op": "replace", "path": "name.givenName", "value": "Anna"}`))
	if got := read(); !strings.Contains(got, `"Anna"`) {
		t.Errorf("the part that an admin's key has sent is not kept: %s", got)
	}
}
