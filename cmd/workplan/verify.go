package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/workplan-api/workplan/cmd/workplan/operate/verify"
	"github.com/workplan-api/workplan/internal/postgres"
)

type verifyCmd struct {
	database
	Organization     string        `placeholder:"ID" help:"Check only the organization with this id or exact name."`
	JSON             bool          `name:"json" help:"Print the results as JSON."`
	StatementTimeout time.Duration `default:"1m" placeholder:"TIME" help:"How long one statement may run, such as 10m."`
}

// Help is the rest of the help text.
func (verifyCmd) Help() string {
	return `It checks foreign keys and the references that have none, unique keys, the numbers of the journal, the
versions of records and the hours against their events, Idempotency-Keys, webhooks, and more. Run it after a backup
was restored. With --organization, the indexes and constraints of the database are not checked.

It only reads. It uses one connection and runs one statement at a time, so it can run beside a server. A large
database takes minutes: it reads every row.

Each check prints ok, or FOUND with the ids of the first rows and what to do. The exit code is 1 if something was
found or a check did not finish.

Examples:

    workplan verify
    workplan verify --organization "Harbour Works" --statement-timeout 10m
    workplan verify --json`
}

// Run checks the database.
func (c *verifyCmd) Run(ctx context.Context, std streams) error {
	if c.DatabasePooler == postgres.TransactionPooler {
		return errors.New("verify changes the settings of its session and needs PostgreSQL itself: set DATABASE_URL " +
			"to its address and DATABASE_POOLER to none")
	}
	db, err := c.openMigrated(ctx, std)
	if err != nil {
		return err
	}
	defer db.Close()
	opts := verify.Options{StatementTimeout: c.StatementTimeout}
	if c.StatementTimeout < time.Millisecond {
		return fmt.Errorf("--statement-timeout must be at least 1ms")
	}
	if c.Organization != "" {
		o, err := findOrganization(ctx, db, c.Organization)
		if err != nil {
			return err
		}
		opts.Organization = o.ID
	}
	progress := newProgress(std, "Checking that %s …")
	defer progress.end()
	opts.Begin = func(_, promise string) { progress.next(promise) }
	if !c.JSON {
		opts.End = func(r verify.Result) { printCheck(std, r) }
	}
	results, err := verify.Run(ctx, db, opts)
	if err != nil {
		return err
	}
	if c.JSON {
		if err := printJSON(std, results); err != nil {
			return err
		}
	}
	var bad []string
	for _, r := range results {
		if !r.OK {
			bad = append(bad, r.Check)
		}
	}
	if len(bad) > 0 {
		return fmt.Errorf("%d of %d checks are not ok: %s", len(bad), len(results), strings.Join(bad, ", "))
	}
	return nil
}

// printCheck prints the result of a check.
func printCheck(std streams, r verify.Result) {
	word := "ok   "
	if !r.OK {
		word = "FOUND"
	}
	if r.Error != "" {
		word = "ERROR"
	}
	fmt.Fprintf(std.out, "%s  %-13s  %s\n", word, r.Check, r.Promise)
	if r.Error != "" {
		fmt.Fprintf(std.out, "       did not finish: %s\n", visible(r.Error))
	}
	for _, f := range r.Findings {
		where, more := "", ""
		if f.Organization != nil {
			where = "organization " + f.Organization.String() + ": "
		}
		if f.More {
			more = ", and more"
		}
		fmt.Fprintf(std.out, "       %s%s: %s%s\n", where, f.Subject, visible(strings.Join(f.IDs, ", ")), more)
	}
	for _, note := range r.Notes {
		fmt.Fprintf(std.out, "       note: %s\n", visible(note))
	}
	if r.Advice != "" {
		fmt.Fprintf(std.out, "       what to do: %s\n", r.Advice)
	}
}
