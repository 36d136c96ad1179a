package archive

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
	"github.com/workplan-api/workplan/services/journal"
)

const (
	// maxLine is the longest line of a file, in bytes. The longest value is the data of an event.
	maxLine = 64 << 20
	// rowsOfCopy is how many rows one COPY writes. PostgreSQL remembers each row in memory until the end of the
	// statement, to check its foreign keys.
	rowsOfCopy = 50_000
)

// Imported says what an import has written.
type Imported struct {
	Summary
	// Behind are the endpoints of webhooks that had not got all events when the file was made.
	Behind []Endpoint
	// Namesakes is the number of other organizations with the same name.
	Namesakes int
}

// Endpoint is an endpoint of webhooks whose cursor the import has moved.
type Endpoint struct {
	ID uuid.UUID
	// From and To are the first and the last event that it has not got.
	From, To int64
}

// Import writes the organization of a file, with the ids, versions, times and numbers that it had. It calls progress,
// if that is not nil, with the name of each table before it writes the table, and then with the rows that it has
// written.
//
// All is one transaction: servers see nothing of the organization before its end, and after an error nothing is
// written. A file of an older schema is read with the steps in between. It fails if the organization exists, if the
// file was made with a newer schema, and if the file is truncated or was changed.
//
// No event of the file is sent to an endpoint of webhooks: the cursors move to the latest event, and redeliveries that
// were under way are parked.
func Import(ctx context.Context, db *sql.DB, file io.Reader,
	progress func(table string, rows int64)) (Imported, error) {
	if progress == nil {
		progress = func(string, int64) {}
	}
	tx, end, err := Begin(ctx, db, "ISOLATION LEVEL READ COMMITTED")
	if err != nil {
		return Imported{}, err
	}
	defer end()
	im := &importing{tx: tx, progress: progress, in: bufio.NewReaderSize(file, 1<<20), sum: sha256.New()}
	if err := im.importAll(ctx); err != nil {
		return Imported{}, err
	}
	if err := tx.Commit(); err != nil {
		return Imported{}, err
	}
	return im.result, nil
}

// importing is an import that runs.
type importing struct {
	tx       *sql.Tx
	progress func(table string, rows int64)
	in       *bufio.Reader
	sum      hash.Hash // of the lines before the one that was read last
	line     []byte
	number   int // of the line
	added    added
	result   Imported
}

// errTruncated means that the file has no last line.
var errTruncated = errors.New("the file ends before its last line: it is truncated. Copy or export it again")

func (im *importing) importAll(ctx context.Context) error {
	if err := im.readHeader(ctx); err != nil {
		return err
	}
	all, err := Tables(ctx, im.tx)
	if err != nil {
		return err
	}
	if err := im.next(); err != nil {
		return err
	}
	expected := map[string]catalog.Table{}
	for _, t := range all {
		if !im.added.tables[t.Name] {
			expected[t.Name] = im.added.of(t)
		}
	}
	for len(expected) > 0 { // in the order of the file, which was that of its schema
		if err := im.table(ctx, expected); err != nil {
			return err
		}
	}
	if err := im.readTrailer(); err != nil {
		return err
	}
	if err := im.check(ctx); err != nil {
		return err
	}
	return im.holdDeliveries(ctx)
}

// selectName returns the name of the organization, and how many others have it.
const selectName = `
SELECT name, (SELECT count(*) FROM organizations other WHERE other.name = o.name AND other.id <> o.id)
FROM organizations o WHERE id = $1`

// check looks at what the constraints of the tables do not check. The checksum only shows that a file is whole, not who
// has made it. One event that cannot be read would fail all readers of the journal. The name is that of the row, and
// not that of the first line, which nothing else uses.
func (im *importing) check(ctx context.Context) error {
	o := &im.result.Organization
	if err := im.tx.QueryRowContext(ctx, selectName, o.ID).Scan(&o.Name, &im.result.Namesakes); err != nil {
		if errors.Is(err, sql.ErrNoRows) {
			return errors.New("the file has no row of its organization")
		}
		return err
	}
	var damaged []string
	if err := journal.Unreadable(ctx, im.tx, o.ID, func(name string) { damaged = append(damaged, name) }); err != nil {
		return err
	}
	if len(damaged) > 0 {
		return fmt.Errorf("%d events of the file cannot be read, of which the first is %s: readers of the journal would fail "+
			"at them. Export the organization again from a database in which `workplan verify` finds nothing",
			len(damaged), damaged[0])
	}
	return nil
}

