// Package citus distributes the tables over the nodes of a Citus cluster, and moves organizations between the nodes.
//
// The table organizations is distributed by its id, and every table with a column organization_id by that column, in
// the same group: all rows of an organization are on one node, so its joins, foreign keys and transactions are local.
// The table schema_revisions is copied to all nodes. The list of tables comes from the catalog of the database, so a
// new table cannot be forgotten.
package citus

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
)

const (
	// revisions is the table that has no organization. Every node has a copy.
	revisions = "schema_revisions"
	// maxStatement bounds the distribution of one table, which moves its rows.
	maxStatement = time.Hour

	selectExtension = "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')"
)

// ErrMissing is the error if the database does not have the extension.
var ErrMissing = errors.New("the database does not have the extension citus, so its tables cannot be distributed: " +
	"connect to the coordinator of a Citus cluster and run CREATE EXTENSION citus there, or leave out --distribute")

// Distribute distributes the tables that are not distributed yet, and returns their names. Call it after each
// migration: until then, the rows of a new table are on the coordinator alone. It needs a connection to the
// coordinator, as the owner of the tables. A table is locked against writes while its rows move. say is called before
// each table.
func Distribute(ctx context.Context, db *sql.DB, say func(format string, args ...any)) (names []string, err error) {
	var exists bool
	if err := db.QueryRowContext(ctx, selectExtension).Scan(&exists); err != nil {
		return nil, err
	}
	if !exists {
		return nil, ErrMissing
	}
	tables, err := Tables(ctx, db)
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	// The connection is closed, because it keeps its settings.
	defer func() { _ = conn.Raw(func(any) error { return driver.ErrBadConn }) }()
	if err := postgres.AllowSlow(conn, maxStatement); err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "SET statement_timeout = 0; SET lock_timeout = '5s'"); err != nil {
		return nil, err
	}
	for _, t := range tables {
		distributed, err := t.distributed(ctx, conn)
		if err == nil && !distributed {
			say("Distributing %s …", t.Name)
			err = t.distribute(ctx, conn)
			names = append(names, t.Name)
		}
		if err != nil {
			return names, fmt.Errorf(
				"distribute %s: %w: correct the cause and run `workplan migrate --distribute` again", t.Name, err,
			)
		}
	}
	return names, nil
}

// Table is a table of the schema.
type Table struct {
	Name string
	// Column is the column by which the table is distributed, or "" if every node has a copy of the table.
	Column string
}

// distributed reports whether the table is distributed. A local table that Citus knows has the method n without the
// replication t.
func (t Table) distributed(ctx context.Context, conn *sql.Conn) (yes bool, err error) {
	err = conn.QueryRowContext(ctx,
		"SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = $1::regclass AND (partmethod = 'h' OR "+
			"repmodel = 't'))", pq.QuoteIdentifier(t.Name)).Scan(&yes)
	return yes, err
}

func (t Table) distribute(ctx context.Context, conn *sql.Conn) (err error) {
	name := pq.QuoteIdentifier(t.Name)
	switch {
	case t.Column == "":
		_, err = conn.ExecContext(ctx, "SELECT create_reference_table($1::regclass)", name)
	case t.Name == catalog.Organizations:
		_, err = conn.ExecContext(ctx,
			"SELECT create_distributed_table($1::regclass, $2, colocate_with => 'none')", name, t.Column)
	default:
		_, err = conn.ExecContext(ctx, "SELECT create_distributed_table($1::regclass, $2, colocate_with => $3)", name,
			t.Column, catalog.Organizations)
	}
	return err
}

// Tables returns the tables of the schema in the order in which Citus distributes them: the organizations come first,
// and a table comes after those to which its foreign keys refer. It is an error if a table has no organization.
func Tables(ctx context.Context, db postgres.Querier) (tables []Table, err error) {
	shared, err := catalog.Shared(ctx, db)
	if err != nil {
		return nil, err
	}
	for _, name := range shared {
		if name != revisions {
			return nil, fmt.Errorf("the table %s has no column organization_id, so it cannot be distributed", name)
		}
		tables = append(tables, Table{Name: name})
	}
	owned, err := catalog.Tables(ctx, db)
	for _, t := range owned {
		tables = append(tables, Table{Name: t.Name, Column: t.Organization()})
	}
	return tables, err
}
