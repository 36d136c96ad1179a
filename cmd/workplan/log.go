package main

import (
	"io"
	"log/slog"
	"strings"

	"google.golang.org/grpc/grpclog"
)

// gRPC and grpc-gateway log their errors through slog, so that every line of serve is JSON.
// The logger of gRPC must be set before gRPC is used.
func init() {
	grpclog.SetLoggerV2(grpclog.NewLoggerV2(io.Discard, io.Discard, defaultLog{}))
}

// defaultLog writes lines to the default logger, as errors.
type defaultLog struct{}

func (defaultLog) Write(line []byte) (int, error) {
	slog.Error(strings.TrimSpace(string(line)))
	return len(line), nil
}
