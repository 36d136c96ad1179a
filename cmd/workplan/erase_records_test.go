package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestAnErasureNamesTheRecordsThatAreLeft: an operator finds the texts of other records that still have the name.
func TestAnErasureNamesTheRecordsThatAreLeft(t *testing.T) {
	a := apitest.NewIsolated(t)
	t.Setenv("DATABASE_URL", a.DSN)
	call := func(call, body string) {
		t.Helper()
		if ans := a.REST(t, "admin", call, body, nil); ans.Status != 200 {
			t.Fatalf("%s: %d %s", call, ans.Status, ans.Raw)
		}
	}
	call("PATCH /api/v1/users/$peer", `{"name": "Kanarie Bird", "email": "kanarie@birds.example"}`)
	call("PATCH /api/v1/clients/$acme", `{"companyName": "Friends of kanarie bird"}`)
	for n := range 25 {
		call("POST /api/v1/capabilities", fmt.Sprintf(`{"name": "what kanarie bird knows %d"}`, n))
	}
	r := runCommand(t, "", "user", "erase", "kanarie@birds.example", "--organization", a.Organization.String(),
		"--confirm", "kanarie@birds.example")
	var got struct {
		StillIn map[string]int
		Records map[string][]string
	}
	if err := json.Unmarshal([]byte(r.out), &got); err != nil || r.code != 0 {
		t.Fatalf("%v: %+v", err, r)
	}
	if !slices.Equal(got.Records["clients.company_name"], []string{a.ID("acme")}) ||
		!strings.Contains(r.err, "clients.company_name, in 1 rows: "+a.ID("acme")) {
		t.Errorf("%+v", r)
	}
	if got.StillIn["capabilities.name"] != 25 || len(got.Records["capabilities.name"]) != 20 ||
		!strings.Contains(r.err, "capabilities.name, in 25 rows: ") || !strings.Contains(r.err, " and more.") {
		t.Errorf("%+v", got)
	}
}
