package erasure

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres/catalog"
	"github.com/workplan-api/workplan/services/journal"
)

// quotes is the condition that a text of the column has one of the texts $2, in any case.
func quotes(column string) string {
	return "EXISTS (SELECT FROM unnest($2::text[]) n WHERE position(lower(n) IN lower(" + column + "::text)) > 0)"
}

// eraseQuotes erases what endpoints of webhooks have responded if it has one of the texts. It returns the number of
// rows.
func eraseQuotes(ctx context.Context, db *sql.DB, organization uuid.UUID, texts []string) (changed int, err error) {
	statements := []string{
		"UPDATE webhook_attempts SET response = NULL, error = NULL WHERE organization_id = $1 AND (" +
			quotes("response") + " OR " + quotes("error") + ")",
		"UPDATE webhooks SET last_error = '" + journal.Erased + "' WHERE organization_id = $1 AND " +
			quotes("last_error"),
	}
	err = unlimited(ctx, db, func(tx *sql.Tx) error {
		for _, statement := range statements {
			result, err := tx.ExecContext(ctx, statement, organization, pq.StringArray(texts))
			if err != nil {
				return err
			}
			n, err := result.RowsAffected()
			if err != nil {
				return err
			}
			changed += int(n)
		}
		return nil
	})
	return changed, err
}

// Place is a column that has a text.
type Place struct {
	Table, Column string
	Rows          int64
	// Records are the first ids of these rows, at most 20.
	Records []string
}

// maxRecords is the number of ids of a Place.
const maxRecords = 20

// key is the expression of the id of a row: its primary key without the organization.
func key(t catalog.Table) string {
	columns := slices.DeleteFunc(slices.Clone(t.Key), func(column string) bool {
		return column == t.Organization() && len(t.Key) > 1
	})
	return "concat_ws(' ', " + strings.Join(columns, ", ") + ")"
}

// Find returns the columns of an organization that have one of the texts: in any case in text and JSON, and as they are
// in bytes, such as the data of events. It reads all rows.
func Find(ctx context.Context, db *sql.DB, organization uuid.UUID, texts ...string) (places []Place, err error) {
	tables, err := catalog.Tables(ctx, db)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(tables, func(a, b catalog.Table) int { return strings.Compare(a.Name, b.Name) })
	err = unlimited(ctx, db, func(tx *sql.Tx) error {
		for _, t := range tables {
			for i, name := range t.Columns {
				has := ""
				switch t.Types[i] {
				case "text", "text[]", "character varying", "json", "jsonb":
					has = quotes(pq.QuoteIdentifier(name))
				case "bytea":
					has = "EXISTS (SELECT FROM unnest($2::text[]) n WHERE position(convert_to(n, 'UTF8') IN " +
						pq.QuoteIdentifier(name) + ") > 0)"
				default:
					continue
				}
				text := fmt.Sprintf("SELECT count(*), (array_agg(%s ORDER BY %[1]s))[1:%d] FROM %s WHERE %s = $1 AND %s",
					key(t), maxRecords, pq.QuoteIdentifier(t.Name), t.Organization(), has)
				p := Place{Table: t.Name, Column: name}
				if err := tx.QueryRowContext(ctx, text, organization, pq.StringArray(texts)).
					Scan(&p.Rows, (*pq.StringArray)(&p.Records)); err != nil {
					return fmt.Errorf("%s.%s: %w", t.Name, name, err)
				}
				if p.Rows > 0 {
					places = append(places, p)
				}
			}
		}
		return nil
	})
	return places, err
}
