// Package receive reads the messages of gRPC calls.
//
// grpc.Server reads the message of a call before its interceptors run. Here the caller is
// admitted first, as over REST. A call without a valid key ends before its message is read,
// so it holds no memory. Memory for a message is reserved before the message is read, and
// the message must arrive in time.
package receive

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/tap"
	protolib "google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/internal/inproc"
	"github.com/workplan-api/workplan/services/internal/observe"
)

// Limits are the limits of a message.
type Limits struct {
	// Size is the maximum size in bytes.
	Size int
	// Timeout is how long the message may take to arrive, and how long a client of a stream may
	// take to accept the next message.
	Timeout time.Duration
	// Reserve waits until there is memory for a message of size bytes. Nil means that
	// messages need no reservation.
	Reserve func(ctx context.Context, size int) error
}

// Registrar registers services with Server. It reads the messages of their unary rpcs.
type Registrar struct {
	Server grpc.ServiceRegistrar
	// Admit runs before the message is read, with a nil request. Serve runs after that.
	Admit, Serve grpc.UnaryServerInterceptor
	Limits       Limits
	// NewRequest returns an empty request of an rpc that sends a stream. Such rpcs pass
	// Admit, and then ServeStream. If it is nil, streams are registered as they are.
	NewRequest  func(name string) protolib.Message
	ServeStream grpc.UnaryServerInterceptor
}

// RegisterService implements grpc.ServiceRegistrar.
func (r *Registrar) RegisterService(desc *grpc.ServiceDesc, service any) {
	early := *desc
	early.Methods = slices.Clone(desc.Methods)
	for i := range early.Methods {
		m := &early.Methods[i]
		m.Handler = r.early("/"+desc.ServiceName+"/"+m.MethodName, m.Handler)
	}
	if r.NewRequest != nil {
		early.Streams = slices.Clone(desc.Streams)
		for i := range early.Streams {
			s := &early.Streams[i]
			if s.ClientStreams {
				panic("receive: " + s.StreamName + " reads a stream of messages")
			}
			s.Handler = r.earlyStream("/"+desc.ServiceName+"/"+s.StreamName, s.Handler)
		}
	}
	r.Server.RegisterService(&early, service)
}

// earlyStream is early for an rpc that sends a stream.
func (r *Registrar) earlyStream(name string, handler grpc.StreamHandler) grpc.StreamHandler {
	return func(service any, s grpc.ServerStream) error {
		info := &grpc.UnaryServerInfo{Server: service, FullMethod: name}
		_, err := r.Admit(s.Context(), nil, info, func(ctx context.Context, _ any) (any, error) {
			req := r.NewRequest(name)
			if err := r.Limits.whole(ctx, req); err != nil {
				return nil, err
			}
			return nil, inproc.Serve(ctx, r.ServeStream, name, service, handler, s, req, func(m protolib.Message) error {
				observe.FromContext(ctx).Sent(protolib.Size(m))
				return r.Limits.send(s, m)
			})
		})
		return err
	}
}

var errStalled = &problem.Error{
	Code: problem.TooManyConcurrent, RetryAfter: time.Second,
	Message: "the client does not read the stream: call again with after, the seq of the last message, and read faster",
}

// send sends a message of a stream. It fails if the client does not accept the message in time,
// so that a client that does not read holds nothing for long. SendMsg then returns when the
// call has ended. It cannot be ended before, because it would end the call with an error of
// its own.
func (l Limits) send(s grpc.ServerStream, m protolib.Message) error {
	sent := make(chan error, 1)
	go func() { sent <- s.SendMsg(m) }()
	timer := time.NewTimer(l.Timeout)
	defer timer.Stop()
	select {
	case err := <-sent:
		return err
	case <-timer.C:
		return errStalled
	}
}

// early returns a handler that admits the call before it calls the given handler, which
// then asks for the message.
func (r *Registrar) early(name string, handler grpc.MethodHandler) grpc.MethodHandler {
	return func(service any, ctx context.Context, _ func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
		info := &grpc.UnaryServerInfo{Server: service, FullMethod: name}
		return r.Admit(ctx, nil, info, func(ctx context.Context, _ any) (any, error) {
			return handler(service, ctx, func(req any) error { return r.Limits.whole(ctx, req) }, r.Serve)
		})
	}
}

