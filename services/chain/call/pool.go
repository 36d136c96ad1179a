package call

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/problem"
)

// pool divides units among organizations. One organization holds at most its share of them,
// which is the same for all, so that others are free for the next one at any time. It may
// hold all of them if it has been alone for the time alone.
//
// An organization that needs more waits. Its waiters are served in the order in which they
// came. Organizations take turns.
type pool struct {
	total, share int64
	// maxWaiting is the largest number of waiters of an organization.
	maxWaiting int
	alone      time.Duration // 0: an organization never holds more than its share
	refused    prometheus.Counter

	mu       sync.Mutex
	latest   [2]use // the latest uses by two different organizations, the later one first
	held     int64
	accounts map[uuid.UUID]*account
	turns    []*account // the organizations with waiters
}

// use is a moment when an organization needed units.
type use struct {
	organization uuid.UUID
	at           time.Time
}

// account is what one organization holds, and who waits for more.
type account struct {
	most    int64 // at the latest use
	held    int64
	waiters []*waiter
}

func (a *account) mayHold(units int64) bool { return a.held+units <= a.most }

type waiter struct {
	units   int64
	granted chan struct{}
}

func newPool(total, share int64, maxWaiting int, alone time.Duration, refused prometheus.Counter) *pool {
	return &pool{
		total: total, share: max(1, share), maxWaiting: maxWaiting,
		alone: alone, refused: refused, accounts: map[uuid.UUID]*account{},
	}
}

// most notes a use and returns how much the organization may hold from now on.
func (p *pool) most(organization uuid.UUID) int64 {
	if p.alone == 0 {
		return p.share
	}
	if p.latest[0].organization != organization {
		p.latest[1] = p.latest[0]
	}
	p.latest[0] = use{organization, time.Now()}
	if p.othersUsed(organization) {
		return p.share
	}
	return p.total
}

// contested reports whether other organizations have needed units lately.
func (p *pool) contested(organization uuid.UUID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.othersUsed(organization)
}

// othersUsed is contested for a holder of the lock.
func (p *pool) othersUsed(organization uuid.UUID) bool {
	return slices.ContainsFunc(p.latest[:],
		func(u use) bool { return u.organization != organization && time.Since(u.at) < p.alone })
}

// acquire takes units for an organization, at most its share, and returns a function that
// gives them back. It fails with too_many_concurrent if it would have to wait longer than
// the given time, and with the error of the context if that ends first.
func (p *pool) acquire(
	ctx context.Context, organization uuid.UUID, units int64, wait time.Duration,
) (release func(), err error) {
	units = min(units, p.share)
	p.mu.Lock()
	a := p.accounts[organization]
	if a == nil {
		a = &account{}
		p.accounts[organization] = a
	}
	a.most = p.most(organization)
	release = func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.held, a.held = p.held-units, a.held-units
		p.grant()
		p.forget(organization, a)
	}
	if len(p.turns) == 0 && a.mayHold(units) && p.held+units <= p.total { // nobody waits
		p.held, a.held = p.held+units, a.held+units
		p.mu.Unlock()
		return release, nil
	}
	w := &waiter{units, make(chan struct{})}
	if a.waiters = append(a.waiters, w); len(a.waiters) == 1 {
		p.turns = append(p.turns, a)
	}
	p.grant()
	waiting := len(a.waiters)
	p.mu.Unlock()

	select {
	case <-w.granted:
		return release, nil
	default:
	}
	if waiting > p.maxWaiting {
		wait = 0
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-w.granted:
		return release, nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-timer.C:
		err = errTooMany
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.Index(a.waiters, w)
	if i < 0 { // granted in the meantime
		return release, nil
	}
	if a.waiters = slices.Delete(a.waiters, i, i+1); len(a.waiters) == 0 {
		i := slices.Index(p.turns, a)
		p.turns = slices.Delete(p.turns, i, i+1)
	}
	p.grant() // a waiter behind w may need fewer units
	p.forget(organization, a)
	if ctx.Err() == nil {
		p.refused.Inc()
	}
	return nil, err
}

// grant serves the waiters whose turn it is. A waiter whose organization holds its share is
// skipped. Any other waiter that needs more than is free keeps its turn, so that waiters
// who need less cannot pass it forever.
func (p *pool) grant() {
	for i := 0; i < len(p.turns); {
		a := p.turns[i]
		w := a.waiters[0]
		if !a.mayHold(w.units) {
			i++
			continue
		}
		if p.held+w.units > p.total {
			return
		}
		p.held, a.held = p.held+w.units, a.held+w.units
		close(w.granted)
		a.waiters = slices.Delete(a.waiters, 0, 1)
		p.turns = slices.Delete(p.turns, i, i+1)
		if len(a.waiters) > 0 {
			p.turns = append(p.turns, a)
		}
	}
}

// forget removes an account that holds nothing and has no waiters.
func (p *pool) forget(organization uuid.UUID, a *account) {
	if a.held == 0 && len(a.waiters) == 0 {
		delete(p.accounts, organization)
	}
}

var errTooMany = &problem.Error{
	Code: problem.TooManyConcurrent, RetryAfter: time.Second,
	Message: "too many requests of the organization run at the same time: send fewer at once, " +
		"and try again after a second",
}
