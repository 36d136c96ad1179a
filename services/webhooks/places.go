package webhooks

import (
	"sync"

	"github.com/google/uuid"
)

const (
	// maxWebhooks is how many endpoints an organization may have.
	maxWebhooks = 20
	// maxDeliveries is how many endpoints a process serves at the same time. An organization
	// may have a quarter of them, which is one for each of its endpoints. Half of them may be
	// failing, because those may take the whole requestTimeout.
	maxDeliveries      = 80
	maxOfOrganization  = maxDeliveries / 4
	maxFailingEndpoint = maxDeliveries / 2
)

// places limits the endpoints that a process serves at the same time.
type places struct {
	mu             sync.Mutex
	total, failing int
	organizations  map[uuid.UUID]int
}

// enter takes a place for an endpoint until leave. It reports whether there is one.
func (p *places) enter(organization uuid.UUID, failing bool) (leave func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.total >= maxDeliveries || p.organizations[organization] >= maxOfOrganization || failing && p.failing >= maxFailingEndpoint {
		return nil, false
	}
	p.add(organization, failing, 1)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.add(organization, failing, -1)
	}, true
}

func (p *places) add(organization uuid.UUID, failing bool, n int) {
	p.total += n
	if failing {
		p.failing += n
	}
	if p.organizations[organization] += n; p.organizations[organization] == 0 {
		delete(p.organizations, organization)
	}
}
