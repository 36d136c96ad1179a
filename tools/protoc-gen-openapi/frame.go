package main

import (
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/test/openapi"
)

func headersNamed(names ...string) (headers openapi.Map[*openapi.Header]) {
	for _, name := range names {
		headers.Set(name, &openapi.Header{Ref: "#/components/headers/" + name})
	}
	return headers
}

// quotaHeaders are the headers of every response to an authenticated request.
var quotaHeaders = []string{"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"}

const description = `Users, clients, projects, planned hours, actual hours and time off of one organization: ` +
	`the one that the API key belongs to.

- Send the key with every request: ` + "`Authorization: Bearer wpk_…`" + `. Each operation names the scope that the key needs.
- Bodies are JSON. A successful response has status 200 and the body ` + "`{\"data\": …}`" + `. ` +
	`An error response has the body ` + "`{\"error\": {\"message\", \"code\", \"requestId\", \"details\"}}`" + `.
- Lists take ` + "`limit`, and `offset` or `cursor`" + `, and return ` +
	"`{\"items\", \"total\", \"limit\", \"offset\", \"hasMore\", \"nextCursor\"}`" + `.
- Each query parameter is shown with one name and accepted with two: ` +
	"`user_id` is also `userId`, and `updatedSince` is also `updated_since`" + `.
- Dates are ` + "`YYYY-MM-DD`" + `, from 0001-01-01 to 9999-12-31.
- A key may make a number of requests per minute, some of them at once. ` +
	`Each request costs one, whatever its size, and nothing if the status is 304. ` +
	`Beyond that the status is 429; wait for the seconds in ` + "`Retry-After`" + `. ` +
	`The headers ` + "`X-RateLimit-*`" + ` show what is left.
- If a call with ` + "`x-idempotent: true`" + ` gets no response, it is safe to send it again.
- v1 only grows. Ignore members of responses that you do not know.`

// maxKey is the maximum length of an Idempotency-Key, and versions is the form of If-Match: versions, or *.
const (
	maxKey   = 128
	versions = `^(\*|(W/)?"` + version + `"|` + version + `)( *, *(\*|(W/)?"` + version + `"|` + version + `))*$`
	version  = `[0-9]{1,18}(-[0-9a-f]{16})?`
)

// frame is the document before anything is read from the protos.
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
		Type: "http", Scheme: "bearer", Description: "An API key, `wpk_…`, of 75 characters. It belongs to one " +
			"organization, acts as one user, and has scopes.",
	})
	integer, text := &openapi.Schema{Type: openapi.Types{"integer"}}, &openapi.Schema{Type: openapi.Types{"string"}}
	key := &openapi.Schema{
		Type: openapi.Types{"string"}, MinLength: proto.Uint64(1), MaxLength: proto.Uint64(maxKey), Pattern: `^[!-~]+$`,
	}
	for _, p := range []struct {
		component, name string
		schema          *openapi.Schema
		example         string
		description     string
	}{
		{"IfMatch", "If-Match", &openapi.Schema{Type: openapi.Types{"string"}, Pattern: versions}, `"3"`,
			"The version that the record must have, as in its `ETag`, such as `\"3\"`. If it has another version, " +
				"the response is 409 and nothing is written. `*` matches every version."},
		{"IfNoneMatch", "If-None-Match", text, `"3"`, "The `ETag` of responses that the client has, such as `\"3\"`. " +
			"If the response would be one of them, the status is 304 without a body."},
		{"IdempotencyKey", "Idempotency-Key", key, "0198c0de-5a1e-7000-8000-00000000feed",
			"A new random value for each call, such as a UUID: 1 to 128 visible ASCII characters. A call with the " +
				"same key and the same request, within 24 hours, is not executed again: it gets the stored response. " +
				"So you may send a call again if its response was lost. The same key with another request is refused " +
				"with 409. A dry run ignores it."},
		{"Prefer", "Prefer", text, "return=minimal",
			"With `return=minimal` (RFC 7240), the response has no rows: `meta` has " +
				"a summary in place of them, which costs less. Other preferences are ignored."},
		{"LastEventID", "Last-Event-ID", text, "7", "The id of the last message that the client has received. It is " +
			"used in place of `after`. Libraries for server-sent events send it when they connect again."},
	} {
		doc.Components.Parameters.Set(p.component, &openapi.Parameter{
			Name: p.name, In: "header", Example: p.example, Schema: p.schema, Description: p.description,
		})
	}
	for _, h := range []struct {
		name, description string
		schema            *openapi.Schema
		example           any
	}{
		{"X-Request-Id",
			"The id of the request, also in the server log. It is the one that the client sent in this header, else " +
				"a new one.", text, "0198c0de-5a1e-7000-8000-00000000beef"},
		{"X-RateLimit-Limit",
			"The number of requests per minute that the key may make. Sent if the key has a limit.", integer, 600},
		{"X-RateLimit-Remaining",
			"The number of requests that the key may make now, at once. Sent if the key has a limit.", integer, 99},
		{"X-RateLimit-Reset",
			"Whole seconds until `X-RateLimit-Remaining` has its highest value again, if the key makes no request " +
				"meanwhile. Sent if the key has a limit.", integer, 1},
		{"Retry-After",
			"Whole seconds to wait before the next try. Absent if nobody knows whether the call was executed: look " +
				"before you send it again.", integer, 1},
		{"ETag",
			"The version of the record in quotation marks, for `If-Match` and `If-None-Match`. If the " +
				"content may change while the version stays the same, a digest of the content follows the version: " +
				"`\"3-9f3c01d75a20be46\"`.", text, `"3"`},
		{"Idempotency-Replayed",
			"`true` if this is the stored response of an earlier call with the same `Idempotency-Key`. " +
				"Absent otherwise.", text, "true"},
		{"Preference-Applied",
			"`return=minimal` if the response has no rows because the request prefers it. Absent otherwise.",
			text, "return=minimal"},
		{"Link", "Links to other pages as in RFC 8288: `next`, `prev`, `first`, and `last` if the total is known.",
			text, `<?limit=50&offset=50>; rel="next", <?limit=50&offset=0>; rel="first"`},
		{"X-Total-Count", "The number of records that match. Sent with `count=true`.", integer, 137},
		{"Workplan-Seq", "The number of the latest event whose write the response has. Sent with all rows of a list, and with pages " +
			"that are as of a moment.", integer, 4711},
		{"WWW-Authenticate", "`Bearer`.", text, "Bearer"},
	} {
		doc.Components.Headers.Set(h.name,
			&openapi.Header{Description: h.description, Schema: h.schema, Example: h.example})
	}
	return doc
}
