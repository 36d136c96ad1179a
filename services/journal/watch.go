package journal

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/internal/share"
)

const (
	checkpointEvery = 15 * time.Second
	// maxPerKey and maxPerOrganization are how many readers may wait at the same time.
	maxPerKey          = 5
	maxPerOrganization = 50
)

// WatchEvents streams events as they are written.
func (s *Service) WatchEvents(req *pb.WatchEventsRequest, stream grpc.ServerStreamingServer[pb.WatchEventsResponse]) error {
	ctx := stream.Context()
	head, first, err := s.ends(ctx)
	if err != nil {
		return err
	}
	after, err := position(req.After, head, first)
	if err != nil {
		return err
	}
	leave, err := s.readers.enter(auth.FromContext(ctx))
	if err != nil {
		return err
	}
	defer leave()
	share.Leave(ctx) // a reader who waits must not keep its place

	admitted := time.Now()
	var sent time.Time // zero: a checkpoint comes at once, so that the client knows that it is connected
	for {
		if time.Since(admitted) >= auth.AdmitEvery {
			if ctx, err = auth.Again(stream.Context()); err != nil {
				return err
			}
			admitted = time.Now()
		}
		q, err := s.query(ctx, req.Types)
		if err != nil {
			return err
		}
		if head, first, err = s.ends(ctx); err != nil {
			return err
		}
		if after < first-1 {
			return errExpired
		}
		page, err := s.page(ctx, q, after, head, first)
		if err != nil {
			return err
		}
		for _, e := range page.Items {
			if err := stream.Send(&pb.WatchEventsResponse{Seq: e.Seq, Event: e}); err != nil {
				return err
			}
			sent = time.Now()
		}
		after = page.NextAfter
		if !page.UpToDate {
			continue
		}
		if time.Since(sent) >= checkpointEvery {
			if err := stream.Send(&pb.WatchEventsResponse{Seq: after}); err != nil {
				return err
			}
			sent = time.Now()
		}
		until, cancel := context.WithTimeout(ctx, min(checkpointEvery-time.Since(sent), auth.AdmitEvery-time.Since(admitted)))
		s.heads.Wait(until, tenant.Organization(ctx), after)
		cancel()
		if ctx.Err() != nil { // the client is gone, or the server stops
			_ = stream.Send(&pb.WatchEventsResponse{Seq: after})
			return errEnded
		}
	}
}

var errEnded = &problem.Error{
	Code: problem.Unavailable, RetryAfter: time.Second, Message: "the server stops: call again with after, the seq of the last message",
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
		return nil, &problem.Error{Code: problem.TooManyConcurrent, RetryAfter: time.Second, Message: "the key or the session already waits for events 5 times"}
	}
	if r.organizations[c.OrganizationID] >= maxPerOrganization {
		return nil, &problem.Error{Code: problem.TooManyConcurrent, RetryAfter: time.Second, Message: "the organization already waits for events 50 times"}
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
