package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"testing"

	"google.golang.org/grpc/grpclog"
)

func TestErrorsOfGRPCAreLinesOfTheLog(t *testing.T) {
	var log bytes.Buffer
	defer slog.SetDefault(slog.Default())
	slog.SetDefault(slog.New(slog.NewJSONHandler(&log, nil)))
	grpclog.Error("it failed")
	var line struct{ Level, Msg string }
	if err := json.Unmarshal(log.Bytes(), &line); err != nil || line.Level != "ERROR" || line.Msg == "" {
		t.Errorf("%v: %q", err, log.String())
	}
}
