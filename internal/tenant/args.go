package tenant

import (
	"iter"
	"strconv"

	"github.com/google/uuid"
	"github.com/lib/pq"
)

// Args are the arguments of a statement from $2 on; $1 is the organization.
type Args []any

// Add adds an argument and returns its name in the statement.
func (a *Args) Add(value any) string {
	*a = append(*a, value)
	return "$" + strconv.Itoa(1+len(*a))
}

// IDs returns ids as an argument of a statement.
func IDs(ids iter.Seq[uuid.UUID]) pq.StringArray {
	list := pq.StringArray{}
	for id := range ids {
		list = append(list, id.String())
	}
	return list
}
