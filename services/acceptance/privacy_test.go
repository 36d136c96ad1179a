package acceptance_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// matter is something private of the $worker.
type matter struct {
	setting string
	// arrives makes it exist. Until then, the doors are asked for the first time.
	arrives func(t *testing.T, a *apitest.API) *apitest.API
	// sees are the callers who may see it if it is for managers.
	sees string
	// inSome means that those who see it do so at some peepholes only, and not at all that show the setting.
	inSome bool
}

// onlookers are all callers: the admin; the managers of the $worker; the $worker; a colleague; the manager of the
// project $atlas; the manager of other people, who has the role manager; and keys that only read, of an admin and of a
// colleague.
const onlookers = "admin boss lead worker peer pm loner reading_admin reading_peer"

const lineOfWorker = "admin boss lead worker reading_admin"

var matters = map[string]matter{
	"the type of leave": {
		setting: "leaveTypes", sees: lineOfWorker,
		arrives: func(t *testing.T, a *apitest.API) *apitest.API {
			return a.With("leave", created(t, a, "POST /api/v1/time-off", skiing(`{"timeOffTypeId": "$sick", "status": "approved"}`)))
		},
	},
	"a pending request": {
		setting: "pendingRequests", sees: lineOfWorker,
		arrives: func(t *testing.T, a *apitest.API) *apitest.API {
			return a.With("pending", created(t, a, "POST /api/v1/time-off", skiing(`{"externalIds": ["hr:1"]}`)))
		},
	},
	"a rejected request": {
		setting: "pendingRequests", sees: lineOfWorker, inSome: true,
		arrives: func(t *testing.T, a *apitest.API) *apitest.API {
			return a.With("pending", created(t, a, "POST /api/v1/time-off",
				skiing(`{"externalIds": ["hr:1"], "status": "rejected"}`)))
		},
	},
	"hours worked": {
		setting: "workedHours", sees: lineOfWorker,
		arrives: func(t *testing.T, a *apitest.API) *apitest.API {
			done(t, a, "POST /api/v1/actual-hours",
				`{"items": [{"userId": "$worker", "projectId": "$beacon", "capabilityId": "$design", "date": "2026-06-02", "hours": 5},
					{"userId": "$worker", "projectId": "$beacon", "date": "2026-06-03", "hours": 0.25}]}`)
			done(t, a, "POST /api/v1/actual-hours/entries",
				`{"items": [{"entryId": "t:1", "userId": "$worker", "projectId": "$beacon", "date": "2026-06-02", "hours": 0.25}]}`)
			return a
		},
	},
	"hours worked on a project with a manager": {
		setting: "workedHours", sees: lineOfWorker + " pm",
		arrives: func(t *testing.T, a *apitest.API) *apitest.API {
			done(t, a, "POST /api/v1/actual-hours",
				`{"items": [{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-06-02", "hours": 5}]}`)
			done(t, a, "POST /api/v1/actual-hours/entries",
				`{"items": [{"entryId": "t:1", "userId": "$worker", "projectId": "$atlas", "date": "2026-06-02", "hours": 0.25}]}`)
			return a
		},
	},
	"utilization": {
		setting: "utilization", sees: lineOfWorker,
		arrives: func(t *testing.T, a *apitest.API) *apitest.API {
			done(t, a, "PATCH /api/v1/users/$worker", `{"defaultAvailability": 50}`)
			return a
		},
	},
}

// peephole is a request that could show something private.
type peephole struct {
	// rest, body and accept are the request over REST, and rpc and request the same over gRPC.
	rest, body, accept string
	rpc, request       string
	tool               string         // of assistants
	arguments          map[string]any // of the tool
	shows              string         // what it shows: the settings
}

const (
	june    = "start_date=2026-01-01&end_date=2026-06-30"
	inJune  = `"start_date": "2026-01-01", "end_date": "2026-06-30"`
	capable = "workedHours utilization pendingRequests"
)

