package services

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/workplan-api/workplan/services/docs"
)

// routes serves the paths of the HTTP address. Paths are matched exactly: "/docs/x/.."
// does not exist. A browser that opens / is redirected to the pages.
func (s *Server) routes(api http.Handler, metrics *prometheus.Registry) http.Handler {
	scrape := promhttp.HandlerFor(metrics, promhttp.HandlerOpts{})
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
		case r.URL.Path == "/metrics":
			scrape.ServeHTTP(w, r)
		case (r.URL.Path == "/" || r.URL.Path == "/docs/") && strings.Contains(r.Header.Get("Accept"), "text/html"):
			http.Redirect(w, r, "/docs", http.StatusFound)
		default:
			if page := docs.Find(r.URL.Path); page != nil {
				page.ServeHTTP(w, r)
				return
			}
			api.ServeHTTP(w, r)
		}
	})
}

func writeStatus(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"status": text}) // the client may be gone
}
