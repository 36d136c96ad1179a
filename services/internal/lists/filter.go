package lists

import (
	"context"
	"regexp"
	"strings"
	"unicode"

	"entgo.io/ent/dialect/sql"

	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/internal/among"
)

// Filter adds a predicate to q if the request has the filter, which means that value is not
// nil.
func Filter[Q interface{ Where(...P) Q }, P ~func(*sql.Selector), T any](q Q, value *T, predicate func(T) P) {
	if value != nil {
		q.Where(predicate(*value))
	}
}

// FilterIDs confines q, which reads the table, to rows with one of the ids, if the request has ids.
func FilterIDs[Q interface{ Where(...P) Q }, P ~func(*sql.Selector)](ctx context.Context, q Q, table string, ids []string) {
	if len(ids) > 0 {
		q.Where(among.Only[P](tenant.Organization(ctx), table, Map(ids, protoconv.ID)))
	}
}

// Contains returns a predicate that reports whether a column contains a text. It ignores
// upper and lower case. ILIKE does not work here: in a database with locale C, it ignores
// case only for the letters a to z.
func Contains[P ~func(*sql.Selector)](column string) func(text string) P {
	return func(text string) P {
		return func(s *sql.Selector) {
			s.Where(sql.P(func(b *sql.Builder) { b.Ident(s.C(column)).WriteString(" ~ ").Arg(pattern(text)) }))
		}
	}
}

// pattern returns a PostgreSQL regular expression that matches the text and ignores case. A
// letter becomes the set of its upper and lower case forms. Every other character matches
// itself.
func pattern(text string) string {
	var b strings.Builder
	for _, r := range text {
		other := unicode.SimpleFold(r)
		if other == r {
			b.WriteString(regexp.QuoteMeta(string(r)))
			continue
		}
		b.WriteByte('[')
		b.WriteRune(r)
		for ; other != r; other = unicode.SimpleFold(other) {
			b.WriteRune(other)
		}
		b.WriteByte(']')
	}
	return b.String()
}
