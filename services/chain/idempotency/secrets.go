package idempotency

import (
	"sync"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protopath"
	"google.golang.org/protobuf/reflect/protorange"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// secretive has, by the name of a message, whether it or a message in it has a field with the
// option secret.
var secretive sync.Map

// hasSecrets reports whether a response of this type may have a secret. Each type is looked
// at once, so that large responses without secrets are not walked.
func hasSecrets(resp proto.Message) bool {
	md := resp.ProtoReflect().Descriptor()
	known, ok := secretive.Load(md.FullName())
	if !ok {
		known, _ = secretive.LoadOrStore(md.FullName(), reachesSecret(md, map[protoreflect.FullName]bool{}))
	}
	return known.(bool)
}

func reachesSecret(md protoreflect.MessageDescriptor, seen map[protoreflect.FullName]bool) bool {
	if md == nil || seen[md.FullName()] {
		return false
	}
	seen[md.FullName()] = true
	for i := range md.Fields().Len() {
		if fd := md.Fields().Get(i); isSecret(fd) || reachesSecret(fd.Message(), seen) {
			return true
		}
	}
	return false
}

// replaceSecrets replaces each secret in a response, at any depth.
func replaceSecrets(resp proto.Message, replace func(text string) (string, error)) error {
	if !hasSecrets(resp) {
		return nil
	}
	return protorange.Range(resp.ProtoReflect(), func(p protopath.Values) error {
		last := p.Index(-1)
		if last.Step.Kind() != protopath.FieldAccessStep || !isSecret(last.Step.FieldDescriptor()) {
			return nil
		}
		text, err := replace(last.Value.String())
		if err == nil {
			p.Index(-2).Value.Message().Set(last.Step.FieldDescriptor(), protoreflect.ValueOfString(text))
		}
		return err
	})
}

func isSecret(fd protoreflect.FieldDescriptor) bool {
	return proto.GetExtension(fd.Options(), pb.E_Secret).(bool)
}
