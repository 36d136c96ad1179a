package acceptance_test

import (
	"fmt"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/test/apitest"
)

var projectAPI = resource{
	path: "/api/v1/projects", one: "Project", many: "Projects", field: "project",
	table: "projects", scope: "read:projects",
	enums: map[string]string{"status": "PROJECT_STATUS_", "billingType": "BILLING_TYPE_", "color": "PROJECT_COLOR_"},
}

const membersOfProject = "id name clientId startDate endDate objective projectManagerId status billingType amount " +
	"hourlyRate isBillable version createdAt updatedAt color externalIds currency"

// fullProject is a project with a value in every field that goes with the others.
const fullProject = `{"name": "Comet", "clientId": "$globex", "startDate": "2026-03-01", "endDate": "2026-05-31",
	"objective": "Reach the sun",
	"projectManagerId": "$worker", "status": "planned", "billingType": "retainer", "amount": 1234.56, "color": "teal",
	"currency": "CHF"}`

// comet is the body of a new project of Acme, changed as override says: "-" takes a
// member out.
func comet(override string) string {
	return merged(`{"name": "Comet", "clientId": "$acme", "startDate": "2026-01-01", "endDate": "2026-12-31"}`,
		override)
}

func TestCreateProject(t *testing.T) {
	apitest.Run(t, []apitest.Step{
		projectAPI.create("four fields are enough, the rest has its defaults", comet(`{}`),
			hasMembers("data", membersOfProject), hasHeader("ETag", `"1"`),
			data(`{"id": "*", "name": "Comet", "clientId": "$acme", "startDate": "2026-01-01",
				"endDate": "2026-12-31", "objective": null, "projectManagerId": null,
				"status": "draft", "billingType": "non_billable", "amount": null, "hourlyRate": null,
				"isBillable": false, "version": 1, "createdAt": "*", "updatedAt": "*", "color": null,
				"currency": null}`)),
		projectAPI.create("every field is kept", fullProject,
			data(merged(fullProject, `{"hourlyRate": null, "isBillable": true}`))),
		projectAPI.list("and read again", "offset=3", `{"offset": 3}`, hasMembers("data.items.0", membersOfProject),
			data(`{"items": [`+fullProject+`]}`)),
		projectAPI.create("the name is no key", comet(`{}`), data(`{"name": "Comet"}`)),
		projectAPI.create("one day is enough", comet(`{"endDate": "2026-01-01"}`),
			data(`{"startDate": "2026-01-01", "endDate": "2026-01-01"}`)),
		projectAPI.create("the end is not before the start", comet(`{"endDate": "2025-12-31"}`), invalid("endDate")),
		clientAPI.update("Acme becomes inactive", "$acme", `{"isActive": false}`),
		projectAPI.create("an inactive client may have projects", comet(`{}`), data(`{"clientId": "$acme"}`)),
		do("an id in capitals is the same id", func(t *testing.T, a *apitest.API) {
			body := strings.ReplaceAll(a.Expand(comet(`{}`)), a.ID("acme"), strings.ToUpper(a.ID("acme")))
			ans := a.REST(t, "admin", "POST /api/v1/projects", body, nil)
			if got := apitest.Lookup(ans.Body, "data.clientId"); got != a.ID("acme") {
				t.Errorf("clientId is %v, want %s (%s)", got, a.ID("acme"), ans.Message)
			}
		}),
		projectAPI.create("fields that the server sets are refused",
			comet(`{"id": "$atlas", "version": 7, "isBillable": true}`), overGRPC,
			badField("unknown_field", "id"), fieldCount(3)),
	})
}

