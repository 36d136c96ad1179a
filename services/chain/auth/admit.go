package auth

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/ttlcache"
	"github.com/workplan-api/workplan/services/chain/quota"
)

// A caller is cached for less than a second, because a revoked key and a change of
// role, scopes or activity must be effective on every node within one second. The time counts
// from the start of the look-up, because a look-up can be slow.
const (
	cacheTime = 900 * time.Millisecond
	cacheSize = 10_000
	// closedTime is how long a caller is cached whose organization is closed for a move.
	closedTime = 100 * time.Millisecond
	// lookUpLimit is short, so that a request fails within 6 s if the database is silent,
	// even if it then waits for another connection.
	lookUpLimit = 2 * time.Second
	lookUpWait  = 500 * time.Millisecond
)

// Admission decides who may call which rpc.
type Admission struct {
	db      *ent.Client
	now     func() time.Time
	callers *ttlcache.Cache[credential, *Caller]
	lookUps singleflight.Group
	// slots limits the look-ups that run at the same time, and breaker those of organizations that get no response;
	// nil: no limit.
	slots   *semaphore.Weighted
	breaker *breaker
	// refused counts the look-ups that got no slot.
	refused prometheus.Counter
	// used is, for each key, the last minute that this process wrote to last_used_at.
	used *lru.Cache[uuid.UUID, time.Time]
	uses *uses
	open *openCalls

	quota *quota.Quota
	known *knownKeys
}

// credential is the cache key of a caller: the SHA-256 of the text of the API key.
type credential [sha256.Size]byte

func credentialOf(text string) credential { return sha256.Sum256([]byte(text)) }

// NewAdmission returns an Admission that looks keys up in db and counts calls in q. background has connections for what
// no request waits for.
func NewAdmission(
	db *ent.Client, background *sql.DB, log *slog.Logger, now func() time.Time, q *quota.Quota,
) *Admission {
	a := &Admission{
		db: db, now: now, callers: ttlcache.New[credential, *Caller](cacheTime), used: newCache[uuid.UUID, time.Time](),
		uses:  &uses{db: background, log: log, pending: map[uuid.UUID]use{}, wake: make(chan struct{}, 1)},
		quota: q, known: newKnownKeys(),
	}
	a.open = &openCalls{admission: a, db: background, calls: map[*Admitted]struct{}{}}
	return a
}

// newCache returns a cache of the cacheSize entries that were used last.
func newCache[K comparable, V any]() *lru.Cache[K, V] {
	cache, err := lru.New[K, V](cacheSize)
	if err != nil {
		panic(err) // the size is positive
	}
	return cache
}

// LimitLookUps limits the look-ups of keys that run at the same time to n, the database
// connections that requests leave free. It counts what it refuses.
func (a *Admission) LimitLookUps(n int, refused prometheus.Counter) {
	a.slots, a.breaker, a.refused = semaphore.NewWeighted(int64(n)), newBreaker(max(1, n/2)), refused
}

// Credentials are what a call sends to authenticate itself, and where it comes from.
type Credentials struct {
	// Authorization are the values of the header.
	Authorization []string
	// Session is the token of a session, from the cookie of a browser. It counts only if there
	// is no Authorization.
	Session string
	// Feed is the token of a calendar feed, nil for another call. With it, nothing else counts.
	Feed *string
	// SCIM is set for the calls that a request to /scim/v2 makes. They have the scopes that a key with the scope SCIM
	// gets there, and no others.
	SCIM bool
	From quota.Sender
}

// Admit finds the caller by the credentials. It returns the call, and what is left of the quota. With an error, the
// call has its caller if the credentials are right.
//
// Admit fails with 401 if the key is missing, unknown, revoked or expired, or the session has ended, and with 429 if
// the key has used up its quota, or the address has sent too many wrong keys. It fails with 403 if the organization
// is suspended, the user that the key acts as is deactivated, or the key lacks the scope of the rpc. One that is for
// the barred never fails with 403. A calendar feed that does not exist or has ended is 404.
func (a *Admission) Admit(ctx context.Context, m *rpc.Method, sent Credentials) (Admitted, quota.Result, error) {
	caller, err := a.authenticate(ctx, sent)
	if err != nil {
		if isWrong(err) {
			err = cmp.Or(a.quota.WrongKeys.Count(sent.From), err)
		}
		return Admitted{}, quota.Result{}, err
	}
	left := a.quota.Take(ctx, caller.OrganizationID, caller.QuotaID(), caller.limit)
	if err := left.Err(caller.quotaHolder()); err != nil {
		return Admitted{Caller: caller}, left, err
	}
	if err := caller.mayCall(m); err != nil {
		return Admitted{Caller: caller}, left, err
	}
	now := a.now()
	return Admitted{
		Caller: caller, admission: a, method: m, sent: sent, first: caller, looked: now, paid: now, left: left,
	}, left, nil
}

