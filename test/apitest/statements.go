package apitest

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/workplan-api/workplan/internal/postgres"
)

// Statement is a statement that a server under test has run.
type Statement struct {
	Text string
	Args []driver.NamedValue
	// Settings are the settings of its transaction: a statement without parameters, or "".
	Settings string
	// Whole is set if it ran only in calls whose work is the whole organization.
	Whole bool
}

// Statements records the statements of a pool.
type Statements struct {
	mu    sync.Mutex
	whole bool
	order []string // the texts in the order in which they came first
	known map[string]map[int]*Statement
	runs  map[string]int // by the text
	bytes atomic.Int64
}

// Bytes returns how many bytes the rows of the statements had.
func (s *Statements) Bytes() int64 { return s.bytes.Load() }

// Whole says whether the work of the calls that follow is the whole organization, such as a count.
func (s *Statements) Whole(whole bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.whole = whole
}

// All returns the statements, each text with its arguments of several sizes. It leaves out those that have no plan, and
// those that read several organizations, which no request does.
func (s *Statements) All() (all []Statement) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, text := range s.order {
		for _, st := range s.known[text] {
			all = append(all, *st)
		}
	}
	return all
}

// Texts returns how many texts were recorded.
func (s *Statements) Texts() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.order)
}

// Runs returns how many statements ran whose texts have a part.
func (s *Statements) Runs(part string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for text, runs := range s.runs {
		if strings.Contains(text, part) {
			n += runs
		}
	}
	return n
}

func (s *Statements) record(settings, text string, args []driver.NamedValue) {
	if !readsRows(text) || crossesOrganizations(text) {
		return
	}
	size := 0
	for _, a := range args {
		switch v := a.Value.(type) {
		case string:
			size += len(v)
		case []byte:
			size += len(v)
		}
	}
	magnitude := 0
	for ; size > 256; size /= 4 {
		magnitude++
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil {
		s.known, s.runs = map[string]map[int]*Statement{}, map[string]int{}
	}
	s.runs[text]++
	if s.known[text] == nil {
		s.known[text] = map[int]*Statement{}
		s.order = append(s.order, text)
	}
	if st := s.known[text][magnitude]; st != nil {
		st.Whole = st.Whole && s.whole
		return
	}
	s.known[text][magnitude] = &Statement{Text: text, Args: args, Settings: settings, Whole: s.whole}
}

// readsRows reports whether a statement reads or writes rows.
func readsRows(text string) bool {
	word, _, _ := strings.Cut(strings.TrimLeft(text, " \t\n"), " ")
	switch strings.ToUpper(strings.TrimSpace(word)) {
	case "SELECT", "INSERT", "UPDATE", "DELETE", "WITH":
		return named.MatchString(plain(text))
	}
	return false
}

// OpenRecorded is like Open, and records the statements of the pool.
func OpenRecorded(t testing.TB, dsn string, into *Statements) *sql.DB {
	t.Helper()
	db, err := postgres.Open(AsServer(dsn), postgres.Options{
		Inspect: Guard,
		OpenDB:  wrapped(func(c postgres.DriverConn) driver.Conn { return &recordingConn{DriverConn: c, into: into} }),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

type recordingConn struct {
	postgres.DriverConn
	into     *Statements
	settings string
}

func (c *recordingConn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	c.settings = ""
	return c.DriverConn.BeginTx(ctx, opts)
}

// Raw returns the wrapped connection, for postgres.AllowSlow.
func (c *recordingConn) Raw() driver.Conn { return c.DriverConn }

func (c *recordingConn) ExecContext(
	ctx context.Context, query string, args []driver.NamedValue,
) (driver.Result, error) {
	if strings.HasPrefix(query, "SET LOCAL enable_") {
		c.settings = query
	}
	c.into.record(c.settings, query, args)
	return c.DriverConn.ExecContext(ctx, query, args)
}

func (c *recordingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	c.into.record(c.settings, query, args)
	rows, err := c.DriverConn.QueryContext(ctx, query, args)
	if err != nil {
		return nil, err
	}
	return countedRows{rows, &c.into.bytes}, nil
}

// countedRows counts the bytes of its columns that are texts or bytes.
type countedRows struct {
	driver.Rows
	bytes *atomic.Int64
}

func (r countedRows) Next(row []driver.Value) error {
	err := r.Rows.Next(row)
	if err == nil {
		for _, v := range row {
			switch v := v.(type) {
			case string:
				r.bytes.Add(int64(len(v)))
			case []byte:
				r.bytes.Add(int64(len(v)))
			}
		}
	}
	return err
}
