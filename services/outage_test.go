package services_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
)

// TestAnAbsentDatabaseIsLoggedOnce runs a server whose database is away. What the server does by itself fails each
// second, and says so once.
func TestAnAbsentDatabaseIsLoggedOnce(t *testing.T) {
	t.Parallel()
	db, err := postgres.Open("postgres://nobody@127.0.0.1:1/none", postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var log lines
	s, err := services.New(services.Config{
		DB: db, Log: slog.New(slog.NewJSONHandler(&log, nil)), Metrics: prometheus.NewRegistry(),
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 4*time.Second)
	defer stop()
	if err := s.Run(ctx, listen(t), listen(t)); err != nil {
		t.Fatal(err)
	}
	if n := log.count("connect to the database"); n < 1 || n > 2 || log.count(`"msg":"not ready"`) != 1 {
		t.Errorf("%d lines about the database:\n%s", n, log.text.String())
	}
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// lines is a log of several goroutines.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// count returns how many lines contain a text.
func (l *lines) count(part string) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(l.text.String()) {
		if strings.Contains(line, part) {
			n++
		}
	}
	return n
}
