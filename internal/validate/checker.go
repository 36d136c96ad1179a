package validate

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/internal/naming"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
)

// checker walks a request. It converts text to the form that is stored, and collects what
// is wrong.
type checker struct {
	// update means that the resource in the request holds only the fields to write.
	update bool
	// skip is a list whose items are not checked.
	skip  protoreflect.FieldDescriptor
	path  []byte
	depth int
	index int // of the item of a batch, from 1; 0 outside of items
	found []problem.Detail
	// outside are the values out of bounds. They follow the others in an error.
	outside []problem.Detail
}

// findProblems returns what is wrong with a message. Of a field it has only the first problem.
func (c checker) findProblems(m proto.Message) []problem.Detail {
	c.message(m.ProtoReflect())
	if len(c.outside) == 0 {
		return c.found
	}
	refused := make(map[string]bool, len(c.found))
	for _, d := range c.found {
		refused[d.Field] = true
	}
	for _, d := range c.outside {
		if !refused[d.Field] {
			c.found = append(c.found, d)
		}
	}
	return c.found
}

func (c *checker) message(m protoreflect.Message) {
	r := rulesOf(m.Descriptor())
	for i := range r.fields {
		f := &r.fields[i]
		end := len(c.path)
		if end > 0 {
			c.path = append(c.path, '.')
		}
		c.path = append(c.path, f.field.Name()...)
		c.field(m, f)
		c.path = c.path[:end]
	}
}

func (c *checker) field(m protoreflect.Message, r *rule) {
	if !m.Has(r.field) {
		if r.isRequired(m) && !r.field.IsList() && (!c.update || c.depth == 0) {
			c.fail(problem.ValidationFailed, missing(r.field))
		}
		switch {
		case r.field.IsList():
			c.length(0, r)
		case !r.field.HasPresence():
			c.bound(m.Get(r.field), r)
		}
		return
	}
	if r.outputOnly {
		c.fail(problem.UnknownField, "is set by the server")
		return
	}
	v := m.Get(r.field)
	switch {
	case r.field.IsList():
		c.list(v.List(), r)
	case r.message:
		c.depth++
		c.message(v.Message())
		c.depth--
	case r.time:
		// A message can carry times that the database cannot store.
		if t, ok := v.Message().Interface().(*timestamppb.Timestamp); !ok || !t.IsValid() {
			c.fail(problem.ValidationFailed, "must be a time of the years 1 to 9999")
		}
	case r.float:
		if isNegativeZero(v) {
			v = protoreflect.ValueOfFloat64(0)
			m.Set(r.field, v)
		}
	case r.text:
		s := v.String()
		if r.trimmed || r.country || r.currency || r.date || r.safeURL || strings.IndexByte(s, 0) >= 0 {
			if stored := c.text(s, r); stored != s {
				v = protoreflect.ValueOfString(stored)
				m.Set(r.field, v)
			}
		}
	}
	if !r.field.IsList() {
		c.bound(v, r)
	}
}

// bound checks a value, or one of a list.
func (c *checker) bound(v protoreflect.Value, r *rule) {
	if r.bounds.value == nil {
		return
	}
	if message := r.bounds.value(v); message != "" {
		c.outside = append(c.outside, c.detail(problem.ValidationFailed, message))
	}
}

// length checks the number of items of a list.
func (c *checker) length(n int, r *rule) {
	switch {
	case n != r.bounds.least && r.bounds.least == r.bounds.most:
		message := fmt.Sprintf("must have exactly %d items", r.bounds.least)
		c.outside = append(c.outside, c.detail(problem.ValidationFailed, message))
	case n < r.bounds.least:
		message := fmt.Sprintf("must have at least %d items", r.bounds.least)
		if r.bounds.least == 1 {
			message = "must not be empty"
		}
		c.outside = append(c.outside, c.detail(problem.ValidationFailed, message))
	case n > r.bounds.most:
		code := problem.ValidationFailed
		if r.field.Name() == "items" {
			code = problem.TooManyItems
		}
		c.outside = append(c.outside, c.detail(code, fmt.Sprintf("must have at most %d items", r.bounds.most)))
	}
}

