// Package doctor checks what a server depends on: its database, the journal, webhooks and Redis.
// It only reads.
package doctor

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/services/journal"
)

// Status is how bad a finding is.
type Status string

// A server with an OK finding needs nothing. With Warn it works, but something will go wrong or is
// slow. With Fail it does not work.
const (
	OK   Status = "ok"
	Warn Status = "warn"
	Fail Status = "fail"
)

// Finding is the result of a check.
type Finding struct {
	Check  string `json:"check"`
	Status Status `json:"status"`
	// Text says what was found and, unless the status is OK, what to do.
	Text string `json:"text"`
}

// checkTimeout is how long a check may take.
const checkTimeout = 5 * time.Second

// The limits between OK, Warn and Fail.
const (
	minPostgres      = 150000 // as server_version_num has it
	clockWarn        = time.Second
	clockFail        = 30 * time.Second
	slowStatement    = 250 * time.Millisecond
	lagWarn          = 5 * time.Second
	undeliveredWarn  = time.Minute
	commonShare      = 3 // a server that needs more than a third of the connections leaves too few for others
	shownStatement   = 80
	slowStatements   = 3
	slowStatementMin = 10 // fewer calls are chance
	shownKeys        = 20
	nearlyUsed       = 0.8 // of a limit
)

// Limits are those of a server. 0 is no limit.
type Limits struct {
	Connections     int   // that it may open to the database
	Keys            int   // of an organization that are not revoked
	StoredResponses int64 // bytes in a day of an organization
	// NoWebhooks is set if the servers have no SECRET_KEY: they send nothing.
	NoWebhooks bool
}

// database has what the checks need.
type database struct {
	db *sql.DB
	Limits
	waits chan lockWaits
}

// Database checks a database that can be reached. l are the limits of the servers that use it.
func Database(ctx context.Context, db *sql.DB, l Limits) (all []Finding) {
	d := database{db, l, make(chan lockWaits, 1)}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { d.waits <- d.lookForLocks(ctx) }()
	run := func(name string, check func(context.Context) (Status, string, error)) Status {
		ctx, cancel := context.WithTimeout(ctx, checkTimeout)
		defer cancel()
		status, text, err := check(ctx)
		if err != nil {
			status, text = Fail, fmt.Sprintf("the check failed: %s", err)
		}
		all = append(all, Finding{name, status, text})
		return status
	}
	run("PostgreSQL", d.version)
	run("writes", d.writes)
	run("durability", d.durability)
	run("clock", d.clock)
	run("connections", d.connections)
	run("log", d.log)
	run("slow statements", d.slow)
	if run("schema", d.schema) == Fail {
		return all // the other checks need its tables
	}
	run("structure", d.structure)
	run("vacuum", d.vacuum)
	run("horizon", d.horizon)
	run("locks", d.locks)
	run("bloat", d.bloat)
	run("role", d.role)
	run("journal", d.journal)
	run("event times", d.eventTimes)
	run("webhooks", d.webhooks)
	run("keys", d.keys)
	run("limits", d.limits)
	return all
}

func (d database) version(ctx context.Context) (Status, string, error) {
	var number int
	var text string
	err := d.db.QueryRowContext(ctx,
		`SELECT current_setting('server_version_num')::int, current_setting('server_version')`).Scan(&number, &text)
	if number < minPostgres {
		return Fail, fmt.Sprintf("version %s is too old: update it to 15 or newer", text), err
	}
	return OK, "version " + text, err
}

func (d database) writes(ctx context.Context) (Status, string, error) {
	var readOnly, standby bool
	err := d.db.QueryRowContext(ctx,
		`SELECT current_setting('transaction_read_only')::bool, pg_is_in_recovery()`).Scan(&readOnly, &standby)
	switch {
	case standby:
		return Fail, "it is a standby: let DATABASE_URL point to the primary, or name " +
			"all hosts, see docs/operate/failover.md", err
	case readOnly:
		return Fail, "it is read-only: set default_transaction_read_only to off, and look whether the disk is full", err
	}
	return OK, "the database is no standby and not read-only; whether its disk has room is not known", err
}

func (d database) durability(ctx context.Context) (Status, string, error) {
	off, err := postgres.LossySettings(ctx, d.db)
	if off != nil {
		return Warn, fmt.Sprintf("a crash of the database can lose writes that were confirmed: switch on %s",
			strings.Join(off, ", ")), nil
	}
	return OK, "confirmed writes survive a crash", err
}

