package acceptance_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/doors/scim"
	"github.com/workplan-api/workplan/test/apitest"
)

const scimJSON = "application/scim+json"

// scimAnswer is the response to a request of an identity provider.
type scimAnswer struct {
	*http.Response
	raw  []byte
	body map[string]any
}

func newSCIM(t *testing.T) *apitest.API {
	t.Helper()
	api := apitest.NewWith(t,
		services.Config{SCIM: scim.Groups{Admin: "Workplan admins", Manager: "Workplan managers"}})
	api.Key("provider", "admin", "scim")
	api.Exec(`UPDATE api_keys SET rate_limit = 0 WHERE name = 'provider'`)
	return api
}

// scimAs sends a request with a key. What comes back must be in the media type of SCIM, and an error in its format.
func scimAs(t *testing.T, api *apitest.API, key, call, body string, header ...string) scimAnswer {
	t.Helper()
	verb, path, _ := strings.Cut(api.Expand(call), " ")
	req, err := http.NewRequestWithContext(t.Context(), verb, api.URL+"/scim/v2"+path,
		strings.NewReader(expandSCIM(api, body)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", scimJSON)
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+api.Secret(key))
	}
	for pair := range slices.Chunk(header, 2) {
		req.Header.Set(pair[0], pair[1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	a := scimAnswer{Response: resp}
	if a.raw, err = io.ReadAll(resp.Body); err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode == http.StatusNoContent || resp.StatusCode == http.StatusNotModified {
		return a
	}
	if err := json.Unmarshal(a.raw, &a.body); err != nil || resp.Header.Get("Content-Type") != scimJSON {
		t.Fatalf("%s: %d %s: %v: %s", call, resp.StatusCode, resp.Header.Get("Content-Type"), err, a.raw)
	}
	if resp.StatusCode >= 400 && (a.body["status"] != strconv.Itoa(resp.StatusCode) || a.body["detail"] == "" ||
		!reflect.DeepEqual(a.body["schemas"], []any{"urn:ietf:params:scim:api:messages:2.0:Error"})) {
		t.Errorf("%s: not an error of SCIM: %s", call, a.raw)
	}
	return a
}

// expandSCIM is api.Expand for JSON, in which $ref is the name of an attribute.
func expandSCIM(api *apitest.API, text string) string {
	return api.Expand(strings.ReplaceAll(text, `"$ref"`, `"\u0024ref"`))
}

func scimCall(t *testing.T, api *apitest.API, call, body string, header ...string) scimAnswer {
	t.Helper()
	return scimAs(t, api, "provider", call, body, header...)
}

// scimMust is scimCall for a request that must have a status.
func scimMust(t *testing.T, api *apitest.API, status int, call, body string, header ...string) scimAnswer {
	t.Helper()
	a := scimCall(t, api, call, body, header...)
	if a.StatusCode != status {
		t.Fatalf("%s %s: status %d, want %d: %s", call, body, a.StatusCode, status, a.raw)
	}
	return a
}

func patchOf(operations string) string {
	return `{"schemas": ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], "Operations": [` + operations + `]}`
}

// resembles returns where a JSON value does not have what is wanted. An object may have more members, but not those
// that are wanted as null. A text "save:name" matches every text and saves it.
func resembles(want, got any, path string, save func(name, text string)) string {
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		fault := ""
		for name, w := range want {
			fault = cmp.Or(fault, resembles(w, object[name], path+"."+name, save))
		}
		if !ok {
			return path + " is no object"
		}
		return fault
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			return fmt.Sprintf("%s has %d items, want %d", path, len(list), len(want))
		}
		for i, w := range want {
			if fault := resembles(w, list[i], fmt.Sprintf("%s[%d]", path, i), save); fault != "" {
				return fault
			}
		}
		return ""
	case string:
		if name, ok := strings.CutPrefix(want, "save:"); ok {
			save(name, fmt.Sprint(got))
			return ""
		}
	}
	if !reflect.DeepEqual(want, got) {
		return fmt.Sprintf("%s is %v, want %v", path, got, want)
	}
	return ""
}

// TestSCIMConversations replays what identity providers send, in the forms that their documentation shows.
func TestSCIMConversations(t *testing.T) {
	for _, name := range []string{"entra", "okta"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api := newSCIM(t)
			text, err := os.ReadFile("testdata/scim/" + name + ".http")
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range strings.Split(string(text), "### ")[1:] {
				title, step, _ := strings.Cut(step, "\n")
				request, response, _ := strings.Cut(step, "\n\n")
				line, body, _ := strings.Cut(request, "\n")
				status, wanted, _ := strings.Cut(strings.TrimSpace(response), "\n")
				line = strings.Replace(line, "/scim/v2", "", 1)
				code, err := strconv.Atoi(status)
				if err != nil {
					t.Fatalf("%s: %v", title, err)
				}
				got := scimMust(t, api, code, line, body)
				if wanted == "" {
					continue
				}
				var saved, want any
				save := func(name, text string) { api = api.With(name, text) }
				if err := json.Unmarshal([]byte(wanted), &saved); err != nil {
					t.Fatalf("%s: %v", title, err)
				}
				resembles(saved, got.body, "", save)
				if err := json.Unmarshal([]byte(expandSCIM(api, wanted)), &want); err != nil {
					t.Fatalf("%s: %v", title, err)
				}
				if fault := resembles(want, got.body, "", save); fault != "" {
					t.Errorf("%s: %s: %s", title, fault, got.raw)
				}
			}
		})
	}
}

