package postgres_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/postgres"
)

const countPrepared = "SELECT count(*) FROM pg_prepared_statements"

func TestPreparedStatements(t *testing.T) {
	t.Run("are reused", func(t *testing.T) {
		db := MustOne(t, postgres.Options{})
		for range 5 {
			MustText(t, db, "SELECT $1::text", "x")
			MustExec(t, db, "SELECT $1::int", 1)
		}
		if n := MustText(t, db, countPrepared); n != "2" {
			t.Fatalf("%s statements are prepared", n)
		}
		if n := MustText(t, db, "SELECT generic_plans + custom_plans FROM pg_prepared_statements WHERE statement = "+
			"'SELECT $1::text'"); n != "5" {
			t.Fatalf("ran %s times", n)
		}
	})

	t.Run("are dropped when the cache is full", func(t *testing.T) {
		db := MustOne(t, postgres.Options{StatementCache: 3})
		for i := range 10 {
			MustText(t, db, fmt.Sprintf("SELECT $1::text || '%d'", i), "x")
		}
		if n := MustText(t, db, countPrepared); n != "3" {
			t.Fatalf("%s statements are prepared", n)
		}
	})

	t.Run("are not cached if very long", func(t *testing.T) {
		db := MustOne(t, postgres.Options{})
		MustText(t, db, "SELECT $1::text /*"+strings.Repeat("x", 16<<10)+"*/", "x")
		if n := MustText(t, db, countPrepared); n != "0" {
			t.Fatalf("%s statements are prepared", n)
		}
	})

	t.Run("can be turned off", func(t *testing.T) {
		db := MustOne(t, postgres.Options{StatementCache: -1})
		MustText(t, db, "SELECT $1::text", "x")
		if n := MustText(t, db, countPrepared); n != "0" {
			t.Fatalf("%s statements are prepared", n)
		}
	})

	t.Run("follow a table that was altered", func(t *testing.T) {
		db := MustOne(t, postgres.Options{})
		MustExec(t, db, "CREATE TEMP TABLE altered (id int); INSERT INTO altered VALUES (1)")
		const query = "SELECT * FROM altered WHERE id = $1"
		MustText(t, db, query, 1)
		MustExec(t, db, "ALTER TABLE altered ADD more text DEFAULT 'more'")
		var id, more string
		if err := db.QueryRowContext(t.Context(), query, 1).Scan(&id, &more); err != nil || more != "more" {
			t.Fatal(err, more)
		}
	})

	t.Run("follow it after the transaction that they made fail", func(t *testing.T) {
		db := MustOne(t, postgres.Options{})
		MustExec(t, db, "CREATE TEMP TABLE altered (id int); INSERT INTO altered VALUES (1)")
		const query = "SELECT * FROM altered WHERE id = $1"
		MustText(t, db, query, 1)
		tx, err := db.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		MustExec(t, tx, "ALTER TABLE altered ADD more int")
		_, err = tx.ExecContext(t.Context(), query, 1)
		expectCode(t, err, "0A000", false, false)
		if err := tx.Rollback(); err != nil {
			t.Fatal(err)
		}
		MustText(t, db, query, 1)
	})

	t.Run("are prepared again if the server forgets them", func(t *testing.T) {
		db := MustOne(t, postgres.Options{})
		MustText(t, db, "SELECT $1::text", "x")
		MustExec(t, db, "DEALLOCATE ALL")
		MustText(t, db, "SELECT $1::text", "x")
	})

	t.Run("take slices and nulls and return many rows", func(t *testing.T) {
		db := MustOne(t, postgres.Options{})
		rows, err := db.QueryContext(t.Context(), "SELECT x, $2::text FROM unnest($1::int[]) x", []int{1, 2, 3}, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		if types, err := rows.ColumnTypes(); err != nil || types[0].DatabaseTypeName() != "INT4" {
			t.Errorf("got %v, %v", types, err)
		}
		sum := 0
		for rows.Next() {
			var n int
			var null *string
			if err := rows.Scan(&n, &null); err != nil || null != nil {
				t.Fatal(err, null)
			}
			sum += n
		}
		if err := rows.Err(); err != nil || sum != 6 {
			t.Fatal(err, sum)
		}
	})

	t.Run("are refused while rows are open, and the connection still works", func(t *testing.T) {
		db := MustOne(t, postgres.Options{})
		tx, err := db.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := tx.QueryContext(t.Context(), "SELECT generate_series(1, $1::int)", 1000)
		if err != nil {
			t.Fatal(err)
		}
		rows.Next()
		if _, err := tx.ExecContext(t.Context(), "SELECT $1::int", 1); err == nil ||
			!strings.Contains(err.Error(), "still open") {
			t.Errorf("got %v", err)
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
		MustExec(t, tx, "SELECT $1::int", 1)
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
	})
}
