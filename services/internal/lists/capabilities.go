package lists

import (
	"fmt"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
)

// HasCapabilities selects users by the capabilities in their list. Its zero value selects all.
type HasCapabilities struct {
	ids   []string // each once
	level int32
}

// NewHasCapabilities selects the users who have all capabilities of ids, and in each at least the level. Without a
// level it is 1. A level needs ids, which are the field named field.
func NewHasCapabilities(field string, ids []string, level *int32) (HasCapabilities, error) {
	h := HasCapabilities{level: 1}
	if level != nil {
		if h.level = *level; len(ids) == 0 {
			return h, problem.Field(problem.ValidationFailed, "min_level", "needs "+field)
		}
	}
	for _, id := range ids {
		h.ids = append(h.ids, protoconv.ID(id).String())
	}
	slices.Sort(h.ids)
	h.ids = slices.Compact(h.ids)
	return h, nil
}

// All reports whether h selects all users.
func (h HasCapabilities) All() bool { return len(h.ids) == 0 }

// hasAll is the condition on a row c of user_capabilities. The parameters are those of args. Its text does not depend
// on the number of capabilities. The levels are looked at only if all capabilities are there, which is the cheap part.
const hasAll = `(c.items @> %s::jsonb AND NOT EXISTS (SELECT FROM jsonb_array_elements(c.items) i
  WHERE i->>'capabilityId' = ANY (%s::text[]) AND (i->>'level')::int < %s))`

func (h HasCapabilities) args() []any {
	all := make([]string, len(h.ids))
	for i, id := range h.ids {
		all[i] = `{"capabilityId": "` + id + `"}`
	}
	return []any{"[" + strings.Join(all, ",") + "]", pq.Array(h.ids), h.level}
}

// Users returns a statement that selects the ids of the users, and its arguments from $2 on. $1 is the organization.
func (h HasCapabilities) Users() (text string, args []any) {
	return "SELECT c.id FROM user_capabilities c WHERE c.organization_id = $1 AND " +
		fmt.Sprintf(hasAll, "$2", "$3", "$4"), h.args()
}

// UserHas is the predicate on the users of an organization. The list of each user is looked up by itself, until the
// page is full: BETWEEN and OFFSET 0 keep PostgreSQL from reading the lists of the organization for each user, see
// package among.
func UserHas[P ~func(*sql.Selector)](organization uuid.UUID, h HasCapabilities) P {
	return func(s *sql.Selector) {
		id := s.C("id")
		text := "coalesce((SELECT " + fmt.Sprintf(hasAll, "?", "?", "?") +
			" FROM (SELECT items FROM user_capabilities " +
			"WHERE organization_id = ? AND id BETWEEN " + id + " AND " + id + " ORDER BY id OFFSET 0) c), false)"
		args := append(h.args(), organization)
		s.Where(sql.P(func(b *sql.Builder) {
			for i, part := range strings.Split(text, "?") {
				if i > 0 {
					b.Arg(args[i-1])
				}
				b.WriteString(part)
			}
		}))
	}
}
