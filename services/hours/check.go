package hours

import (
	"context"
	"fmt"
	"slices"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/placeholder"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/reference"
)

// link is a field of an item that refers to another record, and the id in the field.
type link struct{ field, id string }

// links returns the user, the project and, if there is one, the capability of a row.
func (k *key) links() []link {
	links := [...]link{{"user_id", k.user}, {"project_id", k.project}, {"capability_id", k.capability}}
	if k.capability == "" {
		return links[:2]
	}
	return links[:]
}

// anyPlaceholder reports whether a key has a placeholder although rows are only of persons.
func (t *table) anyPlaceholder(keys []key) bool {
	return t.ofPersons && slices.ContainsFunc(keys, func(k key) bool { return placeholder.IsText(k.user) })
}

// anyInactive reports whether a key may have an inactive capability.
func (t *table) anyInactive(ctx context.Context, keys []key) (bool, error) {
	if !slices.ContainsFunc(keys, func(k key) bool { return k.capability != "" }) {
		return false, nil
	}
	inactive, err := t.inactive.capabilities(ctx)
	return len(inactive) > 0 && slices.ContainsFunc(keys, func(k key) bool { return inactive[k.capability] }), err
}

// bad returns an error that lists the bad items of a batch, or nil if all are good. known
// are the errors found so far. bad checks the other items: an item is bad if its user,
// project or capability does not exist in the organization, if it would create a row
// with an inactive capability, or if it has a placeholder although rows are only of persons.
func (t *table) bad(ctx context.Context, b *batch, known []problem.Detail) error {
	isBad := make(map[int]bool, len(known))
	for _, d := range known {
		isBad[d.Index] = true
	}
	links := make([][]link, len(b.keys))
	for i, key := range b.keys {
		if !isBad[i] {
			links[i] = key.links()
		}
	}
	active, err := t.lookUp(ctx, slices.Concat(links...))
	if err != nil {
		return err
	}
	add := func(i int, field string, code problem.Code, message string) {
		known = append(known,
			problem.Detail{Field: b.field(i, field), Message: message, Index: i, Code: code})
	}
	var indexes []int // of the items with inactive capabilities
	var keys []key
	for i := range links {
		for _, l := range links[i] {
			if isActive, exists := active[l]; !exists {
				add(i, l.field, problem.UnknownReference, "does not exist")
			} else if l.field == "user_id" && t.ofPersons && placeholder.IsText(l.id) {
				add(i, l.field, problem.ValidationFailed, reference.IsPlaceholder)
			} else if !isActive && !b.createsNone {
				indexes, keys = append(indexes, i), append(keys, b.keys[i])
			}
		}
	}
	if len(keys) > 0 {
		isOld, err := t.readRows(ctx, keys)
		if err != nil {
			return err
		}
		for j, i := range indexes {
			if isOld[keys[j]] == nil {
				add(i, "capability_id", problem.ValidationFailed, reference.IsInactive)
			}
		}
	}
	return problem.List(known)
}

var existing = "SELECT 'user_id', t.id, true FROM " + among.Rows("users", "$2") +
	" UNION ALL SELECT 'project_id', t.id, true FROM " + among.Rows("projects", "$3") +
	" UNION ALL SELECT 'capability_id', t.id, t.is_active FROM " + among.Rows("capabilities", "$4")

// lookUp returns the links whose records exist in the organization, and for each
// whether new rows may refer to the record.
func (t *table) lookUp(ctx context.Context, links []link) (active map[link]bool, err error) {
	asked, seen := map[string]pq.StringArray{}, map[link]bool{}
	for _, l := range links {
		if !seen[l] {
			seen[l] = true
			asked[l.field] = append(asked[l.field], l.id)
		}
	}
	active = make(map[link]bool, len(seen))
	err = tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var l link
		var isActive bool
		err := scan(&l.field, &l.id, &isActive)
		active[l] = isActive
		return err
	}, existing, asked["user_id"], asked["project_id"], asked["capability_id"])
	return active, err
}

// refused returns an error that lists the items that the caller may not write, or nil.
func (t *table) refused(ctx context.Context, b *batch) error {
	refused, err := t.refusedKeys(ctx, b.keys)
	if err != nil || len(refused) == 0 {
		return err
	}
	denied := &problem.Error{Code: problem.PermissionDenied}
	for _, i := range refused {
		denied.Add(problem.Detail{
			Field: fmt.Sprintf("%s[%d]", b.path, i), Message: "is not the caller's to write", Index: i,
		})
	}
	return denied
}

// refusedKeys returns the positions of the keys whose rows the caller may not write.
func (t *table) refusedKeys(ctx context.Context, keys []key) ([]int, error) {
	return t.permit(ctx, lists.Map(keys, func(k key) permit.Hours {
		return permit.Hours{User: protoconv.ID(k.user), Project: protoconv.ID(k.project)}
	}))
}
