package services

import (
	"context"
	"strings"
)

const lossySettings = `
SELECT coalesce(string_agg(name, ', ' ORDER BY name), '') FROM pg_settings
WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'`

// warnOfLoss warns if the database can lose writes that it has confirmed. Errors are not
// reported: the readiness check finds them too.
func (s *Server) warnOfLoss(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	var off string
	if err := s.probe.QueryRowContext(ctx, lossySettings).Scan(&off); err == nil && off != "" {
		s.log.WarnContext(ctx, "a crash of the database can lose writes that were confirmed: switch these settings of PostgreSQL on", "off", strings.Split(off, ", "))
	}
}
