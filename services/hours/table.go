package hours

import (
	"context"
	"fmt"
	"strings"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/permit"
)

// table is one of the two tables of hours.
type table struct {
	db       *ent.Client
	validate *validate.Validator
	name     string
	// permit returns the positions of the rows that the caller may not write.
	permit func(context.Context, []permit.Hours) ([]int, error)
	// inserts are the statements that write rows, by the number of rows.
	inserts map[int]string
}

func newTable(db *ent.Client, name string, permit func(context.Context, []permit.Hours) ([]int, error), validator *validate.Validator) table {
	t := table{db: db, validate: validator, name: name, permit: permit, inserts: map[int]string{}}
	for _, size := range sizes {
		t.inserts[size] = insertText(name, size)
	}
	return t
}

// sizes are how many rows one statement writes, most first: few, so that each stays
// prepared, and such that any batch needs few of them and a round number one or two.
// The largest is about what a connection keeps prepared.
var sizes = []int{250, 100, 50, 40, 30, 20, 10, 5, 4, 3, 2, 1}

// insertText is the statement that writes n rows. $1 is the organization and $2 the
// time; each row adds its id, the parts of its key, and its hours.
func insertText(table string, n int) string {
	var b strings.Builder
	b.WriteString("INSERT INTO " + table + " AS t (organization_id, id, version, created_at, updated_at, user_id, project_id, capability_id, date, hours) VALUES ")
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		p := 3 + 6*i
		fmt.Fprintf(&b, "($1,$%d,1,$2,$2,$%d,$%d,$%d,$%d,$%d)", p, p+1, p+2, p+3, p+4, p+5)
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
	if c := strings.Compare(k.user, other.user); c != 0 {
		return c
	}
	if c := strings.Compare(k.project, other.project); c != 0 {
		return c
	}
	if c := strings.Compare(k.capability, other.capability); c != 0 {
		return c
	}
	return strings.Compare(k.date, other.date)
}