// mayCall returns an error with 403 if the caller may not call an rpc.
func (c *Caller) mayCall(m *rpc.Method) error {
	if err := c.barred(); err != nil && !m.Barred {
		return err
	}
	err := c.HasScopes(m.Scopes)
	if err == nil || m.Proposal == nil {
		return err
	}
	// Whether the request is about a proposal is not known yet. The chain looks again when it is, and names what is
	// missing.
	if c.HasScopes(m.ScopesWithProposal) == nil || m.Writes && c.Has(writeProposals) {
		return nil
	}
	return err
}

// writeProposals is the scope of a key that may mean to write a proposal.
const writeProposals = "write:proposals"

// HasScopes returns an error with 403 that names the first of the scopes that the caller does not have, or nil.
func (c *Caller) HasScopes(scopes []string) error {
	for _, scope := range scopes {
		if !c.Has(scope) {
			return problem.New(problem.ScopeMissing, "%s does not have the scope %s", c.owner(), scope)
		}
	}
	return nil
}

// owner names what has the scopes of the caller.
func (c *Caller) owner() string {
	switch {
	case c.Session == nil:
		return "the key"
	case c.KeyID != uuid.Nil:
		return "the key of the session"
	}
	return "the role " + string(c.Role)
}

// authenticate finds the caller by the credentials, with the scopes of the call.
func (a *Admission) authenticate(ctx context.Context, sent Credentials) (*Caller, error) {
	caller, err := a.identify(ctx, sent)
	if err == nil && sent.SCIM {
		caller = caller.inSCIM()
	}
	return caller, err
}

func (a *Admission) identify(ctx context.Context, sent Credentials) (*Caller, error) {
	authorization := sent.Authorization
	switch {
	case sent.Feed != nil:
		return a.caller(ctx, ofFeed, *sent.Feed, sent.From)
	case len(authorization) == 0 && sent.Session != "":
		return a.caller(ctx, ofSession, sent.Session, sent.From)
	case len(authorization) == 0:
		return nil, problem.New(problem.CredentialMissing,
			"an API key is required: send it as Authorization: Bearer <key>")
	}
	scheme, text, _ := strings.Cut(authorization[0], " ")
	switch {
	case len(authorization) > 1:
		return nil, invalid("there is more than one Authorization header")
	case !strings.EqualFold(scheme, "Bearer"):
		return nil, invalid("the API key has to be sent as Authorization: Bearer <key>")
	case len(text) != keyLength || !strings.HasPrefix(text, prefix):
		return nil, invalid("the API key is not whole: after Bearer and one space come %s and %d more "+
			"characters, without quotation marks",
			prefix, keyLength-len(prefix))
	}
	return a.caller(ctx, ofKey, text, sent.From)
}

// ended returns an error if the key, the session or the calendar feed of the caller has ended. A session or a feed of a
// deactivated user or of a suspended organization has.
func (c *Caller) ended(now time.Time) error {
	switch {
	case c.feed && c.isClosed():
		return c.barred()
	case c.feed && (c.revoked || c.barred() != nil || c.expiresAt != nil && !c.expiresAt.After(now)):
		return errFeedEnded
	case c.Session != nil && (c.Session.gone || c.barred() != nil && !c.isClosed() || !c.Session.ExpiresAt.After(now)):
		return errEnded
	case c.feed, c.Session != nil:
		return nil
	case c.revoked:
		return problem.New(problem.KeyRevoked, "the API key was revoked")
	case c.expiresAt != nil && !c.expiresAt.After(now):
		return problem.New(problem.KeyExpired, "the API key has expired")
	case c.secretExpiresAt != nil && !c.secretExpiresAt.After(now):
		return problem.New(problem.KeyExpired,
			"the API key was rotated and this secret has expired: use the new secret")
	}
	return nil
}

