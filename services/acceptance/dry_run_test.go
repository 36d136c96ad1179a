package acceptance_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// oneRecord are the rpcs that write one record and have a dry run.
var oneRecord = []string{
	"UserService/CreateUser", "UserService/UpdateUser", "ClientService/CreateClient", "ClientService/UpdateClient",
	"ProjectService/CreateProject", "ProjectService/UpdateProject", "TimeOffService/CreateTimeOff",
	"TimeOffService/UpdateTimeOff", "CapabilityService/CreateCapability", "CapabilityService/UpdateCapability",
	"TimeOffTypeService/CreateTimeOffType", "TimeOffTypeService/UpdateTimeOffType",
}

// tried returns a call as a dry run.
func tried(c call) call {
	c.rest, c.request = c.rest+"?dryRun=true", `{"dryRun": true, `+c.request[1:]
	return c
}

// leftIn counts the rows that a write could leave.
func leftIn(a *apitest.API) (counts [3]int) {
	const tables = "users clients projects time_off_requests capabilities time_off_types record_external_ids user_capabilities sessions"
	for table := range strings.FieldsSeq(tables) {
		counts[0] += a.Count(`SELECT count(*) FROM `+table+` WHERE organization_id = $1`, a.Organization)
	}
	counts[1] = a.Count(`SELECT count(*) FROM events WHERE organization_id = $1`, a.Organization)
	counts[2] = a.Count(`SELECT count(*) FROM idempotency_keys WHERE organization_id = $1`, a.Organization)
	return counts
}

// TestADryRunOfOneRecordWritesNothing makes a dry run of each create and each change, over both protocols, and then the
// call itself, with the same Idempotency-Key. The response is the same but for a new id and the times.
func TestADryRunOfOneRecordWritesNothing(t *testing.T) {
	for _, overREST := range []bool{true, false} {
		t.Run(map[bool]string{true: "over REST", false: "over gRPC"}[overREST], func(t *testing.T) {
			t.Parallel()
			a := seed(apitest.NewIsolated(t))
			send := func(c call) *apitest.Answer {
				t.Helper()
				header := map[string]string{"Idempotency-Key": "the-same"}
				if overREST {
					return a.REST(t, "admin", c.rest, c.body, header)
				}
				return a.Call(t, "admin", c.rpc, c.request, header)
			}
			record := func(ans *apitest.Answer) map[string]any {
				t.Helper()
				data := dataOf(t, ans)
				for _, member := range []string{"id", "createdAt", "updatedAt"} {
					if data[member] == nil {
						t.Errorf("no %s in %s", member, ans.Raw)
					}
					delete(data, member)
				}
				return data
			}
			for _, rpc := range oneRecord {
				c, before := callTo(t, rpc), leftIn(a)
				trial := record(send(tried(c)))
				if after := leftIn(a); after != before {
					t.Errorf("%s: after the dry run %v, before %v", rpc, after, before)
				}
				if again := record(send(tried(c))); !reflect.DeepEqual(again, trial) {
					t.Errorf("%s again: %v, want %v", rpc, again, trial)
				}
				ans := send(c)
				if got := record(ans); !reflect.DeepEqual(got, trial) || ans.Header.Get("Idempotency-Replayed") != "" {
					t.Errorf("%s: the dry run returned %v, the call %v", rpc, trial, got)
				}
				if after := leftIn(a); after[1] != before[1]+1 || after[2] != before[2]+1 {
					t.Errorf("%s: after the call %v, before %v", rpc, after, before)
				}
				a.Exec(`DELETE FROM idempotency_keys WHERE organization_id = $1`, a.Organization)
			}
		})
	}
}

func TestADryRunOfOneRecordIsChecked(t *testing.T) {
	initech := `{"companyName": "Initech", "externalIds": ["crm:1"]}`
	apitest.Run(t, []apitest.Step{
		clientAPI.create("a dry run creates", initech, dryRun, data(initech), data(`{"version": 1}`)),
		clientAPI.create("and again, because it did not", initech, dryRun, data(initech)),
		clientAPI.create("dryRun=false writes", initech, func(p *pair) { p.Call += "?dryRun=false" }, saves("initech")),
		clientAPI.create("an external id that is taken", initech, dryRun, refused("already_exists")),
		clientAPI.create("a bad value", `{"companyName": ""}`, dryRun, invalid("companyName")),
		clientAPI.create("an unknown reference", `{"companyName": "Hooli", "accountManagerId": "$unknown"}`, dryRun,
			badField("unknown_reference", "accountManagerId")),
		clientAPI.create("who may not", initech, dryRun, by("worker"), refused("permission_denied")),
		clientAPI.update("a dry run changes", "$acme", `{"companyName": "Acme 2", "website": null}`, dryRun,
			data(`{"companyName": "Acme 2", "website": null, "version": 2}`)),
		clientAPI.update("and again, because it did not", "$acme", `{"companyName": "Acme 3"}`, dryRun,
			data(`{"version": 2}`)),
		clientAPI.update("nothing to change", "$acme", `{}`, dryRun, data(`{"version": 1}`)),
		clientAPI.update("another version", "$acme", `{"companyName": "Acme 2"}`, dryRun, versioned(`"7"`),
			refused("version_conflict")),
		clientAPI.update("this version", "$acme", `{"companyName": "Acme 2"}`, dryRun, versioned(`"1"`),
			data(`{"version": 2}`)),
		clientAPI.update("an unknown one", "$unknown", `{"companyName": "Acme 2"}`, dryRun, refused("not_found")),
		userAPI.update("a user who would be deactivated", "$worker",
			`{"isActive": false, "email": "w@example.org"}`, dryRun,
			data(`{"isActive": false, "version": 2}`)),
		userAPI.update("an e-mail address that is taken", "$peer", `{"email": "worker@example.com"}`, dryRun,
			refused("already_exists")),
		userAPI.update("the last admin", "$admin", `{"isActive": false}`, dryRun, refused("invalid_state")),
		{Name: "the user still gets in", Call: "GET /api/v1/users/$worker", RPC: "UserService/GetUser", As: "worker",
			Request: `{"userId": "$worker"}`, Want: `{"data": {"isActive": true, "version": 1}}`},
	})
}

// versioned sends If-Match.
func versioned(tag string) expectation {
	return func(p *pair) { p.Header = map[string]string{"If-Match": tag} }
}
