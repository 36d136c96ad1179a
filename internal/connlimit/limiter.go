package connlimit

import (
	"sync"
	"sync/atomic"
	"time"
)

// Limiter limits how many things run at the same time, such as connections. If all slots are taken, a new one evicts
// another: the one that has been idle longest, of the host with the most slots. So a host that takes all slots only
// evicts its own.
type Limiter struct {
	max int

	mu    sync.Mutex
	size  int
	hosts map[string]map[*Slot]struct{}
}

// Slot is taken until it is released.
type Slot struct {
	limiter *Limiter
	host    string
	evict   func()
	active  atomic.Int64 // when it was active last, in nanoseconds
}

// NewLimiter returns a limiter with max slots.
func NewLimiter(max int) *Limiter {
	return &Limiter{max: max, hosts: map[string]map[*Slot]struct{}{}}
}

// Acquire takes a slot for a host, such as an IP address. evict is called if another one needs the slot. It must end
// what the slot is for, and may call Release.
func (l *Limiter) Acquire(host string, evict func()) *Slot {
	s := &Slot{limiter: l, host: host, evict: evict}
	s.Touch()
	if evicted := l.add(s); evicted != nil {
		evicted.evict()
	}
	return s
}

func (l *Limiter) add(s *Slot) (evicted *Slot) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.size >= l.max {
		evicted = l.idlest()
		l.remove(evicted)
	}
	slots := l.hosts[s.host]
	if slots == nil {
		slots = map[*Slot]struct{}{}
		l.hosts[s.host] = slots
	}
	slots[s] = struct{}{}
	l.size++
	return evicted
}

// idlest returns the slot to evict. At least one is taken.
func (l *Limiter) idlest() (idle *Slot) {
	var most map[*Slot]struct{}
	for _, slots := range l.hosts {
		if len(slots) > len(most) {
			most = slots
		}
	}
	for s := range most {
		if idle == nil || s.active.Load() < idle.active.Load() {
			idle = s
		}
	}
	return idle
}

// remove does nothing if the slot is released already.
func (l *Limiter) remove(s *Slot) {
	slots := l.hosts[s.host]
	if _, ok := slots[s]; !ok {
		return
	}
	delete(slots, s)
	if len(slots) == 0 {
		delete(l.hosts, s.host)
	}
	l.size--
}

// Touch notes that what the slot is for is active.
func (s *Slot) Touch() { s.active.Store(time.Now().UnixNano()) }

// Release gives the slot back. Only its first call has an effect.
func (s *Slot) Release() {
	s.limiter.mu.Lock()
	defer s.limiter.mu.Unlock()
	s.limiter.remove(s)
}

// Len returns the number of slots that are taken.
func (l *Limiter) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.size
}
