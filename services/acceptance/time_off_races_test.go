package acceptance_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// racesEach is how many pairs of callers meet in a race.
const racesEach = 200

// race has two callers do their parts at the same time, the first over REST and the
// second over gRPC or the other way round, n times. The parts of race i are about the
// record $r of a.
type race struct {
	// first and second are the calls, each as a step.
	first, second apitest.Step
	// check looks at the answers once both are there.
	check func(t *testing.T, a *apitest.API, first, second outcome)
}

// outcome is how a call ended: empty where it succeeded, else the code of the error.
type outcome string

const won outcome = ""

func (r race) run(t *testing.T, a *apitest.API, ids []string) map[[2]outcome]int {
	t.Helper()
	seen := map[[2]outcome]int{}
	for i, id := range ids {
		one := a.With("r", id)
		var got [2]outcome
		var wg sync.WaitGroup
		start := make(chan struct{})
		for part, step := range []apitest.Step{r.first, r.second} {
			wg.Go(func() {
				<-start
				got[part] = outcomeOf(t, one, step, (i+part)%2 == 0)
			})
		}
		close(start)
		wg.Wait()
		seen[got]++
		r.check(t, one, got[0], got[1])
		if t.Failed() {
			t.Fatalf("pair %d: %q and %q", i, got[0], got[1])
		}
	}
	t.Logf("outcomes: %v", seen)
	return seen
}

func outcomeOf(t *testing.T, a *apitest.API, s apitest.Step, overREST bool) outcome {
	if overREST {
		return outcome(a.REST(t, s.As, s.Call, s.Body, s.Header).Code)
	}
	return outcome(a.Call(t, s.As, s.RPC, s.Request, s.Header).Code)
}

// pendingRequests makes n pending requests of the worker, for days that are past.
func pendingRequests(a *apitest.API, n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("01890000-0000-7000-8000-%012d", i)
		a.Exec(`INSERT INTO time_off_requests (organization_id, id, version, created_at, updated_at, user_id,
			time_off_type_id, start_date, end_date, availability, reason, status)
			VALUES ($1, $2, 1, now(), now(), $3, $4, '2026-03-02', '2026-03-06', 0, 'Skiing', 'pending')`, a.Organization,
			ids[i], a.ID("worker"), a.ID("vacation"))
	}
	return ids
}

// isStored expects the request $r to be as the condition says.
func isStored(t *testing.T, a *apitest.API, condition string) {
	t.Helper()
	if a.Count("SELECT count(*) FROM time_off_requests WHERE id = $1 AND "+a.Expand(condition), a.ID("r")) != 1 {
		t.Errorf("what is stored is not: %s", condition)
	}
}

// exactlyOne expects one call to have won, and tells whether that is the first. The
// other must have ended in one of the ways given.
func exactlyOne(t *testing.T, first, second outcome, lost ...outcome) bool {
	t.Helper()
	loser := second
	if first != won {
		loser = first
	}
	if (first == won) == (second == won) {
		t.Errorf("not exactly one has won: %q and %q", first, second)
	}
	for _, l := range lost {
		if loser == l {
			return first == won
		}
	}
	t.Errorf("the other ended with %q, want one of %q", loser, lost)
	return first == won
}

const (
	approvedByLead = "status = 'approved' AND decided_by_id = '$lead' AND rejection_reason IS NULL AND version = 2"
	rejectedByBoss = "status = 'rejected' AND decided_by_id = '$boss' AND rejection_reason = 'No' AND version = 2"
)

