// Package inproc calls gRPC services in the same process. Calls pass interceptors, as they
// do over the network, but use no socket and encode no messages.
package inproc

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Conn is a connection to the services that are registered with it.
type Conn struct {
	chain   grpc.UnaryServerInterceptor
	methods map[string]method
	streams map[string]stream
}

type stream struct {
	handler grpc.StreamHandler
	service any
}

type method struct {
	handler grpc.MethodHandler
	service any
}

var (
	_ grpc.ServiceRegistrar    = (*Conn)(nil)
	_ grpc.ClientConnInterface = (*Conn)(nil)
)

// New returns a connection whose calls pass the interceptor.
func New(interceptor grpc.UnaryServerInterceptor) *Conn {
	return &Conn{chain: interceptor, methods: map[string]method{}, streams: map[string]stream{}}
}

// Chain returns one interceptor that calls the given ones in order.
func Chain(interceptors ...grpc.UnaryServerInterceptor) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		for i := len(interceptors) - 1; i >= 0; i-- {
			inner := next
			next = func(ctx context.Context, req any) (any, error) { return interceptors[i](ctx, req, info, inner) }
		}
		return next(ctx, req)
	}
}

// RegisterService implements grpc.ServiceRegistrar.
func (c *Conn) RegisterService(desc *grpc.ServiceDesc, service any) {
	for _, m := range desc.Methods {
		c.methods["/"+desc.ServiceName+"/"+m.MethodName] = method{m.Handler, service}
	}
	for _, s := range desc.Streams {
		c.streams["/"+desc.ServiceName+"/"+s.StreamName] = stream{s.Handler, service}
	}
}

type requestKey struct{}

// WithRequest returns a context in which Invoke sends req and ignores the message that it
// is given. REST needs this because it decodes requests itself, and grpc-gateway only finds
// the route.
func WithRequest(ctx context.Context, req proto.Message) context.Context {
	return context.WithValue(ctx, requestKey{}, req)
}

// IsREST reports whether the context is that of a REST call.
func IsREST(ctx context.Context) bool { return ctx.Value(requestKey{}) != nil }

// Invoke implements grpc.ClientConnInterface. The method runs in the goroutine and with the
// context of the caller. Invoke returns the error of the method or of an interceptor
// unchanged. The outgoing metadata become the incoming metadata of the method. Call options
// have no effect, nor do headers and trailers that the method sets.
func (c *Conn) Invoke(ctx context.Context, name string, args, reply any, _ ...grpc.CallOption) error {
	m, ok := c.methods[name]
	if !ok {
		return status.Errorf(codes.Unimplemented, "unknown method %s", name)
	}
	req, ok := ctx.Value(requestKey{}).(proto.Message)
	if !ok {
		req = args.(proto.Message)
	}
	if md, ok := metadata.FromOutgoingContext(ctx); ok {
		ctx = metadata.NewIncomingContext(ctx, md)
	}
	resp, err := m.handler(m.service, ctx, func(in any) error {
		shallowCopy(in.(proto.Message), req)
		return nil
	}, c.chain)
	if err != nil {
		return err
	}
	shallowCopy(reply.(proto.Message), resp.(proto.Message))
	return nil
}

// Stream calls an rpc that sends a stream. It passes the interceptor, and calls send with
// each message.
func (c *Conn) Stream(ctx context.Context, name string, req proto.Message, send func(proto.Message) error) error {
	s, ok := c.streams[name]
	if !ok {
		return status.Errorf(codes.Unimplemented, "unknown method %s", name)
	}
	return Serve(ctx, c.chain, name, s.service, s.handler, nil, req, send)
}

// Serve calls the handler of an rpc that sends a stream, whose request has been read, and
// passes the interceptor before. It calls send with each message. Headers go to the stream
// below, which may be nil.
func Serve(
	ctx context.Context, interceptor grpc.UnaryServerInterceptor, name string, service any, handler grpc.StreamHandler,
	below grpc.ServerStream, req proto.Message, send func(proto.Message) error,
) error {
	info := &grpc.UnaryServerInfo{Server: service, FullMethod: name}
	_, err := interceptor(ctx, req, info, func(ctx context.Context, _ any) (any, error) {
		return nil, handler(service, &serverStream{below, ctx, req, send})
	})
	return err
}

type serverStream struct {
	grpc.ServerStream
	ctx  context.Context
	req  proto.Message
	send func(proto.Message) error
}

func (s *serverStream) Context() context.Context { return s.ctx }

func (s *serverStream) RecvMsg(m any) error {
	shallowCopy(m.(proto.Message), s.req)
	return nil
}

func (s *serverStream) SendMsg(m any) error { return s.send(m.(proto.Message)) }

// NewStream implements grpc.ClientConnInterface. It always fails: see Stream.
func (*Conn) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, status.Error(codes.Unimplemented, "streaming is not supported in process")
}

func shallowCopy(dst, src proto.Message) {
	to := dst.ProtoReflect()
	src.ProtoReflect().Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		to.Set(fd, v)
		return true
	})
}
