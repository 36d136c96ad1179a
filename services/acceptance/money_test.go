package acceptance_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// The figures of money are tested in services/money. These tests are about its requests and its responses.

// must sends a request as a user, and returns the body of the response.
func must(t *testing.T, a *apitest.API, as, call, body string) []byte {
	t.Helper()
	ans := a.REST(t, as, call, body, nil)
	if ans.Status != 200 {
		t.Fatalf("%s: %d %s", call, ans.Status, ans.Raw)
	}
	return ans.Raw
}

// getAs reads what is at a path in a form.
func getAs(t *testing.T, a *apitest.API, as, path, form string) (status int, body string) {
	t.Helper()
	resp, body := send(t, a, "GET /api/v1/"+path, nil,
		http.Header{"Authorization": {"Bearer " + a.Secret(as)}, "Accept": {form}})
	return resp.StatusCode, body
}

// newProject creates a project of acme, and returns its id.
func newProject(t *testing.T, a *apitest.API, members string) string {
	raw := must(t, a, "admin", "POST /api/v1/projects", merged(`{"name": "P", "clientId": "`+a.ID("acme")+`",
		"startDate": "2026-01-01", "endDate": "2026-12-31", "status": "active"}`, members))
	return regexp.MustCompile(`"id":"([^"]+)"`).FindStringSubmatch(string(raw))[1]
}

func work(user, project, date string, hours float64) string {
	return fmt.Sprintf(`{"userId": %q, "projectId": %q, "date": %q, "hours": %v}`, user, project, date, hours)
}

