package acceptance_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestNamesThatLookTheSame writes names in several forms: they are stored in one, and a batch finds its records again.
func TestNamesThatLookTheSame(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	const composed, decomposed = "Caf\u00e9 Zo\u00eb", "Cafe\u0301 Zoe\u0308"
	upsert := func(names ...string) *apitest.Answer {
		items := []string{}
		for _, name := range names {
			items = append(items, fmt.Sprintf(`{"companyName": %s}`, quoted(name)))
		}
		return a.REST(t, "admin", "POST /api/v1/clients/upsert",
			`{"match": "name", "items": [`+strings.Join(items, ",")+`]}`, nil)
	}
	ids := map[any]bool{}
	for _, name := range []string{decomposed, composed, "\u200b" + composed + "\ufeff", " " + decomposed + "\u00ad\t"} {
		ans := upsert(name)
		if !ok(ans) || apitest.Lookup(ans.Body, "data.0.companyName") != composed {
			t.Fatalf("%+q: %d %s", name, ans.Status, ans.Raw)
		}
		ids[apitest.Lookup(ans.Body, "data.0.id")] = true
	}
	if len(ids) != 1 {
		t.Errorf("one name in four forms is %d clients", len(ids))
	}
	if ans := upsert(composed, decomposed); ans.Status != 400 || !strings.Contains(string(ans.Raw), "items[0]") {
		t.Errorf("one name in two forms of a batch: %d %s", ans.Status, ans.Raw)
	}
	for call, body := range map[string]string{
		"POST /api/v1/clients": `{"companyName": %s}`, "PATCH /api/v1/clients/$acme": `{"companyName": %s}`,
		"POST /api/v1/capabilities": `{"name": %s}`, "PATCH /api/v1/projects/$atlas": `{"name": %s}`,
		"PATCH /api/v1/users/$worker": `{"name": %s}`, "PATCH /api/v1/clients/$acme?": `{"categories": [%s]}`,
	} {
		if ans := a.REST(t, "admin", call, fmt.Sprintf(body, quoted("\u200b\u3164 ")), nil); ans.Status != 400 ||
			ans.Code != "validation_failed" {
			t.Errorf("%s with a name that cannot be seen: %d %s", call, ans.Status, ans.Raw)
		}
	}
	if ans := a.REST(t, "admin", "POST /api/v1/capabilities", `{"name": `+quoted(composed)+`}`, nil); !ok(ans) {
		t.Error(ans.Raw)
	}
	if ans := a.REST(t, "admin", "POST /api/v1/capabilities", `{"name": `+quoted(decomposed)+`}`,
		nil); ans.Status != 409 {
		t.Errorf("a capability of the same name: %d %s", ans.Status, ans.Raw)
	}
	const id = "erp:Zoe\u0308" // of another program, which compares bytes
	ans := a.REST(t, "admin", "PATCH /api/v1/clients/$acme", `{"externalIds": [`+quoted(id)+`]}`, nil)
	if apitest.Lookup(ans.Body, "data.externalIds.0") != id {
		t.Errorf("an external id: %s", ans.Raw)
	}
}

// TestNamesFromBefore has names that were stored before they had one form. They are found as they were, and batches
// change them and create no other record.
func TestNamesFromBefore(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	const composed, decomposed, marked = "Zo\u00eb Ltd", "Zoe\u0308 Ltd", "Umbra\u200b"
	ids := map[string]any{}
	for i, name := range []string{composed, decomposed, marked, "Bjo\u0308rk"} {
		ans := a.REST(t, "admin", "POST /api/v1/clients", fmt.Sprintf(`{"companyName": "Before %d"}`, i), nil)
		ids[name] = apitest.Lookup(ans.Body, "data.id")
		a.Exec(`UPDATE clients SET company_name = $3 WHERE organization_id = $1 AND id = $2`, a.Organization,
			ids[name], name)
	}
	upsert := func(name string) *apitest.Answer {
		return a.REST(t, "admin", "POST /api/v1/clients/upsert",
			`{"match": "name", "items": [{"companyName": `+quoted(name)+`}]}`, nil)
	}
	found := func(query string) any {
		ans := a.REST(t, "admin", "GET /api/v1/clients?count=true&"+query, "", nil)
		return apitest.Lookup(ans.Body, "data.total")
	}
	for query, want := range map[string]int{
		"nameExact=" + url.QueryEscape(composed): 2, "nameExact=" + url.QueryEscape(decomposed): 2,
		"nameExact=" + url.QueryEscape(marked): 1, "name=zoe": 2, "name=umbra": 1, "name=bjork": 1,
	} {
		if n := found(query); fmt.Sprint(n) != fmt.Sprint(want) {
			t.Errorf("%s finds %v clients, want %d", query, n, want)
		}
	}
	// What is stored as it is now sent comes first, so two old names are not in each other's way.
	for name, of := range map[string]string{decomposed: composed, marked: marked, "Bj\u00f6rk": "Bjo\u0308rk"} {
		ans := upsert(name)
		if !ok(ans) || apitest.Lookup(ans.Body, "data.0.id") != ids[of] {
			t.Errorf("%+q: %d %s", name, ans.Status, ans.Raw)
		}
	}
	if n := found("nameExact=Umbra"); fmt.Sprint(n) != "1" {
		t.Errorf("the name is not stored anew: %v clients", n)
	}
}

// TestSearchIgnoresAccents searches each list that has the filter name.
func TestSearchIgnoresAccents(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	const name = "\u0130brahim Nguye\u0302\u0303n \u0141uczak Hauptstra\u00dfe"
	for call, body := range map[string]string{
		"PATCH /api/v1/clients/$acme": `{"companyName": %s}`, "PATCH /api/v1/projects/$atlas": `{"name": %s}`,
		"PATCH /api/v1/users/$worker": `{"name": %s}`,
	} {
		if ans := a.REST(t, "admin", call, fmt.Sprintf(body, quoted(name)), nil); !ok(ans) {
			t.Fatal(ans.Raw)
		}
	}
	for list, id := range map[string]string{"clients": "acme", "projects": "atlas", "users": "worker"} {
		for _, part := range []string{"ibrahim", "NGUYEN", "luczak", "strasse", "stra\u00dfe", "nguye\u0302n",
			"\u0130BRAHIM n"} {
			ans := a.REST(t, "admin", "GET /api/v1/"+list+"?name="+url.QueryEscape(part), "", nil)
			if apitest.Lookup(ans.Body, "data.items.0.id") != a.ID(id) ||
				apitest.Lookup(ans.Body, "data.items.1") != nil {
				t.Errorf("%s with %s: %s", list, part, ans.Raw)
			}
		}
		if ans := a.REST(t, "admin", "GET /api/v1/"+list+"?name=ibrahin", "", nil); apitest.Lookup(ans.Body,
			"data.items.0") != nil {
			t.Errorf("%s with another name: %s", list, ans.Raw)
		}
	}
}
