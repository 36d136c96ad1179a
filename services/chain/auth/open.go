package auth

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/services/chain/quota"
)

const (
	// refreshEvery is how often the callers of open calls are looked up, all of them together. With the time of the
	// statements it is well below cacheTime. So a call ends within a second after its caller has lost the right to it,
	// and what it sends until then needs no look-up of its own.
	refreshEvery = 300 * time.Millisecond
	// tokenEvery is how often an open call takes a token of the quota.
	tokenEvery = time.Minute
	// maxWait is how long after it was admitted a call may run without another look at its caller. With cacheTime it is
	// a second.
	maxWait = 100 * time.Millisecond
)

// admitted is a call that was admitted.
type admitted struct {
	admission *Admission
	method    *rpc.Method
	sent      Credentials
	caller    *Caller                 // when the call was admitted
	paid      time.Time               // when a token of the quota was taken
	left      quota.Result            // after it was taken
	end       context.CancelCauseFunc // of a call that is kept open
}

type admittedKey struct{}

// KeepOpen is for a call that may last longer than a caller is cached. It returns a context that ends when the caller
// may no longer make the call; its cause is then the error, with 401 or 403. The call must call release at its end. It
// must also call Again before it sends anything, because the context ends only if the database responds.
func KeepOpen(ctx context.Context) (open context.Context, release func()) {
	o, ok := ctx.Value(admittedKey{}).(*admitted)
	if !ok {
		return ctx, func() {} // an operator
	}
	open, o.end = context.WithCancelCause(ctx)
	o.admission.open.add(o)
	return open, func() { o.admission.open.remove(o); o.end(nil) }
}

// Again returns the context of an admitted call with the caller as they were less than a second ago: the key may have
// been revoked, or the rights of its user changed. It fails as Admit does.
func Again(ctx context.Context) (context.Context, error) {
	o, ok := ctx.Value(admittedKey{}).(*admitted)
	if !ok {
		return ctx, nil // an operator
	}
	ctx, err := Refresh(ctx)
	if err != nil {
		return nil, err
	}
	if now := o.admission.now(); now.Sub(o.paid) >= tokenEvery {
		o.paid = now
		caller := FromContext(ctx)
		if err := o.admission.quota.Take(ctx, caller.OrganizationID, caller.QuotaID(), caller.limit).
			Err(caller.quotaHolder()); err != nil {
			return nil, err
		}
	}
	return ctx, nil
}

// Refresh is like Again for a call that costs one token, however long it takes.
func Refresh(ctx context.Context) (context.Context, error) {
	o, ok := ctx.Value(admittedKey{}).(*admitted)
	if !ok {
		return ctx, nil // an operator
	}
	caller, err := o.admission.authenticate(ctx, o.sent)
	if err != nil {
		return nil, err
	}
	return withCaller(ctx, caller), caller.mayCall(o.method)
}

// Recheck looks at the caller again if the message of a call took its time to arrive, or the call waited for its turn:
// until then the caller may have lost the right to the call. Otherwise whoever sends the last byte of a body a minute
// late would write with a key that was revoked meanwhile.
func Recheck(ctx context.Context) (context.Context, error) {
	if o, ok := ctx.Value(admittedKey{}).(*admitted); ok && o.admission.now().Sub(o.paid) > maxWait {
		return Again(ctx)
	}
	return ctx, nil
}

// Settled returns the context of a call whose caller is not looked at again. In a transaction, a look-up would read what
// the transaction has written, and other calls would use the result even if it is undone.
func Settled(ctx context.Context) context.Context { return context.WithValue(ctx, admittedKey{}, nil) }

// openCalls are the open calls of this process. While there are any, their callers are looked up again and again.
type openCalls struct {
	admission *Admission
	db        *sql.DB

	mu      sync.Mutex
	calls   map[*admitted]struct{}
	running bool
}

func (c *openCalls) add(o *admitted) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls[o] = struct{}{}
	if !c.running {
		c.running = true
		go c.refresh()
	}
}

