package quota

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// redisTimeout is how long a call waits for Redis. Tests change it.
var redisTimeout = 50 * time.Millisecond

const (
	redisPause  = time.Second
	warnEvery   = time.Minute
	dialTimeout = time.Second
	redisKey    = "workplan:quota:"
)

// takeScript does what Limit.take does. The clock is that of Redis, so the clocks of the
// processes may differ. Its results are whether there was a token, and the microseconds
// until the bucket is full.
var takeScript = redis.NewScript(`
local interval, whole = tonumber(ARGV[1]), tonumber(ARGV[2])
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local fullAt = tonumber(redis.call('GET', KEYS[1]) or 0)
local fullIn = math.min(math.max(fullAt - now, 0), whole)
local allowed = 0
if fullIn + interval <= whole then
  fullIn = fullIn + interval
  allowed = 1
end
redis.call('SET', KEYS[1], string.format('%.0f', now + fullIn), 'PX', math.ceil(fullIn / 1000))
return {allowed, fullIn}`)

// shared are the buckets in Redis.
type shared struct {
	client *redis.Client
	log    *slog.Logger
	// pausedUntil is the time until which Redis is not used after an error, in Unix
	// nanoseconds; 0 if Redis works. After that time one call tries Redis, and the others
	// use it again when that call has succeeded.
	pausedUntil atomic.Int64
	// warned is the time of the last warning, in Unix nanoseconds. down is set from the
	// warning until Redis works again.
	warned atomic.Int64
	down   atomic.Bool
}

// errMalformed does not quote the address, because it may contain a password.
var errMalformed = errors.New("REDIS_URL is malformed: write redis://USER:PASSWORD@HOST:PORT/DATABASE, or rediss:// for TLS, the PASSWORD percent-encoded (@ is %40, / is %2F, # is %23, ? is %3F, % is %25)")

func newShared(url string, log *slog.Logger) (*shared, error) {
	opts, err := redis.ParseURL(url)
	if err != nil {
		return nil, errMalformed
	}
	// Our own buckets are better than a second try. The connection is made in the
	// background, so it may take longer than redisTimeout.
	opts.MaxRetries, opts.DialerRetries, opts.DialTimeout = -1, 1, dialTimeout
	opts.ContextTimeoutEnabled = true
	opts.DisableIdentity = true
	opts.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	logging.Disable() // it writes to stderr, and take logs every error itself
	return &shared{client: redis.NewClient(opts), log: log}, nil
}

// take takes a token from the bucket of the key. It returns false if Redis is down or slow.
func (s *shared) take(ctx context.Context, key uuid.UUID, l Limit) (Result, bool) {
	start := time.Now()
	paused := s.pausedUntil.Load()
	if paused != 0 && (start.UnixNano() < paused || !s.pausedUntil.CompareAndSwap(paused, start.Add(redisPause).UnixNano())) {
		return Result{}, false
	}
	// A caller who goes away is no error of Redis.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), redisTimeout)
	defer cancel()
	got, err := takeScript.Run(ctx, s.client, []string{redisKey + key.String()}, l.interval().Microseconds(), l.whole().Microseconds()).Int64Slice()
	if err != nil {
		s.pausedUntil.Store(time.Now().Add(redisPause).UnixNano())
		if last := s.warned.Load(); start.UnixNano()-last >= int64(warnEvery) && s.warned.CompareAndSwap(last, start.UnixNano()) {
			s.log.WarnContext(ctx, "Redis does not respond: until it does, this process counts calls by itself", "error", err)
			s.down.Store(true)
		}
		return Result{}, false
	}
	if paused != 0 {
		s.pausedUntil.Store(0)
		if s.down.Swap(false) {
			s.log.InfoContext(ctx, "Redis responds again: calls are counted there")
		}
	}
	return Result{l, time.Duration(got[1]) * time.Microsecond, got[0] == 1}, true
}
