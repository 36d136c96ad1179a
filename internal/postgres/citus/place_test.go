package citus

import "testing"

func TestCompareContents(t *testing.T) {
	before := contents{head: 7, "events": 9, "clients": 3, "sessions": 2}
	for name, tc := range map[string]struct {
		after contents
		lost  bool
	}{
		"the same":               {contents{head: 7, "events": 9, "clients": 3, "sessions": 2}, false},
		"a row is missing":       {contents{head: 7, "events": 9, "clients": 2, "sessions": 2}, true},
		"a row came twice":       {contents{head: 7, "events": 9, "clients": 4, "sessions": 2}, true},
		"a table is missing":     {contents{head: 7, "events": 9, "sessions": 2}, true},
		"a session has expired":  {contents{head: 7, "events": 9, "clients": 3, "sessions": 1}, false},
		"a client was created":   {contents{head: 8, "events": 10, "clients": 4, "sessions": 2}, false},
		"it has no number yet":   {contents{head: 7, "events": 10, "clients": 4, "sessions": 2}, false},
		"the number is set late": {contents{head: 8, "events": 9, "clients": 4, "sessions": 2}, false},
	} {
		if err := before.compare(tc.after); (err != nil) != tc.lost {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := before.rows(); n != 14 {
		t.Errorf("%d rows", n)
	}
}
