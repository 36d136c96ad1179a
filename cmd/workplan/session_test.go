package main

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// signIn signs in with a key and returns the cookie.
func signIn(t *testing.T, url, body string) *http.Cookie {
	t.Helper()
	req, _ := http.NewRequest(http.MethodPost, url+"/session", strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Origin", url)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if text, _ := io.ReadAll(resp.Body); resp.StatusCode != http.StatusOK || len(resp.Cookies()) != 1 {
		t.Fatalf("%d %s", resp.StatusCode, text)
	}
	return resp.Cookies()[0]
}

// statusWith returns the status of GET /me with a cookie.
func statusWith(t *testing.T, url string, cookie *http.Cookie) int {
	t.Helper()
	req, _ := http.NewRequest(http.MethodGet, url+"/api/v1/me", nil)
	req.AddCookie(cookie)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}

func TestSessions(t *testing.T) {
	a := apitest.NewIsolated(t)
	b, _ := a.Start(services.Config{}) // another node
	t.Setenv("DATABASE_URL", a.DSN)
	org := a.Organization.String()
	cookies := map[string]*http.Cookie{}
	for _, user := range []string{"worker", "peer", "lead", "pm"} {
		cookies[user] = signIn(t, a.URL, `{"key": "`+a.Secret(user)+`"}`)
	}
	signIn(t, a.URL, `{"key": "`+a.Secret("other_worker")+`"}`)
	var list []signedIn
	if err := json.Unmarshal([]byte(mustRun(t, "", "session", "list", "--organization", org, "--output", "json")),
		&list); err != nil || len(list) != 4 {
		t.Fatalf("%v %v", err, list)
	}
	byUser := map[string]signedIn{}
	for _, s := range list {
		byUser[s.User] = s
	}
	worker := byUser["worker@example.com"]
	if worker.Method != "key" || worker.KeyID.String() != a.ID("worker_key") ||
		!worker.ExpiresAt.After(worker.LastUsedAt) {
		t.Errorf("%+v", worker)
	}
	table := mustRun(t, "", "session", "list", "--organization", org)
	if strings.Count(table, "\n") != 5 || strings.Contains(table, "wps_") ||
		!strings.Contains(table, worker.ID.String()) {
		t.Error(table)
	}
	refused := func(user string) {
		t.Helper()
		apitest.WaitForCallers()
		for _, server := range []*apitest.API{a, b} {
			if status := statusWith(t, server.URL, cookies[user]); status != http.StatusUnauthorized {
				t.Errorf("%s: %d", user, status)
			}
		}
	}
	revoke := func(want string, args ...string) {
		t.Helper()
		if r := runCommand(
			t, "", append([]string{"session", "revoke", "--organization", org}, args...)...,
		); r.code != 0 || !strings.Contains(r.err, "Sessions revoked: "+want) {
			t.Errorf("%v: %+v", args, r)
		}
	}
	statusWith(t, b.URL, cookies["worker"])
	revoke("1", worker.ID.String())
	refused("worker")
	mustFail(t, "", "the organization has only 0 of these sessions", "session", "revoke", "--organization", org,
		worker.ID.String())
	mustFail(t, "", "the organization has only 0 of these sessions", "session", "revoke", "--organization", org,
		a.ID("worker_key"))
	revoke("1", "--user", "PEER@example.com")
	refused("peer")
	if status := statusWith(t, b.URL, cookies["pm"]); status != http.StatusOK {
		t.Errorf("another session: %d", status)
	}
	revoke("2", "--all")
	refused("pm")
	refused("lead")
	if n := a.Count(`SELECT count(*) FROM sessions`); n != 1 {
		t.Errorf("%d sessions are left, want that of the other organization", n)
	}
	mustFail(t, "", "did you mean", "session", "revoke", "--organization", org, "--user", "pear@example.com")
	mustFail(t, "", "give the ids of sessions, or --user, or --all", "session", "revoke", "--organization", org)
	mustFail(t, "", "give the ids of sessions, or --user, or --all", "session", "revoke", "--organization", org,
		"--all", "--user", "pm@example.com")
}

func TestASuspendedOrganizationHasNoSessions(t *testing.T) {
	a := apitest.NewIsolated(t)
	t.Setenv("DATABASE_URL", a.DSN)
	cookie := signIn(t, a.URL, `{"key": "`+a.Secret("worker")+`"}`)
	mustRun(t, "", "organization", "suspend", a.Organization.String())
	mustRun(t, "", "organization", "resume", a.Organization.String())
	apitest.WaitForCallers()
	if status := statusWith(t, a.URL, cookie); status != http.StatusUnauthorized {
		t.Errorf("after the suspension: %d", status)
	}
}

// TestASuspensionThatWasInterruptedEndsTheSessions: the command is run again after it has suspended the organization
// and not yet ended its sessions.
func TestASuspensionThatWasInterruptedEndsTheSessions(t *testing.T) {
	a := apitest.NewIsolated(t)
	t.Setenv("DATABASE_URL", a.DSN)
	cookie := signIn(t, a.URL, `{"key": "`+a.Secret("worker")+`"}`)
	a.Exec(`UPDATE organizations SET suspended_at = now() WHERE id = $1`, a.Organization)
	mustRun(t, "", "organization", "suspend", a.Organization.String())
	mustRun(t, "", "organization", "resume", a.Organization.String())
	apitest.WaitForCallers()
	if status := statusWith(t, a.URL, cookie); status != http.StatusUnauthorized {
		t.Errorf("after the suspension: %d", status)
	}
}

