package auth

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent/apikey"
	"github.com/workplan-api/workplan/internal/tenant"
)

// Confirm returns the context of an admitted call with the caller as they are now, for a call that has waited for
// something and then writes what lasts longer than the key. It fails as Admit does. ctx must join a transaction. Nobody
// can revoke the key until that ends, so whoever revokes it finds what the call has written.
func Confirm(ctx context.Context) (context.Context, error) {
	o, ok := ctx.Value(admittedKey{}).(*admitted)
	if !ok {
		return ctx, nil // an operator
	}
	a, was := o.admission, o.caller
	if was.KeyID != uuid.Nil {
		if err := tenant.LockRow(ctx, a.db, apikey.Table, was.KeyID); err != nil {
			return nil, err
		}
	}
	now := &Caller{
		kind: was.kind, credential: was.credential,
		OrganizationID: was.OrganizationID, secretHash: was.secretHash, sealingKey: was.sealingKey,
	}
	if err := a.lookUp(ctx, now); err != nil {
		return nil, err
	}
	return withCaller(ctx, now), cmp.Or(now.ended(a.now()), now.mayCall(o.method))
}
