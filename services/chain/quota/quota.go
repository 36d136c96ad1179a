// Package quota limits how many calls a key may make, and how many wrong API keys may be
// sent from an address.
//
// Each key has a token bucket. A call takes one token, whatever its size, and gives it back if the client has the
// response already. The buckets are in the memory of the process, or in Redis, where several processes share them. If
// Redis is down or slow, the process uses its own buckets until Redis is back.
package quota

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc/metadata"

	"github.com/workplan-api/workplan/internal/problem"
)

// Config configures a Quota. The zero Config limits only keys that have a limit of their
// own, and shares nothing.
type Config struct {
	// PerMinute is the number of calls that a key without a limit of its own may make in a
	// minute, and Burst how many of them at once. PerMinute 0 means no limit. Burst 0 means
	// a sixth of PerMinute.
	PerMinute, Burst int
	// MaxPerMinute is the most that a key may do in a minute, whatever its own limit says. OrganizationPerMinute is the
	// number of calls that all keys and sessions of an organization may make in a minute together. 0 means no limit.
	MaxPerMinute, OrganizationPerMinute int
	// WrongKeysPerMinute is the number of wrong API keys that an address may send in a
	// minute. 0 means no limit.
	WrongKeysPerMinute int
	// TrustedProxies are the proxies whose X-Forwarded-For is believed: addresses and
	// ranges such as 10.0.0.0/8.
	TrustedProxies []string
	// RedisURL is the address of the Redis that shares the buckets of keys, such as
	// redis://:password@host:6379/0. It is empty if this process shares nothing.
	RedisURL string
}

// Quota has the buckets.
type Quota struct {
	// WrongKeys limits wrong API keys.
	WrongKeys *WrongKeys

	standard     Limit
	most         Limit // of a key
	organization Limit
	local        *buckets[uuid.UUID]
	shared       *shared // nil without Redis
	refused      prometheus.Counter
	// refusedOrganization counts the calls that an organization was refused.
	refusedOrganization prometheus.Counter
}

