package money_test

import (
	"fmt"
	"log/slog"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/money"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

// randomRequest is a request whose filters mostly select something.
func (m *model) randomRequest(random *rand.Rand) *pb.GetMoneyRequest {
	start := plus(m.today, random.IntN(160)-90)
	if random.IntN(5) == 0 {
		start = plus("2028-02-10", random.IntN(20))
	}
	req := &pb.GetMoneyRequest{StartDate: start, EndDate: plus(start, random.IntN(80))}
	if n := random.IntN(5); n > 0 {
		req.Bucket = pb.MoneyBucket(n).Enum()
	}
	if n := random.IntN(6); n > 0 {
		req.GroupBy = pb.MoneyGroup(n).Enum()
	}
	sometimes := func(percent int, id string) *string {
		if random.IntN(100) >= percent || id == "" {
			return nil
		}
		return &id
	}
	r := m.rows[random.IntN(len(m.rows))]
	req.UserId, req.ManagerId = sometimes(15, r.user), sometimes(15, m.managers[r.user])
	req.ProjectId, req.ClientId = sometimes(15, r.project), sometimes(15, m.project(r.project).client)
	req.CapabilityId = sometimes(10, r.capability)
	return req
}

func TestMoney(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("organization ", seed), func(t *testing.T) {
			t.Parallel()
			a := apitest.NewIsolated(t)
			a.Key("reader", "admin", "read:rates", "read:costs", "read:assignments", "read:actual_hours", "read:projects",
				"read:clients", "read:users")
			random := rand.New(rand.NewPCG(48, seed))
			m, client := generate(a, random), pb.NewMoneyServiceClient(a.Conn)
			figures := 0
			for range 250 {
				req := m.randomRequest(random)
				resp, err := client.GetMoney(a.Context(t.Context(), "reader"), req)
				if err != nil {
					t.Fatalf("%v: %v", req, err)
				}
				if d := m.money(req).differs(resp.Data); d != "" {
					t.Fatalf("%v: %s", req, d)
				}
				for _, it := range resp.Data.Items {
					figures += len(it.Values) * len(resp.Data.Buckets)
				}
			}
			t.Logf("%d figures are equal", figures)
		})
	}
}

// TestMoneyLines compares lines with the model and with GetMoney, page by page. The same lines come again, to the byte.
func TestMoneyLines(t *testing.T) {
	for seed := range uint64(3) {
		t.Run(fmt.Sprint("organization ", seed), func(t *testing.T) {
			t.Parallel()
			a := apitest.NewIsolated(t)
			a.Key("reader", "admin", "read:rates", "read:costs", "read:assignments", "read:actual_hours", "read:projects")
			random := rand.New(rand.NewPCG(49, seed))
			m, client := generate(a, random), pb.NewMoneyServiceClient(a.Conn)
			for range 25 {
				start := plus(m.today, random.IntN(120)-90)
				req := &pb.ListMoneyLinesRequest{
					StartDate: start, EndDate: plus(start, random.IntN(80)), Count: new(true),
				}
				if random.IntN(3) == 0 {
					req.ProjectId = &m.rows[random.IntN(len(m.rows))].project
				}
				if random.IntN(3) == 0 {
					req.ClientId = &m.project(m.rows[random.IntN(len(m.rows))].project).client
				}
				if random.IntN(3) == 0 {
					req.Settled = new(random.IntN(3) > 0)
				}
				want := m.lines(req)
				got := readLines(t, a, client, req, int32(1+random.IntN(60)))
				for i, line := range got {
					if (line.ActualHoursId == nil) != (line.UserId == nil) {
						t.Fatalf("%v has the row %q", line, line.GetActualHoursId())
					}
					line.ActualHoursId = nil
					if i >= len(want) || !proto.Equal(line, want[i]) {
						t.Fatalf("%v: the line %d is\n%v, want\n%v", req, i, line, want[min(i, len(want)-1)])
					}
				}
				if len(got) != len(want) {
					t.Fatalf("%v: %d lines, want %d", req, len(got), len(want))
				}
				offset := random.IntN(len(want) + 2)
				req.Offset, req.Limit = new(int64(offset)), new(int32(7))
				page, err := client.ListMoneyLines(a.Context(t.Context(), "reader"), req)
				if err != nil {
					t.Fatal(err)
				}
				if page.Data.GetTotal() != int64(len(want)) {
					t.Errorf("%v: the total is %d, want %d", req, page.Data.GetTotal(), len(want))
				}
				for i, line := range page.Data.Items {
					if line.ActualHoursId = nil; !proto.Equal(line, want[offset+i]) {
						t.Fatalf("%v: the line %d is\n%v, want\n%v", req, i, line, want[offset+i])
					}
				}
				if !req.GetSettled() {
					m.addUp(t, a, client, req, want)
				}
			}
		})
	}
}

// readLines reads all pages of a list.
func readLines(
	t *testing.T, a *apitest.API, client pb.MoneyServiceClient, of *pb.ListMoneyLinesRequest, limit int32,
) (lines []*pb.MoneyLine) {
	req := proto.CloneOf(of)
	for req.Limit = &limit; ; {
		page, err := client.ListMoneyLines(a.Context(t.Context(), "reader"), req)
		if err != nil {
			t.Fatalf("%v: %v", req, err)
		}
		lines = append(lines, page.Data.Items...)
		if req.Cursor = page.Data.NextCursor; req.Cursor == nil {
			return lines
		}
	}
}

