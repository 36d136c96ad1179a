package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/nearest"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/keys"
	"github.com/workplan-api/workplan/services/webhooks"
)

// oneKey are the flags of the commands that change one key.
type oneKey struct {
	inOrganization
	Key string `arg:"" help:"The id of the key, or its name if no other key has that name."`
}

// findKey returns the key and the e-mail address of the user that it acts as. If several keys
// have the name, findKey returns the only one that is not revoked.
func (c oneKey) findKey(ctx context.Context, client *ent.Client) (*ent.APIKey, string, error) {
	rows, actors, err := keys.List(ctx, client)
	if err != nil {
		return nil, "", err
	}
	var names []string
	var found, valid []*ent.APIKey
	for _, row := range rows {
		names = append(names, row.Name)
		if row.ID.String() != strings.ToLower(c.Key) && row.Name != c.Key {
			continue
		}
		if found = append(found, row); row.RevokedAt == nil {
			valid = append(valid, row)
		}
	}
	if len(found) > 1 && len(valid) > 0 {
		found = valid
	}
	switch len(found) {
	case 0:
		return nil, "", fmt.Errorf("the organization has no key %s%s: see `workplan key list --organization %s`",
			visible(c.Key), nearest.Hint(c.Key, names), tenant.Organization(ctx))
	case 1:
		return found[0], actors[found[0].ActorUserID], nil
	}
	ids := make([]string, len(found))
	for i, row := range found {
		ids[i] = row.ID.String()
	}
	return nil, "", fmt.Errorf("%d keys have the name %q: write the id of one of them: %s", len(found),
		c.Key, strings.Join(ids, ", "))
}

type keyRotateCmd struct {
	oneKey
	Overlap time.Duration `default:"24h" placeholder:"TIME" help:"How long the old secret works, 0s to 168h (a week)."`
}

// Help is the rest of the help text.
func (keyRotateCmd) Help() string {
	return `The key keeps its id, its name and its scopes. Until the overlap ends, the old secret works too, so the
programs that use the key can change to the new secret one after the other. A secret from an earlier rotation stops
working at once.

If a secret has leaked, do not wait: rotate with --overlap 0s, or revoke the key.

Examples:

    workplan key rotate --organization 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10 dashboard
    workplan key rotate --organization 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10 dashboard --overlap 0s --output json`
}

// Run rotates the key.
func (c *keyRotateCmd) Run(ctx context.Context, std streams) error {
	if c.Overlap < 0 || c.Overlap > keys.MaxOverlap || c.Overlap%time.Second != 0 {
		return errors.New("--overlap must be 0s to 168h, in whole seconds")
	}
	ctx, client, err := c.open(ctx, std)
	if err != nil {
		return err
	}
	defer client.Close()
	row, actor, err := c.findKey(ctx, client)
	if err != nil {
		return err
	}
	resp, err := keys.New(nil, nil, 0).RotateKey(ctx, &pb.RotateKeyRequest{
		KeyId: row.ID.String(), Rotation: &pb.KeyRotation{OverlapSeconds: new(int32(c.Overlap / time.Second))},
	})
	var p *problem.Error
	if errors.As(err, &p) && p.Code == problem.InvalidState {
		return fmt.Errorf("key %q is revoked or has expired: create another one with `workplan key create`", row.Name)
	}
	if err != nil {
		return err
	}
	issued := newIssuedKey(resp.GetData(), actor)
	std.changed("key rotate", tenant.Organization(ctx).String(), "key_id", issued.ID)
	if c.Output == "json" {
		return printJSON(std, issued)
	}
	until := "The old secret stops working within a second."
	if issued.PreviousSecretExpiresAt != nil {
		until = "The old secret works until " + timestamp(issued.PreviousSecretExpiresAt) + "."
	}
	std.say("Rotated key %q (%s). %s The new secret is shown only now:", issued.Name, issued.ID, until)
	_, err = fmt.Fprintln(std.out, issued.Secret)
	return err
}

type keyRevokeCmd struct {
	oneKey
	DisableWebhooks bool `help:"Also disable the webhooks that were made with the key."`
	RevokeKeys      bool `help:"Also revoke the keys that were made with the key, and those that were made with these."`
}

