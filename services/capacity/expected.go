package capacity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/services/chain/permit"
)

// ExpectedHours calls f with persons and how many hours each is expected to work on n days from a date on: the
// availability of each day, and its sum. isActive reports whether the person is active, and employed on one of the
// days; others are expected to work on none. user and manager select as in GetCapacity. f must not keep hours.
//
// It does not ask who may see it, and is called in a snapshot.
func ExpectedHours(
	ctx context.Context, first time.Time, n int, user, manager *string,
	f func(person uuid.UUID, isActive bool, hours []float64, sum float64),
) error {
	if err := set(ctx); err != nil {
		return err
	}
	sight, err := permit.SightOf(ctx, 0) // pending time off, which can be hidden, takes nothing of the availability
	if err != nil {
		return err
	}
	days := dateRange{first, n}
	s, err := readStaff(ctx, days, sight)
	if err != nil {
		return err
	}
	d := newDaily(days)
	for _, p := range s.selected(user, manager) {
		if p.isPlaceholder() {
			continue
		}
		d.reset()
		if p.active {
			s.availability(p, d)
		}
		sum := 0.0
		for _, hours := range d.series[availability] {
			sum += hours
		}
		f(p.id, p.active, d.series[availability], rounded(sum))
	}
	return nil
}
