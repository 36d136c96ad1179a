package tracing

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/workplan-api/workplan/internal/secreturl"
)

// The values of OTEL_TRACES_SAMPLER. Those with a ratio read it from OTEL_TRACES_SAMPLER_ARG.
var (
	samplers = []string{"always_on", "always_off", "traceidratio", "parentbased_always_on",
		"parentbased_always_off", "parentbased_traceidratio"}
	ratioSamplers = []string{"traceidratio", "parentbased_traceidratio"}
	exporters     = []string{exporterOTLP, exporterConsole, exporterNone}
	otlpProtocols = []string{protocolGRPC, protocolHTTP}
	durationsInMS = []string{"OTEL_EXPORTER_OTLP_TIMEOUT", "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT"}
)

// Check returns an error that names every variable of OpenTelemetry that has a value which cannot be used.
// OpenTelemetry itself ignores most of them, and the traces are then not where the operator looks for them. If traces
// are off, nothing is wrong.
func Check() error {
	if !enabled() {
		return nil
	}
	var errs []error
	wrong := func(name, format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s "+format, append([]any{name}, args...)...))
	}
	oneOf := func(name string, words []string) {
		if value := os.Getenv(name); value != "" && !slices.Contains(words, value) {
			wrong(name, "must be one of %s", strings.Join(words, ", "))
		}
	}
	oneOf("OTEL_TRACES_EXPORTER", exporters)
	oneOf("OTEL_TRACES_SAMPLER", samplers)
	for _, prefix := range []string{"OTEL_EXPORTER_OTLP_", "OTEL_EXPORTER_OTLP_TRACES_"} {
		oneOf(prefix+"PROTOCOL", otlpProtocols)
		if value := os.Getenv(prefix + "ENDPOINT"); value != "" {
			if u, ok := secreturl.Parse(value); !ok || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
				wrong(prefix+"ENDPOINT", "must be an address such as http://collector:4318")
			}
		}
	}
	for _, name := range durationsInMS {
		if value := os.Getenv(name); value != "" {
			if n, err := strconv.Atoi(value); err != nil || n < 0 {
				wrong(name, "must be a number of milliseconds")
			}
		}
	}
	if value := os.Getenv("OTEL_TRACES_SAMPLER_ARG"); value != "" &&
		slices.Contains(ratioSamplers, os.Getenv("OTEL_TRACES_SAMPLER")) {
		if ratio, err := strconv.ParseFloat(value, 64); err != nil || !(ratio >= 0 && ratio <= 1) {
			wrong("OTEL_TRACES_SAMPLER_ARG", "must be a number from 0 to 1")
		}
	}
	return errors.Join(errs...)
}
