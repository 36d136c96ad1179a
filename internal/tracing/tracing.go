// Package tracing sends traces to an OpenTelemetry collector, if the environment asks for it.
//
// Traces are off unless OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT or
// OTEL_TRACES_EXPORTER is set. If they are off, nothing of OpenTelemetry runs: there is no SDK, and no
// handler, driver or logger of it between a request and its response.
//
// Spans have names of rpcs, routes and statements, and ids of requests and organizations. They have
// neither paths nor queries nor texts of statements, because those may contain a secret or data.
package tracing

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"log/slog"
	"net/http"
	"os"
	"strings"

	"github.com/XSAM/otelsql"
	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc/filters"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc/stats"

	"github.com/workplan-api/workplan/internal/postgres"
)

// enabling are the variables of the environment of which one must be set.
var enabling = []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_TRACES_EXPORTER"}

// Provider makes spans and sends them. Call Shutdown at the end, which sends the last ones.
type Provider = sdktrace.TracerProvider

// Start returns a Provider, or nil if traces are off. version is that of the program. The variables of
// OpenTelemetry choose the exporter, the sampler and the name of the service, by default workplan; the error
// is that of Check. Errors of the exporter go to log: they never fail a request. Start does not connect.
func Start(ctx context.Context, version string, log *slog.Logger) (*Provider, error) {
	if !enabled() {
		return nil, nil
	}
	if err := Check(); err != nil {
		return nil, err
	}
	exporter, err := newExporter(ctx)
	if err != nil || exporter == nil {
		return nil, err
	}
	about, err := resource.New(ctx,
		resource.WithAttributes(semconv.ServiceName("workplan"), semconv.ServiceVersion(version)),
		resource.WithTelemetrySDK(), resource.WithHost(), resource.WithFromEnv()) // the last one wins
	if err != nil {
		return nil, err
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("cannot send traces", "error", err) }))
	return sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about)), nil
}

func enabled() bool {
	if strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true") {
		return false
	}
	for _, name := range enabling {
		if os.Getenv(name) != "" {
			return true
		}
	}
	return false
}

// Tracer returns the tracer for the spans of Workplan itself.
func Tracer(p trace.TracerProvider) trace.Tracer { return p.Tracer("github.com/workplan-api/workplan") }

// traceContext is the format of W3C: the header traceparent.
var traceContext propagation.TraceContext

// Extract returns a context with the span of the caller, if the headers have one.
func Extract(ctx context.Context, h http.Header) context.Context {
	return traceContext.Extract(ctx, propagation.HeaderCarrier(h))
}

// Inject adds the span of the context to the headers.
func Inject(ctx context.Context, h http.Header) {
	traceContext.Inject(ctx, propagation.HeaderCarrier(h))
}

// ServerHandler returns the handler that gives each gRPC call a span, except those of the health service
// and of reflection.
func ServerHandler(p trace.TracerProvider) stats.Handler {
	return otelgrpc.NewServerHandler(
		otelgrpc.WithTracerProvider(p), otelgrpc.WithMeterProvider(noop.MeterProvider{}),
		otelgrpc.WithPropagators(traceContext),
		otelgrpc.WithFilter(filters.None(filters.HealthCheck(), filters.ServicePrefix("grpc.reflection"))),
	)
}

// OpenDB returns postgres.Options.OpenDB for a pool: each statement of a request has a span with its
// name. Statements outside of a request have none.
func OpenDB(p trace.TracerProvider) func(driver.Connector) *sql.DB {
	options := []otelsql.Option{
		otelsql.WithTracerProvider(p), otelsql.WithMeterProvider(noop.MeterProvider{}),
		otelsql.WithAttributes(semconv.DBSystemNamePostgreSQL),
		otelsql.WithSpanOptions(otelsql.SpanOptions{
			DisableQuery: true, OmitConnResetSession: true, OmitConnPrepare: true,
			OmitRows: true, OmitConnectorConnect: true,
			SpanFilter: func(ctx context.Context, _ otelsql.Method, _ string, _ []driver.NamedValue) bool {
				return trace.SpanContextFromContext(ctx).IsValid()
			},
		}),
		otelsql.WithSpanNameFormatter(func(_ context.Context, method otelsql.Method, query string) string {
			if query == "" {
				return string(method)
			}
			return postgres.StatementName(query)
		}),
		otelsql.WithAttributesGetter(func(
			_ context.Context, _ otelsql.Method, query string, _ []driver.NamedValue,
		) []attribute.KeyValue {
			if query == "" {
				return nil
			}
			return []attribute.KeyValue{semconv.DBQuerySummary(postgres.StatementName(query))}
		}),
	}
	return func(c driver.Connector) *sql.DB { return otelsql.OpenDB(c, options...) }
}

// SampledID returns the id of the trace of the context, or "" if it is not sampled.
func SampledID(ctx context.Context) string {
	if sc := trace.SpanContextFromContext(ctx); sc.IsSampled() {
		return sc.TraceID().String()
	}
	return ""
}

// Log returns a handler that adds trace_id and span_id to the lines of requests.
func Log(next slog.Handler) slog.Handler { return logHandler{next} }

type logHandler struct{ slog.Handler }

// Handle implements slog.Handler.
func (h logHandler) Handle(ctx context.Context, r slog.Record) error {
	if sc := trace.SpanContextFromContext(ctx); sc.IsValid() {
		r.AddAttrs(slog.String("trace_id", sc.TraceID().String()), slog.String("span_id", sc.SpanID().String()))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return logHandler{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h logHandler) WithGroup(name string) slog.Handler { return logHandler{h.Handler.WithGroup(name)} }