// TestAQuarterOfAnAgency has a raise in its middle, a retainer from the 17th, a fixed price that loses, and a project
// in another currency. Its closed month is exported twice with the same bytes.
func TestAQuarterOfAnAgency(t *testing.T) {
	t.Parallel()
	apitest.Run(t, []apitest.Step{do("a quarter", func(t *testing.T, a *apitest.API) {
		worker := a.ID("worker")
		hourly := newProject(t, a, `{"name": "A hourly", "billingType": "time_materials"}`)
		retainer := newProject(t, a, `{"name": "B retainer", "billingType": "retainer", "amount": 3100, "startDate": "2026-01-17"}`)
		fixed := newProject(t, a, `{"name": "C fixed", "billingType": "fixed_price", "amount": 1000}`)
		dollars := newProject(t, a, `{"name": "D dollars", "billingType": "time_materials", "hourlyRate": 50.255, "currency": "USD"}`)
		must(t, a, "admin", "PUT /api/v1/projects/"+hourly+"/rates",
			`{"items": [{"kind": "bill", "amount": 100}, {"kind": "bill", "amount": 120, "validFrom": "2026-02-15"}]}`)
		must(t, a, "admin", "PUT /api/v1/users/"+worker+"/rates", `{"items": [{"kind": "cost", "amount": 60}]}`)
		must(t, a, "admin", "POST /api/v1/actual-hours", `{"items": [`+strings.Join([]string{
			work(worker, hourly, "2026-02-13", 8), work(worker, hourly, "2026-02-16", 8),
			work(worker, fixed, "2026-02-17", 8), work(worker, fixed, "2026-02-18", 12),
			work(worker, dollars, "2026-02-19", 0.5),
		}, ",")+`]}`)
		must(t, a, "admin", "PATCH /api/v1/projects/"+fixed, `{"status": "completed"}`)

		const none3 = "[0,0,0],[0,0,0],[0,0,0]" // of three series
		got := string(must(t, a, "admin", "GET /api/v1/money?start_date=2026-01-01&end_date=2026-03-31&bucket=month", ""))
		for what, want := range map[string]string{
			"hours": `"currency":"EUR","values":[` + none3 + `,[0,1760,0],[0,1760,0],` + none3 + `,[0,960,0],[0,960,0],[0,800,0],` +
				none3 + `],"method":"hourly"`,
			"retainer": `"values":[[1500,3100,3100],[0,0,0],[0,0,0],[1500,3100,3100],[1500,3100,3100],`,
			"loss":     `[0,1000,0],[0,1000,0],` + none3 + `,[0,1200,0],[0,1200,0],[0,-200,0],` + none3 + `],"method":"progress"`,
			// 0.5 h at 50.255 are 25.1275, and 25.13 when they are rounded. Their costs are in euros.
			"dollars": `"currency":"USD","values":[` + none3 + `,[0,25.13,0],[0,25.13,0],` + none3 + `,[0,0,0],[0,0,0],[null,null,null],`,
		} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %s in %s", what, want, got)
			}
		}

		a.Exec(`INSERT INTO timesheets (organization_id, id, version, created_at, updated_at, user_id, start_date, end_date,
			status, hours) VALUES ($1, gen_random_uuid(), 1, now(), now(), $2, '2026-02-16', '2026-02-18', 'approved', 28)`,
			a.Organization, worker)
		must(t, a, "admin", "POST /api/v1/locks", `{"startDate": "2026-02-01", "endDate": "2026-02-28", "kinds": ["rates", "actual_hours"],
			"reason": "Invoices"}`)
		if late := a.REST(t, "admin", "POST /api/v1/projects", `{"name": "Late", "clientId": "`+a.ID("acme")+`", "status": "active",
			"startDate": "2026-02-28", "endDate": "2026-12-31", "billingType": "retainer", "amount": 1}`, nil); late.Status != 409 {
			t.Errorf("a retainer that begins in the closed month: %d %s", late.Status, late.Raw)
		}
		newProject(t, a, `{"name": "Later", "startDate": "2026-03-01", "billingType": "retainer", "amount": 1}`)
		export := func(query, form string) string {
			_, body := getAs(t, a, "admin", "money/lines?start_date=2026-02-01&end_date=2026-02-28"+query, form)
			return body
		}
		// The metadata of Parquet has the number of the last event.
		for _, form := range []string{"text/csv", "application/x-ndjson", "application/json"} {
			first := export("", form)
			refused := a.REST(t, "admin", "PUT /api/v1/projects/"+hourly+"/rates", `{"items": [{"kind": "bill", "amount": 1}]}`, nil)
			if refused.Status != 409 {
				t.Errorf("a rate of the closed month: %d", refused.Status)
			}
			for field, value := range map[string]string{"status": "cancelled", "startDate": "2026-01-18", "endDate": "2026-02-27"} {
				body := fmt.Sprintf(`{%q: %q}`, field, value)
				ans := a.REST(t, "admin", "PATCH /api/v1/projects/"+retainer, body, nil)
				if isLocked := field != "startDate"; (ans.Status == 409) != isLocked || isLocked && ans.Fields[0] != field {
					t.Errorf("%s of a retainer with a closed month: %d %s", field, ans.Status, ans.Raw)
				}
				must(t, a, "admin", "PATCH /api/v1/projects/"+retainer, `{"startDate": "2026-01-17"}`)
			}
			if second := export("", form); first != second || first == "" {
				t.Errorf("%s differs:\n%s\n%s", form, first, second)
			}
		}
		settled := export("&settled=true", "text/csv")
		want := []string{
			"2026-02-01,,," + retainer, "2026-02-16,", ",8,120,project,960,EUR,approved",
			"2026-02-17,", fixed, ",8,,,,,approved", "2026-02-18,",
		}
		for _, part := range want {
			if !strings.Contains(settled, part) {
				t.Errorf("no %q in\n%s", part, settled)
			}
		}
		if strings.Contains(settled, "2026-02-13") || strings.Contains(settled, "2026-02-19") {
			t.Errorf("days without an approved timesheet:\n%s", settled)
		}
	})})
}

