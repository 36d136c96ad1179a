package journal

import (
	"context"
	"strconv"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/strictjson"
)

// checkedAtOnce is how many events Unreadable reads at once.
const checkedAtOnce = 100

const selectToCheck = `SELECT id, ` + columns +
	`, data FROM events WHERE organization_id = $1 AND id > $2 ORDER BY id LIMIT $3`

// Unreadable calls f with each event of an organization that no reader of the journal could be shown: with its number,
// or with its id if it has none yet. One such event fails each page of the feed that has it.
func Unreadable(ctx context.Context, db postgres.Querier, organization uuid.UUID, f func(name string)) error {
	for after, n := uuid.Nil, checkedAtOnce; n == checkedAtOnce; {
		n = 0
		if err := postgres.Each(ctx, db, func(scan postgres.Scan) error {
			var e stored
			var seq *int64
			if err := scan(&after, &seq, &e.kind, &e.at, &e.actor, &e.key, &e.request, &e.record, &e.rows, &e.encoding,
				&e.data); err != nil {
				return err
			}
			n++
			if !e.isReadable() && seq == nil {
				f(after.String())
			} else if !e.isReadable() {
				f(strconv.FormatInt(*seq, 10))
			}
			return nil
		}, selectToCheck, organization, after, checkedAtOnce); err != nil {
			return err
		}
	}
	return nil
}

// isReadable reports whether the event has a message and a JSON form.
func (e stored) isReadable() bool {
	rows, err := Rows(int16(e.encoding), e.data)
	if err != nil || len(rows) != e.rows || (e.encoding == encodingRecord) != (e.rows == 0) ||
		e.encoding == encodingRecord && e.record == nil {
		return false
	}
	m, err := e.message(nil, 0, e.rows)
	if err != nil {
		return false
	}
	_, err = strictjson.Append(nil, m)
	return err == nil
}