// clock compares the clocks. The database may have read its clock at any time of the round trip.
func (d database) clock(ctx context.Context) (Status, string, error) {
	var theirs time.Time
	before := time.Now()
	err := d.db.QueryRowContext(ctx, `SELECT clock_timestamp()`).Scan(&theirs)
	after := time.Now()
	difference := max(before.Sub(theirs), theirs.Sub(after), 0)
	text := fmt.Sprintf("this machine and the database differ by %s", difference.Round(time.Millisecond))
	switch {
	case difference > clockFail:
		return Fail, text + ": start a time service, such as chrony, on both", err
	case difference > clockWarn:
		return Warn, text + ": start a time service, such as chrony, on both", err
	}
	return OK, text, err
}

// connections compares what a server opens with the lowest limit. Those of a role and of a database do not count for a
// superuser.
func (d database) connections(ctx context.Context) (Status, string, error) {
	var most, used int
	var who, raise string
	err := d.db.QueryRowContext(ctx, `
SELECT most, who, raise, (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')
FROM (SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most,
    'PostgreSQL' AS who, 'raise max_connections of PostgreSQL' AS raise
  UNION ALL SELECT rolconnlimit, 'the role ' || rolname, format('ALTER ROLE %I CONNECTION LIMIT', rolname)
    FROM pg_roles WHERE rolname = current_user AND rolconnlimit >= 0 AND NOT rolsuper
  UNION ALL SELECT datconnlimit, 'the database ' || datname, format('ALTER DATABASE %I CONNECTION LIMIT', datname)
    FROM pg_database WHERE datname = current_database() AND datconnlimit >= 0
      AND NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)) limits
ORDER BY most LIMIT 1`).Scan(&most, &who, &raise, &used)
	text := fmt.Sprintf("a server opens at most %d connections, %s allows %d, and %d are open on all of "+
		"PostgreSQL",
		d.Connections, who, most, used)
	if strings.HasPrefix(raise, "ALTER") {
		raise = fmt.Sprintf("as a superuser, %s %d or more", raise, d.Connections*commonShare)
	}
	room := most / max(1, d.Connections)
	switch {
	case d.Connections > most:
		return Fail, text + ": " + raise, err
	case d.Connections*commonShare > most:
		return Warn, fmt.Sprintf("%s: there is room for %d servers: %s, before you start more", text, room, raise), err
	}
	return OK, fmt.Sprintf("%s: there is room for %d servers", text, room), err
}

// log looks whether the log of PostgreSQL gets values of rows, with the details and the parameters of errors.
func (d database) log(ctx context.Context) (Status, string, error) {
	change, err := postgres.Column[string](ctx, d.db, `
SELECT format('ALTER DATABASE %I SET %s', current_database(), change) FROM (VALUES
  ('log_error_verbosity', 'terse', 'log_error_verbosity = terse'),
  ('log_parameter_max_length_on_error', '0', 'log_parameter_max_length_on_error = 0')
) want (name, value, change) WHERE current_setting(name) <> value`)
	if len(change) > 0 {
		return Warn, "PostgreSQL's log has e-mail addresses and other values when a statement fails: as a superuser, " +
			strings.Join(change, "; "), err
	}
	return OK, "PostgreSQL's log has no values of statements that fail", err
}

