package erasure

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/lib/pq"
)

// member is a member of a record that identifies a person, and what replaces it.
type member struct {
	name string
	with any
}

// subject describes the events of a kind of records: the member that has the id of the user whom a record is about, and
// what is erased in it.
type subject struct {
	user    string
	members []member
}

func subjects(id uuid.UUID) map[string]subject {
	return map[string]subject{
		"user":     {"id", []member{{"name", Erased}, {"email", address(id)}, {"image", nil}}},
		"time_off": {"userId", []member{{"reason", Erased}, {"rejectionReason", Erased}}},
		"key":      {"actorUserId", []member{{"name", Erased}}},
	}
}

// pageOfEvents reads the events of records of three kinds. Events of hours have no text.
const pageOfEvents = `
SELECT id, split_part(type, '.', 1), seq, data FROM events
WHERE organization_id = $1 AND id > $2 AND split_part(type, '.', 1) IN ('user', 'time_off', 'key') AND encoding = 1
ORDER BY organization_id, id LIMIT $3`

// eraseEvents rewrites the events about a user. The numbers of events stay. It returns how many it has rewritten.
func eraseEvents(ctx context.Context, db *sql.DB, organization, id uuid.UUID) (rewritten int, err error) {
	about := subjects(id)
	last := uuid.Nil
	for {
		page, err := readEvents(ctx, db, organization, last)
		if err != nil || len(page) == 0 {
			return rewritten, err
		}
		for _, e := range page {
			last = e.id
			data, changed, err := about[e.kind].erase(e.data, id)
			if err != nil {
				return rewritten, fmt.Errorf("event %s: %w", e.id, err)
			}
			if !changed {
				continue
			}
			if err := rewrite(ctx, db, organization, e, data); err != nil {
				return rewritten, err
			}
			rewritten++
		}
	}
}

type event struct {
	id   uuid.UUID
	kind string
	seq  *int64
	data []byte
}

func readEvents(ctx context.Context, db *sql.DB, organization, after uuid.UUID) (page []event, err error) {
	rows, err := db.QueryContext(ctx, pageOfEvents, organization, after, batch)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var e event
		if err := rows.Scan(&e.id, &e.kind, &e.seq, &e.data); err != nil {
			return nil, err
		}
		page = append(page, e)
	}
	return page, rows.Err()
}

// rewrite stores the new data of an event, and deletes what endpoints have responded to it, which may quote it.
func rewrite(ctx context.Context, db *sql.DB, organization uuid.UUID, e event, data []byte) error {
	if _, err := db.ExecContext(ctx, `UPDATE webhook_attempts SET response = NULL, error = NULL WHERE organization_id = $1 AND seq = $2`, organization, e.seq); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, `UPDATE events SET data = $3 WHERE organization_id = $1 AND id = $2`, organization, e.id, data)
	return err
}

// erase returns the data of an event without what identifies the user, if the event is about the user.
func (s subject) erase(data []byte, id uuid.UUID) (_ []byte, changed bool, err error) {
	var states map[string]map[string]any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber() // numbers stay as they are
	if err := d.Decode(&states); err != nil {
		return nil, false, err
	}
	whole := states["after"]
	if whole == nil {
		whole = states["before"]
	}
	if whole[s.user] != id.String() {
		return data, false, nil
	}
	for _, state := range states {
		for _, m := range s.members {
			if old, has := state[m.name]; has && old != nil && old != m.with {
				state[m.name], changed = m.with, true
			}
		}
	}
	if !changed {
		return data, false, nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err = e.Encode(states)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), true, err
}

// Place is a column that has a text.
type Place struct {
	Table, Column string
	Rows          int64
}

// Find returns the columns of an organization that have one of the texts: in any case in text and JSON, and as they are in
// bytes, such as the data of events. It reads all rows.
func Find(ctx context.Context, db *sql.DB, organization uuid.UUID, texts ...string) (places []Place, err error) {
	rows, err := db.QueryContext(ctx, `
SELECT c.relname, a.attname, a.atttypid = 'bytea'::regtype, EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'organization_id')
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'organizations'::regclass) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND (c.relname = 'organizations' OR EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'organization_id'))
  AND a.atttypid IN ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'json'::regtype, 'bytea'::regtype, 'varchar'::regtype)
ORDER BY c.relname, a.attnum`)
	if err != nil {
		return nil, err
	}
	type column struct {
		table, name string
		bytes, org  bool
	}
	var columns []column
	for rows.Next() {
		var c column
		if err := rows.Scan(&c.table, &c.name, &c.bytes, &c.org); err != nil {
			return nil, err
		}
		columns = append(columns, c)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	for _, c := range columns {
		key, name := "id", pq.QuoteIdentifier(c.name)
		if c.org {
			key = "organization_id"
		}
		has := "position(lower(n) IN lower(" + name + "::text)) > 0"
		if c.bytes {
			has = "position(convert_to(n, 'UTF8') IN " + name + ") > 0"
		}
		text := fmt.Sprintf("SELECT count(*) FROM %s WHERE %s = $1 AND EXISTS (SELECT FROM unnest($2::text[]) n WHERE %s)", pq.QuoteIdentifier(c.table), key, has)
		p := Place{Table: c.table, Column: c.name}
		if err := db.QueryRowContext(ctx, text, organization, pq.StringArray(texts)).Scan(&p.Rows); err != nil {
			return nil, fmt.Errorf("%s.%s: %w", c.table, c.name, err)
		}
		if p.Rows > 0 {
			places = append(places, p)
		}
	}
	return places, nil
}
