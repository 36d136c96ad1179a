package money

import (
	"context"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent/user"
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
	rows, err := call.DB(ctx).User.Query().Select(user.FieldID, user.FieldName, user.FieldReportsToID).All(ctx)
	found := people{}
	for _, row := range rows {
		p := person{name: row.Name}
		if row.ReportsToID != nil {
			p.manager = *row.ReportsToID
		}
		found[row.ID] = p
	}
	return found, err
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
