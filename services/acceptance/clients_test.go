package acceptance_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/test/apitest"
)

var clientAPI = resource{
	path: "/api/v1/clients", one: "Client", many: "Clients", field: "client", table: "clients", scope: "read:clients",
	enums: map[string]string{"clientPriority": "CLIENT_PRIORITY_"},
}

const membersOfClient = "id companyName email image countryCode website isActive clientPriority categories " +
	"accountManagerId version createdAt updatedAt externalIds currency"

func invalid(field string) expectation { return badField("validation_failed", field) }

// fullClient is a client with a value in every field.
const fullClient = `{"companyName": "Initech", "email": "office@initech.example", "image": "https://initech.example/logo.png",
	"countryCode": "Vereinigtes Königreich", "website": "www.initech.example", "isActive": false, "clientPriority": "low",
	"categories": ["Software", "Banking"], "accountManagerId": "$worker", "currency": "GBP"}`

func TestListClients(t *testing.T) {
	steps := append(pages(clientAPI, "$acme", "$globex"),
		clientAPI.list("a row is the whole client", "limit=1", `{"limit": 1}`,
			hasMembers("data.items.0", membersOfClient),
			data(`{"items": [{"id": "$acme", "companyName": "Acme", "isActive": true, "clientPriority": "medium",
				"categories": [], "accountManagerId": null}]}`)),
		clientAPI.list("another organization has its own", "", "{}", by("other_worker"),
			data(rowsOf("$other_acme", "$other_globex"))),
		clientAPI.create("a new client", `{"companyName": "Aardvark"}`, saves("aardvark")),
		clientAPI.list("comes last, whatever its name", "", "{}", data(rowsOf("$acme", "$globex", "$aardvark"))),
		clientAPI.update("a changed client", "$acme", `{"companyName": "Zebra", "isActive": false}`),
		clientAPI.list("keeps its place, inactive or not", "", "{}",
			data(`{"items": [{"companyName": "Zebra"}, {"id": "$globex"}, {"id": "$aardvark"}]}`)),
	)
	apitest.Run(t, steps)
}

func TestCreateClient(t *testing.T) {
	apitest.Run(t, []apitest.Step{
		clientAPI.create("a name is enough, the rest has its defaults", `{"companyName": "Initech"}`,
			hasMembers("data", membersOfClient), hasHeader("ETag", `"1"`),
			data(`{"id": "*", "companyName": "Initech", "email": null, "image": null, "countryCode": null,
				"website": null, "isActive": true,
				"clientPriority": "medium", "categories": [], "accountManagerId": null, "version": 1, "createdAt": "*", "updatedAt": "*",
				"currency": null}`),
			checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
				if created, updated := apitest.Lookup(ans.Body, "data.createdAt"),
					apitest.Lookup(ans.Body, "data.updatedAt"); created != updated {
					t.Errorf("created at %v and updated at %v", created, updated)
				}
			})),
		clientAPI.create("every field is kept", fullClient, data(fullClient), saves("initech")),
		clientAPI.list("and read again", "offset=3", `{"offset": 3}`, data(`{"items": [`+fullClient+`]}`)),
		clientAPI.create("the name is no key", `{"companyName": "Initech"}`, data(`{"companyName": "Initech"}`)),
		clientAPI.create("null is none",
			`{"companyName": "Initech", "email": null, "image": null, "countryCode": null, "website": null, "accountManagerId": null,
				"currency": null}`,
			data(`{"email": null, "image": null, "countryCode": null, "website": null, "accountManagerId": null, "currency": null}`)),
		do("an id in capitals is the same id", func(t *testing.T, a *apitest.API) {
			ans := a.REST(t, "admin", "POST /api/v1/clients",
				`{"companyName": "Initech", "accountManagerId": "`+strings.ToUpper(a.ID("worker"))+`"}`, nil)
			if got := apitest.Lookup(ans.Body, "data.accountManagerId"); got != a.ID("worker") {
				t.Errorf("accountManagerId is %v, want %s (%s)", got, a.ID("worker"), ans.Message)
			}
		}),
		clientAPI.create("priority high", `{"companyName": "Initech", "clientPriority": "high"}`,
			data(`{"clientPriority": "high"}`)),
		clientAPI.create("priority medium", `{"companyName": "Initech", "clientPriority": "medium"}`,
			data(`{"clientPriority": "medium"}`)),

		clientAPI.create("categories are trimmed and kept once",
			`{"companyName": "Initech", "categories": [" b ", "a", "b", "\ta\n", "B"]}`,
			data(`{"categories": ["b", "a", "B"]}`)),
		clientAPI.create("they may be objects with a name",
			`{"companyName": "Initech", "categories": [{"name": "a"}, "b", {"name": " a "}]}`,
			data(`{"categories": ["a", "b"]}`), overREST),
		clientAPI.create("with nothing else in them",
			`{"companyName": "Initech", "categories": [{"name": "a", "id": 1}]}`,
			badField("unknown_field", "categories[0].id"), overREST),
		clientAPI.create("and not without", `{"companyName": "Initech", "categories": ["a", {}]}`,
			invalid("categories[1].name"), overREST),
		clientAPI.create("30 of 50 characters", categories(30, 50), data(categories(30, 50))),

		clientAPI.create("text is trimmed", `{"companyName": " \tInitech\u00a0"}`, data(`{"companyName": "Initech"}`)),
		clientAPI.create("fields that the server sets are refused",
			`{"companyName": "Initech", "id": "$acme", "version": 7}`, overGRPC,
			badField("unknown_field", "id"), fieldCount(2)),
	})
}

