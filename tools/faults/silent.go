package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	grpcstatus "google.golang.org/grpc/status"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/test/process"
)

func init() {
	// The control waits as long as the deadline of a request allows.
	variants["long-waits"] = func(s *settings) { s.Pool.StatementTimeout = 9 * time.Second }
	for _, fault := range []struct {
		name, done string
		set        func(*environment, *proxy, bool) error
	}{
		{"database-frozen", "All processes of PostgreSQL get SIGSTOP", func(e *environment, _ *proxy, on bool) error {
			if on {
				return e.Postgres.Freeze()
			}
			return e.Postgres.Thaw()
		}},
		{"database-black-hole", "The network to PostgreSQL throws all bytes away",
			func(_ *environment, p *proxy, on bool) error {
				p.Swallowing.Store(on)
				return nil
			}},
		{"database-trickles", "The network from PostgreSQL carries one byte a second",
			func(_ *environment, p *proxy, on bool) error {
				p.Rate.Store(map[bool]int64{true: 1}[on])
				return nil
			}},
	} {
		add(row{
			timed: true,
			name:  fault.name,
			done: fault.done +
				" for 20 s under reads and writes of 20 clients over HTTP and gRPC, and then works again.",
			holds: "Every request ends within 6 s, meanwhile with 503 or 429. /readyz reports it within 3 s. " +
				"The server works again within 10 s, and no goroutine or connection is left over.",
			runs: 3,
			run: func(ctx context.Context, e *environment) ([]figure, error) {
				return silent(ctx, e, fault.set,
					func(env ...string) (*process.Server, error) { return e.serve(ctx, env...) })
			},
			controlDone: "statement timeout 9 s",
			control: func(ctx context.Context, e *environment) ([]figure, error) {
				return silent(ctx, e, fault.set,
					func(env ...string) (*process.Server, error) { return e.serveWith(ctx, "long-waits", env...) })
			},
		})
	}
}

const (
	longestRequest  = 6 * time.Second
	longestReady    = 3 * time.Second
	longestRecovery = 10 * time.Second
	// otherConns are the connections of a server that are not for requests, see docs/operate/postgresql.md.
	otherConns = 11
)

