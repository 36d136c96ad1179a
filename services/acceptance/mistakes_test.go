package acceptance_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestMistakes makes common mistakes. Each error message says how to correct it.
func TestMistakes(t *testing.T) {
	a := apitest.New(t)
	key := a.Secret("admin")
	last := map[bool]string{true: "0", false: "1"}[strings.HasSuffix(key, "1")]
	for _, c := range []struct {
		name, call, authorization, mediaType, body string
		status                                     int
		code, message                              string
	}{
		{"the key alone", "GET /api/v1/me", key, "", "", 401, "credential_invalid",
			"the API key has to be sent as Authorization: Bearer <key>"},
		{"another scheme", "GET /api/v1/me", "Basic " + key, "", "", 401, "credential_invalid",
			"the API key has to be sent as Authorization: Bearer <key>"},
		{"two spaces", "GET /api/v1/me", "Bearer  " + key, "", "", 401, "credential_invalid", "the API key is not " +
			"whole: after Bearer and one space come wpk_ and 71 more characters, without quotation marks"},
		{"quotation marks", "GET /api/v1/me", `Bearer "` + key + `"`, "", "", 401, "credential_invalid",
			"the API key is not whole: after Bearer and one space come wpk_ and 71 more " +
				"characters, without quotation marks"},
		{"a truncated key", "GET /api/v1/me", "Bearer " + key[:len(key)-1], "", "", 401, "credential_invalid",
			"the API key is not whole: after Bearer and one space come wpk_ and 71 more " +
				"characters, without quotation marks"},
		{"a typing error", "GET /api/v1/me", "Bearer " + key[:len(key)-1] + last, "", "", 401, "credential_invalid",
			"the API key is mistyped: its last characters do not fit the rest"},
		{"no /api/v1", "GET /users", "", "", "", 404, "route_not_found",
			"there is nothing at this path: it begins with /api/v1"},
		{"a slash at the end", "GET /api/v1/users/", "", "", "", 404, "route_not_found",
			"there is nothing at this path: leave out the slash at its end"},
		{"an encoded slash", "PATCH /api/v1/clients%2F$acme", "", "", `{}`, 404, "route_not_found",
			"there is nothing at this path: a slash in it is encoded"},
		{"PUT for PATCH", "PUT /api/v1/clients/$acme", "", "", `{}`, 405, "method_not_allowed",
			"this path takes only GET, HEAD, PATCH"},
		{"PUT for POST", "PUT /api/v1/clients", "", "", `{}`, 405, "method_not_allowed",
			"this path takes only GET, HEAD, POST"},
		{"a list without its object", "POST /api/v1/assignments", "", "", `[]`, 400, "invalid_json",
			`request body must be a JSON object, as {"items": []}`},
		{"a row without its list", "POST /api/v1/assignments", "", "", `{"userId": "$worker", "hours": 1}`, 400,
			"validation_failed", "items is required (and 2 more)"},
		{"a whole record is sent back", "PATCH /api/v1/clients/$acme", "", "", `{"id": "$acme", "website": null}`, 400,
			"unknown_field", "id is set by the server: leave it out"},
		{"a project's client", "PATCH /api/v1/projects/$atlas", "", "", `{"clientId": "$acme"}`, 400, "unknown_field",
			"clientId cannot be changed: leave it out"},
		{"an unexpected body", "POST /api/v1/time-off/$unknown/approve", "", "", `{"comment": "fine"}`, 400,
			"validation_failed", "this call takes no body"},
		{"another character set", "POST /api/v1/clients", "", "application/json; charset=iso-8859-1", `{}`, 415,
			"unsupported_media_type", "the body must be in UTF-8: leave the charset out"},
		{"a trailing comma", "POST /api/v1/clients", "", "", `{"companyName": "A",}`, 400, "invalid_json",
			"request body is not valid JSON: a closing bracket follows a comma at line 1, column 21"},
		{"True instead of true", "POST /api/v1/clients", "", "", `{"isActive": True}`, 400, "invalid_json",
			"request body is not valid JSON: a value is expected at line 1, column 14"},
		{"a plus that is a space", "GET /api/v1/users?updatedSince=2026-01-01T00:00:00+01:00", "", "", "", 400,
			"validation_failed", "updatedSince must be a time, as 2026-01-31T08:00:00Z; a + is written as %2B"},
		{"a plus in an address that is a space", "GET /api/v1/users?email=plus+12345@example.com", "", "", "", 400,
			"validation_failed", "email must not contain a space; in a URL, a + is written as %2B"},
		{"no body", "POST /api/v1/clients", "", "", "", 400, "invalid_json", "request body is required"},
		{"no body and a media type", "POST /api/v1/time-off/$unknown/reject", "", "text/plain", "", 400, "invalid_json",
			"request body is required"},
		{"a limit that is not quite whole", "GET /api/v1/users?limit=1.0000000000000000000000001", "", "", "", 400,
			"validation_failed", "limit must be an integer"},
		{"a limit that is not quite zero", "GET /api/v1/users?limit=1e-400", "", "", "", 400, "validation_failed",
			"limit must be an integer"},
		{"zero free hours", "GET /api/v1/capacity/gaps?hours=0&start_date=2027-03-01&end_date=2027-03-07", "", "", "",
			400, "validation_failed", "hours must be from 0.01 to 10000"},
		{"no free hours", "GET /api/v1/capacity/gaps?start_date=2027-03-01&end_date=2027-03-07", "", "", "", 400,
			"validation_failed", "hours is required and must be from 0.01 to 10000"},
		{"the event zero", "GET /api/v1/events/0", "", "", "", 400, "validation_failed",
			"seq must be from 1 to 9007199254740991"},
		{"too many unknown fields to count", "POST /api/v1/clients", "", "", unknown(5000), 400, "unknown_field",
			"f0 is not a field of this request (and at least 100 more)"},
		{"as many unknown fields as are listed", "POST /api/v1/clients", "", "", unknown(100), 400, "unknown_field",
			"f0 is not a field of this request (and 99 more)"},
		{"port zero of a webhook", "POST /api/v1/webhooks", "", "", `{"url": "http://127.0.0.1:0/", "types": ["*"]}`,
			400, "validation_failed", "url must have a port from 1 to 65535"},
		{"a port of a webhook that does not exist", "POST /api/v1/webhooks", "", "",
			`{"url": "http://127.0.0.1:65536/", "types": ["*"]}`, 400, "validation_failed",
			"url must have a port from 1 to 65535"},
		{"semicolons", "GET /api/v1/users?limit=1;offset=2", "", "", "", 400, "validation_failed",
			"the query is not well formed: & separates its parameters, and % is written as %25"},
		{"a parameter without a name", "GET /api/v1/users?=1", "", "", "", 400, "unknown_parameter",
			"a parameter of the query has no name"},
		{"empty text instead of null", "PATCH /api/v1/clients/$acme", "", "", `{"email": ""}`, 400, "validation_failed",
			"email must not be empty: null is for none"},
		{"empty text for a required field", "PATCH /api/v1/projects/$atlas", "", "", `{"name": ""}`, 400,
			"validation_failed", "name must not be empty"},
		{"empty text for an id", "POST /api/v1/time-off", "", "",
			`{"userId": "$worker", "timeOffTypeId": "", "startDate": "2027-01-04", "endDate": "2027-01-05",
				"availability": 0, "reason": "x"}`,
			400, "validation_failed", "timeOffTypeId must not be empty"},
		{"an unknown expansion", "GET /api/v1/projects?expand=foo", "", "", "", 400, "validation_failed",
			"expand must be one of client, projectManager"},
		{"too many categories", "PATCH /api/v1/clients/$acme", "",
			"", `{"categories": [` + strings.Repeat(`"a",`, 30) + `"a"]}`, 400, "validation_failed",
			"categories must have at most 30 items"},
		{"an after that is no number", "GET /api/v1/events?after=last", "", "", "", 400, "validation_failed",
			"after must be the number of an event, 0, or head"},
		{"a negative after", "GET /api/v1/events?after=-1", "", "", "", 400, "validation_failed",
			"after must be the number of an event, 0, or head"},
		{"a stream after no number", "GET /api/v1/events/stream?after=1.5", "", "", "", 400, "validation_failed",
			"after must be the number of an event, 0, or head"},
		{"an after that no event has yet", "GET /api/v1/events?after=999999999999999999", "", "", "", 409,
			"cursor_ahead", "after is higher than the number of the latest event, so a backup was restored: get the " +
				"head with after=head, list all records again, and continue after that head"},
		{"a type of events that does not exist", "GET /api/v1/events?types=client.update", "", "", "", 400,
			"validation_failed", `types has a value that is not a type of event: did you mean "client.updated"?`},
	} {
		t.Run(c.name, func(t *testing.T) {
			header := http.Header{"Authorization": {"Bearer " + key}}
			if c.authorization != "" {
				header.Set("Authorization", c.authorization)
			}
			var body io.Reader
			if c.body != "" {
				header.Set("Content-Type", "application/json")
				body = bytes.NewBufferString(a.Expand(c.body))
			}
			if c.mediaType != "" {
				header.Set("Content-Type", c.mediaType)
			}
			resp, text := send(t, a, c.call, body, header)
			var got struct {
				Error struct{ Code, Message string }
			}
			if err := json.Unmarshal([]byte(text), &got); err != nil {
				t.Fatal(err, text)
			}
			if resp.StatusCode != c.status || got.Error.Code != c.code || got.Error.Message != c.message {
				t.Errorf("%d %s", resp.StatusCode, text)
			}
		})
	}
	t.Run("over gRPC, an after that is no number gets the same message", func(t *testing.T) {
		for _, rpc := range []string{"EventService/ListEvents", "EventService/WatchEvents"} {
			if ans := a.Call(t, "admin", rpc, `{"after": "last"}`, nil); ans.Code != "validation_failed" ||
				ans.Message != "after must be the number of an event, 0, or head" {
				t.Errorf("%s: %s %s %q", rpc, ans.GRPC, ans.Code, ans.Message)
			}
		}
	})
	for _, body := range []string{"", "{}", " {}\n"} {
		if resp, text := send(t, a, "POST /api/v1/time-off/$unknown/approve", strings.NewReader(body),
			http.Header{"Authorization": {"Bearer " + key}}); resp.StatusCode != 404 {
			t.Errorf("%q: %d %s", body, resp.StatusCode, text)
		}
	}
	t.Run("over gRPC, where zero is the same as nothing, the range is named too", func(t *testing.T) {
		for rpc, request := range map[string]string{
			"EventService/GetEvent":            `{}`,
			"CapacityService/ListCapacityGaps": `{"start_date": "2027-03-01", "end_date": "2027-03-07"}`,
		} {
			if ans := a.Call(t, "admin", rpc, request, nil); ans.Code != "validation_failed" ||
				!strings.Contains(ans.Message, "is required and must be from ") {
				t.Errorf("%s: %s %q", rpc, ans.Code, ans.Message)
			}
		}
		if ans := a.Call(t, "admin", "UserService/ListUsers", `{"email": "a b@example.com"}`,
			nil); ans.Code != "validation_failed" || len(ans.Fields) != 1 || ans.Fields[0] != "email" {
			t.Errorf("email: %s %q", ans.Code, ans.Message)
		}
	})
	t.Run("fields that the caller may not change are named", func(t *testing.T) {
		ans := a.REST(t, "worker", "PATCH /api/v1/users/$worker",
			`{"name": "W", "countryCode": "DE", "defaultAvailability": 20}`, nil)
		if ans.Status != 403 || ans.Code != "permission_denied" ||
			ans.Message != "countryCode may not be changed by the acting user (and 1 more)" {
			t.Errorf("%d %s", ans.Status, ans.Raw)
		}
	})
}

