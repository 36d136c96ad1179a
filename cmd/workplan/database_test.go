package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

func TestDatabaseAddress(t *testing.T) {
	t.Run("a missing one names the variable and the flag", func(t *testing.T) {
		t.Setenv("DATABASE_URL", "")
		mustFail(t, "", "set DATABASE_URL or --database-url", "migrate")
		mustFail(t, "", "set DATABASE_URL or --database-url", "serve")
	})
	t.Run("another kind of database is named", func(t *testing.T) {
		r := runCommand(t, "", "migrate", "--database-url", "mysql://me:hunter2@127.0.0.1/x")
		if r.code != 1 || !strings.Contains(r.err, `another kind of database, "mysql"`) ||
			strings.Contains(r.err, "hunter2") {
			t.Errorf("%+v", r)
		}
	})
	// No message may contain a part of the password. Nothing listens on the ports, so a
	// valid address fails at once.
	t.Run("the password is never shown", func(t *testing.T) {
		for _, address := range []string{
			"postgres://me:hunter2@127.0.0.1:1/x",
			"postgres://me:hunt%zzer2@127.0.0.1:1/x",
			"postgres://me:hunter2%@127.0.0.1:1/x",
			"postgres://me:hunter2 @127.0.0.1:1/x",
			"postgres://me:hunter2/rest@127.0.0.1:1/x",
			"postgres://me:hunter2#rest@127.0.0.1:1/x",
			"postgres://me:hunter2?rest@127.0.0.1:1/x",
			"postgres://127.0.0.1:1234#hunter2@127.0.0.1:1/x",
			"postgres://127.0.0.1:1/hunter2@127.0.0.1:1/x",
			"postgres://127.0.0.1:1?hunter2@127.0.0.1:1/x",
			"postgres://me:hun@ter2/x@127.0.0.1:1/x",
			"postgres://me:hun@ter2@127.0.0.1:1/x",
			"postgres://me:hun@ter2?x@127.0.0.1:1/x",
			"postgres://me:hun@ter2,ter2/x@127.0.0.1:1,127.0.0.1:2/x",
			"postgres://me:hunter2@[127.0.0.1:1/x",
			"postgres://me:hunter2@127.0.0.1:port/x",
			"postgres://me:hunter2@127.0.0.1:99999999/x",
			"postgres://me:hunter2@127.0.0.1:1/x?sslmode=hunter2",
			"postgres://me:hunter2@127.0.0.1:1/x?connect_timeout=hunter2",
			"postgres://me:hunter2\n@127.0.0.1:1/x",
			"postgres//me:hunter2@127.0.0.1:1/x",
			"postgres:me:hunter2@127.0.0.1:1/x",
			"//me:hunter2@127.0.0.1:1/x",
			"me:hunter2@127.0.0.1:1/x",
			"hunter2",
			"host=127.0.0.1 port=1 password=hun ter2 hunter2",
			"host=127.0.0.1 port=1 password='hunter2",
			"host=127.0.0.1 port=1 password=hunter2\\",
			"host=127.0.0.1 port=hunter2",
			" postgres://me:hunter2@127.0.0.1:1/x",
			"user=me password=hunter2 host=127.0.0.1 port=1 sslmode=hunter2",
			"user=me password = hunter2 host=127.0.0.1 port",
			"user=me;password=hunter2;host=127.0.0.1;port=1",
			`user="me" password="hunter2 host=127.0.0.1`,
		} {
			r := runCommand(t, "", "migrate", "--database-url", address)
			file := filepath.Join(t.TempDir(), "address")
			if err := os.WriteFile(file, []byte(address+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if f := runCommand(t, "", "migrate", "--database-url-file", file); f.err != r.err {
				t.Errorf("from a file: %s", f.err)
			}
			if r.code == 0 || strings.Contains(r.err, "hunt") || strings.Contains(r.err, "ter2") ||
				strings.Contains(r.err, "1234") ||
				!strings.Contains(r.err, "DATABASE_URL") && !strings.Contains(r.err, "cannot reach") {
				t.Errorf("%q: exit %d: %s", address, r.code, r.err)
			}
		}
	})
}

func TestDatabaseFile(t *testing.T) {
	dsn := apitest.NewDatabase(t)
	file := filepath.Join(t.TempDir(), "address")
	if err := os.WriteFile(file, []byte(dsn+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("DATABASE_URL_FILE", file)
	mustRun(t, "", "organization", "list")
	mustFail(t, "", "unset one of them", "organization", "list", "--database-url", dsn)
	t.Setenv("DATABASE_URL_FILE", file+".missing")
	mustFail(t, "", "DATABASE_URL_FILE: open "+file+".missing: no such file", "organization", "list")
}

// An address that is given as an argument by mistake may contain a password.
func TestAnAddressAsAnArgumentIsNotRepeated(t *testing.T) {
	for _, address := range []string{"postgres://me:hunter2@127.0.0.1/x", "password=hunter2"} {
		r := runCommand(t, "", "migrate", address)
		if r.code != 2 || strings.Contains(r.err, "hunter2") || !strings.Contains(r.err, "unexpected argument") {
			t.Errorf("exit %d: %s", r.code, r.err)
		}
	}
}

func TestAKeyAsAnArgumentIsNotRepeated(t *testing.T) {
	for _, secret := range []string{"wpk_hunter2", "whsec_hunter2+/="} {
		for _, command := range []string{
			"mcp", "webhook listen --forward http://127.0.0.1:1/", "key rotate x --overlap",
		} {
			r := runCommand(t, "", append(strings.Fields(command), secret)...)
			if r.code != 2 || strings.Contains(r.err, "hunter2") {
				t.Errorf("workplan %s: exit %d: %s", command, r.code, r.err)
			}
		}
	}
}

func TestDatabaseConnection(t *testing.T) {
	dsn := apitest.NewDatabase(t)
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := closed.Addr().String()
	closed.Close()
	for _, tc := range []struct{ name, address, want string }{
		{"no server", "postgres://me@" + nobody + "/x", "cannot reach the database at " + nobody},
		{"an unknown host", "postgres://me@nowhere.invalid/x", "cannot reach the database at nowhere.invalid:5432"},
		{"an unknown database", strings.Replace(dsn, "dbname='", "dbname='no_", 1), `does not exist`},
		{"TLS switched off", "postgres://me@" + fakePostgres(t, "N") + "/x", "add sslmode=disable to DATABASE_URL"},
		{"a wrong password", "postgres://me:hunter2@" + fakePostgres(t, errorMessage("28P01")) + "/x?sslmode=disable",
			`wrong password for user "me"`},
		{"a user without access",
			"postgres://me:hunter2@" + fakePostgres(t, errorMessage("28000")) + "/x?sslmode=disable",
			"refuses the connection"},
		{"no schema", apitest.BareDatabase(t), ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.want == "" {
				mustFail(t, "", "run `workplan migrate` to apply 0001", "organization", "list",
					"--database-url", tc.address)
				return
			}
			r := runCommand(t, "", "migrate", "--database-url", tc.address)
			if r.code != 1 || !strings.Contains(r.err, tc.want) || strings.Contains(r.err, "hunter2") {
				t.Errorf("exit %d: %s", r.code, r.err)
			}
		})
	}
}

// fakePostgres responds with text to the first message of every connection. The cluster of
// the tests has neither TLS nor passwords.
func fakePostgres(t *testing.T, text string) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = c.Read(make([]byte, 1024))
			fmt.Fprint(c, text)
			c.Close()
		}
	}()
	return l.Addr().String()
}

// errorMessage is PostgreSQL's ErrorResponse with a SQLSTATE.
func errorMessage(code string) string {
	fields := "SFATAL\x00C" + code + "\x00Mrefused\x00\x00"
	return "E" + string([]byte{0, 0, 0, byte(len(fields) + 4)}) + fields
}
