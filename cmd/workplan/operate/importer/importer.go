// Package importer writes an organization from a JSON document to the database.
//
// Records are matched by name, persons by e-mail address regardless of case, projects by
// client and name. A record that exists is listed but not changed, so importing a
// document again changes nothing. Either the whole document is imported or nothing.
//
// Clients, projects and placeholders are created by the services of the API, so the rules of the API
// apply to them.
package importer

import (
	"cmp"
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"

	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	"github.com/workplan-api/workplan/internal/strictjson"
	"github.com/workplan-api/workplan/internal/tenant"
)

// Template is a small valid document to start from.
//
//go:embed template.json
var Template string

// Error lists everything that is wrong with a document.
type Error struct{ Faults []string }

// Error implements error, a line for each fault.
func (e *Error) Error() string {
	return "nothing was imported:\n  " + strings.Join(e.Faults, "\n  ")
}

// Import writes the document in one transaction and returns the ids of everything in
// it, with the secrets of the keys that it created. An *Error lists the faults of the
// document.
func Import(ctx context.Context, db *sql.DB, doc *adminv1.ImportDocument) (*adminv1.ImportResult, error) {
	return start(ctx, db, doc, nil, options{})
}

// Create is Import for an organization that must not exist yet.
func Create(ctx context.Context, db *sql.DB, doc *adminv1.ImportDocument) (*adminv1.ImportResult, error) {
	return start(ctx, db, doc, nil, options{mustBeNew: true})
}

// Check checks the names of the organization and of its users, which needs no database. An *Error lists the faults.
func Check(doc *adminv1.ImportDocument) error {
	r := newRun(nil, proto.CloneOf(doc), nil, options{})
	if _, err := r.check("organization", r.doc.GetOrganization()); err != nil {
		return err
	}
	for i, in := range r.doc.GetUsers() {
		if _, err := r.check(fmt.Sprintf("users[%d]", i), in); err != nil {
			return err
		}
	}
	if len(r.faults) > 0 {
		return &Error{r.faults}
	}
	return nil
}

// ImportJSON is Import for a document in JSON. A dry run makes the same checks and
// writes nothing; its result has no secrets, and no ids for records that would be
// created.
func ImportJSON(ctx context.Context, db *sql.DB, data []byte, dryRun bool) (*adminv1.ImportResult, error) {
	doc := &adminv1.ImportDocument{}
	var unread *strictjson.Error
	_, err := strictjson.Decode(data, doc, strictjson.Create)
	switch {
	case err == nil:
		return start(ctx, db, doc, nil, options{dryRun: dryRun})
	case !errors.As(err, &unread):
		return nil, err
	case unread.Fatal():
		p := unread.Problems[0]
		return nil, &Error{[]string{cmp.Or(p.Path, "the document") + " " + p.Message}}
	}
	return start(ctx, db, doc, unread.Problems, options{dryRun: dryRun})
}

// options are how to import a document.
type options struct {
	// dryRun makes all checks and writes nothing.
	dryRun bool
	// mustBeNew refuses a document whose organization exists.
	mustBeNew bool
}

// errRollback ends the transaction of a dry run.
var errRollback = errors.New("dry run")

// start runs an import. unread are the problems of the parts that could not be decoded.
func start(
	ctx context.Context, db *sql.DB, doc *adminv1.ImportDocument, unread []strictjson.Problem, opts options,
) (*adminv1.ImportResult, error) {
	var result *adminv1.ImportResult
	client := tenant.Open(db).InUnit()
	err := client.Unit.Do(ctx, func() error {
		r := newRun(client, proto.CloneOf(doc), unread, opts)
		result = r.result
		if err := r.all(ctx); err != nil {
			return err
		}
		if len(r.faults) > 0 {
			return &Error{r.faults}
		}
		if opts.dryRun {
			return errRollback
		}
		return nil
	})
	if err != nil && !errors.Is(err, errRollback) {
		return nil, err
	}
	return result, nil
}
