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

// prepare sees to it that data holds a cluster that bin can run. The caller holds the lock of its folder.
func (c *Cluster) prepare(ctx context.Context, bin binaries, who account, data string, lock *os.File, cfg Config) error {
	version, err := os.ReadFile(filepath.Join(data, "PG_VERSION"))
	if errors.Is(err, fs.ErrNotExist) {
		return c.initialize(ctx, bin, who, data, lock, cfg)
	}
	if err != nil {
		return err
	}
	if v := strings.TrimSpace(string(version)); v != strconv.Itoa(bin.major) {
		return fmt.Errorf("data directory %s was made by PostgreSQL %s, and %s is version %d: "+
			"set PG_BINDIR to the folder of PostgreSQL %s, or choose another directory",
			filepath.Dir(data), v, bin.dir, bin.major, v)
	}
	return removeStalePID(filepath.Join(data, "postmaster.pid"))
}

// initialize makes the cluster in a folder beside data and then gives it its name, so that a half-made one is never
// taken for a whole one.
func (c *Cluster) initialize(ctx context.Context, bin binaries, who account, data string, lock *os.File, cfg Config) (err error) {
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
	if err := who.give(dir); err != nil {
		return err
	}
	if cfg.DataDir != "" {
		cfg.Log("making a PostgreSQL %d cluster in %s", bin.major, cfg.DataDir)
	}
	cmd := c.command(ctx, who, filepath.Join(bin.dir, "initdb"),
		"-D", dir, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
	cmd.ExtraFiles = []*os.File{lock} // should we be killed, it goes on and nobody else must begin
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

// syncTree writes a new cluster to disk; initdb is told not to, because tests do not need it.
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

// removeStalePID removes the file a killed server leaves. The server sees by itself that the process is gone, but not
// that its number has passed to another process, as it does in a container that starts again, nor that it is a zombie
// which nobody collects. A process that may be a server is left to the server's own judgement.
func removeStalePID(path string) error {
	pid := readPID(path)
	if pid == 0 {
		return nil
	}
	cmdline, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil { // gone, or a system without /proc
		return nil
	}
	name, _, _ := strings.Cut(string(cmdline), "\x00")
	if strings.HasPrefix(filepath.Base(name), "postgres") {
		return nil
	}
	return os.Remove(path)
}
