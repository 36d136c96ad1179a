package validate_test

import (
	"testing"

	"github.com/workplan-api/workplan/internal/validate"
)

func TestAssignedCountry(t *testing.T) {
	for code, want := range map[string]string{
		"DE": "DE", "de": "DE", "dE": "DE", "us": "US", "GB": "GB", "XX": "", "ZZ": "", "UK": "", "EU": "", "AN": "",
		"": "", "D": "", "DEU": "", "é": "", "D ": "", "ｄｅ": "",
	} {
		got, ok := validate.AssignedCountry(code)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q %v", code, got, ok)
		}
	}
	t.Run("there are 249", func(t *testing.T) {
		n := 0
		for a := 'A'; a <= 'Z'; a++ {
			for b := 'A'; b <= 'Z'; b++ {
				if _, ok := validate.AssignedCountry(string([]rune{a, b})); ok {
					n++
				}
			}
		}
		if n != 249 {
			t.Error(n)
		}
	})
}
