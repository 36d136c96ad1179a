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
	ctx, call := begin(ctx, requestID)
	call.RPC = name
	// SetHeader fails only after the headers are sent, and they are not sent yet.
	_ = grpc.SetHeader(ctx, metadata.Pairs(RequestIDHeader, call.RequestID))

	err = protect(func() (err error) {
		resp, err = serve(ctx)
		return err
	})
	if resp != nil && err == nil {
		call.Sent(proto.Size(resp))
	}
	code, failed, err := call.result(ctx, err)
	if err != nil {
		resp = nil
	}
	if call.Replayed && err == nil {
		_ = grpc.SetHeader(ctx, metadata.Pairs(ReplayedHeader, "true"))
	}
	if call.Minimal && err == nil {
		_ = grpc.SetHeader(ctx, metadata.Pairs(PreferenceApplied, ReturnMinimal))
	}
	o.end(ctx, call, "grpc", code.String(), failed, start)
	return resp, err
}

// result returns the code of a call for the log and the metrics, whether the server has failed, and the error as the
// caller may see it.
func (c *Call) result(ctx context.Context, err error) (code codes.Code, failed bool, seen error) {
	if err == nil {
		return codes.OK, false, nil
	}
	p := *Failed(ctx, err) // a copy, since other requests may share the error
	p.RequestID = c.RequestID
	if c.gone != nil {
		return status.FromContextError(c.gone).Code(), false, &p
	}
	return p.GRPCCode(), p.HTTPStatus() >= http.StatusInternalServerError, &p
}
