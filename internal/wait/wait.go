// Package wait waits for a time that can be cut short.
package wait

import (
	"context"
	"time"
)

// For returns nil after d, or the error of ctx as soon as that ends.
func For(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
