// Package cluster runs a private PostgreSQL server for the development command and for tests.
//
// It uses the installed PostgreSQL, or downloads PostgreSQL once. The server listens only on a Unix socket, in a folder
// that no other user can enter, so it needs no password and no port. Its owner is the process that called
// Start. It stops when its owner calls Stop or ends, even by kill -9. If the owner is root, the server runs as another
// user, because PostgreSQL refuses to run as root.
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

// Config is the configuration of a cluster.
type Config struct {
	// DataDir is the folder that keeps the cluster for the next start. It is created if it does not exist. If it is
	// empty, the cluster is in a temporary folder that Stop removes. If it is not durable either, that folder is in
	// memory on systems that have enough: tests create many databases, and each is hundreds of files.
	DataDir string

	// Durable makes commits survive a crash of the machine. Tests are faster without it.
	Durable bool

	// Archive, if not empty, is a folder to which the server copies its WAL: each file that is full, and every
	// ArchiveEvery if something was written. It is created if it does not exist.
	Archive string

	// Recovery, if not nil, makes the server continue from the WAL of an archive when it starts. DataDir must have a
	// copy of BaseBackup.
	Recovery *Recovery

	// Standby says that DataDir has a copy of StandbyCopy. The server follows its primary until it is promoted.
	Standby bool

	// Settings are further settings of the server, such as shared_buffers=1GB.
	Settings []string

	// Log, if not nil, is called before steps that take long, such as a download. The format has no newline.
	Log func(format string, args ...any)
}

// Recovery is how a server recovers from an archive.
type Recovery struct {
	// Archive is the folder with the WAL.
	Archive string
	// Until is the moment at which the recovery ends. The zero time means the end of the WAL. It is an error if the WAL
	// ends earlier.
	Until time.Time
}

// ArchiveEvery is the longest time that a commit is not in the archive, apart from the time to copy it.
const ArchiveEvery = 10 * time.Second

const (
	port         = "5432" // part of the socket's name; nothing listens on it
	maxConns     = 400
	startTimeout = 60 * time.Second // a durable cluster may have to recover first
	stopTimeout  = 30 * time.Second
	logSize      = 16 << 10 // bytes of the server's log kept for an error
)

// Cluster is a running server.
type Cluster struct {
	run      *runDir
	bin      binaries
	who      account
	cmd      *exec.Cmd
	lifeline *os.File // the server stops when the last copy of this end of the pipe is closed
	log      ring
	exited   chan struct{} // closed when the server has ended
	stop     sync.Once
	result   error
}

// Start starts a cluster and waits until it accepts connections. ctx limits only the start. Errors contain the end of
// the server's log.
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
	run, err := newRunDir(who, cfg.DataDir == "" && !cfg.Durable)
	if err != nil {
		return nil, err
	}
	c := &Cluster{run: run, bin: bin, who: who, log: ring{size: logSize}, exited: make(chan struct{})}
	close(c.exited) // replaced when the server starts
	defer func() {
		if err != nil {
			err = errors.Join(c.WithLog(err), c.Stop())
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
		// The server inherits the lock and holds it until it ends.
		defer func() { err = errors.Join(err, lock.Close()) }()
	}
	data := filepath.Join(home, "pgdata")
	if err := c.prepare(ctx, data, lock, cfg); err != nil {
		return nil, err
	}
	settings, err := c.archiving(data, cfg)
	if err != nil {
		return nil, err
	}
	if err := c.launch(data, lock, cfg.Durable, append(settings, cfg.Settings...)); err != nil {
		return nil, err
	}
	return c, c.wait(ctx, cfg.Standby)
}