// categories is a body with n categories of that many characters.
func categories(n, length int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf(`"%02d%s"`, i, strings.Repeat("ü", length-2)))
	}
	return `{"companyName": "Initech", "categories": [` + strings.Join(list, ", ") + `]}`
}

// clientBounds are the edges of every field, on create and on update alike.
var clientBounds = []struct {
	field, value string
	ok           bool
}{
	{"companyName", "ab", true},
	{"companyName", "a", false},
	{"companyName", "", false},
	{"companyName", strings.Repeat("ü", 255), true},
	{"companyName", strings.Repeat("ü", 256), false},
	{"companyName", "a\x00b", false},
	{"companyName", " \t\u00a0 ", false},
	{"companyName", " a ", false},
	{"email", "a@b.example", true},
	{"email", "", false},
	{"email", "nobody", false},
	{"email", "a b@c.example", false},
	{"email", "A <a@b.example>", false},
	{"image", "https://a.example/" + strings.Repeat("x", 2048-18), true},
	{"image", "https://a.example/" + strings.Repeat("x", 2049-18), false},
	{"image", "logo.png", false},
	{"image", "", false},
	{"image", "https://a.example/a b", false},
	{"image", "data:image/png;base64,AAAA", true},
	{"image", "data:text/html,x", false},
	{"image", "javascript:alert(1)", false},
	{"image", "file:///etc/passwd", false},
	{"countryCode", strings.Repeat("ß", 100), true},
	{"countryCode", strings.Repeat("ß", 101), false},
	{"countryCode", "", true},
	{"website", strings.Repeat("日", 2048), true},
	{"website", strings.Repeat("日", 2049), false},
	{"website", "not a URL", true},
	{"website", "javascript is a language", true},
	{"website", "JavaScript:alert(1)", false},
	{"website", "  javascript:alert(1)", false},
	{"website", "java\tscript:alert(1)", false},
	{"website", "vbscript:x", false},
	{"website", "file:///etc/passwd", false},
	{"website", "data:text/html,x", false},
	{"website", "data:image/png;base64,AAAA", true},
	{"accountManagerId", "", false},
	{"accountManagerId", "worker", false},
	{"accountManagerId", "{$worker}", false},
	{"accountManagerId", "$worker ", false},
	{"accountManagerId", "$peer", true},
	{"currency", "EUR", true},
	{"currency", "KWD", true},
	{"currency", "", false},
	{"currency", "EU", false},
	{"currency", "EURO", false},
	{"currency", " EUR", false},
	{"currency", "ZZZ", false},
	{"currency", "DEM", false},
	{"currency", "XXX", false},
	{"currency", "€", false},
}

