package apitest_test

import (
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestOrganizationsOfATest shows that a test on the shared server has a database that seems to be its own: it neither
// sees nor changes the rows of other tests, and it cannot change what they share.
func TestOrganizationsOfATest(t *testing.T) {
	apitest.SkipOnCitus(t, "tests share no server there")
	a, b := apitest.New(t), apitest.New(t)
	if a.URL != b.URL || a.Organization == b.Organization {
		t.Fatalf("two tests have the servers %s and %s, and the organizations %s and %s", a.URL, b.URL,
			a.Organization, b.Organization)
	}
	for _, table := range append(apitest.TenantTables(), "organizations") {
		column := map[bool]string{true: "id", false: "organization_id"}[table == "organizations"]
		if n := a.Count("SELECT count(*) FROM "+table+" WHERE "+column+" NOT IN ($1, $2)",
			a.Organization, a.Other); n != 0 {
			t.Errorf("%s shows %d rows of other tests", table, n)
		}
	}
	if n := a.Count("SELECT count(*) FROM organizations"); n != 2 {
		t.Errorf("a test sees %d organizations", n)
	}
	for name, statement := range map[string]string{
		"a change of the schema": "ALTER TABLE clients ADD COLUMN color text",
		"a trigger": "CREATE TRIGGER t BEFORE INSERT ON clients FOR EACH ROW EXECUTE " +
			"FUNCTION suppress_redundant_updates_trigger()",
		"a table":                            "CREATE TABLE public.colors ()",
		"TRUNCATE":                           "TRUNCATE holidays",
		"a change of the schema's revisions": "DELETE FROM schema_revisions",
		"an organization": "INSERT INTO organizations VALUES " +
			"(gen_random_uuid(), 'x', NULL, now(), now())",
		"a row in an organization of another": "INSERT INTO event_heads (organization_id, seq, first_seq) VALUES ('" +
			b.Organization.String() + "', 1, 1)",
	} {
		if _, err := a.DB.ExecContext(t.Context(), statement); err == nil {
			t.Errorf("%s is allowed", name)
		}
	}
	a.Exec("UPDATE clients SET company_name = 'changed'")
	if n := b.Count("SELECT count(*) FROM clients WHERE company_name = 'changed'"); n != 0 {
		t.Errorf("a test has changed %d clients of another", n)
	}
	if ans := a.REST(t, "admin", "GET /api/v1/clients/"+b.ID("acme"), "", nil); ans.Status != 404 {
		t.Errorf("a client of another test: %d", ans.Status)
	}
}
