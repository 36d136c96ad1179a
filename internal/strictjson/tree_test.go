package strictjson_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
)

func parse(t *testing.T, data []byte) any {
	t.Helper()
	var tree any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&tree); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return normal(tree)
}

// normal turns the numbers that are doubles into doubles, so that 1e2 is 100.
func normal(tree any) any {
	switch v := tree.(type) {
	case map[string]any:
		for k := range v {
			v[k] = normal(v[k])
		}
	case []any:
		for i := range v {
			v[i] = normal(v[i])
		}
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		x, _ := v.Float64()
		if x == math.Trunc(x) && math.Abs(x) < 1<<62 {
			return int64(x)
		}
		return x
	}
	return tree
}

// asOurs turns what protojson wrote into what Append means by the same message.
func asOurs(t *testing.T, md protoreflect.MessageDescriptor, tree any) any {
	t.Helper()
	object, ok := tree.(map[string]any)
	if !ok {
		return tree
	}
	out := map[string]any{}
	for i := range md.Fields().Len() {
		fd := md.Fields().Get(i)
		v, has := object[fd.JSONName()]
		expanded := proto.GetExtension(fd.Options(), pb.E_Expanded).(bool)
		switch {
		case expanded && (!has || v == nil), expanded && fd.IsList() && len(v.([]any)) == 0:
			continue
		case expanded && proto.GetExtension(fd.Options(), pb.E_NullInResponses).(bool) && isBare(fd.Message(), v):
			out[fd.JSONName()] = nil
			continue
		case !has:
			out[fd.JSONName()] = nil
			continue
		}
		if list, ok := v.([]any); ok {
			for i := range list {
				list[i] = valueAsOurs(t, fd, list[i])
			}
			out[fd.JSONName()] = list
			continue
		}
		out[fd.JSONName()] = valueAsOurs(t, fd, v)
	}
	return out
}

func valueAsOurs(t *testing.T, fd protoreflect.FieldDescriptor, v any) any {
	t.Helper()
	s, isString := v.(string)
	switch {
	case v == nil:
		return nil
	case fd.Enum() != nil:
		name, ok := protoconv.WordsOf(fd.Enum()).Word(fd.Enum().Values().ByName(protoreflect.Name(s)).Number())
		if !ok {
			return nil
		}
		return name
	case fd.Kind() == protoreflect.Int64Kind:
		return normal(json.Number(s))
	case isString && fd.Message() != nil:
		at, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			t.Fatal(err)
		}
		return at.UTC().Truncate(time.Microsecond).Format("2006-01-02T15:04:05.000000Z")
	case fd.Message() != nil:
		return asOurs(t, fd.Message(), v)
	}
	return v
}

// isBare reports whether an object of protojson is that of an empty message.
func isBare(md protoreflect.MessageDescriptor, v any) bool {
	object, ok := v.(map[string]any)
	if !ok {
		return false
	}
	for name, v := range object {
		if fd := md.Fields().ByJSONName(name); fd.HasPresence() && v != nil {
			return false
		}
		zero := fmt.Sprint(v)
		switch {
		case v == nil, v == false, zero == "", zero == "0", zero == "[]", strings.HasSuffix(zero, "_UNSPECIFIED"):
		default:
			return false
		}
	}
	return true
}

// forProtojson writes enums in full and takes strings out of their objects.
func forProtojson(md protoreflect.MessageDescriptor, tree any) any {
	object, ok := tree.(map[string]any)
	if !ok {
		return tree
	}
	for name, v := range object {
		fd := md.Fields().ByJSONName(name)
		if fd == nil {
			continue
		}
		if list, ok := v.([]any); ok {
			for i := range list {
				list[i] = valueForProtojson(fd, list[i])
			}
			continue
		}
		object[name] = valueForProtojson(fd, v)
	}
	return object
}

func valueForProtojson(fd protoreflect.FieldDescriptor, v any) any {
	if s, ok := v.(string); ok && fd.Enum() != nil {
		if n, ok := protoconv.WordsOf(fd.Enum()).Number(s); ok {
			return string(fd.Enum().Values().ByNumber(n).Name())
		}
	}
	if fd.Message() != nil {
		return forProtojson(fd.Message(), v)
	}
	if object, ok := v.(map[string]any); ok {
		return object[proto.GetExtension(fd.Options(), pb.E_ObjectForm).(string)]
	}
	return v
}

func isOutput(fd protoreflect.FieldDescriptor) bool {
	behavior := proto.GetExtension(fd.Options(), annotations.E_FieldBehavior).([]annotations.FieldBehavior)
	return slices.Contains(behavior, annotations.FieldBehavior_OUTPUT_ONLY)
}

// onlyKnown takes the members out of a body that are null or the server's.
func onlyKnown(t *testing.T, body string, m proto.Message) string {
	t.Helper()
	var prune func(md protoreflect.MessageDescriptor, v any)
	prune = func(md protoreflect.MessageDescriptor, v any) {
		switch v := v.(type) {
		case []any:
			for _, item := range v {
				prune(md, item)
			}
		case map[string]any:
			for name := range v {
				fd := md.Fields().ByJSONName(name)
				if v[name] == nil || isOutput(fd) {
					delete(v, name)
				} else if fd.Message() != nil {
					prune(fd.Message(), v[name])
				}
			}
		}
	}
	tree := parse(t, []byte(body))
	prune(m.ProtoReflect().Descriptor(), tree)
	out, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// writable clears the fields that a body cannot have.
func writable(m protoreflect.Message) {
	m.Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case isOutput(fd):
			m.Clear(fd)
		case fd.IsList() && fd.Message() != nil:
			for i := range v.List().Len() {
				writable(v.List().Get(i).Message())
			}
		case fd.Message() != nil && fd.Message().FullName() != "google.protobuf.Timestamp":
			writable(v.Message())
		}
		return true
	})
}
