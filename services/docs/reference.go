package docs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/workplan-api/workplan/internal/openapi"
)

// group is the operations of one tag.
type group struct {
	ID, Name    string
	Description template.HTML
	Operations  []*operation
}

// operation is what the reference shows of a call.
type operation struct {
	ID, Title, Method, Path string
	Summary                 string
	Description             template.HTML
	// Scope is empty where the call needs none.
	Scope, RPC string
	Idempotent bool
	// Parameters are those of the path, of the query, and the headers.
	Parameters []section
	Body       []field
	// BodyExample is a body that the call takes; empty where it takes none.
	BodyExample string
	// Curl is the call with its example.
	Curl    string
	Answers []answer
}

// section is a list of fields with a title.
type section struct {
	Title  string
	Fields []field
}

// field is a parameter, or a member of a body.
type field struct {
	Name, In, Type string
	Required       bool
	Description    template.HTML
	// Bounds are what a value has to keep to, in words.
	Bounds []string
	// Values are all that a value may be; none where it is not one of a few.
	Values []string
	// Source is the operation that lists the records whose id a value is; nil where it
	// is no id.
	Source *source
	// Example is a value, as it is written in a query.
	Example string
	// Fields are the members of an object, or of the objects in a list.
	Fields []field
}

// source is an operation to link to.
type source struct{ ID, Title string }

// answer is what comes back with one status.
type answer struct {
	Status      string
	Title       string
	Description template.HTML
	Headers     []field
	Fields      []field
	Example     string
}

// Writes says whether the call changes something.
func (o *operation) Writes() bool { return o.Method != http.MethodGet }

// devOrigin is where `workplan dev` serves REST. A script puts the page's own origin in
// its place.
const devOrigin = "http://127.0.0.1:8080"

const mediaType = "application/json"

// reference reads an OpenAPI document.
type reference struct{ *openapi.Document }

// groups are the operations by tag, both in the order of the document.
func (d reference) groups() []*group {
	var groups []*group
	for _, tag := range d.Tags {
		groups = append(groups, &group{ID: slug(tag.Name), Name: tag.Name, Description: markdown(tag.Description)})
	}
	for c := range d.Calls() {
		i := slices.IndexFunc(d.Tags, func(t openapi.Tag) bool { return t.Name == c.Operation.Tags[0] })
		groups[i].Operations = append(groups[i].Operations, d.operation(c.Method, c.Path, c.Operation))
	}
	return groups
}

func (d reference) operation(method, path string, op *openapi.Operation) *operation {
	// The page has the scope in a place of its own.
	description := strings.NewReplacer("Needs the scope `"+op.Scope+"`.", "", "Needs no scope.", "").Replace(op.Description)
	o := &operation{
		ID: op.OperationID, Title: title(op.OperationID), Method: method, Path: path,
		Summary: op.Summary, Description: markdown(description),
		Scope: op.Scope, RPC: op.RPC, Idempotent: op.Idempotent,
	}
	sections := []section{{Title: "Path"}, {Title: "Query"}, {Title: "Headers"}}
	target := path
	for _, p := range op.Parameters {
		p = d.Parameter(p)
		f := d.field(p.Name, p.Schema, p.Required)
		f.In, f.Description = p.In, markdown(p.Description)
		if p.Example != nil {
			f.Example = openapi.InAddress(p.Example)
		}
		i := slices.Index([]string{"path", "query", "header"}, p.In)
		sections[i].Fields = append(sections[i].Fields, f)
		target = strings.ReplaceAll(target, "{"+p.Name+"}", f.Example)
	}
	o.Parameters = slices.DeleteFunc(sections, func(s section) bool { return len(s.Fields) == 0 })
	if op.RequestBody != nil {
		media := op.RequestBody.Content[mediaType]
		o.Body = d.members(media.Schema)
		o.BodyExample = d.example(media.Schema, media.Example)
	}
	o.Curl = curl(method, target, o.BodyExample)
	for status, response := range op.Responses.All() {
		o.Answers = append(o.Answers, d.answer(status, response))
	}
	return o
}

