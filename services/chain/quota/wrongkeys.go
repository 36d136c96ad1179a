package quota

import (
	"context"
	"log/slog"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/clientaddr"
	"github.com/workplan-api/workplan/internal/problem"
)

// WrongKeys limits the wrong API keys and the failed sign-ins from an address, and the look-ups of keys that this
// process has not seen. The limits are separate. So a program that sends wrong keys does not lock out the other
// programs and people behind the same proxy.
type WrongKeys struct {
	limit   Limit
	trusted proxies
	wrong   *buckets[netip.Prefix]
	signIns *buckets[netip.Prefix]
	lookUps *lookUps
	refused prometheus.Counter
	ignored *ignored
}

// Count counts a wrong key. It returns the error rate_limited if the address has sent too
// many, else nil.
func (w *WrongKeys) Count(from Sender) error {
	return w.take(w.wrong, from, "too many wrong API keys came from this address")
}

// StartSignIn must be called before a sign-in with an identity provider is completed, which costs requests to it. It
// returns the error rate_limited if too many sign-ins from the address have failed.
func (w *WrongKeys) StartSignIn(from Sender) error {
	return w.take(w.signIns, from, "too many sign-ins from this address have failed")
}

// GiveBack undoes StartSignIn. It must be called if the sign-in succeeds.
func (w *WrongKeys) GiveBack(from Sender) {
	if w.limit != (Limit{}) {
		w.signIns.giveBack(bucket[netip.Prefix]{w.addressOf(from), w.limit})
	}
}

func (w *WrongKeys) take(b *buckets[netip.Prefix], from Sender, refusal string) error {
	if w.limit == (Limit{}) {
		return nil
	}
	refused, fullIn := b.take(bucket[netip.Prefix]{w.addressOf(from), w.limit})
	if refused == 0 {
		return nil
	}
	w.refused.Inc()
	return Result{Limit: w.limit, FullIn: fullIn[0]}.refusal("%s", refusal)
}

// StartLookUp waits for the turn of the look-up of a key that this process has not seen. It returns a function that
// must be called after the look-up with whether it found nothing. It fails if the turn does not come within 1.5
// seconds: with rate_limited if other keys are wrong, else with unavailable.
func (w *WrongKeys) StartLookUp(
	ctx context.Context, from Sender, organization uuid.UUID,
) (end func(missed bool), err error) {
	end, wrong, err := w.lookUps.acquire(ctx, w.addressOf(from), organization)
	switch {
	case err == nil, ctx.Err() != nil:
		return end, err
	case wrong:
		w.refused.Inc()
		return nil, &problem.Error{
			Code: problem.RateLimited, Message: "too many wrong API keys are sent to this service: wait 1 second",
			RetryAfter: time.Second,
		}
	}
	return nil, &problem.Error{
		Code: problem.Unavailable, Message: "the service is not available right now", RetryAfter: time.Second,
	}
}

// Ignored returns how often X-Forwarded-For was ignored, because its sender is not a trusted proxy.
func (w *WrongKeys) Ignored() float64 { return float64(w.ignored.count.Load()) }

func (w *WrongKeys) addressOf(from Sender) netip.Prefix {
	w.ignored.check(from, w.trusted)
	return clientaddr.Range(w.trusted.client(from))
}

// warnIgnored is how often a process warns of a header that it ignores.
const warnIgnored = time.Hour

// ignored counts X-Forwarded-For of senders that are not trusted proxies. Clients may forge it, but far more often it
// comes from a proxy that nobody has named in TRUSTED_PROXIES. All its clients then have one address.
type ignored struct {
	log    *slog.Logger
	count  atomic.Int64
	warned atomic.Int64 // the time of the last warning, in Unix nanoseconds
}

func (i *ignored) check(from Sender, trusted proxies) {
	peer, _ := clientaddr.Parse(from.Peer)
	if len(from.Forwarded) == 0 || trusted.trust(peer) {
		return
	}
	i.count.Add(1)
	now, last := time.Now().UnixNano(), i.warned.Load()
	if now-last >= int64(warnIgnored) && i.warned.CompareAndSwap(last, now) {
		i.log.Warn("X-Forwarded-For is ignored: if the sender is a proxy of yours, name it in TRUSTED_PROXIES, else "+
			"all clients behind it count as one", "sender", peer.String())
	}
}
