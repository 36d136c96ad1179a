package acceptance_test

import (
	"net/url"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/test/apitest"
)

func TestListProjects(t *testing.T) {
	apitest.Run(t, append(pages(projectAPI, "$atlas", "$beacon"),
		projectAPI.list("a row is the whole project", "limit=1", `{"limit": 1}`,
			hasMembers("data.items.0", membersOfProject),
			data(`{"items": [{"id": "$atlas", "name": "Atlas", "clientId": "$acme", "startDate": "2026-01-01",
				"endDate": "2026-12-31", "projectManagerId": "$pm", "status": "active",
				"billingType": "fixed_price", "amount": 50000, "hourlyRate": null, "isBillable": true}]}`)),
		projectAPI.list("another organization has its own", "", "{}", by("other_worker"),
			data(rowsOf("$other_atlas", "$other_beacon"))),
		projectAPI.create("a new project", comet(`{"name": "Aardvark", "startDate": "1999-01-01"}`), saves("comet")),
		projectAPI.list("a new project is the last, whatever its name and dates", "", "{}",
			data(rowsOf("$atlas", "$beacon", "$comet"))),
		projectAPI.update("a changed project", "$atlas", `{"name": "Zebra", "status": "cancelled"}`),
		projectAPI.list("a changed project keeps its place", "", "{}", data(rowsOf("$atlas", "$beacon", "$comet"))),
	))
}

// portfolio creates three more projects, one in each of the other states, and plans
// hours:
//
//	$atlas   active     2026          Acme    fixed price         8 hours of the worker on two days
//	$beacon  planned    June 2026     Globex  not billable        0 hours of the worker, who worked there
//	$comet   draft      December 2025 Acme    retainer
//	$dune    completed  1 January 27  Globex  time and materials  half an hour of the peer
//	$ember   cancelled  from 30 June  Acme    not billable        0 hours of the worker
var portfolio = []apitest.Step{
	projectAPI.create("comet",
		comet(`{"name": "100% Über_comet \\ (x) [y] *", "startDate": "2025-12-01", "endDate": "2025-12-31", "billingType": "retainer"}`),
		saves("comet")),
	projectAPI.create("dune",
		comet(`{"name": "DÜNE 1000", "clientId": "$globex", "startDate": "2027-01-01", "endDate": "2027-01-01",
			"status": "completed", "hourlyRate": 0, "projectManagerId": "$worker"}`),
		saves("dune")),
	projectAPI.create("ember",
		comet(`{"name": "Ember", "startDate": "2026-06-30", "endDate": "2026-07-15", "status": "cancelled"}`),
		saves("ember")),
	do("hours", func(_ *testing.T, a *apitest.API) {
		row := func(table, organization, user, project, date string, hours float64) {
			a.Exec("INSERT INTO "+table+
				` (organization_id, id, version, created_at, updated_at, user_id, project_id, capability_id, date, hours)
				VALUES ($1, gen_random_uuid(), 1, now(), now(), $2, $3, NULL, $4, $5)`, organization,
				a.ID(user), a.ID(project), date, hours)
		}
		own, other := a.Organization.String(), a.Other.String()
		row("assignments", own, "worker", "atlas", "2026-03-02", 8)
		row("assignments", own, "worker", "atlas", "2026-03-03", 8)
		row("assignments", own, "worker", "beacon", "2026-06-01", 0)
		row("actual_hours", own, "worker", "beacon", "2026-06-01", 8)
		row("assignments", own, "peer", "dune", "2027-01-01", 0.5)
		row("assignments", own, "worker", "ember", "2026-07-01", 0)
		row("assignments", other, "other_worker", "other_atlas", "2026-03-02", 8)
	}),
}

