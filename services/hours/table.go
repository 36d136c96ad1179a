package hours

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent/assignment"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/settled"
	"github.com/workplan-api/workplan/services/journal"
)

// table is one of the two tables of hours.
type table struct {
	inactive *Inactive
	closed   *settled.Checker
	name     string
	// upserted and deleted are the types of events.
	upserted, deleted string
	// permit returns the positions of the rows that the caller may not write.
	permit func(context.Context, []permit.Hours) ([]int, error)
	// overloads is nil for actual hours, which are not compared with availability.
	overloads Overloads
	// ofPersons means that no row is of a placeholder.
	ofPersons bool
	// inserts has the statements that write rows.
	inserts map[shape]string
	// row is a row of the table t in a statement.
	row string
	// byKeys is the statement that reads rows by their keys.
	byKeys string
	// same is the statement that counts rows by their keys and values.
	same string
	// lock and remove are the statements that lock and delete rows by their ids.
	lock, remove string
	sequencer    *journal.Sequencer

	// proposal is that of the request, nil if it is about the live plan. wishes are those of the proposal, stale the
	// keys of those whose rows have changed since, and under the live row of each wish that was read.
	proposal *uuid.UUID
	wishes   map[key]*wish
	stale    map[key]bool
	under    map[key]state
	// because has the reasons of suggested rows, nil if nothing is suggested.
	because map[key]string
}

func newTable(
	name string, mayWrite func(context.Context, []permit.Hours) ([]int, error),
	inactive *Inactive, closed *settled.Checker, sequencer *journal.Sequencer,
) table {
	t := table{
		inactive: inactive, closed: closed, name: name,
		upserted: name + ".upserted", deleted: name + ".deleted", permit: mayWrite,
		inserts: map[shape]string{}, row: hoursrow.Read(isPlanned(name)),
		byKeys: byKeysText(name), same: sameText(name), lock: lockText(name), remove: removeText(name),
		sequencer: sequencer,
	}
	for _, size := range sizes {
		for _, s := range []shape{{size, false, false}, {size, false, true}, {size, true, false}, {size, true, true}} {
			if s.fits(name) {
				t.inserts[s] = insertText(name, s)
			}
		}
	}
	return t
}

// isPlanned reports whether a table is that of planned hours, whose rows can be tentative.
func isPlanned(table string) bool { return table == assignment.Table }

// sizes are the numbers of rows that one statement can write, largest first. The list is
// short, so that all statements stay prepared. A batch of any size needs only a few
// statements. The largest is 250, because a much longer statement does not stay prepared.
var sizes = []int{250, 100, 50, 40, 30, 20, 10, 5, 4, 3, 2, 1}

// shape is that of a statement that writes rows: how many, whether it also writes if planned hours are tentative or
// actual hours are the sum of entries, and whether it also writes their event.
type shape struct {
	rows             int
	flagged, journal bool
}

// fits reports whether there is such a statement for a table. The event of many rows is compressed, which a statement
// cannot do. Rows that are the sum of entries are written by a transaction.
func (s shape) fits(table string) bool {
	return !s.journal || s.rows <= maxPlain && (!s.flagged || isPlanned(table))
}

