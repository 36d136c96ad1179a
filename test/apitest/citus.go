package apitest

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/citus"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/test/citustest"
)

// OnCitus reports whether the tests run on the Citus cluster of citustest.Variable. They have databases of their own
// there, with the tables distributed, and a statement of a server under test fails if it needs more than one shard.
func OnCitus() bool { return citustest.URL() != "" }

// SkipOnCitus skips a test that cannot run on Citus. The reason says why.
func SkipOnCitus(t testing.TB, reason string) {
	t.Helper()
	if OnCitus() {
		t.Skip("not on Citus: " + reason)
	}
}

// acrossOrganizations are the only statements of servers and imports that may read the shards of several organizations.
// No request of an API is among them. They are matched by their beginning.
var acrossOrganizations = []struct{ statement, reason string }{
	{`SELECT o.id FROM organizations o WHERE EXISTS (SELECT FROM events e `,
		"the sequencer looks for events of processes that died, each second"},
	{`SELECT coalesce(extract(epoch FROM now() - min(e.written_at)), 0) FROM organizations o JOIN events e `,
		"a metric: the oldest event without a number"},
	{`SELECT coalesce(extract(epoch FROM max(e.written_at) - clock_timestamp()), 0) FROM organizations o JOIN `,
		"a metric: how far the latest event is in the future"},
	{`SELECT h.organization_id, h.seq FROM unnest(`,
		"the heads of all organizations whose readers wait in this process, together every 250 ms"},
	{`SELECT open.organization_id, open.secret, `,
		"the keys and the sessions of all streams that are open in this process, together every 300 ms"},
	{`SELECT h.organization_id FROM organizations o JOIN event_heads h `,
		"the sweeper looks for organizations with expired events"},
	{`SELECT o.id FROM organizations o WHERE EXISTS (SELECT FROM sessions t `,
		"the sweeper looks for organizations with expired sessions"},
	{`SELECT o.id FROM organizations o WHERE EXISTS (SELECT FROM idempotency_keys t `,
		"the sweeper looks for organizations with expired idempotency keys"},
	{`SELECT o.id FROM organizations o WHERE EXISTS (SELECT FROM webhook_attempts t `,
		"the sweeper looks for organizations with old attempts of webhooks"},
	{`SELECT o.id FROM organizations o WHERE o.closed_at IS NULL AND EXISTS ( SELECT FROM proposals p `,
		"the sweeper looks for organizations with wishes of closed proposals"},
	{`SELECT h.organization_id, h.seq FROM organizations o JOIN event_heads h ON h.organization_id = o.id `,
		"the alerts look for organizations with budgets in which something was written, about once a minute"},
	{`SELECT w.organization_id, w.id, w.lease, w.failing_since IS NOT NULL FROM organizations o JOIN webhooks w `,
		"the deliverer looks for webhooks that are due"},
	{`SELECT CASE WHEN w.state = 'active' AND w.last_error IS NOT NULL THEN 'failing' ELSE w.state END, count(*), `,
		"a metric: the webhooks by state"},
	{`SELECT o.id, o.name, w.id, w.name, w.url, w.state, w.failing_since, `,
		"the operator's port names the webhooks that fail"},
	{`SELECT id, name FROM organizations WHERE id = ANY`, "the operator's port names the organizations"},
	{`SELECT o.id, o.name, u.id, u.email, u.is_active, u.can_sign_in, s.id IS NOT NULL FROM organizations o ` +
		`JOIN users u ON u.organization_id = o.id AND lower(u.email) = $1 ` +
		`LEFT JOIN sign_in_identities s ON s.organization_id = o.id AND s.id = u.id AND s.issuer = $2 AND s.subject = $3 ` +
		`WHERE o.suspended_at IS NULL ORDER BY`,
		"after a sign-in with OpenID Connect that names no organization, the console looks " +
			"for those that have the person"},
	{`SELECT id FROM organizations WHERE name = $1 ORDER BY created_at, id LIMIT 1`,
		"an import and the demo look for their organization by its name"},
	{`SELECT count(*) FROM organizations WHERE name = $1`,
		"the import of an archive looks for organizations of the same name"},
}

// crossesOrganizations reports whether a statement is in the list.
func crossesOrganizations(query string) bool {
	query = strings.Join(strings.Fields(query), " ")
	for _, known := range acrossOrganizations {
		if strings.HasPrefix(query, known.statement) {
			return true
		}
	}
	return false
}

// startCitus finds the nodes of the cluster and creates the database that all others are cloned from.
func startCitus(ctx context.Context) error {
	nodes, err := citustest.Nodes(ctx)
	if err != nil {
		return err
	}
	for _, n := range nodes {
		if err := addNode(n.DSN); err != nil {
			return err
		}
	}
	server.prefix = fmt.Sprintf("workplan_test_%d_%d_", time.Now().Unix(), os.Getpid())
	server.bare = server.prefix + "bare"
	if err := citustest.CreateDatabase(ctx, nodes, server.bare); err != nil {
		return err
	}
	return closeTemplate(ctx, server.bare)
}

// distribute distributes the tables of a template. A database has few shards, so that it is cloned fast.
func distribute(ctx context.Context, database string) error {
	if _, err := server.nodes[0].admin.ExecContext(ctx,
		"ALTER DATABASE "+database+" SET citus.shard_count = 4"); err != nil {
		return err
	}
	return inDatabase(database, func(db *sql.DB) error {
		_, err := citus.Distribute(ctx, db, func(string, ...any) {})
		return err
	})
}

// oneShard returns the address and the options of a pool whose statements fail if they need more than one shard, except
// for those of acrossOrganizations.
func oneShard(dsn string, opts postgres.Options) (string, postgres.Options) {
	opts.OpenDB = wrapped(func(c postgres.DriverConn) driver.Conn { return &shardConn{DriverConn: c} })
	return dsn + " options='-c citus.multi_task_query_log_level=error'", opts
}

// directReads returns what servers under test read with: the nodes of Citus, or nil for one PostgreSQL.
func directReads(t testing.TB, db *sql.DB, dsn string) *tenant.DirectReads {
	t.Helper()
	if !OnCitus() {
		return nil
	}
	dsn, opts := guardedPool(t, dsn)
	reads, err := tenant.NewDirectReads(db, func(host string, port uint16) (*sql.DB, error) {
		opts.Host, opts.Port = host, port
		return postgres.Open(dsn, opts)
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { reads.Close() })
	return reads
}

// shardConn lets a statement of acrossOrganizations pass.
type shardConn struct {
	postgres.DriverConn
	open bool // statements may read several shards
}

// Raw returns the wrapped connection, for postgres.AllowSlow.
func (c *shardConn) Raw() driver.Conn { return c.DriverConn }

func (c *shardConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if err := c.prepareFor(ctx, query); err != nil {
		return nil, err
	}
	return c.DriverConn.ExecContext(ctx, query, args)
}

func (c *shardConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if err := c.prepareFor(ctx, query); err != nil {
		return nil, err
	}
	return c.DriverConn.QueryContext(ctx, query, args)
}

func (c *shardConn) prepareFor(ctx context.Context, query string) error {
	open := crossesOrganizations(query)
	if open == c.open {
		return nil
	}
	level := map[bool]string{true: "off", false: "error"}[open]
	if _, err := c.DriverConn.ExecContext(ctx, "SET citus.multi_task_query_log_level = "+level, nil); err != nil {
		return err
	}
	c.open = open
	return nil
}
