package openapi

import (
	"fmt"
	"strings"
)

// Name is the name of the schema that s refers to; empty where it is no reference.
func (s *Schema) Name() string { return lastSegment(s.Ref) }

// Schema returns the schema that s refers to, or s where it is no reference.
func (doc *Document) Schema(s *Schema) *Schema { return follow(s.Ref, s, doc.Components.Schemas) }

// Parameter returns the parameter that p refers to, or p where it is no reference.
func (doc *Document) Parameter(p *Parameter) *Parameter {
	return follow(p.Ref, p, doc.Components.Parameters)
}

// Header returns the header that h refers to, or h where it is no reference.
func (doc *Document) Header(h *Header) *Header { return follow(h.Ref, h, doc.Components.Headers) }

// Response returns the response that r refers to, or r where it is no reference.
func (doc *Document) Response(r *Response) *Response {
	return follow(r.Ref, r, doc.Components.Responses)
}

// follow returns the component that a reference names by its last segment.
func follow[T any](ref string, itself T, components Map[T]) T {
	if ref == "" {
		return itself
	}
	return components.Get(lastSegment(ref))
}

func lastSegment(ref string) string { return ref[strings.LastIndexByte(ref, '/')+1:] }

// InAddress is an example as it stands in a path or in a query: lists are separated by
// commas. It is empty where there is none.
func InAddress(example any) string {
	switch v := example.(type) {
	case nil:
		return ""
	case []any:
		parts := make([]string, len(v))
		for i, one := range v {
			parts[i] = fmt.Sprint(one)
		}
		return strings.Join(parts, ",")
	}
	return fmt.Sprint(example)
}
