package acceptance_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

var updateGolden = flag.Bool("update", false, "write the golden answers instead of comparing with them")

// golden are calls whose answers are kept in golden/: the calls of a file run in order on
// a database of their own.
var golden = map[string][]struct{ as, call, body, ifMatch string }{
	"me": {
		{call: "GET /api/v1/me"},
		{as: "-", call: "GET /api/v1/me"},
		{call: "GET /api/v1/me?x=1"},
		{call: "PUT /api/v1/me"},
		{call: "GET /api/v1/nothing"},
	},
	"users": {
		{call: "GET /api/v1/users?limit=2&count=true"},
		{call: "PATCH /api/v1/users/$worker",
			body: `{"image": "https://example.com/w.png", "countryCode": "de", "defaultAvailability": 32.5}`},
		{call: "PATCH /api/v1/users/$worker", body: `{"reportsToId": "$worker"}`},
		{as: "worker", call: "PATCH /api/v1/users/$peer", body: `{"name": "X"}`},
		{call: "PATCH /api/v1/users/$unknown", body: `{}`},
		{call: "POST /api/v1/users", body: `{"email": "nia@example.com", "name": "Nia New", "role": "manager"}`},
		{call: "POST /api/v1/users", body: `{"email": "NIA@example.com", "name": "Nia"}`},
		{call: "POST /api/v1/users", body: `{}`},
		{call: "PATCH /api/v1/users/$admin", body: `{"isActive": false}`},
		{as: "worker", call: "PATCH /api/v1/users/$worker", body: `{"role": "admin", "email": "w@example.com"}`},
	},
	"clients": {
		{call: "POST /api/v1/clients",
			body: `{"companyName": "Initech", "email": "office@initech.example", "categories": [{"name": "Retail"}, "Food"]}`},
		{call: "PATCH /api/v1/clients/$acme", body: `{"website": null, "clientPriority": "high"}`, ifMatch: `"1"`},
		{call: "PATCH /api/v1/clients/$acme", body: `{"isActive": false}`, ifMatch: `"1"`},
		{call: "GET /api/v1/clients?limit=1&offset=1"},
		{call: "POST /api/v1/clients", body: `{"companyName": "x", "email": "nobody"}`},
		{call: "POST /api/v1/clients", body: `{"companyName": "Initech", "nick": 1}`},
		{call: "POST /api/v1/clients", body: `{"companyName": "Initech", "accountManagerId": "$unknown"}`},
		{call: "POST /api/v1/clients", body: `{"companyName": `},
		{as: "worker", call: "POST /api/v1/clients", body: `{"companyName": "Initech"}`},
	},
	"projects": {
		{call: "POST /api/v1/projects",
			body: `{"name": "Relaunch", "clientId": "$acme", "startDate": "2027-01-11", "endDate": "2027-06-30", ` +
				`"hourlyRate": 120, "projectManagerId": "$pm"}`},
		{call: "PATCH /api/v1/projects/$atlas", body: `{"status": "completed", "objective": null}`},
		{call: "GET /api/v1/projects?status=completed,draft&expand=client,projectManager&limit=2"},
		{call: "POST /api/v1/projects",
			body: `{"name": "Relaunch", "clientId": "$acme", "startDate": "2027-06-30", "endDate": "2027-01-11"}`},
		{call: "GET /api/v1/projects?status=open"},
	},
	"assignments": {
		{call: "POST /api/v1/assignments",
			body: `{"items": [{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": ` +
				`"2026-03-02", "hours": 7.5}, {"userId": "$worker", "projectId": "$atlas", "date": "2026-03-02", "hours": 0}]}`},
		{call: "GET /api/v1/assignments?user_id=$worker&start_date=2026-03-01&end_date=2026-03-31"},
		{call: "POST /api/v1/assignments?dryRun=true", body: `{"items": []}`},
		{call: "POST /api/v1/assignments?include=warnings,summary",
			body: `{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2027-01-01", "hours": 1}, ` +
				`{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-02", "hours": 0}]}`},
		{call: "POST /api/v1/assignments?dryRun=true&include=warning", body: `{"items": []}`},
		{call: "POST /api/v1/assignments",
			body: `{"items": [{"userId": "$worker", "projectId": "$unknown", "date": "2026-02-30", "hours": 25}, {"hours": "7"}]}`},
	},
	"actual-hours": {
		{call: "POST /api/v1/actual-hours",
			body: `{"items": [{"userId": "$worker", "projectId": "$atlas", "capabilityId": null, "date": "2026-03-02", "hours": 6.25}]}`},
		{call: "GET /api/v1/actual-hours?project_id=$atlas&limit=1"},
		{call: "POST /api/v1/actual-hours?include=summary&dryRun=true",
			body: `{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-02", "hours": 6.25}]}`},
		{as: "loner", call: "POST /api/v1/actual-hours",
			body: `{"items": [{"userId": "$worker", "projectId": "$beacon", "date": "2026-06-02", "hours": 1}]}`},
	},
	"time-off": {
		{as: "worker", call: "POST /api/v1/time-off",
			body: `{"userId": "$worker", "timeOffTypeId": "$vacation", "startDate": "2027-08-02", "endDate": ` +
				`"2027-08-13", "availability": 0, "reason": "Summer"}`},
		{as: "loner", call: "GET /api/v1/time-off?user_id=$worker"},
		{as: "lead", call: "POST /api/v1/time-off/$created/reject",
			body: `{"rejectionReason": "The release is that week"}`},
		{as: "lead", call: "POST /api/v1/time-off/$created/approve"},
		{as: "worker", call: "GET /api/v1/time-off?status=rejected"},
		{call: "DELETE /api/v1/time-off/$created"},
		{as: "worker", call: "POST /api/v1/time-off",
			body: `{"userId": "$worker", "timeOffTypeId": "$sick", "startDate": "2027-08-13", "endDate": ` +
				`"2027-08-02", "availability": 25, "reason": ""}`},
	},
	"calendar": {
		{call: "GET /api/v1/users/$worker/working-patterns"},
		{as: "lead", call: "PUT /api/v1/users/$worker/working-patterns",
			body: `{"items": [{"validFrom": "2027-09-01", "hours": [8, 8, 8, 8, 6, 0, 0]}, {"validFrom": ` +
				`"2027-01-01", "hours": [8, 8, 8, 8, 0, 0, 0]}]}`,
			ifMatch: `"0"`},
		{call: "PUT /api/v1/users/$worker/working-patterns", body: `{"items": []}`, ifMatch: `"0"`},
		{call: "PUT /api/v1/users/$worker/working-patterns",
			body: `{"items": [{"validFrom": "2027-01-01", "hours": [8, 8, 8, 8, 0, 0, 0]}, {"validFrom": ` +
				`"2027-01-01", "hours": [8, 8, 8, 8, 25, 0, 0]}, {"validFrom": "2027-01-01", "hours": [8, 8, 8, 8, 8, 0, 0]}]}`},
		{as: "worker", call: "PUT /api/v1/users/$worker/working-patterns", body: `{"items": []}`},
		{call: "PATCH /api/v1/users/$worker/working-patterns", body: `{"items": []}`},
		{as: "worker", call: "PUT /api/v1/users/$worker/capabilities", ifMatch: `"0"`,
			body: `{"items": [{"capabilityId": "$engineering", "level": 2}, {"capabilityId": "$design", "level": 4}]}`},
		{call: "PUT /api/v1/users/$worker/capabilities",
			body: `{"items": [{"capabilityId": "$unknown", "level": 1}, {"capabilityId": "$design", "level": 6}, ` +
				`{"capabilityId": "$engineering", "level": 1}, {"capabilityId": "$engineering", "level": 1}]}`},
		{as: "peer", call: "PUT /api/v1/users/$worker/capabilities", body: `{"items": []}`},
		{as: "worker", call: "GET /api/v1/me/views"},
		{as: "worker", call: "PUT /api/v1/me/views", ifMatch: `"0"`,
			body: `{"items": [{"name": "My team", "query": "zoom=month&group=project"}, {"name": "All", "query": ""}]}`},
		{as: "worker", call: "PUT /api/v1/me/views", ifMatch: `"0"`, body: `{"items": []}`},
		{as: "worker", call: "PUT /api/v1/me/views",
			body: `{"items": [{"name": "All", "query": ""}, {"name": "ALL", "query": "x"}, {"query": "x"}]}`},
		{call: "GET /api/v1/users?capability_id=$design&min_level=4"},
		{call: "PUT /api/v1/holidays",
			body: `{"items": [{"countryCode": "gb", "date": "2027-12-27", "name": "Christmas Day (substitute)"}, ` +
				`{"countryCode": "DE", "date": "2027-12-24", "name": "Heiligabend", "factor": 0.5}]}`},
		{call: "GET /api/v1/holidays?year=2027&limit=1&count=true"},
		{call: "PUT /api/v1/holidays",
			body: `{"items": [{"countryCode": "GB", "date": "2027-12-28", "name": "Boxing Day"}, {"countryCode": ` +
				`"UK", "date": "2027-13-01", "name": "", "factor": 2}, {"nick": 1}]}`},
		{as: "boss", call: "PUT /api/v1/holidays", body: `{"items": []}`},
		{call: "DELETE /api/v1/holidays/$unknown"},
	},
	"keys": {
		{call: "POST /api/v1/keys",
			body: `{"name": "ci", "actorUserId": "$worker", "scopes": ["write:users", "read:users"], "expiresAt": "2099-12-31T22:00:00Z"}`},
		{call: "PATCH /api/v1/keys/$created", body: `{"rateLimit": 60, "expiresAt": null}`, ifMatch: `"1"`},
		{call: "POST /api/v1/keys/$created/rotate", body: `{"overlapSeconds": 3600}`},
		{call: "POST /api/v1/keys/$created/revoke"},
		{call: "POST /api/v1/keys/$created/rotate"},
		{call: "GET /api/v1/keys?offset=7"},
		{call: "POST /api/v1/keys", body: `{"name": "ci", "actorUserId": "$worker", "scopes": ["read:user", "*"]}`},
		{call: "POST /api/v1/keys", body: `{"name": "ci", "actorUserId": "$unknown", "scopes": ["read:users"]}`},
		{as: "worker", call: "GET /api/v1/keys"},
	},
	"catalog": {
		{call: "GET /api/v1/capabilities"},
		{call: "GET /api/v1/time-off-types?limit=1"},
		{call: "POST /api/v1/capabilities", body: `{"name": "Photography"}`},
		{call: "POST /api/v1/capabilities", body: `{"name": "Photography"}`},
		{call: "PATCH /api/v1/capabilities/$design", body: `{"isActive": false}`, ifMatch: `"1"`},
		{call: "POST /api/v1/assignments",
			body: `{"items": [{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-03-02", "hours": 1}]}`},
		{call: "PATCH /api/v1/time-off-types/$vacation", body: `{"name": "Sick"}`},
		{as: "boss", call: "POST /api/v1/time-off-types", body: `{"name": "Sabbatical"}`},
	},
}

