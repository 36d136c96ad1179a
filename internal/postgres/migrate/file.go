package migrate

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// migration is one SQL file.
type migration struct {
	name    string // 0002_add_color.sql
	version string // 0002
	text    string
	hash    string // SHA-256 of the file, in hex
	outside bool   // runs outside a transaction
	index   string // the index that an outside migration creates
	// requires is the number of the migration that a program needs to run on the schema after this one, or "" if every
	// program can.
	requires string
}

var (
	fileName     = regexp.MustCompile(`^([0-9]{4})_([a-z0-9_]+)\.sql$`)
	contract     = regexp.MustCompile(`^contract ([0-9]{4})$`)
	comments     = regexp.MustCompile(`--.*`)
	tokens       = regexp.MustCompile(`'[^']*'|"[^"]*"|--.*|(?s:/\*.*?\*/|\$\$.*?\$\$)|;|[^\s'"$/;-]+|\S`)
	concurrently = regexp.MustCompile(
		`(?i)^\s*(?:CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+IF\s+NOT\s+EXISTS\s+(\w+)|` +
			`DROP\s+INDEX\s+CONCURRENTLY\s+IF\s+EXISTS)\s[^;]*;?\s*$`,
	)
)

// load reads the migrations in the order of their numbers. Files without the ending .sql are ignored.
func load(files fs.FS) ([]migration, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	var all []migration
	for _, name := range names {
		m, err := read(files, name)
		if err != nil {
			return nil, fmt.Errorf("migration %s: %w", name, err)
		}
		if last := len(all) - 1; last >= 0 && all[last].version == m.version {
			return nil, fmt.Errorf("migrations %s and %s have the same number", all[last].name, name)
		}
		if m.requires != "" &&
			!slices.ContainsFunc(all, func(earlier migration) bool { return earlier.version == m.requires }) {
			return nil, fmt.Errorf("migration %s: there is no migration %s before it", name, m.requires)
		}
		all = append(all, m)
	}
	return all, nil
}

func read(files fs.FS, name string) (m migration, err error) {
	parts := fileName.FindStringSubmatch(name)
	if parts == nil {
		return m, errors.New("the name must be four digits, _, and words of a-z, 0-9 and _")
	}
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return m, err
	}
	sum := sha256.Sum256(text)
	m = migration{name: name, version: parts[1], text: string(text), hash: hex.EncodeToString(sum[:])}
	if err := m.readMarkers(); err != nil {
		return m, err
	}
	if m.outside {
		statement := concurrently.FindStringSubmatch(comments.ReplaceAllString(m.text, ""))
		if statement == nil {
			return m, errors.New("outside a transaction, a file holds one CREATE INDEX CONCURRENTLY IF NOT EXISTS or " +
				"DROP INDEX CONCURRENTLY IF EXISTS")
		}
		m.index = statement[1]
	}
	return m, nil
}

// readMarkers reads the markers in the leading comment.
func (m *migration) readMarkers() error {
	for line := range strings.Lines(m.text) {
		if !strings.HasPrefix(line, "--") {
			break
		}
		marker, ok := strings.CutPrefix(strings.TrimSpace(line), "-- workplan:")
		required := contract.FindStringSubmatch(marker)
		switch {
		case !ok:
		case marker == "outside-transaction":
			m.outside = true
		case required != nil:
			m.requires = required[1]
		default:
			return fmt.Errorf(
				"unknown marker %q: the markers are outside-transaction, and contract with the number of a migration",
				marker,
			)
		}
	}
	return nil
}

// apply applies the migration once.
func (m *migration) apply(ctx context.Context, conn *sql.Conn) error {
	if m.outside {
		return m.applyOutside(ctx, conn)
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	limit := fmt.Sprintf("SET LOCAL lock_timeout = %d", tableLockTimeout.Milliseconds())
	for _, statement := range append([]string{limit}, statements(m.text)...) {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	if err := m.record(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// statements returns the statements of a file, because Citus sends the whole text of which a statement is a part to the
// shards, and refuses it if it has several. It does not know strings with backslashes, tags of dollar quotes, and
// nested comments.
func statements(text string) (all []string) {
	start, empty := 0, true
	for _, at := range tokens.FindAllStringIndex(text, -1) {
		switch token := text[at[0]:at[1]]; {
		case token == ";":
			if !empty {
				all = append(all, text[start:at[1]])
			}
			start, empty = at[1], true
		case !strings.HasPrefix(token, "--") && !strings.HasPrefix(token, "/*"):
			empty = false
		}
	}
	if !empty {
		all = append(all, text[start:])
	}
	return all
}

// applyOutside runs the statement without a transaction. A failed CREATE INDEX CONCURRENTLY leaves an invalid index. IF
// NOT EXISTS would accept that index, so it is dropped first.
func (m *migration) applyOutside(ctx context.Context, conn *sql.Conn) error {
	var invalid bool
	if err := conn.QueryRowContext(ctx,
		"SELECT EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass(nullif($1, '')) AND NOT indisvalid)",
		m.index).Scan(&invalid); err != nil {
		return err
	}
	if invalid {
		if _, err := conn.ExecContext(ctx, "DROP INDEX CONCURRENTLY "+m.index); err != nil {
			return err
		}
	}
	if _, err := conn.ExecContext(ctx, m.text); err != nil {
		return err
	}
	return m.record(ctx, conn)
}

func (m *migration) record(ctx context.Context, db interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}) error {
	description := strings.TrimSuffix(m.name[len(m.version)+1:], ".sql")
	_, err := db.ExecContext(ctx, insertRevision, m.version, description, m.hash)
	if err == nil && m.requires != "" { // older databases get the column with a migration
		_, err = db.ExecContext(ctx, "UPDATE schema_revisions SET requires = $2 WHERE version = $1",
			m.version, m.requires)
	}
	return err
}