// next reads a line.
func (im *importing) next() error {
	im.sum.Write(im.line)
	im.line = im.line[:0]
	im.number++
	for {
		part, err := im.in.ReadSlice('\n')
		im.line = append(im.line, part...)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, io.EOF):
			return errTruncated
		case !errors.Is(err, bufio.ErrBufferFull):
			return err
		case len(im.line) > maxLine:
			return im.wrong("it has more than %d bytes", maxLine)
		}
	}
}

// wrong returns an error about the line that was read last.
func (im *importing) wrong(format string, args ...any) error {
	return fmt.Errorf("line %d of the file is wrong: %s", im.number, fmt.Sprintf(format, args...))
}

// decode decodes the line as an object without unknown members.
func (im *importing) decode(into any) error {
	d := json.NewDecoder(bytes.NewReader(im.line))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return im.wrong("%v", err)
	}
	return nil
}

func (im *importing) readHeader(ctx context.Context) error {
	if err := im.next(); err != nil {
		return err
	}
	var kind struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if json.Unmarshal(im.line, &kind) != nil || kind.Format != formatName {
		return errors.New("the file was not made by `workplan organization export`")
	}
	if kind.Version != formatVersion {
		return fmt.Errorf("the file has version %d of the format, and this program reads version %d: use the version "+
			"of workplan that made it", kind.Version, formatVersion)
	}
	var h header
	if err := im.decode(&h); err != nil {
		return err
	}
	schema, err := catalog.Schema(ctx, im.tx)
	if err != nil {
		return err
	}
	if im.added, err = between(h.Schema, schema); err != nil {
		return err
	}
	existing, err := postgres.Column[string](ctx, im.tx, `SELECT name FROM organizations WHERE id = $1`,
		h.Organization.ID)
	if err != nil {
		return err
	}
	if len(existing) > 0 {
		return errExists(Organization{h.Organization.ID, existing[0]})
	}
	im.result.Organization, im.result.ExportedAt, im.result.Rows = h.Organization, h.ExportedAt, map[string]int64{}
	return nil
}

func errExists(o Organization) error {
	return fmt.Errorf(
		"organization %q (%s) exists in this database: an import does not change an organization that exists",
		o.Name, o.ID,
	)
}

// table writes the rows of one of the expected tables, and removes it from them. The line that was read last is that
// before the rows. It reads the line after them.
func (im *importing) table(ctx context.Context, expected map[string]catalog.Table) error {
	var s section
	if err := im.decode(&s); err != nil {
		return err
	}
	t, ok := expected[s.Table]
	if !ok {
		return im.wrong("it begins the table %q, which is not expected", s.Table)
	}
	delete(expected, s.Table)
	if !slices.Equal(slices.Sorted(slices.Values(s.Columns)), slices.Sorted(slices.Values(t.Columns))) {
		return im.wrong("table %s has the columns %q in the file and %q are expected", t.Name, s.Columns, t.Columns)
	}
	im.progress(t.Name, 0)
	owner := slices.Index(s.Columns, t.Organization())
	// Rows that refer to others of their table are written by one statement, because it may write a row before the one
	// that it refers to.
	most := rowsOfCopy
	if slices.ContainsFunc(t.References, func(r catalog.Reference) bool { return r.Table == t.Name }) {
		most = 0
	}
	if err := im.next(); err != nil {
		return err
	}
	for im.line[0] == '[' {
		n, err := im.copyRows(ctx, s, owner, most)
		im.result.Rows[t.Name] += n
		if err != nil {
			return err
		}
		im.progress(t.Name, im.result.Rows[t.Name])
	}
	if _, has := im.result.Rows[t.Name]; !has {
		im.result.Rows[t.Name] = 0
	}
	return nil
}

