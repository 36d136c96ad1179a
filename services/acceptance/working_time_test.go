package acceptance_test

import (
	"fmt"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestWorkingTime compares what time off takes of the working time with days that are counted by hand.
func TestWorkingTime(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	done(t, a, "PATCH /api/v1/users/$worker", `{"countryCode": "PT", "defaultAvailability": 40}`)
	done(t, a, "PUT /api/v1/users/$worker/working-patterns",
		`{"items": [{"validFrom": "2030-06-12", "hours": [8, 8, 4, 0, 8, 0, 0]}]}`)
	done(t, a, "PUT /api/v1/holidays", `{"items": [
		{"countryCode": "PT", "date": "2030-06-10", "name": "Portugal Day"},
		{"countryCode": "PT", "date": "2030-06-13", "name": "On a free day"},
		{"countryCode": "FR", "date": "2030-06-11", "name": "Of another country"}]}`)
	for _, tt := range []struct {
		name, first, last  string
		works, days, hours float64
	}{
		{"a week", "2030-06-03", "2030-06-07", 0, 5, 40},
		{"with a weekend", "2030-06-03", "2030-06-09", 0, 5, 40},
		{"a weekend and a holiday", "2030-06-08", "2030-06-10", 0, 0, 0},
		{"a week of another pattern", "2030-06-10", "2030-06-16", 0, 3, 20},
		{"a week, still working 4 h", "2030-06-10", "2030-06-16", 4, 1, 8},
		{"a day, working as always", "2030-06-03", "2030-06-03", 8, 0, 0},
		{"a day, working most of it", "2030-06-03", "2030-06-03", 6, 0.25, 2},
		{"the first days there are", "0001-01-01", "0001-01-02", 0, 2, 16},
		{"the last days there are", "9999-12-30", "9999-12-31", 0, 1, 8},
		{"a year", "2031-06-02", "2032-06-01", 0, 210, 1472},
	} {
		leave := created(t, a, "POST /api/v1/time-off", skiing(fmt.Sprintf(
			`{"startDate": %q, "endDate": %q, "availability": %v}`, tt.first, tt.last, tt.works)))
		for _, ans := range []*apitest.Answer{
			a.REST(t, "admin", "GET /api/v1/time-off/"+leave+"?include=workingTime", "", nil),
			a.Call(t, "admin", "TimeOffService/GetTimeOff", fmt.Sprintf(`{"requestId": %q, "include": ["workingTime"]}`, leave), nil),
		} {
			days, _ := apitest.Lookup(ans.Body, "data.workingTime.days").(float64)
			hours, _ := apitest.Lookup(ans.Body, "data.workingTime.hours").(float64)
			if days != tt.days || hours != tt.hours {
				t.Errorf("%s: %v days and %v h, want %v and %v: %s", tt.name, days, hours, tt.days, tt.hours, ans.Raw)
			}
		}
	}
	// A list has the same, of all years at once, and nothing without being asked.
	list := a.REST(t, "admin", "GET /api/v1/time-off?include=workingTime&user_id=$worker", "", nil)
	if got := apitest.Lookup(list.Body, "data.items.8.workingTime.hours"); got != 8.0 {
		t.Errorf("the list has %v h: %s", got, list.Raw)
	}
	plain := a.REST(t, "admin", "GET /api/v1/time-off?user_id=$worker", "", nil)
	if first, _ := apitest.Lookup(plain.Body, "data.items.0").(map[string]any); first["workingTime"] != nil || len(first) == 0 {
		t.Errorf("without include: %s", plain.Raw)
	}

	// Working hours of others are utilization.
	done(t, a, "PATCH /api/v1/organization/privacy", `{"utilization": "managers"}`)
	for as, sees := range map[string]bool{"admin": true, "worker": true, "lead": true, "peer": false} {
		ans := a.REST(t, as, "GET /api/v1/time-off?include=workingTime&user_id=$worker&limit=1", "", nil)
		item, _ := apitest.Lookup(ans.Body, "data.items.0").(map[string]any)
		if time, asked := item["workingTime"]; !asked || (time != nil) != sees {
			t.Errorf("%s: %s", as, ans.Raw)
		}
	}
}
