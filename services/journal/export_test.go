package journal

import (
	"context"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// Kept is kept for the tests.
func (s *Service) Kept(ctx context.Context, page *pb.EventPage, after int64) error {
	return s.kept(ctx, page, after)
}
