package acceptance_test

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// resource writes steps on one resource, by the admin unless they say by whom.
type resource struct {
	// path is where REST has it, one and many how its rpcs name it.
	path, one, many string
	// field is what its id and its body are called in requests: client, client_id.
	field string
	// table and scope are those of its list.
	table, scope string
	// enums are what the values of its enums begin with over gRPC, by member.
	enums map[string]string
}

// create is a step that creates one.
func (r resource) create(name, body string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{Name: name, Call: "POST " + r.path, Body: body, RPC: r.one + "Service/Create" + r.one},
		r.field, nil, append([]expectation{r.nameEnums}, expectations...))
}

// update is a step that changes the one with the id by the members of body.
func (r resource) update(name, id, body string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{
		Name: name, Call: "PATCH " + r.path + "/" + id, Body: body, RPC: r.one + "Service/Update" + r.one,
	},
		r.field, map[string]any{r.field + "_id": id}, append([]expectation{r.nameEnums}, expectations...))
}

// list is a step that lists with a query, which request says for gRPC. Where request
// is empty, the step is over REST only.
func (r resource) list(name, query, request string, expectations ...expectation) apitest.Step {
	p := &pair{Step: apitest.Step{Name: name, Call: strings.TrimSuffix("GET "+r.path+"?"+query, "?")}}
	if request != "" {
		p.RPC, p.Request = r.one+"Service/List"+r.many, request
	}
	for _, e := range expectations {
		e(p)
	}
	return p.Step
}

// nameEnums gives the values of enums the names that they have in protojson.
func (r resource) nameEnums(p *pair) {
	var request, body map[string]any
	if json.Unmarshal([]byte(p.Body), &body) != nil || json.Unmarshal([]byte(p.Request), &request) != nil {
		return
	}
	for member, prefix := range r.enums {
		if word, ok := body[member].(string); ok {
			request[r.field].(map[string]any)[member] = prefix + strings.ToUpper(word)
		}
		batch, _ := request["batch"].(map[string]any)
		items, _ := batch["items"].([]any)
		for _, item := range items {
			if item, ok := item.(map[string]any); ok && item[member] != nil {
				item[member] = prefix + strings.ToUpper(item[member].(string))
			}
		}
	}
	p.Request = asJSON(request)
}

// by has another key make the call.
func by(key string) expectation { return func(p *pair) { p.As = key } }

// data expects an answer whose data contains want.
func data(want string) expectation { return answers(`{"data": ` + want + `}`) }

// outOfScope expects a refusal that names the scope.
func outOfScope(scope string) expectation {
	return func(p *pair) {
		refused("scope_missing")(p)
		checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
			if !strings.Contains(ans.Message, scope) {
				t.Errorf("message %q does not name %s", ans.Message, scope)
			}
		})(p)
	}
}

// hasMembers expects an object with these members and no others.
func hasMembers(path, names string) expectation {
	return checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
		got, _ := apitest.Lookup(ans.Body, path).(map[string]any)
		want := strings.Fields(names)
		slices.Sort(want)
		if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, want) {
			t.Errorf("%s has the members %q, want %q", path, names, want)
		}
	})
}

// hasHeader expects a header over REST; "" stands for none.
func hasHeader(name, want string) expectation {
	return checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
		if got := ans.Header.Get(name); ans.Header != nil && got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	})
}

// do is a step that is no call.
func do(name string, f func(t *testing.T, a *apitest.API)) apitest.Step {
	return apitest.Step{Name: name, Do: f}
}

// allScopes are all that a key can have.
var allScopes = []string{
	"read:users", "write:users", "read:clients", "write:clients", "read:projects", "write:projects",
	"read:assignments", "write:assignments", "read:actual_hours", "write:actual_hours",
	"read:time_off", "write:time_off",
	"read:keys", "write:keys", "write:catalog", "read:events", "read:webhooks", "write:webhooks",
	"read:timesheets", "write:timesheets", "read:rates", "write:rates", "read:costs", "write:costs",
	"read:proposals", "write:proposals", "apply:proposals",
}

