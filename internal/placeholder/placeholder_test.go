package placeholder

import (
	"testing"

	"github.com/google/uuid"
)

func TestIDs(t *testing.T) {
	earlier := NewID()
	for range 1000 {
		id := NewID()
		if !Is(id) || !IsText(id.String()) || id.Variant() != uuid.RFC4122 {
			t.Fatalf("%s is not the id of a placeholder", id)
		}
		if id.String() <= earlier.String() {
			t.Fatalf("%s does not come after %s", id, earlier)
		}
		earlier = id
		for _, person := range []uuid.UUID{uuid.New(), uuid.Must(uuid.NewV7()), uuid.Nil} {
			if Is(person) || IsText(person.String()) {
				t.Fatalf("%s is taken for the id of a placeholder", person)
			}
		}
	}
	for _, text := range []string{"", "8", "01970000-0000-8000-8000-00000000000"} {
		if IsText(text) {
			t.Errorf("%q is taken for the id of a placeholder", text)
		}
	}
}
