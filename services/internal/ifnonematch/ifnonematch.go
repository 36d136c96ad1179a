// Package ifnonematch implements If-None-Match of REST calls that read. The header lists ETags,
// which stand for numbers: the version of a record, or the last event that figures include.
package ifnonematch

import "context"

// Condition is the If-None-Match of one call. If it is nil, the call has none.
type Condition struct {
	lists   func(number int64) bool
	matches bool
}

// New returns a condition. lists reports whether the header has the ETag of a number.
func New(lists func(number int64) bool) *Condition { return &Condition{lists: lists} }

// Check reports whether the client has the response of a number. Then REST sends 304.
func (c *Condition) Check(number int64) bool {
	if c != nil {
		c.matches = c.lists(number)
	}
	return c.Matches()
}

// Matches returns the result of the last Check.
func (c *Condition) Matches() bool { return c != nil && c.matches }

type key struct{}

// With returns a context for a call that has the condition.
func With(ctx context.Context, c *Condition) context.Context {
	return context.WithValue(ctx, key{}, c)
}

// Check lets an rpc skip work whose result the client already has. If it returns true, REST
// needs only the field with the number of the response. It returns false over gRPC.
func Check(ctx context.Context, number int64) bool {
	c, ok := ctx.Value(key{}).(*Condition)
	return ok && c.Check(number)
}
