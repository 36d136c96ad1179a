package upsert

import (
	"slices"
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// TestClearFields: a batch can clear the fields that PATCH can clear, and no others.
func TestClearFields(t *testing.T) {
	for _, batch := range []proto.Message{&pb.UserBatch{}, &pb.ClientBatch{}, &pb.ProjectBatch{}} {
		fields := batch.ProtoReflect().Descriptor().Fields()
		rules := proto.GetExtension(fields.ByName("clear_fields").Options(), validate.E_Field).(*validate.FieldRules)
		var want []string
		item := fields.ByName("items").Message().Fields()
		for i := range item.Len() {
			options := item.Get(i).Options()
			behavior := proto.GetExtension(options, annotations.E_FieldBehavior).([]annotations.FieldBehavior)
			if proto.GetExtension(options, pb.E_Nullable).(bool) && !slices.Contains(behavior, annotations.FieldBehavior_OUTPUT_ONLY) {
				want = append(want, item.Get(i).JSONName())
			}
		}
		if got := rules.GetRepeated().GetItems().GetString().GetIn(); len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("%T: clearFields can be %q, and nullable are %q", batch, got, want)
		}
	}
}
