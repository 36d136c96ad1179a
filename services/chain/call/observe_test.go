package call_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/lib/pq"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/services/chain/call"
)

func observer(log *bytes.Buffer) *call.Observer {
	return call.NewObserver(nil, slog.New(slog.NewJSONHandler(log, nil)), &rpc.Table{}, prometheus.NewRegistry(), nil)
}

func TestHTTP(t *testing.T) {
	var log bytes.Buffer
	handler := observer(&log).HTTP(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/panic" {
			panic("canary")
		}
		call.FromContext(r.Context()).RPC = "/x/Y"
		w.WriteHeader(http.StatusTeapot)
	}), func(ctx context.Context, w http.ResponseWriter, err error) {
		w.WriteHeader(call.Failed(ctx, err).HTTPStatus())
	})
	for _, path := range []string{"/", "/panic"} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
		r.Header.Set(call.RequestIDHeader, "mine")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Header().Get(call.RequestIDHeader) != "mine" {
			t.Errorf("%s: id %q", path, w.Header().Get(call.RequestIDHeader))
		}
	}
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines: %s", len(lines), log.String())
	}
	for i, want := range []map[string]any{
		{"level": "INFO", "request_id": "mine", "rpc": "/x/Y", "status": "418", "protocol": "http"},
		{"level": "ERROR", "request_id": "mine", "status": "500", "code": "internal"},
	} {
		var got map[string]any
		if err := json.Unmarshal([]byte(lines[i]), &got); err != nil {
			t.Fatal(err)
		}
		for name, value := range want {
			if got[name] != value {
				t.Errorf("line %d: %s is %v, want %v", i, name, got[name], value)
			}
		}
	}
	if !strings.Contains(lines[1], "canary") || !strings.Contains(lines[1], "goroutine") {
		t.Errorf("the log has no stack of the panic: %s", lines[1])
	}
}

func TestAPanicOverGRPCIsAnError(t *testing.T) {
	var log bytes.Buffer
	_, err := observer(&log).GRPC(t.Context(), "/x/Y",
		func(_ context.Context) (proto.Message, error) { panic("canary") })
	var p *problem.Error
	if !errors.As(err, &p) || p.Code != problem.Internal || strings.Contains(p.GRPCStatus().String(), "canary") {
		t.Errorf("%v", err)
	}
	if !strings.Contains(log.String(), "canary") {
		t.Errorf("the log is %s", log.String())
	}
}

func TestACallerWhoGoesAwayIsNoFailure(t *testing.T) {
	gone := func(ctx context.Context) error {
		return call.Failed(ctx, ctx.Err())
	}
	t.Run("over gRPC", func(t *testing.T) {
		var log bytes.Buffer
		ctx, cancel := context.WithDeadline(t.Context(), time.Now())
		defer cancel()
		_, _ = observer(&log).GRPC(ctx, "/x/Y", func(ctx context.Context) (proto.Message, error) {
			return nil, gone(ctx)
		})
		if !strings.Contains(log.String(), `"level":"INFO"`) ||
			!strings.Contains(log.String(), `"status":"DeadlineExceeded"`) {
			t.Errorf("the log is %s", log.String())
		}
	})
	t.Run("over HTTP", func(t *testing.T) {
		var log bytes.Buffer
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		handler := observer(&log).HTTP(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_ = gone(r.Context())
			w.WriteHeader(503)
		}), nil)
		handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, "GET", "/", nil))
		if !strings.Contains(log.String(), `"level":"INFO"`) || !strings.Contains(log.String(), `"status":"499"`) {
			t.Errorf("the log is %s", log.String())
		}
	})
	t.Run("but our own deadline is one", func(t *testing.T) {
		var log bytes.Buffer
		_, _ = observer(&log).GRPC(t.Context(), "/x/Y", func(ctx context.Context) (proto.Message, error) {
			ended, cancel := context.WithDeadline(ctx, time.Now())
			defer cancel()
			return nil, gone(ended)
		})
		if !strings.Contains(log.String(), `"level":"ERROR"`) ||
			!strings.Contains(log.String(), `"status":"Unavailable"`) {
			t.Errorf("the log is %s", log.String())
		}
	})
}

func TestWhatTheCallerSeesOfAnError(t *testing.T) {
	known := problem.New(problem.NotFound, "x")
	var log bytes.Buffer
	var ctx context.Context
	_, _ = observer(&log).GRPC(t.Context(), "/x/Y", func(c context.Context) (proto.Message, error) {
		ctx = context.WithoutCancel(c)
		return nil, nil
	})
	ended, cancel := context.WithCancel(ctx)
	cancel()
	for _, test := range []struct {
		name string
		ctx  context.Context
		err  error
		want problem.Code
	}{
		{"a problem stays as it is", ctx, known, problem.NotFound},
		{"a violated foreign key is an unknown reference", ctx, &pq.Error{Code: "23503"}, problem.UnknownReference},
		{"a statement that the request canceled is unavailable", ctx, &pq.Error{Code: "57014"}, problem.Unavailable},
		{"a database that shuts down is unavailable", ctx, &pq.Error{Code: "57P01"}, problem.Unavailable},
		{"a full disk is unavailable", ctx, &pq.Error{Code: "53100"}, problem.Unavailable},
		{"a deadlock is unavailable", ctx, &pq.Error{Code: "40P01"}, problem.Unavailable},
		{"an ended request is unavailable", ended, errors.New("x"), problem.Unavailable},
		{"a deadline of a part of the request is unavailable", ctx, context.DeadlineExceeded, problem.Unavailable},
		{"a violated check is internal", ctx, &pq.Error{Code: "23514", Message: "canary"}, problem.Internal},
		{"any other error is internal", ctx, errors.New("canary"), problem.Internal},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := call.Failed(test.ctx, test.err)
			if p.Code != test.want || strings.Contains(p.Text(), "canary") || !errors.Is(p, test.err) {
				t.Errorf("%v", p)
			}
			if (p.Code == problem.Unavailable) != (p.RetryAfter > 0) {
				t.Errorf("retry after %s", p.RetryAfter)
			}
		})
	}
}

// TestAPanicInTheMiddleBreaksTheResponse: the client must not take what it has for the whole.
func TestAPanicInTheMiddleBreaksTheResponse(t *testing.T) {
	var log bytes.Buffer
	server := httptest.NewServer(observer(&log).HTTP(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("some rows\n"))
		_ = http.NewResponseController(w).Flush()
		panic("canary")
	}), func(_ context.Context, w http.ResponseWriter, _ error) {
		_, _ = w.Write([]byte("an error among the rows"))
	}))
	resp, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	server.Close() // after the log line
	if string(body) != "some rows\n" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q, %v", body, err)
	}
	if !strings.Contains(log.String(), `"status":"500"`) || !strings.Contains(log.String(), "canary") {
		t.Error(log.String())
	}
}
