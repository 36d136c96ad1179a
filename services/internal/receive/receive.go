// Package receive reads the messages of gRPC calls.
//
// grpc.Server reads the message of a call before its interceptors run. Here the caller is
// admitted first, as over REST. A call without a valid key ends before its message is read,
// so it holds no memory. The memory for a message is reserved before the message is read,
// and the message must arrive in time.
package receive

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"

	"github.com/workplan-api/workplan/internal/problem"
)

// Registrar registers services whose messages it reads. All their rpcs are unary.
type Registrar struct {
	// Server is the server that the services are for.
	Server grpc.ServiceRegistrar
	// Admit runs before the message is read, with a nil request. Serve runs after that.
	Admit, Serve grpc.UnaryServerInterceptor
	Limits
}

// Limits are the limits of a message.
type Limits struct {
	// Size is the maximum size in bytes.
	Size int
	// Timeout is how long the message may take to arrive.
	Timeout time.Duration
	// Reserve waits until there is memory for a message of size bytes. release is called
	// once, when the call has ended. Nil means that messages need no reservation.
	Reserve func(ctx context.Context, size int) (release func(), err error)
}

// RegisterService implements grpc.ServiceRegistrar.
func (r *Registrar) RegisterService(desc *grpc.ServiceDesc, service any) {
	early := *desc
	early.Methods = slices.Clone(desc.Methods)
	for i := range early.Methods {
		m := &early.Methods[i]
		m.Handler = r.early("/"+desc.ServiceName+"/"+m.MethodName, m.Handler)
	}
	r.Server.RegisterService(&early, service)
}

// early returns a handler that admits the call before it calls the given handler, which
// asks for the message.
func (r *Registrar) early(name string, handler grpc.MethodHandler) grpc.MethodHandler {
	return func(service any, ctx context.Context, _ func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
		info := &grpc.UnaryServerInfo{Server: service, FullMethod: name}
		return r.Admit(ctx, nil, info, func(ctx context.Context, _ any) (any, error) {
			release := func() {}
			defer func() { release() }()
			return handler(service, ctx, func(req any) error {
				m, err := r.whole(ctx)
				if err != nil {
					return err
				}
				release = m.release
				return m.decode(req)
			}, r.Serve)
		})
	}
}

// Stream is the interceptor for streaming rpcs. It applies the limits to each message. The
// stream ends when the context that admit returns ends.
func (l Limits) Stream(admit func(context.Context) (context.Context, context.CancelFunc)) grpc.StreamServerInterceptor {
	return func(service any, s grpc.ServerStream, _ *grpc.StreamServerInfo, next grpc.StreamHandler) error {
		ctx, end := admit(s.Context())
		defer end()
		return next(service, &stream{s, ctx, l})
	}
}

type stream struct {
	grpc.ServerStream
	ctx    context.Context
	limits Limits
}

// Context implements grpc.ServerStream.
func (s *stream) Context() context.Context { return s.ctx }

// RecvMsg implements grpc.ServerStream.
func (s *stream) RecvMsg(req any) error {
	m, err := s.limits.next(s.ctx)
	if err != nil {
		return err
	}
	defer m.release()
	return m.decode(req)
}

// message is an encoded message with its reservation.
type message struct {
	data    mem.BufferSlice
	release func()
}

func (m *message) decode(req any) error {
	defer m.data.Free()
	if err := codec.Unmarshal(m.data, req); err != nil {
		return problem.New(problem.ValidationFailed, "the message is malformed: it does not match its definition in the protos")
	}
	return nil
}

var codec = encoding.GetCodecV2(proto.Name)

// reader is what grpc.Server reads a stream with. Its streams have these methods, although
// the interface grpc.ServerTransportStream does not.
type reader interface {
	ReadMessageHeader(header []byte) error
	Read(n int) (mem.BufferSlice, error)
}

// whole reads the only message of a call.
func (l Limits) whole(ctx context.Context) (*message, error) {
	return l.inTime(ctx, func(r reader) (*message, error) {
		m, err := l.read(ctx, r)
		if errors.Is(err, io.EOF) {
			return nil, problem.New(problem.ValidationFailed, "the call has no message")
		}
		if err != nil {
			return nil, err
		}
		var header [1]byte
		if err := r.ReadMessageHeader(header[:]); errors.Is(err, io.EOF) {
			return m, nil
		} else if err == nil {
			err = problem.New(problem.ValidationFailed, "the call has more than one message")
		}
		m.drop()
		return nil, err
	})
}

// next reads the next message of a stream. It returns io.EOF if there is none.
func (l Limits) next(ctx context.Context) (*message, error) {
	return l.inTime(ctx, func(r reader) (*message, error) { return l.read(ctx, r) })
}

// inTime calls read. It fails if that takes longer than the timeout, or if ctx ends. Then
// the call ends, which also ends read.
func (l Limits) inTime(ctx context.Context, read func(reader) (*message, error)) (*message, error) {
	type result struct {
		message *message
		err     error
	}
	done := make(chan result, 1)
	r := grpc.ServerTransportStreamFromContext(ctx).(reader)
	go func() {
		m, err := read(r)
		done <- result{m, err}
	}()
	timer := time.NewTimer(l.Timeout)
	defer timer.Stop()
	var err error
	select {
	case r := <-done:
		return r.message, r.err
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-timer.C:
		err = problem.New(problem.RequestTimeout, "the message did not arrive within %s: send it faster, or in smaller parts", l.Timeout)
	}
	go func() {
		if r := <-done; r.message != nil {
			r.message.drop()
		}
	}()
	return nil, err
}

// read reads a message: a byte that is 0 if the message is not compressed, its size in four
// bytes, and its data.
func (l Limits) read(ctx context.Context, r reader) (*message, error) {
	var header [5]byte
	if err := r.ReadMessageHeader(header[:]); err != nil {
		return nil, endedIn(err)
	}
	size := int(binary.BigEndian.Uint32(header[1:]))
	switch {
	case header[0] != 0:
		return nil, problem.New(problem.UnsupportedMediaType, "the message is compressed: send it as it is")
	case size > l.Size:
		return nil, problem.New(problem.BodyTooLarge, "the message is larger than %d KiB", l.Size>>10)
	}
	m := &message{release: func() {}}
	if l.Reserve != nil {
		release, err := l.Reserve(ctx, size)
		if err != nil {
			return nil, err
		}
		m.release = release
	}
	var err error
	if m.data, err = r.Read(size); err != nil {
		m.drop()
		return nil, endedIn(err)
	}
	return m, nil
}

// endedIn returns the error for a stream that ends inside a message.
func endedIn(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return problem.New(problem.ValidationFailed, "the message ends too early")
	}
	return err
}

func (m *message) drop() {
	m.data.Free()
	m.release()
}
