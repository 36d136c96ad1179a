package acceptance_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

const membersOfEntry = "id entryId userId projectId capabilityId date hours note version createdAt updatedAt"

// piece is an entry of the worker, with an override.
func piece(id, override string) string {
	return merged(day(`{"entryId": "`+id+`", "hours": 1}`), override)
}

// enter is a step that writes entries.
func enter(name, items string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{
		Name: name, Call: "POST /api/v1/actual-hours/entries", Body: `{"items": [` + items + `]}`,
		RPC: "ActualHoursEntryService/UpsertActualHoursEntries",
	}, "batch", nil, expectations)
}

// unenter is a step that deletes entries by their ids.
func unenter(name string, ids []string, expectations ...expectation) apitest.Step {
	var items []string
	for _, id := range ids {
		items = append(items, `{"entryId": "`+id+`"}`)
	}
	return paired(apitest.Step{
		Name: name, Call: "POST /api/v1/actual-hours/entries/delete", Body: `{"items": [` + strings.Join(items, ", ") + `]}`,
		RPC: "ActualHoursEntryService/DeleteActualHoursEntries",
	}, "entries", nil, expectations)
}

// pieces is a step that lists them.
func pieces(name, query, request string, expectations ...expectation) apitest.Step {
	return resource{path: "/api/v1/actual-hours/entries", one: "ActualHoursEntry", many: "ActualHoursEntries"}.
		list(name, query, request, expectations...)
}

