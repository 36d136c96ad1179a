package money

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/project"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/placeholder"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rate"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/proposed"
	"github.com/workplan-api/workplan/services/journal"
)

const (
	// maxDays is the maximum length of a range in days, including the first and the last day.
	maxDays = 370
	// maxSize is the maximum number of items times buckets of a response.
	maxSize = 20_000
)

// report is the money of a request.
type report struct {
	req      *pb.GetMoneyRequest
	proposal *uuid.UUID // whose wishes are over the planned hours; nil for none
	days     period
	today    int32
	only     []uuid.UUID // only these projects, and no fixed prices; nil means those of the request, and both
	costs    bool        // the caller may read what hours cost
	sight    *permit.Sight
	buckets  []string // their first dates
	bucketOf []int    // of each day

	prices   *prices
	projects map[uuid.UUID]*ent.Project // those that the request selects
	people   people                     // nil if neither the items nor a filter are about users
	rates    map[ratesKey][]rateFrom
	// capabilities are the names of all, if the items are capabilities.
	capabilities map[uuid.UUID]string
	progress     map[uuid.UUID]*progress // by the project
	items        map[itemKey]*item
	// isTooLarge means that there would be more items than a response can have. The others are not kept.
	isTooLarge bool
	// isTooMuch means that a sum is more than a number can be.
	isTooMuch bool
	// live is the same report of the plan as it is, if the request compares with it.
	live    *report
	budgets map[uuid.UUID]*pb.BudgetUse // by the project
}

type ratesKey struct {
	rate.Kind
	of hoursKey
}

// itemKey is what an item is. Its group is uuid.Nil for what belongs to none.
type itemKey struct {
	group    uuid.UUID
	currency string
}

// item is the figures of an item: for each series those of all buckets, amounts in the smallest unit of the currency,
// and hours in millionths.
type item struct {
	itemKey
	figures [seriesCount][]int64
}

// GetMoney returns what hours bring in and cost. It checks the scopes for names (403) before the other parameters
// (400), and then whether the caller may read rates (403). It reads all in one snapshot, first the number of the last
// event. If the client has the figures already, GetMoney reads no more: see call.CheckTag and Sequencer.ReadAsOf.
func (s *Service) GetMoney(ctx context.Context, req *pb.GetMoneyRequest) (*pb.GetMoneyResponse, error) {
	if err := permit.ReadNames(ctx, named(req)); err != nil {
		return nil, err
	}
	r, err := newReport(req)
	if err != nil {
		return nil, err
	}
	if err := mayReadMoney(ctx, req.ProjectId); err != nil {
		return nil, err
	}
	if r.proposal, err = proposed.ID(ctx, req.ProposalId); err != nil {
		return nil, err
	}
	if err := proposed.CheckComparison(req); err != nil {
		return nil, err
	}
	r.costs = permit.SeesCosts(ctx)
	data := &pb.Money{}
	head, err := s.sequencer.ReadAsOf(ctx, call.DB(ctx), func(head journal.Latest) (err error) {
		if r.sight, err = permit.SightOf(ctx, auth.WorkedHours); err != nil {
			return err
		}
		tag := fmt.Sprintf("%s%s-%d-%t", head.Tag, r.sight.Tag(auth.WorkedHours), r.today, r.costs)
		if call.CheckTag(ctx, tag, head.Numbered) {
			return nil // without the figures: REST sends 304
		}
		if _, err := call.DB(ctx).ExecContext(ctx, postgres.ForManyRows); err != nil {
			return err
		}
		if err := r.readBoth(ctx); err != nil {
			return err
		}
		if data = r.message(); r.isTooMuch || r.live != nil && r.live.isTooMuch {
			return errTooMuch
		}
		return nil
	})
	data.AsOf = head.Seq
	return &pb.GetMoneyResponse{Data: data}, err
}

