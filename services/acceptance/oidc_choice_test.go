package acceptance_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
)

// choice is what a person can choose from, in the order of the page. An organization is "NAME entered last".
func choice(t *testing.T, body string) (seen []string, logins map[string]string) {
	t.Helper()
	var got struct {
		Data struct {
			Organizations []struct {
				Name, Login   string
				Entered, Last bool
			}
		}
	}
	if err := json.Unmarshal([]byte(body), &got); err != nil || got.Data.Organizations == nil {
		t.Fatalf("no choice: %v %s", err, body)
	}
	logins = map[string]string{}
	for _, o := range got.Data.Organizations {
		text := o.Name
		if o.Entered {
			text += " entered"
		}
		if o.Last {
			text += " last"
		}
		seen, logins[o.Name] = append(seen, text), strings.TrimPrefix(o.Login, "/auth/login")
	}
	return seen, logins
}

// TestStrangersStandApartAtSignIn gives a user of one more organization the address of a person. Its name is not among
// those that the person has entered, and the one entered last comes first.
func TestStrangersStandApartAtSignIn(t *testing.T) {
	t.Parallel()
	a, p := withOIDC(t)
	a.Exec(`UPDATE users SET is_active = true`)
	var home string
	if err := a.DB.QueryRow(`SELECT name FROM organizations WHERE id = $1`, a.Organization).Scan(&home); err != nil {
		t.Fatal(err)
	}
	const stranger = "0 Security team, sign in here"
	a.Exec(`UPDATE organizations SET name = $2 WHERE id = $1`, a.Other, stranger)
	b := newBrowser(t, a)
	signIn := func(query string) (*http.Response, string) { return back(b, p.login(b, query)) }
	offers := func(when string, want ...string) map[string]string {
		t.Helper()
		_, body := signIn("")
		seen, logins := choice(t, body)
		if fmt.Sprint(seen) != fmt.Sprint(want) {
			t.Errorf("%s: %q, want %q", when, seen, want)
		}
		return logins
	}
	enter := func(login string) {
		t.Helper()
		if resp, body := signIn(login); resp.StatusCode != http.StatusSeeOther {
			t.Fatalf("%d %s", resp.StatusCode, body)
		}
	}
	logins := offers("never entered", stranger, home)
	enter(logins[home])
	if c := b.cookies["workplan_organization"]; c == nil || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode {
		t.Errorf("the cookie is %v", c)
	}
	offers("one entered", home+" entered last", stranger)
	page := b.at(a)
	query := p.login(b, "")
	page.cookies = maps.Clone(b.cookies)
	_, html := page.send("GET /auth/callback?"+query.Encode(), "", http.Header{"Accept": {"text/html"}})
	apart := strings.Index(html, "You have never signed in to")
	if apart < 0 || strings.Index(html, stranger) < apart || strings.Index(html, home) > apart ||
		!strings.Contains(html, "(the last time)") {
		t.Error(html)
	}
	// Who has entered is an account, and not an e-mail address.
	p.change = func(c map[string]any) { c["sub"] = "another account" }
	offers("another account", stranger, home)
	p.change = func(map[string]any) {}
	enter(logins[stranger])
	offers("both entered", stranger+" entered last", home+" entered")
	enter(logins[home])
	offers("the other one is the last", home+" entered last", stranger+" entered")
	b.cookies["workplan_organization"].Value = "nonsense"
	offers("another browser", stranger+" entered", home+" entered")
	a.Exec(`INSERT INTO organizations (id, name, created_at, updated_at) SELECT gen_random_uuid(), ' ' || n, now(), now()
			FROM generate_series(1, 120) n`)
	a.Exec(`INSERT INTO users (organization_id, id, name, email, role, is_active, default_availability, version,
				created_at, updated_at)
			SELECT id, gen_random_uuid(), 'You', 'worker@example.com', 'member', true, 40, 1, now(), now()
			FROM organizations WHERE name LIKE ' %'`)
	_, body := signIn("")
	if seen, _ := choice(t, body); len(seen) != 100 || seen[0] != stranger+" entered" || seen[1] != home+" entered" {
		t.Errorf("%d, %q", len(seen), seen[:3])
	}
}