// Check returns an error that names everything in c that is malformed.
func (c Config) Check() error {
	var errs []error
	for _, proxy := range c.TrustedProxies {
		if _, err := parseProxies([]string{proxy}); err != nil {
			errs = append(errs, err)
		}
	}
	if min(c.PerMinute, c.Burst, c.MaxPerMinute, c.OrganizationPerMinute, c.WrongKeysPerMinute) < 0 {
		errs = append(errs, errors.New("a rate limit must not be negative: 0 is no limit"))
	}
	if c.RedisURL != "" {
		if _, err := parseRedis(c.RedisURL); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// New returns a Quota that counts what it refuses by reason. It fails if cfg is malformed. It does not
// connect to Redis.
func New(cfg Config, log *slog.Logger, refusals *prometheus.CounterVec, now func() time.Time) (*Quota, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	trusted, err := parseProxies(cfg.TrustedProxies)
	if err != nil {
		return nil, err
	}
	q := &Quota{
		WrongKeys: &WrongKeys{
			limit: NewLimit(cfg.WrongKeysPerMinute, cfg.WrongKeysPerMinute), trusted: trusted,
			wrong: newBuckets[netip.Prefix](now), signIns: newBuckets[netip.Prefix](now),
			refused: refusals.WithLabelValues("wrong_keys"),
			lookUps: newLookUps(NewLimit(cfg.WrongKeysPerMinute, cfg.WrongKeysPerMinute), now),
			ignored: &ignored{log: log},
		},
		standard: NewLimit(cfg.PerMinute, cfg.Burst),
		most:     NewLimit(cfg.MaxPerMinute, 0), organization: NewLimit(cfg.OrganizationPerMinute, 0),
		local:   newBuckets[uuid.UUID](now),
		refused: refusals.WithLabelValues("quota"), refusedOrganization: refusals.WithLabelValues("organization_quota"),
	}
	if cfg.RedisURL != "" {
		if q.shared, err = newShared(cfg.RedisURL, log); err != nil {
			return nil, err
		}
	}
	return q, nil
}

// Close closes the connections to Redis.
func (q *Quota) Close() error {
	if q.shared == nil {
		return nil
	}
	return q.shared.close()
}

// LimitOf returns the limit of a key. perMinute is the rate limit of the key: nil means the
// default of the installation. No key has more than Config.MaxPerMinute.
func (q *Quota) LimitOf(perMinute *int32) Limit {
	l := q.Granted(perMinute)
	if q.most != (Limit{}) && (l == Limit{} || l.PerMinute > q.most.PerMinute) {
		return q.most
	}
	return l
}

// Granted is LimitOf whatever Config.MaxPerMinute is, which the operator may lift later.
func (q *Quota) Granted(perMinute *int32) Limit {
	if perMinute == nil {
		return q.standard
	}
	return NewLimit(int(*perMinute), 0)
}

// Take takes a token from the bucket of the key, and one from that of its organization. A call that one of them refuses
// takes none from the other.
func (q *Quota) Take(ctx context.Context, organization, key uuid.UUID, l Limit) Result {
	var from []bucket[uuid.UUID]
	for _, b := range []bucket[uuid.UUID]{{organization, q.organization}, {key, l}} {
		if b.limit != (Limit{}) {
			from = append(from, b)
		}
	}
	if len(from) == 0 {
		return Result{Allowed: true}
	}
	refused, fullIn, ok := 0, []time.Duration(nil), false
	if q.shared != nil {
		refused, fullIn, ok = q.shared.take(ctx, from)
	}
	if !ok {
		refused, fullIn = q.local.take(from...)
	}
	r := Result{Limit: l, Allowed: refused == 0}.after(fullIn)
	if r.Allowed {
		r.taken, r.shared = from, ok
	}
	switch {
	case refused == 1 && q.organization != (Limit{}):
		r.organization = &Result{Limit: q.organization, FullIn: fullIn[0]}
		q.refusedOrganization.Inc()
	case refused > 0:
		q.refused.Inc()
	}
	return r
}

// GiveBack returns the tokens that a call has taken, and the bucket of the key after that. It must be called at most
// once for a call. If Redis does not respond, the call keeps its tokens.
func (q *Quota) GiveBack(ctx context.Context, r Result) Result {
	switch {
	case len(r.taken) == 0:
	case !r.shared:
		r = r.after(q.local.giveBack(r.taken...))
	default:
		if fullIn, ok := q.shared.giveBack(ctx, r.taken); ok {
			r = r.after(fullIn)
		}
	}
	return r
}

// Result is a bucket after a call has taken its token, or was refused.
type Result struct {
	// Limit is the limit of the bucket. If it is zero, there is no bucket.
	Limit Limit
	// FullIn is the time until the bucket is full.
	FullIn time.Duration
	// Allowed reports whether there was a token.
	Allowed bool
	// organization is set if the organization has used up its quota. The rest is the bucket of the key.
	organization *Result
	// taken are the buckets from which the call has taken a token, and shared reports whether they are in Redis.
	taken  []bucket[uuid.UUID]
	shared bool
}

// after returns r with the time until its bucket, the last one of those that the call needs, is full.
func (r Result) after(fullIn []time.Duration) Result {
	if r.Limit != (Limit{}) {
		r.FullIn = fullIn[len(fullIn)-1]
	}
	return r
}

// Remaining returns the number of tokens in the bucket.
func (r Result) Remaining() int { return int((r.Limit.whole() - r.FullIn) / r.Limit.interval()) }

// RetryAfter returns the time until the bucket has a token, in whole seconds.
func (r Result) RetryAfter() time.Duration {
	if r.organization != nil {
		return r.organization.RetryAfter()
	}
	return time.Duration(seconds(r.FullIn+r.Limit.interval()-r.Limit.whole())) * time.Second
}

// Err returns the error of a refused call, and nil for others. who is whose bucket it is, such as
// the key.
func (r Result) Err(who string) error {
	switch {
	case r.Allowed:
		return nil
	case r.organization != nil:
		return r.organization.Err("the organization")
	}
	return r.refusal("%s may send %s per minute", who, counted(r.Limit.PerMinute, "request"))
}

// refusal returns the error rate_limited with the time to wait.
func (r Result) refusal(format string, args ...any) error {
	wait := r.RetryAfter()
	p := problem.New(problem.RateLimited, format+": wait %s", append(args, counted(seconds(wait), "second"))...)
	p.RetryAfter = wait
	return p
}

func counted(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return strconv.Itoa(n) + " " + unit + "s"
}

// seconds returns d in whole seconds, rounded up.
func seconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }

// The headers of a response to a call of a key with a limit: the calls per minute, the
// calls that are left now, and the seconds until the bucket is full.
const (
	limitHeader     = "X-Ratelimit-Limit"
	remainingHeader = "X-Ratelimit-Remaining"
	resetHeader     = "X-Ratelimit-Reset"
)

func (r Result) values() (limit, remaining, reset string) {
	return strconv.Itoa(r.Limit.PerMinute), strconv.Itoa(r.Remaining()), strconv.Itoa(seconds(r.FullIn))
}

// SetHeaders sets the X-RateLimit headers. It sets none if there is no limit.
func (r Result) SetHeaders(h http.Header) {
	if r.Limit == (Limit{}) {
		return
	}
	var v [3]string
	v[0], v[1], v[2] = r.values()
	h[limitHeader], h[remainingHeader], h[resetHeader] = v[0:1:1], v[1:2:2], v[2:3:3]
}

// Metadata returns the X-RateLimit headers as gRPC metadata, or nil if there is no limit.
func (r Result) Metadata() metadata.MD {
	if r.Limit == (Limit{}) {
		return nil
	}
	limit, remaining, reset := r.values()
	return metadata.Pairs(limitHeader, limit, remainingHeader, remaining, resetHeader, reset)
}
