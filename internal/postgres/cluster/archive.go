package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// archiving returns the settings for the archive and the recovery of cfg, and prepares both.
func (c *Cluster) archiving(data string, cfg Config) (settings []string, err error) {
	quote := func(path string) string { return "'" + strings.NewReplacer("'", `'\''`, "%", "%%").Replace(path) + "'" }
	if cfg.Archive != "" {
		if err := c.makeFolder(cfg.Archive); err != nil {
			return nil, err
		}
		file := quote(cfg.Archive) + "/%f"
		// A file gets its name when it is complete.
		settings = append(settings, "archive_mode=on",
			fmt.Sprintf("archive_timeout=%ds", int(ArchiveEvery/time.Second)),
			fmt.Sprintf("archive_command=test ! -f %[1]s && cp %%p %[1]s.part && mv %[1]s.part %[1]s", file))
	}
	if r := cfg.Recovery; r != nil {
		settings = append(settings, "restore_command=cp "+quote(r.Archive)+"/%f %p", "recovery_target_action=promote")
		if !r.Until.IsZero() {
			settings = append(settings, "recovery_target_time="+r.Until.UTC().Format("2006-01-02 15:04:05.999999+00"))
		}
		signal := filepath.Join(data, "recovery.signal")
		err = errors.Join(os.WriteFile(signal, nil, 0o600), c.who.give(signal))
	}
	return settings, err
}

// makeFolder creates a folder that the server may write and nobody else may read.
func (c *Cluster) makeFolder(path string) error {
	if err := makeOpen(filepath.Dir(path)); err != nil {
		return err
	}
	if err := os.Mkdir(path, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return c.who.give(path)
}

// BaseBackup copies the running cluster with pg_basebackup to a folder that can be the DataDir of another cluster. The
// copy needs the WAL of the archive: it is complete only with Recovery.
func (c *Cluster) BaseBackup(ctx context.Context, dataDir string) error {
	return c.copyTo(ctx, dataDir, "-X", "none")
}

// StandbyCopy copies the running cluster with pg_basebackup to a folder that can be the DataDir of a standby, which
// follows this cluster over its socket.
func (c *Cluster) StandbyCopy(ctx context.Context, dataDir string) error {
	return c.copyTo(ctx, dataDir, "-X", "stream", "-R")
}

func (c *Cluster) copyTo(ctx context.Context, dataDir string, args ...string) error {
	program := filepath.Join(c.bin.dir, "pg_basebackup")
	if _, err := os.Stat(program); err != nil {
		return fmt.Errorf("%w: install PostgreSQL with its client programs, or set PG_BINDIR", err)
	}
	data := filepath.Join(dataDir, "pgdata")
	if err := c.makeFolder(data); err != nil {
		return err
	}
	cmd := c.command(ctx, program, append([]string{"-h", c.run.path, "-p", port, "-U", "postgres", "-D", data,
		"-c", "fast"}, args...)...)
	if err := cmd.Run(); err != nil {
		return c.WithLog(fmt.Errorf("pg_basebackup: %w", err))
	}
	return nil
}

// PID returns the process of the server.
func (c *Cluster) PID() int { return c.cmd.Process.Pid }