func TestProjectBilling(t *testing.T) {
	var steps []apitest.Step
	for _, tt := range []struct{ billing, amount, rate, want, wrong string }{
		{"", "", "", "non_billable", ""},
		{"", "5", "", "fixed_price", ""},
		{"", "0", "", "fixed_price", ""},
		{"", "", "5", "time_materials", ""},
		{"", "", "0", "time_materials", ""},
		{"", "5", "5", "", "hourlyRate"},
		{"fixed_price", "", "", "fixed_price", ""},
		{"fixed_price", "5", "", "fixed_price", ""},
		{"fixed_price", "", "5", "", "hourlyRate"},
		{"fixed_price", "5", "5", "", "hourlyRate"},
		{"retainer", "", "", "retainer", ""},
		{"retainer", "5", "", "retainer", ""},
		{"retainer", "", "5", "", "hourlyRate"},
		{"time_materials", "", "", "time_materials", ""},
		{"time_materials", "", "5", "time_materials", ""},
		{"time_materials", "5", "", "", "amount"},
		{"time_materials", "5", "5", "", "amount"},
		{"non_billable", "", "", "non_billable", ""},
		{"non_billable", "0", "", "", "amount"},
		{"non_billable", "", "0", "", "hourlyRate"},
	} {
		given, answered := map[string]string{"amount": "null", "hourlyRate": "null"}, `"isBillable": true`
		override := `{"name": "Comet"`
		for member, value := range map[string]string{
			"billingType": tt.billing, "amount": tt.amount, "hourlyRate": tt.rate,
		} {
			if value == "" {
				continue
			}
			if member == "billingType" {
				value = `"` + value + `"`
			}
			given[member] = value
			override += `, "` + member + `": ` + value
		}
		if tt.want == "non_billable" {
			answered = `"isBillable": false`
		}
		expect := data(`{"billingType": "` + tt.want + `", "amount": ` + given["amount"] + `, "hourlyRate": ` +
			given["hourlyRate"] + `, ` + answered + `}`)
		if tt.wrong != "" {
			expect = invalid(tt.wrong)
		}
		steps = append(steps,
			projectAPI.create(fmt.Sprintf("type %q, amount %q, rate %q", tt.billing, tt.amount, tt.rate),
				comet(override+`}`), expect))
	}
	apitest.Run(t, steps)
}

// projectBounds are the edges of the fields that can be written on create and on
// update alike.
var projectBounds = []struct {
	field, value string
	ok           bool
}{
	{"name", "x", true},
	{"name", "", false},
	{"name", strings.Repeat("日", 255), true},
	{"name", strings.Repeat("日", 256), false},
	{"name", "a\x00b", false},
	{"startDate", "1970-01-01", true},
	{"startDate", "2024-02-29", true},
	{"startDate", "1969-12-31", true},
	{"startDate", "0001-01-01", true},
	{"startDate", "0000-12-31", false},
	{"startDate", "2026-02-29", false},
	{"startDate", "2026-1-1", false},
	{"startDate", "2026-01-01T00:00:00Z", false},
	{"startDate", "", false},
	{"startDate", "infinity", false},
	{"endDate", "2999-12-31", true},
	{"endDate", "3000-01-01", true},
	{"endDate", "9999-12-31", true},
	{"endDate", "10000-01-01", false},
	{"endDate", "2026-06-31", false},
	{"endDate", " 2026-06-30", false},
	{"endDate", "", false},
	{"objective", strings.Repeat("🚀", 10000), true},
	{"objective", strings.Repeat("🚀", 10001), false},
	{"objective", "", true},
	{"objective", "a\nb\t'%' \\ \"c\"", true},
	{"projectManagerId", "$pm", true},
	{"projectManagerId", "", false},
	{"projectManagerId", "pm", false},
	{"status", "draft", true},
	{"status", "planned", true},
	{"status", "active", true},
	{"status", "completed", true},
	{"status", "cancelled", true},
	{"color", "indigo", true},
	{"color", "teal", true},
	{"color", "orange", true},
	{"color", "pink", true},
	{"color", "blue", true},
	{"color", "lime", true},
	{"color", "purple", true},
	{"color", "brown", true},
	{"color", "cyan", true},
	{"color", "green", true},
	{"color", "magenta", true},
	{"color", "gray", true},
	{"currency", "CHF", true},
	{"currency", "JPY", true},
	{"currency", "", false},
	{"currency", "CH", false},
	{"currency", "CHFR", false},
	{"currency", "CHF ", false},
	{"currency", "ZZZ", false},
	{"currency", "DEM", false},
}