// named returns the parameters by which a response has the names of records, with the scope that reads them. Names of
// capabilities need the scopes of the rpc.
func named(req *pb.GetMoneyRequest) map[string]string {
	scope := "read:projects"
	switch groupOf(req) {
	case pb.MoneyGroup_MONEY_GROUP_CLIENT:
		scope = "read:clients"
	case pb.MoneyGroup_MONEY_GROUP_USER, pb.MoneyGroup_MONEY_GROUP_MANAGER:
		scope = "read:users"
	case pb.MoneyGroup_MONEY_GROUP_CAPABILITY:
		return nil
	}
	return map[string]string{"group_by": scope}
}

func groupOf(req *pb.GetMoneyRequest) pb.MoneyGroup {
	return cmp.Or(req.GetGroupBy(), pb.MoneyGroup_MONEY_GROUP_PROJECT)
}

// mayReadMoney returns an error if the caller may not read what hours bring in: managers may, and the manager of the
// selected project.
func mayReadMoney(ctx context.Context, project *string) error {
	of := permit.Hours{}
	if project != nil {
		of.Project = protoconv.ID(*project)
	}
	return permit.Rates(ctx, of)
}

func newReport(req *pb.GetMoneyRequest) (*report, error) {
	days, err := newPeriod(req)
	if err != nil {
		return nil, err
	}
	r := &report{req: req, days: days, today: today()}
	if req.GetBudget() && !r.byProject() {
		return nil, problem.Field(problem.ValidationFailed, "budget", "needs group_by=project")
	}
	length := cmp.Or(req.GetBucket(), pb.MoneyBucket_MONEY_BUCKET_MONTH)
	r.buckets, r.bucketOf = lists.Buckets(hoursrow.Date(days.first), int(days.last-days.first)+1,
		protoconv.Word[string](length))
	return r, nil
}

func (r *report) byProject() bool { return groupOf(r.req) == pb.MoneyGroup_MONEY_GROUP_PROJECT }

// readBoth reads the report, also of the plan as it is if the request compares with it.
func (r *report) readBoth(ctx context.Context) (err error) {
	if err := r.readRecords(ctx); err != nil {
		return err
	}
	if err := r.addUp(ctx); err != nil {
		return err
	}
	if r.req.GetBudget() {
		if r.budgets, err = r.readBudgets(ctx); err != nil {
			return err
		}
	}
	if r.req.Compare == nil {
		return nil
	}
	live := *r
	live.proposal = nil
	if err := live.addUp(ctx); err != nil {
		return err
	}
	r.live = &live
	for k := range live.items {
		r.item(k.group, k.currency)
	}
	for k := range r.items {
		live.item(k.group, k.currency)
	}
	if r.isTooLarge || live.isTooLarge {
		return errTooLarge
	}
	return nil
}

// readRecords reads the projects, and the prices and names of all records, which are the same in both plans.
func (r *report) readRecords(ctx context.Context) (err error) {
	if r.projects, r.prices, err = readProjects(ctx, r.req.ProjectId, r.req.ClientId); err != nil {
		return err
	}
	if r.only != nil {
		maps.DeleteFunc(r.projects, func(id uuid.UUID, _ *ent.Project) bool { return !slices.Contains(r.only, id) })
	}
	return r.readNames(ctx)
}

// addUp adds up all hours and retainers of the range.
func (r *report) addUp(ctx context.Context) error {
	r.rates = map[ratesKey][]rateFrom{}
	r.items, r.progress = map[itemKey]*item{}, map[uuid.UUID]*progress{}
	rows := hoursQuery{days: r.days, today: r.today, sight: r.sight, proposal: r.proposal}
	if r.req.ProjectId != nil || r.req.ClientId != nil || r.only != nil {
		rows.projects = tenant.IDs(maps.Keys(r.projects))
	}
	if err := rows.each(ctx, r.addHours); err != nil {
		return err
	}
	if r.only == nil {
		if err := r.addProgress(ctx); err != nil {
			return err
		}
	}
	r.addRetainers()
	if r.isTooLarge {
		return errTooLarge
	}
	return nil
}

