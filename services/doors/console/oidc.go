package console

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/google/uuid"
	"golang.org/x/oauth2"
	"golang.org/x/sync/singleflight"

	"github.com/workplan-api/workplan/ent/session"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/services/sessions"
)

// OIDC is an OpenID Connect provider, in which Workplan is registered as a client with the redirect
// URI /auth/callback of the console.
type OIDC struct {
	// Issuer is the address of the provider. If it is empty, there is none.
	Issuer string
	// ClientID and ClientSecret are those of the registration. The secret may be empty.
	ClientID, ClientSecret string
	// EntraTenant is the id of the tenant of Microsoft Entra whose e-mail addresses are trusted, see entraAccount. If
	// it is empty, only addresses count that the provider has verified.
	EntraTenant string
}

const (
	loginPath    = "/auth/login"
	callbackPath = "/auth/callback"

	// flowCookie has the flow of a browser that is at the provider.
	flowCookie = "workplan_sign_in"
	// flowTime is how long a person may take there.
	flowTime = 10 * time.Minute

	// lastCookie has the id of the organization that the browser has signed in to last.
	lastCookie = "workplan_organization"
	// lastTime is how long a browser keeps it. Browsers have this maximum.
	lastTime = 400 * 24 * time.Hour

	// providerTimeout limits a request to the provider, and maxProviderConns how many run at the
	// same time.
	providerTimeout  = 4 * time.Second
	maxProviderConns = 16
	// maxOrganizations is how many organizations a person can choose from.
	maxOrganizations = 100
)

// provider is the identity provider. Its addresses and keys are fetched at the first use.
type provider struct {
	OIDC
	client *http.Client

	found   atomic.Pointer[oidc.Provider]
	lookUps singleflight.Group
}

func newProvider(cfg OIDC) (*provider, error) {
	u, err := url.Parse(cfg.Issuer)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("the OIDC issuer %q must be an address such as https://accounts.example.com", cfg.Issuer)
	}
	if cfg.ClientID == "" {
		return nil, errors.New("OIDC_ISSUER needs OIDC_CLIENT_ID, the id that the identity provider gave to Workplan")
	}
	if cfg.EntraTenant != "" {
		if cfg.EntraTenant, err = parseTenant(cfg.EntraTenant); err != nil {
			return nil, err
		}
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxConnsPerHost = maxProviderConns
	return &provider{OIDC: cfg, client: &http.Client{Transport: transport, Timeout: providerTimeout}}, nil
}

// discover returns the provider, as its discovery document describes it. It fails if the document
// has another issuer.
func (p *provider) discover(ctx context.Context) (*oidc.Provider, error) {
	if found := p.found.Load(); found != nil {
		return found, nil
	}
	found, err, _ := p.lookUps.Do("", func() (any, error) {
		return oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), p.client), p.Issuer)
	})
	if err != nil {
		return nil, errProvider(err)
	}
	p.found.Store(found.(*oidc.Provider))
	return found.(*oidc.Provider), nil
}

// errProvider is the error if the provider does not respond, or not as it should.
func errProvider(cause error) error {
	return &problem.Error{
		Code: problem.Unavailable, RetryAfter: time.Second, Cause: cause,
		Message: "the identity provider could not be asked: try again, and if it stays so, ask whoever operates " +
			"this server to look at its log",
	}
}

// oauth returns the client of the provider. redirect is the address of the callback.
func (p *provider) oauth(found *oidc.Provider, redirect string) (*oauth2.Config, error) {
	var described struct {
		Methods []string `json:"token_endpoint_auth_methods_supported"`
	}
	if err := found.Claims(&described); err != nil {
		return nil, errProvider(err)
	}
	endpoint := found.Endpoint()
	// Without a style, oauth2 tries both. Some providers accept a code only once, also after an error.
	endpoint.AuthStyle = oauth2.AuthStyleInParams
	if p.ClientSecret != "" &&
		(len(described.Methods) == 0 || slices.Contains(described.Methods, "client_secret_basic")) {
		endpoint.AuthStyle = oauth2.AuthStyleInHeader
	}
	scopes := []string{oidc.ScopeOpenID, "email"}
	if p.EntraTenant != "" {
		scopes = append(scopes, "profile") // Entra sends oid only with it
	}
	return &oauth2.Config{
		ClientID: p.ClientID, ClientSecret: p.ClientSecret, Endpoint: endpoint, RedirectURL: redirect, Scopes: scopes,
	}, nil
}

// flow is what a browser keeps while it is at the provider. Only that browser has it, so a callback
// that another browser began is refused.
type flow struct {
	State, Nonce, Verifier string
	// Return is the path to open afterwards.
	Return string
	// Organization is the organization that the person has chosen, or uuid.Nil.
	Organization uuid.UUID
	Until        time.Time
}

