package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/workplan-api/workplan/test/openapi"
)

// llms is an overview in the format of llms.txt: what a language model needs to call the
// API, on one small page.
func llms(doc *openapi.Document) []byte {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("# %s\n\n> %s. REST under /api/v1 and gRPC (workplan.v1) with the same rules.\n",
		doc.Info.Title, doc.Info.Summary)
	line("%s\n", doc.Info.Description)
	line("- [OpenAPI 3.1](/openapi.json): every operation, field, bound, status and example; " +
		"also as [YAML](/openapi.yaml)")
	line("- [Reference](/docs/reference): the same as pages, to read and to try")
	line("- [Postman collection](/docs/workplan.postman_collection.json)\n")
	for _, tag := range doc.Tags {
		line("## %s\n\n%s\n", tag.Name, tag.Description)
		for c := range doc.Calls() {
			if c.Operation.Tags[0] == tag.Name {
				line("%s", oneLine(doc, c))
			}
		}
		line("")
	}
	line("## Records\n")
	line("Members marked ? are optional. Members marked null may be null.\n")
	for name, schema := range doc.Components.Schemas.All() {
		switch {
		case schema.OneOf != nil:
			line("- %s: %s", name, shape(schema))
		case schema.Enum != nil:
			line("- %s: one of %s", name, strings.Join(schema.Enum, ", "))
		case schema.Properties.Len() > 0 && !strings.HasSuffix(name, "Result"):
			line("- %s: %s", name, members(schema))
		}
	}
	line("\n## Error codes\n\n%s", doc.Components.Schemas.Get("ErrorCode").Description)
	return []byte(b.String())
}

func oneLine(doc *openapi.Document, c openapi.Call) string {
	op := c.Operation
	s := fmt.Sprintf("- `%s %s`", c.Method, c.Path)
	var query []string
	for _, p := range op.Parameters {
		switch {
		case p.In == "query" && p.Required:
			query = append(query, p.Name+" (required)")
		case p.In == "query":
			query = append(query, p.Name)
		}
	}
	if query != nil {
		s += " query " + strings.Join(query, ", ") + ";"
	}
	if op.RequestBody != nil {
		s += " body " + shape(op.RequestBody.Content[mediaType].Schema) + ";"
	}
	if media, ok := op.Responses.Get("200").Content[mediaType]; !ok {
		s += " server-sent events;"
	} else if response := doc.Schema(media.Schema); response != nil {
		s += " data " + shape(response.Properties.Get("data")) + ";"
	}
	if op.Scope != "" {
		s += " scope " + op.Scope + ";"
	}
	if !op.Idempotent {
		s += " not idempotent;"
	}
	return s + " " + op.Summary + "."
}

func members(s *openapi.Schema) string {
	var out []string
	for name, p := range s.Properties.All() {
		member := name
		if !slices.Contains(s.Required, name) {
			member += "?"
		}
		out = append(out, member+" "+shape(p))
	}
	return strings.Join(out, ", ")
}

// shape is a schema in a few words.
func shape(s *openapi.Schema) string {
	switch {
	case s.Ref != "":
		return s.Name()
	case s.AnyOf != nil || s.OneOf != nil:
		var options []string
		for _, one := range slices.Concat(s.AnyOf, s.OneOf) {
			options = append(options, shape(one))
		}
		return strings.Join(options, " or ")
	case s.Items != nil:
		return "[" + shape(s.Items) + "]"
	case s.Properties.Len() > 0:
		return "{" + members(s) + "}"
	}
	word := s.Type
	if s.Format != "" && s.Format != "double" && s.Format != "int64" {
		word = append(openapi.Types{s.Format}, s.Type[1:]...)
	}
	return strings.Join(word, " or ")
}
