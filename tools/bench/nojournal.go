package main

import (
	"context"
	"log/slog"
	"net"
	"os"
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/without"
	"github.com/workplan-api/workplan/services"
)

// noJournalCommand makes this program the server no-journal: workplan serve that writes no
// events. The ratio to it is what the journal costs.
const noJournalCommand = "serve-no-journal"

// serveNoJournal serves the database DATABASE_URL with the settings of workplan serve.
func serveNoJournal() error {
	debug.SetGCPercent(400)
	cfg := services.Config{
		Log: slog.New(slog.NewJSONHandler(os.Stderr, nil)), Metrics: prometheus.NewRegistry(),
	}
	var err error
	if cfg.DB, err = postgres.Open(os.Getenv("DATABASE_URL"), postgres.Options{}); err != nil {
		return err
	}
	server, err := services.New(cfg, without.Journal)
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
	cfg.Log.Info("listening", "http", web.Addr().String(), "grpc", rpc.Addr().String())
	return server.Run(context.Background(), web, rpc)
}
