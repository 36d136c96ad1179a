package idempotency

import "testing"

// FuzzKey: an Idempotency-Key is refused, or used exactly as it was sent.
func FuzzKey(f *testing.F) {
	for _, text := range []string{"a", "", " ", "a b", "\x00", "\x7f", "é", `"quoted"`,
		"01890000-0000-7000-8000-000000000000", "a,b"} {
		f.Add(text, text)
	}
	f.Add("a", "b")
	f.Fuzz(func(t *testing.T, first, second string) {
		key, err := Parse([]string{first, second})
		switch {
		case err != nil:
		case key != first || first != second:
			t.Errorf("%q and %q are the key %q", first, second, key)
		case len(key) == 0 || len(key) > 128:
			t.Errorf("a key of %d bytes is accepted", len(key))
		}
		for _, c := range []byte(key) {
			if c <= ' ' || c > '~' {
				t.Errorf("%q is accepted", key)
			}
		}
	})
}