// slow reads the statements of this role from pg_stat_statements. Texts there have no values.
func (d database) slow(ctx context.Context) (Status, string, error) {
	var schema sql.NullString
	if err := d.db.QueryRowContext(ctx, `
SELECT (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
  WHERE e.extname = 'pg_stat_statements')`).
		Scan(&schema); err != nil {
		return Fail, "", err
	}
	if !schema.Valid {
		return OK, "unknown: the extension pg_stat_statements is not installed", nil
	}
	rows, err := d.db.QueryContext(ctx, `
SELECT mean_exec_time, calls, query FROM `+schema.String+`.pg_stat_statements
WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND userid = (SELECT oid FROM pg_roles WHERE rolname = current_user) AND calls >= $1 AND mean_exec_time > $2
ORDER BY total_exec_time DESC LIMIT $3`, slowStatementMin, slowStatement.Milliseconds(), slowStatements)
	if err != nil { // the library is not preloaded
		return OK, "unknown: pg_stat_statements is installed, but cannot be read: add it to " +
			"shared_preload_libraries", nil
	}
	defer rows.Close()
	var found []string
	for rows.Next() {
		var mean float64
		var calls int64
		var query string
		if err := rows.Scan(&mean, &calls, &query); err != nil {
			return Fail, "", err
		}
		found = append(found, fmt.Sprintf("%.0f ms in the mean of %d calls: %s", mean, calls, beginning(query)))
	}
	if len(found) > 0 {
		return Warn, "look at their plans with EXPLAIN, and whether ANALYZE has run: " +
			strings.Join(found, "; "), rows.Err()
	}
	return OK, fmt.Sprintf("no statement takes more than %s in the mean", slowStatement), rows.Err()
}

// beginning returns the first characters of a statement in one line.
func beginning(query string) string {
	text := []rune(strings.Join(strings.Fields(query), " "))
	if len(text) > shownStatement {
		return string(text[:shownStatement]) + "…"
	}
	return string(text)
}

func (d database) schema(ctx context.Context) (Status, string, error) {
	pending, err := migrate.Pending(ctx, d.db, migrations.Files)
	if err != nil {
		return Fail, "", err
	}
	if len(pending) > 0 {
		return Fail, fmt.Sprintf("it is out of date: run `workplan migrate` to apply %s",
			strings.Join(pending, ", ")), nil
	}
	newest, err := catalog.Schema(ctx, d.db)
	return OK, fmt.Sprintf("version %s, and no migration is missing", newest), err
}

// role checks the rights on the tables of the migrations. Their schema is that of organizations.
func (d database) role(ctx context.Context) (Status, string, error) {
	missing, err := migrate.MissingRights(ctx, d.db)
	if err != nil {
		return Fail, "", err
	}
	var name string
	var super, owns bool
	err = d.db.QueryRowContext(ctx, `
SELECT current_user, (SELECT rolsuper FROM pg_roles WHERE rolname = current_user),
  pg_has_role((SELECT relowner FROM pg_class WHERE oid = 'organizations'::regclass), 'USAGE')`).Scan(&name,
		&super, &owns)
	switch {
	case missing != "":
		return Fail, fmt.Sprintf("%s may not %s: run `workplan migrate --grant-to %s` as the owner of the tables",
			name, missing, name), err
	case super:
		return Warn, fmt.Sprintf("%s is a superuser: use a role that can only read and write the tables", name), err
	case owns:
		return Warn, fmt.Sprintf("%s owns the tables, so the servers may change the schema and the journal: give "+
			"them another role, see docs/operate/upgrading.md", name), err
	}
	return OK, name + " may read and write all tables", err
}

func (d database) journal(ctx context.Context) (Status, string, error) {
	var organizations, events, waiting int64
	var lag float64
	err := d.db.QueryRowContext(ctx, `
SELECT count(*), coalesce(sum(h.seq), 0)::bigint, coalesce(sum(u.waiting), 0)::bigint, coalesce(max(u.lag), 0)
FROM organizations o
LEFT JOIN event_heads h ON h.organization_id = o.id
CROSS JOIN LATERAL (SELECT count(*) AS waiting, extract(epoch FROM now() - min(e.written_at)) AS lag
  FROM events e WHERE e.organization_id = o.id AND e.seq IS NULL) u`).Scan(&organizations, &events, &waiting, &lag)
	oldest := time.Duration(lag * float64(time.Second)).Round(time.Second)
	text := fmt.Sprintf("%d organizations, %d events with a number", organizations, events)
	if err != nil || oldest <= lagWarn {
		return OK, text, err
	}
	advice := "is a server running?"
	holders, err := journal.HeadHolders(ctx, d.db)
	if len(holders) > 0 {
		advice = "these have locks of event_heads, without which nothing can number events: end the transaction, or " +
			"SELECT pg_terminate_backend(PROCESS): " + shown(holders, "; ")
	}
	return Warn, fmt.Sprintf("%s, and %d without one, the oldest since %s: readers do not see them: %s",
		text, waiting, oldest, advice), err
}

