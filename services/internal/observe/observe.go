// Package observe sees every request at the edge where it comes in, over HTTP or
// over gRPC: it gives it an id and a deadline, catches a panic, writes one line to the
// log and counts it.
package observe

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/workplan-api/workplan/internal/problem"
)

// RequestIDHeader carries the id of a request, in and out.
const RequestIDHeader = "X-Request-Id"

const maxRequestID = 128

// Record is what is known of a request while it runs. The parts that it passes
// fill it in; the edge writes it down.
type Record struct {
	RequestID      string
	RPC            string
	OrganizationID uuid.UUID
	KeyID          uuid.UUID
	// Code is the code of the error that was answered, or empty; so too where nobody
	// waited for the answer.
	Code problem.Code
	// Err is the error behind it, for the log only.
	Err error

	// caller ends when the caller does not wait any more, and gone says why, where that
	// is what the request failed of.
	caller context.Context
	gone   error
}

type recordKey struct{}

// FromContext returns the record of the request, or nil outside of one.
func FromContext(ctx context.Context) *Record {
	r, _ := ctx.Value(recordKey{}).(*Record)
	return r
}

// Fail notes the error that a request is answered with.
func Fail(ctx context.Context, p *problem.Error) {
	r := FromContext(ctx)
	if r == nil {
		return
	}
	r.Err = p
	if p.Code == problem.Unavailable {
		r.gone = r.caller.Err()
	}
	if r.gone == nil {
		r.Code = p.Code
	}
}

// Observer writes requests to the log and counts them.
type Observer struct {
	log      *slog.Logger
	requests *prometheus.HistogramVec
}

// New returns an Observer whose figures are registered with metrics.
func New(log *slog.Logger, metrics prometheus.Registerer) *Observer {
	o := &Observer{log: log, requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "workplan_request_duration_seconds",
		Help:    "Requests by protocol, rpc and status.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	}, []string{"protocol", "rpc", "status"})}
	metrics.MustRegister(o.requests)
	return o
}

// requestTimeout bounds a request from its headers to its answer, whatever deadline
// the client gave it.
const requestTimeout = 10 * time.Second

// begin gives a request its time and its id: the one that the client sent, where it is
// 1 to 128 visible characters, or a new one.
func begin(ctx context.Context, requestID string) (context.Context, context.CancelFunc, *Record) {
	if !visible(requestID) {
		requestID = uuid.Must(uuid.NewV7()).String()
	}
	r := &Record{RequestID: requestID, caller: ctx}
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, recordKey{}, r), requestTimeout)
	return ctx, cancel, r
}

func visible(s string) bool {
	if s == "" || len(s) > maxRequestID {
		return false
	}
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// end writes a request down.
func (o *Observer) end(ctx context.Context, r *Record, protocol, status string, failed bool, start time.Time) {
	took := time.Since(start)
	o.requests.WithLabelValues(protocol, r.RPC, status).Observe(took.Seconds())
	level := slog.LevelInfo
	if failed {
		level = slog.LevelError
	}
	if !o.log.Enabled(ctx, level) {
		return
	}
	attrs := append(make([]slog.Attr, 0, 10),
		slog.String("request_id", r.RequestID),
		slog.String("protocol", protocol),
		slog.String("rpc", r.RPC),
		slog.String("status", status),
		slog.Duration("took", took),
	)
	if r.KeyID != uuid.Nil {
		attrs = append(attrs, slog.String("organization_id", r.OrganizationID.String()), slog.String("key_id", r.KeyID.String()))
	}
	if r.Code != "" {
		attrs = append(attrs, slog.String("code", string(r.Code)))
	}
	if failed && r.Err != nil {
		attrs = append(attrs, slog.String("error", r.Err.Error()))
	}
	o.log.LogAttrs(ctx, level, "request", attrs...)
}

// Interceptor observes calls that come over gRPC.
func (o *Observer) Interceptor(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (resp any, err error) {
	start := time.Now()
	var sent string
	if ids := metadata.ValueFromIncomingContext(ctx, RequestIDHeader); len(ids) == 1 {
		sent = ids[0]
	}
	ctx, cancel, rec := begin(ctx, sent)
	defer cancel()
	rec.RPC = info.FullMethod
	// It fails only after the headers are sent, and nothing has sent them yet.
	_ = grpc.SetHeader(ctx, metadata.Pairs(RequestIDHeader, rec.RequestID))
	defer func() {
		if v := recover(); v != nil {
			p := Recovered(v)
			Fail(ctx, p)
			resp, err = nil, p
		}
		if p, ok := err.(*problem.Error); ok { // shared by other requests, perhaps
			told := *p
			told.RequestID = rec.RequestID
			err = &told
		}
		code := status.Code(err)
		if rec.gone != nil { // that is no failure of ours
			code = status.FromContextError(rec.gone).Code()
		}
		failed := code == codes.Internal || code == codes.Unknown || code == codes.Unavailable
		o.end(ctx, rec, "grpc", code.String(), failed, start)
	}()
	return next(ctx, req)
}