func TestClientFields(t *testing.T) {
	steps := []apitest.Step{
		clientAPI.create("a client", `{"companyName": "Initech"}`, saves("client")),
		clientAPI.create("the name is required", `{"email": "a@b.example"}`, invalid("companyName")),
		clientAPI.create("a client is required", `{}`, invalid("companyName")),
		{Name: "also in a request without one", RPC: "ClientService/CreateClient", GRPC: codes.InvalidArgument,
			Code: "validation_failed", Path: "client"},
	}
	both := func(name, body string, expectations ...expectation) {
		create := merged(`{"companyName": "Initech"}`, body)
		steps = append(steps, clientAPI.create(name+", on create", create, expectations...),
			clientAPI.update(name+", on update", "$client", body, expectations...))
	}
	for _, b := range clientBounds {
		body := asJSON(map[string]any{b.field: b.value})
		name := fmt.Sprintf("%s %.20q", b.field, b.value)
		if b.ok {
			both(name+" is accepted", body, data(body))
		} else {
			both(name+" is refused", body, invalid(b.field))
		}
	}
	for _, field := range []string{"isActive", "clientPriority", "categories"} {
		body := `{"` + field + `": null}`
		steps = append(steps, clientAPI.update(field+" is never null", "$client", body, invalid(field), overREST),
			clientAPI.create(field+" null gives the default", merged(`{"companyName": "Initech"}`, body),
				data(`{"isActive": true, "clientPriority": "medium", "categories": []}`)))
	}
	for field, values := range map[string][]string{
		"companyName": {`null`, `5`, `["ab"]`}, "email": {`5`, `{}`}, "image": {`true`},
		"countryCode": {`49`}, "website": {`[]`},
		"isActive": {`"true"`, `1`}, "clientPriority": {`"HIGH"`, `"urgent"`, `""`, `1`, `"CLIENT_PRIORITY_HIGH"`},
		"categories": {`"a"`, `{}`}, "accountManagerId": {`5`}, "currency": {`978`, `["EUR"]`},
	} {
		for _, value := range values {
			body := `{"` + field + `": ` + value + `}`
			if value == "null" && field != "companyName" { // on create, null is the same as absent
				steps = append(steps,
					clientAPI.update(field+" null is refused, on update", "$client", body, invalid(field), overREST))
				continue
			}
			both(field+" "+value+" is refused", body, invalid(field), overREST)
		}
	}
	both("no member of an enum is 99", `{"clientPriority": 99}`, invalid("clientPriority"), overGRPC)
	both("an enum is given or left out", `{"clientPriority": 0}`, invalid("clientPriority"), overGRPC)
	both("an account manager is known", `{"accountManagerId": "$unknown"}`,
		badField("unknown_reference", "accountManagerId"))
	both("and of this organization", `{"accountManagerId": "$other_worker"}`,
		badField("unknown_reference", "accountManagerId"))
	both("and a user", `{"accountManagerId": "$acme"}`, badField("unknown_reference", "accountManagerId"))
	both("an e-mail address of 321 characters",
		`{"email": "`+strings.Repeat("a", 309)+`@example.com"}`, invalid("email"))
	both("a category of 51 characters", categories(1, 51), invalid("categories[0]"))
	both("blank categories are all named", `{"categories": ["", "a", " \t"]}`, invalid("categories[0]"), fieldCount(2))
	both("31 categories, repeated ones too", `{"categories": [`+strings.Repeat(`"a", `, 30)+`"a"]}`,
		invalid("categories"))
	both("a category that is a number", `{"categories": ["a", 1]}`, invalid("categories[1]"), overREST)
	both("a category that is null", `{"categories": [null]}`, invalid("categories[0]"), overREST)
	both("several bad fields are all named",
		`{"companyName": "a", "email": "b", "website": "`+strings.Repeat("w", 2049)+`"}`,
		invalid("companyName"), fieldCount(3))
	for _, field := range []string{"id", "version", "createdAt", "updatedAt", "company_name", "CompanyName", "name",
		"organizationId", "client", "__proto__"} {
		both("a client has no "+field+" to write", `{"`+field+`": "x"}`, badField("unknown_field", field), overREST)
	}
	for _, body := range []string{`[]`, `null`, `"x"`, `5`, `{`, `{"companyName": "Initech"} {}`,
		`{"companyName": "ab", "companyName": "cd"}`, `{"companyName": 'ab'}`, "{\"companyName\": \"\xff\xfe\"}"} {
		steps = append(steps, clientAPI.create("the body "+body+" is refused", body, refused("invalid_json"), overREST))
	}
	steps = append(steps, clientAPI.create("refused creates have written nothing", `{"companyName": "Last"}`),
		clientAPI.list("each accepted one has", "count=true&limit=1", `{"count": true, "limit": 1}`,
			checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
				want := 7.0
				for _, b := range clientBounds {
					if b.ok {
						want++
					}
				}
				if got := apitest.Lookup(ans.Body, "data.total"); got != want {
					t.Errorf("%v clients, want %v", got, want)
				}
			})))
	apitest.Run(t, steps)
}

