package acceptance_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/test/apitest"
)

// The figures of capacity are tested in services/capacity. These tests are about its requests
// and its responses.

func TestCapacityRanges(t *testing.T) {
	t.Parallel()
	const rpc = "CapacityService/GetCapacity"
	step := func(name, query, request, field string) apitest.Step {
		s := apitest.Step{Name: name, Call: "GET /api/v1/capacity?" + query, RPC: rpc, Request: request}
		if field != "" {
			s.Status, s.GRPC, s.Code, s.Field, s.Path = 400, codes.InvalidArgument, "validation_failed", field,
				strings.NewReplacer("startDate", "start_date", "endDate", "end_date").Replace(field)
		}
		return s
	}
	apitest.Run(t, []apitest.Step{
		step("370 days are the most", "start_date=2028-01-01&end_date=2029-01-04",
			`{"start_date": "2028-01-01", "end_date": "2029-01-04"}`, ""),
		step("371 days are too many", "start_date=2028-01-01&end_date=2029-01-05",
			`{"start_date": "2028-01-01", "end_date": "2029-01-05"}`, "end_date"),
		step("the end may be the start", "start_date=2028-01-01&end_date=2028-01-01",
			`{"start_date": "2028-01-01", "end_date": "2028-01-01"}`, ""),
		step("the end is not before the start", "start_date=2028-01-02&end_date=2028-01-01",
			`{"start_date": "2028-01-02", "end_date": "2028-01-01"}`, "start_date"),
		step("the error has the name that the client wrote", "startDate=2028-01-02&endDate=2028-01-01",
			`{"start_date": "2028-01-02", "end_date": "2028-01-01"}`, "startDate"),
		step("the start is required", "end_date=2028-01-01", `{"end_date": "2028-01-01"}`, "start_date"),
		step("the end is required", "start_date=2028-01-01", `{"start_date": "2028-01-01"}`, "end_date"),
		step("the first year", "start_date=0001-01-01&end_date=0001-12-31",
			`{"start_date": "0001-01-01", "end_date": "0001-12-31"}`, ""),
		step("the last year", "start_date=9999-01-01&end_date=9999-12-31",
			`{"start_date": "9999-01-01", "end_date": "9999-12-31"}`, ""),
		step("users are split by project", "start_date=2028-01-01&end_date=2028-01-31&group_by=user&split_by=project",
			`{"start_date": "2028-01-01", "end_date": "2028-01-31", "group_by": "CAPACITY_GROUP_USER",
				"split_by": "CAPACITY_SPLIT_PROJECT"}`, ""),
		step("nothing else is split", "start_date=2028-01-01&end_date=2028-01-31&group_by=manager&split_by=client",
			`{"start_date": "2028-01-01", "end_date": "2028-01-31", "group_by": "CAPACITY_GROUP_MANAGER",
				"split_by": "CAPACITY_SPLIT_CLIENT"}`, "split_by"),
		step("a project cannot be split by project",
			"start_date=2028-01-01&end_date=2028-01-31&group_by=project&split_by=project",
			`{"start_date": "2028-01-01", "end_date": "2028-01-31", "group_by": "CAPACITY_GROUP_PROJECT",
				"split_by": "CAPACITY_SPLIT_PROJECT"}`,
			"split_by"),
		step("users are not split by manager", "start_date=2028-01-01&end_date=2028-01-31&split_by=manager",
			`{"start_date": "2028-01-01", "end_date": "2028-01-31", "split_by": 9}`, "split_by"),
		step("time off by type", "start_date=2028-01-01&end_date=2028-01-31&group_by=manager&time_off_by_type=true",
			`{"start_date": "2028-01-01", "end_date": "2028-01-31", "group_by": "CAPACITY_GROUP_MANAGER", "time_off_by_type": true}`, ""),
		step("projects have no time off",
			"start_date=2028-01-01&end_date=2028-01-31&group_by=project&time_off_by_type=true",
			`{"start_date": "2028-01-01", "end_date": "2028-01-31", "group_by": "CAPACITY_GROUP_PROJECT", "time_off_by_type": true}`,
			"time_off_by_type"),
		step("nor have hours on a client",
			"start_date=2028-01-01&end_date=2028-01-31&client_id=$acme&time_off_by_type=true",
			`{"start_date": "2028-01-01", "end_date": "2028-01-31", "client_id": "$acme", "time_off_by_type": true}`,
			"time_off_by_type"),
		step("projects without types of time off",
			"start_date=2028-01-01&end_date=2028-01-31&group_by=project&time_off_by_type=false",
			`{"start_date": "2028-01-01", "end_date": "2028-01-31", "group_by": "CAPACITY_GROUP_PROJECT",
				"time_off_by_type": false}`, ""),
		step("all years are too many", "start_date=0001-01-01&end_date=9999-12-31",
			`{"start_date": "0001-01-01", "end_date": "9999-12-31"}`, "end_date"),
		{
			Name:    "gaps in the first year look back before it",
			Call:    "GET /api/v1/capacity/gaps?hours=8&start_date=0001-01-01&end_date=0001-12-31&capability_id=$design",
			RPC:     "CapacityService/ListCapacityGaps",
			Request: `{"hours": 8, "start_date": "0001-01-01", "end_date": "0001-12-31", "capability_id": "$design"}`,
			Want:    `{"data": {"items": []}}`,
		}, {
			Name: "gaps need hours", Call: "GET /api/v1/capacity/gaps?start_date=2028-01-01&end_date=2028-01-31",
			RPC: "CapacityService/ListCapacityGaps", Request: `{"start_date": "2028-01-01", "end_date": "2028-01-31"}`,
			Status: 400, GRPC: codes.InvalidArgument, Code: "validation_failed", Field: "hours", Path: "hours",
		},
	})
}

