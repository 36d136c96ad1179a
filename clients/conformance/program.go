package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// program is a program that the suite has started, in a process group of its own.
type program struct {
	cmd            *exec.Cmd
	stdout, stderr string        // the files that it writes to
	exited         chan struct{} // closed when it has ended, with err
	err            error
}

// startProgram starts a program with env and what inherited lets through. What it prints goes
// to files called name in the folder logs. Where ctx ends it is killed, with all that
// it has started.
func startProgram(ctx context.Context, logs, name string, env []string, command string, args ...string) (*program, error) {
	p := &program{
		cmd:    exec.CommandContext(ctx, command, args...),
		stdout: filepath.Join(logs, name+".out"),
		stderr: filepath.Join(logs, name+".err"),
		exited: make(chan struct{}),
	}
	stdout, err := os.Create(p.stdout)
	if err != nil {
		return nil, err
	}
	defer stdout.Close()
	stderr, err := os.Create(p.stderr)
	if err != nil {
		return nil, err
	}
	defer stderr.Close()
	p.cmd.Stdout, p.cmd.Stderr = stdout, stderr
	p.cmd.Env = append(inherited(os.Environ()), env...)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.Cancel = func() error { return p.signal(syscall.SIGKILL) }
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		p.err = p.cmd.Wait()
		_ = p.signal(syscall.SIGKILL) // what it has left behind, if anything
		close(p.exited)
	}()
	return p, nil
}

// signal reaches the program and all that it has started.
func (p *program) signal(s syscall.Signal) error { return syscall.Kill(-p.cmd.Process.Pid, s) }

// stop asks the program to end, and kills it where it does not.
func (p *program) stop() {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		_ = p.signal(s) // it may have ended
		select {
		case <-p.exited:
			return
		case <-time.After(stopTimeout):
		}
	}
}

// output is what a program has printed.
type output struct{ stdout, stderr []byte }

// printed is what the program has printed until now.
func (p *program) printed() (out output, err error) {
	if out.stdout, err = os.ReadFile(p.stdout); err != nil {
		return out, err
	}
	out.stderr, err = os.ReadFile(p.stderr)
	return out, err
}

// runProgram runs a program as startProgram does, to its end. That it fails, or takes longer than
// timeout, is an error.
func runProgram(ctx context.Context, timeout time.Duration, logs, name string, env []string, command string, args ...string) (output, error) {
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	p, err := startProgram(limited, logs, name, env, command, args...)
	if err != nil {
		return output{}, err
	}
	<-p.exited
	if err = p.err; ctx.Err() == nil && limited.Err() != nil {
		err = fmt.Errorf("it took longer than %v", timeout)
	}
	out, readErr := p.printed()
	return out, errors.Join(err, readErr)
}

// inheritable are the variables of ours that programs see, or the beginnings of their
// names: where to find programs and keep files, and how the clients of the registries
// are set up.
var inheritable = []string{
	"PATH=", "HOME=", "TMPDIR=",
	"HTTP_PROXY=", "HTTPS_PROXY=", "SSL_CERT_", "REQUESTS_CA_BUNDLE=", "CURL_CA_BUNDLE=",
	"GOPROXY=", "GOSUMDB=", "GONOSUMDB=", "GONOPROXY=", "GOPRIVATE=", "GOFLAGS=", "GOTOOLCHAIN=", "GOPATH=", "GOMODCACHE=", "GOCACHE=",
	"NPM_CONFIG_", "NODE_EXTRA_CA_CERTS=",
	"PIP_", "PYENV_",
	"JAVA_HOME=", "MAVEN_",
}

// inherited is the part of our environment that programs see. All else of ours could
// change what they do. They speak UTF-8, and reach this machine without a proxy.
func inherited(environ []string) []string {
	env := []string{"LANG=C.UTF-8", "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1"}
	for _, variable := range environ {
		if slices.ContainsFunc(inheritable, func(name string) bool { return strings.HasPrefix(strings.ToUpper(variable), name) }) {
			env = append(env, variable)
		}
	}
	return env
}
