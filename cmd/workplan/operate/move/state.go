package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/cmd/workplan/operate/erasure"
)

// state is what a database says about the organization.
type state struct {
	exists            bool
	name              string
	move              *uuid.UUID
	closed, suspended bool
	movedTo           *string
}

func (m *Move) state(ctx context.Context, db *sql.DB) (s state, err error) {
	err = db.QueryRowContext(ctx, `
SELECT name, move_id, closed_at IS NOT NULL, suspended_at IS NOT NULL, moved_to FROM organizations WHERE id = $1`,
		m.Organization).Scan(&s.name, &s.move, &s.closed, &s.suspended, &s.movedTo)
	if errors.Is(err, sql.ErrNoRows) {
		return s, nil
	}
	s.exists = err == nil
	return s, err
}

func (m *Move) states(ctx context.Context) (from, to state, err error) {
	if from, err = m.state(ctx, m.Source); err != nil {
		return from, to, err
	}
	if !from.exists {
		return from, to, fmt.Errorf("there is no organization %s", m.Organization)
	}
	to, err = m.state(ctx, m.Target)
	return from, to, err
}

// same reports whether both states are of one move.
func same(from, to state) bool { return from.move != nil && to.move != nil && *from.move == *to.move }

// begin begins a move, or finds one that was interrupted. It then opens the source again if that was closed.
func (m *Move) begin(ctx context.Context) (from, to state, err error) {
	if from, to, err = m.states(ctx); err != nil {
		return from, to, err
	}
	switch {
	case from.movedTo != nil && to.exists && !to.closed:
		return from, to, ErrDone
	case from.movedTo != nil && same(from, to):
		m.id = *from.move
		return from, to, nil
	case from.movedTo != nil:
		return from, to, fmt.Errorf("the organization was moved to %s: move it from there", *from.movedTo)
	case from.suspended:
		return from, to, errors.New("the organization is suspended, so nothing is written: use `workplan organization " +
			"export` and `workplan organization import`, or resume it first")
	case to.exists && to.movedTo != nil:
		return from, to, errors.New("the target still has the organization of a move away from there: run `workplan " +
			"organization delete` there first")
	case to.exists && !same(from, to) && to.closed:
		return from, to, errors.New("the target has rows of a move that was aborted or that began elsewhere: run this " +
			"command with --abort, which removes what an aborted move has left")
	case to.exists && !same(from, to):
		return from, to, errors.New("the target has the organization already: a move does not change an organization " +
			"that exists. Delete it there first, if that is what you want")
	case from.move != nil:
		m.id = *from.move
		m.Say("Going on with the move that was interrupted.")
		return from, to, m.reopen(ctx)
	}
	m.id = uuid.Must(uuid.NewV7())
	return from, to, one(m.Source.ExecContext(ctx, `
UPDATE organizations SET move_id = $2 WHERE id = $1 AND move_id IS NULL AND suspended_at IS NULL`, m.Organization, m.id))
}

// errState means that a conditional update found another state.
var errState = errors.New("the state of the organization was changed by another command: run this one again")

// one returns an error unless an update has changed one row.
func one(result sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 1 {
		return err
	}
	return errState
}

// both runs two statements about the organization in a transaction. The first one must change a row.
func both(ctx context.Context, db *sql.DB, first, second string, firstArgs []any, organization uuid.UUID) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	if err := one(tx.ExecContext(ctx, first, firstArgs...)); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, second, organization); err != nil {
		return err
	}
	return tx.Commit()
}

