package grpc

import (
	"context"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/internal/connlimit"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/quota"
)

// api serves the endpoints of a chain.
type api struct {
	chain     *call.Chain
	limits    limits
	readFirst bool // see Config.Unlimited
}

// register registers the services of the chain. It replaces the generated handlers, which would read the message of a
// call first.
func (a *api) register(server *grpc.Server) {
	for _, desc := range a.chain.Services() {
		own := withHandlers(desc, func(m grpc.MethodDesc) grpc.MethodHandler {
			e := a.chain.Endpoint("/" + desc.ServiceName + "/" + m.MethodName)
			return func(_ any, ctx context.Context, _ func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
				return a.serve(ctx, e, nil)
			}
		})
		own.Streams = slices.Clone(desc.Streams)
		for i := range own.Streams {
			e := a.chain.Endpoint("/" + desc.ServiceName + "/" + own.Streams[i].StreamName)
			own.Streams[i].Handler = func(_ any, s grpc.ServerStream) error {
				_, err := a.serve(s.Context(), e, s)
				return err
			}
		}
		own.HandlerType = nil // the chain has the service
		server.RegisterService(own, nil)
	}
}

// withHandlers returns a service whose unary rpcs have the handlers that handler returns.
func withHandlers(desc *grpc.ServiceDesc, handler func(grpc.MethodDesc) grpc.MethodHandler) *grpc.ServiceDesc {
	own := *desc
	own.Methods = slices.Clone(desc.Methods)
	for i, m := range own.Methods {
		own.Methods[i].Handler = handler(m)
	}
	return &own
}

// serve serves a call of an endpoint. stream is nil if it sends one response.
func (a *api) serve(ctx context.Context, e *call.Endpoint, stream grpc.ServerStream) (any, error) {
	return a.chain.Observer.GRPC(ctx, e.Method.Name, func(ctx context.Context) (_ proto.Message, err error) {
		t := &transport{ctx: ctx, limits: a.limits, stream: stream, release: func() {}}
		defer func() { t.data.Free(); t.release() }()
		if a.readFirst {
			if t.data, err = t.limits.whole(ctx, nil); err != nil {
				return nil, err
			}
		}
		err = a.chain.Serve(ctx, e, t)
		return t.resp, err
	})
}

// transport is one call. It implements call.Transport.
type transport struct {
	ctx    context.Context
	limits limits
	stream grpc.ServerStream
	data   mem.BufferSlice // the request, until it is decoded
	resp   proto.Message
	// release ends the reading of the connection at full speed, see connlimit.Admit.
	release func()
}

func (t *transport) Credentials() (auth.Credentials, error) {
	sent := auth.Credentials{
		Authorization: t.Values("authorization"),
		From:          quota.Sender{Forwarded: t.Values("x-forwarded-for")},
	}
	if p, ok := peer.FromContext(t.ctx); ok {
		sent.From.Peer = p.Addr.String()
	}
	return sent, nil
}

func (t *transport) Tell(left quota.Result) {
	if md := left.Metadata(); md != nil {
		_ = grpc.SetHeader(t.ctx, md) // fails only after the headers are sent
	}
}

func (t *transport) Values(header string) []string {
	return metadata.ValueFromIncomingContext(t.ctx, header)
}

func (t *transport) Read(ctx context.Context, slot *call.Slot) (size int, err error) {
	if t.data != nil {
		return t.data.Len(), nil
	}
	t.release = connlimit.Admit(ctx)
	if t.data, err = t.limits.whole(ctx, slot.Reserve); err != nil {
		return 0, err
	}
	return t.data.Len(), nil
}

func (t *transport) Decode(req proto.Message) (unread []problem.Detail, err error) {
	data := t.data
	t.data = nil
	return nil, decode(data, req)
}

func (t *transport) Send(ctx context.Context, resp proto.Message) error {
	if t.stream == nil {
		t.resp = resp
		return nil
	}
	call.FromContext(ctx).Sent(proto.Size(resp))
	return t.send(resp)
}

var errStalled = &problem.Error{
	Code: problem.TooManyConcurrent, RetryAfter: time.Second,
	Message: "the client does not read the stream: call again with after, the seq of the last message, and read faster",
}

// send sends a message of a stream. It fails if the client does not accept the message in time, so that a client that
// does not read holds nothing for long. SendMsg then returns when the call has ended. It cannot be ended before,
// because it would end the call with an error of its own.
func (t *transport) send(m proto.Message) error {
	sent := make(chan error, 1)
	go func() { sent <- t.stream.SendMsg(m) }()
	timer := time.NewTimer(t.limits.timeout)
	defer timer.Stop()
	select {
	case err := <-sent:
		return err
	case <-timer.C:
		return errStalled
	}
}
