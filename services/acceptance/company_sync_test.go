package acceptance_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/apitest"
)

// company is what the systems of a company have: HR the people, their skills, patterns and leave, the CRM the clients
// and projects, and the planning tool the hours. Their ids are the only ones that the sync knows.
type company struct {
	people, clients, projects []string
	skills, patterns          []string
	leave                     map[string]string // by its id
	planned, actual           map[string]string // by their keys
}

const (
	syncPeople   = 200
	syncProjects = 60
)

// newCompany has 200 people, 60 projects, 13,000 planned and 6,800 actual rows.
func newCompany() company {
	c := company{leave: map[string]string{}, planned: map[string]string{}, actual: map[string]string{}}
	first := time.Date(2027, 1, 4, 0, 0, 0, 0, time.UTC)
	for i := range syncPeople {
		manager := ""
		if i > 0 {
			manager = fmt.Sprintf(`, "reportsToId": "hr:%d"`, i/10)
		}
		c.people = append(c.people,
			fmt.Sprintf(`{"name": "P%d", "email": "p%d@sync.example", "externalIds": ["hr:%d"]%s}`, i, i,
				i, manager))
		c.skills = append(c.skills,
			fmt.Sprintf(`{"userId": "hr:%d", "items": [{"capabilityId": "Skill %d", "level": %d}]}`, i,
				i%5, 1+i%5))
		c.patterns = append(c.patterns, fmt.Sprintf(
			`{"userId": "hr:%d", "items": [{"validFrom": "2027-01-01", "hours": [8, 8, 8, 8, %d, 0, 0]}]}`, i, i%9))
		id := fmt.Sprintf("hr:leave-%d", i)
		c.leave[id] = fmt.Sprintf(`{"userId": "hr:%d", "timeOffTypeId": "Vacation", "startDate": "2027-02-01",
			"endDate": "2027-02-%02d",
			"availability": 0, "reason": "Vacation", "status": "approved", "externalIds": ["%s"]}`, i, 2+i%20, id)
		for day := range 65 {
			date := first.AddDate(0, 0, day/5*7+day%5).Format(time.DateOnly)
			key := fmt.Sprintf(`"userId": "hr:%d", "projectId": "crm:p%d", "date": "%s"`, i, (i+day)%syncProjects, date)
			c.planned[key] = fmt.Sprint(4 + (i+day)%5)
			if day < 34 {
				c.actual[key] = fmt.Sprint(3 + (i+day)%4)
			}
		}
	}
	for i := range 30 {
		c.clients = append(c.clients,
			fmt.Sprintf(`{"companyName": "C%d", "email": " c%d@sync.example", "categories": ["b", "a"],
			"externalIds": ["crm:c%d"]}`, i, i, i))
	}
	for i := range syncProjects {
		c.projects = append(c.projects, fmt.Sprintf(`{"name": "R%d", "clientId": "crm:c%d", "startDate": "2027-01-01",
			"endDate": "2027-12-31",
			"billingType": "fixed_price", "amount": 1000, "externalIds": ["crm:p%d"]}`, i, i%30, i))
	}
	return c
}

// syncRun is one night of a program over REST that keeps nothing between two nights.
type syncRun struct {
	t     *testing.T
	a     *apitest.API
	calls int
}

// call sends a request, with Prefer: return=minimal.
func (s *syncRun) call(call, body string) *apitest.Answer {
	s.t.Helper()
	s.calls++
	ans := s.a.REST(s.t, "hr", call, body, map[string]string{"Prefer": "return=minimal"})
	if ans.Status != 200 && ans.Status != 201 {
		s.t.Fatalf("%s: %d %s", call, ans.Status, ans.Raw)
	}
	return ans
}

// all reads a whole list in one call.
func (s *syncRun) all(list string) (records []map[string]any) {
	s.t.Helper()
	s.calls++
	resp, body := send(s.t, s.a, "GET /api/v1/"+list, nil,
		http.Header{"Accept": {ndjson}, "Accept-Encoding": {"identity"}})
	if resp.StatusCode != 200 {
		s.t.Fatalf("%s: %d %s", list, resp.StatusCode, body)
	}
	for line := range strings.Lines(body) {
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			s.t.Fatalf("%s: %v in %s", list, err, line)
		}
		records = append(records, record)
	}
	return records
}

// named returns the ids of the records of a list by their names, and creates those that are missing.
func (s *syncRun) named(list string, names ...string) *strings.Replacer {
	ids := map[string]string{}
	for _, r := range s.all(list) {
		ids[r["name"].(string)] = r["id"].(string)
	}
	var pairs []string
	for _, name := range names {
		if ids[name] == "" {
			ids[name] = apitest.Lookup(s.call("POST /api/v1/"+list, `{"name": "`+name+`"}`).Body, "data.id").(string)
		}
		pairs = append(pairs, `"`+name+`"`, `"`+ids[name]+`"`)
	}
	return strings.NewReplacer(pairs...)
}

// upsert sends a batch of records, and what it has beside them.
func (s *syncRun) upsert(path, beside string, items []string) {
	s.t.Helper()
	s.call("POST /api/v1/"+path+"/upsert", `{`+beside+`"items": [`+strings.Join(items, ",")+`]}`)
}

