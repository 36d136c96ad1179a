package acceptance_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestLastAdminWhoCanSignIn: a key that only writes users cannot take the sign-in from all admins, by whatever field or
// call.
func TestLastAdminWhoCanSignIn(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	a.Key("hr", "admin", "read:users", "write:users")
	// admin can sign in. boss is an admin too, and cannot.
	set := func(t *testing.T, bossCan bool) {
		t.Helper()
		a.Exec(`UPDATE users SET role = 'admin', is_active = true, can_sign_in = id = $2 OR $3
			WHERE organization_id = $1 AND id = ANY ($4)`,
			a.Organization, a.ID("admin"), bossCan, "{"+a.ID("admin")+","+a.ID("boss")+"}")
	}
	doors := map[string]func(t *testing.T, as, user, field, value string) *apitest.Answer{
		"PATCH": func(t *testing.T, as, user, field, value string) *apitest.Answer {
			return a.REST(t, as, "PATCH /api/v1/users/$"+user, fmt.Sprintf(`{%q: %s}`, field, value), nil)
		},
		"UpdateUser": func(t *testing.T, as, user, field, value string) *apitest.Answer {
			return a.Call(t, as, "UserService/UpdateUser",
				fmt.Sprintf(`{"user_id": "$%s", "user": {%q: %s}, "update_mask": %q}`, user, field, value, field),
				nil)
		},
		"upsert": func(t *testing.T, as, user, field, value string) *apitest.Answer {
			return a.REST(t, as, "POST /api/v1/users/upsert",
				fmt.Sprintf(`{"match": "email", "items": [{"email": "%s@example.com", "name": "N", %q: %s}]}`, user,
					field, value), nil)
		},
		"UpsertUsers": func(t *testing.T, as, user, field, value string) *apitest.Answer {
			return a.Call(t, as, "UserService/UpsertUsers",
				fmt.Sprintf(`{"batch": {"match": "email", "items": [{"email": "%s@example.com", "name": "N", %q: %s}]}}`,
					user, field, value), nil)
		},
	}
	changes := []struct{ field, rest, grpc string }{
		{"canSignIn", "false", "false"}, {"isActive", "false", "false"},
		{"role", `"member"`, `"ROLE_MEMBER"`},
	}
	for name, door := range doors {
		for _, change := range changes {
			t.Run(name+" "+change.field, func(t *testing.T) {
				value := change.rest
				if name == "UpdateUser" || name == "UpsertUsers" {
					value = change.grpc
				}
				for _, as := range []string{"hr", "admin"} {
					set(t, false)
					refusal := door(t, as, "admin", change.field, value)
					if refusal.Code != "invalid_state" ||
						!strings.Contains(refusal.Message, "last active admin who can sign in") {
						t.Errorf("%s: %d %s %s", as, refusal.Status, refusal.Code, refusal.Message)
					}
					if got := door(t, as, "boss", change.field, value); !ok(got) {
						t.Errorf("%s: of another admin: %d %s", as, got.Status, got.Message)
					}
				}
				set(t, true)
				if got := door(t, "admin", "boss", change.field, value); !ok(got) {
					t.Errorf("there is another one: %d %s", got.Status, got.Message)
				}
				set(t, false)
				a.Exec(`UPDATE users SET can_sign_in = false WHERE organization_id = $1 AND id = $2`, a.Organization,
					a.ID("admin"))
				if got := door(t, "admin", "boss", change.field, value); !ok(got) {
					t.Errorf("nobody could before: %d %s", got.Status, got.Message)
				}
			})
		}
	}
	both := func(admin, boss string) string {
		const item = `{"email": "%s@example.com", "name": "N", "canSignIn": %s}`
		return fmt.Sprintf(`{"match": "email", "items": [`+item+`, `+item+`]}`, "admin", admin, "boss", boss)
	}
	t.Run("a batch is looked at as a whole", func(t *testing.T) {
		set(t, true)
		if got := a.REST(t, "hr", "POST /api/v1/users/upsert", both("false", "false"),
			nil); got.Code != "invalid_state" {
			t.Errorf("%d %s", got.Status, got.Message)
		}
		if n := a.Count(`SELECT count(*) FROM users WHERE organization_id = $1 AND role = 'admin' AND can_sign_in`,
			a.Organization); n != 2 {
			t.Errorf("%d can sign in", n)
		}
		set(t, false)
		if got := a.REST(t, "admin", "POST /api/v1/users/upsert", both("false", "true"), nil); !ok(got) {
			t.Errorf("one takes the place of the other: %d %s", got.Status, got.Message)
		}
	})
	t.Run("one of two at the same time", func(t *testing.T) {
		for range 10 {
			set(t, true)
			var wait sync.WaitGroup
			statuses := make([]int, 2)
			for i, user := range []string{"admin", "boss"} {
				wait.Go(func() {
					statuses[i] = a.REST(t, "hr", "PATCH /api/v1/users/$"+user, `{"canSignIn": false}`, nil).Status
				})
			}
			wait.Wait()
			if statuses[0]+statuses[1] != 200+409 {
				t.Fatal(statuses)
			}
		}
	})
}
