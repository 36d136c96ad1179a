package timeoff

import "time"

// SetNow makes now the clock of the service.
func (s *Service) SetNow(now func() time.Time) { s.now = now }
