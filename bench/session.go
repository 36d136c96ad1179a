package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"
)

// pool is connections of lib/pq whose statements are prepared once, as many as
// workplan has.
type pool struct {
	db       *sql.DB
	sessions chan *session
}

// session is one connection.
type session struct {
	conn     *sql.Conn
	prepared map[string]*sql.Stmt
}

// openPool connects to the database as an application of that name.
func openPool(ctx context.Context, dsn, application string) (*pool, error) {
	db, err := sql.Open("postgres", dsn+" timezone=UTC application_name="+application)
	if err != nil {
		return nil, err
	}
	size := max(8, 4*runtime.GOMAXPROCS(0))
	p := &pool{db: db, sessions: make(chan *session, size)}
	for range size {
		conn, err := db.Conn(ctx)
		if err != nil {
			return nil, errors.Join(err, db.Close())
		}
		p.sessions <- &session{conn: conn, prepared: map[string]*sql.Stmt{}}
	}
	return p, nil
}

// with lends a connection to f.
func (p *pool) with(f func(*session) error) error {
	s := <-p.sessions
	defer func() { p.sessions <- s }()
	return f(s)
}

// close closes the connections; none is lent any more.
func (p *pool) close() {
	close(p.sessions)
	for s := range p.sessions {
		_ = s.conn.Close()
	}
	_ = p.db.Close()
}

func (s *session) statement(ctx context.Context, text string) (*sql.Stmt, error) {
	if st, ok := s.prepared[text]; ok {
		return st, nil
	}
	st, err := s.conn.PrepareContext(ctx, text)
	if err == nil {
		s.prepared[text] = st
	}
	return st, err
}

// each runs a statement and calls f with the only column of each of its rows.
func (s *session) each(ctx context.Context, text string, f func([]byte), args ...any) error {
	st, err := s.statement(ctx, text)
	if err != nil {
		return err
	}
	rows, err := st.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	var value sql.RawBytes
	for rows.Next() {
		if err := rows.Scan(&value); err != nil {
			return err
		}
		f(value)
	}
	return rows.Err()
}

// binaryRow and rowSize are a row as services/hours fetches it.
const (
	binaryRow = `uuid_send(t.id) || uuid_send(t.user_id) || uuid_send(t.project_id)` +
		` || uuid_send(coalesce(t.capability_id, '00000000-0000-0000-0000-000000000000'))` +
		` || date_send(t.date) || float8send(t.hours) || int8send(t.version)` +
		` || timestamptz_send(t.created_at) || timestamptz_send(t.updated_at)`
	rowSize = 4*16 + 4 + 4*8
)

// statement is the text and the arguments of a page, with one row more than asked for.
func (p page) statement(organization string) (string, []any) {
	args := []any{organization}
	where := "t.organization_id = $1"
	for _, filter := range []struct{ condition, value string }{
		{"user_id =", p.user}, {"project_id =", p.project}, {"date >=", p.start}, {"date <=", p.end},
	} {
		if filter.value != "" {
			args = append(args, filter.value)
			where += fmt.Sprintf(" AND t.%s $%d", filter.condition, len(args))
		}
	}
	text := fmt.Sprintf("SELECT string_agg(%s, '') FROM (SELECT t.* FROM assignments t WHERE %s"+
		" ORDER BY t.date, t.user_id, t.project_id, t.capability_id NULLS FIRST LIMIT $%d OFFSET $%d) t", binaryRow, where, len(args)+1, len(args)+2)
	return text, append(args, p.limit+1, p.offset)
}

// list calls use with the rows of a page, good until it returns.
func (s *session) list(ctx context.Context, organization string, p page, use func(rows []byte)) error {
	text, args := p.statement(organization)
	return s.each(ctx, text, use, args...)
}

