package acceptance_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/services/doors/console"
	signins "github.com/workplan-api/workplan/services/sessions"
	"github.com/workplan-api/workplan/test/apitest"
)

// browser is a browser that has the console open.
type browser struct {
	t *testing.T
	a *apitest.API
	// host is the host to which it sends requests, if it is not that of the server.
	host    string
	cookies map[string]*http.Cookie
}

func newBrowser(t *testing.T, a *apitest.API) *browser {
	return &browser{t: t, a: a, cookies: map[string]*http.Cookie{}}
}

// at returns a browser with the same cookies at another server.
func (b *browser) at(a *apitest.API) *browser {
	return &browser{t: b.t, a: a, cookies: b.cookies}
}

// send sends a request as a page of the console does. header replaces what the browser sends.
func (b *browser) send(call, body string, header http.Header) (*http.Response, string) {
	b.t.Helper()
	verb, path, _ := strings.Cut(b.a.Expand(call), " ")
	if !strings.HasPrefix(path, "http") {
		path = b.a.URL + path
	}
	req, err := http.NewRequestWithContext(b.t.Context(), verb, path, strings.NewReader(b.a.Expand(body)))
	if err != nil {
		b.t.Fatal(err)
	}
	origin := b.a.URL
	if b.host != "" {
		req.Host, origin = b.host, "https://"+b.host
	}
	if verb != http.MethodGet {
		req.Header.Set("Origin", origin)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	req.Header.Set("Accept-Encoding", "identity")
	for _, c := range b.cookies {
		req.AddCookie(c)
	}
	for name, values := range header {
		req.Header[name] = values
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, c := range resp.Cookies() {
		if b.cookies[c.Name] = c; c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		}
	}
	if strings.HasPrefix(path, b.a.URL+"/api/v1/") {
		if err := apitest.Undescribed(verb, path, resp.StatusCode, resp.Header, text); err != nil {
			b.t.Errorf("%s: %v\n%s", call, err, text)
		}
	}
	return resp, string(text)
}

// do sends a request that must have a status, and returns the data of the response.
func (b *browser) do(call, body string, status int) (data map[string]any) {
	b.t.Helper()
	resp, text := b.send(call, body, nil)
	if resp.StatusCode != status {
		b.t.Fatalf("%s: %d %s", call, resp.StatusCode, text)
	}
	var whole struct{ Data map[string]any }
	if text != "" {
		if err := json.Unmarshal([]byte(text), &whole); err != nil {
			b.t.Fatalf("%s: %v: %s", call, err, text)
		}
	}
	return whole.Data
}

// refused sends a request that must fail.
func (b *browser) refused(call, body string, header http.Header, status int, code string) {
	b.t.Helper()
	resp, text := b.send(call, body, header)
	failed(b.t, resp, text, status, code)
}

const sessionCookie = "workplan_session"

func (b *browser) token() string {
	b.t.Helper()
	c := b.cookies[sessionCookie]
	if c == nil {
		b.t.Fatalf("there is no session: %v", b.cookies)
	}
	return c.Value
}

// signedIn returns a browser that has signed in with a key.
func signedIn(t *testing.T, a *apitest.API, key string) *browser {
	t.Helper()
	b := newBrowser(t, a)
	b.do("POST /session", `{"key": "`+a.Secret(key)+`"}`, 200)
	return b
}

// withDemo starts a server on which everyone of the organization may sign in.
func withDemo(t *testing.T, cfg services.Config) *apitest.API {
	t.Helper()
	a := apitest.NewIsolated(t)
	cfg.Console.Demo = a.Organization
	b, _ := a.Start(cfg)
	return b
}

// asDemo returns a browser that has signed in as a user.
func asDemo(t *testing.T, a *apitest.API, user string) *browser {
	t.Helper()
	b := newBrowser(t, a)
	b.do("POST /session", `{"userId": "$`+user+`"}`, 200)
	return b
}

func TestSignInWithAKey(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	b := newBrowser(t, a)
	before := time.Now()
	data := b.do("POST /session", `{"key": " `+a.Secret("worker")+`\n"}`, 200)
	c := *b.cookies[sessionCookie]
	if !strings.HasPrefix(c.Value, "wps_") || len(c.Value) != 75 ||
		strings.Contains(a.Secret("worker"), c.Value[30:60]) {
		t.Errorf("the token is %q", c.Value)
	}
	c.Value = ""
	if got := c.String(); got != sessionCookie+"=; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict" {
		t.Errorf("the cookie is %q", got)
	}
	for path, want := range map[string]any{
		"user.id": a.ID("worker"), "user.email": "worker@example.com", "organization.id": a.Organization.String(),
		"organization.name": "Acme Works",
		"role":              "member", "method": "key", "scopes.0": "apply:proposals",
	} {
		if got := apitest.Lookup(data, path); got != want {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	}
	again := b.do("GET /session", "", 200)
	expires, err := time.Parse(time.RFC3339, again["expiresAt"].(string))
	if err != nil || expires.Before(before.Add(auth.IdleTime-time.Minute)) ||
		expires.After(time.Now().Add(auth.IdleTime)) {
		t.Errorf("the session expires at %v: %v", again["expiresAt"], err)
	}
	me := b.do("GET /api/v1/me", "", 200)
	if me["actorUserId"] != a.ID("worker") || me["keyId"] != a.ID("worker_key") ||
		len(me["scopes"].([]any)) != len(everyScope) {
		t.Errorf("me: %v", me)
	}
	b.do("PATCH /api/v1/users/$worker", `{"name": "Wanda"}`, 200)
	if n := a.Count(
		`SELECT count(*) FROM sessions WHERE token_hash = sha256($1) OR encode(token_hash, 'hex') LIKE '%wps_%'`,
		[]byte(c.Value),
	); n != 0 {
		t.Error("the database has the token")
	}
	// Another sign-in ends the session that the browser has.
	old := b.at(a)
	old.cookies = map[string]*http.Cookie{sessionCookie: b.cookies[sessionCookie]}
	b.do("POST /session", `{"key": "`+a.Secret("peer")+`"}`, 200)
	if me := b.do("GET /api/v1/me", "", 200); me["actorUserId"] != a.ID("peer") {
		t.Errorf("me: %v", me)
	}
	apitest.WaitForCallers()
	old.refused("GET /api/v1/me", "", nil, 401, "credential_invalid")
}

func TestCookiesOutsideOfThisMachine(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	b := newBrowser(t, a)
	b.host = "plan.example.com"
	b.do("POST /session", `{"key": "`+a.Secret("worker")+`"}`, 200)
	c, ok := b.cookies["__Host-"+sessionCookie]
	if !ok {
		t.Fatal(b.cookies)
	}
	value := c.Value
	if got := strings.Replace(c.String(), value, "", 1); got != "__Host-"+sessionCookie+
		"=; Path=/; Max-Age=604800; HttpOnly; Secure; SameSite=Strict" {
		t.Errorf("the cookie is %q", got)
	}
	b.do("GET /api/v1/me", "", 200)
	b.cookies = map[string]*http.Cookie{sessionCookie: {Name: sessionCookie, Value: value}}
	b.refused("GET /api/v1/me", "", nil, 401, "credential_missing")
	b.refused("POST /session", `{"key": "`+a.Secret("worker")+`"}`, http.Header{"Origin": {"http://plan.example.com"}},
		403, "permission_denied")
}

// TestSessionsEnd uses a session at two servers before and a second after what ends it.
func TestSessionsEnd(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		end func(a *apitest.API, b *browser)
		// stays means that the row stays until it would have expired.
		stays bool
	}{
		"signed out": {func(_ *apitest.API, b *browser) { b.at(b.a).do("DELETE /session", "", 204) }, false},
		"not used": {func(a *apitest.API, _ *browser) {
			a.Exec(`UPDATE sessions SET last_used_at = now() - interval '12 hours 1 second'`)
		}, true},
		"too old": {func(a *apitest.API, _ *browser) {
			a.Exec(`UPDATE sessions SET expires_at = now() - interval '1 second'`)
		}, true},
		"revoked": {func(a *apitest.API, _ *browser) { a.Exec(`DELETE FROM sessions`) }, false},
		"deactivated": {func(a *apitest.API, b *browser) {
			mustREST(b.t, a, "PATCH /api/v1/users/$worker", `{"isActive": false}`)
		}, false},
		"deactivated in the database": {func(a *apitest.API, _ *browser) {
			a.Exec(`UPDATE users SET is_active = false WHERE id = $1`, a.ID("worker"))
		}, true},
		"suspended": {func(a *apitest.API, _ *browser) { a.Exec(`UPDATE organizations SET suspended_at = now()`) },
			true},
		"key revoked": {
			func(a *apitest.API, b *browser) { mustREST(b.t, a, "POST /api/v1/keys/$worker_key/revoke", ``) }, true,
		},
		"key expired": {func(a *apitest.API, _ *browser) {
			a.Exec(`UPDATE api_keys SET expires_at = now() WHERE id = $1`, a.ID("worker_key"))
		}, true},
		"key rotated": {func(a *apitest.API, b *browser) {
			mustREST(b.t, a, "POST /api/v1/keys/$worker_key/rotate", `{"overlapSeconds": 0}`)
		}, true},
		"old secret expired": {func(a *apitest.API, b *browser) {
			mustREST(b.t, a, "POST /api/v1/keys/$worker_key/rotate", `{}`)
			apitest.WaitForCallers()
			b.do("GET /api/v1/me", "", 200)
			a.Exec(`UPDATE api_keys SET previous_secret_expires_at = now() WHERE id = $1`, a.ID("worker_key"))
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := apitest.NewIsolated(t)
			other, _ := a.Start(services.Config{})
			b := signedIn(t, a, "worker")
			token := b.cookies[sessionCookie]
			for _, at := range []*browser{b, b.at(other)} {
				at.do("GET /api/v1/users/$worker", "", 200)
			}
			test.end(a, b)
			apitest.WaitForCallers()
			b.cookies[sessionCookie] = token
			for range 2 { // the first look-up must not revive it
				for _, at := range []*browser{b, b.at(other)} {
					at.refused("GET /api/v1/users/$worker", "", nil, 401, "credential_invalid")
					at.refused("PATCH /api/v1/users/$worker", `{"name": "x"}`, nil, 401, "credential_invalid")
					at.refused("GET /api/v1/me", "", nil, 401, "credential_invalid")
				}
				apitest.WaitForCallers()
			}
			a.Exec(`UPDATE users SET is_active = true`)
			a.Exec(`UPDATE organizations SET suspended_at = NULL`)
			if n := a.Count(`SELECT count(*) FROM sessions`); (n == 1) != test.stays {
				t.Errorf("%d rows are left", n)
			}
			resp, body := b.send("GET /session", "", nil)
			if test.stays && resp.StatusCode == 200 {
				return // active again
			}
			failed(t, resp, body, 401, "credential_invalid")
			if !strings.Contains(body, `"signIn":{"oidc":false,"demo":[]}`) || len(b.cookies) != 0 {
				t.Errorf("%s %v", body, b.cookies)
			}
		})
	}
}

func TestASessionIsUsedAsAKeyIs(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	b := signedIn(t, a, "worker")
	a.Exec(`UPDATE sessions SET last_used_at = now() - interval '11 hours'`)
	apitest.WaitForCallers()
	b.do("GET /api/v1/me", "", 200)
	waitFor(t, "the use of the session is stored", func() bool {
		return a.Count(`SELECT count(*) FROM sessions WHERE last_used_at > now() - interval '2 minutes'`) == 1
	})
	b.refused("GET /api/v1/users/$other_worker", "", nil, 404, "not_found")
	b.refused("POST /api/v1/clients", `{"companyName": "Initech"}`, nil, 403, "permission_denied")
	b.refused("PATCH /api/v1/users/$worker", `{"naem": "x"}`, nil, 400, "unknown_field")
}

// TestTokens sends tokens that are not those of a session of the organization.
func TestTokens(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	own, foreign := signedIn(t, a, "worker").token(), signedIn(t, a, "other_worker").token()
	flipped := []byte(own)
	flipped[40] ^= 1
	for name, token := range map[string]string{
		"the organization of another token": own[:4] + foreign[4:26] + own[26:],
		"another secret":                    string(flipped),
		"an unknown token":                  auth.NewToken(a.Organization).Reveal(),
		"an API key":                        a.Secret("worker"),
		"a key with the prefix of a token":  "wps_" + a.Secret("worker")[4:],
		"a part of the token":               own[:74],
		"nonsense":                          "1",
	} {
		b := newBrowser(t, a)
		b.cookies[sessionCookie] = &http.Cookie{Name: sessionCookie, Value: token}
		resp, body := b.send("GET /api/v1/me", "", nil)
		if failed(t, resp, body, 401, "credential_invalid"); t.Failed() {
			t.Fatal(name)
		}
	}
	// A token of another organization is a session there, and nowhere else.
	b := newBrowser(t, a)
	b.cookies[sessionCookie] = &http.Cookie{Name: sessionCookie, Value: foreign}
	if me := b.do("GET /api/v1/me", "", 200); me["organizationId"] != a.Other.String() {
		t.Errorf("me: %v", me)
	}
	b.refused("GET /api/v1/users/$worker", "", nil, 404, "not_found")
	// A token is not an API key.
	resp, body := send(t, a, "GET /api/v1/me", nil, http.Header{"Authorization": {"Bearer " + own}})
	failed(t, resp, body, 401, "credential_invalid")
}

func TestACookieWithAKeyDoesNotCount(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	b := signedIn(t, a, "worker")
	resp, body := b.send("GET /api/v1/me", "", http.Header{"Authorization": {"Bearer " + a.Secret("admin")}})
	if resp.StatusCode != 200 || !strings.Contains(body, a.ID("admin")) {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	// The origin does not matter for a key.
	resp, body = b.send("PATCH /api/v1/users/$worker", `{"name": "Wanda"}`, http.Header{
		"Authorization": {"Bearer " + a.Secret("admin")}, "Origin": {"https://other.example"},
		"Sec-Fetch-Site": {"cross-site"},
	})
	if resp.StatusCode != 200 {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	for _, authorization := range []string{"", "Bearer ",
		"Bearer " + auth.NewKey(a.Organization).Reveal(), "Basic eDp5"} {
		b.refused("GET /api/v1/me", "", http.Header{"Authorization": {authorization}}, 401, "credential_invalid")
	}
}

func TestGRPCHasNoCookies(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	token := signedIn(t, a, "worker").token()
	for _, header := range []map[string]string{
		{"cookie": sessionCookie + "=" + token}, {"grpcgateway-cookie": sessionCookie + "=" + token},
		{"authorization": "Bearer " + token},
	} {
		if ans := a.Call(t, "", "MeService/GetMe", "", header); ans.GRPC != codes.Unauthenticated {
			t.Errorf("%v: %v", header, ans)
		}
	}
}

func TestOrigins(t *testing.T) {
	t.Parallel()
	a := apitest.NewWith(t, services.Config{CORSOrigins: []string{"https://app.example.com"}})
	b := signedIn(t, a, "admin")
	for name, header := range map[string]http.Header{
		"none":                            {"Origin": nil},
		"another site":                    {"Origin": {"https://evil.example"}},
		"one that may call with keys":     {"Origin": {"https://app.example.com"}},
		"null":                            {"Origin": {"null"}},
		"another port":                    {"Origin": {"http://127.0.0.1:1"}},
		"our host as the user of another": {"Origin": {a.URL + "@evil.example"}},
		"our host as a part of another":   {"Origin": {a.URL + ".evil.example"}},
		"with a path":                     {"Origin": {a.URL + "/x"}},
		"two":                             {"Origin": {a.URL, "https://evil.example"}},
		"cross-site":                      {"Sec-Fetch-Site": {"cross-site"}},
		"of the same site":                {"Sec-Fetch-Site": {"same-site"}},
	} {
		t.Run(name, func(t *testing.T) {
			b := b.at(a)
			b.t = t
			b.refused("POST /api/v1/clients", `{"companyName": "Forged"}`, header, 403, "permission_denied")
			b.refused("POST /session", `{"key": "`+a.Secret("worker")+`"}`, header, 403, "permission_denied")
			b.refused("DELETE /session", "", header, 403, "permission_denied")
			if header["Sec-Fetch-Site"] != nil {
				b.refused("GET /session", "", header, 401, "credential_invalid")
				b.token() // the cookie stays
			}
			resp, _ := b.send("GET /api/v1/me", "", header)
			if wrong := header["Sec-Fetch-Site"] != nil; wrong != (resp.StatusCode == 401) {
				t.Errorf("GET: %d", resp.StatusCode)
			}
			for _, call := range []string{"GET /api/v1/me", "GET /session", "POST /session",
				"OPTIONS /session", "OPTIONS /api/v1/me"} {
				resp, _ := b.send(call, "",
					http.Header{"Origin": header["Origin"], "Access-Control-Request-Method": {"GET"}})
				if resp.Header.Get("Access-Control-Allow-Credentials") != "" ||
					strings.HasSuffix(call, "/session") && resp.Header.Get("Access-Control-Allow-Origin") != "" {
					t.Errorf("%s: %v", call, resp.Header)
				}
			}
		})
	}
	if n := a.Count(`SELECT count(*) FROM clients WHERE company_name = 'Forged'`); n != 0 {
		t.Errorf("%d forged writes", n)
	}
	b.do("POST /api/v1/clients", `{"companyName": "Ours"}`, 200)
	// Behind a proxy, the address of the console is configured. Browsers leave its port out of Origin if it is the
	// default.
	for _, address := range []string{"https://plan.example.com/x/", "https://plan.example.com:443"} {
		c, _ := a.Start(services.Config{Console: console.Config{URL: address}})
		b = newBrowser(t, c)
		for origin, status := range map[string]int{
			"https://plan.example.com": 200, "http://plan.example.com": 403, c.URL: 403, "https://example.com": 403,
		} {
			resp, body := b.send("POST /session", `{"key": "`+a.Secret("worker")+`"}`, http.Header{"Origin": {origin}})
			if resp.StatusCode != status {
				t.Errorf("%s at %s: %d %s", origin, address, resp.StatusCode, body)
			}
		}
	}
}

func TestScopesOfRoles(t *testing.T) {
	t.Parallel()
	a := withDemo(t, services.Config{})
	members := "read:actual_hours read:assignments read:clients read:events read:projects read:time_off read:users " +
		"read:timesheets write:timesheets read:rates write:rates read:proposals write:proposals apply:proposals " +
		"write:actual_hours write:assignments write:projects write:time_off write:users"
	for user, want := range map[string]string{
		"worker": members, "boss": members + " write:clients",
		"admin": members + " write:clients read:keys read:webhooks write:catalog write:keys write:webhooks scim " +
			"read:costs write:costs",
	} {
		var got []string
		for _, scope := range asDemo(t, a, user).do("GET /session", "", 200)["scopes"].([]any) {
			got = append(got, scope.(string))
		}
		if wanted := slices.Sorted(strings.FieldsSeq(want)); !slices.Equal(got, wanted) {
			t.Errorf("%s: %v, want %v", user, got, wanted)
		}
	}
	b := asDemo(t, a, "worker")
	b.refused("POST /api/v1/clients", `{"companyName": "Initech"}`, nil, 403, "scope_missing")
	a.Exec(`UPDATE users SET role = 'manager' WHERE id = $1`, a.ID("worker"))
	apitest.WaitForCallers()
	b.do("POST /api/v1/clients", `{"companyName": "Initech"}`, 200)
}

func TestDemo(t *testing.T) {
	t.Parallel()
	a := withDemo(t, services.Config{})
	a.Exec(`UPDATE users SET is_active = false WHERE id = $1`, a.ID("loner"))
	b := newBrowser(t, a)
	resp, body := b.send("GET /session", "", nil)
	failed(t, resp, body, 401, "credential_missing")
	var offered struct {
		SignIn struct {
			OIDC bool
			Demo []struct{ ID, Name, Email, Role string }
		}
	}
	if err := json.Unmarshal([]byte(body), &offered); err != nil || len(offered.SignIn.Demo) != 6 ||
		offered.SignIn.Demo[0].ID != a.ID("admin") || offered.SignIn.Demo[0].Role != "admin" {
		t.Errorf("%v %+v", err, offered)
	}
	b.do("POST /session", `{"userId": "$worker"}`, 200)
	if me := b.do("GET /api/v1/me", "", 200); me["actorUserId"] != a.ID("worker") || me["keyName"] != "console" {
		t.Errorf("me: %v", me)
	}
	for _, user := range []string{"$other_worker", "$loner", "$unknown"} {
		b.refused("POST /session", `{"userId": "`+user+`"}`, nil, 400, "unknown_reference")
	}
	b.refused("POST /session", `{"userId": "1"}`, nil, 400, "validation_failed")
	// A page of another host whose name leads to this machine gets nothing.
	rebound := newBrowser(t, a)
	rebound.host = "evil.example"
	if _, body := rebound.send("GET /session", "", nil); !strings.Contains(body, `"demo":[]`) {
		t.Error(body)
	}
	rebound.refused("POST /session", `{"userId": "$worker"}`, nil, 403, "permission_denied")
	// Without a demo, nobody signs in without a credential.
	c, _ := a.Start(services.Config{})
	newBrowser(t, c).refused("POST /session", `{"userId": "$worker"}`, nil, 403, "permission_denied")
}

func TestBodiesOfSignIns(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	b := newBrowser(t, a)
	key := a.Secret("worker")
	for body, code := range map[string]string{
		`{`: "invalid_json", `{}`: "validation_failed", `{"key": null}`: "validation_failed",
		`{"Key": "` + key + `"}`: "unknown_field", `{"key": 1}`: "validation_failed",
		`{"key": "` + key + `", "key": "` + key + `"}`: "invalid_json",
		`{"key": "` + key + `", "userId": "$worker"}`:  "validation_failed",
	} {
		resp, text := b.send("POST /session", body, nil)
		if resp.StatusCode != 400 || !strings.Contains(text, `"code":"`+code+`"`) || strings.Contains(text, key) {
			t.Errorf("%s: %d %s", body, resp.StatusCode, text)
		}
	}
	b.refused("POST /session", `{"key": "x"}`, nil, 401, "credential_invalid")
	b.refused("POST /session", `{"key": "`+strings.Repeat("x", 5000)+`"}`, nil, 413, "body_too_large")
	b.refused("POST /session", `{"key": "`+key+`"}`, http.Header{"Content-Type": {"text/plain"}},
		415, "unsupported_media_type")
	resp, text := b.send("PUT /session", "", nil)
	if failed(t, resp, text, 405, "method_not_allowed"); resp.Header.Get("Allow") != "DELETE, GET, POST" {
		t.Error(resp.Header)
	}
	a.Exec(`UPDATE users SET is_active = false WHERE id = $1`, a.ID("worker"))
	b.refused("POST /session", `{"key": "`+key+`"}`, nil, 403, "actor_inactive")
	a.Exec(`UPDATE organizations SET suspended_at = now()`)
	b.refused("POST /session", `{"key": "`+a.Secret("peer")+`"}`, nil, 403, "organization_suspended")
	if n := a.Count(`SELECT count(*) FROM sessions`); n != 0 || len(b.cookies) != 0 {
		t.Errorf("%d sessions, cookies %v", n, b.cookies)
	}
	// To sign out without a session changes nothing.
	b.do("DELETE /session", "", 204)
}

func TestWrongKeysOfSignInsAreLimited(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	c, _ := a.Start(services.Config{Quota: quota.Config{WrongKeysPerMinute: 4}})
	b := newBrowser(t, c)
	for range 2 {
		b.refused("POST /session", `{"key": "`+auth.NewKey(a.Organization).Reveal()+`"}`,
			nil, 401, "credential_invalid")
		b.refused("POST /session", `{"key": "wpk_short"}`, nil, 401, "credential_invalid")
	}
	b.refused("POST /session", `{"key": "`+auth.NewKey(a.Organization).Reveal()+`"}`, nil, 429, "rate_limited")
	// The browsers of a whole office have old cookies in the morning. These are no wrong keys.
	d, _ := a.Start(services.Config{Quota: quota.Config{WrongKeysPerMinute: 2}})
	for range 4 {
		b := signedIn(t, d, "worker")
		a.Exec(`UPDATE sessions SET last_used_at = now() - interval '13 hours'`)
		apitest.WaitForCallers()
		b.refused("GET /session", "", nil, 401, "credential_invalid")
	}
}

func TestTheQuotaOfSessions(t *testing.T) {
	t.Parallel()
	a := withDemo(t, services.Config{Quota: quota.Config{PerMinute: 6, Burst: 3}})
	one, two := asDemo(t, a, "worker"), asDemo(t, a, "worker")
	one.do("GET /api/v1/me", "", 200)
	one.do("GET /api/v1/me", "", 200)
	one.refused("GET /api/v1/me", "", nil, 429, "rate_limited")
	if resp, _ := two.send("GET /api/v1/me", "", nil); resp.StatusCode != 200 ||
		resp.Header.Get("X-RateLimit-Limit") != "6" || resp.Header.Get("X-RateLimit-Remaining") != "1" {
		t.Errorf("another session: %d %v", resp.StatusCode, resp.Header)
	}
	// Sessions with a key share its quota: it cannot be multiplied.
	a.Exec(`UPDATE api_keys SET rate_limit = 18 WHERE id = $1`, a.ID("peer_key"))
	b := signedIn(t, a, "peer")
	b.do("GET /api/v1/me", "", 200)
	newBrowser(t, a).refused("POST /session", `{"key": "`+a.Secret("peer")+`"}`, nil, 429, "rate_limited")
}

// TestSigningInAndOutWithoutQuota: a key that may send one request at once is enough to sign in, and whoever wants to
// sign out can, although a program has used up the quota of the key.
func TestSigningInAndOutWithoutQuota(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	a.Exec(`UPDATE api_keys SET rate_limit = 1 WHERE id = $1`, a.ID("peer_key"))
	b := signedIn(t, a, "peer")
	b.refused("GET /api/v1/me", "", nil, 429, "rate_limited")
	b.do("DELETE /session", "", 204)
	if n := a.Count(`SELECT count(*) FROM sessions`); n != 0 || b.cookies[sessionCookie] != nil {
		t.Errorf("%d sessions, cookies %v", n, b.cookies)
	}
}

func TestIdempotencyKeysOfSessions(t *testing.T) {
	t.Parallel()
	a := withDemo(t, services.Config{})
	key := http.Header{"Idempotency-Key": {"once"}}
	create := func(b *browser, name string) (*http.Response, string) {
		return b.send("POST /api/v1/clients", `{"companyName": "`+name+`"}`, key)
	}
	b, other := asDemo(t, a, "admin"), asDemo(t, a, "admin")
	_, first := create(b, "Initech")
	if resp, again := create(b, "Initech"); resp.Header.Get("Idempotency-Replayed") != "true" || again != first {
		t.Errorf("%v\n%s\n%s", resp.Header, first, again)
	}
	resp, body := create(b, "Hooli")
	failed(t, resp, body, 409, "idempotency_key_reused")
	if resp, body := create(other, "Hooli"); resp.StatusCode != 200 || resp.Header.Get("Idempotency-Replayed") != "" {
		t.Errorf("another session: %d %s", resp.StatusCode, body)
	}
	if n := a.Count(`SELECT count(*) FROM clients WHERE company_name IN ('Initech', 'Hooli')`); n != 2 {
		t.Errorf("%d clients", n)
	}
	// A secret is stored so that only the same session can read it again.
	issue := func() (*http.Response, string) {
		return b.send("POST /api/v1/keys", `{"name": "k", "actorUserId": "$worker", "scopes": ["read:users"]}`, key)
	}
	_, first = issue()
	apitest.WaitForCallers() // so that the session is looked up again
	if resp, again := issue(); resp.Header.Get("Idempotency-Replayed") != "true" || again != first ||
		!strings.Contains(first, "wpk_") {
		t.Errorf("%v\n%s\n%s", resp.Header, first, again)
	}
}

func TestEventsAndLogOfSessions(t *testing.T) {
	t.Parallel()
	var log buffer
	a := withDemo(t, services.Config{Log: slog.New(slog.NewJSONHandler(&log, nil))})
	demo, key := asDemo(t, a, "boss"), signedIn(t, a, "admin")
	demo.do("POST /api/v1/clients", `{"companyName": "By a person"}`, 200)
	key.do("POST /api/v1/clients", `{"companyName": "By a person with a key"}`, 200)
	var got []string
	waitFor(t, "both events are there", func() bool {
		got = nil
		for _, e := range events(t, a, "admin", "types=client.created").Items {
			keyID := "none"
			if e.ActorID == nil {
				continue // the fixture
			}
			if e.KeyID != nil {
				keyID = *e.KeyID
			}
			got = append(got, fmt.Sprint(e.After["companyName"], " ", *e.ActorID, " ", keyID))
		}
		return len(got) == 2
	})
	want := []string{"By a person " + a.ID("boss") + " none",
		"By a person with a key " + a.ID("admin") + " " + a.ID("admin_key")}
	if !slices.Equal(got, want) {
		t.Errorf("%v\n%v", got, want)
	}
	var id string
	if err := a.DB.QueryRow(`SELECT id FROM sessions WHERE user_id = $1`, a.ID("boss")).Scan(&id); err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, id) {
			if lines++; strings.Contains(line, "key_id") || !strings.Contains(line, a.Organization.String()) {
				t.Error(line)
			}
		}
	}
	if lines != 2 { // the sign-in and the write
		t.Errorf("%d lines name the session", lines)
	}
	if strings.Contains(log.String(), demo.token()[:30]) || strings.Contains(log.String(), a.Secret("admin")[:30]) {
		t.Error("the log has a token or a key")
	}
	resp, body := send(t, a, "GET /api/v1/users?"+demo.token()+"=1", nil, http.Header{"X-Request-Id": {demo.token()}})
	if strings.Contains(body+resp.Header.Get("X-Request-Id")+log.String(), demo.token()[:30]) {
		t.Error("a token in the wrong place is shown")
	}
}

func TestStreamsOfSessions(t *testing.T) {
	t.Parallel()
	a := withDemo(t, services.Config{})
	b := asDemo(t, a, "worker")
	stream := make(chan message, 100)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, a.URL+"/api/v1/events/stream?after=head", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.AddCookie(b.cookies[sessionCookie])
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	go readServerSent(req, stream)
	receive(t, stream)
	createClient(t, a, "Initech")
	if m := receive(t, stream); m.event == nil || m.event.Type != "client.created" {
		t.Errorf("%+v", m)
	}
	ended := time.Now()
	b.do("DELETE /session", "", 204)
	if m := last(t, stream, 10*time.Second); m.err != "credential_invalid" || time.Since(ended) > inForce {
		t.Errorf("the stream ends with %+v after %s", m, time.Since(ended))
	}
}

func TestWebhooksOfPeople(t *testing.T) {
	t.Parallel()
	a := withDemo(t, services.Config{})
	b, r := asDemo(t, a, "admin"), newReceiver(t)
	hook := b.do("POST /api/v1/webhooks", `{"url": "`+r.URL+`", "types": ["client.*"]}`, 200)
	if hook["keyId"] != nil || hook["userId"] != a.ID("admin") || hook["state"] != "active" {
		t.Errorf("%v", hook)
	}
	b.do("DELETE /session", "", 204) // the webhook stays
	createClient(t, a, "Initech")
	waitFor(t, "the event arrives", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return slices.ContainsFunc(r.got, func(got received) bool { return got.Type == "client.created" })
	})
	ans := mustREST(t, a, "PATCH /api/v1/webhooks/"+hook["id"].(string), `{"types": ["project.*"]}`)
	if apitest.Lookup(ans.Body, "data.keyId") != a.ID("admin_key") || apitest.Lookup(ans.Body, "data.userId") != nil {
		t.Errorf("%s", ans.Raw)
	}
}

