package workplangrpc

import (
	"fmt"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/workplan-api/workplan/clients/go/workplan"
	"github.com/workplan-api/workplan/clients/go/workplan/internal/retry"
)

// domain is the domain of the ErrorInfo in an error from Workplan.
const domain = "workplan"

// failure is what a failed call received.
type failure struct {
	status          *status.Status
	header, trailer metadata.MD
}

// outcome returns the error of a call, and whether the call may be sent again. Only
// Workplan's own RESOURCE_EXHAUSTED may pass: grpc-go has the same status for a response that
// is too large.
func (f failure) outcome(called string) (out retry.Outcome) {
	e := &workplan.Error{
		Message:    f.status.Message(),
		GRPCStatus: code.Code(f.status.Code()).String(),
		Err:        f.status.Err(),
	}
	for _, detail := range f.status.Details() {
		switch d := detail.(type) {
		case *errdetails.ErrorInfo:
			if d.GetDomain() == domain {
				e.Code = workplan.ErrorCode(d.GetReason())
			}
		case *errdetails.BadRequest:
			e.Details = details(d)
		case *errdetails.RetryInfo:
			e.RetryAfter = d.GetRetryDelay().AsDuration()
			out.After = e.RetryAfter
		}
	}
	switch {
	case e.Code != "":
		e.RequestID = strings.Join(metadata.Join(f.header, f.trailer).Get("x-request-id"), ",")
		busy, down := f.status.Code() == codes.ResourceExhausted, f.status.Code() == codes.Unavailable
		out.Again = busy || down || e.Code == workplan.ErrIdempotencyInProgress
	case f.unreachable():
		e.Code = workplan.ErrUnreachable
		out.Again = f.status.Code() == codes.Unavailable
	default:
		e.Code = workplan.ErrUnexpectedResponse
		e.Message = fmt.Sprintf("%s: the response is not from Workplan: %s: %s", called, e.GRPCStatus, e.Message)
	}
	out.Err = e
	return out
}

// unreachable reports whether there was no response.
func (f failure) unreachable() bool {
	switch f.status.Code() {
	case codes.Canceled, codes.DeadlineExceeded:
		return true
	case codes.Unavailable:
		return f.header.Len() == 0
	}
	return false
}

// details returns the wrong fields of a request. A field of a batch has the index of its item.
func details(bad *errdetails.BadRequest) []workplan.ErrorDetail {
	var all []workplan.ErrorDetail
	for _, v := range bad.GetFieldViolations() {
		d := workplan.ErrorDetail{Field: v.GetField(), Message: v.GetDescription()}
		var index int
		if n, _ := fmt.Sscanf(d.Field, "batch.items[%d]", &index); n == 1 {
			d.Index = &index
		}
		all = append(all, d)
	}
	return all
}

// withoutKey removes the key from the message of a status: grpc-go quotes a response that
// is not gRPC, and that may repeat the key.
func withoutKey(st *status.Status, key string) *status.Status {
	if !strings.Contains(st.Message(), key) {
		return st
	}
	return status.New(st.Code(), strings.ReplaceAll(st.Message(), key, "[key]"))
}
