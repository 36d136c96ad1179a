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
	start := time.Now()
	var requestID string
	if ids := metadata.ValueFromIncomingContext(ctx, RequestIDHeader); len(ids) == 1 {
		requestID = ids[0]
	}
	ctx, rec := begin(ctx, requestID)
	rec.RPC = name
	// SetHeader fails only after the headers are sent, and they are not sent yet.
	_ = grpc.SetHeader(ctx, metadata.Pairs(RequestIDHeader, rec.RequestID))

	err = protect(func() (err error) {
		resp, err = serve(ctx)
		return err
	})
	if resp != nil && err == nil {
		rec.Sent(proto.Size(resp))
	}
	err, code, failed := rec.result(ctx, err)
	if err != nil {
		resp = nil
	}
	if rec.Replayed && err == nil {
		_ = grpc.SetHeader(ctx, metadata.Pairs(ReplayedHeader, "true"))
	}
	if rec.Minimal && err == nil {
		_ = grpc.SetHeader(ctx, metadata.Pairs(PreferenceApplied, ReturnMinimal))
	}
	o.end(ctx, rec, "grpc", code.String(), failed, start)
	return resp, err
}

// result returns the error of a call as the caller may see it, its code for the log and the metrics, and whether the
// server has failed.
func (c *Call) result(ctx context.Context, err error) (seen error, code codes.Code, failed bool) {
	if err == nil {
		return nil, codes.OK, false
	}
	p := *Failed(ctx, err) // a copy, since other requests may share the error
	p.RequestID = c.RequestID
	if c.gone != nil {
		return &p, status.FromContextError(c.gone).Code(), false
	}
	return &p, p.GRPCCode(), p.HTTPStatus() >= http.StatusInternalServerError
}
