package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"syscall"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/testbed"
)

const database, logFile = "soak", "serve.log"

// shortened are the edits of the program: nothing expires within a day otherwise. None of these times has a setting
// that may be so short, because readers could miss events.
func shortened(kept time.Duration) []testbed.Edit {
	seconds := fmt.Sprintf("%d * time.Second", int(kept.Seconds()))
	return []testbed.Edit{
		{
			File: "services/config.go", Old: "cmp.Or(c.EventRetention, DefaultEventRetention)",
			New: "cmp.Or(" + seconds + ", c.EventRetention, DefaultEventRetention)",
		},
		{File: "services/chain/idempotency/idempotency.go", Old: "keptFor = 24 * time.Hour",
			New: "keptFor = " + seconds},
		{File: "services/webhooks/expiry.go", Old: "AttemptsKept = 30 * 24 * time.Hour",
			New: "AttemptsKept = " + seconds},
		{
			File: "internal/sweep/sweep.go", Old: "sweepEvery = 5 * time.Minute",
			New: fmt.Sprintf("sweepEvery = %d * time.Millisecond", (kept / 6).Milliseconds()),
		},
	}
}

// newPiece starts PostgreSQL and the server. At the first start it also makes the organizations.
func newPiece(ctx context.Context, f *folder, isNew bool) (p *piece, err error) {
	p = &piece{folder: f, Site: &testbed.Site{Dir: f.dir}, number: len(f.of(aPiece)) + 1, base: f.load()}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.close())
		}
	}()
	log.Print("Building workplan with shorter times …")
	if p.Workplan, err = testbed.BuildEdited(ctx, p.Dir, "workplan", shortened(p.settings.Kept)); err != nil {
		return p, err
	}
	if p.Postgres, err = testbed.NewCluster(ctx, p.Dir); err != nil {
		return p, err
	}
	dsn := p.Postgres.DSN(database)
	if isNew {
		// of a start that was cut
		if err := p.Postgres.Execute(ctx, "postgres", "DROP DATABASE IF EXISTS "+database); err != nil {
			return p, err
		}
		if err := p.Create(ctx, p.Workplan, database); err != nil {
			return p, err
		}
		for _, name := range names {
			o := &organization{}
			if err := p.Import(ctx, p.Workplan, dsn, documentOf(name), o); err != nil {
				return p, err
			}
			p.settings.Organizations = append(p.settings.Organizations, o)
		}
		if p.settings.Short { // dead rows are removed as often as in an hour
			for _, s := range []string{"ALTER SYSTEM SET autovacuum_naptime = '1s'", "SELECT pg_reload_conf()"} {
				if err := p.Postgres.Execute(ctx, "postgres", s); err != nil {
					return p, err
				}
			}
		}
	} else if _, err := process.Output(ctx, p.Workplan, "migrate", "--database-url="+dsn); err != nil {
		return p, err
	}
	if p.db, err = postgres.Open(dsn, postgres.Options{StatementTimeout: time.Minute}); err != nil {
		return p, err
	}
	if p.ledger, err = openLedger(p.path("ledger.ndjson")); err != nil {
		return p, err
	}
	p.goesOn = len(p.ledger.all) > 0
	if p.env, err = testbed.Webhooks(p.dir); err != nil {
		return p, err
	}
	p.env = append(p.env, "DATABASE_URL="+dsn, "WEBHOOK_RATE_LIMIT=0", "SHUTDOWN_DELAY=0s")
	if err := p.serve(ctx); err != nil {
		return p, err
	}
	if isNew {
		if err := p.fill(ctx); err != nil {
			return p, err
		}
		return p, p.save()
	}
	return p, nil
}

// serve starts a server. The one before must have ended.
func (p *piece) serve(ctx context.Context) error {
	life := 1
	if before := p.server.Load(); before != nil {
		life = before.life + 1
	} else if samples := p.of(aSample); len(samples) > 0 {
		life = samples[len(samples)-1].Life + 1
	}
	s, err := process.Start(ctx, p.path(logFile), append(p.env, "OPS_ADDR=127.0.0.1:0"),
		p.Workplan, "serve", "--http-addr=127.0.0.1:0", "--grpc-addr=127.0.0.1:0")
	if err != nil {
		return err
	}
	p.server.Store(&serving{Server: s, life: life})
	return nil
}

// fill writes a row for each day, user and project of a user.
func (p *piece) fill(ctx context.Context) error {
	for _, o := range p.settings.Organizations {
		w := p.newWorker(o, "admin")
		defer w.close()
		for day := range days {
			var items []item
			for user := range users {
				for n := range projectsOfUser {
					items = append(items, item{o.user(user), o.project(user, n), date(day), w.hours()})
				}
			}
			if err := w.must(ctx, http.MethodPost, "assignments", object{"items": items}); err != nil {
				return err
			}
		}
	}
	return nil
}

// must makes a request that has to succeed.
func (w *worker) must(ctx context.Context, method, path string, body any) error {
	if err := w.connect(); err != nil {
		return err
	}
	resp, err := w.client.Call(ctx, method, "/api/v1/"+path, body)
	return testbed.Want(http.StatusOK, resp, err)
}

// prepare makes what a piece needs that does not outlive it: the endpoint of the webhooks, the quota of the noisy
// organization, and the list of time off requests.
func (p *piece) prepare(ctx context.Context, to *receiver) error {
	p.timeOff = map[*organization]*requests{}
	for _, o := range p.settings.Organizations {
		w := p.newWorker(o, "admin")
		defer w.close()
		if err := to.register(ctx, w); err != nil {
			return err
		}
		r := &requests{}
		for more := true; more; {
			var list struct {
				Items   []entry
				HasMore bool
			}
			if err := w.get(ctx, fmt.Sprintf("time-off?limit=200&offset=%d", len(r.ids)), &list); err != nil {
				return err
			}
			for _, it := range list.Items {
				r.ids = append(r.ids, it.ID)
			}
			more = list.HasMore
		}
		p.timeOff[o] = r
	}
	return nil
}

// close stops the server and PostgreSQL. The folder stays.
func (p *piece) close() (err error) {
	if s := p.server.Load(); s != nil && !s.killed.Load() {
		if err = s.Signal(syscall.SIGTERM); err == nil {
			select {
			case <-s.Exited():
			case <-time.After(30 * time.Second):
				err = errors.New("the server does not stop 30 s after SIGTERM")
			}
		}
		s.Kill()
	}
	if p.db != nil {
		err = errors.Join(err, p.db.Close())
	}
	if p.ledger != nil {
		err = errors.Join(err, p.ledger.file.Close())
	}
	if p.Postgres != nil {
		err = errors.Join(err, p.Postgres.Stop())
	}
	return err
}
