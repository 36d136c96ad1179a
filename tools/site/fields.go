package site

import (
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/workplan-api/workplan/test/openapi"
)

// fieldList is a list of fields with a title.
type fieldList struct {
	Title  string
	Fields []field
}

// field is a parameter, a header, or a member of a body.
type field struct {
	// ID is the anchor of the field.
	ID             string
	Name, In, Type string
	Required       bool
	Description    template.HTML
	// Bounds are the bounds of the value and its default, in words.
	Bounds []string
	// Values are all values of an enumeration.
	Values []string
	// Source is the operation that lists the records whose id the value is; nil if the
	// value is not an id.
	Source *source
	// Input is the type of the HTML input.
	Input string
	// Example is a value in the form of a query.
	Example string
	// InExamples says that the form is sent with a value of a parameter, although it may not be required.
	InExamples bool
	// Fields are the members of an object, or of the objects in a list.
	Fields []field
}

// source is an operation that lists records.
type source struct{ ID, Title, Path string }

// input is an id or a date in the example of a body.
type input struct {
	// Name is the name that people read, such as items[0].userId; Pointer is the path for
	// programs, such as items.0.userId.
	Name, Pointer string
	// Source is nil if the value is a date.
	Source *source
}

// members returns the fields of an object, or of the objects in a list. The ids of the
// fields begin with prefix.
func (d reference) members(prefix string, s *openapi.Schema) []field {
	s = d.Schema(s)
	if s.Items != nil {
		return d.members(prefix, s.Items)
	}
	var fields []field
	for name, property := range s.Properties.All() {
		fields = append(fields, d.field(prefix, name, property, slices.Contains(s.Required, name)))
	}
	return fields
}

func (d reference) field(prefix, name string, s *openapi.Schema, required bool) field {
	f := field{ID: prefix + name, Name: name, Type: d.typeOf(s), Required: required, Input: "text"}
	f.Fields = d.members(f.ID+"-", s)
	description := s.Description // that of the field, not that of its type
	s = d.Schema(notNull(s))
	f.Bounds, f.Values = bounds(s), s.Enum
	f.describe(description)
	if s.Items != nil {
		f.Values = d.Schema(s.Items).Enum
	}
	if slices.Equal(s.Type, openapi.Types{"boolean"}) {
		f.Values = []string{"true", "false"}
	}
	if s.Format == "date" {
		f.Input = "date"
	}
	f.Source = d.source(s.IDOf)
	if s.Default != nil {
		f.Example = fmt.Sprint(s.Default)
	}
	return f
}

// notNull returns the schema of a value that is not null: anyOf has it, and null.
func notNull(s *openapi.Schema) *openapi.Schema {
	if i := slices.IndexFunc(s.AnyOf, func(option *openapi.Schema) bool { return option.Ref != "" }); i >= 0 {
		return s.AnyOf[i]
	}
	return s
}

// describe sets the description, and removes the bounds that it contains.
func (f *field) describe(text string) {
	f.Description = markdown(text)
	known := numbers(text)
	f.Bounds = slices.DeleteFunc(f.Bounds, func(bound string) bool {
		in := numbers(bound)
		return len(in) > 0 && !slices.ContainsFunc(in, func(n float64) bool { return !slices.Contains(known, n) })
	})
}

var number = regexp.MustCompile(`\d[\d,]*(?:\.\d+)?(?:e\d+)?`)

// numbers returns the numbers in a text.
func numbers(text string) (all []float64) {
	for _, digits := range number.FindAllString(text, -1) {
		n, _ := strconv.ParseFloat(strings.ReplaceAll(digits, ",", ""), 64)
		all = append(all, n)
	}
	return all
}

// source returns the operation that lists the records of an id, or nil. Placeholders are users whom it lists if they
// are asked for.
func (d reference) source(idOf string) *source {
	records, query := idOf, ""
	if idOf == "Placeholder" {
		records, query = "User", "?kind=placeholder"
	}
	for c := range d.Calls() {
		if records != "" && c.Lists == records {
			return &source{c.OperationID, title(c.OperationID), c.Path + query}
		}
	}
	return nil
}

// inputs returns the ids and dates of an example, with their names and pointers below
// the given ones.
func (d reference) inputs(name, pointer string, s *openapi.Schema, example any) (all []input) {
	s = d.Schema(s)
	switch v := example.(type) {
	case map[string]any:
		for member, property := range s.Properties.All() {
			all = append(all, d.inputs(strings.TrimPrefix(name+"."+member, "."),
				strings.TrimPrefix(pointer+"."+member, "."), property, v[member])...)
		}
	case []any:
		for i, item := range v {
			all = append(all,
				d.inputs(fmt.Sprintf("%s[%d]", name, i), fmt.Sprintf("%s.%d", pointer, i), s.Items, item)...)
		}
	case string:
		if source := d.source(s.IDOf); source != nil || s.Format == "date" {
			all = append(all, input{name, pointer, source})
		}
	}
	return all
}

// typeOf returns the type of a value in words: "string (uuid) or null".
func (d reference) typeOf(s *openapi.Schema) string {
	s = d.Schema(s)
	var types []string
	for _, option := range slices.Concat(s.AnyOf, s.OneOf) {
		types = append(types, d.typeOf(option))
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

// bounds returns the bounds of a value and its default in words.
func bounds(s *openapi.Schema) []string {
	words := []string{between(s.Minimum, s.Maximum, ""), between(s.MinLength, s.MaxLength, " characters"), between(nil,
		s.MaxItems, " items")}
	if s.Default != nil {
		words = append(words, fmt.Sprint("default ", s.Default))
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// between returns a range in words, "" if it has no end.
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
