package demo

import (
	"time"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

const (
	pending  = pb.TimeOffStatus_TIME_OFF_STATUS_PENDING
	approved = pb.TimeOffStatus_TIME_OFF_STATUS_APPROVED
	rejected = pb.TimeOffStatus_TIME_OFF_STATUS_REJECTED
)

const (
	vacation      = "Vacation"
	sickLeave     = "Sick Leave"
	parentalLeave = "Parental Leave"
	training      = "Training"
	unpaidLeave   = "Unpaid Leave"
)

var timeOffTypes = []string{vacation, sickLeave, parentalLeave, training, unpaidLeave}

// absence is a request for time off. It starts in week, relative to the current week, on
// day, which is 0 for Monday, and lasts a number of days, weekends included.
type absence struct {
	who, kind       string
	week, day, days int
	// availability is the hours still worked per day.
	availability float64
	status       pb.TimeOffStatus
	reason       string
	// rejection is the reason of a rejection.
	rejection string
}

// first returns the first day. Weeks are relative to the week of monday.
func (a absence) first(monday time.Time) time.Time { return monday.AddDate(0, 0, 7*a.week+a.day) }

// last returns the last day.
func (a absence) last(monday time.Time) time.Time { return a.first(monday).AddDate(0, 0, a.days-1) }

var absences = []absence{
	{"leila", vacation, -13, 0, 5, 0, approved, "A week at my parents'.", ""},
	{"diego", sickLeave, -13, 2, 2, 0, approved, "Flu.", ""},
	{"ayesha", training, -12, 1, 2, 0, approved, "Course on stream processing.", ""},
	{"bram", vacation, -12, 0, 12, 0, approved, "Cycling in the Vosges.", ""},
	{"thandiwe", sickLeave, -11, 0, 1, 0, approved, "Migraine.", ""},
	{"ines", vacation, -11, 3, 9, 0, approved, "Family visit in Lisbon.", ""},
	{"oliver", vacation, -10, 0, 5, 0, rejected, "Long weekend, and some days more.",
		"The design review with the clinics is that week. The week after is fine."},
	{"oliver", vacation, -9, 0, 5, 0, approved, "The week after, as agreed.", ""},
	{"kenji", training, -9, 2, 3, 0, approved, "Speaking at a front-end conference.", ""},
	{"marta", sickLeave, -8, 1, 4, 0, approved, "Bronchitis, with a doctor's note.", ""},
	{"pedro", vacation, -8, 0, 12, 0, approved, "Azores.", ""},
	{"samuel", unpaidLeave, -7, 3, 2, 0, approved, "Moving house.", ""},
	{"camille", vacation, -7, 0, 5, 0, approved, "The children are off school.", ""},
	{"lukas", vacation, -6, 0, 12, 0, approved, "Honeymoon!", ""},
	{"aditya", sickLeave, -6, 4, 1, 0, approved, "Dentist, in some pain.", ""},
	{"sanjay", vacation, -6, 0, 19, 0, rejected, "Wedding season at home.",
		"Three weeks are too long during the hand-over. Please ask again for two."},
	{"sanjay", vacation, -5, 0, 12, 0, approved, "Two weeks, as agreed.", ""},
	{"chloe", parentalLeave, -5, 0, 33, 4, approved, "Half days while the baby settles in at day care.", ""},
	{"viktor", sickLeave, -4, 0, 3, 0, approved, "Stomach bug.", ""},
	{"freja", vacation, -4, 0, 5, 0, approved, "A week with the children.", ""},
	{"nikolai", training, -3, 0, 3, 4, approved, "Certification, mornings only.", ""},
	{"mei", sickLeave, -3, 3, 2, 0, approved, "Fever.", ""},
	{"emma", vacation, -3, 0, 5, 0, approved, "Cabin, no network.", ""},
	{"mateo", unpaidLeave, -2, 0, 5, 0, rejected, "Band on tour.", "The release to the regulator is that week."},
	{"jonas", vacation, -2, 2, 3, 0, approved, "Hiking.", ""},
	{"elif", sickLeave, -1, 1, 2, 0, approved, "A cold.", ""},
	{"callum", vacation, -1, 0, 7, 0, approved, "Home for a week.", ""},
	{"ibrahim", training, -1, 3, 2, 0, approved, "Workshop on test automation.", ""},
	{"zanele", vacation, 0, 0, 5, 0, approved, "Visit from abroad.", ""},
	{"aoife", vacation, 0, 3, 2, 0, approved, "Long weekend in Galway.", ""},
	{"linh", vacation, 1, 0, 12, 0, approved, "Flying home for two weeks.", ""},
	{"yara", training, 1, 2, 2, 0, pending, "Course on accessible components; the fee is in the team's budget.", ""},
	{"hyejin", vacation, 2, 0, 5, 0, pending, "A friend's wedding.", ""},
	{"oliver", vacation, 2, 4, 4, 0, approved, "Concert and a long weekend.", ""},
	{"marta", vacation, 3, 0, 12, 0, pending, "Croatia, already booked but can be moved.", ""},
	{"joana", vacation, 3, 0, 5, 0, rejected, "My sister's wedding.",
		"You and Samuel cannot both be away. Could you come back by Wednesday?"},
	{"samuel", vacation, 3, 0, 5, 0, approved, "A week with the family.", ""},
	{"tomasz", parentalLeave, 4, 0, 40, 0, approved, "Our second child is due.", ""},
	{"hanna", vacation, 5, 0, 5, 0, pending, "A week in the mountains.", ""},
	{"bram", unpaidLeave, 5, 0, 26, 0, pending, "Volunteering on a tall ship.", ""},
	{"pedro", training, 6, 0, 3, 4, pending, "Database internals, afternoons free.", ""},
	{"thandiwe", vacation, 6, 0, 19, 0, approved, "First long holiday in three years.", ""},
	{"lucie", vacation, 7, 0, 12, 0, pending, "Grandparents.", ""},
	{"kenji", vacation, 8, 0, 12, 0, approved, "Visiting my family in Kyoto.", ""},
	{"rafael", vacation, 8, 0, 5, 0, pending, "A week off, place still open.", ""},
	{"noor", vacation, 9, 0, 5, 0, approved, "Rest.", ""},
	{"viktor", vacation, 10, 0, 12, 0, pending, "Balaton.", ""},
	{"ayesha", vacation, 11, 2, 3, 0, rejected, "Long weekend.",
		"The dashboard goes live on that Thursday. Any other week is fine."},
}
