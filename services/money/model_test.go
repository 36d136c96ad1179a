package money_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/placeholder"
	"github.com/workplan-api/workplan/test/apitest"
)

// model is all rows of an organization. It computes money in the plainest way: row by row, with exact fractions. It
// shares no code with the service.
type model struct {
	today, currency string
	people          []string
	managers        map[string]string // by user
	projects        []*project
	clients         map[string]string // their currencies, or ""
	capabilities    []string
	rates           map[string][]rateItem // by owner
	budgets         map[string][]budgetItem
	rows            []row // in the order of their days, users, projects and capabilities
	organization    string
	sheets          map[string]string // the status of the timesheet of a user and day
}

type project struct {
	id, client, status, billing, start, end, currency string
	amount, hourly                                    *big.Rat
}

type rateItem struct {
	Kind         string       `json:"kind"`
	ValidFrom    string       `json:"validFrom,omitempty"`
	Amount       *json.Number `json:"amount"`
	Currency     string       `json:"currency"`
	UserID       string       `json:"userId,omitempty"`
	CapabilityID string       `json:"capabilityId,omitempty"`
}

type budgetItem struct {
	ValidFrom string       `json:"validFrom,omitempty"`
	Hours     *json.Number `json:"hours,omitempty"`
	Amount    *json.Number `json:"amount,omitempty"`
	Period    string       `json:"period"`
}

type row struct {
	actual, tentative         bool
	user, project, capability string
	date                      string
	hours                     float64
}

func ratOf(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic(text)
	}
	return r
}

// decimals returns a number with six decimals, half up.
func decimals(hours float64) *big.Rat {
	return rounded(ratOf(strconv.FormatFloat(hours, 'f', -1, 64)), 6)
}

// rounded rounds half up to a number of decimals.
func rounded(x *big.Rat, digits int) *big.Rat {
	scale := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
	scaled := new(big.Rat).Add(new(big.Rat).Mul(x, scale), big.NewRat(1, 2))
	whole := new(big.Int).Div(scaled.Num(), scaled.Denom()) // rounds down
	return new(big.Rat).Quo(new(big.Rat).SetInt(whole), scale)
}

func digitsOf(currency string) int {
	return map[string]int{"JPY": 0, "KWD": 3, "EUR": 2, "USD": 2}[currency]
}