func TestAUserHasAtMostFiftySessions(t *testing.T) {
	t.Parallel()
	a := withDemo(t, services.Config{})
	first := asDemo(t, a, "worker")
	a.Exec(`UPDATE sessions SET last_used_at = now() - interval '1 hour'`)
	for range 50 {
		asDemo(t, a, "worker")
	}
	if n := a.Count(`SELECT count(*) FROM sessions`); n != 50 {
		t.Errorf("%d sessions", n)
	}
	apitest.WaitForCallers()
	first.refused("GET /api/v1/me", "", nil, 401, "credential_invalid")
	if n := a.Count(`SELECT count(*) FROM events WHERE type = 'session.ended'`); n != 1 {
		t.Errorf("%d sessions have ended with an event, want 1", n)
	}
}

// TestAKeyEndsNoOtherSessions: whoever has a key of a user cannot sign the user out with it.
func TestAKeyEndsNoOtherSessions(t *testing.T) {
	t.Parallel()
	a := withDemo(t, services.Config{})
	own := asDemo(t, a, "worker")
	a.Exec(`UPDATE sessions SET last_used_at = now() - interval '1 hour'`)
	for range 51 {
		newBrowser(t, a).do("POST /session", `{"key": "`+a.Secret("worker")+`"}`, 200)
	}
	if n := a.Count(`SELECT count(*) FROM sessions WHERE api_key_id IS NOT NULL`); n != 50 {
		t.Errorf("%d sessions of the key, want 50", n)
	}
	apitest.WaitForCallers()
	own.do("GET /session", "", 200)
}