// Stream is the interceptor that applies the limits to each message of a streaming rpc.
func (l Limits) Stream(service any, s grpc.ServerStream, _ *grpc.StreamServerInfo, next grpc.StreamHandler) error {
	return ended(s.Context(), next(service, &stream{s, l}))
}

type stream struct {
	grpc.ServerStream
	limits Limits
}

// RecvMsg implements grpc.ServerStream.
func (s *stream) RecvMsg(req any) error {
	ctx := s.Context()
	return s.limits.inTime(ctx, func(r reader) error { return s.limits.read(ctx, r, req) })
}

type endKey struct{}

// Tap is the tap handle of a server that uses this package. It lets End end a call.
func Tap(ctx context.Context, _ *tap.Info) (context.Context, error) {
	ctx, end := context.WithCancelCause(ctx)
	return context.WithValue(ctx, endKey{}, end), nil
}

// End ends a call, also if it is waiting for a message. A call that waits for a message
// fails with err.
func End(ctx context.Context, err *problem.Error) {
	ctx.Value(endKey{}).(context.CancelCauseFunc)(err)
}

// ended returns err, or the error of End if that is why the call failed with err.
func ended(ctx context.Context, err error) error {
	var why *problem.Error
	if err != nil && errors.As(context.Cause(ctx), &why) {
		return why
	}
	return err
}

// reader is what grpc.Server reads a message with. Its streams have these methods, although
// the interface grpc.ServerTransportStream does not have them.
type reader interface {
	ReadMessageHeader(header []byte) error
	Read(n int) (mem.BufferSlice, error)
}

// whole reads the only message of a call into req.
func (l Limits) whole(ctx context.Context, req any) error {
	return l.inTime(ctx, func(r reader) error {
		switch err := l.read(ctx, r, req); {
		case errors.Is(err, io.EOF):
			return problem.New(problem.ValidationFailed, "the call has no message")
		case err != nil:
			return err
		}
		var more [1]byte
		switch err := r.ReadMessageHeader(more[:]); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		return problem.New(problem.ValidationFailed, "the call has more than one message")
	})
}

// inTime calls read, which fails after the timeout.
func (l Limits) inTime(ctx context.Context, read func(reader) error) error {
	timer := time.AfterFunc(l.Timeout, func() { End(ctx, l.late()) })
	err := read(grpc.ServerTransportStreamFromContext(ctx).(reader))
	if !timer.Stop() {
		return l.late()
	}
	return ended(ctx, err)
}

func (l Limits) late() *problem.Error {
	return problem.New(problem.RequestTimeout, "the message did not arrive within %s: send it faster, or in smaller parts", l.Timeout)
}

var codec = encoding.GetCodecV2(proto.Name)

// read reads a message into req: a byte that is 0 if the message is not compressed, the size
// of the message in four bytes, and the message. It returns io.EOF if there is none.
func (l Limits) read(ctx context.Context, r reader, req any) error {
	var header [5]byte
	if err := r.ReadMessageHeader(header[:]); err != nil {
		return tooEarly(err)
	}
	size := int(binary.BigEndian.Uint32(header[1:]))
	switch {
	case header[0] != 0:
		return problem.New(problem.UnsupportedMediaType, "the message is compressed: send it as it is")
	case size > l.Size:
		return problem.New(problem.BodyTooLarge, "the message is larger than %s", sizeText(l.Size))
	}
	if l.Reserve != nil {
		if err := l.Reserve(ctx, size); err != nil {
			return err
		}
	}
	data, err := r.Read(size)
	if err != nil {
		return tooEarly(err)
	}
	defer data.Free()
	observe.FromContext(ctx).Received(size)
	if err := codec.Unmarshal(data, req); err != nil {
		return problem.New(problem.ValidationFailed, "the message does not match its definition in the protos")
	}
	return nil
}

// tooEarly returns the error for a stream that ended inside a message.
func tooEarly(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return problem.New(problem.ValidationFailed, "the message ends too early")
	}
	return err
}

// sizeText returns a size of whole KiB or MiB.
func sizeText(bytes int) string {
	if bytes >= 1<<20 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d KiB", bytes>>10)
}