// generate fills the organization of a with random rows around today, and in a leap year.
func generate(a *apitest.API, random *rand.Rand) *model {
	m := &model{
		today: time.Now().UTC().Format(time.DateOnly), currency: "EUR", organization: a.Organization.String(),
		managers: map[string]string{}, clients: map[string]string{}, rates: map[string][]rateItem{},
		budgets: map[string][]budgetItem{}, sheets: map[string]string{},
	}
	org := a.Organization
	newID := func() string { return uuid.Must(uuid.NewV7()).String() }
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	chance := func(percent int) bool { return random.IntN(100) < percent }
	var days []string
	for i := -70; i <= 70; i++ {
		days = append(days, plus(m.today, i))
	}
	for i := range 25 {
		days = append(days, plus("2028-02-14", i))
	}
	currencies := []string{"EUR", "EUR", "USD", "JPY", "KWD"}
	amount := func() *json.Number {
		return new(json.Number([]string{"0", "100", "95.5", "61.234567", "33.333333", "0.000001", "120.005", "1234.56"}[random.IntN(8)]))
	}
	if chance(50) {
		m.currency = pick(currencies)
		a.Exec(`INSERT INTO organization_pricing (organization_id, id, version, created_at, updated_at, currency)
			VALUES ($1, $1, 1, now(), now(), $2)`, org, m.currency)
	}
	m.capabilities = []string{"", a.ID("design"), a.ID("engineering")}
	for i := range 8 {
		id, kind, email := newID(), (*string)(nil), new(fmt.Sprintf("m%d@example.com", i))
		if i > 5 {
			id, kind, email = placeholder.NewID().String(), new("placeholder"), nil
		}
		var manager *string
		if len(m.people) > 0 && chance(70) {
			manager = new(pick(m.people[:min(len(m.people), 5)]))
			m.managers[id] = *manager
		}
		a.Exec(`INSERT INTO users (organization_id, id, version, created_at, updated_at, email, name, kind,
			default_availability, reports_to_id, role, is_active)
			VALUES ($1, $2, 1, now(), now(), $3, $4, $5, 40, $6, 'member', true)`, org, id, email, fmt.Sprint("P", i), kind, manager)
		m.people = append(m.people, id)
	}
	for _, name := range []string{"acme", "globex"} {
		m.clients[a.ID(name)] = ""
		if chance(40) {
			m.clients[a.ID(name)] = pick(currencies)
			a.Exec("UPDATE clients SET currency = $3 WHERE organization_id = $1 AND id = $2", org, a.ID(name), m.clients[a.ID(name)])
		}
	}
	clients := slices.Sorted(maps.Keys(m.clients))
	for i := range 14 {
		p := &project{
			id: newID(), client: pick(clients), status: pick([]string{"draft", "planned", "active", "active", "completed", "cancelled"}),
			billing: pick([]string{"fixed_price", "fixed_price", "retainer", "retainer", "time_materials", "time_materials",
				"non_billable"}),
			start: plus(m.today, random.IntN(120)-90), end: plus(m.today, random.IntN(90)-30),
		}
		if chance(30) {
			p.end = "2028-02-29"
		}
		p.start, p.end = min(p.start, p.end), max(p.start, p.end)
		var currency *string
		if chance(40) {
			p.currency = pick(currencies)
			currency = &p.currency
		}
		var fixed, hourly *string
		switch {
		case p.billing == "time_materials" && chance(60):
			hourly = new(pick([]string{"0", "80", "99.99", "1000000.123456"}))
			p.hourly = ratOf(*hourly)
		case p.billing != "non_billable" && p.billing != "time_materials" && chance(90):
			fixed = new(pick([]string{"0", "10000", "1234.567", "1000000", "99.995"}))
			p.amount = ratOf(*fixed)
		}
		a.Exec(`INSERT INTO projects (organization_id, id, version, created_at, updated_at, name, client_id, start_date,
			end_date, status, billing_type, amount, hourly_rate, currency)
			VALUES ($1, $2, 1, now(), now(), $3, $4, $5, $6, $7, $8, $9::float8, $10::float8, $11)`, org, p.id, fmt.Sprint("Project ", i),
			p.client, p.start, p.end, p.status, p.billing, fixed, hourly, currency)
		m.projects = append(m.projects, p)
		if chance(50) {
			var items []budgetItem
			for j := range 1 + random.IntN(3) {
				it := budgetItem{Period: pick([]string{"total", "month"})}
				if j > 0 {
					it.ValidFrom = plus(m.today, 15*j+random.IntN(15)-30)
				}
				if chance(70) {
					it.Hours = new(json.Number(pick([]string{"10", "40.5", "100"})))
				}
				if it.Hours == nil || chance(30) && p.billing == "time_materials" {
					it.Amount = new(json.Number(pick([]string{"500", "2500.005", "10000"})))
				}
				items = append(items, it)
			}
			slices.SortFunc(items, func(a, b budgetItem) int { return cmp.Compare(a.ValidFrom, b.ValidFrom) })
			m.budgets[p.id] = items
			text, _ := json.Marshal(items)
			a.Exec(`INSERT INTO budgets (organization_id, id, version, created_at, updated_at, items, alert_at)
				VALUES ($1, $2, 1, now(), now(), $3, '{1, 50, 100}')`, org, p.id, string(text))
		}
	}
	owners := map[string]string{m.organization: "organization"}
	for _, u := range m.people {
		owners[u] = "user"
	}
	for _, p := range m.projects {
		owners[p.id] = "project"
	}
	for c := range m.clients {
		owners[c] = "client"
	}
	for _, id := range slices.Sorted(maps.Keys(owners)) {
		kind := owners[id]
		if chance(30) {
			continue
		}
		var items []rateItem
		for range random.IntN(7) {
			it := rateItem{Kind: pick([]string{"bill", "bill", "cost"}), Amount: amount(), Currency: pick(currencies)}
			if chance(60) {
				it.ValidFrom = pick(days)
			}
			if chance(15) {
				it.Amount = nil
			}
			switch {
			case kind == "project" && (it.Kind == "cost" || chance(40)):
				it.UserID = pick(m.people)
			case chance(40):
				it.CapabilityID = pick(m.capabilities)
			}
			isSame := func(other rateItem) bool {
				return it.Kind == other.Kind && it.ValidFrom == other.ValidFrom && it.UserID == other.UserID &&
					it.CapabilityID == other.CapabilityID
			}
			if !(kind == "client" && it.Kind == "cost") && !slices.ContainsFunc(items, isSame) {
				items = append(items, it)
			}
		}
		slices.SortStableFunc(items, func(a, b rateItem) int { return cmp.Compare(a.ValidFrom, b.ValidFrom) })
		m.rates[id] = items
		text, _ := json.Marshal(items)
		a.Exec(`INSERT INTO rates (organization_id, id, version, created_at, updated_at, owner, items)
			VALUES ($1, $2, 1, now(), now(), $3, coalesce(nullif($4, 'null'), '[]')::jsonb)`, org, id, kind, string(text))
	}
	seen := map[row]bool{}
	for range 2500 {
		r := row{
			actual: chance(50), user: pick(m.people), project: m.projects[random.IntN(len(m.projects))].id,
			capability: pick(m.capabilities), date: pick(days),
		}
		if r.actual && placeholder.IsText(r.user) || seen[r] {
			continue
		}
		seen[r] = true
		r.hours = []float64{0, 0.1, 0.2, 0.7, 2, 7.35, 8, 1.0 / 3, 0.0000005, 1e-9}[random.IntN(10)]
		r.tentative = !r.actual && chance(15)
		m.rows = append(m.rows, r)
	}
	nearlyNone := &project{
		id: newID(), client: pick(clients), status: "active", billing: "fixed_price", start: m.today, end: m.today,
		amount: ratOf("1000000000000"),
	}
	m.projects = append(m.projects, nearlyNone)
	a.Exec(`INSERT INTO projects (organization_id, id, version, created_at, updated_at, name, client_id, start_date,
		end_date, status, billing_type, amount) VALUES ($1, $2, 1, now(), now(), 'N', $3, $4, $4, 'active', 'fixed_price', 1e12)`,
		org, nearlyNone.id, nearlyNone.client, m.today)
	for _, actual := range []bool{true, false} {
		m.rows = append(m.rows,
			row{actual: actual, user: m.people[0], project: nearlyNone.id, date: m.today, hours: 1e-9})
	}
	m.insertRows(a)
	for _, u := range m.people {
		for day := -70; day < 70 && !placeholder.IsText(u); day += 1 + random.IntN(9) {
			status, last := pick([]string{"pending", "approved", "approved", "rejected", "withdrawn", "reopened"}), day+random.IntN(7)
			a.Exec(`INSERT INTO timesheets (organization_id, id, version, created_at, updated_at, user_id, start_date, end_date,
				status, hours) VALUES ($1, $2, 1, now(), now(), $3, $4, $5, $6, 0)`,
				org, newID(), u, plus(m.today, day), plus(m.today, last), status)
			for ; day <= last; day++ {
				if status == "pending" || status == "approved" {
					m.sheets[u+plus(m.today, day)] = status
				}
			}
		}
	}
	slices.SortFunc(m.rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.date, b.date), cmp.Compare(a.user, b.user), cmp.Compare(a.project, b.project),
			cmp.Compare(a.capability, b.capability))
	})
	return m
}

