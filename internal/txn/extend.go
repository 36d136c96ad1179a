package txn

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	entsql "entgo.io/ent/dialect/sql"
)

// Extension is an INSERT … SELECT … FROM effect that becomes a part of a write: both are one statement, so they need one
// round trip and no transaction. effect has one row for each row that the write creates, changes or deletes. Its columns
// are those that the write returns, if it returns any.
type Extension struct {
	SQL  string
	Args []any // $1 and so on in SQL
}

type extensionKey struct{}

// Extend returns a context in which each statement that writes is extended by e. It is meant for one statement.
func Extend(ctx context.Context, e Extension) context.Context {
	return context.WithValue(ctx, extensionKey{}, e)
}

// extender extends the statements whose context says so.
type extender struct{ entsql.ExecQuerier }

// ExecContext implements entsql.ExecQuerier. The result is that of the write, because the INSERT has the same number of
// rows.
func (x extender) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if e, ok := ctx.Value(extensionKey{}).(Extension); ok && writes(query) {
		query = "WITH effect AS (" + query + " RETURNING 1) " + e.after(len(args))
		args = append(args[:len(args):len(args)], e.Args...)
	}
	return x.ExecQuerier.ExecContext(ctx, query, args...)
}

// QueryContext implements entsql.ExecQuerier. The query returns what the write returns.
func (x extender) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if e, ok := ctx.Value(extensionKey{}).(Extension); ok && writes(query) {
		query = "WITH effect AS (" + query + "), extension AS (" + e.after(len(args)) + ") SELECT * FROM effect"
		args = append(args[:len(args):len(args)], e.Args...)
	}
	return x.ExecQuerier.QueryContext(ctx, query, args...)
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
