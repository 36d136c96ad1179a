package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protojson"

	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) {
	apitest.AtATime(4)
	runOut = 1500 * time.Millisecond // no request of a test takes long
	apitest.Main(m)
}

// result is the outcome of a command.
type result struct {
	code     int
	out, err string
}

func runCommand(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	var out, err bytes.Buffer
	code := run(t.Context(), args, streams{strings.NewReader(stdin), &out, &err})
	return result{code, out.String(), err.String()}
}

func mustRun(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	r := runCommand(t, stdin, args...)
	if r.code != 0 {
		t.Fatalf("workplan %s: exit %d: %s", strings.Join(args, " "), r.code, r.err)
	}
	return r.out
}

func mustFail(t *testing.T, stdin, message string, args ...string) {
	t.Helper()
	r := runCommand(t, stdin, args...)
	if r.code == 0 || !strings.Contains(r.err, message) {
		t.Errorf("workplan %s: exit %d, %q, want a failure that says %q",
			strings.Join(args, " "), r.code, r.err, message)
	}
}

func mustRead(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestCommandLine(t *testing.T) {
	commands := []string{"dev", "serve", "migrate", "import", "organization create", "organization list",
		"organization suspend", "organization resume", "organization delete", "organization export",
		"organization import", "user erase", "key create", "key list", "key rotate", "key revoke", "session list",
		"session revoke", "session unbind", "verify", "backup create", "backup restore", "backup switch",
		"holidays import", "events tail", "webhook listen", "call", "top", "version", "licenses", "help", "completion",
		"health", "config check", "config reference", "doctor"}
	t.Run("without a command it explains itself", func(t *testing.T) {
		out := mustRun(t, "")
		for _, command := range commands {
			if !strings.Contains(out, "\n  "+command) {
				t.Errorf("no %s in %s", command, out)
			}
		}
		if strings.Contains(out, "complete") && strings.Contains(out, "\n  complete ") {
			t.Error("the hidden command is listed")
		}
	})
	t.Run("every command explains itself with an example", func(t *testing.T) {
		for _, command := range commands {
			out := mustRun(t, "", append(strings.Fields(command), "--help")...)
			if !strings.Contains(out, "\n    workplan ") && !strings.Contains(out, " workplan "+command+"\n") &&
				!strings.Contains(out, "workplan completion bash") {
				t.Errorf("%s has no example: %s", command, out)
			}
			if usage, _, _ := strings.Cut(out, "\n"); !strings.HasPrefix(usage, "Usage: workplan "+command) ||
				strings.Contains(usage, "  ") {
				t.Errorf("%q", usage)
			}
			if help := mustRun(t, "", append([]string{"help"}, strings.Fields(command)...)...); help != out {
				t.Errorf("help %s differs from %s --help: %s", command, command, help)
			}
		}
	})
	t.Run("a wrong command line exits with 2 and names the help", func(t *testing.T) {
		for args, want := range map[string]string{
			"serve --nope": "workplan: unknown flag --nope\nRun `workplan serve --help` for usage.\n",
			"key crate": "workplan: unexpected argument crate, did you mean \"create\"?\n" +
				"Run `workplan key --help` for usage.\n",
			"xyzzy": "workplan: unexpected argument xyzzy\nRun `workplan --help` for usage.\n",
			"completion tcsh": "workplan: <shell> must be one of \"bash\",\"zsh\",\"fish\" but got \"tcsh\"\n" +
				"Run `workplan completion --help` for usage.\n",
		} {
			if r := runCommand(t, "", strings.Fields(args)...); r.code != 2 || r.err != want {
				t.Errorf("%s: exit %d, %q", args, r.code, r.err)
			}
		}
	})
	t.Run("a bad environment variable is named", func(t *testing.T) {
		t.Setenv("LOG_LEVEL", "loud")
		mustFail(t, "", "LOG_LEVEL", "serve")
	})
	t.Run("version names the commit and Go", func(t *testing.T) {
		got := newBuild(&debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "v1.2.3"},
			Settings: []debug.BuildSetting{
				{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.modified", Value: "true"},
			}}).String()
		if want := "workplan v1.2.3, commit 0123456789ab (modified), go1.26.8 "; !strings.HasPrefix(got, want) {
			t.Error(got)
		}
		if short, long := mustRun(t, "", "--version"), mustRun(t, "", "version"); short != long {
			t.Errorf("--version prints %q, and version %q", short, long)
		}
		if got := newBuild(&debug.BuildInfo{GoVersion: "go1.26.8"}).String(); !strings.Contains(got,
			"commit unknown (it was built without Git, or in a linked worktree)") {
			t.Error(got)
		}
		if out := mustRun(t, "", "version"); !strings.HasPrefix(out, "workplan ") ||
			!strings.Contains(out, runtime.Version()) {
			t.Error(out)
		}
		var b build
		if out := mustRun(t, "", "version", "--json"); json.Unmarshal([]byte(out), &b) != nil ||
			b.Go != runtime.Version() || b.Version == "" {
			t.Error(out)
		}
	})
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	t.Run("candidates", func(t *testing.T) {
		for _, tc := range []struct{ words, want string }{
			{"|", "dev serve migrate import organization user key session backup verify holidays events webhook call " +
				"mcp top health config doctor version licenses help completion"},
			{"|ke", "key"},
			{"|key|", "create list rotate revoke"},
			{"|key|list|--o", "--organization --output"},
			{"|key|list|--output|", "text json"},
			{"|key|r", "rotate revoke"},
			{"|key|rotate|--o", "--organization --output --overlap"},
			{"|key|list|--organization|", ""},
			{"|completion|", "bash zsh fish"},
			{"|import|", ""},
		} {
			words := strings.Split(tc.words, "|")[1:]
			out := mustRun(t, "", append([]string{"complete", "--"}, words...)...)
			if got := strings.Join(strings.Fields(out), " "); got != tc.want {
				t.Errorf("%q: got %q, want %q", words, got, tc.want)
			}
		}
	})
	t.Run("the script completes in bash", func(t *testing.T) {
		if _, err := exec.LookPath("bash"); err != nil {
			t.Skip("there is no bash")
		}
		script := mustRun(t, "", "completion", "bash") + `
COMP_WORDS=(workplan key cre); COMP_CWORD=2; _workplan; echo "${COMPREPLY[@]}"
COMP_WORDS=(workplan key ""); COMP_CWORD=2; _workplan; echo "${COMPREPLY[@]}"`
		bash := exec.Command("bash", "-c", script)
		bash.Env = append(os.Environ(), "PATH="+filepath.Dir(apitest.Program(t))+":"+os.Getenv("PATH"))
		if out, err := bash.CombinedOutput(); err != nil || string(out) != "create\ncreate list rotate revoke\n" {
			t.Errorf("%v: %q", err, out)
		}
	})
}