// insertRows inserts the rows of hours, those of each table in one statement.
func (m *model) insertRows(a *apitest.API) {
	items := map[bool][]map[string]any{}
	for _, r := range m.rows {
		items[r.actual] = append(items[r.actual], map[string]any{
			"user": r.user, "project": r.project, "capability": r.capability, "date": r.date, "hours": r.hours,
			"tentative": r.tentative,
		})
	}
	for actual, rows := range items {
		table, more := "assignments", ", tentative"
		if actual {
			table, more = "actual_hours", ""
		}
		text, _ := json.Marshal(rows)
		a.Exec(`INSERT INTO `+table+` (organization_id, id, version, created_at, updated_at, user_id, project_id,
			capability_id, date, hours`+more+`) SELECT $1, gen_random_uuid(), 1, now(), now(), "user", project,
			nullif(capability, '')::uuid, date, hours`+more+` FROM jsonb_to_recordset($2::jsonb)
			AS r ("user" uuid, project uuid, capability text, date date, hours float8, tentative bool)`,
			a.Organization, string(text))
	}
}

func plus(date string, days int) string {
	d, _ := time.Parse(time.DateOnly, date)
	return d.AddDate(0, 0, days).Format(time.DateOnly)
}

func (m *model) project(id string) *project {
	return m.projects[slices.IndexFunc(m.projects, func(p *project) bool { return p.id == id })]
}

func (m *model) currencyOf(p *project) string {
	return cmp.Or(p.currency, m.clients[p.client], m.currency)
}

