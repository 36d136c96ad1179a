package migrate

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
)

// removeEvents is a function with which a role removes expired events that it may not delete. It takes the age of an
// event from its id, which the role cannot change. Servers keep events for at least 90 days; one day is for differences
// of clocks.
const removeEvents = `
CREATE OR REPLACE FUNCTION %[1]s.remove_events(organization uuid, before bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
	DELETE FROM %[1]s.events WHERE organization_id = organization AND seq < before
	AND id < rpad(lpad(to_hex((extract(epoch FROM clock_timestamp() - interval '89 days') * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;
REVOKE ALL ON FUNCTION %[1]s.remove_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION %[1]s.remove_events TO %[2]s;
REVOKE UPDATE, DELETE ON TABLE %[1]s.events FROM %[2]s;
GRANT UPDATE (seq, written_at) ON TABLE %[1]s.events TO %[2]s`

// Grant gives a role the rights that a server needs: to read and write the rows of all tables of Workplan, but not to
// change or delete the events of the journal, and to read schema_revisions. On Citus it may change and delete events
// too. It gives no right to change the schema, and skips rights that the role has. The caller must own the tables. It
// is an error if the role does not exist.
func Grant(ctx context.Context, db *sql.DB, role string) error {
	exists, err := roleExists(ctx, db, role)
	if err != nil {
		return err
	}
	if !exists {
		return fmt.Errorf("the role %s does not exist: create it with CREATE ROLE %[1]s LOGIN PASSWORD '…'",
			pq.QuoteIdentifier(role))
	}
	missing, err := postgres.Column[string](ctx, db, `
		SELECT 'USAGE ON SCHEMA ' || quote_ident(nspname) FROM pg_namespace
		WHERE nspname = current_schema() AND NOT has_schema_privilege($1, oid, 'USAGE')
		UNION ALL
		SELECT r.rights || ' ON TABLE ' || t.oid::regclass FROM pg_class t,
			LATERAL unnest(CASE WHEN t.relname = 'schema_revisions' THEN ARRAY['SELECT']
				WHEN t.relname = 'events' AND NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')
					THEN ARRAY['SELECT', 'INSERT']
					ELSE ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'] END) AS r (rights)
		WHERE`+catalog.Own("t")+` AND t.relkind IN ('r', 'p')
			AND NOT has_table_privilege($1, t.oid, r.rights)`,
		role)
	if err != nil {
		return err
	}
	for _, right := range missing {
		if _, err := db.ExecContext(ctx, "GRANT "+right+" TO "+pq.QuoteIdentifier(role)); err != nil {
			return fmt.Errorf("grant %s: %w", right, err)
		}
	}
	return protectEvents(ctx, db, role)
}

// protectEvents takes the right to change and delete events from a role, unless the role owns them. It numbers events,
// and removes expired ones with the function removeEvents.
func protectEvents(ctx context.Context, db *sql.DB, role string) error {
	var schema string
	var skip bool
	if err := db.QueryRowContext(ctx,
		`SELECT current_schema(),
			pg_has_role($1, relowner, 'USAGE') OR EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')
		FROM pg_class WHERE oid = 'events'::regclass`, role).Scan(&schema, &skip); err != nil || skip {
		return err
	}
	if _, err := db.ExecContext(ctx,
		fmt.Sprintf(removeEvents, pq.QuoteIdentifier(schema), pq.QuoteIdentifier(role))); err != nil {
		return fmt.Errorf("protect the events: %w", err)
	}
	return nil
}