// TestCapacityOfALeaver: somebody who was away and has left is in no sum, but can be asked for.
func TestCapacityOfALeaver(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	a.Exec(`INSERT INTO time_off_requests (organization_id, id, version, created_at, updated_at, user_id, time_off_type_id,
		start_date, end_date, availability, reason, status)
		VALUES ($1, gen_random_uuid(), 1, now(), now(), $2, $3, '2028-03-01', '2028-03-31', 0, 'x', 'approved')`,
		a.Organization, a.ID("loner"), a.ID("vacation"))
	mustREST(t, a, "PATCH /api/v1/users/$loner", `{"isActive": false}`)
	month := func(query string) any {
		ans := a.REST(t, "admin",
			"GET /api/v1/capacity?bucket=month&start_date=2028-03-01&end_date=2028-03-31"+a.Expand(query), "", nil)
		items, _ := apitest.Lookup(ans.Body, "data.items").([]any)
		for _, item := range items {
			if apitest.Lookup(item, "id") == a.ID("loner") {
				return apitest.Lookup(item, "values.2.0")
			}
		}
		return nil
	}
	if got := month(""); got != nil {
		t.Errorf("the sums of all have %v hours of somebody who has left", got)
	}
	if got := month("&user_id=$loner"); got != 184.0 { // 23 days
		t.Errorf("%v hours of time off", got)
	}
}

// TestCapacityOfALeaverWithHours: hours of somebody who has left bring all of their availability into the sums, except
// hours of cancelled projects.
func TestCapacityOfALeaverWithHours(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	total := func(month string) (persons, availability float64) {
		ans := a.REST(t, "admin",
			"GET /api/v1/capacity?bucket=month&start_date="+month+"-01&end_date="+month+"-28", "", nil)
		items, _ := apitest.Lookup(ans.Body, "data.items").([]any)
		availability, _ = apitest.Lookup(ans.Body, "data.total.values.3.0").(float64)
		return float64(len(items)), availability
	}
	mustREST(t, a, "POST /api/v1/assignments", `{"items": [
		{"userId": "$loner", "projectId": "$atlas", "date": "2026-03-02", "hours": 1},
		{"userId": "$loner", "projectId": "$atlas", "date": "2026-04-01", "hours": 1, "tentative": true},
		{"userId": "$loner", "projectId": "$beacon", "date": "2026-06-01", "hours": 1}]}`)
	mustREST(t, a, "POST /api/v1/actual-hours",
		`{"items": [{"userId": "$loner", "projectId": "$atlas", "date": "2026-05-01", "hours": 1}]}`)
	mustREST(t, a, "PATCH /api/v1/projects/$beacon", `{"status": "cancelled"}`)
	with := map[string]float64{}
	for _, month := range []string{"2026-02", "2026-03", "2026-04", "2026-05", "2026-06"} {
		_, with[month] = total(month)
	}
	mustREST(t, a, "PATCH /api/v1/users/$loner", `{"isActive": false}`)
	for month, stays := range map[string]bool{
		"2026-02": false, "2026-03": true, "2026-04": true, "2026-05": true, "2026-06": false,
	} {
		persons, availability := total(month)
		if stays != (persons == 7) || stays != (availability == with[month]) {
			t.Errorf("%s: %v persons, %v hours, with the leaver %v", month, persons, availability, with[month])
		}
	}
}

