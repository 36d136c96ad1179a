package main

import (
	"slices"

	"github.com/workplan-api/workplan/test/openapi"
)

const mediaType = "application/json"

// is reports whether a value may have a JSON type.
func is(s *openapi.Schema, jsonType string) bool { return slices.Contains(s.Type, jsonType) }

func isNull(s *openapi.Schema) bool { return is(s, "null") }

func nullable(s *openapi.Schema) bool { return isNull(s) || slices.ContainsFunc(s.AnyOf, isNull) }

// envelope reports whether a schema is a response: it has the member data, and besides it at
// most meta.
func envelope(s *openapi.Schema) bool {
	for name := range s.Properties.All() {
		if name != "data" && name != "meta" {
			return false
		}
	}
	return s.Properties.Has("data")
}

// row returns the schema of the items of a page, or nil if the schema is not a page.
func row(s *openapi.Schema) *openapi.Schema {
	if s.Properties.Has("hasMore") && s.Properties.Has("items") {
		return s.Properties.Get("items").Items
	}
	return nil
}
