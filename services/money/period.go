package money

import (
	"time"

	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/settled"
)

// period is a range of days, as numbers since hoursrow.Epoch.
type period struct{ first, last int32 }

func newPeriod(req lists.DateRange) (period, error) {
	if err := lists.CheckDates(req); err != nil {
		return period{}, err
	}
	p := period{hoursrow.Day(protoconv.Date(req.GetStartDate())), hoursrow.Day(protoconv.Date(req.GetEndDate()))}
	if p.last-p.first >= maxDays {
		return p, problem.TooManyDays("end_date", maxDays)
	}
	return p, nil
}

// allDays is all days that hours can have.
var allDays = period{hoursrow.Day(protoconv.Date("0001-01-01")), hoursrow.Day(protoconv.Date(settled.LastDay))}

func (p period) has(day int32) bool { return p.first <= day && day <= p.last }

func dateOf(day int32) string { return protoconv.DateString(hoursrow.Date(day)) }

func today() int32 { return hoursrow.Day(protoconv.Today(time.Now())) }
