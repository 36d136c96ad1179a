package acceptance_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestReversedDateRanges asks every rpc that takes a range of dates for one that ends before it starts. The error names
// both dates, as the client wrote them.
func TestReversedDateRanges(t *testing.T) {
	t.Parallel()
	a := seed(apitest.New(t))
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	ranges := 0
	for _, m := range table.Methods() {
		start, end := m.Input.Descriptor().Fields().ByName("start_date"),
			m.Input.Descriptor().Fields().ByName("end_date")
		if start == nil || end == nil {
			continue
		}
		ranges++
		_, name, _ := strings.Cut(m.Name, "/workplan.v1.")
		c := callTo(t, name)
		path, query, _ := strings.Cut(c.rest, "?")
		for _, names := range [][]string{{"start_date", "end_date"}, {"startDate", "endDate"},
			{start.JSONName(), end.JSONName()}} {
			params, err := url.ParseQuery(query)
			if err != nil {
				t.Fatal(err)
			}
			for _, old := range []string{"start_date", "end_date"} {
				params.Del(old)
			}
			params.Set(names[0], "2026-03-02")
			params.Set(names[1], "2026-03-01")
			address := path + "?" + strings.ReplaceAll(params.Encode(), "%24", "$") // for the names of ids
			ans := a.REST(t, "admin", address, "", nil)
			if ans.Status != 400 || ans.Code != "validation_failed" || !slices.Equal(ans.Fields, names) {
				t.Errorf("%s with %q: %d %s names %q", path, names, ans.Status, ans.Code, ans.Fields)
			}
			params.Set(names[1], "2026-03-02")
			address = path + "?" + strings.ReplaceAll(params.Encode(), "%24", "$")
			if ans := a.REST(t, "admin", address, "", nil); ans.Status != 200 {
				t.Errorf("%s with one day: %d %s", path, ans.Status, ans.Raw)
			}
		}
		ans := a.Call(t, "admin", name,
			merged(c.request, `{"start_date": "2026-03-02", "end_date": "2026-03-01"}`), nil)
		if ans.GRPC != codes.InvalidArgument || ans.Code != "validation_failed" ||
			!slices.Equal(ans.Fields, []string{"start_date", "end_date"}) {
			t.Errorf("%s: %s %s names %q", name, ans.GRPC, ans.Code, ans.Fields)
		}
	}
	if ranges < 6 {
		t.Errorf("only %d rpcs take a range of dates", ranges)
	}
}