func TestProjectFilters(t *testing.T) {
	all := rowsOf("$atlas", "$beacon", "$comet", "$dune", "$ember")
	name := func(what, text string, ids ...string) apitest.Step {
		return projectAPI.list(what, "name="+url.QueryEscape(text),
			asJSON(map[string]string{"name": text}), data(rowsOf(ids...)))
	}
	bad := func(param string) expectation { return badParam("validation_failed", param) }
	apitest.Run(t, append(portfolio[:len(portfolio):len(portfolio)],
		projectAPI.list("all", "", "{}", data(all)),

		projectAPI.list("of a client", "clientId=$globex", `{"clientId": "$globex"}`, data(rowsOf("$beacon", "$dune"))),
		projectAPI.list("client_id is the same", "client_id=$globex", "", data(rowsOf("$beacon", "$dune"))),
		projectAPI.list("of a client that is unknown", "clientId=$unknown", `{"clientId": "$unknown"}`, data(noRows)),
		projectAPI.list("of a client of another organization", "clientId=$other_acme",
			`{"clientId": "$other_acme"}`, data(noRows)),
		projectAPI.list("of a client id that is not a UUID", "clientId=acme", `{"clientId": "acme"}`, bad("clientId")),
		projectAPI.list("of an empty client id", "clientId=", `{"clientId": ""}`, bad("clientId")),
		projectAPI.list("of two clients", "clientId=$acme&clientId=$globex", "", bad("clientId")),
		projectAPI.list("a bad parameter is named as it was written", "client_id=acme", "", bad("client_id")),

		projectAPI.list("in a state", "status=active", `{"status": ["PROJECT_STATUS_ACTIVE"]}`, data(rowsOf("$atlas"))),
		projectAPI.list("in one of two states", "status=cancelled,draft",
			`{"status": ["PROJECT_STATUS_CANCELLED", "PROJECT_STATUS_DRAFT"]}`, data(rowsOf("$comet", "$ember"))),
		projectAPI.list("in any of the five", "status=draft,planned,active,completed,cancelled",
			`{"status": [1, 2, 3, 4, 5]}`, data(all)),
		projectAPI.list("a state named twice", "status=active,active", `{"status": [3, 3]}`, data(rowsOf("$atlas"))),
		projectAPI.list("six are too many", "status=draft,planned,active,completed,cancelled,draft",
			`{"status": [1, 2, 3, 4, 5, 1]}`, bad("status")),
		projectAPI.list("in an unknown state", "status=active,open", "", bad("status")),
		projectAPI.list("in a state in capitals", "status=ACTIVE", "", bad("status")),
		projectAPI.list("in a state by its number", "status=3", "", bad("status")),
		projectAPI.list("in an empty state", "status=", "", bad("status")),
		projectAPI.list("in a state and an empty one", "status=active,", "", bad("status")),
		apitest.Step{
			Name: "in the unspecified state", RPC: "ProjectService/ListProjects", Request: `{"status": [3, 0]}`,
			GRPC: codes.InvalidArgument, Code: "validation_failed", Path: "status[1]",
		},

		projectAPI.list("that end on a day or later", "startDate=2026-07-15", `{"startDate": "2026-07-15"}`,
			data(rowsOf("$atlas", "$dune", "$ember"))),
		projectAPI.list("not the day after", "startDate=2026-07-16", `{"startDate": "2026-07-16"}`,
			data(rowsOf("$atlas", "$dune"))),
		projectAPI.list("that start on a day or earlier", "endDate=2026-06-01", `{"endDate": "2026-06-01"}`,
			data(rowsOf("$atlas", "$beacon", "$comet"))),
		projectAPI.list("not the day before", "endDate=2026-05-31", `{"endDate": "2026-05-31"}`,
			data(rowsOf("$atlas", "$comet"))),
		projectAPI.list("that overlap a window", "startDate=2026-06-30&endDate=2026-06-30",
			`{"startDate": "2026-06-30", "endDate": "2026-06-30"}`, data(rowsOf("$atlas", "$beacon", "$ember"))),
		projectAPI.list("that overlap a window between them", "startDate=2026-12-31&endDate=2027-01-01",
			`{"startDate": "2026-12-31", "endDate": "2027-01-01"}`, data(rowsOf("$atlas", "$dune"))),
		projectAPI.list("that overlap a window long past", "startDate=0001-01-01&endDate=1970-01-01",
			`{"startDate": "0001-01-01", "endDate": "1970-01-01"}`, data(noRows)),
		projectAPI.list("that overlap all time", "startDate=0001-01-01&endDate=9999-12-31",
			`{"startDate": "0001-01-01", "endDate": "9999-12-31"}`, data(all)),
		projectAPI.list("start_date and end_date are the same", "start_date=2026-06-30&end_date=2026-06-30", "",
			data(rowsOf("$atlas", "$beacon", "$ember"))),
		projectAPI.list("from a day that does not exist", "startDate=2026-02-30",
			`{"startDate": "2026-02-30"}`, bad("startDate")),
		projectAPI.list("to a word", "endDate=today", `{"endDate": "today"}`, bad("endDate")),
		projectAPI.list("to a time", "endDate=2026-01-01T00:00:00Z",
			`{"endDate": "2026-01-01T00:00:00Z"}`, bad("endDate")),
		projectAPI.list("from an empty day", "startDate=", `{"startDate": ""}`, bad("startDate")),

		projectAPI.list("planned for a user, each once", "assignedUserId=$worker&count=true",
			`{"assignedUserId": "$worker", "count": true}`, data(`{`+itemsOf("$atlas")+`, "total": 1}`)),
		projectAPI.list("with any hours above 0", "assignedUserId=$peer",
			`{"assignedUserId": "$peer"}`, data(rowsOf("$dune"))),
		projectAPI.list("assigned_user_id is the same", "assigned_user_id=$peer", "", data(rowsOf("$dune"))),
		projectAPI.list("planned for somebody without hours", "assignedUserId=$pm",
			`{"assignedUserId": "$pm"}`, data(noRows)),
		projectAPI.list("planned for an unknown user", "assignedUserId=$unknown",
			`{"assignedUserId": "$unknown"}`, data(noRows)),
		projectAPI.list("planned for a user of another organization", "assignedUserId=$other_worker",
			`{"assignedUserId": "$other_worker"}`, data(noRows)),
		projectAPI.list("who is planned there", "assignedUserId=$other_worker", `{"assignedUserId": "$other_worker"}`,
			by("other_worker"), data(rowsOf("$other_atlas"))),
		projectAPI.list("planned for an id that is not a UUID", "assignedUserId=worker",
			`{"assignedUserId": "worker"}`, bad("assignedUserId")),

		projectAPI.list("that are billed", "isBillable=true", `{"isBillable": true}`,
			data(rowsOf("$atlas", "$comet", "$dune"))),
		projectAPI.list("that are not", "isBillable=false", `{"isBillable": false}`, data(rowsOf("$beacon", "$ember"))),
		projectAPI.list("is_billable is the same", "is_billable=false", "", data(rowsOf("$beacon", "$ember"))),
		projectAPI.list("billable 1", "isBillable=1", "", bad("isBillable")),
		projectAPI.list("billable TRUE", "isBillable=TRUE", "", bad("isBillable")),

		name("by a part of the name", "ea", "$beacon"),
		name("in any case", "EMBER", "$ember"),
		name("also beyond ASCII", "düne", "$dune"),
		name("and in the same case", "DÜNE", "$dune"),
		name("the other way", "ÜBER", "$comet"),
		name("% is itself", "100%", "$comet"),
		name("alone too", "%", "$comet"),
		name("_ is itself", "r_c", "$comet"),
		name("a backslash is itself", `\`, "$comet"),
		name("so is what a regular expression has", `(x) [y] *`, "$comet"),
		name("and a dot", "."),
		name("spaces count", "e 1", "$dune"),
		name("all with an e", "e", "$beacon", "$comet", "$dune", "$ember"),
		name("no such name", "zeppelin"),
		name("quotes do no harm", `' OR "name" <> '`),
		name("255 characters are enough", strings.Repeat("日", 255)),
		projectAPI.list("256 are too many", "name="+strings.Repeat("x", 256),
			`{"name": "`+strings.Repeat("x", 256)+`"}`, bad("name")),
		projectAPI.list("by an empty name", "name=", `{"name": ""}`, bad("name")),
		projectAPI.list("by NUL", "name=a%00b", `{"name": "a\u0000b"}`, bad("name")),
		projectAPI.list("by invalid UTF-8", "name=%ff", "", bad("name")),

		projectAPI.list("the whole name", "nameExact=Atlas", `{"nameExact": "Atlas"}`, data(rowsOf("$atlas"))),
		projectAPI.list("a part of it is not enough", "nameExact=Atla", `{"nameExact": "Atla"}`, data(noRows)),
		projectAPI.list("case matters", "nameExact=ATLAS", `{"nameExact": "ATLAS"}`, data(noRows)),

		projectAPI.list("filters combine with AND", "clientId=$acme&isBillable=true&status=active,draft&name=a",
			`{"clientId": "$acme", "isBillable": true, "status": [1, 3], "name": "a"}`, data(rowsOf("$atlas"))),
		projectAPI.list("all at once, counted",
			"clientId=$acme&status=active&startDate=2026-01-01&endDate=2026-12-31&assignedUserId=$worker&isBillable=true"+
				"&name=ATL&updatedSince=2020-01-01T00:00:00Z&limit=1&offset=0&count=true&expand=client,projectManager",
			`{"clientId": "$acme", "status": [3], "startDate": "2026-01-01", "endDate": "2026-12-31",
				"assignedUserId": "$worker", "isBillable": true, "name": "ATL",
				"updatedSince": "2020-01-01T00:00:00Z", "limit": 1, "count": true, "expand": ["client", "projectManager"]}`,
			data(
				`{"items": [{"id": "$atlas", "client": {"id": "$acme"}, "projectManager": {"id": "$pm"}}], "total": 1, "hasMore": false}`,
			)),
		projectAPI.list("the count has the filters",
			"isBillable=true&count=true&limit=1", `{"isBillable": true, "count": true, "limit": 1}`,
			data(`{`+itemsOf("$atlas")+`, "total": 3, "hasMore": true}`),
			hasHeader("Link", `<?count=true&isBillable=true&limit=1&offset=1>; rel="next", `+
				`<?count=true&isBillable=true&limit=1&offset=0>; rel="first", `+
				`<?count=true&isBillable=true&limit=1&offset=2>; rel="last"`)),
		projectAPI.list("by an unknown filter", "managerId=$pm", "", badParam("unknown_parameter", "managerId")),
		projectAPI.list("with an order", "sort=name", "", badParam("validation_failed", "sort")),
	))
}

func TestExpandProjects(t *testing.T) {
	bad := badParam("validation_failed", "expand")
	apitest.Run(t, append(portfolio[:len(portfolio):len(portfolio)],
		projectAPI.list("nothing is expanded by default", "", "{}", hasMembers("data.items.0", membersOfProject)),
		projectAPI.list("the whole client", "expand=client&limit=2", `{"expand": ["client"], "limit": 2}`,
			hasMembers("data.items.0", membersOfProject+" client"), hasMembers("data.items.0.client", membersOfClient),
			data(`{"items": [{"clientId": "$acme", "client": {"id": "$acme", "companyName": "Acme",
				"clientPriority": "medium", "categories": []}},
				{"clientId": "$globex", "client": {"id": "$globex", "clientPriority": "high"}}]}`)),
		projectAPI.list("the whole manager, null if there is none", "expand=projectManager", "",
			hasMembers("data.items.1", membersOfProject+" projectManager"),
			hasMembers("data.items.0.projectManager", userMembers),
			data(`{"items": [{"projectManagerId": "$pm", "projectManager": {"id": "$pm", "name": "Pi Em",
				"role": "member"}}, {"projectManagerId": null, "projectManager": null},
				{"projectManager": null}, {"projectManager": {"id": "$worker"}}, {"projectManager": null}]}`)),
		projectAPI.list("both", "expand=client,projectManager&limit=1",
			`{"expand": ["client", "projectManager"], "limit": 1}`,
			hasMembers("data.items.0", membersOfProject+" client projectManager"),
			data(`{"items": [{"client": {"id": "$acme"}, "projectManager": {"id": "$pm"}}]}`)),
		projectAPI.list("the other way round and twice", "expand=projectManager,client,client&limit=1",
			`{"expand": ["projectManager", "client", "client"], "limit": 1}`,
			data(`{"items": [{"client": {"id": "$acme"}, "projectManager": {"id": "$pm"}}]}`)),
		projectAPI.list("in two parameters", "expand=projectManager&expand=client&limit=1", "",
			data(`{"items": [{"client": {"id": "$acme"}, "projectManager": {"id": "$pm"}}]}`)),
		projectAPI.list("of no project", "expand=client,projectManager&offset=5",
			`{"expand": ["client", "projectManager"], "offset": 5}`, data(noRows)),
		projectAPI.list("managers of projects without a manager", "expand=projectManager&name=beacon", "",
			data(`{"items": [{"projectManager": null}]}`)),
		apitest.Step{
			Name: "over gRPC, a manager that is missing is not set", RPC: "ProjectService/ListProjects",
			Request: `{"expand": ["client", "projectManager"]}`,
			Want:    `{"data": {"items": [{"projectManager": {"id": "$pm"}}, {}, {}, {"projectManager": {"id": "$worker"}}, {}]}}`,
			Check: func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
				for _, i := range []string{"1", "2", "4"} {
					if item, _ := apitest.Lookup(ans.Body, "data.items."+i).(map[string]any); len(item) == 0 ||
						hasKey(item, "projectManager") || !hasKey(item, "client") {
						t.Errorf("item %s: %v", i, item)
					}
				}
			},
		},
		projectAPI.list("something else", "expand=client,tasks", `{"expand": ["client", "tasks"]}`, bad,
			func(p *pair) { p.Path = "expand[1]" }),
		projectAPI.list("in snake case", "expand=project_manager", `{"expand": ["project_manager"]}`, bad,
			func(p *pair) { p.Path = "expand[0]" }),
		projectAPI.list("nothing", "expand=", "", bad),
		clientAPI.list("not in another list", "expand=client", "", badParam("unknown_parameter", "expand")),
	))
}

func hasKey(object map[string]any, name string) bool {
	_, ok := object[name]
	return ok
}
