package call

import (
	"context"
	"errors"
	"testing"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
)

// TestAnswer: a method that returns nothing has failed: because the request has ended, or by a mistake.
func TestAnswer(t *testing.T) {
	late := errors.New("too late")
	ended, end := context.WithCancelCause(t.Context())
	end(late)
	for _, test := range []struct {
		ctx  context.Context
		resp *pb.GetUserResponse
		want problem.Code
	}{
		{t.Context(), &pb.GetUserResponse{}, ""},
		{ended, &pb.GetUserResponse{}, ""},
		{t.Context(), nil, problem.Internal},
		{ended, nil, problem.Unavailable},
	} {
		r := &Request{
			ctx: test.ctx, handler: func(context.Context, any) (any, error) { return test.resp, nil },
		}
		err := r.call()
		switch {
		case test.want == "" && (err != nil || r.response == nil):
			t.Error(r.response, err)
		case test.want != "" && (err == nil || translate(test.ctx, err).Code != test.want || r.response != nil):
			t.Errorf("%v, %v; want %s", r.response, err, test.want)
		}
	}
}
