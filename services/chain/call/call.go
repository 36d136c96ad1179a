// Package call is the way of a request: every step that surrounds a method of the API, in order, for all protocols.
// REST, gRPC, the calendar feeds and the console are transports: they say who calls, read the body, decode it, and send
// the response.
//
//	observe       an id, a log line, metrics; panics and errors become problems   observe.go, errors.go
//	admit         the caller, the quota, the scope of the rpc                     Chain.Admit, package auth
//	read          memory is reserved, then the transport reads the body           scheduler.go
//	limit         the request must end in time                                    Chain.limit
//	schedule      the request waits for its share of the process                  scheduler.go
//	decode        the transport fills the request message
//	recheck       the caller is looked at again if the body took its time         package auth
//	resolve       external ids and e-mail addresses become ids                    references.go
//	validate      the bounds in the protos, every bad field at once; those of     package validate
//	              the items of a batch are checked by its method
//	precondition  If-Match, and what the client prefers                           ifmatch.go, prefer.go
//	once          at most once per Idempotency-Key                                package idempotency
//	run           the method of the service; a dry run of one record is undone    Chain.try
//	              after it; for a list that is sent whole, once for each page     whole.go
//	count         the rows of the request                                         meter.go
//	written       the event of a write gets its number soon                       package journal
//	send          the transport sends the response
//
// Chain.Serve and what it calls (run, check, once, try) are this list in code. A new check belongs there if it holds
// for every rpc, and in the method of a service if it is a rule of its resource. One about the caller or the
// organization belongs to package auth, because feeds and webhooks ask it, too.
package call

