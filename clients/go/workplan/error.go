package workplan

import "fmt"

// Error is everything that can go wrong with a call, over REST and over gRPC. Get it
// with [errors.As], or ask for one code: errors.Is(err, workplan.ErrNotFound).
type Error struct {
	// Message is a sentence for people. It names the first bad field.
	Message string `json:"message"`
	// Code says what is wrong, for programs.
	Code ErrorCode `json:"code"`
	// RequestID identifies the request in the server's log; empty where no answer of
	// Workplan came.
	RequestID string `json:"requestId"`
	// Details are the bad fields, or the bad items of a batch: the first hundred.
	Details []ErrorDetail `json:"details"`
	// HTTPStatus is the status of the answer over REST; 0 over gRPC, and where none came.
	HTTPStatus int `json:"-"`
	// GRPCStatus is the name of the status over gRPC, such as INVALID_ARGUMENT; empty over REST.
	GRPCStatus string `json:"-"`
	// Err is the cause, where there is one: over gRPC the status error.
	Err error `json:"-"`
}

// Codes of the client's own, beside those of the server.
const (
	// ErrUnreachable says that no answer came: refused, reset, timed out or cancelled.
	ErrUnreachable ErrorCode = "unreachable"
	// ErrUnexpectedAnswer says that what came is not an answer of Workplan: a proxy's
	// page, or half a body.
	ErrUnexpectedAnswer ErrorCode = "unexpected_answer"
)

// Error is the code, the message and the id of the request.
func (e *Error) Error() string {
	text := fmt.Sprintf("workplan: %s: %s", e.Code, e.Message)
	if e.RequestID != "" {
		text += " (request " + e.RequestID + ")"
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is tells whether target is the error's code.
func (e *Error) Is(target error) bool { return target == e.Code }

// Error makes a code a target of [errors.Is].
func (c ErrorCode) Error() string { return string(c) }
