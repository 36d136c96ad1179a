package auth_test

import (
	"testing"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/services/chain/auth"
)

// FuzzParseKey: a text is a key only if the key has exactly that text.
func FuzzParseKey(f *testing.F) {
	key := auth.NewKey(uuid.MustParse("01890000-0000-7000-8000-000000000000")).Reveal()
	for _, text := range []string{key, key[:len(key)-1], key + "0", "wpk_", "", "Bearer " + key,
		"wpk_" + key[4:40] + key[39:]} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		k, ok := auth.ParseKey(text)
		if ok && k.Reveal() != text {
			t.Errorf("%q is taken for %q", text, k.Reveal())
		}
	})
}