// silent makes the database silent for a while.
func silent(ctx context.Context, e *environment, set func(*environment, *proxy, bool) error, serve func(
	...string,
) (*process.Server, error)) ([]figure, error) {
	p, database, err := e.databaseProxy()
	if err != nil {
		return nil, err
	}
	s, err := serve(database, "OPS_ADDR=127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	w := &waiting{statuses: map[string]int{}}
	stop, err := w.start(ctx, e, s)
	if err != nil {
		return nil, err
	}
	defer stop()
	time.Sleep(2 * time.Second)
	goroutines := countGoroutines(ctx, s)

	if err := set(e, p, true); err != nil {
		return nil, err
	}
	began, notReady := time.Now(), time.Duration(0)
	w.since(began)
	for time.Since(began) < e.span(20*time.Second, 8*time.Second) {
		if notReady == 0 && !s.Ready() {
			notReady = time.Since(began)
		}
		time.Sleep(50 * time.Millisecond)
	}
	restored := time.Now()
	if err := set(e, p, false); err != nil {
		return nil, err
	}
	recovered := e.recovered(ctx, []*process.Server{s}, longestRecovery)
	recovery := time.Since(restored)
	time.Sleep(2 * time.Second)
	stop()
	left := countGoroutines(ctx, s) - goroutines

	figures := []figure{
		count("requests", w.sent), count("with 503", w.statuses["503"]), count("with 429", w.statuses["429"]),
		milliseconds("longest request", w.longest), milliseconds("not ready after", notReady),
		milliseconds("works after", recovery),
	}
	switch {
	case w.longest > longestRequest:
		return figures, broken("a request took %.1f s", w.longest.Seconds())
	case w.statuses["other"] > 0:
		return figures, broken("%d requests failed otherwise, such as: %v", w.statuses["other"], w.other)
	case w.statuses["503"] == 0:
		return figures, errors.New("no request was hit")
	case notReady == 0 || notReady > longestReady:
		return figures, broken("/readyz was 503 after %s", notReady)
	case recovered != nil:
		return figures, recovered
	case left > goroutines/20+10:
		return figures, broken("%d goroutines are left over, of %d before", left, goroutines)
	case p.Open() > postgres.DefaultMaxConns()+otherConns:
		return figures, broken("%d connections to PostgreSQL", p.Open())
	}
	return figures, nil
}

// countGoroutines asks the operator's port of a server. It returns 0 for a control without one.
func countGoroutines(ctx context.Context, s *process.Server) (n int) {
	for line := range bytes.Lines(s.Log()) {
		var entry struct{ Ops string }
		if json.Unmarshal(line, &entry) != nil || entry.Ops == "" {
			continue
		}
		request, err := http.NewRequestWithContext(ctx, http.MethodGet,
			"http://"+entry.Ops+"/debug/pprof/goroutine?debug=1", nil)
		if err != nil {
			return 0
		}
		resp, err := http.DefaultClient.Do(request)
		if err != nil {
			return 0
		}
		defer resp.Body.Close()
		text, _ := io.ReadAll(resp.Body)
		_, _ = fmt.Sscanf(string(text), "goroutine profile: total %d", &n)
	}
	return n
}

// waiting is 20 clients, and how long their requests take from the moment when the database falls silent.
type waiting struct {
	mu       sync.Mutex
	silent   time.Time
	sent     int
	longest  time.Duration
	statuses map[string]int
	other    error // a failure that is neither 503 nor 429
}

func (w *waiting) since(t time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.silent = t
}

// start starts the clients. stop ends them after their last requests.
func (w *waiting) start(ctx context.Context, e *environment, s *process.Server) (stop func(), err error) {
	ending := make(chan struct{})
	var running sync.WaitGroup
	repeat := func(call func() (string, error)) {
		running.Go(func() {
			for {
				select {
				case <-ending:
					return
				case <-time.After(100 * time.Millisecond):
				}
				began := time.Now()
				status, err := call()
				w.note(began, status, err)
			}
		})
	}
	for i := range 20 {
		o := []*organization{e.first, e.second}[i%2]
		key := o.key([]string{"admin", "manager"}[i/2%2])
		if i%5 == 0 {
			conn, err := dialGRPC(s.GRPC, key)
			if err != nil {
				return nil, err
			}
			e.atEnd(func() { conn.Close() })
			repeat(func() (string, error) { return ofGRPC(listProjects(ctx, conn)) })
			continue
		}
		c := newClient(s.HTTP, key)
		e.atEnd(c.Close)
		repeat(func() (string, error) {
			if i%2 == 0 {
				return ofHTTP(c.Call(ctx, http.MethodGet, "/api/v1/projects?limit=50", nil))
			}
			return ofHTTP(c.Upsert(ctx, o.items(i*100, 20, float64(time.Now().Unix()%8))))
		})
	}
	return sync.OnceFunc(func() { close(ending); running.Wait() }), nil
}

func ofHTTP(resp *response, err error) (string, error) {
	if err != nil {
		return "other", err
	}
	switch resp.Status {
	case 200, 503, 429:
		return fmt.Sprint(resp.Status), nil
	}
	return "other", fmt.Errorf("%d %s", resp.Status, resp.Body)
}

func ofGRPC(err error) (string, error) {
	switch grpcstatus.Code(err) {
	case codes.OK:
		return "200", nil
	case codes.Unavailable:
		return "503", nil
	case codes.ResourceExhausted:
		return "429", nil
	}
	return "other", err
}

// note counts a request that ended after the database fell silent. The time before does not count.
func (w *waiting) note(began time.Time, status string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.silent.IsZero() {
		return
	}
	if began.Before(w.silent) {
		began = w.silent
	}
	w.sent++
	w.longest = max(w.longest, time.Since(began))
	w.statuses[status]++
	if w.other == nil {
		w.other = err
	}
}
