package webhooks

import (
	"sync"

	"github.com/google/uuid"
)

const (
	// maxWebhooks is how many endpoints an organization may have.
	maxWebhooks = 20
	// defaultMaxDeliveries is the default of Config.MaxDeliveries: a quarter of it is a place for
	// each endpoint of an organization.
	defaultMaxDeliveries = 4 * maxWebhooks
)

// slots limits the endpoints that a process serves at the same time. An organization may have a
// quarter of them. Half of them may be failing, because those may take the whole requestTimeout.
type slots struct {
	most int

	mu             sync.Mutex
	total, failing int
	organizations  map[uuid.UUID]int
}

// acquire takes a slot for an endpoint until leave. It reports whether there is one.
func (p *slots) acquire(organization uuid.UUID, failing bool) (leave func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.total >= p.most || p.organizations[organization] >= p.most/4 || failing && p.failing >= p.most/2 {
		return nil, false
	}
	p.add(organization, failing, 1)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.add(organization, failing, -1)
	}, true
}

func (p *slots) add(organization uuid.UUID, failing bool, n int) {
	p.total += n
	if failing {
		p.failing += n
	}
	if p.organizations[organization] += n; p.organizations[organization] == 0 {
		delete(p.organizations, organization)
	}
}
