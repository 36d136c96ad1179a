package main

import (
	"context"
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
	HTTPAddr    string     `name:"http-addr" env:"HTTP_ADDR" default:":8080" help:"Where REST, /healthz, /readyz and /metrics listen."`
	GRPCAddr    string     `name:"grpc-addr" env:"GRPC_ADDR" default:":9090" help:"Where gRPC listens."`
	PublicURL   string     `name:"public-url" env:"PUBLIC_URL" help:"The address that clients use, such as https://plan.example.com: makes links absolute."`
	CORSOrigins []string   `name:"cors-origins" env:"CORS_ORIGINS" help:"Origins whose pages may call the API from a browser, comma-separated, or * for all."`
	LogLevel    slog.Level `name:"log-level" env:"LOG_LEVEL" default:"info" help:"The least level that is logged: debug, info, warn, error."`
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
	if err := serve(ctx, services.Config{DB: db, Log: log, PublicURL: c.PublicURL, CORSOrigins: c.CORSOrigins}, httpListener, grpcListener); err != nil {
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

func serve(ctx context.Context, cfg services.Config, httpListener, grpcListener net.Listener) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	cfg.Metrics = prometheus.NewRegistry()
	cfg.Metrics.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		collectors.NewDBStatsCollector(cfg.DB, "workplan"),
	)
	server, err := services.New(cfg)
	if err != nil {
		return err
	}
	return server.Run(ctx, httpListener, grpcListener)
}
