package feeds

import (
	"context"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/assignment"
	"github.com/workplan-api/workplan/ent/project"
	"github.com/workplan-api/workplan/ent/timeoffrequest"
	"github.com/workplan-api/workplan/ent/timeofftype"
	"github.com/workplan-api/workplan/ent/user"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// The days of a feed, before and after today in UTC, and the most rows of planned hours and
// requests for time off that it shows. 10,000 rows are 25 on each day.
const (
	daysBefore = 31
	daysAfter  = 370
	maxRows    = 10_000
)

// plan is the planned hours and the time off of a user from one day to another.
type plan struct {
	from, to time.Time
	name     string
	runs     []run
	timeOff  []timeOff
	// cut is the first day without planned hours, because there are too many. It is zero if
	// nothing is left out.
	cut time.Time
}

// run is consecutive days with the same planned hours of a project, which are all tentative or all firm.
type run struct {
	project     *ent.Project
	tentative   bool
	user        uuid.UUID
	first, last time.Time
	hours       float64 // a day
	changed     time.Time
}

// timeOff is a request for time off that is approved or pending.
type timeOff struct {
	*ent.TimeOffRequest
	kind *ent.TimeOffType
}

// read reads the plan of the caller.
func (p *plan) read(ctx context.Context, db *ent.Client) error {
	of := call.Caller(ctx).ActorID
	person, err := db.User.Query().Where(user.ID(of)).Only(ctx)
	if err != nil {
		return err
	}
	organization, err := db.Organization.Query().Only(ctx)
	if err != nil {
		return err
	}
	p.name = person.Name + " · " + organization.Name
	if err := p.readHours(ctx, db, of); err != nil {
		return err
	}
	return p.readTimeOff(ctx, db, of)
}

func (p *plan) readHours(ctx context.Context, db *ent.Client, of uuid.UUID) error {
	rows, err := db.Assignment.Query().
		Where(assignment.UserID(of), assignment.DateGTE(p.from), assignment.DateLTE(p.to), assignment.HoursGT(0)).
		Order(assignment.ByDate(), assignment.ByProjectID(),
			assignment.ByTentative(sql.OrderNullsFirst())).Limit(maxRows + 1).All(ctx)
	if err != nil {
		return err
	}
	if len(rows) > maxRows {
		p.cut = rows[maxRows].Date
		rows = slices.DeleteFunc(rows, func(row *ent.Assignment) bool { return !row.Date.Before(p.cut) })
	}
	found, err := among.Read[ent.Project](ctx, db, project.Table, project.Columns,
		lists.Map(rows, func(row *ent.Assignment) uuid.UUID { return row.ProjectID }))
	if err != nil {
		return err
	}
	projects := map[uuid.UUID]*ent.Project{}
	for _, row := range found {
		if row.Status != project.StatusCancelled {
			projects[row.ID] = row
		}
	}
	p.runs = runs(rows, projects)
	return nil
}

// work is what a run is made of.
type work struct {
	project   uuid.UUID
	tentative bool
}

func workOf(row *ent.Assignment) work {
	return work{row.ProjectID, row.Tentative != nil && *row.Tentative}
}

// runs returns the runs of rows, which are in the order of their dates and projects, firm ones before tentative ones.
// Rows of a project that projects lacks are left out.
func runs(rows []*ent.Assignment, projects map[uuid.UUID]*ent.Project) (all []run) {
	open := map[work]int{} // the position of the last run of some work
	for i := 0; i < len(rows); {
		id := workOf(rows[i])
		day := run{
			project: projects[id.project], tentative: id.tentative, user: rows[i].UserID, first: rows[i].Date,
			last: rows[i].Date,
		}
		// One for each capability.
		for ; i < len(rows) && workOf(rows[i]) == id && rows[i].Date.Equal(day.first); i++ {
			day.hours += rows[i].Hours
			day.changed = later(day.changed, rows[i].UpdatedAt)
		}
		if day.project == nil {
			continue
		}
		day.hours = rounded(day.hours)
		day.changed = later(day.changed, day.project.UpdatedAt)
		if at, ok := open[id]; ok && all[at].last.AddDate(0, 0, 1).Equal(day.first) && all[at].hours == day.hours {
			all[at].last, all[at].changed = day.last, later(all[at].changed, day.changed)
			continue
		}
		open[id] = len(all)
		all = append(all, day)
	}
	return all
}

func (p *plan) readTimeOff(ctx context.Context, db *ent.Client, of uuid.UUID) error {
	rows, err := db.TimeOffRequest.Query().
		Where(timeoffrequest.UserID(of), timeoffrequest.StatusNEQ(timeoffrequest.StatusRejected),
			timeoffrequest.EndDateGTE(p.from), timeoffrequest.StartDateLTE(p.to)).
		Order(timeoffrequest.ByStartDate(), timeoffrequest.ByID()).Limit(maxRows).All(ctx)
	if err != nil {
		return err
	}
	found, err := among.Read[ent.TimeOffType](ctx, db, timeofftype.Table, timeofftype.Columns,
		lists.Map(rows, func(row *ent.TimeOffRequest) uuid.UUID { return row.TimeOffTypeID }))
	if err != nil {
		return err
	}
	kinds := map[uuid.UUID]*ent.TimeOffType{}
	for _, row := range found {
		kinds[row.ID] = row
	}
	for _, row := range rows {
		p.timeOff = append(p.timeOff, timeOff{row, kinds[row.TimeOffTypeID]})
	}
	return nil
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}