func TestCapacityOfTooMuch(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	a.Exec(`INSERT INTO users (organization_id, id, version, created_at, updated_at, email, name, default_availability, role, is_active)
		SELECT $1, gen_random_uuid(), 1, now(), now(), 'u' || i || '@example.com', 'U', 40, 'member', i > 1 FROM generate_series(1, 194) i`,
		a.Organization)
	for _, test := range []struct {
		query   string
		allowed bool
	}{
		{"end_date=2028-04-09&bucket=day", true},  // 200 active users and 100 days
		{"end_date=2028-04-10&bucket=day", false}, // one day more
		{"end_date=2028-12-31&bucket=week", true},
		{"end_date=2028-12-31&bucket=day&group_by=organization", true},
		{"end_date=2028-12-31&bucket=day&manager_id=$boss", true},
		{"end_date=2028-12-31&bucket=day&kind=placeholder", true}, // users who are no items do not count
	} {
		ans := a.REST(t, "admin", "GET /api/v1/capacity?start_date=2028-01-01&"+test.query, "", nil)
		if test.allowed != (ans.Status == 200) || !test.allowed &&
			(ans.Status != 400 || ans.Code != "validation_failed" || !strings.Contains(ans.Message, "manager_id")) {
			t.Errorf("%s: %d %.300s", test.query, ans.Status, ans.Raw)
		}
	}
	// One more user, who is an item because of hours.
	a.Exec(`INSERT INTO actual_hours (organization_id, id, version, created_at, updated_at, user_id, project_id, date, hours)
		SELECT $1, gen_random_uuid(), 1, now(), now(), u.id, $2, '2028-01-01', 1 FROM users u
			WHERE u.organization_id = $1 AND NOT is_active`,
		a.Organization, a.ID("atlas"))
	if ans := a.REST(t, "admin",
		"GET /api/v1/capacity?start_date=2028-01-01&end_date=2028-04-09&bucket=day", "", nil); ans.Status != 400 {
		t.Errorf("201 users: %d", ans.Status)
	}
	const parts = "GET /api/v1/capacity?start_date=2028-01-01&end_date=2028-04-09&bucket=day&split_by=project"
	a.Exec(`INSERT INTO assignments (organization_id, id, version, created_at, updated_at, user_id, project_id, date,
		hours) SELECT $1, gen_random_uuid(), 1, now(), now(), u.id, $2, '2028-01-01', 1 FROM users u
			WHERE u.organization_id = $1`,
		a.Organization, a.ID("atlas"))
	if ans := a.REST(t, "admin", parts, "", nil); ans.Status != 400 {
		t.Errorf("201 users on a project: %d", ans.Status)
	}
	if ans := a.REST(t, "admin", parts+"&kind=placeholder", "", nil); ans.Status != 200 {
		t.Errorf("no placeholder on a project: %d %s", ans.Status, ans.Raw)
	}
}