// unknown returns a body with n fields that no request has.
func unknown(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"f%d":1`, i)
	}
	return "{" + b.String()[1:] + "}"
}

// TestOwnersAreToldWhy: the error tells the owner of decided time off its status, and tells
// others only that they lack the permission.
func TestOwnersAreToldWhy(t *testing.T) {
	a := apitest.New(t)
	ask := func(start, end string) *apitest.API {
		ans := a.REST(t, "worker", "POST /api/v1/time-off",
			`{"userId": "$worker", "timeOffTypeId": "$sick", "startDate": "`+start+`", "endDate": "`+end+
				`", "availability": 0, "reason": "Flu"}`, nil)
		id, _ := apitest.Lookup(ans.Body, "data.id").(string)
		if id == "" {
			t.Fatalf("%s", ans.Raw)
		}
		return a.With("request", id)
	}
	refused := func(a *apitest.API, as, call, body, message string) {
		t.Helper()
		if ans := a.REST(t, as, call, body, nil); ans.Status != 403 || ans.Message != message {
			t.Errorf("%s as %s: %d %s", call, as, ans.Status, ans.Raw)
		}
	}
	approved, rejected := ask("2026-01-05", "2026-01-06"), ask("2027-01-11", "2027-01-12")
	approved.REST(t, "boss", "POST /api/v1/time-off/$request/approve", "", nil)
	rejected.REST(t, "boss", "POST /api/v1/time-off/$request/reject", `{"rejectionReason": "No"}`, nil)

	refused(approved, "worker", "PATCH /api/v1/time-off/$request", `{"reason": "Fever"}`,
		"the acting user may not change this time off request, which is approved")
	refused(approved, "worker", "DELETE /api/v1/time-off/$request", "",
		"the acting user may not delete this time off request, which has begun")
	refused(rejected, "worker", "DELETE /api/v1/time-off/$request", "",
		"the acting user may not delete this time off request, which is rejected")
	refused(approved, "peer", "PATCH /api/v1/time-off/$request", `{"reason": "Fever"}`,
		"the acting user may not change this time off request")
	refused(rejected, "peer", "DELETE /api/v1/time-off/$request", "",
		"the acting user may not delete this time off request")
	refused(a, "peer", "POST /api/v1/time-off",
		`{"userId": "$worker", "timeOffTypeId": "$sick", "startDate": "2027-01-04", "endDate": "2027-01-05",
			"availability": 0, "reason": "x"}`,
		"the acting user may not create time off of this user")
	refused(a, "worker", "POST /api/v1/time-off",
		`{"userId": "$worker", "timeOffTypeId": "$sick", "startDate": "2027-01-04", "endDate": "2027-01-05",
			"availability": 0, "reason": "x", "status": "approved"}`,
		"the acting user may not create time off of this user that is decided already")
}
