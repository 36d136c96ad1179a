// Command soak puts load on a server for hours and looks for what grows:
//
//	go -C tools run ./soak --dir DIR --hours 24 --write docs/reports/soak.md
//
// Three organizations, one of them noisy, read and write over REST, gRPC, webhooks and sessions. What they write takes
// the place of what they wrote before, and events, Idempotency-Keys and attempts of webhooks expire soon, so nothing
// has a reason to grow. At the end of each hour, workplan verify must find nothing, the server is killed, and each
// write that it had acknowledged must be there.
//
// All state is in a folder. A soak may be stopped at any time, also by kill -9 or by the end of the machine: the next
// start with the same folder goes on, and its hours are added to those before.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"github.com/workplan-api/workplan/tools/internal/checkout"
)

const description = `Put load on workplan for hours, and look for what grows.

It needs Go, a PostgreSQL that is installed or else fetched, and 2 GB in the folder. SIGINT and SIGTERM end a piece; the next
start with the same folder goes on, with the rate and the times of the first start. The process is in the file pid of the
folder. It exits with 1 if a check finds something, or if a series grows after the hours to settle.`

type options struct {
	Dir    string        `placeholder:"DIR" help:"The folder that keeps the soak between its pieces. PostgreSQL must be able to enter it."`
	Hours  float64       `default:"24" help:"The hours of load in total."`
	Piece  time.Duration `placeholder:"TIME" help:"End this piece after a time, such as 40m."`
	Rate   float64       `placeholder:"N" help:"Requests a second. By default as many as use --share of the machine, measured at the first start."`
	Share  float64       `default:"0.5" help:"The share of the machine, if there is no --rate."`
	Settle float64       `default:"2" help:"The hours at the beginning that the slopes leave out."`
	Every  time.Duration `default:"1h" help:"The length of an hour of load: checks and a kill are at its end, and slopes are for it."`
	Kept   time.Duration `placeholder:"TIME" help:"How long what expires is kept. By default a 24th of --every."`
	Sample time.Duration `default:"30s" help:"The time between samples."`
	Short  bool          `help:"Hours of 40 s, and the control before: about four minutes, in a temporary folder."`
	Write  string        `placeholder:"FILE" help:"Also write a report, such as docs/reports/soak.md, and its plots to docs/reports/images."`

	Control    bool `help:"Only the control: a short run with leaks that must be seen."`
	ReportOnly bool `help:"Only judge what DIR has so far, also while a piece runs."`

	leak func(context.Context, *piece)
}

func main() {
	log.SetFlags(log.Ltime)
	started, err := os.Getwd()
	if err == nil {
		err = checkout.Enter()
	}
	if err != nil {
		log.Fatal("soak: ", err)
	}
	var opts options
	kong.Parse(&opts, kong.Description(description))
	if opts.Dir == "" && !opts.Short && !opts.Control {
		log.Fatal("soak: --dir is missing")
	}
	if opts.Dir != "" && !filepath.IsAbs(opts.Dir) {
		opts.Dir = filepath.Join(started, opts.Dir)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := soak(ctx, opts); err != nil {
		log.Fatal("soak: ", err)
	}
}

// timesKept is how many times in an hour everything that expires is replaced. The pages of an index over random keys,
// such as Idempotency-Keys, empty unevenly: it grows for some 20 of these times, although its rows do not, and has then
// settled at about 44 % of what its pages hold. An hour has 24, so that this is over before the slopes begin. The keys
// of planned hours, which the load replaces, have then settled too: they took 1.6 hours.
const timesKept = 24

// settle fills in what follows from other options.
func (o *options) settle() {
	if o.Kept == 0 {
		o.Kept = o.Every / timesKept
	}
}

// A server that was killed holds its webhooks for 30 s, so events must be kept for longer.
const shortRate, shortKept = 60, time.Minute

// short returns the options of a short run.
func (o options) short(dir string) options {
	o.Dir, o.Short, o.Rate = dir, true, shortRate
	o.Every, o.Kept, o.Sample, o.Hours, o.Settle = 40*time.Second, shortKept, time.Second, 3.4, 1.3
	return o
}

func soak(ctx context.Context, opts options) (err error) {
	if opts.Short || opts.Control {
		temporary, err := os.MkdirTemp("", "workplan-soak-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temporary)
		if err := os.Chmod(temporary, 0o755); err != nil { // PostgreSQL runs as another user if this one is root
			return err
		}
		began := time.Now()
		if err := control(ctx, filepath.Join(temporary, "control")); err != nil {
			return err
		}
		log.Printf("The control is seen, after %.0f s: a server that leaks has the verdict that it grows.",
			time.Since(began).Seconds())
		if opts.Control {
			return nil
		}
		opts = opts.short(filepath.Join(temporary, "run"))
	}
	opts.settle()
	var f *folder
	if opts.ReportOnly {
		f, err = readFolder(opts.Dir)
	} else {
		f, err = run(ctx, opts)
	}
	if err != nil {
		return err
	}
	r := f.report()
	fmt.Print(r.text())
	if opts.Write != "" {
		if err := r.write(opts.Write); err != nil {
			return err
		}
	}
	return r.failure()
}

// run makes a piece. It returns the folder with the records, which is closed.
func run(ctx context.Context, opts options) (f *folder, err error) {
	f, err = openFolder(opts.Dir)
	isNew := errors.Is(err, os.ErrNotExist)
	if err != nil && !isNew {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.close()) }()
	if isNew {
		f.settings = settings{
			Every: opts.Every, Kept: opts.Kept, Sample: opts.Sample, Settle: opts.Settle, Rate: opts.Rate,
			Short: opts.Short,
		}
	}
	if f.load() >= opts.Hours {
		log.Printf("There are %.2f hours of load already.", f.load())
		return f, nil
	}
	p, err := newPiece(ctx, f, isNew)
	if err != nil {
		return f, err
	}
	working := ctx
	if opts.Piece > 0 {
		var stop context.CancelFunc
		working, stop = context.WithTimeout(ctx, opts.Piece)
		defer stop()
	}
	err = p.run(working, opts)
	if working.Err() != nil && errors.Is(err, working.Err()) {
		err = nil // it was stopped
	}
	return f, errors.Join(err, p.close())
}