func TestFlagsOfTheConsole(t *testing.T) {
	serve := []string{"serve", "--database-url", "host=127.0.0.1 port=1", "--ops-addr",
		"", "--grpc-addr", "127.0.0.1:0"}
	at := func(addr string, more ...string) []string { return append(append(serve, "--http-addr", addr), more...) }
	mustFail(t, "", "OIDC_ISSUER needs CONSOLE_URL",
		at(":0", "--oidc-issuer", "https://id.example.com", "--oidc-client-id", "x")...)
	mustFail(t, "", "OIDC_ISSUER needs OIDC_CLIENT_ID", at("127.0.0.1:0", "--oidc-issuer", "https://id.example.com")...)
	mustFail(t, "", "the OIDC issuer", at("127.0.0.1:0", "--oidc-issuer", "id.example.com", "--oidc-client-id", "x")...)
	for tenant, text := range map[string]string{
		"contoso.example":                      "must be the id of a tenant",
		"9188040D-6C67-4C5B-B112-36A304B66DAD": "is the tenant of personal accounts",
	} {
		mustFail(t, "", text, at("127.0.0.1:0", "--oidc-issuer", "https://id.example.com", "--oidc-client-id", "x",
			"--oidc-entra-tenant", tenant)...)
	}
	mustFail(t, "", "OIDC_CLIENT_SECRET_FILE: open /nowhere",
		at("127.0.0.1:0", "--oidc-client-secret-file", "/nowhere")...)
	mustFail(t, "", "must begin with https", at("127.0.0.1:0", "--console-url", "http://plan.example.com")...)
	mustFail(t, "", "--console", at("127.0.0.1:0", "--console", "maybe")...)

	cfg, err := consoleFlags{
		Console: "on", OIDCIssuer: "https://id.example.com", OIDCClientID: "x",
	}.config("https://plan.example.com", ":8080")
	if err != nil || cfg.URL != "https://plan.example.com" {
		t.Errorf("%+v %v", cfg, err)
	}
	for _, insecure := range []string{"http://plan.example.com", "plan.example.com"} { // the console does without it
		if cfg, err := (consoleFlags{Console: "on"}).config(insecure, ":8080"); err != nil || cfg.URL != "" {
			t.Errorf("%s: %+v %v", insecure, cfg, err)
		}
	}
	cfg, err = consoleFlags{
		Console: "off", ConsoleURL: "https://b.example.com", OIDCClientSecret: "hush", OIDCEntraTenant: "tenant",
	}.config("https://a.example.com", "")
	if err != nil || !cfg.Off || cfg.URL != "https://b.example.com" || cfg.OIDC.ClientSecret != "hush" ||
		cfg.OIDC.EntraTenant != "tenant" {
		t.Errorf("%+v %v", cfg, err)
	}
}

// TestSessionUnbind removes the accounts that people sign in with, and the sessions that were begun with them.
func TestSessionUnbind(t *testing.T) {
	a := apitest.NewIsolated(t)
	org := a.Organization.String()
	for _, who := range []string{"worker", "peer", "pm"} {
		a.Exec(`INSERT INTO sign_in_identities (organization_id, id, issuer, subject, created_at)
			VALUES ($1, $2, 'https://accounts.example.com', $3, now())`,
			org, a.ID(who), who)
		a.Exec(`INSERT INTO sessions (organization_id, id, user_id, token_hash, method, created_at, last_used_at, expires_at)
			VALUES ($1, gen_random_uuid(), $2, sha256(convert_to($3, 'UTF8')), 'oidc', now(), now(), now() + interval '1 day')`,
			org, a.ID(who), who)
	}
	t.Setenv("DATABASE_URL", a.DSN)
	unbind := func(want string, left int, args ...string) {
		t.Helper()
		r := runCommand(t, "", append([]string{"session", "unbind", "--organization", org}, args...)...)
		if r.code != 0 || !strings.Contains(r.err, "Accounts unbound: "+want) {
			t.Errorf("%v: %d %s", args, r.code, r.err)
		}
		for _, table := range []string{"sign_in_identities", "sessions"} {
			if n := a.Count(`SELECT count(*) FROM ` + table); n != left {
				t.Errorf("%v: %d %s are left, want %d", args, n, table, left)
			}
		}
	}
	unbind("1", 2, "--user", "Worker@example.com")
	unbind("0", 2, "--user", "worker@example.com")
	unbind("0", 2, "--user", "loner@example.com")
	unbind("2", 0, "--all")
	if n := a.Count(`SELECT count(*) FROM events WHERE type IN ('session.ended', 'sign_in_identity.deleted')`); n != 6 {
		t.Errorf("%d events, want 6", n)
	}
	mustFail(t, "", "did you mean", "session", "unbind", "--organization", org, "--user", "pear@example.com")
	mustFail(t, "", "give --user or --all", "session", "unbind", "--organization", org)
}
