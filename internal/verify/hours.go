package verify

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/lib/pq"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services/journal"
)

// eventsAtOnce is how many events of hours are read at once. An event has at most 5,000 rows.
const eventsAtOnce = 20

const selectHoursEvents = `
SELECT seq, type, encoding, data FROM events
WHERE organization_id = $1 AND seq > $2 AND type IN ('assignments.upserted', 'actual_hours.upserted') ORDER BY seq LIMIT $3`

type hoursEvent struct {
	seq      int64
	kind     string
	encoding int16
	data     []byte
}

// hours compares the rows of hours with all their events. The events are read first, so a row that changes meanwhile is
// newer than its event.
func hours(ctx context.Context, s *session, organization uuid.UUID, found func(subject, id string)) error {
	for after := int64(0); ; {
		events, err := s.hoursEvents(ctx, organization, after)
		if err != nil {
			return err
		}
		for _, e := range events {
			rows, err := journal.Rows(e.encoding, e.data)
			if err != nil {
				found("events that cannot be read", fmt.Sprint(e.seq))
				continue
			}
			table, _, _ := strings.Cut(e.kind, ".")
			if err := s.compare(ctx, organization, table, rows, found); err != nil {
				return err
			}
		}
		if len(events) < eventsAtOnce {
			return nil
		}
		after = events[len(events)-1].seq
	}
}

func (s *session) hoursEvents(ctx context.Context, organization uuid.UUID, after int64) (list []hoursEvent, err error) {
	rows, err := s.conn.QueryContext(ctx, selectHoursEvents, organization, after, eventsAtOnce)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var e hoursEvent
		if err := rows.Scan(&e.seq, &e.kind, &e.encoding, &e.data); err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, rows.Err()
}

// compare compares rows of an event with those in the table.
func (s *session) compare(ctx context.Context, organization uuid.UUID, table string, want []*pb.EventRow, found func(subject, id string)) error {
	ids := make(pq.StringArray, len(want))
	for i, row := range want {
		ids[i] = row.Id
	}
	rows, err := s.conn.QueryContext(ctx, fmt.Sprintf(`SELECT id, version, hours FROM %s WHERE organization_id = $1 AND id = ANY ($2::uuid[])`, pq.QuoteIdentifier(table)), organization, ids)
	if err != nil {
		return err
	}
	defer rows.Close()
	type state struct {
		version int64
		hours   float64
	}
	stored := map[string]state{}
	for rows.Next() {
		var id string
		var is state
		if err := rows.Scan(&id, &is.version, &is.hours); err != nil {
			return err
		}
		stored[id] = is
	}
	for _, row := range want {
		switch is, exists := stored[row.Id]; {
		case !exists:
			found(table+" that are missing", row.Id)
		case is.version < row.Version:
			found(table+" that are older than their event", row.Id)
		case is.version == row.Version && is.hours != row.Hours:
			found(table+" that do not have the hours of their event", row.Id)
		}
	}
	return rows.Err()
}
