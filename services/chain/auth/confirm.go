package auth

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/apikey"
	"github.com/workplan-api/workplan/internal/tenant"
)

// Confirm looks at the caller as they are now, for a call that has waited for something and then writes what lasts
// longer than the key. It fails as Admit does. db must be in a transaction. Nobody can revoke the key until that
// ends, so whoever revokes it finds what the call has written.
func (d *Admitted) Confirm(ctx context.Context, db *ent.Client) error {
	if d.admission == nil {
		return nil
	}
	a, first := d.admission, d.first
	if first.KeyID != uuid.Nil {
		if err := tenant.LockRow(ctx, db, apikey.Table, first.KeyID); err != nil {
			return err
		}
	}
	now := &Caller{
		kind: first.kind, credential: first.credential,
		OrganizationID: first.OrganizationID, secretHash: first.secretHash, sealingKey: first.sealingKey,
	}
	if err := a.lookUp(ctx, db, now); err != nil {
		return err
	}
	d.Caller = now
	return cmp.Or(now.ended(a.now()), now.mayCall(d.method))
}
