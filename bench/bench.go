package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"time"
)

// warmUp is the part of a round that each arm runs before the first round.
const warmUp = 0.5

// restTime lets the servers come to rest before their memory is looked at.
const restTime = time.Second

// benchmark runs everything.
func benchmark(ctx context.Context, opts options, std streams) (_ *result, err error) {
	list, err := chosen(opts.Only, opts.Clients)
	if err != nil {
		return nil, err
	}
	if !measurable {
		std.say("CPU and memory are measured on Linux only: they will be 0.")
	}
	began := loadAverage()
	e, err := prepare(ctx, opts, std)
	if err != nil {
		return nil, err
	}
	defer func() {
		std.say("stopping and removing everything …")
		err = errors.Join(err, e.close())
	}()
	debug.SetGCPercent(gcPercent) // this process is the server of the arm raw
	res := &result{
		Machine: machine{
			System: runtime.GOOS + "/" + runtime.GOARCH, Processors: runtime.NumCPU(), Go: runtime.Version(),
			PostgreSQL: e.postgres, LoadBefore: began,
		},
		Rows: opts.Rows, Rounds: opts.Rounds, Seconds: opts.Seconds,
	}
	if err := res.idle(ctx, e); err != nil {
		return nil, err
	}
	calls := make([][]call, len(list))
	for i, s := range list {
		if calls[i], err = s.calls(ctx, e.db, e.data); err != nil {
			return nil, err
		}
		note, err := e.sameAnswers(ctx, &calls[i][0])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		if note != "" {
			std.say("%s: %s", s.name, note)
			res.Notes = append(res.Notes, s.name+": "+note)
		}
	}
	std.say("all arms give the same answers")
	for i, s := range list {
		figures, err := e.rounds(ctx, s, calls[i], opts, std)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		res.Scenarios = append(res.Scenarios, figures)
	}
	res.Machine.LoadAfter = loadAverage()
	res.Connections, err = e.connections(ctx)
	return res, err
}

// rounds runs the rounds of a scenario: each arm once in each of them, starting with
// another one each time.
func (e *environment) rounds(ctx context.Context, s scenario, calls []call, opts options, std streams) (figures, error) {
	f := figures{Name: s.name, About: s.about, Clients: s.clients}
	arms := e.arms()
	for _, a := range arms {
		f.Arms = append(f.Arms, armFigures{Name: a.name})
		if a.server != 0 {
			if err := resetPeak(a.server); err != nil {
				return f, err
			}
		}
	}
	for n := -1; n < opts.Rounds; n++ {
		seconds := opts.Seconds
		if n < 0 {
			seconds *= warmUp
			std.say("%s: warming up …", s.name)
		} else {
			std.say("%s: round %d of %d", s.name, n+1, opts.Rounds)
		}
		for i := range arms {
			place := (i + max(n, 0)) % len(arms)
			r, err := measure(ctx, arms[place], s.clients, calls, seconds, uint64(n+1), e.postmaster)
			if err != nil {
				return f, fmt.Errorf("%s: %w", arms[place].name, err)
			}
			if n >= 0 {
				f.Arms[place].Rounds = append(f.Arms[place].Rounds, r)
			}
		}
	}
	f.compare()
	for i, a := range arms {
		if a.server == 0 {
			continue
		}
		var err error
		if _, f.Arms[i].Peak, err = memoryOf(a.server); err != nil {
			return f, err
		}
	}
	return f, nil
}

// idle notes the memory of the servers before the first request.
func (res *result) idle(ctx context.Context, e *environment) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(restTime):
	}
	res.Idle = map[string]int64{}
	for _, a := range e.arms() {
		if a.server == 0 {
			continue
		}
		now, _, err := memoryOf(a.server)
		if err != nil {
			return err
		}
		res.Idle[a.name] = now
	}
	return nil
}

// median returns the middle of some figures.
func median(of []float64) float64 {
	if len(of) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(of))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
