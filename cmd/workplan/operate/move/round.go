package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/lib/pq"
	"golang.org/x/sync/errgroup"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
	"github.com/workplan-api/workplan/services/journal"
)

// What a round compares after it has copied.
type comparison int

const (
	// compareChanged compares the rows that were copied, and all rows of small tables.
	compareChanged comparison = iota
	// compareAll compares all rows.
	compareAll
	// compareLast is compareChanged for the last round: no event may be without a number.
	compareLast
)

// done is what a round has done.
type done struct {
	head, compared int64
	took           time.Duration
}

// chunk is how many rows of hours one statement names.
const chunk = 10_000

// errDiffers means that both databases differ after a round, which must not happen.
var errDiffers = errors.New("source and target differ")

// following is a round that runs.
type following struct {
	*Move
	from, to *sql.Tx
	// position is the number of the last event that the target has, and head and first are those of the source.
	position, head, first int64
	// touched are the ids of the hours that events since position name, by table.
	touched map[string][]string
	// hashes are those of the source, and differs the keys of the rows that the target does not have so, by table. gone
	// are the keys of rows that only the target has.
	hashes        map[string]map[string]int64
	differs, gone map[string][]string
	since         map[string]string // of growing tables
}

// round makes the target as a new snapshot of the source.
func (m *Move) round(ctx context.Context, compare comparison) (d done, err error) {
	began := time.Now()
	f := &following{Move: m, touched: map[string][]string{}, since: map[string]string{}}
	var end func()
	if f.to, end, err = begin(ctx, m.Target, "ISOLATION LEVEL READ COMMITTED"); err != nil {
		return d, err
	}
	defer end()
	// The lock keeps another round away, which may still run in the database after its command was killed.
	if err := one(f.to.ExecContext(ctx, `
SELECT FROM organizations WHERE id = $1 AND move_id = $2 AND closed_at IS NOT NULL FOR NO KEY UPDATE`,
		m.Organization, m.id)); err != nil {
		return d, fmt.Errorf("the target has no rows of this move: %w", err)
	}
	if f.from, end, err = m.snapshot(ctx); err != nil {
		return d, err
	}
	defer end()
	if err := f.findChanges(ctx, compare); err != nil {
		return d, err
	}
	if err := f.write(ctx); err != nil {
		return d, err
	}
	if err := f.compare(ctx); err != nil {
		return d, err
	}
	if compare == compareAll {
		if d.compared, err = f.compareAll(ctx); err != nil {
			return d, err
		}
	}
	d.head, d.took = f.head, time.Since(began)
	return d, f.to.Commit()
}

// findChanges finds what has changed.
func (f *following) findChanges(ctx context.Context, compare comparison) error {
	f.Status("Following the journal …")
	if err := f.to.QueryRowContext(ctx, `SELECT seq FROM event_heads WHERE organization_id = $1`, f.Organization).
		Scan(&f.position); err != nil {
		return err
	}
	f.first = 1
	if err := f.from.QueryRowContext(ctx, `SELECT seq, first_seq FROM event_heads WHERE organization_id = $1`,
		f.Organization).Scan(&f.head, &f.first); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if f.first > f.position+1 {
		return errors.New("events that the target needs have expired in the source: run the command with --abort, and " +
			"begin again")
	}
	if err := f.readEvents(ctx, compare == compareLast); err != nil {
		return err
	}
	for name, column := range growing {
		since, err := timeOf(ctx, f.to, fmt.Sprintf(
			"SELECT coalesce(max(%s) - %s, '-infinity')::text FROM %s WHERE organization_id = $1", column, overlap, name),
			f.Organization)
		if err != nil {
			return err
		}
		f.since[name] = since
	}
	return f.compareTables(ctx)
}

// readEvents finds the hours that changed.
func (f *following) readEvents(ctx context.Context, last bool) error {
	found := map[string]map[string]bool{}
	err := postgres.Each(ctx, f.from, func(scan postgres.Scan) error {
		var seq sql.NullInt64
		var kind string
		var encoding int16
		var data []byte
		if err := scan(&seq, &kind, &encoding, &data); err != nil {
			return err
		}
		if last && !seq.Valid {
			return errUnnumbered
		}
		rows, err := journal.Rows(encoding, data)
		if err != nil {
			return err
		}
		name, _, _ := strings.Cut(kind, ".")
		if len(rows) > 0 && !slices.Contains(hours, name) {
			return fmt.Errorf("an event of the type %s has rows: this program does not know of which table", kind)
		}
		for _, r := range rows {
			if found[name] == nil {
				found[name] = map[string]bool{}
			}
			found[name][r.GetId()] = true
		}
		return nil
	}, `SELECT seq, type, encoding, data FROM events WHERE organization_id = $1 AND seq > $2
UNION ALL SELECT seq, type, encoding, data FROM events WHERE organization_id = $1 AND seq IS NULL`, f.Organization,
		f.position)
	for name, ids := range found {
		f.touched[name] = slices.Sorted(maps.Keys(ids))
	}
	return err
}

