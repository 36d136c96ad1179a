package acceptance_test

import (
	"crypto"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"math/big"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent/session"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/services/doors/console"
	signins "github.com/workplan-api/workplan/services/sessions"
	"github.com/workplan-api/workplan/test/apitest"
)

const (
	clientID     = "workplan"
	clientSecret = "canary-client-secret"
	flowCookie   = "workplan_sign_in"
)

// issuer is an identity provider that does what a real one never does.
type issuer struct {
	*httptest.Server
	t *testing.T
	// sign makes an ID token of its claims.
	sign func(claims map[string]any) string
	// change changes the claims of the next ID token, userInfo are those of its user, and document
	// changes the discovery document.
	change   func(claims map[string]any)
	userInfo map[string]any
	document map[string]any
	noToken  bool
	// scope is what a login asks for.
	scope string
	// challenge and nonce are those of the last login; exchanges counts the requests for a token.
	challenge, nonce string
	exchanges        int
}

var signingKey = func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
}()

func newIssuer(t *testing.T) *issuer {
	p := &issuer{t: t, sign: signRS256(signingKey), change: func(map[string]any) {}, document: map[string]any{},
		scope: "openid email"}
	mux := http.NewServeMux()
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	respond := func(w http.ResponseWriter, v any) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(v)
	}
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		document := map[string]any{
			"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token",
			"jwks_uri": p.URL + "/keys", "userinfo_endpoint": p.URL + "/userinfo",
			"id_token_signing_alg_values_supported": []string{"none", "HS256", "RS256"},
		}
		maps.Copy(document, p.document)
		respond(w, document)
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
		respond(w, map[string]any{"keys": []any{map[string]any{
			"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "1", "n": b64(signingKey.N.Bytes()),
			"e": b64(big.NewInt(int64(signingKey.E)).Bytes()),
		}}})
	})
	mux.HandleFunc("/token", func(w http.ResponseWriter, r *http.Request) {
		p.exchanges++
		sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
		if id, secret, ok := r.BasicAuth(); !ok || id != clientID || secret != clientSecret ||
			r.FormValue("code") != "code" || b64(sum[:]) != p.challenge {
			http.Error(w, `{"error": "invalid_grant"}`, http.StatusBadRequest)
			return
		}
		claims := map[string]any{
			"iss": p.URL, "aud": clientID, "sub": "1", "nonce": p.nonce,
			"email": "worker@example.com", "email_verified": true,
			"iat": time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix(),
		}
		p.change(claims)
		body := map[string]any{"access_token": "access", "token_type": "Bearer", "expires_in": 60}
		if !p.noToken {
			body["id_token"] = p.sign(claims)
		}
		respond(w, body)
	})
	mux.HandleFunc("/userinfo", func(w http.ResponseWriter, _ *http.Request) { respond(w, p.userInfo) })
	return p
}

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// unsigned returns the header and the claims of a token.
func unsigned(alg string, claims map[string]any) string {
	text, err := json.Marshal(claims)
	if err != nil {
		panic(err)
	}
	return b64([]byte(`{"alg":"`+alg+`","kid":"1","typ":"JWT"}`)) + "." + b64(text)
}

func signRS256(key *rsa.PrivateKey) func(map[string]any) string {
	return func(claims map[string]any) string {
		text := unsigned("RS256", claims)
		sum := sha256.Sum256([]byte(text))
		signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, sum[:])
		if err != nil {
			panic(err)
		}
		return text + "." + b64(signature)
	}
}

func signHS256(key []byte) func(map[string]any) string {
	return func(claims map[string]any) string {
		text := unsigned("HS256", claims)
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(text))
		return text + "." + b64(mac.Sum(nil))
	}
}

