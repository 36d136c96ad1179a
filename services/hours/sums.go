package hours

import (
	"context"
	"fmt"

	"github.com/workplan-api/workplan/ent/actualhours"
	"github.com/workplan-api/workplan/ent/actualhoursentry"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
)

// A row of actual hours that is the sum of entries has its hours in entries_hours, too, and the table has the condition
// that both are equal. So a request that knows nothing of entries pays nothing for them, and cannot change such a row:
// the condition refuses its statement. Only then the rows are looked up, to say which.

// isOfSum reports whether a statement was refused because it would change a row that is the sum of entries: all other
// conditions of the table are checked before.
func isOfSum(err error) bool { return postgres.IsCheckViolation(err) }

// selectSums reads those of some rows that are the sum of entries.
var selectSums = "SELECT string_agg(" + hoursrow.Read(false) + ", '') FROM " + eachKey(actualhours.Table, "", "") +
	" WHERE t.entries_hours IS NOT NULL"

// readSums returns those of the rows with these keys that are the sum of entries.
func readSums(ctx context.Context, keys []key) (map[key]*pb.Assignment, error) {
	result, err := tenant.Query(ctx, call.DB(ctx), selectSums, keyArgs(keys)...)
	if err != nil {
		return nil, err
	}
	rows, err := read(result, 0)
	return byKey(rows), err
}

// toDelete returns an entry with hours that no row has, so that its row is not what it is to be.
func toDelete(k key) entry { return entry{key: k, hours: -1} }

// refuseSums returns an error that lists those of the rows that are the sum of entries and not what they are to be, or
// nil. A row is that of an item of b, or means returns the field that stands for it.
func refuseSums(ctx context.Context, b *batch, rows []entry, means func(key) string) error {
	found, err := readSums(ctx, keysOf(rows))
	if err != nil {
		return err
	}
	var details []problem.Detail
	for _, e := range rows {
		switch i, isItem := b.last()[e.key]; {
		case found[e.key] == nil || e.is(found[e.key]):
		case isItem && b.createsNone:
			details = append(details, problem.Detail{Field: b.field(i, "date"), Index: i, Code: problem.HasEntries,
				Message: "has hours that are the sum of entries: delete these"})
		case isItem:
			details = append(details, problem.Detail{Field: b.field(i, "hours"), Index: i, Code: problem.HasEntries,
				Message: "is the sum of entries: write these, or replace the window with entries set to replace"})
		default:
			details = append(details, problem.Detail{Field: means(e.key), Index: -1, Code: problem.HasEntries,
				IsSentence: true, Message: e.date + " has hours that are the sum of entries: delete these, " +
					"or replace the window with entries set to replace"})
		}
	}
	return problem.List(details)
}

// removeEntries deletes the entries of rows.
func removeEntries(ctx context.Context, keys []key) error {
	if len(keys) == 0 {
		return nil
	}
	_, err := tenant.Exec(ctx, call.DB(ctx), deleteEntriesOf, keyArgs(keys)...)
	return err
}

var deleteEntriesOf = fmt.Sprintf("DELETE FROM %s WHERE organization_id = $1 AND id IN (SELECT t.id FROM %s)",
	actualhoursentry.Table, eachKey(actualhoursentry.Table, "", ""))