// insertText returns a statement that writes rows and returns those that it created or changed. $1 is the
// organization. Each row has six more parameters: its id, the four parts of its key, and its hours. If flagged, it
// has a seventh: of planned hours whether it is tentative, or null to leave that as it is; of actual hours its
// entries_hours. The time is that of the database at the start of the transaction, so that it is not later than that
// of the event, see journal.WrittenSince. With the event, the statement writes nothing if the organization is closed,
// or its closed days have not the version that is the last parameter.
func insertText(table string, s shape) string {
	columns, types := "id, version, created_at, updated_at, user_id, project_id, capability_id, date, hours",
		[]string{"uuid", "uuid", "uuid", "uuid", "date", "float8"}
	isFlagged := s.flagged && isPlanned(table)
	set, differs := "hours = excluded.hours, "+hoursrow.Before(isFlagged), "t.hours <> excluded.hours"
	switch {
	case isFlagged:
		columns, types = columns+", tentative", append(types, "boolean")
		set += ", tentative = coalesce(excluded.tentative, t.tentative)"
		differs += " OR coalesce(excluded.tentative, t.tentative, false) <> coalesce(t.tentative, false)"
	case s.flagged:
		columns, types = columns+", entries_hours", append(types, "float8")
		set += ", entries_hours = excluded.entries_hours"
		differs += " OR t.entries_hours IS DISTINCT FROM excluded.entries_hours"
	}
	rows, last := make([]string, s.rows), 1
	for i := range rows {
		organization, parameters := "$1", make([]string, len(types))
		for j := range types {
			last++
			parameters[j] = fmt.Sprint("$", last)
		}
		if i == 0 { // whose types are those of all rows
			organization += "::uuid"
			for j, kind := range types {
				parameters[j] += "::" + kind
			}
		}
		rows[i] = "(" + organization + "," + parameters[0] + ",1,now(),now()," + strings.Join(parameters[1:], ",") + ")"
	}
	source := "VALUES " + strings.Join(rows, ",")
	if s.journal {
		source = "SELECT * FROM (" + source + ") v WHERE " + journal.IsOpen(last+journal.RowsEventCount+1)
	}
	insert := "INSERT INTO " + table + " AS t (organization_id, " + columns + ") " + source +
		" ON CONFLICT (organization_id, user_id, project_id, capability_id, date) DO UPDATE SET " + set +
		", updated_at = greatest(t.updated_at, excluded.updated_at), version = t.version + 1 WHERE " + differs +
		" RETURNING " + hoursrow.Written(isPlanned(table), isFlagged) + " AS data"
	if s.journal {
		return "WITH effect AS (" + insert + ")" + journal.RowsEvent(last)
	}
	return insert
}

// byKeysText returns a statement that reads rows by their keys.
func byKeysText(table string) string {
	return "SELECT string_agg(" + hoursrow.Read(isPlanned(table)) + ", '') FROM " + eachKey(table, "", "")
}

// sameText returns a statement that counts the rows that have the keys and the values of entries. A row whose entry
// does not say whether it is tentative may be either.
func sameText(table string) string {
	if !isPlanned(table) {
		return "SELECT count(*) FROM " + eachKey(table, ", (SELECT $6::float8[])", ", hours") +
			" WHERE t.hours = k.hours"
	}
	return "SELECT count(*) FROM " +
		eachKey(table, ", (SELECT $6::float8[]), (SELECT $7::bool[])", ", hours, tentative") +
		" WHERE t.hours = k.hours AND coalesce(k.tentative, t.tentative, false) = coalesce(t.tentative, false)"
}

// eachKey returns what follows FROM in a statement that reads rows t by keys k, which are in four arrays, and in arrays
// with more columns of k. The arrays are in subqueries to hide their lengths from the planner. Otherwise it plans
// each call again. LATERAL with OFFSET 0 makes it look up each key by itself. In a join, it
// would compare each key with each row of an organization that it takes for a small one.
func eachKey(table, arrays, columns string) string {
	return "unnest((SELECT $2::uuid[]), (SELECT $3::uuid[]), (SELECT $4::uuid[]), (SELECT $5::date[])" + arrays + ") " +
		"AS k (user_id, project_id, capability_id, date" + columns + ") CROSS JOIN LATERAL (SELECT * FROM " + table +
		" WHERE organization_id = $1 AND user_id = k.user_id AND date = k.date AND project_id = k.project_id AND " +
		"coalesce(capability_id, '00000000-0000-0000-0000-000000000000') = k.capability_id OFFSET 0) t"
}

// lockText returns a statement that locks rows in the order of the array of their ids, $2. It looks each up like
// among.Rows, which cannot lock.
func lockText(table string) string {
	return "SELECT count(*) FROM unnest((SELECT $2::uuid[])) AS among (id) CROSS JOIN LATERAL (SELECT FROM " + table +
		" WHERE organization_id = $1 AND id BETWEEN among.id AND among.id ORDER BY id OFFSET 0 FOR UPDATE) t"
}

// removeText returns a statement that deletes the rows with the ids in $2, and returns them as hoursrow.Deleted. It
// finds each row by its ctid, because PostgreSQL may otherwise compare each row of the organization with each id. Of
// actual hours it deletes those that are the sum of entries only if $3.
func removeText(table string) string {
	unlessSum := ""
	if !isPlanned(table) {
		unlessSum = " AND (t.entries_hours IS NULL OR $3)"
	}
	return "DELETE FROM " + table +
		" AS t WHERE t.organization_id = $1 AND t.ctid = ANY (ARRAY (SELECT found.ctid FROM " +
		"unnest((SELECT $2::uuid[])) AS among (id) CROSS JOIN " + among.Row("ctid", table, "among.id") +
		" found))" + unlessSum + " RETURNING " + hoursrow.Deleted(isPlanned(table)) + " AS data"
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
