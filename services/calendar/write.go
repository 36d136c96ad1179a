package calendar

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/holiday"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/journal"
)

// Written is what a write did with an item.
type Written struct {
	// Before is the holiday before the write, nil if it was created.
	Before *pb.Holiday
	// After is the holiday after the write. It is Before if nothing changed.
	After *pb.Holiday
}

// key is the country and the date of a holiday. Keys sort as the list.
func key(m *pb.Holiday) string { return m.Date + m.CountryCode }

// Write creates or updates the holidays of items, which are valid. Without a factor, a holiday that exists keeps its
// own, and a new one takes the whole day. Write returns one result for each item, in the order of the items.
//
// It checks the permission, and then begins a transaction, or is a part of one. There it locks the organization and the
// holidays that exist, and writes those that differ, and then their events: holiday.created and holiday.updated. A dry
// run returns the same, and ends before it writes.
func (s *Holidays) Write(ctx context.Context, items []*pb.Holiday, dryRun bool) ([]Written, error) {
	if err := permit.WriteHolidays(ctx); err != nil || len(items) == 0 {
		return nil, err
	}
	final := map[string]*pb.Holiday{}
	for _, item := range items {
		final[key(item)] = item // the later one wins
	}
	var results map[string]Written
	db := call.DB(ctx)
	err := db.Unit.Do(ctx, func() error {
		// One write at a time, so that no other one creates a holiday between the read and the
		// write. The locks of the rows keep out deletes.
		if err := tenant.Lock(ctx, db); err != nil {
			return err
		}
		stored, err := lockAndRead(ctx, db, final)
		if err != nil {
			return err
		}
		var rows []*ent.Holiday
		var changes []journal.Change
		results = make(map[string]Written, len(final))
		now := protoconv.Now()
		for _, k := range slices.Sorted(maps.Keys(final)) {
			row, changed := merge(stored[k], final[k], now)
			w := Written{After: toProto(row)}
			change := journal.Change{Type: "holiday.created", After: w.After}
			switch before := stored[k]; {
			case !changed:
				results[k] = Written{w.After, w.After}
				continue
			case before != nil:
				w.Before = toProto(before)
				change.Type, change.Before = "holiday.updated", w.Before
			}
			results[k], rows, changes = w, append(rows, row), append(changes, change)
		}
		if dryRun {
			return txn.ErrUndo
		}
		for chunk := range slices.Chunk(rows, chunkSize) {
			if err := store(ctx, db, chunk); err != nil {
				return err
			}
		}
		return journal.Write(ctx, db, changes)
	})
	if err != nil {
		return nil, err
	}
	return lists.Map(items, func(item *pb.Holiday) Written { return results[key(item)] }), nil
}

// merge returns the row of an item. stored is the row as it is, nil if there is none.
func merge(stored *ent.Holiday, item *pb.Holiday, now time.Time) (row *ent.Holiday, changed bool) {
	factor := holiday.DefaultFactor
	switch {
	case item.Factor != nil:
		factor = item.GetFactor()
	case stored != nil:
		factor = stored.Factor
	}
	if stored == nil {
		return &ent.Holiday{
			ID: journal.NewID(), Version: 1, CreatedAt: now, UpdatedAt: now,
			CountryCode: item.CountryCode, Date: protoconv.Date(item.Date), Name: item.GetName(), Factor: factor,
		}, true
	}
	if stored.Name == item.GetName() && stored.Factor == factor {
		return stored, false
	}
	row = new(*stored)
	row.Version, row.Name, row.Factor = stored.Version+1, item.GetName(), factor
	if now.After(stored.UpdatedAt) { // the clock may go back, but updated_at must not
		row.UpdatedAt = now
	}
	return row, true
}

// byKeys locks and reads holidays by their keys. LATERAL with OFFSET 0 makes it look up each key by itself. A join may
// read all holidays of the organization.
var byKeys = "SELECT h." + strings.Join(holiday.Columns, ", h.") +
	` FROM unnest((SELECT $2::date[]), (SELECT $3::text[])) AS k (date, country_code)
CROSS JOIN LATERAL (SELECT * FROM holidays
  WHERE organization_id = $1 AND date = k.date AND country_code = k.country_code OFFSET 0 FOR NO KEY UPDATE) h`

// lockAndRead locks and returns the stored holidays with these keys.
func lockAndRead(ctx context.Context, db *ent.Client, keys map[string]*pb.Holiday) (map[string]*ent.Holiday, error) {
	var dates, countries pq.StringArray
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		dates, countries = append(dates, keys[k].Date), append(countries, keys[k].CountryCode)
	}
	rows, err := tenant.Query(ctx, db, byKeys, dates, countries)
	if err != nil {
		return nil, err
	}
	var list []*ent.Holiday
	if err := errors.Join(sql.ScanSlice(rows, &list), rows.Close()); err != nil {
		return nil, err
	}
	found := map[string]*ent.Holiday{}
	for _, row := range list {
		found[string(position(row))] = row
	}
	return found, nil
}

// chunkSize is the largest number of rows that one statement writes.
const chunkSize = 250

// store writes rows with one statement. The transaction owes their events: see txn.Unit.Owe.
func store(ctx context.Context, db *ent.Client, rows []*ent.Holiday) error {
	var b strings.Builder
	b.WriteString("INSERT INTO holidays (organization_id, id, version, created_at, updated_at, country_code, " +
		"date, name, factor) VALUES ")
	var args []any
	for i, row := range rows {
		if i > 0 {
			b.WriteByte(',')
		}
		n := 1 + len(args)
		fmt.Fprintf(&b, "($1,$%d,$%d,$%d,$%d,$%d,$%d,$%d,$%d)", n+1, n+2, n+3, n+4, n+5, n+6, n+7, n+8)
		args = append(args, row.ID, row.Version, row.CreatedAt, row.UpdatedAt, row.CountryCode,
			protoconv.DateString(row.Date), row.Name, row.Factor)
	}
	b.WriteString(" ON CONFLICT (organization_id, date, country_code)" +
		" DO UPDATE SET version = excluded.version, updated_at = excluded.updated_at, name = " +
		"excluded.name, factor = excluded.factor")
	return db.Unit.Owe("holiday", func() (int, error) {
		_, err := tenant.Exec(ctx, db, b.String(), args...)
		return len(rows), err
	})
}
