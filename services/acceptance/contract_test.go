package acceptance_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/rpc"
)

// endpoints is the table of endpoints in the contract and, below it, the operations that v1
// has got since.
const endpoints = `
| GET | /me | none required |
| GET | /users | read:users |
| PATCH | /users/{user_id} | write:users |
| GET | /clients | read:clients |
| POST | /clients | write:clients |
| PATCH | /clients/{client_id} | write:clients |
| GET | /projects | read:projects |
| POST | /projects | write:projects |
| PATCH | /projects/{project_id} | write:projects |
| GET | /assignments | read:assignments |
| GET | /assignments/diff | read:assignments read:events |
| POST | /assignments | write:assignments |
| PUT | /assignments/window | write:assignments |
| DELETE | /assignments | write:assignments |
| POST | /assignments/delete | write:assignments |
| POST | /assignments/copy | write:assignments read:assignments |
| POST | /assignments/confirm | write:assignments |
| GET | /actual-hours | read:actual_hours |
| GET | /actual-hours/diff | read:actual_hours read:events |
| POST | /actual-hours | write:actual_hours |
| PUT | /actual-hours/window | write:actual_hours |
| DELETE | /actual-hours | write:actual_hours |
| POST | /actual-hours/delete | write:actual_hours |
| POST | /actual-hours/prefill | write:actual_hours read:actual_hours read:assignments |
| GET | /actual-hours/entries | read:actual_hours |
| POST | /actual-hours/entries | write:actual_hours |
| POST | /actual-hours/entries/delete | write:actual_hours |
| GET | /time-off | read:time_off |
| POST | /time-off | write:time_off |
| PATCH | /time-off/{request_id} | write:time_off |
| DELETE | /time-off/{request_id} | write:time_off |
| POST | /time-off/{request_id}/approve | write:time_off |
| POST | /time-off/{request_id}/reject | write:time_off |

| GET | /capabilities | read:assignments |
| POST | /capabilities | write:catalog |
| PATCH | /capabilities/{capability_id} | write:catalog |
| GET | /time-off-types | read:time_off |
| POST | /time-off-types | write:catalog |
| PATCH | /time-off-types/{time_off_type_id} | write:catalog |
| POST | /users | write:users |
| POST | /users/upsert | write:users |
| POST | /clients/upsert | write:clients |
| POST | /projects/upsert | write:projects |
| GET | /users/{user_id} | read:users |
| GET | /clients/{client_id} | read:clients |
| GET | /projects/{project_id} | read:projects |
| GET | /time-off/{request_id} | read:time_off |
| GET | /keys | read:keys |
| POST | /keys | write:keys |
| PATCH | /keys/{key_id} | write:keys |
| POST | /keys/{key_id}/rotate | write:keys |
| POST | /keys/{key_id}/revoke | write:keys |
| GET | /webhooks | read:webhooks |
| POST | /webhooks | write:webhooks |
| GET | /webhooks/{webhook_id} | read:webhooks |
| PATCH | /webhooks/{webhook_id} | write:webhooks |
| DELETE | /webhooks/{webhook_id} | write:webhooks |
| POST | /webhooks/{webhook_id}/rotate-secret | write:webhooks |
| POST | /webhooks/{webhook_id}/test | write:webhooks |
| POST | /webhooks/{webhook_id}/redeliver | write:webhooks |
| GET | /webhooks/{webhook_id}/attempts | read:webhooks |
| GET | /events | read:events |
| GET | /events/{seq} | read:events |
| GET | /events/stream | read:events |
| GET | /capacity | read:users read:assignments read:actual_hours read:time_off |
| GET | /capacity/gaps | read:users read:assignments read:time_off |
| GET | /users/{user_id}/working-patterns | read:users |
| PUT | /users/{user_id}/working-patterns | write:users |
| GET | /users/capabilities | read:users |
| POST | /users/capabilities/upsert | write:users |
| GET | /users/working-patterns | read:users |
| POST | /users/working-patterns/upsert | write:users |
| POST | /time-off/upsert | write:time_off |
| GET | /users/{user_id}/capabilities | read:users |
| PUT | /users/{user_id}/capabilities | write:users |
| GET | /holidays | read:time_off |
| PUT | /holidays | write:catalog |
| POST | /holidays/import | read:time_off write:catalog |
| DELETE | /holidays/{holiday_id} | write:catalog |
| GET | /calendar-feed | read:users |
| POST | /calendar-feed | write:users read:projects read:assignments read:time_off |
| DELETE | /calendar-feed | write:users |
| GET | /calendar-feeds | read:keys |
| DELETE | /calendar-feeds/{user_id} | write:keys |
| GET | /sessions | read:keys |
| DELETE | /sessions/{session_id} | write:keys |
| POST | /users/{user_id}/unbind-sign-in | write:users write:keys |
| GET | /me/views | read:users |
| PUT | /me/views | write:users |
| GET | /organization/privacy | read:users |
| PATCH | /organization/privacy | write:keys |
| GET | /locks | read:timesheets |
| POST | /locks | write:timesheets |
| GET | /locks/{lock_id} | read:timesheets |
| DELETE | /locks/{lock_id} | write:timesheets |
| POST | /locks/{lock_id}/exceptions | write:timesheets |
| DELETE | /locks/{lock_id}/exceptions/{exception_id} | write:timesheets |
| GET | /organization/settlement | read:timesheets |
| PATCH | /organization/settlement | write:timesheets |
| GET | /rates/resolve | read:rates |
| GET | /users/{user_id}/rates | read:rates |
| PUT | /users/{user_id}/rates | write:rates |
| GET | /projects/{project_id}/rates | read:rates |
| PUT | /projects/{project_id}/rates | write:rates |
| GET | /clients/{client_id}/rates | read:rates |
| PUT | /clients/{client_id}/rates | write:rates |
| GET | /organization/rates | read:rates |
| PUT | /organization/rates | write:rates |
| GET | /organization/pricing | read:rates |
| PATCH | /organization/pricing | write:rates |
| GET | /money | read:rates read:assignments read:actual_hours |
| GET | /money/lines | read:rates read:actual_hours |
| GET | /projects/{project_id}/budget | read:rates |
| PUT | /projects/{project_id}/budget | write:rates |
| GET | /proposals | read:proposals |
| POST | /proposals | write:proposals |
| GET | /proposals/{proposal_id} | read:proposals |
| PATCH | /proposals/{proposal_id} | write:proposals |
| DELETE | /proposals/{proposal_id} | write:proposals |
| GET | /proposals/{proposal_id}/diff | read:proposals read:assignments |
| GET | /proposals/{proposal_id}/impact | read:proposals read:users read:assignments read:time_off |
| POST | /proposals/suggest | write:proposals read:users read:assignments read:time_off |
| POST | /proposals/{proposal_id}/submit | write:proposals |
| POST | /proposals/{proposal_id}/withdraw | write:proposals |
| POST | /proposals/{proposal_id}/approve | write:proposals apply:proposals |
| POST | /proposals/{proposal_id}/reject | write:proposals |
| POST | /proposals/{proposal_id}/apply | apply:proposals read:assignments |
| POST | /proposals/{proposal_id}/revert | write:proposals read:assignments |
| GET | /timesheets | read:timesheets |
| POST | /timesheets | write:timesheets |
| GET | /timesheets/status | read:timesheets |
| GET | /timesheets/{timesheet_id} | read:timesheets |
| GET | /timesheets/{timesheet_id}/hours | read:timesheets |
| POST | /timesheets/{timesheet_id}/approve | write:timesheets |
| POST | /timesheets/{timesheet_id}/reject | write:timesheets |
| POST | /timesheets/{timesheet_id}/withdraw | write:timesheets |
| POST | /timesheets/{timesheet_id}/reopen | write:timesheets |
| POST | /timesheets/decide | write:timesheets |
| POST | /timesheets/remind | write:timesheets |
| GET | /users/{placeholder_id}/candidates | read:users read:assignments read:time_off |
| POST | /users/{placeholder_id}/fill | write:assignments read:users read:assignments read:time_off |
`

