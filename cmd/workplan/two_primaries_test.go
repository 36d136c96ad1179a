package main

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
	"github.com/workplan-api/workplan/test/apitest"
)

// Of two primaries, the first of DATABASE_URL may be the old one: what a command writes there would be lost.
func TestCommandsRefuseTwoPrimaries(t *testing.T) {
	other, err := cluster.Start(t.Context(), cluster.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Stop()
	second := strings.Split(other.DSN("postgres"), "'")[1]
	one := apitest.NewDatabase(t)
	both := regexp.MustCompile(`host='([^']*)'`).ReplaceAllString(one, "host='$1,"+second+"' ")
	if both == one {
		t.Fatal(one)
	}
	db, err := postgres.Open(other.DSN("postgres"), postgres.Options{MaxConns: 1, StatementTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile(`dbname='([^']*)'`).FindStringSubmatch(one)[1]
	if _, err := db.Exec(`CREATE DATABASE "` + name + `"`); err != nil {
		t.Fatal(err)
	}
	db.Close()
	t.Setenv("DATABASE_URL", one)
	organization := mustRun(t, "", "organization", "list")
	t.Setenv("DATABASE_URL", both)
	for _, command := range []string{
		"migrate", "migrate --wait", "organization create --name Harbour --admin-email ada@example.com --admin-name Ada",
		"organization suspend Harbour", "organization list",
		"key create --organization Harbour --actor ada@example.com --name new --scopes *",
		"key revoke 01970000-0000-7000-8000-000000000001 --organization Harbour",
		"user erase ada@example.com --organization Harbour", "verify", "backup create " + t.TempDir() + "/dump",
	} {
		r := runCommand(t, "", strings.Fields(command)...)
		if r.code != 1 || !strings.Contains(r.err, "are both primaries") || !strings.Contains(r.err, second+":") &&
			!strings.Contains(r.err, second+" ") {
			t.Errorf("workplan %s: exit %d: %s", command, r.code, r.err)
		}
	}
	if r := runCommand(t, "", "doctor"); r.code != 1 || !strings.Contains(r.out, "are both primaries") {
		t.Errorf("doctor: exit %d: %s", r.code, r.out)
	}
	if err := other.Stop(); err != nil {
		t.Fatal(err)
	}
	if got := mustRun(t, "", "organization", "list"); got != organization {
		t.Errorf("with one primary: %s", got)
	}
	host := strings.Split(one, "'")[1]
	if text := runCommand(t, "", "doctor").out; !strings.Contains(text, "connected to "+host+" in") {
		t.Errorf("doctor does not say which host it is connected to: %s", text)
	}
}
