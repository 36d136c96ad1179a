package migrate

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/lib/pq"
)

// Grant gives a role the rights that a server needs: to read and write the rows of all tables, and to read
// schema_revisions. It gives no right to change the schema, and skips rights that the role has. The caller must own the
// tables. It is an error if the role does not exist.
func Grant(ctx context.Context, db *sql.DB, role string) error {
	var exists bool
	if err := db.QueryRowContext(ctx, "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)", role).Scan(&exists); err != nil {
		return err
	}
	if !exists {
		return fmt.Errorf("the role %s does not exist: create it with CREATE ROLE %[1]s LOGIN PASSWORD '…'", pq.QuoteIdentifier(role))
	}
	rows, err := db.QueryContext(ctx, `
		SELECT 'USAGE ON SCHEMA ' || quote_ident(nspname) FROM pg_namespace
		WHERE nspname = current_schema() AND NOT has_schema_privilege($1, oid, 'USAGE')
		UNION ALL
		SELECT r.rights || ' ON TABLE ' || t.oid::regclass FROM pg_class t,
			LATERAL unnest(CASE t.relname WHEN 'schema_revisions' THEN ARRAY['SELECT'] ELSE ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'] END) AS r (rights)
		WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind IN ('r', 'p') AND NOT has_table_privilege($1, t.oid, r.rights)`, role)
	if err != nil {
		return err
	}
	defer rows.Close()
	var missing []string
	for rows.Next() {
		var right string
		if err := rows.Scan(&right); err != nil {
			return err
		}
		missing = append(missing, right)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, right := range missing {
		if _, err := db.ExecContext(ctx, "GRANT "+right+" TO "+pq.QuoteIdentifier(role)); err != nil {
			return fmt.Errorf("grant %s: %w", right, err)
		}
	}
	return nil
}
