package services

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services/internal/observe"
	"github.com/workplan-api/workplan/services/internal/problem"
)

// foreignKeyViolation is the SQLSTATE of the last wall: a row that names one that
// is not there, or one of another organization.
const foreignKeyViolation = "23503"

// retryAfter is how long a client waits when the database is down.
const retryAfter = time.Second

// translateErrors turns every error into one that a caller may see, and keeps the
// cause for the log. It recovers from a panic, so that one request fails and not
// the process.
func translateErrors(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (resp any, err error) {
	defer func() {
		if v := recover(); v != nil {
			resp, err = nil, observe.Recovered(v)
		}
		if err != nil {
			p := translate(ctx, err)
			observe.Fail(ctx, p)
			resp, err = nil, p
		}
	}()
	return next(ctx, req)
}

func translate(ctx context.Context, err error) *problem.Error {
	var p *problem.Error
	switch {
	case errors.As(err, &p):
		return p
	case postgres.Code(err) == foreignKeyViolation:
		return &problem.Error{Code: problem.UnknownReference, Message: "an id in the request does not exist", Cause: err}
	case postgres.IsUnavailable(err), postgres.IsRetryable(err), ctx.Err() != nil:
		return &problem.Error{Code: problem.Unavailable, Message: "the service is not available right now", RetryAfter: retryAfter, Cause: err}
	case status.Code(err) == codes.Unimplemented:
		return &problem.Error{Code: problem.RouteNotFound, Message: "unknown method", Cause: err}
	}
	return observe.Internal(err)
}
