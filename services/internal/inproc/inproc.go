// Package inproc lets the REST gateway call the services in the same process,
// through the same chain of interceptors, without a socket and without encoding
// a message.
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

// Conn is a grpc.ServiceRegistrar and a grpc.ClientConnInterface.
type Conn struct {
	chain   grpc.UnaryServerInterceptor
	methods map[string]method
}

type method struct {
	handler grpc.MethodHandler
	service any
}

var (
	_ grpc.ServiceRegistrar    = (*Conn)(nil)
	_ grpc.ClientConnInterface = (*Conn)(nil)
)

// New returns a channel whose calls run through the interceptors, the first one
// outermost.
func New(interceptors ...grpc.UnaryServerInterceptor) *Conn {
	return &Conn{chain: chain(interceptors), methods: map[string]method{}}
}

func chain(interceptors []grpc.UnaryServerInterceptor) grpc.UnaryServerInterceptor {
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
}

type requestKey struct{}

// WithRequest returns a context in which the next call takes req for its request,
// whatever message it is given. So the gateway, which routes, need not decode:
// that is done before it, strictly.
func WithRequest(ctx context.Context, req proto.Message) context.Context {
	return context.WithValue(ctx, requestKey{}, req)
}

// Invoke implements grpc.ClientConnInterface. The call runs on the goroutine of
// the caller and in its context; its error is the one of the chain, as it is.
func (c *Conn) Invoke(ctx context.Context, name string, args, reply any, opts ...grpc.CallOption) error {
	m, ok := c.methods[name]
	if !ok {
		return status.Errorf(codes.Unimplemented, "unknown method %s", name)
	}
	req, ok := ctx.Value(requestKey{}).(proto.Message)
	if !ok {
		req = args.(proto.Message)
	}
	md, _ := metadata.FromOutgoingContext(ctx)
	stream := &transportStream{method: name}
	ctx = grpc.NewContextWithServerTransportStream(metadata.NewIncomingContext(ctx, md), stream)

	resp, err := m.handler(m.service, ctx, func(in any) error {
		shallowCopy(in.(proto.Message), req)
		return nil
	}, c.chain)

	for _, o := range opts {
		switch o := o.(type) {
		case grpc.HeaderCallOption:
			*o.HeaderAddr = stream.header
		case grpc.TrailerCallOption:
			*o.TrailerAddr = stream.trailer
		}
	}
	if err != nil {
		return err
	}
	shallowCopy(reply.(proto.Message), resp.(proto.Message))
	return nil
}

// NewStream implements grpc.ClientConnInterface; no rpc streams.
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

// transportStream takes the headers that a method sets.
type transportStream struct {
	method          string
	header, trailer metadata.MD
}

func (s *transportStream) Method() string { return s.method }

func (s *transportStream) SetHeader(md metadata.MD) error {
	s.header = metadata.Join(s.header, md)
	return nil
}

func (s *transportStream) SendHeader(md metadata.MD) error { return s.SetHeader(md) }

func (s *transportStream) SetTrailer(md metadata.MD) error {
	s.trailer = metadata.Join(s.trailer, md)
	return nil
}
