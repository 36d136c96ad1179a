package rest

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// The headers that a page of another origin may send and read, and the number of seconds
// for which a browser may cache a preflight response.
const (
	corsRequestHeaders = "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, " +
		"Last-Event-ID, Prefer, X-Request-Id"
	corsResponseHeaders = "ETag, Idempotency-Replayed, Link, Preference-Applied, X-Total-Count, X-Request-Id, X-RateLimit-Limit, " +
		"X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Workplan-Seq"
	corsMaxAge = "7200"
)

// allowOrigin sets the CORS headers if the origin of the request may call the API. It
// returns true if the request was a preflight, which needs no further response. It never sets
// Access-Control-Allow-Credentials: the cookie of the console is only for its own pages.
func (g *gateway) allowOrigin(w http.ResponseWriter, r *http.Request) (done bool) {
	if len(g.CORSOrigins) == 0 {
		return false
	}
	h := w.Header()
	h.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	switch {
	case g.CORSOrigins[0] == "*":
		origin = "*"
	case !slices.Contains(g.CORSOrigins, origin):
		return false
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", corsResponseHeaders)
	verbs := g.Chain.Table.Verbs(r.URL.Path)
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" || len(verbs) == 0 {
		return false
	}
	h.Set("Access-Control-Allow-Methods", strings.Join(verbs, ", "))
	h.Set("Access-Control-Allow-Headers", corsRequestHeaders)
	h.Set("Access-Control-Max-Age", corsMaxAge)
	w.WriteHeader(http.StatusNoContent)
	return true
}

// CheckAddresses returns an error that names the addresses that are malformed: those of PublicURL and of CORSOrigins of
// a Config.
func CheckAddresses(publicURL string, corsOrigins []string) error {
	var errs []error
	if publicURL != "" {
		u, err := url.Parse(publicURL)
		if err != nil || !isWeb(u) || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
			errs = append(errs,
				fmt.Errorf("the public URL %q must be an address such as https://plan.example.com", publicURL))
		}
	}
	for _, origin := range corsOrigins {
		if origin == "*" && len(corsOrigins) == 1 {
			continue
		}
		u, err := url.Parse(origin)
		if err != nil || !isWeb(u) || origin != u.Scheme+"://"+strings.ToLower(u.Host) || hasDefaultPort(u) {
			errs = append(errs, fmt.Errorf("the CORS origin %q must be a scheme and a host in lower case, without its "+
				"default port, such as https://app.example.com, or * alone for all origins", origin))
		}
	}
	return errors.Join(errs...)
}

func isWeb(u *url.URL) bool {
	return (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}
