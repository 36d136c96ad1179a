package rest

import (
	"bytes"
	"context"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
)

// TestBodiesArePaced reads bodies while the organization is alone, and while it is not.
func TestBodiesArePaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := call.NewScheduler(10, call.Limits{}, metrics.Refusals.Counter(prometheus.NewRegistry()))
		as := func() context.Context { return tenant.WithOrganization(t.Context(), uuid.New()) }
		mine, others := as(), as()
		reading := func(size int) time.Duration {
			x := &exchange{slot: gate.Begin(mine)}
			began := time.Now()
			n, err := io.Copy(io.Discard, x.paced(bytes.NewReader(make([]byte, size))))
			if n != int64(size) || err != nil {
				t.Errorf("%d of %d bytes: %v", n, size, err)
			}
			return time.Since(began)
		}
		if took := reading(maxBody); took != 0 {
			t.Errorf("the largest body takes %s although no other organization sends requests", took)
		}
		other := gate.Begin(others)
		if err := other.Start(others, 0); err != nil {
			t.Fatal(err)
		}
		other.End()
		if took := reading(quickBytes); took != 0 {
			t.Errorf("the beginning of a body takes %s", took)
		}
		if took := reading(maxBody); took != 60*time.Millisecond {
			t.Errorf("the largest body takes %s", took)
		}
	})
}
