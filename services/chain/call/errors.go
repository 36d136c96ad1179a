package call

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
)

// retryAfter is the time that a client is told to wait if the database is down.
const retryAfter = time.Second

// Failed records that the request failed with err. It returns an error with only what the
// caller may see, and with err as its cause.
func Failed(ctx context.Context, err error) *problem.Error {
	p := withoutKeys(translate(ctx, err))
	r := FromContext(ctx)
	r.err = p
	if r.gone == nil && p.Code == problem.Unavailable {
		r.gone = r.arrived.Err()
	}
	if r.gone == nil {
		r.code = p.Code
	}
	return p
}

// Break records that the request failed with err when a part of the response was sent. HTTP then closes the connection,
// so that the client does not take the part for the whole.
func Break(ctx context.Context, err error) {
	r := FromContext(ctx)
	left := r.gone
	p := Failed(ctx, err)
	// the server has ended the response: net/http then cancels the context, though the caller is there
	if p.Cause == nil {
		r.gone, r.code = left, p.Code
	}
	r.broken = p.HTTPStatus()
}

// Leave records that the caller was gone, or did not read, when the response was sent.
func Leave(ctx context.Context, err error) { FromContext(ctx).gone = err }

// An API key begins with wpk_, the token of a session with wps_, that of a calendar feed with
// wpc_. One that a client sends in a wrong place by mistake must not be logged.
var keys = regexp.MustCompile(`(wp[cks]_)\w+`)

// withoutKeys removes API keys and tokens from what the caller sees and the log shows. Errors name
// unknown fields and parameters, and a client may send its key in the place of a name.
func withoutKeys(p *problem.Error) *problem.Error {
	hasKey := func(d problem.Detail) bool { return keys.MatchString(d.Field) || keys.MatchString(d.Message) }
	if !keys.MatchString(p.Message) && !slices.ContainsFunc(p.Details, hasKey) {
		return p
	}
	clean := *p
	clean.Message, clean.Details = redact(p.Message), slices.Clone(p.Details)
	for i := range clean.Details {
		d := &clean.Details[i]
		d.Field, d.Message = redact(d.Field), redact(d.Message)
	}
	return &clean
}

func redact(s string) string { return keys.ReplaceAllString(s, "$1***") }

func translate(ctx context.Context, err error) *problem.Error {
	var p *problem.Error
	switch {
	case errors.As(err, &p):
		return p
	case postgres.IsForeignKeyViolation(err):
		return &problem.Error{
			Code: problem.UnknownReference, Message: "an id in the request does not exist", Cause: err,
		}
	case postgres.IsStatementTimeout(err):
		const text = "the request takes the database too long: send fewer items, or narrow " +
			"it by filters, dates or limit"
		return &problem.Error{Code: problem.TooExpensive, Message: text, Cause: err}
	case postgres.IsUnavailable(err), postgres.IsRetryable(err), ctx.Err() != nil,
		errors.Is(err, context.DeadlineExceeded): // such as that of the look-up of a key
		return &problem.Error{
			Code: problem.Unavailable, Message: "the service is not available right now", RetryAfter: retryAfter,
			Cause: err,
		}
	case status.Code(err) == codes.Unimplemented:
		return &problem.Error{Code: problem.RouteNotFound, Message: "unknown method", Cause: err}
	}
	return internal(err)
}

// internal returns an internal error. The caller does not see the cause.
func internal(cause error) *problem.Error {
	return &problem.Error{Code: problem.Internal, Message: "internal error", Cause: cause}
}
