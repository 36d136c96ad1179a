package tracing

import (
	"cmp"
	"context"
	"os"

	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/exporters/stdout/stdouttrace"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// The values of OTEL_TRACES_EXPORTER, and the protocols of OTLP.
const (
	exporterOTLP    = "otlp"
	exporterConsole = "console"
	exporterNone    = "none"

	protocolGRPC = "grpc"
	protocolHTTP = "http/protobuf"
)

// newExporter returns the exporter that the environment names, by default OTLP over HTTP, or nil for none. Check has
// accepted the environment. The package autoexport does the same, but links the exporters of metrics and logs too.
func newExporter(ctx context.Context) (sdktrace.SpanExporter, error) {
	switch os.Getenv("OTEL_TRACES_EXPORTER") {
	case exporterConsole:
		return stdouttrace.New(stdouttrace.WithWriter(os.Stdout))
	case exporterNone:
		return nil, nil
	}
	if cmp.Or(os.Getenv("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"),
		os.Getenv("OTEL_EXPORTER_OTLP_PROTOCOL")) == protocolGRPC {
		return otlptracegrpc.New(ctx)
	}
	return otlptracehttp.New(ctx)
}
