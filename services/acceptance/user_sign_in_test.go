package acceptance_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestWhoCanSignIn signs in as people whom keys with different scopes have created.
func TestWhoCanSignIn(t *testing.T) {
	t.Parallel()
	a, p := withOIDC(t)
	a.Key("directory", "admin", "read:users", "write:users")
	a.Key("keeper", "admin", "read:users", "write:users", "write:keys")
	a.Key("provider", "admin", "scim")
	create := func(as, name, override string) {
		t.Helper()
		ans := a.REST(t, as, "POST /api/v1/users",
			merged(`{"name": "N", "email": "`+name+`@example.com"}`, override), nil)
		if !ok(ans) {
			t.Fatal(ans.Message)
		}
		a = a.With(name, apitest.Lookup(ans.Body, "data.id").(string))
	}
	change := func(as, name, body string, status int) {
		t.Helper()
		if ans := a.REST(t, as, "PATCH /api/v1/users/$"+name, body, nil); ans.Status != status {
			t.Fatalf("%s: %d %s", body, ans.Status, ans.Message)
		}
	}
	signIn := func(name string) (*browser, *http.Response, string) {
		t.Helper()
		p.change = func(c map[string]any) { c["email"], c["sub"] = name+"@example.com", name }
		b := newBrowser(t, a)
		resp, body := back(b, p.login(b, ""))
		return b, resp, body
	}
	can := func(name string, want bool) *browser {
		t.Helper()
		b, resp, body := signIn(name)
		if got := resp.StatusCode == http.StatusSeeOther; got != want {
			t.Fatalf("%s: %d %s", name, resp.StatusCode, body)
		}
		return b
	}
	create("directory", "narrow", `{}`)
	create("keeper", "broad", `{}`)
	create("keeper", "later", `{"canSignIn": false}`)
	if _, resp, body := signIn("narrow"); resp.StatusCode != 403 || !strings.Contains(body, "you cannot sign in yet") {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	can("broad", true)
	can("later", false)
	change("directory", "narrow", `{"canSignIn": true}`, 403)
	can("narrow", false)
	change("keeper", "narrow", `{"canSignIn": true}`, 200)
	b := can("narrow", true)
	b.do("GET /api/v1/me", "", 200)
	change("directory", "narrow", `{"canSignIn": false}`, 200)
	apitest.WaitForCallers()
	b.refused("GET /api/v1/me", "", nil, 401, "credential_invalid")
	can("narrow", false)
	provider := func(body string) {
		t.Helper()
		if got := scimAs(t, a, "provider", "PATCH /Users/$narrow", patchOf(body)); got.StatusCode != 200 {
			t.Fatalf("%d %s", got.StatusCode, got.raw)
		}
	}
	provider(`{"op": "replace", "path": "displayName", "value": "Nia"}`)
	can("narrow", false)
	provider(`{"op": "add", "path": "externalId", "value": "00u1"}`) // the provider takes the person on
	can("narrow", true)
	change("keeper", "narrow", `{"canSignIn": false}`, 200)
	provider(`{"op": "replace", "path": "active", "value": true}`)
	can("narrow", true)
	if ans := a.REST(t, "keeper", "PATCH /api/v1/users/$broad", `{"externalIds": ["scim:00u2"]}`,
		nil); ans.Code != "scope_missing" {
		t.Errorf("%d %s", ans.Status, ans.Message)
	}
}

// TestAManagerTakesNoPlaceholderOfOthers fails if the role manager can write hours on projects of others by the
// reporting line of a placeholder.
func TestAManagerTakesNoPlaceholderOfOthers(t *testing.T) {
	t.Parallel()
	row := `{"items": [{"userId": "$demand", "projectId": "$atlas", "date": "2026-03-02", "hours": 4}]}`
	line := func(name, who, whom, manager string, expectations ...expectation) apitest.Step {
		return userAPI.update(name, "$"+whom, `{"reportsToId": `+manager+`}`, append(expectations, by(who))...)
	}
	no := badField("permission_denied", "reportsToId")
	hours := func(who string, status int) apitest.Step {
		return do("rows of the placeholder by "+who, func(t *testing.T, a *apitest.API) {
			if ans := a.REST(t, who, "POST /api/v1/assignments", row, nil); ans.Status != status {
				t.Errorf("%d %s", ans.Status, ans.Message)
			}
		})
	}
	apitest.Run(t, []apitest.Step{
		userAPI.create("an admin plans for a placeholder", `{"kind": "placeholder", "name": "Demand"}`,
			saves("demand")),
		hours("pm", 200), hours("boss", 403),
		line("the role manager does not take it", "boss", "demand", `"$boss"`, no),
		line("nor puts it below a report", "boss", "demand", `"$lead"`, no),
		line("nor below a report's report", "boss", "demand", `"$worker"`, no),
		hours("boss", 403),
		line("but below somebody else", "boss", "demand", `"$loner"`, data(`{"reportsToId": "$loner"}`)),
		hours("boss", 403), hours("loner", 200),
		line("an admin gives it to the manager", "admin", "demand", `"$boss"`, data(`{"reportsToId": "$boss"}`)),
		hours("boss", 200),
		line("who gives it to a report", "boss", "demand", `"$worker"`, data(`{"reportsToId": "$worker"}`)),
		line("and gives it away", "boss", "demand", `null`, data(`{"reportsToId": null}`)),
		line("for good", "boss", "demand", `"$boss"`, no),
		userAPI.create("a new one is the manager's own",
			`{"kind": "placeholder", "name": "Own", "reportsToId": "$boss"}`,
			by("boss"), data(`{"reportsToId": "$boss"}`)),
	})
}

// TestReferencesByAddressMatchOnlyInASCII looks for a person where the database takes the Kelvin sign for the upper
// case of a k.
func TestReferencesByAddressMatchOnlyInASCII(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "it changes the collation of a column")
	a := apitest.NewIsolated(t)
	a.Exec(`ALTER TABLE users ALTER COLUMN email TYPE text COLLATE "und-x-icu"`)
	for address, found := range map[string]int{"WORKER@example.com": 1, "wor\u212aer@example.com": 0} {
		ans := a.REST(t, "admin", "GET /api/v1/users?email="+url.QueryEscape(address), "", nil)
		if items, _ := apitest.Lookup(ans.Body, "data.items").([]any); len(items) != found {
			t.Errorf("the list has %d users of %q", len(items), address)
		}
		if ans := a.REST(t, "admin", "GET /api/v1/users/"+url.PathEscape(address), "", nil); ok(ans) != (found == 1) {
			t.Errorf("%q in a path: %d %s", address, ans.Status, ans.Message)
		}
	}
}
