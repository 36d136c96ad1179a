package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	_ "github.com/workplan-api/workplan/gen/go/workplan/v1" // the messages of the calls
	"github.com/workplan-api/workplan/tools/internal/testbed"
)

type object map[string]any

// request is a call as REST and as gRPC.
type request struct {
	method, path string
	body         any    // of REST, or nil
	rpc          string // such as ClientService/GetClient
	message      object

	ifMatch int64  // 0: no precondition
	once    string // the Idempotency-Key, or ""
	// it is sent again with the same Idempotency-Key until there is a response, and all of that is one call
	whole bool
	key   string // the API key, or "" for that of the session
}

// answer is the response to a request. Neither flag is set if the server responded and its status tells the outcome.
type answer struct {
	refused bool   // it had certainly no effect, and a later one may: the server did not run, or asked to wait
	unknown bool   // it may have an effect at any time
	moved   bool   // the organization is in another installation
	status  int    // of HTTP
	code    string // of an error
	body    []byte
	wait    time.Duration // until the next try
	over    string
}

// callTime is how long a client waits for a response.
const callTime = 10 * time.Second

// session is the connections of one client, to each server that it has used. It makes one call at a time.
type session struct {
	key  string
	http map[string]*testbed.Client
	grpc map[string]*grpc.ClientConn
}

func newSession(key string) *session {
	return &session{key, map[string]*testbed.Client{}, map[string]*grpc.ClientConn{}}
}

func (s *session) close() {
	for _, c := range s.http {
		c.Close()
	}
	for _, c := range s.grpc {
		_ = c.Close() // nothing is in flight
	}
}

// address is where a server listens.
type address struct{ http, grpc string }

// call sends a request once.
func (s *session) call(ctx context.Context, to address, r request, overGRPC bool) answer {
	if r.key == "" {
		r.key = s.key
	}
	if overGRPC {
		return s.callGRPC(ctx, to.grpc, r)
	}
	return s.callREST(ctx, to.http, r)
}

func (s *session) callREST(ctx context.Context, addr string, r request) answer {
	c := s.http[addr]
	if c == nil {
		c = testbed.NewClient(addr, "")
		c.Timeout = callTime
		s.http[addr] = c
	}
	c.Header = http.Header{"Authorization": {"Bearer " + r.key}}
	if r.ifMatch > 0 {
		c.Header.Set("If-Match", strconv.Quote(fmt.Sprint(r.ifMatch)))
	}
	if r.once != "" {
		c.Header.Set("Idempotency-Key", r.once)
	}
	resp, err := c.Call(ctx, r.method, r.path, r.body)
	a := answer{over: "REST"}
	var network *net.OpError
	if err != nil {
		a.refused = errors.As(err, &network) && network.Op == "dial"
		a.unknown, a.wait = !a.refused, 50*time.Millisecond
		return a
	}
	a.body = resp.Body
	var failed struct{ Error struct{ Code string } }
	if json.Unmarshal(a.body, &failed) == nil {
		a.code = failed.Error.Code
	}
	seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
	a.settle(resp.Status, time.Duration(seconds)*time.Second,
		strings.Contains(string(resp.Body), "idempotency_in_progress"))
	a.settleMove()
	return a
}

// settle sets what a status means.
func (a *answer) settle(status int, wait time.Duration, inProgress bool) {
	a.status, a.wait = status, wait
	a.refused = status == http.StatusTooManyRequests || inProgress
	a.unknown = status >= 500
	if a.unknown {
		a.wait = max(wait, 50*time.Millisecond)
	}
}

// settleMove looks whether the organization moves or has moved: then the call had no effect.
func (a *answer) settleMove() {
	a.moved = hasMoved(a.status, a.body)
	if a.moved || isMoving(a.status, a.body) {
		a.refused, a.unknown = true, false
	}
}

// statuses are the HTTP statuses of codes. The outcome of a call with another code is unknown.
var statuses = map[codes.Code]int{
	codes.OK: 200, codes.InvalidArgument: 400, codes.Unauthenticated: 401, codes.PermissionDenied: 403,
	codes.NotFound:      404,
	codes.AlreadyExists: 409, codes.FailedPrecondition: 409, codes.Aborted: 409, codes.ResourceExhausted: 429,
}

func (s *session) callGRPC(ctx context.Context, addr string, r request) answer {
	a := answer{over: "gRPC"}
	conn := s.grpc[addr]
	if conn == nil {
		var err error
		if conn, err = testbed.DialGRPC(addr, ""); err != nil {
			return answer{refused: true, over: "gRPC"}
		}
		s.grpc[addr] = conn
	}
	in, out, err := messages(r.rpc, r.message)
	if err != nil {
		panic(err) // a mistake in this program
	}
	pairs := []string{"authorization", "Bearer " + r.key}
	if r.ifMatch > 0 {
		pairs = append(pairs, "if-match", strconv.Quote(fmt.Sprint(r.ifMatch)))
	}
	if r.once != "" {
		pairs = append(pairs, "idempotency-key", r.once)
	}
	ctx, cancel := context.WithTimeout(metadata.AppendToOutgoingContext(ctx, pairs...), callTime)
	defer cancel()
	err = conn.Invoke(ctx, "/workplan.v1."+r.rpc, in, out)
	refused := status.Convert(err)
	if known, ok := statuses[refused.Code()]; ok {
		a.settle(known, retryAfter(refused), strings.Contains(fmt.Sprint(refused.Details()), "idempotency_in_progress"))
	} else {
		a.settle(http.StatusServiceUnavailable, retryAfter(refused), false)
		if a.wait < time.Second { // no response, so the connection may not work any longer
			_ = conn.Close()
			delete(s.grpc, addr)
		}
		if strings.Contains(refused.Message(), "connection refused") {
			a.refused, a.unknown = true, false
		}
	}
	for _, detail := range refused.Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok {
			a.code = info.Reason
		}
	}
	if a.body = []byte(refused.Message()); err == nil {
		a.body, err = protojson.Marshal(out)
		if err != nil {
			panic(err) // every message has JSON
		}
	}
	a.settleMove()
	return a
}

func retryAfter(s *status.Status) time.Duration {
	for _, detail := range s.Details() {
		if info, ok := detail.(*errdetails.RetryInfo); ok {
			return info.RetryDelay.AsDuration()
		}
	}
	return 0
}

// messages returns the request of an rpc with the members of JSON, and an empty response.
func messages(rpc string, members object) (in, out proto.Message, err error) {
	name := "workplan.v1." + strings.ReplaceAll(rpc, "/", ".")
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return nil, nil, err
	}
	method := d.(protoreflect.MethodDescriptor)
	empty := func(m protoreflect.MessageDescriptor) proto.Message {
		t, findErr := protoregistry.GlobalTypes.FindMessageByName(m.FullName())
		if findErr != nil {
			err = findErr
			return nil
		}
		return t.New().Interface()
	}
	in, out = empty(method.Input()), empty(method.Output())
	if err != nil {
		return nil, nil, err
	}
	text, err := json.Marshal(members)
	if err != nil {
		return nil, nil, err
	}
	return in, out, protojson.Unmarshal(text, in)
}

// number is an integer, which is a string in the JSON of protos.
type number int64

func (n *number) UnmarshalJSON(text []byte) error {
	v, err := strconv.ParseInt(strings.Trim(string(text), `"`), 10, 64)
	*n = number(v)
	return err
}

// data decodes the member data of a response.
func (a *answer) data(into any) error {
	if err := json.Unmarshal(a.body, &struct{ Data any }{into}); err != nil {
		return fmt.Errorf("%w in %.300s", err, a.body)
	}
	return nil
}