func TestCapacityOfTooManyDays(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	a.Exec(`INSERT INTO users (organization_id, id, version, created_at, updated_at, email, name, default_availability, role, is_active)
		SELECT $1, gen_random_uuid(), 1, now(), now(), 'u' || i || '@example.com', 'U', 40, 'member', true FROM generate_series(1, 2747) i`,
		a.Organization)
	for _, test := range []struct {
		query   string
		allowed bool
	}{
		{"end_date=2028-12-28&group_by=organization", true},  // 363 days
		{"end_date=2028-12-29&group_by=organization", false}, // one day more
		{"end_date=2028-12-31&group_by=manager", false},
		{"end_date=2028-12-31&group_by=project", true}, // reads no users
		{"end_date=2028-12-31&group_by=organization&manager_id=$boss", true},
	} {
		ans := a.REST(t, "admin", "GET /api/v1/capacity?bucket=month&start_date=2028-01-01&"+test.query, "", nil)
		if test.allowed != (ans.Status == 200) || !test.allowed && (ans.Status != 400 ||
			!slices.Equal(ans.Fields, []string{"end_date"}) || !strings.Contains(ans.Message, "362 days after")) {
			t.Errorf("%s: %d %.300s", test.query, ans.Status, ans.Raw)
		}
	}
}

func TestCapacityOfTooManyTypes(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	const call = "GET /api/v1/capacity?start_date=2028-01-01&end_date=2028-12-31&time_off_by_type=true&bucket="
	// 40 users have time off of 14 types: with the total, these are 574 types. 366 days are too many for them.
	a.Exec(`WITH u AS (INSERT INTO users (organization_id, id, version, created_at, updated_at, email, name,
		default_availability, role, is_active)
			SELECT $1, gen_random_uuid(), 1, now(), now(), 'u' || i || '@example.com', 'U', 40, 'member', true
				FROM generate_series(1, 40) i RETURNING id),
		k AS (INSERT INTO time_off_types (organization_id, id, version, created_at, updated_at, name, is_active)
			SELECT $1, gen_random_uuid(), 1, now(), now(), 'Type ' || i, true FROM generate_series(1, 14) i RETURNING id, name)
		INSERT INTO time_off_requests (organization_id, id, version, created_at, updated_at, user_id, time_off_type_id, start_date,
			end_date, availability, reason, status)
		SELECT $1, gen_random_uuid(), 1, now(), now(), u.id, k.id, date, date, 0, 'x', 'approved'
		FROM u, k, LATERAL (SELECT '2028-03-06'::date + 7 * substr(k.name, 6)::int + 1 AS date) d`, a.Organization)
	if ans := a.REST(t, "admin", call+"week", "", nil); ans.Status != 200 ||
		strings.Count(string(ans.Raw), `"Type 14"`) != 41 {
		t.Errorf("weeks: %d %.300s", ans.Status, ans.Raw)
	}
	if ans := a.REST(t, "admin", call+"day", "", nil); ans.Status != 400 ||
		!slices.Equal(ans.Fields, []string{"time_off_by_type"}) || !strings.Contains(ans.Message, "200,000") {
		t.Errorf("days: %d %.300s", ans.Status, ans.Raw)
	}
	if ans := a.REST(t, "admin", strings.Replace(call, "=true", "=false", 1)+"day", "", nil); ans.Status != 200 {
		t.Errorf("days without types: %d %.300s", ans.Status, ans.Raw)
	}
}

func TestCapacityOfTooManyParts(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	const call = "GET /api/v1/capacity?start_date=2028-01-01&end_date=2028-12-31&bucket=day"
	// 60 users have hours on one project: 60 items and 366 days are too many, 54 items are not.
	a.Exec(`WITH u AS (INSERT INTO users (organization_id, id, version, created_at, updated_at, email, name,
		default_availability, role, is_active)
			SELECT $1, gen_random_uuid(), 1, now(), now(), 'u' || i || '@example.com', 'U', 40, 'member', false
				FROM generate_series(1, 60) i RETURNING id)
		INSERT INTO actual_hours (organization_id, id, version, created_at, updated_at, user_id, project_id, date, hours)
		SELECT $1, gen_random_uuid(), 1, now(), now(), u.id, $2, '2028-01-01', 1 FROM u`, a.Organization, a.ID("atlas"))
	tooMany := func(status int) {
		t.Helper()
		ans := a.REST(t, "admin", call+"&split_by=project", "", nil)
		if ans.Status != status ||
			status == 400 && (ans.Code != "validation_failed" || !strings.Contains(ans.Message, "20,000")) {
			t.Errorf("%d %.300s", ans.Status, ans.Raw)
		}
	}
	tooMany(400)
	a.Exec(`DELETE FROM actual_hours WHERE organization_id = $1 AND user_id IN (
		SELECT id FROM users WHERE organization_id = $1 AND NOT is_active AND email LIKE 'u%' ORDER BY id LIMIT 6)`, a.Organization)
	tooMany(200)
}

