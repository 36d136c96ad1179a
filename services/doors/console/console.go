// Package console serves the web app with which people plan, and signs them in.
//
// The app is in the folder web and is embedded as web/dist. It calls the public API and nothing
// else. The cookie of a session authenticates these calls, see package sessions. A person signs in
// with OpenID Connect or with an API key, and in workplan dev by picking one of the people of the
// demo organization.
package console

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/services/chain/rest"
)

// Config configures the console.
type Config struct {
	// Off removes the console, and the API accepts no sessions.
	Off bool
	// URL is the address of the console, such as https://plan.example.com. If it is empty, the
	// console has the host to which a request is sent. OIDC then works only on this machine.
	URL string
	// OIDC is the identity provider.
	OIDC OIDC
	// Demo is an organization whose people sign in without any credential, from this machine only.
	// uuid.Nil is none.
	Demo uuid.UUID
}

// Check returns an error that names everything in c that is malformed.
func (c Config) Check() error {
	if c.Off {
		return nil
	}
	_, siteErr := rest.NewSite(c.URL)
	if c.OIDC.Issuer == "" {
		return siteErr
	}
	_, providerErr := newProvider(c.OIDC)
	return errors.Join(siteErr, providerErr)
}

// Parts are the parts of the server that the console uses.
type Parts struct {
	Site  *rest.Site
	Chain *call.Chain
	Quota *quota.Quota
	Log   *slog.Logger
}

// Console has the routes of the console.
type Console struct {
	Parts
	demo     uuid.UUID
	provider *provider // nil without OIDC
	assets   map[string]http.Handler
	routes   map[string]byVerb
	dynamic  http.Handler
}

// byVerb has the functions of a path.
type byVerb map[string]func(context.Context, http.ResponseWriter, *http.Request) error

// New returns the console. It fails if cfg is malformed. It does not connect to the identity
// provider.
func New(cfg Config, parts Parts) (*Console, error) {
	c := &Console{Parts: parts, demo: cfg.Demo, assets: assets()}
	c.routes = map[string]byVerb{
		"/session": {http.MethodGet: c.getSession, http.MethodPost: c.signIn, http.MethodDelete: c.signOut},
	}
	if cfg.OIDC.Issuer != "" {
		var err error
		if c.provider, err = newProvider(cfg.OIDC); err != nil {
			return nil, err
		}
		c.routes[loginPath] = byVerb{http.MethodGet: c.login}
		c.routes[callbackPath] = byVerb{http.MethodGet: c.callback}
	}
	c.dynamic = rest.Handler(parts.Chain, c.serve)
	return c, nil
}

// Find returns the handler of a path, or nil if the path is not one of the console.
func (c *Console) Find(path string) http.Handler {
	if _, ok := c.routes[path]; ok {
		return c.dynamic
	}
	return c.assets[path]
}

// Routes returns the verb and the path of each route that is no file.
func (c *Console) Routes() (all []string) {
	for path, verbs := range c.routes {
		for verb := range verbs {
			all = append(all, verb+" "+path)
		}
	}
	return all
}

// serve calls the function of the path and the verb.
func (c *Console) serve(ctx context.Context, w http.ResponseWriter, r *http.Request) error {
	verbs, verb := c.routes[r.URL.Path], r.Method
	if verb == http.MethodHead {
		verb = http.MethodGet
	}
	handle, ok := verbs[verb]
	if !ok {
		return rest.NotAllowed(w, slices.Sorted(maps.Keys(verbs))...)
	}
	call.FromContext(ctx).RPC = verb + " " + r.URL.Path
	err := handle(ctx, w, r)
	if err != nil && isPage(r) {
		return c.failPage(ctx, w, err)
	}
	return err
}