// scopes are the scopes of the contract, and below those that v1 has got since.
var scopes = []string{
	"read:users", "write:users", "read:clients", "write:clients", "read:projects", "write:projects",
	"read:assignments", "write:assignments", "read:actual_hours", "write:actual_hours",
	"read:time_off", "write:time_off",
	"read:keys", "write:keys", "write:catalog", "read:events", "read:webhooks", "write:webhooks",
	"read:timesheets", "write:timesheets", "read:rates", "write:rates",
	"read:proposals", "write:proposals", "apply:proposals",
}

// everyScope are all scopes: those of operations, of costs and of identity providers.
var everyScope = slices.Sorted(slices.Values(append(slices.Clone(scopes), "read:costs", "write:costs", "scim")))

// contracted returns the lines of endpoints as "GET /api/v1/me none required".
func contracted() []string {
	var lines []string
	for line := range strings.Lines(endpoints) {
		if cells := strings.Split(strings.TrimSpace(line), " | "); len(cells) == 3 {
			lines = append(lines,
				strings.TrimPrefix(cells[0], "| ")+" /api/v1"+cells[1]+" "+strings.TrimSuffix(cells[2], " |"))
		}
	}
	slices.Sort(lines)
	return lines
}

func TestContract(t *testing.T) {
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}

	const operations = 141

	t.Run("exactly the operations of the contract exist, with their scopes", func(t *testing.T) {
		var served []string
		for _, m := range table.Methods() {
			scope := cmp.Or(strings.Join(m.Scopes, " "), "none required")
			served = append(served, m.Verb+" "+m.Path+" "+scope)
		}
		slices.Sort(served)
		want := contracted()
		if len(want) != operations {
			t.Fatalf("the table of the test has %d operations, want %d", len(want), operations)
		}
		for _, line := range want {
			if !slices.Contains(served, line) {
				t.Errorf("missing: %s", line)
			}
		}
		for _, line := range served {
			if !slices.Contains(want, line) {
				t.Errorf("not in the contract: %s", line)
			}
		}
	})

	t.Run("the scopes are those of the contract", func(t *testing.T) {
		want := slices.Sorted(slices.Values(scopes))
		if got := table.Scopes(); !slices.Equal(got, want) {
			t.Errorf("scopes %q, want %q", got, want)
		}
	})

	t.Run("no two operations have the same method and path", func(t *testing.T) {
		if got := len(table.Methods()); got != operations {
			t.Errorf("%d rpcs, want %d", got, operations)
		}
		places := map[string]string{}
		for _, m := range table.Methods() {
			place := m.Verb + " " + m.Path
			if other, taken := places[place]; taken {
				t.Errorf("%s is the method and path of %s and of %s", place, other, m.Name)
			}
			places[place] = m.Name
		}
	})

	t.Run("these tests have a call of every operation", func(t *testing.T) {
		var missing []string
		streams := 0
		for _, m := range table.Methods() {
			if m.Streams { // TestStreams calls it
				streams++
				continue
			}
			name := strings.TrimPrefix(m.Name, "/workplan.v1.")
			i := slices.IndexFunc(calls, func(c call) bool { return c.rpc == name })
			if i < 0 || calls[i].scope != strings.Join(m.Scopes, " ") || calls[i].verb() != m.Verb {
				missing = append(missing, name)
			}
		}
		if len(missing) > 0 || len(calls) != len(table.Methods())-streams {
			t.Errorf("%d calls for %d operations and %d streams, without or wrong: %q", len(calls),
				len(table.Methods()), streams, missing)
		}
	})
}

