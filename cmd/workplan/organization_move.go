package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/workplan-api/workplan/cmd/workplan/operate/move"
	"github.com/workplan-api/workplan/internal/postgres"
)

type organizationMoveCmd struct {
	oneOrganization
	To       string        `env:"MOVE_TO_DATABASE_URL" secret:"" placeholder:"URL" help:"The database of the other installation, with the role that owns its tables."`
	Pointer  string        `placeholder:"URL" help:"The address of the other installation, which callers of this one are told afterwards."`
	MaxPause time.Duration `default:"2s" placeholder:"TIME" help:"How long the organization may be refused at the end, 1.5s to 30s. If it takes longer, it is served again, and the command tries again later."`
	Abort    bool          `help:"Undo a move that has not ended: this installation goes on as before, and the other one keeps nothing."`
}

// Help is the rest of the help text.
func (organizationMoveCmd) Help() string {
	return `The organization moves to the database of another installation while it is used, with its ids, versions,
events, keys, webhooks and stored responses. Only sessions are left behind: people sign in again.

The command copies all rows from one snapshot, follows the journal until little is left, compares all rows, and then
closes the organization for about a second: all its calls get 503 with Retry-After, and change nothing. It copies and
compares the rest, suspends the organization here, and opens it there. Here, its calls get 403 from then on, with the
address of --pointer. Clients change the address. Readers of events go on from the number that they have.

Run it beside both databases, with the servers of both installations of this release or newer. If it is interrupted or
fails, run it again: it goes on. If it was killed in the moment when the organization was closed, the organization stays
closed until then. --abort undoes the move as long as the other installation does not serve the organization.

Both installations need the same SECRET_KEY_FILE, or the secrets of webhooks change. Citus is not supported. Do not
erase a person meanwhile. Afterwards, delete the organization here with workplan organization delete.

Examples:

    MOVE_TO_DATABASE_URL_FILE=/run/secrets/eu workplan organization move "Harbour Works" \
      --pointer https://eu.workplan.example
    MOVE_TO_DATABASE_URL_FILE=/run/secrets/eu workplan organization move "Harbour Works" --abort`
}

// moved is what the command prints as JSON.
type moved struct {
	Organization organization `json:"organization"`
	Rows         int64        `json:"rows"`
	Rounds       int          `json:"rounds"`
	Compared     int64        `json:"compared"`
	Head         int64        `json:"lastEvent"`
	Pause        float64      `json:"pauseSeconds"`
	Closings     int          `json:"closings"`
	Pointer      string       `json:"movedTo"`
}

// check checks the flags.
func (c *organizationMoveCmd) check() error {
	u, err := url.Parse(c.Pointer)
	switch {
	case c.Abort:
		return nil
	case c.Pointer == "":
		return errors.New("--pointer is missing: the address of the other installation, such as https://eu.workplan.example")
	case err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil ||
		len(c.Pointer) > 200:
		return errors.New("--pointer must be an address that begins with https:// or http://, of at most 200 characters")
	case c.MaxPause < 1500*time.Millisecond || c.MaxPause > 30*time.Second:
		return errors.New("--max-pause must be 1.5s to 30s: for one second servers may not have noticed that the " +
			"organization is closed")
	case c.DatabasePooler == postgres.TransactionPooler:
		return errors.New("a move needs PostgreSQL itself: set DATABASE_URL to its address instead of that of a pooler")
	}
	return nil
}

// Run moves the organization.
func (c *organizationMoveCmd) Run(ctx context.Context, std streams) error {
	if err := c.check(); err != nil {
		return err
	}
	source, err := c.openMigrated(ctx, std)
	if err != nil {
		return err
	}
	defer source.Close()
	o, err := findOrganization(ctx, source, c.Organization)
	if err != nil {
		return err
	}
	target, err := c.openTarget(ctx, std)
	if target != nil {
		defer target.Close()
	}
	m := &move.Move{
		Source: source, Target: target, Organization: o.ID, Pointer: c.Pointer, MaxPause: c.MaxPause, Say: std.say,
		Status: func(string, ...any) {},
	}
	if c.Abort {
		return c.abort(ctx, std, m, o, err)
	}
	if err == nil {
		err = c.checkBoth(ctx, source, target)
	}
	if err != nil {
		return err
	}
	status, stop := statusOf(std)
	m.Status = status
	defer stop()
	r, err := m.Run(ctx)
	if errors.Is(err, move.ErrDone) {
		std.say("Organization %q (%s) has been moved already.", o.Name, o.ID)
		return nil
	}
	if err != nil {
		return err
	}
	std.changed("organization move", o.ID.String(), "moved_to", c.Pointer)
	return c.tell(std, o, r)
}

