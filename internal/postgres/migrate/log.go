package migrate

import (
	"context"
	"database/sql"

	"github.com/workplan-api/workplan/internal/postgres"
)

// terseLog keeps values of rows, such as e-mail addresses, out of the log of PostgreSQL: they are in the details of its
// errors. Only superusers may, and roles to which they have granted it. A choice that somebody has made for the
// database stays.
const terseLog = `
SELECT format('ALTER DATABASE %I SET log_error_verbosity = terse', datname) FROM pg_database d
WHERE datname = current_database() AND current_setting('log_error_verbosity') <> 'terse'
  AND has_parameter_privilege('log_error_verbosity', 'SET') AND pg_has_role(datdba, 'USAGE')
  AND NOT EXISTS (SELECT FROM pg_db_role_setting s, unnest(s.setconfig) setting
    WHERE s.setdatabase = d.oid AND s.setrole = 0 AND setting LIKE 'log_error_verbosity=%')`

// setLog executes terseLog, for the sessions that begin later.
func setLog(ctx context.Context, conn *sql.Conn) error {
	statements, err := postgres.Column[string](ctx, conn, terseLog)
	for _, statement := range statements {
		if _, err := conn.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return err
}
