package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/without"
	"github.com/workplan-api/workplan/services"
)

// serveWith makes this program a server with a variant: the control of a row, without one protection. It is a process
// of its own, so that its memory can be measured.
const serveWith = "serve-with"

// settings are what a variant may change before the server starts.
type settings struct {
	services.Config
	Pool    postgres.Options
	without []without.Part
}

// variants change the settings of a server. Each file of rows adds its own.
var variants = map[string]func(*settings){}

// serveVariant serves like workplan serve until SIGTERM, with the settings of a variant.
func serveVariant(name string) error {
	change, ok := variants[name]
	if !ok {
		return fmt.Errorf("there is no variant %q", name)
	}
	debug.SetGCPercent(400) // as workplan serve
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	s := settings{
		Config: services.Config{Log: slog.New(slog.NewJSONHandler(os.Stderr, nil)), Metrics: prometheus.NewRegistry()},
	}
	change(&s)
	var err error
	if s.DB, err = postgres.Open(os.Getenv("DATABASE_URL"), s.Pool); err != nil {
		return err
	}
	defer s.DB.Close()
	server, err := services.New(s.Config, s.without...)
	if err != nil {
		return err
	}
	web, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	rpc, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.Log.Info("listening", "http", web.Addr().String(), "grpc", rpc.Addr().String())
	return server.Run(ctx, web, rpc)
}