// TestWhoSeesMoney has the matrix of callers and of what shows amounts. Hours of the worker on a project of its manager
// are worth 77.01, and cost 61.23. On two projects, they are twice that.
func TestWhoSeesMoney(t *testing.T) {
	t.Parallel()
	const revenue, cost = "77.01", "61.23"
	amounts, costs := regexp.MustCompile(`77\.01|154\.02`).MatchString, regexp.MustCompile(`61\.23|122\.46`).MatchString
	dates := "start_date=2026-03-01&end_date=2026-03-31"
	apitest.Run(t, []apitest.Step{do("callers", func(t *testing.T, a *apitest.API) {
		mine := newProject(t, a, `{"billingType": "time_materials", "projectManagerId": "`+a.ID("pm")+`"}`)
		other := newProject(t, a, `{"name": "other", "billingType": "time_materials"}`)
		worker := a.ID("worker")
		must(t, a, "admin", "PUT /api/v1/users/"+worker+"/rates",
			`{"items": [{"kind": "bill", "amount": `+revenue+`}, {"kind": "cost", "amount": `+cost+`}]}`)
		must(t, a, "admin", "POST /api/v1/actual-hours",
			`{"items": [`+work(worker, mine, "2026-03-02", 1)+","+work(worker, other, "2026-03-02", 1)+`]}`)
		scopes := strings.Fields("read:rates read:assignments read:actual_hours read:projects read:clients read:users")
		a.Key("all", "admin", append(scopes, "read:costs")...)
		a.Key("bill", "admin", scopes...)
		a.Key("manager", "boss", append(scopes, "read:costs")...)
		a.Key("ofProject", "pm", append(scopes, "read:costs")...)
		a.Key("member", "peer", append(scopes, "read:costs")...)
		a.Key("noRates", "admin", append(scopes[1:], "read:costs")...)
		a.Key("noHours", "admin", "read:rates", "read:assignments", "read:projects")
		a.Key("noProjects", "admin", scopes[:3]...)
		const (
			hidden = 403
			bills  = 1
			both   = 2
		)
		for path, want := range map[string]map[string]int{
			"money?" + dates: {"all": both, "bill": bills, "manager": bills, "ofProject": hidden, "member": hidden,
				"noRates": hidden, "noHours": hidden, "noProjects": hidden},
			"money?group_by=user&" + dates: {"all": both, "bill": bills, "manager": bills, "ofProject": hidden, "member": hidden,
				"noRates": hidden, "noHours": hidden, "noProjects": hidden},
			"money?group_by=capability&" + dates: {"all": both, "bill": bills, "manager": bills, "ofProject": hidden, "noProjects": bills},
			"money?project_id=" + mine + "&" + dates: {"all": both, "bill": bills, "manager": bills, "ofProject": bills, "member": hidden,
				"noRates": hidden},
			"money?project_id=" + other + "&" + dates: {"all": both, "bill": bills, "ofProject": hidden, "member": hidden},
			"money/lines?" + dates: {"all": bills, "bill": bills, "manager": bills, "ofProject": hidden, "member": hidden,
				"noRates": hidden, "noHours": hidden, "noProjects": bills},
			"money/lines?project_id=" + mine + "&" + dates:  {"all": bills, "manager": bills, "ofProject": bills, "member": hidden},
			"money/lines?project_id=" + other + "&" + dates: {"ofProject": hidden, "member": hidden},
		} {
			for key, sees := range want {
				for _, form := range []string{"application/json", "text/csv"} {
					status, text := getAs(t, a, key, path, form)
					switch {
					case sees == hidden:
						if status != 403 || amounts(text) || costs(text) {
							t.Errorf("%s of %s as %s: %d %s", path, key, form, status, text)
						}
					case status != 200 || !amounts(text) || costs(text) != (sees == both):
						t.Errorf("%s of %s as %s: %d %s", path, key, form, status, text)
					case sees != both && regexp.MustCompile("[cC]ost|margin").MatchString(text):
						t.Errorf("%s of %s as %s names costs: %s", path, key, form, text)
					}
				}
			}
		}
	})})
}

