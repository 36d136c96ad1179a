package call

import (
	"cmp"
	"context"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/workplan-api/workplan/internal/tracing"
)

// start begins the span of an HTTP request. The span never has the path or the query, which may
// contain a token, but the template of the path, which is known later.
func (o *Observer) start(ctx context.Context, r *http.Request) (context.Context, trace.Span) {
	ctx = tracing.Extract(ctx, r.Header)
	return o.tracer.Start(ctx, r.Method, trace.WithSpanKind(trace.SpanKindServer),
		trace.WithAttributes(semconv.HTTPRequestMethodKey.String(r.Method)))
}

// finish names the span of an HTTP request by its route, and ends it.
func finish(span trace.Span, r *Request, status int) {
	if route := cmp.Or(r.Route, r.RPC); route != "" {
		span.SetName(route)
		span.SetAttributes(semconv.HTTPRoute(route))
	}
	span.SetAttributes(semconv.HTTPResponseStatusCode(status))
	span.End()
}

// describe writes what is known of a request to its span: what its line in the log has too.
func describe(ctx context.Context, r *Request, failed bool) {
	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	span.SetAttributes(
		attribute.String("workplan.request_id", r.ID), attribute.String("workplan.rpc", r.RPC),
	)
	if r.Caller != nil {
		span.SetAttributes(attribute.String("workplan.organization_id", r.Caller.OrganizationID.String()))
	}
	if r.code != "" {
		span.SetAttributes(semconv.ErrorTypeKey.String(string(r.code)))
	}
	if failed {
		span.SetStatus(codes.Error, string(r.code))
	}
}
