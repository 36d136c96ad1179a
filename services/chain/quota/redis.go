package quota

import (
	"context"
	"crypto/sha1"
	"encoding/hex"
	"log/slog"
	"slices"
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

// takeScript does what buckets.take does, in microseconds. The clock is that of Redis, so the clocks of the processes
// may differ. A bucket that is full already is not stored: Redis refuses to keep a key for 0 ms.
var takeScript = newScript(`
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local result = {0}
for i, key in ipairs(KEYS) do
  local interval, whole = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local fullIn = math.min(math.max(tonumber(redis.call('GET', key) or 0) - now, 0), whole)
  if result[1] == 0 and fullIn + interval > whole then
    result[1] = i
  end
  result[i + 1] = fullIn
end
for i, key in ipairs(KEYS) do
  if result[1] == 0 then
    result[i + 1] = result[i + 1] + tonumber(ARGV[2 * i - 1])
  end
  if result[i + 1] > 0 then
    redis.call('SET', key, string.format('%.0f', now + result[i + 1]), 'PX', math.ceil(result[i + 1] / 1000))
  end
end
return result`)

// giveBackScript does what buckets.giveBack does.
var giveBackScript = newScript(`
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local result = {}
for i, key in ipairs(KEYS) do
  local interval, whole = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local fullIn = math.min(math.max(tonumber(redis.call('GET', key) or 0) - now - interval, 0), whole)
  if fullIn > 0 then
    redis.call('SET', key, string.format('%.0f', now + fullIn), 'PX', math.ceil(fullIn / 1000))
  else
    redis.call('DEL', key)
  end
  result[i] = fullIn
end
return result`)

// script is a script, and its name in Redis.
type script struct{ text, hash string }

func newScript(text string) script {
	sum := sha1.Sum([]byte(text))
	return script{text, hex.EncodeToString(sum[:])}
}

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

// take is buckets.take in Redis. It returns false if Redis is down or slow.
func (s *shared) take(ctx context.Context, from []bucket[uuid.UUID]) (refused int, fullIn []time.Duration, ok bool) {
	got, ok := s.run(ctx, takeScript, from)
	if !ok {
		return 0, nil, false
	}
	return int(got[0]), durations(got[1:]), true
}

// giveBack is buckets.giveBack in Redis. It returns false if Redis is down or slow.
func (s *shared) giveBack(ctx context.Context, to []bucket[uuid.UUID]) (fullIn []time.Duration, ok bool) {
	got, ok := s.run(ctx, giveBackScript, to)
	return durations(got), ok
}

func durations(micros []int64) (list []time.Duration) {
	for _, n := range micros {
		list = append(list, time.Duration(n)*time.Microsecond)
	}
	return list
}

// run runs a script. It returns false if Redis is down or slow.
func (s *shared) run(ctx context.Context, with script, of []bucket[uuid.UUID]) ([]int64, bool) {
	start := time.Now()
	paused := s.pausedUntil.Load()
	if paused != 0 &&
		(start.UnixNano() < paused || !s.pausedUntil.CompareAndSwap(paused, start.Add(redisPause).UnixNano())) {
		return nil, false
	}
	// A caller who goes away is no error of Redis.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), redisTimeout)
	defer cancel()
	pool := s.pool.Load()
	got, err := runScript(ctx, pool, with, of)
	if err != nil {
		// The other connections may be those of a Redis that is gone.
		if s.pool.CompareAndSwap(pool, s.server.pool()) {
			_ = pool.Close()
		}
		s.pausedUntil.Store(time.Now().Add(redisPause).UnixNano())
		if last := s.warned.Load(); start.UnixNano()-last >= int64(warnEvery) &&
			s.warned.CompareAndSwap(last, start.UnixNano()) {
			s.log.WarnContext(ctx,
				"Redis does not respond: until it does, this process counts calls by itself", "error", err)
			s.down.Store(true)
		}
		return nil, false
	}
	if paused != 0 {
		s.pausedUntil.Store(0)
		if s.down.Swap(false) {
			s.log.InfoContext(ctx, "Redis responds again: calls are counted there")
		}
	}
	return got, true
}

// runScript runs a script. Redis forgets scripts when it restarts.
func runScript(ctx context.Context, pool *redis.Pool, with script, of []bucket[uuid.UUID]) ([]int64, error) {
	conn, err := pool.GetContext(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close() // returns it to the pool
	var names, limits []any
	for _, b := range of {
		names = append(names, redisKey+b.key.String())
		limits = append(limits, b.limit.interval().Microseconds(), b.limit.whole().Microseconds())
	}
	run := func(command, name string) ([]int64, error) {
		deadline, _ := ctx.Deadline()
		args := slices.Concat([]any{name, len(names)}, names, limits)
		return redis.Int64s(redis.DoWithTimeout(conn, max(time.Millisecond, time.Until(deadline)), command, args...))
	}
	got, err := run("EVALSHA", with.hash)
	if err != nil && strings.HasPrefix(err.Error(), "NOSCRIPT ") {
		return run("EVAL", with.text)
	}
	return got, err
}