// Help is the rest of the help text.
func (keyRevokeCmd) Help() string {
	return `The key and all its secrets stop working within a second on every server, and never work again. What was
made with the key works on, and is listed. If the key has leaked, stop that too. It revokes at most 200 keys: repeat
the command if it says that more still work.

Examples:

    workplan key revoke --organization 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10 dashboard
    workplan key revoke --organization 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10 dashboard --disable-webhooks --revoke-keys
    workplan key revoke --organization 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10 0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d77 --output json`
}

// revokedKey is a revoked key as the command prints it.
type revokedKey struct {
	issuedKey
	Made madeByKey `json:"made"`
}

// madeByKey is what was made with a key.
type madeByKey struct {
	Webhooks []madeRecord `json:"webhooks"`
	Keys     []madeRecord `json:"keys"`
	Users    []madeRecord `json:"users"`
	HasMore  bool         `json:"hasMore"`
}

type madeRecord struct {
	ID        string    `json:"id"`
	Name      *string   `json:"name"`
	KeyID     string    `json:"keyId"`
	IsActive  bool      `json:"isActive"`
	CreatedAt time.Time `json:"createdAt"`
}

func newMadeByKey(m *pb.MadeByKey) madeByKey {
	records := func(list []*pb.MadeRecord) []madeRecord {
		out := make([]madeRecord, len(list))
		for i, r := range list {
			out[i] = madeRecord{
				ID: r.Id, Name: r.Name, KeyID: r.KeyId, IsActive: r.IsActive, CreatedAt: r.CreatedAt.AsTime(),
			}
		}
		return out
	}
	return madeByKey{
		Webhooks: records(m.GetWebhooks()), Keys: records(m.GetKeys()), Users: records(m.GetUsers()),
		HasMore: m.GetHasMore(),
	}
}

// Run revokes the key.
func (c *keyRevokeCmd) Run(ctx context.Context, std streams) error {
	ctx, client, err := c.open(ctx, std)
	if err != nil {
		return err
	}
	defer client.Close()
	row, actor, err := c.findKey(ctx, client)
	if err != nil {
		return err
	}
	resp, err := keys.New(nil, webhooks.Disable, 0).RevokeKey(ctx, &pb.RevokeKeyRequest{
		KeyId:      row.ID.String(),
		Revocation: &pb.KeyRevocation{DisableWebhooks: &c.DisableWebhooks, RevokeKeys: &c.RevokeKeys},
	})
	if err != nil {
		return err
	}
	revoked := revokedKey{newIssuedKey(resp.GetData(), actor), newMadeByKey(resp.GetData().GetMade())}
	if row.RevokedAt == nil || c.DisableWebhooks && len(revoked.Made.Webhooks) > 0 ||
		c.RevokeKeys && len(revoked.Made.Keys) > 0 {
		std.changed("key revoke", tenant.Organization(ctx).String(), "key_id", revoked.ID)
	}
	if c.Output == "json" {
		return printJSON(std, revoked)
	}
	if row.RevokedAt != nil {
		std.say("Key %q (%s) was already revoked at %s.", revoked.Name, revoked.ID, timestamp(revoked.RevokedAt))
	} else {
		std.say("Revoked key %q (%s). It stops working within a second.", revoked.Name, revoked.ID)
	}
	if err := revoked.Made.print(std); err != nil {
		return err
	}
	if c.RevokeKeys && slices.ContainsFunc(revoked.Made.Keys, func(r madeRecord) bool { return r.IsActive }) {
		std.say("More of these keys still work: repeat the command.")
	}
	return nil
}

// print writes what was made with a key, if anything was.
func (m madeByKey) print(std streams) error {
	if len(m.Webhooks)+len(m.Keys)+len(m.Users) == 0 {
		return nil
	}
	std.say("It has made:")
	w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "KIND\tID\tNAME\tACTIVE\tCREATED\tMADE BY KEY")
	for _, list := range []struct {
		kind    string
		records []madeRecord
	}{{"webhook", m.Webhooks}, {"key", m.Keys}, {"user", m.Users}} {
		for _, r := range list.records {
			name := "-"
			if r.Name != nil {
				name = visible(*r.Name)
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%t\t%s\t%s\n", list.kind, r.ID, name, r.IsActive,
				timestamp(&r.CreatedAt), r.KeyID)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if m.HasMore {
		std.say("There are more than a list of 200 shows: see `workplan events tail --type " +
			"key.created --type user.created`.")
	}
	return nil
}
