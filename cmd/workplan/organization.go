package main

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"
)

type organizationCmd struct {
	List organizationListCmd `cmd:"" help:"List the organizations of the installation."`
}

// output is the flag of the commands that print records.
type output struct {
	Output string `enum:"text,json" default:"text" help:"The format of the output: text or json."`
}

type organizationListCmd struct {
	database
	output
}

// Help is the rest of the help text.
func (organizationListCmd) Help() string {
	return "Examples:\n\n    workplan organization list\n    workplan organization list --output json"
}

// organization is an organization as the commands print it.
type organization struct {
	ID          uuid.UUID  `json:"id"`
	Name        string     `json:"name"`
	CreatedAt   time.Time  `json:"createdAt"`
	SuspendedAt *time.Time `json:"suspendedAt"`
}

// Run lists the organizations.
func (c *organizationListCmd) Run(ctx context.Context, std streams) error {
	db, err := c.openMigrated(ctx, std)
	if err != nil {
		return err
	}
	defer db.Close()
	rows, err := db.QueryContext(ctx, `SELECT id, name, created_at, suspended_at FROM organizations ORDER BY name, id`)
	if err != nil {
		return err
	}
	defer rows.Close()
	list := []organization{}
	for rows.Next() {
		var o organization
		if err := rows.Scan(&o.ID, &o.Name, &o.CreatedAt, &o.SuspendedAt); err != nil {
			return err
		}
		list = append(list, o)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if c.Output == "json" {
		return printJSON(std, list)
	}
	w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tNAME\tCREATED\tSUSPENDED")
	for _, o := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", o.ID, o.Name, timestamp(&o.CreatedAt), timestamp(o.SuspendedAt))
	}
	return w.Flush()
}
