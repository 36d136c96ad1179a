// Package verify checks that a database keeps what the program promises: each reference finds its row, the journal has
// no gaps, each record has the version of its last event, and more. It is for the time after a backup was restored, and
// for doubts.
//
// It only reads. It uses one connection, one statement at a time, and each statement has a limit of time and sees one
// moment. So it can run beside a server. What it reads of the tables comes from the catalog of the database, so that a
// new table or reference is checked without a change here.
package verify

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
)

// maxIDs is the number of ids that a finding has.
const maxIDs = 10

// Options are what to check, and how.
type Options struct {
	// Organization is the only organization to check; uuid.Nil means all of them, and the database itself: its indexes
	// and constraints, and rows of organizations that do not exist.
	Organization uuid.UUID
	// StatementTimeout is how long a statement may run.
	StatementTimeout time.Duration
	// Begin, if not nil, is called before each check with what it checks.
	Begin func(name, promise string)
	// End, if not nil, is called with the result of each check.
	End func(Result)
}

// Result is the result of a check.
type Result struct {
	// Check is the name of the check, and Promise what it checks.
	Check   string `json:"check"`
	Promise string `json:"promise"`
	OK      bool   `json:"ok"`
	// Findings are what is wrong, at most one for each organization and subject.
	Findings []Finding `json:"findings,omitempty"`
	// Notes are what an operator should know although nothing is wrong.
	Notes []string `json:"notes,omitempty"`
	// Advice says what to do about the findings.
	Advice string `json:"advice,omitempty"`
	// Error says why the check did not finish. Then it is not OK.
	Error string `json:"error,omitempty"`
	// Seconds is how long the check took.
	Seconds float64 `json:"seconds"`
}

// Finding is something that is wrong.
type Finding struct {
	// Organization is nil if the finding is about the whole database.
	Organization *uuid.UUID `json:"organization,omitempty"`
	// Subject is the constraint, the table or the rule.
	Subject string `json:"subject"`
	// IDs are the first rows or events.
	IDs []string `json:"ids"`
	// More means that there are further ones.
	More bool `json:"more,omitempty"`
}

// check is one promise.
type check struct {
	name, promise, advice string
	// database are statements about the whole database, and organization statements about one, whose id is $1. Each
	// returns one column with the ids of what is wrong.
	database, organization []statement
	// all are statements that read a whole table, and so are about all organizations at once. $1 is the only
	// organization to check, or null. They return the id of an organization and one of what is wrong.
	all []statement
	// notes are statements about an organization whose ids are no findings. The subject is the text of the note.
	notes []statement
	// settings are for the statements.
	settings string
	// run is for what a statement cannot check. It calls found for each row that is wrong.
	run func(ctx context.Context, s *session, organization uuid.UUID, found func(subject, id string)) error
	// whole is the same for the whole database.
	whole func(ctx context.Context, s *session, found func(subject, id string)) error
}

type statement struct{ subject, query string }

// session is the connection of a run.
type session struct {
	conn *sql.Conn
	opts Options
}

// Run runs all checks and returns their results. An error means that it could not check anything.
func Run(ctx context.Context, db *sql.DB, opts Options) ([]Result, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	// Closing the connection discards its settings.
	defer func() { _ = conn.Raw(func(any) error { return driver.ErrBadConn }) }()
	s := &session{conn, opts}
	tables, err := catalog.Tables(ctx, conn)
	if err != nil {
		return nil, err
	}
	organizations := []uuid.UUID{opts.Organization}
	if opts.Organization == uuid.Nil {
		organizations, err = postgres.Column[uuid.UUID](ctx, s.conn, `SELECT id FROM organizations ORDER BY id`)
		if err != nil {
			return nil, err
		}
	}
	if err := postgres.AllowSlow(conn, opts.StatementTimeout+10*time.Second); err != nil {
		return nil, err
	}
	limits := fmt.Sprintf(
		"SET default_transaction_read_only = on; SET statement_timeout = %d; SET lock_timeout = %[1]d",
		max(1, opts.StatementTimeout.Milliseconds()),
	)
	if _, err := conn.ExecContext(ctx, limits); err != nil {
		return nil, err
	}
	var results []Result
	for _, c := range checks(tables) {
		if opts.Organization != uuid.Nil && c.organization == nil && c.all == nil && c.run == nil {
			continue // it is about the whole database
		}
		if opts.Begin != nil {
			opts.Begin(c.name, c.promise)
		}
		r := s.runCheck(ctx, c, organizations)
		if ctx.Err() != nil {
			return results, ctx.Err()
		}
		results = append(results, r)
		if opts.End != nil {
			opts.End(r)
		}
	}
	return results, nil
}

