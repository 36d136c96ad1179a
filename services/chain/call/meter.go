package call

import (
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
)

// meter counts requests.
type meter struct {
	table                                              *rpc.Table
	requests, errors, rows, replays, failedCredentials *prometheus.CounterVec
	durations                                          *prometheus.HistogramVec
}

func newMeter(table *rpc.Table, r prometheus.Registerer) *meter {
	m := &meter{
		table:    table,
		requests: metrics.Requests.Counter(r), errors: metrics.Errors.Counter(r), rows: metrics.Rows.Counter(r),
		replays: metrics.Replays.Counter(r), failedCredentials: metrics.FailedCredentials.Counter(r),
		durations: metrics.RequestDuration.Histogram(r),
	}
	for _, code := range credentialCodes { // so that the rate is known from the first one on
		m.failedCredentials.WithLabelValues(string(code))
	}
	return m
}

// credentialCodes are the codes of requests without a valid credential.
var credentialCodes = []problem.Code{problem.CredentialMissing, problem.CredentialInvalid,
	problem.KeyExpired, problem.KeyRevoked}

// count counts a request. If it has a trace, its time is an exemplar with the id of the trace.
func (m *meter) count(r *Request, protocol, status string, took time.Duration, trace string) {
	m.requests.WithLabelValues(protocol, r.RPC, status).Inc()
	duration := m.durations.WithLabelValues(r.RPC, m.kind(r))
	if trace != "" {
		duration.(prometheus.ExemplarObserver).ObserveWithExemplar(took.Seconds(), prometheus.Labels{"trace_id": trace})
	} else {
		duration.Observe(took.Seconds())
	}
	if r.Replayed {
		m.replays.WithLabelValues(r.RPC).Inc()
	}
	if r.code == "" {
		return
	}
	m.errors.WithLabelValues(protocol, string(r.code)).Inc()
	if slices.Contains(credentialCodes, r.code) {
		m.failedCredentials.WithLabelValues(string(r.code)).Inc()
	}
}

// kind returns what is expected of the time of a request: see metrics.RequestDuration.
func (m *meter) kind(r *Request) string {
	switch method := m.table.ByName(r.RPC); {
	case method == nil:
		return "other"
	case method.Waits || r.WholeList:
		return "wait"
	case method.Writes:
		return "write"
	}
	return "read"
}

// countRows counts the rows of a page or a batch, and notes the id of a record that was created.
func (m *meter) countRows(r *Request, resp proto.Message) {
	method := r.endpoint.Method
	if n := rowsOf(method, r.message, resp); n > 0 {
		r.rows += n
		m.rows.WithLabelValues(method.Name).Add(float64(n))
	}
	if method.Writes && r.recordID == "" {
		r.recordID = createdID(resp)
	}
}

// createdID returns the id of the record in a response, data.id, or an empty text.
func createdID(resp proto.Message) string {
	data, ok := DataOf(resp.ProtoReflect())
	if !ok {
		return ""
	}
	id := data.Descriptor().Fields().ByName("id")
	if id == nil || id.Kind() != protoreflect.StringKind {
		return ""
	}
	return data.Get(id).String()
}

// rowsOf returns how many rows the batch in the request has, or the list in the response.
func rowsOf(method *rpc.Method, req, resp proto.Message) int {
	if method.Items != nil {
		return req.ProtoReflect().Get(method.Body).Message().Get(method.Items).List().Len()
	}
	list, ok := ListOf(resp.ProtoReflect())
	if !ok {
		return 0
	}
	return list.Len()
}

// ListOf returns the list of a response, data.items.
func ListOf(resp protoreflect.Message) (list protoreflect.List, ok bool) {
	data, ok := DataOf(resp)
	if !ok {
		return nil, false
	}
	items := data.Descriptor().Fields().ByName("items")
	if items == nil || !items.IsList() {
		return nil, false
	}
	return data.Get(items).List(), true
}

// DataOf returns the field data of a response.
func DataOf(resp protoreflect.Message) (data protoreflect.Message, ok bool) {
	field := resp.Descriptor().Fields().ByName("data")
	if field == nil || field.Message() == nil || field.IsList() {
		return nil, false
	}
	return resp.Get(field).Message(), true
}
