package acceptance_test

import (
	"io"
	"net/http"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestSCIMPathsAreThoseOfREST asks for each path with HEAD, and with slashes too many, as REST is asked.
func TestSCIMPathsAreThoseOfREST(t *testing.T) {
	t.Parallel()
	api := newSCIM(t)
	ask := func(verb, path, key string) (*http.Response, string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), verb, api.URL+api.Expand(path), nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+api.Secret(key))
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp, string(body)
	}
	rest := []string{"/api/v1/users", "/api/v1/users/$worker"}
	for _, path := range append(rest, "/scim/v2/ServiceProviderConfig", "/scim/v2/ResourceTypes",
		"/scim/v2/ResourceTypes/User",
		"/scim/v2/Schemas", "/scim/v2/Users", "/scim/v2/Users/$worker", "/scim/v2/Groups", "/scim/v2/Groups/admin") {
		key := "provider"
		if path[1] == 'a' {
			key = "admin"
		}
		got, _ := ask("GET", path, key)
		head, body := ask("HEAD", path, key)
		if got.StatusCode != 200 || head.StatusCode != 200 || body != "" {
			t.Errorf("%s: GET %d, HEAD %d with %q", path, got.StatusCode, head.StatusCode, body)
		}
		for _, name := range []string{"Content-Type", "ETag", "Location"} {
			if a, b := got.Header.Get(name), head.Header.Get(name); a != b {
				t.Errorf("%s: %s is %q, and with HEAD %q", path, name, a, b)
			}
		}
		last := len(path) - 1
		for path[last] != '/' {
			last--
		}
		for _, wrong := range []string{
			path + "/", path + "//", path[:last] + "/" + path[last:], path[:last] + "%2F" + path[last+1:],
			path[:last] + "%2f" + path[last+1:], "/" + path,
		} {
			if got, _ := ask("GET", wrong, key); got.StatusCode != 404 {
				t.Errorf("%s: %d", wrong, got.StatusCode)
			}
		}
	}
	if head, _ := ask("HEAD", "/scim/v2/Users/.search", "provider"); head.StatusCode != 405 {
		t.Errorf("a path without GET: %d", head.StatusCode)
	}
}

// TestSCIMCustomAttributes sends attributes of schemas that RFC 7643 does not have next to what must not be lost.
func TestSCIMCustomAttributes(t *testing.T) {
	t.Parallel()
	api := newSCIM(t)
	const custom = "urn:ietf:params:scim:schemas:extension:larkfield:2.0:User:"
	active := func() any {
		row := api.REST(t, "admin", "GET /api/v1/users/$worker", "", nil)
		return apitest.Lookup(row.Body, "data.isActive")
	}
	for _, op := range []string{
		`{"op": "add", "path": "` + custom + `badge", "value": 7}`,
		`{"op": "replace", "path": "` + custom + `desk.room", "value": "7"}`,
		`{"op": "remove", "path": "` + custom + `badge"}`,
		`{"op": "add", "path": "` + custom + `tags[type eq \"x\"].value", "value": "7"}`,
		`{"op": "add", "path": "urn:larkfield:User:badge", "value": {"a": 1}}`,
	} {
		scimMust(t, api, 200, "PATCH /Users/$worker",
			patchOf(op+`, {"op": "replace", "path": "active", "value": false}`))
		if active() != false {
			t.Errorf("%s: still active", op)
		}
		scimMust(t, api, 200, "PATCH /Users/$worker",
			patchOf(`{"op": "replace", "path": "active", "value": true}, `+op))
		if active() != true {
			t.Errorf("%s: not active", op)
		}
		scimMust(t, api, 204, "PATCH /Groups/manager", patchOf(op))
	}
	// A word that no schema has is a mistake, and a request is made as a whole or not at all.
	for _, path := range []string{
		"actve", "shoeSize", "urn:ietf:params:scim:schemas:core:2.0:User:shoeSize",
		"urn:ietf:params:scim:schemas:core:2.0:Usr:active", custom + "tags[type eq",
	} {
		got := scimCall(t, api, "PATCH /Users/$worker", patchOf(
			`{"op": "replace", "path": "active", "value": false}, {"op": "replace", "path": "`+path+`", "value": false}`))
		if got.StatusCode != 400 || active() != true {
			t.Errorf("%s: %d %s", path, got.StatusCode, got.raw)
		}
	}
}