// readProjects returns the projects of a request, and the prices of all records.
func readProjects(ctx context.Context, id, client *string) (map[uuid.UUID]*ent.Project, *prices, error) {
	db := call.DB(ctx)
	q := db.Project.Query()
	lists.Filter(q, protoconv.OptionalID(id), project.ID)
	lists.Filter(q, protoconv.OptionalID(client), project.ClientID)
	rows, err := q.All(ctx)
	if err != nil {
		return nil, nil, err
	}
	clients, err := db.Customer.Query().All(ctx)
	if err != nil {
		return nil, nil, err
	}
	found := map[uuid.UUID]*ent.Project{}
	for _, row := range rows {
		found[row.ID] = row
	}
	p, err := readPrices(ctx, clients, nil)
	return found, p, err
}

// readNames reads the users or the capabilities, if the request is about them.
func (r *report) readNames(ctx context.Context) (err error) {
	group := groupOf(r.req)
	if r.req.ManagerId != nil || group == pb.MoneyGroup_MONEY_GROUP_USER || group == pb.MoneyGroup_MONEY_GROUP_MANAGER {
		if r.people, err = readPeople(ctx); err != nil {
			return err
		}
	}
	if group == pb.MoneyGroup_MONEY_GROUP_CAPABILITY {
		r.capabilities, err = readCapabilities(ctx)
	}
	return err
}

func readCapabilities(ctx context.Context) (map[uuid.UUID]string, error) {
	rows, err := call.DB(ctx).Capability.Query().All(ctx)
	names := map[uuid.UUID]string{}
	for _, row := range rows {
		names[row.ID] = row.Name
	}
	return names, err
}

// kind is what hours are: planned, tentative, unfilled or actual. The series of each follow each other, and then comes
// that of the forecast.
type kind = series

const (
	planned kind = iota
	tentative
	unfilled
	actual
	forecast
)

// addHours adds the rows of a user on a project with a capability.
func (r *report) addHours(of hoursKey, rows []hoursOfDay) error {
	p := r.projects[of.project]
	switch {
	case r.isTooLarge:
		return errTooLarge
	case p == nil:
		return nil
	}
	isCounted := r.counts(of.user, of.capability)
	method := methodOf(p)
	var bills, costs []rateFrom
	if method == pb.MoneyMethod_MONEY_METHOD_HOURLY {
		bills = r.ratesOf(rate.Bill, of)
	}
	if r.costs {
		costs = r.ratesOf(rate.Cost, of)
	}
	group := r.groupOf(of.user, of.capability, p)
	currency := r.prices.currencyOf(p)
	var home *item // once a row counts
	var work *progress
	if method == pb.MoneyMethod_MONEY_METHOD_PROGRESS {
		work = r.progressOf(p)
	}
	for _, row := range rows {
		what := kindOf(of.user, p, row)
		if what != actual && p.Status == project.StatusCancelled {
			continue
		}
		isForecast := row.isActual || what == planned && row.day > r.today && isOpen(p)
		if work != nil {
			work.add(progressRow{row, of, what, group, isCounted})
		}
		if !isCounted {
			continue
		}
		if home == nil {
			home = r.item(group, currency)
		}
		switch method {
		case pb.MoneyMethod_MONEY_METHOD_HOURLY:
			r.addPriced(home, row, isForecast, bills, plannedRevenue, what, unpricedHours)
		case pb.MoneyMethod_MONEY_METHOD_NONE:
			r.addIf(isForecast, home, row.day, unbilledHours, int64(row.hours))
		}
		if r.costs {
			r.addPriced(home, row, isForecast, costs, plannedCost, what, uncostedHours)
		}
	}
	return nil
}

// addPriced adds what a row is worth by its rate to the series of its kind, and to that of the forecast, in the item of
// the currency of the rate. first is the first series of revenues or costs. Without a rate, it adds the hours of the
// forecast to the series without, in the item of the project's currency, which is home.
func (r *report) addPriced(
	home *item, row hoursOfDay, isForecast bool, rates []rateFrom, first series, what kind, without series,
) {
	at := rateOn(rates, row.day)
	if at.level == 0 {
		r.addIf(isForecast, home, row.day, without, int64(row.hours))
		return
	}
	to, amount := home, price(row.hours, at.amount, at.currency)
	if at.currency != home.currency {
		to = r.item(home.group, at.currency)
	}
	r.add(to, row.day, first+what, amount)
	r.addIf(isForecast, to, row.day, first+forecast, amount)
}