// addUp compares the sum of lines with the actual revenue of GetMoney, without that of fixed prices.
func (m *model) addUp(
	t *testing.T, a *apitest.API, client pb.MoneyServiceClient, req *pb.ListMoneyLinesRequest, lines []*pb.MoneyLine,
) {
	t.Helper()
	sums := map[[2]string]*big.Rat{}
	sum := func(project, currency string, digits float64) {
		k := [2]string{project, currency}
		if sums[k] == nil {
			sums[k] = new(big.Rat)
		}
		sums[k].Add(sums[k], ratOf(strconv.FormatFloat(digits, 'f', -1, 64)))
	}
	for _, line := range lines {
		if line.Amount != nil {
			sum(line.ProjectId, line.GetCurrency(), *line.Amount)
		}
	}
	resp, err := client.GetMoney(a.Context(t.Context(), "reader"), &pb.GetMoneyRequest{
		StartDate: req.StartDate, EndDate: req.EndDate, ProjectId: req.ProjectId, ClientId: req.ClientId,
		Bucket: pb.MoneyBucket_MONEY_BUCKET_TOTAL.Enum(),
	})
	if err != nil {
		t.Fatal(err)
	}
	revenue := slices.Index(resp.Data.Series, "actualRevenue")
	for _, it := range resp.Data.Items {
		if it.GetMethod() != pb.MoneyMethod_MONEY_METHOD_PROGRESS {
			sum(it.GetId(), it.Currency, -it.Values[revenue].Figures[0])
		}
	}
	for k, left := range sums {
		if left.Sign() != 0 {
			t.Errorf("%v: the lines of %v and their total differ by %s", req, k, left.FloatString(6))
		}
	}
}

func TestBudgetsAreUsedUp(t *testing.T) {
	burnt, overrun := 0, 0
	for seed := range uint64(5) {
		a := apitest.NewIsolated(t)
		a.Key("reader", "admin", "read:rates", "read:costs", "read:assignments", "read:actual_hours", "read:projects")
		m := generate(a, rand.New(rand.NewPCG(50, seed)))
		resp, err := pb.NewMoneyServiceClient(a.Conn).GetMoney(a.Context(t.Context(), "reader"), &pb.GetMoneyRequest{
			StartDate: plus(m.today, -100), EndDate: plus(m.today, 100), Budget: new(true),
		})
		if err != nil {
			t.Fatal(err)
		}
		missing := map[string]bool{}
		for _, p := range m.projects {
			missing[p.id] = m.isOpen(p) && m.budget(p) != nil
		}
		for _, it := range resp.Data.Items {
			if it.GetId() == a.ID("atlas") { // which is not in the model
				continue
			}
			p := m.project(it.GetId())
			want := m.budget(p)
			if it.Currency == m.currencyOf(p) {
				missing[p.id] = false
			}
			if want == nil || it.Currency != m.currencyOf(p) {
				want = &pb.BudgetUse{}
			}
			if !proto.Equal(it.Budget, want) {
				t.Errorf("organization %d: the budget %v of %+v in %s is used up as\n%v, want\n%v",
					seed, m.budgets[p.id], p, it.Currency, it.Budget, want)
			}
			if want.BurnDate != nil {
				burnt++
			}
			if want.OverrunAt != nil {
				overrun++
			}
		}
		for id, is := range missing {
			if is {
				t.Errorf("organization %d: the project %s has a budget, and no item", seed, id)
			}
		}
	}
	if burnt == 0 || overrun == 0 {
		t.Errorf("%d budgets were used up, and %d overrun", burnt, overrun)
	}
	t.Logf("%d budgets were used up, and %d overrun", burnt, overrun)
}

// newAlerts returns those of a server that has just started.
func newAlerts(t testing.TB, a *apitest.API) *money.Alerts {
	return money.NewAlerts(tenant.Open(apitest.Open(t, a.DSN)), time.Hour, slog.New(slog.DiscardHandler),
		prometheus.NewRegistry())
}

func TestAlertsOfBudgets(t *testing.T) {
	found := map[string]int{}
	for seed := range uint64(5) {
		a := apitest.NewIsolated(t)
		m := generate(a, rand.New(rand.NewPCG(51, seed)))
		want := []string{}
		for _, p := range m.projects {
			if m.budgets[p.id] != nil {
				want = append(want, m.alerts(p)...)
			}
		}
		if err := newAlerts(t, a).Once(t.Context()); err != nil {
			t.Fatal(err)
		}
		got, err := postgres.Column[string](t.Context(), a.DB, `
			SELECT concat_ws('|', project_id, coalesce(valid_from::text, ''), coalesce(month::text, ''), percent, hours)
			FROM budget_alerts WHERE organization_id = $1`, a.Organization)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("organization %d: the alerts are\n%s\nwant\n%s", seed, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		for _, line := range got {
			parts := strings.Split(line, "|")
			found[parts[3]+" "+parts[4]]++
		}
	}
	t.Log(found)
	for _, what := range []string{"1 actual", "50 actual", "50 planned", "100 planned"} {
		if found[what] == 0 {
			t.Errorf("no budget has reached %s", what)
		}
	}
}