var peepholes = []peephole{
	{rest: "GET /api/v1/time-off?count=true", rpc: "TimeOffService/ListTimeOff", request: `{"count": true}`,
		shows: "leaveTypes pendingRequests"},
	{rest: "GET /api/v1/time-off?sort=-createdAt&limit=1&count=true", rpc: "TimeOffService/ListTimeOff",
		request: `{"sort": "-createdAt", "limit": 1}`, shows: "leaveTypes pendingRequests"},
	{rest: "GET /api/v1/time-off?user_id=$worker&offset=1", rpc: "TimeOffService/ListTimeOff",
		request: `{"user_id": "$worker", "offset": 1}`},
	{rest: "GET /api/v1/time-off?user_id=$worker&updatedSince=2020-01-01T00:00:00Z", rpc: "TimeOffService/ListTimeOff",
		request: `{"user_id": "$worker", "updatedSince": "2020-01-01T00:00:00Z"}`, shows: "leaveTypes pendingRequests"},
	{rest: "GET /api/v1/time-off?status=pending&count=true", rpc: "TimeOffService/ListTimeOff",
		request: `{"status": "TIME_OFF_STATUS_PENDING", "count": true}`},
	{rest: "GET /api/v1/time-off?status=rejected&count=true", rpc: "TimeOffService/ListTimeOff",
		request: `{"status": "TIME_OFF_STATUS_REJECTED", "count": true}`},
	{rest: "GET /api/v1/time-off?externalId=hr:1", rpc: "TimeOffService/ListTimeOff", request: `{"externalId": "hr:1"}`,
		shows: "pendingRequests"},
	{rest: "GET /api/v1/time-off/$leave", rpc: "TimeOffService/GetTimeOff", request: `{"requestId": "$leave"}`,
		shows: "leaveTypes"},
	{rest: "GET /api/v1/time-off/$pending", rpc: "TimeOffService/GetTimeOff", request: `{"requestId": "$pending"}`,
		shows: "pendingRequests"},
	{rest: "GET /api/v1/time-off/hr:1", rpc: "TimeOffService/GetTimeOff", request: `{"requestId": "hr:1"}`,
		shows: "pendingRequests"},
	{rest: "GET /api/v1/time-off", accept: "text/csv", shows: "leaveTypes pendingRequests"},
	{rest: "GET /api/v1/time-off", accept: "application/x-ndjson", shows: "leaveTypes pendingRequests"},
	// Errors of writes must not tell either.
	{rest: "PATCH /api/v1/time-off/$pending?dryRun=true", body: `{"availability": 1}`, rpc: "TimeOffService/UpdateTimeOff",
		request: `{"requestId": "$pending", "timeOff": {"availability": 1}, "dryRun": true}`},
	{rest: "POST /api/v1/time-off/upsert?dryRun=true",
		body: `{"match": "externalId:hr", "items": [` + skiing(`{"userId": "$peer", "externalIds": ["hr:1"]}`) + `], "deleted": []}`,
		rpc:  "TimeOffService/UpsertTimeOff"},
	{rest: "POST /api/v1/time-off/upsert?dryRun=true", body: `{"match": "externalId:hr", "items": [], "deleted": ["hr:1", "$pending"]}`,
		rpc: "TimeOffService/UpsertTimeOff"},

	{rest: "GET /api/v1/actual-hours?count=true", rpc: "ActualHoursService/ListActualHours", request: `{"count": true}`,
		shows: "workedHours"},
	{rest: "GET /api/v1/actual-hours?user_id=$worker&count=true", rpc: "ActualHoursService/ListActualHours",
		request: `{"user_id": "$worker", "count": true}`, shows: "workedHours"},
	{rest: "GET /api/v1/actual-hours?project_id=$beacon&minHours=0.1&count=true", rpc: "ActualHoursService/ListActualHours",
		request: `{"project_id": "$beacon", "min_hours": 0.1, "count": true}`},
	{rest: "GET /api/v1/actual-hours?updatedSince=2020-01-01T00:00:00Z&count=true", rpc: "ActualHoursService/ListActualHours",
		request: `{"updated_since": "2020-01-01T00:00:00Z", "count": true}`, shows: "workedHours"},
	{rest: "GET /api/v1/actual-hours?asOf=$now&count=true", rpc: "ActualHoursService/ListActualHours",
		request: `{"as_of": "$now", "count": true}`, shows: "workedHours"},
	{rest: "GET /api/v1/actual-hours?asOf=$start&count=true", rpc: "ActualHoursService/ListActualHours",
		request: `{"as_of": "$start", "count": true}`},
	{rest: "GET /api/v1/actual-hours/diff?from=$start&count=true", rpc: "ActualHoursService/DiffActualHours",
		request: `{"from": "$start", "count": true}`, shows: "workedHours"},
	{rest: "GET /api/v1/actual-hours/entries?count=true", rpc: "ActualHoursEntryService/ListActualHoursEntries",
		request: `{"count": true}`, shows: "workedHours"},
	{rest: "POST /api/v1/actual-hours/entries/delete?dryRun=true", body: `{"items": [{"entryId": "t:1"}]}`,
		rpc: "ActualHoursEntryService/DeleteActualHoursEntries"},
	{rest: "GET /api/v1/actual-hours", accept: "text/csv", shows: "workedHours"},
	{rest: "GET /api/v1/actual-hours", accept: "application/x-ndjson", shows: "workedHours"},
	{rest: "DELETE /api/v1/actual-hours?user_id=$worker&start_date=2026-06-02&end_date=2026-06-03&dryRun=true",
		rpc: "ActualHoursService/DeleteActualHours", request: `{"user_id": "$worker", "start_date": "2026-06-02",
			"end_date": "2026-06-03", "dryRun": true}`},
	{rest: "DELETE /api/v1/actual-hours?project_id=$beacon&start_date=2026-06-02&end_date=2026-06-03&dryRun=true",
		rpc: "ActualHoursService/DeleteActualHours", request: `{"project_id": "$beacon", "start_date": "2026-06-02",
			"end_date": "2026-06-03", "dryRun": true}`},
	{rest: "PUT /api/v1/actual-hours/window?dryRun=true", body: `{"projectId": "$beacon", "startDate": "2026-06-02",
			"endDate": "2026-06-03", "items": []}`, rpc: "ActualHoursService/ReplaceActualHoursWindow"},
	{rest: "POST /api/v1/actual-hours/delete?dryRun=true",
		body: `{"items": [{"userId": "$worker", "projectId": "$beacon", "date": "2026-06-03"}]}`,
		rpc:  "ActualHoursService/DeleteActualHoursRows"},
	{rest: "POST /api/v1/actual-hours?dryRun=true",
		body: `{"items": [{"userId": "$worker", "projectId": "$beacon", "date": "2026-06-03", "hours": 1}]}`,
		rpc:  "ActualHoursService/UpsertActualHours"},

	{rest: "POST /api/v1/actual-hours/prefill?dryRun=true",
		body: `{"userId": "$worker", "startDate": "2026-06-08", "endDate": "2026-06-12", "from": "previous_week"}`,
		rpc:  "ActualHoursService/PrefillActualHours",
		request: `{"prefill": {"userId": "$worker", "startDate": "2026-06-08", "endDate": "2026-06-12",
			"from": "PREFILL_SOURCE_PREVIOUS_WEEK"}, "dryRun": true}`},
	{rest: "GET /api/v1/capacity?" + june, rpc: "CapacityService/GetCapacity", request: `{` + inJune + `}`, shows: capable},
	{rest: "GET /api/v1/capacity?bucket=day&user_id=$worker&" + june, rpc: "CapacityService/GetCapacity",
		request: `{"bucket": "CAPACITY_BUCKET_DAY", "user_id": "$worker", ` + inJune + `}`, shows: capable},
	{rest: "GET /api/v1/capacity?group_by=manager&time_off_by_type=true&" + june, rpc: "CapacityService/GetCapacity",
		request: `{"group_by": "CAPACITY_GROUP_MANAGER", "time_off_by_type": true, ` + inJune + `}`, shows: capable + " leaveTypes"},
	{rest: "GET /api/v1/capacity?group_by=organization&time_off_by_type=true&" + june, rpc: "CapacityService/GetCapacity",
		request: `{"group_by": "CAPACITY_GROUP_ORGANIZATION", "time_off_by_type": true, ` + inJune + `}`,
		shows:   capable + " leaveTypes"},
	{rest: "GET /api/v1/capacity?time_off_by_type=true&manager_id=$boss&" + june, rpc: "CapacityService/GetCapacity",
		request: `{"time_off_by_type": true, "manager_id": "$boss", ` + inJune + `}`, shows: capable + " leaveTypes"},
	{rest: "GET /api/v1/capacity?group_by=project&" + june, rpc: "CapacityService/GetCapacity",
		request: `{"group_by": "CAPACITY_GROUP_PROJECT", ` + inJune + `}`, shows: "workedHours"},
	{rest: "GET /api/v1/capacity?group_by=client&user_id=$worker&" + june, rpc: "CapacityService/GetCapacity",
		request: `{"group_by": "CAPACITY_GROUP_CLIENT", "user_id": "$worker", ` + inJune + `}`, shows: "workedHours"},
	{rest: "GET /api/v1/capacity?group_by=capability&" + june, rpc: "CapacityService/GetCapacity",
		request: `{"group_by": "CAPACITY_GROUP_CAPABILITY", ` + inJune + `}`, shows: "workedHours utilization"},
	{rest: "GET /api/v1/capacity?split_by=project&" + june, rpc: "CapacityService/GetCapacity",
		request: `{"split_by": "CAPACITY_SPLIT_PROJECT", ` + inJune + `}`, shows: "workedHours"},
	{rest: "GET /api/v1/capacity?capability_id=$design&" + june, rpc: "CapacityService/GetCapacity",
		request: `{"capability_id": "$design", ` + inJune + `}`, shows: "workedHours"},
	{rest: "GET /api/v1/capacity?time_off_by_type=true&" + june, accept: "text/csv", shows: capable + " leaveTypes"},
	{rest: "GET /api/v1/capacity/gaps?hours=1&" + june, rpc: "CapacityService/ListCapacityGaps",
		request: `{"hours": 1, ` + inJune + `}`, shows: "utilization"},
	{rest: "GET /api/v1/capacity/gaps?hours=1&capability_id=$design&" + june, rpc: "CapacityService/ListCapacityGaps",
		request: `{"hours": 1, "capability_id": "$design", ` + inJune + `}`, shows: "workedHours"},
	{rest: "GET /api/v1/users/$vacancy/candidates?" + june, rpc: "CapacityService/ListCandidates",
		request: `{"placeholder_id": "$vacancy", ` + inJune + `}`, shows: "utilization"},
	{rest: "POST /api/v1/proposals/suggest?dryRun=true", body: `{"among": ["$worker"], "demand": {"projectId": "$atlas", "hours": 400,
			"startDate": "2026-03-01", "endDate": "2026-03-31"}}`, rpc: "ProposalService/SuggestProposal",
		request: `{"dryRun": true, "brief": {"among": ["$worker"], "demand": {"projectId": "$atlas", "hours": 400,
			"startDate": "2026-03-01", "endDate": "2026-03-31"}}}`}, // keys that only read do not see it
	{rest: "POST /api/v1/users/$vacancy/fill?dryRun=true", body: `{"userId": "$worker"}`,
		rpc:     "AssignmentService/FillPlaceholder",
		request: `{"placeholderId": "$vacancy", "filling": {"userId": "$worker"}, "dryRun": true}`},
	{rest: "POST /api/v1/assignments?dryRun=true&include=warnings&include=availability",
		body: `{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2026-06-12", "hours": 9}]}`,
		rpc:  "AssignmentService/UpsertAssignments", request: `{"dryRun": true, "include": ["warnings", "availability"], "batch":
			{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2026-06-12", "hours": 9}]}}`},

	{rest: "GET /api/v1/events?after=$start&limit=200&types=time_off.*&types=actual_hours.*", rpc: "EventService/ListEvents",
		request: `{"after": "$start", "limit": 200, "types": ["time_off.*", "actual_hours.*"]}`,
		shows:   "leaveTypes pendingRequests workedHours"},
	{rest: "GET /api/v1/events?after=0&record_id=$pending", rpc: "EventService/ListEvents",
		request: `{"after": "0", "record_id": "$pending"}`, shows: "pendingRequests"},
	{rest: "GET /api/v1/events/$next", rpc: "EventService/GetEvent", request: `{"seq": "$next"}`,
		shows: "leaveTypes pendingRequests workedHours"},

	{tool: "who_is_away", arguments: map[string]any{"startDate": "2026-01-01", "endDate": "2026-12-31", "includePending": true},
		shows: "pendingRequests"},
	{tool: "time_off_to_decide"},
	{tool: "plan_against_actual", arguments: map[string]any{"startDate": "2026-06-01", "endDate": "2026-06-30"},
		shows: "workedHours"},
	{tool: "plan_against_actual", arguments: map[string]any{"startDate": "2026-06-01", "endDate": "2026-06-30", "groupBy": "project"},
		shows: "workedHours"},
	{tool: "find_free_people", arguments: map[string]any{"startDate": "2026-06-01", "endDate": "2026-06-30", "hours": 1},
		shows: "utilization"},
	{tool: "explain_change", arguments: map[string]any{"types": []string{"time_off.*", "actual_hours.*"}},
		shows: "leaveTypes pendingRequests workedHours"},
}

