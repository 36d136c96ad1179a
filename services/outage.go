package services

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
)

// outageEvery is how often a line is logged while the database is away.
const outageEvery = time.Minute

// outage is a log handler for whatever the server does by itself, without a request. While the database is away, every
// part of the server fails again and again. The first of these lines is logged at once, and then one a minute, which
// has the number of those that were left out. The lines of requests have the error as text, so none is left out.
type outage struct {
	slog.Handler
	*outageLines
}

// outageLines counts lines, for an outage and the handlers that were made of it.
type outageLines struct {
	mu      sync.Mutex
	last    time.Time // of a line about the database that was logged
	leftOut int
}

// Handle implements slog.Handler.
func (o outage) Handle(ctx context.Context, r slog.Record) error {
	away := false
	r.Attrs(func(a slog.Attr) bool {
		err, ok := a.Value.Any().(error)
		away = away || ok && postgres.IsAway(err)
		return !away
	})
	if away {
		leftOut, log := o.next(r.Time)
		if !log {
			return nil
		}
		if leftOut > 0 {
			r = r.Clone()
			r.AddAttrs(slog.Int("left_out", leftOut))
		}
	}
	return o.Handler.Handle(ctx, r)
}

// next reports whether to log a line about the database, and how many were left out before.
func (o *outageLines) next(at time.Time) (leftOut int, log bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if at.Sub(o.last) < outageEvery {
		o.leftOut++
		return 0, false
	}
	leftOut, o.last, o.leftOut = o.leftOut, at, 0
	return leftOut, true
}

// end ends the outage and returns how many lines were left out since the last one. The next outage is logged at once.
func (o *outageLines) end() (leftOut int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	leftOut, o.leftOut, o.last = o.leftOut, 0, time.Time{}
	return leftOut
}

// WithAttrs implements slog.Handler.
func (o outage) WithAttrs(attrs []slog.Attr) slog.Handler {
	return outage{o.Handler.WithAttrs(attrs), o.outageLines}
}

// WithGroup implements slog.Handler.
func (o outage) WithGroup(name string) slog.Handler {
	return outage{o.Handler.WithGroup(name), o.outageLines}
}
