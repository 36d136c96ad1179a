package call

import (
	"errors"
	"testing"

	"github.com/workplan-api/workplan/internal/problem"
)

func TestIfMatch(t *testing.T) {
	for _, test := range []struct {
		tags    []string
		bad     bool
		matches []int64
		not     []int64
	}{
		{tags: nil, matches: []int64{1, 99}},
		{tags: []string{`"3"`}, matches: []int64{3}, not: []int64{1, 2, 4}},
		{tags: []string{`W/"3"`}, matches: []int64{3}, not: []int64{4}},
		{tags: []string{`"3-9f3c01d75a20be46"`, `W/"4-9f3c01d75a20be46"`}, matches: []int64{3, 4}, not: []int64{9}},
		{tags: []string{`3`}, matches: []int64{3}, not: []int64{4}},
		{tags: []string{`"3", "5"`}, matches: []int64{3, 5}, not: []int64{4}},
		{tags: []string{`"3"`, `"5"`}, matches: []int64{3, 5}, not: []int64{4}},
		{tags: []string{`"0"`}, matches: []int64{0}, not: []int64{1}}, // of working patterns that were never written
		{tags: []string{`*`}, matches: []int64{1, 99}},
		{tags: []string{`"9223372036854775807"`}, matches: []int64{9223372036854775807}, not: []int64{1}},
		{tags: []string{``}, bad: true}, {tags: []string{`"`}, bad: true}, {tags: []string{`""`}, bad: true},
		{tags: []string{`"x"`}, bad: true}, {tags: []string{`W/3`}, bad: true}, {tags: []string{`"3`}, bad: true},
		{tags: []string{`3"`}, bad: true}, {tags: []string{`""3""`}, bad: true}, {tags: []string{`+3`}, bad: true},
		{tags: []string{`-3`}, bad: true}, {tags: []string{`3.0`}, bad: true}, {tags: []string{`1_0`}, bad: true},
		{tags: []string{`9223372036854775808`}, bad: true}, {tags: []string{`"3",`}, bad: true},
	} {
		versions, err := parseIfMatch(test.tags)
		if test.bad {
			var p *problem.Error
			if !errors.As(err, &p) || p.Code != problem.ValidationFailed || p.Details[0].Field != IfMatch {
				t.Errorf("%q: %v", test.tags, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", test.tags, err)
			continue
		}
		for _, version := range test.matches {
			if err := versions.Check(version); err != nil {
				t.Errorf("%q does not match %d: %v", test.tags, version, err)
			}
		}
		for _, version := range test.not {
			var p *problem.Error
			if err := versions.Check(version); !errors.As(err, &p) || p.Code != problem.VersionConflict {
				t.Errorf("%q and %d: %v", test.tags, version, err)
			}
		}
		if given := versions != nil; given != (len(test.not) > 0) {
			t.Errorf("%q: given %v", test.tags, given)
		}
	}
}
