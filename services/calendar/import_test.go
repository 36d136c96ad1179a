package calendar_test

import (
	"context"
	"encoding/base64"
	"errors"
	"testing"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services/calendar"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
)

// TestImportEnds: a request that has ended while its file was read has failed, also if the file was read to its end.
func TestImportEnds(t *testing.T) {
	late := errors.New("too late")
	ctx, end := context.WithCancelCause(call.As(t.Context(), auth.Operator(uuid.New(), uuid.New()), nil))
	end(late)
	for name, file := range map[string]string{
		"without events": "BEGIN:VCALENDAR\nEND:VCALENDAR\n",
		"with an event":  "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR\n",
	} {
		for _, dryRun := range []bool{false, true} {
			resp, err := calendar.NewHolidays().ImportHolidays(ctx, &pb.ImportHolidaysRequest{
				Calendar: &pb.HolidayCalendar{CountryCode: "DE", File: base64.StdEncoding.EncodeToString([]byte(file))},
				DryRun:   &dryRun,
			})
			if !errors.Is(err, late) {
				t.Errorf("a file %s: %v, %v", name, resp, err)
			}
		}
	}
}
