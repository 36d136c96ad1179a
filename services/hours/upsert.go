package hours

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// upsert writes the items of req and returns their rows, one per item and in their
// order. If an item is bad, it writes nothing, and its error lists every bad item.
//
// Admins skip the look-up of users, projects and capabilities: the foreign keys reject
// unknown ids, and only then the look-up finds out which items are bad.
func (t *table) upsert(ctx context.Context, req proto.Message, items []*pb.Assignment, dryRun bool) ([]*pb.Assignment, error) {
	bad, err := t.validate.Items(ctx, req)
	if err != nil {
		return nil, err
	}
	if len(bad) > 0 {
		unknown, err := t.alsoUnknown(ctx, items, bad)
		if err != nil {
			return nil, err
		}
		return nil, problem.List(append(bad, unknown...))
	}
	if len(items) == 0 {
		return nil, nil
	}
	keys := lists.Map(items, keyOf)
	checked := !auth.FromContext(ctx).IsAdmin()
	if checked {
		if err := t.check(ctx, keys); err != nil {
			return nil, err
		}
	}
	final, places := distinct(items, keys)
	rows, err := t.write(ctx, final, dryRun)
	if postgres.IsForeignKeyViolation(err) && !checked {
		if bad := t.check(ctx, keys); bad != nil {
			return nil, bad
		}
	}
	if err != nil {
		return nil, err
	}
	return lists.Map(places, func(place int) *pb.Assignment { return rows[place] }), nil
}

// entry is a row to write.
type entry struct {
	key
	hours float64
}

// distinct returns the rows that the items come to, in the order in which they are
// written, and for each item the place of its row among them. Of the items with one
// key the last one counts. The order is what keeps two upserts from waiting for each
// other, rule 4 of the design; and PostgreSQL takes a key once in a statement.
func distinct(items []*pb.Assignment, keys []key) (rows []entry, places []int) {
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(keys[a].compare(&keys[b]), cmp.Compare(a, b))
	})
	rows, places = make([]entry, 0, len(items)), make([]int, len(items))
	for _, i := range order {
		last := len(rows) - 1
		if last < 0 || rows[last].key != keys[i] {
			rows = append(rows, entry{key: keys[i]})
			last++
		}
		rows[last].hours = items[i].GetHours()
		places[i] = last
	}
	return rows, places
}

// errDryRun rolls back what a dry run has written.
var errDryRun = errors.New("dry run")

// write writes the rows in one transaction, and returns them in the same order. A
// single statement is its own transaction, unless another one stands in its way.
func (t *table) write(ctx context.Context, rows []entry, dryRun bool) (written []*pb.Assignment, err error) {
	if t.inserts[len(rows)] != "" && !dryRun {
		written, err = t.insert(ctx, t.db, protoconv.Now(), rows)
		if !postgres.IsRetryable(err) {
			return written, err
		}
	}
	err = txn.Run(ctx, t.db, func(tx *ent.Tx) error {
		written = make([]*pb.Assignment, 0, len(rows))
		now, rest := protoconv.Now(), rows
		for _, size := range sizes {
			for len(rest) >= size {
				chunk, err := t.insert(ctx, tx.Client(), now, rest[:size])
				if err != nil {
					return err
				}
				written, rest = append(written, chunk...), rest[size:]
			}
		}
		if dryRun {
			return errDryRun
		}
		return nil
	})
	if errors.Is(err, errDryRun) {
		err = nil
	}
	return written, err
}

// insert writes rows with the one statement that there is for so many.
func (t *table) insert(ctx context.Context, db *ent.Client, now time.Time, rows []entry) ([]*pb.Assignment, error) {
	args := make([]any, 0, 2+6*len(rows))
	args = append(args, tenant.Organization(ctx), now)
	for i := range rows {
		r := &rows[i]
		var capability any
		if r.capability != "" {
			capability = r.capability
		}
		args = append(args, uuid.Must(uuid.NewV7()).String(), r.user, r.project, capability, r.date, r.hours)
	}
	result, err := db.QueryContext(ctx, t.inserts[len(rows)], args...)
	if err != nil {
		return nil, err
	}
	written, err := read(result, len(rows))
	if err != nil {
		return nil, err
	}
	return arrange(written, rows)
}

var errNotReturned = errors.New("a written row was not returned")

// arrange brings the written rows into the order in which they were sent. They come
// so, but RETURNING does not promise it.
func arrange(written []*pb.Assignment, rows []entry) ([]*pb.Assignment, error) {
	if slices.EqualFunc(written, rows, func(m *pb.Assignment, r entry) bool { return keyOf(m) == r.key }) {
		return written, nil
	}
	byKey := make(map[key]*pb.Assignment, len(written))
	for _, m := range written {
		byKey[keyOf(m)] = m
	}
	arranged := make([]*pb.Assignment, len(rows))
	for i := range rows {
		if arranged[i] = byKey[rows[i].key]; arranged[i] == nil {
			return nil, errNotReturned
		}
	}
	return arranged, nil
}
