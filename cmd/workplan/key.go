package main

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/nearest"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/keys"
	"github.com/workplan-api/workplan/services/users"
)

type keyCmd struct {
	Create keyCreateCmd `cmd:"" help:"Create a key and print it, once."`
	List   keyListCmd   `cmd:"" help:"List the keys of an organization, without their secrets."`
	Rotate keyRotateCmd `cmd:"" help:"Give a key a new secret and print it, once."`
	Revoke keyRevokeCmd `cmd:"" help:"Stop a key for good."`
}

// inOrganization are the flags of the commands that work in one organization.
type inOrganization struct {
	database
	Organization string `required:"" placeholder:"ORGANIZATION" help:"The id of the organization, or its exact name, see workplan organization list."`
	output
}

// open returns Ent and a context confined to the organization, whose events have no author.
func (c inOrganization) open(ctx context.Context, std streams) (context.Context, *ent.Client, error) {
	db, err := c.openMigrated(ctx, std)
	if err != nil {
		return nil, nil, err
	}
	ctx, client, err := c.confine(ctx, db)
	if err != nil {
		db.Close()
	}
	return ctx, client, err
}

// confine returns Ent over db and a context confined to the organization.
func (c inOrganization) confine(ctx context.Context, db *sql.DB) (context.Context, *ent.Client, error) {
	o, err := findOrganization(ctx, db, c.Organization)
	client := tenant.Open(db).InUnit()
	return call.As(ctx, auth.Operator(o.ID, uuid.Nil), client), client, err
}

// issuedKey is a key as the commands print it.
type issuedKey struct {
	ID                      string     `json:"id"`
	Name                    string     `json:"name"`
	Secret                  string     `json:"secret,omitempty"`
	Actor                   string     `json:"actor"`
	Scopes                  []string   `json:"scopes"`
	AllScopes               bool       `json:"allScopes"`
	RateLimit               *int32     `json:"rateLimit"`
	CreatedAt               time.Time  `json:"createdAt"`
	ExpiresAt               *time.Time `json:"expiresAt"`
	RevokedAt               *time.Time `json:"revokedAt"`
	LastUsedAt              *time.Time `json:"lastUsedAt"`
	PreviousSecretExpiresAt *time.Time `json:"previousSecretExpiresAt"`
}

func newIssuedKey(k *pb.Key, actor string) issuedKey {
	return issuedKey{
		ID: k.GetId(), Name: k.GetName(), Secret: k.GetSecret(), Actor: actor, Scopes: k.GetScopes(),
		AllScopes: k.GetAllScopes(), RateLimit: k.RateLimit, CreatedAt: k.GetCreatedAt().AsTime(),
		ExpiresAt: protoconv.OptionalTime(k.ExpiresAt), RevokedAt: protoconv.OptionalTime(k.RevokedAt),
		LastUsedAt:              protoconv.OptionalTime(k.LastUsedAt),
		PreviousSecretExpiresAt: protoconv.OptionalTime(k.PreviousSecretExpiresAt),
	}
}

type keyCreateCmd struct {
	inOrganization
	Actor     string   `required:"" placeholder:"EMAIL" help:"The e-mail address of the user that the key acts as."`
	Name      string   `required:"" help:"A name for the key."`
	Scopes    []string `required:"" help:"What the key may be used for, such as read:users,write:clients; * is everything, also what later releases add."`
	ExpiresAt *string  `placeholder:"TIME" help:"When the key stops working: a date, which is its last day in UTC, or a time such as 2027-01-31T08:00:00Z. The default is never."`
	RateLimit *int32   `placeholder:"N" help:"Requests per minute, 0 for no limit. By default the limit of the server."`
}

// Help is the rest of the help text.
func (keyCreateCmd) Help() string {
	return `Only a hash of the key is stored, so this is the only time that it is shown.

Example:

    workplan key create --organization 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10 \
      --actor ada@example.com --name dashboard --scopes read:users,read:assignments \
      --expires-at 2027-12-31`
}

