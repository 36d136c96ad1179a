package acceptance_test

import (
	"bufio"
	"encoding/json"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/doors/console"
	"github.com/workplan-api/workplan/test/apitest"
)

// providers are the identity providers that tests play. Each has a file with the claims that its documentation says it
// sends about a person, without those of each single token.
var providers = []string{"google", "okta", "keycloak", "entra"}

// entraTenant is the tenant in the claims of Entra.
const entraTenant = "aaaabbbb-0000-cccc-1111-dddd2222eeee"

func claimsFile(provider string) string { return filepath.Join("testdata", "oidc", provider+".json") }

// play makes an issuer send the claims of a provider, and then changes them.
func (p *issuer) play(provider string, change func(claims map[string]any)) {
	p.t.Helper()
	text, err := os.ReadFile(claimsFile(provider))
	if err != nil {
		p.t.Fatal(err)
	}
	claims := map[string]any{}
	if err := json.Unmarshal(text, &claims); err != nil {
		p.t.Fatal(err)
	}
	p.change = func(sent map[string]any) {
		delete(sent, "email_verified")
		maps.Copy(sent, claims)
		change(sent)
	}
}

// signInAt starts a server that has the issuer as its provider and trusts a tenant, if there is one, and signs in.
func signInAt(t *testing.T, a *apitest.API, p *issuer, tenant string) (*apitest.API, *browser, *http.Response, string) {
	t.Helper()
	p.scope = "openid email"
	if tenant != "" {
		p.scope += " profile"
	}
	server, _ := a.Start(services.Config{Console: console.Config{OIDC: console.OIDC{
		Issuer: p.URL, ClientID: clientID, ClientSecret: clientSecret, EntraTenant: tenant,
	}}})
	b := newBrowser(t, server)
	resp, body := back(b, p.login(b, ""))
	return server, b, resp, body
}

// TestSignInWithEachProvider signs in with the claims of each provider. Only Entra needs a setting, and each account is
// bound by what never changes at its provider.
func TestSignInWithEachProvider(t *testing.T) {
	t.Parallel()
	for _, name := range providers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, a := newIssuer(t), apitest.NewIsolated(t)
			a.Exec(`UPDATE users SET is_active = false WHERE organization_id = $1`, a.Other)
			subject, tenant := "sub", ""
			if name == "entra" {
				subject, tenant = "oid", entraTenant
			}
			var bound string
			p.play(name, func(c map[string]any) { bound = c[subject].(string) })
			_, b, resp, body := signInAt(t, a, p, tenant)
			if resp.StatusCode != http.StatusSeeOther {
				t.Fatalf("%d %s", resp.StatusCode, body)
			}
			if me := b.do("GET /api/v1/me", "", 200); me["actorUserId"] != a.ID("worker") {
				t.Errorf("me: %v", me)
			}
			if a.Count(`SELECT count(*) FROM sign_in_identities WHERE issuer = $1 AND subject = $2`, p.URL,
				bound) != 1 {
				t.Errorf("the account is not bound by %s", subject)
			}
		})
	}
}

