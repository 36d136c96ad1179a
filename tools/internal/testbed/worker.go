package testbed

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/test/citustest"
)

// Worker is a PostgreSQL on this machine that another program started. It can be killed, frozen and started again as it
// was: with the same command, folder and user.
type Worker struct {
	node    citustest.Node
	data    string
	args    []string
	account *syscall.Credential
	frozen  []int
}

// FindWorker returns the PostgreSQL of a node of Citus.
func FindWorker(ctx context.Context, n citustest.Node) (*Worker, error) {
	w := &Worker{node: n}
	if err := n.In("postgres", func(db *sql.DB) error {
		return db.QueryRowContext(ctx, `SHOW data_directory`).Scan(&w.data)
	}); err != nil {
		return nil, err
	}
	pid, err := PostmasterOf(w.data)
	if err != nil {
		return nil, fmt.Errorf("the worker %s:%d must run on this machine, and this program as root or as its user: %w",
			n.Host, n.Port, err)
	}
	command, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		return nil, err
	}
	about, err := os.Stat(fmt.Sprintf("/proc/%d", pid))
	if err != nil {
		return nil, err
	}
	w.args = strings.Split(strings.TrimRight(string(command), "\x00"), "\x00")
	if owner, ok := about.Sys().(*syscall.Stat_t); ok && os.Getuid() == 0 {
		w.account = &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}
	}
	return w, nil
}

// Freeze stops all processes of the worker with SIGSTOP until Restore.
func (w *Worker) Freeze() error {
	pid, err := PostmasterOf(w.data)
	if err != nil {
		return err
	}
	w.frozen, err = FreezeAll(pid)
	return err
}

// Kill ends all processes of the worker at the same moment.
func (w *Worker) Kill() error {
	if err := w.Freeze(); err != nil {
		return err
	}
	killed := w.frozen
	w.frozen = nil
	return errors.Join(SignalAll(killed, syscall.SIGKILL), Gone(killed))
}

// Restore makes the worker run, and waits until it accepts connections.
func (w *Worker) Restore(ctx context.Context) error {
	if err := SignalAll(w.frozen, syscall.SIGCONT); err != nil {
		return err
	}
	w.frozen = nil
	pid, err := PostmasterOf(w.data)
	if err != nil {
		return err
	}
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		server := exec.Command(w.args[0], w.args[1:]...)
		server.Dir = w.data
		// It goes on when this program ends.
		server.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Credential: w.account}
		output, err := os.OpenFile(filepath.Join(w.data, "restarted.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		defer output.Close()
		server.Stdout, server.Stderr = output, output
		if err := server.Start(); err != nil {
			return err
		}
		go func() { _ = server.Wait() }()
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		err := w.node.In("postgres", func(db *sql.DB) error { return db.PingContext(ctx) })
		if err == nil || time.Now().After(deadline) || ctx.Err() != nil {
			return err
		}
		if !postgres.IsUnavailable(err) {
			return err
		}
	}
}
