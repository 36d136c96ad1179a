package migrate

import (
	"context"
	"database/sql"

	"github.com/workplan-api/workplan/internal/postgres/catalog"
)

// MissingRights returns the rights that the role of db lacks to serve, such as "SELECT on users", or "". The role may
// lack the rights to change and delete events if it has those that Grant gives in their place.
func MissingRights(ctx context.Context, db *sql.DB) (missing string, err error) {
	err = db.QueryRowContext(ctx, `
SELECT coalesce(string_agg(need || ' on ' || t.relname, ', ' ORDER BY t.relname, need), '')
FROM pg_class t CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) need
WHERE t.relkind IN ('r', 'p') AND t.relname <> 'schema_revisions' AND NOT has_table_privilege(t.oid, need)
  AND NOT (t.relname = 'events' AND need = 'UPDATE' AND has_column_privilege(t.oid, 'seq', need)
    AND has_column_privilege(t.oid, 'written_at', need))
  AND NOT (t.relname = 'events' AND need = 'DELETE'
    AND coalesce(has_function_privilege(to_regprocedure('remove_events(uuid, bigint)'), 'EXECUTE'), false))
  AND`+catalog.Own("t")).Scan(&missing)
	return missing, err
}
