package rest

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/chain/auth"
)

// Site is the console as browsers see it. It reads and writes cookies, and refuses requests that
// pages of other origins send.
type Site struct{ url *url.URL }

// NewSite returns the site at an address such as https://plan.example.com. If the address is
// empty, the site has the host to which a request is sent.
func NewSite(address string) (*Site, error) {
	if address == "" {
		return &Site{}, nil
	}
	u, err := url.Parse(strings.TrimRight(address, "/"))
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" ||
		u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("the address of the console %q must be an address such as https://plan.example.com",
			address)
	case u.Scheme == "http" && !isLoopback(u.Host):
		return nil, fmt.Errorf(
			"the address of the console %q must begin with https: browsers keep its sessions only over https", address,
		)
	}
	u.Host = strings.ToLower(u.Host)
	if hasDefaultPort(u) {
		u.Host = strings.TrimSuffix(u.Host, ":"+u.Port())
	}
	return &Site{u}, nil
}

// hasDefaultPort reports whether an address names the port that its scheme has without one. Browsers leave it out of
// Origin.
func hasDefaultPort(u *url.URL) bool {
	return u.Scheme == "https" && u.Port() == "443" || u.Scheme == "http" && u.Port() == "80"
}

// isLoopback reports whether a host, with or without a port, is this machine.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.Unmap().IsLoopback()
}

// host returns the host of the site, with its port.
func (s *Site) host(r *http.Request) string {
	if s.url != nil {
		return s.url.Host
	}
	return strings.ToLower(r.Host)
}

// IsLocal reports whether the request was sent to the site, and the site is on this machine. A page
// of another site whose name resolves to this machine sends another host.
func (s *Site) IsLocal(r *http.Request) bool { return isLoopback(r.Host) && isLoopback(s.host(r)) }

// Base returns the address of the site, without a slash at its end. It returns false if only the
// request knows it, and the request was not sent to this machine: then anybody could have chosen it.
func (s *Site) Base(r *http.Request) (string, bool) {
	if s.url != nil {
		return s.url.String(), true
	}
	if r.TLS != nil {
		return "https://" + r.Host, isLoopback(r.Host)
	}
	return "http://" + r.Host, isLoopback(r.Host)
}

// Check returns an error if another origin's page has sent a request that a cookie authenticates:
// 403 for a write, and 401 for a read, as if there were no cookie. A write needs an Origin, which
// browsers always send with it.
func (s *Site) Check(r *http.Request) error {
	reads, code := r.Method == http.MethodGet || r.Method == http.MethodHead, problem.PermissionDenied
	if reads {
		code = problem.CredentialInvalid
	}
	if from := r.Header.Get("Sec-Fetch-Site"); from != "" && from != "same-origin" && from != "none" {
		return problem.New(code, "the session of the console is only for its own pages, and this request comes from "+
			"another site: use an API key")
	}
	if reads {
		return nil
	}
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		return problem.New(problem.PermissionDenied,
			"a write with the session of the console needs the header Origin: use an API key outside of a browser")
	}
	origin, err := url.Parse(origins[0])
	switch {
	case err != nil || len(origins) > 1 || strings.ToLower(origin.Host) != s.host(r) ||
		s.url != nil && origin.Scheme != s.url.Scheme || origins[0] != origin.Scheme+"://"+origin.Host:
		return problem.New(problem.PermissionDenied, "the session of the console is only for its own pages, and this "+
			"Origin is another one: use an API key, or set CONSOLE_URL to the address of the console")
	case origin.Scheme != "https" && !isLoopback(origin.Host):
		return problem.New(problem.PermissionDenied,
			"the console needs https: browsers keep its sessions only over https")
	}
	return nil
}

// The names of cookies. Browsers refuse the prefix __Host- unless the cookie is Secure and belongs
// to this host alone, so no other host of the domain can set it. On this machine, where there is
// no https, the names have no prefix.
const (
	securePrefix  = "__Host-"
	sessionCookie = "workplan_session"
)

func (s *Site) isSecure(r *http.Request) bool { return !isLoopback(s.host(r)) }

// SetCookie gives a browser a cookie that lives as long as lifetime. An empty value removes it.
func (s *Site) SetCookie(
	w http.ResponseWriter, r *http.Request, name, value string, lifetime time.Duration, mode http.SameSite,
) {
	secure := s.isSecure(r)
	if secure {
		name = securePrefix + name
	}
	c := &http.Cookie{
		Name: name, Value: value, Path: "/", HttpOnly: true, Secure: secure, SameSite: mode,
		MaxAge: int(lifetime.Seconds()),
	}
	if value == "" {
		c.MaxAge = -1 // removes the cookie
	}
	http.SetCookie(w, c)
}

// Cookie returns the value of a cookie, or "".
func (s *Site) Cookie(r *http.Request, name string) string {
	if s.isSecure(r) {
		name = securePrefix + name
	}
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}

// Token returns the token of the session of a request, or "".
func (s *Site) Token(r *http.Request) string { return s.Cookie(r, sessionCookie) }

// Keep gives the browser the token of its session.
func (s *Site) Keep(w http.ResponseWriter, r *http.Request, token auth.Key) {
	s.SetCookie(w, r, sessionCookie, token.Reveal(), auth.MaxTime, http.SameSiteStrictMode)
}

// Drop removes the token from the browser.
func (s *Site) Drop(w http.ResponseWriter, r *http.Request) {
	s.SetCookie(w, r, sessionCookie, "", 0, http.SameSiteStrictMode)
}