// scopedKeys makes a key of the loner named only, with the scope, and a key of the
// admin named without, with all others.
func scopedKeys(scope string) apitest.Step {
	return do("a key has the scope "+scope+", another all but it", func(_ *testing.T, a *apitest.API) {
		a.Key("only", "loner", scope)
		a.Key("without", "admin",
			slices.DeleteFunc(slices.Clone(allScopes), func(s string) bool { return s == scope })...)
	})
}

// noRows is a page without rows.
const noRows = `{"items": []}`

// rowsOf is a page of the rows with these ids.
func rowsOf(ids ...string) string { return `{` + itemsOf(ids...) + `}` }

// keepsCursor saves the cursor of a page as $cursor.
func keepsCursor(p *pair) {
	p.Save = map[string]string{"cursor": "data.nextCursor"}
	checked(func(t *testing.T, a *apitest.API, _ *apitest.Answer) {
		if cursor := a.ID("cursor"); len(cursor) > 200 || url.QueryEscape(cursor) != cursor {
			t.Errorf("cursor %q", cursor)
		}
	})(p)
}

func itemsOf(ids ...string) string {
	var items []string
	for _, id := range ids {
		items = append(items, `{"id": "`+id+`"}`)
	}
	return `"items": [` + strings.Join(items, ", ") + `]`
}

