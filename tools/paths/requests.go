package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/profile"
	"github.com/workplan-api/workplan/tools/internal/testbed"
)

// organization is what workplan import prints.
type organization struct {
	Users, Projects []struct{ ID string }
	Keys            []struct{ Secret string }
}

type object map[string]any

// document is the input of workplan import.
func document() object {
	const admin = "admin@example.com"
	return object{
		"organization": object{"name": "Paths"}, "clients": []object{{"companyName": "Client"}},
		"users": []object{{"email": admin, "name": "Admin", "role": "admin"}},
		"projects": []object{
			{"name": "Project", "client": "Client", "startDate": "2026-01-01", "endDate": "2039-12-31",
				"status": "active"},
		},
		"keys": []object{{"name": "admin", "actor": admin, "scopes": []string{"*"}, "rateLimit": 0}},
	}
}

// path is a request that is sent many times. body returns another one each time, so that there is something to write.
type path struct {
	name, method, target, key string
	body                      func(n int) any
}

func requests(o *organization) []path {
	user, project, key := o.Users[0].ID, o.Projects[0].ID, o.Keys[0].Secret
	row := func(date time.Time, hours int) object {
		return object{"userId": user, "projectId": project, "date": date.Format(time.DateOnly), "hours": hours}
	}
	first := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	return []path{
		{"`PATCH /projects/{project_id}`", http.MethodPatch, "/api/v1/projects/" + project, key,
			func(n int) any { return object{"name": fmt.Sprint("Project ", n)} }},
		{"`POST /assignments`, one row", http.MethodPost, "/api/v1/assignments", key,
			func(n int) any { return object{"items": []object{row(first.AddDate(0, 0, n%50), 1+n/50%8)}} }},
		{"`GET /assignments`, 50 rows", http.MethodGet,
			"/api/v1/assignments?limit=50&start_date=2027-01-01&end_date=2027-12-31",
			key, func(int) any { return nil }},
	}
}

// send sends n requests, after some others that fill the caches.
func (p path) send(ctx context.Context, s *process.Server, n int) error {
	c := testbed.NewClient(s.HTTP, p.key)
	defer c.Close()
	for i := range n {
		resp, err := c.Call(ctx, p.method, p.target, p.body(i))
		if err := testbed.Want(http.StatusOK, resp, err); err != nil {
			return err
		}
	}
	return nil
}

// The counters of few requests are subtracted from those of many, so that what happens once or by the clock does not
// count.
const few, many = 100, 2100

// executed returns the functions that a request runs.
func executed(
	ctx context.Context, site *testbed.Site, program string, p path, declared map[string][]function,
) (map[function]bool, error) {
	before, err := counted(ctx, site, program, p, few)
	if err != nil {
		return nil, err
	}
	after, err := counted(ctx, site, program, p, many)
	if err != nil {
		return nil, err
	}
	ran := map[function]bool{}
	for block, n := range after {
		if n-before[block] < (many-few)*9/10 {
			continue
		}
		for _, f := range declared[block.file] {
			if f.first <= block.line && block.line <= f.last {
				ran[f] = true
			}
		}
	}
	return ran, nil
}

// block is a piece of code with a counter.
type block struct {
	file string
	line int
}

// counted returns the counters of a server that has served n requests.
func counted(ctx context.Context, site *testbed.Site, program string, p path, n int) (map[block]int, error) {
	counters, err := os.MkdirTemp(site.Dir, "counters")
	if err != nil {
		return nil, err
	}
	s, err := process.Start(ctx, filepath.Join(site.Dir, "counted.log"),
		append(environment(site), "GOCOVERDIR="+counters), program, "serve")
	if err != nil {
		return nil, err
	}
	defer s.Kill()
	if err := errors.Join(p.send(ctx, s, n), s.Signal(syscall.SIGTERM)); err != nil {
		return nil, err
	}
	<-s.Exited()
	text := filepath.Join(counters, "text")
	if _, err := process.Output(ctx, "go", "tool", "covdata", "textfmt", "-i="+counters, "-o="+text); err != nil {
		return nil, err
	}
	return readCounters(text)
}

// readCounters reads lines such as github.com/…/call.go:136.77,139.16 3 42.
func readCounters(name string) (map[block]int, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	found := map[block]int{}
	for line := range strings.Lines(string(text)) {
		file, rest, _ := strings.Cut(strings.TrimPrefix(line, module), ":")
		at, _, _ := strings.Cut(rest, ".")
		fields := strings.Fields(rest)
		if len(fields) != 3 {
			continue // the mode
		}
		first, err1 := strconv.Atoi(at)
		n, err2 := strconv.Atoi(fields[2])
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		b := block{file, first}
		found[b] = max(found[b], n)
	}
	return found, nil
}

func environment(site *testbed.Site) []string {
	return []string{
		"DATABASE_URL=" + site.Postgres.DSN("paths"),
		"HTTP_ADDR=127.0.0.1:0", "GRPC_ADDR=127.0.0.1:0", "OPS_ADDR=127.0.0.1:0",
	}
}

// profiled is how long requests are sent for a profile.
const profiled = 8 * time.Second

// deepest returns the frames of hand-written functions on the deepest stack that ends in the driver of PostgreSQL, the
// outermost first.
func deepest(ctx context.Context, site *testbed.Site, p path) ([]string, error) {
	s, err := process.Start(ctx, filepath.Join(site.Dir, "profiled.log"), environment(site), site.Workplan, "serve")
	if err != nil {
		return nil, err
	}
	defer s.Kill()
	if err := p.send(ctx, s, few); err != nil {
		return nil, err
	}
	sending, stop := context.WithTimeout(ctx, profiled+time.Second)
	defer stop()
	sent := make(chan error, 1)
	go func() {
		var err error
		for err == nil && sending.Err() == nil {
			err = p.send(ctx, s, few)
		}
		sent <- err
	}()
	samples, err := profile.Take(ctx, s.Ops, int(profiled.Seconds()), filepath.Join(site.Dir, "profile"))
	if err := errors.Join(err, <-sent); err != nil {
		return nil, err
	}
	return deepestOf(samples), nil
}

// shape is what the runtime adds to the name of a generic function.
var shape = regexp.MustCompile(`\[.*\]`)

// deepestOf returns the frames of the deepest stack, the outermost first.
func deepestOf(samples []profile.Sample) (deepest []string) {
	for _, s := range samples {
		var frames []string
		driver := false
		for _, name := range s.Stack {
			name = strings.TrimSuffix(name, " (inline)")
			driver = driver || strings.HasPrefix(name, "github.com/lib/pq.")
			if short, ours := strings.CutPrefix(name, module); ours && driver && !isGenerated(short) {
				frames = append(frames, shape.ReplaceAllString(short, ""))
			}
		}
		if len(frames) > len(deepest) {
			deepest = frames
		}
	}
	slices.Reverse(deepest)
	return deepest
}
