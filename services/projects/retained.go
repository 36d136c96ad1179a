package projects

import (
	"time"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/internal/amounts"
	"github.com/workplan-api/workplan/services/internal/settled"
)

// retainedDays returns the days on which a retainer brings in another amount after a change, and the field that changes
// it. For its first and last month, a retainer brings in the share of their days.
func retainedDays(read, row *ent.Project) (field string, changed []settled.Span) {
	was, is := amounts.BringsInMonthly(read), amounts.BringsInMonthly(row)
	switch {
	case !was && !is:
		return "", nil
	case was != is:
		if was {
			return record + ".status", []settled.Span{daysOf(read)}
		}
		return record + ".status", []settled.Span{daysOf(row)}
	}
	between := func(a, b time.Time) (first, last time.Time) {
		if a.After(b) {
			a, b = b, a
		}
		return a, b
	}
	if first, last := between(read.StartDate, row.StartDate); first != last {
		ofMonth := time.Date(last.Year(), last.Month()+1, 0, 0, 0, 0, 0, time.UTC) // whose days have other shares
		field, changed = record+".start_date", append(changed, settled.Span{
			First: protoconv.DateString(first), Last: protoconv.DateString(ofMonth),
		})
	}
	if first, last := between(read.EndDate, row.EndDate); first != last {
		field, changed = record+".end_date", append(changed, settled.Span{
			First: protoconv.DateString(first.AddDate(0, 0, 1)), Last: protoconv.DateString(last),
		})
	}
	return field, changed
}

func daysOf(p *ent.Project) settled.Span {
	return settled.Span{First: protoconv.DateString(p.StartDate), Last: protoconv.DateString(p.EndDate)}
}
