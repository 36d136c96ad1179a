package acceptance_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tracing"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

const traceID, parentID = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"

// traced is a server with traces.
type traced struct {
	*apitest.API
	spans *tracetest.SpanRecorder
	log   *buffer
}

func newTraced(t *testing.T) *traced {
	t.Helper()
	a, s := apitest.NewIsolated(t), &traced{spans: tracetest.NewSpanRecorder(), log: &buffer{}}
	provider := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(s.spans))
	db, err := postgres.Open(a.DSN, postgres.Options{Inspect: apitest.Guard, OpenDB: tracing.OpenDB(provider)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	s.API, _ = a.Start(services.Config{
		DB: db, Background: apitest.Open(t, a.DSN), Traces: provider,
		Log: slog.New(tracing.Log(slog.NewJSONHandler(s.log, nil))),
	})
	return s
}

// of returns the spans of a kind in the trace of the tests, which have ended.
func (s *traced) of(kind trace.SpanKind) (found []sdktrace.ReadOnlySpan) {
	for _, span := range s.spans.Ended() {
		if span.SpanContext().TraceID().String() == traceID && span.SpanKind() == kind {
			found = append(found, span)
		}
	}
	return found
}

// TestTraces sends a request with a traceparent over each protocol. It has one span of the server, below
// that of the caller, with the spans of its statements, and its line in the log has the ids.
func TestTraces(t *testing.T) {
	t.Parallel()
	header := map[string]string{
		"traceparent": "00-" + traceID + "-" + parentID + "-01", "X-Request-Id": "traced-request",
	}
	const path = "/api/v1/clients"
	for name, want := range map[string]struct {
		span string
		call func(*traced) *apitest.Answer
	}{
		"REST": {"POST " + path, func(s *traced) *apitest.Answer {
			return s.REST(t, "admin", "POST "+path, `{"companyName": "canary-name"}`, header)
		}},
		"gRPC": {"workplan.v1.ClientService/CreateClient", func(s *traced) *apitest.Answer {
			return s.Call(t, "admin", "ClientService/CreateClient",
				`{"client": {"companyName": "canary-name"}}`, header)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newTraced(t)
			if ans := want.call(s); ans.Code != "" {
				t.Fatalf("%d %s: %s", ans.Status, ans.Code, ans.Raw)
			}
			waitFor(t, "the span of the server ends", func() bool { return len(s.of(trace.SpanKindServer)) > 0 })
			servers := s.of(trace.SpanKindServer)
			if len(servers) != 1 || servers[0].Name() != want.span ||
				servers[0].Parent().SpanID().String() != parentID {
				t.Fatalf("the spans of the server: %s", spanNames(servers))
			}
			statements := s.of(trace.SpanKindClient)
			if list := spanNames(statements); !strings.Contains(list, "SELECT api_keys") ||
				!strings.Contains(list, "INSERT clients") {
				t.Errorf("the spans of statements: %s", list)
			}
			for _, span := range statements {
				if span.Parent().SpanID() != servers[0].SpanContext().SpanID() {
					t.Errorf("%s is not below the request", span.Name())
				}
			}
			var line struct{ TraceID, SpanID, RequestID string }
			waitFor(t, "the request is logged",
				func() bool { return s.line(t, &line.TraceID, &line.SpanID, &line.RequestID) })
			if line.TraceID != traceID || line.SpanID != servers[0].SpanContext().SpanID().String() ||
				line.RequestID != "traced-request" {
				t.Errorf("the line of the log has %+v", line)
			}
			for _, span := range s.spans.Ended() {
				text := fmt.Sprint(span.Name(), span.Attributes(), span.Events())
				for _, canary := range []string{"canary-name", "wpk_", "organization_id\" =", "RETURNING"} {
					if strings.Contains(text, canary) {
						t.Errorf("the span has %q: %s", canary, text)
					}
				}
			}
			if text := fmt.Sprint(servers[0].Attributes()); !strings.Contains(text, "traced-request") ||
				!strings.Contains(text, s.Organization.String()) {
				t.Errorf("the span of the server lacks the request or the organization: %s", text)
			}
		})
	}

	t.Run("health has no span", func(t *testing.T) {
		s := newTraced(t)
		if _, err := healthpb.NewHealthClient(s.Conn).Check(t.Context(), &healthpb.HealthCheckRequest{}); err != nil {
			t.Fatal(err)
		}
		s.Call(t, "admin", "MeService/GetMe", "{}", nil) // the control
		waitFor(t, "the control has a span",
			func() bool { return strings.Contains(spanNames(s.spans.Ended()), "MeService/GetMe") })
		if list := spanNames(s.spans.Ended()); strings.Contains(list, "Health") {
			t.Error(list)
		}
	})

	t.Run("a path without a route and a token in a path are in no span", func(t *testing.T) {
		s := newTraced(t)
		for _, path := range []string{"/calendar/canary-token.ics", "/api/v1/canary-path"} {
			s.REST(t, "admin", "GET "+path, "", header)
		}
		waitFor(t, "both have spans", func() bool { return len(s.of(trace.SpanKindServer)) == 2 })
		for _, span := range s.of(trace.SpanKindServer) {
			if text := fmt.Sprint(span.Name(), span.Attributes()); strings.Contains(text, "canary") {
				t.Error(text)
			}
		}
	})
}

func spanNames(spans []sdktrace.ReadOnlySpan) string {
	var all []string
	for _, span := range spans {
		all = append(all, span.Name())
	}
	return strings.Join(all, ", ")
}

// line reads the ids of the line of a request from the log.
func (s *traced) line(t *testing.T, traceID, spanID, requestID *string) bool {
	for text := range strings.Lines(s.log.String()) {
		var line struct {
			Msg       string
			TraceID   string `json:"trace_id"`
			SpanID    string `json:"span_id"`
			RequestID string `json:"request_id"`
		}
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if line.Msg == "request" {
			*traceID, *spanID, *requestID = line.TraceID, line.SpanID, line.RequestID
			return true
		}
	}
	return false
}

// TestWebhooksCarryTheTrace looks at the header of a request to an endpoint, with traces and without.
func TestWebhooksCarryTheTrace(t *testing.T) {
	t.Parallel()
	for _, on := range []bool{true, false} {
		t.Run(fmt.Sprint(on), func(t *testing.T) {
			got := make(chan string, 10)
			endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				got <- r.Header.Get("traceparent")
			}))
			t.Cleanup(endpoint.Close)
			spans, cfg := tracetest.NewSpanRecorder(), services.Config{}
			if on {
				cfg.Traces = sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans))
			}
			a := apitest.NewWith(t, cfg)
			body := `{"url": "` + endpoint.URL + `", "types": ["*"]}`
			for _, step := range [][2]string{{"POST /api/v1/webhooks", body},
				{"POST /api/v1/clients", `{"companyName": "Initech"}`}} {
				if ans := a.REST(t, "admin", step[0], step[1], nil); ans.Code != "" {
					t.Fatalf("%s: %s", step[0], ans.Raw)
				}
			}
			parent := <-got
			if (parent != "") != on {
				t.Errorf("traceparent %q", parent)
			}
			if on {
				waitFor(t, "the request has a span",
					func() bool { return strings.Contains(spanNames(spans.Ended()), "POST webhook") })
			}
		})
	}
}

