package acceptance_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// movesOf returns, for one resource, chains and a swap of external ids, and one that goes from a record to a new one.
// item returns what a record needs, with the external ids of a program and of a second one.
func movesOf(r resource, item func(n int) string) (before, after []string) {
	with := func(n int, second string) string {
		return merged(item(n), fmt.Sprintf(`{"externalIds": ["moves:%d", "x:%s"]}`, n, second))
	}
	for n, second := range []string{"a", "b", "c", "d", "e", "f"} {
		before = append(before, with(n, second))
	}
	for n, second := range []string{"b", "c", "new", "e", "d", "gone", "f", "a"} { // 6 and 7 are new
		after = append(after, with(n, second))
	}
	return before, after
}

// TestMovesInABatch: what is unique may move between the records of a batch in any way, and the order of the items does
// not matter.
func TestMovesInABatch(t *testing.T) {
	t.Parallel()
	user := func(n int) string { return fmt.Sprintf(`{"name": "U%d", "email": "u%d@moves.example"}`, n, n) }
	addresses := func(items []string, of string) []string {
		items = slices.Clone(items)
		for n, name := range strings.Fields(of) {
			items[n] = merged(items[n], fmt.Sprintf(`{"email": "%s@moves.example"}`, name))
		}
		return items
	}
	for _, r := range []struct {
		resource
		item func(n int) string
	}{
		{userAPI, user},
		{clientAPI, func(n int) string { return fmt.Sprintf(`{"companyName": "C%d"}`, n) }},
		{projectAPI, func(n int) string {
			return fmt.Sprintf(`{"name": "P%d", "clientId": "$acme", "startDate": "2026-01-01", "endDate": "2026-12-31"}`, n)
		}},
	} {
		t.Run(r.table, func(t *testing.T) {
			t.Parallel()
			a := apitest.New(t)
			before, after := movesOf(r.resource, r.item)
			want := slices.Clone(after)
			if r.table == "users" {
				// The addresses move in a chain the other way, two are swapped, in another case, and 6 has that of 5,
				// who leaves.
				before = addresses(before, "a b c d e f")
				after = addresses(after, "new a b E D left f G")
				want = slices.Clone(after)
				// Managers are named by what moves: who has it after the batch.
				for n, manager := range map[int][2]string{2: {"x:a", "7"}, 3: {"f@moves.example", "6"},
					6: {"A@moves.example", "1"},
					7: {"x:d", "4"}} {
					after[n] = merged(after[n], `{"reportsToId": "`+manager[0]+`"}`)
					want[n] = merged(want[n], `{"manager": "U`+manager[1]+`"}`)
				}
			}
			upsert := func(query string, items []string) *apitest.Answer {
				return a.REST(t, "admin", "POST /api/v1/"+r.table+"/upsert?include=summary"+query,
					`{"match": "externalId:moves", "items": [`+strings.Join(items, ",")+`]}`, nil)
			}
			if ans := upsert("", before); !ok(ans) {
				t.Fatalf("%s", ans.Raw)
			}
			order := make([]int, len(after))
			for i := range order {
				order[i] = i
			}
			check := func(query string) {
				items := make([]string, len(order))
				for at, n := range order {
					items[at] = after[n]
				}
				ans := upsert(query, items)
				if !ok(ans) {
					t.Fatalf("in the order %v: %s", order, ans.Raw)
				}
				names := map[any]any{nil: nil}
				for at := range order {
					names[apitest.Lookup(ans.Body, fmt.Sprintf("data.%d.id", at))] = apitest.Lookup(ans.Body,
						fmt.Sprintf("data.%d.name", at))
				}
				for at, n := range order {
					got := apitest.Lookup(ans.Body, fmt.Sprintf("data.%d", at)).(map[string]any)
					got["manager"] = names[got["reportsToId"]]
					var members map[string]any
					if err := json.Unmarshal([]byte(want[n]), &members); err != nil {
						t.Fatal(err)
					}
					for _, name := range []string{"externalIds", "email", "manager"} {
						if want, is := members[name]; is && asJSON(got[name]) != asJSON(want) {
							t.Fatalf("in the order %v, item %d has %s %v, want %v", order, n, name, got[name], want)
						}
					}
				}
				if n := asJSON(apitest.Lookup(ans.Body,
					"meta.summary")); n != `{"created":2,"unchanged":0,"updated":6}` {
					t.Fatalf("in the order %v: %s", order, n)
				}
			}
			for range 12 {
				rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
				check("&dryRun=true")
			}
			check("")
			if ans := upsert("",
				after); asJSON(apitest.Lookup(ans.Body, "meta.summary")) != `{"created":0,"unchanged":8,"updated":0}` {
				t.Errorf("the same again: %s", ans.Raw)
			}
			for n := range 6 {
				events := slices.DeleteFunc(eventsOf(t, a, r.field+".updated"), func(e event) bool {
					return !strings.Contains(asJSON(e.After["externalIds"]), fmt.Sprintf(`"moves:%d"`, n))
				})
				if len(events) != 1 {
					t.Errorf("%d events of record %d", len(events), n)
					continue
				}
				was, _ := events[0].Before["email"].(string)
				if r.table == "users" && was != fmt.Sprintf("%c@moves.example", 'a'+n) {
					t.Errorf("before, record %d had the address %q", n, was)
				}
			}
			for n, second := range []string{"b", "c", "new", "e", "d", "gone", "f", "a"} {
				ans := a.REST(t, "admin", "GET /api/v1/"+r.table+"/x:"+second, "", nil)
				if !strings.Contains(asJSON(apitest.Lookup(ans.Body, "data.externalIds")),
					fmt.Sprintf(`"moves:%d"`, n)) {
					t.Errorf("x:%s finds %s", second, ans.Raw)
				}
			}
		})
	}
}
