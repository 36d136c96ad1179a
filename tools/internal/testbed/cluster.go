// Package testbed has what tests of faults do harm with: a durable PostgreSQL that can be killed, a proxy that cuts
// connections, and a client that never sends a request twice.
package testbed

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

// Cluster is a durable PostgreSQL that can be killed, frozen and started again. Its address stays the same.
type Cluster struct {
	dir     string // has the data and the link socket to the folder of the socket
	running *pgcluster.Cluster
	frozen  []int
}

func NewCluster(ctx context.Context, dir string) (*Cluster, error) {
	c := &Cluster{dir: dir}
	return c, c.Start(ctx)
}

// Start starts PostgreSQL and waits until it accepts connections. If it fails, for example because a run ends in the
// middle of a restart, PostgreSQL is stopped.
func (c *Cluster) Start(ctx context.Context) error {
	return c.start(ctx, pgcluster.Config{DataDir: filepath.Join(c.dir, "postgres"), Durable: true})
}

func (c *Cluster) start(ctx context.Context, cfg pgcluster.Config) error {
	running, err := pgcluster.Start(ctx, cfg)
	if err != nil {
		return err
	}
	c.running = running
	address, err := pq.NewConfig(c.running.DSN("postgres"))
	if err != nil {
		return err
	}
	_ = os.Remove(c.link())
	return os.Symlink(address.Host, c.link())
}

// Standby starts a standby that follows c, with its data and its socket in a folder of dir.
func (c *Cluster) Standby(ctx context.Context, dir string) (*Cluster, error) {
	s := &Cluster{dir: dir}
	data := filepath.Join(dir, "postgres")
	if err := c.running.StandbyCopy(ctx, data); err != nil {
		return nil, err
	}
	return s, s.start(ctx, pgcluster.Config{DataDir: data, Durable: true, Standby: true})
}

func (c *Cluster) link() string { return filepath.Join(c.dir, "socket") }

// Socket is the path of the Unix socket.
func (c *Cluster) Socket() string { return filepath.Join(c.link(), ".s.PGSQL.5432") }

// DSN is the address of a database, the same after each start.
func (c *Cluster) DSN(database string) string {
	return fmt.Sprintf("host='%s' port=5432 user=postgres dbname='%s' sslmode=disable", c.link(), database)
}

// Execute runs a statement in a database.
func (c *Cluster) Execute(ctx context.Context, database, statement string, args ...any) error {
	db, err := sql.Open("postgres", c.DSN(database))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, statement, args...)
	return errors.Join(err, db.Close())
}

// Processes returns the postmaster and then all its children in ascending order.
func (c *Cluster) Processes() ([]int, error) {
	postmaster, err := PostmasterOf(filepath.Join(c.dir, "postgres", "pgdata"))
	if err != nil {
		return nil, err
	}
	return processesOf(postmaster), nil
}

// PostmasterOf returns the process that serves a folder of data.
func PostmasterOf(data string) (int, error) {
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

// Freeze stops all processes with SIGSTOP until thaw.
func (c *Cluster) Freeze() error {
	found, err := c.Processes()
	if err == nil {
		c.frozen, err = FreezeAll(found[0])
	}
	return err
}

// FreezeAll stops a postmaster and its children with SIGSTOP, and returns them. The postmaster may start another one
// before it stops, so freezeAll looks for processes until it finds no new ones.
func FreezeAll(postmaster int) (frozen []int, err error) {
	for err == nil {
		found := processesOf(postmaster)
		if slices.Equal(found, frozen) {
			return frozen, nil
		}
		frozen, err = found, SignalAll(found, syscall.SIGSTOP)
	}
	return frozen, err
}

func (c *Cluster) Thaw() error {
	frozen := c.frozen
	c.frozen = nil
	return SignalAll(frozen, syscall.SIGCONT)
}

// Kill ends all processes with SIGKILL at the same moment, as a crash of the machine does to programs.
func (c *Cluster) Kill() error {
	if err := c.Freeze(); err != nil { // so that none of them sees the end of another
		return err
	}
	killed := c.frozen
	c.frozen = nil
	return errors.Join(SignalAll(killed, syscall.SIGKILL), c.running.Stop())
}

// KillBackend kills one process that serves a connection to a database. It waits until PostgreSQL, which then restarts
// itself, has ended the others.
func (c *Cluster) KillBackend(database string) error {
	pids, err := c.Processes()
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
	return Gone(backends)
}

// StopWALWriter stops the WAL writer with SIGSTOP. It is for controls: commits that do not wait for the disk stay in
// memory. The fault that follows must end PostgreSQL.
func (c *Cluster) StopWALWriter() error {
	pids, err := c.Processes()
	if err != nil {
		return err
	}
	writer := titled(pids, "walwriter")
	if len(writer) != 1 {
		return fmt.Errorf("PostgreSQL has %d WAL writers", len(writer))
	}
	return SignalAll(writer, syscall.SIGSTOP)
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

// Gone waits until no process has one of the ids.
func Gone(pids []int) error {
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		pids = slices.DeleteFunc(pids, func(pid int) bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) })
		if len(pids) == 0 {
			return nil
		}
	}
	return fmt.Errorf("PostgreSQL does not end: %d processes run", len(pids))
}

// StopWith stops PostgreSQL with SIGINT (fast) or SIGQUIT (immediate).
func (c *Cluster) StopWith(mode syscall.Signal) error {
	pids, err := c.Processes()
	if err != nil {
		return err
	}
	if err := SignalAll(pids[:1], mode); err != nil {
		return err
	}
	return errors.Join(Gone(pids[:1]), c.running.Stop())
}

// Accepts waits until PostgreSQL accepts connections. Its recovery takes long on a busy machine.
func (c *Cluster) Accepts(ctx context.Context) (err error) {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if err = c.Execute(ctx, "postgres", "SELECT 1"); err == nil {
			return nil
		}
	}
	return err
}

// Ensure makes PostgreSQL run, whatever the run before has done to it.
func (c *Cluster) Ensure(ctx context.Context) error {
	if err := c.Thaw(); err != nil {
		return err
	}
	if c.Execute(ctx, "postgres", "SELECT 1") == nil {
		return nil
	}
	return errors.Join(c.running.Stop(), c.Start(ctx))
}

func (c *Cluster) Stop() error {
	if c.running == nil {
		return nil
	}
	return errors.Join(c.Thaw(), c.running.Stop())
}

// SignalAll sends a signal to processes. Those that have ended are left out.
func SignalAll(pids []int, s syscall.Signal) error {
	for _, pid := range pids {
		if err := syscall.Kill(pid, s); err != nil && !errors.Is(err, syscall.ESRCH) {
			return err
		}
	}
	return nil
}
