package call

import "testing"

func TestPrefersMinimal(t *testing.T) {
	for _, tt := range []struct {
		values []string
		want   bool
	}{
		{nil, false},
		{[]string{"return=minimal"}, true},
		{[]string{`Return = "minimal"`}, true},
		{[]string{"respond-async, return=minimal; foo=bar"}, true},
		{[]string{"respond-async", "return=minimal"}, true},
		{[]string{"return=representation"}, false},
		{[]string{"return=representation, return=minimal"}, false},
		{[]string{"return=minimal", "return=representation"}, true},
		{[]string{"return"}, false},
		{[]string{"return=Minimal"}, false},
		{[]string{"returns=minimal"}, false},
		{[]string{`wait="1;return=minimal"`}, false},
		{[]string{""}, false},
	} {
		if got := prefersMinimal(tt.values); got != tt.want {
			t.Errorf("%q: %t, want %t", tt.values, got, tt.want)
		}
	}
}
