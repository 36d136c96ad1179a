package call

import (
	"strconv"
	"testing"
)

// FuzzIfMatch: a value that is accepted and restricts the version never matches a version
// that it does not contain.
func FuzzIfMatch(f *testing.F) {
	for _, text := range []string{`"3"`, `3`, `W/"3"`, `"3", "4"`, `*`, `"*"`, ``, `"`, `""`, `"-1"`, `"0"`, `"03"`,
		`"9223372036854775808"`, "\"3\"\t,4", `3,`, `"+3"`} {
		f.Add(text, int64(3))
	}
	f.Fuzz(func(t *testing.T, text string, version int64) {
		versions, err := parseIfMatch([]string{text})
		if err != nil || versions == nil {
			return
		}
		if versions.Check(version) == nil && !containsNumber(text, version) {
			t.Errorf("If-Match: %q matches version %d", text, version)
		}
	})
}

// containsNumber reports whether one of the numbers in a text is n.
func containsNumber(text string, n int64) bool {
	for at := range len(text) {
		for end := at + 1; end <= len(text) && text[end-1] >= '0' && text[end-1] <= '9'; end++ {
			if found, err := strconv.ParseInt(text[at:end], 10, 64); err == nil && found == n {
				return true
			}
		}
	}
	return false
}
