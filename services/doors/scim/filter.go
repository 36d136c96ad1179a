package scim

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// attribute is the path of an attribute in a request. Attribute names are case-insensitive.
type attribute struct {
	text  string       // as the client wrote it
	name  string       // in lower case, without the URN of its schema
	where []comparison // the values that are meant, of an attribute with several
	sub   string       // the sub-attribute in lower case, or empty
}

// dotted returns the name with that of the sub-attribute.
func (a attribute) dotted() string { return strings.TrimSuffix(a.name+"."+a.sub, ".") }

// isCustom reports whether the attribute is one of a schema that RFC 7643 does not have. Providers send what their
// customers map, also to services that do not know it.
func (a attribute) isCustom() bool {
	return strings.HasPrefix(a.name, "urn:") && !strings.HasPrefix(a.name, "urn:ietf:params:scim:schemas:core:")
}

// comparison is a condition of a filter: attribute eq value.
type comparison struct {
	attribute
	value any // a string, a bool, a number or nil
}

// string returns the value as text.
func (c comparison) string() string {
	if s, ok := c.value.(string); ok {
		return s
	}
	return fmt.Sprint(c.value)
}

// parseFilter parses a filter. Of the operators there is only eq, and of the connectives only and. What is in brackets
// becomes comparisons of the sub-attributes: emails[type eq "work"].value eq "a@b.c" compares emails.type and
// emails.value.
func parseFilter(text string) ([]comparison, error) {
	s := &scanner{rest: text}
	all, err := s.filter("")
	if err == nil && strings.TrimSpace(s.rest) != "" {
		err = s.unexpected()
	}
	return all, err
}

// parseAttribute parses the path of an attribute, as in a PATCH.
func parseAttribute(text string) (attribute, error) {
	s := &scanner{rest: text}
	a, err := s.attribute("")
	if err == nil && s.rest != "" || a.name == "" {
		err = invalid("invalidPath", "path", fmt.Sprintf("%q is not the path of an attribute", text))
	}
	a.text = text
	return a, err
}

// scanner reads filters and paths.
type scanner struct{ rest string }

func (s *scanner) unexpected() error {
	rest := s.rest
	if len(rest) > 40 {
		rest = rest[:40]
	}
	return invalid("invalidFilter", "filter",
		fmt.Sprintf(`cannot be read at %q: only comparisons with eq are supported, and "and" between them`, rest))
}

// skip reads a token, and reports whether it is next. Case is ignored.
func (s *scanner) skip(token string) bool {
	rest := strings.TrimLeft(s.rest, " ")
	if len(rest) < len(token) || !strings.EqualFold(rest[:len(token)], token) {
		return false
	}
	s.rest = rest[len(token):]
	return true
}

// filter reads comparisons of the attributes of a resource, or of the sub-attributes of parent.
func (s *scanner) filter(parent string) (all []comparison, err error) {
	for {
		a, err := s.attribute(parent)
		if err != nil {
			return nil, err
		}
		all = append(all, a.where...)
		if a.where == nil || a.sub != "" {
			c := comparison{attribute: a}
			if c.value, err = s.value(); err != nil {
				return nil, err
			}
			all = append(all, c)
		}
		if !s.skip("and ") {
			return all, nil
		}
	}
}

// attribute reads the path of an attribute of a resource, or the name of a sub-attribute of parent.
func (s *scanner) attribute(parent string) (a attribute, err error) {
	s.rest = strings.TrimLeft(s.rest, " ")
	begin := s.rest
	name := s.until(" []")
	if name == "" {
		return a, s.unexpected()
	}
	if a.name = withoutSchema(strings.ToLower(name)); !slices.Contains(extensions, a.name) {
		a.name, a.sub, _ = strings.Cut(a.name, ".")
	}
	if parent != "" {
		a.name, a.sub = parent, a.name
	} else if strings.HasPrefix(s.rest, "[") {
		s.rest = s.rest[1:]
		if a.where, err = s.filter(a.name); err != nil {
			return a, err
		}
		if !s.skip("]") {
			return a, s.unexpected()
		}
		if strings.HasPrefix(s.rest, ".") {
			a.sub = strings.ToLower(strings.TrimPrefix(s.until(" "), "."))
		}
	}
	a.text = begin[:len(begin)-len(s.rest)]
	return a, nil
}

// until reads up to one of the characters, or to the end.
func (s *scanner) until(chars string) string {
	end := strings.IndexAny(s.rest, chars)
	if end < 0 {
		end = len(s.rest)
	}
	read := s.rest[:end]
	s.rest = s.rest[end:]
	return read
}

// value reads eq and a value in JSON.
func (s *scanner) value() (value any, err error) {
	if !s.skip("eq ") {
		return nil, s.unexpected()
	}
	d := json.NewDecoder(strings.NewReader(s.rest))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		return nil, s.unexpected()
	}
	switch value.(type) {
	case []any, map[string]any:
		return nil, s.unexpected()
	}
	s.rest = s.rest[d.InputOffset():]
	return value, nil
}

// withoutSchema returns a name in lower case without the URN of the schema in front of it.
func withoutSchema(name string) string {
	for _, urn := range append([]string{coreUser, coreGroup}, extensions...) {
		if short, ok := strings.CutPrefix(name, urn+":"); ok {
			return short
		}
	}
	return name
}
