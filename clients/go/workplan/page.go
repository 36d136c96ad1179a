package workplan

import "iter"

// Page is a part of a list.
type Page[T any] struct {
	// Items are the rows of the page, in the list's order.
	Items []T `json:"items"`
	// Total is how many rows match in all; nil unless the call asked to count.
	Total *int64 `json:"total"`
	// Limit is the limit that was applied, 1 to 200.
	Limit int `json:"limit"`
	// Offset is the offset that was applied.
	Offset int64 `json:"offset"`
	// HasMore says that rows follow after this page.
	HasMore bool `json:"hasMore"`
}

// all goes through the pages of a list from an offset. An error is the last element.
func all[T any](offset int64, list func(offset int64) (*Page[T], error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for next := offset; ; {
			page, err := list(next)
			if err != nil {
				yield(*new(T), err)
				return
			}
			for _, item := range page.Items {
				if !yield(item, nil) {
					return
				}
			}
			if !page.HasMore || len(page.Items) == 0 {
				return
			}
			next += int64(len(page.Items))
		}
	}
}
