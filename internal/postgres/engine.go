package postgres

import (
	"context"
	"sync/atomic"
)

// Engine is what a client of Ent knows of its database. The zero value is ready.
type Engine struct {
	// Unjournaled means that writes leave no events. Benchmarks and tests leave out the journal with it.
	Unjournaled bool

	citus atomic.Pointer[bool]
}

// IsCitus reports whether db is Citus. It asks once, with the first caller. All callers must have connections to one
// database.
func (g *Engine) IsCitus(ctx context.Context, db Querier) (yes bool, err error) {
	if known := g.citus.Load(); known != nil {
		return *known, nil
	}
	if err := Each(ctx, db, func(Scan) error {
		yes = true
		return nil
	}, `SELECT FROM pg_extension WHERE extname = 'citus'`); err != nil {
		return false, err
	}
	g.citus.Store(&yes)
	return yes, nil
}
