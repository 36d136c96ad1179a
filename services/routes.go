package services

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/workplan-api/workplan/services/docs"
)

// routes returns the handler of all HTTP paths. Paths are matched exactly: "/docs/x/.."
// does not exist. Browsers are redirected from / to the documentation. At an unknown path
// they get a page with links to the documentation.
func (s *Server) routes(api http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
		default:
			page := docs.Find(r.URL.Path)
			switch {
			case page != nil:
				page.ServeHTTP(w, r)
			case isBrowser(r) && r.Method == http.MethodGet && !strings.HasPrefix(r.URL.Path, "/api/v1/"):
				docs.NotFound(w, r)
			default:
				api.ServeHTTP(w, r)
			}
		}
	})
}

// isBrowser reports whether the client asks for HTML.
func isBrowser(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept"), "text/html") }

func writeStatus(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"status": text}) // the client may be gone
}