// moving is what is never the same in two responses: when they are made, and how much was written in all. Dry runs also
// have new ids.
var (
	moving = regexp.MustCompile(`"(head|nextAfter|first|as_?[oO]f(_?[sS]eq)?|(from|to)_?[sS]eq)": ?"?\d+"?|` +
		`"(request_?[iI][dD]|since|(created|updated)_?[aA]t)": ?"[^"]*"`)
	newIDs = regexp.MustCompile(`"id": ?"[^"]*"`)
)

// look returns what a caller sees through a peephole, without what is moving.
func (p *peephole) look(t *testing.T, a *apitest.API, as string, assistants map[string]*assistant, isREST bool) string {
	t.Helper()
	seen := ""
	switch {
	case p.tool != "":
		res, err := assistants[as].CallTool(t.Context(), &sdk.CallToolParams{Name: p.tool, Arguments: p.arguments})
		if err != nil {
			t.Fatal(err)
		}
		seen = res.Content[0].(*sdk.TextContent).Text
	case !isREST && p.rpc != "":
		request := p.request
		if request == "" {
			request = grpcBody(t, p.rpc, p.body)
		}
		ans := a.Call(t, as, p.rpc, request, nil)
		body, _ := json.Marshal(ans.Body)
		seen = fmt.Sprint(ans.GRPC, ans.Code, ans.Fields, ans.Message, string(body))
	case p.accept != "":
		resp, body := send(t, a, p.rest, nil, http.Header{
			"Authorization": {"Bearer " + a.Secret(as)}, "Accept": {p.accept},
		})
		seen = fmt.Sprint(resp.StatusCode, body)
	default:
		ans := a.REST(t, as, p.rest, p.body, nil)
		seen = fmt.Sprint(ans.Status, string(ans.Raw))
	}
	if strings.Contains(p.rest, "dryRun") {
		seen = newIDs.ReplaceAllString(seen, "")
	}
	return moving.ReplaceAllString(seen, "")
}