func TestExpiredSessionsAreRemoved(t *testing.T) {
	t.Parallel()
	a := withDemo(t, services.Config{})
	for range 150 { // more than a batch
		a.Exec(`INSERT INTO sessions (organization_id, id, user_id, token_hash, method, created_at, last_used_at, expires_at)
			VALUES ($1, gen_random_uuid(), $2, sha256(gen_random_uuid()::text::bytea), 'demo', now(), now(), now() - interval '1 second')`,
			a.Organization, a.ID("worker"))
	}
	b := asDemo(t, a, "peer")
	if err := signins.Expired(apitest.Open(t, a.DSN)).Once(t.Context(), time.Now()); err != nil {
		t.Fatal(err)
	}
	if n := a.Count(`SELECT count(*) FROM sessions`); n != 1 {
		t.Errorf("%d sessions are left", n)
	}
	b.do("GET /session", "", 200)
}

func TestTheApp(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	html := http.Header{"Accept": {"text/html"}}
	resp, body := newBrowser(t, a).send("GET /", "", html)
	if resp.StatusCode != 200 || !strings.Contains(body, "Workplan") {
		t.Fatalf("%d %s", resp.StatusCode, body)
	}
	for name, want := range map[string]string{
		"Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action " +
			"'self'; frame-ancestors 'none'",
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-cache",
		"Content-Type": "text/html; charset=utf-8",
	} {
		if got := resp.Header.Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, inline := range []string{"<style", "style=", "<script>", "onclick", "javascript:"} {
		if bytes.Contains([]byte(body), []byte(inline)) {
			t.Errorf("the page has %s, which its policy forbids", inline)
		}
	}
	resp, _ = newBrowser(t, a).send("GET /", "",
		http.Header{"Accept": {"text/html"}, "If-None-Match": {resp.Header.Get("ETag")}})
	if resp.StatusCode != 304 {
		t.Errorf("with its ETag: %d", resp.StatusCode)
	}
	off, _ := a.Start(services.Config{Console: console.Config{Off: true}})
	b := signedIn(t, a, "worker")
	resp, _ = b.at(off).send("GET /", "", html)
	if resp.StatusCode != http.StatusFound {
		t.Errorf("without the console: %d", resp.StatusCode)
	}
	b.at(off).refused("GET /session", "", nil, 404, "route_not_found")
	b.at(off).refused("GET /auth/login", "", nil, 404, "route_not_found")
	b.at(off).refused("GET /api/v1/me", "", nil, 401, "credential_missing")
}
