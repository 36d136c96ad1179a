package lists

import (
	"time"

	"github.com/workplan-api/workplan/internal/protoconv"
)

// Buckets returns the first date of each bucket of n days from a first one on, and the number of the bucket of each
// day. length is day, week, month or total. Weeks begin on Monday, and the first bucket on the first day.
func Buckets(first time.Time, n int, length string) (firsts []string, bucketOf []int) {
	for i := range n {
		date := first.AddDate(0, 0, i)
		switch {
		case i == 0, length == "day", length == "month" && date.Day() == 1,
			length == "week" && date.Weekday() == time.Monday:
			firsts = append(firsts, protoconv.DateString(date))
		}
		bucketOf = append(bucketOf, len(firsts)-1)
	}
	return firsts, bucketOf
}
