package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestChangesOfCommandsAreLogged runs commands that change something. Each writes one JSON line with who, what and
// which id, and nothing secret. A command that changes nothing writes none.
func TestChangesOfCommandsAreLogged(t *testing.T) {
	dsn := apitest.NewDatabase(t)
	var out string
	change := func(command string, flags ...string) map[string]any {
		t.Helper()
		r := runCommand(t, "", append(append(strings.Fields(command), flags...), "--database-url", dsn)...)
		if r.code != 0 {
			t.Fatalf("%s: %s", command, r.err)
		}
		out = r.out
		var lines []map[string]any
		for line := range strings.Lines(r.err) {
			var l map[string]any
			if json.Unmarshal([]byte(line), &l) == nil && l["msg"] == "changed" {
				lines = append(lines, l)
			}
		}
		if strings.Contains(r.err, "wpk_") {
			t.Errorf("%s: a key is on standard error", command)
		}
		if len(lines) == 0 {
			return nil
		}
		if l := lines[0]; len(lines) > 1 || l["command"] != command || l["by"] != operator() ||
			l["level"] != "INFO" || l["time"] == nil {
			t.Errorf("%s: %v", command, lines)
		}
		return lines[0]
	}
	const name = "Harbour Works"
	created := change("organization create", "--name", name, "--admin-email", "ada@example.com", "--admin-name", "Ada")
	id, _ := created["organization_id"].(string)
	if len(id) != 36 {
		t.Fatalf("no id in %v", created)
	}
	in := []string{"--organization", name}
	key := change("key create", append(in, "--name", "dashboard", "--actor", "ada@example.com", "--scopes",
		"read:users", "--output", "json")...)
	if key["key_id"] == nil || !strings.Contains(out, `"id": "`+key["key_id"].(string)+`"`) ||
		key["organization_id"] != id {
		t.Errorf("the line of the key is %v, and the key %s", key, out)
	}
	for _, command := range []string{"key rotate", "key revoke"} {
		if l := change(command, append(in, "dashboard")...); l["key_id"] != key["key_id"] {
			t.Errorf("%s: %v", command, l)
		}
	}
	for _, command := range []string{"organization suspend", "organization resume"} {
		if l := change(command, name); l["organization_id"] != id {
			t.Errorf("%s: %v", command, l)
		}
	}
	for command, flags := range map[string][]string{
		"key revoke": append(in, "dashboard"), "organization resume": {name}, "session revoke": append(in, "--all"),
	} {
		if l := change(command, flags...); l != nil {
			t.Errorf("%s changes nothing and logs %v", command, l)
		}
	}
}