// Run creates the key.
func (c *keyCreateCmd) Run(ctx context.Context, std streams) error {
	ctx, client, err := c.open(ctx, std)
	if err != nil {
		return err
	}
	defer client.Close()
	actor, err := client.User.Query().Where(users.HasEmail(c.Actor)).Only(ctx)
	if ent.IsNotFound(err) {
		emails, err := client.User.Query().Where(user.EmailNotNil()).Select(user.FieldEmail).Strings(ctx)
		if err != nil {
			return err
		}
		return fmt.Errorf("--actor: the organization has no user %s%s", visible(c.Actor), nearest.Hint(c.Actor, emails))
	}
	if err != nil {
		return err
	}
	expiresAt, err := keys.ParseExpiry(c.ExpiresAt)
	if err != nil {
		return named(err, nil)
	}
	row, key, err := keys.Create(ctx, client, keys.Request{
		Name: c.Name, ActorID: actor.ID, Scopes: c.Scopes, ByOperator: true,
		RateLimit: c.RateLimit, ExpiresAt: expiresAt,
	})
	if err != nil {
		return named(err, c.Scopes)
	}
	issued := newIssuedKey(keys.ToProto(row), actor.Email)
	issued.Secret = key.Reveal()
	std.changed("key create", tenant.Organization(ctx).String(), "key_id", issued.ID)
	if c.Output == "json" {
		return printJSON(std, issued)
	}
	std.say("Created key %q (%s), which acts as %s. It is shown only now:", issued.Name,
		issued.ID, visible(issued.Actor))
	_, err = fmt.Fprintln(std.out, issued.Secret)
	return err
}

// named returns an error that names the flags if err is a problem with fields. It returns
// other errors unchanged.
func named(err error, scopes []string) error {
	var p *problem.Error
	if !errors.As(err, &p) || len(p.Details) == 0 {
		return err
	}
	flags := map[string]string{"key.name": "--name", "key.rate_limit": "--rate-limit", "key.expires_at": "--expires-at"}
	var lines []string
	for _, d := range p.Details {
		flag, i := cmp.Or(flags[d.Field], "--scopes"), 0
		if _, err := fmt.Sscanf(d.Field, "key.scopes[%d]", &i); err == nil {
			flag = fmt.Sprintf("--scopes: %q", scopes[i])
		}
		lines = append(lines, flag+" "+d.Message)
	}
	return errors.New(strings.Join(lines, "\n  "))
}

type keyListCmd struct{ inOrganization }

// Help is the rest of the help text.
func (keyListCmd) Help() string {
	return "Example:\n\n    workplan key list --organization 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10"
}

// Run lists the keys.
func (c *keyListCmd) Run(ctx context.Context, std streams) error {
	ctx, client, err := c.open(ctx, std)
	if err != nil {
		return err
	}
	defer client.Close()
	rows, actors, err := keys.List(ctx, client)
	if err != nil {
		return err
	}
	list := make([]issuedKey, len(rows))
	for i, row := range rows {
		list[i] = newIssuedKey(keys.ToProto(row), actors[row.ActorUserID])
	}
	if c.Output == "json" {
		return printJSON(std, list)
	}
	w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tNAME\tACTOR\tLAST USED\tEXPIRES\tREVOKED\tOLD SECRET UNTIL\tSCOPES")
	for _, k := range list {
		scopes := strings.Join(k.Scopes, ",")
		if k.AllScopes {
			scopes = auth.EveryScope
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", k.ID, visible(k.Name), visible(k.Actor),
			timestamp(k.LastUsedAt), timestamp(k.ExpiresAt), timestamp(k.RevokedAt),
			timestamp(k.PreviousSecretExpiresAt), scopes)
	}
	return w.Flush()
}

func timestamp(t *time.Time) string {
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
