package verify

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/lib/pq"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services/journal"
)

// eventsAtOnce is how many events of hours are read at once. An event has at most 5,000 rows.
const eventsAtOnce = 20

const (
	hoursTypes = `'assignments.upserted', 'assignments.deleted', 'actual_hours.upserted', 'actual_hours.deleted'`

	selectLastEvent = `SELECT coalesce(max(seq), 0) FROM events WHERE organization_id = $1`

	selectHoursEvents = `
SELECT seq, type, encoding, data FROM events
WHERE organization_id = $1 AND seq > $2 AND seq <= $3 AND type IN (` + hoursTypes + `)
  ORDER BY seq LIMIT $4`

	// An event without a number is later than all that have one.
	selectLaterHoursEvents = `
SELECT id FROM events
WHERE organization_id = $1 AND (seq > $2 OR seq IS NULL) AND type IN (` + hoursTypes + `)
  ORDER BY seq NULLS LAST, written_at, id`

	selectHoursEventsByID = `
SELECT coalesce(seq, 0), type, encoding, data FROM events
WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY seq NULLS LAST, written_at, id`
)

type hoursEvent struct {
	kind string
	// seq is 0 if the event has no number yet.
	seq      int64
	encoding int16
	data     []byte
}

// hoursCheck compares the rows of hours of an organization with their events, in the order of the journal.
type hoursCheck struct {
	*session
	organization uuid.UUID
	found        func(subject, id string)
	// newer has the ids of the rows that are newer than their events so far, with their tables, and missing those that
	// have events but are not in their tables. A later event may show why.
	newer, missing map[string]string
}

// hours compares the rows of hours with all their events. Beside a server, a row can be newer than the events that were
// read before it. So the events that were written meanwhile are compared last, in a snapshot, which has an event for
// each version of a row. A row without an event is older than the journal.
func hours(ctx context.Context, s *session, organization uuid.UUID, found func(subject, id string)) error {
	c := &hoursCheck{s, organization, found, map[string]string{}, map[string]string{}}
	var last int64
	if err := s.conn.QueryRowContext(ctx, selectLastEvent, organization).Scan(&last); err != nil {
		return err
	}
	for after := int64(0); after < last; {
		events, err := c.events(ctx, selectHoursEvents, organization, after, last, eventsAtOnce)
		if err != nil {
			return err
		}
		if err := c.compareAll(ctx, events); err != nil {
			return err
		}
		if len(events) < eventsAtOnce {
			break
		}
		after = events[len(events)-1].seq
	}
	if err := c.later(ctx, last); err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(c.newer)) {
		found(c.newer[id]+" that are newer than their last event", id)
	}
	for _, id := range slices.Sorted(maps.Keys(c.missing)) {
		found(c.missing[id]+" that are missing, although no event deleted them", id)
	}
	return nil
}

// later compares the events after a number, and those without one, in a snapshot.
func (c *hoursCheck) later(ctx context.Context, after int64) error {
	tx, err := c.conn.BeginTx(ctx, nil) // all statements of the connection run in it
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // it only reads
	if _, err := tx.ExecContext(ctx, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"); err != nil {
		return err
	}
	ids, err := postgres.Column[string](ctx, c.conn, selectLaterHoursEvents, c.organization, after)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(ids, eventsAtOnce) {
		events, err := c.events(ctx, selectHoursEventsByID, c.organization, pq.StringArray(some))
		if err != nil {
			return err
		}
		if err := c.compareAll(ctx, events); err != nil {
			return err
		}
	}
	return nil
}

func (c *hoursCheck) events(ctx context.Context, query string, args ...any) (list []hoursEvent, err error) {
	err = postgres.Each(ctx, c.conn, func(scan postgres.Scan) error {
		var e hoursEvent
		err := scan(&e.seq, &e.kind, &e.encoding, &e.data)
		list = append(list, e)
		return err
	}, query, args...)
	return list, err
}

func (c *hoursCheck) compareAll(ctx context.Context, events []hoursEvent) error {
	for _, e := range events {
		rows, err := journal.Rows(e.encoding, e.data)
		if err != nil {
			continue // the check of events finds it
		}
		table, what, _ := strings.Cut(e.kind, ".")
		if err := c.compare(ctx, table, what == "deleted", rows); err != nil {
			return err
		}
	}
	return nil
}

// hoursKey is the unique key of a row of hours.
type hoursKey struct{ user, project, capability, date string }

// compare compares rows of an event with those in the table. deleted means that the event deleted them.
func (c *hoursCheck) compare(ctx context.Context, table string, deleted bool, want []*pb.EventRow) error {
	ids := make(pq.StringArray, len(want))
	for i, row := range want {
		ids[i] = row.Id
	}
	type state struct {
		version   int64
		hours     float64
		tentative bool
		key       hoursKey
	}
	tentative := "tentative IS TRUE"
	if table == "actual_hours" {
		tentative = "false"
	}
	stored := map[string]state{}
	if err := postgres.Each(ctx, c.conn, func(scan postgres.Scan) error {
		var id string
		var is state
		err := scan(&id, &is.version, &is.hours, &is.tentative, &is.key.user, &is.key.project, &is.key.capability,
			&is.key.date)
		stored[id] = is
		return err
	}, fmt.Sprintf(`
SELECT id, version, hours, %s, user_id, project_id, coalesce(capability_id::text, ''), to_char(date, 'YYYY-MM-DD')
FROM %s WHERE organization_id = $1 AND id = ANY ($2::uuid[])`, tentative, pq.QuoteIdentifier(table)),
		c.organization, ids); err != nil {
		return err
	}
	for _, row := range want {
		is, exists := stored[row.Id]
		if exists && is.version > row.Version {
			c.newer[row.Id] = table
			continue
		}
		delete(c.newer, row.Id)
		switch {
		case deleted && exists:
			c.found(table+" that are there, although an event deleted them", row.Id)
		case deleted:
			delete(c.missing, row.Id)
		case !exists:
			c.missing[row.Id] = table
		case is.version < row.Version:
			c.found(table+" that are older than their event", row.Id)
		case is.key != hoursKey{row.UserId, row.ProjectId, row.GetCapabilityId(), row.Date}:
			c.found(table+" of another user, project, capability or day than in their event", row.Id)
		case is.hours != row.Hours:
			c.found(table+" that do not have the hours of their event", row.Id)
		case is.tentative != row.Tentative:
			c.found(table+" that are tentative, and not in their event, or the other way round", row.Id)
		}
	}
	return nil
}
