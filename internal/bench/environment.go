package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/workplan-api/workplan/internal/postgres/cluster"
)

// environment is everything that runs.
type environment struct {
	options
	dir          string
	cluster      *cluster.Cluster
	organization *organization
	servers      []*server
	contestants  []contestant
}

// contestant is a server as one caller uses it.
type contestant struct {
	*server
	caller, key string
}

// server is a server process and its database.
type server struct {
	name       string
	pid        int // of the shell that started it
	http, grpc string
	stop       func()
}

const loaded = "loaded" // the database that the others are copies of

func serve(workplan string) []string {
	return []string{workplan, "serve", "--http-addr=127.0.0.1:0", "--grpc-addr=127.0.0.1:0"}
}

// start starts everything. close must follow, also after an error.
func (e *environment) start(ctx context.Context) (err error) {
	if e.dir, err = os.MkdirTemp("", "workplan-bench-"); err != nil {
		return err
	}
	log.Print("Building workplan …")
	this := filepath.Join(e.dir, "workplan")
	if _, err := command(ctx, "go", "build", "-o", this, "github.com/workplan-api/workplan/cmd/workplan"); err != nil {
		return err
	}
	if e.cluster, err = cluster.Start(ctx, cluster.Config{Durable: true, Log: log.Printf}); err != nil {
		return err
	}
	// Checkpoints and vacuums must not fall into single rounds.
	for _, statement := range []string{
		"ALTER SYSTEM SET checkpoint_timeout = '1h'", "ALTER SYSTEM SET max_wal_size = '8GB'", "ALTER SYSTEM SET autovacuum = off",
		"SELECT pg_reload_conf()", "CREATE DATABASE " + loaded,
	} {
		if err := e.execute(ctx, "postgres", statement); err != nil {
			return err
		}
	}
	log.Printf("Loading %d rows …", e.Rows)
	oldest := this
	if e.Versus != "" {
		oldest = e.Versus
	}
	if err := e.load(ctx, oldest); err != nil {
		return err
	}
	log.Print("Starting the servers …")
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if err := errors.Join(
		e.add(ctx, "rest", this, serve(this)),
		e.add(ctx, "grpc", this, serve(this)),
		e.add(ctx, "thin", this, []string{self, thinCommand, string(mustJSON(e.organization))}),
	); err != nil || e.Versus == "" {
		return err
	}
	return e.add(ctx, "versus", e.Versus, serve(e.Versus))
}

// load fills the database that all others are copies of.
func (e *environment) load(ctx context.Context, workplan string) error {
	file, dsn := filepath.Join(e.dir, "organization.json"), e.cluster.DSN(loaded)
	if err := os.WriteFile(file, mustJSON(document()), 0o600); err != nil {
		return err
	}
	if _, err := command(ctx, workplan, "migrate", "--database-url="+dsn); err != nil {
		return err
	}
	printed, err := command(ctx, workplan, "import", "--database-url="+dsn, file)
	if err != nil {
		return err
	}
	o := &organization{rows: e.Rows}
	if err := json.Unmarshal(printed, o); err != nil {
		return err
	}
	e.organization = o
	s, err := e.startServer(ctx, loaded, serve(workplan))
	if err != nil {
		return err
	}
	defer s.stop()
	client, err := contestant{s, "admin", o.key("admin")}.dial()
	if err != nil {
		return err
	}
	defer client.Close()
	for first := 0; first < o.rows; first += rowsOfWeek {
		if err := client.send(ctx, o.upsert(first, rowsOfWeek, 0), io.Discard); err != nil {
			return err
		}
	}
	return e.execute(ctx, loaded, "VACUUM ANALYZE")
}

// add starts a server on a copy of the loaded database, with the schema of a build of
// workplan, and adds its contestants.
func (e *environment) add(ctx context.Context, name, workplan string, args []string) error {
	if err := e.execute(ctx, "postgres", "CREATE DATABASE "+name+" TEMPLATE "+loaded+" STRATEGY file_copy"); err != nil {
		return err
	}
	if _, err := command(ctx, workplan, "migrate", "--database-url="+e.cluster.DSN(name)); err != nil {
		return err
	}
	s, err := e.startServer(ctx, name, args)
	if err != nil {
		return err
	}
	e.servers = append(e.servers, s)
	for _, caller := range e.As {
		e.contestants = append(e.contestants, contestant{s, caller, e.organization.key(caller)})
	}
	return nil
}

// untilEOF stops a program when its standard input ends, also if the benchmark is killed.
const untilEOF = `"$@" </dev/null & read -r _; kill $!; wait`

// startServer waits until the server is ready. An error contains the server's log.
func (e *environment) startServer(ctx context.Context, name string, args []string) (*server, error) {
	logFile := filepath.Join(e.dir, name+".log")
	logs, err := os.Create(logFile)
	if err != nil {
		return nil, err
	}
	defer logs.Close()
	cmd := exec.Command("/bin/sh", append([]string{"-c", untilEOF, "sh"}, args...)...)
	cmd.Stderr, cmd.Env = logs, append(os.Environ(), "DATABASE_URL="+e.cluster.DSN(name))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C is for the benchmark
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &server{name: name, pid: cmd.Process.Pid, stop: func() {
		in.Close()
		_ = cmd.Wait() // it was killed
	}}
	for attempt := 0; ; attempt++ {
		text, _ := os.ReadFile(logFile)
		if s.ready(text) {
			return s, nil
		}
		select {
		case <-ctx.Done():
		case <-time.After(10 * time.Millisecond):
			if attempt < 3000 {
				continue
			}
		}
		s.stop()
		return nil, fmt.Errorf("%s did not start; its log:\n%s", name, text)
	}
}

// ready finds the addresses in the log of the server and reports whether it is ready.
func (s *server) ready(log []byte) bool {
	for line := range bytes.Lines(log) {
		var entry struct{ Msg, HTTP, GRPC string }
		if json.Unmarshal(line, &entry) == nil && entry.Msg == "listening" {
			s.http, s.grpc = entry.HTTP, entry.GRPC
		}
	}
	resp, err := http.Get("http://" + s.http + "/readyz")
	if err != nil {
		return false
	}
	resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

// command returns what a program prints. An error contains its standard error.
func command(ctx context.Context, name string, args ...string) ([]byte, error) {
	out, err := exec.CommandContext(ctx, name, args...).Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("%s %s: %w\n%s", name, args[0], err, exit.Stderr)
	}
	return out, err
}

// execute runs a statement in a database.
func (e *environment) execute(ctx context.Context, database, statement string) error {
	db, err := sql.Open("postgres", e.cluster.DSN(database))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, statement)
	return errors.Join(err, db.Close())
}

// close stops and removes everything.
func (e *environment) close() (err error) {
	for _, s := range e.servers {
		s.stop()
	}
	if e.cluster != nil {
		err = e.cluster.Stop()
	}
	return errors.Join(err, os.RemoveAll(e.dir))
}