// TestSupplyOfTooManyDays is about 2,740 people, whose 366 days are too many to be computed for one response, if they
// have a capability.
func TestSupplyOfTooManyDays(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	a.Exec(`WITH u AS (INSERT INTO users (organization_id, id, version, created_at, updated_at, email, name,
		default_availability, role, is_active)
			SELECT $1, gen_random_uuid(), 1, now(), now(), 'u' || i || '@example.com', 'U', 40, 'member', true
				FROM generate_series(1, 2740) i RETURNING id)
		INSERT INTO user_capabilities (organization_id, id, version, created_at, updated_at, items)
		SELECT $1, id, 1, now(), now(), jsonb_build_array(jsonb_build_object('capabilityId', $2::text, 'level', 3)) FROM u`,
		a.Organization, a.ID("design"))
	const call = "GET /api/v1/capacity?group_by=capability&bucket=month&start_date=2028-01-01&end_date="
	for end, status := range map[string]int{"2028-12-31": 400, "2028-06-30": 200} {
		ans := a.REST(t, "admin", call+end, "", nil)
		if ans.Status != status || status == 400 && !strings.Contains(ans.Message, "2740 users") {
			t.Errorf("until %s: %d %.300s", end, ans.Status, ans.Raw)
		}
	}
}

// TestCapacityOfParts shows how the parts of a user look in JSON and in CSV, and that nothing of
// them is in other responses.
func TestCapacityOfParts(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	a.REST(t, "worker", "POST /api/v1/actual-hours", `{"items": [
		{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2028-03-06", "hours": 2.5},
		{"userId": "$worker", "projectId": "$atlas", "date": "2028-03-06", "hours": 1}]}`, nil)
	const call = "GET /api/v1/capacity?start_date=2028-03-06&end_date=2028-03-12&user_id=$worker"
	get := func(query, accept string) string {
		t.Helper()
		resp, body := send(t, a, call+query, nil, http.Header{"Accept": {accept}})
		if resp.StatusCode != 200 {
			t.Errorf("%s: %s %s", query, resp.Status, body)
		}
		return body
	}
	has := func(text string, parts ...string) {
		t.Helper()
		for _, part := range parts {
			if !strings.Contains(text, a.Expand(part)) {
				t.Errorf("%s\nlacks %s", text, a.Expand(part))
			}
		}
	}
	const inJSON, inCSV = "application/json", "text/csv"
	has(get("&split_by=capability", inJSON), `"splitBy":"capability"`,
		`"values":[[0],[0],[2.5],[0]],"utilization":[null],"split":{"id":"$design","name":"Design"}}`,
		`"values":[[0],[0],[1],[0]],"utilization":[null],"split":null}`)
	const header = "id,name,splitId,splitName,bucket,planned,tentative,actual,unfilled,utilization\r\n"
	has(get("&split_by=capability", inCSV), header, ",$design,Design,2028-03-06,0,0,2.5,0,\r\n",
		",,,2028-03-06,0,0,1,0,\r\n")
	has(get("&split_by=project&project_id=$beacon", inCSV), header)
	for _, form := range []string{inJSON, inCSV} {
		if plain := get("", form); strings.Contains(plain, "split") {
			t.Errorf("a split that was not asked for: %s", plain)
		}
	}
}

// TestCapacityNamesItsLastEvent shows that a client may follow the journal from asOf: the figures include the events up
// to it and no later one, also right after a write, when its event has no number yet. On a busy machine, an event may
// get its number too late. Then asOf is too early.
func TestCapacityNamesItsLastEvent(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	const query = "start_date=2026-03-01&end_date=2026-03-31&bucket=month&group_by=project"
	early := 0
	for day := 1; day <= 20; day++ {
		a.REST(t, "worker", "POST /api/v1/actual-hours",
			fmt.Sprintf(`{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-%02d", "hours": 1}]}`,
				day), nil)
		ans := a.REST(t, "admin", "GET /api/v1/capacity?"+query, "", nil)
		asOf := apitest.Lookup(ans.Body, "data.asOf")
		included := a.Count(
			`SELECT count(*) FROM events WHERE organization_id = $1 AND type = 'actual_hours.upserted' AND seq <= $2`,
			a.Organization, asOf,
		)
		if !strings.Contains(string(ans.Raw), fmt.Sprintf(`"total":{"values":[[0],[0],[%d],[0]]`, day)) ||
			included > day {
			t.Errorf("day %d: %d writes up to asOf %v: %s", day, included, asOf, ans.Raw)
		}
		if included < day {
			early++
		}
	}
	if early > 2 {
		t.Errorf("asOf was too early in %d of 20 responses", early)
	}
}

