package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/cmd/workplan/operate/doctor"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
	"github.com/workplan-api/workplan/test/tlstest"
)

func mustWrite(t *testing.T, content string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// eachFlag calls visit with each flag of all commands.
func eachFlag(t *testing.T, visit func(command *kong.Node, flag *kong.Flag)) {
	t.Helper()
	for _, command := range newParser(&cli{}, "").Model.Leaves(false) {
		for _, flag := range command.Flags {
			visit(command, flag)
		}
	}
}

// TestTheReferenceIsComplete compares docs/operate/configuration.md with the program, and looks in it for
// each variable of a flag and each variable that the source reads.
func TestTheReferenceIsComplete(t *testing.T) {
	page := mustRead(t, "../../docs/operate/configuration.md")
	if out := mustRun(t, "", "config", "reference"); out != page {
		t.Error("docs/operate/configuration.md differs from the program: run .ci/generate")
	}
	variables := 0
	need := func(name, where string) {
		variables++
		if !regexp.MustCompile("`" + name + "`").MatchString(page) {
			t.Errorf("%s of %s is missing", name, where)
		}
	}
	eachFlag(t, func(command *kong.Node, flag *kong.Flag) {
		for _, name := range flag.Envs {
			need(name, command.Path())
		}
		if strings.TrimSpace(flag.Help) == "" ||
			!strings.HasSuffix(flag.Help, ".") && !strings.Contains(flag.Help, ".") {
			t.Errorf("--%s of %s is not explained", flag.Name, command.Path())
		}
	})
	for _, root := range []string{".", "../../services", "../../internal"} {
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && forTests.MatchString(path) {
				return filepath.SkipDir
			}
			if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				for _, name := range variablesOf(t, path) {
					need(name, path)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if variables < 100 {
		t.Errorf("only %d variables were looked for", variables)
	}
}

// forTests are folders that are not in the program.
var forTests = regexp.MustCompile(`/(node_modules|apitest|bench|bouncer|faults|testdata)$`)

// variablesOf returns the literal arguments of os.Getenv and os.LookupEnv in a file.
func variablesOf(t *testing.T, path string) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 {
			return true
		}
		if f, ok := call.Fun.(*ast.SelectorExpr); ok && (f.Sel.Name == "Getenv" || f.Sel.Name == "LookupEnv") {
			if text, ok := call.Args[0].(*ast.BasicLit); ok {
				name, err := strconv.Unquote(text.Value)
				if err != nil {
					t.Fatal(err)
				}
				names = append(names, name)
			}
		}
		return true
	})
	return names
}

// TestTheRetentionOfEventsHasALimit: a number of days that does not fit a time.Duration became a time in the future,
// and the server removed all events.
func TestTheRetentionOfEventsHasALimit(t *testing.T) {
	for days, valid := range map[string]bool{
		"89": false, "90": true, "36500": true, "36501": false, "365000": false, "1000000": false,
	} {
		r := runCommand(t, "", "config", "check", "--database-url", "postgres://db/x", "--event-retention-days", days)
		if (r.code == 0) != valid || !valid && !strings.Contains(r.err, "--event-retention-days is ") {
			t.Errorf("%s days: exit %d, %s", days, r.code, r.err)
		}
	}
}

