package hours

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/lib/pq"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/permit"
)

// reference is a field of an item that names another record, and the id there.
type reference struct{ field, id string }

func (k *key) userRef() reference       { return reference{"user_id", k.user} }
func (k *key) projectRef() reference    { return reference{"project_id", k.project} }
func (k *key) capabilityRef() reference { return reference{"capability_id", k.capability} }

// references are the records that a row names, with the capability last if it has
// one.
func (k *key) references() []reference {
	refs := [...]reference{k.userRef(), k.projectRef(), k.capabilityRef()}
	if k.capability == "" {
		return refs[:2]
	}
	return refs[:]
}

// unknown lists the references of the items that are not among those that were found.
// place is where an item stands in the batch.
func unknown(items []key, found map[reference]*uuid.UUID, place func(i int) int) (details []problem.Detail) {
	for i := range items {
		for _, ref := range items[i].references() {
			if _, ok := found[ref]; !ok {
				at := place(i)
				details = append(details, problem.Detail{
					Field: fmt.Sprintf("batch.items[%d].%s", at, ref.field), Message: "does not exist", Index: at, Code: problem.UnknownReference,
				})
			}
		}
	}
	return details
}

// alsoUnknown lists the unknown references of the items that are not bad already.
func (t *table) alsoUnknown(ctx context.Context, items []*pb.Assignment, bad []problem.Detail) ([]problem.Detail, error) {
	isBad := make(map[int]bool, len(bad))
	for _, d := range bad {
		isBad[d.Index] = true
	}
	var keys []key
	var places []int
	for i, item := range items {
		if !isBad[i] {
			keys, places = append(keys, keyOf(item)), append(places, i)
		}
	}
	if len(keys) == 0 {
		return nil, nil
	}
	found, err := t.lookUp(ctx, keys)
	if err != nil {
		return nil, err
	}
	return unknown(keys, found, func(i int) int { return places[i] }), nil
}

// check refuses items that name a user, project or capability that the organization
// does not have, and then items that the caller may not write. Either error lists all
// of them.
func (t *table) check(ctx context.Context, items []key) error {
	managers, err := t.lookUp(ctx, items)
	if err != nil {
		return err
	}
	if err := problem.List(unknown(items, managers, func(i int) int { return i })); err != nil {
		return err
	}

	rows := make([]permit.Hours, len(items))
	for i := range items {
		rows[i] = permit.Hours{User: protoconv.ID(items[i].user), ProjectManager: managers[items[i].projectRef()]}
	}
	refused, err := t.permit(ctx, rows)
	if err != nil || len(refused) == 0 {
		return err
	}
	denied := &problem.Error{Code: problem.PermissionDenied}
	for _, i := range refused {
		denied.Add(problem.Detail{Field: fmt.Sprintf("batch.items[%d]", i), Message: "is not the caller's to write", Index: i})
	}
	return denied
}

const known = `
SELECT 'user_id', id, NULL FROM users WHERE organization_id = $1 AND id = ANY ($2)
UNION ALL
SELECT 'project_id', id, project_manager_id FROM projects WHERE organization_id = $1 AND id = ANY ($3)
UNION ALL
SELECT 'capability_id', id, NULL FROM capabilities WHERE organization_id = $1 AND id = ANY ($4)`

// lookUp returns those references of the items that the organization has, and with a
// project its manager, if any.
func (t *table) lookUp(ctx context.Context, items []key) (map[reference]*uuid.UUID, error) {
	asked, seen := map[string]pq.StringArray{}, map[reference]bool{}
	for i := range items {
		for _, ref := range items[i].references() {
			if !seen[ref] {
				seen[ref] = true
				asked[ref.field] = append(asked[ref.field], ref.id)
			}
		}
	}
	rows, err := t.db.QueryContext(ctx, known, tenant.Organization(ctx), asked["user_id"], asked["project_id"], asked["capability_id"])
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	managers := make(map[reference]*uuid.UUID, len(seen))
	for rows.Next() {
		var ref reference
		var manager *uuid.UUID
		if err := rows.Scan(&ref.field, &ref.id, &manager); err != nil {
			return nil, err
		}
		managers[ref] = manager
	}
	return managers, rows.Err()
}