const capacityOfMarch = "/api/v1/capacity?start_date=2026-03-01&end_date=2026-03-31"

// settle waits until all events have numbers.
func settle(t *testing.T, a *apitest.API) {
	t.Helper()
	waitFor(t, "all events have numbers", func() bool {
		return a.Count(`SELECT count(*) FROM events WHERE organization_id = $1 AND seq IS NULL`, a.Organization) == 0
	})
}

// TestCapacityOfAnUnchangedOrganization shows that 304 comes exactly if nothing has changed, in
// the form that the client asks for.
func TestCapacityOfAnUnchangedOrganization(t *testing.T) {
	t.Parallel()
	a := seed(apitest.NewIsolated(t))
	accept := func(mediaType string) http.Header { return http.Header{"Accept": {mediaType}} }
	with := func(header http.Header, tag string) http.Header {
		header = header.Clone()
		header.Set("If-None-Match", tag)
		return header
	}
	inJSON, inCSV := accept("application/json"), accept("text/csv")
	status := func(t *testing.T, method string, header http.Header, want int) *http.Response {
		t.Helper()
		resp, body := send(t, a, method+" "+capacityOfMarch, nil, header)
		if resp.StatusCode != want || (body == "") != (want == 304 || method == "HEAD") {
			t.Errorf("%s with %v: %d, want %d: %.100q", method, header, resp.StatusCode, want, body)
		}
		return resp
	}
	settle(t, a)
	head := events(t, a, "admin", "after=head").Head
	tag := status(t, "GET", inJSON, 200).Header.Get("ETag")
	tagOfCSV := strings.TrimSuffix(tag, `"`) + `-csv"`
	if !regexp.MustCompile(fmt.Sprintf(`^"%d-[0-9a-f]{8}"$`, head)).MatchString(tag) {
		t.Fatalf("ETag %s of the event %d", tag, head)
	}

	t.Run("each form has its ETag", func(t *testing.T) {
		for _, method := range []string{"GET", "HEAD"} {
			if got := status(t, method, inJSON, 200).Header.Get("ETag"); got != tag {
				t.Errorf("ETag %s, want %s", got, tag)
			}
			if got := status(t, method, inCSV, 200).Header.Get("ETag"); got != tagOfCSV {
				t.Errorf("ETag %s, want %s", got, tagOfCSV)
			}
		}
	})
	t.Run("the ETag gets 304 in its form only", func(t *testing.T) {
		for _, method := range []string{"GET", "HEAD"} {
			status(t, method, with(inJSON, tag), 304)
			status(t, method, with(inJSON, `"0", W/`+tag), 304)
			status(t, method, with(inJSON, `*`), 304)
			status(t, method, with(inCSV, tagOfCSV), 304)
			status(t, method, with(inCSV, tag), 200)
			status(t, method, with(inJSON, tagOfCSV), 200)
			status(t, method, with(inJSON, fmt.Sprintf(`"%d"`, head-1)), 200)
			status(t, method, with(inJSON, fmt.Sprintf(`"%d"`, head+1)), 200)
		}
	})
	t.Run("a compressed response has a weak ETag, which gets 304", func(t *testing.T) {
		zipped := http.Header{"Accept-Encoding": {"gzip"}}
		if got := status(t, "GET", zipped, 200).Header.Get("ETag"); got != "W/"+tag {
			t.Errorf("ETag %s", got)
		}
		status(t, "GET", with(zipped, "W/"+tag), 304)
	})
	t.Run("an invalid request is no 304", func(t *testing.T) {
		resp, body := send(t, a, "GET /api/v1/capacity?start_date=2026-03-01&end_date=2026-02-01",
			nil, with(inCSV, `*`))
		failed(t, resp, body, 400, "validation_failed")
	})
	t.Run("no figures are computed for a 304", func(t *testing.T) {
		a.Exec("ALTER TABLE working_patterns RENAME TO hidden")
		defer a.Exec("ALTER TABLE hidden RENAME TO working_patterns")
		status(t, "GET", with(inJSON, tag), 304)
		status(t, "GET", inJSON, 500)
	})
	t.Run("another event with the same number, as after a backup was restored, has another ETag", func(t *testing.T) {
		a.Exec(`UPDATE events SET id = $3 WHERE organization_id = $1 AND seq = $2`, a.Organization, head, uuid.New())
		if got := status(t, "GET", with(inJSON, tag), 200).Header.Get("ETag"); got == tag {
			t.Errorf("ETag %s", got)
		}
	})
	t.Run("gRPC always gets the figures", func(t *testing.T) {
		c := callTo(t, "CapacityService/GetCapacity")
		ans := a.Call(t, "admin", c.rpc, c.request, map[string]string{"if-none-match": tag})
		if items, _ := apitest.Lookup(ans.Body, "data.items").([]any); len(items) == 0 ||
			apitest.Lookup(ans.Body, "data.asOf") != float64(head) {
			t.Errorf("%v", ans.Body)
		}
	})
	t.Run("a write shows at once, before its event has a number", func(t *testing.T) {
		for i := range 20 {
			tag := status(t, "GET", inJSON, 200).Header.Get("ETag")
			hours := fmt.Sprint(float64(i+1) / 4)
			a.REST(t, "worker", "POST /api/v1/actual-hours",
				`{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-04", "hours": `+hours+`}]}`,
				nil)
			_, body := send(t, a, "GET "+capacityOfMarch+"&group_by=organization&bucket=month", nil, with(inJSON, tag))
			if !strings.Contains(body, "["+hours+"]") {
				t.Errorf("%s hours: %s", hours, body)
			}
			if i%4 == 0 {
				settle(t, a)
			}
		}
	})
	t.Run("there is no 304 while an event has no number", func(t *testing.T) {
		settle(t, a)
		tag := status(t, "GET", inJSON, 200).Header.Get("ETag")
		// The sequencer finds the head locked, as if another process were slow.
		tx, err := a.DB.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = tx.Rollback() }()
		if _, err := tx.ExecContext(t.Context(),
			"SELECT seq FROM event_heads WHERE organization_id = $1 FOR NO KEY UPDATE", a.Organization); err != nil {
			t.Fatal(err)
		}
		a.REST(t, "worker", "POST /api/v1/actual-hours",
			`{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-05", "hours": 1}]}`, nil)
		time.Sleep(100 * time.Millisecond)
		again := status(t, "GET", with(inJSON, tag), 200)
		if got := again.Header.Get("ETag"); got != tag {
			t.Errorf("the event has a number: ETag %s", got)
		}
		if err := tx.Rollback(); err != nil {
			t.Fatal(err)
		}
		settle(t, a)
		if got := status(t, "GET", with(inJSON, tag), 200).Header.Get("ETag"); got == tag {
			t.Errorf("ETag %s after the write", got)
		}
	})
}

