package lists

import (
	"context"

	"entgo.io/ent/dialect/sql"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/naming"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
)

// Filter adds a predicate to q if the request has the filter, which means that value is not
// nil.
func Filter[Q interface{ Where(...P) Q }, P ~func(*sql.Selector), T any](q Q, value *T, predicate func(T) P) {
	if value != nil {
		q.Where(predicate(*value))
	}
}

// FilterIDs confines q, which reads the table, to rows with one of the ids, if the request has ids.
func FilterIDs[Q interface{ Where(...P) Q }, P ~func(*sql.Selector)](ctx context.Context, q Q, table string,
	ids []string) {
	if len(ids) > 0 {
		q.Where(among.Only[P](tenant.Organization(ctx), table, Map(ids, protoconv.ID)))
	}
}

// Contains returns a predicate that reports whether a name in a column contains a text. It ignores case and accents,
// see package naming. ILIKE does not work here: in a database with locale C, it ignores case only for the letters a to
// z.
func Contains[P ~func(*sql.Selector)](column string) func(text string) P {
	return func(text string) P {
		return func(s *sql.Selector) {
			s.Where(sql.P(func(b *sql.Builder) { b.Ident(s.C(column)).WriteString(" ~ ").Arg(naming.Pattern(text)) }))
		}
	}
}

// Named returns a predicate that reports whether a column has a name, in one of the forms in which it may be stored.
func Named[P ~func(*sql.Selector)](column string) func(name string) P {
	return func(name string) P {
		return func(s *sql.Selector) {
			s.Where(sql.P(func(b *sql.Builder) {
				b.Ident(s.C(column)).WriteString(" = ANY (").Arg(pq.Array(naming.Forms(name))).WriteString(")")
			}))
		}
	}
}
