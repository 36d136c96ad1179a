package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/workplan-api/workplan/internal/wait"
	"github.com/workplan-api/workplan/tools/internal/testbed"
)

// leaked are the series in which the leaks of the control must be seen.
var leaked = []string{"fds", "goroutines", "table assignments"}

// leak is what the load of the control does besides: it opens connections that it keeps, and writes rows that nobody
// deletes.
func leak(ctx context.Context, p *piece) {
	o := p.settings.Organizations[0]
	var running sync.WaitGroup
	defer running.Wait()
	running.Go(func() {
		for ctx.Err() == nil {
			kept := testbed.NewClient(p.server.Load().HTTP, o.key("admin"))
			defer kept.Close()
			if _, err := kept.Call(ctx, http.MethodGet, "/api/v1/me", nil); err != nil && ctx.Err() == nil {
				p.wrong("leak", err.Error())
			}
			_ = wait.For(ctx, 50*time.Millisecond)
		}
	})
	w := p.newWorker(o, "admin")
	defer w.close()
	for n := 0; ctx.Err() == nil; n++ {
		var items []item
		for user := range users / 2 {
			for project := range projects {
				items = append(items, item{o.user(user), o.Projects[project].ID, date(10_000 + n), 1})
			}
		}
		if err := w.must(ctx, http.MethodPost, "assignments", object{"items": items}); err != nil && ctx.Err() == nil {
			p.wrong("leak", err.Error())
		}
		_ = wait.For(ctx, 100*time.Millisecond)
	}
}

// control makes a short run with leaks and without kills, which would end them. It must have the verdict that it grows.
func control(ctx context.Context, dir string) error {
	opts := options{
		Dir: dir, Hours: 4, Settle: 0.75, Short: true, Every: 10 * time.Second, Kept: shortKept, Rate: shortRate,
		Sample: 500 * time.Millisecond, leak: leak,
	}
	f, err := run(ctx, opts)
	if err != nil {
		return err
	}
	if faults := f.report().faults; len(faults) > 0 {
		return fmt.Errorf("the control has found something else: %s: %s", faults[0].Check, faults[0].Found)
	}
	verdicts := map[string]judged{}
	for _, j := range f.judge() {
		verdicts[j.name] = j
	}
	for _, name := range leaked {
		j := verdicts[name]
		if j.verdict != grows {
			return fmt.Errorf("the control is not seen: %s has the verdict %q: %+v", name, j.verdict, j.whole)
		}
	}
	return nil
}
