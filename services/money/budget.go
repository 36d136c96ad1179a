package money

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	entbudget "github.com/workplan-api/workplan/ent/budget"
	"github.com/workplan-api/workplan/ent/project"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/budget"
	"github.com/workplan-api/workplan/internal/decimal"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
)

// ofBudget is the name of the record in errors and in events.
const ofBudget = "budget"

// defaultAlertAt are the percentages of a budget that has none.
var defaultAlertAt = pq.Int64Array{50, 80, 100}

// GetProjectBudget returns the budget of a project: one without items, of version 0, if none was ever written. Without
// the project, it is 404. The package says who may ask (403).
func (s *Service) GetProjectBudget(
	ctx context.Context, req *pb.GetProjectBudgetRequest,
) (*pb.GetProjectBudgetResponse, error) {
	id := protoconv.ID(req.ProjectId)
	row, err := readBudget(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := permit.Budget(ctx, id); err != nil {
		return nil, err
	}
	return &pb.GetProjectBudgetResponse{Data: budgetMessage(row)}, nil
}

// ReplaceProjectBudget replaces the budget of a project, with the event budget.updated: patch.Run. What the body alone
// shows to be invalid (400) comes before a missing project (404), and that before amounts that are those of the project
// (400). The package says who may (403). The billing type of a project never changes, so it is read without a lock.
func (s *Service) ReplaceProjectBudget(
	ctx context.Context, req *pb.ReplaceProjectBudgetRequest,
) (*pb.ReplaceProjectBudgetResponse, error) {
	in, id := req.GetBudget(), protoconv.ID(req.ProjectId)
	items, bad := budgetItems(in.GetItems(), validate.Items(req, call.FromContext(ctx).Unread))
	alertAt, bad := alertsOf(in.GetAlertAt(), bad)
	if err := problem.List(bad); err != nil {
		return nil, err
	}
	after, err := patch.Run(ctx, patch.Change[ent.Budget, *pb.Budget]{
		Record: ofBudget,
		Event:  ofBudget + ".updated",
		Read:   func(ctx context.Context) (*ent.Budget, error) { return readBudget(ctx, id) },
		Apply: func(ctx context.Context, row *ent.Budget) error {
			row.Items, row.AlertAt = items, alertAt
			return checkAmounts(ctx, id, in.GetItems())
		},
		Permit:  func(ctx context.Context, _, _ *ent.Budget) error { return permit.Budget(ctx, id) },
		Message: budgetMessage,
		Stores:  true, // so that its percentages have alerts
	})
	return &pb.ReplaceProjectBudgetResponse{Data: after}, err
}

// readBudget reads the budget of a project. Its error is problem.Missing if there is no such project.
func readBudget(ctx context.Context, id uuid.UUID) (*ent.Budget, error) {
	db := call.DB(ctx)
	row, err := db.Budget.Query().Where(entbudget.ID(id)).Only(ctx)
	if !ent.IsNotFound(err) {
		return row, err
	}
	exists, err := db.Project.Query().Where(project.ID(id)).Exist(ctx)
	if err == nil && !exists {
		err = problem.Missing("project")
	}
	return &ent.Budget{ID: id, CreatedAt: protoconv.Now(), Items: budget.List{}, AlertAt: defaultAlertAt}, err
}

// budgetItems returns the items of a request in the order of their days. It adds to bad what is wrong with the others,
// apart from amounts that are those of the project.
func budgetItems(in []*pb.BudgetItem, bad []problem.Detail) (budget.List, []problem.Detail) {
	for i, m := range in {
		if slices.ContainsFunc(bad, func(d problem.Detail) bool { return d.Index == i }) {
			continue
		}
		if field, message := budgetFault(m); field != "" {
			bad = append(bad, problem.InvalidItem(i, budgetField(i, field), message))
		}
	}
	places, bad := patch.DistinctItems(in, bad, (*pb.BudgetItem).GetValidFrom, func(i, first int) problem.Detail {
		return problem.InvalidItem(i, budgetField(i, "valid_from"),
			fmt.Sprintf("must be another day than that of items[%d]", first))
	})
	items := budget.List(lists.Map(places, func(i int) budget.Item {
		return budget.Item{
			ValidFrom: in[i].GetValidFrom(), Period: protoconv.Word[budget.Period](in[i].Period),
			Hours: decimal.Optional(in[i].Hours), Amount: decimal.Optional(in[i].Amount),
		}
	}))
	items.Sort()
	return items, bad
}

// CheckBudget returns an error (400) that names what is wrong with a budget by itself.
func CheckBudget(in *pb.Budget) error {
	_, bad := budgetItems(in.GetItems(), nil)
	_, bad = alertsOf(in.GetAlertAt(), bad)
	return problem.List(bad)
}

// budgetFault returns what is wrong with an item by itself, or an empty field.
func budgetFault(m *pb.BudgetItem) (field, message string) {
	for _, number := range []struct {
		field string
		value *float64
	}{{"hours", m.Hours}, {"amount", m.Amount}} {
		if number.value == nil {
			continue
		}
		if _, exact := decimal.Of(*number.value); !exact {
			return number.field, "must have at most 6 decimals"
		}
	}
	if m.Hours == nil && m.Amount == nil {
		return "hours", "is required if there is no amount"
	}
	return "", ""
}

// alertsOf returns the percentages of a request, by default defaultAlertAt. It adds to bad those that are not higher
// than the one before.
func alertsOf(in []int32, bad []problem.Detail) (pq.Int64Array, []problem.Detail) {
	if len(in) == 0 {
		return defaultAlertAt, bad
	}
	for i := 1; i < len(in); i++ {
		if in[i] <= in[i-1] {
			bad = append(bad, problem.Invalid(fmt.Sprintf("%s.alert_at[%d]", ofBudget, i), "must be more than the one before"))
		}
	}
	return lists.Map(in, func(percent int32) int64 { return int64(percent) }), bad
}

// checkAmounts returns an error (400) that names all amounts of the items, if the project has an amount of its own.
func checkAmounts(ctx context.Context, id uuid.UUID, in []*pb.BudgetItem) error {
	var bad []problem.Detail
	for i, m := range in {
		if m.Amount != nil {
			bad = append(bad, problem.InvalidItem(i, budgetField(i, "amount"),
				"must be left out: a fixed price or a retainer has the amount of the project as its budget"))
		}
	}
	if len(bad) == 0 {
		return nil
	}
	row, err := call.DB(ctx).Project.Query().Where(project.ID(id)).Only(ctx)
	if err != nil {
		return problem.OrMissing(err, "project")
	}
	if periodOf(row) == "" {
		return nil
	}
	return problem.List(bad)
}

func budgetField(i int, field string) string {
	return fmt.Sprintf("%s.items[%d].%s", ofBudget, i, field)
}

func budgetMessage(row *ent.Budget) *pb.Budget {
	m := &pb.Budget{Id: row.ID.String(), Version: row.Version}
	for _, item := range row.Items {
		out := &pb.BudgetItem{
			Hours: decimal.OptionalFloat(item.Hours), Amount: decimal.OptionalFloat(item.Amount),
			Period: protoconv.EnumOf[pb.BudgetPeriod](item.Period),
		}
		if item.ValidFrom != "" {
			out.ValidFrom = &item.ValidFrom
		}
		m.Items = append(m.Items, out)
	}
	m.AlertAt = lists.Map(row.AlertAt, func(percent int64) int32 { return int32(percent) })
	if row.Version > 0 {
		m.UpdatedAt = timestamppb.New(row.UpdatedAt)
	}
	return m
}
