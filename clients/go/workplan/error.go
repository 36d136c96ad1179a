package workplan

import "fmt"

// Error is any failure of a call, over REST and over gRPC. Get it with [errors.As], or
// compare its code: errors.Is(err, workplan.ErrNotFound).
type Error struct {
	// Message is a sentence for people. It names the first bad field.
	Message string `json:"message"`
	// Code is the kind of the error, for programs.
	Code ErrorCode `json:"code"`
	// RequestID identifies the request in the server's log; empty if there was no response
	// from Workplan.
	RequestID string `json:"requestId"`
	// Details are the wrong fields, at most 100.
	Details []ErrorDetail `json:"details"`
	// HTTPStatus is the status of the response over REST; 0 over gRPC or without a response.
	HTTPStatus int `json:"-"`
	// GRPCStatus is the name of the status over gRPC, such as INVALID_ARGUMENT; empty over REST.
	GRPCStatus string `json:"-"`
	// Err is the cause or nil. Over gRPC it is the status error.
	Err error `json:"-"`
}

// Codes that the client sets. All others are from the server.
const (
	// ErrUnreachable means that there was no response: the connection was refused or reset,
	// the time was over, or the call was cancelled.
	ErrUnreachable ErrorCode = "unreachable"
	// ErrUnexpectedResponse means that the response is not from Workplan, such as a proxy's
	// page, or is incomplete.
	ErrUnexpectedResponse ErrorCode = "unexpected_response"
)

// Error returns the code, the message and the id of the request.
func (e *Error) Error() string {
	text := fmt.Sprintf("workplan: %s: %s", e.Code, e.Message)
	if e.RequestID != "" {
		text += " (request " + e.RequestID + ")"
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is the error's code.
func (e *Error) Is(target error) bool { return target == e.Code }

// Error returns the code. It makes a code a target of [errors.Is].
func (c ErrorCode) Error() string { return string(c) }
