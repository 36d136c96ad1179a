// Command histories records what concurrent clients of real servers do and see, and checks that one order explains it:
//
//	go -C tools run ./histories --help
//
// Clients call over REST and gRPC about a few hours, proposals, timesheets, locks, clients, users, time off requests
// and keys that they share, while servers, PostgreSQL and a connection pooler are killed, a worker of Citus hangs, and
// connections are reset. Each call is an operation with its time, its response, or none. For each thing that the calls
// are about, such as the hours of a user on a project, porcupine looks for an order in which a model, a few lines of
// Go, gives the same responses. Two clients keep copies of the tables from events alone, one with GET /events and one
// as the receiver of a webhook, which must be equal to the tables in the end.
//
// A control is a server with a mistake that the same checks must find.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"github.com/workplan-api/workplan/test/citustest"
	"github.com/workplan-api/workplan/tools/internal/checkout"
)

const description = `Record what concurrent clients of workplan do and see, and check that one order of the calls explains it.

It needs Go, PgBouncer, a PostgreSQL that is installed or else fetched, and 1 GB in the temporary folder. It removes
everything at the end, but keeps the histories that fail, as JSON and as a drawing for a browser. It exits with 1 if a
history fails, or if the mistake of a control is not found.`

type options struct {
	Short   bool     `help:"One history of 4 s of each kind, and the controls: about two minutes."`
	Minutes int      `default:"10" help:"Make histories of 6 s for so long, and before them the controls."`
	Clients int      `default:"12" help:"How many clients call at the same time, 8 to 32."`
	Seed    uint64   `help:"Seed of the random calls. The times of calls and faults still differ. The default is a random one."`
	Only    []string `placeholder:"NAME" help:"Only these histories: nothing, two-servers, server-killed, postgres-killed, settled, settled-killed, proposals, proposals-killed, rolling-restart, connections-reset, pooler, worker-hung, moved, placed. worker-hung and placed need the variable WORKPLAN_CITUS_URL with the address of a coordinator of Citus, and are left out without it."`
	Rows    int      `help:"Before all other histories, move an organization with so many rows of hours, without kills, or with --only placed place it."`
	Keep    string   `default:".cache/histories" placeholder:"DIR" help:"Where histories that fail are kept."`
	Write   string   `placeholder:"FILE" help:"Also write a report, such as docs/reports/histories.md."`

	NoControls bool `help:"Leave the controls out."`
}

