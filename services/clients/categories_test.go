package clients_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/clients"
)

func TestTidy(t *testing.T) {
	long := strings.Repeat("ü", 50)
	for _, tt := range []struct {
		name     string
		in, want []string
		wrong    []string
	}{
		{name: "none are an empty list, not null", in: nil, want: []string{}},
		{name: "spaces around are dropped, within kept", in: []string{" a b ", "\tc\n", "\u00a0d\u2003"}, want: []string{"a b", "c", "d"}},
		{name: "each is kept once, at its first place", in: []string{"b", "a", " b", "a ", "B"}, want: []string{"b", "a", "B"}},
		{name: "50 characters are enough, bytes do not count", in: []string{long, " " + long + "e "}, wrong: []string{"client.categories[1]"}},
		{name: "spaces do not count", in: []string{"  " + long + "  "}, want: []string{long}},
		{name: "all bad ones are named", in: []string{"", "a", "  ", strings.Repeat("a", 51)}, wrong: []string{"client.categories[0]", "client.categories[2]", "client.categories[3]"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := clients.Tidy(tt.in)
			if names := wrongFields(t, err); !slices.Equal(names, tt.wrong) {
				t.Fatalf("wrong fields %q, want %q", names, tt.wrong)
			}
			if err == nil && (got == nil || !slices.Equal(got, tt.want)) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// wrongFields are the fields that a validation_failed names; none for nil.
func wrongFields(t *testing.T, err error) (fields []string) {
	t.Helper()
	if err == nil {
		return nil
	}
	var p *problem.Error
	if !errors.As(err, &p) || p.Code != problem.ValidationFailed {
		t.Fatalf("got %v, want a validation_failed", err)
	}
	for _, d := range p.Details {
		fields = append(fields, d.Field)
	}
	return fields
}
