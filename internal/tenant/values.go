package tenant

import (
	"fmt"
	"strings"
)

// Values returns what follows VALUES in a statement that inserts n rows of the organization $1, each with columns of
// these types. The arguments are those of the rows, one row after the other. Such a statement writes many rows also on
// Citus, where one that selects from unnest is committed in two phases.
func Values(n int, types ...string) string {
	var b strings.Builder
	for row := range n {
		if row > 0 {
			b.WriteByte(',')
		}
		b.WriteString("($1::uuid")
		for i, kind := range types {
			fmt.Fprintf(&b, ",$%d", 2+row*len(types)+i)
			if row == 0 { // whose types are those of all rows
				b.WriteString("::" + kind)
			}
		}
		b.WriteByte(')')
	}
	return b.String()
}
