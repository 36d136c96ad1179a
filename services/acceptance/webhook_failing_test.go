package acceptance_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/attribute"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/workplan-api/workplan/cmd/workplan/operate/doctor"
	"github.com/workplan-api/workplan/internal/usage"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestAWebhookThatFailsIsNamed: an operator sees which endpoint of which organization fails, and why: once in the log
// for each change of its state, in each span, in the report of workplan top and in that of the doctor.
func TestAWebhookThatFailsIsNamed(t *testing.T) {
	t.Parallel()
	log, spans := &buffer{}, tracetest.NewSpanRecorder()
	a := apitest.NewWith(t, services.Config{
		Log:    slog.New(slog.NewJSONHandler(log, nil)),
		Traces: sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans)),
	})
	h := newHook(t, a, "client.*")
	address, err := url.Parse(h.URL)
	if err != nil {
		t.Fatal(err)
	}
	// said returns the messages about the endpoint, and checks what they name.
	said := func() (all []string) {
		for line := range strings.Lines(log.String()) {
			var l struct {
				Msg, Host, Error string
				Organization     string `json:"organization_id"`
				Webhook          string `json:"webhook_id"`
			}
			if err := json.Unmarshal([]byte(line), &l); err != nil || !strings.HasPrefix(l.Msg, "a webhook ") {
				continue
			}
			all = append(all, l.Msg)
			if l.Organization != a.Organization.String() || l.Webhook != h.id || l.Host != address.Host ||
				(l.Error == "") != (l.Msg == "a webhook works again") {
				t.Errorf("%s", line)
			}
		}
		return all
	}
	examined := func() doctor.Finding {
		t.Helper()
		all := doctor.Database(t.Context(), apitest.Open(t, a.DSN), doctor.Limits{Connections: 1})
		i := slices.IndexFunc(all, func(f doctor.Finding) bool { return f.Check == "webhooks" })
		return all[i]
	}
	report := func() usage.Report {
		t.Helper()
		s, err := services.New(services.Config{
			DB: apitest.Open(t, a.DSN), Metrics: prometheus.NewRegistry(), Log: slog.New(slog.DiscardHandler),
		})
		if err != nil {
			t.Fatal(err)
		}
		var r usage.Report
		w := httptest.NewRecorder()
		s.Usage.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/usage", nil))
		if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		return r
	}

	h.script(always(http.StatusInternalServerError))
	write(t, a, 1)
	failures := func(n int) func() bool {
		return func() bool { return a.Count("SELECT failures FROM webhooks WHERE id = $1", h.id) == n }
	}
	waitFor(t, "the endpoint fails", failures(1))
	h.hurry()
	waitFor(t, "the endpoint fails again", failures(2))
	if got := said(); !slices.Equal(got, []string{"a webhook fails"}) {
		t.Errorf("the log says %q", got)
	}
	if f := examined(); f.Status != doctor.Warn || !strings.Contains(f.Text, h.id) ||
		!strings.Contains(f.Text, a.Organization.String()) || !strings.Contains(f.Text, address.Host) ||
		!strings.Contains(f.Text, "the endpoint responded with 500") {
		t.Errorf("%+v", f)
	}
	if r := report(); len(r.Webhooks) != 1 || r.Webhooks[0].ID.String() != h.id || r.Webhooks[0].Organization == "" ||
		r.Webhooks[0].Host != address.Host || r.Webhooks[0].State != "failing" {
		t.Errorf("%+v", r)
	}

	h.script(always(http.StatusOK))
	h.hurry()
	h.caughtUp()
	h.script(always(http.StatusGone))
	write(t, a, 1)
	waitFor(t, "the endpoint is disabled", func() bool { return h.record()["state"] == "disabled" })
	if got := said(); !slices.Equal(got, []string{
		"a webhook fails", "a webhook works again", "a webhook is disabled",
	}) {
		t.Errorf("the log says %q", got)
	}
	if r := report(); len(r.Webhooks) != 1 || r.Webhooks[0].State != "disabled" {
		t.Errorf("%+v", r)
	}

	seen := 0
	for _, s := range spans.Ended() {
		if s.Name() != "POST webhook" {
			continue
		}
		seen++
		for _, want := range []attribute.KeyValue{
			attribute.String("workplan.organization_id", a.Organization.String()),
			attribute.String("workplan.webhook_id", h.id), attribute.String("server.address", address.Hostname()),
		} {
			if !slices.Contains(s.Attributes(), want) {
				t.Errorf("a span lacks %v: %v", want, s.Attributes())
			}
		}
	}
	if seen == 0 {
		t.Error("there are no spans")
	}
}
