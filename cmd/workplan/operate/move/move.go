// Package move moves an organization from one installation to another one, while it is used.
//
// Both installations have a database and servers of their own. A move has these steps:
//
//  1. The rows are copied from one snapshot of the source. In the target, the organization is closed and suspended, so
//     servers there refuse it.
//  2. The source goes on, and the target follows its journal, in rounds. A round takes a new snapshot of the source.
//     The events since the round before say which hours have changed: these rows are copied again, as they are in the
//     snapshot. All other tables are small. They are compared row by row, and what differs is copied. So a round does
//     not need to know what an event means, and it can be repeated. A round is one transaction of the target.
//  3. One round compares all rows.
//  4. The source is closed: its servers refuse all calls for the organization. The statement that writes an event
//     checks
//     that, see services/journal, so this also holds for a server that has not noticed yet. When the transactions that
//     had begun before have ended, and callers are not cached any more, the last round copies the rest.
//  5. The source is suspended and says where the organization is. Then the target is opened.
//
// The state is in the rows of the organization: move_id is the same in both databases, closed_at is set while nothing
// may be written, and moved_to is set in the source by step 5. Each step is conditional on that state, so a move that
// was interrupted goes on when it is started again, and it can be undone until the target is opened.
//
// Two tables are not compared whole, because rows are only added to them: responses that are stored for
// Idempotency-Keys, and attempts of webhooks. A round copies their newest rows again. Sessions are not moved.
package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/cmd/workplan/operate/archive"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
	"github.com/workplan-api/workplan/internal/wait"
	"github.com/workplan-api/workplan/services/journal"
)

const (
	// near is how long a round takes at most when the organization is closed, as a part of the longest pause.
	near = 0.25
	// maxRounds is how many rounds may be needed to come near.
	maxRounds = 30
	// closings is how often the organization is closed if the rest takes too long.
	closings = 5
	// noticed is how long after it is closed a server may still admit a call, see services/chain/auth.
	noticed = time.Second
	// undoTime is the time to open the source again after an error.
	undoTime = 15 * time.Second
)

// Move is the move of one organization.
type Move struct {
	Source, Target *sql.DB
	Organization   uuid.UUID
	// Pointer is what callers of the source are told: where the organization is.
	Pointer string
	// MaxPause is how long the organization may be closed. If it takes longer, the source is opened again.
	MaxPause time.Duration
	// Say gets a message about each step. Status gets what is done at the moment, often.
	Say    func(format string, args ...any)
	Status func(format string, args ...any)

	id        uuid.UUID
	tables    []catalog.Table
	sequencer *journal.Sequencer
}

// Result says what a move has done.
type Result struct {
	// Rows is how many rows were copied first, and Rounds how often the journal was followed.
	Rows   int64
	Rounds int
	// Compared is how many rows were compared when all were.
	Compared int64
	// Head is the number of the last event.
	Head int64
	// Pause is how long the organization was closed. It is 0 if the move was only finished.
	Pause time.Duration
	// Closings is how often it was closed.
	Closings int
	// Webhooks is how many endpoints it has.
	Webhooks int
}

// ErrDone means that the organization has been moved already.
var ErrDone = errors.New("the organization is in the target already")

// Run moves the organization, or goes on with a move that was interrupted.
func (m *Move) Run(ctx context.Context) (r Result, err error) {
	unlock, err := m.prepare(ctx)
	if err != nil {
		return r, err
	}
	defer unlock()
	from, to, err := m.begin(ctx)
	if err != nil {
		return r, err
	}
	if from.movedTo != nil { // it was interrupted before the target was opened
		return r, m.open(ctx, &r)
	}
	if !to.exists {
		m.Say("Copying the rows. The organization is served meanwhile.")
		if r.Rows, err = m.copy(ctx); err != nil {
			return r, err
		}
		m.Say("Copied %d rows.", r.Rows)
	}
	if err := m.comeNear(ctx, &r); err != nil {
		return r, err
	}
	m.Say("Comparing all rows. The organization is served meanwhile.")
	done, err := m.round(ctx, compareAll)
	if err != nil {
		return r, err
	}
	r.Rounds, r.Compared = r.Rounds+1, done.compared
	m.Say("All %d rows are equal, as of event %d.", done.compared, done.head)
	for r.Closings < closings {
		if err := m.comeNear(ctx, &r); err != nil {
			return r, err
		}
		if err := m.drained(ctx, 10*time.Second); err != nil {
			return r, err
		}
		r.Closings++
		err := m.finish(ctx, &r)
		if !errors.Is(err, errSlow) {
			return r, err
		}
		m.Say("%v. The organization is served again. The next try follows.", err)
		if err := wait.For(ctx, time.Duration(r.Closings)*2*time.Second); err != nil {
			return r, err
		}
	}
	return r, fmt.Errorf("the organization was closed %d times, and each time the rest would have taken longer than %s: "+
		"run the command again at a time with less load, or allow a longer pause", closings, m.MaxPause)
}

// prepare checks both databases, and makes sure that no other command moves the organization.
func (m *Move) prepare(ctx context.Context) (unlock func(), err error) {
	if m.tables, err = archive.Tables(ctx, m.Source); err != nil {
		return nil, err
	}
	m.sequencer = journal.NewSequencer(m.Source, journal.NewHighWaterMarks(m.Source), slog.New(slog.DiscardHandler),
		prometheus.NewRegistry())
	return lock(ctx, m.Source, m.Organization)
}

// lock takes a lock of PostgreSQL that another command on the same organization needs too.
func lock(ctx context.Context, db *sql.DB, organization uuid.UUID) (unlock func(), err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	var free bool
	err = conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock(hashtextextended('move ' || $1::text, 0))`,
		organization).Scan(&free)
	if err == nil && !free {
		err = errors.New("another command is moving the organization: wait for its end")
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		// If this fails, the connection is lost, and the lock with it.
		_, _ = conn.ExecContext(ctx, `SELECT pg_advisory_unlock_all()`)
		conn.Close()
	}, nil
}

// comeNear follows the journal until a round takes little time.
func (m *Move) comeNear(ctx context.Context, r *Result) error {
	longest := time.Duration(float64(m.MaxPause) * near)
	for range maxRounds {
		done, err := m.round(ctx, compareChanged)
		if err != nil {
			return err
		}
		if r.Rounds++; done.took <= longest {
			return nil
		}
	}
	return fmt.Errorf("after %d rounds, the copy is not near enough: each round takes longer than %s. Run the command "+
		"again at a time with less load, or allow a longer pause", maxRounds, longest)
}
