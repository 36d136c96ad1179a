package tenant

import (
	"fmt"
	"iter"
	"strings"
)

// BySize returns the texts of a statement that takes as many rows as one of the sizes, by the size. If there are few
// sizes, all of its texts stay prepared.
func BySize(sizes []int, text func(size int) string) map[int]string {
	texts := make(map[int]string, len(sizes))
	for _, size := range sizes {
		texts[size] = text(size)
	}
	return texts
}

// Chunks yields rows in parts of these sizes, each with the index of its first row. The largest size is the first one,
// and the last one is 1.
func Chunks[T any](rows []T, sizes []int) iter.Seq2[int, []T] {
	return func(yield func(int, []T) bool) {
		at := 0
		for _, size := range sizes {
			for ; len(rows)-at >= size; at += size {
				if !yield(at, rows[at:at+size]) {
					return
				}
			}
		}
	}
}

// Values returns what follows VALUES in a statement that inserts n rows of the organization $1, each with columns of
// these types. The arguments are those of the rows, one row after the other. Citus would commit a statement that
// selects from unnest in two phases.
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
