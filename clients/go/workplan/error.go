package workplan

import (
	"fmt"
	"time"
)

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
	// RetryAfter is how long the server asks to wait before another call; 0 if it does not.
	RetryAfter time.Duration `json:"-"`
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

// Temporary reports whether the cause of the error may pass, so that the same call may
// succeed later: the server was busy or down, it was not reached, or something else responded,
// such as a proxy.
func (e *Error) Temporary() bool {
	switch e.Code {
	case ErrUnreachable, ErrUnexpectedResponse, ErrUnavailable, ErrRateLimited, ErrTooManyConcurrent:
		return true
	}
	return false
}

// As finds a [*CursorError] for [errors.As].
func (e *Error) As(target any) bool {
	found, ok := target.(**CursorError)
	if !ok || e.Code != ErrCursorExpired && e.Code != ErrCursorAhead {
		return false
	}
	*found = &CursorError{e}
	return true
}

// CursorError is the [*Error] of a follower that cannot continue: the events after its number
// are no longer kept ([ErrCursorExpired]), or the number does not exist, because a backup of
// the server was restored ([ErrCursorAhead]). To start over, note the head of the journal,
// list all records again, and follow the journal after that head. The message says so, too.
type CursorError struct {
	Err *Error
}

// Error returns the text of the error.
func (e *CursorError) Error() string { return e.Err.Error() }

// Unwrap returns the error.
func (e *CursorError) Unwrap() error { return e.Err }
