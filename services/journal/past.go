package journal

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/strictjson"
	"github.com/workplan-api/workplan/internal/tenant"
)

// ChangesBetween reads fewer than mostChanges rows, in at most mostEvents events.
const (
	mostEvents  = 200_000
	mostChanges = 200_000
)

// Moment is a point of the journal: after one event and before the next one.
type Moment struct {
	// Seq is the number of the event, 0 if the moment is before the first one.
	Seq int64
	// Latest is a time that is not before what was written until then, in microseconds since hoursrow.Epoch.
	Latest int64
	head   int64
}

// readMoment returns the numbers of the latest event and of the oldest one that is kept, the number $3, or else that of
// the last event at a time or before it, whether that time is in the future, whether an event at the time or before it
// has no number yet, and the time of the event. It finds the event like lastBefore.
const readMoment = `
WITH RECURSIVE search (low, high) AS (
  SELECT h.first_seq, h.seq + 1 FROM event_heads h
  CROSS JOIN LATERAL (SELECT written_at FROM events WHERE organization_id = $1 AND seq = h.first_seq OFFSET 0) e
  WHERE h.organization_id = $1 AND e.written_at <= $2::timestamptz
  UNION ALL
  SELECT CASE WHEN e.written_at <= $2 THEN e.seq ELSE s.low END, CASE WHEN e.written_at <= $2 THEN s.high ELSE e.seq END
  FROM search s CROSS JOIN LATERAL (SELECT seq, written_at FROM events WHERE organization_id = $1 AND seq = (s.low + s.high) / 2 OFFSET 0) e
  WHERE s.high - s.low > 1
), found AS (
  SELECT coalesce((SELECT seq FROM event_heads WHERE organization_id = $1), 0) AS head,
    coalesce((SELECT first_seq FROM event_heads WHERE organization_id = $1), 1) AS first_seq,
    coalesce($3::bigint, (SELECT low FROM search WHERE high - low = 1), -1) AS seq
)
SELECT head, first_seq, seq, coalesce($2 > now(), false),
  seq = head AND EXISTS (SELECT FROM events WHERE organization_id = $1 AND seq IS NULL AND written_at <= $2),
  coalesce((
  SELECT written_at FROM events e WHERE e.organization_id = $1 AND e.seq = greatest(found.seq, found.first_seq)), now())
FROM found`

// FindMoment returns the moment that a field of a request names: by the number of an event, or by a time. It returns an
// error if the moment is in the future, if events after it are no longer kept, or if an event until then has no number:
// its rows would be missed. It is called in a snapshot, after Sequencer.NumberAll if the moment is a time.
func FindMoment(ctx context.Context, db *ent.Client, field, text string) (Moment, error) {
	var at, seq any
	if IsNumber(text) {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return Moment{}, err
		}
		seq = n
	} else {
		t, ok := strictjson.ParseTime(text)
		if !ok {
			return Moment{}, problem.Field(problem.ValidationFailed, field, notMoment(text))
		}
		at = t.Truncate(time.Microsecond) // PostgreSQL would round it up
	}
	var m Moment
	var first int64
	var future, unnumbered bool
	var latest time.Time
	err := tenant.Each(ctx, db, func(scan postgres.Scan) error {
		return scan(&m.head, &first, &m.Seq, &future, &unnumbered, &latest)
	}, readMoment, at, seq)
	if err != nil {
		return m, err
	}
	m.Latest = hoursrow.Micros(latest)
	switch {
	case future:
		return m, problem.Field(problem.ValidationFailed, field, "is in the future")
	case unnumbered:
		return m, &problem.Error{
			Code: problem.Unavailable, RetryAfter: time.Second,
			Message: "the events of the last seconds have no numbers yet: send the request again in a second, " +
				"or name an earlier time",
		}
	case m.Seq > m.head:
		return m, problem.Field(problem.ValidationFailed, field,
			fmt.Sprintf("is in the future: the latest event has the number %d", m.head))
	case m.Seq < first-1:
		return m, problem.Field(problem.CursorExpired, field,
			fmt.Sprintf("is before the oldest event that is kept, which has the number %d", first))
	}
	return m, nil
}

// IsNumber reports whether a valid name of a moment is the number of an event.
func IsNumber(moment string) bool { return !strings.Contains(moment, "-") }

func notMoment(text string) string {
	const message = "must be the number of an event, 0, or a time such as 2027-03-01T09:00:00Z"
	if strings.Contains(text, " ") {
		return message + "; a + is written as %2B"
	}
	return message
}

// Now returns the moment after the latest event, in the same transaction.
func (m Moment) Now() Moment { return Moment{Seq: m.head, head: m.head} }

// ChangesSince calls f with the rows of hours in the events of two types after a moment, in no order. Those that have
// no number yet are after every moment. ok is false if there are too many. It is called in the snapshot of the moment.
func (m Moment) ChangesSince(
	ctx context.Context, db *ent.Client, upserted, deleted string, f func(seq int64, isDeleted bool, rows []byte),
) (ok bool, err error) {
	if m.head-m.Seq > mostEvents {
		return false, nil
	}
	return batches{upserted, deleted, m.Seq, m.head, "-infinity", mostChanges}.each(ctx, db, f)
}

// ChangesUntil is ChangesSince with the events up to a later moment.
func (m Moment) ChangesUntil(
	ctx context.Context, db *ent.Client, later Moment, upserted, deleted string,
	f func(seq int64, isDeleted bool, rows []byte),
) (ok bool, err error) {
	if later.Seq-m.Seq > mostEvents {
		return false, nil
	}
	return batches{upserted, deleted, m.Seq, later.Seq, "infinity", mostChanges}.each(ctx, db, f)
}

// TooMany is the error about a field whose moment is too far from another one.
func TooMany(field, advice string) error {
	return problem.Field(problem.ValidationFailed, field, fmt.Sprintf(
		"is too long ago: at most %d rows of hours in %d events can be read back: %s", mostChanges-1, mostEvents, advice))
}