func (c *checker) list(l protoreflect.List, r *rule) {
	c.length(l.Len(), r)
	if r.field == c.skip {
		return
	}
	if r.sources {
		c.sources(l)
	}
	end, outer := len(c.path), c.index
	for i := range l.Len() {
		if c.depth <= 1 && r.message {
			c.index = i + 1
		}
		c.path = append(strconv.AppendInt(append(c.path, '['), int64(i), 10), ']')
		switch {
		case r.message:
			c.depth++
			c.message(l.Get(i).Message())
			c.depth--
		case r.float:
			if isNegativeZero(l.Get(i)) {
				l.Set(i, protoreflect.ValueOfFloat64(0))
			}
		case r.text:
			l.Set(i, protoreflect.ValueOfString(c.text(l.Get(i).String(), r)))
		}
		if !r.message {
			c.bound(l.Get(i), r)
		}
		c.path = c.path[:end]
	}
	c.index = outer
}

// oneSource is what is wrong with external ids of one source.
const oneSource = "must have at most one id of each source"

// sources checks that no two texts of a list begin with the same source.
func (c *checker) sources(l protoreflect.List) {
	seen := map[string]bool{}
	for i := range l.Len() {
		source, _, _ := strings.Cut(strings.TrimSpace(l.Get(i).String()), ":")
		if seen[source] {
			c.outside = append(c.outside, c.detail(problem.ValidationFailed, oneSource))
			return
		}
		seen[source] = true
	}
}

// text returns the form of a string that is stored.
func (c *checker) text(s string, r *rule) string {
	switch {
	case r.verbatim:
		s = strings.TrimSpace(s)
	case r.trimmed:
		s = naming.Clean(s)
	}
	switch {
	case r.country:
		code, ok := AssignedCountry(s)
		if !ok {
			c.fail(problem.ValidationFailed, "must be an assigned ISO 3166-1 code of two letters")
		}
		return code
	case r.currency:
		code, ok := CurrentCurrency(s)
		if !ok {
			c.fail(problem.ValidationFailed, "must be the ISO 4217 code of a currency of today, three letters such as EUR")
		}
		return code
	case r.date && !protoconv.ValidDate(s):
		c.fail(problem.ValidationFailed, "must be a date of the calendar, as YYYY-MM-DD")
	case strings.IndexByte(s, 0) >= 0:
		c.fail(problem.ValidationFailed, "must not contain NUL")
	case r.safeURL && !safeURL(s):
		c.fail(problem.ValidationFailed, "must not contain control characters, nor be a URL that a browser runs: "+
			"javascript, vbscript, file, and data other than an image are refused")
	}
	return s
}

// isNegativeZero reports whether a double is -0, which REST reads and writes as 0.
func isNegativeZero(v protoreflect.Value) bool { return v.Float() == 0 && math.Signbit(v.Float()) }

// safeURL reports whether a browser that opens s runs no program and reads no local file.
// Browsers ignore white space and control characters before and inside a scheme.
func safeURL(s string) bool {
	scheme, rest, ok := strings.Cut(strings.TrimSpace(s), ":")
	switch {
	case strings.ContainsFunc(s, func(r rune) bool { return r < ' ' }):
		return false
	case !ok:
		return true
	case strings.EqualFold(scheme, "data"):
		return len(rest) >= 6 && strings.EqualFold(rest[:6], "image/")
	}
	return !strings.EqualFold(scheme, "javascript") && !strings.EqualFold(scheme, "vbscript") &&
		!strings.EqualFold(scheme, "file")
}

func (c *checker) fail(code problem.Code, message string) {
	c.found = append(c.found, c.detail(code, message))
}

func (c *checker) detail(code problem.Code, message string) problem.Detail {
	return problem.Detail{Field: string(c.path), Message: message, Index: c.index - 1, Code: code}
}
