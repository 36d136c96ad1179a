package main

import "github.com/workplan-api/workplan/internal/openapi"

// always are the headers that every answer to a key has.
var always = []string{"X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"}

func headersNamed(names ...string) (headers openapi.Map[*openapi.Header]) {
	for _, name := range names {
		headers.Set(name, &openapi.Header{Ref: "#/components/headers/" + name})
	}
	return headers
}

const description = `Users, clients, projects, planned hours, actual hours and time off of one organization: the one that the API key belongs to.

- Send the key with every call: ` + "`Authorization: Bearer wpk_…`" + `. Each operation says which scope the key needs.
- Bodies are JSON. A success is 200 and ` + "`{\"data\": …}`" + `, anything else is ` + "`{\"error\": {\"message\", \"code\", \"requestId\", \"details\"}}`" + `.
- Lists take ` + "`limit` and `offset`" + ` and answer with ` + "`{\"items\", \"total\", \"limit\", \"offset\", \"hasMore\"}`" + `.
- A call with ` + "`x-idempotent: true`" + ` may be sent again where no answer came.
- v1 only grows: expect new members in answers, and ignore those that you do not know.`

// frame is what the document has before anything is read from the protos.
func frame() *openapi.Document {
	doc := &openapi.Document{
		OpenAPI: "3.1.0",
		Info: openapi.Info{
			Title:       "Workplan API",
			Version:     "1.0.0",
			Summary:     "Who works on what, when, and for how many hours",
			Description: description,
			Contact:     openapi.Contact{Name: "Workplan", URL: "https://github.com/workplan-api/workplan"},
			License:     openapi.License{Name: "Apache License 2.0", Identifier: "Apache-2.0"},
		},
		Servers:  []openapi.Server{{URL: "/", Description: "The installation that serves this document"}},
		Security: []map[string][]string{{security: {}}},
	}
	doc.Components.SecuritySchemes.Set(security, &openapi.SecurityScheme{
		Type: "http", Scheme: "bearer", Description: "An API key, `wpk_…`, of 75 characters. It belongs to one organization, acts as one user, and has scopes.",
	})
	doc.Components.Parameters.Set("IfMatch", &openapi.Parameter{
		Name: "If-Match", In: "header", Example: `"3"`, Schema: &openapi.Schema{Type: openapi.Types{"string"}},
		Description: "The version that the record must still have, as it stands in its `ETag`, such as `\"3\"`. Where it has another, the answer is 409 and nothing is written. `*` is any version.",
	})
	integer, text := &openapi.Schema{Type: openapi.Types{"integer"}}, &openapi.Schema{Type: openapi.Types{"string"}}
	for _, h := range []struct {
		name, description string
		schema            *openapi.Schema
		example           any
	}{
		{"X-Request-Id", "Identifies the request, in the log too: the id that the client sent with this header, else a new one.", text, "0198c0de-5a1e-7000-8000-00000000beef"},
		{"X-RateLimit-Limit", "Calls a minute that the key may make. Sent where a quota is set.", integer, 600},
		{"X-RateLimit-Remaining", "Calls that are left of it now. Sent where a quota is set.", integer, 599},
		{"X-RateLimit-Reset", "Seconds until the quota is whole again. Sent where a quota is set.", integer, 1},
		{"Retry-After", "Whole seconds to wait before another try.", integer, 1},
		{"ETag", "The version of the record in quotation marks, for `If-Match`.", text, `"3"`},
		{"Link", "Addresses of other pages by RFC 8288: `next`, `prev`, `first`, and `last` where the total is known.", text, `</api/v1/users?limit=50&offset=50>; rel="next", </api/v1/users?limit=50&offset=0>; rel="first"`},
		{"X-Total-Count", "How many rows match in all. Sent with `count=true`.", integer, 137},
		{"WWW-Authenticate", "`Bearer`.", text, "Bearer"},
	} {
		doc.Components.Headers.Set(h.name, &openapi.Header{Description: h.description, Schema: h.schema, Example: h.example})
	}
	return doc
}
