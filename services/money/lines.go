package money

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/customer"
	"github.com/workplan-api/workplan/ent/project"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rate"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/amounts"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// linesOfWhole is how many lines a page has in a response with all lines. A page of 200 would take three times as long
// for each line, because every page reads the rates of its users and projects.
const linesOfWhole = 5_000

// lines is a list of lines. Those of retainers come first.
type lines struct {
	req      *pb.ListMoneyLinesRequest
	days     period // up to today
	sight    *permit.Sight
	prices   *prices
	projects map[uuid.UUID]*ent.Project
	rates    map[hoursKey][]rateFrom // those that the page has needed
	// retainers are the lines of retainers, nil before they are needed.
	retainers []*pb.MoneyLine
}

// ListMoneyLines returns a page of lines, in a snapshot. It checks the parameters (400), and then whether the caller
// may read rates, and sees all hours of the list (403). It reads the rates of the records of the page only.
func (s *Service) ListMoneyLines(
	ctx context.Context, req *pb.ListMoneyLinesRequest,
) (*pb.ListMoneyLinesResponse, error) {
	w, err := lists.NewWindow(req)
	if err != nil {
		return nil, err
	}
	if call.FromContext(ctx).WholeList {
		w.Limit = linesOfWhole
	}
	l := &lines{req: req, rates: map[hoursKey][]rateFrom{}}
	if l.days, err = newPeriod(req); err != nil {
		return nil, err
	}
	l.days.last = min(l.days.last, today())
	if err := mayReadMoney(ctx, req.ProjectId); err != nil {
		return nil, err
	}
	page := &pb.MoneyLinePage{}
	err = call.DB(ctx).Unit.Snapshot(ctx, func() (err error) {
		if l.sight, err = permit.SightOf(ctx, auth.WorkedHours); err != nil {
			return err
		}
		if err := l.refusePartial(); err != nil {
			return err
		}
		page.Items, err = l.page(ctx, w, page)
		return err
	})
	return &pb.ListMoneyLinesResponse{Data: page}, err
}

// refusePartial returns an error (403) if the caller does not see all actual hours that the list is about.
func (l *lines) refusePartial() error {
	if !l.sight.Hides(auth.WorkedHours) || l.req.ProjectId != nil && l.sight.OfProject(protoconv.ID(*l.req.ProjectId)) {
		return nil
	}
	return problem.New(problem.PermissionDenied, "worked hours of others are hidden from the acting user, so lines would be missing: "+
		"select a project that the user manages, or use a key of an admin")
}

// page returns the lines of a page and sets its other fields. It reads one more line, if there is one.
func (l *lines) page(ctx context.Context, w *lists.Window, page *pb.MoneyLinePage) (found []*pb.MoneyLine, err error) {
	after, isRow := positionOf(w.After)
	if w.After != nil && after == nil {
		return nil, lists.ForeignCursor()
	}
	offset := int(w.Offset)
	if !isRow {
		if err := l.readRetainers(ctx); err != nil {
			return nil, err
		}
		found = slices.DeleteFunc(slices.Clone(l.retainers), func(m *pb.MoneyLine) bool {
			return bytes.Compare(position(m)[1:], after) <= 0
		})
		after = nil
		skipped := min(offset, len(found))
		found, offset = found[skipped:], offset-skipped
	}
	if left := w.Limit + 1 - len(found); left > 0 {
		rows, err := l.ofRows(ctx, after, left, offset)
		if err != nil {
			return nil, err
		}
		found = append(found, rows...)
	}
	return lists.Cut(ctx, w, page, found[:min(len(found), w.Limit+1)], position, l.count)
}

// The first byte of positions.
const (
	retainerMark = 'r'
	rowMark      = 'h'
)

// dateSize is the size of a date in a position.
const dateSize = len("2006-01-02")

// position returns the sort key of a line in the list: its date, user, project and capability.
func position(m *pb.MoneyLine) []byte {
	p := []byte{rowMark}
	if m.UserId == nil {
		p[0] = retainerMark
	}
	p = append(p, m.Date...)
	for _, id := range []string{m.GetUserId(), m.ProjectId, m.GetCapabilityId()} {
		if id == "" {
			id = uuid.Nil.String()
		}
		id := protoconv.ID(id)
		p = append(p, id[:]...)
	}
	return p
}

