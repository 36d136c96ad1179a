package call

import (
	"context"
	"time"
)

// Inside gives a call that another request makes of an rpc a log line and metrics of its own, with the id of that
// request. protocol is what the log and the metrics call it. The error has only what the caller may see.
func (o *Observer) Inside(ctx context.Context, protocol, name string, serve func(context.Context) error) error {
	start := time.Now()
	ctx, call := begin(ctx, FromContext(ctx).RequestID)
	call.RPC = name
	err := protect(func() error { return serve(ctx) })
	code, failed, err := call.result(ctx, err)
	o.end(ctx, call, protocol, code.String(), failed, start)
	return err
}
