// Package workplangrpc calls Workplan over gRPC.
//
// The services are those of gen/go/workplan/v1; the connection that [Dial] returns adds
// the key, deadlines, retries and [workplan.Error] to their calls. It is a package of its
// own, so that a program that calls REST does not need grpc-go.
package workplangrpc

import (
	"context"
	"errors"
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
	"github.com/workplan-api/workplan/clients/go/workplan/internal/retry"
)

// Dial returns a connection to the server at address, host:port, whose calls carry key.
// It connects with the first call. It uses TLS; a server without it, such as that of
// workplan dev, takes grpc.WithTransportCredentials(insecure.NewCredentials()).
func Dial(address, key string, opts ...grpc.DialOption) (*grpc.ClientConn, error) {
	policy := retry.Default
	for _, opt := range opts {
		if change, ok := opt.(option); ok {
			change.policy(&policy)
		}
	}
	defaults := []grpc.DialOption{
		grpc.WithTransportCredentials(credentials.NewTLS(nil)),
		grpc.WithChainUnaryInterceptor(interceptor(key, policy)),
	}
	return grpc.NewClient(address, append(defaults, opts...)...)
}

// option is a DialOption of ours.
type option struct {
	grpc.EmptyDialOption
	policy func(*retry.Policy)
}

// WithTimeout bounds each call with all its tries, unless its context has a deadline. It
// is 30 seconds by default.
func WithTimeout(timeout time.Duration) grpc.DialOption {
	return option{policy: func(p *retry.Policy) { p.Timeout = timeout }}
}

// WithTries bounds how often a call is sent. It is 4 by default; 1 means no retries.
func WithTries(tries int) grpc.DialOption {
	return option{policy: func(p *retry.Policy) { p.Tries = tries }}
}

// interceptor adds to a call what all clients of Workplan do. The key stays in its
// closure, because fmt and loggers print fields.
func interceptor(key string, policy retry.Policy) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+key)
		idempotent := isIdempotent(method)
		err := policy.Do(ctx, func(ctx context.Context) retry.Outcome {
			var a answer
			err := invoke(ctx, method, req, reply, conn, append(slices.Clip(opts), grpc.Header(&a.header), grpc.Trailer(&a.trailer))...)
			if err == nil {
				return retry.Outcome{}
			}
			a.status = withoutKey(status.Convert(err), key)
			return a.outcome(conn.Target()+method, idempotent)
		})
		if err == nil || errors.As(err, new(*workplan.Error)) {
			return err
		}
		return answer{status: status.FromContextError(err)}.outcome("", false).Err
	}
}

// isIdempotent tells whether a method, /package.Service/Method, may be sent twice.
func isIdempotent(method string) bool {
	service, name, _ := strings.Cut(strings.TrimPrefix(method, "/"), "/")
	found, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(service + "." + name))
	if err != nil {
		return false
	}
	options, ok := found.Options().(*descriptorpb.MethodOptions)
	return ok && options.GetIdempotencyLevel() != descriptorpb.MethodOptions_IDEMPOTENCY_UNKNOWN
}
