package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/keys"
)

type keyCmd struct {
	Create keyCreateCmd `cmd:"" help:"Create a key and print it, once."`
	List   keyListCmd   `cmd:"" help:"List the keys of an organization, without their secrets."`
}

type organization struct {
	database
	Organization uuid.UUID `required:"" placeholder:"ID" help:"The id of the organization."`
	Output       string    `enum:"text,json" default:"text" help:"How to print: text or json."`
}

// issuedKey is a key as the commands print it.
type issuedKey struct {
	ID         uuid.UUID  `json:"id"`
	Name       string     `json:"name"`
	Secret     string     `json:"secret,omitempty"`
	Actor      string     `json:"actor"`
	Scopes     []string   `json:"scopes"`
	RateLimit  *int32     `json:"rateLimit"`
	CreatedAt  time.Time  `json:"createdAt"`
	ExpiresAt  *time.Time `json:"expiresAt"`
	RevokedAt  *time.Time `json:"revokedAt"`
	LastUsedAt *time.Time `json:"lastUsedAt"`
}

func newIssuedKey(row *ent.APIKey, actor string) issuedKey {
	return issuedKey{
		ID: row.ID, Name: row.Name, Actor: actor, Scopes: row.Scopes, RateLimit: row.RateLimit,
		CreatedAt: row.CreatedAt, ExpiresAt: row.ExpiresAt, RevokedAt: row.RevokedAt, LastUsedAt: row.LastUsedAt,
	}
}

type keyCreateCmd struct {
	organization
	Actor     string     `required:"" placeholder:"EMAIL" help:"The e-mail address of the user that the key acts as."`
	Name      string     `required:"" help:"A name for the key."`
	Scopes    []string   `required:"" help:"What the key may be used for, such as read:users,write:clients; * is everything."`
	ExpiresAt *time.Time `placeholder:"TIME" help:"When the key stops to work, such as 2027-01-31T08:00:00Z."`
	RateLimit *int32     `placeholder:"N" help:"Requests a minute, 0 for no limit. It is kept with the key and not enforced yet."`
}

// Run creates the key.
func (c *keyCreateCmd) Run(ctx context.Context, std streams) error {
	db, err := c.openMigrated(ctx, std)
	if err != nil {
		return err
	}
	defer db.Close()
	client := tenant.Open(db)
	ctx = auth.AsOperator(ctx, c.Organization, uuid.Nil)
	actor, err := keys.Actor(ctx, client, c.Actor)
	switch {
	case ent.IsNotFound(err):
		return fmt.Errorf("organization %s has no user %s", c.Organization, c.Actor)
	case err != nil:
		return err
	}
	row, key, err := keys.Create(ctx, client, keys.Request{
		Name: c.Name, ActorID: actor.ID, Scopes: c.Scopes, RateLimit: c.RateLimit, ExpiresAt: c.ExpiresAt,
	})
	if err != nil {
		return err
	}
	issued := newIssuedKey(row, actor.Email)
	issued.Secret = key.Reveal()
	if c.Output == "json" {
		return printJSON(std, issued)
	}
	std.say("Created key %q (%s), which acts as %s. It is shown only now:", row.Name, row.ID, actor.Email)
	_, err = fmt.Fprintln(std.out, issued.Secret)
	return err
}

type keyListCmd struct{ organization }

// Run lists the keys.
func (c *keyListCmd) Run(ctx context.Context, std streams) error {
	db, err := c.openMigrated(ctx, std)
	if err != nil {
		return err
	}
	defer db.Close()
	client := tenant.Open(db)
	ctx = auth.AsOperator(ctx, c.Organization, uuid.Nil)
	rows, actors, err := keys.List(ctx, client)
	if err != nil {
		return err
	}
	list := make([]issuedKey, len(rows))
	for i, row := range rows {
		list[i] = newIssuedKey(row, actors[row.ActorUserID])
	}
	if c.Output == "json" {
		return printJSON(std, list)
	}
	w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tNAME\tACTOR\tLAST USED\tEXPIRES\tREVOKED\tSCOPES")
	for _, k := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", k.ID, k.Name, k.Actor, date(k.LastUsedAt), date(k.ExpiresAt), date(k.RevokedAt), strings.Join(k.Scopes, ","))
	}
	return w.Flush()
}

func date(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format(time.RFC3339)
}

func printJSON(std streams, v any) error {
	enc := json.NewEncoder(std.out)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