func TestAnRPCThatIsNotFitIsRefused(t *testing.T) {
	for _, test := range []struct {
		name, scope string
		inREST      bool
		problem     string
	}{
		{"an rpc with a scope and a place in REST is taken", "read:users", true, ""},
		{"several scopes are taken", "read:users read:clients", true, ""},
		{"the scope none is taken", "none", true, ""},
		{"an rpc without a scope is refused", "", true, "no option (scope)"},
		{"an rpc without a place in REST is refused", "read:users", false, "no place in REST"},
	} {
		t.Run(test.name, func(t *testing.T) {
			table, err := rpc.TableOf(probe(t, test.scope, test.inREST))
			if test.problem == "" {
				if err != nil {
					t.Fatal(err)
				}
				if m := table.ByName("/workplan.probe.ProbeService/Probe"); m == nil ||
					strings.Join(m.Scopes, " ") != strings.TrimPrefix(test.scope, "none") {
					t.Errorf("the rpc is %+v", m)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), test.problem) ||
				!strings.Contains(err.Error(), "workplan.probe.ProbeService.Probe") {
				t.Errorf("error %v, want one that names the rpc and says %q", err, test.problem)
			}
		})
	}
}

// probe returns a service with one rpc that has the messages of GetMe.
func probe(t *testing.T, scope string, inREST bool) protoreflect.ServiceDescriptor {
	t.Helper()
	options := &descriptorpb.MethodOptions{}
	if scope != "" {
		proto.SetExtension(options, pb.E_Scope, scope)
	}
	if inREST {
		proto.SetExtension(options, annotations.E_Http,
			&annotations.HttpRule{Pattern: &annotations.HttpRule_Get{Get: "/api/v1/probe"}})
	}
	message := proto.String(".workplan.v1.GetMeRequest")
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name: proto.String("workplan/probe.proto"), Package: proto.String("workplan.probe"),
		Syntax:     proto.String("proto3"),
		Dependency: []string{"workplan/v1/me.proto"},
		Service: []*descriptorpb.ServiceDescriptorProto{{
			Name: proto.String("ProbeService"),
			Method: []*descriptorpb.MethodDescriptorProto{{
				Name: proto.String("Probe"), InputType: message, OutputType: message, Options: options,
			}},
		}},
	}, protoregistry.GlobalFiles)
	if err != nil {
		t.Fatal(err)
	}
	return file.Services().Get(0)
}
