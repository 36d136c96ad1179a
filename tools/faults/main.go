// Command faults breaks a running workplan in many ways and checks what it promises meanwhile:
//
//	go -C tools run ./faults --help
//
// A row of the suite is a fault. Its run does the harm to real processes, workplan serve and PostgreSQL, and checks
// what must hold. Its control does the same without the protection, and must break: a control that holds shows that the
// row cannot fail.
//
// A file of rows, such as crash.go, adds its rows in init. A row gets an environment: a database of its own in a
// durable PostgreSQL with the organizations first and second, serve for the real program, serveWith for a control that
// needs another configuration, clients without retries, a well-behaved neighbour, a poller of /readyz, a proxy in front
// of PostgreSQL and a ledger of acknowledged writes.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/workplan-api/workplan/tools/internal/checkout"
)

const description = `Break workplan in many ways and check what it promises meanwhile.

It needs Go, a PostgreSQL that is installed or else fetched, and 2 GB in the temporary folder. It removes everything
at the end. It prints a table and exits with 1 if a row fails or if a control holds. The short form takes at most 3
minutes, the long form about an hour.`

type options struct {
	Only     []string `placeholder:"NAME" help:"Run only these rows."`
	Short    bool     `help:"Take a few seconds for each row, and skip the rows that measure times, unless they are named."`
	Previous string   `placeholder:"PROGRAM" help:"workplan of an earlier version, which the row rolling-upgrade needs: see .ci/upgrade."`
	List     bool     `help:"List the rows and exit."`
	Ages     string   `placeholder:"FILE" help:"Print how many commits ago each row of a page was made, such as of docs/reports/faults.md, and exit."`
	Write    string   `placeholder:"FILE" help:"Also write the table to a page, such as docs/reports/faults.md. With --only, the other rows of the page stay."`
}

func main() {
	log.SetFlags(0)
	if serve := child(os.Args[1:]); serve != nil {
		if err := serve(); err != nil {
			log.Fatal(err)
		}
		return
	}
	if err := checkout.Enter(); err != nil {
		log.Fatal("faults: ", err)
	}
	var opts options
	kong.Parse(&opts, kong.Description(description))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := suite(ctx, opts); err != nil {
		log.Fatal("faults: ", err)
	}
}

// child returns what this program does as a process that a row has started, or nil.
func child(args []string) func() error {
	switch {
	case len(args) == 2 && args[0] == serveWith:
		return func() error { return serveVariant(args[1]) }
	case len(args) == 1 && args[0] == floodClients:
		return serveFlood
	case len(args) == 1 && args[0] == busyProcessors:
		return serveBusy
	}
	return nil
}

// suite runs the rows and prints their table.
func suite(ctx context.Context, opts options) (err error) {
	rows, err := choose(opts.Only, opts.Short)
	if err != nil {
		return err
	}
	if opts.Ages != "" {
		page, err := os.ReadFile(opts.Ages)
		if err == nil {
			fmt.Print(ages(ctx, string(page)))
		}
		return err
	}
	if opts.List {
		for _, r := range rows {
			fmt.Printf("%s: %s %s\n", r.name, r.done, r.holds)
		}
		return nil
	}
	b, err := newShared(ctx, opts.Previous)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	var reports []report
	failed := 0
	for _, r := range rows {
		report := b.try(ctx, r, opts.Short)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if report.failed() {
			failed++
		}
		log.Print(report)
		reports = append(reports, report)
		if opts.Write != "" { // after each row, so that a long run that is stopped leaves a page
			page := table(ctx, b, reports, opts.Short)
			if old, err := os.ReadFile(opts.Write); err == nil && len(opts.Only) > 0 {
				page = again(string(old), report)
			}
			if err := os.WriteFile(opts.Write, []byte(page), 0o644); err != nil {
				return err
			}
		}
	}
	fmt.Print(table(ctx, b, reports, opts.Short))
	if failed > 0 {
		return fmt.Errorf("%d of %d rows failed", failed, len(rows))
	}
	return nil
}