// TestEachSecretCanBeAFile goes through all secret flags of all commands.
func TestEachSecretCanBeAFile(t *testing.T) {
	secrets := map[string]bool{}
	eachFlag(t, func(command *kong.Node, flag *kong.Flag) {
		if isSecret(flag) {
			secrets[flag.Envs[0]] = true
			return
		}
		for _, name := range flag.Envs {
			if regexp.MustCompile(`(_KEY|SECRET|PASSWORD|TOKEN|DATABASE_URL|REDIS_URL)$`).MatchString(name) {
				t.Errorf("%s of %s is not marked as secret", name, command.Path())
			}
		}
	})
	for name, command := range map[string]string{
		"DATABASE_URL": "config check", "REDIS_URL": "config check", "SECRET_KEY": "config check",
		"OIDC_CLIENT_SECRET": "config check", "MIGRATE_DATABASE_URL": "migrate", "WORKPLAN_KEY": "call MeService/GetMe",
		"MOVE_TO_DATABASE_URL":    "organization move x",
		"WORKPLAN_WEBHOOK_SECRET": "webhook listen --forward http://127.0.0.1:1/",
	} {
		t.Run(name, func(t *testing.T) {
			if !secrets[name] {
				t.Fatal("it is not marked as secret")
			}
			delete(secrets, name)
			file := mustWrite(t, "a secret of the file\n")
			t.Setenv(name+"_FILE", "/nowhere")
			mustFail(t, "", name+"_FILE: open /nowhere: no such file", strings.Fields(command)...)
			t.Setenv(name+"_FILE", "postgres://me:hunter2@db/x") // the secret itself, by mistake
			mustFail(t, "", name+"_FILE: no such file", strings.Fields(command)...)
			if r := runCommand(t, "", strings.Fields(command)...); strings.Contains(r.out+r.err, "hunter2") {
				t.Errorf("the secret is shown: %s%s", r.out, r.err)
			}
			t.Setenv(name+"_FILE", mustWrite(t, "\n"))
			mustFail(t, "", "is empty", strings.Fields(command)...)
			t.Setenv(name+"_FILE", file)
			t.Setenv(name, "a secret of the variable")
			mustFail(t, "", "both "+name+" and "+name+"_FILE are set: unset one of them", strings.Fields(command)...)
		})
	}
	for name := range secrets {
		t.Errorf("%s is not tested", name)
	}
}

func TestASecretIsReadFromItsFile(t *testing.T) {
	var c cli
	command, err := newParser(&c, "").Parse([]string{"config", "check", "--secret-key-file",
		mustWrite(t, "  hush\nhash\n"), "--database-url-file", mustWrite(t, "postgres://a\n")})
	if err != nil {
		t.Fatal(err)
	}
	if errs, _ := readSecrets(command); len(errs) > 0 {
		t.Fatal(errs)
	}
	if got := c.Config.Check; got.SecretKey != "hush\nhash" || got.DatabaseURL != "postgres://a" {
		t.Errorf("%q %q", got.SecretKey, got.DatabaseURL)
	}
}

func TestMasked(t *testing.T) {
	for secret, want := range map[string]string{
		"": "",
		"postgres://me:hunter2@db:5432/x?sslmode=verify-full&password=hunter2": "postgres://me:xxxxx@db:5432/x",
		"redis://:hunter2@r:6379/0":        "redis://:xxxxx@r:6379/0",
		"redis://hunter2@db/x":             "redis://xxxxx@db/x",
		"//hunter2/x":                      "(hidden)",
		"postgres://db/x":                  "postgres://db/x",
		"host=db password=hunter2":         "(hidden)",
		"postgres://me:hun/ter2@db/x":      "(hidden)",
		"postgres://me:12/hunter2@db/x":    "(hidden)",
		"postgres://me:hun@ter2@db/x":      "(hidden)",
		"postgres://me:hun#ter2@db/x":      "(hidden)",
		"postgres://me:12?hunter2@db/x":    "(hidden)",
		"0123456789abcdef0123456789abcdef": "(hidden)",
	} {
		if got := masked(secret); got != want {
			t.Errorf("%q: %q, want %q", secret, got, want)
		}
	}
}