// login begins to sign in, and returns the query of the callback.
func (p *issuer) login(b *browser, query string) url.Values {
	p.t.Helper()
	resp, body := b.send("GET /auth/login"+query, "", nil)
	at, err := url.Parse(resp.Header.Get("Location"))
	if err != nil || resp.StatusCode != http.StatusSeeOther || !strings.HasPrefix(at.String(), p.URL+"/authorize?") {
		p.t.Fatalf("%d %v %s", resp.StatusCode, resp.Header, body)
	}
	sent := at.Query()
	p.nonce, p.challenge = sent.Get("nonce"), sent.Get("code_challenge")
	if sent.Get("client_id") != clientID || sent.Get("redirect_uri") != b.a.URL+"/auth/callback" ||
		sent.Get("response_type") != "code" || sent.Get("scope") != p.scope ||
		sent.Get("code_challenge_method") != "S256" || len(p.nonce) < 20 || len(sent.Get("state")) < 20 ||
		sent.Get("state") == p.nonce {
		p.t.Errorf("the provider gets %v", sent)
	}
	return url.Values{"code": {"code"}, "state": {sent.Get("state")}}
}

// back sends the browser back from the provider. The provider is another site.
func back(b *browser, query url.Values) (*http.Response, string) {
	return b.send("GET /auth/callback?"+query.Encode(), "", http.Header{"Sec-Fetch-Site": {"cross-site"}})
}

// withOIDC starts a server with a provider. Only one of the two organizations has active people.
func withOIDC(t *testing.T) (*apitest.API, *issuer) {
	t.Helper()
	p, a := newIssuer(t), apitest.NewIsolated(t)
	a.Exec(`UPDATE users SET is_active = false WHERE organization_id = $1`, a.Other)
	b, _ := a.Start(services.Config{
		Console: console.Config{OIDC: console.OIDC{Issuer: p.URL, ClientID: clientID, ClientSecret: clientSecret}},
	})
	return b, p
}

func TestSignInWithOIDC(t *testing.T) {
	t.Parallel()
	a, p := withOIDC(t)
	b := newBrowser(t, a)
	if _, body := b.send("GET /session", "", nil); !strings.Contains(body, `"signIn":{"oidc":true,"demo":[]}`) {
		t.Error(body)
	}
	for name, change := range map[string]func(map[string]any){
		"the e-mail is in the ID token": func(map[string]any) {},
		"in other letters":              func(c map[string]any) { c["email"] = "WORKER@Example.com" },
		"verified, as a string":         func(c map[string]any) { c["email_verified"] = "true" },
		"for this client and another": func(c map[string]any) {
			c["aud"], c["azp"] = []string{"another", clientID}, clientID
		},
		"only in the user info": func(c map[string]any) {
			delete(c, "email")
			delete(c, "email_verified")
			p.userInfo = map[string]any{"sub": "1", "email": "worker@example.com", "email_verified": true}
		},
	} {
		p.change = change
		query := p.login(b, "?return=%2F%23%2Fpeople%3Fq%3Dx")
		c := *b.cookies[flowCookie]
		c.Value = ""
		if got := c.String(); got != flowCookie+"=; Path=/; Max-Age=600; HttpOnly; SameSite=Lax" {
			t.Errorf("the cookie of the flow is %q", got)
		}
		resp, body := back(b, query)
		if resp.StatusCode != http.StatusSeeOther || resp.Header.Get("Location") != a.URL+"/#/people?q=x" {
			t.Fatalf("%s: %d %v %s", name, resp.StatusCode, resp.Header, body)
		}
		if b.cookies[flowCookie] != nil {
			t.Error("the cookie of the flow stays")
		}
		session := b.do("GET /session", "", 200)
		if me := b.do("GET /api/v1/me", "", 200); me["actorUserId"] != a.ID("worker") || session["method"] != "oidc" {
			t.Errorf("%s: %v %v", name, me, session)
		}
		// A callback works once.
		resp, body = back(b, query)
		failed(t, resp, body, 400, "validation_failed")
	}
	if n := a.Count(`SELECT count(*) FROM sessions`); n != 1 {
		t.Errorf("%d sessions: each sign-in replaces the one of the browser", n)
	}
}

