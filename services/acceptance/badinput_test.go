package acceptance_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/apitest"
)

// Every field of every body and every parameter of every query gets every value of these
// lists. No response is a 5xx, every error is in its envelope and names the field as the
// client wrote it, and nothing is written unless the status is 200. badinput_exact_test.go
// has exact expectations.
var (
	hostileJSON = []string{
		`null`, `true`, `[]`, `[null]`, `{}`, `{"name": 1}`, `[[]]`, `["a", 7]`,
		`0`, `-0`, `7`, `-1`, `1e2`, `1e400`, `-1e400`, `1e-400`, `24.001`, `-0.01`, `0.005`, `9007199254740993`,
		`123456789012345678901234567890`, `NaN`, `Infinity`, `-Infinity`, `08`, `0x10`, `+1`, `.5`, `1.`, `1_000`,
		`"\u0000"`, `"a\u0000b"`, "\"a\x00b\"", "\"\xff\xfe\"", `"\ud800"`, `"\udc00\ud800"`, "\"a\nb\"", `"\x41"`, `"unterminated`,
	}
	hostileText = []string{
		"", " ", "a", "8", "NaN", "Infinity", "null", "true", "\uffff", "\u202egnp.exe", "e\u0301", " padded ", "a\r\nb", "\x1b[31m",
		"%", "_", `\`, "'; DROP TABLE users; --", "<script>", "${jndi:ldap://x}", "../../etc/passwd",
		strings.Repeat("é", 255), strings.Repeat("é", 256), strings.Repeat("😀", 256), strings.Repeat("x", 10_001),
		"2026-02-30", "2026-02-29", "2024-02-29", "0000-00-00", "0000-01-01", "0001-01-01", "1969-12-31", "9999-12-31", "12026-01-01",
		"2026-1-1", "2026-01-01T00:00:00Z", " 2026-01-01", "２０２６-01-01", "today", "infinity", "-infinity",
		"0189-0000", "{01890000-0000-7000-8000-000000000000}", "urn:uuid:01890000-0000-7000-8000-000000000000", "01890000000070008000000000000000",
		"x01890000-0000-7000-8000-000000000000x", "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
		"01890000-0000-7000-8000-00000000000", "01890000-0000-7000-8000-0000000000000", "ACTIVE", "PROJECT_STATUS_ACTIVE", "unspecified",
	}
)

// write is an operation with a body.
type write struct {
	call
	// members are the members of the body; each in turn gets the hostile values.
	members []member
	// items reports whether they are members of the one item of a batch.
	items bool
}

type member struct{ name, value string }

func members(pairs ...string) []member {
	var out []member
	for pair := range slices.Chunk(pairs, 2) {
		out = append(out, member{pair[0], pair[1]})
	}
	return out
}

// body returns the body with the value of one member replaced, and the prefix that the
// names of members have in an error.
func (w write) with(name, value string) (body, prefix string) {
	var b strings.Builder
	for i, m := range w.members {
		if i > 0 {
			b.WriteByte(',')
		}
		if m.name == name {
			m.value = value
		}
		b.WriteString(`"` + m.name + `":` + m.value)
	}
	if w.items {
		return `{"items":[{` + b.String() + `}]}`, "items[0]."
	}
	return `{` + b.String() + `}`, ""
}

var (
	clientMembers = members("companyName", `"Initech"`, "email", `"a@example.com"`, "image", `"https://example.com/a.png"`, "countryCode", `"DE"`,
		"website", `"example.com"`, "isActive", `true`, "clientPriority", `"low"`, "categories", `["a"]`, "accountManagerId", `"$worker"`)
	hoursMembers = members("userId", `"$worker"`, "projectId", `"$atlas"`, "capabilityId", `"$design"`, "date", `"2026-03-02"`, "hours", `7.5`)
	writes       = []write{
		{call{rest: "PATCH /api/v1/users/$peer"}, members("name", `"Pe"`, "image", `"https://example.com/a.png"`, "countryCode", `"de"`, "defaultAvailability", `40`, "reportsToId", `"$lead"`), false},
		{call{rest: "POST /api/v1/clients"}, clientMembers, false},
		{call{rest: "PATCH /api/v1/clients/$acme"}, clientMembers, false},
		{call{rest: "POST /api/v1/projects"}, members("name", `"Comet"`, "clientId", `"$acme"`, "startDate", `"2026-01-01"`, "endDate", `"2026-12-31"`, "objective", `"Fly"`,
			"projectManagerId", `"$pm"`, "status", `"active"`, "billingType", `"fixed_price"`, "amount", `100`), false},
		{call{rest: "POST /api/v1/projects"}, members("name", `"Comet"`, "clientId", `"$acme"`, "startDate", `"2026-01-01"`, "endDate", `"2026-12-31"`, "hourlyRate", `100`), false},
		{call{rest: "PATCH /api/v1/projects/$atlas"}, members("name", `"Atlas"`, "startDate", `"2026-01-01"`, "endDate", `"2026-12-31"`, "objective", `"Fly"`, "projectManagerId", `"$pm"`, "status", `"active"`), false},
		{call{rest: "POST /api/v1/assignments"}, hoursMembers, true},
		{call{rest: "POST /api/v1/actual-hours"}, hoursMembers, true},
		{call{rest: "POST /api/v1/time-off"}, members("userId", `"$worker"`, "timeOffTypeId", `"$vacation"`, "startDate", `"2026-01-01"`, "endDate", `"2026-01-31"`, "availability", `4`, "reason", `"Sea"`, "status", `"pending"`), false},
		{call{rest: "PATCH /api/v1/time-off/$patchable"}, members("timeOffTypeId", `"$vacation"`, "startDate", `"2026-01-01"`, "endDate", `"2026-01-31"`, "availability", `4`, "reason", `"Sea"`), false},
		{call{rest: "POST /api/v1/time-off/$rejectable/reject"}, members("rejectionReason", `"No"`), false},
	}
)

// partners are fields that an error may name instead, because of a rule over two fields.
var partners = map[string][]string{
	"startDate": {"endDate"}, "endDate": {"startDate"}, "billingType": {"amount", "hourlyRate"}, "amount": {"billingType"}, "hourlyRate": {"billingType"},
}

func TestBadBodies(t *testing.T) {
	for i, w := range writes {
		t.Run(fmt.Sprintf("%d %s", i, w.rest), func(t *testing.T) {
			t.Parallel()
			a := seed(apitest.New(t))
			values := slices.Clone(hostileJSON)
			for _, text := range hostileText {
				values = append(values, quoted(text))
			}
			state := stateOf(t, a)
			for _, m := range w.members {
				for _, value := range values {
					body, prefix := w.with(m.name, value)
					ans := a.REST(t, "admin", w.rest, body, nil)
					now := stateOf(t, a)
					problem := ""
					switch {
					case ans.Status == 200:
						state = now
						continue
					case ans.Status != 400 && ans.Status != 409:
						problem = "is neither 200 nor 400"
					case now != state:
						problem = "is refused, and something is written: " + state + " became " + now
					case ans.Code == "invalid_json" || ans.Code == "invalid_state":
					case ans.Status != 400 || len(ans.Fields) == 0:
						problem = "names no field"
					default:
						name := strings.TrimPrefix(ans.Fields[0], prefix)
						base, _, _ := strings.Cut(name, "[")
						if !strings.HasPrefix(ans.Fields[0], prefix) || base != m.name && !slices.Contains(partners[m.name], base) || !strings.Contains(ans.Message, ans.Fields[0]) {
							problem = "names another field"
						}
					}
					if problem != "" {
						t.Errorf("%s: %.60q %s: %d %.300s", m.name, value, problem, ans.Status, ans.Raw)
						state = now
					}
				}
			}
		})
	}
}

// quoted returns a text in JSON with as few escapes as possible.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", `\r`, "\n", `\n`, "\x1b", `\u001b`).Replace(text) + `"`
}

// stateOf returns a text that changes when any row is written.
func stateOf(t *testing.T, a *apitest.API) string {
	t.Helper()
	var parts []string
	for _, table := range apitest.TenantTables() {
		if table != "api_keys" { // calls change last_used_at
			parts = append(parts, "(SELECT '"+table+"', count(*), coalesce(sum(version), 0), coalesce(max(updated_at)::text, '') FROM "+table+")")
		}
	}
	var state string
	if err := a.DB.QueryRowContext(t.Context(), "SELECT string_agg(s::text, ' ') FROM ("+strings.Join(parts, " UNION ALL ")+") AS s").Scan(&state); err != nil {
		t.Fatal(err)
	}
	return state
}

// queries are the parameters of the lists, each in both spellings.
var queries = map[string][]string{
	"users":          {},
	"clients":        {},
	"projects":       {"clientId", "client_id", "status", "startDate", "start_date", "endDate", "end_date", "assignedUserId", "assigned_user_id", "isBillable", "is_billable", "name", "expand"},
	"assignments":    {"user_id", "userId", "project_id", "projectId", "start_date", "startDate", "end_date", "endDate", "capability_id", "capabilityId"},
	"actual-hours":   {"user_id", "userId", "project_id", "projectId", "start_date", "startDate", "end_date", "endDate", "capability_id", "capabilityId"},
	"time-off":       {"user_id", "userId", "status", "start_date", "startDate", "end_date", "endDate"},
	"capabilities":   {},
	"time-off-types": {},
}

func TestBadQueries(t *testing.T) {
	numbers := []string{"0", "-1", "1", "201", "1e2", "50.0", "1.5", "1e9", "1e400", "-1e400", "9007199254740991", "9007199254740992", "9223372036854775808", "18446744073709551616", "+5", "05", "0x10", "5 ", "1_0"}
	for list, own := range queries {
		t.Run(list, func(t *testing.T) {
			t.Parallel()
			a := seed(apitest.New(t))
			state := stateOf(t, a)
			for _, param := range append([]string{"limit", "offset", "count", "updatedSince", "updated_since"}, own...) {
				for _, value := range slices.Concat(hostileText, numbers, []string{"\x00", "a\x00b", "\xff", "true", "1", "2026-01-01T00:00:00+23:59", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z"}) {
					ans := a.REST(t, "admin", "GET /api/v1/"+list+"?"+param+"="+url.QueryEscape(value), "", nil)
					switch {
					case ans.Status == 200:
					case ans.Status != 400 || ans.Code != "validation_failed":
						t.Errorf("%s=%.60q: %d %.300s", param, value, ans.Status, ans.Raw)
					case len(slices.Compact(ans.Fields)) != 1 || ans.Fields[0] != param || !strings.Contains(ans.Message, param):
						t.Errorf("%s=%.60q: names %q in %q", param, value, ans.Fields, ans.Message)
					}
				}
				if ans := a.REST(t, "admin", "GET /api/v1/"+list+"?"+param+"=1&"+param+"=x", "", nil); ans.Status != 400 || ans.Fields[0] != param {
					t.Errorf("%s twice: %d %s", param, ans.Status, ans.Raw)
				}
			}
			if now := stateOf(t, a); now != state {
				t.Errorf("reading has written: %s became %s", state, now)
			}
		})
	}
}
