package journal

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
)

const (
	checkpointEvery = 15 * time.Second
	// maxPerKey and maxPerOrganization are how many readers may wait at the same time.
	maxPerKey          = 5
	maxPerOrganization = 50
)

// WatchEvents streams events as they get their numbers, and a checkpoint every 15 seconds. It waits without a turn or a
// connection, and takes a turn for each page that it reads. Before the first message, it fails as ListEvents does. It
// looks at the caller again before each message, and ends if the caller has lost the right (401, 403), if events are
// missing (410), or if the server drains (503).
func (s *Service) WatchEvents(
	req *pb.WatchEventsRequest, stream grpc.ServerStreamingServer[pb.WatchEventsResponse],
) error {
	ctx := stream.Context()
	head, first, err := s.Ends(ctx)
	if err != nil {
		return err
	}
	after, err := position(req.After, head, first)
	if err != nil {
		return err
	}
	leave, err := s.readers.enter(call.Caller(ctx))
	if err != nil {
		return err
	}
	defer leave()
	call.Pause(ctx) // a reader who waits must not keep its place
	open, release := call.FromContext(ctx).KeepOpen(ctx)
	defer release()
	w := &watch{s: s, stream: stream, types: req.Types, after: after}
	if err := w.sendEvents(open); open.Err() == nil {
		return err
	}
	if barred := (*problem.Error)(nil); errors.As(context.Cause(open), &barred) {
		return barred // the caller may read no more
	}
	_ = stream.Send(&pb.WatchEventsResponse{Seq: w.after}) // it fails if the client is gone
	return errEnded
}

// watch is a stream.
type watch struct {
	s      *Service
	stream grpc.ServerStreamingServer[pb.WatchEventsResponse]
	types  []string
	after  int64     // the last event that was sent, or passed
	sent   time.Time // zero: a checkpoint comes at once, so that the client knows that it is connected
}

// sendEvents sends events until open is done.
func (w *watch) sendEvents(open context.Context) error {
	for {
		page, reader, err := w.s.next(open, query{patterns: w.types, limit: defaultLimit}, w.after)
		if err != nil {
			return err
		}
		whole, err := w.sendPage(open, reader, page)
		if err != nil {
			return err
		}
		if !whole || !page.UpToDate {
			continue
		}
		if time.Since(w.sent) >= checkpointEvery {
			if err := call.FromContext(open).Recheck(open); err != nil {
				return err
			}
			if err := w.send(&pb.WatchEventsResponse{Seq: w.after}); err != nil {
				return err
			}
		}
		until, cancel := context.WithTimeout(open, checkpointEvery-time.Since(w.sent))
		w.s.marks.Wait(until, tenant.Organization(open), w.after)
		cancel()
		if err := open.Err(); err != nil {
			return err
		}
	}
}

// sendPage sends the events of a page as long as the caller has the rights of the one who read it. whole reports
// whether it has sent all.
func (w *watch) sendPage(open context.Context, reader *auth.Caller, page *pb.EventPage) (whole bool, err error) {
	for _, e := range page.Items {
		if err := call.FromContext(open).Recheck(open); err != nil {
			return false, err
		}
		if !reader.SameRights(call.Caller(open)) {
			return false, nil
		}
		if err := w.send(&pb.WatchEventsResponse{Seq: e.Seq, Event: e}); err != nil {
			return false, err
		}
		w.after = e.Seq
	}
	w.after = page.NextAfter
	return true, nil
}

func (w *watch) send(m *pb.WatchEventsResponse) error {
	if err := w.stream.Send(m); err != nil {
		return err
	}
	w.sent = time.Now()
	return nil
}

// next returns the events after a number that q asks for, as the caller of an open call may read them now, and that
// caller. It waits for a turn, so that streams that are behind do not keep others waiting.
func (s *Service) next(
	open context.Context, q query, after int64,
) (page *pb.EventPage, reader *auth.Caller, err error) {
	leave, err := call.Resume(open)
	if err != nil {
		return nil, nil, err
	}
	defer leave()
	if err := call.FromContext(open).Recheck(open); err != nil {
		return nil, nil, err
	}
	if q, err = s.readable(open, q); err != nil {
		return nil, nil, err
	}
	head, first, err := s.Ends(open)
	if err != nil {
		return nil, nil, err
	}
	if after < first-1 {
		return nil, nil, errExpired
	}
	page, err = s.page(open, q, after, head, first)
	if err == nil {
		err = s.kept(open, page, after)
	}
	return page, call.Caller(open), err
}

var errEnded = &problem.Error{
	Code: problem.Unavailable, RetryAfter: time.Second,
	Message: "the server stops: call again with after, the seq of the last message",
}

// readers counts the readers who wait for events.
type readers struct {
	mu            sync.Mutex
	keys          map[uuid.UUID]int
	organizations map[uuid.UUID]int
}

func newReaders() *readers {
	return &readers{keys: map[uuid.UUID]int{}, organizations: map[uuid.UUID]int{}}
}

// enter counts a reader until leave. It fails if there are too many of them.
func (r *readers) enter(c *auth.Caller) (leave func(), err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.keys[c.CredentialID()] >= maxPerKey {
		return nil, &problem.Error{
			Code: problem.TooManyConcurrent, RetryAfter: time.Second,
			Message: "the key or the session already waits for events 5 times",
		}
	}
	if r.organizations[c.OrganizationID] >= maxPerOrganization {
		return nil, &problem.Error{
			Code: problem.TooManyConcurrent, RetryAfter: time.Second,
			Message: "the organization already waits for events 50 times",
		}
	}
	r.keys[c.CredentialID()]++
	r.organizations[c.OrganizationID]++
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		release(r.keys, c.CredentialID())
		release(r.organizations, c.OrganizationID)
	}, nil
}

func release(counts map[uuid.UUID]int, id uuid.UUID) {
	if counts[id]--; counts[id] == 0 {
		delete(counts, id)
	}
}
