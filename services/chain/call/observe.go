package call

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tracing"
	"github.com/workplan-api/workplan/internal/usage"
)

// RequestIDHeader is the header with the id of a request, in the request and the response.
const RequestIDHeader = "X-Request-Id"

// ReplayedHeader is the header of a response that was stored under the Idempotency-Key of the
// request. Its value is true.
const ReplayedHeader = "Idempotency-Replayed"

// Observer logs and counts requests.
type Observer struct {
	db     *ent.Client
	log    *slog.Logger
	meter  *meter
	usage  *usage.Table
	tracer trace.Tracer // nil without traces
}

// NewObserver returns an Observer that registers its metrics. db is the database of each request. With a provider of
// traces, each request has a span. The spans of gRPC calls are those of its stats handler, see the package tracing.
func NewObserver(
	db *ent.Client, log *slog.Logger, table *rpc.Table, registerer prometheus.Registerer, traces trace.TracerProvider,
) *Observer {
	o := &Observer{db: db, log: log, meter: newMeter(table, registerer), usage: usage.New(time.Now)}
	if traces != nil {
		o.tracer = tracing.Tracer(traces)
	}
	return o
}

// Usage is what each organization has used since the start.
func (o *Observer) Usage() *usage.Table { return o.usage }

// protect calls serve and returns its error. A panic becomes an internal error with the
// stack, so that only this request fails and the process continues.
func protect(serve func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = internal(fmt.Errorf("panic: %v\n%s", v, debug.Stack()))
		}
	}()
	return serve()
}

// logAndCount logs and counts a request.
func (o *Observer) logAndCount(ctx context.Context, r *Request, protocol, status string, failed bool, start time.Time) {
	took := time.Since(start)
	var traceID string
	if o.tracer != nil {
		describe(ctx, r, failed)
		traceID = tracing.SampledID(ctx)
	}
	o.meter.count(r, protocol, status, took, traceID)
	if r.Caller != nil {
		o.usage.Add(r.Caller.OrganizationID,
			usage.Sums{
				Requests: 1, Rows: int64(r.rows), ReceivedBytes: r.received, SentBytes: r.sent,
				Work: r.work,
			})
	}
	level := slog.LevelInfo
	if failed {
		level = slog.LevelError
	}
	if !o.log.Enabled(ctx, level) {
		return
	}
	attrs := append(make([]slog.Attr, 0, 20),
		slog.String("request_id", r.ID),
		slog.String("protocol", protocol),
		slog.String("rpc", r.RPC),
		slog.String("status", status),
		slog.Int64("duration_us", took.Microseconds()), // integers: slog takes 1 µs for a float
		slog.Int64("work_us", r.work.Microseconds()),
		slog.Int64("statements_us", r.statements.Took().Microseconds()),
		slog.Int64("turn_us", r.turn.Microseconds()),
		slog.Int64("connection_us", r.statements.Waited().Microseconds()),
		slog.Int("rows", r.rows),
		slog.Int64("received_bytes", r.received),
		slog.Int64("sent_bytes", r.sent),
	)
	if c := r.Caller; c != nil {
		attrs = append(attrs, slog.String("organization_id", c.OrganizationID.String()))
		if c.Session != nil {
			attrs = append(attrs, slog.String("session_id", c.Session.ID.String()))
		} else if c.KeyID != uuid.Nil {
			attrs = append(attrs, slog.String("key_id", c.KeyID.String()))
		}
	}
	if r.recordID != "" {
		attrs = append(attrs, slog.String("record_id", r.recordID))
	}
	if r.Replayed {
		attrs = append(attrs, slog.Bool("replayed", true))
	}
	if r.code != "" {
		attrs = append(attrs, slog.String("code", string(r.code)))
	}
	if failed && r.err != nil {
		if r.step != "" {
			attrs = append(attrs, slog.String("step", r.step))
		}
		attrs = append(attrs, slog.String("error", r.err.Error()))
	}
	o.log.LogAttrs(ctx, level, "request", attrs...)
}