const (
	closeSource = `
UPDATE organizations SET closed_at = clock_timestamp()
WHERE id = $1 AND move_id = $2 AND closed_at IS NULL AND suspended_at IS NULL`

	openSource = `UPDATE organizations SET closed_at = NULL WHERE id = $1 AND move_id = $2 AND moved_to IS NULL`

	forgetSource = `
UPDATE organizations SET move_id = NULL, closed_at = NULL, moved_to = NULL,
  suspended_at = CASE WHEN moved_to IS NULL THEN suspended_at END
WHERE id = $1 AND move_id = $2`

	handOver = `
UPDATE organizations SET suspended_at = clock_timestamp(), moved_to = $3
WHERE id = $1 AND move_id = $2 AND closed_at IS NOT NULL AND moved_to IS NULL AND suspended_at IS NULL`

	openTarget = `
UPDATE organizations SET suspended_at = NULL, closed_at = NULL, move_id = NULL
WHERE id = $1 AND move_id = $2 AND closed_at IS NOT NULL`

	// Whoever has leased an endpoint of webhooks loses it, and nobody gets it.
	holdWebhooks = `
UPDATE webhooks SET lease = lease + 1, leased_until = 'infinity' WHERE organization_id = $1`

	freeWebhooks = `
UPDATE webhooks SET leased_until = NULL WHERE organization_id = $1 AND leased_until = 'infinity'`
)

// reopen lets the source serve the organization again, if it was closed by this move and not handed over.
func (m *Move) reopen(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), undoTime)
	defer cancel()
	return both(ctx, m.Source, openSource, freeWebhooks, []any{m.Organization, m.id}, m.Organization)
}

// open opens the target after the source was handed over.
func (m *Move) open(ctx context.Context, r *Result) error {
	if err := both(ctx, m.Target, openTarget, freeWebhooks, []any{m.Organization, m.id}, m.Organization); err != nil {
		return err
	}
	return m.Target.QueryRowContext(ctx, `
SELECT coalesce((SELECT seq FROM event_heads WHERE organization_id = $1), 0),
  (SELECT count(*) FROM webhooks WHERE organization_id = $1)`, m.Organization).Scan(&r.Head, &r.Webhooks)
}

// Abort undoes a move that has not opened the target: the source is as it was, and the target has nothing of it.
// Without a Target, only the source is opened, if it was not handed over. Abort can be repeated.
func (m *Move) Abort(ctx context.Context, progress func(table string, deleted int64)) error {
	unlock, err := lock(ctx, m.Source, m.Organization)
	if err != nil {
		return err
	}
	defer unlock()
	from, err := m.state(ctx, m.Source)
	if err != nil {
		return err
	}
	if m.Target == nil {
		if from.movedTo != nil {
			return errors.New("the source was handed over already, so the target may be open: it must be reachable")
		}
		return m.forget(ctx, from)
	}
	from, to, err := m.states(ctx)
	switch {
	case err != nil:
		return err
	case from.movedTo != nil && to.exists && !to.closed:
		return fmt.Errorf("%w: it cannot be aborted. To bring it back, delete it here and move it from there", ErrDone)
	case from.movedTo != nil && (!to.exists || !to.closed):
		return fmt.Errorf("the source was handed over to %s, and this target is not the one that it was copied to: "+
			"nothing was changed", *from.movedTo)
	case from.move == nil && !(to.exists && to.closed && to.move == nil):
		return errors.New("the organization is not being moved to this target: nothing was changed")
	}
	arrives := to.exists && to.closed && (same(from, to) || to.move == nil) && to.movedTo == nil
	if arrives && to.move != nil { // from here on, nobody can open the target
		if err := one(m.Target.ExecContext(ctx, `
UPDATE organizations SET move_id = NULL WHERE id = $1 AND move_id = $2 AND closed_at IS NOT NULL`,
			m.Organization, *to.move)); err != nil {
			return err
		}
	}
	if err := m.forget(ctx, from); err != nil || !arrives {
		return err
	}
	if err := erasure.Organization(ctx, m.Target, m.Organization, progress); err != nil {
		return fmt.Errorf("the source is as it was, and the target still has rows: %w\nRun the command again to remove "+
			"them", err)
	}
	return nil
}

// forget makes the source as it was before the move.
func (m *Move) forget(ctx context.Context, from state) error {
	if from.move == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, undoTime)
	defer cancel()
	return both(ctx, m.Source, forgetSource, freeWebhooks, []any{m.Organization, *from.move}, m.Organization)
}