// errUnnumbered means that an event has no number yet.
var errUnnumbered = errors.New("an event has no number")

// compareTables compares the small tables.
func (f *following) compareTables(ctx context.Context) error {
	f.hashes, f.differs, f.gone = map[string]map[string]int64{}, map[string][]string{}, map[string][]string{}
	has, err := f.hashBoth(ctx)
	if err != nil {
		return err
	}
	for name, source := range f.hashes {
		for key, hash := range source {
			if there, ok := has[name][key]; !ok || there != hash {
				f.differs[name] = append(f.differs[name], key)
			}
		}
		for key := range has[name] {
			if _, ok := source[key]; !ok {
				f.gone[name] = append(f.gone[name], key)
			}
		}
	}
	return nil
}

// hashBoth reads the small tables of both databases at the same time. Those of the source are read once.
func (f *following) hashBoth(ctx context.Context) (target map[string]map[string]int64, err error) {
	target = map[string]map[string]int64{}
	read := func(ctx context.Context, tx *sql.Tx, into map[string]map[string]int64) error {
		for _, t := range f.tables {
			if !isWhole(t.Name) {
				continue
			}
			hashes, err := f.hashesOf(ctx, tx, t)
			if err != nil {
				return fmt.Errorf("table %s: %w", t.Name, err)
			}
			into[t.Name] = hashes
		}
		return nil
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return read(ctx, f.to, target) })
	if len(f.hashes) == 0 {
		g.Go(func() error { return read(ctx, f.from, f.hashes) })
	}
	return target, g.Wait()
}

