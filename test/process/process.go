// Package process builds workplan, runs servers as processes of their own and measures them, for the benchmark and for
// the fault suite.
package process

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Build compiles workplan of this checkout into a folder and returns the path of the program. It uses the versions of
// the main module, also if the working directory is in another module of the repository.
func Build(ctx context.Context, dir string) (string, error) {
	root, err := Output(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/workplan-api/workplan")
	if err != nil {
		return "", err
	}
	program, err := filepath.Abs(filepath.Join(dir, "workplan"))
	if err != nil {
		return "", err
	}
	_, err = Output(ctx, "go", "build", "-C", strings.TrimSpace(string(root)), "-o", program, "./cmd/workplan")
	return program, err
}

// Output returns what a program prints. An error contains its standard error.
func Output(ctx context.Context, name string, args ...string) ([]byte, error) {
	out, err := exec.CommandContext(ctx, name, args...).Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("%s %s: %w\n%s", name, args[0], err, exit.Stderr)
	}
	return out, err
}

// Server is a running server process.
type Server struct {
	HTTP, GRPC, Ops string // addresses; Ops is "" without OPS_ADDR
	PID             int

	logFile  string
	process  *os.Process
	lifeline *os.File      // the server is killed when the last copy of this end of the pipe is closed
	exited   chan struct{} // closed when the process has ended
	state    *os.ProcessState
}

// attached replaces the shell with the server. A watcher kills the server when the other end of the lifeline is closed
// without a line, also if the owner is killed.
const attached = `({ read -r _ <&3 || kill -KILL $$; } >/dev/null 2>&1 &)
exec "$@" </dev/null 3<&-`

// Start starts a server, such as workplan serve, and waits until it is ready. Its log goes to a file. The process gets
// the environment of this one and the variables of env. An error contains the log.
func Start(ctx context.Context, logFile string, env []string, args ...string) (*Server, error) {
	s, err := Launch(logFile, env, args...)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := s.Wait(ctx); err != nil {
		s.Kill()
		return nil, fmt.Errorf("%s did not start; its log:\n%s", args[0], s.Log())
	}
	return s, nil
}

// Wait waits until the server is ready. It fails if ctx ends or the process ends before.
func (s *Server) Wait(ctx context.Context) error {
	for !s.Ready() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.exited:
			return fmt.Errorf("the server ended with %d; its log:\n%s", s.ExitCode(), s.Log())
		case <-time.After(10 * time.Millisecond):
		}
	}
	return nil
}

// Launch is Start without the wait.
func Launch(logFile string, env []string, args ...string) (*Server, error) {
	logs, err := os.Create(logFile)
	if err != nil {
		return nil, err
	}
	defer logs.Close()
	hold, lifeline, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("/bin/sh", append([]string{"-c", attached, "sh"}, args...)...)
	cmd.Stderr, cmd.Env, cmd.ExtraFiles = logs, append(os.Environ(), env...), []*os.File{hold}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C is for the caller
	if err := errors.Join(cmd.Start(), hold.Close()); err != nil {
		return nil, errors.Join(err, lifeline.Close())
	}
	s := &Server{
		PID: cmd.Process.Pid, logFile: logFile, process: cmd.Process, lifeline: lifeline, exited: make(chan struct{}),
	}
	go func() {
		_ = cmd.Wait() // ExitCode reports how it ended
		s.state = cmd.ProcessState
		_, _ = lifeline.WriteString("\n") // ends the watcher, so that it cannot signal a new process with this id
		lifeline.Close()
		close(s.exited)
	}()
	return s, nil
}

// Ready reads the addresses from the log and reports whether /readyz responds with 200.
func (s *Server) Ready() bool {
	if s.HTTP == "" {
		for line := range bytes.Lines(s.Log()) {
			var entry struct{ Msg, HTTP, GRPC, Ops string }
			if json.Unmarshal(line, &entry) != nil {
				continue
			}
			switch entry.Msg {
			case "listening for metrics":
				s.Ops = entry.Ops
			case "listening": // comes last
				s.HTTP, s.GRPC = entry.HTTP, entry.GRPC
			}
		}
		if s.HTTP == "" {
			return false
		}
	}
	client := http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Get("http://" + s.HTTP + "/readyz")
	if err != nil {
		return false
	}
	resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

// Log returns what the server has logged.
func (s *Server) Log() []byte {
	text, _ := os.ReadFile(s.logFile)
	return text
}

// Signal sends a signal, such as SIGTERM, SIGSTOP or SIGCONT.
func (s *Server) Signal(signal syscall.Signal) error { return s.process.Signal(signal) }

// Exited is closed when the process has ended.
func (s *Server) Exited() <-chan struct{} { return s.exited }

// ExitCode waits for the end of the process and returns its exit code, or -1 if a signal ended it.
func (s *Server) ExitCode() int {
	<-s.exited
	return s.state.ExitCode()
}

// Kill ends the process with SIGKILL and waits for it.
func (s *Server) Kill() {
	_ = s.process.Kill() // it may have ended
	<-s.exited
}