func TestEntries(t *testing.T) {
	t.Parallel()
	worked := actualHours
	apitest.Run(t, []apitest.Step{
		enter("two pieces of a day",
			items(piece("toggl:1", `{"hours": 0.1, "note": " Workshop "}`), piece("toggl:2", `{"hours": 0.2}`)),
			by("worker"), hasMembers("data.items.0", membersOfEntry),
			data(`{"items": [{"entryId": "toggl:1", "hours": 0.1, "note": "Workshop", "version": 1},
				{"entryId": "toggl:2", "note": null}]}`)),
		worked.has("the row is their exact sum", day(`{"hours": 0.3, "version": 1}`)),
		enter("again", items(piece(" toggl:1 ", `{"hours": 0.1, "note": "Workshop"}`)), include("summary"),
			data(`{"items": [{"version": 1}]}`), meta(`{"summary": {"created": 0, "updated": 0, "unchanged": 1}}`)),
		enter("another note", items(piece("toggl:1", `{"hours": 0.1, "note": "Retro"}`)), include("summary"),
			data(`{"items": [{"version": 2, "note": "Retro"}]}`), meta(`{"summary": {"created": 0, "updated": 1, "unchanged": 0}}`)),
		worked.has("leaves the row as it is", day(`{"hours": 0.3, "version": 1}`)),
		enter("a dry run", items(piece("toggl:3", `{}`)), dryRun, data(`{"items": [{"hours": 1}]}`)),
		pieces("writes nothing", "", `{}`, data(`{"items": [{"entryId": "toggl:1"}, {"entryId": "toggl:2"}]}`)),
		enter("one moves to another project", items(piece("toggl:2", `{"projectId": "$beacon", "hours": 0.2}`)), answers("")),
		worked.has("and both rows follow",
			items(day(`{"hours": 0.1, "version": 2}`), day(`{"projectId": "$beacon", "hours": 0.2, "version": 1}`))),
		enter("it moves back", items(piece("toggl:2", `{"hours": 0.2}`)), answers("")),
		worked.has("and the row without entries is gone", day(`{"hours": 0.3, "version": 3}`)),
		enter("the last one with an id counts", items(piece("toggl:2", `{"hours": 5}`), piece("toggl:2", `{"hours": 0.25}`)),
			include("warnings"), data(`{"items": [{"hours": 0.25}, {"hours": 0.25}]}`),
			warnsOf("repeated_key")),
		worked.has("in the row too", day(`{"hours": 0.35}`)),

		worked.upsert("the row cannot be written directly", items(day(`{"date": "2026-03-03"}`), day(`{"hours": 8}`)),
			refused("has_entries"), listed("items[1].hours")),
		worked.has("and nothing is written", day(`{"hours": 0.35}`)),
		worked.upsert("what it is already succeeds", items(day(`{"hours": 0.35}`)), answers("")),
		worked.replace("nor by a window", userWindow, day(`{"hours": 1}`), refused("has_entries"), listedIn("window", "items[0].hours")),
		worked.replace("nor gone from it", userWindow, "", refused("has_entries"), fieldCount(1)),
		worked.remove("nor deleted", "user_id=$worker&start_date=2026-03-01&end_date=2026-03-31", refused("has_entries")),
		worked.removeKeys("nor by its key", keyOnly(`{}`), refused("has_entries"), listedIn("rows", "items[0].date")),
		prefill("a prefill leaves it", `{"endDate": "2026-03-02"}`, data(`{"created": 0}`)),
		worked.replace("unless the window replaces entries", merged(userWindow, `{"entries": "replace"}`), day(`{"hours": 0.35}`),
			replacesEntries, changed(0, 1, 0, 0)),
		pieces("which are gone then", "", `{}`, data(noRows)),
		worked.upsert("the row is written directly", items(day(`{"hours": 2}`)), answers("")),
		enter("so it can have no entries", items(piece("toggl:4", `{"date": "2026-03-05"}`), piece("toggl:5", `{}`)),
			refused("has_entries"), listed("items[1].date")),
		pieces("and nothing is written", "", `{}`, data(noRows)),
		worked.upsert("but if it has 0 hours", items(day(`{"hours": 0}`)), answers("")),
		enter("it becomes their sum", items(piece("toggl:5", `{}`), piece("toggl:6", `{"hours": 2}`)), answers("")),
		worked.has("it is", day(`{"hours": 3}`)),

		pieces("of a user", "user_id=$worker", `{"user_id": "$worker"}`,
			data(`{"items": [{"entryId": "toggl:5"}, {"entryId": "toggl:6"}]}`)),
		pieces("of a project", "project_id=$beacon", `{"project_id": "$beacon"}`, data(noRows)),
		pieces("without capability", "capability_id=none", `{"capability_id": "none"}`, data(`{"items": [{}, {}]}`)),
		pieces("of days", "start_date=2026-03-03&end_date=2026-03-04", `{"start_date": "2026-03-03", "end_date": "2026-03-04"}`,
			data(noRows)),
		pieces("of many hours", "min_hours=2", `{"min_hours": 2}`, data(`{"items": [{"entryId": "toggl:6"}]}`)),
		pieces("of an id", "entryId=toggl:6", `{"entry_id": "toggl:6"}`, data(`{"items": [{"entryId": "toggl:6"}]}`)),
		pieces("of wrong dates", "start_date=2026-03-04&end_date=2026-03-03", `{"start_date": "2026-03-04", "end_date": "2026-03-03"}`,
			refused("validation_failed")),
		unenter("one is deleted", []string{"toggl:6", "toggl:99"}, by("worker"), data(`{"deleted": 1}`)),
		worked.has("and the row is smaller", day(`{"hours": 1}`)),
		unenter("and the last one", []string{"toggl:5"}, data(`{"deleted": 1}`)),
		worked.has("and the row is gone", ""),
		unenter("again", []string{"toggl:5"}, data(`{"deleted": 0}`)),
	})
}

// pieceMany returns entries of one row, each of 0 hours and with a note.
func pieceMany(n int, note string) string {
	var list []string
	for i := range n {
		list = append(list, piece(fmt.Sprint("many:", i), merged(`{"hours": 0}`, asJSON(map[string]any{"note": note}))))
	}
	return items(list...)
}

// replacesEntries makes a window replace entries, over gRPC too.
func replacesEntries(p *pair) {
	p.Request = strings.Replace(p.Request, `"entries":"replace"`, `"entries":"WINDOW_ENTRIES_REPLACE"`, 1)
	p.Request = strings.Replace(p.Request, `"entries": "replace"`, `"entries": "WINDOW_ENTRIES_REPLACE"`, 1)
}

