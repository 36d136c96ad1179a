package acceptance_test

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/test/apitest"
)

const (
	cycleRaces = 100
	// controlRaces bounds the tries of the control, which finds a cycle in about two
	// of five.
	controlRaces = 1000
)

// strangers makes n users who report to nobody.
func strangers(a *apitest.API, n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("01890000-0000-7000-8000-%012d", i)
		a.Exec(`INSERT INTO users (organization_id, id, version, created_at, updated_at, email, name, default_availability, role, is_active)
			VALUES ($1, $2, 1, now(), now(), $3, 'Stranger', 40, 'member', true)`, a.Organization, ids[i],
			fmt.Sprint(i, "@stranger.example"))
	}
	return ids
}

// inRings counts the users who are above themselves.
const inRings = `
WITH RECURSIVE line (user_id, manager_id) AS (
  SELECT id, reports_to_id FROM users WHERE organization_id = $1
  UNION
  SELECT line.user_id, u.reports_to_id FROM line JOIN users u ON u.organization_id = $1 AND u.id = line.manager_id
)
SELECT count(*) FROM line WHERE user_id = manager_id`

// atOnce runs the functions at the same time.
func atOnce(fs ...func()) {
	var wg sync.WaitGroup
	start := make(chan struct{})
	for _, f := range fs {
		wg.Go(func() {
			<-start
			f()
		})
	}
	close(start)
	wg.Wait()
}

func TestReportingLineRaces(t *testing.T) {
	t.Parallel()
	// Each user of a ring is made to report to the next, all at once. All but the one
	// that would close the ring succeed, whichever comes last.
	for _, size := range []int{2, 3} {
		t.Run(fmt.Sprintf("a ring of %d is never closed", size), func(t *testing.T) {
			a := apitest.NewIsolated(t)
			ids := strangers(a, cycleRaces*size)
			for i := range cycleRaces {
				ring := ids[i*size : (i+1)*size]
				got, calls := make([]outcome, size), make([]func(), size)
				for j := range ring {
					step := userAPI.update("", ring[j], `{"reportsToId": "`+ring[(j+1)%size]+`"}`, by("admin"))
					calls[j] = func() { got[j] = outcomeOf(t, a, step, (i+j)%2 == 0) }
				}
				atOnce(calls...)
				refused := 0
				for _, o := range got {
					if o == "validation_failed" {
						refused++
					} else if o != won {
						t.Errorf("ring %d: a call ended with %q", i, o)
					}
				}
				if refused != 1 {
					t.Errorf("ring %d: %d calls were refused, want 1: %q", i, refused, got)
				}
			}
			if n := a.Count(inRings, a.Organization); n != 0 {
				t.Errorf("%d users are in a ring", n)
			}
		})
	}

	t.Run("without the lock it is", func(t *testing.T) {
		a := apitest.NewIsolated(t)
		ids := strangers(a, 2)
		a.DB.SetMaxIdleConns(2)
		for i := range controlRaces {
			a.Exec("UPDATE users SET reports_to_id = NULL WHERE id IN ($1, $2)", ids[0], ids[1])
			atOnce(
				func() { reportWithoutLock(t, a, ids[0], ids[1]) },
				func() { reportWithoutLock(t, a, ids[1], ids[0]) })
			if a.Count(inRings, a.Organization) > 0 {
				t.Logf("a ring was closed by pair %d", i+1)
				return
			}
		}
		t.Errorf("%d pairs without a lock closed no ring: the races above prove nothing", controlRaces)
	})
}

