package migrate

import (
	"testing"
	"time"
)

// Statements returns the statements of a file.
var Statements = statements

// SetPatience shortens the waits of Up for a test.
func SetPatience(t *testing.T, lock, tableLock time.Duration) {
	oldLock, oldTable, oldPause, oldMax, oldSlow := lockWait, tableLockTimeout, pause, maxPause, slowAfter
	lockWait, tableLockTimeout, pause, maxPause, slowAfter = lock, tableLock, tableLock/5, tableLock/2, tableLock/5
	t.Cleanup(func() {
		lockWait, tableLockTimeout, pause, maxPause, slowAfter = oldLock, oldTable, oldPause, oldMax, oldSlow
	})
}