func TestUpdateClient(t *testing.T) {
	apitest.Run(t, []apitest.Step{
		clientAPI.create("a client", fullClient, saves("client")),
		clientAPI.update("one field is written, the others stay", "$client", `{"companyName": "Initrode"}`,
			hasMembers("data", membersOfClient), hasHeader("ETag", `"2"`),
			data(merged(fullClient, `{"companyName": "Initrode", "version": 2}`)),
			checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
				if created, updated := apitest.Lookup(ans.Body, "data.createdAt"),
					apitest.Lookup(ans.Body, "data.updatedAt"); created == updated {
					t.Error("updatedAt has not changed")
				}
			})),
		clientAPI.update("nothing is written", "$client", `{}`, hasHeader("ETag", `"2"`),
			data(merged(fullClient, `{"companyName": "Initrode", "version": 2}`))),
		clientAPI.update("null clears", "$client",
			`{"email": null, "image": null, "countryCode": null, "website": null, "accountManagerId": null, "currency": null}`,
			data(`{"companyName": "Initrode", "email": null, "image": null, "countryCode": null, "website": null,
				"accountManagerId": null, "currency": null, "isActive": false, "clientPriority": "low", "version": 3}`)),
		clientAPI.update("all at once", "$client", fullClient, data(merged(fullClient, `{"version": 4}`))),
		clientAPI.update("false and true are values", "$client", `{"isActive": true}`, data(`{"isActive": true}`)),
		clientAPI.update("the list is written whole", "$client", `{"categories": [" x ", "x", "y"]}`,
			data(`{"categories": ["x", "y"]}`)),
		clientAPI.update("objects are for creating only", "$client", `{"categories": [{"name": "z"}]}`,
			invalid("categories[0]"), overREST),
		clientAPI.update("an empty list is a list", "$client", `{"categories": []}`,
			data(`{"categories": [], "version": 7}`)),
		clientAPI.update("the same values again change nothing", "$client", `{"isActive": true, "categories": []}`,
			hasHeader("ETag", `"7"`), data(`{"version": 7}`)),
		clientAPI.list("it is all stored", "offset=2", `{"offset": 2}`,
			data(`{"items": [`+merged(fullClient, `{"isActive": true, "categories": [], "version": 7}`)+`]}`)),

		{Name: "without a mask the fields that are set are written", RPC: "ClientService/UpdateClient",
			Request: `{"clientId": "$client", "client": {"website": "w", "categories": ["c"]}}`,
			Want:    `{"data": {"website": "w", "categories": ["c"], "companyName": "Initech", "version": 8}}`},
		{Name: "what the mask does not name is not", RPC: "ClientService/UpdateClient",
			Request: `{"clientId": "$client", "client": {"website": "x", "companyName": "Y"}, "updateMask": "website"}`,
			Want:    `{"data": {"website": "x", "companyName": "Initech"}}`},
		{Name: "a list in the mask and not in the message is emptied", RPC: "ClientService/UpdateClient",
			Request: `{"clientId": "$client", "client": {}, "updateMask": "categories"}`,
			Want:    `{"data": {"categories": []}}`},
		{Name: "the mask names fields", RPC: "ClientService/UpdateClient",
			Request: `{"clientId": "$client", "client": {}, "updateMask": "nothing"}`,
			GRPC:    codes.InvalidArgument, Code: "unknown_field", Path: "client.nothing"},
		{Name: "that can be written", RPC: "ClientService/UpdateClient",
			Request: `{"clientId": "$client", "client": {"id": "$acme"}, "updateMask": "id"}`,
			GRPC:    codes.InvalidArgument, Code: "unknown_field", Path: "client.id"},
		{Name: "a field that is never null is not cleared", RPC: "ClientService/UpdateClient",
			Request: `{"clientId": "$client", "client": {}, "updateMask": "isActive"}`,
			GRPC:    codes.InvalidArgument, Code: "validation_failed", Path: "client.is_active"},

		clientAPI.update("an id is a UUID", "initech", `{"isActive": true}`,
			badParam("validation_failed", "client_id")),
		clientAPI.update("of a client", "$unknown", `{"isActive": true}`, refused("not_found")),
		clientAPI.update("not of a user", "$worker", `{"isActive": true}`, refused("not_found")),
		clientAPI.update("of this organization", "$other_acme", `{"isActive": true}`, refused("not_found")),
		clientAPI.update("what is wrong comes before what is missing", "$unknown",
			`{"companyName": "a"}`, invalid("companyName")),
		clientAPI.list("the other organization's is as it was", "limit=1", `{"limit": 1}`, by("other_admin"),
			data(`{"items": [{"id": "$other_acme", "version": 1}]}`)),
	})
}

