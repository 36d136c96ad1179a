// Package without names the parts of a server that benchmarks and tests leave out, to show what these parts cost or
// prevent. It is internal, so that no other program can leave them out.
package without

// Part is a part of a server.
type Part int

const (
	// Journal is the journal: without it, writes leave no events.
	Journal Part = iota
	// Limits are the limits of connections and of calls without a key. Without them, health and reflection are missing.
	Limits
)
