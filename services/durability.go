package services

import (
	"context"

	"github.com/workplan-api/workplan/internal/postgres"
)

// warnOfLoss warns if the database can lose writes that it has confirmed. Errors are not
// reported: the readiness check finds them too.
func (s *Server) warnOfLoss(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	if off, err := postgres.LossySettings(ctx, s.cfg.Probe); err == nil && off != nil {
		s.cfg.Log.WarnContext(ctx,
			"a crash of the database can lose writes that were confirmed: switch these settings of PostgreSQL on",
			"off", off)
	}
}
