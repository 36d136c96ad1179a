package archive

import (
	"bufio"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres/catalog"
)

// Export writes everything of an organization to w, as it is at one moment. It calls progress, if that is not nil, with
// the name of each table before it reads the table. It only reads. A migration waits until it has ended.
func Export(
	ctx context.Context, db *sql.DB, organization uuid.UUID, w io.Writer, progress func(table string),
) (Summary, error) {
	tx, end, err := Begin(ctx, db, "ISOLATION LEVEL REPEATABLE READ, READ ONLY")
	if err != nil {
		return Summary{}, err
	}
	defer end()
	sum := sha256.New()
	buffered := bufio.NewWriterSize(w, 1<<20)
	out := json.NewEncoder(io.MultiWriter(sum, buffered))
	out.SetEscapeHTML(false)

	h := header{Format: formatName, Version: formatVersion}
	err = tx.QueryRowContext(ctx, `SELECT id, name, now() FROM organizations WHERE id = $1`, organization).
		Scan(&h.Organization.ID, &h.Organization.Name, &h.ExportedAt)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("there is no organization %s", organization)
	}
	if err != nil {
		return Summary{}, err
	}
	h.ExportedAt = h.ExportedAt.UTC().Truncate(time.Microsecond)
	if h.Schema, err = catalog.Schema(ctx, tx); err != nil {
		return Summary{}, err
	}
	if err := out.Encode(h); err != nil {
		return Summary{}, err
	}
	all, err := Tables(ctx, tx)
	if err != nil {
		return Summary{}, err
	}
	s := Summary{Organization: h.Organization, ExportedAt: h.ExportedAt, Rows: map[string]int64{}}
	for _, t := range all {
		if progress != nil {
			progress(t.Name)
		}
		if s.Rows[t.Name], err = exportTable(ctx, tx, t, organization, out); err != nil {
			return s, fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	// The hash is complete: the last line is not a part of it.
	last, err := json.Marshal(trailer{Rows: s.Rows, SHA256: hex.EncodeToString(sum.Sum(nil))})
	if err != nil {
		return s, err
	}
	_, err = buffered.Write(append(last, '\n'))
	return s, errors.Join(err, buffered.Flush())
}

// exportTable writes the rows of an organization, in the order of the primary key.
func exportTable(
	ctx context.Context, tx *sql.Tx, t catalog.Table, organization uuid.UUID, out *json.Encoder,
) (n int64, err error) {
	if err := out.Encode(section{t.Name, t.Columns}); err != nil {
		return 0, err
	}
	texts := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		texts[i] = pq.QuoteIdentifier(c) + "::text"
	}
	rows, err := tx.QueryContext(ctx, fmt.Sprintf("SELECT %s FROM %s WHERE %s = $1 ORDER BY %s",
		strings.Join(texts, ", "), pq.QuoteIdentifier(t.Name), t.Organization(),
		strings.Join(t.Key, ", ")), organization)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	values, into := make([]*string, len(t.Columns)), make([]any, len(t.Columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return n, err
		}
		if err := out.Encode(values); err != nil {
			return n, err
		}
		n++
	}
	return n, rows.Err()
}