// rate returns the rate of a row, its currency and its level, or nil.
func (m *model) rate(kind string, r row) (*big.Rat, string, string) {
	p := m.project(r.project)
	type level struct{ name, owner, user, capability string }
	levels := []level{
		{"project_user", p.id, r.user, ""}, {"project_capability", p.id, "", r.capability}, {"project", p.id, "", ""},
		{"client_capability", p.client, "", r.capability}, {"client", p.client, "", ""},
		{"user_capability", r.user, "", r.capability}, {"user", r.user, "", ""},
		{"capability", m.organization, "", r.capability}, {"organization", m.organization, "", ""},
	}
	for _, l := range levels {
		if strings.HasSuffix(l.name, "capability") && r.capability == "" {
			continue
		}
		var latest *rateItem
		for i, it := range m.rates[l.owner] {
			if it.Kind == kind && it.UserID == l.user && it.CapabilityID == l.capability && it.ValidFrom <= r.date {
				latest = &m.rates[l.owner][i]
			}
		}
		switch {
		case latest != nil && latest.Amount != nil:
			return ratOf(latest.Amount.String()), latest.Currency, l.name
		case latest == nil && l.name == "project" && kind == "bill" && p.hourly != nil:
			return p.hourly, m.currencyOf(p), l.name
		}
	}
	return nil, "", ""
}

// figures are those of an item: by series, and then by bucket.
type figures map[string][]*big.Rat

type sums struct {
	m       *model
	req     *pb.GetMoneyRequest
	buckets []string
	items   map[[2]string]figures // by group and currency
}

func (s *sums) item(group, currency string) figures {
	k := [2]string{group, currency}
	if s.items[k] == nil {
		s.items[k] = figures{}
	}
	return s.items[k]
}

func (s *sums) add(group, currency, date, series string, x *big.Rat) {
	if date < s.req.StartDate || date > s.req.EndDate {
		return
	}
	f := s.item(group, currency)
	if f[series] == nil {
		f[series] = make([]*big.Rat, len(s.buckets))
		for i := range f[series] {
			f[series][i] = new(big.Rat)
		}
	}
	bucket := 0
	for i, first := range s.buckets {
		if first <= date {
			bucket = i
		}
	}
	f[series][bucket].Add(f[series][bucket], x)
}

func (m *model) group(req *pb.GetMoneyRequest, p *project, user, capability string) string {
	switch req.GetGroupBy() {
	case pb.MoneyGroup_MONEY_GROUP_CLIENT:
		return p.client
	case pb.MoneyGroup_MONEY_GROUP_USER:
		return user
	case pb.MoneyGroup_MONEY_GROUP_MANAGER:
		return m.managers[user]
	case pb.MoneyGroup_MONEY_GROUP_CAPABILITY:
		return capability
	}
	return p.id
}

func (m *model) selects(req *pb.GetMoneyRequest, p *project, user, capability string) bool {
	isBelow := req.ManagerId == nil
	for u := m.managers[user]; u != "" && !isBelow; u = m.managers[u] {
		isBelow = u == req.GetManagerId()
	}
	return isBelow && (req.ProjectId == nil || p.id == req.GetProjectId()) &&
		(req.ClientId == nil || p.client == req.GetClientId()) && (req.UserId == nil || user == req.GetUserId()) &&
		(req.CapabilityId == nil || capability == req.GetCapabilityId())
}

// kind is what a row is: planned, tentative, unfilled or actual; "" if it does not count.
func (m *model) kind(r row) string {
	p := m.project(r.project)
	switch {
	case r.actual && r.date > m.today || !r.actual && p.status == "cancelled" || r.hours == 0:
		return ""
	case r.actual:
		return "actual"
	case placeholder.IsText(r.user):
		return "unfilled"
	case p.status == "draft" || r.tentative:
		return "tentative"
	}
	return "planned"
}

func (m *model) isOpen(p *project) bool { return p.status != "completed" && p.status != "cancelled" }

// bucketsOf returns the first day of each bucket.
func bucketsOf(req *pb.GetMoneyRequest) (firsts []string) {
	for d := req.StartDate; d <= req.EndDate; d = plus(d, 1) {
		day, _ := time.Parse(time.DateOnly, d)
		begins := d == req.StartDate
		switch req.GetBucket() {
		case pb.MoneyBucket_MONEY_BUCKET_DAY:
			begins = true
		case pb.MoneyBucket_MONEY_BUCKET_WEEK:
			begins = begins || day.Weekday() == time.Monday
		case pb.MoneyBucket_MONEY_BUCKET_TOTAL:
		default:
			begins = begins || strings.HasSuffix(d, "-01")
		}
		if begins {
			firsts = append(firsts, d)
		}
	}
	return firsts
}

