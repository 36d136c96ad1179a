package doctor

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
	"github.com/workplan-api/workplan/internal/wait"
)

// Tests shorten these.
var (
	// heldTime is how long a transaction may be open. Workplan ends its own ones after seconds.
	heldTime = 10 * time.Minute
	// An index with fewer bytes is fast anyway.
	bloatMin int64 = 64 << 20
	// lookFor is how long the check of locks looks. A statement of a server waits for 1.2 s, and then the next one
	// does.
	lookFor = 3 * time.Second
)

const (
	// waitedTime is how long a statement may wait for a lock, and lookEvery the pause between two looks.
	waitedTime, lookEvery = 300 * time.Millisecond, 150 * time.Millisecond
	// heldXIDs is how many transactions a snapshot may be behind, if the role may not see when it began.
	heldXIDs = 1_000_000
	// A table with fewer rows is fast anyway.
	statisticsMin = 10_000
	// An index is worth a REINDEX if it has bloatFactor times the space that its rows need.
	bloatFactor = 2
	shownNames  = 10
)

// ours limits pg_class c to the tables of Workplan.
var ours = catalog.Own("c")

// structure compares the tables with what the migrations make.
func (d database) structure(ctx context.Context) (Status, string, error) {
	difference, err := migrate.Compare(ctx, d.db, migrations.Files, migrations.Structure)
	if err != nil {
		return Fail, "", err
	}
	invalid, err := postgres.Column[string](ctx, d.db, `SELECT x.relname FROM pg_class x
JOIN pg_index i ON i.indexrelid = x.oid JOIN pg_class c ON c.oid = i.indrelid
WHERE NOT (i.indisvalid AND i.indisready) AND`+ours+` ORDER BY 1`)
	if err != nil {
		return Fail, "", err
	}
	foreign, err := catalog.Foreign(ctx, d.db)
	var found []string
	note := func(what string, names []string) {
		if len(names) > 0 {
			found = append(found, what+": "+shown(names, "; "))
		}
	}
	note("invalid indexes, which nothing uses: run REINDEX INDEX CONCURRENTLY for each", invalid)
	note("missing or different: run as the owner of the tables, indexes with CREATE INDEX CONCURRENTLY",
		difference.Missing)
	note("not made by the migrations, and may refuse what the servers write: drop it", difference.Extra)
	note("not tables of Workplan, which erases and deletes nothing in them: drop those that have copies of rows", foreign)
	column := func(statement string) bool { return strings.Contains(statement, " ADD COLUMN ") }
	switch {
	case slices.ContainsFunc(difference.Missing, column):
		return Fail, strings.Join(found, ". "), err
	case len(found) > 0:
		return Warn, strings.Join(found, ". "), err
	}
	return OK, "columns, types, constraints and indexes are as the migrations make them", err
}

// shown returns the first names as text.
func shown(names []string, separator string) string {
	if more := len(names) - shownNames; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:shownNames], separator), more)
	}
	return strings.Join(names, separator)
}

// vacuum looks whether old versions of rows are removed, and whether there are statistics. On Citus the rows, and so
// what this looks for, are on the workers.
func (d database) vacuum(ctx context.Context) (Status, string, error) {
	found, err := postgres.Column[string](ctx, d.db, `
SELECT name || ' is off: switch it on' FROM pg_settings WHERE name IN ('autovacuum', 'track_counts') AND setting = 'off'
UNION ALL
SELECT 'autovacuum is off for ' || c.relname || ': ALTER TABLE ' || c.relname || ' RESET (autovacuum_enabled)'
FROM pg_class c, unnest(c.reloptions) o WHERE c.relkind IN ('r', 'p') AND`+ours+`
  AND split_part(o, '=', 1) = 'autovacuum_enabled' AND NOT split_part(o, '=', 2)::bool
UNION ALL
SELECT c.relname || ' has no statistics: ANALYZE ' || c.relname
FROM pg_class c JOIN pg_stat_all_tables s ON s.relid = c.oid
WHERE c.relkind = 'r' AND`+ours+` AND greatest(s.n_live_tup, c.reltuples) >= $1
  AND NOT EXISTS (SELECT FROM pg_stats p WHERE p.schemaname = s.schemaname AND p.tablename = c.relname)
UNION ALL
SELECT c.relname || ' has ' || s.n_dead_tup || ' old versions of ' || s.n_live_tup || ' rows: VACUUM ' || c.relname
FROM pg_class c JOIN pg_stat_all_tables s ON s.relid = c.oid
WHERE c.relkind = 'r' AND`+ours+` AND s.n_dead_tup >= greatest($1, s.n_live_tup)`, statisticsMin)
	if len(found) > 0 {
		return Warn, shown(found, "; "), err
	}
	return OK, "autovacuum runs, and the large tables have statistics", err
}

