package openapi

import (
	"iter"
	"net/http"
)

// Call is an operation with its method and path.
type Call struct {
	Method, Path string
	*Operation
}

// Calls ranges over the operations, path by path in the order of the document.
func (doc *Document) Calls() iter.Seq[Call] {
	return func(yield func(Call) bool) {
		for path, item := range doc.Paths.All() {
			for _, c := range []Call{
				{http.MethodGet, path, item.Get},
				{http.MethodPost, path, item.Post},
				{http.MethodPatch, path, item.Patch},
				{http.MethodDelete, path, item.Delete},
			} {
				if c.Operation != nil && !yield(c) {
					return
				}
			}
		}
	}
}