const known = `
SELECT 'user_id', id, NULL FROM users WHERE organization_id = $1 AND id = ANY ($2)
UNION ALL
SELECT 'project_id', id, project_manager_id FROM projects WHERE organization_id = $1 AND id = ANY ($3)
UNION ALL
SELECT 'capability_id', id, NULL FROM capabilities WHERE organization_id = $1 AND id = ANY ($4)`

var errUnknown = errors.New("an item names something that is not there")

// check looks up everything that the items name.
func (s *session) check(ctx context.Context, organization string, items []item) error {
	seen := make(map[string]bool, 64)
	var users, projects, capabilities pq.StringArray
	add := func(list *pq.StringArray, id string) {
		if id != "" && !seen[id] {
			seen[id] = true
			*list = append(*list, id)
		}
	}
	for i := range items {
		add(&users, items[i].user)
		add(&projects, items[i].project)
		add(&capabilities, items[i].capability)
	}
	st, err := s.statement(ctx, known)
	if err != nil {
		return err
	}
	rows, err := st.QueryContext(ctx, organization, users, projects, capabilities)
	if err != nil {
		return err
	}
	defer rows.Close()
	found := 0
	for rows.Next() {
		var kind, id, manager sql.RawBytes
		if err := rows.Scan(&kind, &id, &manager); err != nil {
			return err
		}
		found++
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if found != len(seen) {
		return errUnknown
	}
	return nil
}

// sizes are how many rows one statement writes.
var sizes = []int{250, 100, 50, 20, 10, 5, 2, 1}

// largestSize is the size of the first statement that writes n rows.
func largestSize(n int) int {
	for _, size := range sizes {
		if size <= n {
			return size
		}
	}
	return 1
}

var inserts = func() map[int]string {
	m := map[int]string{}
	for _, size := range sizes {
		m[size] = insertText(size)
	}
	return m
}()

func insertText(n int) string {
	var b strings.Builder
	b.WriteString("INSERT INTO assignments AS t (organization_id, id, version, created_at, updated_at, user_id, project_id, capability_id, date, hours) VALUES ")
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		p := 3 + 6*i
		fmt.Fprintf(&b, "($1,$%d,1,$2,$2,$%d,$%d,$%d,$%d,$%d)", p, p+1, p+2, p+3, p+4, p+5)
	}
	b.WriteString(" ON CONFLICT (organization_id, user_id, project_id, capability_id, date)" +
		" DO UPDATE SET hours = excluded.hours, updated_at = excluded.updated_at, version = t.version + 1" +
		" RETURNING " + binaryRow)
	return b.String()
}

// upsert writes items, which are in the order of their keys, and appends the written
// rows to b: in one statement, or in several in one transaction.
func (s *session) upsert(ctx context.Context, organization string, items []item, b []byte) ([]byte, error) {
	if err := s.check(ctx, organization, items); err != nil {
		return nil, err
	}
	if inserts[len(items)] != "" {
		return s.insert(ctx, organization, items, b)
	}
	if _, err := s.conn.ExecContext(ctx, "BEGIN"); err != nil {
		return nil, err
	}
	for len(items) > 0 {
		var err error
		size := largestSize(len(items))
		if b, err = s.insert(ctx, organization, items[:size], b); err != nil {
			_, abort := s.conn.ExecContext(ctx, "ROLLBACK")
			return nil, errors.Join(err, abort)
		}
		items = items[size:]
	}
	_, err := s.conn.ExecContext(ctx, "COMMIT")
	return b, err
}

func (s *session) insert(ctx context.Context, organization string, items []item, b []byte) ([]byte, error) {
	args := make([]any, 0, 2+6*len(items))
	args = append(args, organization, time.Now().UTC())
	for i := range items {
		it := &items[i]
		var capability any
		if it.capability != "" {
			capability = it.capability
		}
		args = append(args, uuid.Must(uuid.NewV7()).String(), it.user, it.project, capability, it.date, it.hours)
	}
	err := s.each(ctx, inserts[len(items)], func(row []byte) { b = append(b, row...) }, args...)
	return b, err
}
