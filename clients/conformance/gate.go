package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"
)

// refusal is a service that refuses every call for now, with the answers of Workplan,
// section 5 of decisions.md.
type refusal struct {
	http    int
	grpc    codes.Code
	code    string
	message string
}

var (
	rateLimited = refusal{http.StatusTooManyRequests, codes.ResourceExhausted, "rate_limited", "the key has made too many requests"}
	unavailable = refusal{http.StatusServiceUnavailable, codes.Unavailable, "unavailable", "the service is not available right now"}
)

// refusalWait is how long a refusal asks to wait.
const refusalWait = time.Second

const requestIDHeader = "X-Request-Id"

func newRequestID() string { return uuid.Must(uuid.NewV7()).String() }

func (r refusal) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	id := newRequestID()
	body, err := json.Marshal(map[string]any{"error": map[string]any{"message": r.message, "code": r.code, "requestId": id, "details": []any{}}})
	if err != nil {
		panic(err) // strings always marshal
	}
	h := w.Header()
	h.Set(requestIDHeader, id)
	h.Set("Content-Type", "application/json")
	h.Set("Retry-After", strconv.Itoa(int(refusalWait/time.Second)))
	w.WriteHeader(r.http)
	_, _ = w.Write(body) // the client may be gone
}

func (r refusal) serveGRPC(_ any, stream grpc.ServerStream) error {
	if err := stream.RecvMsg(new([]byte)); err != nil {
		return err
	}
	if err := stream.SetHeader(metadata.Pairs(requestIDHeader, newRequestID())); err != nil {
		return err
	}
	refused, err := status.New(r.grpc, r.message).WithDetails(
		&errdetails.ErrorInfo{Reason: r.code, Domain: "workplan"},
		&errdetails.RetryInfo{RetryDelay: durationpb.New(refusalWait)},
	)
	if err != nil {
		return err
	}
	return refused.Err()
}

// timerSlack is how early a client's timer may be.
const timerSlack = 10 * time.Millisecond

// gate is a service that refuses the first calls, one with each refusal, and leaves
// the rest to the service behind it. It counts the calls over both protocols.
type gate struct {
	refusals []refusal
	behind   service

	mu       sync.Mutex
	calls    int
	early    int       // calls that came sooner than the refusal before them allowed
	openFrom time.Time // the soonest that the next one may come
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) { g.arrive().ServeHTTP(w, r) }

func (g *gate) serveGRPC(srv any, stream grpc.ServerStream) error {
	return g.arrive().serveGRPC(srv, stream)
}

// arrive counts a call and returns what answers it.
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
	g.openFrom = now.Add(refusalWait)
	return g.refusals[g.calls-1]
}

// check holds the calls to how many there should have been, and when.
func (g *gate) check(name string, want int) check {
	g.mu.Lock()
	defer g.mu.Unlock()
	c := check{name: name}
	switch {
	case g.calls != want:
		c.problem = fmt.Sprintf("got %d calls, want %d", g.calls, want)
	case g.early > 0:
		c.problem = fmt.Sprintf("%d of %d calls did not wait for as long as the answer before had said", g.early, g.calls)
	}
	return c
}
