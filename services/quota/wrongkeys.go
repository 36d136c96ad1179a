package quota

import (
	"net/netip"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/services/internal/clientaddr"
)

// WrongKeys limits the wrong API keys from an address. Two buckets of an address are
// separate: one for every wrong key, and one for look-ups of keys that this process has not
// seen. So a program that repeats one wrong key, which needs one look-up, does not lock out
// the other programs behind the same proxy.
type WrongKeys struct {
	limit   Limit
	trusted proxies
	wrong   *buckets[netip.Prefix]
	lookUps *buckets[netip.Prefix]
	refused prometheus.Counter
}

// Count counts a wrong key. It returns the error rate_limited if the address has sent too
// many, else nil.
func (w *WrongKeys) Count(from Sender) error { return w.take(w.wrong, from) }

// StartLookUp must be called before a key that this process has not seen is looked up. It
// returns the error rate_limited if too many look-ups for the address found no key.
func (w *WrongKeys) StartLookUp(from Sender) error { return w.take(w.lookUps, from) }

// GiveBack undoes StartLookUp. It must be called unless the look-up found no key.
func (w *WrongKeys) GiveBack(from Sender) {
	if w.limit != (Limit{}) {
		w.lookUps.giveBack(w.addressOf(from), w.limit)
	}
}

func (w *WrongKeys) take(b *buckets[netip.Prefix], from Sender) error {
	if w.limit == (Limit{}) {
		return nil
	}
	r := b.take(w.addressOf(from), w.limit)
	if r.Allowed {
		return nil
	}
	w.refused.Inc()
	return r.refusal("too many wrong API keys came from this address")
}

func (w *WrongKeys) addressOf(from Sender) netip.Prefix {
	return clientaddr.Range(w.trusted.client(from))
}
