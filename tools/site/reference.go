package site

import (
	"bytes"
	"encoding/json"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/workplan-api/workplan/test/openapi"
)

// group is the operations of one tag.
type group struct {
	ID, Name    string
	Description template.HTML
	Operations  []*operation
}

// operation is what the reference shows of an operation.
type operation struct {
	ID, Title, Method, Path string
	Summary                 string
	Description             template.HTML
	// Scopes are those that the operation needs, all of them.
	Scopes     []string
	RPC        string
	Idempotent bool
	// Parameters are the lists of those in the path and in the query, and of the headers.
	Parameters []fieldList
	Body       fieldList
	// BodyExample is a valid body; empty if the operation takes none.
	BodyExample string
	// Inputs are the ids and dates of BodyExample, for the form.
	Inputs    []input
	Samples   []sample
	Responses []response
}

// response is what the reference shows of the responses with one status.
type response struct {
	Status, Title string
	Description   template.HTML
	// These are empty for errors.
	Headers, Body fieldList
	Example       string
}

// Writes reports whether the operation changes data.
func (o *operation) Writes() bool { return o.Method != http.MethodGet }

// devOrigin is where `workplan dev` serves REST. The script of the pages replaces it
// with the origin of the page.
const devOrigin = "http://127.0.0.1:8080"

const mediaType = "application/json"

// reference reads an OpenAPI document.
type reference struct{ *openapi.Document }

// groups returns the operations by tag, both in the order of the document.
func (d reference) groups() []*group {
	var groups []*group
	for _, tag := range d.Tags {
		groups = append(groups, &group{ID: slug(tag.Name), Name: tag.Name, Description: markdown(tag.Description)})
	}
	for c := range d.Calls() {
		i := slices.IndexFunc(d.Tags, func(t openapi.Tag) bool { return t.Name == c.Operation.Tags[0] })
		groups[i].Operations = append(groups[i].Operations, d.operation(c))
	}
	return groups
}

func (d reference) operation(c openapi.Call) *operation {
	// The page shows the scope in a place of its own.
	description := strings.Replace(c.Description, openapi.NeededScopes(c.Scope), "", 1)
	o := &operation{
		ID: c.OperationID, Title: title(c.OperationID), Method: c.Method, Path: c.Path,
		Summary: c.Summary, Description: markdown(description),
		Scopes: strings.Fields(c.Scope), RPC: c.RPC, Idempotent: c.Idempotent,
	}
	lists := []fieldList{{Title: "Path"}, {Title: "Query"}, {Title: "Headers"}}
	for _, p := range c.Parameters {
		p = d.Parameter(p)
		i := slices.Index([]string{"path", "query", "header"}, p.In)
		f := d.field(c.OperationID+"-"+p.In+"-", p.Name, p.Schema, p.Required)
		f.In = p.In
		f.InExamples = c.InExamples(p)
		f.describe(p.Description)
		if p.Example != nil {
			f.Example = openapi.InAddress(p.Example)
		}
		lists[i].Fields = append(lists[i].Fields, f)
	}
	o.Parameters = slices.DeleteFunc(lists, func(l fieldList) bool { return len(l.Fields) == 0 })
	if c.RequestBody != nil {
		media := c.RequestBody.Content[mediaType]
		o.Body = fieldList{"Body", d.members(c.OperationID+"-body-", media.Schema)}
		o.BodyExample = d.example(media.Schema, media.Example)
		o.Inputs = d.inputs("", "", media.Schema, media.Example)
	}
	o.Samples = d.samples(c)
	for status, r := range c.Responses.All() {
		o.Responses = append(o.Responses, d.response(c.OperationID, status, r))
	}
	return o
}

// response returns the response with a status. The fields and an example are those of a
// success: all errors have one form, which a guide describes.
func (d reference) response(operation, status string, from *openapi.Response) response {
	from = d.Response(from)
	code, _ := strconv.Atoi(status)
	r := response{Status: status, Title: http.StatusText(code), Headers: fieldList{Title: "Headers"}}
	r.Description = markdown(strings.TrimPrefix(from.Description, r.Title))
	if code != http.StatusOK {
		return r
	}
	for name, h := range from.Headers.All() {
		h = d.Header(h)
		f := d.field(operation+"-response-header-", name, h.Schema, false)
		f.describe(h.Description)
		r.Headers.Fields = append(r.Headers.Fields, f)
	}
	media, ok := from.Content[mediaType]
	if !ok { // a stream
		return r
	}
	r.Body = fieldList{"Response", present(d.members(operation+"-response-", media.Schema))}
	r.Example = d.example(media.Schema, media.Example)
	// Of several examples, the longest one shows most.
	for _, e := range media.Examples.All() {
		if text := d.example(media.Schema, e.Value); len(text) > len(r.Example) {
			r.Example = text
		}
	}
	return r
}

// present removes the mark "required": a response has all of its fields.
func present(fields []field) []field {
	for i := range fields {
		fields[i].Required = false
		present(fields[i].Fields)
	}
	return fields
}

// example returns a value as indented JSON.
func (d reference) example(s *openapi.Schema, value any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	check(e.Encode(d.inOrder(s, value)))
	return strings.TrimSpace(b.String())
}

// inOrder returns an example with its members in the order of the schema, which
// encoding/json does not keep.
func (d reference) inOrder(s *openapi.Schema, value any) any {
	s = d.Schema(s)
	switch v := value.(type) {
	case map[string]any:
		ordered := openapi.Map[any]{}
		for name, property := range s.Properties.All() {
			if member, ok := v[name]; ok {
				ordered.Set(name, d.inOrder(property, member))
			}
		}
		return ordered
	case []any:
		items := []any{}
		for _, item := range v {
			items = append(items, d.inOrder(s.Items, item))
		}
		return items
	}
	return value
}

// title makes words of an operation's id: "updateUser" is "Update user".
func title(id string) string {
	var b strings.Builder
	for i, r := range id {
		switch {
		case i == 0:
			r = unicode.ToUpper(r)
		case unicode.IsUpper(r):
			b.WriteByte(' ')
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}

func slug(name string) string { return strings.ReplaceAll(strings.ToLower(name), " ", "-") }
