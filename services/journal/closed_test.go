package journal_test

import (
	"context"
	"errors"
	"testing"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestOnlyAClosedOrganizationIsMoved: another null in a recorded write is an error of the program, which must not be
// told as a reason to try again.
func TestOnlyAClosedOrganizationIsMoved(t *testing.T) {
	a := apitest.NewIsolated(t)
	db := tenant.Open(a.DB)
	ctx := tenant.WithOrganization(t.Context(), a.Organization)
	record := func(query string) error {
		change := journal.Created("capability", &pb.Capability{Id: journal.NewID().String(), Name: new("Drawing")})
		return journal.Record(ctx, change, func(ctx context.Context) error {
			_, err := db.ExecContext(ctx, query, a.Organization)
			return err
		})
	}
	isMoving := func(err error) bool {
		var p *problem.Error
		return errors.As(err, &p) && p.Code == problem.Unavailable
	}
	const one = " WHERE organization_id = $1 AND id IN (SELECT id FROM capabilities WHERE organization_id = $1 LIMIT 1)"
	const rename = "UPDATE capabilities SET name = name || '!'" + one
	for _, column := range []string{"name", "version", "organization_id"} {
		err := record("UPDATE capabilities SET " + column + " = NULL" + one)
		if postgres.Code(err) != "23502" || isMoving(err) {
			t.Errorf("null in %s: %v", column, err)
		}
	}
	if err := record(rename); err != nil {
		t.Error(err)
	}
	a.Exec("UPDATE organizations SET closed_at = now() WHERE id = $1", a.Organization)
	if err := record(rename); !isMoving(err) {
		t.Errorf("in a closed organization: %v", err)
	}
}