// TestSeriesAreBounded sends 10,000 requests with random paths, verbs and headers.
func TestSeriesAreBounded(t *testing.T) {
	t.Parallel()
	metrics := prometheus.NewRegistry()
	a := apitest.NewIsolated(t)
	s, err := services.New(services.Config{
		DB: apitest.Open(t, a.DSN), Log: slog.New(slog.DiscardHandler), Metrics: metrics,
	})
	if err != nil {
		t.Fatal(err)
	}
	verbs := []string{"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND"}
	for i := range 10_000 {
		verb := verbs[i%len(verbs)]
		if i%100 == 0 {
			verb = fmt.Sprint("X", i)
		}
		path := fmt.Sprintf([]string{
			"/api/v1/users/%x", "/api/v1/%x", "/calendar/%x.ics", "/%x", "/session/%x", "/api/v1/clients/%x/y",
		}[i%6], i*7919)
		r := httptest.NewRequestWithContext(context.Background(), verb, path, bytes.NewReader(nil))
		r.Header.Set("X-Request-Id", fmt.Sprint("request-", i))
		r.Header.Set("Authorization", fmt.Sprint("Bearer ", i))
		s.HTTP.ServeHTTP(httptest.NewRecorder(), r)
	}
	families, err := metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	series, requests := 0, 0.
	for _, f := range families {
		for _, m := range f.GetMetric() {
			series++
			if h := m.GetHistogram(); h != nil {
				series += len(h.GetBucket()) + 2 // +Inf, _sum and _count, less the metric itself
			}
			if f.GetName() == "workplan_requests_total" {
				requests += m.GetCounter().GetValue()
			}
		}
	}
	if requests < 7_000 || series > 2_000 {
		t.Errorf("%v requests have made %d series", requests, series)
	}
	t.Logf("%v requests have made %d series", requests, series)
}
