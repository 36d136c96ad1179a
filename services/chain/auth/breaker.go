package auth

import (
	"context"
	"errors"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/semaphore"

	"github.com/workplan-api/workplan/internal/postgres"
)

// breaker has the organizations whose last look-up got no response from the database. On Citus these are the
// organizations of a worker that hangs. Such an organization has one look-up at a time, and all of them together have a
// part of the look-ups, so that the other organizations find a free one. A look-up that ends makes the organization
// normal again.
type breaker struct {
	probes        *semaphore.Weighted
	organizations *lru.Cache[uuid.UUID, chan struct{}] // a place for one look-up
}

// newBreaker returns a breaker with so many look-ups for all organizations in it.
func newBreaker(probes int) *breaker {
	return &breaker{semaphore.NewWeighted(int64(probes)), newCache[uuid.UUID, chan struct{}]()}
}

// acquire waits until the organization may have a look-up, and returns a function that ends it. It fails with the error
// of the context.
func (s *breaker) acquire(ctx context.Context, organization uuid.UUID) (leave func(), err error) {
	place, ok := s.organizations.Get(organization)
	if !ok {
		return func() {}, nil
	}
	select {
	case place <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := s.probes.Acquire(ctx, 1); err != nil {
		<-place
		return nil, err
	}
	return func() { s.probes.Release(1); <-place }, nil
}

// record remembers how the look-up of an organization ended.
func (s *breaker) record(organization uuid.UUID, err error) {
	if postgres.IsUnavailable(err) || errors.Is(err, context.DeadlineExceeded) {
		s.organizations.ContainsOrAdd(organization, make(chan struct{}, 1))
	} else {
		s.organizations.Remove(organization)
	}
}
