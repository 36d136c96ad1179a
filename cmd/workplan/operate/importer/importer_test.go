package importer_test

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/cmd/workplan/operate/importer"
	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/strictjson"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/clients"
	"github.com/workplan-api/workplan/services/money"
	"github.com/workplan-api/workplan/services/projects"
	"github.com/workplan-api/workplan/services/users"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

func open(t *testing.T) *sql.DB { return apitest.Open(t, apitest.NewDatabase(t)) }

func mustImport(t *testing.T, db *sql.DB, doc string) *adminv1.ImportResult {
	t.Helper()
	result, err := importer.ImportJSON(t.Context(), db, []byte(doc), false)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func faults(t *testing.T, db *sql.DB, doc string) []string {
	t.Helper()
	_, err := importer.ImportJSON(t.Context(), db, []byte(doc), false)
	var refused *importer.Error
	if !errors.As(err, &refused) {
		t.Fatalf("got %v", err)
	}
	return refused.Faults
}

// count returns the number of organizations. It needs a pool of its own, because that of an import refuses statements
// over all organizations on Citus.
func count(t *testing.T, dsn string) (n int) {
	t.Helper()
	db, err := postgres.Open(dsn, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRowContext(t.Context(), `SELECT count(*) FROM organizations`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestTheTemplateIsValid(t *testing.T) {
	result := mustImport(t, open(t), importer.Template)
	if len(result.GetUsers()) == 0 || len(result.GetKeys()) == 0 || len(result.GetClients()) == 0 ||
		len(result.GetProjects()) == 0 {
		t.Errorf("%v", result)
	}
}

func TestADryRunWritesNothing(t *testing.T) {
	dsn := apitest.NewDatabase(t)
	db := apitest.Open(t, dsn)
	result, err := importer.ImportJSON(t.Context(), db, []byte(importer.Template), true)
	if err != nil {
		t.Fatal(err)
	}
	out, err := strictjson.Append(nil, result)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`{"dryRun":true,"organization":{"id":null,"name":"Example Studio"}`,
		`{"id":null,"email":"grace@example.com"}`, `"keys":[{"id":null,"name":"integration"}`} {
		if !strings.Contains(string(out), part) {
			t.Errorf("no %s in %s", part, out)
		}
	}
	if count(t, dsn) != 0 {
		t.Error("an organization was written")
	}

	real := mustImport(t, db, importer.Template)
	again, err := importer.ImportJSON(t.Context(), db, []byte(importer.Template), true)
	if err != nil {
		t.Fatal(err)
	}
	if again.GetProjects()[0].GetId() != real.GetProjects()[0].GetId() ||
		again.GetKeys()[0].GetId() != real.GetKeys()[0].GetId() {
		t.Error("a record that exists has no id")
	}
	if _, err := importer.ImportJSON(t.Context(), db,
		[]byte(strings.Replace(importer.Template, `"GB"`, `"XX"`, 1)), true); err == nil {
		t.Error("a dry run does not check")
	}
}

func TestProjectsAreMatchedByClientAndName(t *testing.T) {
	db := open(t)
	const doc = `{"organization": {"name": "Studio"}, "clients": [{"companyName": "One"}, {"companyName": "Two"}], "projects": [
		{"name": "Website", "client": "One", "startDate": "2027-01-01", "endDate": "2027-02-01"},
		{"name": "Website", "client": "Two", "startDate": "2027-01-01", "endDate": "2027-02-01"}]}`
	first := mustImport(t, db, doc).GetProjects()
	if first[0].GetId() == first[1].GetId() {
		t.Error("the second client's project was lost")
	}
	for i, p := range mustImport(t, db, doc).GetProjects() {
		if p.GetId() != first[i].GetId() {
			t.Errorf("project %d was created again", i)
		}
	}
}

func TestNamesAreTrimmed(t *testing.T) {
	db := open(t)
	plain := mustImport(t, db, importer.Template)
	spaced := importer.Template
	for _, name := range []string{"Example Studio", "Design", "Vacation", "integration", "Dock & Sons",
		"Website", "grace@example.com"} {
		spaced = strings.ReplaceAll(spaced, `"`+name+`"`, `" `+name+`  "`)
	}
	again := mustImport(t, db, spaced)
	for _, k := range plain.GetKeys() {
		k.Secret = nil
	}
	if !proto.Equal(plain, again) {
		t.Errorf("%v\n%v", plain, again)
	}
}

func TestExternalIDs(t *testing.T) {
	db := open(t)
	const doc = `{"organization": {"name": "Studio"}, "users": [
		{"email": "ada@example.com", "name": "Ada", "role": "admin", "externalIds": ["hr:1", "crm:1"]},
		{"email": "ben@example.com", "name": "Ben", "externalIds": ["hr:%d"]}],
		"clients": [{"companyName": "Initech", "externalIds": ["crm:8000"]}],
		"projects": [{"name": "Atlas", "client": "Initech", "startDate": "2026-01-01", "endDate": "2026-12-31",
			"externalIds": ["crm:9321"]}]}`
	if got := faults(t, db, fmt.Sprintf(doc, 1)); len(got) != 1 ||
		!strings.HasPrefix(got[0], "users[1].externalIds[0] is an external id of another user") {
		t.Errorf("two users with one external id: %q", got)
	}
	done := mustImport(t, db, fmt.Sprintf(doc, 2))
	ctx := call.As(t.Context(), auth.Operator(uuid.MustParse(done.GetOrganization().GetId()), uuid.Nil),
		tenant.Open(db))
	found, err := users.New().ListUsers(ctx, &pb.ListUsersRequest{ExternalId: new("hr:1")})
	if err != nil {
		t.Fatal(err)
	}
	if items := found.GetData().GetItems(); len(items) != 1 || items[0].GetEmail() != "ada@example.com" ||
		!slices.Equal(items[0].GetExternalIds(), []string{"crm:1", "hr:1"}) {
		t.Errorf("found %v", items)
	}
}

func TestCurrencies(t *testing.T) {
	db := open(t)
	const doc = `{"organization": {"name": "Studio"}, "clients": [{"companyName": "Rossier", "currency": "%s"}], "projects": [
		{"name": "Alpine", "client": "Rossier", "startDate": "2027-01-01", "endDate": "2027-12-31", "currency": "usd", "amount": 5}]}`
	if got := faults(t, db, fmt.Sprintf(doc, "DEM")); len(got) == 0 || !strings.HasPrefix(got[0], "clients[0].currency must be") {
		t.Errorf("a currency of the past: %q", got)
	}
	done := mustImport(t, db, fmt.Sprintf(doc, "chf"))
	ctx := call.As(t.Context(), auth.Operator(uuid.MustParse(done.GetOrganization().GetId()), uuid.Nil),
		tenant.Open(db))
	client, err := clients.New().GetClient(ctx, &pb.GetClientRequest{ClientId: done.GetClients()[0].GetId()})
	if err != nil {
		t.Fatal(err)
	}
	project, err := projects.New(nil).GetProject(ctx, &pb.GetProjectRequest{ProjectId: done.GetProjects()[0].GetId()})
	if err != nil {
		t.Fatal(err)
	}
	if client.GetData().GetCurrency() != "CHF" || project.GetData().GetCurrency() != "USD" {
		t.Errorf("%v, %v", client.GetData(), project.GetData())
	}
}

func TestMoney(t *testing.T) {
	db := open(t)
	const doc = `{"organization": {"name": "Studio", "currency": "chf", "rates": [
			{"kind": "bill", "amount": 100}, {"kind": "cost", "amount": 40.5},
			{"kind": "bill", "amount": 120, "capability": "Go", "validFrom": "2027-04-01"}]},
		"capabilities": [{"name": "Go"}],
		"users": [{"email": "ada@example.com", "name": "Ada", "role": "admin", "rates": [{"kind": "cost", "amount": 60}]},
			{"kind": "placeholder", "name": "Backend 1", "rates": [{"kind": "bill", "amount": 90}]}],
		"clients": [{"companyName": "Rossier", "currency": "EUR", "rates": [{"kind": "bill", "amount": 130}]}],
		"projects": [{"name": "Alpine", "client": "Rossier", "startDate": "2027-01-01", "endDate": "2027-12-31",
			"rates": [{"kind": "bill", "amount": 150, "user": "ADA@example.com"}, {"kind": "bill", "amount": null}],
			"budget": {"alertAt": [90], "items": [{"hours": 400, "period": "total"},
				{"hours": 500, "period": "month", "amount": 1000, "validFrom": "2027-06-01"}]}}]}`
	for field, bad := range map[string][2]string{
		"organization.currency":             {`"chf"`, `"DEM"`},
		"organization.rates[1].amount":      {`40.5`, `40.1234567`},
		"organization.rates[2].capability":  {`"capability": "Go"`, `"capability": "Rust"`},
		"organization.rates[2].validFrom":   {`"2027-04-01"`, `"2027-04-31"`},
		"users[1].rates[0].user names":      {`"amount": 90`, `"amount": 90, "user": "eve@example.com"`},
		"users[1].rates[0].user goes":       {`"amount": 90`, `"amount": 90, "user": "ada@example.com"`},
		"clients[0].rates[0].kind":          {`"kind": "bill", "amount": 130`, `"kind": "cost", "amount": 130`},
		"clients[0].rates[0].amount":        {`130`, `-1`},
		"projects[0].rates[2].validFrom":    {`{"kind": "bill", "amount": null}`, `{"kind": "bill"}, {"kind": "bill"}`},
		"projects[0].budget.items[0].hours": {`{"hours": 400, "period": "total"}`, `{"period": "total"}`},
		"projects[0].budget.alertAt[1]":     {`[90]`, `[90, 80]`},
	} {
		got := faults(t, db, strings.Replace(doc, bad[0], bad[1], 1))
		if !slices.ContainsFunc(got, func(fault string) bool { return strings.HasPrefix(fault, field+" ") }) {
			t.Errorf("%s: %q", field, got)
		}
	}
	several := strings.NewReplacer(`"chf"`, `"DEM"`, `40.5`, `40.1234567`, `"kind": "bill", "amount": 130`, `"kind": "cost", "amount": 130`,
		`"amount": 90`, `"amount": 90, "user": "ada@example.com"`, `[90]`, `[90, 80]`).Replace(doc)
	if got := faults(t, db, several); len(got) != 5 {
		t.Errorf("five mistakes: %q", got)
	}
	id := fmt.Sprintf(`"amount": 90, "userId": %q`, uuid.Nil)
	if got := faults(t, db, strings.Replace(doc, `"amount": 90`, id, 1)); len(got) != 1 ||
		!strings.HasPrefix(got[0], "users[1].rates[0].userId is an id: use user") {
		t.Errorf("an id: %q", got)
	}

	done := mustImport(t, db, doc)
	organization := uuid.MustParse(done.GetOrganization().GetId())
	ctx := call.As(t.Context(), auth.Operator(organization, uuid.Nil), tenant.Open(db))
	read := func() (lists []string) {
		t.Helper()
		for _, id := range []string{
			organization.String(), done.GetUsers()[0].GetId(), done.GetPlaceholders()[0].GetId(),
			done.GetClients()[0].GetId(), done.GetProjects()[0].GetId(),
		} {
			row, err := tenant.Open(db).Rates.Get(ctx, uuid.MustParse(id))
			if err != nil {
				t.Fatal(err)
			}
			text := fmt.Sprintf("%s %d:", row.Owner, row.Version)
			for _, r := range money.ToProto(row).GetItems() {
				text += fmt.Sprintf(" %s %v %s %s", protoconv.Word[string](r.Kind), r.GetAmount(), r.GetCurrency(),
					r.GetValidFrom())
				if r.UserId != nil {
					text += " of " + r.GetUserId()
				}
				if r.CapabilityId != nil {
					text += " as " + r.GetCapabilityId()
				}
			}
			lists = append(lists, strings.TrimSpace(text))
		}
		budget, err := tenant.Open(db).Budget.Get(ctx, uuid.MustParse(done.GetProjects()[0].GetId()))
		if err != nil {
			t.Fatal(err)
		}
		return append(lists, fmt.Sprint("budget ", budget.Version, len(budget.Items), budget.AlertAt))
	}
	ada, goes := done.GetUsers()[0].GetId(), done.GetCapabilities()[0].GetId()
	want := []string{
		"organization 1: bill 100 CHF  cost 40.5 CHF  bill 120 CHF 2027-04-01 as " + goes,
		"user 1: cost 60 CHF", "user 1: bill 90 CHF", "client 1: bill 130 EUR",
		"project 1: bill 0 EUR  bill 150 EUR  of " + ada, "budget 1 2 [90]",
	}
	if got := read(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if again := mustImport(t, db, strings.ReplaceAll(doc, `"amount": 1`, `"amount": 2`)); !proto.Equal(again, done) {
		t.Errorf("again: %v", again)
	}
	if got := read(); !slices.Equal(got, want) {
		t.Errorf("an import has changed rates: %q", got)
	}
}

func TestPlaceholders(t *testing.T) {
	db := open(t)
	const doc = `{"organization": {"name": "Studio"}, "capabilities": [{"name": "Design"}, {"name": "Go"}], "users": [
		{"email": "ada@example.com", "name": "Ada", "role": "admin", "capabilities": [{"capability": "Go", "level": 4}]},
		{"kind": "placeholder", "name": "Backend 1", "reportsTo": "ada@example.com",
			"capabilities": [{"capability": "Design", "level": 1}, {"capability": "Go", "level": 3}]}]}`
	first := mustImport(t, db, doc)
	again := mustImport(t, db, doc)
	if len(first.GetUsers()) != 1 || len(first.GetPlaceholders()) != 1 || !proto.Equal(first, again) {
		t.Errorf("%v\n%v", first, again)
	}
	ctx := call.As(t.Context(), auth.Operator(uuid.MustParse(first.GetOrganization().GetId()), uuid.Nil),
		tenant.Open(db))
	service := users.New()
	got, err := service.GetUser(ctx, &pb.GetUserRequest{UserId: first.GetPlaceholders()[0].GetId()})
	if err != nil {
		t.Fatal(err)
	}
	if u := got.GetData(); u.GetKind() != pb.UserKind_USER_KIND_PLACEHOLDER || u.GetName() != "Backend 1" ||
		u.GetEmail() != "" ||
		u.GetReportsToId() != first.GetUsers()[0].GetId() {
		t.Errorf("the placeholder is %v", u)
	}
	for _, of := range []struct {
		id    string
		level []int32
	}{{first.GetUsers()[0].GetId(), []int32{4}}, {first.GetPlaceholders()[0].GetId(), []int32{1, 3}}} {
		has, err := service.GetUserCapabilities(ctx, &pb.GetUserCapabilitiesRequest{UserId: of.id})
		if err != nil {
			t.Fatal(err)
		}
		levels := []int32{}
		for _, c := range has.GetData().GetItems() {
			levels = append(levels, c.GetLevel())
		}
		if slices.Sort(levels); !slices.Equal(levels, of.level) {
			t.Errorf("the capabilities of %s are %v", of.id, has.GetData())
		}
	}
	wrong := faults(t, db, `{"organization": {"name": "Other"}, "capabilities": [{"name": "Go"}], "users": [
		{"email": "ada@example.com", "name": "Ada", "capabilities": [{"capability": "Goo", "level": 4}]},
		{"kind": "placeholder", "name": "Backend", "email": "b@example.com"}, {"kind": "placeholder", "name": "Backend"}]}`)
	for _, want := range []string{
		`users[0].capabilities[0].capability names an unknown capability, "Goo": did you mean "Go"?`,
		`users[1].email is not for placeholders`, `users[2].name is the same as users[1].name`,
	} {
		if !slices.Contains(wrong, want) {
			t.Errorf("%q lacks %q", wrong, want)
		}
	}
}

func TestAllFaultsAreListed(t *testing.T) {
	dsn := apitest.NewDatabase(t)
	db := apitest.Open(t, dsn)
	got := faults(t, db, `{
	"organization": {"name": " "},
	"capabilities": [{"name": "Design"}, {"name": " Design "}],
	"timeOffTypes": [{"name": "Vacation"}, {"name": "Vacation"}],
	"users": [
		{"email": "ada@example.com", "name": "Ada", "role": "admin", "countryCode": "ıt"},
		{"email": "ADA@example.com", "name": "Ada", "role": "admin"},
		{"email": "bob@example.com", "nmae": "Bob", "role": "member", "reportsTo": "ada@exmaple.com"},
		{"email": "cat@example.com", "name": "Cat", "role": "chief", "reportsTo": "dan@example.com", "reportsToId": "x"},
		{"email": "dan@example.com", "name": "Dan", "role": "member", "reportsTo": "cat@example.com",
			"startDate": "2027-03-02", "endDate": "2027-03-01"},
		{"email": "eve@example.com", "name": "Eve", "role": "member", "startDate": "2027-03-02", "endDate": "01.02.2027"}
	],
	"keys": [
		{"name": "k", "actor": "ada@example.com", "scopes": ["read:usres"], "expiresAt": "2001-01-01"},
		{"name": "k", "actor": "adam@example.com", "scopes": [], "rateLimit": -1}
	],
	"clients": [
		{"companyName": "Dock & Sons", "accountManager": "nobody@another.org"},
		{"companyName": "Dock & Sons "},
		{"companyName": "X", "categories": [""]}
	],
	"projects": [
		{"name": "Website", "client": "Dock & Sons", "startDate": "2027-02-01", "endDate": "2027-01-01"},
		{"name": "Website", "client": "Dock & Sons", "startDate": "2027-02-01", "endDate": "2027-02-30"},
		{"name": "Shop", "client": "Dock & Son", "startDate": "2027-01-01", "endDate": "2027-02-01", "amount": 5, "hourlyRate": 5}
	]}`)
	want := []string{
		`users[2].nmae is not a field of the document`,
		`users[3].role must be one of member, manager, admin`,
		`organization.name must not be empty`,
		`capabilities[1].name is the same as capabilities[0].name`,
		`timeOffTypes[1].name is the same as timeOffTypes[0].name`,
		`users[0].countryCode must be an assigned ISO 3166-1 code of two letters`,
		`users[1].email is the same as users[0].email`,
		`users[2].name is required`,
		`users[3].reportsToId is an id: use reportsTo, a name`,
		`users[4].endDate must not be before the start date`,
		`users[5].endDate must be a date of the calendar, as YYYY-MM-DD`,
		`users[2].reportsTo names an unknown user, "ada@exmaple.com": did you mean "ada@example.com"?`,
		`users[4].reportsTo makes the reporting line a circle`,
		`keys[0].expiresAt must be in the future`,
		`keys[0].scopes[0] is not a scope: did you mean "read:users"?`,
		`keys[1].name is the same as keys[0].name`,
		`keys[1].actor names an unknown user, "adam@example.com": did you mean "ada@example.com"?`,
		`keys[1].rateLimit must not be negative: 0 is no limit`,
		`keys[1].scopes must have at least one scope`,
		`clients[0].accountManager names an unknown user, "nobody@another.org"`,
		`clients[1].companyName is the same as clients[0].companyName`,
		`clients[2].companyName must be at least 2 characters`,
		`clients[2].categories[0] must not be empty`,
		`projects[0].endDate must not be before the start date`,
		`projects[1].endDate must be a date of the calendar, as YYYY-MM-DD`,
		`projects[1].name is the same as projects[0].name`,
		`projects[2].client names an unknown client, "Dock & Son": did you mean "Dock & Sons"?`,
		`projects[2].hourlyRate must not be given together with an amount`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if count(t, dsn) != 0 {
		t.Error("an organization was written")
	}
}

func TestABrokenDocumentNamesThePlace(t *testing.T) {
	got := faults(t, open(t), "{\"organization\":\n {\"name\": x}}")
	if len(got) != 1 || !strings.HasPrefix(got[0], "the document is not valid JSON") ||
		!strings.Contains(got[0], "line 2, column 11") {
		t.Error(got)
	}
}

// TestADeepReportingLine fails if the time grows with the square of the depth.
func TestADeepReportingLine(t *testing.T) {
	const depth = 3000
	doc := &adminv1.ImportDocument{Organization: &adminv1.ImportOrganization{Name: "Deep"}}
	for i := range depth {
		u := &adminv1.ImportUser{Record: &pb.User{Email: new(fmt.Sprintf("u%d@example.com", i)), Name: new("U")}}
		if i > 0 {
			u.ReportsTo = new(fmt.Sprintf("u%d@example.com", i-1))
		}
		doc.Users = append(doc.Users, u)
	}
	db := open(t)
	slices.Reverse(doc.Users) // reports before their managers
	began := time.Now()
	result, err := importer.Import(t.Context(), db, doc)
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("%d users took %s", depth, took)
	}
	var reports int
	const query = `SELECT count(reports_to_id) FROM users WHERE organization_id = $1`
	if err := db.QueryRowContext(t.Context(), query, result.GetOrganization().GetId()).Scan(&reports); err != nil ||
		reports != depth-1 {
		t.Errorf("%d users have a manager, %v", reports, err)
	}
}

// TestFieldsFollowFromTheProtos imports every field that the API lets a client write,
// with the example in its proto, and reads it back. A new field needs nothing here.
func TestFieldsFollowFromTheProtos(t *testing.T) {
	db := open(t)
	user := example(t, &pb.User{})
	user["email"], user["role"] = "ada@example.com", "admin"
	delete(user, "capabilities") // a document has a list of its own, see TestPlaceholders
	client := example(t, &pb.Client{})
	client["accountManager"] = "ada@example.com"
	project := example(t, &pb.Project{})
	project["client"], project["projectManager"] = client["companyName"], "ada@example.com"
	doc, err := json.Marshal(map[string]any{
		"organization": map[string]any{"name": "Studio"}, "users": []any{user}, "clients": []any{client},
		"projects": []any{project},
	})
	if err != nil {
		t.Fatal(err)
	}
	result := mustImport(t, db, string(doc))
	ctx := call.As(t.Context(), auth.Operator(uuid.MustParse(result.GetOrganization().GetId()), uuid.Nil),
		tenant.Open(db))
	u, err1 := users.New().ListUsers(ctx, &pb.ListUsersRequest{})
	c, err2 := clients.New().ListClients(ctx, &pb.ListClientsRequest{})
	p, err3 := projects.New(nil).ListProjects(ctx, &pb.ListProjectsRequest{})
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	adaID := result.GetUsers()[0].GetId()
	client["accountManagerId"] = adaID
	project["projectManagerId"], project["clientId"] = adaID, result.GetClients()[0].GetId()
	delete(client, "accountManager")
	delete(project, "projectManager")
	delete(project, "client")
	compare(t, user, u.GetData().GetItems()[0])
	compare(t, client, c.GetData().GetItems()[0])
	compare(t, project, p.GetData().GetItems()[0])
}

// example returns the fields of m that a document may have, except references.
func example(t *testing.T, m proto.Message) map[string]any {
	t.Helper()
	fields := map[string]any{}
	all := m.ProtoReflect().Descriptor().Fields()
	for i := range all.Len() {
		fd := all.Get(i)
		behavior, _ := proto.GetExtension(fd.Options(), annotations.E_FieldBehavior).([]annotations.FieldBehavior)
		isID, _ := proto.GetExtension(fd.Options(), pb.E_IdOf).(string)
		if slices.Contains(behavior, annotations.FieldBehavior_OUTPUT_ONLY) || isID != "" {
			continue
		}
		text, _ := proto.GetExtension(fd.Options(), pb.E_Example).(string)
		var value any
		switch {
		case text != "":
			if err := json.Unmarshal([]byte(text), &value); err != nil {
				t.Fatal(err)
			}
		case fd.Kind() == protoreflect.BoolKind:
			value = false
		case fd.Kind() == protoreflect.EnumKind:
			value, _ = protoconv.WordsOf(fd.Enum()).Word(1)
		default:
			t.Fatalf("%s has no example", fd.FullName())
		}
		if value != nil {
			fields[fd.JSONName()] = value
		}
	}
	return fields
}

func compare(t *testing.T, want map[string]any, m proto.Message) {
	t.Helper()
	text, err := strictjson.Append(nil, m)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]any{}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	for name, value := range want {
		if diff := cmp.Diff(value, got[name]); diff != "" {
			t.Errorf("%s.%s: %s", m.ProtoReflect().Descriptor().Name(), name, diff)
		}
	}
}

// TestTheServerIsNotNeeded keeps the programs that only write records from linking the
// server with all its pages.
func TestTheServerIsNotNeeded(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".", "../demo", "../../../../services/keys").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if slices.Contains(strings.Fields(string(out)), "github.com/workplan-api/workplan/services") {
		t.Error("a package that only writes records imports the whole server")
	}
}
