package journal

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tenant"
)

// WrittenSince reads fewer than maxChanges rows in at most maxEvents events.
const (
	maxEvents  = 10_000
	maxChanges = 20_000
)

const (
	// lastBefore returns the number of the last event before a time, that of the latest
	// event, and the time as it is in a row. It finds the first one by bisection: event low
	// is before the time, and event high is not, or it does not exist yet. LATERAL with
	// OFFSET 0 makes it look up single events. A join may read all of them.
	lastBefore = `
WITH RECURSIVE search (low, high, head) AS (
  SELECT h.first_seq, h.seq + 1, h.seq FROM event_heads h
  CROSS JOIN LATERAL (SELECT written_at FROM events WHERE organization_id = $1 AND seq = h.first_seq OFFSET 0) e
  WHERE h.organization_id = $1 AND e.written_at < $2::timestamptz - interval '1 hour' AND $2 < now() + interval '1 day'
  UNION ALL
  SELECT CASE WHEN e.written_at < $2 THEN e.seq ELSE s.low END, CASE WHEN e.written_at < $2 THEN s.high ELSE e.seq END, s.head
  FROM search s CROSS JOIN LATERAL (SELECT seq, written_at FROM events WHERE organization_id = $1 AND seq = (s.low + s.high) / 2 OFFSET 0) e
  WHERE s.high - s.low > 1
)
SELECT low, head, $2::timestamptz FROM search WHERE high - low = 1`

	// changesAfter returns the rows of hours in the events of two types, with the number of the event, 0 if it has
	// none, and whether the type is the second one, which is that of deleted rows. Without data, the events have too
	// many rows.
	changesAfter = `
SELECT coalesce(seq, 0), type = $3, encoding, CASE WHEN total < $7 THEN data END FROM (
  SELECT seq, type, encoding, data, sum(row_count) OVER () AS total FROM (
    SELECT seq, type, encoding, data, row_count FROM events
    WHERE organization_id = $1 AND seq > $4 AND seq <= $5 AND type IN ($2, $3)
    UNION ALL
    (SELECT seq, type, encoding, data, row_count FROM events
     WHERE organization_id = $1 AND seq IS NULL AND written_at >= $6 AND type IN ($2, $3) LIMIT $7)
  ) written
) counted`
)

// WrittenSince returns the rows of hours whose updated_at is a time or later, as the events of
// the type upserted have them: see RowSize. A row is there once for each such event, in no order. Its
// hours, version and updated_at may have changed since, but updated_at never decreases. A row that
// an event of the type deleted has is not there: it is gone, because an id is never used again. ok is
// false if the journal is off or does not reach back that far, or if it has so many changes
// that it is faster to read the table. It is called in a snapshot.
//
// No row is missing, because:
//   - A write and its event are one transaction. A snapshot has both or none.
//   - updated_at of a row is the time at which one of its writes began its transaction. The
//     event of that write has a later written_at, by the same clock. See written.
//   - written_at never falls as seq rises, see giveNumbers. So the events since a time are
//     those after the last event before it, and some of those without a number.
//   - Only the oldest events are removed. So all events since a time are there if an older
//     event is there.
//   - Writes from before the journal existed have no event. They came before the oldest
//     event, by at most an hour of error: for the clocks of servers, which set updated_at at
//     that time, and for servers of the old version that ran during the upgrade. So the
//     oldest event must be an hour older than the time. A time more than a day ahead is read
//     from the table, because only such writes can have it. A client whose clock or time
//     zone is wrong is answered at once.
func WrittenSince(
	ctx context.Context, db *ent.Client, upserted, deleted string, since time.Time,
) (rows []byte, ok bool, err error) {
	if db.Engine.Unjournaled {
		return nil, false, nil
	}
	var last, head int64
	var earliest time.Time
	err = tenant.Each(ctx, db, func(scan postgres.Scan) error {
		ok = true
		return scan(&last, &head, &earliest)
	}, lastBefore, since)
	if err != nil || !ok || head-last > maxEvents {
		return nil, false, err
	}
	gone := map[uuid.UUID]bool{}
	events := batches{upserted, deleted, last, head, since, maxChanges}
	ok, err = events.each(ctx, db, func(_ int64, isDeleted bool, written []byte) {
		for row := range hoursrow.Rows(written) {
			switch {
			case isDeleted:
				gone[row.ID()] = true
			case row.Updated() >= hoursrow.Micros(earliest):
				rows = append(rows, row...)
			}
		}
	})
	if err != nil || !ok {
		return nil, false, err
	}
	if len(gone) > 0 {
		rows = hoursrow.Keep(rows, func(row hoursrow.Row) bool { return !gone[row.ID()] })
	}
	return rows, true, nil
}

// batches are events of two types: those after a number up to another one, and those without a number that were written
// at a time or later.
type batches struct {
	upserted, deleted string
	after, upTo       int64
	unnumbered        any // a time.Time, or a time of PostgreSQL as text
	rows              int // the events must have fewer
}

// each calls f with the rows of each event, in no order. The number of an event is 0 if it has none yet. ok is false if
// the events have too many rows.
func (s batches) each(
	ctx context.Context, db *ent.Client, f func(seq int64, isDeleted bool, rows []byte),
) (ok bool, err error) {
	changes, err := tenant.Query(ctx, db, changesAfter, s.upserted, s.deleted, s.after, s.upTo, s.unnumbered, s.rows)
	if err != nil {
		return false, err
	}
	defer changes.Close()
	for changes.Next() {
		var seq int64
		var isDeleted bool
		var encoding int
		var data []byte
		if err := changes.Scan(&seq, &isDeleted, &encoding, &data); err != nil || data == nil {
			return false, err
		}
		if encoding == encodingPacked {
			if data, err = decompress(nil, data); err != nil {
				return false, err
			}
		}
		f(seq, isDeleted, data)
	}
	return true, changes.Err()
}
