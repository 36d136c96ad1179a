package money

import (
	"context"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
)

// people are the users of the organization, also placeholders.
type people map[uuid.UUID]person

// person is a user. manager is uuid.Nil if the user reports to nobody.
type person struct {
	name    string
	manager uuid.UUID
}

func readPeople(ctx context.Context) (people, error) {
	found := people{}
	return found, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var id uuid.UUID
		var manager uuid.NullUUID
		var p person
		err := scan(&id, &p.name, &manager)
		p.manager = manager.UUID
		found[id] = p
		return err
	}, "SELECT id, name, reports_to_id FROM users WHERE organization_id = $1")
}

// isBelow reports whether a user has another one above in the reporting line, which has no cycles.
func (p people) isBelow(user, above uuid.UUID) bool {
	for m := p[user].manager; m != uuid.Nil; m = p[m].manager {
		if m == above {
			return true
		}
	}
	return false
}
