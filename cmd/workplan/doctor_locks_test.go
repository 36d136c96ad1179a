package main

import (
	"regexp"
	"sync"
	"testing"
	"time"
)

// TestTheDoctorNamesWhoHoldsALock runs the doctor once while a session has a lock: of a row, while requests come and
// wait for it as long as those of a server do, and of a table, for which the doctor waits itself.
func TestTheDoctorNamesWhoHoldsALock(t *testing.T) {
	o := newOwned(t)
	holder := `process \d+ \(nightly\) blocks it`
	t.Run("a row", func(t *testing.T) {
		tx, err := openPool(t, o.dsn+" application_name=nightly").BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = tx.Rollback() }()
		if _, err := tx.ExecContext(t.Context(), "UPDATE organizations SET name = name"); err != nil {
			t.Fatal(err)
		}
		requests := openPool(t, o.dsn)
		ended := make(chan struct{})
		var request sync.WaitGroup
		request.Go(func() {
			for {
				select {
				case <-ended:
					return
				case <-time.After(900 * time.Millisecond):
				}
				// A pool ends waits after the time of a server.
				_, _ = requests.ExecContext(t.Context(), "UPDATE organizations SET name = name")
			}
		})
		out := runCommand(t, "", "doctor").out
		close(ended)
		request.Wait()
		if !regexp.MustCompile(`warn +locks +statements wait for locks: .*` + holder).MatchString(out) {
			t.Error(out)
		}
	})
	t.Run("a table", func(t *testing.T) {
		tx, err := openPool(t, o.dsn+" application_name=nightly").BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = tx.Rollback() }()
		if _, err := tx.ExecContext(t.Context(), "LOCK TABLE projects"); err != nil {
			t.Fatal(err)
		}
		wants := []*regexp.Regexp{
			regexp.MustCompile(`fail +structure +the check failed: .*lock timeout.*` + holder),
			regexp.MustCompile(`warn +locks +statements wait for locks: .*` + holder),
		}
		var out string
		for range 3 { // on a busy machine, a wait may end before the doctor looks for who has the lock
			out = runCommand(t, "", "doctor").out
			if wants[0].MatchString(out) && wants[1].MatchString(out) {
				return
			}
		}
		t.Errorf("not both of %s: %s", wants, out)
	})
}
