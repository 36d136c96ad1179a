package lists

import (
	"encoding/base64"
	"testing"

	"google.golang.org/protobuf/types/known/timestamppb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// FuzzCursor: a text is accepted as a cursor only if it is the one that the list has made for
// its position and filters. Positions that are no time and id are refused.
func FuzzCursor(f *testing.F) {
	w := &Window{req: &pb.ListUsersRequest{}}
	for _, position := range []string{"", "short", "a position of 24 bytes..", "a position of 25 bytes..."} {
		f.Add(base64.RawURLEncoding.EncodeToString(w.cursor([]byte(position))), "")
		f.Add(base64.RawURLEncoding.EncodeToString(w.cursor([]byte(position))), "a filter")
	}
	f.Add("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "")
	f.Add("=", "\x00")
	f.Fuzz(func(t *testing.T, cursor, name string) {
		req := &pb.ListUsersRequest{Cursor: &cursor}
		if name != "" {
			req.Name = &name
		}
		got, err := NewWindow(req)
		if err != nil {
			return
		}
		if again := base64.RawURLEncoding.EncodeToString(got.cursor(got.After)); again != cursor {
			t.Errorf("%q is accepted as %q", cursor, again)
		}
		if at, id, err := parsePosition(got.After); err == nil {
			if made := position(&pb.User{
				Id: id.String(), CreatedAt: timestamppb.New(at),
			}); string(made) != string(got.After) {
				t.Errorf("the position %x comes back as %x", got.After, made)
			}
		}
	})
}
