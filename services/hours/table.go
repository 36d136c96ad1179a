package hours

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services/permit"
)

// table is one of the two tables of hours.
type table struct {
	db   *ent.Client
	name string
	// permit returns the positions of the rows that the caller may not write.
	permit func(context.Context, []permit.Hours) ([]int, error)
	// inserts are the statements that write rows, by the number of rows.
	inserts map[int]string
}

func newTable(db *ent.Client, name string, permit func(context.Context, []permit.Hours) ([]int, error)) table {
	t := table{db: db, name: name, permit: permit, inserts: map[int]string{}}
	for _, size := range sizes {
		t.inserts[size] = insertText(name, size)
	}
	return t
}

// sizes are how many rows one statement writes, most first: few, so that each stays
// prepared, and such that those people send are the sum of one or two. The text of
// the largest is just under what a connection keeps prepared.
var sizes = []int{250, 100, 50, 20, 10, 5, 2, 1}

// insertText is the statement that writes n rows. $1 is the organization and $2 the
// time; each row adds its id, the parts of its key, and its hours.
func insertText(table string, n int) string {
	var b strings.Builder
	b.WriteString("INSERT INTO " + table + " AS t (organization_id, id, version, created_at, updated_at, user_id, project_id, capability_id, date, hours) VALUES ")
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("($1,")
		for param := range 6 {
			b.WriteString("$" + strconv.Itoa(3+6*i+param))
			switch param {
			case 0:
				b.WriteString(",1,$2,$2,")
			case 5:
				b.WriteByte(')')
			default:
				b.WriteByte(',')
			}
		}
	}
	b.WriteString(" ON CONFLICT (organization_id, user_id, project_id, capability_id, date)" +
		" DO UPDATE SET hours = excluded.hours, updated_at = excluded.updated_at, version = t.version + 1" +
		" RETURNING " + binaryRow)
	return b.String()
}

// key names a row. Its ids are in lower case, and no capability is empty.
type key struct{ user, project, capability, date string }

func keyOf(m *pb.Assignment) key {
	return key{strings.ToLower(m.GetUserId()), strings.ToLower(m.GetProjectId()), strings.ToLower(m.GetCapabilityId()), m.GetDate()}
}

// compare is the order in which rows are written.
func (k *key) compare(other *key) int {
	if c := cmp.Compare(k.user, other.user); c != 0 {
		return c
	}
	if c := cmp.Compare(k.project, other.project); c != 0 {
		return c
	}
	if c := cmp.Compare(k.capability, other.capability); c != 0 {
		return c
	}
	return cmp.Compare(k.date, other.date)
}
