package postgres

import (
	"context"
	"database/sql"
	"strings"
)

const lossySettings = `
SELECT coalesce(string_agg(name, ', ' ORDER BY name), '') FROM pg_settings
WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'`

// LossySettings returns the settings with which PostgreSQL can lose confirmed writes in a crash, or
// nil if there are none.
func LossySettings(ctx context.Context, db *sql.DB) ([]string, error) {
	var off string
	if err := db.QueryRowContext(ctx, lossySettings).Scan(&off); err != nil || off == "" {
		return nil, err
	}
	return strings.Split(off, ", "), nil
}
