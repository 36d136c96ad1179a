package protoconv_test

import (
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/protoconv"
)

// FuzzDate: ValidDate agrees with package time about every text, but for the year 0.
func FuzzDate(f *testing.F) {
	for _, text := range []string{
		"2026-02-29", "2024-02-29", "1900-02-29", "2000-02-29", "0000-01-01", "0001-01-01", "9999-12-31", "2026-13-01",
		"2026-1-1", "２０２６-01-01",
		"2026-01-01T00:00:00Z", "", "infinity", "2026-06-31", "-001-01-01", "+026-01-01",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		day, err := time.Parse(time.DateOnly, text)
		want := err == nil && day.Year() >= 1
		if got := protoconv.ValidDate(text); got != want {
			t.Errorf("ValidDate(%q) = %t, want %t", text, got, want)
		}
		if want && protoconv.DateString(protoconv.Date(text)) != text {
			t.Errorf("%q comes back as %q", text, protoconv.DateString(protoconv.Date(text)))
		}
	})
}
