package site

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/workplan-api/workplan/test/openapi"
)

// sample is a call in one language, with the example of the OpenAPI document.
type sample struct{ Language, Name, Code string }

// languages are the languages of the samples. All but curl use the packages in the folder
// clients; .ci/clients runs every sample with them.
var languages = []struct {
	id, name string
	write    func(exampleCall) string
}{
	{"curl", "curl", exampleCall.curl},
	{"typescript", "TypeScript", exampleCall.typescript},
	{"python", "Python", exampleCall.python},
	{"go", "Go", exampleCall.golang},
	{"java", "Java", exampleCall.java},
}

func (d reference) samples(c openapi.Call) (all []sample) {
	call := exampleCall{reference: d, Call: c, target: c.Path}
	required := url.Values{}
	for _, p := range c.Parameters {
		p = d.Parameter(p)
		switch p.In {
		case "query":
			call.hasQuery = true
			if c.InExamples(p) {
				required.Set(p.Name, openapi.InAddress(p.Example))
				call.query = append(call.query, p)
			}
		case "path":
			call.path = append(call.path,
				pathParameter{p.Name, openapi.InAddress(p.Example), slices.Contains(p.Schema.Type, "integer")})
			call.target = strings.ReplaceAll(call.target, "{"+p.Name+"}", openapi.InAddress(p.Example))
		}
	}
	if len(required) > 0 {
		call.target += "?" + required.Encode()
	}
	if c.RequestBody != nil {
		media := c.RequestBody.Content[mediaType]
		call.body, call.example = media.Schema, media.Example
	}
	media, ok := c.Responses.Get("200").Content[mediaType]
	if call.streams = !ok; call.streams { // the packages do not read streams over REST
		return []sample{{"curl", "curl", call.curl()}}
	}
	result := d.Schema(media.Schema)
	call.empty = d.Schema(result.Properties.Get("data")).Properties.Len() == 0 &&
		d.Schema(result.Properties.Get("data")).Items == nil
	for _, language := range languages {
		all = append(all, sample{language.id, language.name, language.write(call)})
	}
	return all
}

// exampleCall is an operation with the values of its examples.
type exampleCall struct {
	reference
	openapi.Call
	// target is the path with the examples in place of its parameters, and the query with those
	// of required parameters.
	target string
	path   []pathParameter
	// hasQuery reports whether the operation has parameters in the query. query are the
	// required ones.
	hasQuery bool
	query    []*openapi.Parameter
	// body is nil if the operation takes none.
	body    *openapi.Schema
	example any
	// empty reports whether the response has no data, and streams whether it is a stream.
	empty, streams bool
}

// pathParameter is the example of a parameter in the path: the id of a record, or a number.
type pathParameter struct {
	name, value string
	number      bool
}

// literal returns the value as Go, Python and TypeScript write it.
func (p pathParameter) literal() string {
	if p.number {
		return p.value
	}
	return strconv.Quote(p.value)
}

// curl is for a shell that has the key in $KEY.
func (c exampleCall) curl() string {
	var b strings.Builder
	b.WriteString("curl -sS")
	if c.streams {
		b.WriteString(" -N")
	}
	if c.Method != http.MethodGet {
		b.WriteString(" -X " + c.Method)
	}
	address := devOrigin + c.target
	if strings.Contains(address, "&") { // which a shell would take
		address = "'" + address + "'"
	}
	b.WriteString(" " + address + " \\\n  -H \"Authorization: Bearer $KEY\"")
	if c.body != nil {
		body := c.reference.example(c.body, c.example)
		b.WriteString(" \\\n  -H 'Content-Type: application/json' \\\n  -d '" +
			strings.ReplaceAll(body, "'", `'\''`) + "'")
	}
	return b.String()
}

var quotedName = regexp.MustCompile(`(?m)^(\s*)"(\w+)":`)

func (c exampleCall) typescript() string {
	head := "import { Workplan } from \"@workplan-api/client\";\n\n" +
		"const workplan = new Workplan({ baseUrl: \"" + devOrigin + "\", key: process.env.WORKPLAN_KEY! });\n"
	var options string
	var path []string
	for _, p := range c.path {
		path = append(path, p.name+": "+p.literal())
	}
	if path != nil {
		options += "  path: { " + strings.Join(path, ", ") + " },\n"
	}
	if c.query != nil {
		var members []string
		for _, p := range c.query {
			members = append(members, p.Name+": "+plain(p.Schema, p.Example))
		}
		options += "  query: { " + strings.Join(members, ", ") + " },\n"
	}
	if c.body != nil {
		body := quotedName.ReplaceAllString(c.reference.example(c.body, c.example), "$1$2:")
		options += "  body: " + strings.ReplaceAll(body, "\n", "\n  ") + ",\n"
	}
	if options != "" {
		options = ", {\n" + options + "}"
	}
	if c.Lists != "" {
		return fmt.Sprintf("%sfor await (const row of workplan.all(%q%s)) {\n  console.log(row);\n}",
			head, c.Path, options)
	}
	call := fmt.Sprintf("await workplan.%s(%q%s);", strings.ToLower(c.Method), c.Path, options)
	if c.empty {
		return head + call
	}
	return head + "const result = " + call + "\nconsole.log(result);"
}

// member is a member of an example with its schema.
type member struct {
	schema   *openapi.Schema
	nullable bool
	value    any
}

// membersOf ranges over the members of an object in the order of its schema.
func (c exampleCall) membersOf(s *openapi.Schema, value any) func(yield func(string, member) bool) {
	object := value.(map[string]any)
	return func(yield func(string, member) bool) {
		for name, property := range c.Schema(s).Properties.All() {
			nullable := property.AnyOf != nil || slices.Contains(property.Type, "null")
			if v, ok := object[name]; ok && !yield(name, member{notNull(property), nullable, v}) {
				return
			}
		}
	}
}

func (c exampleCall) list(
	items []any, s *openapi.Schema, value func(*openapi.Schema, any) string, open, end string,
) string {
	var texts []string
	for _, item := range items {
		texts = append(texts, value(s.Items, item))
	}
	return open + strings.Join(texts, ", ") + end
}

// indented returns a list of members, each on a line of its own.
func indented(members []string, indent string) string {
	if len(members) == 0 {
		return ""
	}
	return "\n" + indent + strings.ReplaceAll(strings.Join(members, ",\n"), "\n", "\n"+indent) + ",\n"
}

// plain returns a literal that Go, Java and Python write in the same way.
func plain(s *openapi.Schema, value any) string {
	switch v := value.(type) {
	case string:
		return strconv.Quote(v)
	case float64:
		text := strconv.FormatFloat(v, 'f', -1, 64)
		if slices.Contains(s.Type, "number") && !strings.Contains(text, ".") {
			text += ".0"
		}
		return text
	}
	return fmt.Sprint(value)
}

var word = regexp.MustCompile(`[A-Z]?[a-z0-9]+`)

// camel returns a name as Go writes it: accountManagerId is AccountManagerID.
func camel(name string) string {
	var b strings.Builder
	for _, w := range word.FindAllString(name, -1) {
		if strings.EqualFold(w, "id") || strings.EqualFold(w, "url") {
			w = strings.ToUpper(w)
		}
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}

// snake returns a name as Python writes it: accountManagerId is account_manager_id.
func snake(name string) string {
	return strings.ToLower(strings.Join(word.FindAllString(name, -1), "_"))
}

func lower(name string) string { return strings.ToLower(name[:1]) + name[1:] }
