package acceptance_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/test/apitest"
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
		return apitest.Step{
			Name: "the version is " + v, Call: "PATCH /api/v1/clients/$acme", Body: `{}`, RPC: rpc,
			Request: `{"clientId": "$acme"}`, Want: `{"data": {"id": "$acme", "version": ` + v + `}}`,
		}
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
			Name: "an empty change checks the version too", Header: map[string]string{"If-Match": `"4"`}, Call: call,
			Body: `{}`, RPC: rpc, Request: `{"clientId": "$acme"}`,
			Status: 409, GRPC: codes.Aborted, Code: "version_conflict",
		}, {
			Name: "an unknown id is reported before the version", Header: map[string]string{"If-Match": `"1"`},
			Call: "PATCH /api/v1/clients/$unknown", Body: body, RPC: rpc,
			Request: `{"clientId": "$unknown", "client": {"website": "x"}}`, Status: 404,
			GRPC: codes.NotFound, Code: "not_found",
		},
	})
	t.Run("every write of one record checks it", func(t *testing.T) {
		a := seed(noted.New(t))
		changes := changesOf(a)
		for _, rpc := range []string{"UserService/UpdateUser", "ClientService/UpdateClient",
			"ProjectService/UpdateProject", "TimeOffService/UpdateTimeOff", "TimeOffService/DeleteTimeOff",
			"TimeOffService/ApproveTimeOff", "TimeOffService/RejectTimeOff",
			"WorkingPatternService/ReplaceWorkingPatterns", "UserService/ReplaceUserCapabilities", "MeService/ReplaceViews",
			"OrganizationService/UpdatePrivacy", "HolidayService/DeleteHoliday", "AssignmentService/FillPlaceholder",
			"LockService/DeleteLock", "LockService/CreateLockException", "LockService/DeleteLockException",
			"OrganizationService/UpdateSettlement", "TimesheetService/ApproveTimesheet", "TimesheetService/RejectTimesheet",
			"TimesheetService/WithdrawTimesheet", "TimesheetService/ReopenTimesheet"} {
			c := callTo(t, rpc)
			header := map[string]string{"If-Match": `"7"`}
			r, g := a.REST(t, "admin", c.rest, c.body, header), a.Call(t, "admin", c.rpc, c.request, header)
			if r.Status != 409 || r.Code != "version_conflict" || g.Code != "version_conflict" ||
				g.GRPC != codes.Aborted {
				t.Errorf("%s: %d %q, %s %q", rpc, r.Status, r.Code, g.GRPC, g.Code)
			}
		}
		if n := changes(); n > 0 {
			t.Errorf("%d rows are written", n)
		}
	})
	t.Run("a value that gRPC metadata cannot carry is not dropped", func(t *testing.T) {
		a := apitest.New(t)
		for tag, status := range map[string]int{
			"\"8\",\t\"9\"": 409, "\"1\",\t\"9\"": 200, "\"9é\"": 400, "\"9\x80\"": 400, "\u00a09": 400,
		} {
			resp, text := send(t, a, call, strings.NewReader(`{}`),
				http.Header{"If-Match": {tag}, "Content-Type": {"application/json"}})
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
			if again := a.REST(t, "admin", call, change, map[string]string{"If-Match": tag}); again.Status != 200 ||
				again.Header.Get("ETag") == tag {
				t.Errorf("%s: %d %s", tag, again.Status, again.Raw)
			}
		}
		resp, text := send(t, a, call, nil,
			http.Header{"If-Match": {`"1"`, `"2"`}, "Content-Type": {"application/json"}})
		if resp.StatusCode != 400 { // no body
			t.Errorf("%d %s", resp.StatusCode, text)
		}
	})
}

