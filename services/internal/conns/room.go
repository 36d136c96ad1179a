package conns

import (
	"sync"
	"sync/atomic"
	"time"
)

// Room has place for a number of guests. If a guest enters when it is full, another one is
// sent away: the guest that has been silent longest, of the host with the most guests. So a
// host that takes all places only displaces its own guests.
type Room struct {
	max int

	mu    sync.Mutex
	size  int
	hosts map[string]map[*Guest]struct{}
}

// Guest is in a room until it leaves.
type Guest struct {
	room     *Room
	host     string
	sendAway func()
	active   atomic.Int64 // when the guest was active last, in nanoseconds
}

// NewRoom returns a room for max guests.
func NewRoom(max int) *Room {
	return &Room{max: max, hosts: map[string]map[*Guest]struct{}{}}
}

// Enter adds a guest of a host, such as an IP address. sendAway is called if the guest has
// to make room. It must end what the guest does, and may call Leave.
func (r *Room) Enter(host string, sendAway func()) *Guest {
	g := &Guest{room: r, host: host, sendAway: sendAway}
	g.Touch()
	if displaced := r.add(g); displaced != nil {
		displaced.sendAway()
	}
	return g
}

func (r *Room) add(g *Guest) (displaced *Guest) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.size >= r.max {
		displaced = r.mostSilent()
		r.remove(displaced)
	}
	guests := r.hosts[g.host]
	if guests == nil {
		guests = map[*Guest]struct{}{}
		r.hosts[g.host] = guests
	}
	guests[g] = struct{}{}
	r.size++
	return displaced
}

// mostSilent returns the guest to send away. The room is not empty.
func (r *Room) mostSilent() (silent *Guest) {
	var most map[*Guest]struct{}
	for _, guests := range r.hosts {
		if len(guests) > len(most) {
			most = guests
		}
	}
	for g := range most {
		if silent == nil || g.active.Load() < silent.active.Load() {
			silent = g
		}
	}
	return silent
}

// remove does nothing if the guest has left already.
func (r *Room) remove(g *Guest) {
	guests := r.hosts[g.host]
	if _, ok := guests[g]; !ok {
		return
	}
	delete(guests, g)
	if len(guests) == 0 {
		delete(r.hosts, g.host)
	}
	r.size--
}

// Touch notes that the guest is active.
func (g *Guest) Touch() { g.active.Store(time.Now().UnixNano()) }

// Leave removes the guest from its room. Only its first call has an effect.
func (g *Guest) Leave() {
	g.room.mu.Lock()
	defer g.room.mu.Unlock()
	g.room.remove(g)
}

// Len returns the number of guests.
func (r *Room) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.size
}