func main() {
	log.SetFlags(0)
	if err := checkout.Enter(); err != nil {
		log.Fatal("histories: ", err)
	}
	var opts options
	kong.Parse(&opts, kong.Description(description))
	if opts.Seed == 0 {
		opts.Seed = uint64(rand.Uint32())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := histories(ctx, opts); err != nil {
		log.Fatal("histories: ", err)
	}
}

func scenarioOf(name string) scenario {
	return scenarios[slices.IndexFunc(scenarios, func(s scenario) bool { return s.name == name })]
}

// histories makes the controls and then histories of all scenarios, in turns, until the time is over.
func histories(ctx context.Context, opts options) (err error) {
	if opts.Clients < 8 || opts.Clients > 32 {
		return fmt.Errorf("--clients is %d: it must be 8 to 32", opts.Clients)
	}
	for _, name := range opts.Only {
		if !slices.ContainsFunc(scenarios, func(s scenario) bool { return s.name == name }) {
			return fmt.Errorf("--only has %q: see --help for the names", name)
		}
	}
	chosen := slices.DeleteFunc(slices.Clone(scenarios), func(s scenario) bool {
		if len(opts.Only) == 0 {
			return s.citus && citustest.URL() == ""
		}
		return !slices.Contains(opts.Only, s.name)
	})
	if slices.ContainsFunc(chosen, func(s scenario) bool { return s.citus }) {
		if _, err := citustest.Nodes(ctx); err != nil {
			return fmt.Errorf("the histories on Citus: %w", err)
		}
	}
	set := settings{clients: opts.Clients, lasts: 6 * time.Second, keep: opts.Keep}
	if opts.Short {
		set.lasts = 4 * time.Second
	}
	p := page{options: opts, began: time.Now(), outcomes: map[string]outcome{}}
	l, err := newLaboratory(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	log.Printf("Seed %d, %d clients.", opts.Seed, opts.Clients)
	if !opts.NoControls {
		if err := l.control(ctx, set, opts, chosen, &p); err != nil {
			return err
		}
	}
	var failed []error
	if opts.Rows > 0 {
		large := set
		large.rows = opts.Rows
		name := moved
		if slices.Equal(opts.Only, []string{placed}) {
			name = placed
		}
		failed = append(failed, l.record(ctx, &p, scenarioOf(name), large, 0, opts))
	}
	p.histories = time.Now()
	until := p.histories.Add(time.Duration(opts.Minutes) * time.Minute)
	for turn := 0; turn == 0 || !opts.Short && time.Now().Before(until); turn++ {
		for _, s := range chosen {
			if turn > 0 && !time.Now().Before(until) {
				break
			}
			failed = append(failed, l.record(ctx, &p, s, set, turn, opts))
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
	failed = slices.DeleteFunc(failed, func(err error) bool { return err == nil })
	p.failed = len(failed)
	if opts.Write != "" {
		failed = append(failed, os.WriteFile(opts.Write, []byte(p.text(ctx)), 0o644))
	}
	return errors.Join(failed...)
}

// record makes a turn of a scenario and adds it to the report.
func (l *laboratory) record(ctx context.Context, p *page, s scenario, set settings, turn int, opts options) error {
	switch {
	case set.rows > 0:
	case s.citus:
		set.kills = killsOfPlacement
	default:
		set.kills = killsOfMove
	}
	done, err := l.turn(ctx, s, set, turn, opts)
	if err != nil && ctx.Err() == nil {
		log.Printf("%s: FAILED: %v", s.name, err)
	}
	sum := p.outcomes[s.name]
	sum.add(done)
	p.outcomes[s.name] = sum
	return err
}

// turn makes histories of a scenario, in an installation of their own: one, or five in a long run.
func (l *laboratory) turn(ctx context.Context, s scenario, set settings, turn int, opts options) (sum outcome,
	err error) {
	in, err := l.install(ctx, s, l.Workplan)
	if err != nil {
		return sum, err
	}
	if s.moves {
		if in.target, err = l.there(ctx, l.Workplan); err != nil {
			return sum, errors.Join(err, in.close())
		}
	}
	defer func() { err = errors.Join(err, in.close()) }()
	count := 5
	if opts.Short || opts.Minutes < 5 || s.during != nil {
		count = 1
	}
	for n := range count {
		seed := opts.Seed + uint64(turn*count+n)
		done, failed := s.make(ctx, in, set, n, seed)
		log.Printf("%s, seed %d: %s (%.0f s)", s.name, seed, done, done.took.Seconds())
		sum.add(done)
		err = errors.Join(err, failed)
		if failed != nil && !isBroken(failed) {
			break
		}
	}
	return sum, err
}

// control checks that the mistakes are seen.
func (l *laboratory) control(ctx context.Context, set settings, opts options, chosen []scenario, p *page) error {
	if err := l.buildMistakes(ctx); err != nil {
		return err
	}
	set.lasts = 2 * time.Second
	for _, c := range controls {
		if !slices.ContainsFunc(chosen, func(s scenario) bool { return s.name == c.scenario }) {
			continue
		}
		began := time.Now()
		n, found, err := c.seen(ctx, l, set, opts.Seed)
		if err != nil {
			return err
		}
		took := time.Since(began)
		log.Printf("control %s: seen in history %d, after %.0f s: %s", c.name, n, took.Seconds(), found)
		p.controls = append(p.controls,
			fmt.Sprintf("| %s | %s | %d | %.0f | %s |", c.done, c.scenario, n, took.Seconds(), escaped(found)))
	}
	return nil
}
