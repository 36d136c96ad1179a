// Package money serves rates: what an hour is worth and what it costs, from a day on; and budgets: what a project may
// take, from a day on.
//
// Nothing is copied onto hours. What an hour is worth is the rate that holds on its day at the most special level,
// which ResolveRate explains. So a change of a rate also holds for hours that exist, unless a lock of the kind rates
// closes one of its days: then nothing that was invoiced can move.
//
// Bill rates are read and written by managers and admins, those of a user by whoever is above the user, and those of a
// project by its manager; those of the organization only admins write. What an hour costs is close to a salary: only
// admins with the scope read:costs read it. For everybody else a list has no cost rates, and a list that
// they replace keeps those that it has. The budget of a project is for whoever reads and writes its bill rates.
//
// Money is what hours and retainers bring in and what hours cost. Hours of time and materials bring in their bill rate,
// and each row is rounded once, half up, to the digits of its currency. A fixed price brings in the share of its amount
// that the hours are of all, in the order of their days: see progress. A retainer brings in its amount for each month,
// in the share of the days: see retained. A cancelled one brings in nothing. All sums are whole numbers of the smallest
// unit of one currency, so lines, days, projects and clients add up. What is used of a budget is computed when somebody
// asks, and by Alerts in the background.
package money

import (
	"context"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/customer"
	"github.com/workplan-api/workplan/ent/organizationpricing"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/settled"
	"github.com/workplan-api/workplan/services/journal"
)

// Service implements pb.RateServiceServer and pb.MoneyServiceServer.
type Service struct {
	pb.UnimplementedRateServiceServer
	pb.UnimplementedMoneyServiceServer
	closed    *settled.Checker
	sequencer *journal.Sequencer
}

// New returns the service. closed is that of the service that locks days. The service asks sequencer for the numbers of
// events that have none yet.
func New(closed *settled.Checker, sequencer *journal.Sequencer) *Service {
	return &Service{closed: closed, sequencer: sequencer}
}

// pricing is the name of the record in errors and in events.
const pricing = "pricing"

// GetPricing returns the currency of the organization. Everybody may read it.
func (s *Service) GetPricing(ctx context.Context, _ *pb.GetPricingRequest) (*pb.GetPricingResponse, error) {
	row, err := readPricing(ctx)
	if err != nil {
		return nil, err
	}
	return &pb.GetPricingResponse{Data: pricingMessage(row)}, nil
}

// UpdatePricing changes the currency, with the event pricing.updated: patch.Run. Only admins may (403), and only while
// no lock closes days for rates (409): the amounts of projects on these days would be in another currency.
func (s *Service) UpdatePricing(ctx context.Context, req *pb.UpdatePricingRequest) (*pb.UpdatePricingResponse, error) {
	var after *pb.Pricing
	err := s.closed.Checked(ctx, false, func(days *settled.Days) (err error) {
		after, err = patch.Run(ctx, patch.Change[ent.OrganizationPricing, *pb.Pricing]{
			Record: pricing,
			Event:  pricing + ".updated",
			Read:   readPricing,
			Apply: func(_ context.Context, row *ent.OrganizationPricing) error {
				return applyPricing(row, req.Pricing, req.UpdateMask.GetPaths())
			},
			Permit: func(ctx context.Context, _, _ *ent.OrganizationPricing) error { return permit.UpdatePricing(ctx) },
			State: func(ctx context.Context, read, row *ent.OrganizationPricing) error {
				if read.Currency == row.Currency {
					return nil
				}
				return days.RefuseRates(ctx, pricing+".currency", []settled.Span{{Last: settled.LastDay}})
			},
			Message: pricingMessage,
			Settled: &days.Version,
		})
		return err
	})
	return &pb.UpdatePricingResponse{Data: after}, err
}

// readPricing returns the row of the organization. Until it is stored, its version is 0, and each field has its
// default.
func readPricing(ctx context.Context) (*ent.OrganizationPricing, error) {
	row, err := call.DB(ctx).OrganizationPricing.Query().Only(ctx)
	if !ent.IsNotFound(err) {
		return row, err
	}
	return &ent.OrganizationPricing{
		ID: tenant.Organization(ctx), CreatedAt: protoconv.Now(),
		Currency: organizationpricing.DefaultCurrency,
	}, nil
}

// readCurrency reads the currency that counts in a project with its own currency and its client, either of which may be
// missing: see currencyOf.
func readCurrency(ctx context.Context, project *string, clientID uuid.UUID) (string, error) {
	organization, err := readPricing(ctx)
	if err != nil {
		return "", err
	}
	var client *string
	if clientID != uuid.Nil {
		row, err := call.DB(ctx).Customer.Query().Where(customer.ID(clientID)).Only(ctx)
		if err != nil {
			return "", err
		}
		client = row.Currency
	}
	return currencyOf(project, client, organization.Currency), nil
}

// currencyOf returns the currency of the amounts of a project: its own, else that of its client, else that of the
// organization.
func currencyOf(project, client *string, organization string) string {
	switch {
	case project != nil:
		return *project
	case client != nil:
		return *client
	}
	return organization
}

// applyPricing copies the given fields of in to the row.
func applyPricing(row *ent.OrganizationPricing, in *pb.Pricing, fields []string) error {
	for _, field := range fields {
		switch field {
		case "currency":
			row.Currency = in.GetCurrency()
		default:
			return patch.Unhandled(pricing, field)
		}
	}
	return nil
}

func pricingMessage(row *ent.OrganizationPricing) *pb.Pricing {
	m := &pb.Pricing{Id: row.ID.String(), Currency: &row.Currency, Version: row.Version}
	if row.Version > 0 {
		m.UpdatedAt = timestamppb.New(row.UpdatedAt)
	}
	return m
}
