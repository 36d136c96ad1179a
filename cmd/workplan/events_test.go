package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestEventsTail(t *testing.T) {
	a := apitest.NewIsolated(t)
	t.Setenv("DATABASE_URL", a.DSN)
	numbered := func() {
		t.Helper()
		eventually(t, "all events have numbers",
			func() bool { return a.Count("SELECT count(*) FROM events WHERE seq IS NULL") == 0 })
	}
	tail := []string{"events", "tail", "--organization", a.Organization.String()}
	lines := func(t *testing.T, args ...string) []string {
		t.Helper()
		return strings.Split(strings.TrimSuffix(mustRun(t, "", append(tail, args...)...), "\n"), "\n")
	}
	numbered()
	before := a.Count("SELECT seq FROM event_heads WHERE organization_id = $1", a.Organization)
	ans := a.REST(t, "boss", "POST /api/v1/clients", "{\"companyName\": \"Initech \u202e GmbH\"}", nil)
	client := fmt.Sprint(apitest.Lookup(ans.Body, "data.id"))
	a.REST(t, "admin", "PATCH /api/v1/clients/"+client, `{"clientPriority": "high"}`, nil)
	a.REST(t, "admin", "POST /api/v1/assignments",
		`{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2027-03-01", "hours": 8}]}`, nil)
	numbered()

	t.Run("a line has the number, the time, the type, who and what", func(t *testing.T) {
		got := lines(t, "--after", strconv.Itoa(before))
		want := []string{
			fmt.Sprint(before+1, "  TIME  client.created  boss@example.com  ", client, ` "Initech \u202e GmbH"`),
			fmt.Sprint(before+2, "  TIME  client.updated  admin@example.com  ", client,
				` "Initech \u202e GmbH"  clientPriority: "medium" → "high"`),
			fmt.Sprint(before+3, "  TIME  assignments.upserted  admin@example.com  rows: 1"),
		}
		for i := range min(len(got), len(want)) {
			parts := strings.SplitN(got[i], "  ", 3)
			at, err := time.Parse(time.RFC3339, parts[1])
			if parts[1] = "TIME"; err != nil || time.Since(at) > time.Minute || strings.Join(parts, "  ") != want[i] {
				t.Errorf("line %d is %q, want %q", i, got[i], want[i])
			}
		}
		if len(got) != len(want) {
			t.Errorf("%d lines: %q", len(got), got)
		}
	})
	t.Run("--record prints the events of a record", func(t *testing.T) {
		if got := lines(t, "--record", client); len(got) != 2 || !strings.Contains(got[0], "client.created") ||
			!strings.Contains(got[1], "client.updated") {
			t.Errorf("%q", got)
		}
	})
	t.Run("--type and --since select", func(t *testing.T) {
		if got := lines(t, "--type", "client.updated,assignments.*", "--since", "1h"); len(got) != 2 ||
			!strings.Contains(got[1], "assignments.upserted") {
			t.Errorf("%q", got)
		}
	})
	t.Run("by default it prints the last 20", func(t *testing.T) {
		if got := lines(t); len(got) != lastEvents ||
			!strings.HasPrefix(got[lastEvents-1], fmt.Sprint(before+3, "  ")) {
			t.Errorf("%d lines: %q", len(got), got)
		}
	})
	t.Run("what an operator wrote has no user", func(t *testing.T) {
		if got := lines(t, "--after", "0", "--type", "user.created"); len(got) != 8 ||
			!strings.Contains(got[0], "  operator  ") {
			t.Errorf("%q", got)
		}
	})
	t.Run("--output json prints a line of JSON for each event", func(t *testing.T) {
		var e struct {
			Seq    int
			Type   string
			Record struct{ ID string }
			Before map[string]any
		}
		got := lines(t, "--record", client, "--output", "json")
		if err := json.Unmarshal([]byte(got[len(got)-1]), &e); err != nil || len(got) != 2 || e.Seq != before+2 ||
			e.Type != "client.updated" || e.Record.ID != client || e.Before["clientPriority"] != "medium" {
			t.Errorf("%v: %q", err, got)
		}
	})
	t.Run("--follow waits for more", func(t *testing.T) {
		r := start(t, append(tail, "--after", strconv.Itoa(before+3), "--type", "client.*", "--follow")...)
		a.REST(t, "admin", "PATCH /api/v1/clients/"+client, `{"website": "https://initech.example"}`, nil)
		eventually(t, "the event is printed",
			func() bool { return strings.Contains(r.out.String(), `website: null → "https://initech.example"`) })
		r.cancel()
		if code := <-r.done; code != 0 || strings.Count(r.out.String(), "client.") != 1 {
			t.Errorf("exit %d: %s", code, r.out)
		}
	})
	t.Run("another organization has other events", func(t *testing.T) {
		r := runCommand(t, "", "events", "tail", "--organization", a.Other.String(), "--record", client)
		if r.code != 0 || r.out != "" || r.err != "There are no such events.\n" {
			t.Errorf("%+v", r)
		}
	})
	t.Run("mistakes are named", func(t *testing.T) {
		mustFail(t, "", `--type has a value that is not a type of event: did you mean "client.updated"?`,
			append(tail, "--type", "client.update")...)
		mustFail(t, "", "--after must not be higher than", append(tail, "--after", "100000")...)
		mustFail(t, "", "--after must not be negative", append(tail, "--after=-1")...)
		mustFail(t, "", "--since must not be negative", append(tail, "--since=-1h")...)
		mustFail(t, "", "--record", append(tail, "--record", "x")...)
		mustFail(t, "", "there is no organization "+a.ID("unknown"), "events", "tail",
			"--organization", a.ID("unknown"))
	})
	t.Run("what is no longer kept is said", func(t *testing.T) {
		head := a.Count("SELECT seq FROM event_heads WHERE organization_id = $1", a.Organization)
		if err := journal.Expired(a.DB).Once(t.Context(), time.Now()); err != nil {
			t.Fatal(err)
		}
		r := runCommand(t, "", append(tail, "--after", "0")...)
		if r.code != 0 || r.out != "" ||
			r.err != fmt.Sprintf("Events up to %d are no longer kept.\nThere are no such events.\n", head) {
			t.Errorf("%+v", r)
		}
	})
}
