package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/workplan-api/workplan/cmd/workplan/operate/archive"
	"github.com/workplan-api/workplan/internal/wait"
)

type organizationExportCmd struct {
	database
	Organization string `arg:"" help:"The id of the organization, or its exact name."`
	Output       string `short:"o" placeholder:"FILE" help:"The file to write. By default the standard output."`
	Force        bool   `help:"Replace the file if it exists."`
}

// Help is the rest of the help text.
func (organizationExportCmd) Help() string {
	return `The file has every record of the organization as it is at one moment, with the journal, the hashes of the
API keys and of the calendar addresses, the webhooks and the responses that are kept for Idempotency-Keys. It does not
have the sessions of people who are signed in. It contains personal data and the hashes of secrets: keep it as you
keep a backup of the database.

Each line is a JSON value, and the last line has a checksum. workplan organization import reads the file. The server
can run meanwhile. Do not migrate the database meanwhile: a migration would wait for the export. If the organization was
suspended a moment ago, the command waits until no request can write any more.

With --output, the file appears when it is complete. Only its owner may read it. A file that exists is replaced only
with --force.

Examples:

    workplan organization export "Harbour Works" --output harbour.ndjson
    workplan organization export 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10 | zstd > harbour.ndjson.zst`
}

// runOut is how long after a suspension a server may still write: it knows of it within a second, and a request that it
// has begun may take 10 s. Tests change it.
var runOut = 12 * time.Second

// waitForRequests returns when no request writes to the organization any more, if it is suspended. What is written
// during an export is not in the file, and would be lost.
func (o organization) waitForRequests(ctx context.Context, std streams) error {
	if o.SuspendedAt == nil {
		return nil
	}
	left := min(time.Until(o.SuspendedAt.Add(runOut)), runOut)
	if left <= 0 {
		return nil
	}
	std.say("Waiting %s for requests that began before the suspension …", left.Round(time.Second))
	return wait.For(ctx, left)
}

// Run writes the file.
func (c *organizationExportCmd) Run(ctx context.Context, std streams) error {
	if _, err := os.Lstat(c.Output); c.Output != "" && err == nil && !c.Force {
		return fmt.Errorf("%s exists: choose another name, or replace it with --force", c.Output)
	}
	db, err := c.openMigrated(ctx, std)
	if err != nil {
		return err
	}
	defer db.Close()
	o, err := findOrganization(ctx, db, c.Organization)
	if err != nil {
		return err
	}
	if err := o.waitForRequests(ctx, std); err != nil {
		return err
	}
	summary, err := c.write(ctx, std, db, o)
	if err != nil {
		return err
	}
	std.say("Exported organization %q (%s): %d rows of %d tables.", o.Name, o.ID, summary.Total(), len(summary.Rows))
	return nil
}

func (c *organizationExportCmd) write(
	ctx context.Context, std streams, db *sql.DB, o organization,
) (s archive.Summary, err error) {
	progress := newProgress(std, "Exporting %s …")
	defer progress.end()
	if c.Output == "" {
		return archive.Export(ctx, db, o.ID, std.out, progress.next)
	}
	// The file gets its name when it is complete and on the disk.
	half, err := os.CreateTemp(filepath.Dir(c.Output), filepath.Base(c.Output)+".*.part")
	if err != nil {
		return s, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(half.Name()))
		}
	}()
	s, err = archive.Export(ctx, db, o.ID, half, progress.next)
	if err == nil {
		err = half.Sync()
	}
	if err = errors.Join(err, half.Close()); err != nil {
		return s, err
	}
	return s, os.Rename(half.Name(), c.Output)
}

// progress prints which part of a command runs, if the part takes longer than a second.
type progress struct {
	std    streams
	format string
	done   func()
	name   string    // of the part
	said   time.Time // when rows of it were said last
	// share, if set, returns how much of all parts is done, 0 to 1. began is when the first one began.
	share func() float64
	began time.Time
}

