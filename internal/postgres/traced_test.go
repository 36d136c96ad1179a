package postgres_test

import (
	"context"
	"testing"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tracing"
)

// TestTracedPool shows that a pool with traces keeps what a connection of this package does, and that
// only statements of requests have spans.
func TestTracedPool(t *testing.T) {
	spans := tracetest.NewSpanRecorder()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans))
	opts := postgres.Options{OpenDB: tracing.OpenDB(provider), StatementTimeout: 300 * time.Millisecond}
	t.Run("a statement is prepared once", func(t *testing.T) {
		db := MustOne(t, opts)
		for range 3 {
			MustExec(t, db, "SELECT $1::int", 1)
		}
		if n := MustText(t, db,
			"SELECT count(*) FROM pg_prepared_statements WHERE statement = 'SELECT $1::int'"); n != "1" {
			t.Errorf("%s prepared statements", n)
		}
	})
	t.Run("a lost connection is replaced, and a statement that was sent does not run again", func(t *testing.T) {
		p, dsn := MustProxy(t)
		db := MustOpen(t, dsn, opts)
		MustExec(t, db, "SELECT 1")
		p.cut.Store(true)
		_, err := db.ExecContext(t.Context(), "SELECT 2")
		if !postgres.IsOutcomeUnknown(err) {
			t.Errorf("got %v, which is a known outcome", err)
		}
		MustExec(t, db, "SELECT 1")
	})
	t.Run("a silent server does not hold a statement", func(t *testing.T) {
		p, dsn := MustProxy(t)
		db := MustOpen(t, dsn, opts)
		MustExec(t, db, "SELECT 1")
		p.swallow.Store(true)
		began := time.Now()
		_, err := db.ExecContext(context.WithoutCancel(t.Context()), "SELECT 1")
		if took := time.Since(began); !postgres.IsUnavailable(err) || took > 20*time.Second {
			t.Errorf("after %v: %v", took, err)
		}
	})
	t.Run("a statement that is allowed more takes longer", func(t *testing.T) {
		conn, err := MustOne(t, opts).Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if err := postgres.AllowSlow(conn, time.Minute); err != nil {
			t.Fatal(err)
		}
		MustExec(t, conn, "SET statement_timeout = 0")
		MustExec(t, conn, "SELECT pg_sleep(1.6)")
	})
	if n := len(spans.Ended()); n != 0 {
		t.Errorf("%d spans without a request", n)
	}
	t.Run("a statement of a request has a span with its name", func(t *testing.T) {
		ctx, request := tracing.Tracer(provider).Start(t.Context(), "request")
		if _, err := MustOne(t, opts).ExecContext(ctx, "SELECT $1::int FROM pg_am", 1); err != nil {
			t.Fatal(err)
		}
		request.End()
		ended := spans.Ended()
		if len(ended) != 2 || ended[0].Name() != "SELECT pg_am" {
			t.Errorf("%d spans, the first one is %v", len(ended), ended)
		}
	})
}
