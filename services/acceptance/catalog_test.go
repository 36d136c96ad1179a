package acceptance_test

import (
	"testing"

	"github.com/workplan-api/workplan/internal/apitest"
)

var (
	capabilities = resource{path: "/api/v1/capabilities", one: "Capability", many: "Capabilities", table: "capabilities", scope: "read:assignments"}
	timeOffTypes = resource{path: "/api/v1/time-off-types", one: "TimeOffType", many: "TimeOffTypes", table: "time_off_types", scope: "read:time_off"}
)

func TestCapabilities(t *testing.T) {
	apitest.Run(t, append(pages(capabilities, "$design", "$engineering"), catalog(capabilities, "design", "Design")...))
}

func TestTimeOffTypes(t *testing.T) {
	apitest.Run(t, append(pages(timeOffTypes, "$vacation", "$sick"), catalog(timeOffTypes, "vacation", "Vacation")...))
}

// catalog returns the steps for a list of the catalog whose first row has this id and
// name.
func catalog(r resource, id, name string) []apitest.Step {
	return []apitest.Step{
		r.list("a row has these members", "limit=1", `{"limit": 1}`, hasMembers("data.items.0", "id name isActive version createdAt updatedAt"),
			data(`{"items": [{"id": "$`+id+`", "name": "`+name+`", "isActive": true, "version": 1, "createdAt": "*", "updatedAt": "*"}]}`)),
		do("the first is no longer in use", func(_ *testing.T, a *apitest.API) {
			a.Exec("UPDATE "+r.table+" SET is_active = false, version = 2 WHERE id = $1", a.ID(id))
		}),
		r.list("it stays in the list", "limit=1", `{"limit": 1}`, data(`{"items": [{"id": "$`+id+`", "isActive": false, "version": 2}]}`)),
		r.list("another organization has its own", "limit=1", `{"limit": 1}`, by("other_admin"), data(`{"items": [{"id": "$other_`+id+`", "isActive": true}]}`)),
		{Name: "nothing is created here", Call: "POST " + r.path, Body: `{"name": "X"}`, Status: 405, Code: "method_not_allowed"},
		{Name: "nor is there a single one", Call: "GET " + r.path + "/$" + id, Status: 404, Code: "route_not_found"},
	}
}
