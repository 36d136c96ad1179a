package postgres

import "time"

// RefusedFor sets how long Check reports a refused connection.
func (p *Primary) RefusedFor(d time.Duration) { p.refusedFor = d }
