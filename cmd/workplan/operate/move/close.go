package move

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/wait"
)

// errSlow means that the organization was opened again because the rest took too long.
var errSlow = errors.New("the rest takes longer than the pause may")

// finish closes the source, copies the rest, and opens the target. If that fails before the source is handed over, the
// source is open again.
func (m *Move) finish(ctx context.Context, r *Result) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.Say("Closing the organization for the rest.")
	began := time.Now()
	limited, cancel := context.WithDeadline(ctx, began.Add(m.MaxPause))
	defer cancel()
	handedOver := false
	defer func() {
		if err == nil || handedOver {
			return
		}
		slow := limited.Err() != nil && ctx.Err() == nil
		if slow {
			err = fmt.Errorf("%w, %s: %v", errSlow, m.MaxPause, err)
		}
		if failed := m.reopen(ctx); failed != nil {
			err = fmt.Errorf("%w\nThe organization may still be closed in the source: %v\nRun the command again at once, "+
				"to go on, or with --abort", withoutSlow(err), failed)
		}
	}()
	if err := both(limited, m.Source, closeSource, holdWebhooks, []any{m.Organization, m.id},
		m.Organization); err != nil {
		return err
	}
	for time.Since(began) < noticed {
		if _, err := m.round(limited, compareChanged); err != nil {
			return err
		}
		r.Rounds++
		if err := wait.For(limited, min(noticed-time.Since(began), noticed/4)); err != nil {
			return err
		}
	}
	if err := m.drained(limited, m.MaxPause); err != nil {
		return err
	}
	if err := m.last(limited, r); err != nil {
		return err
	}
	if err := limited.Err(); err != nil {
		return err
	}
	// From here on, the move goes on: whether the statement has an effect may be unknown.
	handedOver = true
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), undoTime)
	defer stop()
	m.Status("Suspending the organization here …")
	if err := one(m.Source.ExecContext(ctx, handOver, m.Organization, m.id, m.Pointer)); err != nil {
		return fmt.Errorf("%w\nThe organization is closed, and everything is copied: run the command again at once to "+
			"open the target, or with --abort", err)
	}
	m.Status("Opening the organization there …")
	if err := m.open(ctx, r); err != nil {
		return fmt.Errorf("%w\nThe source was handed over, and the target is not open: run the command again at once to "+
			"open it, or with --abort", err)
	}
	r.Pause = time.Since(began)
	return nil
}

// withoutSlow returns an error after which the command does not try again.
func withoutSlow(err error) error { return errors.New(err.Error()) }

// last gives the last events their numbers and makes the last round.
func (m *Move) last(ctx context.Context, r *Result) error {
	for {
		busy, err := m.sequencer.Number(ctx, m.Organization)
		if err != nil {
			return err
		}
		if !busy {
			if _, err = m.round(ctx, compareLast); !errors.Is(err, errUnnumbered) {
				r.Rounds++
				return err
			}
		}
		if err := wait.For(ctx, 5*time.Millisecond); err != nil {
			return err
		}
	}
}

// selectRunning returns what may still write rows that a snapshot of now does not show: transactions that have written
// something, and those whose statement runs. One that has written nothing and waits for its client will see in its next
// statement that the organization is closed. PostgreSQL does not show the state of other roles to everybody: then the
// transaction counts.
const selectRunning = `
SELECT l.virtualtransaction, l.pid, coalesce(extract(epoch FROM clock_timestamp() - a.xact_start), 0)
FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
WHERE l.locktype = 'virtualxid' AND l.granted AND l.pid <> pg_backend_pid() AND a.datname = current_database()
  AND a.usesysid IS NOT NULL AND coalesce(a.backend_type, 'client backend') = 'client backend'
  AND NOT coalesce(a.state LIKE 'idle in transaction%' AND a.backend_xid IS NULL, false)`

// drained waits until all transactions of the source have ended that run now.
func (m *Move) drained(ctx context.Context, limit time.Duration) error {
	read := func() (map[string]string, error) {
		running := map[string]string{}
		err := postgres.Each(ctx, m.Source, func(scan postgres.Scan) error {
			var transaction string
			var pid int
			var age float64
			err := scan(&transaction, &pid, &age)
			running[transaction] = fmt.Sprintf("process %d, for %.0f s", pid, age)
			return err
		}, selectRunning)
		return running, err
	}
	first, err := read()
	for deadline := time.Now().Add(limit); err == nil && len(first) > 0; {
		if err := wait.For(ctx, 2*time.Millisecond); err != nil {
			return err
		}
		var now map[string]string
		if now, err = read(); err != nil {
			break
		}
		var left []string
		for transaction := range first {
			if text, ok := now[transaction]; ok {
				left = append(left, text)
			} else {
				delete(first, transaction)
			}
		}
		if len(left) > 0 && time.Now().After(deadline) {
			return fmt.Errorf("transactions of the source do not end, and might still write: %s. Wait for their end, or "+
				"end them with pg_terminate_backend, and run the command again", strings.Join(left, "; "))
		}
	}
	return err
}