// TestForgedSignIns sends back what a real provider never would, or somebody else's callback.
func TestForgedSignIns(t *testing.T) {
	t.Parallel()
	a, p := withOIDC(t)
	stranger, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	set := func(name string, value any) func(map[string]any) {
		return func(c map[string]any) { c[name] = value }
	}
	a.Exec(`UPDATE users SET is_active = false WHERE id = $1`, a.ID("loner"))
	for name, test := range map[string]struct {
		change   func(claims map[string]any)
		sign     func(claims map[string]any) string
		userInfo map[string]any
		noToken  bool
		callback func(b *browser, query url.Values)
		status   int
		code     string
	}{
		"another issuer":            {change: set("iss", "https://evil.example")},
		"another audience":          {change: set("aud", "another client")},
		"a list of other audiences": {change: set("aud", []string{"one", "two"})},
		"several audiences":         {change: set("aud", []string{clientID, "another"})},
		"made for another of them": {change: func(c map[string]any) {
			c["aud"], c["azp"] = []string{clientID, "another"}, "another"
		}},
		"made for another client":    {change: set("azp", "another")},
		"no audience":                {change: func(c map[string]any) { delete(c, "aud") }},
		"another nonce":              {change: set("nonce", "another")},
		"no nonce":                   {change: func(c map[string]any) { delete(c, "nonce") }},
		"expired":                    {change: set("exp", time.Now().Add(-time.Minute).Unix())},
		"no expiry":                  {change: func(c map[string]any) { delete(c, "exp") }},
		"not signed":                 {sign: func(c map[string]any) string { return unsigned("none", c) + "." }},
		"signed with the secret":     {sign: signHS256([]byte(clientSecret))},
		"signed with the public key": {sign: signHS256(signingKey.N.Bytes())},
		"signed by a stranger":       {sign: signRS256(stranger)},
		"nonsense":                   {sign: func(map[string]any) string { return "x.y.z" }},
		"no ID token":                {noToken: true},
		"unverified":                 {change: set("email_verified", false)},
		"unverified, as a string":    {change: set("email_verified", "false")},
		"verified is missing":        {change: func(c map[string]any) { delete(c, "email_verified") }},
		"nobody's e-mail":            {change: set("email", "nobody@example.com")},
		"part of an e-mail":          {change: set("email", "worker@example.co")},
		"the Kelvin sign for a k":    {change: set("email", "wor\u212aer@example.com")},
		"NUL in the e-mail":          {change: set("email", "worker@example.com\x00")},
		"NUL in the subject":         {change: set("sub", "1\x00")},
		"no subject":                 {change: set("sub", "")},
		"a long subject":             {change: set("sub", strings.Repeat("1", 256))},
		"a pattern":                  {change: set("email", "%@example.com")},
		"a deactivated user":         {change: set("email", "loner@example.com")},
		"the user info of another person": {change: func(c map[string]any) { delete(c, "email") },
			userInfo: map[string]any{"sub": "2", "email": "worker@example.com", "email_verified": true}},
		"unverified user info": {change: func(c map[string]any) { delete(c, "email"); delete(c, "email_verified") },
			userInfo: map[string]any{"sub": "1", "email": "worker@example.com"}},
		"user info that is not verified, unlike the ID token": {change: func(c map[string]any) { delete(c, "email") },
			userInfo: map[string]any{"sub": "1", "email": "worker@example.com"}},
		"another code": {callback: func(_ *browser, q url.Values) { q.Set("code", "another") }},
		"no code":      {callback: func(_ *browser, q url.Values) { q.Del("code") }},
		"another state": {callback: func(_ *browser, q url.Values) { q.Set("state", "another") },
			status: 400, code: "validation_failed"},
		"no state": {callback: func(_ *browser, q url.Values) { q.Del("state") },
			status: 400, code: "validation_failed"},
		"another browser": {callback: func(b *browser, _ url.Values) { delete(b.cookies, flowCookie) },
			status: 400, code: "validation_failed"},
		"a broken cookie": {callback: func(b *browser, _ url.Values) {
			b.cookies[flowCookie].Value = "e30"
		}, status: 400, code: "validation_failed"},
		"a flow of an hour ago": {callback: func(b *browser, _ url.Values) {
			changeFlow(b, "Until", time.Now().Add(-time.Second))
		}, status: 400, code: "validation_failed"},
		"a cookie that leads away": {callback: func(b *browser, _ url.Values) {
			changeFlow(b, "Return", "//evil.example")
		}, status: 400, code: "validation_failed"},
		"another flow of the browser": {callback: func(b *browser, _ url.Values) {
			changeFlow(b, "Nonce", "another")
		}},
		"another verifier": {callback: func(b *browser, _ url.Values) {
			changeFlow(b, "Verifier", strings.Repeat("x", 43))
		}},
		"an organization without the user": {callback: func(b *browser, _ url.Values) {
			changeFlow(b, "Organization", a.Other)
		}},
		"the provider refuses": {callback: func(_ *browser, q url.Values) {
			q.Set("error", "access_denied")
		}},
		"the provider's error is markup": {callback: func(_ *browser, q url.Values) { q.Set("error", "<script>") }},
	} {
		t.Run(name, func(t *testing.T) {
			p.change, p.sign, p.userInfo, p.noToken = func(map[string]any) {}, signRS256(signingKey),
				test.userInfo, test.noToken
			if test.change != nil {
				p.change = test.change
			}
			if test.sign != nil {
				p.sign = test.sign
			}
			b := newBrowser(t, a)
			query := p.login(b, "")
			if test.callback != nil {
				test.callback(b, query)
			}
			status, code := 403, "permission_denied"
			if test.status != 0 {
				status, code = test.status, test.code
			}
			resp, body := back(b, query)
			failed(t, resp, body, status, code)
			if strings.Contains(body, "script") || strings.Contains(body, clientSecret) {
				t.Error(body)
			}
			if len(b.cookies) != 0 {
				t.Errorf("cookies %v", b.cookies)
			}
			b.refused("GET /session", "", nil, 401, "credential_missing")
		})
	}
	if n := a.Count(`SELECT count(*) FROM sessions`); n != 0 {
		t.Errorf("%d sessions", n)
	}
	if n := a.Count(`SELECT count(*) FROM sign_in_identities`); n != 0 {
		t.Errorf("%d accounts are bound", n)
	}
	a.Exec(`UPDATE organizations SET suspended_at = now()`)
	b := newBrowser(t, a)
	p.change, p.sign = func(map[string]any) {}, signRS256(signingKey)
	resp, body := back(b, p.login(b, ""))
	failed(t, resp, body, 403, "permission_denied")
}

