package lists

import (
	"encoding/base64"
	"testing"

	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// TestNoCharacterOfACursorCanChange changes each one to each other one.
func TestNoCharacterOfACursorCanChange(t *testing.T) {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	w, err := NewWindow(&pb.ListUsersRequest{Name: proto.String("a")})
	if err != nil {
		t.Fatal(err)
	}
	cursor := base64.RawURLEncoding.EncodeToString(w.cursor([]byte("a place in the list that is long")))
	ask := func(cursor string) error {
		_, err := NewWindow(&pb.ListUsersRequest{Name: proto.String("a"), Cursor: &cursor})
		return err
	}
	if err := ask(cursor); err != nil {
		t.Error(err)
	}
	for i := range cursor {
		for _, digit := range digits {
			if changed := cursor[:i] + string(digit) + cursor[i+1:]; changed != cursor && ask(changed) == nil {
				t.Errorf("%s is accepted in place of %s", changed, cursor)
			}
		}
	}
}

// TestForgedPositionsAreRefused has right checksums over what is no position.
func TestForgedPositionsAreRefused(t *testing.T) {
	for _, b := range [][]byte{{}, make([]byte, 23), make([]byte, 25)} {
		if _, _, err := parsePosition(b); err == nil {
			t.Errorf("%v is accepted", b)
		}
	}
}