// TestNotModifiedMeansTheSameContent reads records whose responses change while their versions stay the same.
func TestNotModifiedMeansTheSameContent(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	// reread reads before and after each change, with the last ETag, and returns the ETag of the end.
	reread := func(t *testing.T, as, call string, changes ...func()) string {
		t.Helper()
		first := a.REST(t, as, call, "", nil)
		last := first
		for i, change := range changes {
			tag := last.Header.Get("ETag")
			if same := a.REST(t, as, call, "", map[string]string{"If-None-Match": tag}); same.Status != 304 ||
				same.Header.Get("ETag") != tag {
				t.Errorf("%s before change %d: %d, ETag %q and then %q", call, i, same.Status,
					tag, same.Header.Get("ETag"))
			}
			change()
			next := a.REST(t, as, call, "", map[string]string{"If-None-Match": tag})
			if next.Status != 200 || string(next.Raw) == string(last.Raw) || next.Header.Get("ETag") == tag {
				t.Errorf("%s after change %d: %d, ETag %q and then %q, %s", call, i, next.Status, tag,
					next.Header.Get("ETag"), next.Raw)
			}
			if apitest.Lookup(next.Body, "data.version") != apitest.Lookup(first.Body, "data.version") {
				t.Errorf("%s: change %d has changed the version", call, i)
			}
			last = next
		}
		return last.Header.Get("ETag")
	}
	write := func(call, body string) func() {
		return func() {
			if ans := a.REST(t, "admin", call, body, nil); ans.Status != 200 {
				t.Errorf("%s: %s", call, ans.Raw)
			}
		}
	}
	t.Run("an expanded project", func(t *testing.T) {
		const whole = "GET /api/v1/projects/$atlas?expand=client,projectManager"
		a.Key("names", "admin", "read:projects")
		tag := reread(t, "admin", whole, write("PATCH /api/v1/clients/$acme", `{"companyName": "Renamed"}`),
			write("PATCH /api/v1/users/$pm", `{"name": "Renamed"}`),
			write("PATCH /api/v1/clients/$acme", `{"website": "https://acme.example"}`))
		reread(t, "names", whole, write("PATCH /api/v1/clients/$acme", `{"companyName": "Again"}`),
			write("PATCH /api/v1/users/$pm", `{"name": "Again"}`))
		for _, other := range []string{tag, `"1"`} {
			if ans := a.REST(t, "names", whole, "", map[string]string{"If-None-Match": other}); ans.Status != 200 {
				t.Errorf("the key without scopes, with %s: %d", other, ans.Status)
			}
		}
		if ans := a.REST(t, "admin", "GET /api/v1/projects/$atlas", "",
			map[string]string{"If-None-Match": `"1"`}); ans.Status != 304 {
			t.Errorf("without expand: %d", ans.Status)
		}
		for i, match := range []string{tag, `"2"`} {
			if ans := a.REST(t, "admin", "PATCH /api/v1/projects/$atlas", fmt.Sprintf(`{"objective": "%d"}`, i),
				map[string]string{"If-Match": match}); ans.Status != 200 {
				t.Errorf("If-Match %s: %d %s", match, ans.Status, ans.Raw)
			}
		}
		if ans := a.REST(t, "admin", "PATCH /api/v1/projects/$atlas", `{"objective": "x"}`,
			map[string]string{"If-Match": tag}); ans.Status != 409 {
			t.Errorf("If-Match with an old tag: %d %s", ans.Status, ans.Raw)
		}
	})
	t.Run("the reasons of time off", func(t *testing.T) {
		made := a.REST(t, "worker", "POST /api/v1/time-off", skiing(`{}`), nil)
		call := "GET /api/v1/time-off/" + apitest.Lookup(made.Body, "data.id").(string)
		manages := func(manager string) func() {
			return func() {
				write("PATCH /api/v1/users/$worker", `{"reportsToId": `+manager+`}`)()
				apitest.WaitForCallers()
			}
		}
		if tag := reread(t, "loner", call, manages(`"$loner"`), manages(`null`), manages(`"$loner"`)); tag != `"1"` {
			t.Errorf("whoever sees all gets %s", tag)
		}
	})
	t.Run("an external id that another record gets", func(t *testing.T) {
		write("POST /api/v1/clients", `{"companyName": "One", "externalIds": ["erp:1"]}`)()
		reread(t, "admin", "GET /api/v1/clients/erp:1", func() {
			write("PATCH /api/v1/clients/erp:1", `{"externalIds": []}`)()
			write("POST /api/v1/clients", `{"companyName": "Two", "externalIds": ["erp:1"]}`)()
		})
		write("PATCH /api/v1/users/$lead", `{"externalIds": ["hr:1"]}`)()
		reread(t, "admin", "GET /api/v1/users/hr:1/working-patterns", func() {
			write("PATCH /api/v1/users/$lead", `{"externalIds": []}`)()
			write("PATCH /api/v1/users/$peer", `{"externalIds": ["hr:1"]}`)()
		})
	})
	t.Run("the position of a webhook", func(t *testing.T) {
		made := a.REST(t, "admin", "POST /api/v1/webhooks",
			`{"url": "http://127.0.0.1:1/", "types": ["client.*"]}`, nil)
		id, _ := apitest.Lookup(made.Body, "data.id").(string)
		call := "GET /api/v1/webhooks/" + id
		waitFor(t, "earlier events have numbers, so that they do not move the position", func() bool {
			return a.Count(`SELECT count(*) FROM events WHERE seq IS NULL`) == 0
		})
		head := func() any { return apitest.Lookup(a.REST(t, "admin", call, "", nil).Body, "data.head") }
		reread(t, "admin", call, func() {
			before := head()
			write("PATCH /api/v1/clients/$globex", `{"website": "https://globex.example"}`)()
			for range 100 {
				if head() != before {
					return
				}
				time.Sleep(20 * time.Millisecond)
			}
		})
	})
}