func TestMigrate(t *testing.T) {
	dsn := apitest.BareDatabase(t)
	mustFail(t, `{"organization": {"name": "x"}}`, "workplan migrate", "import", "-", "--database-url", dsn)
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() { mustRun(t, "", "migrate", "--database-url", dsn) })
	}
	wg.Wait()
	if r := runCommand(t, "", "migrate", "--database-url", dsn); r.code != 0 || !strings.Contains(r.err, "up to date") {
		t.Errorf("%+v", r)
	}
	mustRun(t, `{"organization": {"name": "x"}}`, "import", "-", "--database-url", dsn)
}

func importResult(t *testing.T, out string) *adminv1.ImportResult {
	t.Helper()
	r := &adminv1.ImportResult{}
	if err := protojson.Unmarshal([]byte(out), r); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return r
}

func TestImport(t *testing.T) {
	t.Setenv("DATABASE_URL", apitest.NewDatabase(t))
	const file = "testdata/organization.json"
	first := importResult(t, mustRun(t, "", "import", file))

	t.Run("prints all ids and the secrets of new keys", func(t *testing.T) {
		if len(first.Users) != 2 || len(first.Capabilities) != 2 || len(first.TimeOffTypes) != 1 ||
			len(first.Clients) != 1 || len(first.Projects) != 1 {
			t.Errorf("%v", first)
		}
		for _, k := range first.Keys {
			if len(k.GetSecret()) != 75 {
				t.Errorf("%v", k)
			}
		}
	})
	t.Run("again changes nothing and gives no secrets", func(t *testing.T) {
		out := mustRun(t, mustRead(t, file), "import", "-")
		if strings.Contains(out, "secret") {
			t.Error(out)
		}
		second := importResult(t, out)
		for _, k := range first.Keys {
			k.Secret = nil
		}
		a, _ := protojson.Marshal(first)
		b, _ := protojson.Marshal(second)
		if strings.ReplaceAll(string(a), " ", "") != strings.ReplaceAll(string(b), " ", "") {
			t.Errorf("%s\n%s", a, b)
		}
	})
	t.Run("a mistake is named and nothing is imported", func(t *testing.T) {
		valid := mustRead(t, file)
		for _, tc := range []struct{ name, old, new, message string }{
			{"broken JSON", `"role": "admin"`, `"role": admin`, "line 6"},
			{"an unknown member", `"name": "Ivo Marek"`, `"nmae": "Ivo Marek"`, "users[1].nmae"},
			{"a bad e-mail address", `"ivo@example.com", "name"`, `"ivo", "name"`, "users[1].email"},
			{"an unknown scope", `"read:users"`, `"read:user"`,
				`keys[1].scopes[0] is not a scope: did you mean "read:users"?`},
		} {
			t.Run(tc.name, func(t *testing.T) {
				doc := strings.Replace(strings.Replace(valid, "Harbour Works", "Other "+tc.name, 1), tc.old, tc.new, 1)
				mustFail(t, doc, tc.message, "import", "-")
				keys := strings.Replace(valid, "Harbour Works", "Other "+tc.name, 1)
				if out := mustRun(t, keys, "import", "-"); strings.Count(out, `"secret"`) != 2 {
					t.Errorf("the refused document left something behind: %s", out)
				}
			})
		}
	})
	t.Run("a dry run prints the result without secrets and ids", func(t *testing.T) {
		r := runCommand(t, mustRun(t, "", "import", "--template"), "import", "--dry-run", "-")
		if r.code != 0 || strings.Contains(r.out, "secret") || !strings.Contains(r.out, `"id": null`) ||
			!strings.Contains(r.err, "nothing was written") {
			t.Errorf("%+v", r)
		}
		if strings.Contains(mustRun(t, "", "organization", "list"), "Example Studio") {
			t.Error("it was written")
		}
	})
	t.Run("without a document it says what to give", func(t *testing.T) {
		mustFail(t, "", "--template", "import")
	})
}

