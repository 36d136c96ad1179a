package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/session"
	"github.com/workplan-api/workplan/ent/user"
	"github.com/workplan-api/workplan/internal/nearest"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/sessions"
)

type sessionCmd struct {
	List   sessionListCmd   `cmd:"" help:"List the sessions of people who are signed in to the console."`
	Revoke sessionRevokeCmd `cmd:"" help:"End sessions: their people have to sign in again."`
}

// signedIn is a session as the commands print it.
type signedIn struct {
	ID         uuid.UUID  `json:"id"`
	User       string     `json:"user"`
	Method     string     `json:"method"`
	KeyID      *uuid.UUID `json:"keyId"`
	CreatedAt  time.Time  `json:"createdAt"`
	LastUsedAt time.Time  `json:"lastUsedAt"`
	ExpiresAt  time.Time  `json:"expiresAt"`
}

type sessionListCmd struct{ inOrganization }

// Help is the rest of the help text.
func (sessionListCmd) Help() string {
	return "Example:\n\n    workplan session list --organization 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10"
}

// Run lists the sessions.
func (c *sessionListCmd) Run(ctx context.Context, std streams) error {
	ctx, client, err := c.open(ctx, std)
	if err != nil {
		return err
	}
	defer client.Close()
	rows, err := sessions.List(ctx, client)
	if err != nil {
		return err
	}
	people, err := client.User.Query().Select(user.FieldID, user.FieldEmail).All(ctx)
	if err != nil {
		return err
	}
	emails := map[uuid.UUID]string{}
	for _, u := range people {
		emails[u.ID] = u.Email
	}
	list := make([]signedIn, len(rows))
	for i, row := range rows {
		ends := row.LastUsedAt.Add(auth.IdleTime)
		if row.ExpiresAt.Before(ends) {
			ends = row.ExpiresAt
		}
		list[i] = signedIn{row.ID, emails[row.UserID], string(row.Method), row.APIKeyID, row.CreatedAt, row.LastUsedAt, ends}
	}
	if c.Output == "json" {
		return printJSON(std, list)
	}
	w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tUSER\tSIGNED IN WITH\tSINCE\tLAST USED\tEXPIRES")
	for _, s := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", s.ID, s.User, s.Method, timestamp(&s.CreatedAt), timestamp(&s.LastUsedAt), timestamp(&s.ExpiresAt))
	}
	return w.Flush()
}

type sessionRevokeCmd struct {
	inOrganization
	Session []uuid.UUID `arg:"" optional:"" help:"The ids of sessions, see workplan session list."`
	User    string      `placeholder:"EMAIL" help:"All sessions of the user with this e-mail address."`
	All     bool        `help:"All sessions of the organization."`
}

// Help is the rest of the help text.
func (sessionRevokeCmd) Help() string {
	return `Every server of the installation refuses the sessions within a second.

Examples:

    workplan session revoke --organization 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10 0199c1de-8d51-7b1e-a1c4-5b0f2f3c9e11
    workplan session revoke --organization 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10 --user ada@example.com
    workplan session revoke --organization 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10 --all`
}

// Run ends the sessions.
func (c *sessionRevokeCmd) Run(ctx context.Context, std streams) error {
	given := 0
	for _, set := range []bool{len(c.Session) > 0, c.User != "", c.All} {
		if set {
			given++
		}
	}
	if given != 1 {
		return errors.New("give the ids of sessions, or --user, or --all")
	}
	ctx, client, err := c.open(ctx, std)
	if err != nil {
		return err
	}
	defer client.Close()
	var ended int
	switch {
	case c.All:
		ended, err = sessions.EndAll(ctx, client)
	case c.User != "":
		ended, err = c.endOfUser(ctx, client)
	default:
		ended, err = client.Session.Delete().Where(session.IDIn(c.Session...)).Exec(ctx)
	}
	if err != nil {
		return err
	}
	if c.Output == "json" {
		return printJSON(std, map[string]int{"revoked": ended})
	}
	std.say("Sessions revoked: %d.", ended)
	return nil
}

func (c *sessionRevokeCmd) endOfUser(ctx context.Context, client *ent.Client) (int, error) {
	person, err := client.User.Query().Where(user.EmailEqualFold(c.User)).Only(ctx)
	if ent.IsNotFound(err) {
		emails, err := client.User.Query().Select(user.FieldEmail).Strings(ctx)
		if err != nil {
			return 0, err
		}
		return 0, fmt.Errorf("--user: the organization has no user %s%s", c.User, nearest.Hint(c.User, emails))
	}
	if err != nil {
		return 0, err
	}
	return sessions.EndOf(ctx, client, person.ID)
}
