package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/workplan-api/workplan/internal/problem"
)

// refusal is a service that refuses every call with an error of Workplan.
type refusal struct{ *problem.Error }

// refusalWait is how long a refusal asks to wait.
const refusalWait = time.Second

var (
	rateLimited = refusal{&problem.Error{Code: "rate_limited", Message: "too many calls", RetryAfter: refusalWait}}
	unavailable = refusal{&problem.Error{
		Code: problem.Unavailable, Message: "the service is not available right now", RetryAfter: refusalWait,
	}}
)

const requestIDHeader = "X-Request-Id"

func newRequestID() string { return uuid.Must(uuid.NewV7()).String() }

func (r refusal) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	id := newRequestID()
	body, err := json.Marshal(map[string]any{
		"error": map[string]any{"message": r.Text(), "code": r.Code, "requestId": id, "details": []any{}},
	})
	if err != nil {
		panic(err) // strings always marshal
	}
	h := w.Header()
	h.Set(requestIDHeader, id)
	h.Set("Content-Type", "application/json")
	h.Set("Retry-After", strconv.Itoa(int(refusalWait/time.Second)))
	w.WriteHeader(r.HTTPStatus())
	_, _ = w.Write(body) // the client may be gone
}

func (r refusal) serveGRPC(_ any, stream grpc.ServerStream) error {
	if err := stream.RecvMsg(new([]byte)); err != nil {
		return err
	}
	return r.refuse(stream)
}

func (r refusal) refuse(stream grpc.ServerStream) error {
	if err := stream.SetHeader(metadata.Pairs(requestIDHeader, newRequestID())); err != nil {
		return err
	}
	return r.GRPCStatus().Err()
}

// loss is a service that passes every call to the service behind it, and loses the response:
// it refuses the call.
type loss struct {
	behind service
	refusal
}

func (l loss) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.behind.ServeHTTP(httptest.NewRecorder(), r)
	l.refusal.ServeHTTP(w, r)
}

func (l loss) serveGRPC(srv any, stream grpc.ServerStream) error {
	if err := l.behind.serveGRPC(srv, mute{stream}); err != nil {
		return err
	}
	return l.refuse(stream)
}

// mute is a stream that drops the response.
type mute struct{ grpc.ServerStream }

func (mute) SetHeader(metadata.MD) error { return nil }
func (mute) SetTrailer(metadata.MD)      {}
func (mute) SendMsg(any) error           { return nil }

// cut passes every call to the server behind it, and cuts off the response in its middle.
type cut struct{ behind http.Handler }

func (c cut) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.Header.Set("Accept-Encoding", "identity") // so that the client can read the first rows
	whole := httptest.NewRecorder()
	c.behind.ServeHTTP(whole, r)
	maps.Copy(w.Header(), whole.Header())
	w.WriteHeader(whole.Code)
	_, _ = w.Write(whole.Body.Bytes()[:whole.Body.Len()/2]) // the client may be gone
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

// timerSlack is how early a client's timer may be.
const timerSlack = 10 * time.Millisecond

// gate is a service that passes the first calls to services that refuse them, or to the one behind it, one to each,
// and the rest to the service behind it. It counts the calls over both protocols.
type gate struct {
	refusals []service
	behind   service

	mu       sync.Mutex
	calls    int
	early    int       // calls that came earlier than the previous refusal allowed
	openFrom time.Time // the earliest time for the next call
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) { g.arrive().ServeHTTP(w, r) }

func (g *gate) serveGRPC(srv any, stream grpc.ServerStream) error {
	return g.arrive().serveGRPC(srv, stream)
}

// arrive counts a call and returns the service that responds to it.
func (g *gate) arrive() service {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	if now.Before(g.openFrom.Add(-timerSlack)) {
		g.early++
	}
	g.calls++
	if g.calls > len(g.refusals) {
		return g.behind
	}
	s := g.refusals[g.calls-1]
	if s != g.behind {
		g.openFrom = now.Add(refusalWait)
	}
	return s
}

// check checks the number of the calls and their times.
func (g *gate) check(name string, want int) check {
	g.mu.Lock()
	defer g.mu.Unlock()
	c := check{name: name}
	switch {
	case g.calls != want:
		c.problem = fmt.Sprintf("got %d calls, want %d", g.calls, want)
	case g.early > 0:
		c.problem = fmt.Sprintf("%d of %d calls did not wait as long as the server had asked", g.early, g.calls)
	}
	return c
}
