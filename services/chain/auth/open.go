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
	// maxWait is how long a call may run without another look at its caller. With cacheTime it is a second.
	maxWait = 100 * time.Millisecond
)

// Admitted is a call that was admitted, and its caller. With a Caller alone it is work that nobody looks at again:
// that of an operator, or what somebody has set up earlier. One goroutine at a time uses it. What the looks at open
// calls read does not change any more when a call is open.
type Admitted struct {
	// Caller is who calls, as they were when the chain last looked. It is nil before the caller is known.
	Caller *Caller

	admission *Admission // nil: the caller is not looked at again
	method    *rpc.Method
	sent      Credentials
	first     *Caller                 // when the call was admitted
	looked    time.Time               // when the caller was looked at
	paid      time.Time               // when a token of the quota was taken
	left      quota.Result            // after the first token was taken
	end       context.CancelCauseFunc // of a call that is kept open
}

// Recheck looks at the caller again if that was longer ago than maxWait: the key may have been revoked since, or the
// rights of its user changed. Otherwise whoever sends the last byte of a body a minute late would write with a key
// that was revoked meanwhile. Recheck fails as Admit does. A call that is kept open takes another token of the quota
// each minute.
func (d *Admitted) Recheck(ctx context.Context) error {
	if d.admission == nil {
		return nil
	}
	now := d.admission.now()
	if now.Sub(d.looked) <= maxWait {
		return nil
	}
	caller, err := d.admission.authenticate(ctx, d.sent)
	if err != nil {
		return err
	}
	if err := caller.mayCall(d.method); err != nil {
		return err
	}
	d.Caller, d.looked = caller, now
	if d.end == nil || now.Sub(d.paid) < tokenEvery {
		return nil
	}
	d.paid = now
	return d.admission.quota.Take(ctx, caller.OrganizationID, caller.QuotaID(), caller.limit).Err(caller.quotaHolder())
}

// KeepOpen is for a call that may last longer than a caller is cached. It returns a context that ends when the caller
// may no longer make the call; its cause is then the error, with 401 or 403. The call must call release at its end. It
// must also call Recheck before it sends anything, because the context ends only if the database responds.
func (d *Admitted) KeepOpen(ctx context.Context) (open context.Context, release func()) {
	if d.admission == nil {
		return ctx, func() {}
	}
	open, d.end = context.WithCancelCause(ctx)
	d.admission.open.add(d)
	return open, func() { d.admission.open.remove(d); d.end(nil) }
}

// KeepCaller ends the looks at the caller. In a transaction, a look-up would read what the transaction has written,
// and other calls would use the result even if it is undone.
func (d *Admitted) KeepCaller() { d.admission = nil }

// GiveBack gives the token of a call back, which has found that the client has the response already. It returns what is
// then left of the quota. A call must not call it twice.
func (d *Admitted) GiveBack(ctx context.Context) quota.Result {
	if d.admission == nil {
		return quota.Result{}
	}
	return d.admission.quota.GiveBack(ctx, d.left)
}

// openCalls are the open calls of this process. While there are any, their callers are looked up again and again.
type openCalls struct {
	admission *Admission
	db        *sql.DB

	mu      sync.Mutex
	calls   map[*Admitted]struct{}
	running bool
}

func (c *openCalls) add(d *Admitted) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls[d] = struct{}{}
	if !c.running {
		c.running = true
		go c.refresh()
	}
}

func (c *openCalls) remove(d *Admitted) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.calls, d)
}

// holder is a key or a session, with the hash of one of its secrets.
type holder struct {
	organization, id uuid.UUID
	secret           [sha256.Size]byte
}

func (c *Caller) holder() holder { return holder{c.OrganizationID, c.CredentialID(), c.secretHash} }

// byKind returns the open calls by the kinds and the holders of their credentials. If there are none, refresh has to
// end.
func (c *openCalls) byKind() map[*kind]map[holder][]*Admitted {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running = len(c.calls) > 0
	kinds := map[*kind]map[holder][]*Admitted{}
	for d := range c.calls {
		of := kinds[d.first.kind]
		if of == nil {
			of = map[holder][]*Admitted{}
			kinds[d.first.kind] = of
		}
		of[d.first.holder()] = append(of[d.first.holder()], d)
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
JOIN organizations o ON o.id = k.organization_id
LEFT JOIN organization_privacy p ON p.organization_id = k.organization_id
LEFT JOIN closed_days d ON d.organization_id = k.organization_id`

	lookUpOpenSessions = `
SELECT open.organization_id, open.secret, ` + sessionColumns + `
FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS open (organization_id, id, secret)
JOIN sessions s ON s.organization_id = open.organization_id AND s.id = open.id
JOIN users u ON u.organization_id = s.organization_id AND u.id = s.user_id
JOIN organizations o ON o.id = s.organization_id
LEFT JOIN organization_privacy p ON p.organization_id = s.organization_id
LEFT JOIN closed_days d ON d.organization_id = s.organization_id
LEFT JOIN api_keys k ON k.organization_id = s.organization_id AND k.id = s.api_key_id`
)

// lookUp looks up the callers of open calls with one statement.
func (c *openCalls) lookUp(k *kind, calls map[holder][]*Admitted) error {
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
		for _, d := range ended {
			c.admission.callers.Remove(d.first.credential)
			d.end(k.unknown)
		}
	}
	return nil
}

// refreshed caches a caller who has open calls, and ends those that the caller may no longer make.
func (a *Admission) refreshed(now *Caller, calls []*Admitted, began time.Time) {
	if len(calls) == 0 {
		return
	}
	now.credential, now.sealingKey = calls[0].first.credential, calls[0].first.sealingKey
	a.callers.Add(now.credential, now, began)
	a.markUsed(now)
	for _, d := range calls {
		if err := cmp.Or(now.ended(a.now()), now.mayCall(d.method)); err != nil {
			d.end(err)
		}
	}
}