// TestEntraIsTrustedOnlyIfTheOperatorSaysSo signs in with accounts of Microsoft Entra, which has no email_verified.
func TestEntraIsTrustedOnlyIfTheOperatorSaysSo(t *testing.T) {
	t.Parallel()
	p, a := newIssuer(t), apitest.NewIsolated(t)
	a.Exec(`UPDATE users SET is_active = false WHERE organization_id = $1`, a.Other)
	set := func(claims ...any) func(map[string]any) {
		return func(c map[string]any) {
			for i := 0; i < len(claims); i += 2 {
				if c[claims[i].(string)] = claims[i+1]; claims[i+1] == nil {
					delete(c, claims[i].(string))
				}
			}
		}
	}
	const other = "11111111-0000-cccc-1111-dddd2222eeee"
	const home = "https://login.microsoftonline.com/" + other + "/v2.0"
	for name, test := range map[string]struct {
		tenant  string
		change  func(map[string]any)
		refusal string // "" if the person signs in
	}{
		"by default":                {change: set(), refusal: "OIDC_ENTRA_TENANT"},
		"by default, with xms_edov": {change: set("xms_edov", true), refusal: "OIDC_ENTRA_TENANT"},
		"another tenant is trusted": {tenant: other, change: set(), refusal: "OIDC_ENTRA_TENANT"},
		"the account is of another tenant": {tenant: entraTenant, change: set("tid", other),
			refusal: "OIDC_ENTRA_TENANT"},
		"no tenant": {tenant: entraTenant, change: set("tid", nil),
			refusal: "OIDC_ENTRA_TENANT"},
		"email_verified is no tenant": {
			tenant: entraTenant, change: set("tid", nil, "email_verified", true), refusal: "OIDC_ENTRA_TENANT",
		},
		"no object id": {tenant: entraTenant, change: set("oid", nil), refusal: "not valid"},
		"no e-mail address": {tenant: entraTenant, change: set("email", nil),
			refusal: "mail of your account"},
		"the domain is not verified": {tenant: entraTenant, change: set("xms_edov", false),
			refusal: "xms_edov"},
		"the domain is not verified, as 0":    {tenant: entraTenant, change: set("xms_edov", 0), refusal: "xms_edov"},
		"a guest":                             {tenant: entraTenant, change: set("idp", home), refusal: "xms_edov"},
		"a guest, by the kind of the account": {tenant: entraTenant, change: set("acct", 1), refusal: "xms_edov"},
		"a guest whose domain is not verified": {tenant: entraTenant, change: set("idp", home, "xms_edov", "0"),
			refusal: "xms_edov"},
		"the tenant is trusted":             {tenant: entraTenant, change: set()},
		"the tenant in capitals":            {tenant: strings.ToUpper(entraTenant), change: set()},
		"the domain is verified":            {tenant: entraTenant, change: set("xms_edov", true)},
		"the domain is verified, as a text": {tenant: entraTenant, change: set("xms_edov", "1")},
		"a guest whose domain is verified": {tenant: entraTenant,
			change: set("idp", home, "acct", 1, "xms_edov", 1)},
		"another registration has another sub": {tenant: entraTenant, change: set("sub", "AAAAAAAAAAAAAAAAAAAAAOther")},
		"a member, by the kind of the account": {tenant: entraTenant, change: set("acct", 0)},
		"another account of the same address": {tenant: entraTenant, change: set("oid", other),
			refusal: "nother account"},
		"the address of a user who is not there": {
			tenant: entraTenant, change: set("email", "nobody@example.com"), refusal: "No active user",
		},
	} {
		t.Run(name, func(t *testing.T) {
			p.play("entra", test.change)
			if test.refusal == "nother account" {
				p.play("entra", set())
				signInAt(t, a, p, test.tenant)
				p.play("entra", test.change)
			}
			_, _, resp, body := signInAt(t, a, p, test.tenant)
			if test.refusal == "" {
				if resp.StatusCode != http.StatusSeeOther {
					t.Errorf("%d %s", resp.StatusCode, body)
				}
				return
			}
			failed(t, resp, body, 403, "permission_denied")
			if !strings.Contains(strings.ToLower(body), strings.ToLower(test.refusal)) {
				t.Errorf("%s does not name %s", body, test.refusal)
			}
		})
	}
}

// TestSignInWithARealProvider signs in with oidc-provider of npm, which is certified by the OpenID Foundation, as a
// browser does: over its forms and redirects. It has the claims of each provider.
func TestSignInWithARealProvider(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(providerDir + "/node_modules/oidc-provider"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("the provider is not installed: npm ci --prefix .ci/oidc")
		}
		t.Skip("the provider is not installed: to run this test, install Node.js and run npm ci --prefix .ci/oidc")
	}
	for _, name := range providers {
		t.Run(name, func(t *testing.T) { signInForReal(t, name) })
	}
}

const providerDir = "../../.ci/oidc"

func signInForReal(t *testing.T, provider string) {
	_, port, _ := net.SplitHostPort(freeAddress(t))
	a := apitest.NewIsolated(t)
	a.Exec(`UPDATE users SET is_active = false WHERE organization_id = $1`, a.Other)
	config := console.OIDC{Issuer: "http://127.0.0.1:" + port, ClientID: clientID, ClientSecret: clientSecret}
	if provider == "entra" {
		config.EntraTenant = entraTenant
	}
	server, _ := a.Start(services.Config{Console: console.Config{OIDC: config}})
	process := exec.CommandContext(t.Context(), "node", providerDir+"/provider.mjs", port, clientID,
		clientSecret, server.URL+"/auth/callback", claimsFile(provider))
	out, err := process.StdoutPipe()
	if err == nil {
		err = process.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = process.Wait() }) // the context of the test has stopped it
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "ready\n" {
		t.Fatalf("%q %v", line, err)
	}

	if page := passForms(t, server.URL+"/auth/login?return=/%3Fq%3D1",
		"worker@example.com"); page.url != server.URL+"/?q=1" || page.session["method"] != "oidc" ||
		apitest.Lookup(page.session, "user.id") != a.ID("worker") {
		t.Errorf("%+v", page)
	}
	if provider != "entra" { // which plays one account, whoever signs in
		// The name of an account at this provider is what was typed.
		if page := passForms(t, server.URL+"/auth/login", "Worker@example.com"); page.status != 403 ||
			!strings.Contains(page.body, "nother account signs in as this user") {
			t.Errorf("%+v", page)
		}
		if page := passForms(t, server.URL+"/auth/login", "unverified@example.com"); page.status != 403 ||
			!strings.Contains(page.body, "has not verified your e-mail address") {
			t.Errorf("%+v", page)
		}
	}
	for _, email := range []string{"wor\u212aer@example.com", "nobody@example.com"} {
		if page := passForms(t, server.URL+"/auth/login", email); page.status != 403 ||
			!strings.Contains(page.body, "No active user has the e-mail address") {
			t.Errorf("%+v", page)
		}
	}
}