// TestMoneyIsAsked has the parameters, and the tag of a response.
func TestMoneyIsAsked(t *testing.T) {
	t.Parallel()
	money := func(name, query string, expectations ...expectation) apitest.Step {
		request := map[string]any{}
		for pair := range strings.SplitSeq(query, "&") {
			field, value, given := strings.Cut(pair, "=")
			if prefix := map[string]string{"bucket": "MONEY_BUCKET_", "group_by": "MONEY_GROUP_"}[field]; prefix != "" {
				value = prefix + strings.ToUpper(value)
			}
			if given {
				request[field] = value
			}
			if field == "budget" {
				request[field] = value == "true"
			}
		}
		return paired(apitest.Step{
			Name: name, Call: "GET /api/v1/money?" + query, RPC: "MoneyService/GetMoney",
		}, "", request, expectations)
	}
	lines := func(name, query string, expectations ...expectation) apitest.Step {
		request := map[string]any{}
		for pair := range strings.SplitSeq(query, "&") {
			if field, value, given := strings.Cut(pair, "="); given {
				request[field] = value
			}
		}
		return paired(apitest.Step{
			Name: name, Call: "GET /api/v1/money/lines?" + query, RPC: "MoneyService/ListMoneyLines",
		}, "", request, expectations)
	}
	const march = "start_date=2026-03-01&end_date=2026-03-31"
	apitest.Run(t, []apitest.Step{
		money("nothing", march, data(`{"buckets": ["2026-03-01"], "items": [], "totals": []}`)),
		money("weeks", march+"&bucket=week", data(`{"buckets": ["2026-03-01", "2026-03-02", "2026-03-09", "2026-03-16",
			"2026-03-23", "2026-03-30"]}`)),
		money("all of it", march+"&bucket=total", data(`{"buckets": ["2026-03-01"]}`)),
		money("no dates", "", badParam("validation_failed", "start_date")),
		money("a reversed range", "start_date=2026-03-02&end_date=2026-03-01", badParam("validation_failed", "start_date")),
		money("371 days", "start_date=2028-01-01&end_date=2029-01-05", badParam("validation_failed", "end_date")),
		money("370 days", "start_date=2028-01-01&end_date=2029-01-04"),
		money("the budgets of clients", march+"&group_by=client&budget=true", badParam("validation_failed", "budget")),
		money("no budgets of clients", march+"&group_by=client&budget=false"),
		money("the last days", "start_date=9999-12-01&end_date=9999-12-31"),
		money("the first days", "start_date=0001-01-01&end_date=0001-01-31"),
		lines("no dates", "", badParam("validation_failed", "start_date")),
		lines("a reversed range", "start_date=2026-03-02&end_date=2026-03-01", badParam("validation_failed", "start_date")),
		lines("371 days", "start_date=2028-01-01&end_date=2029-01-05", badParam("validation_failed", "end_date")),
		lines("after today", "start_date=9999-12-01&end_date=9999-12-31", data(noRows)),
		do("nothing has changed", func(t *testing.T, a *apitest.API) {
			path := "GET /api/v1/money?" + march
			tag := a.REST(t, "admin", path, "", nil).Header.Get("ETag")
			if again := a.REST(t, "admin", path, "", map[string]string{"If-None-Match": tag}); again.Status != 304 {
				t.Errorf("the same: %d", again.Status)
			}
			if other := a.REST(t, "boss", path, "", map[string]string{"If-None-Match": tag}); other.Status != 200 {
				t.Errorf("for who reads no costs: %d", other.Status)
			}
			must(t, a, "admin", "PUT /api/v1/organization/rates", `{"items": [{"kind": "bill", "amount": 1}]}`)
			if changed := a.REST(t, "admin", path, "", map[string]string{"If-None-Match": tag}); changed.Status != 200 {
				t.Errorf("with another rate: %d", changed.Status)
			}
		}),
	})
}
