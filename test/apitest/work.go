package apitest

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
)

// Work is what PostgreSQL did for a statement.
type Work struct {
	// Rows are the rows that all nodes of the plan returned or dropped.
	Rows float64
	// Fetched are the rows of tables that were read, also by the checks of foreign keys.
	Fetched float64
	// Buffers are the pages that were read or found in memory.
	Buffers float64
	Plan    string
	// Again is set if the statement cannot run a second time, because it creates rows that exist now.
	Again bool
}

// Measure runs a statement in a transaction that is rolled back, with the settings of db and others: SET LOCAL … or "".
// Its work is infinite if it takes more than statement_timeout, which is 15 s unless settings have another.
func Measure(ctx context.Context, db *sql.DB, s Statement, settings string) (w Work, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return w, err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, s.Settings+"; SET LOCAL statement_timeout = '15s'; "+settings+
		"; DEALLOCATE ALL; PREPARE measured AS "+s.Text); err != nil {
		return w, err
	}
	execute, err := executeText(ctx, tx, s.Args)
	if err != nil {
		return w, err
	}
	before, err := fetched(ctx, tx)
	if err != nil {
		return w, err
	}
	var raw []byte
	err = tx.QueryRowContext(ctx, "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) "+execute).Scan(&raw)
	if postgres.IsUniqueViolation(err) {
		return Work{Again: true}, nil
	}
	if postgres.Code(err) == "57014" { // it took too long
		return Work{Rows: math.Inf(1), Fetched: math.Inf(1), Buffers: math.Inf(1),
			Plan: "more than the statement timeout"}, nil
	}
	if err != nil {
		return w, err
	}
	var explained []struct{ Plan planNode }
	if err := json.Unmarshal(raw, &explained); err != nil {
		return w, err
	}
	after, err := fetched(ctx, tx)
	if err != nil {
		return w, err
	}
	root := explained[0].Plan
	w = Work{Rows: root.rows(), Fetched: after - before, Buffers: root.Hit + root.Read}
	var b strings.Builder
	root.describe(&b, 0)
	w.Plan = b.String()
	return w, nil
}

// fetched returns how many rows of tables the transaction has read.
func fetched(ctx context.Context, tx *sql.Tx) (n float64, err error) {
	err = tx.QueryRowContext(ctx,
		`SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) FROM pg_stat_xact_user_tables`).Scan(&n)
	return n, err
}

func executeText(ctx context.Context, tx *sql.Tx, args []driver.NamedValue) (string, error) {
	var types pq.StringArray
	if err := tx.QueryRowContext(ctx,
		`SELECT parameter_types::text[] FROM pg_prepared_statements WHERE name = 'measured'`).Scan(&types); err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("EXECUTE measured")
	for i, a := range args {
		b.WriteString(map[bool]string{true: " (", false: ", "}[i == 0])
		switch v := a.Value.(type) {
		case nil:
			b.WriteString("NULL")
		case []byte:
			text := string(v)
			if types[i] == "bytea" {
				text = `\x` + hex.EncodeToString(v)
			}
			b.WriteString(pq.QuoteLiteral(text))
		case time.Time:
			b.WriteString(pq.QuoteLiteral(v.Format(time.RFC3339Nano)))
		default:
			b.WriteString(pq.QuoteLiteral(fmt.Sprint(v)))
		}
	}
	if len(args) > 0 {
		b.WriteString(")")
	}
	return b.String(), nil
}

// planNode is a node of a plan.
type planNode struct {
	Type      string  `json:"Node Type"`
	Index     string  `json:"Index Name"`
	Relation  string  `json:"Relation Name"`
	Condition string  `json:"Index Cond"`
	Rows      float64 `json:"Actual Rows"`
	Planned   float64 `json:"Plan Rows"`
	Loops     float64 `json:"Actual Loops"`
	Filtered  float64 `json:"Rows Removed by Filter"`
	Joined    float64 `json:"Rows Removed by Join Filter"`
	Rechecked float64 `json:"Rows Removed by Index Recheck"`
	Hit       float64 `json:"Shared Hit Blocks"`
	Read      float64 `json:"Shared Read Blocks"`
	Plans     []planNode
}

func (n *planNode) rows() float64 {
	sum := (n.Rows + n.Filtered + n.Joined + n.Rechecked) * n.Loops
	for i := range n.Plans {
		sum += n.Plans[i].rows()
	}
	return sum
}

func (n *planNode) describe(b *strings.Builder, depth int) {
	fmt.Fprintf(b, "%s%s %s %s rows=%g planned=%g loops=%g filtered=%g %s\n", strings.Repeat("  ", depth), n.Type,
		n.Relation, n.Index, n.Rows, n.Planned, n.Loops, n.Filtered+n.Joined+n.Rechecked, n.Condition)
	for i := range n.Plans {
		n.Plans[i].describe(b, depth+1)
	}
}
