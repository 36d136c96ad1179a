package idempotency

import (
	"errors"
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// TestSecretsAreReplacedAtAnyDepth replaces the secrets of keys in a list. What is not a secret,
// and a secret that is not set, stay as they are.
func TestSecretsAreReplacedAtAnyDepth(t *testing.T) {
	resp := func(secrets ...string) *pb.ListKeysResponse {
		page := &pb.KeyPage{Items: []*pb.Key{{Name: new("without")}}}
		for _, s := range secrets {
			page.Items = append(page.Items, &pb.Key{Name: new("a"), Secret: &s, Scopes: []string{"read:users"}})
		}
		return &pb.ListKeysResponse{Data: page}
	}
	got, seen := resp("a", "b"), []string(nil)
	err := replaceSecrets(got, func(text string) (string, error) {
		seen = append(seen, text)
		return "sealed " + text, nil
	})
	if want := resp("sealed a", "sealed b"); err != nil || !proto.Equal(got, want) ||
		!slices.Equal(seen, []string{"a", "b"}) {
		t.Errorf("replaced %q in %v, %v", seen, got, err)
	}
	failure := errors.New("refused")
	if err := replaceSecrets(resp("a"), func(string) (string, error) { return "", failure }); !errors.Is(err, failure) {
		t.Errorf("a failure: %v", err)
	}
	if hasSecrets(&pb.ListUsersResponse{}) || !hasSecrets(&pb.CreateKeyResponse{}) {
		t.Error("hasSecrets is wrong about a response of users or of a key")
	}
}