func TestConfigCheck(t *testing.T) {
	s := tlstest.NewAuthority(t)
	cert, key := s.Valid()
	set := map[string]string{
		"DATABASE_URL": "postgres://workplan:hunter2@db:5432/workplan", "REDIS_URL": "redis://:hunter2@cache:6379/0",
		"SECRET_KEY_FILE": mustWrite(t, "//"+strings.Repeat("hunter2", 5)), "TLS_CERT_FILE": mustWrite(t, string(cert)),
		"TLS_KEY_FILE": mustWrite(t, string(key)), "CORS_ORIGINS": "https://a.example.com,https://b.example.com",
		"OIDC_ISSUER": "https://id.example.com", "OIDC_CLIENT_ID": "workplan", "OIDC_CLIENT_SECRET": "hunter2",
		"CONSOLE_URL": "https://plan.example.com",
	}
	for name, value := range set {
		t.Setenv(name, value)
	}
	t.Run("a valid configuration is printed without secrets", func(t *testing.T) {
		r := runCommand(t, "", "config", "check", "--shutdown-delay", "7s")
		for _, want := range []string{"postgres://workplan:xxxxx@db:5432/workplan", "variable",
			"redis://:xxxxx@cache:6379/0", "7s", "flag", "https://a.example.com,https://b.example.com", "file"} {
			if !strings.Contains(r.out, want) {
				t.Errorf("no %q in %s", want, r.out)
			}
		}
		if r.code != 0 || strings.Contains(r.out+r.err, "hunter2") ||
			!strings.Contains(r.err, "The configuration is valid.") || !strings.Contains(r.err, "renew it") {
			t.Errorf("%+v", r)
		}
	})
	t.Run("as JSON", func(t *testing.T) {
		var settings []setting
		out := mustRun(t, "", "config", "check", "--json")
		if err := json.Unmarshal([]byte(out), &settings); err != nil || len(settings) < 25 ||
			strings.Contains(out, "hunter2") {
			t.Errorf("%v: %s", err, out)
		}
	})
	t.Run("all mistakes are listed, the same as by serve", func(t *testing.T) {
		for name, value := range map[string]string{
			"DATABASE_URL": "postgres://me:hun/ter2@db/x", "SECRET_KEY_FILE": mustWrite(t, "hunter2"),
			"HTTP_ADDR": "8080", "TLS_KEY_FILE": "", "EVENT_RETENTION_DAYS": "1",
		} {
			t.Setenv(name, value)
		}
		checked, served := runCommand(t, "", "config", "check"), runCommand(t, "", "serve")
		for _, want := range []string{"DATABASE_URL is malformed", "SECRET_KEY: a key has less than 32", "HTTP_ADDR: ",
			"TLS_CERT_FILE needs TLS_KEY_FILE", "--event-retention-days"} {
			if !strings.Contains(checked.err, want) {
				t.Errorf("no %q in %s", want, checked.err)
			}
		}
		if checked.code != 1 || checked.err != served.err || strings.Contains(checked.err, "hunter2") ||
			strings.Contains(checked.err, "ter2") {
			t.Errorf("config check: %+v\nserve: %+v", checked, served)
		}
	})
	t.Run("wrong types, wrong names and variables of OpenTelemetry are listed with the rest", func(t *testing.T) {
		for name, value := range map[string]string{
			"RATE_LIMIT": "many", "SHUTDOWN_DELAY": "soon", "CONSOLE": "maybe", "MCP": "perhaps", "LOG_LEVEL": "loud",
			"WEBHOOK_ALLOW_CIDRS": "10.0.0.0", "WEBHOOK_ALLOW_HTTP": "perhaps", "TRUSTED_PROXIES": "proxy",
			"CORS_ORIGINS": "nonsense", "PUBLIC_URL": "plan", "DB_MAX_CONNS": "999999", "EVENT_RETENTION_DAYS": "1",
			"OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4318", "OTEL_TRACES_SAMPLER": "sometimes",
			"RATE_LIMT_BURST": "5", "GRPCADDR": ":9",
			"DATABASE_URL": "", "DATABASE_URL_FILE": "/nonexistent/database",
		} {
			t.Setenv(name, value)
		}
		checked, served := runCommand(t, "", "config", "check", "--max-connections", "x"), runCommand(t, "", "serve")
		for _, want := range []string{
			"RATE_LIMIT: ", "SHUTDOWN_DELAY: ", "CONSOLE: must be one of on, off",
			"MCP: must be one of on, off", "LOG_LEVEL: ",
			"WEBHOOK_ALLOW_CIDRS: ", "WEBHOOK_ALLOW_HTTP: ", `trusted proxy "proxy"`, `CORS origin "nonsense"`,
			`public URL "plan"`, "--db-max-conns is not from 0", "--event-retention-days",
			"OTEL_EXPORTER_OTLP_ENDPOINT must be", "OTEL_TRACES_SAMPLER must be", "DATABASE_URL_FILE: ",
		} {
			if strings.Count(checked.err, want) != 1 || strings.Count(served.err, want) != 1 {
				t.Errorf("not once %q in config check: %s\nserve: %s", want, checked.err, served.err)
			}
		}
		for _, want := range []string{"--max-connections: ",
			"RATE_LIMT_BURST is no variable of Workplan: did you mean RATE_LIMIT_BURST?",
			"GRPCADDR is no variable of Workplan: did you mean GRPC_ADDR?"} {
			if !strings.Contains(checked.err, want) {
				t.Errorf("no %q in %s", want, checked.err)
			}
		}
		if checked.code != 2 || served.code != 1 || strings.Contains(checked.err, "no database") {
			t.Errorf("config check: exit %d, serve: exit %d: %s", checked.code, served.code, checked.err)
		}
	})
	t.Run("variables of other programs are none of ours", func(t *testing.T) {
		app := newParser(&cli{}, "").Model
		for variable, want := range map[string]string{
			"SSL_CERT_FILE": "", "HTTP_PROXY": "", "HTTPS_PROXY": "", "PATH": "", "HOME": "", "LOGNAME": "", "COLUMNS": "", "PGHOST": "",
			"OTEL_SERVICE_NAME": "", "OTEL_METRICS_EXPORTER": "", "REDIS_PORT": "", "KUBERNETES_SERVICE_HOST": "",
			"WORKPLAN_PORT": "", "WORKPLAN_SERVICE_HOST": "", "RATE_LIMIT": "", "DATABASE_URL_FILE": "",
			"RATELIMIT": "RATE_LIMIT", "RATE_LIMT": "RATE_LIMIT", "DATABASE_UR": "DATABASE_URL",
			"OIDC_ISUER": "OIDC_ISSUER", "TLS_CERTFILE": "TLS_CERT_FILE",
			"TLS_CERT": "TLS_CERT_FILE", "TLS_KEY": "TLS_KEY_FILE", "TLS_CLIENT_CA": "TLS_CLIENT_CA_FILE",
			"OTEL_TRACE_EXPORTER": "OTEL_TRACES_EXPORTER", "TRUSTED_PROXY": "TRUSTED_PROXIES",
			"EVENT_RETENTION": "EVENT_RETENTION_DAYS", "WEBHOOK_ALLOW_CIDR": "WEBHOOK_ALLOW_CIDRS",
			"OTEL_LOGS_EXPORTER": "", "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT": "", "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": "",
		} {
			if want != "" {
				want = variable + " is no variable of Workplan: did you mean " + want + "?"
			}
			if got := errors.Join(misspelled(app, []string{variable + "=x"})...); got == nil && want != "" ||
				got != nil && got.Error() != want {
				t.Errorf("%v, want %q", got, want)
			}
		}
		if got := misspelled(app, []string{"DATABASE_URI=x", "DATABASE_URL=y"}); len(got) != 1 {
			t.Errorf("a variable like one that is set: %q", got)
		}
	})
	t.Run("a wrong name alone is a warning, as for serve", func(t *testing.T) {
		t.Setenv("WEBHOOK_ALLOW_CIDR", "10.0.0.0/8")
		t.Setenv("DATABASE_URL", "postgres://db/x")
		if r := runCommand(t, "", "config", "check"); r.code != 0 ||
			strings.Count(r.err, "Warning: WEBHOOK_ALLOW_CIDR is no variable of Workplan: did you mean WEBHOOK_ALLOW_CIDRS?") != 1 {
			t.Errorf("%+v", r)
		}
	})
	t.Run("no other mistake hides a wrong name", func(t *testing.T) {
		t.Setenv("RATE_LIMT", "5")
		const rate, database = "RATE_LIMT is no variable of Workplan: did you mean RATE_LIMIT?",
			"DATABSE_URL is no variable of Workplan: did you mean DATABASE_URL?"
		for name, wrong := range map[string]struct {
			variable, value string
			want            []string
		}{
			"the type of another":           {"MAX_CONNECTIONS", "many", []string{"MAX_CONNECTIONS: ", rate}},
			"the type of the one it is for": {"RATE_LIMIT", "abc", []string{"RATE_LIMIT: ", rate}},
			"a wrong address":               {"HTTP_ADDR", "x", []string{"HTTP_ADDR: ", rate}},
			"a database that is missing": {"DATABSE_URL", "postgres://db/x",
				[]string{"no database", rate, database}},
		} {
			t.Run(name, func(t *testing.T) {
				if name == "a database that is missing" {
					t.Setenv("DATABASE_URL", "x") // so that the test restores it
					os.Unsetenv("DATABASE_URL")
				}
				t.Setenv(wrong.variable, wrong.value)
				checked, served, examined := runCommand(t, "", "config", "check"), runCommand(t, "", "serve"),
					runCommand(t, "", "doctor")
				for _, want := range wrong.want {
					for command, text := range map[string]string{
						"config check": checked.err, "serve": served.err, "doctor": examined.out + examined.err,
					} {
						if strings.Count(text, want) != 1 {
							t.Errorf("%s names %q %d times: %s", command, want, strings.Count(text, want), text)
						}
					}
				}
			})
		}
	})
	for name, value := range map[string]string{
		"TRUSTED_PROXIES": "proxy", "REDIS_URL": "redis://h:port", "CONSOLE_URL": "http://plan.example.com",
		"OIDC_ISSUER": "id", "RATE_LIMIT": "-1", "WEBHOOK_ALLOW_CIDRS": "10.0.0.0", "CORS_ORIGINS": "nonsense",
	} {
		t.Run("a wrong "+name, func(t *testing.T) {
			t.Setenv(name, value)
			checked, served := runCommand(t, "", "config", "check"), runCommand(t, "", "serve")
			if strings.ReplaceAll(checked.err, "config check", "serve") != served.err || checked.code == 0 ||
				checked.code != served.code {
				t.Errorf("config check: %+v\nserve: %+v", checked, served)
			}
		})
	}
}