// changeFlow changes the cookie of a flow, which is not secret for its browser.
func changeFlow(b *browser, member string, value any) {
	text, err := base64.RawURLEncoding.DecodeString(b.cookies[flowCookie].Value)
	flow := map[string]any{}
	if err != nil || json.Unmarshal(text, &flow) != nil || flow[member] == nil {
		b.t.Fatalf("the cookie is %s: %v", text, err)
	}
	flow[member] = value
	if text, err = json.Marshal(flow); err != nil {
		b.t.Fatal(err)
	}
	b.cookies[flowCookie].Value = b64(text)
}

// TestAddressesMatchOnlyInASCII signs in where the database takes the Kelvin sign for the upper case of a k.
func TestAddressesMatchOnlyInASCII(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "it changes the collation of a column")
	a, p := withOIDC(t)
	a.Exec(`ALTER TABLE users ALTER COLUMN email TYPE text COLLATE "und-x-icu"`)
	a.Exec(`UPDATE users SET email = $2 WHERE id = $1`, a.ID("worker"), "wor\u212aer@example.com")
	if a.Count(`SELECT count(*) FROM users WHERE organization_id = $1 AND lower(email) = 'worker@example.com'`,
		a.Organization) != 1 {
		t.Fatal("the database does not fold the Kelvin sign")
	}
	for _, email := range []string{"worker@example.com", "wor\u212aer@example.com"} {
		p.change = func(c map[string]any) { c["email"] = email }
		b := newBrowser(t, a)
		resp, body := back(b, p.login(b, ""))
		failed(t, resp, body, 403, "permission_denied")
	}
}

