package auth

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"log/slog"
	"strings"
	"time"

	"github.com/hashicorp/golang-lru/v2/expirable"
	"github.com/lib/pq"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/apikey"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/internal/observe"
)

// A caller is remembered for under a second, because a revoked key and a change of
// role, scopes or activity are in force on every node within one: decisions.md
// section 6.
const (
	rememberFor = 900 * time.Millisecond
	remembered  = 10_000
)

// Admission decides who may call which rpc.
type Admission struct {
	db      *ent.Client
	log     *slog.Logger
	now     func() time.Time
	callers *expirable.LRU[credential, *Caller]
}

// credential is what a caller is remembered by: the hash of the text of its key.
type credential [sha256.Size]byte

// NewAdmission returns an Admission that looks keys up in db.
func NewAdmission(db *ent.Client, log *slog.Logger, now func() time.Time) *Admission {
	return &Admission{db: db, log: log, now: now, callers: expirable.NewLRU[credential, *Caller](remembered, nil, rememberFor)}
}

// Admit turns the values of the Authorization header into a caller and holds it to
// the scope of the rpc: 401, then 403. The context that it returns knows the caller
// and is confined to the caller's organization.
func (a *Admission) Admit(ctx context.Context, m *rpc.Method, authorization []string) (context.Context, error) {
	caller, err := a.authenticate(ctx, authorization)
	if err != nil {
		return nil, err
	}
	if rec := observe.FromContext(ctx); rec != nil {
		rec.OrganizationID, rec.KeyID = caller.OrganizationID, caller.KeyID
	}
	if m.Scope != "" {
		switch {
		case caller.suspended:
			return nil, problem.New(problem.OrganizationSuspend, "the organization is suspended")
		case !caller.actorActive:
			return nil, problem.New(problem.ActorInactive, "the user that the key acts as is deactivated")
		case !caller.has(m.Scope):
			return nil, problem.New(problem.ScopeMissing, "the key does not have the scope %s", m.Scope)
		}
	}
	return withCaller(ctx, caller), nil
}

// Interceptor admits calls that come over gRPC. A call that REST has admitted
// before it read the body passes.
func (a *Admission) Interceptor(table *rpc.Table) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		m := table.ByName(info.FullMethod)
		if m == nil {
			return nil, problem.New(problem.RouteNotFound, "unknown method")
		}
		if FromContext(ctx) == nil {
			var err error
			if ctx, err = a.Admit(ctx, m, metadata.ValueFromIncomingContext(ctx, "authorization")); err != nil {
				return nil, err
			}
		}
		return next(ctx, req)
	}
}

func (a *Admission) authenticate(ctx context.Context, authorization []string) (*Caller, error) {
	if len(authorization) == 0 {
		return nil, problem.New(problem.CredentialMissing, "an API key is required: send it as Authorization: Bearer <key>")
	}
	scheme, text, _ := strings.Cut(authorization[0], " ")
	switch {
	case len(authorization) > 1:
		return nil, invalid("there is more than one Authorization header")
	case !strings.EqualFold(scheme, "Bearer"):
		return nil, invalid("the API key has to be sent as Authorization: Bearer <key>")
	case len(text) != keyLength || !strings.HasPrefix(text, prefix):
		return nil, invalid("the API key is not whole: after Bearer and one space come %s and %d more characters, without quotation marks",
			prefix, keyLength-len(prefix))
	}
	caller, err := a.caller(ctx, text)
	switch {
	case err != nil:
		return nil, err
	case caller.revokedAt != nil && !caller.revokedAt.After(a.now()):
		return nil, problem.New(problem.KeyRevoked, "the API key was revoked")
	case caller.expiresAt != nil && !caller.expiresAt.After(a.now()):
		return nil, problem.New(problem.KeyExpired, "the API key has expired")
	}
	return caller, nil
}

func invalid(format string, args ...any) error {
	return problem.New(problem.CredentialInvalid, format, args...)
}

// unknown is the answer to a key that could have been issued and was not, or is not any more.
func unknown() error { return invalid("the API key is not valid") }

func (a *Admission) caller(ctx context.Context, text string) (*Caller, error) {
	cred := credential(sha256.Sum256([]byte(text)))
	if caller, ok := a.callers.Get(cred); ok {
		return caller, nil
	}
	key, ok := ParseKey(text)
	if !ok {
		return nil, invalid("the API key is mistyped: its last characters do not fit the rest")
	}
	caller, err := a.lookUp(tenant.WithOrganization(ctx, key.Organization()), key)
	if err != nil {
		return nil, err
	}
	a.callers.Add(cred, caller)
	return caller, nil
}

const lookUpKey = `
SELECT k.id, k.name, k.actor_user_id, k.secret_hash, k.scopes, k.expires_at, k.revoked_at, k.last_used_at,
       u.role, u.is_active, o.suspended_at IS NOT NULL
FROM api_keys k
JOIN users u ON u.organization_id = $1 AND u.id = k.actor_user_id
JOIN organizations o ON o.id = $1
WHERE k.organization_id = $1 AND k.secret_hash = $2`

func (a *Admission) lookUp(ctx context.Context, key Key) (*Caller, error) {
	hash := key.Hash()
	rows, err := a.db.QueryContext(ctx, lookUpKey, key.Organization(), hash[:])
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return nil, err
		}
		return nil, unknown()
	}
	c := &Caller{OrganizationID: key.Organization()}
	var stored []byte
	if err := rows.Scan(&c.KeyID, &c.KeyName, &c.ActorID, &stored, (*pq.StringArray)(&c.Scopes), &c.expiresAt, &c.revokedAt,
		&c.lastUsedAt, &c.Role, &c.actorActive, &c.suspended); err != nil {
		return nil, err
	}
	if subtle.ConstantTimeCompare(stored, hash[:]) != 1 {
		return nil, unknown()
	}
	if err := rows.Close(); err != nil {
		return nil, err
	}
	a.noteUse(ctx, c)
	return c, nil
}

// noteUse keeps lastUsedAt, to the minute. That it cannot be written is no reason
// to refuse a call.
func (a *Admission) noteUse(ctx context.Context, c *Caller) {
	minute := a.now().UTC().Truncate(time.Minute)
	if c.lastUsedAt != nil && !c.lastUsedAt.Before(minute) {
		return
	}
	if err := a.db.APIKey.Update().Where(apikey.ID(c.KeyID)).SetLastUsedAt(minute).Exec(ctx); err != nil {
		a.log.WarnContext(ctx, "cannot note the use of a key", "key_id", c.KeyID, "error", err)
	}
}