// examined returns the report of doctor.
func examined(t *testing.T, wantCode int) (r report, status func(check string) doctor.Status) {
	t.Helper()
	done := runCommand(t, "", "doctor", "--json")
	if err := json.Unmarshal([]byte(done.out), &r); err != nil || done.code != wantCode {
		t.Fatalf("%v: exit %d: %s %s", err, done.code, done.out, done.err)
	}
	return r, func(check string) doctor.Status {
		for _, f := range r.Findings {
			if f.Check == check {
				return f.Status
			}
		}
		return "none"
	}
}

func TestDoctor(t *testing.T) {
	a := apitest.NewIsolated(t)
	t.Setenv("DATABASE_URL", a.DSN)
	expect := func(t *testing.T, wantCode int, want map[string]doctor.Status) {
		t.Helper()
		r, status := examined(t, wantCode)
		for check, want := range want {
			if got := status(check); got != want {
				t.Errorf("%s is %s, want %s: %+v", check, got, want, r.Findings)
			}
		}
	}
	t.Run("a healthy database", func(t *testing.T) {
		expect(t, 0, map[string]doctor.Status{
			"configuration": doctor.OK, "database": doctor.OK, "PostgreSQL": doctor.OK, "writes": doctor.OK,
			"clock": doctor.OK, "schema": doctor.OK, "journal": doctor.OK, "webhooks": doctor.OK, "keys": doctor.OK,
			"limits": doctor.OK, "slow statements": doctor.OK, "durability": doctor.Warn, "role": doctor.Warn,
			"connections": doctor.OK, "Redis": "none",
		})
		text := mustRun(t, "", "doctor")
		for _, want := range []string{"workplan ", "DATABASE_URL  (hidden)", "ok    clock",
			"warn  durability", "switch on f"} {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in %s", want, text)
			}
		}
	})
	t.Run("keys with every scope one by one", func(t *testing.T) {
		if text := mustRun(t, "", "doctor"); strings.Contains(text, "one by one") {
			t.Errorf("before: %s", text)
		}
		a.Exec(`UPDATE api_keys SET scopes = array_remove(scopes, '*') WHERE id = $1`, a.ID("admin_key"))
		defer a.Exec(`UPDATE api_keys SET scopes = scopes || '{*}' WHERE id = $1`, a.ID("admin_key"))
		if text := mustRun(t, "",
			"doctor"); !strings.Contains(text, "1 of them with every scope of the first version one by one") ||
			!strings.Contains(text, "admin ("+a.ID("admin_key")+")") {
			t.Error(text)
		}
	})
	t.Run("organizations near a limit", func(t *testing.T) {
		keys := a.Count(`SELECT count(*) FROM api_keys WHERE organization_id = $1 AND revoked_at IS NULL`,
			a.Organization)
		t.Setenv("MAX_KEYS", fmt.Sprint(keys))
		expect(t, 0, map[string]doctor.Status{"limits": doctor.Warn})
		t.Setenv("MAX_KEYS", fmt.Sprint(2*keys))
		expect(t, 0, map[string]doctor.Status{"limits": doctor.OK})
		t.Setenv("STORED_RESPONSES_MIB", "10")
		a.Exec(`INSERT INTO stored_responses (organization_id, id, day, bytes)
			VALUES ($1, 1, (now() AT TIME ZONE 'UTC')::date, 9 << 20), ($1, 2, (now() AT TIME ZONE 'UTC')::date, 0)`, a.Organization)
		if text := mustRun(t, "", "doctor"); !strings.Contains(text, fmt.Sprintf("(%d keys, 9 MiB)", keys)) ||
			!strings.Contains(text, "STORED_RESPONSES_MIB is 10") {
			t.Error(text)
		}
		a.Exec(`UPDATE stored_responses SET day = day - 1 WHERE organization_id = $1`, a.Organization)
		expect(t, 0, map[string]doctor.Status{"limits": doctor.OK})
	})
	t.Run("work that no server does", func(t *testing.T) {
		dsn := apitest.NewDatabase(t)
		t.Setenv("DATABASE_URL", dsn)
		mustRun(t, "", "import", "testdata/organization.json")
		db, err := sql.Open("postgres", dsn)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		// On a busy machine, the doctor may begin seconds after the import.
		if _, err := db.ExecContext(t.Context(),
			`UPDATE events SET written_at = now() + interval '1 minute'`); err != nil {
			t.Fatal(err)
		}
		expect(t, 0, map[string]doctor.Status{"journal": doctor.OK, "webhooks": doctor.OK})
		for _, statement := range []string{
			`INSERT INTO webhooks (organization_id, id, version, created_at, updated_at, url, types, state,
				api_key_id, secret_generation, position, tries, failures, due_at, lease)
			 SELECT organization_id, gen_random_uuid(), 1, now(), now(), 'https://example.com', '{}', 'active', id, 1,
			   0, 0, 0, now(), 0 FROM api_keys LIMIT 1`,
			`UPDATE events SET written_at = now() - interval '1 hour'`,
			`UPDATE events SET seq = 1 WHERE id = (SELECT id FROM events LIMIT 1)`,
		} {
			if _, err := db.ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		expect(t, 0, map[string]doctor.Status{"journal": doctor.Warn, "webhooks": doctor.Warn})
		if text := mustRun(t, "", "doctor"); !strings.Contains(text, "SECRET_KEY is not set") {
			t.Error(text)
		}
		t.Setenv("SECRET_KEY", "this key is of the tests, and long enough")
		expect(t, 0, map[string]doctor.Status{"webhooks": doctor.Warn})
		if text := mustRun(t, "", "doctor"); strings.Contains(text, "SECRET_KEY is not set") {
			t.Error(text)
		}
	})
	t.Run("a role without rights", func(t *testing.T) {
		a.Exec(`DROP ROLE IF EXISTS doctor_test`)
		a.Exec(`CREATE ROLE doctor_test LOGIN`)
		t.Cleanup(func() { a.Exec(`DROP OWNED BY doctor_test`); a.Exec(`DROP ROLE doctor_test`) })
		a.Exec(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO doctor_test`)
		t.Setenv("DATABASE_URL", regexp.MustCompile(`user='?\w+'?`).ReplaceAllString(a.DSN, "user=doctor_test"))
		r, status := examined(t, 1)
		if text, _ := json.Marshal(r.Findings); status("role") != doctor.Fail ||
			!bytes.Contains(text, []byte("doctor_test may not DELETE on actual_hours, ")) ||
			bytes.Contains(text, []byte("SELECT on")) {
			t.Errorf("%s", text)
		}
	})
	t.Run("no migrations", func(t *testing.T) {
		t.Setenv("DATABASE_URL", apitest.BareDatabase(t))
		expect(t, 1, map[string]doctor.Status{"schema": doctor.Fail, "PostgreSQL": doctor.OK, "journal": "none"})
	})
	t.Run("read-only", func(t *testing.T) {
		t.Setenv("DATABASE_URL", a.DSN+" options='-c default_transaction_read_only=on'")
		expect(t, 1, map[string]doctor.Status{"writes": doctor.Fail})
	})
	t.Run("a proxy that is not trusted", func(t *testing.T) {
		registry := prometheus.NewRegistry()
		b, _ := a.Start(services.Config{Metrics: registry})
		ops := httptest.NewServer(services.Ops(registry, http.NotFoundHandler()))
		defer ops.Close()
		t.Setenv("OPS_ADDR", ops.Listener.Addr().String())
		if ans := b.REST(t, "worker", "GET /api/v1/me", "", nil); ans.Status != 200 {
			t.Fatal(ans.Status)
		}
		expect(t, 0, map[string]doctor.Status{"proxies": doctor.OK})
		b.REST(t, "peer", "GET /api/v1/me", "", map[string]string{"X-Forwarded-For": "198.51.100.1"})
		expect(t, 0, map[string]doctor.Status{"proxies": doctor.Warn})
		if text := mustRun(t, "", "doctor"); !strings.Contains(text, "X-Forwarded-For that the server ignored: 1.") ||
			!strings.Contains(text, "TRUSTED_PROXIES") {
			t.Error(text)
		}
		ops.Close()
		expect(t, 0, map[string]doctor.Status{"proxies": doctor.OK})
	})
	t.Run("no database, and no Redis", func(t *testing.T) {
		t.Setenv("DATABASE_URL", "postgres://me:hunter2@127.0.0.1:1/x")
		t.Setenv("REDIS_URL", "redis://:hunter2@127.0.0.1:1/0")
		expect(t, 1, map[string]doctor.Status{"database": doctor.Fail, "Redis": doctor.Warn, "schema": "none"})
		if r := runCommand(t, "", "doctor"); strings.Contains(r.out+r.err, "hunter2") ||
			!strings.Contains(r.out, "is PostgreSQL running there") {
			t.Errorf("%+v", r)
		}
	})
	t.Run("a wrong configuration", func(t *testing.T) {
		t.Setenv("DATABASE_URL", "mysql://a")
		expect(t, 1, map[string]doctor.Status{"configuration": doctor.Fail, "database": "none"})
	})
	t.Run("a certificate that ends soon", func(t *testing.T) {
		authority := tlstest.NewAuthority(t)
		cert, key := authority.Valid()
		t.Setenv("TLS_CERT_FILE", mustWrite(t, string(cert)))
		t.Setenv("TLS_KEY_FILE", mustWrite(t, string(key)))
		expect(t, 0, map[string]doctor.Status{"certificate": doctor.Warn})
		cert, key = authority.Issue(time.Now(), time.Now().Add(90*24*time.Hour))
		t.Setenv("TLS_CERT_FILE", mustWrite(t, string(cert)))
		t.Setenv("TLS_KEY_FILE", mustWrite(t, string(key)))
		expect(t, 0, map[string]doctor.Status{"certificate": doctor.OK})
	})
}
