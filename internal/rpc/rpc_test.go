package rpc_test

import (
	"slices"
	"testing"

	"github.com/workplan-api/workplan/internal/rpc"
)

func TestTable(t *testing.T) {
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("an rpc is found by its name and by its place", func(t *testing.T) {
		for _, m := range table.Methods() {
			if table.ByName(m.Name) != m {
				t.Errorf("%s is not found by its name", m.Name)
			}
		}
		m := table.ByRoute("PATCH", "/api/v1/clients/{client_id=*}")
		if m == nil || m.Name != "/workplan.v1.ClientService/UpdateClient" || m.Body.Name() != "client" || m.Mask == nil {
			t.Errorf("by its place: %+v", m)
		}
		if table.ByRoute("PUT", "/api/v1/clients/{client_id=*}") != nil || table.ByName("/workplan.v1.ClientService/Drop") != nil {
			t.Error("what is not there is found")
		}
	})
	for path, want := range map[string][]string{
		"/api/v1/clients":            {"GET", "HEAD", "POST"},
		"/api/v1/clients/x":          {"GET", "HEAD", "PATCH"},
		"/api/v1/clients/":           nil,
		"/api/v1/clients/x/y":        nil,
		"/api/v1/time-off/x":         {"DELETE", "GET", "HEAD", "PATCH"},
		"/api/v1/time-off/x/approve": {"POST"},
		"/api/v1/time-off//approve":  nil,
		"/api/v1":                    nil,
		"":                           nil,
	} {
		t.Run("the verbs of "+path, func(t *testing.T) {
			if got := table.Verbs(path); !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}
