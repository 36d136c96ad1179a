package services_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/services"
)

// TestTheOperatorsPortChecksTheHost: a page whose name has got the address of this port must not read it. Each path is
// asked over a real connection, on the loopback interface.
func TestTheOperatorsPortChecksTheHost(t *testing.T) {
	t.Parallel()
	usage := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	for _, test := range []struct {
		host    string
		hosts   []string
		allowed bool
	}{
		{"127.0.0.1:9091", nil, true}, {"localhost:9091", nil, true}, {"LOCALHOST", nil, true},
		{"[::1]:9091", nil, true},
		{"evil.example.com:9091", nil, false}, {"workplan:9091", nil, false},
		{"workplan:9091", []string{"Workplan"}, true}, {"10.0.0.5:9091", []string{"workplan"}, true},
		{"evil.example.com", []string{"workplan"}, false}, {"127.0.0.1.evil.example.com", nil, false},
	} {
		server := httptest.NewServer(services.Ops(prometheus.NewRegistry(), usage, test.hosts...))
		for _, path := range []string{"/metrics", "/usage", "/debug/pprof/"} {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			req.Host = test.host
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			want := http.StatusForbidden
			if test.allowed {
				want = http.StatusOK
			}
			if resp.StatusCode != want {
				t.Errorf("%s of %s, with %v: %d, want %d", path, test.host, test.hosts, resp.StatusCode, want)
			}
		}
		server.Close()
	}
	t.Run("in a network, any name by default, and only those that are named", func(t *testing.T) {
		for _, hosts := range [][]string{nil, {"plan.internal"}} {
			w := httptest.NewRecorder() // a connection that is not on the loopback interface
			req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://other.internal:9091/usage", nil)
			services.Ops(prometheus.NewRegistry(), usage, hosts...).ServeHTTP(w, req)
			if (w.Code == http.StatusOK) != (hosts == nil) {
				t.Errorf("%v: %d", hosts, w.Code)
			}
		}
	})
}