// login sends the browser to the provider.
func (c *Console) login(ctx context.Context, w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	f := flow{
		State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier(),
		Return: "/", Until: time.Now().Add(flowTime),
	}
	if to := query.Get("return"); to != "" {
		if !isLocalPath(to) {
			return problem.Field(problem.ValidationFailed, "return", "must be a path of this server, such as /")
		}
		f.Return = to
	}
	if id := query.Get("organization"); id != "" {
		var err error
		if f.Organization, err = uuid.Parse(id); err != nil {
			return problem.Field(problem.ValidationFailed, "organization", "must be a UUID")
		}
	}
	client, _, err := c.client(ctx, r)
	if err != nil {
		return err
	}
	text, err := json.Marshal(f)
	if err != nil {
		return err
	}
	c.Site.SetCookie(w, r, flowCookie, base64.RawURLEncoding.EncodeToString(text), flowTime, http.SameSiteLaxMode)
	http.Redirect(w, r, client.AuthCodeURL(f.State, oidc.Nonce(f.Nonce), oauth2.S256ChallengeOption(f.Verifier)),
		http.StatusSeeOther)
	return nil
}

// client returns the client of the provider, with the address of the callback.
func (c *Console) client(ctx context.Context, r *http.Request) (*oauth2.Config, *oidc.Provider, error) {
	base, ok := c.Site.Base(r)
	if !ok {
		return nil, nil, &problem.Error{Code: problem.Unavailable, Message: "this server does not know its own " +
			"address: set CONSOLE_URL, and register " + callbackPath + " of it with the identity provider"}
	}
	found, err := c.provider.discover(ctx)
	if err != nil {
		return nil, nil, err
	}
	client, err := c.provider.oauth(found, base+callbackPath)
	return client, found, err
}

// isLocalPath reports whether a browser that is sent to the path stays at this server. Browsers take
// // and /\ as the beginning of another host, and ignore tabs and line breaks.
func isLocalPath(p string) bool {
	return len(p) <= 2000 && strings.HasPrefix(p, "/") && !strings.HasPrefix(p, "//") &&
		!strings.ContainsFunc(p, func(r rune) bool { return r <= ' ' || r == '\\' || r == 0x7f })
}

var errFlow = problem.New(problem.ValidationFailed,
	"this sign-in was begun in another browser or too long ago: sign in again")

// takeFlow returns the flow that the browser began, and removes it from the browser. It fails if the
// callback belongs to another flow.
func (c *Console) takeFlow(w http.ResponseWriter, r *http.Request) (f flow, err error) {
	text, err := base64.RawURLEncoding.DecodeString(c.Site.Cookie(r, flowCookie))
	c.Site.SetCookie(w, r, flowCookie, "", 0, http.SameSiteLaxMode)
	state := r.URL.Query().Get("state")
	if err != nil || json.Unmarshal(text, &f) != nil || f.State == "" ||
		subtle.ConstantTimeCompare([]byte(f.State), []byte(state)) != 1 ||
		!f.Until.After(time.Now()) || !isLocalPath(f.Return) {
		return f, errFlow
	}
	return f, nil
}

// errorCode matches the codes of errors of OAuth.
var errorCode = regexp.MustCompile(`^[a-z_]{1,50}$`)

// callback gets the browser back from the provider, and begins a session for the user who has the
// e-mail address of the person.
func (c *Console) callback(ctx context.Context, w http.ResponseWriter, r *http.Request) error {
	f, err := c.takeFlow(w, r)
	if err != nil {
		return err
	}
	query := r.URL.Query()
	if code := query.Get("error"); code != "" {
		if !errorCode.MatchString(code) {
			code = "an error"
		}
		return problem.New(problem.PermissionDenied,
			"the identity provider did not sign you in: it responded with %s", code)
	}
	client, found, err := c.client(ctx, r)
	if err != nil {
		return err
	}
	// A callback costs requests to the provider, so an address has only so many that fail.
	from := quota.SenderOf(r)
	if err := c.Quota.WrongKeys.StartSignIn(from); err != nil {
		return err
	}
	person, err := c.provider.identityOf(ctx, client, found, query.Get("code"), f)
	if err != nil {
		// The person does not see the cause, and whoever has configured the provider needs it.
		c.Log.WarnContext(ctx, "cannot sign in with OpenID Connect", "request_id",
			call.FromContext(ctx).ID, "error", err)
		return err
	}
	candidates, err := c.candidates(ctx, person, f.Organization)
	if err != nil {
		return err
	}
	active := slices.DeleteFunc(slices.Clone(candidates), func(u candidate) bool { return !u.active || !u.allowed })
	if len(active) == 0 {
		if len(candidates) == 0 {
			c.Quota.WrongKeys.GiveBack(from)
		}
		for _, u := range candidates {
			c.refuse(tenant.WithOrganization(ctx, u.Organization),
				sessions.Start{UserID: u.user, Method: session.MethodOidc})
		}
		if slices.ContainsFunc(candidates, func(u candidate) bool { return u.active }) {
			return problem.New(problem.PermissionDenied,
				"you cannot sign in yet: ask an admin of your organization to "+
					"allow it, in the console under People")
		}
		return problem.New(problem.PermissionDenied, "no active user has the e-mail address of your account: ask an "+
			"admin of your organization to add you, or sign in with another account")
	}
	if len(active) > 1 {
		c.Quota.WrongKeys.GiveBack(from)
		return c.choose(w, r, f, active)
	}
	ctx = tenant.WithOrganization(ctx, active[0].Organization)
	start := sessions.Start{UserID: active[0].user, Method: session.MethodOidc, Identity: person}
	err = c.beginSession(ctx, w, r, start, func(context.Context, http.ResponseWriter) error {
		c.Site.SetCookie(w, r, lastCookie, active[0].Organization.String(), lastTime, http.SameSiteLaxMode)
		base, _ := c.Site.Base(r) // known, as above
		http.Redirect(w, r, base+f.Return, http.StatusSeeOther)
		return nil
	})
	if errors.Is(err, sessions.ErrOtherIdentity) {
		c.refuse(ctx, start)
		return err
	}
	c.Quota.WrongKeys.GiveBack(from)
	return err
}

