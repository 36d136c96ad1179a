package call

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/internal/tenant"
)

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