func TestProjectFields(t *testing.T) {
	t.Parallel()
	steps := []apitest.Step{
		projectAPI.create("a project", comet(`{}`), saves("project")),
		projectAPI.create("all required fields are named", `{}`, invalid("name"), fieldCount(4)),
		{Name: "a request has a project", RPC: "ProjectService/CreateProject", GRPC: codes.InvalidArgument,
			Code: "validation_failed", Path: "project"},
	}
	create := func(name, override string, expectations ...expectation) {
		steps = append(steps, projectAPI.create(name+", on create", comet(override), expectations...))
	}
	both := func(name, body string, expectations ...expectation) {
		create(name, body, expectations...)
		steps = append(steps, projectAPI.update(name+", on update", "$project", body, expectations...))
	}
	for _, b := range projectBounds {
		body := asJSON(map[string]any{b.field: b.value})
		name := fmt.Sprintf("%s %.20q", b.field, b.value)
		if b.ok {
			both(name+" is accepted", body, data(body))
		} else {
			both(name+" is refused", body, invalid(b.field))
		}
	}
	for field, values := range map[string][]string{
		"name": {`null`, `5`}, "startDate": {`null`, `20260101`}, "endDate": {`null`, `{}`}, "objective": {`5`, `[]`},
		"projectManagerId": {`5`},
		"status":           {`"ACTIVE"`, `"open"`, `""`, `3`, `["active"]`},
		"color":            {`"Teal"`, `"red"`, `"#0d9488"`, `""`, `2`, `["teal"]`},
		"currency":         {`756`, `["CHF"]`},
	} {
		for _, value := range values {
			both(field+" "+value+" is refused", `{"`+field+`": `+value+`}`, invalid(field), overREST)
		}
	}
	for field, values := range map[string][]string{
		"clientId": {`null`, `""`, `"acme"`, `5`}, "billingType": {`"hourly"`, `2`},
		"amount": {`"5"`, `1e400`, `true`}, "hourlyRate": {`"5"`, `-1e400`},
	} {
		for _, value := range values {
			body := strings.Replace(comet(`{"`+field+`": "?"}`), `"?"`, value, 1)
			steps = append(steps,
				projectAPI.create(field+" "+value+" is refused, on create", body, invalid(field), overREST))
		}
	}
	for _, field := range []string{"name", "clientId", "startDate", "endDate"} {
		create(field+" is required", `{"`+field+`": "-"}`, invalid(field))
	}
	for _, amount := range []string{"0", "0.30000000000000004", "1e12"} {
		create("amount "+amount+" is answered as sent", `{"amount": `+amount+`}`,
			data(`{"amount": `+amount+`, "billingType": "fixed_price"}`))
		create("hourly rate "+amount+" is answered as sent", `{"hourlyRate": `+amount+`}`,
			data(`{"hourlyRate": `+amount+`, "billingType": "time_materials"}`))
	}
	for _, amount := range []string{"-0.01", "1000000000000.01"} {
		create("amount "+amount+" is refused", `{"amount": `+amount+`}`, invalid("amount"))
		create("hourly rate "+amount+" is refused", `{"hourlyRate": `+amount+`}`, invalid("hourlyRate"))
	}
	for _, amount := range []string{"NaN", "Infinity", "-Infinity"} {
		create("amount "+amount+" is refused", `{"amount": "`+amount+`"}`, invalid("amount"))
		create("hourly rate "+amount+" is refused", `{"hourlyRate": "`+amount+`"}`, invalid("hourlyRate"))
	}
	steps = append(steps, projectAPI.create("null is as if it were absent, on create",
		comet(`{"status": null, "billingType": null, "amount": null, "hourlyRate": null}`), overREST,
		data(`{"status": "draft", "billingType": "non_billable", "amount": null, "hourlyRate": null}`)))
	both("objective null is none", `{"objective": null}`, data(`{"objective": null}`))
	both("a project manager", `{"projectManagerId": "$pm"}`, data(`{"projectManagerId": "$pm"}`))
	both("projectManagerId null is none", `{"projectManagerId": null}`, data(`{"projectManagerId": null}`))
	both("a colour", `{"color": "gray"}`, data(`{"color": "gray"}`))
	both("color null is none", `{"color": null}`, data(`{"color": null}`))
	both("currency null is none", `{"currency": null}`, data(`{"currency": null}`))
	both("a name is trimmed", `{"name": " x\t"}`, data(`{"name": "x"}`))
	both("a name is not blank", `{"name": " \n"}`, invalid("name"))
	both("no status is 99", `{"status": 99}`, invalid("status"), overGRPC)
	both("no colour is 99", `{"color": 99}`, invalid("color"), overGRPC)
	both("a status is given or left out", `{"status": 0}`, invalid("status"), overGRPC)
	create("no billing type is 99", `{"billingType": 99}`, invalid("billingType"), overGRPC)
	both("a manager is known", `{"projectManagerId": "$unknown"}`, badField("unknown_reference", "projectManagerId"))
	both("and of this organization", `{"projectManagerId": "$other_worker"}`,
		badField("unknown_reference", "projectManagerId"))
	both("and a user", `{"projectManagerId": "$acme"}`, badField("unknown_reference", "projectManagerId"))
	both("a URN is an external id", `{"projectManagerId": "urn:uuid:$pm"}`,
		badField("unknown_reference", "projectManagerId"))
	create("a client is known", `{"clientId": "$unknown"}`, badField("unknown_reference", "clientId"))
	create("and of this organization", `{"clientId": "$other_acme"}`, badField("unknown_reference", "clientId"))
	create("and a client", `{"clientId": "$worker"}`, badField("unknown_reference", "clientId"))
	create("two unknown ids are both named", `{"clientId": "$unknown", "projectManagerId": "$unknown"}`,
		badField("unknown_reference", "clientId"), fieldCount(2))
	both("several bad fields are all named",
		`{"name": "", "startDate": "x", "status": "draft", "projectManagerId": "y"}`,
		refused("validation_failed"), fieldCount(3))
	for _, field := range []string{"id", "isBillable", "version", "createdAt", "updatedAt", "client", "projectManager",
		"client_id", "start_date", "organizationId", "project", "manager"} {
		both("a project has no "+field+" to write", `{"`+field+`": "x"}`, badField("unknown_field", field), overREST)
	}
	for _, field := range []string{"clientId", "billingType", "amount", "hourlyRate"} {
		steps = append(steps, projectAPI.update(field+" is set on create only", "$project", `{"`+field+`": "$acme"}`,
			badField("unknown_field", field), overREST),
			apitest.Step{Name: field + " is not in a mask", RPC: "ProjectService/UpdateProject",
				Request: `{"projectId": "$project", "project": {}, "updateMask": "` + field + `"}`,
				GRPC:    codes.InvalidArgument, Code: "unknown_field", Path: "project." + snake(field)})
	}
	for _, field := range []string{"name", "startDate", "endDate", "status"} {
		steps = append(steps,
			projectAPI.update(field+" is not cleared", "$project", `{"`+field+`": null}`, invalid(field)))
	}
	for _, body := range []string{`[]`, `null`, `{`, `{"name": "a", "name": "b"}`} {
		steps = append(steps,
			projectAPI.create("the body "+body+" is refused", body, refused("invalid_json"), overREST))
	}
	apitest.Run(t, steps)
}