func invalid(format string, args ...any) error {
	return problem.New(problem.CredentialInvalid, format, args...)
}

// caller returns the caller who holds the credential with this text, from the cache or from the database. It fails if
// the credential has ended.
func (a *Admission) caller(ctx context.Context, k *kind, text string, from quota.Sender) (*Caller, error) {
	if !strings.HasPrefix(text, k.prefix) { // an API key is never a session or a calendar feed
		return nil, k.unknown
	}
	cred := credentialOf(text)
	caller, err, ok := a.cached(cred)
	if !ok {
		caller, err = a.lookUpCredential(ctx, k, cred, text, from)
	}
	if err != nil {
		return nil, err
	}
	return caller, caller.ended(a.now())
}

// lookUpCredential looks up a credential that is not in the cache.
func (a *Admission) lookUpCredential(
	ctx context.Context, k *kind, cred credential, text string, from quota.Sender,
) (*Caller, error) {
	key, ok := parse(text, k.prefix)
	if !ok {
		return nil, k.mistyped
	}
	c := &Caller{
		kind: k, credential: cred,
		OrganizationID: key.Organization(), secretHash: key.Hash(), sealingKey: key.sealingKey(),
	}
	if a.known.found.Contains(cred) {
		return a.lookUpOnce(ctx, c)
	}
	return a.firstLookUp(ctx, c, from)
}

// cached returns the result of an earlier look-up, if there is one.
func (a *Admission) cached(cred credential) (caller *Caller, err error, ok bool) {
	if caller, ok := a.callers.Get(cred); ok {
		return caller, nil, true
	}
	err, ok = a.known.unknown.Get(cred)
	return nil, err, ok
}

// lookUpOnce looks up a caller by the secret. Concurrent requests with the same credential share one look-up. It keeps
// running if the request that started it is cancelled, because others may wait for the result.
func (a *Admission) lookUpOnce(ctx context.Context, c *Caller) (*Caller, error) {
	found, err, _ := a.lookUps.Do(string(c.credential[:]), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookUpLimit)
		defer cancel()
		ctx = tenant.WithOrganization(ctx, c.OrganizationID)
		leave, err := a.acquire(ctx)
		if err != nil {
			return nil, err
		}
		defer leave()
		began := time.Now()
		err = a.lookUp(ctx, a.db, c)
		a.known.remember(c.credential, err)
		if a.breaker != nil {
			a.breaker.record(c.OrganizationID, err)
		}
		if err != nil {
			return nil, err
		}
		if c.isClosed() { // the caller is served as soon as the organization is open
			began = began.Add(closedTime - cacheTime)
		}
		a.callers.Add(c.credential, c, began) // at once: what the look-up found may be used for cacheTime
		a.markUsed(c)
		return c, nil
	})
	if err != nil {
		return nil, err
	}
	return found.(*Caller), nil
}

// lookUp reads a caller from db by the hash of the secret.
func (a *Admission) lookUp(ctx context.Context, db *ent.Client, c *Caller) error {
	err := c.kind.scan(a, func(columns ...any) error {
		return scan(ctx, db, c.kind.lookUp, c.secretHash[:], columns...)
	}, c)
	if errors.Is(err, errUnknown) {
		return c.kind.unknown
	}
	return err
}

// acquire waits until a look-up may run, and returns a function that ends it.
func (a *Admission) acquire(ctx context.Context) (leave func(), err error) {
	if a.slots == nil {
		return func() {}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookUpWait)
	defer cancel()
	end, err := a.breaker.acquire(ctx, tenant.Organization(ctx))
	if err == nil {
		if err = a.slots.Acquire(ctx, 1); err == nil {
			return func() { a.slots.Release(1); end() }, nil
		}
		end()
	}
	a.refused.Inc()
	return nil, &problem.Error{
		Code: problem.Unavailable, Message: "the service is busy with other keys", RetryAfter: time.Second, Cause: err,
	}
}

// scan scans the one row of a query whose $1 is the organization. It returns errUnknown if there is none.
func scan(ctx context.Context, db *ent.Client, query string, arg any, columns ...any) error {
	found := false
	err := tenant.Each(ctx, db, func(scan postgres.Scan) error {
		found = true
		return scan(columns...)
	}, query, arg)
	if err == nil && !found {
		return errUnknown
	}
	return err
}
