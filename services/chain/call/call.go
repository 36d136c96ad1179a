// Package call is the way of a request: every step that surrounds a method of the API, in order, for all protocols.
// REST, gRPC, the calendar feeds and the console are transports: they say who calls, read the body, decode it, and send
// the response. The steps are in steps.go, and what they know of a request is a Request. The observer surrounds them: a
// request gets an id, a line in the log and metrics, and panics and errors become problems (observe.go, errors.go).
//
// A new step belongs into steps.go if it holds for every rpc, and into the method of a service if it is a rule of its
// resource. One about the caller or the organization belongs into package auth, because feeds and webhooks ask it, too.
package call

import (
	"context"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/idempotency"
	"github.com/workplan-api/workplan/services/chain/quota"
)

// Chain has the steps of a request.
type Chain struct {
	Table       *rpc.Table
	Observer    *Observer
	Admission   *auth.Admission
	Scheduler   *Scheduler
	Idempotency *idempotency.Keys
	// Wake tells the sequencer that the organization has an event, after each write that succeeded. Events that are not
	// committed yet get no number, so Client.Together calls it again after its commit.
	Wake func(organization uuid.UUID)
	// Head returns the number of the latest event of the organization.
	Head func(context.Context, *ent.Client) (int64, error)
	// NumberAll gives the events of the organization their numbers, before the snapshot of a list that is sent whole.
	// Its rows may be asked for as they were at a moment that has only just passed.
	NumberAll func(context.Context, *ent.Client) error
	// Drain is done when streams have to end.
	Drain context.Context
	// WholeLists is the database with the connections for lists that are sent whole.
	WholeLists *ent.Client

	services  []*grpc.ServiceDesc
	endpoints map[string]*Endpoint
}

// Endpoint is an rpc with the method that serves it.
type Endpoint struct {
	Method  *rpc.Method
	service any
	unary   grpc.MethodHandler
	stream  grpc.StreamHandler
}

// Transport is one request in the form of its protocol.
type Transport interface {
	// Credentials returns what the client has sent to authenticate itself.
	Credentials() (auth.Credentials, error)
	// Tell tells the client what is left of its quota.
	Tell(left quota.Result)
	// Read reads the body and returns its size in bytes. Before it uses memory for the body, it reserves it in slot.
	Read(ctx context.Context, slot *Slot) (size int, err error)
	// Decode decodes what the client has sent into the request message of the rpc. It returns the errors of batch items
	// that could not be decoded; the rpc adds those of the others, so that the client gets all at once.
	Decode(req proto.Message) (unread []problem.Detail, err error)
	// Values returns the values of a header, or of the metadata with its name.
	Values(header string) []string
	// Send sends the response, the next message of a stream, or the next page of a list that is sent whole. Before it
	// waits for the client, it ends the turn of the request, see Slot.Pause.
	Send(ctx context.Context, resp proto.Message) error
}

// RegisterService adds the rpcs of a service. It implements grpc.ServiceRegistrar. It panics if the table does not have
// one of them, or if a client would send a stream.
func (c *Chain) RegisterService(desc *grpc.ServiceDesc, service any) {
	if c.endpoints == nil {
		c.endpoints = map[string]*Endpoint{}
	}
	add := func(name string, e *Endpoint) {
		e.Method, e.service = c.Table.ByName("/"+desc.ServiceName+"/"+name), service
		if e.Method == nil {
			panic("call: " + desc.ServiceName + "/" + name + " is not in the table")
		}
		c.endpoints[e.Method.Name] = e
	}
	c.services = append(c.services, desc)
	for _, m := range desc.Methods {
		add(m.MethodName, &Endpoint{unary: m.Handler})
	}
	for _, s := range desc.Streams {
		if s.ClientStreams {
			panic("call: " + s.StreamName + " reads a stream of messages")
		}
		add(s.StreamName, &Endpoint{stream: s.Handler})
	}
}

// Services returns the services that are registered.
func (c *Chain) Services() []*grpc.ServiceDesc { return c.services }

// Endpoint returns the rpc with that full name. It is nil if its service is not registered.
func (c *Chain) Endpoint(name string) *Endpoint { return c.endpoints[name] }

// open gives a request an empty message of its rpc, and the method that takes it, or nil for a stream. Only the
// generated handlers know the types of both: they make the message, have it decoded, and call an interceptor with the
// method.
func (r *Request) open() {
	e := r.endpoint
	if e.stream != nil {
		r.message, r.handler = e.Method.Input.New().Interface(), nil
		return
	}
	_, _ = e.unary(e.service, r.ctx, func(any) error { return nil },
		func(_ context.Context, message any, _ *grpc.UnaryServerInfo, method grpc.UnaryHandler) (any, error) {
			r.message, r.handler = message.(proto.Message), method
			return nil, nil
		})
}

// Serve takes a request through all steps. The transport has called the observer before, and sends the error that Serve
// returns.
func (c *Chain) Serve(ctx context.Context, e *Endpoint, t Transport) error {
	r := FromContext(ctx)
	r.ctx, r.endpoint, r.transport = ctx, e, t
	defer r.endSteps()
	if err := c.pass(r, arrival); err != nil {
		return err
	}
	return c.pass(r, serving)
}

// InTurn calls f when it is the turn of a request outside of the API, which was admitted and has no body.
func (c *Chain) InTurn(ctx context.Context, f func(*Slot) error) error {
	slot := c.Scheduler.Begin(ctx)
	defer slot.End()
	if err := slot.Start(ctx, 0); err != nil {
		return err
	}
	return f(slot)
}
