package acceptance_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/test/apitest"
)

// fixture is a record that a batch matches, with what an item may have that differs from it.
type fixture struct {
	resource
	message proto.Message
	stored  string            // what the record has, with the external id m:1
	other   string            // another one, with m:2
	wrong   map[string]string // another value of each field that only a new record can have, as JSON
}

var fixtures = []fixture{
	{
		userAPI, &pb.User{},
		`{"name": "Ada", "email": "ada@m.example", "kind": "person", "externalIds": ["m:1"]}`,
		`{"name": "Bob", "email": "bob@m.example", "externalIds": ["m:2"]}`,
		map[string]string{"kind": `"placeholder"`, "capabilities": `[{"capabilityId": "$design", "level": 1}]`},
	},
	{
		clientAPI, &pb.Client{}, `{"companyName": "M1", "externalIds": ["m:1"]}`, `{"companyName": "M2", "externalIds": ["m:2"]}`,
		map[string]string{},
	},
	{
		projectAPI, &pb.Project{},
		`{"name": "M1", "clientId": "$acme", "startDate": "2026-01-01", "endDate": "2026-12-31", "billingType": "fixed_price",
			"amount": 1000, "externalIds": ["m:1"]}`,
		`{"name": "M2", "clientId": "$acme", "startDate": "2026-01-01", "endDate": "2026-12-31", "externalIds": ["m:2"]}`,
		map[string]string{"clientId": `"$globex"`, "billingType": `"retainer"`, "amount": `2000`, "hourlyRate": `5`},
	},
	{
		timeOff, &pb.TimeOff{},
		skiing(`{"status": "pending", "externalIds": ["m:1"]}`), skiing(`{"externalIds": ["m:2"]}`),
		map[string]string{"userId": `"$loner"`, "status": `"rejected"`, "rejectionReason": `"No"`},
	},
}

// fixed returns the fields that only a new record can have.
func (f fixture) fixed(t *testing.T) (names []string) {
	fds := f.message.ProtoReflect().Descriptor().Fields()
	for i := range fds.Len() {
		if name := fds.Get(i).JSONName(); validate.HasBehavior(fds.Get(i), annotations.FieldBehavior_IMMUTABLE) {
			if names = append(names, name); f.wrong[name] == "" {
				t.Errorf("%s: %s has no wrong value", f.one, name)
			}
		}
	}
	return names
}

// TestRightsComeBeforeValues: who may not write a record learns nothing of it by what an item has, and who may not read
// the records does not learn which exist.
func TestRightsComeBeforeValues(t *testing.T) {
	t.Parallel()
	for _, f := range fixtures {
		t.Run(f.table, func(t *testing.T) {
			t.Parallel()
			messages := map[string]string{} // by the caller, the protocol and what is to be alike
			alike := func(what string) expectation {
				return func(p *pair) {
					caller := p.As
					checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
						key := fmt.Sprint(caller, what, ans.Status)
						if first, is := messages[key]; is && first != ans.Message {
							t.Errorf("%q, and another time %q", ans.Message, first)
						}
						messages[key] = ans.Message
					})(p)
				}
			}
			byRequest := func(p *pair) { p.Request = strings.Replace(p.Request, "time_off_id", "request_id", 1) }
			batch := func(beside, item string) string {
				return `{"match": "externalId:m", ` + beside + `"items": [` + item + `]}`
			}
			items := map[string]string{
				"right":                     f.stored,
				"a new external id":         merged(f.stored, `{"externalIds": ["m:1", "x:1"]}`),
				"an external id of another": merged(f.stored, `{"externalIds": ["m:1", "y:2"]}`),
			}
			for _, field := range f.fixed(t) {
				items["wrong "+field] = merged(f.stored, `{"`+field+`": `+f.wrong[field]+`}`)
			}
			steps := []apitest.Step{
				f.upsert("two records", "", batch("", f.stored+`, `+merged(f.other, `{"externalIds": ["m:2", "y:2"]}`)),
					func(p *pair) { p.Save = map[string]string{"one": "data.0.id"} }),
				do("a key can only write", func(_ *testing.T, a *apitest.API) {
					a.Key("writer", "loner", strings.Replace(f.scope, "read:", "write:", 1))
				}),
			}
			for _, caller := range []string{"writer", "loner"} {
				denied := func(name, body string, e ...expectation) {
					e = append([]expectation{by(caller), refused("permission_denied"), fieldCount(1), func(p *pair) {
						p.Field, p.Path = "items[0]", "batch.items[0]"
					}}, e...)
					steps = append(steps, f.upsert(caller+": "+name, "", body, e...))
				}
				for name, item := range items {
					for _, beside := range []string{"", `"createOnly": "refuse", `, `"createOnly": "keep", `} {
						if beside == "" || len(f.wrong) > 0 {
							denied(name+" "+beside, batch(beside, item), alike("items"))
						}
					}
				}
				unknown := merged(f.stored, `{"externalIds": ["m:3"]}`)
				if caller == "writer" {
					denied("nobody has the id", batch("", unknown), alike("items"))
				} else {
					denied("nobody has the id", batch("", unknown))
				}
				for _, ids := range []string{`["m:1"]`, `["m:1", "x:1"]`, `["m:1", "y:2"]`, `[]`} {
					steps = append(steps,
						f.update(caller+" changes the external ids to "+ids, "$one", `{"externalIds": `+ids+`}`,
							by(caller), refused("permission_denied"), alike("external ids"), byRequest))
				}
				var right map[string]any
				if err := json.Unmarshal([]byte(f.stored), &right); err != nil {
					t.Fatal(err)
				}
				for _, field := range f.fixed(t) {
					for _, value := range []string{asJSON(right[field]), f.wrong[field]} {
						steps = append(steps,
							f.update(caller+" changes "+field+" to "+value, "$one", `{"`+field+`": `+value+`}`,
								by(caller), badField("unknown_field", field), alike(field), byRequest))
					}
				}
			}
			apitest.Run(t, steps)
		})
	}
}
