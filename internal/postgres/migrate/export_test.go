package migrate

import (
	"testing"
	"time"
)

// SetPatience shortens the waits of Up for a test.
func SetPatience(t *testing.T, lock, tableLock time.Duration) {
	oldLock, oldTable, oldPause, oldSlow := lockWait, tableLockTimeout, pause, slowAfter
	lockWait, tableLockTimeout, pause, slowAfter = lock, tableLock, tableLock/5, tableLock/5
	t.Cleanup(func() { lockWait, tableLockTimeout, pause, slowAfter = oldLock, oldTable, oldPause, oldSlow })
}
