package migrate

import (
	"testing"
	"time"
)

// SetPatience shortens the waits of Up for a test.
func SetPatience(t *testing.T, lock, tableLock time.Duration) {
	oldLock, oldTable, oldPause := lockWait, tableLockTimeout, pause
	lockWait, tableLockTimeout, pause = lock, tableLock, tableLock/5
	t.Cleanup(func() { lockWait, tableLockTimeout, pause = oldLock, oldTable, oldPause })
}
