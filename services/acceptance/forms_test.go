package acceptance_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/internal/parquet"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestEveryFormIsSentOrRefused asks each call that reads for each form of rows: it must get that form or 406, and JSON
// only if it also accepts what the call sends.
func TestEveryFormIsSentOrRefused(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	variable := regexp.MustCompile(`\{\w+\}`)
	for _, m := range table.Methods() {
		if m.Verb != http.MethodGet || m.Pages { // TestWholeLists has those
			continue
		}
		call := "GET " + variable.ReplaceAllString(m.Path, "01890000-0000-7000-8000-000000000000")
		for _, form := range []string{textCSV, ndjson, parquet.MediaType} {
			if m.CSV && form == textCSV {
				continue
			}
			for _, accept := range []string{form, "APPLICATION/XML, " + form + ";q=0.2",
				form + ", application/json;q=0"} {
				resp, body := send(t, a, call, nil, http.Header{"Accept": {accept}})
				failed(t, resp, body, 406, "not_acceptable")
				if sent := "text/csv"; m.CSV != strings.Contains(body, sent) {
					t.Errorf("%s with Accept %q names %s: %s", call, accept, sent, body)
				}
			}
			for _, accept := range []string{form + ", */*;q=0.1", form + ";q=0", form + "x"} {
				if resp, body := send(t, a, call+"?x=y", nil, http.Header{"Accept": {accept}}); resp.StatusCode != 400 {
					t.Errorf("%s with Accept %q: %d %s", call, accept, resp.StatusCode, body)
				}
			}
		}
	}
}

// TestListsOfAQuery sends each parameter that is a list in both of its forms: a,b and twice.
func TestListsOfAQuery(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	two := map[string][2]string{
		"ids":           {"01890000-0000-7000-8000-000000000000", "01890000-0000-7000-8000-000000000001"},
		"capability_id": {"$design", "$engineering"}, "has_capability_id": {"$design", "$engineering"},
		"types": {"client.*", "user.created"},
	}
	a = a.With("leave", created(t, a, "POST /api/v1/time-off", skiing(`{}`)))
	allNumbered(t, a) // or the head of the journal rises between two requests
	n := 0
	for _, m := range table.Methods() {
		fields := m.Input.Descriptor().Fields()
		for i := range fields.Len() {
			fd := fields.Get(i)
			if m.Verb != http.MethodGet || !fd.IsList() || m.Streams {
				continue
			}
			values, known := two[string(fd.Name())]
			if fd.Kind() == protoreflect.EnumKind {
				words := strings.Split(protoconv.WordsOf(fd.Enum()).String(), ", ")
				values, known = [2]string{words[0], words[1]}, true
			}
			rules, _ := proto.GetExtension(fd.Options(), validate.E_Field).(*validate.FieldRules)
			if words := rules.GetRepeated().GetItems().GetString().GetIn(); len(words) > 0 {
				values, known = [2]string{words[0], words[len(words)-1]}, true
			}
			if !known {
				t.Errorf("%s: the test has no values for %s", m.Route, fd.Name())
				continue
			}
			n++
			path := strings.NewReplacer("{project_id}", "$atlas", "{user_id}", "$worker", "{request_id}", "$leave").Replace(m.Path)
			call := "GET " + path + "?" + fd.JSONName() + "="
			if fields.ByName("start_date") != nil {
				call = strings.Replace(call, "?", "?start_date=2026-01-01&end_date=2026-01-02&", 1)
			}
			if fields.ByName("hours") != nil {
				call = strings.Replace(call, "?", "?hours=1&", 1)
			}
			var bodies []string
			for _, query := range []string{values[0] + "," + values[1],
				values[0] + "&" + fd.JSONName() + "=" + values[1]} {
				resp, body := send(t, a, call+query, nil, nil)
				if resp.StatusCode != 200 {
					t.Errorf("%s%s: %d %s", call, query, resp.StatusCode, body)
				}
				bodies = append(bodies, body)
			}
			if bodies[0] != bodies[1] {
				t.Errorf("%s: the forms differ\n%s\n%s", call, bodies[0], bodies[1])
			}
		}
	}
	if n < 6 {
		t.Errorf("only %d parameters are lists", n)
	}
}

// TestJSONEndsWithALineBreak looks at the last byte of JSON, in responses and in errors of either form.
func TestJSONEndsWithALineBreak(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	once := http.Header{"Idempotency-Key": {"newline"}, "Content-Type": {"application/json"}}
	for _, test := range []struct {
		call, body string
		header     http.Header
	}{
		{"GET /api/v1/me", "", nil},
		{"GET /api/v1/users", "", nil},
		{"GET /api/v1/users?limit=x", "", nil},
		{"GET /api/v1/users", "", http.Header{"Authorization": nil}},
		{"GET /api/v1/nothing", "", nil},
		{"GET /api/v1/nothing", "", http.Header{"Accept": {"application/problem+json"}}},
		{"POST /api/v1/capabilities", `{"name": "Newline"}`, once},
		{"POST /api/v1/capabilities", `{"name": "Newline"}`, once}, // the stored response
		{"GET /session", "", nil},
		{"GET /scim/v2/ServiceProviderConfig", "", nil},
	} {
		resp, body := send(t, a, test.call, strings.NewReader(test.body), test.header)
		if !strings.HasSuffix(body, "}\n") || int(resp.ContentLength) != len(body) && resp.ContentLength >= 0 {
			t.Errorf("%s: %d, Content-Length %d of %d bytes, %q", test.call, resp.StatusCode, resp.ContentLength,
				len(body), body)
		}
	}
}