// grpcBody returns a request whose body is that of the REST call, as a dry run.
func grpcBody(t *testing.T, name, body string) string {
	t.Helper()
	for _, m := range methods(t) {
		if strings.HasSuffix(m.Name, "."+name) {
			return `{"` + m.Body.JSONName() + `": ` + body + `, "dryRun": true}`
		}
	}
	t.Fatalf("there is no rpc %s", name)
	return ""
}

// assisted is a server with the door of assistants.
var assisted = apitest.Share(services.Config{MCP: true}, nil)

func methods(t *testing.T) []*rpc.Method {
	t.Helper()
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	return table.Methods()
}

// TestPrivacy asks every caller through every peephole before and after something private exists. Whoever may not see
// it gets the same response, also in lists, counts, sums, exports, events, errors and from assistants, whatever the
// filter. Whoever may see it gets another one.
func TestPrivacy(t *testing.T) {
	for name, m := range matters {
		for _, audience := range []string{"managers", "all"} {
			for _, protocol := range []string{"REST", "gRPC"} {
				t.Run(name+" for "+audience+" over "+protocol, func(t *testing.T) {
					t.Parallel()
					m.check(t, audience, protocol == "REST")
				})
			}
		}
	}
}

func (m *matter) check(t *testing.T, audience string, isREST bool) {
	a := assisted.New(t)
	done(t, a, "PATCH /api/v1/organization/privacy", `{"`+m.setting+`": "`+audience+`"}`)
	a.Exec(`UPDATE users SET role = 'manager' WHERE organization_id = $1 AND id = $2`, a.Organization, a.ID("loner"))
	a.Exec(`UPDATE users SET reports_to_id = $2 WHERE organization_id = $1 AND id = $3`, a.Organization, a.ID("loner"), a.ID("pm"))
	reads := slices.DeleteFunc(slices.Clone(scopes), func(scope string) bool { return !strings.HasPrefix(scope, "read:") })
	a.Key("reading_admin", "admin", reads...)
	a.Key("reading_peer", "peer", reads...)
	done(t, a, "POST /api/v1/assignments", `{"items": [
		{"userId": "$vacancy", "projectId": "$atlas", "date": "2026-06-15", "hours": 9},
		{"userId": "$worker", "projectId": "$atlas", "date": "2026-06-16", "hours": 4}]}`)
	for _, user := range []string{"$vacancy", "$worker"} {
		done(t, a, "PUT /api/v1/users/"+user+"/capabilities", `{"items": [{"capabilityId": "$design", "level": 3}]}`)
	}
	const unknown = "01970000-0000-7000-8000-00000000dead"
	head := func() string {
		waitFor(t, "all events have numbers", func() bool {
			return a.Count(`SELECT count(*) FROM events WHERE organization_id = $1 AND seq IS NULL`, a.Organization) == 0
		})
		return fmt.Sprint(events(t, a, "admin", "after=head").Head)
	}
	start := head()
	next := start + "0000" // there is no such event
	if m.setting != "utilization" {
		n, _ := strconv.Atoi(start)
		next = strconv.Itoa(n + 1)
	}
	a = a.With("start", start).With("next", next).With("now", start).With("leave", unknown).
		With("pending", unknown)
	assistants := map[string]*assistant{}
	before := map[string][]string{}
	for _, as := range strings.Fields(onlookers) {
		assistants[as] = connectAssistant(t, a, as)
		for i := range peepholes {
			before[as] = append(before[as], peepholes[i].look(t, a, as, assistants, isREST))
		}
	}
	a = m.arrives(t, a)
	a = a.With("now", head())
	for _, as := range strings.Fields(onlookers) {
		sees, some := audience == "all" || slices.Contains(strings.Fields(m.sees), as), false
		for i := range peepholes {
			p := &peepholes[i]
			after := p.look(t, a, as, assistants, isREST)
			// The types are in what is always visible: then the name and the id of the type tell.
			changed := m.setting != "leaveTypes" &&
				strings.ReplaceAll(after, a.ID("pending"), unknown) != before[as][i] ||
				strings.Contains(after, a.ID("sick")) || strings.Contains(after, "Sick")
			some = some || changed
			if changed && !sees {
				t.Errorf("%s sees it by %s%s %s:\n%s\n%s", as, p.rest, p.tool, p.body, before[as][i], after)
			}
			if shows := slices.Contains(strings.Fields(p.shows), m.setting); sees && shows && !changed && !m.inSome {
				t.Errorf("%s does not see it by %s%s %v:\n%s", as, p.rest, p.tool, p.arguments, after)
			}
		}
		if sees != some {
			t.Errorf("%s sees it: %t, want %t", as, some, sees)
		}
	}
}

