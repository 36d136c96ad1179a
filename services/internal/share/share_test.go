package share

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/workplan-api/workplan/internal/tenant"
)

func TestLargeRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(10, Limits{})
		mine, others := tenant.WithOrganization(t.Context(), a), tenant.WithOrganization(t.Context(), b)
		first, second, third, other := g.Request(mine), g.Request(mine), g.Request(mine), g.Request(others)
		for _, r := range []*Request{first, second} {
			if err := r.Enter(mine, largeBody); err != nil {
				t.Fatalf("an organization that is alone does not run two: %v", err)
			}
		}
		if err := third.Enter(mine, largeBody); !tooMany(err) {
			t.Errorf("it runs three: %v", err)
		}
		first.End()
		if err := other.Enter(others, largeBody-1); err != nil {
			t.Errorf("the other organization does not run: %v", err)
		}
		other.End()
		if err := third.Enter(mine, largeBody); !tooMany(err) {
			t.Errorf("an organization that is not alone runs two: %v", err)
		}
		time.Sleep(alone)
		synctest.Wait()
		if err := g.Request(mine).Enter(mine, largeBody); err != nil {
			t.Errorf("an organization that is alone again does not run two: %v", err)
		}
	})
}
