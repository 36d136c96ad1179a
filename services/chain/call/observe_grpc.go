package call

import (
	"context"
	"net/http"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// GRPC gives a gRPC call its id, calls serve, translates its error, and logs it.
func (o *Observer) GRPC(
	ctx context.Context, name string, serve func(context.Context) (proto.Message, error),
) (resp proto.Message, err error) {
	var requestID string
	if ids := metadata.ValueFromIncomingContext(ctx, RequestIDHeader); len(ids) == 1 {
		requestID = ids[0]
	}
	err = o.observe(ctx, requestID, "grpc", name, func(ctx context.Context) error {
		r := FromContext(ctx)
		// SetHeader fails only after the headers are sent, and they are not sent yet.
		_ = grpc.SetHeader(ctx, metadata.Pairs(RequestIDHeader, r.ID))
		message, err := serve(ctx)
		if err != nil {
			return err
		}
		if resp = message; resp != nil {
			r.Sent(proto.Size(resp))
		}
		if r.Replayed {
			_ = grpc.SetHeader(ctx, metadata.Pairs(ReplayedHeader, "true"))
		}
		if r.Minimal {
			_ = grpc.SetHeader(ctx, metadata.Pairs(PreferenceApplied, ReturnMinimal))
		}
		return nil
	})
	return resp, err
}

// observe calls serve for a call of an rpc, and logs and counts it. protocol is what the log and the metrics call it.
// The error has only what the caller may see.
func (o *Observer) observe(
	ctx context.Context, requestID, protocol, name string, serve func(context.Context) error,
) error {
	start := time.Now()
	ctx, r := begin(ctx, requestID, o.db)
	r.RPC = name
	err := protect(func() error { return serve(ctx) })
	code, failed, err := r.result(ctx, err)
	o.logAndCount(ctx, r, protocol, code.String(), failed, start)
	return err
}

// result returns the code of a call for the log and the metrics, whether the server has failed, and the error as the
// caller may see it.
func (r *Request) result(ctx context.Context, err error) (code codes.Code, failed bool, seen error) {
	if err == nil {
		return codes.OK, false, nil
	}
	p := *Failed(ctx, err) // a copy, since other requests may share the error
	p.RequestID = r.ID
	if r.gone != nil {
		return status.FromContextError(r.gone).Code(), false, &p
	}
	return p.GRPCCode(), p.HTTPStatus() >= http.StatusInternalServerError, &p
}