// copyRows writes rows with one COPY: at most most of them, or all if that is 0. It reads the line after them.
func (im *importing) copyRows(ctx context.Context, s section, owner, most int) (n int64, err error) {
	st, err := im.tx.PrepareContext(ctx,
		fmt.Sprintf("COPY %s (%s) FROM STDIN", pq.QuoteIdentifier(s.Table), catalog.List(s.Columns)))
	if err != nil {
		return 0, err
	}
	defer st.Close()
	values, args := make([]*string, len(s.Columns)), make([]any, len(s.Columns))
	for ; im.line[0] == '[' && (most == 0 || n < int64(most)); n++ {
		values = values[:0]
		if err := json.Unmarshal(im.line, &values); err != nil || len(values) != len(args) {
			return n, im.wrong("it is not a row of %d values: %v", len(args), err)
		}
		if id := values[owner]; id == nil || *id != im.result.Organization.ID.String() {
			return n, im.wrong("the row does not belong to the organization %s", im.result.Organization.ID)
		}
		for i, v := range values {
			args[i] = nil
			if v != nil {
				args[i] = *v
			}
		}
		if _, err := st.ExecContext(ctx, args...); err != nil {
			return n, im.refused(s.Table, err)
		}
		if err := im.next(); err != nil {
			return n, err
		}
	}
	if _, err := st.ExecContext(ctx); err != nil { // ends the COPY
		return n, im.refused(s.Table, err)
	}
	return n, nil
}

// refused explains an error of PostgreSQL.
func (im *importing) refused(table string, err error) error {
	if postgres.IsUniqueViolation(err) && table == catalog.Organizations {
		return errExists(im.result.Organization) // another import was faster
	}
	if postgres.Code(err) != "" {
		return fmt.Errorf("the database refuses rows of table %s in or before line %d of the file: %w",
			table, im.number, err)
	}
	return err
}

func (im *importing) readTrailer() error {
	var last trailer
	if err := im.decode(&last); err != nil {
		return err
	}
	if last.SHA256 != hex.EncodeToString(im.sum.Sum(nil)) || !maps.Equal(last.Rows, im.result.Rows) {
		return errors.New("the file was changed after the export: its checksum differs. Copy or export it again")
	}
	if _, err := im.in.ReadByte(); !errors.Is(err, io.EOF) {
		return errors.Join(errors.New("the file goes on after its last line: copy or export it again"), err)
	}
	return nil
}

const (
	// end is the number of the last event of the file. The events without a number get the next ones.
	endOfEvents = `
SELECT coalesce((SELECT seq FROM event_heads WHERE organization_id = $1), 0)
  + (SELECT count(*) FROM events WHERE organization_id = $1 AND seq IS NULL)`

	selectBehind = `SELECT id, position + 1 FROM webhooks WHERE organization_id = $1 AND position < $2 ORDER BY id`

	// The endpoints have failed, if they have, at another time and maybe for another reason. Here they begin anew.
	moveCursors = `UPDATE webhooks
SET position = $2, leased_until = NULL, due_at = now(), tries = 0, failures = 0, failing_since = NULL, last_error = NULL
WHERE organization_id = $1`

	// The file may be that of an organization that was moved away.
	openAgain = `UPDATE organizations SET move_id = NULL, closed_at = NULL, moved_to = NULL
WHERE id = $1 AND (move_id IS NOT NULL OR moved_to IS NOT NULL)`

	parkRedeliveries = `UPDATE webhook_redeliveries SET parked = true WHERE organization_id = $1 AND NOT parked`
)

// holdDeliveries makes sure that no event of the file is sent to an endpoint.
func (im *importing) holdDeliveries(ctx context.Context) error {
	id := im.result.Organization.ID
	var last int64
	if err := im.tx.QueryRowContext(ctx, endOfEvents, id).Scan(&last); err != nil {
		return err
	}
	if err := postgres.Each(ctx, im.tx, func(scan postgres.Scan) error {
		e := Endpoint{To: last}
		err := scan(&e.ID, &e.From)
		im.result.Behind = append(im.result.Behind, e)
		return err
	}, selectBehind, id, last); err != nil {
		return err
	}
	if _, err := im.tx.ExecContext(ctx, moveCursors, id, last); err != nil {
		return err
	}
	if _, err := im.tx.ExecContext(ctx, openAgain, id); err != nil {
		return err
	}
	_, err := im.tx.ExecContext(ctx, parkRedeliveries, id)
	return err
}
