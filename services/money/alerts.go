package money

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	entbudget "github.com/workplan-api/workplan/ent/budget"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/budget"
	"github.com/workplan-api/workplan/internal/eventtype"
	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/wait"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/journal"
)

const (
	// AlertsEvery is the time between two looks at budgets. Each is up to half of it shorter or longer, so that servers
	// do not work at the same time.
	AlertsEvery = time.Minute
	// lookTime is how long the look at an organization may take. After one that failed, the next begins after restTime:
	// an organization that is too large must not keep the database busy.
	lookTime = 30 * time.Second
	restTime = 10 * time.Minute
	// projectsAtOnce is how many projects have their hours in memory.
	projectsAtOnce = 100
)

// Alerts writes the event project.budget_reached when the hours of a project have reached a percentage of its budget.
// It looks at the budgets of an organization if something was written there since it last did, and each day, because
// planned hours count after today. So a write of hours pays nothing for it. Several processes may run one: an alert has
// a key, and only who creates its row writes the event.
type Alerts struct {
	db     *ent.Client
	log    *slog.Logger
	every  time.Duration
	looked prometheus.Gauge
	looks  map[uuid.UUID]look // by organization
}

// look is what an organization was when its budgets were looked at.
type look struct {
	head int64 // the number of its last event
	day  int32
	rest time.Time // the next look begins later
}

// NewAlerts returns Alerts that look at budgets after every, see AlertsEvery. db should not use the connections of
// requests.
func NewAlerts(db *ent.Client, every time.Duration, log *slog.Logger, registerer prometheus.Registerer) *Alerts {
	return &Alerts{
		db: db, log: log, every: every, looks: map[uuid.UUID]look{},
		looked: metrics.BudgetsLookedAt.Gauge(registerer).WithLabelValues(),
	}
}

// Run looks at budgets until ctx is done. The first look also begins after a while: servers that start have other work.
func (a *Alerts) Run(ctx context.Context) {
	a.looked.SetToCurrentTime() // nobody has waited longer yet
	for wait.For(ctx, a.every/2+rand.N(a.every)) == nil {
		begin := time.Now()
		switch err := a.Once(ctx); {
		case err != nil && ctx.Err() == nil:
			a.log.WarnContext(ctx, "cannot look at budgets", "error", err)
		case err == nil && !a.rests(begin):
			a.looked.Set(float64(begin.Unix()))
		}
	}
}

// rests reports whether an organization was left out at a time, because the look before has failed.
func (a *Alerts) rests(at time.Time) bool {
	for _, l := range a.looks {
		if at.Before(l.rest) {
			return true
		}
	}
	return false
}

// Only this statement reads more than one organization.
const selectWithBudgets = `
SELECT h.organization_id, h.seq FROM organizations o JOIN event_heads h ON h.organization_id = o.id
WHERE o.closed_at IS NULL AND o.suspended_at IS NULL AND EXISTS (SELECT FROM budgets b WHERE b.organization_id = o.id)`

// Once looks at the budgets of the organizations in which something was written since it last did, one after the other.
// After each it waits as long as that took, so that it uses at most half of the time of a connection. If it fails for
// an organization, it goes on with the next one, and returns all errors at the end.
func (a *Alerts) Once(ctx context.Context) error {
	heads, today := map[uuid.UUID]int64{}, today()
	if err := postgres.Each(ctx, a.db, func(scan postgres.Scan) error {
		var id uuid.UUID
		var head int64
		err := scan(&id, &head)
		heads[id] = head
		return err
	}, selectWithBudgets); err != nil {
		return err
	}
	maps.DeleteFunc(a.looks, func(id uuid.UUID, _ look) bool { _, is := heads[id]; return !is })
	var failed []error
	for id, head := range heads {
		last, begin := a.looks[id], time.Now()
		if last.head == head && last.day == today || begin.Before(last.rest) {
			continue
		}
		if err := a.lookAt(ctx, id, today); err == nil {
			a.looks[id] = look{head: head, day: today}
		} else {
			last.rest = time.Now().Add(restTime)
			a.looks[id] = last
			failed = append(failed, fmt.Errorf("organization %s: %w", id, err))
		}
		if err := wait.For(ctx, time.Since(begin)); err != nil {
			return err
		}
	}
	return errors.Join(failed...)
}

// lookAt writes the alerts of an organization that are due and were not written yet. All that they follow from is read
// in one snapshot.
func (a *Alerts) lookAt(ctx context.Context, organization uuid.UUID, today int32) error {
	ctx, cancel := context.WithTimeout(call.Background(ctx, organization, a.db), lookTime)
	defer cancel()
	var due []*alert
	if err := call.DB(ctx).Unit.Snapshot(ctx, func() (err error) {
		due, err = readDue(ctx, today)
		return err
	}); err != nil {
		return err
	}
	for _, al := range due {
		al.Id, al.CreatedAt = journal.NewID().String(), timestamppb.New(protoconv.Now())
		change := journal.Change{Type: eventtype.BudgetReached, After: al.BudgetAlert}
		if _, err := journal.InsertIfNew(ctx, call.DB(ctx), change, al); err != nil {
			return err
		}
	}
	return nil
}

