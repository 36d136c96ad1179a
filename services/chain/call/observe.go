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
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tracing"
	"github.com/workplan-api/workplan/internal/usage"
	"github.com/workplan-api/workplan/services/chain/auth"
)

// RequestIDHeader is the header with the id of a request, in the request and the response.
const RequestIDHeader = "X-Request-Id"

// ReplayedHeader is the header of a response that was stored under the Idempotency-Key of the
// request. Its value is true.
const ReplayedHeader = "Idempotency-Replayed"

// requestTimeout is the maximum time from a whole request, with its body, to its response. If the client sets a shorter
// deadline, that deadline is used.
const requestTimeout = 10 * time.Second

// Call is a running request: what the log and the metrics say of it, and its place among the requests that run.
type Call struct {
	RequestID string
	// RPC is the rpc, or the path if it is no rpc. Route is the template of the path, with its verb, for
	// the span. It is empty if it is RPC or if there is nothing at the path.
	RPC, Route     string
	OrganizationID uuid.UUID
	// KeyID is the key of the caller, SessionID the session; uuid.Nil if there is none.
	KeyID, SessionID uuid.UUID
	// Replayed means that the response was stored under the Idempotency-Key of the request.
	Replayed bool
	// Minimal means that the response has no rows, see ReturnMinimal.
	Minimal bool
	// WholeList means that the transport sends all pages of a list in one response.
	WholeList bool
	// Seq is the number of the last event that the rows of such a response include.
	Seq int64

	// recordID is the id of the record that the rpc names or has created, empty if there is none.
	recordID string
	rows     int
	// written is the request as the client wrote it, with references instead of ids, if it may be a repetition: the
	// records may have other references since. unknown is then the error about references that no record has.
	written proto.Message
	unknown error
	// references are those of the request, see References.
	references []reference
	// received and sent are the bytes of the body or the messages.
	received, sent int64
	// work is how long the request had a turn, without its statements and waits for a connection meanwhile.
	work time.Duration
	// turn is how long the request has waited for a turn, and for memory for its body.
	turn       time.Duration
	statements postgres.Stopwatch

	// code is the code of the error in the response, empty if the request succeeded or the
	// caller was gone. err is the error with its cause, for the log.
	code problem.Code
	err  error
	// step is the step of the chain that runs, or the last one, see the list at the top of call.go.
	step string
	// caller is the context of the request without requestTimeout. gone is set if the
	// caller disconnected, or the deadline of the caller passed, and the request failed.
	caller context.Context
	gone   error
	// broken is the status of an error after the headers of a response were sent, 0 if there was none.
	broken int
	slot   *Slot // nil before the caller is known
}

type callKey struct{}

// FromContext returns the call of the request. If ctx has none, it returns a new one, which is never logged.
func FromContext(ctx context.Context) *Call {
	if call, ok := ctx.Value(callKey{}).(*Call); ok {
		return call
	}
	return &Call{caller: ctx}
}

// Received notes bytes of the request.
func (c *Call) Received(bytes int) { c.received += int64(bytes) }

// Sent notes bytes of the response.
func (c *Call) Sent(bytes int) { c.sent += int64(bytes) }

// calledBy notes who calls, nil if that is not known.
func (c *Call) calledBy(caller *auth.Caller) {
	if caller == nil {
		return
	}
	c.OrganizationID, c.KeyID = caller.OrganizationID, caller.KeyID
	if caller.Session != nil {
		c.SessionID = caller.Session.ID
	}
}

// Work begins to measure the work of a request that has a turn now, until the returned function is called.
// The time of its statements, and of its waits for a connection, is no work of this process.
func (c *Call) Work() (end func()) {
	away := func() time.Duration { return c.statements.Took() + c.statements.Waited() }
	began, before := time.Now(), away()
	return func() { c.work += max(0, time.Since(began)-(away()-before)) }
}

// Observer logs and counts requests.
type Observer struct {
	log    *slog.Logger
	meter  *meter
	usage  *usage.Table
	tracer trace.Tracer // nil without traces
}

