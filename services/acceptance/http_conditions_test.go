package acceptance_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/internal/apitest"
)

// TestIfMatch shows the optional precondition of writes.
func TestIfMatch(t *testing.T) {
	t.Parallel()
	const call, body = "PATCH /api/v1/clients/$acme", `{"website": "x"}`
	const rpc = "ClientService/UpdateClient"
	websites := 0
	step := func(name, tag string, status int, code string) apitest.Step {
		websites++ // a change that changes nothing leaves the version as it is
		change := fmt.Sprintf(`{"website": "https://%d.example"}`, websites)
		s := apitest.Step{
			Name: name, Header: map[string]string{"If-Match": tag}, Call: call, Body: change,
			RPC: rpc, Request: `{"clientId": "$acme", "client": ` + change + `}`, Status: status, Code: code,
		}
		s.GRPC = map[int]codes.Code{409: codes.Aborted, 400: codes.InvalidArgument}[status]
		return s
	}
	version := func(v string) apitest.Step {
		return apitest.Step{Name: "the version is " + v, Call: "PATCH /api/v1/clients/$acme", Body: `{}`, RPC: rpc, Request: `{"clientId": "$acme"}`, Want: `{"data": {"id": "$acme", "version": ` + v + `}}`}
	}
	apitest.Run(t, []apitest.Step{
		step("the version in quotes matches", `"1"`, 200, ""), version("2"),
		step("the version without quotes matches", `2`, 200, ""), version("3"),
		step("an older version conflicts", `"2"`, 409, "version_conflict"),
		step("a future version conflicts", `"4"`, 409, "version_conflict"), version("3"),
		step("a star matches", `*`, 200, ""), version("4"),
		step("a list that holds the version matches", `"1", "4"`, 200, ""), version("5"),
		step("a list without the version conflicts", `"1", "2"`, 409, "version_conflict"),
		step("a word is not a version", `seven`, 400, "validation_failed"),
		step("a word in quotes is not a version", `"seven"`, 400, "validation_failed"),
		step("a single quote is malformed", `"5`, 400, "validation_failed"),
		step("zero is the version of working patterns that were never written", `"0"`, 409, "version_conflict"),
		step("a negative number is not a version", `"-5"`, 400, "validation_failed"),
		step("a number beyond 63 bits is not a version", `"9223372036854775808"`, 400, "validation_failed"),
		step("a number with a sign is not a version", `"+5"`, 400, "validation_failed"),
		step("doubled quotes are malformed", `""5""`, 400, "validation_failed"), version("5"),
		step("a weak tag matches, since compressed responses have one", `W/"5"`, 200, ""), version("6"),
		step("a weak tag of another version conflicts", `W/"5"`, 409, "version_conflict"), version("6"),
		{
			Name: "an empty change checks the version too", Header: map[string]string{"If-Match": `"4"`}, Call: call, Body: `{}`, RPC: rpc, Request: `{"clientId": "$acme"}`,
			Status: 409, GRPC: codes.Aborted, Code: "version_conflict",
		}, {
			Name: "an unknown id is reported before the version", Header: map[string]string{"If-Match": `"1"`}, Call: "PATCH /api/v1/clients/$unknown", Body: body,
			RPC: rpc, Request: `{"clientId": "$unknown", "client": {"website": "x"}}`, Status: 404, GRPC: codes.NotFound, Code: "not_found",
		},
	})
	t.Run("every write of one record checks it", func(t *testing.T) {
		a := seed(apitest.New(t))
		changes := noteChanges(a)
		for _, rpc := range []string{"UserService/UpdateUser", "ClientService/UpdateClient", "ProjectService/UpdateProject", "TimeOffService/UpdateTimeOff", "TimeOffService/DeleteTimeOff", "TimeOffService/ApproveTimeOff", "TimeOffService/RejectTimeOff",
			"WorkingPatternService/ReplaceWorkingPatterns", "HolidayService/DeleteHoliday"} {
			c := callTo(t, rpc)
			header := map[string]string{"If-Match": `"7"`}
			r, g := a.REST(t, "admin", c.rest, c.body, header), a.Call(t, "admin", c.rpc, c.request, header)
			if r.Status != 409 || r.Code != "version_conflict" || g.Code != "version_conflict" || g.GRPC != codes.Aborted {
				t.Errorf("%s: %d %q, %s %q", rpc, r.Status, r.Code, g.GRPC, g.Code)
			}
		}
		if n := changes(); n > 0 {
			t.Errorf("%d rows are written", n)
		}
	})
	t.Run("a value that gRPC metadata cannot carry is not dropped", func(t *testing.T) {
		a := apitest.New(t)
		for tag, status := range map[string]int{"\"8\",\t\"9\"": 409, "\"1\",\t\"9\"": 200, "\"9é\"": 400, "\"9\x80\"": 400, "\u00a09": 400} {
			resp, text := send(t, a, call, strings.NewReader(`{}`), http.Header{"If-Match": {tag}, "Content-Type": {"application/json"}})
			if resp.StatusCode != status {
				t.Errorf("%q: %d %s", tag, resp.StatusCode, text)
			}
		}
	})
	t.Run("the ETag of a response is accepted", func(t *testing.T) {
		a := apitest.New(t)
		for i := range 3 {
			tag := a.REST(t, "admin", "GET /api/v1/clients/$acme", "", nil).Header.Get("ETag")
			change := fmt.Sprintf(`{"website": "https://%d.example"}`, i)
			if again := a.REST(t, "admin", call, change, map[string]string{"If-Match": tag}); again.Status != 200 || again.Header.Get("ETag") == tag {
				t.Errorf("%s: %d %s", tag, again.Status, again.Raw)
			}
		}
		resp, text := send(t, a, call, nil, http.Header{"If-Match": {`"1"`, `"2"`}, "Content-Type": {"application/json"}})
		if resp.StatusCode != 400 { // no body
			t.Errorf("%d %s", resp.StatusCode, text)
		}
	})
}
