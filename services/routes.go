package services

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/workplan-api/workplan/services/doors/scim"
)

// alwaysHTTPS is the value of Strict-Transport-Security: for a year, browsers use only HTTPS for this host. It is for
// this host only, because others of the domain may be somebody else's.
var alwaysHTTPS = []string{"max-age=31536000"}

// about is the response to programs at /, such as uptime checks.
const about = "Workplan. The API is at /api/v1, its documentation at /docs.\n"

// routes returns the handler of all HTTP paths. Paths are matched exactly: "/docs/x/.."
// does not exist. At / is the console; without it, browsers are redirected to the documentation.
// Programs get a line of text there. At an unknown path browsers get a page with links to the documentation.
func (s *Server) routes(api http.Handler) http.Handler {
	onlyHTTPS := s.cfg.onlyHTTPS()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		if onlyHTTPS {
			h["Strict-Transport-Security"] = alwaysHTTPS
		}
		if errors.Is(s.ready.err(), errStopping) {
			// The client sends its next request over a new connection. To close an idle connection
			// instead could lose a request that is on its way.
			h.Set("Connection", "close")
		}
		if len(r.TransferEncoding) > 0 {
			// A request with both Transfer-Encoding and Content-Length may be an attempt to
			// smuggle a request, so its connection must be closed (RFC 9112, 6.1). net/http
			// hides the Content-Length, so all chunked requests close their connection.
			h.Set("Connection", "close")
		}
		if s.console != nil && (r.URL.Path != "/" || isBrowser(r)) {
			if found := s.console.Find(r.URL.Path); found != nil {
				found.ServeHTTP(w, r)
				return
			}
		}
		for _, d := range s.doors {
			if d.leads(r.URL.Path) {
				d.ServeHTTP(w, r)
				return
			}
		}
		switch {
		case r.URL.Path == "/healthz":
			writeStatus(w, http.StatusOK, "ok")
		case r.URL.Path == "/readyz":
			if err := s.ready.err(); err != nil {
				writeStatus(w, http.StatusServiceUnavailable, err.Error())
				return
			}
			writeStatus(w, http.StatusOK, "ready")
		case (r.URL.Path == "/" || r.URL.Path == "/docs/") && isBrowser(r):
			http.Redirect(w, r, "/docs", http.StatusFound)
		case r.URL.Path == "/" && (r.Method == http.MethodGet || r.Method == http.MethodHead):
			h.Set("Content-Type", "text/plain; charset=utf-8")
			_, _ = io.WriteString(w, about) // the client may be gone
		default:
			page := s.docs.Find(r.URL.Path)
			switch {
			case page != nil:
				page.ServeHTTP(w, r)
			case isBrowser(r) && r.Method == http.MethodGet && !strings.HasPrefix(r.URL.Path, "/api/v1/"):
				s.docs.NotFound(w, r)
			default:
				api.ServeHTTP(w, r)
			}
		}
	})
}

// door serves a path outside of the API with what only keys and tokens may do, or all paths with a prefix that ends in
// a slash.
type door struct {
	path string
	http.Handler
}

func (d door) leads(path string) bool {
	return path == d.path || strings.HasSuffix(d.path, "/") && strings.HasPrefix(path, d.path)
}

// Doors returns all ways into the server but the rpcs of the API and what is the same for everybody, such as the
// documentation: the paths with a verb if they have one, and the gRPC services that need no key. Tests of what every
// request has to pass go over them.
func (s *Server) Doors() []string {
	all := scim.Routes()
	for _, d := range s.doors {
		if d.path != scim.Prefix {
			all = append(all, d.path)
		}
	}
	if s.console != nil {
		all = append(all, s.console.Routes()...)
	}
	for name := range s.GRPC.GetServiceInfo() {
		if !strings.HasPrefix(name, "workplan.v1.") {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// isBrowser reports whether the client asks for HTML.
func isBrowser(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept"), "text/html") }

func writeStatus(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"status": text}) // the client may be gone
}
