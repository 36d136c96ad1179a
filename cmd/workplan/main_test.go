package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"sync"
	"testing"

	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	"github.com/workplan-api/workplan/internal/apitest"
	"google.golang.org/protobuf/encoding/protojson"
)

func TestMain(m *testing.M) { apitest.Main(m) }

// result is what a command did.
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
		t.Errorf("workplan %s: exit %d, %q, want a failure that says %q", strings.Join(args, " "), r.code, r.err, message)
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
	t.Run("without a command it explains itself", func(t *testing.T) {
		if out := mustRun(t, ""); !strings.Contains(out, "dev") || !strings.Contains(out, "migrate") {
			t.Error(out)
		}
	})
	t.Run("every command explains itself", func(t *testing.T) {
		for _, command := range []string{"dev", "serve", "migrate", "import", "key create", "key list"} {
			if out := mustRun(t, "", append(strings.Fields(command), "--help")...); len(out) < 200 {
				t.Errorf("%s: %s", command, out)
			}
		}
	})
	t.Run("a wrong command line is 2 and says where help is", func(t *testing.T) {
		r := runCommand(t, "", "serve", "--nope", "--database-url", "x")
		if r.code != 2 || !strings.Contains(r.err, "--help") {
			t.Errorf("%+v", r)
		}
	})
	t.Run("without an address of a database it says which variable is missing", func(t *testing.T) {
		t.Setenv("DATABASE_URL", "")
		mustFail(t, "", "database-url", "migrate")
	})
	t.Run("a database that is not there is said to be out of reach, without its password", func(t *testing.T) {
		r := runCommand(t, "", "migrate", "--database-url", "postgres://me:hunter2@127.0.0.1:1/x")
		if r.code != 1 || !strings.Contains(r.err, "cannot reach the database") || strings.Contains(r.err, "hunter2") {
			t.Errorf("%+v", r)
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

	t.Run("prints the ids of everything and the secrets of new keys", func(t *testing.T) {
		if len(first.Users) != 2 || len(first.Capabilities) != 2 || len(first.TimeOffTypes) != 1 || len(first.Clients) != 1 || len(first.Projects) != 1 {
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
	t.Run("a mistake refuses the document whole and is named", func(t *testing.T) {
		valid := mustRead(t, file)
		for _, tc := range []struct{ name, old, new, message string }{
			{"broken JSON", `"role": "admin"`, `"role": admin`, "line 6"},
			{"an unknown member", `"name": "Ivo Marek"`, `"nmae": "Ivo Marek"`, "users[1].nmae"},
			{"a missing member", `"name": "Ivo Marek", `, ``, "users[1].name"},
			{"a bad e-mail address", `"ivo@example.com", "name"`, `"ivo", "name"`, "users[1].email"},
			{"the same user twice", `"ivo@example.com", "name"`, `"GRACE@example.com", "name"`, "users[1].email"},
			{"an unknown role", `"member"`, `"chief"`, "users[1].role"},
			{"a bad country", `"gb"`, `"xx"`, "users[0].countryCode"},
			{"too much availability", `32`, `169`, "users[1].defaultAvailability"},
			{"an unknown manager", `"reportsTo": "grace@example.com"`, `"reportsTo": "nobody@example.com"`, "users[1].reportsTo"},
			{"a reporting line that goes round", `"reportsTo": "grace@example.com"`, `"reportsTo": "ivo@example.com"`, "users[1].reportsTo"},
			{"an unknown actor", `"actor": "ivo@example.com"`, `"actor": "nobody@example.com"`, "keys[1].actor"},
			{"an unknown scope", `"read:users"`, `"read:everything"`, "keys[1].scopes"},
			{"a bad expiry", `2099-01-31T08:00:00Z`, `2099`, "keys[1].expiresAt"},
			{"a client's name that is too short", `"companyName": "Dock & Sons"`, `"companyName": "D"`, "clients[0].companyName"},
			{"an unknown account manager", `"accountManager": "ivo@example.com"`, `"accountManager": "x@example.com"`, "clients[0].accountManager"},
			{"a project of an unknown client", `"client": "Dock & Sons"`, `"client": "Nobody"`, "projects[0].client"},
			{"a project that ends before it starts", `"2026-12-31"`, `"2025-12-31"`, "projects[0].endDate"},
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
}

func TestKeys(t *testing.T) {
	t.Setenv("DATABASE_URL", apitest.NewDatabase(t))
	org := importResult(t, mustRun(t, "", "import", "testdata/organization.json")).GetOrganization().GetId()

	t.Run("create prints the key once", func(t *testing.T) {
		var k issuedKey
		out := mustRun(t, "", "key", "create", "--organization", org, "--actor", "IVO@example.com", "--name", "ci",
			"--scopes", "read:users,write:clients", "--rate-limit", "60", "--expires-at", "2099-01-31T08:00:00Z", "--output", "json")
		if err := json.Unmarshal([]byte(out), &k); err != nil || len(k.Secret) != 75 || k.Name != "ci" || len(k.Scopes) != 2 || *k.RateLimit != 60 || k.ExpiresAt == nil {
			t.Errorf("%v: %s", err, out)
		}
		text := mustRun(t, "", "key", "create", "--organization", org, "--actor", "ivo@example.com", "--name", "text", "--scopes", "*")
		if len(strings.TrimSpace(text)) != 75 {
			t.Errorf("%q", text)
		}
	})
	t.Run("list shows all without secrets", func(t *testing.T) {
		var list []issuedKey
		out := mustRun(t, "", "key", "list", "--organization", org, "--output", "json")
		if err := json.Unmarshal([]byte(out), &list); err != nil || len(list) != 4 || strings.Contains(out, "wpk_") || strings.Contains(out, "secret") {
			t.Errorf("%v: %s", err, out)
		}
		if table := mustRun(t, "", "key", "list", "--organization", org); strings.Count(table, "\n") != 5 || !strings.Contains(table, "ivo@example.com") {
			t.Error(table)
		}
	})
	t.Run("what is wrong is named", func(t *testing.T) {
		mustFail(t, "", "has no user nobody@example.com", "key", "create", "--organization", org, "--actor", "nobody@example.com", "--name", "x", "--scopes", "*")
		mustFail(t, "", "scopes must be among", "key", "create", "--organization", org, "--actor", "ivo@example.com", "--name", "x", "--scopes", "read:all")
		mustFail(t, "", "organization", "key", "list", "--organization", "x")
	})
}

// running is a command that runs until it is stopped.
type running struct {
	cancel context.CancelFunc
	done   chan int
	out    *syncBuffer
}

func start(t *testing.T, args ...string) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r := &running{cancel: cancel, done: make(chan int, 1), out: &syncBuffer{}}
	go func() { r.done <- run(ctx, args, streams{strings.NewReader(""), r.out, r.out}) }()
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
