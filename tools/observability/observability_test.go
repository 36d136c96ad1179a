package observability

import (
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/metrics"
)

// TestNamesAreDeclared finds names in the dashboard and the rules that no declaration has, with the labels
// that they are selected and grouped by.
func TestNamesAreDeclared(t *testing.T) {
	declared := map[string]bool{}
	for _, m := range append(metrics.Declared, metrics.Libraries...) {
		if declared[m.Name] {
			t.Errorf("%s is declared twice", m.Name)
		}
		declared[m.Name] = true
		if m.Kind == metrics.Histogram {
			declared[m.Name+"_bucket"], declared[m.Name+"_sum"], declared[m.Name+"_count"] = true, true, true
		}
	}
	var expressions []string
	for _, queries := range Queries() {
		expressions = append(expressions, queries...)
	}
	for _, a := range Alerts() {
		expressions = append(expressions, a.Expr)
	}
	for _, o := range objectives {
		expressions = append(expressions, o.Requests, o.Misses)
	}
	name := regexp.MustCompile(`(slo:)?\b(?:workplan|go|process)_\w+`)
	used := map[string]bool{}
	for _, e := range expressions {
		for _, m := range name.FindAllStringSubmatch(e, -1) {
			used[m[0]] = true
			if m[1] == "" && !declared[m[0]] {
				t.Errorf("%s is not declared: %s", m[0], e)
			}
		}
	}
	for _, m := range metrics.Declared {
		if !used[m.Name] && !used[m.Name+"_bucket"] && !used[m.Name+"_count"] {
			t.Errorf("neither the dashboard nor an alert shows %s", m.Name)
		}
	}
}

func TestDeclarations(t *testing.T) {
	units := regexp.MustCompile(`_(seconds|bytes)(_total)?$`)
	registry := prometheus.NewPedanticRegistry()
	for _, m := range metrics.Declared {
		if (m.Kind == metrics.Counter) != strings.HasSuffix(m.Name, "_total") {
			t.Errorf("%s: only counters, and all of them, end in _total", m.Name)
		}
		if unit := units.FindStringSubmatch(m.Name); (unit != nil) != (m.Unit == "seconds" || m.Unit == "bytes") ||
			unit != nil && unit[1] != m.Unit {
			t.Errorf("%s has the unit %s", m.Name, m.Unit)
		}
		for _, l := range m.Labels {
			if l.Values == "" || strings.Contains(l.Name, "id") {
				t.Errorf("%s has the label %s", m.Name, l.Name)
			}
		}
		switch m.Kind {
		case metrics.Counter:
			m.Counter(registry)
		case metrics.Gauge:
			m.Gauge(registry)
		case metrics.Histogram:
			m.Histogram(registry)
		}
	}
}

func TestAlertsAreComplete(t *testing.T) {
	for _, a := range Alerts() {
		if a.Summary == "" || a.Meaning == "" || len(a.Look) == 0 || len(a.Do) == 0 || a.Undo == "" || a.For == "" ||
			a.Severity != Page && a.Severity != Ticket {
			t.Errorf("%s is not complete: %+v", a.Name, a)
		}
	}
}

// TestAlertsSayWhose: Prometheus may watch several installations. An alert without a job leaves open which one is sick,
// and its expression is likely to be about all of them together. Only what was never seen has no job.
func TestAlertsSayWhose(t *testing.T) {
	for _, a := range Alerts() {
		for _, c := range append([]Case{{"fires", a.Fires, a.Fired}}, a.More...) {
			if len(c.Series) > 0 && c.Fired != nil && c.Fired["job"] == "" && c.Fired["installation"] == "" {
				t.Errorf("%s %s without a job", a.Name, c.Name)
			}
		}
	}
}
