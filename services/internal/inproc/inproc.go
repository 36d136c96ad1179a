// Package inproc calls gRPC services in the same process: through interceptors, as
// over the network, but without a socket and without encoding a message.
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

// New returns a connection whose calls pass the interceptor.
func New(interceptor grpc.UnaryServerInterceptor) *Conn {
	return &Conn{chain: interceptor, methods: map[string]method{}}
}

// Chain returns one interceptor that calls the given ones, the first one outermost.
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
}

type requestKey struct{}

// WithRequest returns a context in which the next call sends req, whatever message it
// is given: REST decodes requests itself, strictly, and the gateway only routes.
func WithRequest(ctx context.Context, req proto.Message) context.Context {
	return context.WithValue(ctx, requestKey{}, req)
}

// Invoke implements grpc.ClientConnInterface. The call runs in the goroutine and the
// context of the caller, and returns the error of the method or the interceptor as it
// is. Outgoing metadata become the incoming metadata of the method. Call options, and
// headers and trailers of the method, have no effect.
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

// NewStream implements grpc.ClientConnInterface. No rpc streams.
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
