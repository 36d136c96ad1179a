package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestASignalIsNoSuccess runs commands with a context that has ended, as it has after a signal.
func TestASignalIsNoSuccess(t *testing.T) {
	t.Setenv("DATABASE_URL", apitest.NewDatabase(t))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	runEnded := func(command string) (code int, said string) {
		var out bytes.Buffer
		code = run(ended, strings.Fields(command), streams{strings.NewReader(""), &out, &out})
		return code, out.String()
	}
	for _, command := range []string{
		"migrate", "verify", "doctor", "organization list", "organization export x", "organization suspend x",
		"key create --organization x --actor x --name x --scopes *", "user erase x --organization x --confirm x",
		"backup create " + filepath.Join(t.TempDir(), "x"),
		"events tail --organization x", "health", "call MeService/GetMe --key x",
	} {
		if code, said := runEnded(command); code != 1 || !strings.Contains(said, "workplan: ") ||
			!strings.Contains(said, "interrupted") {
			t.Errorf("workplan %s: exit %d: %s", command, code, said)
		}
	}
	for _, command := range []string{
		"serve --http-addr 127.0.0.1:0 --grpc-addr 127.0.0.1:0 --ops-addr= --shutdown-delay 0s",
		"events tail --follow --organization x", "webhook listen --forward http://127.0.0.1:1 --key x",
	} {
		if code, said := runEnded(command); code != 0 || strings.Contains(said, "interrupted") {
			t.Errorf("workplan %s: exit %d: %s", command, code, said)
		}
	}
}

// stopAt cancels a command when it says a text.
type stopAt struct {
	syncBuffer
	text string
	stop context.CancelFunc
}

func (s *stopAt) Write(p []byte) (int, error) {
	if strings.Contains(string(p), s.text) {
		s.stop()
	}
	return s.syncBuffer.Write(p)
}

func TestAnInterruptedBackupSaysWhatIsLeft(t *testing.T) {
	o := newOwned(t)
	folder := t.TempDir()
	t.Run("a dump", func(t *testing.T) {
		tx, err := openPool(t, o.dsn).BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = tx.Rollback() }()
		if _, err := tx.ExecContext(t.Context(), "LOCK TABLE clients IN ACCESS EXCLUSIVE MODE"); err != nil {
			t.Fatal(err)
		}
		dump := start(t, "backup", "create", filepath.Join(folder, "x.dump"))
		eventually(t, "pg_dump waits for the table", func() bool {
			var waits bool
			err := o.admin.QueryRowContext(t.Context(),
				"SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = $1 AND application_name = 'workplan "+
					"backup' AND wait_event_type = 'Lock')", o.name).Scan(&waits)
			return err == nil && waits
		})
		dump.cancel()
		if code := <-dump.done; code != 1 || dump.out.String() != "workplan: interrupted\nNo dump was written\n" {
			t.Errorf("exit %d: %s", code, dump.out.String())
		}
		if left, err := filepath.Glob(filepath.Join(folder, "*")); err != nil || len(left) > 0 {
			t.Errorf("%v %v", left, err)
		}
	})
	file := filepath.Join(folder, "workplan.dump")
	mustRun(t, "", "backup", "create", file)
	stopped := func(t *testing.T, text string, args ...string) string {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		said := &stopAt{text: text, stop: cancel}
		if code := run(ctx, args, streams{strings.NewReader(""), said, said}); code != 1 ||
			!strings.Contains(said.String(), "interrupted") {
			t.Errorf("exit %d: %s", code, said.String())
		}
		return said.String()
	}
	t.Run("a restore in the middle of pg_restore", func(t *testing.T) {
		said := stopped(t, "Restoring ", "backup", "restore", file)
		if all := o.databases(); len(all) != 1 || !strings.Contains(said, "The database "+o.name+" is as it was") {
			t.Errorf("%v: %s", all, said)
		}
	})
	t.Run("a restore that checks the new database", func(t *testing.T) {
		for _, args := range [][]string{{"backup", "restore", file}, {"backup", "switch", o.name + "_restored"}} {
			said := stopped(t, "Checking ", args...)
			if all := o.databases(); len(all) != 2 ||
				!strings.Contains(said, "the database "+o.name+" is as it was, and "+o.name+
					"_restored is left: put it in place with `workplan backup switch "+o.name+"_restored`") {
				t.Errorf("%v: %s", all, said)
			}
		}
		mustRun(t, "", "backup", "switch", o.name+"_restored")
	})
}
