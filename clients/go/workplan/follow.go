package workplan

import (
	"context"
	"errors"
	"iter"
	"strconv"
	"time"

	"github.com/workplan-api/workplan/clients/go/workplan/internal/retry"
)

// followWait is how many seconds a call of a follower waits for an event. Proxies cut off
// longer calls.
const followWait = 20

// Follow returns the events of the journal, oldest first: those after params.After, and then
// each new one as it is written. Store the Seq of each event that you have handled, and pass
// the last one as params.After when your program starts again. Without it, the events begin
// with the oldest one that is kept, and with "head" now.
//
// The first call fails as any other call does. After it, Follow calls again for as long as it
// takes while the server cannot be reached or is busy, so that no event is lost. It ends when
// ctx ends, or with an error as the last element. If [errors.As] finds a [*CursorError] in
// it, start over as that says.
func (a *API) Follow(ctx context.Context, params ListEventsParams, opts ...CallOption) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		next, wait := params, params.Wait
		if wait == 0 {
			wait = followWait
		}
		next.Wait = 0 // The first call shows at once whether the address and the key are right.
		err := retry.Follow(ctx, func(responded func()) (more bool, err error) {
			limited, cancel := context.WithTimeout(ctx, time.Duration(next.Wait)*time.Second+a.policy.Timeout)
			defer cancel()
			page, err := a.ListEvents(limited, next, opts...)
			if err != nil {
				return false, err
			}
			responded()
			for _, event := range page.Items {
				if !yield(event, nil) {
					return false, nil
				}
			}
			next.After, next.Wait = strconv.FormatInt(page.NextAfter, 10), wait
			return true, nil
		}, passing)
		if err != nil {
			yield(Event{}, err)
		}
	}
}

// passing returns how long to wait after the failure of a follower, and whether it may pass.
func passing(err error) (after time.Duration, ok bool) {
	var e *Error
	if errors.As(err, &e) && e.Temporary() {
		return e.RetryAfter, true
	}
	return 0, false
}