// showsNothing are the rpcs whose responses have a message of private records, but no peephole, with the reason.
var showsNothing = map[string]string{
	"AssignmentService/DiffAssignments":  "planned hours are always visible",
	"TimeOffService/CreateTimeOff":       "returns what the request has, to those who may write it",
	"EventService/WatchEvents":           "has a test of its own",
	"TimesheetService/GetTimesheetHours": "whoever sees a timesheet also sees the hours",

	"ActualHoursEntryService/UpsertActualHoursEntries": "returns what the request has, to those who may write it",
}

// TestEveryRPCHasAPeephole fails if an rpc can return something private of people, and TestPrivacy does not ask it.
func TestEveryRPCHasAPeephole(t *testing.T) {
	private := map[protoreflect.FullName]bool{}
	for _, m := range []protoreflect.ProtoMessage{
		&pb.TimeOff{}, &pb.ActualHoursRow{}, &pb.HoursDifference{}, &pb.Event{}, &pb.CapacityHours{}, &pb.CapacityGap{},
		&pb.Candidate{}, &pb.FilledPlaceholder{}, &pb.ActualHoursEntry{},
	} {
		private[m.ProtoReflect().Descriptor().FullName()] = true
	}
	asked := map[string]bool{}
	for _, p := range peepholes {
		asked[p.rpc] = true
	}
	for _, m := range methods(t) {
		name := strings.TrimPrefix(m.Name, "/workplan.v1.")
		if has(m.Output.Descriptor(), private, map[protoreflect.FullName]bool{}) && !asked[name] && showsNothing[name] == "" {
			t.Errorf("%s returns private records: add it to peepholes", name)
		}
	}
}

// has reports whether a message has a field of one of the messages in wanted, at any depth.
func has(md protoreflect.MessageDescriptor, wanted, seen map[protoreflect.FullName]bool) bool {
	if wanted[md.FullName()] || seen[md.FullName()] {
		return wanted[md.FullName()]
	}
	seen[md.FullName()] = true
	for i := range md.Fields().Len() {
		if fd := md.Fields().Get(i); fd.Message() != nil && has(fd.Message(), wanted, seen) {
			return true
		}
	}
	return false
}

// created makes a call and returns the id of the record that it has created.
func created(t *testing.T, a *apitest.API, call, body string) string {
	t.Helper()
	return dataOf(t, a.REST(t, "admin", call, body, nil))["id"].(string)
}

// done makes a call that must succeed.
func done(t *testing.T, a *apitest.API, call, body string) {
	t.Helper()
	if ans := a.REST(t, "admin", call, body, nil); ans.Status != http.StatusOK {
		t.Fatalf("%s: %d %s", call, ans.Status, ans.Raw)
	}
}

const membersOfPrivacy = "id leaveTypes pendingRequests workedHours utilization version updatedAt"

// privacy is the record of what people see of each other.
var privacy = resource{field: "privacy", enums: map[string]string{
	"leaveTypes": "AUDIENCE_", "pendingRequests": "AUDIENCE_", "workedHours": "AUDIENCE_", "utilization": "AUDIENCE_",
}}