func newProgress(std streams, format string) *progress {
	return &progress{std: std, format: format, done: func() {}, began: time.Now()}
}

// next begins a part.
func (p *progress) next(name string) {
	p.done()
	p.done = p.std.meanwhile(p.format, name)
}

// rows begins a part, or goes on with it: every ten seconds it says how many of its rows are done.
func (p *progress) rows(name string, n int64) {
	if name != p.name {
		p.next(name)
		p.name, p.said = name, time.Now()
	} else if time.Since(p.said) > 10*time.Second {
		p.std.say(p.format+" %d rows so far%s", name, n, p.left())
		p.said = time.Now()
	}
}

// left says how much is done and how long the rest will take, if that is known.
func (p *progress) left() string {
	if p.share == nil || p.share() == 0 {
		return ""
	}
	took, share := time.Since(p.began), p.share()
	return fmt.Sprintf(", %.0f %% of all, about %s left", 100*share,
		time.Duration(float64(took)*(1/share-1)).Round(time.Second))
}

// end ends the last part.
func (p *progress) end() { p.done() }

type organizationImportCmd struct {
	database
	File string `arg:"" help:"A file of workplan organization export; - is standard input."`
}

// Help is the rest of the help text.
func (organizationImportCmd) Help() string {
	return `The organization gets the ids, versions, times and events that it had, so its API keys work and readers of
its events go on. It is written beside the other organizations of the database, in one transaction: servers see all of
it at once, or nothing of it after an error. Its id is printed.

The organization must not exist in the database, and the database must have the migrations of the file, or newer ones.
A file that is truncated or was changed is refused.

No old event is sent to webhooks: their cursors move to the latest event. If an endpoint had not got all events, they
are listed, and an admin can send them with POST /webhooks/{id}/redeliver. New events are sent, if the server has
SECRET_KEY_FILE. If this is a copy for tests, start its server without SECRET_KEY_FILE, so that it sends nothing to
the real receivers.

Examples:

    workplan organization import harbour.ndjson
    zstd -dc harbour.ndjson.zst | workplan organization import -`
}

// readShare returns how much of a file was read, 0 to 1, or 0 if that is not known.
func readShare(f *os.File) float64 {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return 0
	}
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0
	}
	return float64(at) / float64(info.Size())
}

// Run imports the file.
func (c *organizationImportCmd) Run(ctx context.Context, std streams) error {
	file := io.NopCloser(std.in)
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return err
		}
		file = f
	}
	defer file.Close()
	db, err := c.openMigrated(ctx, std)
	if err != nil {
		return err
	}
	defer db.Close()
	progress := newProgress(std, "Importing %s …")
	defer progress.end()
	if f, ok := file.(*os.File); ok {
		progress.share = func() float64 { return readShare(f) }
	}
	r, err := archive.Import(ctx, db, file, progress.rows)
	if err != nil {
		return fmt.Errorf("%s: nothing was imported: %w", c.File, err)
	}
	std.changed("organization import", r.Organization.ID.String())
	std.say("Imported organization %q: %d rows of %d tables, as of %s.", r.Organization.Name, r.Total(),
		len(r.Rows), timestamp(&r.ExportedAt))
	if r.Namesakes > 0 {
		std.say("Other organizations of this database have the same name: give commands the id.")
	}
	for _, e := range r.Behind {
		std.say("Webhook %s has not got the events %d to %d. To send them: POST /api/v1/webhooks/%[1]s/redeliver "+
			"with {\"fromSeq\": %[2]d, \"toSeq\": %[3]d}.", e.ID, e.From, e.To)
	}
	if r.Rows["webhooks"] > 0 {
		std.say("The secrets of webhooks are derived from SECRET_KEY_FILE: use the file of the other " +
			"installation, or rotate the secrets.")
	}
	_, err = fmt.Fprintln(std.out, r.Organization.ID)
	return err
}