// ratesOf returns the rates of hours on all days. It keeps them, because most hours are planned and then worked.
func (r *report) ratesOf(what rate.Kind, of hoursKey) []rateFrom {
	k := ratesKey{what, of}
	found := r.rates[k]
	if found == nil {
		found = r.prices.ratesOf(&hour{what, of.user, of.capability, r.projects[of.project]})
		r.rates[k] = found
	}
	return found
}

// kindOf returns what a row of hours is.
func kindOf(user uuid.UUID, p *ent.Project, row hoursOfDay) kind {
	switch {
	case row.isActual:
		return actual
	case placeholder.Is(user):
		return unfilled
	case row.isTentative || p.Status == project.StatusDraft:
		return tentative
	}
	return planned
}

// methodOf returns how a project brings money in.
func methodOf(p *ent.Project) pb.MoneyMethod {
	switch p.BillingType {
	case project.BillingTypeFixedPrice:
		return pb.MoneyMethod_MONEY_METHOD_PROGRESS
	case project.BillingTypeRetainer:
		return pb.MoneyMethod_MONEY_METHOD_MONTHLY
	case project.BillingTypeTimeMaterials:
		return pb.MoneyMethod_MONEY_METHOD_HOURLY
	}
	return pb.MoneyMethod_MONEY_METHOD_NONE
}

// item returns the item of a group in a currency, which it creates if it is new.
func (r *report) item(group uuid.UUID, currency string) *item {
	k := itemKey{group, currency}
	it := r.items[k]
	if it == nil {
		it = r.newItem(k)
		if r.isTooLarge = r.isTooLarge || (len(r.items)+1)*len(r.buckets) > maxSize; !r.isTooLarge {
			r.items[k] = it
		}
	}
	return it
}

func (r *report) newItem(k itemKey) *item {
	it := &item{itemKey: k}
	all := make([]int64, int(seriesCount)*len(r.buckets))
	for s := range it.figures {
		it.figures[s], all = all[:len(r.buckets)], all[len(r.buckets):]
	}
	return it
}

// add adds a figure of a day, which is not negative.
func (r *report) add(it *item, day int32, s series, figure int64) {
	sum := &it.figures[s][r.bucketOf[day-r.days.first]]
	*sum = saturated(*sum, figure)
	r.isTooMuch = r.isTooMuch || *sum == math.MaxInt64
}

func (r *report) addIf(condition bool, it *item, day int32, s series, figure int64) {
	if condition {
		r.add(it, day, s, figure)
	}
}

// counts reports whether the request selects the hours of a user with a capability.
func (r *report) counts(user, capability uuid.UUID) bool {
	return (r.req.UserId == nil || user == protoconv.ID(*r.req.UserId)) &&
		(r.req.CapabilityId == nil || capability == protoconv.ID(*r.req.CapabilityId)) &&
		(r.req.ManagerId == nil || r.people.isBelow(user, protoconv.ID(*r.req.ManagerId)))
}

// selectsHours reports whether the request selects hours by what a retainer does not have.
func (r *report) selectsHours() bool {
	return r.req.UserId != nil || r.req.CapabilityId != nil || r.req.ManagerId != nil
}

// groupOf returns the group of hours. The user and the capability are uuid.Nil if there is none.
func (r *report) groupOf(user, capability uuid.UUID, p *ent.Project) uuid.UUID {
	switch groupOf(r.req) {
	case pb.MoneyGroup_MONEY_GROUP_CLIENT:
		return p.ClientID
	case pb.MoneyGroup_MONEY_GROUP_USER:
		return user
	case pb.MoneyGroup_MONEY_GROUP_MANAGER:
		return r.people[user].manager
	case pb.MoneyGroup_MONEY_GROUP_CAPABILITY:
		return capability
	}
	return p.ID
}