import (
	"cmp"
	"context"
	"errors"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/internal/validate"
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
	// Written is called after each write that succeeded, when its transaction is committed.
	Written func(organization uuid.UUID)
	// Head returns the number of the latest event of the organization.
	Head func(context.Context) (int64, error)
	// Settle gives the events of the organization their numbers, before the snapshot of a list that is sent whole. Its
	// rows may be asked for as they were at a moment that has only just passed.
	Settle func(context.Context) error
	// Drain is done when streams have to end.
	Drain context.Context
	// DB is where external ids and e-mail addresses in requests are looked up, and where dry runs are undone.
	DB *ent.Client
	// WholeLists is the database with the connections for lists that are sent whole.
	WholeLists *ent.Client
	// Prepare, if set, changes the context of the methods. Benchmarks and tests leave out the journal with it.
	Prepare func(context.Context) context.Context

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

// Serve serves a request from its admission to its response. The transport has called the observer before, and sends
// the error that Serve returns.
func (c *Chain) Serve(ctx context.Context, e *Endpoint, t Transport) error {
	call := FromContext(ctx)
	call.step = "admit"
	sent, err := t.Credentials()
	if err != nil {
		return err
	}
	ctx, err = c.Admit(ctx, e.Method, sent, t.Tell)
	if err != nil {
		return err
	}
	slot := c.Scheduler.Begin(ctx)
	defer slot.End()
	call.step = "read"
	size, err := t.Read(ctx, slot)
	if err != nil {
		return err
	}
	ctx, cancel := c.limit(ctx, e.Method)
	defer cancel()
	call.step = "schedule"
	if err := slot.Start(ctx, size); err != nil {
		return err
	}
	if c.Prepare != nil {
		ctx = c.Prepare(ctx)
	}
	return c.run(ctx, e, t)
}

// Admit finds the caller by what the client has sent, takes a token of the quota, tells the client what is left, and
// checks the scope. The context that it returns has the caller and is confined to their organization.
func (c *Chain) Admit(
	ctx context.Context, m *rpc.Method, sent auth.Credentials, tell func(quota.Result),
) (context.Context, error) {
	admitted, left, err := c.Admission.Admit(ctx, m, sent) // also a call that is refused may have a caller and a quota
	tell(left)
	FromContext(ctx).calledBy(auth.FromContext(admitted))
	return admitted, err
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

// SignIn is Admit for an API key with which a person signs in to the console, see auth.Admission.SignIn.
func (c *Chain) SignIn(ctx context.Context, key string, from quota.Sender) (context.Context, quota.Result, error) {
	admitted, left, err := c.Admission.SignIn(ctx, key, from)
	FromContext(ctx).calledBy(auth.FromContext(admitted))
	return admitted, left, err
}

// limit returns the context of a request whose body is read. It ends after the time that a request may take, and that
// of a stream when the server drains.
func (c *Chain) limit(ctx context.Context, m *rpc.Method) (context.Context, context.CancelFunc) {
	if FromContext(ctx).WholeList {
		return c.limitWhole(ctx)
	}
	if !m.Streams {
		return WithTimeout(ctx)
	}
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(c.Drain, cancel)
	return ctx, func() { stop(); cancel() }
}

// run decodes a request, checks it, and calls the method. The generated handlers know the types of the messages: they
// make the request, have it decoded, and then call the rest.
func (c *Chain) run(ctx context.Context, e *Endpoint, t Transport) error {
	call := FromContext(ctx)
	call.step = "decode"
	var unread []problem.Detail
	decode := func(req any) (err error) {
		unread, err = t.Decode(req.(proto.Message))
		return err
	}
	if e.stream != nil {
		s := &stream{ctx: ctx, transport: t, decode: decode}
		s.check = func(req proto.Message) (err error) {
			s.ctx, err = c.check(ctx, e.Method, req, nil, t)
			call.step = "run"
			return err
		}
		return e.stream(e.service, s)
	}
	resp, err := e.unary(e.service, ctx, decode,
		func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, method grpc.UnaryHandler) (any, error) {
			message := req.(proto.Message)
			ctx, err := c.check(ctx, e.Method, message, unread, t)
			if err != nil {
				return nil, err
			}
			if call.WholeList {
				return nil, c.sendWhole(ctx, e.Method, message, t, method)
			}
			resp, err := c.once(ctx, e.Method, message, t, method)
			if err != nil {
				return nil, err
			}
			if e.Method.Writes {
				c.Written(tenant.Organization(ctx))
			}
			return resp, nil
		})
	if err != nil || call.WholeList {
		return err
	}
	call.step = "send"
	return t.Send(ctx, resp.(proto.Message))
}

// check checks a request that is decoded, before its method runs.
func (c *Chain) check(
	ctx context.Context, m *rpc.Method, req proto.Message, unread []problem.Detail, t Transport,
) (context.Context, error) {
	call := FromContext(ctx)
	call.step = "recheck"
	ctx, err := auth.Recheck(ctx)
	if err != nil {
		return nil, err
	}
	call.step = "resolve"
	keyed := m.Writes && len(t.Values(idempotency.Header)) > 0
	unknown, err := c.resolve(ctx, req, keyed)
	if err != nil {
		return nil, err
	}
	call.step = "validate"
	if m.Items != nil && len(unread)+len(unknown) > 0 {
		ctx = validate.WithUnread(ctx, append(unread, ofItems(unknown)...))
	}
	if err := checkResolved(m, req, unknown); err != nil && keyed && len(unknown) > 0 {
		call.unknown = err // once returns it, unless the request is a repetition, whose response is stored
	} else if err != nil {
		return nil, err
	}
	call.Minimal = m.Bulk && prefersMinimal(t.Values(Prefer))
	return withIfMatch(ctx, t.Values(IfMatch))
}

// once calls the method, a write with an Idempotency-Key at most once.
func (c *Chain) once(
	ctx context.Context, m *rpc.Method, req proto.Message, t Transport, method grpc.UnaryHandler,
) (proto.Message, error) {
	call := FromContext(ctx)
	call.step = "once"
	run := func(ctx context.Context) (proto.Message, error) {
		if call.unknown != nil {
			return nil, call.unknown
		}
		call.step = "run"
		resp, err := c.try(ctx, m, req, method)
		if err != nil {
			return nil, err
		}
		call.step = "once"
		return answer(ctx, resp)
	}
	if m.ID != nil && call.unknown == nil {
		call.recordID = req.ProtoReflect().Get(m.ID).String()
	}
	if !m.Writes {
		resp, err := run(ctx)
		if err == nil {
			c.Observer.meter.countRows(call, m, req, resp)
		}
		return resp, err
	}
	headers := idempotency.Headers{Key: t.Values(idempotency.Header), IfMatch: t.Values(IfMatch), Minimal: call.Minimal}
	written := req
	if call.written != nil {
		written = call.written
	}
	resp, replayed, err := c.Idempotency.Do(ctx, m, written, headers, run)
	call.Replayed = replayed
	if err == nil && !replayed { // here, because run may have been called several times
		c.Observer.meter.countRows(call, m, req, resp)
	}
	return resp, err
}

// answer returns the response of a method. One that is nil would be sent as an empty message, and so as a success.
func answer(ctx context.Context, resp any) (proto.Message, error) {
	message := resp.(proto.Message)
	if !message.ProtoReflect().IsValid() {
		return nil, cmp.Or(context.Cause(ctx), errNoResponse)
	}
	return message, nil
}

var errNoResponse = errors.New("the method has returned neither a response nor an error")

// try calls the method. In a dry run of an rpc that writes one record, it undoes what the method has written.
func (c *Chain) try(
	ctx context.Context, m *rpc.Method, req proto.Message, method grpc.UnaryHandler,
) (resp any, err error) {
	if r, ok := req.(interface{ GetDryRun() bool }); !ok || !m.Tries || !r.GetDryRun() {
		return method(ctx, req)
	}
	err = txn.Within(ctx, c.DB, func(ctx context.Context) error {
		if resp, err = method(ctx, req); err != nil {
			return err
		}
		return txn.ErrUndo
	})
	return resp, err
}

// stream is what the method of an rpc that sends a stream gets. The generated handlers call RecvMsg once, and then the
// method.
type stream struct {
	grpc.ServerStream
	ctx       context.Context
	transport Transport
	decode    func(req any) error
	check     func(proto.Message) error
}

func (s *stream) Context() context.Context { return s.ctx }

func (s *stream) RecvMsg(req any) error {
	if err := s.decode(req); err != nil {
		return err
	}
	return s.check(req.(proto.Message))
}

func (s *stream) SendMsg(m any) error { return s.transport.Send(s.ctx, m.(proto.Message)) }
