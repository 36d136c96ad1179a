package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/user"
	"github.com/workplan-api/workplan/internal/nearest"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/sessions"
	"github.com/workplan-api/workplan/services/users"
)

type sessionCmd struct {
	List   sessionListCmd   `cmd:"" help:"List the sessions of people who are signed in to the console."`
	Revoke sessionRevokeCmd `cmd:"" help:"End sessions: their people have to sign in again."`
	Unbind sessionUnbindCmd `cmd:"" help:"Let people sign in with another account of the identity provider."`
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
		list[i] = signedIn{row.ID, emails[row.UserID], string(row.Method), row.APIKeyID, row.CreatedAt,
			row.LastUsedAt, sessions.Ends(row)}
	}
	if c.Output == "json" {
		return printJSON(std, list)
	}
	w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tUSER\tSIGNED IN WITH\tSINCE\tLAST USED\tEXPIRES")
	for _, s := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", s.ID, visible(s.User), s.Method, timestamp(&s.CreatedAt),
			timestamp(&s.LastUsedAt), timestamp(&s.ExpiresAt))
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
	ways := 0
	for _, set := range []bool{len(c.Session) > 0, c.User != "", c.All} {
		if set {
			ways++
		}
	}
	if ways != 1 {
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
		ended, err = sessions.End(ctx, client, c.Session...)
	}
	if err != nil {
		return err
	}
	if ended > 0 {
		std.changed("session revoke", tenant.Organization(ctx).String(), "sessions", ended, "session_ids", c.Session)
	}
	given := map[uuid.UUID]bool{}
	for _, id := range c.Session {
		given[id] = true
	}
	var unknown error
	if ended < len(given) {
		unknown = fmt.Errorf("the organization has only %d of these sessions: see `workplan session list --organization %s`",
			ended, tenant.Organization(ctx))
	}
	if c.Output == "json" {
		return errors.Join(printJSON(std, map[string]int{"revoked": ended}), unknown)
	}
	std.say("Sessions revoked: %d.", ended)
	return unknown
}

func (c *sessionRevokeCmd) endOfUser(ctx context.Context, client *ent.Client) (int, error) {
	id, err := userOf(ctx, client, c.User)
	if err != nil {
		return 0, err
	}
	return sessions.EndOf(ctx, client, id)
}

// userOf returns the user with the e-mail address of the flag --user.
func userOf(ctx context.Context, client *ent.Client, email string) (uuid.UUID, error) {
	id, err := client.User.Query().Where(users.HasEmail(email)).OnlyID(ctx)
	if ent.IsNotFound(err) {
		emails, err := client.User.Query().Where(user.EmailNotNil()).Select(user.FieldEmail).Strings(ctx)
		if err != nil {
			return id, err
		}
		return id, fmt.Errorf("--user: the organization has no user %s%s", visible(email), nearest.Hint(email, emails))
	}
	return id, err
}

type sessionUnbindCmd struct {
	inOrganization
	User string `placeholder:"EMAIL" help:"The user with this e-mail address."`
	All  bool   `help:"All users of the organization, such as after a change of the identity provider."`
}

// Help is the rest of the help text.
func (sessionUnbindCmd) Help() string {
	return `The first account of the identity provider that signs in with the e-mail address of a user is bound to the
user, and no other one can sign in. This command removes it and ends the sessions that were begun with it.

Example:

    workplan session unbind --organization 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10 --user ada@example.com`
}

// Run unbinds the accounts.
func (c *sessionUnbindCmd) Run(ctx context.Context, std streams) error {
	if c.All == (c.User != "") {
		return errors.New("give --user or --all")
	}
	ctx, client, err := c.open(ctx, std)
	if err != nil {
		return err
	}
	defer client.Close()
	var ids []uuid.UUID
	if c.All {
		ids, err = client.SignInIdentity.Query().IDs(ctx)
	} else {
		var id uuid.UUID
		id, err = userOf(ctx, client, c.User)
		ids = []uuid.UUID{id}
	}
	if err != nil {
		return err
	}
	unbound := 0
	for _, id := range ids {
		var found bool
		err := client.Unit.Do(ctx, func() (err error) {
			found, err = sessions.Unbind(ctx, client, id)
			return err
		})
		if err != nil {
			return err
		}
		if found {
			unbound++
		}
	}
	if unbound > 0 {
		std.changed("session unbind", tenant.Organization(ctx).String(), "user_ids", ids)
	}
	if c.Output == "json" {
		return printJSON(std, map[string]int{"unbound": unbound})
	}
	std.say("Accounts unbound: %d.", unbound)
	return nil
}
