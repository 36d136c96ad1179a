package tenant

import (
	"slices"
	"testing"

	"github.com/google/uuid"
)

func TestConstant(t *testing.T) {
	id, other := uuid.MustParse("0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10"), uuid.Must(uuid.NewV7())
	const text = "'0199c1de-7a3b-7cc2-9f0e-6f3f4f1f6d10'::uuid"
	for _, test := range []struct {
		query string
		args  []any
		want  string
		rest  []any
	}{
		{"SELECT 1", nil, "SELECT 1", nil},
		{
			"a = $1 AND b = $2 AND c = $1 LIMIT $3", []any{id, other, 5},
			"a = " + text + " AND b = $1 AND c = " + text + " LIMIT $2", []any{other, 5},
		},
		{
			"b = $1 AND a = $2 AND c = $3", []any{other, id, nil},
			"b = $1 AND a = " + text + " AND c = $2", []any{other, nil},
		},
		{"b = $1", []any{id.String()}, "b = $1", []any{id.String()}},
	} {
		if query, rest := constant(test.query, test.args, id); query != test.want || !slices.Equal(rest, test.rest) {
			t.Errorf("%s: %s with %v", test.query, query, rest)
		}
	}
}
