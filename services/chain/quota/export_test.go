package quota

import (
	"testing"
	"time"
)

// SetRedisTimeout changes the time that a call waits for Redis until the test ends.
func SetRedisTimeout(t *testing.T, d time.Duration) {
	old := redisTimeout
	redisTimeout = d
	t.Cleanup(func() { redisTimeout = old })
}