// TestAccept shows which form a client gets.
func TestAccept(t *testing.T) {
	t.Parallel()
	a := seed(apitest.New(t))
	for accept, csv := range map[string]bool{
		"": false, "*/*": false, "application/json": false, "application/*": false, "text/html": false,
		"text/html, */*;q=0.8": false, "text/csv": true, "TEXT/CSV": true, "text/csv; charset=utf-8": true,
		"text/csv;header=present;q=0.5": true, "text/*": true, "text/csv, */*;q=0.1": true,
		"text/csv, application/json;q=0.9": true, "application/json;q=0.1, text/csv;q=0.2": true,
		"text/*, application/json;q=0.5": true, "text/csv, application/json": false,
		"text/csv;q=0.9, application/json": false, "text/csv;q=0": false, "text/csv;q=0, */*": false,
		"text/csv;q=x": false, "text/csv, */*": false, "text/*;q=1, text/csv;q=0.1, */*;q=0.5": false,
		"application/json;q=0, */*": true,
		"text/csvx":                 false, ",;": false,
	} {
		header := http.Header{"Accept": {accept}}
		if accept == "" {
			header = nil
		}
		resp, body := send(t, a, "GET "+capacityOfMarch, nil, header)
		want := map[bool]string{true: "text/csv; charset=utf-8", false: "application/json"}[csv]
		if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != want ||
			strings.HasPrefix(body, "id,name,bucket,") != csv {
			t.Errorf("Accept: %s: %d %s %.50s", accept, resp.StatusCode, resp.Header.Get("Content-Type"), body)
		}
		if vary := strings.Join(resp.Header.Values("Vary"), ", "); vary != "Accept-Encoding, Accept" {
			t.Errorf("Accept: %s: Vary: %s", accept, vary)
		}
	}
	csv := http.Header{"Accept": {"text/csv"}}
	t.Run("errors are JSON", func(t *testing.T) {
		for path, status := range map[string]int{"capacity": 400, "capacity?x=1": 400, "nothing": 404} {
			resp, body := send(t, a, "GET /api/v1/"+path, nil, csv)
			if resp.StatusCode != status || resp.Header.Get("Content-Type") != "application/json" ||
				!strings.HasPrefix(body, `{"error":`) {
				t.Errorf("%s: %d %s %s", path, resp.StatusCode, resp.Header.Get("Content-Type"), body)
			}
		}
	})
	t.Run("other operations have only JSON, and do not vary", func(t *testing.T) {
		resp, _ := send(t, a, "GET /api/v1/me", nil, http.Header{"Accept": {"text/csv, */*;q=0.1"}})
		if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "application/json" ||
			len(resp.Header.Values("Vary")) != 1 {
			t.Errorf("%d %v", resp.StatusCode, resp.Header)
		}
	})
	t.Run("CSV is compressed", func(t *testing.T) {
		resp, _ := send(t, a, "GET "+capacityOfMarch+"&bucket=day", nil,
			http.Header{"Accept": {"text/csv"}, "Accept-Encoding": {"gzip"}})
		if resp.Header.Get("Content-Encoding") != "gzip" || !strings.HasPrefix(resp.Header.Get("ETag"), "W/") {
			t.Errorf("%v", resp.Header)
		}
	})
}

