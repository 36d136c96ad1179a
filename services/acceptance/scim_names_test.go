package acceptance_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// nameOf returns the name of a user as SCIM has it, as WHOLE|GIVEN|FAMILY, and fails if the API has another one.
func nameOf(t *testing.T, api *apitest.API, got scimAnswer) string {
	t.Helper()
	name, _ := got.body["name"].(map[string]any)
	part := func(key string) string { text, _ := name[key].(string); return text }
	whole, _ := got.body["displayName"].(string)
	if part("formatted") != whole {
		t.Errorf("formatted is %q, and displayName %q", part("formatted"), whole)
	}
	stored := api.REST(t, "admin", "GET /api/v1/users/"+got.body["id"].(string), "", nil)
	want := any(whole)
	if whole == "" { // who has no name is called by the address
		want = got.body["userName"]
	}
	if is := apitest.Lookup(stored.Body, "data.name"); is != want {
		t.Errorf("the API has the name %v, and SCIM %q", is, whole)
	}
	return whole + "|" + part("givenName") + "|" + part("familyName")
}

// TestSCIMNamePartsStayAsSent changes one part of names after the other. Each step is sent twice, and the second time
// nothing changes. A user is created with SCIM, or with a name of Workplan, whose parts nobody has sent.
func TestSCIMNamePartsStayAsSent(t *testing.T) {
	t.Parallel()
	api := newSCIM(t)
	set := func(path, value string) string {
		return fmt.Sprintf(`{"op": "replace", "path": %q, "value": %q}`, path, value)
	}
	given := func(value string) string { return set("name.givenName", value) }
	family := func(value string) string { return set("name.familyName", value) }
	display := func(value string) string { return set("displayName", value) }
	type step struct{ operations, want string }
	for i, test := range []struct {
		what, created string // the members of the user, or the name in Workplan
		want          string
		steps         []step
	}{
		{"two family names", `"name": {"givenName": "Maria", "familyName": "Garcia Ruiz"}`, "Maria Garcia Ruiz|Maria|Garcia Ruiz", []step{
			{family("Garcia Ruiz"), "Maria Garcia Ruiz|Maria|Garcia Ruiz"},
			{given("Ana Maria"), "Ana Maria Garcia Ruiz|Ana Maria|Garcia Ruiz"},
			{family("Lopez Vega"), "Ana Maria Lopez Vega|Ana Maria|Lopez Vega"},
			{`{"op": "remove", "path": "name.familyName"}`, "Ana Maria|Ana Maria|"},
		}},
		{"two family names, of Workplan", "Maria Garcia Ruiz", "Maria Garcia Ruiz|Maria Garcia|Ruiz", []step{
			{family("Garcia Ruiz"), "Maria Garcia Ruiz|Maria|Garcia Ruiz"},
			{family("Ruiz Garcia"), "Maria Ruiz Garcia|Maria|Ruiz Garcia"},
		}},
		{"a given name, of Workplan", "Maria Garcia Ruiz", "Maria Garcia Ruiz|Maria Garcia|Ruiz", []step{
			{given("Maria"), "Maria Garcia Ruiz|Maria|Garcia Ruiz"},
			{given("Eva"), "Eva Garcia Ruiz|Eva|Garcia Ruiz"},
		}},
		{"a particle",
			`"displayName": "Ludwig van Beethoven", "name": {"givenName": "Ludwig", "familyName": "van Beethoven"}`,
			"Ludwig van Beethoven|Ludwig|van Beethoven", []step{
				{given("Johann"), "Johann van Beethoven|Johann|van Beethoven"},
			}},
		{"the family name first",
			`"displayName": "Kovács János", "name": {"givenName": "János", "familyName": "Kovács"}`,
			"Kovács János|János|Kovács", []step{
				{family("Nagy"), "Nagy János|János|Nagy"},
				{given("Péter"), "Nagy Péter|Péter|Nagy"},
			}},
		{"the family name first, of Workplan", "Kovács János", "Kovács János|Kovács|János", []step{
			{family("Kovács"), "Kovács János|János|Kovács"},
			{given("Péter"), "Kovács Péter|Péter|Kovács"},
		}},
		{"a title", `"displayName": "Dr. Ada Lovelace FRS", "name": {"givenName": "Ada", "familyName": "Lovelace"}`,
			"Dr. Ada Lovelace FRS|Ada|Lovelace", []step{
				{family("King"), "Dr. Ada King FRS|Ada|King"},
			}},
		{"a name in other words", `"displayName": "Countess", "name": {"givenName": "Ada", "familyName": "Lovelace"}`,
			"Countess|Ada|Lovelace", []step{
				{display("Countess") + "," + family("King"), "Countess|Ada|King"},
				{display("Lady Ada"), "Lady Ada|Ada|King"},
				{family("Byron"), "Ada Byron|Ada|Byron"},
			}},
		{"one word", `"name": {"familyName": "Teller"}`, "Teller||Teller", []step{
			{given("Edward"), "Edward Teller|Edward|Teller"},
		}},
		{"one word, of Workplan", "Teller", "Teller|Teller|", []step{{family("Teller"), "Teller||Teller"}}},
		{"no name", `"active": true`, "||", []step{
			{family("Lovelace"), "Lovelace||Lovelace"},
			{given("Ada"), "Ada Lovelace|Ada|Lovelace"},
			{`{"op": "remove", "path": "name"}`, "||"},
		}},
		{"spaces around", `"name": {"givenName": " Ada ", "familyName": " Lovelace "}`,
			"Ada Lovelace|Ada|Lovelace", nil},
	} {
		t.Run(test.what, func(t *testing.T) {
			email := fmt.Sprintf("name-%d@example.com", i)
			var id string
			if strings.HasPrefix(test.created, `"`) {
				id = scimMust(t, api, 201, "POST /Users",
					`{"userName": "`+email+`", `+test.created+`}`).body["id"].(string)
			} else {
				made := api.REST(t, "admin", "POST /api/v1/users",
					`{"name": "`+test.created+`", "email": "`+email+`"}`, nil)
				id = apitest.Lookup(made.Body, "data.id").(string)
			}
			if got := nameOf(t, api, scimMust(t, api, 200, "GET /Users/"+id, "")); got != test.want {
				t.Errorf("created: %s, want %s", got, test.want)
			}
			for _, s := range test.steps {
				once := scimMust(t, api, 200, "PATCH /Users/"+id, patchOf(s.operations))
				if got := nameOf(t, api, once); got != s.want {
					t.Fatalf("%s: %s, want %s", s.operations, got, s.want)
				}
				before := api.Count(`SELECT count(*) FROM events`)
				for _, again := range []scimAnswer{
					scimMust(t, api, 200, "PATCH /Users/"+id, patchOf(s.operations)),
					scimMust(t, api, 200, "GET /Users/"+id, ""),
				} {
					if got := nameOf(t, api, again); got != s.want ||
						again.Header.Get("ETag") != once.Header.Get("ETag") {
						t.Errorf("%s, once more: %s, want %s", s.operations, got, s.want)
					}
				}
				if n := api.Count(`SELECT count(*) FROM events`); n != before {
					t.Errorf("%s, once more: %d events", s.operations, n-before)
				}
			}
			search := `{"filter": "id eq \"` + id + `\""}`
			found := scimMust(t, api, 200, "POST /Users/.search", search).body["Resources"].([]any)[0].(map[string]any)
			one := scimMust(t, api, 200, "GET /Users/"+id, "").body
			if fmt.Sprint(found["name"]) != fmt.Sprint(one["name"]) {
				t.Errorf("the list has %v, and the user %v", found["name"], one["name"])
			}
		})
	}
	t.Run("a name that Workplan has changed", func(t *testing.T) {
		id := scimMust(t, api, 201, "POST /Users", `{"userName": "changed@example.com",
			"name": {"givenName": "Maria", "familyName": "Garcia Ruiz"}}`).body["id"].(string)
		api.REST(t, "admin", "PATCH /api/v1/users/"+id, `{"name": "Mia Garcia"}`, nil)
		if got := nameOf(t, api, scimMust(t, api, 200, "GET /Users/"+id, "")); got != "Mia Garcia|Mia|Garcia" {
			t.Error(got)
		}
		got := nameOf(t, api, scimMust(t, api, 200, "PATCH /Users/"+id, patchOf(family("Vega Ruiz"))))
		if got != "Mia Vega Ruiz|Mia|Vega Ruiz" {
			t.Error(got)
		}
	})
	t.Run("a PUT with the old displayName", func(t *testing.T) {
		put := `{"userName": "put@example.com", "displayName": "Maria Garcia Ruiz",
			"name": {"givenName": "Maria", "familyName": "%s"}}`
		id := scimMust(t, api, 201, "POST /Users", fmt.Sprintf(put, "Garcia Ruiz")).body["id"].(string)
		got := nameOf(t, api, scimMust(t, api, 200, "PUT /Users/"+id, fmt.Sprintf(put, "Lopez Vega")))
		if got != "Maria Lopez Vega|Maria|Lopez Vega" {
			t.Error(got)
		}
	})
	t.Run("parts have bounds", func(t *testing.T) {
		for _, bad := range []string{strings.Repeat("ü", 256), `a\u0000`} {
			got := scimCall(t, api, "POST /Users", `{"userName": "bounds@example.com", "displayName": "A",
				"name": {"givenName": "`+bad+`"}}`)
			if got.StatusCode != 400 || !strings.Contains(string(got.raw), "name.givenName ") {
				t.Errorf("%d %s", got.StatusCode, got.raw)
			}
		}
		scimMust(t, api, 201, "POST /Users", `{"userName": "bounds@example.com", "displayName": "A",
			"name": {"givenName": "`+strings.Repeat("ü", 255)+`"}}`)
	})
}
