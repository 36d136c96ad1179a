package services

import (
	"context"

	"google.golang.org/grpc"

	"github.com/workplan-api/workplan/services/internal/observe"
)

// translateErrors turns every error into one that a caller may see, and keeps the
// cause for the log. It recovers from a panic, so that one request fails and not
// the process.
func translateErrors(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (resp any, err error) {
	defer func() {
		if v := recover(); v != nil {
			resp, err = nil, observe.Recovered(v)
		}
		if err != nil {
			p := observe.Problem(ctx, err)
			observe.Fail(ctx, p)
			resp, err = nil, p
		}
	}()
	return next(ctx, req)
}
