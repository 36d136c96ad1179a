package main

import (
	"encoding/json"
	"fmt"
	"hash/fnv"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/test/openapi"
)

// object returns a JSON object of alternating names and values.
func object(members ...any) *openapi.Map[any] {
	m := &openapi.Map[any]{}
	for i := 0; i < len(members); i += 2 {
		m.Set(members[i].(string), members[i+1])
	}
	return m
}

// exampleMessage is an example of a message. A body leaves out fields without an example
// value. A change sets one field and clears a second one. A response has what some requests
// add to it only if that is a message with an example of its own.
func exampleMessage(md protoreflect.MessageDescriptor, m mode) *openapi.Map[any] {
	example := &openapi.Map[any]{}
	cleared := false
	for i := range md.Fields().Len() {
		fd := md.Fields().Get(i)
		if !visible(fd, m) || leftOut(fd) && (fd.Message() == nil || option[string](fd, pb.E_Example) == "") {
			continue
		}
		v := exampleOf(fd, m)
		switch {
		case m == create && v == nil:
			continue
		case m == update && example.Len() > 0 && (cleared || !nullable(fd, update)):
			continue
		case m == update && example.Len() > 0:
			v, cleared = nil, true
		}
		example.Set(fd.JSONName(), v)
	}
	return example
}

// exampleOf is an example of a field: the option (example) if it is set, else one derived
// from the type and the name.
func exampleOf(fd protoreflect.FieldDescriptor, m mode) any {
	if given := option[string](fd, pb.E_Example); given != "" {
		if fd.IsList() && fd.Message() != nil { // as exampleMessage, in the order of their members
			var objects []*openapi.Map[any]
			if json.Unmarshal([]byte(given), &objects) == nil {
				list := make([]any, len(objects))
				for i, object := range objects {
					list[i] = object
				}
				return list
			}
		}
		var v any
		if err := json.Unmarshal([]byte(given), &v); err != nil {
			panic(fmt.Sprintf("the example of %s: %v", fd.FullName(), err))
		}
		return v
	}
	if fd.IsList() {
		return []any{exampleValue(fd, m)}
	}
	choice := fd.Kind() == protoreflect.EnumKind || fd.Kind() == protoreflect.BoolKind
	if nullable(fd, m) && !isID(fd) && !(m == create && choice) {
		return nil
	}
	return exampleValue(fd, m)
}

func exampleValue(fd protoreflect.FieldDescriptor, m mode) any {
	switch fd.Kind() {
	case protoreflect.BoolKind:
		return fd.Name() == "is_active" || fd.Name() == "is_billable"
	case protoreflect.Int32Kind, protoreflect.Int64Kind, protoreflect.DoubleKind:
		if fd.Name() == "version" {
			return 1
		}
		return 0
	case protoreflect.EnumKind:
		name, _ := protoconv.WordsOf(fd.Enum()).Word(fd.Enum().Values().Get(1).Number())
		return name
	case protoreflect.MessageKind:
		if fd.Message().FullName() == "google.protobuf.Timestamp" {
			return "2026-11-02T08:30:00.000000Z"
		}
		if option[bool](fd.Message(), pb.E_Bare) {
			return exampleOf(fd.Message().Fields().Get(0), m)
		}
		return exampleMessage(fd.Message(), m)
	case protoreflect.StringKind:
		switch one := option[*validate.FieldRules](fd, validate.E_Field).GetRepeated().GetItems().GetString().GetIn(); {
		case len(one) > 0:
			return one[0]
		case isID(fd):
			return exampleID(fd)
		case isDate(fd):
			return "2027-01-11"
		}
	}
	return ""
}

// exampleID returns one id for all fields that hold the id of the same kind of record. A
// field of that record itself, such as reportsToId of a user, has another id.
func exampleID(fd protoreflect.FieldDescriptor) string {
	name := option[string](fd, pb.E_IdOf)
	switch parent := string(fd.Parent().Name()); {
	case fd.Name() == "id":
		name = parent
	case name == "" || name == parent:
		name = string(fd.Name())
	}
	h := fnv.New32a()
	h.Write([]byte(name))
	return fmt.Sprintf("0198c0de-%04x-7000-8000-%012x", h.Sum32()&0xffff, h.Sum32())
}
