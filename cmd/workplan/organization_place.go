package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"github.com/workplan-api/workplan/cmd/workplan/operate/verify"
	"github.com/workplan-api/workplan/internal/postgres/citus"
)

type organizationPlaceCmd struct {
	oneOrganization
	MigrateDatabaseURL string `name:"migrate-database-url" env:"MIGRATE_DATABASE_URL" secret:"" placeholder:"URL" help:"The same database with the role that owns the tables, if the role of DATABASE_URL does not."`
	Node               string `required:"" placeholder:"HOST[:PORT]" help:"The worker of Citus that the organization moves to."`
	DryRun             bool   `help:"Say what would be done, and change nothing."`
}

// Help is the rest of the help text.
func (organizationPlaceCmd) Help() string {
	return `All rows of the organization move to another worker of the Citus cluster, while servers work. If the organization
shares its shard with others, all of them move, it gets a shard of its own there, and the others come back. At the end
of each step the writes of the organizations that move wait, usually for less than a second.

DATABASE_URL is the address of the coordinator. If the command is interrupted or fails, run it again: it goes on from
what the cluster has. What it had begun when it was killed goes on in the database, and the next run waits for that.
But if it ends before the others have come back, they stay on the worker: place them, too. In the end, it checks the
rows as workplan verify does, and removes the old copies.

Examples:

    workplan organization place "Harbour Works" --node worker2.example.com --dry-run
    workplan organization place "Harbour Works" --node worker2.example.com:5432`
}

// placed is what the command prints as JSON.
type placed struct {
	Organization organization `json:"organization"`
	From         string       `json:"from"`
	To           string       `json:"to"`
	Divided      bool         `json:"divided"`
	Rows         int64        `json:"rows"`
	Seconds      float64      `json:"seconds"`
}

// Run places the organization.
func (c *organizationPlaceCmd) Run(ctx context.Context, std streams) error {
	db, err := owner{MigrateDatabaseURL: c.MigrateDatabaseURL}.open(ctx, c.database, std)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := checkMigrated(ctx, db); err != nil {
		return err
	}
	workers, err := citus.Workers(ctx, db)
	if err != nil {
		return err
	}
	to, err := c.choose(workers)
	if err != nil {
		return err
	}
	o, err := findOrganization(ctx, db, c.Organization)
	if err != nil {
		return err
	}
	from, err := citus.Find(ctx, db, o.ID)
	if err != nil {
		return err
	}
	if c.DryRun {
		c.plan(std, o, from, to)
		return nil
	}
	status, stop := statusOf(std)
	defer stop()
	began := time.Now()
	from, rows, err := citus.Place(ctx, db, o.ID, to, std.say, status)
	switch {
	case err != nil:
		return err
	case from.Node == to:
		std.say("Organization %q (%s) is on %s already.", o.Name, o.ID, to)
	default:
		std.changed("organization place", o.ID.String(), "from", from.Node.String(), "to", to.String())
		if err := c.verify(ctx, db, o, status); err != nil {
			return err
		}
		std.say("Placed organization %q (%s) on %s, with %d rows, in %.1f s.", o.Name, o.ID, to, rows,
			time.Since(began).Seconds())
	}
	if c.Output == "json" {
		return printJSON(std, placed{
			o, from.Node.String(), to.String(), from.Shares(), rows, time.Since(began).Seconds(),
		})
	}
	return nil
}

// choose returns the worker of --node.
func (c *organizationPlaceCmd) choose(workers []citus.Node) (citus.Node, error) {
	var found []citus.Node
	var all []string
	for _, n := range workers {
		if c.Node == n.Host || c.Node == n.String() {
			found = append(found, n)
		}
		all = append(all, n.String())
	}
	switch len(found) {
	case 0:
		return citus.Node{}, fmt.Errorf("no worker has the address %s: the workers that may have organizations are %s",
			visible(c.Node), strings.Join(all, ", "))
	case 1:
		return found[0], nil
	}
	return citus.Node{}, fmt.Errorf("%d workers have the address %s: give the port, one of %s",
		len(found), visible(c.Node), strings.Join(all, ", "))
}

// plan prints what would be done.
func (c *organizationPlaceCmd) plan(std streams, o organization, from citus.Placement, to citus.Node) {
	switch {
	case from.Node == to:
		std.say("Organization %q (%s) is on %s already.", o.Name, o.ID, to)
	case from.Shares():
		std.say("Organization %q (%s) is on %s and shares shard %d with %d others. All would move to %s, where it would "+
			"get a shard of its own, and the others would come back.", o.Name, o.ID, from.Node, from.Shard, from.Others, to)
	default:
		std.say("Organization %q (%s) is on %s, alone in shard %d, which would move to %s.", o.Name, o.ID, from.Node,
			from.Shard, to)
	}
}

// verify checks the organization as workplan verify does.
func (*organizationPlaceCmd) verify(
	ctx context.Context, db *sql.DB, o organization, status func(string, ...any),
) error {
	results, err := verify.Run(ctx, db, verify.Options{
		Organization: o.ID, StatementTimeout: time.Hour,
		Begin: func(_, promise string) { status("Checking that %s …", promise) },
	})
	for _, r := range results {
		if err == nil && !r.OK {
			err = fmt.Errorf("the check %s is not ok", r.Check)
		}
	}
	if err != nil {
		err = fmt.Errorf("organization %q was moved, but %w: run `workplan verify --organization %s`", o.Name,
			err, o.ID)
	}
	return err
}
