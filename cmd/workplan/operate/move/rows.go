package move

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/cmd/workplan/operate/archive"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
)

const (
	// rowsOfCopy is how many rows one COPY writes. PostgreSQL remembers each row in memory until the end of the
	// statement, to check its foreign keys.
	rowsOfCopy = 50_000
	// parameters is how many values one INSERT has at most.
	parameters = 50_000
)

// sameTexts makes both databases write the same text for the same value.
const sameTexts = `
SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres';
SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL lock_timeout = '10s'`

// snapshot begins a transaction of the source that only reads, and sees all as it is now.
func (m *Move) snapshot(ctx context.Context) (tx *sql.Tx, end func(), err error) {
	return begin(ctx, m.Source, "ISOLATION LEVEL REPEATABLE READ, READ ONLY")
}

func begin(ctx context.Context, db *sql.DB, mode string) (tx *sql.Tx, end func(), err error) {
	if tx, end, err = archive.Begin(ctx, db, mode); err != nil {
		return nil, nil, err
	}
	if _, err := tx.ExecContext(ctx, sameTexts); err != nil {
		end()
		return nil, nil, err
	}
	return tx, end, nil
}

// What a table is copied by.
const (
	events      = "events"
	heads       = "event_heads"
	idempotency = "idempotency_keys"
	attempts    = "webhook_attempts"
	webhooks    = "webhooks"
	overlap     = "interval '20 seconds'"
)

// hours are the tables whose changed rows are in the events. The first word of the type of such an event is the table.
var hours = []string{"assignments", "actual_hours"}

// growing are the tables to which rows are only added, with the column that has a time that grows. A round copies the
// rows since overlap before the latest one again: that is more than clocks of servers differ and transactions take.
var growing = map[string]string{idempotency: "expires_at", attempts: "created_at", "timesheet_hours": "approved_at"}

// isWhole reports whether a table is compared whole in each round.
func isWhole(name string) bool {
	return name != catalog.Organizations && name != events && name != heads && !slices.Contains(hours, name) &&
		growing[name] == ""
}

// own are the columns that the target has other values in, while the organization arrives.
var own = map[string][]string{
	catalog.Organizations: {"suspended_at", "move_id", "closed_at", "moved_to"},
	webhooks:              {"leased_until"},
}

// selected returns the columns of a table as the target has them: those of its own have a value instead. $1 is the
// organization.
func (m *Move) selected(t catalog.Table) []string {
	columns := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		columns[i] = pq.QuoteIdentifier(c)
		if !slices.Contains(own[t.Name], c) {
			continue
		}
		switch c {
		case "move_id":
			columns[i] = "'" + m.id.String() + "'::uuid"
		case "moved_to":
			columns[i] = "NULL"
		case "leased_until":
			columns[i] = "'infinity'::timestamptz"
		default:
			columns[i] = "clock_timestamp()"
		}
	}
	return columns
}

// selectTexts returns the statement that reads the rows of the organization for which a condition holds, as texts.
func (m *Move) selectTexts(t catalog.Table, condition string) string {
	return fmt.Sprintf("SELECT %s::text FROM %s WHERE %s = $1 AND %s", strings.Join(m.selected(t), "::text, "),
		pq.QuoteIdentifier(t.Name), t.Organization(), condition)
}

// newTexts returns what a row of n texts is scanned into. It can be passed on as the arguments of a statement.
func newTexts(n int) []any {
	texts := make([]any, n)
	for i := range texts {
		texts[i] = new(sql.NullString)
	}
	return texts
}

// row returns the SQL of the text of a row without the columns that are the target's own.
func row(t catalog.Table) string {
	columns := slices.DeleteFunc(slices.Clone(t.Columns),
		func(c string) bool { return slices.Contains(own[t.Name], c) })
	return "ROW(" + catalog.List(columns) + ")::text"
}

func keyOf(t catalog.Table) string { return "ROW(" + strings.Join(t.Key, ", ") + ")::text" }

// isReferred reports whether rows of other tables, or of its own, refer to those of a table.
func (m *Move) isReferred(name string) bool {
	return slices.ContainsFunc(m.tables, func(t catalog.Table) bool {
		return slices.ContainsFunc(t.References, func(r catalog.Reference) bool { return r.Table == name })
	})
}

// copy copies all rows of a snapshot, in one transaction of the target.
func (m *Move) copy(ctx context.Context) (total int64, err error) {
	from, end, err := m.snapshot(ctx)
	if err != nil {
		return 0, err
	}
	defer end()
	to, endTo, err := begin(ctx, m.Target, "ISOLATION LEVEL READ COMMITTED")
	if err != nil {
		return 0, err
	}
	defer endTo()
	for _, t := range m.tables {
		condition := "true"
		if t.Name == events {
			condition = "seq IS NOT NULL"
		}
		n, err := m.copyRows(ctx, from, to, t, condition)
		if err != nil {
			return 0, fmt.Errorf("table %s: %w", t.Name, err)
		}
		total += n
	}
	if _, err := to.ExecContext(ctx,
		`INSERT INTO event_heads (organization_id, seq, first_seq) VALUES ($1, 0, 1) ON CONFLICT DO NOTHING`,
		m.Organization); err != nil {
		return 0, err
	}
	return total, to.Commit()
}

