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

// program is a program that the suite started, in its own process group.
type program struct {
	cmd            *exec.Cmd
	stdout, stderr string        // its output files
	exited         chan struct{} // closed after the program has ended and err is set
	err            error
}

// startProgram starts a program with the inherited environment and env. Its output goes to
// the files name.out and name.err in the folder logs. The end of ctx kills the program and
// its children.
func startProgram(
	ctx context.Context, logs, name string, env []string, command string, args ...string,
) (*program, error) {
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
		_ = p.signal(syscall.SIGKILL) // its remaining children
		close(p.exited)
	}()
	return p, nil
}

// signal sends a signal to the program and its children.
func (p *program) signal(s syscall.Signal) error { return syscall.Kill(-p.cmd.Process.Pid, s) }

// stop asks the program to end, and kills it after a timeout.
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

// output is the output of a program.
type output struct{ stdout, stderr []byte }

// printed returns the output of the program so far.
func (p *program) printed() (out output, err error) {
	if out.stdout, err = os.ReadFile(p.stdout); err != nil {
		return out, err
	}
	out.stderr, err = os.ReadFile(p.stderr)
	return out, err
}

// runProgram runs a program as startProgram does, and waits for its end. A failure of the
// program, or a run longer than timeout, is an error.
func runProgram(
	ctx context.Context, timeout time.Duration, logs, name string, env []string, command string, args ...string,
) (output, error) {
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

// inheritable are the names, or prefixes of names, of the variables that programs inherit:
// paths, and the settings of package managers.
var inheritable = []string{
	"PATH=", "HOME=", "TMPDIR=",
	"HTTP_PROXY=", "HTTPS_PROXY=", "SSL_CERT_", "REQUESTS_CA_BUNDLE=", "CURL_CA_BUNDLE=",
	"GOPROXY=", "GOSUMDB=", "GONOSUMDB=", "GONOPROXY=", "GOPRIVATE=", "GOFLAGS=", "GOTOOLCHAIN=",
	"GOPATH=", "GOMODCACHE=", "GOCACHE=",
	"NPM_CONFIG_", "NODE_EXTRA_CA_CERTS=",
	"PIP_", "PYENV_",
	"JAVA_HOME=", "MAVEN_",
}

// inherited returns the environment that programs inherit. Other variables could change
// their behaviour. Programs use UTF-8, and no proxy for this machine.
func inherited(environ []string) []string {
	env := []string{"LANG=C.UTF-8", "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1"}
	for _, variable := range environ {
		if slices.ContainsFunc(inheritable, func(name string) bool {
			return strings.HasPrefix(strings.ToUpper(variable), name)
		}) {
			env = append(env, variable)
		}
	}
	return env
}
