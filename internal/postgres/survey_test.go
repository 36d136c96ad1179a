package postgres_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
)

// socketOf returns the folder of the socket of a cluster, which is its host in an address.
func socketOf(c *cluster.Cluster) string { return strings.Split(c.DSN("postgres"), "'")[1] }

// primaryOf returns the primary of the hosts, or the error.
func primaryOf(t *testing.T, hosts ...string) (string, error) {
	t.Helper()
	return postgres.FindPrimary(t.Context(), fmt.Sprintf("host=%s port=5432 user=plain dbname=postgres sslmode=disable",
		strings.Join(hosts, ",")), postgres.Options{})
}

func TestFindPrimary(t *testing.T) {
	p := MustPair(t)
	old, promoted := socketOf(p.primary), socketOf(p.standby)
	for _, hosts := range [][]string{{old, promoted}, {promoted, old}, {old, "/nowhere"}, {old, old}, {old}} {
		if host, err := primaryOf(t, hosts...); host != old || err != nil {
			t.Errorf("%q: %q, %v", hosts, host, err)
		}
	}
	if host, err := primaryOf(t, promoted, "/nowhere"); host != "" || err != nil {
		t.Errorf("a standby alone: %q, %v", host, err)
	}
	db := MustOpen(t, fmt.Sprintf("host=/nowhere,%s port=5432 user=plain dbname=postgres", promoted),
		postgres.Options{})
	if err := db.PingContext(t.Context()); !postgres.IsNoPrimary(err) || postgres.IsRefused(err) {
		t.Errorf("a pool on a standby alone: %v", err)
	}
	db = MustOpen(t, fmt.Sprintf("host=%s,%s port=5432 user=nobody dbname=postgres", old, promoted), postgres.Options{})
	if err := db.PingContext(t.Context()); postgres.IsNoPrimary(err) || !postgres.IsRefused(err) {
		t.Errorf("a role that does not exist: %v", err)
	}

	p.promote(t)
	for _, hosts := range [][]string{{old, promoted}, {promoted, old}} {
		if host, err := primaryOf(t, hosts...); host != "" || !errors.Is(err, postgres.ErrNotPrimary) ||
			!strings.Contains(err.Error(), old+" (timeline 1)") || !strings.Contains(err.Error(), promoted+" (timeline 2)") {
			t.Errorf("two primaries: %q, %v", host, err)
		}
	}

	// The address has the old primary and a standby of the new one.
	dir, err := os.MkdirTemp("", "workplan-second-")
	if err == nil {
		err = os.Chmod(dir, 0o755) // for the user of the server, if this one is root
	}
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	data := filepath.Join(dir, "data")
	if err := p.standby.StandbyCopy(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	second, err := cluster.Start(t.Context(), cluster.Config{DataDir: data, Standby: true})
	if err != nil {
		t.Fatal(err)
	}
	defer second.Stop()
	if host, err := primaryOf(t, old, socketOf(second)); host != "" || !errors.Is(err, postgres.ErrNotPrimary) ||
		!strings.Contains(err.Error(), socketOf(second)+" has timeline 2") {
		t.Errorf("a standby of another primary: %q, %v", host, err)
	}
	if host, err := primaryOf(t, promoted, socketOf(second)); host != promoted || err != nil {
		t.Errorf("the new primary: %q, %v", host, err)
	}
}