// pages are the rules that hold for every list, on one that has two rows: first and
// second.
func pages(r resource, first, second string) []apitest.Step {
	both := itemsOf(first, second)
	link := func(offset, rel string) string {
		return "<?limit=1&offset=" + offset + `>; rel="` + rel + `"`
	}
	bad := func(param string) expectation { return badParam("validation_failed", param) }
	return []apitest.Step{
		r.list("a list is 50 rows, the oldest first, and not counted", "", "{}",
			data(`{`+both+`, "total": null, "limit": 50, "offset": 0, "hasMore": false, "nextCursor": null}`),
			hasMembers("data", "items total limit offset hasMore nextCursor"), hasHeader("X-Total-Count", "")),
		r.list("count=true counts", "count=true", `{"count": true}`, data(`{`+both+`, "total": 2}`),
			hasHeader("X-Total-Count", "2")),
		r.list("count=false does not", "count=false", `{"count": false}`, data(`{"total": null}`)),

		r.list("a page of one has a next", "limit=1", `{"limit": 1}`,
			data(`{`+itemsOf(first)+`, "limit": 1, "hasMore": true}`),
			hasHeader("Link", link("1", "next")+", "+link("0", "first"))),
		r.list("the last page has a previous", "limit=1&offset=1", `{"limit": 1, "offset": 1}`,
			data(`{`+itemsOf(second)+`, "limit": 1, "offset": 1, "hasMore": false}`),
			hasHeader("Link", link("0", "prev")+", "+link("0", "first"))),
		r.list("a page that is just full has no next", "limit=2", `{"limit": 2}`,
			data(`{`+both+`, "limit": 2, "hasMore": false}`)),
		r.list("limit 0 becomes 1", "limit=0", `{"limit": 0}`, data(`{`+itemsOf(first)+`, "limit": 1}`)),
		r.list("a negative limit becomes 1", "limit=-7", `{"limit": -7}`, data(`{"limit": 1}`)),
		r.list("limit 200 stays", "limit=200", `{"limit": 200}`, data(`{"limit": 200}`)),
		r.list("limit 201 becomes 200", "limit=201", `{"limit": 201}`, data(`{"limit": 200}`)),
		r.list("a limit beyond all integers becomes 200", "limit=99999999999999999999", "", data(`{"limit": 200}`)),
		r.list("50.0 is an integer", "limit=50.0", "", data(`{"limit": 50}`)),
		r.list("1e2 is an integer", "limit=1e2", "", data(`{"limit": 100}`)),
		r.list("1.5 is none", "limit=1.5", "", bad("limit")),
		r.list("a word is none", "limit=all", "", bad("limit")),
		r.list("nothing is none", "limit=", "", bad("limit")),
		r.list("a limit is given once", "limit=1&limit=2", "", bad("limit")),

		r.list("past the end the page is empty", "offset=2", `{"offset": 2}`,
			data(`{"items": [], "offset": 2, "hasMore": false}`)),
		r.list("also far past the end", "offset=9007199254740991&count=true",
			`{"offset": "9007199254740991", "count": true}`,
			data(`{"items": [], "total": 2, "offset": 9007199254740991}`)),
		r.list("there is a largest offset", "offset=9007199254740992", `{"offset": "9007199254740992"}`, bad("offset")),
		r.list("an offset is not negative", "offset=-1", `{"offset": -1}`, bad("offset")),
		r.list("an offset is integral", "offset=0.5", "", bad("offset")),
		r.list("count is true or false", "count=1", "", bad("count")),

		r.list("a page with an offset has a cursor too", "limit=1&offset=0", `{"limit": 1, "offset": 0}`,
			data(`{"nextCursor": "*"}`), keepsCursor),
		r.list("the cursor continues after the page", "cursor=$cursor", `{"cursor": "$cursor"}`,
			data(`{`+itemsOf(second)+
				`, "total": null, "limit": 50, "offset": 0, "hasMore": false, "nextCursor": null}`)),
		r.list("limit and count may differ, and the count is of the whole list", "limit=1&count=true&cursor=$cursor",
			`{"limit": 1, "count": true, "cursor": "$cursor"}`,
			data(`{`+itemsOf(second)+`, "total": 2, "limit": 1, "hasMore": false}`)),
		r.list("a cursor excludes an offset", "cursor=$cursor&offset=0",
			`{"cursor": "$cursor", "offset": 0}`, bad("cursor")),
		r.list("other filters need another cursor", "cursor=$cursor&updatedSince=2020-01-01T00:00:00Z",
			`{"cursor": "$cursor", "updatedSince": "2020-01-01T00:00:00Z"}`, bad("cursor")),
		r.list("a cursor is not made up", "cursor=AAAAAAAAAAAAAAAA", `{"cursor": "AAAAAAAAAAAAAAAA"}`, bad("cursor")),
		r.list("nor longer than it was", "cursor=AAAA$cursor", `{"cursor": "AAAA$cursor"}`, bad("cursor")),
		r.list("nor of other characters", "cursor=%2B%2F%3D", `{"cursor": "+/="}`, bad("cursor")),
		r.list("nor empty", "cursor=", `{"cursor": ""}`, bad("cursor")),
		r.list("nor long", "cursor="+strings.Repeat("A", 201),
			`{"cursor": "`+strings.Repeat("A", 201)+`"}`, bad("cursor")),
		r.list("an unknown parameter is named", "page=2", "", badParam("unknown_parameter", "page")),

		do("the second row changes in 2040", func(_ *testing.T, a *apitest.API) {
			a.Exec("UPDATE "+r.table+" SET updated_at = '2040-01-01T00:00:00.123456Z' WHERE id = $1", a.Expand(second))
		}),
		r.list("updatedSince includes its time", "updatedSince=2040-01-01T00:00:00.123456Z",
			`{"updatedSince": "2040-01-01T00:00:00.123456Z"}`, data(rowsOf(second))),
		r.list("and nothing before", "updatedSince=2040-01-01T00:00:00.123457Z&count=true",
			`{"updatedSince": "2040-01-01T00:00:00.123457Z", "count": true}`, data(`{"items": [], "total": 0}`)),
		r.list("a time may have another zone", "updatedSince=2040-01-01T02:00:00%2B02:00", "", data(rowsOf(second))),
		r.list("updated_since is the same", "updated_since=2040-01-01T00:00:00Z", "", data(rowsOf(second))),
		r.list("all have changed since 2020", "updatedSince=2020-01-01T00:00:00Z",
			`{"updatedSince": "2020-01-01T00:00:00Z"}`, data(rowsOf(first, second))),
		r.list("a date is no time", "updatedSince=2040-01-01", "", bad("updatedSince")),
		r.list("both spellings at once are one too many",
			"updatedSince=2040-01-01T00:00:00Z&updated_since=2040-01-01T00:00:00Z", "", bad("updated_since")),

		scopedKeys(r.scope),
		r.list("the scope is enough to read", "", "{}", by("only"), data(rowsOf(first, second))),
		r.list("without it not even an admin reads", "", "{}", by("without"), outOfScope(r.scope)),
		r.list("and is not told what else is wrong", "offset=-1", `{"offset": -1}`, by("without"), outOfScope(r.scope)),
		r.list("nobody reads without a key", "", "{}", by("-"), refused("credential_missing")),
	}
}
