package workplangrpc

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/workplan-api/workplan/clients/go/workplan"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// journal is an EventService whose streams each send one message of a script, and then fail.
type journal struct {
	pb.UnimplementedEventServiceServer
	down   error // of the streams but the last
	gone   error // of the last stream
	script []*pb.WatchEventsResponse
	after  []string // of the calls
}

func (j *journal) ListEvents(ctx context.Context, req *pb.ListEventsRequest) (*pb.ListEventsResponse, error) {
	if sent, _ := metadata.FromIncomingContext(ctx); len(sent.Get("authorization")) != 1 {
		return nil, errors.New("no key")
	}
	j.after = append(j.after, req.GetAfter())
	return &pb.ListEventsResponse{Data: &pb.EventPage{Items: []*pb.Event{{Seq: 5}}, NextAfter: 7}}, nil
}

func (j *journal) WatchEvents(
	req *pb.WatchEventsRequest, stream grpc.ServerStreamingServer[pb.WatchEventsResponse],
) error {
	if sent, _ := metadata.FromIncomingContext(stream.Context()); len(sent.Get("authorization")) != 1 {
		return errors.New("no key")
	}
	j.after = append(j.after, req.GetAfter())
	n := len(j.after) - 2
	if n == len(j.script) {
		return j.gone
	}
	if err := stream.Send(j.script[n]); err != nil {
		return err
	}
	return j.down
}

func TestFollow(t *testing.T) {
	j := &journal{
		down: refusal(t, codes.Unavailable, workplan.ErrUnavailable,
			&errdetails.RetryInfo{RetryDelay: durationpb.New(10 * time.Millisecond)}),
		gone: refusal(t, codes.OutOfRange, workplan.ErrCursorExpired),
		script: []*pb.WatchEventsResponse{{Seq: 8, Event: &pb.Event{Seq: 8}}, {Seq: 11},
			{Seq: 12, Event: &pb.Event{Seq: 12}}},
	}
	conn := serve(t, &server{journal: j})
	var seqs []int64
	var last error
	for event, err := range Follow(t.Context(), conn, &pb.WatchEventsRequest{After: new("head")}) {
		if last = err; err == nil {
			seqs = append(seqs, event.GetSeq())
		}
	}
	if fmt.Sprint(seqs, j.after) != "[5 8 12] [head 7 8 11 12]" {
		t.Errorf("the events %v of calls after %v", seqs, j.after)
	}
	var lost *workplan.CursorError
	if !errors.As(last, &lost) || lost.Err.GRPCStatus != "OUT_OF_RANGE" || !errors.Is(lost, workplan.ErrCursorExpired) {
		t.Errorf("the last error is %v", last)
	}
}