// eventTimes looks for events with a time in the future.
func (d database) eventTimes(ctx context.Context) (Status, string, error) {
	ahead, err := journal.Ahead(ctx, d.db)
	if ahead > clockWarn {
		return Warn, fmt.Sprintf("the clock of the database was ahead: events get a time that is %s in the future, until it is "+
			"reached: until then read the past by the numbers of events, not by times", ahead.Round(time.Second)), err
	}
	return OK, "no event has a time in the future", err
}

// keys lists the keys that have every scope of the first version one by one. Before * was stored,
// it became such a list.
func (d database) keys(ctx context.Context) (Status, string, error) {
	var all, listed int64
	var names string
	err := d.db.QueryRowContext(ctx, `
SELECT count(*), count(*) FILTER (WHERE listed),
  coalesce(string_agg(name || ' (' || id || ')', ', ' ORDER BY id) FILTER (WHERE listed AND place <= $2), '')
FROM (SELECT id, name, scopes @> $1 AND NOT scopes @> '{*}' AS listed,
        row_number() OVER (PARTITION BY scopes @> $1 AND NOT scopes @> '{*}' ORDER BY id) AS place
      FROM api_keys WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())) k`,
		pq.Array(firstScopes), shownKeys).Scan(&all, &listed, &names)
	text := fmt.Sprintf("%d keys work", all)
	if listed > 0 {
		text += fmt.Sprintf(", %d of them with every scope of the first version one by one, which get no scopes of "+
			"later versions: %s; for keys that do, use --scopes '*'",
			listed, names)
	}
	return OK, text, err
}

// limits finds organizations that have used up most of a limit.
func (d database) limits(ctx context.Context) (Status, string, error) {
	var keys, bytes int64
	var near string
	err := d.db.QueryRowContext(ctx, `
SELECT coalesce(max(keys), 0), coalesce(max(bytes), 0),
  coalesce(string_agg(name || ' (' || keys || ' keys, ' || (bytes >> 20) || ' MiB)', ', ' ORDER BY name)
    FILTER (WHERE $1::float8 > 0 AND keys >= $1 OR $2::float8 > 0 AND bytes >= $2), '')
FROM (SELECT o.name, coalesce(k.n, 0) AS keys, coalesce(r.n, 0) AS bytes
  FROM organizations o
  LEFT JOIN (SELECT organization_id, count(*) AS n FROM api_keys WHERE revoked_at IS NULL GROUP BY 1) k
    ON k.organization_id = o.id
  LEFT JOIN (SELECT organization_id, sum(bytes)::bigint AS n FROM stored_responses
    WHERE day = (now() AT TIME ZONE 'UTC')::date GROUP BY 1) r
    ON r.organization_id = o.id) used`, nearlyUsed*float64(d.Keys),
		nearlyUsed*float64(d.StoredResponses)).Scan(&keys, &bytes, &near)
	text := fmt.Sprintf("an organization has at most %d keys (%s), and %d MiB of responses stored today (%s)",
		keys, limit("MAX_KEYS", int64(d.Keys)), bytes>>20, limit("STORED_RESPONSES_MIB", d.StoredResponses>>20))
	if near != "" {
		return Warn, fmt.Sprintf(
			"%s; near a limit: %s: ask their admins which program makes so many, or raise the limit", text, near,
		), err
	}
	return OK, text, err
}

// limit returns a setting as text.
func limit(name string, value int64) string {
	if value == 0 {
		return "no limit"
	}
	return fmt.Sprintf("%s is %d", name, value)
}

// firstScopes are the scopes of the first version.
var firstScopes = []string{
	"read:users", "write:users", "read:clients", "write:clients", "read:projects", "write:projects",
	"read:assignments", "write:assignments", "read:actual_hours", "write:actual_hours",
	"read:time_off", "write:time_off",
}

// Redis checks the Redis at an address that quota.New accepts. Without it a server works, but
// counts the requests of a key by itself.
func Redis(ctx context.Context, address string) Finding {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	server, err := quota.Ping(ctx, address)
	switch {
	case server == "":
		return Finding{"Redis", Warn, "REDIS_URL is malformed"}
	case err != nil:
		return Finding{"Redis", Warn, fmt.Sprintf(
			"%s does not respond: %s: until it does, each server counts the requests of a key by itself", server, err,
		)}
	}
	return Finding{"Redis", OK, server + " responds"}
}