// DSN returns the address of a database of the cluster, as key=value pairs, for the superuser.
func (c *Cluster) DSN(database string) string {
	quote := strings.NewReplacer(`\`, `\\`, `'`, `\'`)
	return fmt.Sprintf("host='%s' port=%s user=postgres dbname='%s' sslmode=disable",
		quote.Replace(c.run.path), port, quote.Replace(database))
}

// Stop stops the server, waits for it, and removes the temporary files. It takes at most 30 s. Later calls return the
// result of the first.
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
			// The line ends the watcher, so that it cannot signal a new process with the server's id.
			_, _ = c.lifeline.WriteString("\n")
			err := c.lifeline.Close()
			if sig != syscall.SIGINT {
				err = errors.Join(err, c.WithLog(fmt.Errorf("the server stopped only after %v", sig)))
			}
			return err
		case <-time.After(stopTimeout / 3):
		}
	}
	return c.WithLog(errors.New("the server does not stop"))
}

// launch starts the server. The shell starts a watcher and then replaces itself with the server. The watcher reads the
// other end of the lifeline. If it reads a line, it ends. If it reads the end of the file without a line, the owner has
// died, and the watcher stops the server. The watcher must be an orphaned process, because the server treats the end of
// an unknown child as a crash.
func (c *Cluster) launch(data string, lock *os.File, durable bool, settings []string) error {
	const script = `({ read -r _ <&3 || kill -INT $$; } >/dev/null 2>&1 4>&- &)
exec "$@" </dev/null 3<&-`
	args := []string{"-c", script, "sh", filepath.Join(c.bin.dir, "postgres"), "-D", data, "-k", c.run.path,
		"-c", "listen_addresses=", "-c", "port=" + port, "-c", "max_connections=" + strconv.Itoa(maxConns),
		"-c", "log_min_error_statement=panic"} // statements would fill the log that errors show
	if !durable {
		args = append(args, "-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off",
			"-c", "min_wal_size=32MB", "-c", "max_wal_size=256MB")
	}
	for _, setting := range settings {
		args = append(args, "-c", setting)
	}
	hold, lifeline, err := os.Pipe()
	if err != nil {
		return err
	}
	cmd := c.command(context.Background(), "/bin/sh", args...)
	cmd.ExtraFiles = []*os.File{hold, lock}
	cmd.WaitDelay = time.Second // its children may keep the log open
	if err := errors.Join(cmd.Start(), hold.Close()); err != nil {
		return errors.Join(err, lifeline.Close())
	}
	exited := make(chan struct{})
	c.cmd, c.lifeline, c.exited = cmd, lifeline, exited
	go func() {
		_ = cmd.Wait() // the log has the reason
		close(exited)
	}()
	return nil
}

// wait returns when the server accepts connections, and writes if it is no standby.
func (c *Cluster) wait(ctx context.Context, standby bool) error {
	db, err := postgres.Open(c.DSN("postgres"), postgres.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	for {
		var recovering bool
		if err = db.QueryRowContext(ctx, "SELECT pg_is_in_recovery()").Scan(&recovering); err == nil &&
			recovering == standby {
			return nil
		}
		select {
		case <-c.exited:
			return errors.New("PostgreSQL did not start")
		case <-ctx.Done():
			return fmt.Errorf("PostgreSQL did not accept connections: %w", errors.Join(ctx.Err(), err))
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// command returns a command of PostgreSQL that runs as c.who. It has its own process group, so that Ctrl-C does not
// reach it.
func (c *Cluster) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = c.run.path, &c.log, &c.log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: c.who.credential}
	cmd.Env = []string{"LC_ALL=C", "TZ=UTC", "HOME=" + c.run.path}
	// Only these are passed on: PGPORT, PGDATA and others would change what the server does.
	for _, name := range []string{"PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"} {
		if v, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	return cmd
}

// WithLog adds the end of the server's log to an error.
func (c *Cluster) WithLog(err error) error {
	if text := c.log.String(); text != "" {
		return fmt.Errorf("%w; PostgreSQL's log:\n%s", err, text)
	}
	return err
}

// ring keeps the last bytes that were written to it.
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
