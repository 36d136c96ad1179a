package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestARestoreNamesTheServersThatRun restores a dump under a server that runs.
func TestARestoreNamesTheServersThatRun(t *testing.T) {
	o := newOwned(t)
	file := filepath.Join(t.TempDir(), "workplan.dump")
	mustRun(t, "", "backup", "create", file)
	server, _ := startServeProcess(t, "SHUTDOWN_DELAY=0s")
	o.in(o.name, "UPDATE organizations SET name = 'After the dump'")

	const wanted = `servers run on the database \S+, with \d+ connections \(.*\d of workplan background.*\): what they write`
	for _, args := range [][]string{{"backup", "restore", file}, {"backup", "switch", o.name + "_nosuch"}} {
		if r := runCommand(t, "", args...); r.code != 1 || !regexp.MustCompile(wanted).MatchString(r.err) {
			t.Errorf("%q: %+v", args, r)
		}
	}
	if all := o.databases(); len(all) != 1 || o.organizations(o.name) != "After the dump" {
		t.Fatalf("a restore that was refused has changed something: %v", all)
	}
	r := runCommand(t, "", "backup", "restore", "--end-connections", file)
	all := o.databases()
	if r.code != 0 || len(all) != 2 || !regexp.MustCompile(
		`Ended \d+ connections \(.*\d of workplan background.*\)\. What was written since the backup is only in `+all[1]).
		MatchString(r.err) {
		t.Errorf("%v: %+v", all, r)
	}
	if before, now := o.organizations(all[1]), o.organizations(o.name); before != "After the dump" ||
		now != "Harbour Works" {
		t.Errorf("%s, %s", before, now)
	}
	t.Run("servers that were stopped are no hindrance", func(t *testing.T) {
		if err := server.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		<-server.done
		time.Sleep(time.Second) // the name of the old database has the second
		if r := runCommand(t, "", "backup", "restore", file); r.code != 0 ||
			strings.Contains(r.err, "workplan background") {
			t.Errorf("%+v", r)
		}
	})
}
