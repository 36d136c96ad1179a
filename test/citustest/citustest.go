// Package citustest creates databases on a Citus cluster that runs already, for tests, faults and measurements.
package citustest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
)

// Variable is a variable with the address of a database on the coordinator of a Citus cluster, of a role that may
// create databases and extensions on all nodes. The other nodes are those that the database knows.
const Variable = "WORKPLAN_CITUS_URL"

// URL returns the value of Variable, or "" if it is not set.
func URL() string { return os.Getenv(Variable) }

// Node is a server of PostgreSQL in the cluster.
type Node struct {
	Host string
	Port uint16
	cfg  pq.Config
}

// DSN returns the address of a database on the node.
func (n Node) DSN(database string) string {
	quote := strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace
	return fmt.Sprintf("host='%s' port=%d user='%s' password='%s' dbname='%s' sslmode=%s",
		quote(n.Host), n.Port, quote(n.cfg.User), quote(n.cfg.Password), quote(database), n.cfg.SSLMode)
}

// In calls f with a pool on a database of the node. Its statements may take a minute.
func (n Node) In(database string, f func(db *sql.DB) error) error {
	db, err := postgres.Open(n.DSN(database), postgres.Options{StatementTimeout: time.Minute})
	if err != nil {
		return err
	}
	return errors.Join(f(db), db.Close())
}

// Nodes returns the coordinator and then the workers of the cluster of URL.
func Nodes(ctx context.Context) (nodes []Node, err error) {
	cfg, err := pq.NewConfig(URL())
	if err != nil || URL() == "" {
		return nil, fmt.Errorf("set %s to the address of a database on the coordinator of a Citus cluster", Variable)
	}
	coordinator := Node{cfg.Host, cfg.Port, cfg}
	nodes = append(nodes, coordinator)
	err = coordinator.In(cfg.Database, func(db *sql.DB) error {
		rows, err := db.QueryContext(ctx,
			`SELECT nodename, nodeport FROM pg_dist_node WHERE isactive AND noderole = 'primary' AND groupid > 0 ORDER BY groupid`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			n := Node{cfg: cfg}
			if err := rows.Scan(&n.Host, &n.Port); err != nil {
				return err
			}
			nodes = append(nodes, n)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("%s is not the address of a coordinator of Citus: %w", Variable, err)
	}
	if len(nodes) < 2 {
		return nil, fmt.Errorf("the database of %s knows no workers: call citus_add_node there", Variable)
	}
	return nodes, nil
}

// CreateDatabase creates a database on all nodes, without tables, in which the coordinator knows the workers.
func CreateDatabase(ctx context.Context, nodes []Node, name string) error {
	for _, n := range nodes {
		if err := n.In("postgres", func(db *sql.DB) error {
			_, err := db.ExecContext(ctx, "CREATE DATABASE "+name)
			return err
		}); err != nil {
			return err
		}
		if err := n.In(name, func(db *sql.DB) error {
			_, err := db.ExecContext(ctx, "CREATE EXTENSION citus")
			return err
		}); err != nil {
			return err
		}
	}
	return nodes[0].In(name, func(db *sql.DB) error {
		_, err := db.ExecContext(ctx, "SELECT citus_set_coordinator_host($1, $2)", nodes[0].Host, nodes[0].Port)
		for _, n := range nodes[1:] {
			if err == nil {
				_, err = db.ExecContext(ctx, "SELECT citus_add_node($1, $2)", n.Host, n.Port)
			}
		}
		return err
	})
}

// DropDatabase drops a database on all nodes, if it exists. It ends the connections to it.
func DropDatabase(ctx context.Context, nodes []Node, name string) (err error) {
	for _, n := range nodes {
		err = errors.Join(err, n.In("postgres", func(db *sql.DB) error {
			_, err := db.ExecContext(ctx, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
			return err
		}))
	}
	return err
}
