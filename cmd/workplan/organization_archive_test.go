package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

func TestExportAndImportAnOrganization(t *testing.T) {
	a := apitest.NewIsolated(t)
	t.Setenv("DATABASE_URL", a.DSN)
	file := filepath.Join(t.TempDir(), "acme.ndjson")
	id := a.Organization.String()

	r := runCommand(t, "", "organization", "export", "Acme Works", "--output", file)
	if r.code != 0 || r.out != "" || !strings.Contains(r.err, `Exported organization "Acme Works" (`+id+`)`) {
		t.Fatalf("%+v", r)
	}
	if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	t.Run("the standard output gets the same lines", func(t *testing.T) {
		out := mustRun(t, "", "organization", "export", id)
		if lines := strings.Count(mustRead(t, file), "\n"); strings.Count(out, "\n") != lines || lines < 50 {
			t.Errorf("%d lines instead of %d", strings.Count(out, "\n"), lines)
		}
	})
	t.Run("a file that exists is replaced only with --force", func(t *testing.T) {
		kept := mustWrite(t, "another file")
		mustFail(t, "", "exists: choose another name, or replace it with --force", "organization",
			"export", id, "--output", kept)
		if text := mustRead(t, kept); text != "another file" {
			t.Errorf("it was replaced with %.100q", text)
		}
		mustRun(t, "", "organization", "export", id, "--output", kept, "--force")
		if text := mustRead(t, kept); !strings.Contains(text, id) {
			t.Errorf("it was not replaced: %.100q", text)
		}
	})
	t.Run("an export that fails leaves no file", func(t *testing.T) {
		apitest.SkipOnCitus(t, "it breaks a table with a row policy, and Citus does not pass policies on to shards")
		folder := t.TempDir()
		mustFail(t, "", "see `workplan organization list`", "organization", "export", a.ID("unknown"),
			"-o", filepath.Join(folder, "a"))
		a.Exec("CREATE FUNCTION fails(uuid) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$ " +
			"BEGIN RAISE 'canary'; END $$")
		a.Exec("ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY")
		a.Exec("ALTER TABLE webhooks FORCE ROW LEVEL SECURITY")
		a.Exec("CREATE POLICY broken ON webhooks USING (fails(id))")
		a.Exec("DO $$ BEGIN CREATE ROLE exporter; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
		a.Exec("GRANT SELECT ON ALL TABLES IN SCHEMA public TO exporter")
		a.Exec(`INSERT INTO webhooks (organization_id, id, version, created_at, updated_at, url, types, state,
			api_key_id, secret_generation, position, tries, failures, due_at, lease)
			VALUES ($1, $1, 1, '2026-01-01', '2026-01-01', 'https://example.com', '{*}', 'paused', $2, 1, 0, 0, 0, '2026-01-01', 0)`,
			id, a.ID("admin_key"))
		mustFail(t, "", "table webhooks: ", "organization", "export", id, "-o", filepath.Join(folder, "b"),
			"--database-url", a.DSN+" role=exporter")
		if left, err := filepath.Glob(filepath.Join(folder, "*")); err != nil || len(left) != 0 {
			t.Errorf("%v %v", left, err)
		}
	})

	t.Setenv("DATABASE_URL", apitest.NewDatabase(t))
	t.Run("import prints the id", func(t *testing.T) {
		r := runCommand(t, "", "organization", "import", file)
		if r.code != 0 || strings.TrimSpace(r.out) != id ||
			!strings.Contains(r.err, `Imported organization "Acme Works"`) {
			t.Fatalf("%+v", r)
		}
		if list := mustRun(t, "", "organization", "list"); !strings.Contains(list, id) {
			t.Error(list)
		}
	})
	t.Run("mistakes say what to do", func(t *testing.T) {
		mustFail(t, "", "exists in this database", "organization", "import", file)
		whole := mustRead(t, file)
		t.Setenv("DATABASE_URL", apitest.NewDatabase(t))
		mustFail(t, whole[:len(whole)/2],
			"-: nothing was imported: the file ends before its last line: it is truncated",
			"organization", "import", "-")
		mustFail(t, "", "no such file", "organization", "import", file+"x")
		if list := mustRun(t, "", "organization", "list"); strings.Contains(list, id) {
			t.Error(list)
		}
		mustRun(t, whole, "organization", "import", "-")
	})
}

// TestCommandsOfTheGuideOfBackups parses the commands that the page shows.
func TestCommandsOfTheGuideOfBackups(t *testing.T) {
	page := mustRead(t, "../../docs/operate/backup.md")
	commands := regexp.MustCompile("(?m)^workplan ([a-z].*)$|`workplan ([a-z][^`]*)`").FindAllStringSubmatch(page, -1)
	for _, m := range commands {
		args := regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(m[1]+m[2], -1)
		var words []string
		for _, arg := range args {
			if !strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, `"`) && !strings.Contains(arg, ".") {
				words = append(words, arg)
			}
		}
		help := mustRun(t, "", append([]string{"help"}, words...)...)
		for _, arg := range args {
			if flag, _, _ := strings.Cut(arg, "="); strings.HasPrefix(flag, "--") && !strings.Contains(help, flag) {
				t.Errorf("workplan %s: there is no flag %s", strings.Join(args, " "), flag)
			}
		}
	}
	if len(commands) < 8 {
		t.Errorf("the page shows only %d commands", len(commands))
	}
}