// write makes the rows of the target as those of the source: first it deletes, rows before those that they refer to.
func (f *following) write(ctx context.Context) error {
	for _, t := range slices.Backward(f.tables) {
		if err := f.remove(ctx, t); err != nil {
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	for _, t := range f.tables {
		if err := f.add(ctx, t); err != nil {
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	return nil
}

func (f *following) remove(ctx context.Context, t catalog.Table) error {
	name := pq.QuoteIdentifier(t.Name)
	for ids := range slices.Chunk(f.touched[t.Name], chunk) {
		if _, err := f.to.ExecContext(ctx, "DELETE FROM "+name+" WHERE organization_id = $1 AND id = ANY($2)",
			f.Organization, pq.StringArray(ids)); err != nil {
			return err
		}
	}
	if column := growing[t.Name]; column != "" {
		_, err := f.to.ExecContext(ctx,
			fmt.Sprintf("DELETE FROM %s WHERE organization_id = $1 AND %s >= $2::timestamptz", name, column),
			f.Organization, f.since[t.Name])
		return err
	}
	keys := f.gone[t.Name]
	if !f.isReferred(t.Name) {
		keys = slices.Concat(keys, f.differs[t.Name])
	}
	if len(keys) == 0 {
		return nil
	}
	_, err := f.to.ExecContext(ctx,
		fmt.Sprintf("DELETE FROM %s WHERE organization_id = $1 AND %s = ANY($2)", name, keyOf(t)),
		f.Organization, pq.StringArray(keys))
	return err
}

func (f *following) add(ctx context.Context, t catalog.Table) error {
	var err error
	switch {
	case t.Name == catalog.Organizations:
		return f.addOrganization(ctx, t)
	case t.Name == events:
		_, err = f.copyRows(ctx, f.from, f.to, t, "seq > $2 AND seq <= $3", f.position, f.head)
	case t.Name == heads:
		_, err = f.to.ExecContext(ctx, `UPDATE event_heads SET seq = $2, first_seq = $3 WHERE organization_id = $1`,
			f.Organization, f.head, f.first)
	case slices.Contains(hours, t.Name):
		for ids := range slices.Chunk(f.touched[t.Name], chunk) {
			if _, err := f.copyRows(ctx, f.from, f.to, t, "id = ANY($2)", pq.StringArray(ids)); err != nil {
				return err
			}
		}
	case growing[t.Name] != "":
		if t.Name == idempotency {
			if err := f.freeKeys(ctx); err != nil {
				return err
			}
		}
		_, err = f.copyRows(ctx, f.from, f.to, t, growing[t.Name]+" >= $2::timestamptz", f.since[t.Name])
	case len(f.differs[t.Name]) == 0:
	case f.isReferred(t.Name):
		return f.upsert(ctx, f.from, f.to, t, f.differs[t.Name])
	default:
		_, err = f.copyRows(ctx, f.from, f.to, t, keyOf(t)+" = ANY($2)", pq.StringArray(f.differs[t.Name]))
	}
	return err
}

// addOrganization copies what the row of the organization has, such as its name.
func (f *following) addOrganization(ctx context.Context, t catalog.Table) error {
	var sets, texts []string
	for i, c := range t.Columns {
		if c == t.Organization() || slices.Contains(own[t.Name], c) {
			continue
		}
		sets = append(sets, fmt.Sprintf("%s = $%d::text::%s", pq.QuoteIdentifier(c), len(sets)+2, t.Types[i]))
		texts = append(texts, pq.QuoteIdentifier(c)+"::text")
	}
	values := newTexts(len(texts))
	if err := f.from.QueryRowContext(ctx, "SELECT "+strings.Join(texts, ", ")+" FROM organizations WHERE id = $1",
		f.Organization).Scan(values...); err != nil {
		return err
	}
	_, err := f.to.ExecContext(ctx, "UPDATE organizations SET "+strings.Join(sets, ", ")+" WHERE id = $1",
		slices.Insert(values, 0, any(f.Organization))...)
	return err
}

// freeKeys deletes rows of expired Idempotency-Keys that were used again since.
func (f *following) freeKeys(ctx context.Context) error {
	var owners, rpcs, keys pq.StringArray
	if err := postgres.Each(ctx, f.from, func(scan postgres.Scan) error {
		var owner, rpc, key string
		err := scan(&owner, &rpc, &key)
		owners, rpcs, keys = append(owners, owner), append(rpcs, rpc), append(keys, key)
		return err
	}, `SELECT api_key_id, rpc, key FROM idempotency_keys WHERE organization_id = $1 AND expires_at >= $2::timestamptz`,
		f.Organization, f.since[idempotency]); err != nil || len(keys) == 0 {
		return err
	}
	_, err := f.to.ExecContext(ctx, `
DELETE FROM idempotency_keys t USING unnest($2::uuid[], $3::text[], $4::text[]) AS used (api_key_id, rpc, key)
WHERE t.organization_id = $1 AND t.api_key_id = used.api_key_id AND t.rpc = used.rpc AND t.key = used.key`,
		f.Organization, owners, rpcs, keys)
	return err
}

// compare compares what the round has copied, and all rows of small tables.
func (f *following) compare(ctx context.Context) error {
	target, err := f.hashBoth(ctx)
	if err != nil {
		return err
	}
	for _, t := range f.tables {
		switch {
		case isWhole(t.Name) && !maps.Equal(f.hashes[t.Name], target[t.Name]):
			err = fmt.Errorf("%w: table %s", errDiffers, t.Name)
		case t.Name == events:
			_, err = f.same(ctx, t, "seq > $2 AND seq <= $3", f.position, f.head)
		case growing[t.Name] != "":
			_, err = f.same(ctx, t, growing[t.Name]+" >= $2::timestamptz", f.since[t.Name])
		default:
			for ids := range slices.Chunk(f.touched[t.Name], chunk) {
				if _, err = f.same(ctx, t, "id = ANY($2)", pq.StringArray(ids)); err != nil {
					break
				}
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// same compares the rows for which a condition holds, and returns their number.
func (f *following) same(ctx context.Context, t catalog.Table, condition string, args ...any) (int64, error) {
	var from, to digest
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) { from, err = f.digestOf(ctx, f.from, t, condition, args...); return err })
	g.Go(func() (err error) { to, err = f.digestOf(ctx, f.to, t, condition, args...); return err })
	if err := g.Wait(); err != nil {
		return 0, fmt.Errorf("table %s: %w", t.Name, err)
	}
	if from != to {
		return 0, fmt.Errorf("%w: table %s has %d rows with the sum %s in the source, and %d with %s in the target: run "+
			"the command with --abort, and report this", errDiffers, t.Name, from.rows, from.sum, to.rows, to.sum)
	}
	return from.rows, nil
}

// compareAll compares all rows that have not expired in the source.
func (f *following) compareAll(ctx context.Context) (total int64, err error) {
	for _, t := range f.tables {
		f.Status("Comparing %s …", t.Name)
		condition, args := "true", []any{}
		switch t.Name {
		case heads:
			continue // it was written from what was read
		case events:
			condition, args = "seq BETWEEN $2 AND $3", []any{f.first, f.head}
		case idempotency, attempts:
			column := growing[t.Name]
			oldest, err := timeOf(ctx, f.from, fmt.Sprintf(
				"SELECT coalesce(min(%s), 'infinity')::text FROM %s WHERE organization_id = $1", column, t.Name),
				f.Organization)
			if err != nil {
				return 0, err
			}
			condition, args = column+" >= $2::timestamptz", []any{oldest}
		}
		n, err := f.same(ctx, t, condition, args...)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}