// TestSignInIsBoundToAnAccount signs in with accounts of a provider that gives the e-mail address of a user to several.
func TestSignInIsBoundToAnAccount(t *testing.T) {
	t.Parallel()
	a, p := withOIDC(t)
	signIn := func(email, subject string) (*browser, *http.Response, string) {
		p.change = func(c map[string]any) { c["email"], c["sub"] = email, subject }
		b := newBrowser(t, a)
		resp, body := back(b, p.login(b, ""))
		return b, resp, body
	}
	may := func(email, subject string) *browser {
		t.Helper()
		b, resp, body := signIn(email, subject)
		if resp.StatusCode != http.StatusSeeOther {
			t.Fatalf("%s as %s: %d %s", subject, email, resp.StatusCode, body)
		}
		b.do("GET /api/v1/me", "", 200)
		return b
	}
	mayNot := func(email, subject string) {
		t.Helper()
		before := a.Count(`SELECT count(*) FROM sessions`)
		refusals := a.Count(`SELECT count(*) FROM events WHERE type = 'session.refused'`)
		b, resp, body := signIn(email, subject)
		failed(t, resp, body, 403, "permission_denied")
		b.refused("GET /session", "", nil, 401, "credential_missing")
		if n := a.Count(`SELECT count(*) FROM sessions`); n != before {
			t.Errorf("%s as %s: %d sessions, before %d", subject, email, n, before)
		}
		if n := a.Count(`SELECT count(*) FROM events WHERE type = 'session.refused'`); n != refusals+1 {
			t.Errorf("%s as %s: %d events, before %d", subject, email, n, refusals)
		}
	}
	ended := func(b *browser) {
		t.Helper()
		apitest.WaitForCallers()
		b.refused("GET /api/v1/me", "", nil, 401, "credential_invalid")
	}
	call := func(call, body string) {
		t.Helper()
		if ans := a.REST(t, "admin", call, body, nil); ans.Status != 200 {
			t.Fatalf("%s: %s", call, ans.Raw)
		}
	}

	first := may("worker@example.com", "1")
	may("Worker@example.com", "1")
	mayNot("worker@example.com", "2")
	mayNot("peer@example.com", "1") // it is the worker's
	call("POST /api/v1/users/$worker/unbind-sign-in", "")
	ended(first)
	second := may("worker@example.com", "2")
	mayNot("worker@example.com", "1")
	may("peer@example.com", "1")
	byKey := signedIn(t, a, "worker")
	call("PATCH /api/v1/users/$worker", `{"email": "wanda@example.com"}`)
	ended(second)
	ended(byKey)
	may("wanda@example.com", "3")
	mayNot("wanda@example.com", "2")
	call("PATCH /api/v1/users/$worker", `{"name": "Wanda", "email": "wanda@example.com"}`)
	mayNot("wanda@example.com", "2")
	call("POST /api/v1/users/$worker/unbind-sign-in", "")
	call("POST /api/v1/users/$worker/unbind-sign-in", "") // changes nothing
	a.Exec(`UPDATE users SET is_active = false WHERE id = $1`, a.ID("worker"))
	mayNot("wanda@example.com", "3")

	for kind, want := range map[string]int{
		"sign_in_identity.created": 4, "sign_in_identity.deleted": 3, "session.created": 6, "session.refused": 6,
		"session.ended": 5,
	} {
		if n := a.Count(`SELECT count(*) FROM events WHERE organization_id = $1 AND type = $2`,
			a.Organization, kind); n != want {
			t.Errorf("%d events %s, want %d", n, kind, want)
		}
	}
	if n := a.Count(
		`SELECT count(*) FROM events WHERE type LIKE 'sign_in_identity.%' AND position('subject' IN convert_from(data, 'UTF8')) > 0`,
	); n != 0 {
		t.Errorf("%d events have the subject", n)
	}
}

