package acceptance_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/test/apitest"
)

// pair is one call over both protocols, of which only the REST one is written down.
type pair struct {
	apitest.Step
	// resource is the field of the request that the body fills, with its proto name.
	resource string
}

// expectation changes what a call expects.
type expectation func(*pair)

// paired makes a step of a REST call. Over gRPC the request is params and, beside
// them, the body as the field resource; the mask of an update names the members of
// the body.
func paired(step apitest.Step, resource string, params map[string]any, expectations []expectation) apitest.Step {
	p := &pair{Step: step, resource: resource}
	request := map[string]any{}
	maps.Copy(request, params)
	if members := map[string]any{}; resource != "" && json.Unmarshal([]byte(p.Body), &members) == nil {
		if strings.HasPrefix(p.Call, "PATCH") {
			request["update_mask"] = strings.Join(slices.Sorted(maps.Keys(members)), ",")
		}
		request[resource] = members
	}
	p.Request = asJSON(request)
	for _, e := range expectations {
		e(p)
	}
	return p.Step
}

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// merged is the JSON object with the members of override in place of its own; the
// string "-" takes a member out.
func merged(object, override string) string {
	members := map[string]any{}
	for _, s := range []string{object, override} {
		if err := json.Unmarshal([]byte(s), &members); err != nil {
			panic(err)
		}
	}
	maps.DeleteFunc(members, func(_ string, v any) bool { return v == "-" })
	return asJSON(members)
}

// snake is the proto name of a field.
func snake(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

var refusals = map[string]struct {
	status int
	grpc   codes.Code
}{
	"invalid_json":                 {400, codes.InvalidArgument},
	"validation_failed":            {400, codes.InvalidArgument},
	"unknown_field":                {400, codes.InvalidArgument},
	"unknown_parameter":            {400, codes.InvalidArgument},
	"unknown_reference":            {400, codes.InvalidArgument},
	"too_many_items":               {400, codes.InvalidArgument},
	"credential_missing":           {401, codes.Unauthenticated},
	"scope_missing":                {403, codes.PermissionDenied},
	"permission_denied":            {403, codes.PermissionDenied},
	"not_found":                    {404, codes.NotFound},
	"version_conflict":             {409, codes.Aborted},
	"invalid_state":                {409, codes.FailedPrecondition},
	"period_locked":                {409, codes.FailedPrecondition},
	"day_settled":                  {409, codes.FailedPrecondition},
	"has_entries":                  {409, codes.FailedPrecondition},
	"idempotency_key_reused":       {409, codes.Aborted},
	"idempotency_response_missing": {409, codes.FailedPrecondition},
	"already_exists":               {409, codes.AlreadyExists},
	"cursor_expired":               {410, codes.OutOfRange},
	"unsupported_media_type":       {415, codes.InvalidArgument},
}

// refused expects an error, in place of the answer expected so far.
func refused(code string) expectation {
	r, ok := refusals[code]
	if !ok {
		panic(code)
	}
	return func(p *pair) {
		p.Status, p.GRPC, p.Code = r.status, r.grpc, code
		p.Want, p.Check = "", nil
		if code == "already_exists" {
			p.Check = namesHolder
		}
	}
}

// badField expects an error that names a member of the body first.
func badField(code, field string) expectation {
	return func(p *pair) {
		refused(code)(p)
		p.Field, p.Path = field, p.resource+"."+snake(field)
	}
}

// badParam expects an error that names a parameter of the path or of the query first.
func badParam(code, param string) expectation {
	return func(p *pair) {
		refused(code)(p)
		p.Field, p.Path = param, snake(param)
	}
}

// badPrecondition is what an If-Match that cannot be read gets.
func badPrecondition(p *pair) {
	refused("validation_failed")(p)
	p.Field, p.Path = "If-Match", "If-Match"
}

// fieldCount expects that many bad fields.
func fieldCount(n int) expectation {
	return checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
		if len(ans.Fields) != n {
			t.Errorf("bad fields %q, want %d", ans.Fields, n)
		}
	})
}

// answers expects an answer that contains want.
func answers(want string) expectation {
	return func(p *pair) { p.Want = want }
}

// saves keeps the id of the record that is answered.
func saves(name string) expectation {
	return func(p *pair) { p.Save = map[string]string{name: "data.id"} }
}

// ifMatch sends a precondition.
func ifMatch(value string) expectation {
	return func(p *pair) { p.Header = map[string]string{"If-Match": value} }
}

// overREST is for what exists only in HTTP or JSON.
func overREST(p *pair) { p.RPC = "" }

// overGRPC is for what exists only in gRPC.
func overGRPC(p *pair) { p.Call = "" }

// checked looks at the answer further.
func checked(check func(*testing.T, *apitest.API, *apitest.Answer)) expectation {
	return func(p *pair) {
		before := p.Check
		p.Check = func(t *testing.T, a *apitest.API, ans *apitest.Answer) {
			if before != nil {
				before(t, a, ans)
			}
			check(t, a, ans)
		}
	}
}