func (s *session) runCheck(ctx context.Context, c check, organizations []uuid.UUID) (r Result) {
	start := time.Now()
	r = Result{Check: c.name, Promise: c.promise}
	err := s.addFindings(ctx, c, organizations, &r)
	r.Seconds = time.Since(start).Seconds()
	r.OK = err == nil && len(r.Findings) == 0
	if len(r.Findings) > 0 {
		r.Advice = c.advice
	}
	if postgres.Code(err) == "57014" || postgres.IsLockTimeout(err) {
		err = fmt.Errorf("a statement took longer than %s: give it more time, or check one organization",
			s.opts.StatementTimeout)
	}
	if err != nil {
		r.Error = err.Error()
	}
	return r
}

// addFindings adds the findings and the notes of a check to r.
func (s *session) addFindings(ctx context.Context, c check, organizations []uuid.UUID, r *Result) error {
	if c.settings != "" {
		if _, err := s.conn.ExecContext(ctx, c.settings); err != nil {
			return err
		}
		defer func() { _, _ = s.conn.ExecContext(ctx, "RESET enable_indexscan; RESET enable_indexonlyscan") }()
	}
	if s.opts.Organization == uuid.Nil {
		for _, st := range c.database {
			f, err := s.ids(ctx, st)
			if err != nil {
				return err
			}
			if len(f.IDs) > 0 {
				r.Findings = append(r.Findings, f)
			}
		}
		if c.whole != nil {
			var found []Finding
			err := c.whole(ctx, s, func(subject, id string) { found = add(found, nil, subject, id) })
			if err != nil {
				return err
			}
			r.Findings = append(r.Findings, found...)
		}
	}
	for _, st := range c.all {
		found, err := s.ofAll(ctx, st)
		if err != nil {
			return err
		}
		r.Findings = append(r.Findings, found...)
	}
	for _, organization := range organizations {
		for _, st := range c.organization {
			f, err := s.ids(ctx, st, organization)
			if err != nil {
				return err
			}
			if f.Organization = &organization; len(f.IDs) > 0 {
				r.Findings = append(r.Findings, f)
			}
		}
		for _, st := range c.notes {
			f, err := s.ids(ctx, st, organization)
			if err != nil {
				return err
			}
			for _, text := range f.IDs {
				r.Notes = append(r.Notes, fmt.Sprintf("organization %s: %s: %s", organization, st.subject, text))
			}
		}
		if c.run == nil {
			continue
		}
		var found []Finding
		if err := c.run(ctx, s, organization, func(subject, id string) {
			found = add(found, &organization, subject, id)
		}); err != nil {
			return err
		}
		r.Findings = append(r.Findings, found...)
	}
	return nil
}

// ids runs a statement.
func (s *session) ids(ctx context.Context, st statement, args ...any) (f Finding, err error) {
	f.Subject = st.subject
	rows, err := s.conn.QueryContext(ctx,
		fmt.Sprintf("SELECT * FROM (%s) found (id) LIMIT %d", st.query, maxIDs+1), args...)
	if err != nil {
		return f, fmt.Errorf("%s: %w", st.subject, err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return f, err
		}
		if len(f.IDs) == maxIDs {
			f.More = true
			break
		}
		f.IDs = append(f.IDs, id)
	}
	return f, rows.Err()
}

// ofAll runs a statement about all organizations, or the only one to check.
func (s *session) ofAll(ctx context.Context, st statement) (found []Finding, err error) {
	only := uuid.NullUUID{UUID: s.opts.Organization, Valid: s.opts.Organization != uuid.Nil}
	rows, err := s.conn.QueryContext(ctx, st.query, only)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", st.subject, err)
	}
	defer rows.Close()
	for rows.Next() {
		var organization uuid.UUID
		var id string
		if err := rows.Scan(&organization, &id); err != nil {
			return nil, err
		}
		found = add(found, &organization, st.subject, id)
	}
	return found, rows.Err()
}

// add adds an id to the finding of its subject and its organization, nil for the whole database.
func add(found []Finding, organization *uuid.UUID, subject, id string) []Finding {
	for i := range found {
		f := &found[i]
		if f.Subject == subject && (organization == nil || *f.Organization == *organization) {
			if f.More = len(f.IDs) >= maxIDs; !f.More {
				f.IDs = append(f.IDs, id)
			}
			return found
		}
	}
	return append(found, Finding{Organization: organization, Subject: subject, IDs: []string{id}})
}