func TestWhoMayWriteClients(t *testing.T) {
	var steps []apitest.Step
	for _, key := range []string{"admin", "boss"} {
		steps = append(steps,
			clientAPI.create(key+" may create", `{"companyName": "Initech"}`, by(key), saves("client")),
			clientAPI.update(key+" may change", "$client", `{"companyName": "Initrode"}`, by(key),
				data(`{"companyName": "Initrode"}`)))
	}
	for _, key := range []string{"lead", "worker", "pm", "loner"} {
		steps = append(steps, clientAPI.create(key+" may not create", `{"companyName": "Initech"}`, by(key),
			refused("permission_denied")),
			clientAPI.update(key+" may not change", "$acme", `{"companyName": "Initrode"}`, by(key),
				refused("permission_denied")),
			clientAPI.update(key+" may not change nothing either", "$acme", `{}`, by(key),
				refused("permission_denied")))
	}
	steps = append(steps,
		clientAPI.update("the account manager", "$acme", `{"accountManagerId": "$worker"}`),
		clientAPI.update("may not because of that", "$acme", `{"website": "w"}`, by("worker"),
			refused("permission_denied")),
		clientAPI.create("what is wrong comes before what is forbidden", `{"companyName": "a"}`,
			by("worker"), invalid("companyName")),
		clientAPI.create("and so does a bad category", `{"companyName": "Initech", "categories": [" "]}`,
			by("worker"), invalid("categories[0]")),
		clientAPI.create("and an unknown id", `{"companyName": "Initech", "accountManagerId": "$unknown"}`,
			by("worker"), badField("unknown_reference", "accountManagerId")),
		clientAPI.update("on update too", "$acme", `{"accountManagerId": "$unknown"}`, by("worker"),
			badField("unknown_reference", "accountManagerId")),
		clientAPI.update("and what is missing", "$unknown", `{"website": "w"}`, by("worker"), refused("not_found")),
		clientAPI.update("what is forbidden comes before the version", "$acme", `{"website": "w"}`, by("worker"),
			ifMatch(`"9"`), refused("permission_denied")),
		clientAPI.list("nothing of that was written", "limit=1", `{"limit": 1}`,
			data(`{"items": [{"companyName": "Acme", "website": null, "version": 2}]}`)),

		scopedKeys("write:clients"),
		clientAPI.create("without the scope not even an admin creates", `{"companyName": "Initech"}`, by("without"),
			outOfScope("write:clients")),
		clientAPI.update("or changes", "$acme", `{"website": "w"}`, by("without"), outOfScope("write:clients")),
		clientAPI.create("and is not told what else is wrong", `{"companyName": "a"}`, by("without"),
			outOfScope("write:clients")),
		clientAPI.create("with it the role still counts", `{"companyName": "Initech"}`, by("only"),
			refused("permission_denied")),
		clientAPI.create("nobody creates without a key", `{"companyName": "Initech"}`, by("-"),
			refused("credential_missing")),
		clientAPI.update("or changes without one", "$acme", `{"website": "w"}`, by("-"), refused("credential_missing")),
	)
	apitest.Run(t, steps)
}