// money computes what GetMoney returns to somebody who reads costs.
func (m *model) money(req *pb.GetMoneyRequest) *sums {
	s := &sums{m, req, bucketsOf(req), map[[2]string]figures{}}
	inRange := func(r row) bool { return req.StartDate <= r.date && r.date <= req.EndDate }
	for _, r := range m.rows {
		p, kind := m.project(r.project), m.kind(r)
		if kind == "" || !inRange(r) || !m.selects(req, p, r.user, r.capability) {
			continue
		}
		isForecast := kind == "actual" || kind == "planned" && r.date > m.today && m.isOpen(p)
		group, home, hours := m.group(req, p, r.user, r.capability), m.currencyOf(p), decimals(r.hours)
		s.item(group, home)
		hoursIf := func(series string) {
			if isForecast {
				s.add(group, home, r.date, series, hours)
			}
		}
		amounts := func(of string, rate *big.Rat, currency string) {
			x := rounded(new(big.Rat).Mul(hours, rate), digitsOf(currency))
			s.add(group, currency, r.date, kind+of, x)
			if isForecast {
				s.add(group, currency, r.date, "forecast"+of, x)
			}
		}
		if p.billing == "non_billable" {
			hoursIf("unbilledHours")
		}
		if p.billing == "time_materials" {
			if rate, currency, _ := m.rate("bill", r); rate != nil {
				amounts("Revenue", rate, currency)
			} else {
				hoursIf("unpricedHours")
			}
		}
		if rate, currency, _ := m.rate("cost", r); rate != nil {
			amounts("Cost", rate, currency)
		} else {
			hoursIf("uncostedHours")
		}
	}
	for _, p := range m.projects {
		if p.amount == nil || p.status == "cancelled" {
			continue
		}
		switch p.billing {
		case "retainer":
			s.retainer(p)
		case "fixed_price":
			s.fixedPrice(p)
		}
	}
	return s
}

// upTo returns what a retainer has brought in in a month, up to a day of it.
func (m *model) upTo(p *project, date string) *big.Rat {
	d, _ := time.Parse(time.DateOnly, date)
	first := time.Date(d.Year(), d.Month(), 1, 0, 0, 0, 0, time.UTC)
	days, all := int64(0), int64(first.AddDate(0, 1, -1).Day())
	for day := first; !day.After(d); day = day.AddDate(0, 0, 1) {
		if text := day.Format(time.DateOnly); p.start <= text && text <= p.end {
			days++
		}
	}
	return rounded(new(big.Rat).Mul(p.amount, big.NewRat(days, all)), digitsOf(m.currencyOf(p)))
}

func (s *sums) retainer(p *project) {
	if s.req.UserId != nil || s.req.ManagerId != nil || s.req.CapabilityId != nil || !s.m.selects(s.req, p, "", "") {
		return
	}
	for d := max(p.start, s.req.StartDate); d <= min(p.end, s.req.EndDate); d = plus(d, 1) {
		gained := s.m.upTo(p, d)
		if !strings.HasSuffix(d, "-01") {
			gained.Sub(gained, s.m.upTo(p, plus(d, -1)))
		}
		add := func(series string) { s.add(s.m.group(s.req, p, "", ""), s.m.currencyOf(p), d, series, gained) }
		if p.status == "draft" {
			add("tentativeRevenue")
			continue
		}
		add("plannedRevenue")
		if d <= s.m.today {
			add("actualRevenue")
		}
		if d <= s.m.today || p.status != "completed" {
			add("forecastRevenue")
		}
	}
}

func (s *sums) fixedPrice(p *project) {
	model, currency := s.m, s.m.currencyOf(p)
	var plan, work, rest []row
	for _, r := range model.rows {
		kind := model.kind(r)
		if r.project != p.id || kind == "" {
			continue
		}
		isPlan := !r.actual && (!r.tentative || p.status == "draft")
		switch {
		case r.actual:
			work = append(work, r)
		case isPlan:
			plan = append(plan, r)
			if r.date > model.today && p.status != "completed" {
				rest = append(rest, r)
			}
		}
	}
	sum := func(rows []row) *big.Rat {
		x := new(big.Rat)
		for _, r := range rows {
			x.Add(x, decimals(r.hours))
		}
		return x
	}
	earn := func(rows []row, whole *big.Rat, series func(r row) []string) {
		done, before := new(big.Rat), new(big.Rat)
		for _, r := range rows {
			done.Add(done, decimals(r.hours))
			if whole.Sign() == 0 {
				continue
			}
			after := rounded(new(big.Rat).Quo(new(big.Rat).Mul(p.amount, done), whole), digitsOf(currency))
			gained := new(big.Rat).Sub(after, before)
			before = after
			if !model.selects(s.req, p, r.user, r.capability) {
				continue
			}
			for _, name := range series(r) {
				s.add(model.group(s.req, p, r.user, r.capability), currency, r.date, name, gained)
			}
		}
	}
	earn(plan, sum(plan), func(r row) []string { return []string{model.kind(r) + "Revenue"} })
	both := slices.Concat(work, rest)
	earn(both, sum(both), func(r row) []string {
		switch {
		case r.actual:
			return []string{"actualRevenue", "forecastRevenue"}
		case model.kind(r) == "planned":
			return []string{"forecastRevenue"}
		}
		return nil
	})
	if p.status == "completed" && sum(work).Sign() == 0 &&
		s.req.UserId == nil && s.req.ManagerId == nil && s.req.CapabilityId == nil && model.selects(s.req, p, "", "") {
		whole := rounded(p.amount, digitsOf(currency))
		if p.end <= model.today {
			s.add(model.group(s.req, p, "", ""), currency, p.end, "actualRevenue", whole)
		}
		s.add(model.group(s.req, p, "", ""), currency, p.end, "forecastRevenue", whole)
	}
}

