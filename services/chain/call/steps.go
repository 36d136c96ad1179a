package call

import (
	"cmp"
	"context"
	"errors"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/idempotency"
	"github.com/workplan-api/workplan/services/chain/quota"
)

// Step is a part of the way of a request. If Do fails, the request ends with its error, and the log has its name.
type Step struct {
	Name string
	Do   func(*Chain, *Request) error
}

// arrival are the first steps of a request, from its caller to its turn, in order. A call that a request makes inside
// of the process runs in the turn of the request, and is only admitted.
var arrival = []Step{
	{"admit", (*Chain).admit},       // who calls, what is left of the quota, the scope of the rpc: package auth
	{"read", (*Chain).read},         // memory is reserved, then the transport reads the body: scheduler.go
	{"limit", (*Chain).limit},       // from here on, the request must end in time
	{"schedule", (*Chain).schedule}, // the request waits for its share of the process: scheduler.go
}

// serving are the other steps of every call, in order.
var serving = []Step{
	{"decode", (*Chain).decode},             // the transport fills the message of the request
	{"recheck", (*Chain).recheck},           // the caller is looked at again if that took time: package auth
	{"scope", (*Chain).scope},               // a request about a proposal needs other scopes
	{"resolve", (*Chain).resolve},           // external ids and e-mail addresses become ids: references.go
	{"validate", (*Chain).validate},         // the bounds in the protos, every bad field at once: package validate
	{"precondition", (*Chain).precondition}, // If-Match, and what the client prefers: ifmatch.go, prefer.go
	// the method, at most once per Idempotency-Key: package idempotency, whole.go
	{"run", (*Chain).run},
	{"count", (*Chain).count},   // the rows of the request: meter.go
	{"number", (*Chain).number}, // the event of a write gets its number soon: package journal
	{"send", (*Chain).send},     // the transport sends the response
}

// pass takes a request through steps.
func (c *Chain) pass(r *Request, steps []Step) error {
	for _, step := range steps {
		r.step = step.Name
		if err := step.Do(c, r); err != nil {
			return err
		}
	}
	return nil
}

func (c *Chain) admit(r *Request) error {
	sent, err := r.transport.Credentials()
	if err != nil {
		return err
	}
	r.ctx, err = c.Admit(r.ctx, r.endpoint.Method, sent, r.transport.Tell)
	return err
}

// Admit finds the caller by what the client has sent, takes a token of the quota, tells the client what is left, and
// checks the scope. The request of ctx gets the caller. The context that Admit returns is confined to their
// organization.
func (c *Chain) Admit(
	ctx context.Context, m *rpc.Method, sent auth.Credentials, tell func(quota.Result),
) (context.Context, error) {
	admitted, left, err := c.Admission.Admit(ctx, m, sent) // also a call that is refused may have a quota
	tell(left)
	return admittedTo(ctx, admitted), err
}

// SignIn is Admit for an API key with which a person signs in to the console, see auth.Admission.SignIn.
func (c *Chain) SignIn(ctx context.Context, key string, from quota.Sender) (context.Context, quota.Result, error) {
	admitted, left, err := c.Admission.SignIn(ctx, key, from)
	return admittedTo(ctx, admitted), left, err
}

// admittedTo gives the request of ctx its caller, also if the request is refused. A caller that an earlier admission
// has found does not stay: the console admits several sessions in one request.
func admittedTo(ctx context.Context, admitted auth.Admitted) context.Context {
	FromContext(ctx).Admitted = admitted
	if admitted.Caller == nil {
		return ctx
	}
	return tenant.WithOrganization(ctx, admitted.Caller.OrganizationID)
}

func (c *Chain) read(r *Request) (err error) {
	r.size, err = r.transport.Read(r.ctx, c.Scheduler.Begin(r.ctx))
	return err
}

// limit lets the request end after the time that it may take, and a stream when the server drains.
func (c *Chain) limit(r *Request) error {
	switch {
	case r.WholeList:
		r.ctx, r.cancel = c.limitWhole(r.ctx)
	case !r.endpoint.Method.Streams:
		r.ctx, r.cancel = WithTimeout(r.ctx)
	default:
		ctx, cancel := context.WithCancel(r.ctx)
		stop := context.AfterFunc(c.Drain, cancel)
		r.ctx, r.cancel = ctx, func() { stop(); cancel() }
	}
	return nil
}

func (c *Chain) schedule(r *Request) error {
	size := r.size
	if r.endpoint.Method.Large {
		size = max(size, LargeBody)
	}
	return r.slot.Start(r.ctx, size)
}

func (c *Chain) decode(r *Request) (err error) {
	r.open()
	r.Unread, err = r.transport.Decode(r.message)
	return err
}

func (c *Chain) scope(r *Request) error {
	if r.endpoint.Method.Proposal == nil {
		return nil
	}
	return r.Caller.HasScopes(r.endpoint.Method.Needs(r.message))
}

