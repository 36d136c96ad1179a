package permit

import (
	"context"
	"fmt"
	"maps"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
)

// UpdatePrivacy returns an error if the caller may not change what people see of each other.
func UpdatePrivacy(ctx context.Context) error {
	return onlyAdmins(ctx, "change what people see of each other")
}

// Sight is what a caller may see of other people. What the organization hides is hidden unless it is about the caller,
// or about somebody below the caller in the reporting line, as for SeesPrivate. It must be as if it did not exist: in
// no list, count, sum, event or error.
type Sight struct {
	caller   *auth.Caller
	users    map[uuid.UUID]bool // the caller, and all users below
	projects map[uuid.UUID]bool // whose manager the caller is
}

// readSight walks the reporting line down from the caller. UNION drops repeated rows, so the walk ends even if the line
// has a cycle.
const readSight = `
WITH RECURSIVE line (id) AS (
  SELECT $2::uuid
  UNION
  SELECT u.id FROM line JOIN users u ON u.organization_id = $1 AND u.reports_to_id = line.id
)
SELECT id, false FROM line
UNION ALL
SELECT id, true FROM projects WHERE organization_id = $1 AND project_manager_id = $2`

// SightOf returns what the caller may see of the private data that what names. Its result must not be asked about other
// private data. If none of what is hidden from the caller, SightOf runs no statement.
func SightOf(ctx context.Context, what auth.Private) (*Sight, error) {
	s := &Sight{caller: call.Caller(ctx)}
	if !s.Hides(what) {
		return s, nil
	}
	return s, s.readManaged(ctx)
}

// readManaged reads whom and what the caller manages.
func (s *Sight) readManaged(ctx context.Context) error {
	s.users, s.projects = map[uuid.UUID]bool{}, map[uuid.UUID]bool{}
	return tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var id uuid.UUID
		var isProject bool
		err := scan(&id, &isProject)
		if isProject {
			s.projects[id] = true
		} else {
			s.users[id] = true
		}
		return err
	}, readSight, s.caller.ActorID)
}

// Tag returns what a tag of a response has besides the number of the last event: what of this is hidden from the
// caller, and who that is, because others see something else. It is empty if nothing is hidden. A caller is looked up
// once in a while, so what is hidden may be older than the last event.
func (s *Sight) Tag(what auth.Private) string {
	hidden := s.caller.Hidden(what)
	if hidden == 0 {
		return ""
	}
	return fmt.Sprintf("-%s-%d", s.caller.ActorID, hidden)
}

// Hides reports whether any of the private data that what names is hidden from the caller if it is about other people.
func (s *Sight) Hides(what auth.Private) bool { return s.caller.Hides(what) }

// Of reports whether the caller may see the private data of a user that what names.
func (s *Sight) Of(what auth.Private, user uuid.UUID) bool { return !s.Hides(what) || s.users[user] }

// OfHours reports whether the caller may see the actual hours of a user on a project. If they are hidden, these are the
// rows that the caller may write, see WriteActualHours.
func (s *Sight) OfHours(user, project uuid.UUID) bool {
	return s.Of(auth.WorkedHours, user) || s.projects[project]
}

// OfProject reports whether the caller may see all actual hours of a project.
func (s *Sight) OfProject(project uuid.UUID) bool {
	return !s.Hides(auth.WorkedHours) || s.projects[project]
}

// HoursCondition returns the condition of a statement that rows of actual hours t are those of OfHours. users and
// projects are the parameters that get Users and Projects. PostgreSQL hashes the subqueries, however many ids they
// have.
func HoursCondition(users, projects string) string {
	return "(t.user_id IN (SELECT unnest(" + users + "::uuid[])) OR t.project_id IN (SELECT unnest(" + projects + "::uuid[])))"
}

// AndSeenHours returns " AND " and HoursCondition, with arguments that it adds, or nothing if no actual hours are hidden
// from the caller. A sight that is nil sees all.
func (s *Sight) AndSeenHours(args *tenant.Args) string {
	if s == nil || !s.Hides(auth.WorkedHours) {
		return ""
	}
	return " AND " + HoursCondition(args.Add(s.Users()), args.Add(s.Projects()))
}

// Users returns the caller and all users below, as an argument of a statement.
func (s *Sight) Users() pq.StringArray { return tenant.IDs(maps.Keys(s.users)) }

// Projects returns the projects whose manager the caller is, as an argument of a statement.
func (s *Sight) Projects() pq.StringArray { return tenant.IDs(maps.Keys(s.projects)) }
