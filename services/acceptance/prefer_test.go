package acceptance_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	chain "github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/test/apitest"
)

// minimal asks for a response without rows, and expects it: all of it is want.
func minimal(want string) expectation {
	return func(p *pair) {
		if p.Header == nil {
			p.Header = map[string]string{}
		}
		p.Header[chain.Prefer] = chain.ReturnMinimal
		list := p.resource + ".items["
		checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
			t.Helper()
			if got := applied(ans); got != chain.ReturnMinimal {
				t.Errorf("%s is %q", chain.PreferenceApplied, got)
			}
			want := want
			if ans.Status == 0 {
				want = strings.NewReplacer("items[", list).Replace(want)
			}
			if got := asJSON(ans.Body); got != merged(want, "{}") {
				t.Errorf("the response is\n%s, want\n%s", got, merged(want, "{}"))
			}
		})(p)
	}
}

func applied(ans *apitest.Answer) string {
	return ans.Header.Get(chain.PreferenceApplied) + strings.Join(ans.Metadata.Get(chain.PreferenceApplied), "")
}

// preferring sends a Prefer of no effect.
func preferring(value string) expectation {
	return func(p *pair) {
		p.Header = map[string]string{chain.Prefer: value}
		checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
			if got := applied(ans); got != "" {
				t.Errorf("%s is %q", chain.PreferenceApplied, got)
			}
		})(p)
	}
}

// TestUpsertsWithoutRows: the same writes happen, with the same checks, events and counts, and the response has no
// rows.
func TestUpsertsWithoutRows(t *testing.T) {
	t.Parallel()
	bothHours(t, func(t *testing.T, h hours) {
		none := func(s string) string {
			rows := `[]`
			if h.rows != "data" {
				rows = `{"items": []}`
			}
			return `{"data": ` + rows + `, "meta": {` + s + `}}`
		}
		one, other := day(`{}`), day(`{"date": "2026-03-03"}`)
		many := func(n int, hours float64) string {
			var all []string
			for i := range n {
				all = append(all, day(fmt.Sprintf(`{"date": "%s", "hours": %g}`,
					time.Date(2026, 4, 1+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly), hours)))
			}
			return items(all...)
		}
		apitest.Run(t, []apitest.Step{
			h.upsert("rows are created", items(one, other), minimal(none(summed(2, 0, 0)))),
			h.has("as they are with rows", items(one, other)),
			h.upsert("one changes", items(day(`{"hours": 0.5}`), other), minimal(none(summed(0, 1, 1)))),
			h.upsert("none changes", items(day(`{"hours": 0.5}`), other), minimal(none(summed(0, 0, 2)))),
			h.upsert("all three at once, and one twice",
				items(day(`{"hours": 1}`), day(`{"hours": 2}`), other, day(`{"date": "2026-03-04"}`)),
				minimal(none(summed(1, 1, 1)))),
			h.upsert("of a key that comes twice the last one counts", items(day(`{"hours": 2}`)),
				minimal(none(summed(0, 0, 1)))),
			h.upsert("no item", "", minimal(none(summed(0, 0, 0)))),
			h.upsert("warnings can be asked for, too", items(day(`{"date": "2027-01-01"}`)), include("warnings"),
				minimal(none(warned(outsideDates(0))+`, `+summed(1, 0, 0)))),
			h.upsert("a dry run", items(day(`{"date": "2026-03-05"}`)), dryRun, minimal(none(summed(1, 0, 0)))),
			h.list("writes nothing", "start_date=2026-03-05&end_date=2026-03-05",
				`{"start_date": "2026-03-05", "end_date": "2026-03-05"}`, data(noRows)),
			h.upsert("many rows", many(255, 8), minimal(none(summed(255, 0, 0)))),
			h.upsert("again", many(255, 8), minimal(none(summed(0, 0, 255)))),
			h.upsert("all with other hours", many(255, 7.5), minimal(none(summed(0, 255, 0)))),
			h.upsert("the first ones stay", items(many(251, 7.5), day(`{"date": "2026-12-20"}`)),
				minimal(none(summed(1, 0, 251)))),
			h.upsert("a bad item", items(one, day(`{"hours": 25}`)), preferring("return=minimal"),
				badField("validation_failed", "items[1].hours")),
			h.upsert("an unknown user", items(day(`{"userId": "$unknown"}`)), preferring("return=minimal"),
				badField("unknown_reference", "items[0].userId")),
			h.upsert("other preferences have no effect", items(one), preferring("respond-async, return=representation"),
				h.wrote(items(one)), onlyData),
			h.replace("a window", `{"userId": "$worker", "startDate": "2026-04-01", "endDate": "2026-12-31"}`,
				items(day(`{"date": "2026-04-01", "hours": 7.5}`), day(`{"date": "2026-04-02", "hours": 1}`)),
				minimal(`{"data": {"created": 0, "updated": 1, "unchanged": 1, "deleted": 254, "items": []}, "meta": {`+
					summed(0, 1, 1)+`}}`)),
			h.upsert("a key is used", items(day(`{"hours": 3}`)), minimal(none(summed(0, 1, 0))), alsoKeyed("a")),
			h.upsert("its replay has no rows either", items(day(`{"hours": 3}`)), minimal(none(summed(0, 1, 0))),
				alsoKeyed("a"),
				checked(expectReplayed(true))),
			h.upsert("with rows it is another request", items(day(`{"hours": 3}`)), keyed("a"),
				badKey("idempotency_key_reused")),
			h.upsert("a key is used with rows", items(day(`{"hours": 4}`)), keyed("b"),
				h.wrote(items(day(`{"hours": 4}`)))),
			h.upsert("without them it is another request", items(day(`{"hours": 4}`)), preferring("return=minimal"),
				alsoKeyed("b"),
				badKey("idempotency_key_reused")),
			do("the journal has the same events", func(t *testing.T, a *apitest.API) {
				rows := a.Count(`SELECT coalesce(sum(row_count), 0) FROM events WHERE type = $1`, h.table+".upserted")
				if want := 2 + 1 + 2 + 1 + 255 + 255 + 1 + 1 + 1 + 1 + 1; rows != want {
					t.Errorf("%d rows in events, want %d", rows, want)
				}
			}),
		})
	})
}

