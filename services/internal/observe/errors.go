package observe

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
)

// retryAfter is how long a client waits when the database is down.
const retryAfter = time.Second

// Problem is what a caller may see of an error, with the error as its cause.
func Problem(ctx context.Context, err error) *problem.Error {
	var p *problem.Error
	switch {
	case errors.As(err, &p):
		return p
	case postgres.IsForeignKeyViolation(err):
		return &problem.Error{Code: problem.UnknownReference, Message: "an id in the request does not exist", Cause: err}
	case postgres.IsUnavailable(err), postgres.IsRetryable(err), ctx.Err() != nil:
		return &problem.Error{Code: problem.Unavailable, Message: "the service is not available right now", RetryAfter: retryAfter, Cause: err}
	case status.Code(err) == codes.Unimplemented:
		return &problem.Error{Code: problem.RouteNotFound, Message: "unknown method", Cause: err}
	}
	return Internal(err)
}

// Recovered is the error of a panic, with the stack for the log.
func Recovered(v any) *problem.Error {
	return Internal(fmt.Errorf("panic: %v\n%s", v, debug.Stack()))
}

// Internal is the answer to an error of ours: no detail of the inside, ever.
func Internal(cause error) *problem.Error {
	return &problem.Error{Code: problem.Internal, Message: "internal error", Cause: cause}
}
