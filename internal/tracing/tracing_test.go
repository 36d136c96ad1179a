package tracing_test

import (
	"log/slog"
	"testing"

	"github.com/workplan-api/workplan/internal/tracing"
)

func TestStart(t *testing.T) {
	for name, test := range map[string]struct {
		env map[string]string
		on  bool
	}{
		"nothing is set": {nil, false},
		"an address":     {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}, true},
		"an address for traces": {map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:1"},
			true},
		"an exporter": {map[string]string{"OTEL_TRACES_EXPORTER": "console"}, true},
		"no exporter": {
			map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_TRACES_EXPORTER": "none"},
			false,
		},
		"OpenTelemetry is off": {
			map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_SDK_DISABLED": "true"}, false,
		},
		"another exporter is none": {map[string]string{"OTEL_METRICS_EXPORTER": "otlp"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			for _, variable := range []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
				"OTEL_TRACES_EXPORTER", "OTEL_SDK_DISABLED"} {
				t.Setenv(variable, test.env[variable])
			}
			p, err := tracing.Start(t.Context(), "v1", slog.New(slog.DiscardHandler))
			if err != nil || (p != nil) != test.on {
				t.Fatalf("a provider: %t, %v", p != nil, err)
			}
			if p != nil {
				if err := p.Shutdown(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