// alert is a row of budget_alerts, which Ent does not know.
type alert struct{ *pb.BudgetAlert }

// Row returns the columns and their values.
func (a *alert) Row() ent.Row {
	return ent.Row{
		Table:   "budget_alerts",
		Columns: []string{"id", "project_id", "valid_from", "month", "percent", "hours", "created_at"},
		Values: []any{
			a.Id, a.ProjectId, a.ValidFrom, a.Month, a.Percent, protoconv.Word[string](a.Hours), a.CreatedAt.AsTime(),
		},
	}
}

// alertKey is what only one alert of a project has. The days are empty if it has none.
type alertKey struct {
	project          uuid.UUID
	validFrom, month string
	percent          int32
	hours            pb.BudgetHours
}

func (k alertKey) alert() *alert {
	m := &pb.BudgetAlert{ProjectId: k.project.String(), Percent: k.percent, Hours: k.hours}
	if k.validFrom != "" {
		m.ValidFrom = &k.validFrom
	}
	if k.month != "" {
		m.Month = &k.month
	}
	return &alert{m}
}

// kindsOfHours are the hours that can reach a percentage, each by itself.
var kindsOfHours = []pb.BudgetHours{pb.BudgetHours_BUDGET_HOURS_ACTUAL, pb.BudgetHours_BUDGET_HOURS_PLANNED}

// watched is a project whose budget has percentages that have no alert yet.
type watched struct {
	*use
	limit
	open []alertKey
}

// readDue returns the alerts that have no row although their percentage is reached.
func readDue(ctx context.Context, today int32) (due []*alert, err error) {
	if _, err := call.DB(ctx).ExecContext(ctx, postgres.ForManyRows); err != nil {
		return nil, err
	}
	r := &report{today: today, rates: map[ratesKey][]rateFrom{}}
	if r.projects, r.prices, err = readProjects(ctx, nil, nil); err != nil {
		return nil, err
	}
	all, err := r.watch(ctx)
	if err != nil {
		return nil, err
	}
	for part := range slices.Chunk(all, projectsAtOnce) {
		uses := map[uuid.UUID]*use{}
		for _, w := range part {
			uses[w.project.ID] = w.use
		}
		if err := r.readUses(ctx, uses); err != nil {
			return nil, err
		}
		for _, w := range part {
			due = append(due, w.due(today)...)
			w.days = nil
		}
	}
	return due, nil
}

// watch returns the projects with a stored budget, in the order of their ids, unless all percentages have their alerts.
func (r *report) watch(ctx context.Context) (found []watched, err error) {
	month := dateOf(monthOf(r.today))
	written, err := readAlerts(ctx, month)
	if err != nil {
		return nil, err
	}
	rows, err := call.DB(ctx).Budget.Query().Order(entbudget.ByID()).All(ctx)
	for _, row := range rows {
		w := watched{use: r.useOf(row.ID, row.Items)}
		if w.limit, _ = w.limitOn(r.today); w.period == "" {
			continue
		}
		k := alertKey{project: row.ID}
		if it := row.Items.At(dateOf(r.today)); it != nil {
			k.validFrom = it.ValidFrom
		}
		if w.period == budget.Month {
			k.month = month
		}
		for _, percent := range row.AlertAt {
			k.percent = int32(percent)
			for _, k.hours = range kindsOfHours {
				if !written[k] {
					w.open = append(w.open, k)
				}
			}
		}
		if len(w.open) > 0 {
			found = append(found, w)
		}
	}
	return found, err
}

const selectAlerts = `
SELECT project_id, valid_from, month, percent, hours FROM budget_alerts
WHERE organization_id = $1 AND (month IS NULL OR month = $2)`

// readAlerts returns the alerts that were written for whole projects, and for a month.
func readAlerts(ctx context.Context, month string) (map[alertKey]bool, error) {
	found := map[alertKey]bool{}
	return found, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var k alertKey
		var validFrom, month *time.Time
		var hours string
		if err := scan(&k.project, &validFrom, &month, &k.percent, &hours); err != nil {
			return err
		}
		if validFrom != nil {
			k.validFrom = protoconv.DateString(*validFrom)
		}
		if month != nil {
			k.month = protoconv.DateString(*month)
		}
		k.hours = protoconv.EnumOf[pb.BudgetHours](hours)
		found[k] = true
		return nil
	}, selectAlerts, month)
}

// due returns the alerts of the percentages that are reached.
func (w *watched) due(today int32) (due []*alert) {
	actual, planned := w.taken(w.limit, today)
	for _, k := range w.open {
		taken := actual
		if k.hours == pb.BudgetHours_BUDGET_HOURS_PLANNED {
			taken = planned
		}
		if taken.reaches(w.limit, int64(k.percent)) {
			due = append(due, k.alert())
		}
	}
	return due
}

// reaches reports whether the hours or what they are worth have reached a percentage of a limit. A limit of 0 is never
// reached: it is that of a retainer in a month in which it does not run.
func (d dayUse) reaches(l limit, percent int64) bool {
	isReached := func(used, of int64) bool { return of > 0 && used >= (of*percent+99)/100 }
	return isReached(int64(d.hours), int64(l.hours)) || !d.isMixed && isReached(d.worth, l.amount)
}