// positionOf returns the position in a cursor without its first byte, and whether it is that of a row. It is nil if it
// is no position.
func positionOf(cursor []byte) (after []byte, isRow bool) {
	if len(cursor) != 1+dateSize+3*len(uuid.UUID{}) || cursor[0] != rowMark && cursor[0] != retainerMark ||
		!protoconv.ValidDate(string(cursor[1:1+dateSize])) {
		return nil, false
	}
	return cursor[1:], cursor[0] == rowMark
}

// readRetainers makes the lines of retainers, unless it has made them before: for each project and month one, with the
// days that are in the range and in the project.
func (l *lines) readRetainers(ctx context.Context) error {
	if l.retainers != nil {
		return nil
	}
	l.retainers = []*pb.MoneyLine{}
	q := call.DB(ctx).Project.Query().Where(project.BillingTypeEQ(project.BillingTypeRetainer))
	lists.Filter(q, protoconv.OptionalID(l.req.ProjectId), project.ID)
	lists.Filter(q, protoconv.OptionalID(l.req.ClientId), project.ClientID)
	if err := l.read(ctx, q, nil); err != nil {
		return err
	}
	for _, p := range l.projects {
		if !amounts.BringsInMonthly(p) {
			continue
		}
		currency := l.prices.currencyOf(p)
		last := min(l.days.last, hoursrow.Day(p.EndDate))
		for day := max(l.days.first, hoursrow.Day(p.StartDate)); day <= last; {
			m := &pb.MoneyLine{
				Date: dateOf(day), ProjectId: p.ID.String(), ClientId: p.ClientID.String(), Method: methodOf(p),
				Currency: &currency,
			}
			end := min(last, endOfMonth(day))
			m.Amount = new(float64(retained(p, day, end, currency)) / float64(unitsOf(currency)))
			l.retainers = append(l.retainers, m)
			day = end + 1
		}
	}
	slices.SortFunc(l.retainers, func(a, b *pb.MoneyLine) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.ProjectId, b.ProjectId))
	})
	return nil
}

// read reads projects, their clients, and the prices of these and of users.
func (l *lines) read(ctx context.Context, q *ent.ProjectQuery, users []uuid.UUID) error {
	projects, err := q.All(ctx)
	if err != nil {
		return err
	}
	l.projects = map[uuid.UUID]*ent.Project{}
	owners, clientIDs := append([]uuid.UUID{}, users...), []uuid.UUID{} // nil would be all
	for _, p := range projects {
		l.projects[p.ID] = p
		owners, clientIDs = append(owners, p.ID), append(clientIDs, p.ClientID)
	}
	clients, err := call.DB(ctx).Customer.Query().Where(customer.IDIn(clientIDs...)).All(ctx)
	if err != nil {
		return err
	}
	l.prices, err = readPrices(ctx, clients, append(owners, clientIDs...))
	return err
}

// linesQuery selects rows of actual hours, with the timesheets that have their days.
type linesQuery struct {
	text string // what follows FROM
	args tenant.Args
}

// query returns the rows that the request selects.
func (l *lines) query() *linesQuery {
	q := &linesQuery{}
	join := "LEFT JOIN"
	status := "s.status IN ('pending', 'approved')"
	if l.req.GetSettled() {
		join, status = "JOIN", "s.status = 'approved'"
	}
	q.text = " FROM actual_hours t " + join + " timesheets s ON s.organization_id = $1 AND s.user_id = t.user_id " +
		"AND s.start_date <= t.date AND s.end_date >= t.date AND " + status +
		" WHERE t.organization_id = $1 AND t.hours > 0 AND t.date >= " + q.args.Add(dateOf(l.days.first)) +
		" AND t.date <= " + q.args.Add(dateOf(l.days.last))
	if l.req.ProjectId != nil {
		q.text += " AND t.project_id = " + q.args.Add(*l.req.ProjectId)
	}
	if l.req.ClientId != nil {
		q.text += " AND t.project_id IN (SELECT id FROM projects WHERE organization_id = $1 AND client_id = " +
			q.args.Add(*l.req.ClientId) + ")"
	}
	q.text += l.sight.AndSeenHours(&q.args)
	return q
}