// moneySeries are the amounts.
var moneySeries = []string{
	"plannedRevenue", "tentativeRevenue", "unfilledRevenue", "actualRevenue", "forecastRevenue",
	"plannedCost", "tentativeCost", "unfilledCost", "actualCost", "forecastCost",
}

func (f figures) hasAmounts() bool {
	return slices.ContainsFunc(moneySeries, func(name string) bool {
		return slices.ContainsFunc(f[name], func(x *big.Rat) bool { return x.Sign() != 0 })
	})
}

func (f figures) hasSome() bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(f)), func(list []*big.Rat) bool {
		return slices.ContainsFunc(list, func(x *big.Rat) bool { return x.Sign() != 0 })
	})
}

func (f figures) at(series string, bucket int) *big.Rat {
	if f[series] == nil {
		return new(big.Rat)
	}
	return f[series][bucket]
}

// differs returns how a response differs from the sums.
func (s *sums) differs(got *pb.Money) string {
	if !slices.Equal(got.Buckets, s.buckets) {
		return fmt.Sprintf("the buckets %v, want %v", got.Buckets, s.buckets)
	}
	several, totals, some := map[string]int{}, map[string]figures{}, map[string]bool{}
	for k, f := range s.items {
		some[k[0]] = some[k[0]] || f.hasSome()
	}
	maps.DeleteFunc(s.items, func(k [2]string, f figures) bool { return some[k[0]] && !f.hasSome() })
	for k, f := range s.items {
		if f.hasAmounts() {
			several[k[0]]++
		}
		if totals[k[1]] == nil {
			totals[k[1]] = figures{}
		}
		for name, list := range f {
			if totals[k[1]][name] == nil {
				totals[k[1]][name] = make([]*big.Rat, len(list))
				for i := range list {
					totals[k[1]][name][i] = new(big.Rat)
				}
			}
			for i, x := range list {
				totals[k[1]][name][i].Add(totals[k[1]][name][i], x)
			}
		}
	}
	compare := func(of string, f figures, isMixed bool, values []*pb.MoneyValues) string {
		for i, name := range got.Series {
			for b, x := range values[i].Figures {
				want := f.at(name, b)
				if name == "margin" {
					want = new(big.Rat).Sub(f.at("forecastRevenue", b), f.at("forecastCost", b))
					if isMixed {
						if !math.IsNaN(x) {
							return fmt.Sprintf("%s: a margin %v in one of several currencies", of, x)
						}
						continue
					}
				}
				if exact, _ := want.Float64(); x != exact {
					return fmt.Sprintf("%s: %s of %s is %v, want %s", of, name, s.buckets[b], x, want.FloatString(6))
				}
			}
		}
		return ""
	}
	if len(got.Items) != len(s.items) {
		return fmt.Sprintf("%d items, want %d", len(got.Items), len(s.items))
	}
	for _, it := range got.Items {
		f := s.items[[2]string{it.GetId(), it.Currency}]
		if f == nil {
			return fmt.Sprintf("an item of %q in %s", it.GetId(), it.Currency)
		}
		if d := compare(it.GetId()+" "+it.Currency, f, several[it.GetId()] > 1, it.Values); d != "" {
			return d
		}
	}
	if len(got.Totals) != len(totals) {
		return fmt.Sprintf("%d totals, want %d", len(got.Totals), len(totals))
	}
	mixed := 0
	for _, f := range totals {
		if f.hasAmounts() {
			mixed++
		}
	}
	for _, total := range got.Totals {
		if d := compare("the total of "+total.Currency, totals[total.Currency], mixed > 1, total.Values); d != "" {
			return d
		}
	}
	return ""
}

