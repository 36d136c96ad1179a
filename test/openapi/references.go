package openapi

import (
	"fmt"
	"strings"
)

// Name is the name of the schema that s refers to; empty if it is not a reference.
func (s *Schema) Name() string { return lastSegment(s.Ref) }

// Schema returns the schema that s refers to, or s if it is not a reference.
func (doc *Document) Schema(s *Schema) *Schema { return follow(s.Ref, s, doc.Components.Schemas) }

// Parameter returns the parameter that p refers to, or p if it is not a reference.
func (doc *Document) Parameter(p *Parameter) *Parameter {
	return follow(p.Ref, p, doc.Components.Parameters)
}

// Header returns the header that h refers to, or h if it is not a reference.
func (doc *Document) Header(h *Header) *Header { return follow(h.Ref, h, doc.Components.Headers) }

// Response returns the response that r refers to, or r if it is not a reference.
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

// InAddress is an example as a path or a query has it: lists are separated by commas. It
// is empty if there is no example.
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