// TestGoldenAnswers compares whole answers, member by member in their order, with those
// that v1 has given before. What they differ in is new to every client: a change that is
// meant is written with `go test ./services/acceptance -run TestGoldenAnswers -update`,
// and seen by whoever reads the diff.
func TestGoldenAnswers(t *testing.T) {
	goldenAnswers(t, func(t *testing.T) *apitest.API { return apitest.New(t) })
}

// goldenAnswers compares the answers of the servers that start returns, one for each file.
func goldenAnswers(t *testing.T, start func(*testing.T) *apitest.API) {
	for file, calls := range golden {
		t.Run(file, func(t *testing.T) {
			a := start(t)
			names := goldenNames(a)
			var out bytes.Buffer
			for _, c := range calls {
				header := map[string]string{}
				if c.ifMatch != "" {
					header["If-Match"] = c.ifMatch
				}
				key, who := c.as, c.as
				switch c.as {
				case "":
					key, who = "admin", "admin"
				case "-":
					key, who = "", "nobody"
				}
				ans := a.REST(t, key, c.call, c.body, header)
				if created, ok := apitest.Lookup(ans.Body, "data.id").(string); ok &&
					strings.HasPrefix(c.call, "POST") {
					a = a.With("created", created)
					names[created] = "$created"
				}
				fmt.Fprintf(&out, "### as %s\n%s\n", who, c.call)
				if c.ifMatch != "" {
					fmt.Fprintf(&out, "If-Match: %s\n", c.ifMatch)
				}
				fmt.Fprintf(&out, "%s\n\n%d\n", c.body, ans.Status)
				for _, name := range []string{"Allow", "ETag", "Link", "WWW-Authenticate", "X-Total-Count"} {
					if value := ans.Header.Get(name); value != "" {
						fmt.Fprintf(&out, "%s: %s\n", name, steady(value, names))
					}
				}
				var body bytes.Buffer
				if err := json.Indent(&body, bytes.TrimSpace(ans.Raw), "", "  "); err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&out, "%s\n\n", steady(body.String(), names))
			}
			path := filepath.Join("golden", file+".http")
			if *updateGolden {
				if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(string(want), "\n")
			for i, line := range strings.Split(out.String(), "\n") {
				if i >= len(lines) || lines[i] != line {
					t.Fatalf("%s:%d: v1 answered %q before, now %q", path, i+1, lines[min(i, len(lines)-1)], line)
				}
			}
			if len(want) != out.Len() {
				t.Errorf("%s: v1 answered more before", path)
			}
		})
	}
}

// goldenNames are the fixture's ids and what they are called.
func goldenNames(a *apitest.API) map[string]string {
	names := map[string]string{}
	for name := range strings.FieldsSeq("admin boss lead worker peer loner pm design engineering vacation sick acme " +
		"globex atlas beacon unknown") {
		names[a.ID(name)] = "$" + name
	}
	return names
}

var (
	aUUID = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
	aTime = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z`)

	aCursor = regexp.MustCompile(`("nextCursor": ")[\w-]+`)
	aSecret = regexp.MustCompile(`"wpk_[0-9A-Za-z]{71}"`)
)

// steady is text with names in place of what differs from run to run.
func steady(text string, names map[string]string) string {
	text = aUUID.ReplaceAllStringFunc(text, func(id string) string {
		if name, ok := names[id]; ok {
			return name
		}
		return "$some"
	})
	text = aSecret.ReplaceAllString(aTime.ReplaceAllString(text, "$$time"), `"$$secret"`)
	return aCursor.ReplaceAllString(text, "$1$$cursor")
}