func TestKeys(t *testing.T) {
	t.Setenv("DATABASE_URL", apitest.NewDatabase(t))
	org := importResult(t, mustRun(t, "", "import", "testdata/organization.json")).GetOrganization().GetId()

	t.Run("create prints the key once", func(t *testing.T) {
		var k issuedKey
		out := mustRun(t, "", "key", "create", "--organization", org, "--actor", "IVO@example.com", "--name", "ci",
			"--scopes", "read:users,write:clients", "--rate-limit", "60", "--expires-at",
			"2099-01-31T08:00:00Z", "--output", "json")
		if err := json.Unmarshal([]byte(out), &k); err != nil || len(k.Secret) != 75 || k.Name != "ci" ||
			len(k.Scopes) != 2 || *k.RateLimit != 60 || timestamp(k.ExpiresAt) != "2099-01-31T08:00:00Z" {
			t.Errorf("%v: %s", err, out)
		}
		out = mustRun(t, "", "key", "create", "--organization", org, "--actor", "ivo@example.com", "--name", "date",
			"--scopes", "*", "--expires-at", "2099-01-31", "--output", "json")
		if err := json.Unmarshal([]byte(out), &k); err != nil || timestamp(k.ExpiresAt) != "2099-01-31T23:59:59Z" {
			t.Errorf("a date is not the last day: %v: %s", err, out)
		}
		text := mustRun(t, "", "key", "create", "--organization", org, "--actor", "ivo@example.com",
			"--name", "text", "--scopes", "*")
		if len(strings.TrimSpace(text)) != 75 {
			t.Errorf("%q", text)
		}
	})
	t.Run("list shows all without secrets", func(t *testing.T) {
		var list []issuedKey
		out := mustRun(t, "", "key", "list", "--organization", org, "--output", "json")
		if err := json.Unmarshal([]byte(out), &list); err != nil || len(list) != 5 || strings.Contains(out, "wpk_") ||
			strings.Contains(out, "secret") {
			t.Errorf("%v: %s", err, out)
		}
		if table := mustRun(t, "", "key", "list", "--organization", org); strings.Count(table, "\n") != 6 ||
			!strings.Contains(table, "ivo@example.com") {
			t.Error(table)
		}
	})
	t.Run("an organization is found by its name", func(t *testing.T) {
		if byID, byName := mustRun(t, "", "key", "list", "--organization", org),
			mustRun(t, "", "key", "list", "--organization", "Harbour Works"); byID != byName {
			t.Errorf("by id:\n%s\nby name:\n%s", byID, byName)
		}
		mustFail(t, "", `did you mean "Harbour Works"?`, "session", "list", "--organization", "Harbour Work")
		db, err := sql.Open("postgres", os.Getenv("DATABASE_URL"))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		const namesake = "01890000-0000-7000-8000-000000000001"
		if _, err := db.ExecContext(t.Context(),
			`INSERT INTO organizations (id, name, created_at, updated_at) VALUES ($1, 'Harbour Works', now(), now())`,
			namesake); err != nil {
			t.Fatal(err)
		}
		defer db.ExecContext(context.Background(), `DELETE FROM organizations WHERE id = $1`, namesake)
		for _, command := range [][]string{{"key", "list"}, {"events", "tail"}, {"session", "list"}} {
			r := runCommand(t, "", append(command, "--organization", "Harbour Works")...)
			if r.code != 1 || !strings.Contains(r.err, "2 organizations have the name Harbour Works") ||
				!strings.Contains(r.err, org) || !strings.Contains(r.err, namesake) {
				t.Errorf("%q: %+v", command, r)
			}
		}
	})
	t.Run("mistakes are named", func(t *testing.T) {
		create := []string{"key", "create", "--organization", org, "--name", "x", "--actor"}
		const unknown = "0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10"
		mustFail(t, "", `no user ivo@exampel.com: did you mean "ivo@example.com"?`,
			append(create, "ivo@exampel.com", "--scopes", "*")...)
		mustFail(t, "", `--scopes: "read:usr" is not a scope: did you mean "read:users"?`,
			append(create, "ivo@example.com", "--scopes", "read:usr")...)
		mustFail(t, "", "--expires-at must be in the future",
			append(create, "ivo@example.com", "--scopes", "*", "--expires-at", "2001-01-31")...)
		mustFail(t, "", "--expires-at must be a date, such as",
			append(create, "ivo@example.com", "--scopes", "*", "--expires-at", "soon")...)
		mustFail(t, "", "--rate-limit must not be negative",
			append(create, "ivo@example.com", "--scopes", "*", "--rate-limit=-1")...)
		mustFail(t, "", "there is no organization "+unknown, "key", "list", "--organization", unknown)
		mustFail(t, "", "there is no organization "+unknown, "key", "create", "--organization", unknown, "--actor",
			"ivo@example.com", "--name", "x", "--scopes", "*")
		mustFail(t, "", "there is no organization x", "key", "list", "--organization", "x")
		mustFail(t, "", `--scopes: "read:usr" is not`, append(create, "ivo@example.com", "--scopes", "*,read:usr")...)
	})
	t.Run("organization list shows where the keys belong", func(t *testing.T) {
		if table := mustRun(t, "", "organization", "list"); !strings.Contains(table, org+"  Harbour Works") {
			t.Error(table)
		}
		var list []organization
		out := mustRun(t, "", "organization", "list", "--output", "json")
		if err := json.Unmarshal([]byte(out), &list); err != nil || len(list) != 1 || list[0].ID.String() != org ||
			list[0].Name != "Harbour Works" {
			t.Errorf("%v: %s", err, out)
		}
	})
}