// TestSCIMScope fails if the scope scim does not protect the protocol, or gives more than the protocol.
func TestSCIMScope(t *testing.T) {
	t.Parallel()
	api := newSCIM(t)
	create := `{"userName": "new@example.com"}`
	t.Run("without the scope nothing is served", func(t *testing.T) {
		api.Key("writer", "admin", "read:users", "write:users", "read:keys", "write:keys")
		for _, call := range []string{"GET /ServiceProviderConfig", "GET /Users", "POST /Users", "GET /Groups",
			"GET /nothing"} {
			if got := scimAs(t, api, "writer", call, create); got.StatusCode != 403 ||
				!strings.Contains(string(got.raw), "scope scim") {
				t.Errorf("%s: %d %s", call, got.StatusCode, got.raw)
			}
			if got := scimAs(t, api, "", call, create); got.StatusCode != 401 ||
				got.Header.Get("WWW-Authenticate") == "" {
				t.Errorf("%s without a key: %d %s", call, got.StatusCode, got.raw)
			}
		}
	})
	t.Run("with the scope nothing else is served", func(t *testing.T) {
		for _, call := range []string{"GET /api/v1/users", "POST /api/v1/users", "GET /api/v1/keys",
			"POST /api/v1/keys",
			"GET /api/v1/clients"} {
			body := ""
			if strings.HasPrefix(call, "POST") {
				body = `{"name": "new", "email": "new@example.com"}`
			}
			if got := api.REST(t, "provider", call, body, nil); got.Status != 403 || got.Code != "scope_missing" {
				t.Errorf("%s: %d %s", call, got.Status, got.Raw)
			}
		}
		if got := api.Call(t, "provider", "UserService/ListUsers", `{}`, nil); got.GRPC != codes.PermissionDenied {
			t.Errorf("gRPC: %s", got.GRPC)
		}
	})
	t.Run("only a key of an admin that has the scope can give it", func(t *testing.T) {
		key := `{"name": "another", "actorUserId": "$admin", "scopes": ["scim"]}`
		for as, status := range map[string]int{"admin": 200, "writer": 403, "boss": 403, "provider": 403} {
			if got := api.REST(t, as, "POST /api/v1/keys", key, nil); got.Status != status {
				t.Errorf("%s: %d %s", as, got.Status, got.Raw)
			}
		}
	})
	t.Run("the user of the key must be an admin to write", func(t *testing.T) {
		api.Key("member", "worker", "scim")
		if got := scimAs(t, api, "member", "POST /Users", create); got.StatusCode != 403 {
			t.Errorf("%d %s", got.StatusCode, got.raw)
		}
		patch := patchOf(`{"op": "add", "path": "members", "value": [{"value": "$worker"}]}`)
		if got := scimAs(t, api, "member", "PATCH /Groups/admin", patch); got.StatusCode != 403 {
			t.Errorf("%d %s", got.StatusCode, got.raw)
		}
		if n := api.Count(`SELECT count(*) FROM users WHERE email = 'new@example.com' OR role = 'admin' AND name = 'Wo Worker'`); n > 0 {
			t.Error("something is written")
		}
	})
	t.Run("requests count for the quota", func(t *testing.T) {
		api.Key("limited", "admin", "scim")
		api.Exec(`UPDATE api_keys SET rate_limit = 6 WHERE name = 'limited'`)
		for range 8 {
			if got := scimAs(t, api, "limited", "GET /Users", ""); got.StatusCode == 429 &&
				got.Header.Get("Retry-After") != "" {
				return
			}
		}
		t.Error("no request is refused")
	})
}