func getPrivacy(name string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{Name: name, Call: "GET /api/v1/organization/privacy", RPC: "OrganizationService/GetPrivacy"},
		"", nil, expectations)
}

func setPrivacy(name, body string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{Name: name, Call: "PATCH /api/v1/organization/privacy", Body: body,
		RPC: "OrganizationService/UpdatePrivacy"}, privacy.field, nil, append([]expectation{privacy.nameEnums}, expectations...))
}

func TestChoosePrivacy(t *testing.T) {
	const all = `"leaveTypes": "all", "pendingRequests": "all", "workedHours": "all", "utilization": "all"`
	apitest.Run(t, []apitest.Step{
		getPrivacy("nothing is hidden at first", hasMembers("data", membersOfPrivacy), hasHeader("ETag", `"0"`),
			data(`{"id": "*", `+all+`, "version": 0, "updatedAt": null}`)),
		getPrivacy("everybody may know it", by("loner"), data(`{`+all+`}`)),
		setPrivacy("a dry run changes nothing", `{"leaveTypes": "managers"}`, dryRun, data(`{"leaveTypes": "managers", "version": 1}`)),
		setPrivacy("nor does an empty change", `{}`, data(`{`+all+`, "version": 0}`)),
		setPrivacy("one choice is made", `{"leaveTypes": "managers"}`, hasHeader("ETag", `"1"`),
			data(`{"leaveTypes": "managers", "pendingRequests": "all", "version": 1, "updatedAt": "*"}`)),
		setPrivacy("the same again changes nothing", `{"leaveTypes": "managers"}`, data(`{"version": 1}`)),
		setPrivacy("others keep their values", `{"workedHours": "managers", "utilization": "managers"}`,
			data(`{"leaveTypes": "managers", "workedHours": "managers", "utilization": "managers", "version": 2}`)),
		setPrivacy("a choice is all or managers", `{"leaveTypes": "nobody"}`, overREST, badField("validation_failed", "leaveTypes")),
		setPrivacy("and never null", `{"leaveTypes": null}`, overREST, badField("validation_failed", "leaveTypes")),
		setPrivacy("the version is not for clients", `{"version": 7}`, badField("unknown_field", "version")),
		setPrivacy("a manager may not change it", `{"leaveTypes": "all"}`, by("boss"), refused("permission_denied")),
		setPrivacy("not even to what it is", `{}`, by("worker"), refused("permission_denied")),
		getPrivacy("it stays", by("worker"), data(`{"leaveTypes": "managers", "version": 2}`)),
		getPrivacy("another organization has its own", by("other_admin"), data(`{`+all+`, "version": 0}`)),
		do("each change leaves an event", func(t *testing.T, a *apitest.API) {
			var changes []event
			for _, e := range journal(t, a, "worker") {
				if e.Type == "privacy.updated" {
					changes = append(changes, e)
				}
			}
			if len(changes) != 2 || changes[0].Before["leaveTypes"] != "all" || changes[0].After["leaveTypes"] != "managers" ||
				changes[1].Before["workedHours"] != "all" || changes[1].Record.ID != a.Organization.String() {
				t.Errorf("%+v", changes)
			}
		}),
	})
}

// TestTwoAdminsChoosePrivacy: of two changes that were made at the same time, none is lost, also if it is the first.
func TestTwoAdminsChoosePrivacy(t *testing.T) {
	a := apitest.New(t)
	var writers sync.WaitGroup
	for _, choice := range []string{"leaveTypes", "pendingRequests", "workedHours", "utilization"} {
		writers.Go(func() {
			if ans := a.REST(t, "admin", "PATCH /api/v1/organization/privacy", `{"`+choice+`": "managers"}`, nil); ans.Status != 200 {
				t.Errorf("%s: %s", choice, ans.Raw)
			}
		})
	}
	writers.Wait()
	got := dataOf(t, a.REST(t, "admin", "GET /api/v1/organization/privacy", "", nil))
	for _, choice := range []string{"leaveTypes", "pendingRequests", "workedHours", "utilization"} {
		if got[choice] != "managers" {
			t.Errorf("%s is %v", choice, got[choice])
		}
	}
	header := map[string]string{"If-Match": `"1"`}
	if ans := a.REST(t, "admin", "PATCH /api/v1/organization/privacy", `{}`, header); ans.Code != "version_conflict" {
		t.Errorf("%d %s", ans.Status, ans.Raw)
	}
}

