package tracing_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/internal/tracing"
)

// receiver is a collector for both protocols of OTLP.
type receiver struct {
	collector.UnimplementedTraceServiceServer
	spans chan string // the protocol and the name
}

func (r *receiver) receive(protocol string, req *collector.ExportTraceServiceRequest) {
	for _, spans := range req.ResourceSpans {
		for _, scope := range spans.ScopeSpans {
			for _, span := range scope.Spans {
				r.spans <- protocol + " " + span.Name
			}
		}
	}
}

func (r *receiver) Export(
	_ context.Context, req *collector.ExportTraceServiceRequest,
) (*collector.ExportTraceServiceResponse, error) {
	r.receive("gRPC", req)
	return &collector.ExportTraceServiceResponse{}, nil
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	message := &collector.ExportTraceServiceRequest{}
	if err := proto.Unmarshal(body, message); err != nil || req.URL.Path != "/v1/traces" {
		http.Error(w, "not OTLP", http.StatusBadRequest)
		return
	}
	r.receive("HTTP", message)
}

// TestTheEnvironmentChoosesTheExporter sends a span with each exporter to a collector, and looks for it there.
func TestTheEnvironmentChoosesTheExporter(t *testing.T) {
	r := &receiver{spans: make(chan string, 1)}
	overHTTP := httptest.NewServer(r)
	defer overHTTP.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	overGRPC := grpc.NewServer()
	collector.RegisterTraceServiceServer(overGRPC, r)
	go overGRPC.Serve(l) //nolint:errcheck // it ends with the test
	defer overGRPC.Stop()
	grpcAddress := "http://" + l.Addr().String()

	for _, test := range []struct {
		name string
		env  map[string]string
		want string
	}{
		{"HTTP is the default", map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": overHTTP.URL}, "HTTP"},
		{"otlp",
			map[string]string{"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_ENDPOINT": overHTTP.URL}, "HTTP"},
		{"http/protobuf",
			map[string]string{
				"OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf", "OTEL_EXPORTER_OTLP_ENDPOINT": overHTTP.URL,
			}, "HTTP"},
		{"grpc", map[string]string{"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc", "OTEL_EXPORTER_OTLP_ENDPOINT": grpcAddress},
			"gRPC"},
		{"grpc for traces", map[string]string{"OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf",
			"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "grpc",
			"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": grpcAddress}, "gRPC"},
		{"HTTP for traces", map[string]string{"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc",
			"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "http/protobuf",
			"OTEL_EXPORTER_OTLP_ENDPOINT":        overHTTP.URL}, "HTTP"},
		{"console", map[string]string{"OTEL_TRACES_EXPORTER": "console", "OTEL_EXPORTER_OTLP_ENDPOINT": overHTTP.URL},
			"console"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for name, value := range test.env {
				t.Setenv(name, value)
			}
			output := captured(t, func() {
				p, err := tracing.Start(t.Context(), "v1", slog.New(slog.DiscardHandler))
				if err != nil {
					t.Fatal(err)
				}
				_, span := tracing.Tracer(p).Start(t.Context(), "one span")
				span.End()
				if err := p.Shutdown(t.Context()); err != nil {
					t.Error(err)
				}
			})
			got := ""
			select {
			case got = <-r.spans:
			default:
				if strings.Contains(output, `"Name":"one span"`) {
					got = "console one span"
				}
			}
			if got != test.want+" one span" {
				t.Errorf("the span came over %q, want %s", got, test.want)
			}
		})
	}
}

// captured returns what a function writes to standard output.
func captured(t *testing.T, write func()) string {
	t.Helper()
	file, err := os.Create(t.TempDir() + "/stdout")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	stdout := os.Stdout
	os.Stdout = file
	defer func() { os.Stdout = stdout }()
	write()
	text, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestUnknownExportersAreRefused(t *testing.T) {
	for _, name := range []string{"OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_PROTOCOL",
		"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
			t.Setenv(name, "pigeon")
			_, err := tracing.Start(t.Context(), "v1", slog.New(slog.DiscardHandler))
			if err == nil || !strings.HasPrefix(err.Error(), name+" must be one of ") ||
				strings.Contains(err.Error(), "pigeon") {
				t.Error(err)
			}
		})
	}
}