// NewObserver returns an Observer that registers its metrics. With a provider of traces, each request has a
// span. The spans of gRPC calls are those of its stats handler, see the package tracing.
func NewObserver(
	log *slog.Logger, table *rpc.Table, registerer prometheus.Registerer, traces trace.TracerProvider,
) *Observer {
	o := &Observer{log: log, meter: newMeter(table, registerer), usage: usage.New(time.Now)}
	if traces != nil {
		o.tracer = tracing.Tracer(traces)
	}
	return o
}

// Usage is what each organization has used since the start.
func (o *Observer) Usage() *usage.Table { return o.usage }

// WithTimeout returns a context that ends when the request has taken too long. The time begins
// when the body of the request is read.
func WithTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, requestTimeout)
}

// Extend returns a context in which the request may take longer by more. It ends when the
// caller is gone. The returned function must be called at the end.
func Extend(ctx context.Context, more time.Duration) (context.Context, context.CancelFunc) {
	extended, cancel := context.WithTimeout(context.WithoutCancel(ctx), requestTimeout+more)
	stop := context.AfterFunc(FromContext(ctx).caller, cancel)
	return extended, func() { stop(); cancel() }
}

// begin returns the context and the call of a request. The client's request id is kept if
// it has 1 to 128 visible ASCII characters and does not contain a key or a token. Else the request
// gets a new id.
func begin(ctx context.Context, requestID string) (context.Context, *Call) {
	if !rpc.IsToken(requestID) || keys.MatchString(requestID) {
		requestID = uuid.Must(uuid.NewV7()).String()
	}
	call := &Call{RequestID: requestID, caller: ctx}
	return postgres.WithStopwatch(context.WithValue(ctx, callKey{}, call), &call.statements), call
}

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

// end logs and counts a request.
func (o *Observer) end(ctx context.Context, call *Call, protocol, status string, failed bool, start time.Time) {
	took := time.Since(start)
	var trace string
	if o.tracer != nil {
		describe(ctx, call, failed)
		trace = tracing.SampledID(ctx)
	}
	o.meter.count(call, protocol, status, took, trace)
	if call.OrganizationID != uuid.Nil {
		o.usage.Add(call.OrganizationID,
			usage.Sums{
				Requests: 1, Rows: int64(call.rows), ReceivedBytes: call.received, SentBytes: call.sent,
				Work: call.work,
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
		slog.String("request_id", call.RequestID),
		slog.String("protocol", protocol),
		slog.String("rpc", call.RPC),
		slog.String("status", status),
		slog.Int64("duration_us", took.Microseconds()), // integers: slog takes 1 µs for a float
		slog.Int64("work_us", call.work.Microseconds()),
		slog.Int64("statements_us", call.statements.Took().Microseconds()),
		slog.Int64("turn_us", call.turn.Microseconds()),
		slog.Int64("connection_us", call.statements.Waited().Microseconds()),
		slog.Int("rows", call.rows),
		slog.Int64("received_bytes", call.received),
		slog.Int64("sent_bytes", call.sent),
	)
	if call.OrganizationID != uuid.Nil {
		attrs = append(attrs, slog.String("organization_id", call.OrganizationID.String()))
	}
	if call.SessionID != uuid.Nil {
		attrs = append(attrs, slog.String("session_id", call.SessionID.String()))
	} else if call.KeyID != uuid.Nil {
		attrs = append(attrs, slog.String("key_id", call.KeyID.String()))
	}
	if call.recordID != "" {
		attrs = append(attrs, slog.String("record_id", call.recordID))
	}
	if call.Replayed {
		attrs = append(attrs, slog.Bool("replayed", true))
	}
	if call.code != "" {
		attrs = append(attrs, slog.String("code", string(call.code)))
	}
	if failed && call.err != nil {
		if call.step != "" {
			attrs = append(attrs, slog.String("step", call.step))
		}
		attrs = append(attrs, slog.String("error", call.err.Error()))
	}
	o.log.LogAttrs(ctx, level, "request", attrs...)
}
