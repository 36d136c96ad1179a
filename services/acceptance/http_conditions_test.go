package acceptance_test

import (
	"net/http"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/internal/apitest"
)

// TestIfMatch is the precondition of section 3 of decisions.md.
func TestIfMatch(t *testing.T) {
	t.Parallel()
	const call, body = "PATCH /api/v1/clients/$acme", `{"website": "x"}`
	const rpc, request = "ClientService/UpdateClient", `{"clientId": "$acme", "client": {"website": "x"}}`
	step := func(name, tag string, status int, code string) apitest.Step {
		s := apitest.Step{Name: name, Header: map[string]string{"If-Match": tag}, Call: call, Body: body, RPC: rpc, Request: request, Status: status, Code: code}
		s.GRPC = map[int]codes.Code{409: codes.Aborted, 400: codes.InvalidArgument}[status]
		return s
	}
	version := func(v string) apitest.Step {
		return apitest.Step{Name: "the version is " + v, Call: "PATCH /api/v1/clients/$acme", Body: `{}`, RPC: rpc, Request: `{"clientId": "$acme"}`, Want: `{"data": {"id": "$acme", "version": ` + v + `}}`}
	}
	apitest.Run(t, []apitest.Step{
		step("the version in quotes matches", `"1"`, 200, ""), version("2"),
		step("so it does without", `2`, 200, ""), version("3"),
		step("the version before does not", `"2"`, 409, "version_conflict"),
		step("nor one to come", `"4"`, 409, "version_conflict"), version("3"),
		step("a star matches", `*`, 200, ""), version("4"),
		step("one of several matches", `"1", "4"`, 200, ""), version("5"),
		step("none of several does not", `"1", "2"`, 409, "version_conflict"),
		step("a word is no version", `seven`, 400, "validation_failed"),
		step("a word in quotes is none", `"seven"`, 400, "validation_failed"),
		step("half a quotation is none", `"5`, 400, "validation_failed"),
		step("zero is none", `"0"`, 400, "validation_failed"),
		step("a negative number is none", `"-5"`, 400, "validation_failed"),
		step("a number beyond all is none", `"9223372036854775808"`, 400, "validation_failed"),
		step("a sign is none", `"+5"`, 400, "validation_failed"),
		step("two quotations are none", `""5""`, 400, "validation_failed"), version("5"),
		step("a weak tag matches too: a proxy that compresses makes it one", `W/"5"`, 200, ""), version("6"),
		step("a weak tag of another version does not", `W/"5"`, 409, "version_conflict"), version("6"),
		{
			Name: "nothing to change has a version too", Header: map[string]string{"If-Match": `"4"`}, Call: call, Body: `{}`, RPC: rpc, Request: `{"clientId": "$acme"}`,
			Status: 409, GRPC: codes.Aborted, Code: "version_conflict",
		}, {
			Name: "an unknown id comes before the version", Header: map[string]string{"If-Match": `"1"`}, Call: "PATCH /api/v1/clients/$unknown", Body: body,
			RPC: rpc, Request: `{"clientId": "$unknown", "client": {"website": "x"}}`, Status: 404, GRPC: codes.NotFound, Code: "not_found",
		},
	})
	t.Run("it holds for every write of one record", func(t *testing.T) {
		a := seed(apitest.New(t))
		before := stateOf(t, a)
		for _, rpc := range []string{"UserService/UpdateUser", "ClientService/UpdateClient", "ProjectService/UpdateProject", "TimeOffService/UpdateTimeOff", "TimeOffService/DeleteTimeOff", "TimeOffService/ApproveTimeOff", "TimeOffService/RejectTimeOff"} {
			c := callTo(t, rpc)
			header := map[string]string{"If-Match": `"7"`}
			r, g := a.REST(t, "admin", c.rest, c.body, header), a.Call(t, "admin", c.rpc, c.request, header)
			if r.Status != 409 || r.Code != "version_conflict" || g.Code != "version_conflict" || g.GRPC != codes.Aborted {
				t.Errorf("%s: %d %q, %s %q", rpc, r.Status, r.Code, g.GRPC, g.Code)
			}
		}
		if stateOf(t, a) != before {
			t.Error("something is written")
		}
	})
	t.Run("one that the gateway cannot pass on is not dropped", func(t *testing.T) {
		a := apitest.New(t)
		for tag, status := range map[string]int{"\"8\",\t\"9\"": 409, "\"1\",\t\"9\"": 200, "\"9é\"": 400, "\"9\x80\"": 400, "\u00a09": 400} {
			resp, text := send(t, a, call, strings.NewReader(`{}`), http.Header{"If-Match": {tag}, "Content-Type": {"application/json"}})
			if resp.StatusCode != status {
				t.Errorf("%q: %d %s", tag, resp.StatusCode, text)
			}
		}
	})
	t.Run("the tag of an answer is taken back", func(t *testing.T) {
		a := apitest.New(t)
		for range 3 {
			ans := a.REST(t, "admin", call, `{}`, nil)
			tag := ans.Header.Get("ETag")
			if again := a.REST(t, "admin", call, body, map[string]string{"If-Match": tag}); again.Status != 200 || again.Header.Get("ETag") == tag {
				t.Errorf("%s: %d %s", tag, again.Status, again.Raw)
			}
		}
		resp, text := send(t, a, call, nil, http.Header{"If-Match": {`"1"`, `"2"`}, "Content-Type": {"application/json"}})
		if resp.StatusCode != 400 { // no body
			t.Errorf("%d %s", resp.StatusCode, text)
		}
	})
}
