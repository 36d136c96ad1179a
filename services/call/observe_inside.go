package call

import (
	"context"
	"net/http"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Inside gives a call that another request makes of an rpc a log line and metrics of its own, with the id of that
// request. protocol is what the log and the metrics call it. The error has only what the caller may see.
func (o *Observer) Inside(ctx context.Context, protocol, name string, serve func(context.Context) error) error {
	start := time.Now()
	ctx, rec := begin(ctx, FromContext(ctx).RequestID)
	rec.RPC = name
	err := protect(func() error { return serve(ctx) })
	code, failed := codes.OK, false
	if err != nil {
		p := *Failed(ctx, err) // a copy, since other requests may share the error
		p.RequestID = rec.RequestID
		err, code = &p, p.GRPCCode()
		failed = rec.gone == nil && p.HTTPStatus() >= http.StatusInternalServerError
	}
	if rec.gone != nil {
		code = status.FromContextError(rec.gone).Code()
	}
	o.end(ctx, rec, protocol, code.String(), failed, start)
	return err
}