// TestCapacityGroupsNeedTheirScopes asks for the names of projects and clients without the scopes that read them, also
// as CSV and with the ETag of somebody who may.
func TestCapacityGroupsNeedTheirScopes(t *testing.T) {
	t.Parallel()
	a := seed(apitest.New(t))
	a.Key("hours", "admin", "read:users", "read:assignments", "read:actual_hours", "read:time_off")
	waitFor(t, "all events have numbers",
		func() bool { return a.Count(`SELECT count(*) FROM events WHERE seq IS NULL`) == 0 })
	for query, scope := range map[string]string{
		"": "", "&group_by=user": "", "&group_by=manager": "", "&group_by=capability": "", "&split_by=capability": "",
		"&group_by=organization": "", "&group_by=project": "read:projects", "&group_by=client": "read:clients",
		"&split_by=project": "read:projects",
		"&split_by=client":  "read:clients",
	} {
		call := "GET /api/v1/capacity?start_date=2026-02-01&end_date=2026-02-28" + query
		tag := a.REST(t, "admin", call, "", nil).Header.Get("ETag")
		for name, header := range map[string]map[string]string{
			"JSON": nil, "CSV": {"Accept": "text/csv"}, "ETag": {"If-None-Match": tag},
		} {
			if scope == "" && name == "CSV" {
				continue // only errors are JSON
			}
			ans := a.REST(t, "hours", call, "", header)
			switch {
			case scope == "" && ans.Status >= 400:
				t.Errorf("%s as %s: %s", query, name, ans.Raw)
			case scope != "" && (ans.Status != 403 || ans.Code != "scope_missing" ||
				!strings.HasSuffix(ans.Message, " "+scope) || strings.Contains(string(ans.Raw), "Atlas")):
				t.Errorf("%s as %s: %d %s", query, name, ans.Status, ans.Raw)
			}
		}
	}
}
