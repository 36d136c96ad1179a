package services

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
)

// The timeouts of an HTTP connection, the interval and timeout of the readiness check, and
// the timeouts of a shutdown.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 15 * time.Second
	writeTimeout      = 30 * time.Second
	idleTimeout       = 60 * time.Second
	checkEvery        = time.Second
	checkTimeout      = 2 * time.Second
	drainTimeout      = 20 * time.Second
	freshTimeout      = time.Second
)

var (
	errStarting = errors.New("starting")
	errStopping = errors.New("stopping")
)

// readiness is the state that /readyz reports: nil if the server is ready, else the reason
// why it is not.
type readiness struct{ state atomic.Pointer[error] }

func (r *readiness) err() error {
	if p := r.state.Load(); p != nil {
		return *p
	}
	return errStarting
}

// set changes the state. A server that stops stays not ready, whatever a check that was
// already running finds.
func (r *readiness) set(err error) {
	for {
		old := r.state.Load()
		if old != nil && errors.Is(*old, errStopping) || r.state.CompareAndSwap(old, &err) {
			return
		}
	}
}

// ErrBehind is the error if the database lacks migrations that this program needs.
var ErrBehind = errors.New("the schema of the database is behind")

// Run serves on the two listeners until ctx is done. Then it reports not ready, finishes
// the requests that it has accepted, and returns nil. If the database cannot be reached,
// Run keeps serving and reports not ready until it can. Run stops and returns ErrBehind if
// the database lacks migrations.
func (s *Server) Run(ctx context.Context, httpListener, grpcListener net.Listener) error {
	var fresh freshConns
	web := &http.Server{
		Handler:           s.HTTP,
		ConnState:         fresh.note,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	stopped := make(chan error, 3)
	watching, stopWatching := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWatching()
	go func() { stopped <- s.watch(watching) }()
	accepted := make(chan struct{}) // closed when the server accepts no more connections
	go func() { stopped <- web.Serve(httpListener); close(accepted) }()
	go func() { stopped <- s.GRPC.Serve(grpcListener) }()

	var failed error
	select {
	case <-ctx.Done():
	case failed = <-stopped:
	}
	stopWatching()
	s.ready.set(errStopping)
	s.health.Shutdown()

	draining, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	forced := context.AfterFunc(draining, s.GRPC.Stop)
	defer forced()
	finished := make(chan struct{})
	go func() { s.GRPC.GracefulStop(); close(finished) }()
	err := httpListener.Close()
	<-accepted
	fresh.wait(draining)
	err = errors.Join(err, web.Shutdown(draining))
	<-finished
	return errors.Join(failed, err, s.quota.Close())
}

// freshConns are the accepted HTTP connections whose first request has not begun.
// http.Server.Shutdown would close them and lose requests that are on their way.
type freshConns struct{ conns sync.Map }

func (f *freshConns) note(c net.Conn, state http.ConnState) {
	if state == http.StateNew {
		f.conns.Store(c, nil)
	} else {
		f.conns.Delete(c)
	}
}

// wait returns when no fresh connection is left, or after freshTimeout.
func (f *freshConns) wait(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, freshTimeout)
	defer cancel()
	for ctx.Err() == nil {
		none := true
		f.conns.Range(func(any, any) bool { none = false; return false })
		if none {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// watch checks every second whether the server is ready, until ctx is done. It returns
// ErrBehind if the database lacks migrations.
func (s *Server) watch(ctx context.Context) error {
	for {
		err := s.check(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if was := s.ready.err(); (was == nil) != (err == nil) || errors.Is(was, errStarting) {
			if err == nil {
				s.log.InfoContext(ctx, "ready")
			} else {
				s.log.WarnContext(ctx, "not ready", "error", err)
			}
		}
		if errors.Is(err, ErrBehind) {
			return err
		}
		status := healthpb.HealthCheckResponse_SERVING
		if err != nil {
			err = errors.New("the database cannot be reached")
			status = healthpb.HealthCheckResponse_NOT_SERVING
		}
		s.ready.set(err)
		s.health.SetServingStatus("", status)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(checkEvery):
		}
	}
}

// check returns an error if the database cannot be reached or lacks migrations.
func (s *Server) check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	pending, err := migrate.Pending(ctx, s.db, migrations.Files)
	if err != nil {
		return err
	}
	if len(pending) > 0 {
		return fmt.Errorf("%w: run `workplan migrate` to apply %s", ErrBehind, strings.Join(pending, ", "))
	}
	return nil
}
