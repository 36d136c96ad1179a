package main

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/user"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/cmd/workplan/operate/erasure"
	emails "github.com/workplan-api/workplan/internal/address"
	"github.com/workplan-api/workplan/internal/protoconv"
)

// erasing are the flags of the commands that delete. They use the role that owns the tables, because that of the
// servers may not be allowed to change events.
type erasing struct {
	database
	MigrateDatabaseURL string `name:"migrate-database-url" env:"MIGRATE_DATABASE_URL" secret:"" placeholder:"URL" help:"The same database with the role that owns the tables, if the role of DATABASE_URL may not change events."`
	Confirm            string `placeholder:"TEXT" help:"What the command asks to type, for scripts."`
}

func (c erasing) open(ctx context.Context, std streams) (*sql.DB, error) {
	db, err := owner{MigrateDatabaseURL: c.MigrateDatabaseURL}.open(ctx, c.database, std)
	if err != nil {
		return nil, err
	}
	if err = checkMigrated(ctx, db); err == nil {
		err = mayErase(ctx, db)
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// mayErase fails if the role may not change events, before anything is deleted.
func mayErase(ctx context.Context, db *sql.DB) error {
	var role string
	var may bool
	err := db.QueryRowContext(
		ctx, `SELECT current_user, has_table_privilege('events', 'UPDATE') AND has_table_privilege('events', 'DELETE')`,
	).Scan(&role, &may)
	if err == nil && !may {
		err = fmt.Errorf("the role %s may not change events: set MIGRATE_DATABASE_URL to the same database with the "+
			"role that owns the tables", role)
	}
	return err
}

// confirm fails unless the text is typed.
func (c erasing) confirm(std streams, question, text string) error {
	typed := c.Confirm
	if typed == "" {
		std.say("%s To confirm, type %s", question, visible(text))
		line, _ := bufio.NewReader(std.in).ReadString('\n') // without a line, it is not confirmed
		typed = strings.TrimSpace(line)
	}
	if typed != text {
		return fmt.Errorf("not confirmed: %q was typed instead of %q. Nothing was changed", typed, text)
	}
	return nil
}

type organizationDeleteCmd struct {
	erasing
	Organization string `arg:"" help:"The id of the organization, or its exact name."`
	Archive      string `xor:"archive" required:"" placeholder:"FILE" help:"Export the organization to this file first, as workplan organization export does."`
	NoArchive    bool   `xor:"archive" required:"" help:"Keep nothing of the organization."`
	Receipt      string `placeholder:"FILE" help:"The file of the receipt. The default is workplan-deleted-ID.json."`
}

// Help is the rest of the help text.
func (organizationDeleteCmd) Help() string {
	return `The organization must be suspended. All its rows in all tables are deleted, with its journal, in short
transactions: other organizations are served meanwhile. If the command is interrupted, run it again: it goes on, with
the same receipt.

The receipt has the number of rows of each table, when they were deleted and by whom. It is printed, and kept in a
file. Backups of the database still have the organization, until they expire.

Examples:

    workplan organization suspend "Harbour Works"
    workplan organization delete "Harbour Works" --archive harbour.ndjson
    workplan organization delete "Harbour Works" --no-archive --confirm "Harbour Works"`
}

// receipt says what was deleted.
type receipt struct {
	Organization organization     `json:"organization"`
	Rows         map[string]int64 `json:"rows"`
	Archive      string           `json:"archive,omitempty"`
	By           string           `json:"by"`
	StartedAt    time.Time        `json:"startedAt"`
	DeletedAt    *time.Time       `json:"deletedAt"`
}

// Run deletes the organization.
func (c *organizationDeleteCmd) Run(ctx context.Context, std streams) error {
	db, err := c.open(ctx, std)
	if err != nil {
		return err
	}
	defer db.Close()
	o, err := findOrganization(ctx, db, c.Organization)
	if errors.Is(err, errNoOrganization) {
		if r, ok := c.unfinished(ctx, db); ok {
			question := fmt.Sprintf("Organization %q (%s) is not in this database any more. This completes "+
				"the receipt of its deletion.",
				r.Organization.Name, r.Organization.ID)
			if err := c.confirm(std, question, r.Organization.Name); err != nil {
				return err
			}
			return c.finish(std, r)
		}
	}
	if err != nil {
		return err
	}
	if o.SuspendedAt == nil {
		return fmt.Errorf("organization %q is not suspended: run `workplan organization suspend %s` first",
			o.Name, o.ID)
	}
	if c.Receipt == "" {
		c.Receipt = receiptOf(o.ID)
	}
	r, err := c.earlier(std, o)
	if err != nil {
		return err
	}
	if err := c.confirm(
		std, fmt.Sprintf("This deletes organization %q (%s) with everything that belongs to it.", o.Name, o.ID), o.Name,
	); err != nil {
		return err
	}
	if err := o.waitForRequests(ctx, std); err != nil {
		return err
	}
	if r == nil {
		if r, err = c.begin(ctx, std, db, o); err != nil {
			return err
		}
	}
	progress := newProgress(std, "Deleting %s …")
	err = erasure.Organization(ctx, db, o.ID, progress.rows)
	progress.end()
	if err != nil {
		return fmt.Errorf("%w\nRun the command again to go on", err)
	}
	return c.finish(std, *r)
}

// receiptOf returns the default file of the receipt of an organization.
func receiptOf(id uuid.UUID) string { return "workplan-deleted-" + id.String() + ".json" }

// unfinished returns the receipt of a deletion that was interrupted after the last row was deleted.
func (c *organizationDeleteCmd) unfinished(ctx context.Context, db *sql.DB) (r receipt, ok bool) {
	if id, err := uuid.Parse(c.Organization); c.Receipt == "" && err == nil {
		c.Receipt = receiptOf(id)
	}
	b, err := os.ReadFile(c.Receipt)
	if err != nil || json.Unmarshal(b, &r) != nil || r.DeletedAt != nil {
		return r, false
	}
	if r.Organization.Name != c.Organization && !strings.EqualFold(r.Organization.ID.String(), c.Organization) {
		return r, false
	}
	rows, err := erasure.Count(ctx, db, r.Organization.ID)
	for _, n := range rows {
		if n > 0 {
			return r, false
		}
	}
	return r, err == nil
}

// finish writes and prints the receipt of an organization that is deleted.
func (c *organizationDeleteCmd) finish(std streams, r receipt) error {
	o := r.Organization
	std.changed("organization delete", o.ID.String())
	r.DeletedAt = new(protoconv.Now())
	if err := c.keep(r); err != nil {
		return err
	}
	std.say("Deleted organization %q (%s). The receipt is in %s.", o.Name, o.ID, c.Receipt)
	return printJSON(std, r)
}

// earlier returns the receipt of a deletion that was interrupted, or nil if there is none. The archive is complete
// then, and some rows are deleted.
func (c *organizationDeleteCmd) earlier(std streams, o organization) (*receipt, error) {
	b, err := os.ReadFile(c.Receipt)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var r receipt
	if err := json.Unmarshal(b, &r); err != nil || r.Organization.ID != o.ID || r.DeletedAt != nil {
		return nil, fmt.Errorf("%s exists, and is not the receipt of a deletion of this organization that was "+
			"interrupted: name another file with --receipt", c.Receipt)
	}
	if !r.Organization.SuspendedAt.Equal(*o.SuspendedAt) {
		return nil, fmt.Errorf("the organization was resumed after the deletion of %s began, so its archive lacks "+
			"what was written since: move %s away to begin anew with an archive of what is left now, and keep "+
			"the old archive, which has the rest",
			timestamp(&r.StartedAt), c.Receipt)
	}
	if c.Archive != r.Archive {
		how := "--archive " + r.Archive
		if r.Archive == "" {
			how = "--no-archive"
		}
		return nil, fmt.Errorf("the deletion that goes on began with %s: pass that again", how)
	}
	std.say("Going on with the deletion of %s.", timestamp(&r.StartedAt))
	return &r, nil
}

// begin writes the archive and the receipt, before anything is deleted.
func (c *organizationDeleteCmd) begin(
	ctx context.Context, std streams, db *sql.DB, o organization,
) (*receipt, error) {
	if _, err := os.Lstat(c.Archive); c.Archive != "" && err == nil {
		return nil, fmt.Errorf(
			"%s exists: choose another name, or, if a deletion was interrupted, name its receipt with --receipt",
			c.Archive,
		)
	}
	rows, err := erasure.Count(ctx, db, o.ID)
	if err != nil {
		return nil, err
	}
	if !c.NoArchive {
		if _, err := (&organizationExportCmd{Output: c.Archive}).write(ctx, std, db, o); err != nil {
			return nil, err
		}
	}
	r := &receipt{Organization: o, Rows: rows, Archive: c.Archive, By: operator(), StartedAt: protoconv.Now()}
	return r, c.keep(*r)
}

func (c *organizationDeleteCmd) keep(r receipt) error {
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	half := c.Receipt + ".part" // the file is complete at any moment
	if err := os.WriteFile(half, append(b, '\n'), 0o600); err != nil {
		return err
	}
	return os.Rename(half, c.Receipt)
}

// operator returns who runs the command.
func operator() string {
	name, host := "unknown", "unknown"
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	if h, err := os.Hostname(); err == nil {
		host = h
	}
	return name + "@" + host
}

type userCmd struct {
	Erase userEraseCmd `cmd:"" help:"Erase what identifies a person, also in the journal."`
}

type userEraseCmd struct {
	erasing
	Organization string `required:"" placeholder:"ID" help:"The id of the organization, or its exact name."`
	User         string `arg:"" help:"The id of the user, or the e-mail address."`
}

// Help is the rest of the help text.
func (userEraseCmd) Help() string {
	return `Name, e-mail address, picture and external ids, the reasons of time off and of exceptions of locks, the notes and
reasons of timesheets, the notes of entries of actual hours, and the names of the API keys that act as the user are
replaced, in the records, in the journal and in stored responses. What the user's hours cost is removed. The user
becomes inactive. Sessions and the calendar feed end, and saved views are deleted. Hours, what they are worth, working
patterns and the days of time off stay. The journal gets the
event user.erased, so that its followers can erase their copies.

The command lists where the name or the address still is, such as in the objective of a project, with the ids of the
first 20 records of each column. Backups of the
database still have them, until they expire. If the command is interrupted, run it again with the id.

Example:

    workplan user erase kim@example.com --organization "Harbour Works"`
}

// Run erases the user.
func (c *userEraseCmd) Run(ctx context.Context, std streams) error {
	db, err := c.open(ctx, std)
	if err != nil {
		return err
	}
	defer db.Close()
	o, err := findOrganization(ctx, db, c.Organization)
	if err == nil {
		err = o.unmoved() // a move does not see that events were changed
	}
	if err != nil {
		return err
	}
	var id uuid.UUID
	var email string
	err = db.QueryRowContext(ctx,
		`SELECT id, coalesce(email, name) FROM users
			WHERE organization_id = $1 AND (id::text = $2 OR lower(email) = $2)`,
		o.ID, emails.Fold(c.User)).Scan(&id, &email)
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("organization %q has no user %s", o.Name, visible(c.User))
	}
	if err != nil {
		return err
	}
	if err := c.confirm(std,
		fmt.Sprintf("This erases the user %s of organization %q.", id, o.Name), email); err != nil {
		return err
	}
	s, err := erasure.Person(ctx, db, o.ID, id)
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("%w\nThe user may be erased in part. Run the command again with the id %s", err, id)
	}
	if err != nil {
		return err
	}
	std.changed("user erase", o.ID.String(), "user_id", id)
	if o, err = findOrganization(ctx, db, o.ID.String()); err == nil {
		err = o.unmoved()
	}
	if err != nil {
		return fmt.Errorf("%w\nThe user is erased here, but a move that began meanwhile may have copied their events: "+
			"when it has ended, run the command again where the organization is then, with the id %s", err, id)
	}
	std.say("Erased user %s: %d requests for time off, %d keys, %d events and %d responses of endpoints were "+
		"rewritten, and %d stored responses deleted.",
		id, s.TimeOff, s.Keys, s.Events, s.Quotes, s.Responses)
	left, records, err := c.leftover(ctx, std, db, o, s.Known)
	if err != nil { // what is erased is, and the next run knows no text to look for
		err = fmt.Errorf("the user is erased, but it was not possible to look where else the name is: %w", err)
	}
	return errors.Join(err,
		printJSON(std, map[string]any{"organizationId": o.ID, "userId": id, "erasedAt": protoconv.Now(),
			"stillIn": left, "records": records}))
}

// leftover returns the number of rows that still have one of the texts and their first ids, by column, or nil if no
// text is known.
func (*userEraseCmd) leftover(
	ctx context.Context, std streams, db *sql.DB, o organization, known []string,
) (left map[string]int64, records map[string][]string, err error) {
	if len(known) == 0 {
		std.say("The name and the address were erased before, so nothing was searched for them.")
		return nil, nil, nil
	}
	places, err := erasure.Find(ctx, db, o.ID, known...)
	if err != nil {
		return nil, nil, err
	}
	left, records = map[string]int64{}, map[string][]string{}
	for _, p := range places {
		column, more := p.Table+"."+p.Column, ""
		left[column], records[column] = p.Rows, p.Records
		if p.Rows > int64(len(p.Records)) {
			more = " and more"
		}
		std.say("The name, the address or the picture is still in %s, in %d rows: %s%s.", column, p.Rows,
			visible(strings.Join(p.Records, ", ")), more)
	}
	return left, records, nil
}
