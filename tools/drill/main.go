// Command drill loses a database on purpose and restores it, to see what is lost and how long it takes.
//
//	go -C tools run ./drill --write docs/reports/backup-drill.md
//
// It starts a PostgreSQL of its own that archives its WAL, fills it through workplan serve, takes a base backup while
// writers note each write that the server acknowledges, and kills PostgreSQL. Then it restores the database twice: to
// the end of the archive, as after the loss of a machine, and to the moment before a mistake. After each restore it
// runs workplan verify, starts workplan serve, and compares the rows with the notes of the writers.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"github.com/workplan-api/workplan/tools/internal/checkout"
)

type options struct {
	Short bool   `help:"Load few rows and write for a few seconds."`
	Write string `placeholder:"FILE" help:"Also write the report to a page, such as docs/reports/backup-drill.md."`
}

func main() {
	log.SetFlags(0)
	if err := checkout.Enter(); err != nil {
		log.Fatal("drill: ", err)
	}
	var opts options
	kong.Parse(&opts,
		kong.Description("Loses a database on purpose, restores it, and reports what was lost and how long it took."))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, opts); err != nil {
		log.Fatal("drill: ", err)
	}
}

func run(ctx context.Context, opts options) error {
	s := size{rows: 200_000, writing: 20 * time.Second}
	if opts.Short {
		s = size{rows: 5_000, writing: 3 * time.Second}
	}
	d, err := newDrill(ctx, s)
	if err != nil {
		return err
	}
	err = d.run(ctx)
	if err = errors.Join(err, d.close()); err != nil {
		return err
	}
	text := d.report()
	fmt.Print(text)
	if opts.Write != "" {
		if err := os.WriteFile(opts.Write, []byte(text), 0o644); err != nil {
			return err
		}
	}
	if len(d.broken) > 0 {
		return errors.New("it does not hold that " + strings.Join(d.broken, ", and that "))
	}
	return nil
}

// report is the page.
func (d *drill) report() string {
	var b bytes.Buffer
	fmt.Fprintf(&b,
		"# Backup drill\n\nWritten by `go -C tools run ./drill --write docs/reports/backup-drill.md`, %s.\n\n",
		time.Now().UTC().Format(time.DateOnly))
	fmt.Fprintf(&b,
		"Machine: %d processors; %s, PostgreSQL %s, commit %s. The times depend on the machine and on what else it "+
			"does.\n\n", runtime.NumCPU(), runtime.Version(), d.version, checkout.Commit())
	fmt.Fprintf(&b, `A PostgreSQL with an archive of its WAL (archive_timeout %d s) has %d rows of planned hours. While %d writers write
through `+"`workplan serve`"+` and note each write that is acknowledged, `+"`pg_basebackup`"+` copies the `+
		`database. Later a program overwrites
the hours of a user by mistake, and in the end all processes of PostgreSQL get SIGKILL, and the machine counts as lost: what is left
is the base backup and the archive. The database is restored twice, each time into a new PostgreSQL.

`, int(archiveEvery.Seconds()), d.size.rows, writers)
	fmt.Fprintf(&b, "| step | seconds |\n|---|---|\n")
	for _, step := range d.steps {
		fmt.Fprintf(&b, "| %s | %.1f |\n", step.name, step.took.Seconds())
	}
	fmt.Fprintf(&b, "\n## What was lost\n\n| restored to | acknowledged writes | lost | of the last seconds | back "+
		"after seconds (RTO) | `workplan verify` |\n|---|---|---|---|---|---|\n")
	for _, r := range d.restores {
		fmt.Fprintf(&b, "| %s | %d | %d | %.1f | %.1f | %s |\n", r.name, r.acknowledged, r.lost, r.span.Seconds(),
			r.took.Seconds(), r.verify)
	}
	fmt.Fprintf(&b, `
A write is lost if it was acknowledged and its row is missing. The seconds are those from the first lost acknowledgement to the end
(RPO). Without the end of the WAL it is at most archive_timeout and the time to copy a file: a standby, or pg_receivewal on another
machine, keeps the rest. The time until the server is ready again is that of the copy, the recovery, verify and the start.

## What clients see afterwards

| a client | gets |
|---|---|
`)
	for _, line := range d.seen {
		fmt.Fprintf(&b, "| %s | %s |\n", line.client, line.gets)
	}
	fmt.Fprintf(&b, "\n[Backups](../operate/backup.md) says what to do about it.\n")
	return b.String()
}