// lines returns what ListMoneyLines returns, without the ids of rows.
func (m *model) lines(req *pb.ListMoneyLinesRequest) (lines []*pb.MoneyLine) {
	isAsked := func(p *project) bool {
		return (req.ProjectId == nil || p.id == *req.ProjectId) && (req.ClientId == nil || p.client == *req.ClientId)
	}
	last := min(req.EndDate, m.today)
	float := func(x *big.Rat) *float64 {
		exact, _ := x.Float64()
		return &exact
	}
	for _, p := range m.projects {
		if p.billing != "retainer" || p.amount == nil || p.status == "draft" || p.status == "cancelled" || !isAsked(p) {
			continue
		}
		var line *pb.MoneyLine
		for d := max(p.start, req.StartDate); d <= min(p.end, last); d = plus(d, 1) {
			if line == nil || strings.HasSuffix(d, "-01") {
				line = &pb.MoneyLine{
					Date: d, ProjectId: p.id, ClientId: p.client, Method: pb.MoneyMethod_MONEY_METHOD_MONTHLY,
					Currency: new(m.currencyOf(p)),
				}
				lines = append(lines, line)
			}
			before := new(big.Rat)
			if !strings.HasSuffix(line.Date, "-01") {
				before = m.upTo(p, plus(line.Date, -1))
			}
			line.Amount = float(new(big.Rat).Sub(m.upTo(p, d), before))
		}
	}
	slices.SortFunc(lines, func(a, b *pb.MoneyLine) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.ProjectId, b.ProjectId))
	})
	methods := map[string]pb.MoneyMethod{
		"fixed_price": pb.MoneyMethod_MONEY_METHOD_PROGRESS, "retainer": pb.MoneyMethod_MONEY_METHOD_MONTHLY,
		"time_materials": pb.MoneyMethod_MONEY_METHOD_HOURLY, "non_billable": pb.MoneyMethod_MONEY_METHOD_NONE,
	}
	for _, r := range m.rows {
		p, status := m.project(r.project), m.sheets[r.user+r.date]
		if m.kind(r) != "actual" || r.date < req.StartDate || r.date > last || !isAsked(p) ||
			req.GetSettled() && status != "approved" {
			continue
		}
		line := &pb.MoneyLine{
			Date: r.date, UserId: &r.user, ProjectId: p.id, ClientId: p.client, Method: methods[p.billing],
			Hours: &r.hours,
		}
		if r.capability != "" {
			line.CapabilityId = &r.capability
		}
		if status != "" {
			line.TimesheetStatus = pb.TimesheetStatus(pb.TimesheetStatus_value["TIMESHEET_STATUS_"+strings.ToUpper(status)]).Enum()
		}
		if rate, currency, level := m.rate("bill", r); rate != nil && p.billing == "time_materials" {
			line.Rate, line.Currency = float(rate), &currency
			line.RateLevel = pb.RateLevel(pb.RateLevel_value["RATE_LEVEL_"+strings.ToUpper(level)]).Enum()
			line.Amount = float(rounded(new(big.Rat).Mul(decimals(r.hours), rate), digitsOf(currency)))
		}
		lines = append(lines, line)
	}
	return lines
}

// limit returns what holds on a day: the period, the hours and the amount.
func (m *model) limit(p *project, date string) (period string, hours, amount *big.Rat) {
	for _, it := range m.budgets[p.id] {
		if it.ValidFrom > date {
			break
		}
		period, hours, amount = it.Period, nil, nil
		if it.Hours != nil {
			hours = ratOf(it.Hours.String())
		}
		if it.Amount != nil {
			amount = rounded(ratOf(it.Amount.String()), digitsOf(m.currencyOf(p)))
		}
	}
	if p.amount == nil || p.status == "cancelled" {
		return period, hours, amount
	}
	switch {
	case p.billing == "fixed_price" && (period == "" || period == "total"):
		return "total", hours, rounded(p.amount, digitsOf(m.currencyOf(p)))
	case p.billing == "retainer" && (period == "" || period == "month"):
		d, _ := time.Parse(time.DateOnly, date)
		return "month", hours, m.upTo(p, time.Date(d.Year(), d.Month()+1, 0, 0, 0, 0, 0, time.UTC).Format(time.DateOnly))
	}
	return period, hours, amount
}

