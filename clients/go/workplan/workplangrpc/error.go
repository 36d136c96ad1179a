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

// domain is that of the ErrorInfo in an error of Workplan.
const domain = "workplan"

// answer is what came of a call that failed.
type answer struct {
	status          *status.Status
	header, trailer metadata.MD
}

// outcome turns the answer of a call into an error, and tells whether the call may be
// sent again. Only Workplan's own RESOURCE_EXHAUSTED says that nothing was done: grpc-go
// has the same status for an answer that is too large.
func (a answer) outcome(called string, idempotent bool) (out retry.Outcome) {
	e := &workplan.Error{
		Message:    a.status.Message(),
		GRPCStatus: code.Code(a.status.Code()).String(),
		Err:        a.status.Err(),
	}
	for _, detail := range a.status.Details() {
		switch d := detail.(type) {
		case *errdetails.ErrorInfo:
			if d.GetDomain() == domain {
				e.Code = workplan.ErrorCode(d.GetReason())
			}
		case *errdetails.BadRequest:
			e.Details = details(d)
		case *errdetails.RetryInfo:
			out.After = d.GetRetryDelay().AsDuration()
		}
	}
	switch {
	case e.Code != "":
		e.RequestID = strings.Join(metadata.Join(a.header, a.trailer).Get("x-request-id"), ",")
		out.Again = a.status.Code() == codes.ResourceExhausted || a.status.Code() == codes.Unavailable && idempotent
	case a.unreachable():
		e.Code = workplan.ErrUnreachable
		out.Again = a.status.Code() == codes.Unavailable && idempotent
	default:
		e.Code = workplan.ErrUnexpectedAnswer
		e.Message = fmt.Sprintf("%s was answered with %s, which is not an answer of Workplan: %s", called, e.GRPCStatus, e.Message)
	}
	out.Err = e
	return out
}

// unreachable tells whether no answer came: none began, or the time was over.
func (a answer) unreachable() bool {
	switch a.status.Code() {
	case codes.Canceled, codes.DeadlineExceeded:
		return true
	case codes.Unavailable:
		return a.header.Len() == 0
	}
	return false
}

// details are the bad fields of a request. One of a batch has the index of its item.
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

// withoutKey is a status whose message does not have the key, should the other side have
// sent it back: grpc-go shows how an answer that is not gRPC begins.
func withoutKey(st *status.Status, key string) *status.Status {
	if key == "" || !strings.Contains(st.Message(), key) {
		return st
	}
	return status.New(st.Code(), strings.ReplaceAll(st.Message(), key, "[key]"))
}