const userWindow = `{"userId": "$worker", "startDate": "2026-03-01", "endDate": "2026-03-31"}`

func TestEntriesAreRefused(t *testing.T) {
	t.Parallel()
	apitest.Run(t, []apitest.Step{
		enter("without an id", piece("-", `{"entryId": "-"}`), badField("validation_failed", "items[0].entryId")),
		enter("with an empty one", piece(" ", `{}`), badField("validation_failed", "items[0].entryId")),
		enter("with 25 hours", items(piece("a", `{}`), piece("b", `{"hours": 25}`)), badField("validation_failed", "items[1].hours")),
		enter("of nobody", piece("a", `{"userId": "$unknown"}`), refused("unknown_reference"), listed("items[0].userId")),
		enter("of a placeholder", piece("a", `{"userId": "$vacancy"}`), badField("validation_failed", "items[0].userId")),
		enter("with more than 24 hours together", items(piece("a", `{"hours": 20}`), piece("b", `{"hours": 4.5}`)),
			refused("validation_failed"), listed("items[0].date", "items[1].date")),
		enter("with one that is too many", items(piece("a", `{"hours": 23.5}`), piece("b", `{}`), piece("c", `{"date": "2026-04-01"}`)),
			refused("validation_failed"), listed("items[0].date", "items[1].date")),
		enter("of a row with too many", pieceMany(1001, ``), fieldCount(100), refused("validation_failed")),
		enter("of a peer", piece("a", `{"userId": "$peer"}`), by("worker"), refused("permission_denied")),
		enter("one of a peer", piece("peer", `{"userId": "$peer"}`), answers("")),
		enter("is not the worker's", piece("peer", `{}`), by("worker"), refused("permission_denied"), listed("items[0].entryId")),
		unenter("nor to delete", []string{"peer"}, by("worker"), refused("permission_denied")),

		enter("a week", items(piece("w1", `{}`), piece("w2", `{"date": "2026-03-03"}`)), answers("")),
		submit("is submitted", "worker", ofWeek(`{}`), saves("sheet")),
		turn("and approved", "lead", "approve", "$sheet", "", is("approved")),
		enter("no entry is added", piece("w3", `{"date": "2026-03-04"}`), refused("day_settled"), listed("items[0].date")),
		enter("none moves away", piece("w1", `{"date": "2026-03-10"}`), refused("day_settled"), listed("items[0].entryId")),
		enter("each item that changes something is named, and no other", items(
			piece("w1", `{"note": "A"}`), piece("w2", `{"date": "2026-03-03"}`),
			piece("w3", `{}`), piece("w2", `{"date": "2026-03-12"}`)), refused("day_settled"),
			listed("items[0].date", "items[2].date", "items[3].entryId")),
		enter("no note changes", piece("w1", `{"note": "Else"}`), refused("day_settled"), listed("items[0].date")),
		unenter("none is deleted", []string{"w2"}, refused("day_settled"), listedIn("entries", "items[0].entryId")),
		enter("what is there succeeds", piece("w1", `{}`), include("warnings"), warnsOf("settled_unchanged")),
		actualHours.replace("nor does a window replace them", merged(userWindow, `{"entries": "replace"}`),
			items(day(`{"hours": 1}`), day(`{"hours": 1, "date": "2026-03-03"}`)), replacesEntries, refused("day_settled")),
	})
}

// warnsOf expects one warning with a code, about the first item.
func warnsOf(code string) expectation {
	return checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
		if apitest.Lookup(ans.Body, "meta.warningCount") != 1. || apitest.Lookup(ans.Body, "meta.warnings.0.index") != 0. ||
			apitest.Lookup(ans.Body, "meta.warnings.0.code") != code {
			t.Errorf("want the warning %s: %s", code, ans.Raw)
		}
	})
}

