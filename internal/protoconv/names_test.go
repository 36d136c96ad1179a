package protoconv_test

import (
	"testing"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
)

func TestCamel(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "name": "name", "client_id": "clientId", "default_availability": "defaultAvailability", "a_b_c": "aBC",
	} {
		if got := protoconv.Camel(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

func TestJSON(t *testing.T) {
	md := (&pb.UpsertAssignmentsRequest{}).ProtoReflect().Descriptor()
	for path, want := range map[string]string{
		"batch.items[3].user_id": "batch.items[3].userId",
		"dry_run":                "dryRun",
		"batch":                  "batch",
		"batch.no_field.user_id": "batch.no_field.user_id",
		"no_field":               "no_field",
	} {
		if got := protoconv.JSONPath(md, path); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
}