func (c *Chain) recheck(r *Request) error { return r.Recheck(r.ctx) }

func (c *Chain) validate(r *Request) error {
	r.errUnknown = nil
	if r.endpoint.Method.Items != nil {
		r.Unread = append(r.Unread, ofItems(r.unknown)...)
	}
	err := checkResolved(r.endpoint.Method, r.message, r.unknown)
	if err != nil && len(r.unknown) > 0 && r.hasKey() {
		r.errUnknown = err
		return nil
	}
	return err
}

// hasKey reports whether the request is a write with an Idempotency-Key.
func (r *Request) hasKey() bool {
	return r.endpoint.Method.Writes && len(r.transport.Values(idempotency.Header)) > 0
}

func (c *Chain) precondition(r *Request) (err error) {
	m := r.endpoint.Method
	r.Minimal = m.Bulk && prefersMinimal(r.transport.Values(Prefer))
	r.Versions, err = parseIfMatch(r.transport.Values(IfMatch))
	if m.Bulk && m.Items != nil { // If-Match is about one record
		r.Versions = nil
	}
	if m.ID != nil && r.errUnknown == nil {
		r.recordID = r.message.ProtoReflect().Get(m.ID).String()
	}
	return err
}

// run calls the method in the unit of the request. A read needs no transaction, and the usual write neither: it is one
// statement with its event. With an Idempotency-Key there is one, which also stores the response. A dry run of one
// record is a transaction that run undoes. Methods that write many records undo theirs.
func (c *Chain) run(r *Request) (err error) {
	m := r.endpoint.Method
	switch {
	case r.handler == nil:
		return r.endpoint.stream(r.endpoint.service, &stream{request: r})
	case r.WholeList:
		return c.sendWhole(r)
	case !m.Writes:
		return r.call()
	}
	key, err := idempotency.Parse(r.transport.Values(idempotency.Header))
	if err != nil {
		return err
	}
	ifMatch, try := r.transport.Values(IfMatch), isDryRun(r.message)
	switch {
	case try && m.UndoneByChain:
		err = r.callAndUndo()
	case try || key == "":
		err = r.call()
	default:
		r.response, r.Replayed, err = c.Idempotency.Do(r.ctx, r.DB(), idempotency.Call{
			Method: m, Caller: r.Caller, Message: cmp.Or(r.asWritten, r.message),
			Key: key, IfMatch: ifMatch, Minimal: r.Minimal,
		}, func() (proto.Message, error) {
			err := r.call()
			return r.response, err
		})
		return err
	}
	// with If-Match, a second try conflicts with the first
	if idempotent := m.Idempotent && len(ifMatch) == 0; !idempotent {
		err = idempotency.Explain(err)
	}
	return err
}

func isDryRun(message proto.Message) bool {
	m, ok := message.(interface{ GetDryRun() bool })
	return ok && m.GetDryRun()
}

// callAndUndo calls the method in a transaction, and undoes what the method has written.
func (r *Request) callAndUndo() error {
	return r.DB().Unit.Do(r.ctx, func() error {
		return cmp.Or(r.call(), txn.ErrUndo)
	})
}

// call calls the method. A response that is nil would be sent as an empty message, and so as a success.
func (r *Request) call() error {
	if r.errUnknown != nil {
		return r.errUnknown
	}
	response, err := r.handler(r.ctx, r.message)
	if err != nil {
		return err
	}
	r.response = response.(proto.Message)
	if !r.response.ProtoReflect().IsValid() {
		r.response = nil
		return cmp.Or(context.Cause(r.ctx), errNoResponse)
	}
	return nil
}

var errNoResponse = errors.New("the method has returned neither a response nor an error")

func (c *Chain) count(r *Request) error {
	if r.response != nil && !r.Replayed { // the rows of a list that is sent whole are counted page by page
		c.Observer.meter.countRows(r, r.response)
	}
	return nil
}

func (c *Chain) number(r *Request) error {
	if r.endpoint.Method.Writes {
		c.Wake(tenant.Organization(r.ctx))
	}
	return nil
}

func (c *Chain) send(r *Request) error {
	response := r.response
	r.forget()
	if response == nil { // it was sent in parts
		return nil
	}
	return r.transport.Send(r.ctx, response)
}

// stream is what the method of an rpc that sends a stream gets. The generated handlers call RecvMsg once, and then the
// method.
type stream struct {
	grpc.ServerStream
	request *Request
}

func (s *stream) Context() context.Context { return s.request.ctx }

func (s *stream) RecvMsg(message any) error {
	proto.Merge(message.(proto.Message), s.request.message)
	return nil
}

func (s *stream) SendMsg(message any) error {
	return s.request.transport.Send(s.request.ctx, message.(proto.Message))
}
