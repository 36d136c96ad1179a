package hours

import (
	"context"
	"fmt"
	"strings"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/permit"
)

// table is one of the two tables of hours.
type table struct {
	db       *ent.Client
	validate *validate.Validator
	inactive *Inactive
	name     string
	event    string // the type of the events of upserts
	// permit returns the positions of the rows that the caller may not write.
	permit func(context.Context, []permit.Hours) ([]int, error)
	// overloads is nil for actual hours, which are not compared with availability.
	overloads Overloads
	// inserts maps a number of rows to the statement that writes that many rows.
	inserts map[int]string
	// byKeys is the statement that reads rows by their keys.
	byKeys string
	engine *txn.Engine
}

func newTable(
	db *ent.Client, name string, permit func(context.Context, []permit.Hours) ([]int, error),
	validator *validate.Validator, inactive *Inactive,
) table {
	t := table{
		db: db, validate: validator, inactive: inactive, name: name, event: name + ".upserted", permit: permit,
		inserts: map[int]string{}, byKeys: byKeysText(name), engine: &txn.Engine{},
	}
	for _, size := range sizes {
		t.inserts[size] = insertText(name, size)
	}
	return t
}

// sizes are the numbers of rows that one statement can write, largest first. The list is
// short, so that all statements stay prepared. A batch of any size needs only a few
// statements. The largest is 250, because a much longer statement does not stay prepared.
var sizes = []int{250, 100, 50, 40, 30, 20, 10, 5, 4, 3, 2, 1}

// insertText returns a statement that writes n rows and returns the rows that it created or
// changed. $1 is the organization. Each row has six more parameters: its id, the four parts
// of its key, and its hours. The time is that of the database at the start of the
// transaction, so that it is not later than that of the event, see journal.WrittenSince.
func insertText(table string, n int) string {
	var b strings.Builder
	b.WriteString("INSERT INTO " + table + " AS t (organization_id, id, version, created_at, updated_at, user_id, " +
		"project_id, capability_id, date, hours) VALUES ")
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		p := 2 + 6*i
		fmt.Fprintf(&b, "($1,$%d,1,now(),now(),$%d,$%d,$%d,$%d,$%d)", p, p+1, p+2, p+3, p+4, p+5)
	}
	b.WriteString(" ON CONFLICT (organization_id, user_id, project_id, capability_id, date)" +
		" DO UPDATE SET hours = excluded.hours, previous_hours = t.hours, updated_at = greatest(t.updated_at, " +
		"excluded.updated_at), version = t.version + 1 WHERE t.hours <> excluded.hours RETURNING " +
		writtenRow + " AS data")
	return b.String()
}

// byKeysText returns a statement that reads rows by their keys, which are in four arrays.
// The arrays are in subqueries to hide their lengths from the planner. Otherwise it plans
// each call again. LATERAL with OFFSET 0 makes it look up each key by itself. In a join, it
// would compare each key with each row of an organization that it takes for a small one.
func byKeysText(table string) string {
	return "SELECT string_agg(" + binaryRow +
		", '') FROM unnest((SELECT $2::uuid[]), (SELECT $3::uuid[]), (SELECT $4::uuid[]), (SELECT $5::date[])) " +
		"AS k (user_id, project_id, capability_id, date) CROSS JOIN LATERAL (SELECT * FROM " + table +
		" WHERE organization_id = $1 AND user_id = k.user_id AND date = k.date AND project_id = k.project_id AND " +
		"coalesce(capability_id, '00000000-0000-0000-0000-000000000000') = k.capability_id OFFSET 0) t"
}

// key is the key of a row. Its ids are in lower case; capability is empty if there is
// none.
type key struct{ user, project, capability, date string }

func keyOf(m *pb.Assignment) key {
	return key{strings.ToLower(m.GetUserId()), strings.ToLower(m.GetProjectId()),
		strings.ToLower(m.GetCapabilityId()), m.GetDate()}
}

// compare compares keys in the order in which rows are written.
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