// TestPrivacyIsEffectiveWithinASecond changes the choice while callers are remembered, and while a stream is open.
func TestPrivacyIsEffectiveWithinASecond(t *testing.T) {
	a := apitest.New(t)
	list := func(as string) int { return len(recordsOf(t, a.REST(t, as, "GET /api/v1/time-off", "", nil))) }
	capacity := func(as, tag string) *apitest.Answer {
		header := map[string]string{}
		if tag != "" {
			header["If-None-Match"] = tag
		}
		return a.REST(t, as, "GET /api/v1/capacity?start_date=2026-03-02&end_date=2026-03-06", "", header)
	}
	created(t, a, "POST /api/v1/time-off", skiing(`{}`))
	if list("peer") != 1 || list("lead") != 1 {
		t.Fatal("the request is not in the list")
	}
	allNumbered(t, a)
	stream, err := pb.NewEventServiceClient(a.Conn).WatchEvents(a.Context(t.Context(), "peer"),
		&pb.WatchEventsRequest{After: new("head"), Types: []string{"time_off.*"}})
	if err != nil {
		t.Fatal(err)
	}
	if m, err := stream.Recv(); err != nil || m.Event != nil {
		t.Fatalf("%v %v", m, err)
	}
	done(t, a, "PATCH /api/v1/organization/privacy", `{"pendingRequests": "managers", "leaveTypes": "managers"}`)
	apitest.WaitForCallers()
	if list("peer") != 0 || list("lead") != 1 {
		t.Error("the request is still in the list, or not in that of the manager")
	}
	created(t, a, "POST /api/v1/time-off", skiing(`{}`))
	decided := created(t, a, "POST /api/v1/time-off", skiing(`{"status": "approved"}`))
	m, err := stream.Recv()
	if err != nil || m.Event.GetRecord().GetId() != decided {
		t.Fatalf("the stream has %v %v", m, err)
	}
	if kind := m.Event.After.Fields["timeOffTypeId"]; kind.GetStringValue() != "" {
		t.Errorf("the stream has the type %v", kind)
	}
	allNumbered(t, a)
	of := capacity("lead", "")
	if tag := of.Header.Get("ETag"); capacity("lead", tag).Status != http.StatusNotModified ||
		capacity("peer", tag).Status != http.StatusOK {
		t.Errorf("whoever sees less gets 304 for the figures of somebody else, %s", tag)
	}
}

// TestWebhooksSendWhatTheirUserSees: an admin who has set up a webhook is a member now.
func TestWebhooksSendWhatTheirUserSees(t *testing.T) {
	a := apitest.NewIsolated(t)
	role := func(role string) {
		a.Exec(`UPDATE users SET role = $1 WHERE organization_id = $2 AND id = $3`, role, a.Organization, a.ID("loner"))
		apitest.WaitForCallers()
	}
	role("admin")
	h := &hook{receiver: newReceiver(t), t: t, a: a}
	allNumbered(t, a)
	made := a.REST(t, "loner", "POST /api/v1/webhooks", fmt.Sprintf(`{"url": %q, "types": ["time_off.*", "actual_hours.*"]}`, h.URL), nil)
	h.id = dataOf(t, made)["id"].(string)
	role("member")
	done(t, a, "PATCH /api/v1/organization/privacy",
		`{"pendingRequests": "managers", "leaveTypes": "managers", "workedHours": "managers"}`)
	created(t, a, "POST /api/v1/time-off", skiing(`{}`))
	done(t, a, "POST /api/v1/actual-hours", `{"items": [{"userId": "$worker", "projectId": "$beacon", "date": "2026-06-02", "hours": 5},
		{"userId": "$loner", "projectId": "$beacon", "date": "2026-06-02", "hours": 3}]}`)
	created(t, a, "POST /api/v1/time-off", skiing(`{"status": "approved", "timeOffTypeId": "$sick"}`))
	h.caughtUp()
	got := h.got[1:] // after the ping
	if len(got) != 2 || got[0].Data.RowCount != 1 || got[0].Data.Rows[0].UserID != a.ID("loner") ||
		got[1].Data.After["status"] != "approved" || got[1].Data.After["timeOffTypeId"] != nil {
		t.Errorf("%+v", got)
	}
}

// TestHiddenUtilization: a person whose utilization is hidden has planned hours, but no availability.
func TestHiddenUtilization(t *testing.T) {
	capacity := func(name, group string, expectations ...expectation) apitest.Step {
		return paired(apitest.Step{
			Name: name, RPC: "CapacityService/GetCapacity",
			Call: "GET /api/v1/capacity?start_date=2026-06-16&end_date=2026-06-16&group_by=" + group,
		}, "", map[string]any{"start_date": "2026-06-16", "end_date": "2026-06-16",
			"group_by": "CAPACITY_GROUP_" + strings.ToUpper(group)}, expectations)
	}
	// The series are contracted, holiday, timeOff, availability, pendingTimeOff, planned, tentative, actual, free, over
	// and unfilled. The figures are the same over gRPC, in another form.
	team := func(want string) expectation {
		return checked(func(t *testing.T, a *apitest.API, ans *apitest.Answer) {
			var got []string
			for _, item := range apitest.Lookup(ans.Body, "data.items").([]any) {
				item := item.(map[string]any)
				if item["id"] == a.ID("worker") || item["id"] == a.ID("peer") {
					values, _ := json.Marshal(item["values"])
					got = append(got, fmt.Sprint(item["name"], " ", string(values), " ", item["utilization"]))
				}
			}
			if strings.Join(got, "\n") != want {
				t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), want)
			}
		})
	}
	apitest.Run(t, []apitest.Step{
		setPrivacy("utilization is for managers", `{"utilization": "managers"}`),
		plannedHours.upsert("the worker has planned hours",
			`{"userId": "$worker", "projectId": "$atlas", "date": "2026-06-16", "hours": 10}`),
		capacity("a colleague sees the plan", "user", by("peer"), overREST,
			team("Pe Peer [[8],[0],[0],[8],[0],[0],[0],[0],[8],[0],[0]] [0]\n"+
				"Wo Worker [[0],[0],[0],[0],[0],[10],[0],[0],[0],[0],[0]] [<nil>]")),
		capacity("the manager sees all", "user", by("lead"), overREST,
			team("Pe Peer [[8],[0],[0],[8],[0],[0],[0],[0],[8],[0],[0]] [0]\n"+
				"Wo Worker [[8],[0],[0],[8],[0],[10],[0],[0],[0],[2],[0]] [1.25]")),
		capacity("a sum of all has no utilization", "organization", by("peer"), overREST,
			data(`{"items": [{"utilization": [null], "values": [[8], [0], [0], [8], [0], [10], [0], [0], [8], [0], [0]]}],
				"total": {"utilization": [null]}}`)),
		capacity("nor does that of a team", "manager", by("worker"), overREST, checked(
			func(t *testing.T, a *apitest.API, ans *apitest.Answer) {
				for _, item := range apitest.Lookup(ans.Body, "data.items").([]any) {
					if ratio := apitest.Lookup(item, "utilization.0"); ratio != nil {
						t.Errorf("%v", item)
					}
				}
			})),
		capacity("an admin sees it", "organization", overREST,
			data(`{"items": [{"utilization": ["*"]}], "total": {"utilization": ["*"]}}`)),
	})
}

