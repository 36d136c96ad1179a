// Package archive writes everything of one organization to a file, and reads such a file into a database.
//
// The file has one JSON value in each line:
//
//	{"format": "workplan-organization", "version": 1, "schema": "0006", "organization": {…}, "exportedAt": "…"}
//	{"table": "organizations", "columns": ["id", "name", …]}
//	["0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10", "Harbour Works", …]
//	{"table": "users", "columns": ["organization_id", "id", …]}
//	["0199c1de-…", "0199c1df-…", …]
//	…
//	{"rows": {"organizations": 1, "users": 12, …}, "sha256": "…"}
//
// A value of a row is the text that PostgreSQL writes for it, or null. The tables and their columns come from the
// catalog of the database, so a new one is in the file without a change here. To read older files, it needs a step, see
// steps.go. A table comes after those that it refers to. The last line has the number of rows of each table and the
// SHA-256 of all lines before it.
//
// Both directions read and write row by row. The memory that they need does not depend on the size of the organization.
package archive

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
)

const (
	formatName    = "workplan-organization"
	formatVersion = 1
	// maxTime is how long a statement may take.
	maxTime = 24 * time.Hour
)

// omitted are the tables that are not in the file, with the reason.
var omitted = map[string]string{
	"sessions":         "a session belongs to a cookie of the old address: people sign in again",
	"stored_responses": "it counts the bytes of today",
}

// header is the first line of a file.
type header struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	// Schema is the version of the last migration.
	Schema       string       `json:"schema"`
	Organization Organization `json:"organization"`
	ExportedAt   time.Time    `json:"exportedAt"`
}

// Organization is the organization of a file.
type Organization struct {
	ID   uuid.UUID `json:"id"`
	Name string    `json:"name"`
}

// section is the line before the rows of a table.
type section struct {
	Table   string   `json:"table"`
	Columns []string `json:"columns"`
}

// trailer is the last line of a file.
type trailer struct {
	Rows   map[string]int64 `json:"rows"`
	SHA256 string           `json:"sha256"`
}

// Summary says what a file has.
type Summary struct {
	Organization Organization
	ExportedAt   time.Time
	// Rows are the numbers of rows by table.
	Rows map[string]int64
}

// Total returns the number of all rows.
func (s Summary) Total() (n int64) {
	for _, rows := range s.Rows {
		n += rows
	}
	return n
}

// Tables returns the tables that a file has, in their order.
func Tables(ctx context.Context, db postgres.Querier) ([]catalog.Table, error) {
	all, err := catalog.Tables(ctx, db)
	return slices.DeleteFunc(all, func(t catalog.Table) bool { return omitted[t.Name] != "" }), err
}

// Begin begins a transaction without limits of time, on a connection of its own. mode follows SET TRANSACTION. end
// rolls it back, unless it is committed, and returns the connection.
func Begin(ctx context.Context, db *sql.DB, mode string) (tx *sql.Tx, end func(), err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, nil, err
	}
	if err := postgres.AllowSlow(conn, maxTime); err != nil {
		conn.Close()
		return nil, nil, err
	}
	if tx, err = conn.BeginTx(ctx, nil); err != nil {
		conn.Close()
		return nil, nil, err
	}
	end = func() {
		_ = tx.Rollback() // after a commit it does nothing
		conn.Close()
	}
	settings := fmt.Sprintf(
		"SET TRANSACTION %s; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0", mode,
	)
	if _, err := tx.ExecContext(ctx, settings); err != nil {
		end()
		return nil, nil, err
	}
	return tx, end, nil
}
