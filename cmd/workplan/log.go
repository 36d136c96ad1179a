package main

import (
	"io"
	"log/slog"

	"google.golang.org/grpc/grpclog"
)

// logThrough sends what libraries log through log, so that every line is JSON: the errors
// of gRPC and grpc-gateway, and everything of the standard logger.
func logThrough(log *slog.Logger) {
	slog.SetDefault(log)
	grpclog.SetLoggerV2(grpclog.NewLoggerV2(io.Discard, io.Discard, slog.NewLogLogger(log.Handler(), slog.LevelError).Writer()))
}
