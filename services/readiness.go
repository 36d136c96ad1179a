package services

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
	"github.com/workplan-api/workplan/internal/wait"
)

// A database that falls silent is noticed within 3 s: after checkEvery and checkTimeout, and
// one second in which the driver cancels the check.
const (
	checkEvery   = 500 * time.Millisecond
	checkTimeout = time.Second
)

var (
	errStarting    = errors.New("starting")
	errStopping    = errors.New("stopping")
	errUnreachable = errors.New("the database cannot be reached")
	errNoPrimary   = errors.New("no host of the database that can be reached is a primary: start it, or promote a standby")
	errRefused     = errors.New("PostgreSQL refuses the role, the password or the database of DATABASE_URL")
	errReadOnly    = postgres.ErrReadOnly
	errNotPrimary  = postgres.ErrNotPrimary
	errNoRights    = errors.New("the role of DATABASE_URL may not use the tables")
	errPooler      = errors.New("a connection pooler is in front of the database, and DATABASE_POOLER does not say so")
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

// value is that of the metric: 1 if the server is ready, else 0.
func (r *readiness) value() float64 {
	if r.err() == nil {
		return 1
	}
	return 0
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

// watch checks at regular intervals whether the server is ready, until ctx is done. It returns
// ErrBehind if the database lacks migrations, and migrate.ErrAhead if a newer program has changed
// the schema so that this one cannot run on it. It returns postgres.ErrPooler if there is a wrong pooler before the
// server was ever ready. Later, the server stays and is not ready.
func (s *Server) watch(ctx context.Context) error {
	for wasReady := false; ; {
		err := s.check(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if was := s.ready.err(); (was == nil) != (err == nil) || errors.Is(was, errStarting) {
			if err == nil {
				s.cfg.Log.InfoContext(ctx, "ready", "left_out", s.outage.end())
				s.warnOfLoss(ctx)
			} else {
				// An error, so that no LOG_LEVEL hides that nothing is served; as text, so that the line is never left
				// out.
				s.cfg.Log.ErrorContext(ctx, "not ready", "error", err.Error())
			}
		}
		wasReady = wasReady || err == nil
		if errors.Is(err, ErrBehind) || errors.Is(err, migrate.ErrAhead) ||
			errors.Is(err, postgres.ErrPooler) && !wasReady {
			return err
		}
		status := healthpb.HealthCheckResponse_SERVING
		if err != nil {
			status = healthpb.HealthCheckResponse_NOT_SERVING
			switch {
			case errors.Is(err, postgres.ErrPooler):
				err = errPooler
			case postgres.IsRefused(err):
				err = errRefused // the reason is in the log
			case postgres.IsNoPrimary(err):
				err = errNoPrimary // the log names the hosts
			case errors.Is(err, errNoRights) || postgres.Code(err) == insufficientPrivilege:
				err = errNoRights
			case errors.Is(err, errNotPrimary):
				err = errNotPrimary // the reason is in the log
			case !errors.Is(err, errReadOnly):
				err = errUnreachable // the cause is in the log
			}
		}
		s.ready.set(err)
		s.health.SetServingStatus("", status)
		if err == nil {
			s.cfg.OnReady()
		}
		if wait.For(ctx, checkEvery) != nil {
			return nil
		}
	}
}

// insufficientPrivilege is the code of an error of PostgreSQL.
const insufficientPrivilege = "42501"

// checkRights returns errNoRights if the role of the server lacks rights, such as after a migration that gave it none.
func checkRights(ctx context.Context, db *sql.DB) error {
	missing, err := migrate.MissingRights(ctx, db)
	if err == nil && missing != "" {
		err = fmt.Errorf("%w: it lacks %s: run `workplan migrate` with MIGRATE_DATABASE_URL, which gives them",
			errNoRights, missing)
	}
	return err
}

// check returns an error if the database cannot be reached, is read-only or not the primary, if its schema is behind or
// too new, or if the role may not use its tables.
func (s *Server) check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	if errors.Is(s.ready.err(), errStarting) {
		if err := postgres.CheckSessions(ctx, s.cfg.Background); err != nil {
			return err
		}
	}
	pending, err := migrate.Pending(ctx, s.cfg.Probe, migrations.Files)
	if err != nil {
		return err
	}
	s.pending.Set(float64(len(pending)))
	if len(pending) > 0 {
		return fmt.Errorf("%w: run `workplan migrate` to apply %s", ErrBehind, strings.Join(pending, ", "))
	}
	if was := s.ready.err(); errors.Is(was, errStarting) || errors.Is(was, errNoRights) {
		if err := checkRights(ctx, s.cfg.Probe); err != nil {
			return err
		}
	}
	conn, err := s.cfg.Probe.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := postgres.CheckSession(ctx, conn); err != nil {
		return err
	}
	return s.cfg.Primary.Check(ctx, conn)
}
