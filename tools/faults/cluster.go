package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/lib/pq"

	pgcluster "github.com/workplan-api/workplan/internal/postgres/cluster"
	"github.com/workplan-api/workplan/tools/internal/proc"
)

// cluster is a durable PostgreSQL that can be killed, frozen and started again. Its address stays the same.
type cluster struct {
	dir     string // has the data and the link socket to the folder of the socket
	running *pgcluster.Cluster
	frozen  []int
}

func newCluster(ctx context.Context, dir string) (*cluster, error) {
	c := &cluster{dir: dir}
	return c, c.start(ctx)
}

// start starts PostgreSQL and waits until it accepts connections. If it fails, for example because a run ends in the
// middle of a restart, PostgreSQL is stopped.
func (c *cluster) start(ctx context.Context) error {
	running, err := pgcluster.Start(ctx, pgcluster.Config{DataDir: filepath.Join(c.dir, "postgres"), Durable: true})
	if err != nil {
		return err
	}
	c.running = running
	cfg, err := pq.NewConfig(c.running.DSN("postgres"))
	if err != nil {
		return err
	}
	_ = os.Remove(c.link())
	return os.Symlink(cfg.Host, c.link())
}

func (c *cluster) link() string { return filepath.Join(c.dir, "socket") }

// socket is the path of the Unix socket.
func (c *cluster) socket() string { return filepath.Join(c.link(), ".s.PGSQL.5432") }

// dsn is the address of a database, the same after each start.
func (c *cluster) dsn(database string) string {
	return fmt.Sprintf("host='%s' port=5432 user=postgres dbname='%s' sslmode=disable", c.link(), database)
}

// execute runs a statement in a database.
func (c *cluster) execute(ctx context.Context, database, statement string, args ...any) error {
	db, err := sql.Open("postgres", c.dsn(database))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, statement, args...)
	return errors.Join(err, db.Close())
}

// processes returns the postmaster and then all its children in ascending order.
func (c *cluster) processes() ([]int, error) {
	postmaster, err := postmasterOf(filepath.Join(c.dir, "postgres", "pgdata"))
	if err != nil {
		return nil, err
	}
	return processesOf(postmaster), nil
}

// postmasterOf returns the process that serves a folder of data.
func postmasterOf(data string) (int, error) {
	text, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return strconv.Atoi(string(line))
}

func processesOf(postmaster int) []int {
	all := []int{postmaster}
	for _, pid := range proc.ReadTable().Tree(postmaster) {
		if pid != postmaster {
			all = append(all, pid)
		}
	}
	slices.Sort(all[1:])
	return all
}

// freeze stops all processes with SIGSTOP until thaw.
func (c *cluster) freeze() error {
	found, err := c.processes()
	if err == nil {
		c.frozen, err = freezeAll(found[0])
	}
	return err
}

// freezeAll stops a postmaster and its children with SIGSTOP, and returns them. The postmaster may start another one
// before it stops, so freezeAll looks for processes until it finds no new ones.
func freezeAll(postmaster int) (frozen []int, err error) {
	for err == nil {
		found := processesOf(postmaster)
		if slices.Equal(found, frozen) {
			return frozen, nil
		}
		frozen, err = found, signalAll(found, syscall.SIGSTOP)
	}
	return frozen, err
}

func (c *cluster) thaw() error {
	frozen := c.frozen
	c.frozen = nil
	return signalAll(frozen, syscall.SIGCONT)
}

// kill ends all processes with SIGKILL at the same moment, as a crash of the machine does to programs.
func (c *cluster) kill() error {
	if err := c.freeze(); err != nil { // so that none of them sees the end of another
		return err
	}
	killed := c.frozen
	c.frozen = nil
	return errors.Join(signalAll(killed, syscall.SIGKILL), c.running.Stop())
}

// killBackend kills one process that serves a connection to a database. It waits until PostgreSQL, which then restarts
// itself, has ended the others.
func (c *cluster) killBackend(database string) error {
	pids, err := c.processes()
	if err != nil {
		return err
	}
	backends := titled(pids, " "+database+" ")
	if len(backends) == 0 {
		return errors.New("no backend of PostgreSQL serves the database")
	}
	if err := syscall.Kill(backends[0], syscall.SIGKILL); err != nil {
		return err
	}
	return gone(backends)
}

// stopWALWriter stops the WAL writer with SIGSTOP. It is for controls: commits that do not wait for the disk stay in
// memory. The fault that follows must end PostgreSQL.
func (c *cluster) stopWALWriter() error {
	pids, err := c.processes()
	if err != nil {
		return err
	}
	writer := titled(pids, "walwriter")
	if len(writer) != 1 {
		return fmt.Errorf("PostgreSQL has %d WAL writers", len(writer))
	}
	return signalAll(writer, syscall.SIGSTOP)
}

// titled returns the processes whose title contains a text.
func titled(pids []int, text string) (found []int) {
	for _, pid := range pids {
		title, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err == nil && strings.Contains(string(title), text) {
			found = append(found, pid)
		}
	}
	return found
}

// gone waits until no process has one of the ids.
func gone(pids []int) error {
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		pids = slices.DeleteFunc(pids, func(pid int) bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) })
		if len(pids) == 0 {
			return nil
		}
	}
	return fmt.Errorf("PostgreSQL does not end: %d processes run", len(pids))
}

// stopWith stops PostgreSQL with SIGINT (fast) or SIGQUIT (immediate).
func (c *cluster) stopWith(mode syscall.Signal) error {
	pids, err := c.processes()
	if err != nil {
		return err
	}
	if err := signalAll(pids[:1], mode); err != nil {
		return err
	}
	return errors.Join(gone(pids[:1]), c.running.Stop())
}

// accepts waits until PostgreSQL accepts connections. Its recovery takes long on a busy machine.
func (c *cluster) accepts(ctx context.Context) (err error) {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if err = c.execute(ctx, "postgres", "SELECT 1"); err == nil {
			return nil
		}
	}
	return err
}

// ensure makes PostgreSQL run, whatever the run before has done to it.
func (c *cluster) ensure(ctx context.Context) error {
	if err := c.thaw(); err != nil {
		return err
	}
	if c.execute(ctx, "postgres", "SELECT 1") == nil {
		return nil
	}
	return errors.Join(c.running.Stop(), c.start(ctx))
}

func (c *cluster) stop() error {
	if c.running == nil {
		return nil
	}
	return errors.Join(c.thaw(), c.running.Stop())
}

func signalAll(pids []int, s syscall.Signal) error {
	for _, pid := range pids {
		if err := syscall.Kill(pid, s); err != nil && !errors.Is(err, syscall.ESRCH) {
			return err
		}
	}
	return nil
}