func TestSCIMUsers(t *testing.T) {
	t.Parallel()
	api := newSCIM(t)
	id := scimMust(t, api, 201, "POST /Users", `{"USERNAME": "new@example.com", "externalid": "x-1", "active": "False",
		"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": {"manager": {"value": "$boss"}}}`).body["id"].(string)
	api = api.With("new", id)

	t.Run("the user is one of the API", func(t *testing.T) {
		got := api.REST(t, "admin", "GET /api/v1/users/$new", "", nil)
		want := map[string]any{"data": map[string]any{
			"name": "new@example.com", "email": "new@example.com", "isActive": false, "reportsToId": api.ID("boss"),
			"externalIds": []any{"scim:x-1"}, "role": "member", "kind": "person",
		}}
		if fault := resembles(want, got.Body, "", nil); fault != "" {
			t.Errorf("%s: %s", fault, got.Raw)
		}
		if n := api.Count(`SELECT count(*) FROM events e JOIN api_keys k ON k.organization_id = e.organization_id AND k.id = e.api_key_id
			WHERE e.type = 'user.created' AND k.name = 'provider'`); n != 1 {
			t.Errorf("%d events with the key", n)
		}
	})
	t.Run("external ids of other sources stay", func(t *testing.T) {
		api.REST(t, "admin", "PATCH /api/v1/users/$new", `{"externalIds": ["hr:7", "scim:x-1"]}`, nil)
		scimMust(t, api, 200, "PATCH /Users/$new", patchOf(`{"op": "replace", "path": "externalId", "value": "x-2"}`))
		scimMust(t, api, 200, "PATCH /Users/$new", patchOf(`{"op": "remove", "path": "externalId"}`))
		got := api.REST(t, "admin", "GET /api/v1/users/$new", "", nil)
		if fault := resembles(map[string]any{"externalIds": []any{"hr:7"}}, got.Body.(map[string]any)["data"], "",
			nil); fault != "" {
			t.Error(fault)
		}
	})
	t.Run("versions", func(t *testing.T) {
		got := scimMust(t, api, 200, "GET /Users/$new", "")
		tag := got.Header.Get("ETag")
		scimMust(t, api, 304, "GET /Users/$new", "", "If-None-Match", tag)
		rename := patchOf(`{"op": "replace", "path": "displayName", "value": "New One"}`)
		scimMust(t, api, 412, "PATCH /Users/$new", rename, "If-Match", `W/"999"`)
		scimMust(t, api, 412, "DELETE /Users/$new", "", "If-Match", `W/"999"`)
		scimMust(t, api, 200, "PATCH /Users/$new", rename, "If-Match", tag)
		same := scimMust(t, api, 200, "PATCH /Users/$new", rename)
		if events := api.Count(`SELECT count(*) FROM events WHERE type = 'user.updated' AND record_id = $1`,
			id); events != 4 ||
			same.Header.Get("ETag") == tag {
			t.Errorf("%d events, version %s", events, same.Header.Get("ETag"))
		}
	})
	t.Run("filters", func(t *testing.T) {
		scimMust(t, api, 200, "PATCH /Users/$new",
			patchOf(`{"op": "add", "value": {"externalId": "x 3", "active": true}}`))
		found := func(filter string, want int) {
			query := "GET /Users?count=1&filter=" + strings.NewReplacer(" ", "+", `"`, "%22").Replace(filter)
			if got := scimMust(t, api, 200, query, ""); got.body["totalResults"] != float64(want) {
				t.Errorf("%s: %s", filter, got.raw)
			}
		}
		for filter, want := range map[string]int{
			`userName eq "NEW@example.com"`: 1, `username Eq "new@example.com" and active eq true`: 1,
			`active eq false`: 0, `externalId eq "x 3"`: 1, `externalId eq "X 3"`: 0, `id eq "$new"`: 1, `id eq "no id"`: 0,
			`emails eq "new@example.com"`: 1, `emails.value eq "new@example.com"`: 1, `emails[value eq "new@example.com"]`: 1,
			`emails[type eq "work" and value eq "new@example.com"]`:                               1,
			`emails[type eq "home"].value eq "new@example.com"`:                                   0,
			`userName eq "new@example.com" and emails eq "new@example.com"`:                       1,
			`userName eq "new@example.com" and emails eq "x@example.com"`:                         0,
			`urn:ietf:params:scim:schemas:core:2.0:User:userName eq "new@example.com"`:            1,
			`urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.value eq "$boss"`: 2,
			`id eq "$new" and manager eq "$lead"`:                                                 0, `userName eq ""`: 0,
			`userName eq null`:    0,
			`userName eq "other"`: 0, `id eq "$other_worker"`: 0,
		} {
			found(filter, want)
		}
		scimMust(t, api, 200, "PATCH /Users/$new", patchOf(`{"op": "replace", "value": {"active": false}}`))
		for filter, want := range map[string]int{
			`active eq false`: 1, `active eq "False"`: 1, `active eq "no"`: 0, `active eq null`: 0, `active eq 0`: 0,
		} {
			found(filter, want)
		}
		scimMust(t, api, 200, "PATCH /Users/$new", patchOf(`{"op": "replace", "value": {"active": true}}`))
	})
	t.Run("pages", func(t *testing.T) {
		all := scimMust(t, api, 200, "GET /Users", "").body
		for query, want := range map[string]string{
			"startIndex=0&count=2": "1 2", "startIndex=8&count=5": "8 1", "startIndex=99": "99 0", "count=0": "1 0",
			"count=-1": "1 0", "count=1000": "1 8",
		} {
			got := scimMust(t, api, 200, "GET /Users?"+query, "").body
			if page := fmt.Sprint(got["startIndex"], got["itemsPerPage"]); page != want ||
				got["totalResults"] != all["totalResults"] {
				t.Errorf("%s: %s, want %s", query, page, want)
			}
		}
		search := `{"filter": "userName eq \"new@example.com\"", "startIndex": 1, "count": 10, "attributes": ["userName"]}`
		got := scimMust(t, api, 200, "POST /Users/.search", search)
		if user := got.body["Resources"].([]any)[0].(map[string]any); len(user) != 3 ||
			user["userName"] != "new@example.com" {
			t.Errorf("search: %s", got.raw)
		}
	})
	t.Run("attributes", func(t *testing.T) {
		const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
		for query, want := range map[string]string{
			"attributes=userName,NAME.formatted":    "id name schemas userName",
			"attributes=" + enterprise + ":manager": "id schemas " + enterprise,
			"attributes=" + enterprise:              "id schemas " + enterprise,
			"excludedAttributes=meta,emails,id,name,active,externalId": "displayName id schemas " + enterprise +
				" userName",
			"excludedAttributes=meta,emails,id,name,active,externalId,userName,displayName," + enterprise: "id schemas",
		} {
			var names []string
			for name := range scimMust(t, api, 200, "GET /Users/$new?"+query, "").body {
				names = append(names, name)
			}
			slices.Sort(names)
			if got := strings.Join(names, " "); got != want {
				t.Errorf("%s: %s, want %s", query, got, want)
			}
		}
		got := scimMust(t, api, 200, "GET /Users/$new?excludedAttributes=emails.type,emails.primary,name.formatted", "")
		if fault := resembles(map[string]any{"emails": []any{map[string]any{"type": nil, "primary": nil}},
			"name": map[string]any{"formatted": nil, "givenName": "New"}}, got.body, "", nil); fault != "" {
			t.Error(fault)
		}
	})
	t.Run("a name that is removed is the userName", func(t *testing.T) {
		scimMust(t, api, 200, "PATCH /Users/$new", patchOf(`{"op": "remove", "path": "displayName"}`))
		got := scimMust(t, api, 200, "PATCH /Users/$new",
			patchOf(`{"op": "replace", "path": "userName", "value": "n@example.com"}`))
		if got.body["displayName"] != nil || api.Count(`SELECT count(*) FROM users WHERE name = 'n@example.com'`) != 1 {
			t.Errorf("%s", got.raw)
		}
	})
	t.Run("changes at the same time are all made", func(t *testing.T) {
		var all sync.WaitGroup
		for i := range 6 {
			all.Go(func() {
				operation := fmt.Sprintf(`{"op": "replace", "path": "externalId", "value": "c-%d"}`, i)
				if i%2 == 0 {
					operation = fmt.Sprintf(`{"op": "replace", "path": "name.givenName", "value": "C%d"}`, i)
				}
				got := scimCall(t, api, "PATCH /Users/$new", patchOf(operation))
				if got.StatusCode != 200 && got.StatusCode != 412 {
					t.Errorf("%d %s", got.StatusCode, got.raw)
				}
			})
		}
		all.Wait()
	})
	t.Run("a deactivated user is locked out", func(t *testing.T) {
		if got := api.REST(t, "worker", "GET /api/v1/users", "", nil); got.Status != 200 {
			t.Fatal(got.Status)
		}
		scimMust(t, api, 204, "DELETE /Users/$worker", "")
		scimMust(t, api, 204, "DELETE /Users/$worker", "")
		apitest.WaitForCallers()
		if got := api.REST(t, "worker", "GET /api/v1/users", "", nil); got.Code != "actor_inactive" {
			t.Errorf("%d %s", got.Status, got.Raw)
		}
		if got := scimMust(t, api, 200, "GET /Users/$worker", ""); got.body["active"] != false {
			t.Errorf("%s", got.raw)
		}
	})
	t.Run("a manager whose value is null is removed", func(t *testing.T) {
		const manager = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
		got := scimMust(t, api, 200, "PATCH /Users/$new",
			patchOf(`{"op": "replace", "path": "`+manager+`:manager", "value": {"value": null}}`))
		if got.body[manager] != nil {
			t.Errorf("%s", got.raw)
		}
	})
}

