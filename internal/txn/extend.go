package txn

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	entsql "entgo.io/ent/dialect/sql"

	"github.com/workplan-api/workplan/internal/postgres"
)

// Extension is an INSERT … SELECT … FROM effect that becomes a part of a write: both are one statement, so they need
// one round trip and no transaction. effect has one row for each row that the write creates, changes or deletes. Its
// columns are those that the write returns, if it returns any.
//
// Citus would run such a statement in steps, which send their results to all nodes, and commit in two phases. So a
// write would need every node. There, the write and Alone are two statements in a transaction, which one node executes.
type Extension struct {
	SQL string
	// Alone does the same as SQL for a write of one row, without effect. If it is empty, the extended statement fails
	// on Citus with ErrSeparate, without an effect.
	Alone string
	Args  []any // $1 and so on in both
}

// ErrSeparate means that a write and its extension cannot be one statement on this database: make them two in a
// transaction.
var ErrSeparate = errors.New("the database needs separate statements for a write and what belongs to it")

// errNotExtended means that a statement cannot be extended. It is not run, so that what belongs to it cannot get lost.
var errNotExtended = errors.New("a statement that is to be extended does not begin with INSERT, UPDATE or DELETE")

type extensionKey struct{}

// Extend returns a context whose statements are extended by e. It is meant for one statement, which must write: another
// one before it fails.
func Extend(ctx context.Context, e Extension) context.Context {
	return context.WithValue(ctx, extensionKey{}, &extension{Extension: e})
}

// extension is an extension and whether it has become a part of a statement.
type extension struct {
	Extension
	used bool
}

// Extended reports whether the extension of ctx has become a part of a statement. It is true if there is none.
func Extended(ctx context.Context) bool {
	e, _ := ctx.Value(extensionKey{}).(*extension)
	return e == nil || e.used
}

// extensionOf returns the extension of a statement, and ok if it has one.
func extensionOf(ctx context.Context, query string) (_ Extension, ok bool, err error) {
	e, _ := ctx.Value(extensionKey{}).(*extension)
	if e == nil || e.used && !writes(query) {
		return Extension{}, false, nil
	}
	if !writes(query) {
		return Extension{}, false, fmt.Errorf("%w: %s", errNotExtended, query)
	}
	e.used = true
	return e.Extension, true, nil
}

// bare returns a context whose statements are not extended.
func bare(ctx context.Context) context.Context { return context.WithValue(ctx, extensionKey{}, nil) }

// extender extends the statements whose context says so.
type extender struct {
	entsql.ExecQuerier
	engine *Engine
}

// Engine knows whether a database is Citus. It asks once, with the first caller. The zero value is ready.
type Engine struct{ citus atomic.Pointer[bool] }

// IsCitus reports whether db is Citus. All callers must have connections to one database.
func (g *Engine) IsCitus(ctx context.Context, db postgres.Querier) (yes bool, err error) {
	if known := g.citus.Load(); known != nil {
		return *known, nil
	}
	if err := postgres.Each(ctx, db, func(postgres.Scan) error {
		yes = true
		return nil
	}, `SELECT FROM pg_extension WHERE extname = 'citus'`); err != nil {
		return false, err
	}
	g.citus.Store(&yes)
	return yes, nil
}

// ExecContext implements entsql.ExecQuerier. The result is that of the write, because the INSERT has the same number of
// rows.
func (x extender) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	e, ok, err := extensionOf(ctx, query)
	if err != nil {
		return nil, err
	}
	if !ok {
		return x.ExecQuerier.ExecContext(ctx, query, args...)
	}
	switch separate, err := x.engine.IsCitus(ctx, x.ExecQuerier); {
	case err != nil:
		return nil, err
	case separate && e.Alone == "":
		return nil, ErrSeparate
	case separate:
		return x.separately(ctx, e, query, args)
	}
	query = "WITH effect AS (" + query + " RETURNING 1) " + e.after(len(args))
	return x.ExecQuerier.ExecContext(ctx, query, append(args[:len(args):len(args)], e.Args...)...)
}

// separately runs a write and its extension as two statements in a transaction.
func (x extender) separately(
	ctx context.Context, e Extension, query string, args []any,
) (result sql.Result, err error) {
	if pool, ok := x.ExecQuerier.(*sql.DB); ok {
		tx, err := pool.BeginTx(ctx, nil)
		if err != nil {
			return nil, err
		}
		defer func() { _ = tx.Rollback() }() // after a commit it does nothing
		if result, err = (extender{tx, x.engine}).separately(ctx, e, query, args); err != nil {
			return nil, err
		}
		return result, tx.Commit()
	}
	if result, err = x.ExecQuerier.ExecContext(ctx, query, args...); err != nil {
		return nil, err
	}
	if n, err := result.RowsAffected(); n == 0 || err != nil {
		return result, err
	}
	_, err = x.ExecQuerier.ExecContext(ctx, e.Alone, e.Args...)
	return result, err
}

// QueryContext implements entsql.ExecQuerier. The query returns what the write returns.
func (x extender) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	e, ok, err := extensionOf(ctx, query)
	if err != nil {
		return nil, err
	}
	if !ok {
		return x.ExecQuerier.QueryContext(ctx, query, args...)
	}
	switch separate, err := x.engine.IsCitus(ctx, x.ExecQuerier); {
	case err != nil:
		return nil, err
	case separate:
		return nil, ErrSeparate
	}
	query = "WITH effect AS (" + query + "), extension AS (" + e.after(len(args)) + ") SELECT * FROM effect"
	return x.ExecQuerier.QueryContext(ctx, query, append(args[:len(args):len(args)], e.Args...)...)
}

// writes reports whether a statement changes rows.
func writes(query string) bool {
	word, _, _ := strings.Cut(strings.TrimLeft(query, " \t\n"), " ")
	return word == "INSERT" || word == "UPDATE" || word == "DELETE"
}

var parameter = regexp.MustCompile(`\$(\d+)`)

// renumbered has the results of after, because there are few.
var renumbered sync.Map

type renumbering struct {
	sql string
	n   int
}

// after returns the SQL with parameters that follow n others.
func (e Extension) after(n int) string {
	key := renumbering{e.SQL, n}
	if known, ok := renumbered.Load(key); ok {
		return known.(string)
	}
	text := parameter.ReplaceAllStringFunc(e.SQL, func(p string) string {
		i, _ := strconv.Atoi(p[1:])
		return fmt.Sprint("$", i+n)
	})
	renumbered.Store(key, text)
	return text
}
