package hours

import (
	"context"
	"fmt"
	"slices"

	"github.com/lib/pq"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/permit"
)

// reference is a field of an item that refers to another record, and the id in the field.
type reference struct{ field, id string }

// references returns the user, the project and, if there is one, the capability of a row.
func (k *key) references() []reference {
	refs := [...]reference{{"user_id", k.user}, {"project_id", k.project}, {"capability_id", k.capability}}
	if k.capability == "" {
		return refs[:2]
	}
	return refs[:]
}

// bad returns an error that lists the bad items of a batch, or nil if all are good. known
// are the errors found so far. bad checks the other items: an item is bad if its user,
// project or capability does not exist in the organization.
func (t *table) bad(ctx context.Context, items []*pb.Assignment, known []problem.Detail) error {
	isBad := make(map[int]bool, len(known))
	for _, d := range known {
		isBad[d.Index] = true
	}
	refs := make([][]reference, len(items))
	for i, item := range items {
		if key := keyOf(item); !isBad[i] {
			refs[i] = key.references()
		}
	}
	exists, err := t.lookUp(ctx, slices.Concat(refs...))
	if err != nil {
		return err
	}
	for i := range refs {
		for _, ref := range refs[i] {
			if !exists[ref] {
				known = append(known, problem.Detail{
					Field: fmt.Sprintf("batch.items[%d].%s", i, ref.field), Message: "does not exist", Index: i, Code: problem.UnknownReference,
				})
			}
		}
	}
	return problem.List(known)
}

const existing = `
SELECT 'user_id', id FROM users WHERE organization_id = $1 AND id = ANY ($2)
UNION ALL
SELECT 'project_id', id FROM projects WHERE organization_id = $1 AND id = ANY ($3)
UNION ALL
SELECT 'capability_id', id FROM capabilities WHERE organization_id = $1 AND id = ANY ($4)`

// lookUp reports for each reference whether the record exists in the organization.
func (t *table) lookUp(ctx context.Context, refs []reference) (map[reference]bool, error) {
	asked, exists := map[string]pq.StringArray{}, map[reference]bool{}
	for _, ref := range refs {
		if _, seen := exists[ref]; !seen {
			exists[ref] = false
			asked[ref.field] = append(asked[ref.field], ref.id)
		}
	}
	rows, err := t.db.QueryContext(ctx, existing, tenant.Organization(ctx), asked["user_id"], asked["project_id"], asked["capability_id"])
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var ref reference
		if err := rows.Scan(&ref.field, &ref.id); err != nil {
			return nil, err
		}
		exists[ref] = true
	}
	return exists, rows.Err()
}

// refused returns an error that lists the items that the caller may not write, or nil.
func (t *table) refused(ctx context.Context, keys []key) error {
	refused, err := t.permit(ctx, lists.Map(keys, func(k key) permit.Hours {
		return permit.Hours{User: protoconv.ID(k.user), Project: protoconv.ID(k.project)}
	}))
	if err != nil || len(refused) == 0 {
		return err
	}
	denied := &problem.Error{Code: problem.PermissionDenied}
	for _, i := range refused {
		denied.Add(problem.Detail{Field: fmt.Sprintf("batch.items[%d]", i), Message: "is not the caller's to write", Index: i})
	}
	return denied
}