func (d reference) answer(status string, r *openapi.Response) answer {
	r = d.Response(r)
	code, _ := strconv.Atoi(status)
	a := answer{Status: status, Title: http.StatusText(code)}
	a.Description = markdown(strings.TrimPrefix(r.Description, a.Title))
	for name, h := range r.Headers.All() {
		h = d.Header(h)
		a.Headers = append(a.Headers, field{Name: name, Type: d.typeOf(h.Schema), Description: markdown(h.Description)})
	}
	media := r.Content[mediaType]
	if code == http.StatusOK {
		a.Fields = present(d.members(media.Schema))
	}
	if media.Example != nil {
		a.Example = d.example(media.Schema, media.Example)
	}
	// Of several examples the one that shows most.
	for _, e := range media.Examples.All() {
		if text := d.example(media.Schema, e.Value); len(text) > len(a.Example) {
			a.Example = text
		}
	}
	return a
}

// present takes the mark off that fields are required: in an answer all are there.
func present(fields []field) []field {
	for i := range fields {
		fields[i].Required = false
		present(fields[i].Fields)
	}
	return fields
}

// members are the fields of an object, or of the objects in a list.
func (d reference) members(s *openapi.Schema) []field {
	s = d.Schema(s)
	if s.Items != nil {
		return d.members(s.Items)
	}
	var fields []field
	for name, property := range s.Properties.All() {
		fields = append(fields, d.field(name, property, slices.Contains(s.Required, name)))
	}
	return fields
}

func (d reference) field(name string, s *openapi.Schema, required bool) field {
	f := field{Name: name, Type: d.typeOf(s), Required: required, Fields: d.members(s)}
	f.Description = markdown(s.Description) // that of the place, not of the type
	s = d.Schema(s)
	f.Bounds, f.Values = bounds(s), s.Enum
	if s.Items != nil {
		f.Values = d.Schema(s.Items).Enum
	}
	if slices.Equal(s.Type, openapi.Types{"boolean"}) {
		f.Values = []string{"true", "false"}
	}
	if s.IDOf != "" {
		f.Source = d.source(s.IDOf)
	}
	if s.Default != nil {
		f.Example = fmt.Sprint(s.Default)
	}
	return f
}

// source is the operation that lists the records of a schema, if there is one.
func (d reference) source(records string) *source {
	for c := range d.Calls() {
		if c.Lists == records {
			return &source{ID: c.OperationID, Title: title(c.OperationID)}
		}
	}
	return nil
}

// typeOf is the type of a value in words: "string (uuid) or null".
func (d reference) typeOf(s *openapi.Schema) string {
	s = d.Schema(s)
	var types []string
	for _, either := range slices.Concat(s.AnyOf, s.OneOf) {
		types = append(types, d.typeOf(either))
	}
	for _, t := range s.Type {
		switch {
		case t == "array":
			t = "array of " + d.typeOf(s.Items)
		case t == "string" && s.Format != "":
			t += " (" + s.Format + ")"
		}
		types = append(types, t)
	}
	return strings.Join(types, " or ")
}

// bounds are what a value has to keep to, in words.
func bounds(s *openapi.Schema) []string {
	words := []string{between(s.Minimum, s.Maximum, ""), between(s.MinLength, s.MaxLength, " characters"), between(nil, s.MaxItems, " items")}
	if s.Default != nil {
		words = append(words, fmt.Sprint("default ", s.Default))
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// between is a range in words, "" where it has no end.
func between[T float64 | uint64](low, high *T, unit string) string {
	text := func(n *T) string { return strconv.FormatFloat(float64(*n), 'f', -1, 64) }
	switch {
	case low == nil && high == nil:
		return ""
	case low == nil:
		return "at most " + text(high) + unit
	case high == nil:
		return "at least " + text(low) + unit
	case *low == *high:
		return text(low) + unit
	}
	return text(low) + " to " + text(high) + unit
}

// example is a value as indented JSON.
func (d reference) example(s *openapi.Schema, value any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(d.inOrder(s, value)); err != nil {
		panic(err) // what was read from JSON can be written
	}
	return strings.TrimSpace(b.String())
}

// inOrder gives the members of an example the order that they have in the schema:
// encoding/json has forgotten it.
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

// curl is a call as it is typed into a shell that has the key in $KEY.
func curl(method, target, body string) string {
	var b strings.Builder
	b.WriteString("curl -sS")
	if method != http.MethodGet {
		b.WriteString(" -X " + method)
	}
	b.WriteString(" " + devOrigin + target + " \\\n  -H \"Authorization: Bearer $KEY\"")
	if body != "" {
		b.WriteString(" \\\n  -H 'Content-Type: application/json' \\\n  -d '" + strings.ReplaceAll(body, "'", `'\''`) + "'")
	}
	return b.String()
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