func TestSCIMRefuses(t *testing.T) {
	t.Parallel()
	api := newSCIM(t)
	vacancy := ""
	if err := api.DB.QueryRow(`SELECT id FROM users WHERE kind = 'placeholder' AND organization_id = $1`,
		api.Organization).
		Scan(&vacancy); err != nil {
		t.Fatal(err)
	}
	api = api.With("vacancy", vacancy)
	before := api.Count(`SELECT sum(version) FROM users`)
	const user = "/Users/$worker"
	for name, test := range map[string]struct {
		call, body       string
		status           int
		scimType, detail string
	}{
		"no JSON": {"POST /Users", `{"userName": `, 400, "invalidSyntax", "not a JSON object"},
		"a list":  {"POST /Users", `[]`, 400, "invalidSyntax", "not a JSON object"},
		"no userName": {"POST /Users",
			`{"userNam": "a@example.com"}`,
			400, "invalidValue", "userName is required"},
		"no e-mail address": {"POST /Users", `{"userName": "ada"}`, 400, "invalidValue", "userName "},
		"a number":          {"POST /Users", `{"UserName": 7}`, 400, "invalidValue", "UserName must be a text"},
		"a long name": {"POST /Users",
			`{"userName": "a@example.com", "name": {"Formatted": "` + strings.Repeat("a", 300) + `"}}`,
			400, "invalidValue", "name.Formatted "},
		"a NUL": {"POST /Users",
			`{"userName": "a@example.com", "displayName": "a\u0000"}`,
			400, "invalidValue", "displayName "},
		"a taken userName": {"POST /Users", `{"userName": "WORKER@example.com"}`,
			409, "uniqueness", "userName is that of another user, " + api.ID("worker")},
		"no truth value": {"POST /Users",
			`{"userName": "a@example.com", "active": "yes"}`,
			400, "invalidValue", "active must be true or false"},
		"an unknown manager": {"PATCH " + user,
			patchOf(`{"op": "add", "path": "manager", "value": "$unknown"}`),
			400, "invalidValue", "manager does not exist"},
		"a strange manager": {"PATCH " + user,
			patchOf(`{"op": "add", "path": "manager", "value": "Bo"}`),
			400, "invalidValue", "manager must be the id of a user"},
		"a foreign manager": {"PATCH " + user,
			patchOf(`{"op": "add", "path": "manager", "value": "$other_boss"}`),
			400, "invalidValue", "manager does not exist"},
		"a cycle": {"PATCH /Users/$boss",
			patchOf(`{"op": "add", "path": "manager.value", "value": "$worker"}`),
			400, "invalidValue", "manager.value must not be"},
		"no operations": {"PATCH " + user, `{}`, 400, "invalidSyntax", "Operations must be a list"},
		"no operation": {"PATCH " + user,
			patchOf(`{"op": "move", "path": "active"}`),
			400, "invalidSyntax", "op must be"},
		"no path": {"PATCH " + user, patchOf(`{"op": "remove"}`), 400, "noTarget", "needs a path"},
		"no object": {"PATCH " + user,
			patchOf(`{"op": "add", "value": "x"}`),
			400, "invalidValue", "value must be an object"},
		"an unknown path": {"PATCH " + user,
			patchOf(`{"op": "add", "path": "shoeSize", "value": 7}`),
			400, "invalidPath", "shoeSize is not an attribute"},
		"a broken path": {"PATCH " + user,
			patchOf(`{"op": "add", "path": "emails[type eq", "value": 7}`),
			400, "", ""},
		"one bad operation": {"PATCH " + user,
			patchOf(`{"op": "add", "path": "displayName", "value": "X"}, {"op": "add", "path": "active", "value": 7}`),
			400, "invalidValue", "active"},
		"removed userName": {"PATCH " + user,
			patchOf(`{"op": "remove", "path": "userName"}`),
			400, "mutability", "userName cannot be removed"},
		"removed active": {"PATCH " + user,
			patchOf(`{"op": "remove", "path": "active"}`),
			400, "mutability", "active cannot be removed"},
		"replace without it": {"PUT " + user, `{"active": false}`, 400, "invalidValue", "userName is required"},
		"the last admin": {"PATCH /Users/$admin",
			patchOf(`{"op": "replace", "path": "active", "value": "False"}`),
			400, "mutability", "the last active admin"},
		"the last admin goes": {"DELETE /Users/$admin", "", 400, "mutability", "the last active admin"},
		"an operator": {"GET /Users?filter=userName+co+%22a%22",
			"",
			400, "invalidFilter", "only comparisons with eq"},
		"an or": {"GET /Users?filter=userName+eq+%22a%22+or+active+eq+true",
			"",
			400, "invalidFilter", "only comparisons with eq"},
		"nested brackets": {"GET /Users?filter=a[b[c+eq+1]]", "", 400, "invalidFilter", ""},
		"an empty filter": {"GET /Users?filter=", "", 400, "invalidFilter", ""},
		"a filter that is no text": {"POST /Users/.search",
			`{"filter": ["userName eq \"a@example.com\""]}`,
			400, "invalidFilter", "filter must be a text"},
		"another attribute": {"GET /Users?filter=title+eq+%22a%22",
			"",
			400, "invalidFilter", "userName, externalId, emails"},
		"no number":     {"GET /Users?count=many", "", 400, "invalidValue", "count must be a number"},
		"a placeholder": {"GET /Users/$vacancy", "", 404, "", "not found"},
		"a placeholder edit": {"PATCH /Users/$vacancy",
			patchOf(`{"op": "add", "path": "displayName", "value": "X"}`),
			404, "", "not found"},
		"a placeholder ends":   {"DELETE /Users/$vacancy", "", 404, "", "not found"},
		"another organization": {"GET /Users/$other_worker", "", 404, "", "not found"},
		"its edit": {"PATCH /Users/$other_worker",
			patchOf(`{"op": "replace", "path": "active", "value": false}`),
			404, "", "not found"},
		"no id":       {"GET /Users/me", "", 404, "", "not found"},
		"a new group": {"POST /Groups", `{"displayName": "X"}`, 405, "", "takes only GET"},
		"no group":    {"GET /Groups/x", "", 404, "", "not found"},
		"a renamed group": {"PATCH /Groups/admin",
			patchOf(`{"op": "replace", "path": "displayName", "value": "X"}`),
			400, "mutability", "SCIM_GROUP_ADMIN"},
		"a filter of groups": {"GET /Groups?filter=meta.created+eq+%22a%22",
			"",
			400, "invalidFilter", "displayName, id and members"},
		"an unknown member": {"PATCH /Groups/manager",
			patchOf(`{"op": "add", "path": "members", "value": [{"value": "$worker"}, {"value": "$unknown"}]}`),
			400, "invalidValue", "members[1].value is not the id"},
		"a foreign member": {"PATCH /Groups/admin",
			patchOf(`{"op": "add", "path": "members", "value": [{"value": "$other_worker"}]}`),
			400, "invalidValue", "members[0].value"},
		"a placeholder joins": {"PATCH /Groups/admin",
			patchOf(`{"op": "add", "path": "members", "value": [{"value": "$vacancy"}]}`),
			400, "invalidValue", "members[0].value"},
		"no admin is left": {"PUT /Groups/admin", `{"members": []}`, 400, "mutability", "the last active admin"},
		"no admin remains": {"PATCH /Groups/admin",
			patchOf(`{"op": "remove", "path": "members"}`),
			400, "mutability", "the last active admin"},
		"no members": {"PUT /Groups/manager", `{"members": null}`, 400, "invalidValue", "members must be a list"},
		"members as text": {"PATCH /Groups/admin",
			patchOf(`{"op": "add", "path": "members", "value": "$worker"}`),
			400, "invalidValue", "members must be a list"},
		"attributes of a write": {"POST /Users?attributes=a%5B", `{"userName": "a@example.com"}`,
			400, "invalidValue", "attributes must be names"},
		"bulk":                {"POST /Bulk", `{}`, 404, "", "nothing at this path"},
		"a filter of schemas": {"GET /Schemas?filter=id+eq+%22a%22", "", 403, "", "no filters"},
		"no schema":           {"GET /Schemas/x", "", 404, "", "not found"},
		"a large body":        {"POST /Users", `{"userName": "` + strings.Repeat("a", 2<<20) + `"}`, 413, "", "1 MiB"},
	} {
		t.Run(name, func(t *testing.T) {
			got := scimCall(t, api, test.call, test.body)
			scimType, _ := got.body["scimType"].(string)
			if got.StatusCode != test.status || test.scimType != "" && scimType != test.scimType ||
				!strings.Contains(fmt.Sprint(got.body["detail"]), test.detail) {
				t.Errorf("%d %s, want %d %s %q", got.StatusCode, got.raw, test.status, test.scimType, test.detail)
			}
		})
	}
	if got := scimCall(t, api, "POST /Users", `{}`, "Content-Type", "text/plain"); got.StatusCode != 415 {
		t.Errorf("another media type: %d", got.StatusCode)
	}
	if got := scimCall(t, api, "GET /Users/"+api.Secret("admin"), ""); bytes.Contains(got.raw,
		[]byte(api.Secret("admin"))) {
		t.Errorf("a key is shown: %s", got.raw)
	}
	if after := api.Count(`SELECT sum(version) FROM users`); after != before {
		t.Errorf("something is written: %d, %d", before, after)
	}
}

