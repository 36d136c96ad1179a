package acceptance_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/parquet"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestTheMomentOfAnAnswer asks for every list in every form, and for each moment that the list can be asked for: the
// header, the JSON and the metadata of Parquet must name the event up to which the rows go, and no later one.
func TestTheMomentOfAnAnswer(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	hook := "01890000-0000-7000-8000-000000000501"
	a = a.With("hook", hook)
	a.Exec(`INSERT INTO webhooks (organization_id, id, version, created_at, updated_at, url, types, state, api_key_id,
			secret_generation, position, tries, failures, due_at, lease)
		SELECT $1, $2, 1, now(), now(), 'https://example.com', '{*}', 'paused', $3, 1, 0, 0, 0, now(), 0`,
		a.Organization, hook, a.ID("admin_key"))
	a = a.With("draft_proposal", propose(t, a, "admin", `{}`).id)
	write := func(n int) (seq int64, at time.Time) {
		for _, h := range []hours{plannedHours, actualHours} {
			if ans := h.upsertOver(t, a, true, []string{day(fmt.Sprintf(`{"hours": %d}`, n))}); !ok(ans) {
				t.Fatal(ans.Raw)
			}
		}
		allNumbered(t, a)
		return events(t, a, "admin", "after=head").Head, clock(t, a)
	}
	early, at := write(1)
	head, _ := write(2)
	if early >= head {
		t.Fatalf("the head goes from %d to %d", early, head)
	}
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	inPast := 0
	for _, m := range table.Methods() {
		if m.Verb != http.MethodGet || !m.Pages && m.Moment == nil {
			continue
		}
		for query, want := range momentsOf(t, m, early, at, head) {
			if want == early {
				inPast++
			}
			call := "GET " + strings.NewReplacer("{webhook_id}", "$hook", "{proposal_id}", "$draft_proposal").Replace(m.Path) + "?" + query
			t.Run(call, func(t *testing.T) { isAsOf(t, a, m, call, want) })
		}
	}
	if inPast < 8 {
		t.Errorf("only %d lists were asked for as of a moment", inPast)
	}
}

// momentsOf returns queries for an rpc, with the number of the last event that the answer includes.
func momentsOf(t *testing.T, m *rpc.Method, early int64, at time.Time, head int64) map[string]int64 {
	number, timed := strconv.FormatInt(early, 10), url.QueryEscape(at.Format(time.RFC3339Nano))
	fields := m.Input.Descriptor().Fields()
	switch {
	case fields.ByName("as_of") != nil:
		return map[string]int64{"": head, "asOf=" + number: early, "asOf=" + timed: early}
	case fields.ByName("to_moment") != nil:
		return map[string]int64{"from=0": head, "from=0&to=" + number: early, "from=0&to=" + timed: early}
	case fields.ByName("start_date") != nil:
		return map[string]int64{"start_date=2026-01-01&end_date=2026-01-31": head}
	case m.Moment != nil:
		t.Errorf("%s: the test does not know how to ask for a moment", m.Route)
	}
	for i := range fields.Len() {
		if name := string(fields.Get(i).Name()); strings.Contains(name, "moment") || strings.HasPrefix(name, "as_of") {
			t.Errorf("%s: no field of the answer has the option moment, and the request has %s", m.Route, name)
		}
	}
	return map[string]int64{"": head}
}

// isAsOf checks the moment of an answer in all its forms.
func isAsOf(t *testing.T, a *apitest.API, m *rpc.Method, call string, want int64) {
	t.Helper()
	for _, accept := range []string{"application/json", ndjson, textCSV, parquet.MediaType} {
		if !m.Pages && (accept == ndjson || accept == parquet.MediaType || accept == textCSV && !m.CSV) {
			continue
		}
		resp, body := send(t, a, call, nil, http.Header{"Accept": {accept}})
		if resp.StatusCode != 200 {
			t.Fatalf("%s: %d %s", accept, resp.StatusCode, body)
		}
		told := resp.Header.Get("Workplan-Seq")
		switch accept {
		case "application/json":
			var envelope struct{ Data map[string]any }
			if err := json.Unmarshal([]byte(body), &envelope); err != nil {
				t.Fatal(err)
			}
			var inJSON string
			if m.Moment != nil {
				if n, has := envelope.Data[m.Moment.JSONName()].(float64); has {
					inJSON = fmt.Sprint(int64(n))
				}
			}
			if told != inJSON {
				t.Errorf("the header is %q and the JSON has %q", told, inJSON)
			}
			if told == "" { // a page of now names no event
				continue
			}
		case parquet.MediaType:
			// The footer has the key, the field header and length of the value, and the value.
			_, after, _ := strings.Cut(body, "Workplan-Seq")
			if len(after) < 2 || len(after) < 2+int(after[1]) || after[2:2+int(after[1])] != fmt.Sprint(want) {
				t.Errorf("the metadata of the table do not have %d: %.20q", want, after)
			}
		}
		if told != fmt.Sprint(want) {
			t.Errorf("%s: the header is %q, want %d", accept, told, want)
		}
	}
}
