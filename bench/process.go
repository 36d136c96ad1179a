package main

import (
	"bufio"
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

const (
	startTimeout = 30 * time.Second
	stopTimeout  = 10 * time.Second
	logShown     = 4 << 10 // bytes of a process's log in an error
)

// process is a server that the benchmark has started.
type process struct {
	name   string
	cmd    *exec.Cmd
	log    string // the file that it writes to
	exited chan struct{}
}

// start starts a program whose standard error goes to a file in dir. Ctrl-C reaches
// only us, who stop it in order; and it ends where we are killed.
func start(dir, name string, cmd *exec.Cmd) (*process, error) {
	p := &process{name: name, cmd: cmd, log: filepath.Join(dir, name+".log"), exited: make(chan struct{})}
	log, err := os.Create(p.log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd.Stderr, cmd.SysProcAttr = log, ownGroup()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = cmd.Wait() // how it ended is in its log
		close(p.exited)
	}()
	return p, nil
}

func (p *process) pid() int { return p.cmd.Process.Pid }

// stop ends the process and waits for it.
func (p *process) stop() {
	for _, signal := range []os.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		_ = p.cmd.Process.Signal(signal) // it may have ended
		select {
		case <-p.exited:
			return
		case <-time.After(stopTimeout):
		}
	}
}

// withLog adds the end of the log to an error.
func (p *process) withLog(err error) error {
	text, _ := os.ReadFile(p.log)
	if n := len(text) - logShown; n > 0 {
		text = text[n:]
	}
	return fmt.Errorf("%s: %w; its log:\n%s", p.name, err, bytes.TrimSpace(text))
}

var errEnded = errors.New("ended by itself")

// until asks every few milliseconds, until done or until the process ends.
func (p *process) until(ctx context.Context, done func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	for !done() {
		select {
		case <-p.exited:
			return p.withLog(errEnded)
		case <-ctx.Done():
			return p.withLog(ctx.Err())
		case <-time.After(5 * time.Millisecond):
		}
	}
	return nil
}

// workplan is a running workplan serve.
type workplan struct {
	*process
	http, grpc string // its addresses
}

// startWorkplan starts a workplan binary with the settings that it has by default, and
// its log in a file.
func startWorkplan(ctx context.Context, dir, name, binary, dsn string) (*workplan, error) {
	cmd := exec.Command(binary, "serve", "--http-addr", "127.0.0.1:0", "--grpc-addr", "127.0.0.1:0")
	cmd.Env = append(os.Environ(), "DATABASE_URL="+dsn+" application_name="+name)
	p, err := start(dir, name, cmd)
	if err != nil {
		return nil, err
	}
	w := &workplan{process: p}
	if err := p.until(ctx, w.findAddresses); err != nil {
		p.stop()
		return nil, err
	}
	client := &http.Client{Timeout: time.Second}
	if err := p.until(ctx, func() bool {
		resp, err := client.Get("http://" + w.http + "/readyz")
		if err != nil {
			return false
		}
		resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	}); err != nil {
		p.stop()
		return nil, err
	}
	return w, nil
}

// findAddresses reads the line of the log that has them.
func (w *workplan) findAddresses() bool {
	text, err := os.ReadFile(w.log)
	if err != nil {
		return false
	}
	for line := range bytes.Lines(text) {
		var said struct{ Msg, HTTP, GRPC string }
		if json.Unmarshal(line, &said) == nil && said.Msg == "listening" {
			w.http, w.grpc = said.HTTP, said.GRPC
			return true
		}
	}
	return false
}

// startThin starts this program as the server of the arm thin and returns its address.
func startThin(ctx context.Context, dir string, cfg thinConfig) (*process, string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, "", err
	}
	cmd := exec.Command(self, thinArgument)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, "", err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, "", err
	}
	p, err := start(dir, thinName, cmd)
	if err != nil {
		return nil, "", err
	}
	address := make(chan string, 1)
	go func() {
		_ = json.NewEncoder(in).Encode(cfg)
		line, _ := bufio.NewReader(out).ReadString('\n')
		address <- strings.TrimSpace(line)
	}()
	select {
	case a := <-address:
		if a != "" {
			return p, a, nil
		}
		err = errEnded
	case <-time.After(startTimeout):
		err = errors.New("did not start")
	case <-ctx.Done():
		err = ctx.Err()
	}
	p.stop()
	return nil, "", p.withLog(err)
}
