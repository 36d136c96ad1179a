package capacity

import (
	"math"

	"github.com/google/uuid"
)

// series is one of the lists of hours of a capacity.
type series int

const (
	contracted series = iota
	holiday
	timeOff
	availability
	pendingTimeOff
	planned
	tentative
	actual
	free
	over
	unfilled
	supply
	seriesCount
)

var seriesNames = [seriesCount]string{
	"contracted", "holiday", "timeOff", "availability", "pendingTimeOff", "planned",
	"tentative", "actual", "free", "over", "unfilled", "supply",
}

// daily is the hours of one user or group on each day of a range.
type daily struct {
	series [supply][]float64 // all but supply, which belongs to several groups
	// left is the least availability of approved time off on each day, and leftByPending that
	// of pending time off. It is infinite without any.
	left, leftByPending []float64
	// typeOf is the type that takes the time off of each day; nil if nobody asks for it.
	typeOf []uuid.UUID
	// incomparable means that the caller may not see the availability, which is 0.
	incomparable bool
}

func newDaily(days dateRange) *daily {
	d := &daily{left: make([]float64, days.n), leftByPending: make([]float64, days.n)}
	for s := range d.series {
		d.series[s] = make([]float64, days.n)
	}
	return d
}

// reset makes all hours 0.
func (d *daily) reset() {
	d.incomparable = false
	for _, s := range d.series {
		clear(s)
	}
	for day := range d.left {
		d.left[day], d.leftByPending[day] = math.Inf(1), math.Inf(1)
	}
}

// add adds planned and actual hours.
func (d *daily) add(plan, work dayHours) {
	plan.addTo(d, planned, tentative)
	work.addTo(d, actual, actual)
}

// compareWith makes d the planned hours of a person, beside the availability.
func (d *daily) compareWith(s *staff, p *person, plan dayHours) {
	d.reset()
	d.add(plan, nil)
	s.availability(p, d)
	d.compare()
}

// addUnfilled adds the planned hours of a placeholder.
func (d *daily) addUnfilled(plan dayHours) { plan.addTo(d, unfilled, unfilled) }

// hasHours reports whether planned, tentative, actual or unfilled is not 0 on some day.
func (d *daily) hasHours() bool {
	for _, s := range rowsSeries {
		for _, hours := range d.series[s] {
			if hours != 0 {
				return true
			}
		}
	}
	return false
}

// compare fills in free and over.
func (d *daily) compare() {
	for day, hours := range d.series[planned] {
		available := d.series[availability][day]
		d.series[free][day] = max(0, available-hours)
		d.series[over][day] = max(0, hours-available)
	}
}

// rounded rounds hours to six decimals, so that sums show no 0.30000000000000004. Half of the
// last place is 2 ms. The hours of an organization are far below the 2^53 millionths from which
// this would not be exact.
func rounded(hours float64) float64 {
	return math.Round(hours*1e6)/1e6 + 0 // -0 becomes 0
}
