package workplangrpc

import (
	"context"
	"errors"
	"io"
	"iter"
	"strconv"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/clients/go/workplan"
	"github.com/workplan-api/workplan/clients/go/workplan/internal/retry"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// longestSilence is how long a stream of events may be silent. The server sends a message
// every 15 seconds.
const longestSilence = 45 * time.Second

// Follow returns the events of the journal, oldest first: those after req.After, and then
// each new one as it is written. Store the Seq of each event that you have handled, and pass
// the last one as req.After when your program starts again. Without it, the events begin
// with the oldest one that is kept, and with "head" now.
//
// The first call fails as any other call does. After it, Follow connects again for as long as
// it takes while the server cannot be reached or is busy, so that no event is lost. It ends
// when ctx ends, or with an error as the last element. If [errors.As] finds a
// [*workplan.CursorError] in it, start over as that says.
func Follow(
	ctx context.Context, conn grpc.ClientConnInterface, req *pb.WatchEventsRequest, opts ...grpc.CallOption,
) iter.Seq2[*pb.Event, error] {
	return func(yield func(*pb.Event, error) bool) {
		f := &follower{
			events: pb.NewEventServiceClient(conn), next: proto.Clone(req).(*pb.WatchEventsRequest), opts: opts,
			yield: yield,
		}
		read := f.list
		err := retry.Follow(ctx, func(responded func()) (more bool, err error) {
			more, err = read(ctx, responded)
			if err == nil {
				read = f.watch
			}
			return more, err
		}, passing)
		if err != nil {
			yield(nil, err)
		}
	}
}

// passing returns how long to wait after the failure of a follower, and whether it may pass.
func passing(err error) (after time.Duration, ok bool) {
	var e *workplan.Error
	if errors.As(err, &e) && e.Temporary() {
		return e.RetryAfter, true
	}
	return 0, false
}

// follower reads the journal, and yields its events.
type follower struct {
	events pb.EventServiceClient
	next   *pb.WatchEventsRequest
	opts   []grpc.CallOption
	yield  func(*pb.Event, error) bool
}

// list reads the first events. Unlike a stream, the call has a deadline and is sent again.
func (f *follower) list(ctx context.Context, responded func()) (more bool, err error) {
	resp, err := f.events.ListEvents(ctx, &pb.ListEventsRequest{After: f.next.After, Types: f.next.Types}, f.opts...)
	if err != nil {
		return false, err
	}
	responded()
	for _, event := range resp.GetData().GetItems() {
		if !f.yield(event, nil) {
			return false, nil
		}
	}
	f.continueAfter(resp.GetData().GetNextAfter())
	return true, nil
}

// watch reads a stream until it breaks.
func (f *follower) watch(ctx context.Context, responded func()) (more bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := f.events.WatchEvents(ctx, f.next, f.opts...)
	if err != nil {
		return false, err
	}
	silence := time.AfterFunc(longestSilence, cancel)
	defer silence.Stop()
	for {
		silence.Reset(longestSilence)
		message, err := stream.Recv()
		silence.Stop() // the caller may take long to handle an event
		if err == io.EOF {
			return false, &workplan.Error{Code: workplan.ErrUnreachable, Message: "the stream of events has ended"}
		}
		if err != nil {
			return false, err
		}
		responded()
		if message.Event != nil && !f.yield(message.Event, nil) {
			return false, nil
		}
		f.continueAfter(message.GetSeq())
	}
}

func (f *follower) continueAfter(seq int64) { f.next.After = new(strconv.FormatInt(seq, 10)) }
