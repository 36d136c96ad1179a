package call

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tenant"
)

// TestLargeMethods: a request with a small body counts as two if its rpc may be as much work as a large one.
func TestLargeMethods(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chain := &Chain{Scheduler: NewScheduler(10, Limits{}, metrics.Refusals.Counter(prometheus.NewRegistry()))}
		ctx := tenant.WithOrganization(t.Context(), a)
		for _, large := range []bool{true, false} {
			running := 0
			for range 10 {
				r := &Request{ctx: ctx, endpoint: &Endpoint{Method: &rpc.Method{Large: large}}}
				inside := context.WithValue(ctx, requestKey{}, r)
				defer chain.Scheduler.Begin(inside).End()
				if err := chain.schedule(r); err == nil {
					running++
				}
			}
			if want := map[bool]int{true: 4, false: 0}[large]; running != want {
				t.Errorf("%d requests run beside the others, want %d", running, want)
			}
		}
	})
}

// TestLargeRequests: a request with a large body counts as two.
func TestLargeRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewScheduler(10, Limits{}, metrics.Refusals.Counter(prometheus.NewRegistry()))
		mine, others := tenant.WithOrganization(t.Context(), a), tenant.WithOrganization(t.Context(), b)
		var running []*Slot
		for range 4 {
			r := g.Begin(mine)
			if err := r.Start(mine, LargeBody); err != nil {
				t.Fatalf("an organization that is alone does not run four: %v", err)
			}
			running = append(running, r)
		}
		if err := g.Begin(mine).Start(mine, LargeBody); !tooMany(err) {
			t.Errorf("it runs five: %v", err)
		}
		for _, r := range running[:3] {
			r.End()
		}
		other := g.Begin(others)
		if err := other.Start(others, LargeBody-1); err != nil {
			t.Errorf("the other organization does not run: %v", err)
		}
		other.End()
		late := g.Begin(mine)
		if err := late.Start(mine, LargeBody); !tooMany(err) {
			t.Errorf("an organization that is not alone runs two: %v", err)
		}
		if !late.Contended() {
			t.Error("an organization that is not alone is not contended")
		}
		time.Sleep(alone)
		synctest.Wait()
		if err := late.Start(mine, LargeBody); err != nil {
			t.Errorf("an organization that is alone again does not run two: %v", err)
		}
		if late.Contended() {
			t.Error("an organization that is alone again is contended")
		}
	})
}