func TestSCIMGroups(t *testing.T) {
	t.Parallel()
	api := newSCIM(t)
	roles := func(t *testing.T, want string) {
		t.Helper()
		var got []string
		for _, name := range []string{"admin", "boss", "worker", "peer"} {
			user := api.REST(t, "admin", "GET /api/v1/users/$"+name, "",
				nil).Body.(map[string]any)["data"].(map[string]any)
			got = append(got, user["role"].(string))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	t.Run("several users get a role in one transaction", func(t *testing.T) {
		scimMust(t, api, 204, "PATCH /Groups/admin",
			patchOf(`{"op": "add", "path": "members", "value": [{"value": "$worker"}, {"value": "$peer"}]}`))
		roles(t, "admin manager admin admin")
		if n := api.Count(`SELECT count(*) FROM events WHERE type = 'user.updated'`); n != 2 {
			t.Errorf("%d events", n)
		}
	})
	t.Run("an admin stays one among the managers", func(t *testing.T) {
		scimMust(t, api, 204, "PATCH /Groups/manager",
			patchOf(`{"op": "add", "path": "members", "value": [{"value": "$peer"}]}`))
		scimMust(t, api, 204, "PATCH /Groups/manager",
			patchOf(`{"op": "remove", "path": "members[value eq \"$peer\"]"}`))
		roles(t, "admin manager admin admin")
	})
	t.Run("if one user cannot change, none does", func(t *testing.T) {
		got := scimMust(t, api, 400, "PATCH /Groups/admin", patchOf(`{"op": "remove", "path": "members"}`))
		if got.body["scimType"] != "mutability" {
			t.Errorf("%s", got.raw)
		}
		roles(t, "admin manager admin admin")
	})
	t.Run("a page far behind the last group is empty", func(t *testing.T) {
		got := scimMust(t, api, 200, "GET /Groups?startIndex=9223372036854775807", "")
		if got.body["totalResults"] != 2. || got.body["itemsPerPage"] != 0. {
			t.Errorf("%s", got.raw)
		}
	})
	t.Run("who is removed is a member", func(t *testing.T) {
		scimMust(t, api, 200, "PUT /Groups/admin",
			`{"displayName": "Workplan admins", "members": [{"value": "$admin"}, {"value": "$boss"}]}`)
		roles(t, "admin admin member member")
	})
	t.Run("the rights of the key are those of before the transaction", func(t *testing.T) {
		api := newSCIM(t)
		scimMust(t, api, 204, "PATCH /Groups/admin",
			patchOf(`{"op": "add", "path": "members", "value": [{"value": "$worker"}, {"value": "$peer"}]}`))
		tx, err := api.DB.Begin()
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback()
		if _, err := tx.Exec(`SELECT FROM users WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE`,
			api.Organization, api.ID("worker")); err != nil {
			t.Fatal(err)
		}
		apitest.WaitForCallers()
		scimMust(t, api, 200, "GET /Groups", "") // looks the key up
		time.Sleep(800 * time.Millisecond)       // so that it is looked up again in a moment
		time.AfterFunc(300*time.Millisecond, func() { tx.Rollback() })
		// The user of the key is the first who is no admin any more.
		scimMust(t, api, 204, "PATCH /Groups/admin",
			patchOf(`{"op": "replace", "path": "members", "value": [{"value": "$boss"}]}`))
	})
	t.Run("a group that is not configured does not exist", func(t *testing.T) {
		bare := apitest.NewIsolated(t)
		bare.Key("provider", "admin", "scim")
		if got := scimMust(t, bare, 200, "GET /Groups", ""); got.body["totalResults"] != 0.0 {
			t.Errorf("%s", got.raw)
		}
		scimMust(t, bare, 404, "PATCH /Groups/admin",
			patchOf(`{"op": "add", "path": "members", "value": [{"value": "$worker"}]}`))
		if got := scimMust(t, bare, 200, "GET /ResourceTypes", ""); got.body["totalResults"] != 1.0 {
			t.Errorf("%s", got.raw)
		}
	})
}
