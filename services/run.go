package services

import (
	"bytes"
	"context"
	"errors"
	"log"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/workplan-api/workplan/internal/connlimit"
	"github.com/workplan-api/workplan/internal/sweep"
	grpcapi "github.com/workplan-api/workplan/services/chain/grpc"
	"github.com/workplan-api/workplan/services/chain/idempotency"
	"github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/services/proposals"
	"github.com/workplan-api/workplan/services/sessions"
	"github.com/workplan-api/workplan/services/webhooks"
)

// The timeouts of an HTTP connection, and those of a shutdown. A handshake of TLS may take as long
// as the headers.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 15 * time.Second
	writeTimeout      = 30 * time.Second
	idleTimeout       = 60 * time.Second
	drainTimeout      = 20 * time.Second
	freshTimeout      = time.Second
)

// Limits of an HTTP/2 connection of REST, besides those that it shares with gRPC. What a client may
// send before its bodies are read stays in memory. At a round trip of 50 ms, a body of 4 MiB takes
// a second.
const (
	maxFrame        = 16 << 10
	http2ConnWindow = 256 << 10
)

// errorLog logs the errors of net/http. Each TCP check of a load balancer is a handshake that
// fails, so those are not warnings.
type errorLog struct{ log *slog.Logger }

func (l errorLog) Write(line []byte) (int, error) {
	level := slog.LevelWarn
	if bytes.HasPrefix(line, []byte("http: TLS handshake error")) {
		level = slog.LevelDebug
	}
	l.log.Log(context.Background(), level, strings.TrimSpace(string(line)))
	return len(line), nil
}

// Run serves on the two listeners until ctx is done. Then it stops:
//
//  1. It reports not ready at once. For Config.ShutdownDelay it still accepts and serves
//     everything, because load balancers send requests until they poll the next time. HTTP
//     responses close their connections.
//  2. It refuses new connections, sends GOAWAY on gRPC connections, ends their streams, and
//     finishes the requests that it has accepted, for at most 20 s. Then it returns nil.
//
// If the database cannot be reached, Run keeps serving and reports not ready until it can.
// Run stops without delay and returns ErrBehind if the database lacks migrations, and
// migrate.ErrAhead if its schema is too new.
func (s *Server) Run(ctx context.Context, httpListener, grpcListener net.Listener) error {
	if !s.unlimited {
		httpListener = connlimit.Limit(httpListener, connlimit.NewLimiter(s.cfg.MaxConnections))
		grpcListener = connlimit.Paced(grpcListener, connlimit.NewLimiter(s.cfg.MaxConnections))
	}
	var fresh freshConns
	web := &http.Server{
		Handler:           s.HTTP,
		ConnState:         fresh.note,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    grpcapi.MaxHeaderBytes,
		HTTP2: &http.HTTP2Config{
			MaxConcurrentStreams: grpcapi.MaxStreams, MaxReadFrameSize: maxFrame,
			MaxReceiveBufferPerStream: grpcapi.StreamWindow, MaxReceiveBufferPerConnection: http2ConnWindow,
		},
		ErrorLog: log.New(errorLog{s.cfg.Log}, "", 0),
	}
	serveWeb := web.Serve
	if s.cfg.TLS != nil {
		web.TLSConfig = s.cfg.TLS.REST()
		serveWeb = func(l net.Listener) error { return web.ServeTLS(l, "", "") }
	}
	stopped := make(chan error, 3)
	watching, stopWatching := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWatching()
	var background sync.WaitGroup
	background.Go(func() { stopped <- s.watch(watching) })
	background.Go(func() { s.deliverer.Run(watching) })
	background.Go(func() { s.alerts.Run(watching) })
	for _, e := range s.expiring() {
		background.Go(func() {
			e.rows.Run(watching, s.cfg.Log, s.swept.WithLabelValues(e.rows.Name), func() time.Time {
				return time.Now().Add(-e.kept)
			})
		})
	}
	if s.cfg.TLS != nil {
		background.Go(func() { s.cfg.TLS.Watch(watching, s.cfg.Log) })
	}
	following, stopFollowing := context.WithCancel(context.WithoutCancel(ctx))
	defer stopFollowing()
	background.Go(func() { s.sequencer.Run(following) })
	background.Go(func() { s.admission.StoreUses(following) })
	if s.cfg.LockWatch != nil {
		background.Go(func() { s.cfg.LockWatch.Run(following, s.cfg.Background, s.cfg.DB, s.cfg.Background) })
	}
	accepted := make(chan struct{}) // closed when the server accepts no more connections
	go func() { stopped <- serveWeb(httpListener); close(accepted) }()
	go func() { stopped <- s.GRPC.Serve(grpcListener) }()

	stop := func() {
		s.cfg.OnStopping()
		stopWatching()
		s.ready.set(errStopping)
		s.health.Shutdown()
	}
	var failed error
	select {
	case <-ctx.Done():
		stop()
		s.cfg.Log.InfoContext(ctx, "stopping", "delay_ms", s.cfg.ShutdownDelay.Milliseconds())
		time.Sleep(s.cfg.ShutdownDelay)
	case failed = <-stopped:
		stop()
	}

	draining, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	forced := context.AfterFunc(draining, s.GRPC.Stop)
	defer forced()
	finished := make(chan struct{})
	s.endStreams()
	go func() { s.GRPC.GracefulStop(); close(finished) }()
	err := httpListener.Close()
	<-accepted
	fresh.wait(draining)
	err = errors.Join(err, s.shutdown(draining, web))
	<-finished
	stopFollowing() // after the last request
	background.Wait()
	return errors.Join(failed, err, s.quota.Close())
}

// shutdown waits for the requests that the server has accepted. When draining ends, it cuts off those that are left, as
// gRPC does: such as one whose client sends the body slowly. That is no failure of the stop.
func (s *Server) shutdown(draining context.Context, web *http.Server) error {
	err := web.Shutdown(draining)
	if !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	s.cfg.Log.WarnContext(draining, "requests that did not end in time are cut off",
		"after_ms", drainTimeout.Milliseconds())
	return web.Close()
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

// expiring are rows that are removed in the background.
type expiring struct {
	rows sweep.Table
	// kept is how long rows are kept after the time by which they are removed.
	kept time.Duration
}

// expiring returns all rows that are removed in the background. docs/operate/postgresql.md has a table of them.
func (s *Server) expiring() []expiring {
	return []expiring{
		{idempotency.Expired(s.cfg.Background), 0},
		{sessions.Expired(s.cfg.Background), 0},
		{webhooks.Expired(s.cfg.Background), webhooks.AttemptsKept},
		{journal.Expired(s.cfg.Background), s.cfg.EventRetention},
		{proposals.Expired(s.cfg.Background), s.cfg.EventRetention},
	}
}