// reportWithoutLock checks the line and then writes, as the service does, but does not
// lock the organization before.
func reportWithoutLock(t *testing.T, a *apitest.API, id, manager string) {
	err := func() (err error) {
		tx, err := a.DB.BeginTx(t.Context(), nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		below, err := isAbove(t.Context(), tx, a.Organization, id, manager)
		if err != nil || below {
			return err
		}
		if _, err := tx.ExecContext(t.Context(),
			"UPDATE users SET reports_to_id = $1 WHERE organization_id = $2 AND id = $3", manager,
			a.Organization, id); err != nil {
			return err
		}
		return tx.Commit()
	}()
	if err != nil {
		t.Error(err)
	}
}

// isAbove tells whether the first user is above the second in the reporting line.
func isAbove(ctx context.Context, tx *sql.Tx, organization uuid.UUID, first, second string) (above bool, err error) {
	err = tx.QueryRowContext(ctx, `
		WITH RECURSIVE line (id) AS (
		  SELECT reports_to_id FROM users WHERE organization_id = $3 AND id = $1
		  UNION
		  SELECT u.reports_to_id FROM line JOIN users u ON u.organization_id = $3 AND u.id = line.id
		)
		SELECT EXISTS (SELECT FROM line WHERE id = $2)`, second, first, organization).Scan(&above)
	return above, err
}

func TestUserRaces(t *testing.T) {
	t.Parallel()
	stored := func(t *testing.T, a *apitest.API, condition string) {
		t.Helper()
		if a.Count("SELECT count(*) FROM users WHERE id = $1 AND "+condition, a.ID("r")) != 1 {
			t.Errorf("what is stored is not: %s", condition)
		}
	}
	for _, r := range []struct {
		name string
		race
	}{
		{"PATCH against PATCH of one version: one wins", race{
			userAPI.update("", "$r", `{"name": "First"}`, by("admin"), ifMatch(`"1"`)),
			userAPI.update("", "$r", `{"name": "Second"}`, by("admin"), ifMatch(`"1"`)),
			func(t *testing.T, a *apitest.API, first, second outcome) {
				if exactlyOne(t, first, second, "version_conflict") {
					stored(t, a, "name = 'First' AND version = 2")
				} else {
					stored(t, a, "name = 'Second' AND version = 2")
				}
			}}},
		{"PATCH against PATCH of other fields: both are written", race{
			userAPI.update("", "$r", `{"name": "First"}`, by("admin")),
			userAPI.update("", "$r", `{"countryCode": "DE"}`, by("admin")),
			func(t *testing.T, a *apitest.API, first, second outcome) {
				if first != won || second != won {
					t.Errorf("%q and %q", first, second)
				}
				stored(t, a, "name = 'First' AND country_code = 'DE' AND version = 3")
			}}},
	} {
		t.Run(r.name, func(t *testing.T) {
			a := apitest.NewIsolated(t)
			r.run(t, a, strangers(a, racesEach))
		})
	}
}

func TestCreateUserRaces(t *testing.T) {
	a := apitest.NewIsolated(t)
	seen := race{
		userAPI.create("", `{"email": "$r@example.com", "name": "First"}`, by("admin")),
		userAPI.create("", `{"email": "$r@EXAMPLE.com", "name": "Second"}`, by("admin")),
		func(t *testing.T, a *apitest.API, first, second outcome) {
			exactlyOne(t, first, second, "already_exists")
			if n := a.Count("SELECT count(*) FROM users WHERE lower(email) = $1", a.ID("r")+"@example.com"); n != 1 {
				t.Errorf("%d users have the address", n)
			}
		},
	}.run(t, a, names(racesEach))
	if len(seen) < 2 {
		t.Errorf("always the same caller wins: %v", seen)
	}
}

// names returns n different words.
func names(n int) []string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprint("name", i)
	}
	return words
}

const activeAdmins = "SELECT count(*) FROM users WHERE role = 'admin' AND is_active AND organization_id = $1"

func TestLastAdminRaces(t *testing.T) {
	t.Parallel()
	// admins makes exactly the admin and the boss active admins.
	admins := func(a *apitest.API) {
		a.Exec("UPDATE users SET role = 'admin', is_active = true WHERE id IN ($1, $2)", a.ID("admin"), a.ID("boss"))
	}
	for name, body := range map[string]string{"demote": `{"role": "member"}`, "deactivate": `{"isActive": false}`} {
		t.Run("two admins "+name+" each other: one remains", func(t *testing.T) {
			a := apitest.NewIsolated(t)
			states := 0
			for i := range cycleRaces {
				admins(a)
				for _, key := range []string{"admin", "boss"} { // the server caches the callers as admins
					a.Call(t, key, "MeService/GetMe", "{}", nil)
				}
				var first, second outcome
				atOnce(
					func() { first = outcomeOf(t, a, userAPI.update("", "$boss", body, by("admin")), i%2 == 0) },
					func() { second = outcomeOf(t, a, userAPI.update("", "$admin", body, by("boss")), i%2 == 1) })
				// A caller whose demotion is already known is refused before the state is checked.
				exactlyOne(t, first, second, "invalid_state", "permission_denied", "actor_inactive")
				if first == "invalid_state" || second == "invalid_state" {
					states++
				}
				if n := a.Count(activeAdmins, a.Organization); n != 1 {
					t.Fatalf("pair %d leaves %d active admins", i+1, n)
				}
			}
			if states < cycleRaces/4 {
				t.Errorf("only %d of %d pairs met", states, cycleRaces)
			}
		})
	}

	t.Run("without the lock none remains", func(t *testing.T) {
		a := apitest.NewIsolated(t)
		a.DB.SetMaxIdleConns(2)
		for i := range controlRaces {
			admins(a)
			atOnce(
				func() { demoteWithoutLock(t, a, a.ID("admin")) },
				func() { demoteWithoutLock(t, a, a.ID("boss")) })
			if a.Count(activeAdmins, a.Organization) == 0 {
				t.Logf("pair %d left no admin", i+1)
				return
			}
		}
		t.Errorf("%d pairs without a lock left an admin: the races above prove nothing", controlRaces)
	})
}

// demoteWithoutLock checks for another admin and then demotes the user, as the service does,
// but does not lock the organization before.
func demoteWithoutLock(t *testing.T, a *apitest.API, id string) {
	err := func() error {
		tx, err := a.DB.BeginTx(t.Context(), nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		var others int
		if err := tx.QueryRowContext(t.Context(), activeAdmins+" AND id <> $2", a.Organization, id).
			Scan(&others); err != nil || others == 0 {
			return err
		}
		if _, err := tx.ExecContext(t.Context(), "UPDATE users SET role = 'member' WHERE id = $1", id); err != nil {
			return err
		}
		return tx.Commit()
	}()
	if err != nil {
		t.Error(err)
	}
}
