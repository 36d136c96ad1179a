package main

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/lib/pq"

	pgcluster "github.com/workplan-api/workplan/internal/postgres/cluster"
	"github.com/workplan-api/workplan/internal/process"
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

// start starts PostgreSQL and waits until it accepts connections.
func (c *cluster) start(ctx context.Context) (err error) {
	if c.running, err = pgcluster.Start(ctx, pgcluster.Config{DataDir: filepath.Join(c.dir, "postgres"), Durable: true}); err != nil {
		return err
	}
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

// executeAll runs statements without arguments in the database postgres, each in a transaction of its own.
func (c *cluster) executeAll(ctx context.Context, statements ...string) error {
	for _, statement := range statements {
		if err := c.execute(ctx, "postgres", statement); err != nil {
			return err
		}
	}
	return nil
}

// processes returns the postmaster and all its children, the postmaster first.
func (c *cluster) processes() ([]int, error) {
	f, err := os.Open(filepath.Join(c.dir, "postgres", "pgdata", "postmaster.pid"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	line, err := bufio.NewReader(f).ReadString('\n')
	if err != nil {
		return nil, err
	}
	postmaster, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		return nil, err
	}
	all := []int{postmaster}
	for _, pid := range process.ReadTable().Tree(postmaster) {
		if pid != postmaster {
			all = append(all, pid)
		}
	}
	return all, nil
}

// freeze stops all processes with SIGSTOP until thaw.
func (c *cluster) freeze() (err error) {
	if c.frozen, err = c.processes(); err != nil {
		return err
	}
	return signalAll(c.frozen, syscall.SIGSTOP)
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

// killBackend kills one process that serves a connection to a database. PostgreSQL then restarts itself.
func (c *cluster) killBackend(database string) error {
	pids, err := c.processes()
	if err != nil {
		return err
	}
	for _, pid := range pids[1:] {
		title, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err == nil && strings.Contains(string(title), " "+database+" ") {
			return syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	return errors.New("no backend of PostgreSQL serves the database")
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
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if errors.Is(syscall.Kill(pids[0], 0), syscall.ESRCH) {
			return c.running.Stop()
		}
	}
	return errors.New("PostgreSQL does not stop")
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