// TestSignInsAtTheSameTime signs in with several accounts of one e-mail address at once. One is bound.
func TestSignInsAtTheSameTime(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	ctx := tenant.WithOrganization(t.Context(), a.Organization)
	var signedIn atomic.Int64
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			_, err := signins.Create(ctx, tenant.Open(a.DB),
				signins.Start{UserID: uuid.MustParse(a.ID("worker")), Method: session.MethodOidc,
					Identity: signins.Identity{
						Issuer: "https://accounts.example.com", Subject: strconv.Itoa(i), Email: "worker@example.com",
					}})
			if err == nil {
				signedIn.Add(1)
			} else if !errors.Is(err, signins.ErrOtherIdentity) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if signedIn.Load() != 1 || a.Count(`SELECT count(*) FROM sessions`) != 1 ||
		a.Count(`SELECT count(*) FROM sign_in_identities`) != 1 {
		t.Errorf("%d have signed in", signedIn.Load())
	}
}

func TestReturnsOfSignIns(t *testing.T) {
	t.Parallel()
	a, p := withOIDC(t)
	for _, to := range []string{
		"https://evil.example", "//evil.example", `/\evil.example`, `\\evil.example`, "/\t/evil.example",
		"/\n/evil.example", "javascript:alert(1)", "evil", " /x", "/x y",
	} {
		newBrowser(t, a).refused("GET /auth/login?return="+url.QueryEscape(to), "", nil, 400, "validation_failed")
	}
	newBrowser(t, a).refused("GET /auth/login?organization=1", "", nil, 400, "validation_failed")
	for _, to := range []string{"/", "/#/people/new?x=//y", "/?q=https://x.example"} {
		b := newBrowser(t, a)
		if resp, body := back(b, p.login(b, "?return="+url.QueryEscape(to))); resp.Header.Get("Location") != a.URL+to {
			t.Errorf("%s: %d %v %s", to, resp.StatusCode, resp.Header, body)
		}
	}
}

func TestAPersonChoosesAnOrganization(t *testing.T) {
	t.Parallel()
	a, p := withOIDC(t)
	a.Exec(`UPDATE users SET is_active = true`)
	b := newBrowser(t, a)
	query := p.login(b, "?return=%2F%23%2Fx")
	page := b.at(a)
	page.cookies = maps.Clone(b.cookies)
	resp, body := page.send("GET /auth/callback?"+query.Encode(), "", http.Header{"Accept": {"text/html"}})
	if resp.StatusCode != 200 || !strings.Contains(body, `>Other Works</a>`) ||
		!strings.Contains(body, `return=%2F%23%2Fx"`) || resp.Header.Get("Content-Security-Policy") == "" {
		t.Errorf("%d %v %s", resp.StatusCode, resp.Header, body)
	}
	resp, body = back(b, query)
	var choice struct {
		Data struct {
			Organizations []struct{ ID, Name, Login string }
		}
	}
	if err := json.Unmarshal([]byte(body), &choice); err != nil || resp.StatusCode != 200 ||
		len(choice.Data.Organizations) != 2 || choice.Data.Organizations[1].Name != "Other Works" {
		t.Fatalf("%v %d %s", err, resp.StatusCode, body)
	}
	if n := a.Count(`SELECT count(*) FROM sessions`); n != 0 {
		t.Errorf("%d sessions before the choice", n)
	}
	_, query2, _ := strings.Cut(choice.Data.Organizations[1].Login, "?")
	if resp, body = back(b, p.login(b, "?"+query2)); resp.Header.Get("Location") != a.URL+"/#/x" {
		t.Fatalf("%d %s", resp.StatusCode, body)
	}
	if me := b.do("GET /api/v1/me", "", 200); me["organizationId"] != a.Other.String() ||
		me["actorUserId"] != a.ID("other_worker") {
		t.Errorf("me: %v", me)
	}
}