// claims are the claims about the person.
type claims struct {
	Email    string `json:"email"`
	Verified any    `json:"email_verified"`
	// AuthorizedParty is the client that the ID token was made for. A token for several audiences has it.
	AuthorizedParty string `json:"azp"`
}

// checkEmail returns an error unless the provider has verified the e-mail address.
func (c claims) checkEmail() error {
	switch {
	case c.Email == "":
		return problem.New(problem.PermissionDenied,
			"the identity provider has not sent your e-mail address, the claim "+
				"email: ask whoever operates this server to let it do so")
	case c.Verified == nil:
		return problem.New(problem.PermissionDenied, "the identity provider does not say whether it has verified your "+
			"e-mail address, there is no claim email_verified: ask whoever operates this server to let it send the claim "+
			"or, if it is Microsoft Entra, to set OIDC_ENTRA_TENANT")
	case !isTrue(c.Verified):
		return problem.New(problem.PermissionDenied,
			"the identity provider has not verified your e-mail address: verify it there, and sign in again")
	}
	return nil
}

// isTrue reports whether a claim is true. Some providers send a text.
func isTrue(claim any) bool { return claim == true || claim == "true" }

// refused returns the error for an ID token that is not valid, or not for this flow.
func refused(cause error) error {
	return &problem.Error{Code: problem.PermissionDenied, Cause: cause, Message: "the identity provider's response " +
		"is not valid: sign in again"}
}

// maxSubject is how long a subject may be, see OpenID Connect Core.
const maxSubject = 255

// identityOf exchanges the code for the ID token of the person. It returns who that is, with the
// verified e-mail address.
func (p *provider) identityOf(
	ctx context.Context, client *oauth2.Config, found *oidc.Provider, code string, f flow,
) (who sessions.Identity, err error) {
	ctx = oidc.ClientContext(ctx, p.client)
	token, err := client.Exchange(ctx, code, oauth2.VerifierOption(f.Verifier))
	if err != nil {
		return who, refused(err)
	}
	text, ok := token.Extra("id_token").(string)
	if !ok {
		return who, refused(errors.New("there is no ID token"))
	}
	id, err := found.Verifier(&oidc.Config{ClientID: p.ClientID}).Verify(ctx, text)
	if err != nil {
		return who, refused(err)
	}
	var about claims
	switch err := id.Claims(&about); {
	case err != nil:
		return who, refused(err)
	case subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(f.Nonce)) != 1:
		return who, refused(errors.New("the nonce is another one"))
	case about.AuthorizedParty != p.ClientID && (about.AuthorizedParty != "" || len(id.Audience) > 1):
		return who, refused(errors.New("the authorized party is not this client"))
	case id.Subject == "" || len(id.Subject) > maxSubject || strings.ContainsFunc(id.Subject, unicode.IsControl):
		return who, refused(errors.New("the subject is not valid"))
	}
	if p.EntraTenant != "" {
		return p.entraAccount(id)
	}
	if about.Email == "" { // many providers have it only there
		if about, err = p.userInfo(ctx, found, token, id.Subject); err != nil {
			return who, err
		}
	}
	return sessions.Identity{Issuer: p.Issuer, Subject: id.Subject, Email: about.Email}, about.checkEmail()
}

// userInfo returns the claims about a person that the provider has outside of the ID token.
func (p *provider) userInfo(
	ctx context.Context, found *oidc.Provider, token *oauth2.Token, subject string,
) (about claims, err error) {
	info, err := found.UserInfo(ctx, oauth2.StaticTokenSource(token))
	switch {
	case err != nil:
		return about, errProvider(err)
	case info.Subject != subject:
		return about, refused(errors.New("the user info is about another person"))
	}
	if err := info.Claims(&about); err != nil {
		return about, refused(err)
	}
	return about, nil
}
