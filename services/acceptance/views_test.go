package acceptance_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// saveViews is a step that replaces the saved views of the acting user.
func saveViews(name, items string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{
		Name: name, Call: "PUT /api/v1/me/views", Body: `{"items": [` + items + `]}`, RPC: "MeService/ReplaceViews",
	}, "views", nil, expectations)
}

// savedViews is a step that reads them.
func savedViews(name string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{Name: name, Call: "GET /api/v1/me/views", RPC: "MeService/GetViews"}, "", nil,
		expectations)
}

// aView is a view with this name and query.
func aView(name, query string) string { return asJSON(map[string]any{"name": name, "query": query}) }

func TestViews(t *testing.T) {
	t.Parallel()
	team, all := aView("My team", "team=1&zoom=month"), aView("All", "")
	var many []string
	for i := range 51 {
		many = append(many, aView(fmt.Sprint("View ", i), "x"))
	}
	apitest.Run(t, []apitest.Step{
		savedViews("none were saved yet", data(`{"id": "$admin", "items": [], "version": 0, "updatedAt": null}`),
			hasMembers("data", "id items version updatedAt"), hasHeader("ETag", `"0"`)),
		saveViews("an empty list instead of an empty one writes nothing", ``,
			data(`{"items": [], "version": 0, "updatedAt": null}`), hasHeader("ETag", `"0"`)),
		saveViews("another version than 0 conflicts", team, ifMatch(`"1"`), refused("version_conflict")),
		saveViews("they are stored", team+`, `+all, ifMatch(`"0"`), hasHeader("ETag", `"1"`),
			data(`{"id": "$admin", "items": [`+team+`, `+all+`], "version": 1, "updatedAt": "*"}`)),
		savedViews("and read", hasHeader("ETag", `"1"`), data(`{"items": [`+team+`, `+all+`], "version": 1}`)),
		saveViews("the same again writes nothing", team+`, `+all, data(`{"version": 1}`)),
		saveViews("a version that is no more conflicts", all, ifMatch(`"0"`), refused("version_conflict")),
		saveViews("another order is a change", all+`, `+team, ifMatch(`"1"`), hasHeader("ETag", `"2"`),
			data(`{"items": [`+all+`, `+team+`], "version": 2}`)),
		saveViews("the list is replaced as a whole", all, data(`{"items": [`+all+`], "version": 3}`)),
		saveViews("an empty list removes all", ``, data(`{"items": [], "version": 4, "updatedAt": "*"}`)),
		saveViews("there may be 50", strings.Join(many[:50], ", "), data(`{"version": 5}`)),
		saveViews("but not 51", strings.Join(many, ", "), refusedAs("too_many_items")),

		saveViews("each person has their own", team, by("worker"), ifMatch(`"0"`),
			data(`{"id": "$worker", "version": 1}`)),
		savedViews("which others do not see", by("peer"), data(`{"id": "$peer", "items": [], "version": 0}`)),
		savedViews("and do not change", by("worker"), data(`{"items": [`+team+`], "version": 1}`)),
		savedViews("another organization has its own, too", by("other_admin"),
			data(`{"id": "$other_admin", "version": 0}`)),
		do("no write leaves an event", func(t *testing.T, a *apitest.API) {
			// Those of the fixture have no actor.
			if n := a.Count(`SELECT count(*) FROM events WHERE organization_id = $1 AND actor_id IS NOT NULL`,
				a.Organization); n > 0 {
				t.Errorf("%d events", n)
			}
		}),
	})
}

func TestBadViews(t *testing.T) {
	t.Parallel()
	long := func(n int) string { return strings.Repeat("ü", n) }
	apitest.Run(t, []apitest.Step{
		saveViews("a name is trimmed", aView(" x\t", "y"), data(`{"items": [{"name": "x", "query": "y"}]}`)),
		saveViews("a query is not", aView("x", " y "), data(`{"items": [{"name": "x", "query": " y "}]}`)),
		saveViews("the longest", aView(long(100), long(2000)), data(`{"items": [`+aView(long(100), long(2000))+`]}`)),
		saveViews("a name is too long", aView(long(101), ""), badField("validation_failed", "items[0].name")),
		saveViews("a query is too long", aView("x", long(2001)), badField("validation_failed", "items[0].query")),
		saveViews("a name is not empty", aView("", ""), badField("validation_failed", "items[0].name")),
		saveViews("nor blank", aView(" \n", ""), badField("validation_failed", "items[0].name")),
		saveViews("nor has it a NUL", aView("a\x00", ""), badField("validation_failed", "items[0].name")),
		saveViews("nor does a query", aView("a", "\x00"), badField("validation_failed", "items[0].query")),
		saveViews("both are required", `{}`, badField("validation_failed", "items[0].name"), fieldCount(2)),
		saveViews("no name is there twice", aView("Ä team", "1")+`, `+aView("x", "2")+`, `+aView("ä TEAM ", "3"),
			badField("validation_failed", "items[2].name"), says("that of items[0]")),
		saveViews("every bad item is listed", aView("x", "")+`, `+aView("", "")+`, `+aView("X", "")+`, {"name": "y"}`,
			badField("validation_failed", "items[1].name"), fieldCount(3)),
		saveViews("also one that cannot be read", aView("x", "")+`, {"name": 7, "query": ""}, `+aView("X", ""),
			overREST,
			badField("validation_failed", "items[1].name"), fieldCount(2)),
		saveViews("an unknown field is refused", `{"name": "x", "query": "", "id": 1}`, overREST,
			badField("unknown_field", "items[0].id")),
		paired(apitest.Step{Name: "the list is required", Call: "PUT /api/v1/me/views", Body: `{}`}, "views", nil,
			[]expectation{badField("validation_failed", "items")}),
		saveViews("and the version cannot be written", ``, overREST,
			func(p *pair) { p.Body = `{"items": [], "version": 3}` }, badField("unknown_field", "version")),
		savedViews("nothing of that was written", data(`{"version": 3}`)),
	})
}

