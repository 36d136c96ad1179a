package cluster_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/postgres/cluster"
)

func TestRecovery(t *testing.T) {
	dir := filepath.Dir(MustDataDir(t))
	archive := filepath.Join(dir, "the archive's %p")
	c := MustStart(t, cluster.Config{DataDir: filepath.Join(dir, "source"), Archive: archive})
	dsn := c.DSN("postgres")
	insert := func(n string) { MustText(t, dsn, "INSERT INTO t VALUES ("+n+") RETURNING n::text") }
	MustText(t, dsn, "CREATE TABLE t (n int)")
	insert("1")
	backups := []string{filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "c")}
	for _, backup := range backups {
		if err := c.BaseBackup(t.Context(), backup); err != nil {
			if strings.Contains(err.Error(), "install PostgreSQL") && os.Getenv("CI") == "" {
				t.Skip(err)
			}
			t.Fatal(err)
		}
	}
	insert("2")
	time.Sleep(10 * time.Millisecond)
	until := time.Now()
	time.Sleep(10 * time.Millisecond)
	insert("3")
	last := MustText(t, dsn, "SELECT pg_walfile_name(pg_switch_wal())")
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(archive, last)); err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the last file is not in the archive")
		}
	}
	insert("4") // not in the archive

	rows := func(c *cluster.Cluster) string {
		return MustText(t, c.DSN("postgres"),
			"WITH w AS (INSERT INTO t VALUES (9)) SELECT string_agg(n::text, ' ' ORDER BY n) FROM t")
	}
	recovery := func(until time.Time) *cluster.Recovery { return &cluster.Recovery{Archive: archive, Until: until} }
	t.Run("to a moment", func(t *testing.T) {
		if got := rows(MustStart(t, cluster.Config{DataDir: backups[0], Recovery: recovery(until)})); got != "1 2" {
			t.Errorf("rows %q", got)
		}
	})
	t.Run("to the end of the archive", func(t *testing.T) {
		if got := rows(MustStart(t, cluster.Config{
			DataDir: backups[1], Recovery: recovery(time.Time{}),
		})); got != "1 2 3" {
			t.Errorf("rows %q", got)
		}
	})
	t.Run("to a moment that the archive does not have", func(t *testing.T) {
		if c, err := cluster.Start(t.Context(),
			cluster.Config{DataDir: backups[2], Recovery: recovery(time.Now().Add(time.Hour))}); err == nil ||
			!strings.Contains(err.Error(), "recovery ended before configured recovery target was reached") {
			t.Errorf("%v %v", c, err)
		}
	})
}