func TestUpdateProject(t *testing.T) {
	stored := merged(fullProject, `{"isBillable": true, "hourlyRate": null}`)
	apitest.Run(t, []apitest.Step{
		projectAPI.create("a project", fullProject, saves("project")),
		projectAPI.update("one field is written, the others stay", "$project", `{"name": "Halley"}`,
			hasMembers("data", membersOfProject), hasHeader("ETag", `"2"`),
			data(merged(stored, `{"name": "Halley", "version": 2}`))),
		projectAPI.update("nothing is written", "$project", `{}`, hasHeader("ETag", `"2"`),
			data(merged(stored, `{"name": "Halley", "version": 2}`))),
		projectAPI.update("all at once", "$project",
			`{"name": "Encke", "objective": null, "startDate": "2027-01-01", "endDate": "2027-01-31",
				"projectManagerId": "$lead", "status": "active", "color": null}`,
			data(merged(stored, `{"name": "Encke", "objective": null, "startDate": "2027-01-01", "color": null,
				"endDate": "2027-01-31", "projectManagerId": "$lead", "status": "active", "version": 3}`))),
		projectAPI.list("it is all stored", "offset=2", `{"offset": 2}`,
			data(`{"items": [{"id": "$project", "name": "Encke", "objective": null, "startDate": "2027-01-01", "endDate": "2027-01-31",
			"projectManagerId": "$lead", "status": "active", "clientId": "$globex", "billingType": "retainer",
			"amount": 1234.56, "color": null, "version": 3}]}`)),

		projectAPI.update("the end is not before the start that is stored", "$project",
			`{"endDate": "2026-12-31"}`, invalid("endDate")),
		projectAPI.update("nor the start after the end that is stored", "$project",
			`{"startDate": "2027-02-01"}`, invalid("startDate")),
		projectAPI.update("nor both that are sent", "$project",
			`{"startDate": "2028-02-01", "endDate": "2028-01-31"}`, invalid("endDate")),
		projectAPI.update("both move beyond what is stored", "$project",
			`{"startDate": "2028-02-01", "endDate": "2028-02-01"}`,
			data(`{"startDate": "2028-02-01", "endDate": "2028-02-01", "version": 4}`)),

		{Name: "without a mask the fields that are set are written", RPC: "ProjectService/UpdateProject",
			Request: `{"projectId": "$project", "project": {"name": "Biela", "status": "PROJECT_STATUS_COMPLETED"}}`,
			Want:    `{"data": {"name": "Biela", "status": "completed", "version": 5}}`},
		{Name: "what the mask does not name is not", RPC: "ProjectService/UpdateProject",
			Request: `{"projectId": "$project", "project": {"name": "Olbers", "objective": "x", "clientId": "$acme"},
				"updateMask": "objective"}`,
			Want: `{"data": {"name": "Biela", "objective": "x", "clientId": "$globex"}}`},

		projectAPI.update("an id is a UUID", "comet", `{"name": "x"}`, badParam("validation_failed", "project_id")),
		projectAPI.update("of a project", "$unknown", `{"name": "x"}`, refused("not_found")),
		projectAPI.update("not of a client", "$acme", `{"name": "x"}`, refused("not_found")),
		projectAPI.update("of this organization", "$other_atlas", `{"name": "x"}`, refused("not_found")),
		projectAPI.update("what is wrong comes before what is missing", "$unknown", `{"name": ""}`, invalid("name")),
		projectAPI.update("also what only two fields together show", "$unknown",
			`{"startDate": "2026-02-01", "endDate": "2026-01-31"}`, invalid("endDate")),

		projectAPI.update("the version matches", "$atlas", `{"name": "x"}`, ifMatch(`"1"`),
			hasHeader("ETag", `"2"`), data(`{"version": 2}`)),
		projectAPI.update("the version is old", "$atlas", `{"name": "y"}`, ifMatch(`"1"`), refused("version_conflict")),
		projectAPI.update("nothing was written", "$atlas", `{}`, ifMatch(`"2"`), data(`{"name": "x", "version": 2}`)),
		projectAPI.update("what is no version is refused", "$atlas", `{"name": "y"}`, ifMatch(`x`), badPrecondition),
		projectAPI.update("what is wrong comes before the version", "$atlas", `{"endDate": "2025-01-01"}`,
			ifMatch(`"1"`), invalid("endDate")),
	})
}

