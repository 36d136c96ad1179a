package backup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/wait"
)

const (
	// Settings, rights, the limit of connections and the comment of a database are not in its dump. The name of the
	// database goes between the two columns. Values of lists are quoted already.
	selectSettings = `
SELECT CASE s.setrole WHEN 0 THEN 'ALTER DATABASE ' ELSE format('ALTER ROLE %s IN DATABASE ', s.setrole::regrole) END,
  format(' SET %I TO %s', split_part(c, '=', 1),
    CASE WHEN split_part(c, '=', 1)
      IN ('search_path', 'temp_tablespaces', 'local_preload_libraries', 'session_preload_libraries')
      THEN substr(c, strpos(c, '=') + 1) ELSE quote_literal(substr(c, strpos(c, '=') + 1)) END)
FROM pg_database d JOIN pg_db_role_setting s ON s.setdatabase = d.oid CROSS JOIN LATERAL unnest(s.setconfig) c
WHERE d.datname = $1
UNION ALL
SELECT 'ALTER DATABASE ', format(' CONNECTION LIMIT %s', datconnlimit) FROM pg_database
  WHERE datname = $1 AND datconnlimit >= 0
UNION ALL
SELECT 'COMMENT ON DATABASE ', format(' IS %L', shobj_description(oid, 'pg_database'))
FROM pg_database WHERE datname = $1 AND shobj_description(oid, 'pg_database') IS NOT NULL
UNION ALL
SELECT 'REVOKE ALL ON DATABASE ', ' FROM PUBLIC' FROM pg_database WHERE datname = $1 AND datacl IS NOT NULL
UNION ALL
SELECT format('GRANT %s ON DATABASE ', a.privilege_type),
  format(' TO %s', CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END)
FROM pg_database d CROSS JOIN LATERAL aclexplode(d.datacl) a
WHERE d.datname = $1`

	selectConnections = `SELECT pid, coalesce(nullif(application_name, ''), 'a program without a name')
		FROM pg_stat_activity WHERE datname = ANY($1) AND pid <> pg_backend_pid()`

	selectHolders = `SELECT count(*), coalesce(string_agg(DISTINCT usename, ', '), '') FROM pg_stat_activity
		WHERE datname = ANY($1) AND pid <> pg_backend_pid()`

	// endEvery is the pause between two rounds that end connections. PostgreSQL waits 5 s for them.
	endEvery = 100 * time.Millisecond
)

// serversGone is how long the connections of servers that were just stopped may take to end.
const serversGone = 5 * time.Second

// Switch checks a database and gives it the name of the old one, which it keeps under a name with the time. It returns
// that name, or "" if there was no old database. Both names change in one transaction. It ends the connections to both;
// those that come meanwhile wait and then reach the new one.
func (d *Database) Switch(ctx context.Context, name string, opts Options) (kept string, err error) {
	if name == d.Name() {
		return "", fmt.Errorf("%s is the database that is in place already", name)
	}
	server, err := d.open(d.Maintenance, postgres.Options{MaxConns: 2, StatementTimeout: time.Minute})
	if err != nil {
		return "", err
	}
	defer server.Close()
	defer func() {
		if err != nil && ctx.Err() != nil {
			err = errors.Join(err, d.left(ctx, server, name))
		}
	}()
	if err := d.refuseServers(ctx, server, opts, "Then run workplan backup switch "+name); err != nil {
		return "", err
	}
	if err := d.check(ctx, name, opts); err != nil {
		return "", err
	}
	var exists bool
	if err := server.QueryRowContext(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", d.Name()).
		Scan(&exists); err != nil {
		return "", err
	}
	var refused []string
	if exists {
		kept = fmt.Sprintf("%.40s_before_%s", d.Name(), time.Now().UTC().Format("20060102_150405"))
		if refused, err = d.carryOver(ctx, server, name); err != nil {
			return "", err
		}
	}
	ended, err := d.rename(ctx, server, name, kept)
	if err != nil {
		return "", err
	}
	if len(ended) > 0 && kept != "" {
		d.Say("Ended %s. What was written since the backup is only in %s.", described(ended), kept)
	}
	for _, text := range refused {
		d.Say("%s", text)
	}
	return kept, nil
}

// refuseServers fails if servers run on the old database: what they write would be missing in the new one. then is what
// to do after they are stopped.
func (d *Database) refuseServers(ctx context.Context, server *sql.DB, opts Options, then string) error {
	for began := time.Now(); !opts.EndConnections; {
		running, err := connections(ctx, server, pq.StringArray{d.Name()})
		maps.DeleteFunc(running, func(_ int64, name string) bool { return !ofServer(name) })
		if err != nil || len(running) == 0 {
			return err
		}
		if time.Since(began) > serversGone {
			return fmt.Errorf("servers run on the database %s, with %s: what they write now would be missing after the "+
				"restore, and nothing was changed. Stop the servers, or add --end-connections. %s", d.Name(), described(running),
				then)
		}
		if err := wait.For(ctx, endEvery); err != nil {
			return err
		}
	}
	return nil
}

// ofServer reports whether a connection with this name is one of a server.
func ofServer(name string) bool {
	return slices.ContainsFunc(postgres.ServerPurposes, func(purpose string) bool {
		return strings.HasSuffix(name, " "+purpose)
	})
}

// described counts connections by the names of their programs.
func described(connections map[int64]string) string {
	counts := map[string]int{}
	for _, name := range connections {
		counts[name]++
	}
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		texts = append(texts, fmt.Sprintf("%d of %s", counts[name], name))
	}
	return fmt.Sprintf("%d connections (%s)", len(connections), strings.Join(texts, ", "))
}

