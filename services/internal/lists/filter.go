package lists

import (
	"regexp"
	"strings"
	"unicode"

	"entgo.io/ent/dialect/sql"
)

// Filter narrows q by a filter if the request has it: if value is not nil.
func Filter[Q interface{ Where(...P) Q }, P ~func(*sql.Selector), T any](q Q, value *T, predicate func(T) P) {
	if value != nil {
		q.Where(predicate(*value))
	}
}

// Contains returns the predicate that the text of a column contains a text, in any
// case. ILIKE is not enough: in a database of locale C it folds only the letters a to z.
func Contains[P ~func(*sql.Selector)](column string) func(text string) P {
	return func(text string) P {
		return func(s *sql.Selector) {
			s.Where(sql.P(func(b *sql.Builder) { b.Ident(s.C(column)).WriteString(" ~ ").Arg(pattern(text)) }))
		}
	}
}

// pattern returns a regular expression of PostgreSQL that matches the text in any
// case: a letter becomes the set of its cases, all else matches itself.
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