func TestRotateAndRevoke(t *testing.T) {
	t.Setenv("DATABASE_URL", apitest.NewDatabase(t))
	org := importResult(t, mustRun(t, "", "import", "testdata/organization.json")).GetOrganization().GetId()
	key := func(t *testing.T, command string, args ...string) (k issuedKey) {
		t.Helper()
		out := mustRun(t, "", append([]string{"key", command, "--organization", org, "--output", "json"}, args...)...)
		if err := json.Unmarshal([]byte(out), &k); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return k
	}
	create := func(t *testing.T, name string) issuedKey {
		return key(t, "create", "--actor", "ivo@example.com", "--name", name, "--scopes", "read:users")
	}
	first := create(t, "ci")

	t.Run("rotate prints the new secret once and says how long the old one works", func(t *testing.T) {
		r := runCommand(t, "", "key", "rotate", "--organization", org, "ci")
		if r.code != 0 || len(strings.TrimSpace(r.out)) != 75 || strings.TrimSpace(r.out) == first.Secret ||
			!strings.Contains(r.err, "The old secret works until 20") {
			t.Errorf("%+v", r)
		}
		r = runCommand(t, "", "key", "rotate", "--organization", org, first.ID, "--overlap", "0s")
		if r.code != 0 || len(strings.TrimSpace(r.out)) != 75 ||
			!strings.Contains(r.err, "The old secret stops working within a second") {
			t.Errorf("%+v", r)
		}
	})
	t.Run("the overlap is in the list", func(t *testing.T) {
		rotated := key(t, "rotate", "ci", "--overlap", "1h")
		left := time.Until(*rotated.PreviousSecretExpiresAt)
		if rotated.ID != first.ID || len(rotated.Secret) != 75 || left < 50*time.Minute || left > time.Hour {
			t.Errorf("%+v, %s are left", rotated, left)
		}
		list := mustRun(t, "", "key", "list", "--organization", org)
		if !strings.Contains(list, "OLD SECRET UNTIL") ||
			!strings.Contains(list, timestamp(rotated.PreviousSecretExpiresAt)) || strings.Contains(list, "wpk_") {
			t.Error(list)
		}
	})
	t.Run("revoke stops the key, and the second time changes nothing", func(t *testing.T) {
		revoked := key(t, "revoke", "ci")
		if revoked.RevokedAt == nil || revoked.Secret != "" || revoked.PreviousSecretExpiresAt != nil {
			t.Errorf("%+v", revoked)
		}
		if again := key(t, "revoke", "ci"); !again.RevokedAt.Equal(*revoked.RevokedAt) {
			t.Errorf("%+v", again)
		}
		if r := runCommand(t, "", "key", "revoke", "--organization", org, "ci"); r.out != "" ||
			!strings.Contains(r.err, "already revoked at") {
			t.Errorf("%+v", r)
		}
		mustFail(t, "", "create another one with `workplan key create`", "key", "rotate", "--organization", org, "ci")
	})
	t.Run("a name that a revoked key has too is enough", func(t *testing.T) {
		second := create(t, "ci")
		if rotated := key(t, "rotate", "ci"); rotated.ID != second.ID {
			t.Errorf("%s was rotated, want %s", rotated.ID, second.ID)
		}
	})
	t.Run("a name that two keys have is not", func(t *testing.T) {
		third := create(t, "ci")
		mustFail(t, "", "write the id of one of them: ", "key", "revoke", "--organization", org, "ci")
		mustFail(t, "", third.ID, "key", "rotate", "--organization", org, "ci")
	})
	t.Run("mistakes are named", func(t *testing.T) {
		create(t, "dashboard")
		mustFail(t, "", "no key dashbord: did you mean \"dashboard\"?: see `workplan key list --organization "+org+"`",
			"key", "rotate", "--organization", org, "dashbord")
		mustFail(t, "", "no key ", "key", "revoke", "--organization", org, "0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10")
		for _, overlap := range []string{"-1s", "169h", "1500ms"} {
			mustFail(t, "", "--overlap must be 0s to 168h", "key", "rotate", "--organization", org,
				"dashboard", "--overlap="+overlap)
		}
	})
}

// running is a command that runs until it is stopped.
type running struct {
	cancel context.CancelFunc
	done   chan int
	ended  chan struct{} // closed when the command has ended
	out    *syncBuffer
}

func start(t *testing.T, args ...string) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r := &running{cancel: cancel, done: make(chan int, 1), ended: make(chan struct{}), out: &syncBuffer{}}
	go func() {
		defer close(r.ended)
		r.done <- run(ctx, args, streams{strings.NewReader(""), r.out, r.out})
	}()
	t.Cleanup(cancel)
	return r
}

// syncBuffer is a buffer that a command writes while the test reads.
type syncBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *syncBuffer) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(p)
}

func (o *syncBuffer) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}