// tell prints the result.
func (c *organizationMoveCmd) tell(std streams, o organization, r move.Result) error {
	refused := ""
	if r.Pause > 0 {
		refused = fmt.Sprintf(" It was refused for %.2f s.", r.Pause.Seconds())
	}
	std.say("Moved organization %q (%s), up to event %d.%s Clients now send requests to %s.", o.Name, o.ID,
		r.Head, refused,
		c.Pointer)
	if r.Webhooks > 0 {
		std.say("The secrets of webhooks are derived from SECRET_KEY_FILE: use the file of this installation there, or " +
			"rotate the secrets.")
	}
	if c.Output == "json" {
		return printJSON(std, moved{
			o, r.Rows, r.Rounds, r.Compared, r.Head, r.Pause.Seconds(), r.Closings, c.Pointer,
		})
	}
	return nil
}

// abort undoes the move. unreachable is why the target is nil.
func (c *organizationMoveCmd) abort(
	ctx context.Context, std streams, m *move.Move, o organization, unreachable error,
) error {
	progress := newProgress(std, "Deleting %s in the other database …")
	err := m.Abort(ctx, progress.rows)
	progress.end()
	if err != nil {
		return errors.Join(err, unreachable)
	}
	std.changed("organization move --abort", o.ID.String())
	if unreachable != nil {
		return fmt.Errorf("organization %q is served here as before, and the other database may still have rows of it: "+
			"run the command again when it can be reached: %w", o.Name, unreachable)
	}
	std.say("Aborted the move of organization %q (%s). It is served here as before, and the other database has nothing "+
		"of it.", o.Name, o.ID)
	return nil
}

// openTarget opens the database of the other installation.
func (c *organizationMoveCmd) openTarget(ctx context.Context, std streams) (*sql.DB, error) {
	to := database{DatabaseURL: c.To, DatabasePooler: postgres.NoPooler, command: c.command}
	db, err := to.openMigrated(ctx, std)
	if err == nil {
		if err = mayErase(ctx, db); err == nil {
			return db, nil
		}
		db.Close()
		return nil, errors.New("the role of MOVE_TO_DATABASE_URL may not change events: use the role that owns the tables")
	}
	ofTarget := strings.NewReplacer("--database-url", "--to", "DATABASE_URL", "MOVE_TO_DATABASE_URL")
	return nil, fmt.Errorf("the other installation: %s", ofTarget.Replace(err.Error()))
}

// checkBoth fails if the databases cannot be those of a move.
func (*organizationMoveCmd) checkBoth(ctx context.Context, source, target *sql.DB) error {
	here, err := databaseID(ctx, source)
	if err != nil {
		return err
	}
	there, err := databaseID(ctx, target)
	if err != nil {
		return err
	}
	if here == there {
		return errors.New("DATABASE_URL and MOVE_TO_DATABASE_URL are the same database")
	}
	for _, db := range []*sql.DB{source, target} {
		if yes, err := (&postgres.Engine{}).IsCitus(ctx, db); err != nil || yes {
			return errors.Join(err,
				errors.New("a database on Citus cannot be a part of a move: suspend the organization, and "+
					"use `workplan organization export` and `workplan organization import`"))
		}
	}
	return nil
}

// statusOf returns a function that is told what is done at the moment. It is printed each second, if it has changed.
func statusOf(std streams) (status func(format string, args ...any), stop func()) {
	var latest atomic.Pointer[string]
	ended, said := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(said)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for before := ""; ; {
			select {
			case <-ended:
				return
			case <-tick.C:
			}
			if text := latest.Load(); text != nil && *text != before {
				std.say("%s", *text)
				before = *text
			}
		}
	}()
	return func(format string, args ...any) { latest.Store(new(fmt.Sprintf(format, args...))) },
		func() { close(ended); <-said }
}
