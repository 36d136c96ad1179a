package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/workplan-api/workplan/test/apitest"
)

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"Zoë 李 😀 \u00a0\u200d":         "Zoë 李 😀 \u00a0\u200d",
		"a\x1b[2J\x07\x00b":            `a\x1b[2J\a\x00b`,
		"row\nrow\r\ttab":              `row\nrow\r\ttab`,
		"\x7f\u0085\u009b31m":          `\x7f\u0085\u009b31m`,
		"\u202e\u2066\u200f\u061c":     `\u202e\u2066\u200f\u061c`,
		"\u2028\u2029":                 `\u2028\u2029`,
		`back\slash "quoted" 'single'`: `back\slash "quoted" 'single'`,
	} {
		if got := visible(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if got := visibleLines("one\x1b\ntwo\u202e\n"); got != `one\x1b`+"\n"+`two\u202e`+"\n" {
		t.Errorf("%q", got)
	}
}

// TestNamesCannotControlTheTerminal runs the commands that print names, with names that clear the screen and add rows.
func TestNamesCannotControlTheTerminal(t *testing.T) {
	a := apitest.NewIsolated(t)
	t.Setenv("DATABASE_URL", a.DSN)
	const evil = "\x1b[2J\x1b]0;owned\x07\nforged\u009b31m\x7f\u202e"
	org := a.Organization.String()
	a.Key("stolen", "admin", "read:users", "write:keys", "write:users")
	for path, body := range map[string]map[string]any{
		"keys":  {"name": "x" + evil, "actorUserId": a.ID("admin"), "scopes": []string{"read:users"}},
		"users": {"name": "x" + evil, "email": "evil@example.com"},
	} {
		text, _ := json.Marshal(body)
		if ans := a.REST(t, "stolen", "POST /api/v1/"+path, string(text), nil); ans.Status != 200 {
			t.Fatalf("%s", ans.Raw)
		}
	}
	signIn(t, a.URL, `{"key": "`+a.Secret("worker")+`"}`)
	a.Exec(`UPDATE users SET email = 'w' || $2 || '@example.com' WHERE organization_id = $1 AND id = $3`,
		a.Organization, evil, a.ID("worker"))
	a.Exec(`UPDATE organizations SET name = $2 WHERE id = $1`, a.Organization, "o"+evil)
	a.Exec(`UPDATE api_keys SET scopes = $2 WHERE organization_id = $1 AND name LIKE 'x%'`, a.Organization,
		"{read:users,write:users,read:clients,write:clients,read:projects,write:projects,"+
			"read:assignments,write:assignments,read:actual_hours,write:actual_hours,read:time_off,write:time_off}")
	calendar := filepath.Join(t.TempDir(), "a.ics")
	ics := "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20270101\r\nSUMMARY:h\x1b[2J\u202e\\nforged\r\n" +
		"END:VEVENT\r\nEND:VCALENDAR\r\n"
	if err := os.WriteFile(calendar, []byte(ics), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		want string
		args []string
	}{
		{`w\x1b[2J`, []string{"session", "list", "--organization", org}},
		{`\u009b31m`, []string{"doctor"}},
		{`x\x1b[2J`, []string{"key", "list", "--organization", org}},
		{`x\x1b[2J`, []string{"key", "rotate", "--organization", org, "x" + evil}},
		{`x\x1b[2J`, []string{"key", "revoke", "--organization", org, "stolen"}},
		{`x\x1b[2J`, []string{"key", "revoke", "--organization", org, "x" + evil}},
		{`no key x\x1b[2J`, []string{"key", "revoke", "--organization", org, "x" + evil + "y"}},
		{`o\x1b[2J`, []string{"organization", "list"}},
		{`o\x1b[2J`, []string{"organization", "suspend", org}},
		{`o\x1b[2J`, []string{"organization", "delete", org, "--no-archive"}},
		{`o\x1b[2J`, []string{"organization", "resume", org}},
		{`w\x1b[2J`, []string{"user", "erase", a.ID("worker"), "--organization", org}},
		{`h [2J\u202e`, []string{"holidays", "import", calendar, "--country", "GB", "--organization", org}},
		{`\u001b[2J`, []string{"events", "tail", "--organization", org}},
	} {
		r := runCommand(t, "no", test.args...)
		if text := r.out + r.err; !strings.Contains(text, test.want) || strings.Contains(text, "\nforged") ||
			strings.ContainsFunc(text, func(c rune) bool {
				return c != '\n' && unicode.In(c, unicode.Cc, unicode.Bidi_Control)
			}) {
			t.Errorf("%q: %q", test.args, text)
		}
	}
}
