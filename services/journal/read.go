package journal

import (
	"context"
	"fmt"
	"slices"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
)

// These are for webhooks, which read the journal for the admin who has set them up.

// Read returns a part of the journal: the events after a number, up to end, whose types match
// the patterns and that the caller may read. If the oldest of them are no longer kept, it
// begins with the first one that is. The part is up to date if no more events follow up to
// end.
func (s *Service) Read(ctx context.Context, patterns []string, after, end int64) (*pb.EventPage, error) {
	q, err := s.readable(ctx, query{patterns: patterns, limit: defaultLimit})
	if err != nil {
		return nil, err
	}
	head, first, err := s.Ends(ctx)
	if err != nil {
		return nil, err
	}
	return s.page(ctx, q, max(after, first-1), min(head, end), first)
}

// CheckTypes returns an error if one of the patterns matches no type of events.
func CheckTypes(field string, patterns []string) error {
	for i, pattern := range patterns {
		if _, err := matching(fmt.Sprintf("%s[%d]", field, i), []string{pattern}); err != nil {
			return err
		}
	}
	return nil
}

// MatchEvent reads an event, and returns its type and whether one of the patterns matches it. If there is no such
// event, the type is empty and matches is true.
func (s *Service) MatchEvent(ctx context.Context, patterns []string, seq int64) (kind string, matches bool, err error) {
	found, err := s.readEvents(ctx, selectEvent, seq)
	if err != nil || len(found) == 0 {
		return "", true, err
	}
	types, err := matching("types", patterns)
	return found[0].kind, slices.Contains(types, found[0].kind), err
}

// MayRead returns an error for field if one of the patterns names only types that the caller may not read (403).
// CheckTypes has accepted the patterns. It runs no statement.
func (s *Service) MayRead(ctx context.Context, field string, patterns []string) error {
	for i, pattern := range patterns {
		q, err := s.readable(ctx, query{patterns: []string{pattern}})
		if err != nil {
			return err
		}
		if len(q.types) == 0 {
			return problem.Field(problem.PermissionDenied, fmt.Sprintf("%s[%d]", field, i),
				"names events that the calling key may not read")
		}
	}
	return nil
}

// CheckPosition returns an error if a reader who has read the events up to a number cannot go
// on: later events are no longer kept, or there is no such event yet.
func CheckPosition(field string, after, head, first int64) error {
	switch {
	case after < first-1:
		return problem.Field(problem.CursorExpired, field,
			fmt.Sprintf("is before the oldest event that is kept: it must be %d or more", first-1))
	case after > head:
		return problem.Field(problem.CursorAhead, field, "is after the latest event: it must not be more than head")
	}
	return nil
}