// budget returns how much of the budget of a project is used up, or nil if it has none.
func (m *model) budget(p *project) *pb.BudgetUse {
	period, hours, amount := m.limit(p, m.today)
	if period == "" {
		return nil
	}
	last := m.today
	var rows []row
	for _, r := range m.rows {
		last = max(last, r.date)
		if r.project != p.id || m.kind(r) != "actual" && (m.kind(r) != "planned" || !m.isOpen(p) || r.date <= m.today) {
			continue
		}
		rows = append(rows, r)
	}
	for _, it := range m.budgets[p.id] {
		last = max(last, it.ValidFrom)
	}
	use := &pb.BudgetUse{Period: pb.BudgetPeriod(pb.BudgetPeriod_value["BUDGET_PERIOD_"+strings.ToUpper(period)])}
	usedHours, usedWorth, spentHours, spentWorth := new(big.Rat), new(big.Rat), new(big.Rat), new(big.Rat)
	first := plus(m.today, -80)
	if period == "month" {
		first = m.today[:8] + "01"
	}
	isMixed, spentMixed := false, false
	isUp := func(least int, hours, amount *big.Rat) bool {
		return hours != nil && usedHours.Sign() > 0 && usedHours.Cmp(hours) >= least ||
			amount != nil && !isMixed && usedWorth.Sign() > 0 && usedWorth.Cmp(amount) >= least
	}
	goesOn := true
	for d := first; d <= last; d = plus(d, 1) {
		if period == "month" && strings.HasSuffix(d, "-01") {
			usedHours, usedWorth, isMixed = new(big.Rat), new(big.Rat), false
		}
		isDay := slices.ContainsFunc(m.budgets[p.id], func(it budgetItem) bool { return it.ValidFrom == d })
		for _, r := range rows {
			if r.date != d {
				continue
			}
			isDay = true
			usedHours = new(big.Rat).Add(usedHours, decimals(r.hours))
			if rate, currency, _ := m.rate("bill", r); rate != nil && currency == m.currencyOf(p) {
				worth := rounded(new(big.Rat).Mul(decimals(r.hours), rate), digitsOf(currency))
				usedWorth = new(big.Rat).Add(usedWorth, worth)
			} else {
				isMixed = isMixed || rate != nil
			}
		}
		if d <= m.today {
			spentHours, spentWorth, spentMixed = usedHours, usedWorth, isMixed
		}
		now, hours, amount := m.limit(p, max(d, m.today))
		if goesOn = goesOn && now == period; !goesOn || !isDay {
			continue
		}
		if use.BurnDate == nil && isUp(0, hours, amount) {
			use.BurnDate = &d
		}
		if use.OverrunAt == nil && isUp(1, hours, amount) {
			use.OverrunAt = &d
		}
	}
	float := func(x *big.Rat) *float64 {
		exact, _ := x.Float64()
		return &exact
	}
	if hours != nil {
		use.Hours, use.SpentHours = float(hours), float(spentHours)
		use.RemainingHours = float(new(big.Rat).Sub(hours, spentHours))
	}
	if amount != nil {
		if use.Amount = float(amount); !spentMixed {
			use.SpentAmount, use.RemainingAmount = float(spentWorth), float(new(big.Rat).Sub(amount, spentWorth))
		}
	}
	return use
}

// alerts returns the alerts of a project whose budget is stored: validFrom, month, percent and hours.
func (m *model) alerts(p *project) (all []string) {
	period, hours, amount := m.limit(p, m.today)
	validFrom, month := "", ""
	for _, it := range m.budgets[p.id] {
		if it.ValidFrom <= m.today {
			validFrom = it.ValidFrom
		}
	}
	if period == "month" {
		month = m.today[:8] + "01"
	}
	isMixed, taken, worth := map[string]bool{}, map[string]*big.Rat{}, map[string]*big.Rat{}
	for _, what := range []string{"actual", "planned"} {
		taken[what], worth[what] = new(big.Rat), new(big.Rat)
	}
	for _, r := range m.rows {
		kind := m.kind(r)
		if r.project != p.id || kind != "actual" && (kind != "planned" || r.date <= m.today || !m.isOpen(p)) {
			continue
		}
		rate, currency, _ := m.rate("bill", r)
		if month != "" && r.date[:8] != month[:8] {
			continue
		}
		for what := range taken {
			if what == "planned" || kind == "actual" {
				taken[what].Add(taken[what], decimals(r.hours))
				isMixed[what] = isMixed[what] || rate != nil && currency != m.currencyOf(p)
				if rate != nil && currency == m.currencyOf(p) {
					worth[what].Add(worth[what], rounded(new(big.Rat).Mul(decimals(r.hours), rate), digitsOf(currency)))
				}
			}
		}
	}
	for what := range taken {
		for _, percent := range []int64{1, 50, 100} {
			reaches := func(taken, limit *big.Rat) bool {
				return limit != nil && limit.Sign() > 0 &&
					taken.Cmp(new(big.Rat).Mul(limit, big.NewRat(percent, 100))) >= 0
			}
			if reaches(taken[what], hours) || !isMixed[what] && reaches(worth[what], amount) {
				all = append(all, fmt.Sprintf("%s|%s|%s|%d|%s", p.id, validFrom, month, percent, what))
			}
		}
	}
	return all
}
