package services

import (
	"net/http"
	"net/http/pprof"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/workplan-api/workplan/internal/tlsfiles"
)

// Ops returns the handler of the operator's port: /metrics and /debug/pprof/. It has no
// authentication, so it must not be public. The command line is not served, because it may
// contain the address of the database.
func Ops(metrics prometheus.Gatherer) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(metrics, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

// certificateExpiry returns the metric of the certificate that is served.
func certificateExpiry(files *tlsfiles.Files) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "workplan_tls_certificate_expiry_timestamp_seconds",
		Help: "When the certificate that the server shows expires, in seconds of Unix time.",
	}, func() float64 { return float64(files.Certificate().NotAfter.Unix()) })
}