// left says what an interrupted switch has left, or nothing if it cannot ask.
func (d *Database) left(ctx context.Context, server *sql.DB, name string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanUp)
	defer cancel()
	var exists bool
	if err := server.QueryRowContext(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).
		Scan(&exists); err != nil || !exists {
		return err
	}
	return fmt.Errorf("the database %s is as it was, and %s is left: put it in place with `workplan backup switch "+
		"%[2]s`, or remove it with `dropdb %[2]s`",
		d.Name(), name)
}

// carryOver gives a database what the old one has and a dump has not. It returns a message for each statement that the
// role may not run, with the name that the database gets.
func (d *Database) carryOver(ctx context.Context, server *sql.DB, name string) (refused []string, err error) {
	var statements [][2]string
	if err := postgres.Each(ctx, server, func(scan postgres.Scan) error {
		var s [2]string
		err := scan(&s[0], &s[1])
		statements = append(statements, s)
		return err
	}, selectSettings, d.Name()); err != nil {
		return nil, err
	}
	for _, s := range statements {
		if _, err := server.ExecContext(ctx, s[0]+pq.QuoteIdentifier(name)+s[1]); err != nil {
			refused = append(refused, fmt.Sprintf(
				"The old database has a setting that this role may not make: %v. Make it as a superuser: %s%s%s", err,
				s[0], pq.QuoteIdentifier(d.Name()), s[1],
			))
		}
	}
	return refused, nil
}

// rename gives the database name its new name, and the old one the name kept if that is not "". It returns the
// connections that it has ended.
func (d *Database) rename(ctx context.Context, server *sql.DB, name, kept string) (ended map[int64]string, err error) {
	both := pq.StringArray{d.Name(), name}
	renaming, renamed := context.WithCancel(ctx)
	ending := make(chan map[int64]string, 1)
	go func() { ending <- endConnections(renaming, server, both) }()
	defer func() { renamed(); ended = <-ending }()

	tx, err := server.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	alter := func(from, to string) {
		if err == nil {
			_, err = tx.ExecContext(ctx,
				"ALTER DATABASE "+pq.QuoteIdentifier(from)+" RENAME TO "+pq.QuoteIdentifier(to))
		}
	}
	if kept != "" {
		alter(d.Name(), kept)
	}
	alter(name, d.Name())
	if err == nil {
		err = tx.Commit()
	}
	switch postgres.Code(err) {
	case "55006": // object_in_use
		var n int
		var roles string
		if asking := server.QueryRowContext(ctx, selectHolders, both).Scan(&n, &roles); asking != nil {
			return nil, errors.Join(err, asking)
		}
		return nil, fmt.Errorf("the database is in use by %d connections of %s, which this role may not end: stop the "+
			"servers, or GRANT pg_signal_backend TO %s. Then run workplan backup switch %s",
			n, roles, pq.QuoteIdentifier(d.cfg.User), name)
	case "42501":
		return nil, fmt.Errorf("%w: %s. Then run workplan backup switch %s", err, d.advice(ctx, server), name)
	}
	return nil, err
}

// endConnections ends the connections to databases until ctx ends, and returns them. It leaves those that the role may
// not end.
func endConnections(ctx context.Context, server *sql.DB, databases pq.StringArray) map[int64]string {
	ended := map[int64]string{}
	for ctx.Err() == nil {
		all, _ := connections(ctx, server, databases) // if it cannot ask, the rename says what is wrong
		for pid, name := range all {
			if _, err := server.ExecContext(ctx, "SELECT pg_terminate_backend($1)", pid); err == nil {
				ended[pid] = name
			}
		}
		_ = wait.For(ctx, endEvery)
	}
	return ended
}

// connections returns the names of the programs that are connected to databases, by their processes.
func connections(ctx context.Context, server *sql.DB, databases pq.StringArray) (map[int64]string, error) {
	all := map[int64]string{}
	return all, postgres.Each(ctx, server, func(scan postgres.Scan) error {
		var pid int64
		var name string
		err := scan(&pid, &name)
		all[pid] = name
		return err
	}, selectConnections, databases)
}
