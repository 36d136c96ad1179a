package acceptance_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/apitest"
)

func TestX(t *testing.T) {
	a := apitest.New(t)
	show := func(as, call, body string) {
		ans := a.REST(t, as, call, body, nil)
		t.Logf("%s %d %.1500s", call, ans.Status, ans.Raw)
	}
	show("admin", "PATCH /api/v1/users/$worker", `{"name": "Wanda"}`)
	show("admin", "POST /api/v1/clients", `{"companyName": "Initech"}`)
	show("admin", "POST /api/v1/assignments", `{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2031-03-03", "hours": 2}]}`)
	show("admin", "POST /api/v1/assignments", `{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2031-03-03", "hours": 3}]}`)
	show("admin", "POST /api/v1/assignments", `{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2031-03-03", "hours": 3}]}`)
	var items []string
	for i := range 25 {
		items = append(items, fmt.Sprintf(`{"userId": "$worker", "projectId": "$atlas", "date": "2031-03-%02d", "hours": 5}`, i+1))
	}
	show("admin", "POST /api/v1/assignments", `{"items": [`+strings.Join(items, ",")+`]}`)
	show("admin", "GET /api/v1/events?after=0&wait=2", "")
	show("admin", "GET /api/v1/events/1", "")
	show("admin", "GET /api/v1/events/99", "")
	show("admin", "GET /api/v1/events?after=77", "")
	show("admin", "GET /api/v1/events?types=clent.updated", "")
	show("admin", "GET /api/v1/events?after=head&wait=1", "")
}
