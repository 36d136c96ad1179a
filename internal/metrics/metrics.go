// Package metrics declares the metrics of a server, each once: its name, unit, help and labels. The
// packages that measure register the declared metrics. The dashboard, the alerts and the pages of
// metrics and alerts are generated from the same declarations, see the package observability.
//
// Names follow the conventions of Prometheus: base units, and the suffix _total for counters. A label
// has few values: names of rpcs, states and reasons, never an id, an address or a text of a client.
package metrics

import (
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Kind is the kind of a metric.
type Kind string

// The kinds of metrics.
const (
	Counter   Kind = "counter"
	Gauge     Kind = "gauge"
	Histogram Kind = "histogram"
)

// Metric is the declaration of a metric.
type Metric struct {
	Name string
	Kind Kind
	// Unit is seconds, bytes or what is counted, in the plural.
	Unit string
	// Help is what the metric measures, one sentence or two.
	Help   string
	Labels []Label
	// Buckets are the upper bounds of the classic buckets of a histogram. Every histogram also
	// has native buckets.
	Buckets []float64
}

// Label is a label of a metric.
type Label struct {
	Name string
	// Values describes its values.
	Values string
}

// A native bucket is at most 10 % wider than the one before. If a histogram has used more than
// maxNativeBuckets, it begins anew, but not more often than once an hour.
const (
	nativeFactor     = 1.1
	maxNativeBuckets = 100
	nativeReset      = time.Hour
)

func (m *Metric) labels() []string {
	names := make([]string, len(m.Labels))
	for i, l := range m.Labels {
		names[i] = l.Name
	}
	return names
}

// must panics if a metric is used as another kind than its own, which is a mistake in the program.
func (m *Metric) must(kind Kind) {
	if m.Kind != kind {
		panic(fmt.Sprintf("metrics: %s is a %s, not a %s", m.Name, m.Kind, kind))
	}
}

// Counter registers a counter with r.
func (m *Metric) Counter(r prometheus.Registerer) *prometheus.CounterVec {
	m.must(Counter)
	return register(r, prometheus.NewCounterVec(prometheus.CounterOpts{Name: m.Name, Help: m.Help}, m.labels()))
}

// Gauge registers a gauge with r.
func (m *Metric) Gauge(r prometheus.Registerer) *prometheus.GaugeVec {
	m.must(Gauge)
	return register(r, prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: m.Name, Help: m.Help}, m.labels()))
}

// GaugeFunc registers a gauge without labels with r, whose value is that of f at each scrape.
func (m *Metric) GaugeFunc(r prometheus.Registerer, f func() float64) {
	m.must(Gauge)
	register(r, prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: m.Name, Help: m.Help}, f))
}

// CounterFunc registers a counter without labels with r, whose value is that of f at each scrape.
func (m *Metric) CounterFunc(r prometheus.Registerer, f func() float64) {
	m.must(Counter)
	register(r, prometheus.NewCounterFunc(prometheus.CounterOpts{Name: m.Name, Help: m.Help}, f))
}

// Histogram registers a histogram with r.
func (m *Metric) Histogram(r prometheus.Registerer) *prometheus.HistogramVec {
	m.must(Histogram)
	return register(r, prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: m.Name, Help: m.Help, Buckets: m.Buckets,
		NativeHistogramBucketFactor: nativeFactor, NativeHistogramMaxBucketNumber: maxNativeBuckets,
		NativeHistogramMinResetDuration: nativeReset,
	}, m.labels()))
}

// desc returns the description of a metric that a Scraped reads.
func (m *Metric) desc() *prometheus.Desc {
	return prometheus.NewDesc(m.Name, m.Help, m.labels(), nil)
}

func register[C prometheus.Collector](r prometheus.Registerer, c C) C {
	r.MustRegister(c)
	return c
}

// Libraries are the metrics of libraries that the dashboard shows. A server has more of them, whose
// names begin with go_ and process_.
var Libraries = []*Metric{
	{Name: "go_sql_in_use_connections", Kind: Gauge, Unit: "connections",
		Help: "Connections of a pool that run a statement or a transaction.", Labels: []Label{pool}},
	{Name: "go_sql_max_open_connections", Kind: Gauge, Unit: "connections",
		Help: "The size of a pool.", Labels: []Label{pool}},
	{Name: "go_sql_wait_count_total", Kind: Counter, Unit: "waits",
		Help: "How often a statement waited for a connection of a pool.", Labels: []Label{pool}},
	{Name: "go_sql_wait_duration_seconds_total", Kind: Counter, Unit: "seconds",
		Help: "How long statements waited for a connection of a pool.", Labels: []Label{pool}},
	{Name: "go_goroutines", Kind: Gauge, Unit: "goroutines", Help: "Goroutines of the process."},
	{Name: "process_cpu_seconds_total", Kind: Counter, Unit: "seconds", Help: "Processor time of the process."},
	{Name: "process_resident_memory_bytes", Kind: Gauge, Unit: "bytes", Help: "Memory of the process."},
	{Name: "process_open_fds", Kind: Gauge, Unit: "files", Help: "Open files and connections of the process."},
	{Name: "process_max_fds", Kind: Gauge, Unit: "files", Help: "The limit of open files and connections."},
	{Name: "process_start_time_seconds", Kind: Gauge, Unit: "seconds", Help: "When the process started, in Unix time."},
}

var pool = Label{"db_name", "requests, or background for what no request waits for"}