// alsoKeyed is keyed without its other expectation.
func alsoKeyed(key string) expectation {
	return func(p *pair) { p.Header["Idempotency-Key"] = key }
}

func TestOtherBulkWritesWithoutRows(t *testing.T) {
	t.Parallel()
	day27, day28 := holiday("GB", "2027-12-27", "Christmas Day"), holiday("GB", "2027-12-28", "Boxing Day")
	source := `{"userId": "$worker", "startDate": "2026-03-02", "endDate": "2026-03-08"}`
	apitest.Run(t, []apitest.Step{
		plannedHours.upsert("a row", items(day(`{}`))),
		copying("a copy", source, `{"startDate": "2026-03-09"}`, `{}`,
			minimal(`{"data": {"created": 1, "updated": 0, "unchanged": 0, "deleted": 0, "items": []}, "meta": {`+summed(1, 0, 0)+`}}`)),
		putHolidays("holidays", items(day27, day28), minimal(`{"data": [], "meta": {`+summed(2, 0, 0)+`}}`)),
		putHolidays("one of them twice", items(day27, merged(day27, `{"name": "Noël"}`), day28),
			minimal(`{"data": [], "meta": {`+summed(0, 1, 1)+`}}`)),
		putHolidays("with rows there is no meta", items(day28), onlyData),
		clientAPI.create("a single write ignores it", `{"companyName": "Initech"}`, preferring("return=minimal"),
			hasMembers("data", membersOfClient)),
	})
}

// BenchmarkMinimal compares upserts of 1,000 rows with and without rows in the response, in turns. Run it alone:
//
//	go test ./services/acceptance -run '^$' -bench Minimal -benchtime 50x
func BenchmarkMinimal(b *testing.B) {
	a := apitest.NewIsolated(b)
	rows := func(hours int) string {
		var all []string
		for i := range 1000 {
			all = append(all,
				day(fmt.Sprintf(`{"projectId": "%s", "date": "%s", "hours": %d}`, []string{"$atlas", "$beacon"}[i%2],
					time.Date(2026, 1, 1+i/2, 0, 0, 0, 0, time.UTC).Format(time.DateOnly), hours)))
		}
		return `{"items": [` + a.Expand(strings.Join(all, ",")) + `]}`
	}
	took := map[string]time.Duration{}
	upsert := func(name, body, prefer string) {
		started := time.Now()
		if ans := a.REST(b, "admin", "POST /api/v1/assignments", body,
			map[string]string{chain.Prefer: prefer}); ans.Status != 200 {
			b.Fatalf("%s: %s", name, ans.Raw)
		}
		took[name] += time.Since(started)
	}
	for i := 0; b.Loop(); i++ {
		first, second := rows(1+2*(i%10)), rows(2+2*(i%10))
		upsert("changed", first, "return=representation")
		upsert("changed-minimal", second, chain.ReturnMinimal)
		upsert("same", second, "return=representation")
		upsert("same-minimal", second, chain.ReturnMinimal)
	}
	for name, d := range took {
		b.ReportMetric(float64(d.Microseconds())/1000/float64(b.N), name+"-ms")
	}
}