func TestClientVersions(t *testing.T) {
	apitest.Run(t, []apitest.Step{
		clientAPI.update("the version matches", "$acme", `{"website": "a"}`, ifMatch(`"1"`),
			hasHeader("ETag", `"2"`), data(`{"version": 2}`)),
		clientAPI.update("the version is old", "$acme", `{"website": "b"}`, ifMatch(`"1"`), refused("version_conflict"),
			checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
				if !strings.Contains(ans.Message, "refresh the current state and preview again") {
					t.Errorf("message %q", ans.Message)
				}
			})),
		clientAPI.update("the version is yet to come", "$acme", `{"website": "b"}`, ifMatch(`"3"`),
			refused("version_conflict")),
		clientAPI.update("it counts even if nothing is written", "$acme", `{}`, ifMatch(`"1"`),
			refused("version_conflict")),
		clientAPI.update("nothing was written", "$acme", `{}`, ifMatch(`"2"`), data(`{"website": "a", "version": 2}`)),
		clientAPI.update("one of several may match", "$acme", `{"website": "c"}`, ifMatch(`"1", "2"`),
			data(`{"website": "c", "version": 3}`)),
		clientAPI.update("any does", "$acme", `{"website": "d"}`, ifMatch(`*`), data(`{"website": "d", "version": 4}`)),
		clientAPI.update("what is no version is refused", "$acme", `{"website": "e"}`,
			ifMatch(`"abc"`), badPrecondition),
		clientAPI.update("what is missing has no version", "$unknown", `{"website": "e"}`,
			ifMatch(`"1"`), refused("not_found")),
		clientAPI.update("what is wrong comes before the version", "$acme", `{"companyName": "a"}`,
			ifMatch(`"1"`), invalid("companyName")),
		do("of writers at once one has the version, and without it all write", func(t *testing.T, a *apitest.API) {
			race := func(header map[string]string) (written, conflicts int) {
				var wg sync.WaitGroup
				answers := make([]*apitest.Answer, 6)
				for i := range answers {
					wg.Go(func() {
						body := fmt.Sprintf(`{"website": "%d of %d"}`, i, len(header))
						answers[i] = a.REST(t, "admin", "PATCH /api/v1/clients/$globex", body, header)
					})
				}
				wg.Wait()
				for _, ans := range answers {
					switch ans.Status {
					case 200:
						written++
					case 409:
						conflicts++
					}
				}
				return written, conflicts
			}
			if written, conflicts := race(map[string]string{"If-Match": `"1"`}); written != 1 || conflicts != 5 {
				t.Errorf("%d written and %d conflicts, want 1 and 5", written, conflicts)
			}
			if written, _ := race(nil); written != 6 {
				t.Errorf("%d written without a version, want 6", written)
			}
			if n := a.Count("SELECT version FROM clients WHERE id = $1", a.ID("globex")); n != 8 {
				t.Errorf("version %d, want 8", n)
			}
		}),
	})
}
