// Package names translates the names of fields from the protos' spelling into that
// of JSON.
package names

import (
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// Camel is a snake_case name in camelCase.
func Camel(name string) string {
	first, rest, ok := strings.Cut(name, "_")
	if !ok {
		return name
	}
	var b strings.Builder
	b.WriteString(first)
	for word := range strings.SplitSeq(rest, "_") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// JSON is a path below md, such as items[3].user_id, with its JSON names. What is no
// field stays as it is.
func JSON(md protoreflect.MessageDescriptor, path string) string {
	segments := strings.Split(path, ".")
	for i, segment := range segments {
		name, _, _ := strings.Cut(segment, "[")
		var fd protoreflect.FieldDescriptor
		if md != nil {
			fd = md.Fields().ByName(protoreflect.Name(name))
		}
		md = nil
		if fd != nil {
			segments[i] = fd.JSONName() + segment[len(name):]
			md = fd.Message()
		}
	}
	return strings.Join(segments, ".")
}
