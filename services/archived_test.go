package services

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
)

// TestTheLastBackupIsMeasured scrapes servers of a PostgreSQL without an archive and of one that has archived a file.
func TestTheLastBackupIsMeasured(t *testing.T) {
	dir, err := os.MkdirTemp("", "workplan-archived-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil { // PostgreSQL runs as another user if this one is root
		t.Fatal(err)
	}
	for name, archive := range map[string]string{
		"without an archive": "", "with an archive": filepath.Join(dir, "archive"),
	} {
		t.Run(name, func(t *testing.T) {
			postgresql, err := cluster.Start(t.Context(), cluster.Config{Archive: archive})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = postgresql.Stop() })
			db, err := postgres.Open(postgresql.DSN("postgres"), postgres.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			before := time.Now().Add(-time.Second)
			if _, err := db.ExecContext(t.Context(), "CREATE TABLE written (); SELECT pg_switch_wal()"); err != nil {
				t.Fatal(err)
			}
			registry := prometheus.NewPedanticRegistry()
			registry.MustRegister(archived(db, slog.New(slog.DiscardHandler)))
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			for {
				found, err := registry.Gather()
				if err != nil {
					t.Fatal(err)
				}
				if len(found) == 1 {
					at := time.Unix(int64(found[0].GetMetric()[0].GetGauge().GetValue()), 0)
					if archive == "" || found[0].GetName() != metrics.LastBackup.Name ||
						at.Before(before.Add(-time.Second)) || at.After(time.Now().Add(time.Second)) {
						t.Errorf("%v", found)
					}
					return
				}
				if archive == "" {
					return
				}
				select {
				case <-ctx.Done():
					t.Fatal("the archived file is not reported")
				case <-time.After(50 * time.Millisecond):
				}
			}
		})
	}
}
