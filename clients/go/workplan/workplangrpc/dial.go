// Package workplangrpc calls Workplan over gRPC.
//
// The services are those of gen/go/workplan/v1. The connection that [Dial] returns adds
// the key, deadlines, retries and [workplan.Error] to their calls. This is a separate
// package, so that programs that only call REST do not need grpc-go.
package workplangrpc

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/workplan-api/workplan/clients/go/workplan"
	"github.com/workplan-api/workplan/clients/go/workplan/internal/bearer"
	"github.com/workplan-api/workplan/clients/go/workplan/internal/retry"
)

// Dial returns a connection to the server at address, host:port, whose calls carry key.
// It connects on the first call, with TLS. For a server without TLS, such as workplan dev,
// pass grpc.WithTransportCredentials(insecure.NewCredentials()).
func Dial(address, key string, opts ...grpc.DialOption) (*grpc.ClientConn, error) {
	if strings.HasPrefix(address, "http://") || strings.HasPrefix(address, "https://") {
		return nil, fmt.Errorf("the address is host:port without http://, such as workplan.example.com:443, not %s",
			address)
	}
	authorization, err := bearer.Authorization(key)
	if err != nil {
		return nil, err
	}
	policy := retry.Default
	for _, opt := range opts {
		if change, ok := opt.(option); ok {
			change.policy(&policy)
		}
	}
	defaults := []grpc.DialOption{
		grpc.WithTransportCredentials(credentials.NewTLS(nil)),
		grpc.WithChainUnaryInterceptor(interceptor(key, authorization, policy)),
		grpc.WithChainStreamInterceptor(streamInterceptor(key, authorization)),
	}
	return grpc.NewClient(address, append(defaults, opts...)...)
}

// option is a DialOption of this package.
type option struct {
	grpc.EmptyDialOption
	policy func(*retry.Policy)
}

// WithTimeout limits the time of each call, including all its tries, unless the context
// has a deadline. The default is 30 seconds.
func WithTimeout(timeout time.Duration) grpc.DialOption {
	return option{policy: func(p *retry.Policy) { p.Timeout = timeout }}
}

// WithTries limits how often a call is sent. The default is 4; 1 means no retries.
func WithTries(tries int) grpc.DialOption {
	return option{policy: func(p *retry.Policy) { p.Tries = tries }}
}

// idempotencyKey is the metadata that makes the server carry out a call only once.
const idempotencyKey = "idempotency-key"

// interceptor adds the key, retries and errors to a call, and an idempotency key if it may
// not be sent twice without one, or if it has a version: after a lost response, the next try
// would conflict with the change of this one. It keeps the key in its closure, because fmt
// and loggers print fields.
func interceptor(key, authorization string, policy retry.Policy) grpc.UnaryClientInterceptor {
	return func(
		ctx context.Context, method string, req, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker,
		opts ...grpc.CallOption,
	) error {
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", authorization)
		if sent, _ := metadata.FromOutgoingContext(ctx); len(sent.Get(idempotencyKey)) == 0 &&
			(!isIdempotent(method) || len(sent.Get("if-match")) > 0) {
			ctx = metadata.AppendToOutgoingContext(ctx, idempotencyKey, rand.Text())
		}
		err := policy.Do(ctx, func(ctx context.Context) retry.Outcome {
			var f failure
			err := invoke(ctx, method, req, reply, conn,
				append(slices.Clip(opts), grpc.Header(&f.header), grpc.Trailer(&f.trailer))...)
			if err == nil {
				return retry.Outcome{}
			}
			f.status = withoutKey(status.Convert(err), key)
			return f.outcome(conn.Target() + method)
		})
		if err == nil || errors.As(err, new(*workplan.Error)) {
			return err
		}
		return failure{status: status.FromContextError(err)}.outcome("").Err
	}
}

// streamInterceptor adds the key and errors to a stream. A stream has no deadline, and is not
// repeated: [Follow] does that.
func streamInterceptor(key, authorization string) grpc.StreamClientInterceptor {
	return func(
		ctx context.Context, desc *grpc.StreamDesc, conn *grpc.ClientConn, method string, open grpc.Streamer,
		opts ...grpc.CallOption,
	) (grpc.ClientStream, error) {
		fail := func(err error, header, trailer metadata.MD) error {
			return failure{withoutKey(status.Convert(err), key), header, trailer}.outcome(conn.Target() + method).Err
		}
		stream, err := open(metadata.AppendToOutgoingContext(ctx, "authorization", authorization),
			desc, conn, method, opts...)
		if err != nil {
			return nil, fail(err, nil, nil)
		}
		return &clientStream{stream, fail}, nil
	}
}

type clientStream struct {
	grpc.ClientStream
	fail func(err error, header, trailer metadata.MD) error
}

// RecvMsg implements grpc.ClientStream.
func (s *clientStream) RecvMsg(m any) error {
	err := s.ClientStream.RecvMsg(m)
	if err == nil || err == io.EOF {
		return err
	}
	header, _ := s.Header() // nil without a response
	return s.fail(err, header, s.Trailer())
}

// isIdempotent reports whether a method, /package.Service/Method, may be sent twice without
// an idempotency key.
func isIdempotent(method string) bool {
	service, name, _ := strings.Cut(strings.TrimPrefix(method, "/"), "/")
	found, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(service + "." + name))
	if err != nil {
		return false
	}
	options, ok := found.Options().(*descriptorpb.MethodOptions)
	return ok && options.GetIdempotencyLevel() != descriptorpb.MethodOptions_IDEMPOTENCY_UNKNOWN
}
