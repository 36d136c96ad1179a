package feeds

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"

	ics "github.com/arran4/golang-ical"
	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent/project"
	"github.com/workplan-api/workplan/ent/timeoffrequest"
	"github.com/workplan-api/workplan/internal/protoconv"
)

// refresh is how often calendar programs should read a feed. Many have a time of their own.
const refresh = "PT1H"

// calendar returns the plan in the iCalendar format. Each run and each request is an event of
// whole days. Nobody is busy because of planned hours: they say nothing about the time of day.
func (p *plan) calendar() ([]byte, error) {
	c := ics.NewCalendar()
	c.SetProductId("-//Workplan//Workplan//EN")
	c.SetCalscale("GREGORIAN")
	c.SetName(plain(p.name))
	c.SetRefreshInterval(refresh)
	c.SetXPublishedTTL(refresh)
	if !p.cut.IsZero() {
		c.SetXWRCalDesc(fmt.Sprintf("This calendar has planned hours only before %s, because there are too many.",
			protoconv.DateString(p.cut)))
	}
	for _, r := range p.runs {
		summary := plain(r.project.Name) + " · " + hours(r.hours)
		if r.last.After(r.first) {
			summary += " a day"
		}
		isDraft := r.project.Status == project.StatusDraft
		name := fmt.Append(nil, r.user, protoconv.DateString(r.first))
		switch {
		case isDraft:
			summary += " (draft)"
		case r.tentative:
			summary += " (tentative)"
		}
		if r.tentative { // a firm run of the project may begin on the same day
			name = append(name, "tentative"...)
		}
		id := uuid.NewSHA1(r.project.ID, name) // the same each time
		event{
			id: id, summary: summary, first: r.first, last: r.last, changed: r.changed,
			isProposal: isDraft || r.tentative,
		}.addTo(c)
	}
	for _, t := range p.timeOff {
		summary := plain(t.kind.Name)
		if t.Availability > 0 {
			summary += " · " + hours(t.Availability) + " a day left for work"
		}
		isPending := t.Status == timeoffrequest.StatusPending
		if isPending {
			summary += " (pending)"
		}
		event{
			id: t.ID, summary: summary, first: t.StartDate, last: t.EndDate,
			changed: later(t.UpdatedAt, t.kind.UpdatedAt), isProposal: isPending, isBusy: t.Availability == 0,
		}.addTo(c)
	}
	var b bytes.Buffer
	err := c.SerializeTo(&b, ics.WithNewLineWindows) // CRLF, as the format needs it
	return b.Bytes(), err
}

// event is an event of whole days.
type event struct {
	id                   uuid.UUID
	summary              string
	first, last, changed time.Time
	isProposal, isBusy   bool
}

func (e event) addTo(c *ics.Calendar) {
	added := c.AddEvent(e.id.String())
	added.SetDtStampTime(e.changed)
	added.SetAllDayStartAt(e.first)
	added.SetAllDayEndAt(e.last.AddDate(0, 0, 1)) // the end is the day after the last one
	added.SetSummary(e.summary)
	status, transparency := ics.ObjectStatusConfirmed, ics.TransparencyTransparent
	if e.isProposal {
		status = ics.ObjectStatusTentative
	}
	if e.isBusy {
		transparency = ics.TransparencyOpaque
	}
	added.SetStatus(status)
	added.SetTimeTransparency(transparency)
}

// rounded rounds hours to two decimals.
func rounded(h float64) float64 { return math.Round(h*100) / 100 }

func hours(h float64) string { return strconv.FormatFloat(rounded(h), 'f', -1, 64) + " h" }

// plain returns a text without control characters. A name may contain them, but the format may
// not.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
}