func TestProvidersThatFail(t *testing.T) {
	t.Parallel()
	a, p := withOIDC(t)
	p.document["issuer"] = "https://evil.example"
	b := newBrowser(t, a)
	b.refused("GET /auth/login", "", nil, 503, "unavailable")
	page, body := b.send("GET /auth/login", "", http.Header{"Accept": {"text/html"}})
	if page.StatusCode != 503 || !strings.Contains(body, "<h1>You are not signed in</h1>") ||
		!strings.Contains(body, page.Header.Get("X-Request-Id")) {
		t.Errorf("%d %s", page.StatusCode, body)
	}
	delete(p.document, "issuer")
	b.refused("POST /auth/login", "", nil, 405, "method_not_allowed")
	p.login(b, "") // the next try asks again
	// A host that is not of this machine could be chosen by anybody.
	b.host = "plan.example.com"
	b.refused("GET /auth/login", "", nil, 503, "unavailable")
}

func TestFailedSignInsAreLimited(t *testing.T) {
	t.Parallel()
	p, a := newIssuer(t), apitest.NewIsolated(t)
	var log buffer
	c, _ := a.Start(services.Config{
		Log:     slog.New(slog.NewJSONHandler(&log, nil)),
		Quota:   quota.Config{WrongKeysPerMinute: 2},
		Console: console.Config{OIDC: console.OIDC{Issuer: p.URL, ClientID: clientID, ClientSecret: clientSecret}},
	})
	p.change = func(claims map[string]any) { claims["aud"] = "another client" }
	for _, status := range []int{403, 403, 429, 429} {
		b := newBrowser(t, c)
		if resp, body := back(b, p.login(b, "")); resp.StatusCode != status {
			t.Errorf("%d %s, want %d", resp.StatusCode, body, status)
		}
	}
	if p.exchanges != 2 {
		t.Errorf("%d requests to the provider", p.exchanges)
	}
	if !strings.Contains(log.String(), "expected audience") || strings.Contains(log.String(), clientSecret) {
		t.Errorf("the log does not say why: %s", log.String())
	}
}

// passed is the page at which a person is in the end.
type passed struct {
	url, body string
	status    int
	session   map[string]any
}

var action = regexp.MustCompile(`action="([^"]+)"`)

// passForms opens a page, and submits the forms of the provider: the login and the consent.
func passForms(t *testing.T, address, email string) (p passed) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar, Timeout: 20 * time.Second}
	get := func(method, address string, form url.Values, accept string) (*http.Response, string) {
		req, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(form.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept", accept)
		if form != nil {
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp, string(text)
	}
	server, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	resp, body := get(http.MethodGet, address, nil, "text/html")
	for _, form := range []url.Values{{"prompt": {"login"}, "login": {email}, "password": {"x"}},
		{"prompt": {"consent"}}} {
		to := action.FindStringSubmatch(body)
		if to == nil || resp.Request.URL.Host == server.Host {
			break
		}
		resp, body = get(http.MethodPost, to[1], form, "text/html")
	}
	p = passed{url: resp.Request.URL.String(), body: body, status: resp.StatusCode}
	_, body = get(http.MethodGet, "http://"+server.Host+"/session", nil, "application/json")
	var session struct{ Data map[string]any }
	_ = json.Unmarshal([]byte(body), &session) // an error has no data
	p.session = session.Data
	return p
}
