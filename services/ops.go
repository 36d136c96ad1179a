package services

import (
	"context"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/usage"
	"github.com/workplan-api/workplan/services/webhooks"
)

// Ops returns the handler of the operator's port: /metrics, /usage and /debug/pprof/. It has no
// authentication, so it must not be public. The command line is not served, because it may
// contain the address of the database.
//
// hosts are the names under which it may be asked, besides IP addresses and localhost. Without them any name will do,
// except over the loopback interface: there a page of a browser on this machine could give its own name our address.
func Ops(metrics prometheus.Gatherer, usageHandler http.Handler, hosts ...string) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(metrics, promhttp.HandlerOpts{EnableOpenMetrics: true}))
	mux.Handle("GET /usage", usageHandler)
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if !mayAsk(req, hosts) {
			http.Error(w, "this name is not in OPS_HOSTS", http.StatusForbidden)
			return
		}
		mux.ServeHTTP(w, req)
	})
}

// mayAsk reports whether the Host of a request is an IP address, localhost, or one of hosts.
func mayAsk(req *http.Request, hosts []string) bool {
	host := req.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	_, err := netip.ParseAddr(strings.Trim(host, "[]"))
	if err == nil || slices.ContainsFunc(append([]string{"localhost"}, hosts...), func(name string) bool {
		return strings.EqualFold(name, host)
	}) {
		return true
	}
	local, ok := req.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return len(hosts) == 0 && (!ok || !local.IP.IsLoopback())
}

// The database has describeTime to describe a report of what organizations use. A report has at most maxFailing
// endpoints of webhooks.
const (
	describeTime = time.Second
	maxFailing   = 20
)

// describe adds the names of organizations to a report, and the webhooks that fail. Without the database it has
// neither.
func (s *Server) describe(ctx context.Context, r *usage.Report) {
	ctx, cancel := context.WithTimeout(ctx, describeTime)
	defer cancel()
	ids := make([]uuid.UUID, len(r.Organizations))
	for i, o := range r.Organizations {
		ids[i] = o.ID
	}
	names := map[uuid.UUID]string{}
	err := postgres.Each(ctx, s.cfg.Background, func(scan postgres.Scan) error {
		var id uuid.UUID
		var name string
		err := scan(&id, &name)
		names[id] = name
		return err
	}, `SELECT id, name FROM organizations WHERE id = ANY ($1)`, pq.Array(ids))
	if err == nil {
		r.Webhooks, err = webhooks.ReadFailing(ctx, s.cfg.Background, maxFailing)
	}
	if err != nil {
		s.cfg.Log.InfoContext(ctx, "cannot describe what organizations use", "error", err)
	}
	for i := range r.Organizations {
		r.Organizations[i].Name = names[r.Organizations[i].ID]
	}
}