// hours makes the rows of a table those that the other system has.
func (s *syncRun) hours(path, without string, want map[string]string, known *strings.Replacer) {
	var write, gone []string
	has := map[string]string{}
	for _, row := range s.all(path + "?start_date=2027-01-01&end_date=2027-12-31") {
		key := known.Replace(fmt.Sprintf(`"userId": "%s", "projectId": "%s", "date": "%s"`, row["userId"],
			row["projectId"],
			row["date"]))
		if has[key] = fmt.Sprint(row["hours"]); want[key] == "" {
			gone = append(gone, `{`+key+`}`)
		}
	}
	for key, hours := range want {
		if has[key] != hours {
			write = append(write, `{`+key+`, "hours": `+hours+`}`)
		}
	}
	for rows := range slices.Chunk(write, 5000) {
		s.call("POST /api/v1/"+path, `{"items": [`+strings.Join(rows, ",")+`]}`)
	}
	for rows := range slices.Chunk(gone, 5000) {
		s.call(without, `{"items": [`+strings.Join(rows, ",")+`]}`)
	}
}

// night copies everything.
func (s *syncRun) night(c company) {
	skills := s.named("capabilities", "Skill 0", "Skill 1", "Skill 2", "Skill 3", "Skill 4")
	types := s.named("time-off-types", "Vacation")
	s.upsert("users", `"match": "externalId:hr", "clearFields": ["reportsToId"], `, c.people)
	s.upsert("users/capabilities", "", strings.Split(skills.Replace(strings.Join(c.skills, "\n")), "\n"))
	s.upsert("users/working-patterns", "", c.patterns)
	s.upsert("clients", `"match": "externalId:crm", `, c.clients)
	s.upsert("projects", `"match": "externalId:crm", "createOnly": "keep", `, c.projects)

	var leave, withdrawn []string
	for _, item := range c.leave {
		leave = append(leave, types.Replace(item))
	}
	for _, request := range s.all("time-off") {
		for _, id := range request["externalIds"].([]any) {
			if strings.HasPrefix(id.(string), "hr:") && c.leave[id.(string)] == "" {
				withdrawn = append(withdrawn, `"`+id.(string)+`"`)
			}
		}
	}
	s.upsert("time-off", `"match": "externalId:hr", "deleted": [`+strings.Join(withdrawn, ",")+`], `, leave)

	var ids []string
	for _, list := range []string{"users", "projects"} {
		for _, record := range s.all(list) {
			for _, id := range record["externalIds"].([]any) {
				ids = append(ids, record["id"].(string), id.(string))
			}
		}
	}
	known := strings.NewReplacer(ids...)
	s.hours("assignments", "POST /api/v1/assignments/delete", c.planned, known)
	s.hours("actual-hours", "POST /api/v1/actual-hours/delete", c.actual, known)
}

// TestCompanySync copies a company night by night, as an integrator would: a program that uses REST alone and keeps no
// ids.
func TestCompanySync(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	a.Key("hr", "admin", "*")
	c := newCompany()
	head := func() int { return a.Count(`SELECT count(*) FROM events WHERE organization_id = $1`, a.Organization) }
	night := func(what string, calls, events int) {
		t.Helper()
		before, s := head(), &syncRun{t: t, a: a}
		s.night(c)
		if s.calls > calls {
			t.Errorf("%s: %d calls, want at most %d", what, s.calls, calls)
		}
		if n := head() - before; events >= 0 && n != events {
			t.Errorf("%s: %d events, want %d", what, n, events)
		}
		for table, want := range map[string]int{"assignments": len(c.planned), "actual_hours": len(c.actual)} {
			if n := a.Count(`SELECT count(*) FROM `+table+` WHERE organization_id = $1`, a.Organization); n != want {
				t.Errorf("%s: %d rows of %s, want %d", what, n, table, want)
			}
		}
		t.Logf("%s: %d calls", what, s.calls)
	}
	if len(c.planned) != 13_000 || len(c.actual) != 6_800 {
		t.Fatalf("%d planned and %d actual rows", len(c.planned), len(c.actual))
	}
	night("the first night", 60, -1)
	night("nothing has changed", 20, 0)

	// A manager goes: people move to another one, who gets the address of the one who goes.
	c.people[1] = merged(c.people[1], `{"email": "left-1@sync.example", "isActive": false}`)
	c.people[2] = merged(c.people[2], `{"email": "p1@sync.example"}`)
	c.people[10] = merged(c.people[10], `{"reportsToId": "p1@sync.example"}`)
	c.skills[3] = `{"userId": "hr:3", "items": []}`
	c.patterns[4] = `{"userId": "hr:4", "items": [{"validFrom": "2027-01-01", "hours": [4, 4, 4, 4, 4, 0, 0]}]}`
	c.clients[5] = merged(c.clients[5], `{"categories": ["a", "b"]}`) // the same
	c.projects[6] = merged(c.projects[6], `{"clientId": "crm:c7", "amount": 2000}`)
	c.leave["hr:leave-7"] = merged(c.leave["hr:leave-7"], `{"endDate": "2027-03-01"}`)
	delete(c.leave, "hr:leave-8")
	var keys []string
	for key := range c.actual { // of these, the planned ones are there, too
		keys = append(keys, key)
	}
	c.planned[keys[0]], c.actual[keys[1]] = "1.5", "2.5"
	delete(c.planned, keys[2])
	delete(c.actual, keys[3])
	// Three users, a list of skills, one of patterns, two requests, and an event of rows written and deleted in both
	// tables.
	night("a day later", 24, 3+1+1+2+2+2)
	if ans := a.REST(t, "hr", "GET /api/v1/users/hr:10", "", nil); apitest.Lookup(ans.Body, "data.reportsToId") !=
		apitest.Lookup(a.REST(t, "hr", "GET /api/v1/users/hr:2", "", nil).Body, "data.id") {
		t.Errorf("the manager is not who has the address now: %s", ans.Raw)
	}
	night("nothing has changed again", 20, 0)
}
