// Package lists holds what all lists share: the bounds of a page and its filling.
// Section 1 of decisions.md.
package lists

import "context"

const (
	defaultLimit = 50
	maxLimit     = 200
)

// Query is a list in the database, as Ent has it.
type Query[Q, Row any] interface {
	Clone() Q
	Limit(int) Q
	Offset(int) Q
	All(context.Context) ([]Row, error)
	Count(context.Context) (int, error)
}

// Bounds are the part of a list that is asked for, as a list request has them.
type Bounds interface {
	GetOffset() int64
	GetCount() bool
}

// Page is one page of a list.
type Page[Row any] struct {
	Rows []Row
	// Total is how many rows match in all, or nil where that was not asked for.
	Total  *int64
	Limit  int32
	Offset int64
	// More tells whether rows follow after these.
	More bool
}

// Get reads the page of q that a request asks for: limit is 50 where it is nil, and
// else clamped into 1 to 200. One row more is read to know whether another page
// follows; a total is counted only where the request asks for it, because that
// costs as much as the list is long.
func Get[Q Query[Q, Row], Row any](ctx context.Context, q Q, limit *int32, bounds Bounds) (*Page[Row], error) {
	p := &Page[Row]{Limit: defaultLimit, Offset: bounds.GetOffset()}
	if limit != nil {
		p.Limit = min(max(*limit, 1), maxLimit)
	}
	rows, err := q.Clone().Limit(int(p.Limit) + 1).Offset(int(p.Offset)).All(ctx)
	if err != nil {
		return nil, err
	}
	p.More = len(rows) > int(p.Limit)
	p.Rows = rows[:min(len(rows), int(p.Limit))]
	if bounds.GetCount() {
		n, err := q.Count(ctx)
		if err != nil {
			return nil, err
		}
		total := int64(n)
		p.Total = &total
	}
	return p, nil
}

// Map translates rows one by one.
func Map[Row, Message any](rows []Row, translate func(Row) Message) []Message {
	out := make([]Message, len(rows))
	for i, row := range rows {
		out[i] = translate(row)
	}
	return out
}
