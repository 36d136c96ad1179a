package quota

import (
	"context"
	"crypto/sha1"
	"encoding/hex"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/google/uuid"
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
const takeScript = `
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
return {allowed, fullIn}`

// takeHash is the name of the script in Redis.
var takeHash = func() string {
	sum := sha1.Sum([]byte(takeScript))
	return hex.EncodeToString(sum[:])
}()

// shared are the buckets in Redis.
type shared struct {
	server redisServer
	pool   atomic.Pointer[redis.Pool]
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

func newShared(url string, log *slog.Logger) (*shared, error) {
	server, err := parseRedis(url)
	if err != nil {
		return nil, err
	}
	s := &shared{server: server, log: log}
	s.pool.Store(server.pool())
	return s, nil
}

func (s *shared) close() error { return s.pool.Load().Close() }

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
	pool := s.pool.Load()
	got, err := take(ctx, pool, redisKey+key.String(), l)
	if err != nil {
		// The other connections may be those of a Redis that is gone.
		if s.pool.CompareAndSwap(pool, s.server.pool()) {
			_ = pool.Close()
		}
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

// take runs the script. Redis forgets scripts when it restarts.
func take(ctx context.Context, pool *redis.Pool, key string, l Limit) ([]int64, error) {
	conn, err := pool.GetContext(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close() // returns it to the pool
	run := func(command, script string) ([]int64, error) {
		deadline, _ := ctx.Deadline()
		return redis.Int64s(redis.DoWithTimeout(conn, max(time.Millisecond, time.Until(deadline)), command, script, 1, key, l.interval().Microseconds(), l.whole().Microseconds()))
	}
	got, err := run("EVALSHA", takeHash)
	if err != nil && strings.HasPrefix(err.Error(), "NOSCRIPT ") {
		return run("EVAL", takeScript)
	}
	return got, err
}