// TestAHiddenRequestIsNotNamed: an external id is taken also if its request is hidden. Then the error does not say
// which request has it.
func TestAHiddenRequestIsNotNamed(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	done(t, a, "PATCH /api/v1/users/$peer", `{"reportsToId": "$pm"}`)
	pending := mustREST(t, a, "POST /api/v1/time-off", skiing(`{"userId": "$worker", "externalIds": ["hr:1"]}`))
	id, _ := apitest.Lookup(pending.Body, "data.id").(string)
	own := skiing(`{"userId": "$peer", "externalIds": ["hr:1"]}`)
	create := [2]string{"POST /api/v1/time-off", own}
	upsert := [2]string{"POST /api/v1/time-off/upsert?dryRun=true", `{"match": "externalId:hr", "items": [` + own + `]}`}
	refused := func(call [2]string, named bool) {
		t.Helper()
		ans := a.REST(t, "pm", call[0], call[1], nil)
		if ans.Code != "already_exists" || strings.Contains(string(ans.Raw), id) != named {
			t.Errorf("%s: %d %s", call[0], ans.Status, ans.Raw)
		}
	}
	refused(create, true)
	done(t, a, "PATCH /api/v1/organization/privacy", `{"pendingRequests": "managers"}`)
	apitest.WaitForCallers()
	refused(create, false)
	refused(upsert, false)
}

// TestCapacityFromBeforeItWasHidden: for a moment, a server does not know yet what an admin has hidden. Figures of that
// moment are not taken for those after it.
func TestCapacityFromBeforeItWasHidden(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	done(t, a, "PATCH /api/v1/organization/privacy", `{"workedHours": "managers"}`)
	apitest.WaitForCallers()
	const call = "GET /api/v1/capacity?start_date=2026-03-02&end_date=2026-03-08"
	a.REST(t, "peer", call, "", nil) // who the caller is stays known for a moment
	done(t, a, "PATCH /api/v1/organization/privacy", `{"utilization": "managers"}`)
	allNumbered(t, a)
	before := a.REST(t, "peer", call, "", nil)
	apitest.WaitForCallers()
	after := a.REST(t, "peer", call, "", map[string]string{"If-None-Match": before.Header.Get("ETag")})
	if fresh := a.REST(t, "peer", call, "", nil); after.Status == 304 && !bytes.Equal(fresh.Raw, before.Raw) {
		t.Errorf("figures that are hidden by now are said to be those of now: %s, now %s", before.Raw, fresh.Raw)
	}
	again := a.REST(t, "peer", call, "", nil)
	if same := a.REST(t, "peer", call, "", map[string]string{"If-None-Match": again.Header.Get("ETag")}); same.Status != 304 {
		t.Errorf("figures that nobody has changed are sent again: %d", same.Status)
	}
}

// TestMoneyOfHiddenHours: who does not see all worked hours is told that sums are partial, and gets no lines with gaps.
func TestMoneyOfHiddenHours(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	done(t, a, "PATCH /api/v1/organization/privacy", `{"workedHours": "managers"}`)
	done(t, a, "POST /api/v1/actual-hours", `{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2026-06-02", "hours": 5},
		{"userId": "$loner", "projectId": "$atlas", "date": "2026-06-02", "hours": 3}]}`)
	done(t, a, "PUT /api/v1/projects/$atlas/budget", `{"items": [{"hours": 100, "period": "total"}]}`)
	const days, ofProject = "start_date=2026-06-01&end_date=2026-06-30", "&project_id=$atlas"
	for _, tt := range []struct {
		as, query string
		partial   bool
		spent     any
		lines     int
	}{
		{"admin", "", false, 8., 200}, {"boss", "", true, nil, 403}, {"boss", ofProject, true, nil, 403},
		{"pm", ofProject, false, 8., 200},
	} {
		money := a.REST(t, tt.as, "GET /api/v1/money?budget=true&"+days+tt.query, "", nil)
		if partial := apitest.Lookup(money.Body, "data.partial"); partial != tt.partial {
			t.Errorf("%s%s: partial is %v", tt.as, tt.query, partial)
		}
		list, _ := apitest.Lookup(money.Body, "data.items").([]any)
		for _, item := range list {
			if apitest.Lookup(item, "name") == "Atlas" && apitest.Lookup(item, "budget.spentHours") != tt.spent {
				t.Errorf("%s%s: %v", tt.as, tt.query, item)
			}
		}
		if lines := a.REST(t, tt.as, "GET /api/v1/money/lines?"+days+tt.query, "", nil); lines.Status != tt.lines {
			t.Errorf("%s%s: lines %s", tt.as, tt.query, lines.Raw)
		}
	}
}
