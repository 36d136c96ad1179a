package docs_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	described "github.com/workplan-api/workplan/gen/openapi"
	"github.com/workplan-api/workplan/test/apitest"
)

// collection is the part of a Postman collection that the test reads.
type collection struct {
	Item []struct {
		Name string
		Item []struct {
			Name    string
			Request struct {
				Method string
				URL    struct {
					Raw      string
					Variable []struct{ Key, Value string }
					Query    []struct {
						Key, Value string
						Disabled   bool
					}
				}
				Body struct{ Raw string }
			}
			Event []struct{ Script struct{ Exec []string } }
		}
	}
}

var setsVariable = regexp.MustCompile(`json\(\)\.(\S+); .*collectionVariables\.set\("(\w+)", record\.id\)`)

// early matches what a timesheet refuses in the order of the collection: its hours before it is approved, and after
// that all but to reopen it.
var early = regexp.MustCompile(`/timesheets/.*/(hours|reject|withdraw)$`)

// TestCollectionRuns sends the requests of the collection in order, as Postman's runner does,
// with the variables that its scripts set.
func TestCollectionRuns(t *testing.T) {
	var c collection
	if err := json.Unmarshal(described.Postman, &c); err != nil {
		t.Fatal(err)
	}
	a := apitest.NewIsolated(t)
	variables := map[string]string{"baseUrl": "", "placeholder": a.ID("vacancy"),
		"lockException": a.ID("unknown")} // which no request makes, because the lock is deleted before
	fill := func(s string) string {
		s = strings.ReplaceAll(s, exampleTime, soon())
		for name, value := range variables {
			s = strings.ReplaceAll(s, "{{"+name+"}}", value)
		}
		return s
	}
	a.REST(t, "admin", "POST /api/v1/calendar-feed", "", nil) // the first request of its folder reads it
	signIn(a)
	sent := 0
	for _, folder := range c.Item {
		deleted := false
		for _, item := range folder.Item {
			path := item.Request.URL.Raw
			for _, v := range item.Request.URL.Variable {
				path = strings.ReplaceAll(path, ":"+v.Key, v.Value)
			}
			separator := "?"
			for _, p := range item.Request.URL.Query {
				if !p.Disabled {
					path += separator + p.Key + "=" + p.Value
					separator = "&"
				}
			}
			sent++
			if strings.HasSuffix(path, "/events/stream") {
				continue // it does not end
			}
			ans := a.REST(t, "admin", item.Request.Method+" "+fill(path), fill(item.Request.Body.Raw), nil)
			want := 200
			if deleted && len(item.Request.URL.Variable) > 0 {
				// The time off request, which the requests after it decide, and the lock.
				want = 404
			}
			if early.MatchString(path) {
				want = 409
			}
			if ans.Status != want || strings.Contains(fill(path)+fill(item.Request.Body.Raw), "{{") {
				t.Errorf("%s / %s: %d %s\n%s %s", folder.Name, item.Name, ans.Status, ans.Message, fill(path),
					fill(item.Request.Body.Raw))
			}
			for _, e := range item.Event {
				name := setsVariable.FindStringSubmatch(e.Script.Exec[0])
				if name == nil {
					t.Fatalf("%s / %s sets no variable", folder.Name, item.Name)
				}
				path := strings.NewReplacer("?", "", "[0]", "0").Replace(name[1]) + ".id"
				if id, ok := apitest.Lookup(ans.Body, path).(string); ok {
					variables[name[2]] = id
				}
			}
			deleted = item.Request.Method == "DELETE" || deleted
		}
	}
	if _, calls := readDocument(t); sent != len(calls) {
		t.Errorf("%d requests, %d operations", sent, len(calls))
	}
}
