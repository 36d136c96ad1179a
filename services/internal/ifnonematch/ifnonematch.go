// Package ifnonematch lets an rpc skip work whose result the client of a REST call already has.
package ifnonematch

import "context"

type key struct{}

// With returns a context for a call whose client has the response of a number: the version of a
// record, or the last event of figures. has reports whether it has.
func With(ctx context.Context, has func(number int64) bool) context.Context {
	return context.WithValue(ctx, key{}, has)
}

// Matches reports whether the client has the response of a number. Then REST sends 304, and of
// the response it needs only the field with the number. It is false over gRPC.
func Matches(ctx context.Context, number int64) bool {
	has, ok := ctx.Value(key{}).(func(int64) bool)
	return ok && has(number)
}
