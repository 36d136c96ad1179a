package strictjson

import (
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/internal/csv"
)

// Columns are the members of a record as columns of a table, in the order of the JSON form.
type Columns []*field

// ColumnsOf returns the columns of a message. Of the fields that responses have only on request, it has those with
// these names.
func ColumnsOf(md protoreflect.MessageDescriptor, expanded []string) Columns {
	var c Columns
	p := planWith(md, expanded)
	for i := range p.fields {
		if f := &p.fields[i]; !f.expanded || slices.Contains(expanded, f.name) {
			c = append(c, f)
		}
	}
	return c
}

// AppendNames appends the line with the names of the columns.
func (c Columns) AppendNames(b []byte) []byte {
	for _, f := range c {
		b = append(csv.AppendText(b, f.name), ',')
	}
	return endLine(b)
}

// AppendLine appends a record as a line: null is an empty cell and an empty text "", a list or an object is its JSON
// form, and every other value is what it is in JSON, a text without its quotation marks. It fails as Append does.
func (c Columns) AppendLine(b []byte, m proto.Message) ([]byte, error) {
	out, r := b, m.ProtoReflect()
	var value []byte
	for _, f := range c {
		var err error
		if value, err = appendField(value[:0], f, r); err != nil {
			return b, fmt.Errorf("strictjson: %w", err)
		}
		out = append(appendCell(out, f, value, r), ',')
	}
	return endLine(out), nil
}

// appendCell appends the cell of a field. member is its member in the JSON form, which is empty if there is none.
func appendCell(b []byte, f *field, member []byte, m protoreflect.Message) []byte {
	value := string(member[min(len(f.key), len(member)):])
	switch {
	case value == "" || value == "null":
		return b
	case value == `""`:
		return append(b, value...)
	case f.kind == kindString && !f.list:
		return csv.AppendText(b, m.Get(f.fd).String())
	case value[0] == '"': // a time or a word, which JSON does not escape
		return append(b, value[1:len(value)-1]...)
	case value[0] == '{' || value[0] == '[':
		return csv.AppendText(b, value)
	}
	return append(b, value...) // a number, true or false
}

// endLine ends a line whose cells each end with a comma.
func endLine(b []byte) []byte { return append(b[:len(b)-1], "\r\n"...) }