func TestWhoMaySaveViews(t *testing.T) {
	t.Parallel()
	var steps []apitest.Step
	for _, key := range callers {
		steps = append(steps, saveViews(key+" may", aView("x", ""), by(key), data(`{"id": "$`+key+`", "version": 1}`)))
	}
	apitest.Run(t, append(steps,
		scopedKeys("write:users"),
		saveViews("the scope is enough", aView("y", ""), by("only"), data(`{"items": [{"name": "y", "query": ""}]}`)),
		saveViews("without it not even an admin", aView("z", ""), by("without"), outOfScope("write:users")),
		saveViews("and is not told what else is wrong", aView("", ""), by("without"), outOfScope("write:users")),
		saveViews("nobody without a key", aView("z", ""), by("-"), refused("credential_missing")),
		scopedKeys("read:users"),
		savedViews("a key with the scope reads", by("only"), data(`{"items": [{"name": "y", "query": ""}]}`)),
		savedViews("and one without does not", by("without"), outOfScope("read:users")),
		saveViews("to read is not to write", aView("z", ""), by("only"), outOfScope("write:users")),
		savedViews("nobody reads without a key", by("-"), refused("credential_missing")),
	))
}

// TestConcurrentWritesOfViews lets many requests write the first list: each is a version of its own.
func TestConcurrentWritesOfViews(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	const writers = 8
	var all sync.WaitGroup
	for i := range writers {
		all.Go(func() {
			ans := a.REST(t, "worker", "PUT /api/v1/me/views",
				`{"items": [`+aView(fmt.Sprint("View ", i), "")+`]}`, nil)
			if ans.Status != http.StatusOK {
				t.Errorf("%d %s", ans.Status, ans.Raw)
			}
		})
	}
	all.Wait()
	ans := a.REST(t, "worker", "GET /api/v1/me/views", ``, nil)
	items, _ := apitest.Lookup(ans.Body, "data.items").([]any)
	if version := apitest.Lookup(ans.Body, "data.version"); version != float64(writers) || len(items) != 1 {
		t.Errorf("version %v with %d views after %d writes", version, len(items), writers)
	}
}

// TestTwoWindowsDoNotOverwriteViews lets many requests begin with the same version: one is first.
func TestTwoWindowsDoNotOverwriteViews(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	var all sync.WaitGroup
	var lock sync.Mutex
	saved := 0
	for i := range 8 {
		all.Go(func() {
			ans := a.REST(t, "worker", "PUT /api/v1/me/views", `{"items": [`+aView(fmt.Sprint("View ", i), "")+`]}`,
				map[string]string{"If-Match": `"0"`})
			lock.Lock()
			defer lock.Unlock()
			switch {
			case ans.Status == http.StatusOK:
				saved++
			case ans.Status != http.StatusConflict || ans.Code != "version_conflict":
				t.Errorf("%d %s", ans.Status, ans.Raw)
			}
		})
	}
	all.Wait()
	if saved != 1 {
		t.Errorf("%d requests have saved a list over version 0", saved)
	}
}

func TestViewsAreSavedOnce(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	body, header := `{"items": [`+aView("x", "")+`]}`, map[string]string{"Idempotency-Key": "once"}
	first := a.REST(t, "worker", "PUT /api/v1/me/views", body, header)
	a.REST(t, "worker", "PUT /api/v1/me/views", `{"items": []}`, nil)
	again := a.REST(t, "worker", "PUT /api/v1/me/views", body, header)
	if first.Status != http.StatusOK || string(again.Raw) != string(first.Raw) ||
		again.Header.Get("Idempotency-Replayed") != "true" || again.Header.Get("ETag") != `"1"` {
		t.Errorf("%d %s, and again %d %s", first.Status, first.Raw, again.Status, again.Raw)
	}
	other := a.REST(t, "worker", "PUT /api/v1/me/views", `{"items": []}`, header)
	if other.Code != "idempotency_key_reused" {
		t.Errorf("another request with the key: %d %s", other.Status, other.Raw)
	}
	if ans := a.REST(t, "worker", "GET /api/v1/me/views", ``, nil); apitest.Lookup(ans.Body, "data.version") != 2.0 {
		t.Errorf("%s", ans.Raw)
	}
}

func TestUnchangedViewsAreNotSentAgain(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	read := func(tag string, want int) {
		t.Helper()
		ans := a.REST(t, "worker", "GET /api/v1/me/views", ``, map[string]string{"If-None-Match": tag})
		if ans.Status != want {
			t.Errorf("%s: %d %s", tag, ans.Status, ans.Raw)
		}
	}
	read(`"0"`, http.StatusNotModified)
	a.REST(t, "worker", "PUT /api/v1/me/views", `{"items": [`+aView("x", "")+`]}`, nil)
	read(`"0"`, http.StatusOK)
	read(`"1"`, http.StatusNotModified)
}
