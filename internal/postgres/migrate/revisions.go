package migrate

import (
	"context"
	"database/sql"
	"errors"

	"ariga.io/atlas/sql/migrate"
)

const createTable = `CREATE TABLE IF NOT EXISTS schema_revisions (
	version text PRIMARY KEY,
	description text NOT NULL,
	applied int NOT NULL,
	total int NOT NULL,
	executed_at timestamptz NOT NULL,
	hash text NOT NULL,
	error text NOT NULL
)`

const columns = "version, description, applied, total, executed_at, hash, error"

// revisions is the table schema_revisions, for the executor of Atlas. A failed migration leaves nothing in it, because
// it is written in the transaction of the migrations.
type revisions struct {
	tx interface {
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	}
	dir *migrate.MemDir
}

// hashes returns the hash of each migration that was applied, by version.
func (r revisions) hashes(ctx context.Context) (map[string]string, error) {
	all, err := r.ReadRevisions(ctx)
	if err != nil {
		return nil, err
	}
	m := make(map[string]string, len(all))
	for _, v := range all {
		m[v.Version] = v.Hash
	}
	return m, nil
}

func (revisions) Ident() *migrate.TableIdent { return &migrate.TableIdent{Name: "schema_revisions"} }

func (r revisions) ReadRevisions(ctx context.Context) ([]*migrate.Revision, error) {
	return r.read(ctx, "SELECT "+columns+" FROM schema_revisions ORDER BY version")
}

func (r revisions) ReadRevision(ctx context.Context, version string) (*migrate.Revision, error) {
	found, err := r.read(ctx, "SELECT "+columns+" FROM schema_revisions WHERE version = $1", version)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, migrate.ErrRevisionNotExist
	}
	return found[0], nil
}

func (r revisions) read(ctx context.Context, query string, args ...any) (out []*migrate.Revision, err error) {
	rows, err := r.tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		v := &migrate.Revision{Type: migrate.RevisionTypeExecute}
		if err := rows.Scan(&v.Version, &v.Description, &v.Applied, &v.Total, &v.ExecutedAt, &v.Hash, &v.Error); err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, rows.Err()
}

// WriteRevision stores the hash of the file alone. Atlas's own covers the files before it too, so that a migration
// merged late, with an earlier name, would change those that are applied.
func (r revisions) WriteRevision(ctx context.Context, v *migrate.Revision) error {
	files, err := r.dir.Files()
	if err != nil {
		return err
	}
	hash := ""
	for _, f := range files {
		if f.Version() == v.Version {
			hash = hashOf(f)
		}
	}
	_, err = r.tx.ExecContext(ctx, "INSERT INTO schema_revisions ("+columns+`) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (version) DO UPDATE SET applied = excluded.applied, error = excluded.error`,
		v.Version, v.Description, v.Applied, v.Total, v.ExecutedAt.UTC(), hash, v.Error)
	return err
}

func (r revisions) DeleteRevision(ctx context.Context, version string) error {
	_, err := r.tx.ExecContext(ctx, "DELETE FROM schema_revisions WHERE version = $1", version)
	return err
}