// TestEntriesFitIntoTheResponse: what is accepted over gRPC has a response that a client takes.
func TestEntriesFitIntoTheResponse(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	var list []string
	for i := range 5000 {
		list = append(list, piece(fmt.Sprint(i), fmt.Sprintf(`{"date": "2026-04-%02d", "hours": 0, "note": "%s"}`, 1+i%30,
			strings.Repeat("x", 700))))
	}
	request := `{"batch": {"items": [` + items(list...) + `]}}`
	const rpc = "ActualHoursEntryService/UpsertActualHoursEntries"
	ans := a.Call(t, "admin", rpc, request, nil)
	if ans.Code != "validation_failed" || !slices.Equal(ans.Fields, []string{"batch.items"}) ||
		!strings.Contains(ans.Message, "Prefer: return=minimal") {
		t.Errorf("%s %q: %s", ans.Code, ans.Fields, ans.Message)
	}
	if n := a.Count(`SELECT count(*) FROM actual_hours_entries WHERE organization_id = $1`, a.Organization); n > 0 {
		t.Errorf("%d entries are written", n)
	}
	if ans := a.Call(t, "admin", rpc, request, map[string]string{"Prefer": "return=minimal"}); !ok(ans) {
		t.Errorf("%s: %s", ans.Code, ans.Message)
	}
}

// listedIn is listed for a request whose body is another field.
func listedIn(body, field string) expectation {
	return checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
		want := field
		if ans.Status == 0 {
			want = body + "." + snake(field)
		}
		if len(ans.Fields) != 1 || ans.Fields[0] != want {
			t.Errorf("bad fields %q, want %q", ans.Fields, want)
		}
	})
}

// TestEntriesAddUpWhateverElseIsWritten: entries that are written, move and go, windows that replace them and direct
// writes of the same few rows, all at the same time. Each answer is a success or says why not, and at any time each row
// that has entries is their exact sum.
func TestEntriesAddUpWhateverElseIsWritten(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "it compares rows of two tables")
	a := apitest.NewIsolated(t)
	var clients sync.WaitGroup
	var did [4]atomic.Int32
	addUp := func() {
		if n := a.Count(`SELECT count(*) FROM (SELECT date, hours FROM actual_hours WHERE entries_hours IS NOT NULL) t
			FULL JOIN (SELECT date, sum(hours::text::numeric)::float8 AS hours FROM actual_hours_entries GROUP BY date) e
			ON e.date = t.date WHERE t.hours IS DISTINCT FROM e.hours`); n > 0 {
			t.Errorf("%d rows are not the sum of their entries", n)
		}
	}
	for client := range 6 {
		clients.Go(func() {
			random := rand.New(rand.NewPCG(7, uint64(client)))
			row := func() string {
				return day(fmt.Sprintf(`{"date": "2026-03-0%d", "hours": %d.%d}`, 1+random.IntN(3), random.IntN(3), random.IntN(10)))
			}
			for range 40 {
				var kind int
				var call, body string
				switch kind = random.IntN(8) / 2; kind {
				case 0:
					var list []string
					for range 1 + random.IntN(3) {
						list = append(list, merged(row(), fmt.Sprintf(`{"entryId": "t:%d"}`, random.IntN(6))))
					}
					call, body = "POST /api/v1/actual-hours/entries", `{"items": [`+items(list...)+`]}`
				case 1:
					call, body = "POST /api/v1/actual-hours/entries/delete", fmt.Sprintf(`{"items": [{"entryId": "t:%d"}]}`, random.IntN(6))
				case 2:
					call, body = "POST /api/v1/actual-hours", `{"items": [`+row()+`]}`
				case 3:
					mode := []string{"refuse", "replace"}[random.IntN(2)]
					call, body = "PUT /api/v1/actual-hours/window", merged(userWindow, `{"entries": "`+mode+`", "items": [`+row()+`]}`)
				}
				ans := a.REST(t, "admin", call, body, nil)
				switch {
				case ans.Status == 200:
					did[kind].Add(1)
				case ans.Code == "has_entries", ans.Status == 503:
				default:
					t.Errorf("%s %s: %d %s", call, body, ans.Status, ans.Raw)
				}
				addUp()
			}
		})
	}
	clients.Wait()
	for kind := range did {
		if did[kind].Load() == 0 {
			t.Errorf("no request of the kind %d succeeded", kind)
		}
	}
}