// TestExpandedRecordsNeedTheirScopes reads projects with their clients and managers as keys that may not read those.
func TestExpandedRecordsNeedTheirScopes(t *testing.T) {
	t.Parallel()
	const (
		name = `{"id": "$acme", "companyName": "Acme", "email": null, "image": null, "countryCode": null,
			"website": null, "isActive": null, "clientPriority": null,
			"categories": [], "accountManagerId": null, "version": 0, "createdAt": null, "updatedAt": null, "currency": null}`
		person = `{"id": "$pm", "name": "Pi Em", "email": null, "image": null, "countryCode": null,
			"defaultAvailability": null, "reportsToId": null, "role": null,
			"isActive": null, "version": 0, "createdAt": null, "updatedAt": null}`
		company = `{"id": "$acme", "companyName": "Acme", "isActive": true, "version": 1, "createdAt": "*"}`
		manager = `{"id": "$pm", "name": "Pi Em", "email": "pm@example.com", "role": "member", "version": 1}`
	)
	steps := []apitest.Step{do("keys read projects", func(_ *testing.T, a *apitest.API) {
		a.Key("neither", "admin", "read:projects")
		a.Key("clients", "admin", "read:projects", "read:clients")
		a.Key("users", "admin", "read:projects", "read:users")
	})}
	for _, who := range []struct{ key, client, manager string }{{"neither", name, person}, {"clients", company, person},
		{"users", name, manager}, {"worker", company, manager}} {
		want := `{"id": "$atlas", "clientId": "$acme", "projectManagerId": "$pm", "client": ` + who.client +
			`, "projectManager": ` + who.manager + `}`
		steps = append(steps, apitest.Step{
			Name: who.key + " reads one", As: who.key, Want: `{"data": ` + want + `}`,
			Call: "GET /api/v1/projects/$atlas?expand=client,projectManager", RPC: "ProjectService/GetProject",
			Request: `{"projectId": "$atlas", "expand": ["client", "projectManager"]}`,
		}, apitest.Step{
			Name: who.key + " lists", As: who.key, Want: `{"data": {"items": [` + want + `]}}`,
			Call: "GET /api/v1/projects?expand=client,projectManager&limit=1",
			RPC:  "ProjectService/ListProjects", Request: `{"expand": ["client", "projectManager"], "limit": 1}`,
		})
	}
	apitest.Run(t, steps)
}