func (c *openCalls) remove(o *admitted) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.calls, o)
}

// holder is a key or a session, with the hash of one of its secrets.
type holder struct {
	organization, id uuid.UUID
	secret           [sha256.Size]byte
}

func (c *Caller) holder() holder { return holder{c.OrganizationID, c.CredentialID(), c.secretHash} }

// byKind returns the open calls by the kinds and the holders of their credentials. If there are none, refresh has to
// end.
func (c *openCalls) byKind() map[*kind]map[holder][]*admitted {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running = len(c.calls) > 0
	kinds := map[*kind]map[holder][]*admitted{}
	for o := range c.calls {
		of := kinds[o.caller.kind]
		if of == nil {
			of = map[holder][]*admitted{}
			kinds[o.caller.kind] = of
		}
		of[o.caller.holder()] = append(of[o.caller.holder()], o)
	}
	return kinds
}

// refresh looks up the callers until no call is open. If the database does not respond, the calls stay open: they send
// nothing without a look-up of their own.
func (c *openCalls) refresh() {
	for {
		time.Sleep(refreshEvery)
		kinds := c.byKind()
		if len(kinds) == 0 {
			return
		}
		for k, calls := range kinds {
			_ = c.lookUp(k, calls)
		}
	}
}

// These statements read more than one organization.
const (
	lookUpOpenKeys = `
SELECT open.organization_id, open.secret, ` + keyColumns + `
FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS open (organization_id, id, secret)
JOIN api_keys k ON k.organization_id = open.organization_id AND k.id = open.id
JOIN users u ON u.organization_id = k.organization_id AND u.id = k.actor_user_id
JOIN organizations o ON o.id = k.organization_id`

	lookUpOpenSessions = `
SELECT open.organization_id, open.secret, ` + sessionColumns + `
FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS open (organization_id, id, secret)
JOIN sessions s ON s.organization_id = open.organization_id AND s.id = open.id
JOIN users u ON u.organization_id = s.organization_id AND u.id = s.user_id
JOIN organizations o ON o.id = s.organization_id
LEFT JOIN api_keys k ON k.organization_id = s.organization_id AND k.id = s.api_key_id`
)

// lookUp looks up the callers of open calls with one statement.
func (c *openCalls) lookUp(k *kind, calls map[holder][]*admitted) error {
	var organizations, ids pq.StringArray
	var secrets pq.ByteaArray
	for h := range calls {
		organizations, ids, secrets = append(organizations, h.organization.String()), append(ids, h.id.String()),
			append(secrets, h.secret[:])
	}
	began := time.Now()
	err := postgres.Each(context.Background(), c.db, func(scan postgres.Scan) error {
		found, secret := &Caller{kind: k}, []byte(nil)
		err := k.scan(c.admission, func(columns ...any) error {
			err := scan(append([]any{&found.OrganizationID, &secret}, columns...)...)
			copy(found.secretHash[:], secret)
			return err
		}, found)
		if isUnknown(err) { // the key has other secrets now
			return nil
		}
		if err == nil {
			c.admission.refreshed(found, calls[found.holder()], began)
			delete(calls, found.holder())
		}
		return err
	}, k.lookUpOpen, organizations, ids, secrets)
	if err != nil {
		return err
	}
	for _, ended := range calls {
		for _, o := range ended {
			c.admission.callers.Remove(o.caller.credential)
			o.end(k.unknown)
		}
	}
	return nil
}

// refreshed caches a caller who has open calls, and ends those that the caller may no longer make.
func (a *Admission) refreshed(now *Caller, calls []*admitted, began time.Time) {
	if len(calls) == 0 {
		return
	}
	now.credential, now.sealingKey = calls[0].caller.credential, calls[0].caller.sealingKey
	a.callers.Add(now.credential, now, began)
	a.markUsed(now)
	for _, o := range calls {
		if err := cmp.Or(now.ended(a.now()), now.mayCall(o.method)); err != nil {
			o.end(err)
		}
	}
}
