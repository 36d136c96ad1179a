package erasure

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/rate"
	"github.com/workplan-api/workplan/internal/strictjson"
	"github.com/workplan-api/workplan/services/journal"
)

// member is a member of a record that identifies a person, and what replaces it.
type member struct {
	name string
	with any
}

// subject describes the events of a kind of records: the member that has the id of the user whom a record is about,
// and what is erased in it. With list, each item of that member is such a record. With kind, only those of this kind
// are, and all of them if the record has the id of the user.
type subject struct {
	list    string
	user    string
	members []member
	kind    string
}

func subjects(id uuid.UUID) map[string]subject {
	return map[string]subject{
		"user": {user: "id", members: []member{
			{"name", journal.Erased}, {"email", address(id)}, {"image", nil}, {"externalIds", []any{}},
		}},
		"time_off": {user: "userId", members: []member{
			{"reason", journal.Erased}, {"rejectionReason", journal.Erased}, {"externalIds", []any{}},
		}},
		"key":  {user: "actorUserId", members: []member{{"name", journal.Erased}}},
		"lock": {list: "exceptions", user: "userId", members: []member{{"reason", journal.Erased}}},
		"timesheet": {user: "userId", members: []member{
			{"note", journal.Erased}, {"rejectionReason", journal.Erased}, {"reopenReason", journal.Erased},
		}},
		"proposal": {user: "creatorId", members: []member{
			{"title", journal.Erased}, {"note", journal.Erased}, {"rejectionReason", journal.Erased},
		}},
		"rates": {list: "items", user: "userId", members: []member{{"amount", nil}}, kind: string(rate.Cost)},
	}
}

// pageOfEvents reads the events of records that subjects describes. Events of hours have no text.
const pageOfEvents = `
SELECT id, split_part(type, '.', 1), seq, data FROM events
WHERE organization_id = $1 AND id > $2 AND encoding = 1
  AND split_part(type, '.', 1) IN ('user', 'time_off', 'key', 'lock', 'timesheet', 'proposal', 'rates')
ORDER BY organization_id, id LIMIT $3`

// eraseEvents rewrites the events about a user. The numbers of events stay. It returns how many it has rewritten.
func eraseEvents(ctx context.Context, db *sql.DB, organization, id uuid.UUID) (rewritten int, err error) {
	about := subjects(id)
	err = eachEvent(ctx, db, organization, func(e event) error {
		data, changed, err := about[e.kind].erase(e.data, id)
		if err != nil || !changed {
			return err
		}
		rewritten++
		return rewrite(ctx, db, organization, e, data)
	})
	return rewritten, err
}

// identities returns the names, the addresses and the pictures that a user has and had, without those of an erased
// user.
func identities(ctx context.Context, db *sql.DB, row *ent.User, organization uuid.UUID) (known []string, err error) {
	s := subjects(row.ID)["user"]
	add := func(state map[string]any) {
		for _, m := range s.members {
			if text, ok := state[m.name].(string); ok && text != m.with && !slices.Contains(known, text) {
				known = append(known, text)
			}
		}
	}
	now := map[string]any{"name": row.Name, "email": row.Email}
	if row.Image != nil {
		now["image"] = *row.Image
	}
	add(now) // the journal does not have it if its events have expired
	err = eachEvent(ctx, db, organization, func(e event) error {
		if e.kind != "user" {
			return nil
		}
		states, err := s.states(e.data, row.ID)
		for _, state := range states {
			add(state)
		}
		return err
	})
	return known, err
}

// eachEvent calls do with the events of pageOfEvents, in the order of their ids.
func eachEvent(ctx context.Context, db *sql.DB, organization uuid.UUID, do func(event) error) error {
	last := uuid.Nil
	for {
		page, err := readEvents(ctx, db, organization, last)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, e := range page {
			if err := do(e); err != nil {
				return fmt.Errorf("event %s: %w", e.id, err)
			}
			last = e.id
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
	err = unlimited(ctx, db, func(tx *sql.Tx) error { // between two events of a page there may be any number of others
		return postgres.Each(ctx, tx, func(scan postgres.Scan) error {
			var e event
			err := scan(&e.id, &e.kind, &e.seq, &e.data)
			page = append(page, e)
			return err
		}, pageOfEvents, organization, after, batch)
	})
	return page, err
}

// rewrite stores the new data of an event, and deletes what endpoints have responded to it, which may quote it.
func rewrite(ctx context.Context, db *sql.DB, organization uuid.UUID, e event, data []byte) error {
	if _, err := db.ExecContext(ctx,
		`UPDATE webhook_attempts SET response = NULL, error = NULL WHERE organization_id = $1 AND seq = $2`,
		organization, e.seq); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, `UPDATE events SET data = $3 WHERE organization_id = $1 AND id = $2`,
		organization, e.id, data)
	return err
}

// states returns what an event has of the record before and after it, or nil if the event is not about the user.
func (s subject) states(data []byte, id uuid.UUID) (states map[string]map[string]any, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber() // numbers stay as they are
	if err := d.Decode(&states); err != nil {
		return nil, err
	}
	whole := states["after"]
	if whole == nil {
		whole = states["before"]
	}
	if s.list == "" && whole[s.user] != id.String() {
		return nil, nil
	}
	return states, nil
}

// records returns the records about the user in a state of states.
func (s subject) records(state map[string]any, id uuid.UUID) (about []map[string]any) {
	if s.list == "" {
		return []map[string]any{state}
	}
	items, _ := state[s.list].([]any)
	for _, item := range items {
		record, is := item.(map[string]any)
		if !is || s.kind != "" && record["kind"] != s.kind {
			continue
		}
		if record[s.user] == id.String() || s.kind != "" && state["id"] == id.String() {
			about = append(about, record)
		}
	}
	return about
}

// erase returns the data of an event without what identifies the user, if the event is about the user.
func (s subject) erase(data []byte, id uuid.UUID) (_ []byte, changed bool, err error) {
	states, err := s.states(data, id)
	for _, state := range states {
		for _, record := range s.records(state, id) {
			for _, m := range s.members {
				if old, has := record[m.name]; has && old != nil && !reflect.DeepEqual(old, m.with) {
					record[m.name], changed = m.with, true
				}
			}
		}
	}
	if err != nil || !changed {
		return data, false, err
	}
	data, err = strictjson.MarshalPlain(states)
	return data, true, err
}