func TestProjectMovesBetweenAllStates(t *testing.T) {
	states := []string{"draft", "planned", "active", "completed", "cancelled"}
	var steps []apitest.Step
	for _, from := range states {
		for _, to := range states {
			steps = append(steps, projectAPI.update("to "+from, "$beacon", `{"status": "`+from+`"}`),
				projectAPI.update("from "+from+" to "+to, "$beacon", `{"status": "`+to+`"}`,
					data(`{"status": "`+to+`"}`)))
		}
	}
	apitest.Run(t, steps)
}

// planOn is a step that plans eight hours of a user on a project.
func planOn(name, user, project string, expectations ...expectation) apitest.Step {
	item := `{"items": [{"userId": "` + user + `", "projectId": "` + project + `", "date": "2026-03-02", "hours": 8}]}`
	return paired(apitest.Step{
		Name: name, Call: "POST /api/v1/assignments", Body: item, RPC: "AssignmentService/UpsertAssignments",
	}, "batch", nil, expectations)
}

func TestWhoMayWriteProjects(t *testing.T) {
	var steps []apitest.Step
	for _, key := range []string{"admin", "boss"} {
		steps = append(steps, projectAPI.create(key+" may create", comet(`{}`), by(key), saves("project")),
			projectAPI.update(key+" may change", "$project", `{"name": "x"}`, by(key), data(`{"name": "x"}`)))
	}
	steps = append(steps,
		projectAPI.create("a manager creates a project of their own", comet(`{"projectManagerId": "$boss"}`),
			by("boss"), saves("own")),
		planOn("and plans anybody on it", "$loner", "$own", by("boss")),
		projectAPI.update("and gives it away", "$own", `{"projectManagerId": "$pm"}`, by("boss"),
			data(`{"projectManagerId": "$pm"}`)),
		projectAPI.update("and does not take it back", "$own", `{"projectManagerId": "$boss"}`, by("boss"),
			badField("permission_denied", "projectManagerId")),
		projectAPI.update("nor one that has no manager", "$beacon", `{"name": "x", "projectManagerId": "$boss"}`,
			by("boss"), badField("permission_denied", "projectManagerId")),
		projectAPI.update("nor that of another manager", "$atlas", `{"projectManagerId": "$boss"}`, by("boss"),
			badField("permission_denied", "projectManagerId")),
		planOn("so that its hours stay those of others", "$loner", "$atlas", by("boss"), refused("permission_denied")),
		projectAPI.update("but may name another one", "$own", `{"projectManagerId": "$lead"}`, by("boss"),
			data(`{"projectManagerId": "$lead"}`)),
		projectAPI.update("whom an admin replaces, also with the manager", "$own", `{"projectManagerId": "$boss"}`,
			data(`{"projectManagerId": "$boss"}`)),
		projectAPI.update("who then may send the same", "$own", `{"name": "y", "projectManagerId": "$boss"}`,
			by("boss"), data(`{"name": "y"}`)),
		projectAPI.update("an admin takes one too", "$own", `{"projectManagerId": "$admin"}`,
			data(`{"projectManagerId": "$admin"}`)),
	)
	for _, key := range []string{"lead", "worker", "pm", "loner"} {
		steps = append(steps,
			projectAPI.create(key+" may not create", comet(`{}`), by(key), refused("permission_denied")),
			projectAPI.create(key+" may not create for themselves", comet(`{"projectManagerId": "$`+key+`"}`), by(key),
				refused("permission_denied")),
			projectAPI.update(key+" may not change", "$beacon", `{"name": "x"}`, by(key), refused("permission_denied")),
			projectAPI.update(key+" may not change nothing either", "$beacon", `{}`, by(key),
				refused("permission_denied")),
			projectAPI.update(key+" may not become its manager", "$beacon", `{"projectManagerId": "$`+key+`"}`, by(key),
				refused("permission_denied")))
	}
	steps = append(steps,
		projectAPI.update("a project's manager may change it", "$atlas",
			`{"name": "x", "status": "completed", "endDate": "2027-01-01", "color": "lime"}`, by("pm"),
			data(`{"name": "x", "color": "lime", "version": 2}`)),
		projectAPI.update("and give it away", "$atlas", `{"projectManagerId": "$worker"}`, by("pm"),
			data(`{"projectManagerId": "$worker"}`)),
		projectAPI.update("and then no longer change it", "$atlas", `{"name": "y"}`, by("pm"),
			refused("permission_denied")),
		projectAPI.update("which the new one may", "$atlas", `{"name": "y"}`, by("worker"), data(`{"name": "y"}`)),
		projectAPI.update("a manager's managers may not because of that", "$atlas", `{"name": "z"}`, by("lead"),
			refused("permission_denied")),

		projectAPI.create("what is wrong comes before what is forbidden", comet(`{"endDate": "2025-01-01"}`),
			by("worker"), invalid("endDate")),
		projectAPI.create("and so does billing that does not fit", comet(`{"amount": 1, "hourlyRate": 1}`),
			by("worker"), invalid("hourlyRate")),
		projectAPI.create("and an unknown client", comet(`{"clientId": "$unknown"}`), by("worker"),
			badField("unknown_reference", "clientId")),
		projectAPI.update("on update too", "$beacon", `{"endDate": "2025-01-01"}`, by("worker"), invalid("endDate")),
		projectAPI.update("and an unknown manager", "$beacon", `{"projectManagerId": "$unknown"}`, by("worker"),
			badField("unknown_reference", "projectManagerId")),
		projectAPI.update("and what is missing", "$unknown", `{"name": "x"}`, by("worker"), refused("not_found")),
		projectAPI.update("what is forbidden comes before the version", "$beacon", `{"name": "x"}`, by("worker"),
			ifMatch(`"9"`), refused("permission_denied")),
		projectAPI.list("nothing of that was written", "offset=1&limit=1", `{"offset": 1, "limit": 1}`,
			data(`{"items": [{"id": "$beacon", "name": "Beacon", "projectManagerId": null, "version": 1}]}`)),

		scopedKeys("write:projects"),
		projectAPI.create("without the scope not even an admin creates", comet(`{}`), by("without"),
			outOfScope("write:projects")),
		projectAPI.update("or changes", "$atlas", `{"name": "x"}`, by("without"), outOfScope("write:projects")),
		projectAPI.create("and is not told what else is wrong", `{}`, by("without"), outOfScope("write:projects")),
		projectAPI.create("with it the role still counts", comet(`{}`), by("only"), refused("permission_denied")),
		projectAPI.create("nobody creates without a key", comet(`{}`), by("-"), refused("credential_missing")),
		projectAPI.update("or changes without one", "$atlas", `{"name": "x"}`, by("-"), refused("credential_missing")),
	)
	apitest.Run(t, steps)
}
