package cluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// prepare creates the cluster in data if there is none, and fails if c.bin cannot run it. The caller holds the lock.
func (c *Cluster) prepare(ctx context.Context, data string, lock *os.File, cfg Config) error {
	version, err := os.ReadFile(filepath.Join(data, "PG_VERSION"))
	if errors.Is(err, fs.ErrNotExist) {
		return c.initialize(ctx, data, lock, cfg)
	}
	if err != nil {
		return err
	}
	if v := strings.TrimSpace(string(version)); v != strconv.Itoa(c.bin.major) {
		return fmt.Errorf("data directory %s was made by PostgreSQL %s, but %s has version %d: "+
			"set PG_BINDIR to the folder of PostgreSQL %s, or choose another data directory",
			filepath.Dir(data), v, c.bin.dir, c.bin.major, v)
	}
	return removeStalePID(filepath.Join(data, "postmaster.pid"))
}

// initialize creates the cluster in another folder and then renames it to data, so that data is always complete.
func (c *Cluster) initialize(ctx context.Context, data string, lock *os.File, cfg Config) (err error) {
	const half = "pgdata.new-"
	leftovers, err := filepath.Glob(filepath.Join(filepath.Dir(data), half+"*"))
	if err != nil {
		return err
	}
	for _, dir := range leftovers {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	dir, err := os.MkdirTemp(filepath.Dir(data), half)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	if err := c.who.give(dir); err != nil {
		return err
	}
	if cfg.DataDir != "" {
		cfg.Log("Creating a PostgreSQL %d cluster in %s …", c.bin.major, cfg.DataDir)
	}
	cmd := c.command(ctx, filepath.Join(c.bin.dir, "initdb"),
		"-D", dir, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
	cmd.ExtraFiles = []*os.File{lock} // if this process is killed, initdb goes on and keeps the lock
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("initdb: %w", err)
	}
	c.log.reset()
	if cfg.Durable {
		if err := syncTree(dir); err != nil {
			return err
		}
	}
	return os.Rename(dir, data)
}

// syncTree writes a new cluster to disk. initdb runs with --no-sync, because tests need no durability.
func syncTree(dir string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() && !e.IsDir() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		return errors.Join(f.Sync(), f.Close())
	})
}

// removeStalePID removes the pid file of a killed server, unless the process with that pid is a PostgreSQL server.
// PostgreSQL itself detects that the process has ended. It does not detect that another process has the pid, such as
// after the restart of a container, or that the process is a zombie.
func removeStalePID(path string) error {
	pid := readPID(path)
	if pid == 0 {
		return nil
	}
	cmdline, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil { // the process has ended, or the system has no /proc
		return nil
	}
	name, _, _ := strings.Cut(string(cmdline), "\x00")
	if strings.HasPrefix(filepath.Base(name), "postgres") {
		return nil
	}
	return os.Remove(path)
}