func TestTimeOffRaces(t *testing.T) {
	t.Parallel()
	for _, r := range []struct {
		name string
		race
	}{
		{"approve against reject: one decides", race{
			approve("", "lead", "$r"), reject("", "boss", "$r", "No"),
			func(t *testing.T, a *apitest.API, first, second outcome) {
				if exactlyOne(t, first, second, "invalid_state") {
					isStored(t, a, approvedByLead)
				} else {
					isStored(t, a, rejectedByBoss)
				}
			}}},
		{"approve against approve: both are right, one decides", race{
			approve("", "lead", "$r"), approve("", "boss", "$r"),
			func(t *testing.T, a *apitest.API, first, second outcome) {
				if first != won || second != won {
					t.Errorf("%q and %q", first, second)
				}
				isStored(t, a, "status = 'approved' AND version = 2")
			}}},
		{"reject against reject for the same reason: both are right, one decides", race{
			reject("", "lead", "$r", "No"), reject("", "boss", "$r", " No "),
			func(t *testing.T, a *apitest.API, first, second outcome) {
				if first != won || second != won {
					t.Errorf("%q and %q", first, second)
				}
				isStored(t, a, "status = 'rejected' AND rejection_reason = 'No' AND version = 2")
			}}},
		{"reject against reject for another reason: one decides", race{
			reject("", "lead", "$r", "Yes"), reject("", "boss", "$r", "No"),
			func(t *testing.T, a *apitest.API, first, second outcome) {
				if exactlyOne(t, first, second, "invalid_state") {
					isStored(t, a, "rejection_reason = 'Yes' AND decided_by_id = '$lead' AND version = 2")
				} else {
					isStored(t, a, rejectedByBoss)
				}
			}}},
		{"approve against reject of one version: one decides", race{
			approve("", "lead", "$r", ifMatch(`"1"`)), reject("", "boss", "$r", "No", ifMatch(`"1"`)),
			func(t *testing.T, a *apitest.API, first, second outcome) {
				if exactlyOne(t, first, second, "version_conflict") {
					isStored(t, a, approvedByLead)
				} else {
					isStored(t, a, rejectedByBoss)
				}
			}}},
		// The days are past, so that the owner may delete what is pending and not what
		// is approved.
		{"delete by the owner against approve: one wins", race{
			approve("", "lead", "$r"), remove("", "worker", "$r"),
			func(t *testing.T, a *apitest.API, first, second outcome) {
				if exactlyOne(t, first, second, "not_found", "permission_denied") {
					isStored(t, a, approvedByLead)
				} else if n := a.Count("SELECT count(*) FROM time_off_requests WHERE id = $1", a.ID("r")); n != 0 {
					t.Error("what was deleted is there")
				}
			}}},
		{"delete against approve of one version: one wins", race{
			approve("", "lead", "$r", ifMatch(`"1"`)), remove("", "boss", "$r", ifMatch(`"1"`)),
			func(t *testing.T, a *apitest.API, first, second outcome) {
				if exactlyOne(t, first, second, "not_found", "version_conflict") {
					isStored(t, a, approvedByLead)
				} else if n := a.Count("SELECT count(*) FROM time_off_requests WHERE id = $1", a.ID("r")); n != 0 {
					t.Error("what was deleted is there")
				}
			}}},
		{"delete against delete: one wins", race{
			remove("", "worker", "$r"), remove("", "boss", "$r"),
			func(t *testing.T, _ *apitest.API, first, second outcome) { exactlyOne(t, first, second, "not_found") }}},
		{"PATCH against PATCH of one version: one wins", race{
			edit("", "worker", "$r", `{"reason": "First"}`, ifMatch(`"1"`)),
			edit("", "lead", "$r", `{"reason": "Second"}`, ifMatch(`"1"`)),
			func(t *testing.T, a *apitest.API, first, second outcome) {
				if exactlyOne(t, first, second, "version_conflict") {
					isStored(t, a, "reason = 'First' AND version = 2")
				} else {
					isStored(t, a, "reason = 'Second' AND version = 2")
				}
			}}},
		{"PATCH against PATCH of other fields: both are written", race{
			edit("", "worker", "$r", `{"reason": "First"}`), edit("", "lead", "$r", `{"availability": 4}`),
			func(t *testing.T, a *apitest.API, first, second outcome) {
				if first != won || second != won {
					t.Errorf("%q and %q", first, second)
				}
				isStored(t, a, "reason = 'First' AND availability = 4 AND version = 3")
			}}},
		{"a later start against an earlier end: one wins, and the days stay in order", race{
			edit("", "worker", "$r", `{"startDate": "2026-03-05"}`),
			edit("", "lead", "$r", `{"endDate": "2026-03-03"}`),
			func(t *testing.T, a *apitest.API, first, second outcome) {
				if exactlyOne(t, first, second, "validation_failed") {
					isStored(t, a, "start_date = '2026-03-05' AND end_date = '2026-03-06' AND version = 2")
				} else {
					isStored(t, a, "start_date = '2026-03-02' AND end_date = '2026-03-03' AND version = 2")
				}
			}}},
		{"PATCH against reject: what is rejected is not changed", race{
			edit("", "worker", "$r", `{"reason": "First"}`), reject("", "boss", "$r", "No"),
			func(t *testing.T, a *apitest.API, first, second outcome) {
				switch {
				case first == won && second == won:
					isStored(t, a, "reason = 'First' AND status = 'rejected' AND version = 3")
				case exactlyOne(t, first, second, "invalid_state"):
					t.Error("the rejection is lost")
				default:
					isStored(t, a, "reason = 'Skiing' AND "+rejectedByBoss)
				}
			}}},
	} {
		t.Run(r.name, func(t *testing.T) {
			a := apitest.NewIsolated(t)
			r.run(t, a, pendingRequests(a, racesEach))
		})
	}
}
