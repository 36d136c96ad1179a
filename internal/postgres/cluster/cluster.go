// Package cluster runs a private PostgreSQL server for the development command and for tests.
//
// It uses the PostgreSQL that is installed and else fetches one, once. The server listens on a Unix socket only, in a
// folder that nobody else can enter, so it needs no password and no port. It stops when its owner stops it and when
// its owner dies, however that happens. As root it runs as another user, because PostgreSQL refuses to be root.
package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
)

// Config says what kind of cluster to start.
type Config struct {
	// DataDir keeps the cluster for the next start; its folders are made as needed. Empty stands for a temporary folder
	// that Stop removes.
	DataDir string

	// Durable makes a commit outlive a crash of the machine. Tests leave it off, which is faster.
	Durable bool

	// Log, if set, is told about what takes long, such as a download. It gets a format and its arguments, no newline.
	Log func(format string, args ...any)
}

const (
	port         = "5432" // part of the socket's name; nothing listens on it
	maxConns     = 200
	startTimeout = 60 * time.Second // a durable cluster may first have to recover
	stopTimeout  = 30 * time.Second
	logSize      = 16 << 10 // bytes of the server's log kept for an error
)

// Cluster is a running server.
type Cluster struct {
	run    *runDir
	cmd    *exec.Cmd
	leash  *os.File // the server stops when the last copy of this end of the pipe is closed
	log    ring
	exited chan struct{} // closed when the server has ended
	stop   sync.Once
	result error
}

// Start starts a cluster and waits until it answers. ctx limits the start only. An error contains the end of the
// server's log.
func Start(ctx context.Context, cfg Config) (_ *Cluster, err error) {
	if cfg.Log == nil {
		cfg.Log = func(string, ...any) {}
	}
	bin, err := find(ctx, cfg.Log)
	if err != nil {
		return nil, err
	}
	who, err := serverAccount(cfg.DataDir)
	if err != nil {
		return nil, err
	}
	if err := who.canEnter(bin.dir); err != nil {
		return nil, err
	}
	run, err := newRunDir(who)
	if err != nil {
		return nil, err
	}
	c := &Cluster{run: run, log: ring{size: logSize}, exited: make(chan struct{})}
	close(c.exited) // until there is a server
	defer func() {
		if err != nil {
			err = errors.Join(c.withLog(err), c.Stop())
		}
	}()

	home, lock := run.path, run.lock
	if cfg.DataDir != "" {
		if home, err = makeDataDir(cfg.DataDir, who); err != nil {
			return nil, err
		}
		if lock, err = lockDataDir(ctx, home); err != nil {
			return nil, err
		}
		// The server inherits the lock and holds it to its end.
		defer func() { err = errors.Join(err, lock.Close()) }()
	}
	data := filepath.Join(home, "pgdata")
	if err := c.prepare(ctx, bin, who, data, lock, cfg); err != nil {
		return nil, err
	}
	if err := c.launch(bin, who, data, lock, cfg.Durable); err != nil {
		return nil, err
	}
	return c, c.wait(ctx)
}

// DSN returns the address of a database of the cluster, as key=value pairs, for the superuser.
func (c *Cluster) DSN(database string) string {
	quote := strings.NewReplacer(`\`, `\\`, `'`, `\'`)
	return fmt.Sprintf("host='%s' port=%s user=postgres dbname='%s' sslmode=disable",
		quote.Replace(c.run.path), port, quote.Replace(database))
}

// Stop ends the server's connections, stops it, waits for it, and removes what is temporary. It takes 30 s at most. It
// may be called again and then returns the first result.
func (c *Cluster) Stop() error {
	c.stop.Do(func() {
		if c.cmd != nil {
			c.result = c.stopServer()
		}
		c.result = errors.Join(c.result, c.run.remove())
	})
	return c.result
}

func (c *Cluster) stopServer() error {
	// SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one.
	for _, sig := range []os.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGKILL} {
		if err := c.cmd.Process.Signal(sig); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return err
		}
		select {
		case <-c.exited:
			// The watcher must not signal a process that has taken over the server's id.
			_, _ = c.leash.WriteString("\n")
			err := c.leash.Close()
			if sig != syscall.SIGINT {
				err = errors.Join(err, c.withLog(fmt.Errorf("the server stopped only after %v", sig)))
			}
			return err
		case <-time.After(stopTimeout / 3):
		}
	}
	return c.withLog(errors.New("the server does not stop"))
}

// launch starts the server. The shell leaves a watcher behind and becomes the server itself. The watcher reads the
// leash: a line lets it go, an end without a line means that the owner has died. It is nobody's child, because the
// server takes the end of a strange child for a crash.
func (c *Cluster) launch(bin binaries, who account, data string, lock *os.File, durable bool) error {
	const script = `({ read -r _ <&3 || kill -INT $$; } >/dev/null 2>&1 4>&- &)
exec "$@" </dev/null 3<&-`
	args := []string{"-c", script, "sh", filepath.Join(bin.dir, "postgres"), "-D", data, "-k", c.run.path,
		"-c", "listen_addresses=", "-c", "port=" + port, "-c", "max_connections=" + strconv.Itoa(maxConns)}
	if !durable {
		args = append(args, "-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")
	}
	hold, leash, err := os.Pipe()
	if err != nil {
		return err
	}
	cmd := c.command(context.Background(), who, "/bin/sh", args...)
	cmd.ExtraFiles = []*os.File{hold, lock}
	cmd.WaitDelay = time.Second // its children may keep the log open
	if err := errors.Join(cmd.Start(), hold.Close()); err != nil {
		return errors.Join(err, leash.Close())
	}
	exited := make(chan struct{})
	c.cmd, c.leash, c.exited = cmd, leash, exited
	go func() {
		_ = cmd.Wait() // how it ended is in its log
		close(exited)
	}()
	return nil
}

// wait returns when the server answers.
func (c *Cluster) wait(ctx context.Context) error {
	db, err := postgres.Open(c.DSN("postgres"), postgres.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	for {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-c.exited:
			return errors.New("PostgreSQL did not start")
		case <-ctx.Done():
			return fmt.Errorf("PostgreSQL did not answer: %w", errors.Join(ctx.Err(), err))
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// command is a command of PostgreSQL's, run as who, in a process group of its own, so that Ctrl-C does not reach it.
func (c *Cluster) command(ctx context.Context, who account, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = c.run.path, &c.log, &c.log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: who.credential}
	cmd.Env = []string{"LC_ALL=C", "TZ=UTC", "HOME=" + c.run.path}
	// The rest is left out, because PGPORT, PGDATA and others change what the server does.
	for _, name := range []string{"PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"} {
		if v, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	return cmd
}

func (c *Cluster) withLog(err error) error {
	if text := c.log.String(); text != "" {
		return fmt.Errorf("%w; its log:\n%s", err, text)
	}
	return err
}

// ring keeps the last bytes written to it.
type ring struct {
	mu   sync.Mutex
	size int
	b    []byte
}

func (r *ring) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.b = append(r.b, p...)
	if n := len(r.b) - r.size; n > 0 {
		r.b = append(r.b[:0], r.b[n:]...)
	}
	return len(p), nil
}

func (r *ring) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.TrimSpace(string(r.b))
}

func (r *ring) reset() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.b = nil
}