// horizon finds what keeps old versions of rows, or WAL, from being removed. Of other roles one may only see how far
// back a snapshot is.
func (d database) horizon(ctx context.Context) (Status, string, error) {
	found, err := postgres.Column[string](ctx, d.db, `
SELECT 'the transaction of process ' || pid || ' (' || coalesce(usename, '?') || ', '
  || coalesce(nullif(application_name, ''), 'without a name') || ') has been open since '
  || coalesce(to_char(xact_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    greatest(age(backend_xmin), age(backend_xid)) || ' transactions ago')
  || ': SELECT pg_terminate_backend(' || pid || ')'
FROM pg_stat_activity
WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
  AND (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL)
  AND (xact_start < now() - $1 * interval '1 second' OR greatest(age(backend_xmin), age(backend_xid)) > $2)
UNION ALL
SELECT 'the prepared transaction ' || quote_literal(gid) || ' is open since '
  || to_char(prepared AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ': ROLLBACK PREPARED ' || quote_literal(gid)
FROM pg_prepared_xacts WHERE prepared < now() - $1 * interval '1 second'
UNION ALL
SELECT 'nobody reads the replication slot ' || slot_name || coalesce(', which keeps ' || pg_size_pretty(
    pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END,
      restart_lsn)) || ' of WAL', '')
  || ': start its standby, or SELECT pg_drop_replication_slot(' || quote_literal(slot_name) || ')'
FROM pg_replication_slots
WHERE NOT active AND (restart_lsn IS NOT NULL OR xmin IS NOT NULL OR catalog_xmin IS NOT NULL)`,
		heldTime.Seconds(), heldXIDs)
	if len(found) > 0 {
		return Warn, "old versions of rows, or WAL, cannot be removed: " + shown(found, "; "), err
	}
	return OK, "nothing keeps old versions of rows or WAL", err
}

// lockWaits are the sessions that keep others waiting, or an error.
type lockWaits struct {
	holders []string
	err     error
}

// lookForLocks looks for lookFor until statements wait for a lock, while the other checks run. So it also finds what
// keeps these waiting.
func (d database) lookForLocks(ctx context.Context) lockWaits {
	for began := time.Now(); ; {
		waits, err := postgres.ReadLockWaits(ctx, d.db, waitedTime)
		if holders := waits.Holders(0); len(holders) > 0 || err != nil || time.Since(began) >= lookFor {
			return lockWaits{holders, err}
		}
		if err := wait.For(ctx, lookEvery); err != nil {
			return lockWaits{nil, err}
		}
	}
}

// locks says which sessions keep others waiting.
func (d database) locks(ctx context.Context) (Status, string, error) {
	select {
	case <-ctx.Done():
		return Fail, "", ctx.Err()
	case waits := <-d.waits:
		if len(waits.holders) > 0 {
			return Warn, "statements wait for locks: end the transaction, or SELECT pg_terminate_backend(PROCESS): " +
				shown(waits.holders, "; "), waits.err
		}
		return OK, fmt.Sprintf("no statement of this role has waited for a lock for more than %s", waitedTime),
			waits.err
	}
}

// bloat compares the size of each B-tree with the space that its entries need: 16 bytes and the columns, in pages that
// are 90 % full. Equal entries need less, so it rather misses an index than names one in vain.
func (d database) bloat(ctx context.Context) (Status, string, error) {
	found, err := postgres.Column[string](ctx, d.db, `
SELECT 'REINDEX INDEX CONCURRENTLY ' || c.relname || ' would free about ' || pg_size_pretty(size - need) || ' of '
  || pg_size_pretty(size)
FROM (SELECT x.relname, pg_relation_size(x.oid) AS size,
    (x.reltuples * (16 + coalesce((SELECT sum(p.avg_width) FROM pg_attribute a
      JOIN pg_stats p ON p.schemaname = n.nspname AND p.attname = a.attname AND p.tablename IN (c.relname, x.relname)
      WHERE a.attrelid = x.oid AND a.attnum > 0), 0)) / 0.9)::bigint AS need
  FROM pg_class x JOIN pg_index i ON i.indexrelid = x.oid JOIN pg_class c ON c.oid = i.indrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_am m ON m.oid = x.relam AND m.amname = 'btree'
  WHERE x.relkind = 'i' AND c.reltuples >= 0 AND i.indisvalid AND`+ours+`) c
WHERE size >= $1 AND size > need * $2 ORDER BY size - need DESC`, bloatMin, bloatFactor)
	if len(found) > 0 {
		return Warn, "indexes are mostly empty, as after a large delete or a restore: " + shown(found, "; ") +
			". Requests run meanwhile", err
	}
	return OK, fmt.Sprintf("no index of more than %d MiB is mostly empty", bloatMin>>20), err
}
