package docs_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// TestClearFields: a batch can clear the fields that PATCH clears with null, and the lists. The guide names them.
func TestClearFields(t *testing.T) {
	guide, err := os.ReadFile("guides/sync.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, batch := range map[string]proto.Message{
		"users": &pb.UserBatch{}, "clients": &pb.ClientBatch{}, "projects": &pb.ProjectBatch{},
	} {
		fields := batch.ProtoReflect().Descriptor().Fields()
		rules, _ := proto.GetExtension(fields.ByName("clear_fields").Options(), validate.E_Field).(*validate.FieldRules)
		may := slices.Sorted(slices.Values(rules.GetRepeated().GetItems().GetString().GetIn()))
		var want []string
		record := fields.ByName("items").Message().Fields()
		for i := range record.Len() {
			fd := record.Get(i)
			nullable, _ := proto.GetExtension(fd.Options(), pb.E_Nullable).(bool)
			behaviors, _ := proto.GetExtension(fd.Options(), annotations.E_FieldBehavior).([]annotations.FieldBehavior)
			readOnly := slices.Contains(behaviors, annotations.FieldBehavior_OUTPUT_ONLY)
			if nullable && !readOnly || fd.IsList() && fd.Kind() == protoreflect.StringKind &&
				fd.Name() != "external_ids" {
				want = append(want, fd.JSONName())
			}
		}
		slices.Sort(want)
		var named []string
		row := regexp.MustCompile(`(?m)^\| ` + name + ` \|(.*)\|$`).FindSubmatch(guide)
		if row == nil {
			t.Fatalf("the guide has no row of %s", name)
		}
		for _, m := range regexp.MustCompile("`(\\w+)`").FindAllSubmatch(row[1], -1) {
			named = append(named, string(m[1]))
		}
		slices.Sort(named)
		if !slices.Equal(may, want) || !slices.Equal(named, want) {
			t.Errorf("%s: fields that null clears: %q; clear_fields: %q; the guide: %q", name, want, may, named)
		}
	}
}
