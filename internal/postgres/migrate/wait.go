package migrate

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/wait"
)

// applyPatiently applies a migration. It tries again, after longer and longer pauses, if other transactions blocked it.
func (m *migration) applyPatiently(ctx context.Context, db *sql.DB, conn *sql.Conn, say func(string, ...any)) error {
	o, err := observe(ctx, db, conn, m.name, say)
	if err != nil {
		return err
	}
	defer o.end()
	for try := 1; ; try++ {
		err := m.apply(ctx, conn)
		if !postgres.IsLockTimeout(err) && !postgres.IsRetryable(err) {
			return err
		}
		if try == maxTries {
			return fmt.Errorf("in %d tries it did not get a lock%s: %w: wait until the other transaction has ended, "+
				"or end it with SELECT pg_terminate_backend(PROCESS), and run `workplan migrate` again",
				try, o.last().held(), err)
		}
		delay := min(pause<<(try-1), maxPause)
		if delay >= slowAfter {
			say("Migration %s did not get a lock%s. Trying again in %v (%d of %d tries) …", m.name,
				o.last().held(), delay, try, maxTries)
		}
		if wait.For(ctx, delay) != nil {
			return err
		}
	}
}

// observer reports what a migration waits for while it runs.
type observer struct {
	stop    context.CancelFunc
	running sync.WaitGroup
	mu      sync.Mutex
	holders holders // of the lock for which the migration waited last
}

// observe watches conn over another connection of the pool. It reports if the migration takes more than a second, and
// which processes hold it up.
func observe(
	ctx context.Context, db *sql.DB, conn *sql.Conn, name string, say func(string, ...any),
) (*observer, error) {
	var pid int
	if err := conn.QueryRowContext(ctx, "SELECT pg_backend_pid()").Scan(&pid); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	o := &observer{stop: cancel}
	o.running.Go(func() {
		slow := time.Now().Add(slowAfter)
		var said time.Time
		for applying, waiting := false, ""; wait.For(ctx, tableLockTimeout/2) == nil; {
			found, err := blockers(ctx, db, pid)
			if err != nil {
				found = nil // the migration itself reports what is wrong with the database
			}
			if len(found) > 0 {
				o.mu.Lock()
				o.holders = found
				o.mu.Unlock()
			}
			if time.Now().Before(slow) {
				continue
			}
			if !applying {
				say("Applying %s …", name)
				applying = true
			}
			if now := found.held(); now != "" && now != waiting && time.Since(said) > 10*slowAfter {
				say("Migration %s waits for a lock%s.", name, now)
				waiting, said = now, time.Now()
			}
		}
	})
	return o, nil
}

func (o *observer) end() {
	o.stop()
	o.running.Wait()
}

// last returns the processes that held the migration up last.
func (o *observer) last() holders {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.holders
}

// holders are processes that hold a lock, in words, such as
//
//	process 4711 (psql of the role reports, idle in transaction since 12:03:04 UTC)
//
// They never contain the text of a query, which may have values of people.
type holders []string

// held is the end of a sentence about a lock that names them, or "" if nobody knows who holds it.
func (h holders) held() string {
	if len(h) == 0 {
		return ""
	}
	return " held by " + strings.Join(h, ", ")
}

// holder describes a row of pg_stat_activity. A role without pg_read_all_stats sees neither state nor times of other
// roles.
const holder = `'process ' || p.pid || coalesce(' (' || coalesce(nullif(a.application_name, ''), a.backend_type, 'an unnamed program')
	|| coalesce(' of the role ' || a.usename, '')
	|| coalesce(', ' || nullif(a.state, '')
		|| coalesce(' since ' || to_char(a.xact_start AT TIME ZONE 'UTC', 'HH24:MI:SS') || ' UTC', ''), '') || ')', '')`

// blockers returns the processes for which the process pid waits.
func blockers(ctx context.Context, db *sql.DB, pid int) (holders, error) {
	return postgres.Column[string](ctx, db,
		`SELECT CASE p.pid WHEN 0 THEN 'a prepared transaction (see pg_prepared_xacts)' ELSE `+holder+` END
		FROM (SELECT DISTINCT unnest(pg_blocking_pids($1)) AS pid) p
		LEFT JOIN pg_stat_activity a ON a.pid = p.pid ORDER BY a.xact_start, p.pid LIMIT 5`, pid)
}

// migrators returns the processes that hold the lock of the migrators.
func migrators(ctx context.Context, conn *sql.Conn) (holders, error) {
	return postgres.Column[string](ctx, conn, `SELECT `+holder+`
		FROM pg_locks p LEFT JOIN pg_stat_activity a ON a.pid = p.pid
		WHERE p.locktype = 'advisory' AND p.granted
			AND p.database = (SELECT oid FROM pg_database WHERE datname = current_database())
			AND (p.classid::bigint << 32 | p.objid::bigint) = $1`, int64(lockKey))
}
