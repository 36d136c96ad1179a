package observe_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/lib/pq"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/internal/observe"
)

func observer(log *bytes.Buffer) *observe.Observer {
	return observe.New(slog.New(slog.NewJSONHandler(log, nil)), prometheus.NewRegistry())
}

func TestHTTP(t *testing.T) {
	var log bytes.Buffer
	handler := observer(&log).HTTP(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/panic" {
			panic("canary")
		}
		observe.FromContext(r.Context()).RPC = "/x/Y"
		w.WriteHeader(http.StatusTeapot)
	}), func(w http.ResponseWriter, r *http.Request, v any) {
		observe.Fail(r.Context(), observe.Recovered(v))
		w.WriteHeader(http.StatusInternalServerError)
	})
	for _, path := range []string{"/", "/panic"} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
		r.Header.Set(observe.RequestIDHeader, "mine")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Header().Get(observe.RequestIDHeader) != "mine" {
			t.Errorf("%s: id %q", path, w.Header().Get(observe.RequestIDHeader))
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
		t.Errorf("the log does not say where it panicked: %s", lines[1])
	}
}

func TestAPanicOverGRPCIsAnError(t *testing.T) {
	var log bytes.Buffer
	_, err := observer(&log).Interceptor(t.Context(), nil, &grpc.UnaryServerInfo{FullMethod: "/x/Y"}, func(context.Context, any) (any, error) { panic("canary") })
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
		p := observe.Problem(ctx, ctx.Err())
		observe.Fail(ctx, p)
		return p
	}
	t.Run("over gRPC", func(t *testing.T) {
		var log bytes.Buffer
		ctx, cancel := context.WithDeadline(t.Context(), time.Now())
		defer cancel()
		_, _ = observer(&log).Interceptor(ctx, nil, &grpc.UnaryServerInfo{FullMethod: "/x/Y"}, func(ctx context.Context, _ any) (any, error) {
			return nil, gone(ctx)
		})
		if !strings.Contains(log.String(), `"level":"INFO"`) || !strings.Contains(log.String(), `"status":"DeadlineExceeded"`) {
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
		_, _ = observer(&log).Interceptor(t.Context(), nil, &grpc.UnaryServerInfo{FullMethod: "/x/Y"}, func(ctx context.Context, _ any) (any, error) {
			ended, cancel := context.WithDeadline(ctx, time.Now())
			defer cancel()
			return nil, gone(ended)
		})
		if !strings.Contains(log.String(), `"level":"ERROR"`) || !strings.Contains(log.String(), `"status":"Unavailable"`) {
			t.Errorf("the log is %s", log.String())
		}
	})
}

func TestProblem(t *testing.T) {
	known := problem.New(problem.NotFound, "x")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		name string
		ctx  context.Context
		err  error
		want problem.Code
	}{
		{"what is known stays", t.Context(), known, problem.NotFound},
		{"a row that is not there is an unknown reference", t.Context(), &pq.Error{Code: "23503"}, problem.UnknownReference},
		{"a statement that took too long is unavailable", t.Context(), &pq.Error{Code: "57014"}, problem.Unavailable},
		{"a database that stops is unavailable", t.Context(), &pq.Error{Code: "57P01"}, problem.Unavailable},
		{"a disk that is full is unavailable", t.Context(), &pq.Error{Code: "53100"}, problem.Unavailable},
		{"a deadlock that did not end is unavailable", t.Context(), &pq.Error{Code: "40P01"}, problem.Unavailable},
		{"a request that ended is unavailable", ended, errors.New("x"), problem.Unavailable},
		{"a constraint of ours is internal", t.Context(), &pq.Error{Code: "23514", Message: "canary"}, problem.Internal},
		{"all else is internal", t.Context(), errors.New("canary"), problem.Internal},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := observe.Problem(test.ctx, test.err)
			if p.Code != test.want || strings.Contains(p.Text(), "canary") || !errors.Is(p, test.err) {
				t.Errorf("%v", p)
			}
			if (p.Code == problem.Unavailable) != (p.RetryAfter > 0) {
				t.Errorf("retry after %s", p.RetryAfter)
			}
		})
	}
}
