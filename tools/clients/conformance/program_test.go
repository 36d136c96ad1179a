package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func mustWrite(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestRunProgram(t *testing.T) {
	t.Setenv("DATABASE_URL", "postgres://secret")
	out, err := runProgram(t.Context(), time.Minute, t.TempDir(), "sh", []string{"A=b"}, "/bin/sh", "-c",
		`echo "$A $DATABASE_URL"; echo problem >&2; exit 3`)
	if string(out.stdout) != "b \n" || string(out.stderr) != "problem\n" || err == nil ||
		err.Error() != "exit status 3" {
		t.Errorf("%q %q %v", out.stdout, out.stderr, err)
	}
}

// startTime is enough for a shell to start on a busy machine.
const startTime = 3 * time.Second

func TestRunProgramStopsAtTheTimeout(t *testing.T) {
	t.Parallel()
	// The sleep is a child that the shell waits for.
	out, err := runProgram(t.Context(), startTime, t.TempDir(), "sh", nil, "/bin/sh",
		"-c", "sleep 600 & echo $!; wait")
	if err == nil || !strings.Contains(err.Error(), "longer than 3s") {
		t.Error(err)
	}
	mustBeGone(t, out)
}

func TestRunProgramStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), startTime)
	defer cancel()
	out, err := runProgram(ctx, time.Minute, t.TempDir(), "sh", nil, "/bin/sh", "-c", "sleep 600 & echo $!; wait")
	if err == nil || strings.Contains(err.Error(), "longer than") {
		t.Error(err)
	}
	mustBeGone(t, out)
}

// mustBeGone waits until the process whose id was printed has ended.
func mustBeGone(t *testing.T, out output) {
	t.Helper()
	pid, err := strconv.Atoi(strings.TrimSpace(string(out.stdout)))
	if err != nil {
		t.Fatal(err)
	}
	for range 200 {
		// An ended process stays in the list as a zombie until init removes it.
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if syscall.Kill(pid, 0) != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d still runs", pid)
}

func TestInherited(t *testing.T) {
	env := inherited([]string{"PATH=/bin", "HOME=/home/a", "npm_config_registry=r", "PIP_INDEX_URL=p", "GOPROXY=g",
		"WORKPLAN_KEY=wpk_x", "GOOGLE_APPLICATION_CREDENTIALS=c", "PATHS=x", "PGHOST=h"})
	for _, passes := range []string{"PATH=/bin", "HOME=/home/a", "npm_config_registry=r", "PIP_INDEX_URL=p",
		"GOPROXY=g", "LANG=C.UTF-8"} {
		if !slices.Contains(env, passes) {
			t.Errorf("%s is missing", passes)
		}
	}
	for _, variable := range env {
		for _, hidden := range []string{"WORKPLAN_", "GOOGLE_", "PATHS", "PG"} {
			if strings.HasPrefix(variable, hidden) {
				t.Errorf("%s is there", variable)
			}
		}
	}
}