// copyRows copies rows of a table for which a condition holds.
func (m *Move) copyRows(
	ctx context.Context, from, to *sql.Tx, t catalog.Table, condition string, args ...any,
) (n int64, err error) {
	rows, err := from.QueryContext(ctx, m.selectTexts(t, condition), append([]any{m.Organization}, args...)...)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	c := copying{to: to,
		text: fmt.Sprintf("COPY %s (%s) FROM STDIN", pq.QuoteIdentifier(t.Name), catalog.List(t.Columns))}
	// Rows that refer to others of their table are written by one statement, because it may write a row before the one
	// that it refers to.
	if !slices.ContainsFunc(t.References, func(r catalog.Reference) bool { return r.Table == t.Name }) {
		c.most = rowsOfCopy
	}
	defer c.close()
	values := newTexts(len(t.Columns))
	for ; rows.Next(); n++ {
		if n%5000 == 0 {
			m.Status("Copying %s: %d rows …", t.Name, n)
		}
		if err := rows.Scan(values...); err != nil {
			return n, err
		}
		if err := c.write(ctx, values); err != nil {
			return n, err
		}
	}
	if err := rows.Err(); err != nil {
		return n, err
	}
	return n, c.endCopy(ctx)
}

// copying writes rows with COPY, a new one after most rows.
type copying struct {
	to      *sql.Tx
	text    string
	most, n int
	st      *sql.Stmt
}

func (c *copying) write(ctx context.Context, values []any) (err error) {
	if c.st == nil {
		if c.st, err = c.to.PrepareContext(ctx, c.text); err != nil {
			return err
		}
	}
	if _, err := c.st.ExecContext(ctx, values...); err != nil {
		return err
	}
	if c.n++; c.n == c.most {
		return c.endCopy(ctx)
	}
	return nil
}

// endCopy ends the COPY.
func (c *copying) endCopy(ctx context.Context) error {
	if c.st == nil {
		return nil
	}
	_, err := c.st.ExecContext(ctx)
	c.close()
	return err
}

func (c *copying) close() {
	if c.st != nil {
		_ = c.st.Close() // an error of the COPY was returned before
		c.st, c.n = nil, 0
	}
}

// upsert writes rows of a table to which other rows refer, so that they cannot be deleted first.
func (m *Move) upsert(ctx context.Context, from, to *sql.Tx, t catalog.Table, keys []string) error {
	var rows [][]any
	if err := postgres.Each(ctx, from, func(scan postgres.Scan) error {
		values := newTexts(len(t.Columns))
		rows = append(rows, values)
		return scan(values...)
	}, m.selectTexts(t, keyOf(t)+" = ANY($2)"), m.Organization, pq.StringArray(keys)); err != nil {
		return err
	}
	for chunk := range slices.Chunk(rows, parameters/len(t.Columns)) {
		text, args := insert(t, chunk)
		if _, err := to.ExecContext(ctx, text, args...); err != nil {
			if postgres.IsUniqueViolation(err) || postgres.IsForeignKeyViolation(err) {
				return fmt.Errorf("rows were changed in a way that cannot be followed one by one: run the command with "+
					"--abort, and begin again: %w", err)
			}
			return err
		}
	}
	return nil
}

// insert returns a statement that writes rows, or what they have now if they exist.
func insert(t catalog.Table, rows [][]any) (text string, args []any) {
	var b strings.Builder
	fmt.Fprintf(&b, "INSERT INTO %s (%s) VALUES ", pq.QuoteIdentifier(t.Name), catalog.List(t.Columns))
	for i, values := range rows {
		if i > 0 {
			b.WriteString(", ")
		}
		for j, v := range values {
			before := ", "
			if j == 0 {
				before = "("
			}
			args = append(args, v)
			// Of a parameter with the type bytea, lib/pq would write the text as bytes.
			fmt.Fprintf(&b, "%s$%d::text::%s", before, len(args), t.Types[j])
		}
		b.WriteString(")")
	}
	fmt.Fprintf(&b, " ON CONFLICT (%s) DO UPDATE SET ", strings.Join(t.Key, ", "))
	first := true
	for _, c := range t.Columns {
		if slices.Contains(t.Key, c) {
			continue
		}
		if !first {
			b.WriteString(", ")
		}
		first = false
		fmt.Fprintf(&b, "%s = excluded.%[1]s", pq.QuoteIdentifier(c))
	}
	return b.String(), args
}

// digest is how many rows there are, and the sum of their hashes.
type digest struct {
	rows int64
	sum  string
}

// digestOf reads all rows of a table for which a condition holds.
func (m *Move) digestOf(
	ctx context.Context, tx *sql.Tx, t catalog.Table, condition string, args ...any,
) (d digest, err error) {
	err = tx.QueryRowContext(ctx, fmt.Sprintf(
		"SELECT count(*), coalesce(sum(hashtextextended(%s COLLATE \"C\", 0)), 0)::text FROM %s WHERE %s = $1 AND %s",
		row(t), pq.QuoteIdentifier(t.Name), t.Organization(), condition), append([]any{m.Organization}, args...)...).
		Scan(&d.rows, &d.sum)
	return d, err
}

// hashesOf returns the hash of each row of a table, by the text of its key.
func (m *Move) hashesOf(ctx context.Context, tx *sql.Tx, t catalog.Table) (map[string]int64, error) {
	hashes := map[string]int64{}
	err := postgres.Each(ctx, tx, func(scan postgres.Scan) error {
		var key string
		var hash int64
		err := scan(&key, &hash)
		hashes[key] = hash
		return err
	}, fmt.Sprintf("SELECT %s, hashtextextended(%s COLLATE \"C\", 0) FROM %s WHERE %s = $1", keyOf(t), row(t),
		pq.QuoteIdentifier(t.Name), t.Organization()), m.Organization)
	return hashes, err
}

// timeOf reads a time as text.
func timeOf(ctx context.Context, tx *sql.Tx, query string, args ...any) (text string, err error) {
	err = tx.QueryRowContext(ctx, query, args...).Scan(&text)
	return text, err
}
