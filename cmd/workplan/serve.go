package main

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"net"
	"os"
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/workplan-api/workplan/services"
)

// Garbage is collected seldom while there is room, which is worth a quarter more
// requests, and often where memory would go beyond the limit, which keeps the process
// below 100 MiB. GOGC and GOMEMLIMIT override them.
const (
	gcPercent   = 400
	memoryLimit = 72 << 20
)

type serveCmd struct {
	database
	HTTPAddr string     `name:"http-addr" env:"HTTP_ADDR" default:":8080" help:"Where REST, /healthz, /readyz and /metrics listen."`
	GRPCAddr string     `name:"grpc-addr" env:"GRPC_ADDR" default:":9090" help:"Where gRPC listens."`
	LogLevel slog.Level `name:"log-level" env:"LOG_LEVEL" default:"info" help:"The least level that is logged: debug, info, warn, error."`
}

// Help says what help without arguments does not.
func (serveCmd) Help() string {
	return "It starts without a database and reports not ready until there is one. On a schema that is behind it stops and says so. SIGTERM makes it finish what it has accepted, and exit 0."
}

// Run serves until it is told to stop.
func (c *serveCmd) Run(ctx context.Context, std streams) error {
	db, err := c.pool()
	if err != nil {
		return err
	}
	defer db.Close()
	httpListener, grpcListener, err := listen(c.HTTPAddr, c.GRPCAddr)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewJSONHandler(std.err, &slog.HandlerOptions{Level: c.LogLevel}))
	log.InfoContext(ctx, "listening", "http", httpListener.Addr().String(), "grpc", grpcListener.Addr().String())
	if err := serve(ctx, db, log, httpListener, grpcListener); err != nil {
		return err
	}
	log.Info("stopped")
	return nil
}

// listen opens both addresses or none.
func listen(httpAddr, grpcAddr string) (httpListener, grpcListener net.Listener, err error) {
	if httpListener, err = net.Listen("tcp", httpAddr); err != nil {
		return nil, nil, fmt.Errorf("cannot listen for REST: %w: choose another --http-addr", err)
	}
	if grpcListener, err = net.Listen("tcp", grpcAddr); err != nil {
		httpListener.Close()
		return nil, nil, fmt.Errorf("cannot listen for gRPC: %w: choose another --grpc-addr", err)
	}
	return httpListener, grpcListener, nil
}

func serve(ctx context.Context, db *sql.DB, log *slog.Logger, httpListener, grpcListener net.Listener) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	metrics := prometheus.NewRegistry()
	metrics.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		collectors.NewDBStatsCollector(db, "workplan"),
	)
	server, err := services.New(services.Config{DB: db, Log: log, Metrics: metrics})
	if err != nil {
		return err
	}
	return server.Run(ctx, httpListener, grpcListener)
}
