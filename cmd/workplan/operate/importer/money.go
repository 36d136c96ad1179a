package importer

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/fieldmaskpb"

	entbudget "github.com/workplan-api/workplan/ent/budget"
	"github.com/workplan-api/workplan/ent/rates"
	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/naming"
	"github.com/workplan-api/workplan/services/money"
)

// money imports the currency of the organization, rates and budgets as the API writes them. What was ever written is
// left as it is.
func (r *run) money(ctx context.Context) error {
	service := money.New(nil, nil) // which reads the closed days each time
	if err := r.currency(ctx, service); err != nil {
		return err
	}
	organization := r.doc.GetOrganization().GetRates()
	if err := r.rates(ctx, "organization", rates.OwnerOrganization, organization, func(_ string, in *pb.Rates) (proto.Message, error) {
		req := &pb.ReplaceOrganizationRatesRequest{Rates: in}
		_, err := service.ReplaceOrganizationRates(ctx, req)
		return req, err
	}); err != nil {
		return err
	}
	for i, in := range r.doc.GetUsers() {
		if err := r.rates(ctx, fmt.Sprintf("users[%d]", i), rates.OwnerUser, in.GetRates(),
			func(id string, in *pb.Rates) (proto.Message, error) {
				req := &pb.ReplaceUserRatesRequest{UserId: id, Rates: in}
				_, err := service.ReplaceUserRates(ctx, req)
				return req, err
			}); err != nil {
			return err
		}
	}
	for i, in := range r.doc.GetClients() {
		if err := r.rates(ctx, fmt.Sprintf("clients[%d]", i), rates.OwnerClient, in.GetRates(),
			func(id string, in *pb.Rates) (proto.Message, error) {
				req := &pb.ReplaceClientRatesRequest{ClientId: id, Rates: in}
				_, err := service.ReplaceClientRates(ctx, req)
				return req, err
			}); err != nil {
			return err
		}
	}
	for i, in := range r.doc.GetProjects() {
		at := fmt.Sprintf("projects[%d]", i)
		if err := r.rates(ctx, at, rates.OwnerProject, in.GetRates(),
			func(id string, in *pb.Rates) (proto.Message, error) {
				req := &pb.ReplaceProjectRatesRequest{ProjectId: id, Rates: in}
				_, err := service.ReplaceProjectRates(ctx, req)
				return req, err
			}); err != nil {
			return err
		}
		if err := r.budget(ctx, service, at, in.GetBudget()); err != nil {
			return err
		}
	}
	return nil
}

// currency writes the currency of the organization.
func (r *run) currency(ctx context.Context, service *money.Service) error {
	in := r.doc.GetOrganization()
	if in.GetCurrency() == "" || len(r.faults) > 0 {
		return nil
	}
	if exists, err := r.db.OrganizationPricing.Query().Exist(ctx); err != nil || exists {
		return err
	}
	req := &pb.UpdatePricingRequest{
		Pricing: &pb.Pricing{Currency: in.Currency}, UpdateMask: &fieldmaskpb.FieldMask{Paths: []string{"currency"}},
	}
	_, err := service.UpdatePricing(ctx, req)
	return r.refuse("organization", req, err)
}

// rates writes the rates of the record at a path by calling replace, which also returns its request.
func (r *run) rates(
	ctx context.Context, at string, of rates.Owner, in []*adminv1.ImportRate,
	replace func(id string, in *pb.Rates) (proto.Message, error),
) error {
	list := &pb.Rates{}
	for i, entry := range in {
		list.Items = append(list.Items, r.rate(fmt.Sprintf("%s.rates[%d]", at, i), entry))
	}
	refuse := func(req proto.Message, err error) error {
		return r.refuseAt(at+".rates", req, err, func(path string) string {
			field := strings.TrimPrefix(path, "rates.items")
			for _, name := range []string{"user", "capability"} { // which a document has instead of ids
				if strings.HasSuffix(field, "."+name+"Id") {
					field = strings.TrimSuffix(field, "Id")
				}
			}
			return at + ".rates" + field
		})
	}
	if err := refuse(&pb.ReplaceUserRatesRequest{}, money.CheckRates(of, list)); err != nil {
		return err
	}
	id := r.ids[at]
	if len(in) == 0 || len(r.faults) > 0 || id == uuid.Nil {
		return nil
	}
	if exists, err := r.db.Rates.Query().Where(rates.ID(id)).Exist(ctx); err != nil || exists {
		return err
	}
	return refuse(replace(id.String(), list))
}

// rate returns the rate of an entry, with the ids of what the entry names.
func (r *run) rate(at string, in *adminv1.ImportRate) *pb.Rate {
	if in.Record == nil {
		in.Record = &pb.Rate{}
	}
	r.noIDs(at, in.Record)
	in.Record.UserId = r.user(at+".user", in.User)
	if in.Capability != nil {
		id, ok := r.skills[naming.Clean(*in.Capability)]
		if !ok {
			r.unknown(at+".capability", "capability", *in.Capability, r.skills)
		}
		in.Record.CapabilityId = new(id.String())
	}
	return in.Record
}

// budget writes the budget of the project at a path.
func (r *run) budget(ctx context.Context, service *money.Service, at string, in *pb.Budget) error {
	refuse := func(req proto.Message, err error) error {
		return r.refuseAt(at, req, err, func(path string) string { return at + "." + path })
	}
	if err := refuse(&pb.ReplaceProjectBudgetRequest{}, money.CheckBudget(in)); err != nil {
		return err
	}
	id := r.ids[at]
	if in == nil || len(r.faults) > 0 || id == uuid.Nil {
		return nil
	}
	if exists, err := r.db.Budget.Query().Where(entbudget.ID(id)).Exist(ctx); err != nil || exists {
		return err
	}
	req := &pb.ReplaceProjectBudgetRequest{ProjectId: id.String(), Budget: in}
	_, err := service.ReplaceProjectBudget(ctx, req)
	return refuse(req, err)
}
