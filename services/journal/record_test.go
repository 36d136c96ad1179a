package journal_test

import (
	"context"
	"testing"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

// TestAWriteWithoutItsEventIsRefused: what is given to Record leaves its event, or nothing.
func TestAWriteWithoutItsEventIsRefused(t *testing.T) {
	a := apitest.New(t)
	db := tenant.Open(a.DB)
	ctx := tenant.WithOrganization(t.Context(), a.Organization)
	change := journal.Created("capability", &pb.Capability{Id: journal.NewID().String(), Name: new("Drawing")})
	const rename = "UPDATE capabilities SET name = name || '!' " +
		"WHERE organization_id = $1 AND id IN (SELECT id FROM capabilities WHERE organization_id = $1 LIMIT 1)"
	execute := func(query string) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := db.ExecContext(ctx, query, a.Organization)
			return err
		}
	}
	events := func() int { return a.Count(`SELECT count(*) FROM events WHERE organization_id = $1`, a.Organization) }
	before := events()
	for name, write := range map[string]func(context.Context) error{
		"no statement": func(context.Context) error { return nil },
		// That of the test,
		"a statement of another context":  func(context.Context) error { return execute(rename)(ctx) },
		"a statement that only reads":     execute("SELECT FROM capabilities WHERE organization_id = $1"),
		"a write that begins with a word": execute("WITH one AS (SELECT 1) " + rename),
	} {
		if err := journal.Record(ctx, change, write); err == nil {
			t.Errorf("%s: there is no error", name)
		}
	}
	if n := events(); n != before {
		t.Errorf("%d events more", n-before)
	}
	if err := journal.Record(ctx, change, execute(rename)); err != nil || events() == before {
		t.Errorf("a write leaves no event: %v", err)
	}
}