// ofRows returns up to limit lines of rows. after is the position of the row before them, nil for the first ones.
func (l *lines) ofRows(ctx context.Context, after []byte, limit, offset int) (found []*pb.MoneyLine, err error) {
	q := l.query()
	if after != nil {
		date, ids := q.args.Add(string(after[:dateSize])), after[dateSize:]
		key := "(" + date + ", " + q.args.Add(uuid.UUID(ids)) + ", " + q.args.Add(uuid.UUID(ids[16:])) + ")"
		capability := q.args.Add(uuid.UUID(ids[32:]))
		q.text += " AND (t.date, t.user_id, t.project_id) >= " + key +
			" AND ((t.date, t.user_id, t.project_id) > " + key + " OR t.capability_id > " + capability + ")"
	}
	q.text += " ORDER BY t.date, t.user_id, t.project_id, t.capability_id NULLS FIRST LIMIT " + q.args.Add(limit) +
		" OFFSET " + q.args.Add(offset)
	var rows []hoursrow.Row
	var statuses []*string
	users, projects := map[uuid.UUID]bool{}, map[uuid.UUID]bool{}
	if err := tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var row hoursrow.Row
		var status *string
		if err := scan((*[]byte)(&row), &status); err != nil {
			return err
		}
		rows, statuses = append(rows, row), append(statuses, status)
		users[row.User()], projects[row.Project()] = true, true
		return nil
	}, "SELECT "+hoursrow.Read(false)+", s.status"+q.text, q.args...); err != nil || len(rows) == 0 {
		return nil, err
	}
	if err := l.read(ctx, call.DB(ctx).Project.Query().Where(project.IDIn(slices.Collect(maps.Keys(projects))...)),
		slices.Collect(maps.Keys(users))); err != nil {
		return nil, err
	}
	for i, row := range rows {
		found = append(found, l.ofRow(row, statuses[i]))
	}
	return found, nil
}

// ofRow returns the line of a row.
func (l *lines) ofRow(row hoursrow.Row, status *string) *pb.MoneyLine {
	p := l.projects[row.Project()]
	m := &pb.MoneyLine{
		Date: dateOf(row.Day()), ActualHoursId: new(row.ID().String()), UserId: new(row.User().String()),
		ProjectId: p.ID.String(), ClientId: p.ClientID.String(), Method: methodOf(p), Hours: new(row.Hours()),
		TimesheetStatus: protoconv.OptionalEnumOf[pb.TimesheetStatus](status),
	}
	of := hoursKey{row.User(), row.Project(), row.Capability()}
	if of.capability != uuid.Nil {
		m.CapabilityId = new(of.capability.String())
	}
	if m.Method != pb.MoneyMethod_MONEY_METHOD_HOURLY {
		return m
	}
	rates := l.rates[of]
	if rates == nil {
		rates = l.prices.ratesOf(&hour{kind: rate.Bill, user: of.user, capability: of.capability, project: p})
		l.rates[of] = rates
	}
	if bill := rateOn(rates, row.Day()); bill.level != 0 {
		amount := price(hoursOf(row.Hours()), bill.amount, bill.currency)
		m.Rate, m.RateLevel, m.Currency = new(bill.amount.Float()), bill.level.Enum(), &bill.currency
		m.Amount = new(float64(amount) / float64(unitsOf(bill.currency)))
	}
	return m
}

// count returns the number of lines.
func (l *lines) count(ctx context.Context) (n int, err error) {
	if err := l.readRetainers(ctx); err != nil {
		return 0, err
	}
	q := l.query()
	err = tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error { return scan(&n) },
		"SELECT count(*)"+q.text, q.args...)
	return n + len(l.retainers), err
}
