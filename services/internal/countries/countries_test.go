package countries_test

import (
	"testing"

	"github.com/workplan-api/workplan/services/internal/countries"
)

func TestAssigned(t *testing.T) {
	for code, want := range map[string]string{"DE": "DE", "de": "DE", "dE": "DE", "us": "US", "GB": "GB", "XX": "", "ZZ": "", "UK": "", "EU": "", "AN": "", "": "", "D": "", "DEU": "", "é": "", "D ": "", "ｄｅ": ""} {
		got, ok := countries.Assigned(code)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q %v", code, got, ok)
		}
	}
	t.Run("there are 249", func(t *testing.T) {
		n := 0
		for a := 'A'; a <= 'Z'; a++ {
			for b := 'A'; b <= 'Z'; b++ {
				if _, ok := countries.Assigned(string([]rune{a, b})); ok {
					n++
				}
			}
		}
		if n != 249 {
			t.Error(n)
		}
	})
}
