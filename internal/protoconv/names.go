package protoconv

import (
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// Camel converts a snake_case name to camelCase.
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

// JSONPath converts a path below md, such as items[3].user_id, to its JSON names:
// items[3].userId. A segment that is not a field is not changed.
func JSONPath(md protoreflect.MessageDescriptor, path string) string {
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
