package workplan

import "iter"

// Page is a part of a list.
type Page[T any] struct {
	// Items are the rows of the page, in the list's order.
	Items []T `json:"items"`
	// Total is how many rows match in all; nil unless the call asked to count.
	Total *int64 `json:"total"`
	// Limit is the number of rows that the page was limited to, 1 to 200.
	Limit int `json:"limit"`
	// Offset is the number of rows skipped before this page; 0 if the call had a cursor.
	Offset int64 `json:"offset"`
	// HasMore reports whether more rows follow this page.
	HasMore bool `json:"hasMore"`
	// NextCursor is the cursor of the next page; nil on the last page.
	NextCursor *string `json:"nextCursor"`
}

// all returns the rows of all pages. list gets the cursor of a page, which is empty for
// the first one. An error is the last element.
func all[T any](list func(cursor string) (*Page[T], error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for cursor := ""; ; {
			page, err := list(cursor)
			if err != nil {
				yield(*new(T), err)
				return
			}
			for _, item := range page.Items {
				if !yield(item, nil) {
					return
				}
			}
			if page.NextCursor == nil {
				return
			}
			cursor = *page.NextCursor
		}
	}
}
