package capacity

import (
	"time"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// maxDays is the maximum length of a range in days, including the first and the last day.
const maxDays = 370

const daysOfWeek = 7

// dateRange is the days of a request. Its days are numbered from 0 to n-1.
type dateRange struct {
	first time.Time
	n     int
}

func newRange(req lists.DateRange) (dateRange, error) {
	if err := lists.CheckDates(req); err != nil {
		return dateRange{}, err
	}
	r := dateRange{first: protoconv.Date(req.GetStartDate())}
	last := r.day(protoconv.Date(req.GetEndDate()))
	if last >= maxDays {
		return r, problem.TooManyDays("end_date", maxDays)
	}
	r.n = last + 1
	return r, nil
}

// day returns the number of a date, which may be outside of the range.
func (r dateRange) day(date time.Time) int { return int(hoursrow.Day(date) - hoursrow.Day(r.first)) }

func (r dateRange) date(day int) time.Time { return r.first.AddDate(0, 0, day) }

// start and end are the first and the last date, as PostgreSQL reads them.
func (r dateRange) start() string { return protoconv.DateString(r.first) }
func (r dateRange) end() string   { return protoconv.DateString(r.date(r.n - 1)) }

// weekday returns the day of the week of a day: 0 is Monday.
func (r dateRange) weekday(day int) int {
	return (int(r.first.Weekday()) + day + daysOfWeek - 1) % daysOfWeek
}

// buckets returns the first date of each bucket, and the number of the bucket of each day.
func (r dateRange) buckets(length pb.CapacityBucket) (firsts []string, bucketOf []int) {
	if length == pb.CapacityBucket_CAPACITY_BUCKET_UNSPECIFIED {
		length = pb.CapacityBucket_CAPACITY_BUCKET_WEEK
	}
	return lists.Buckets(r.first, r.n, protoconv.Word[string](length))
}
