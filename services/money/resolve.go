package money

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/capability"
	"github.com/workplan-api/workplan/ent/customer"
	"github.com/workplan-api/workplan/ent/project"
	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/decimal"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rate"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
)

// ResolveRate returns the rate of an hour and what the levels up to it say of its day. It is 400 if one of the records
// does not exist. The package says who may ask (403).
func (s *Service) ResolveRate(ctx context.Context, req *pb.ResolveRateRequest) (*pb.ResolveRateResponse, error) {
	on, err := readHour(ctx, req)
	if err != nil {
		return nil, err
	}
	if on.kind == rate.Cost {
		err = permit.ReadCosts(ctx, "kind")
	} else {
		err = permit.Rates(ctx, permit.Hours{Project: on.project.ID})
	}
	if err != nil {
		return nil, err
	}
	clients, err := call.DB(ctx).Customer.Query().Where(customer.ID(on.project.ClientID)).All(ctx)
	if err != nil {
		return nil, err
	}
	p, err := readPrices(ctx, clients, []uuid.UUID{on.user, on.project.ID, on.project.ClientID})
	if err != nil {
		return nil, err
	}
	return &pb.ResolveRateResponse{Data: p.resolve(on, req.Date)}, nil
}

// hour is whose hour it is and on what.
type hour struct {
	kind       rate.Kind
	user       uuid.UUID
	capability uuid.UUID // uuid.Nil if there is none
	project    *ent.Project
}

// readHour returns the hour of a request, or an error (400) that names all records that do not exist.
func readHour(ctx context.Context, req *pb.ResolveRateRequest) (*hour, error) {
	db, on := call.DB(ctx), &hour{kind: rate.Bill, user: protoconv.ID(req.UserId)}
	if req.Kind != nil {
		on.kind = protoconv.Word[rate.Kind](*req.Kind)
	}
	var bad []problem.Detail
	missing := func(field string) {
		bad = append(bad, problem.Detail{
			Field: field, Message: "does not exist", Index: -1, Code: problem.UnknownReference,
		})
	}
	exists, err := db.User.Query().Where(user.ID(on.user)).Exist(ctx)
	if err != nil {
		return nil, err
	}
	if !exists {
		missing("user_id")
	}
	on.project, err = db.Project.Query().Where(project.ID(protoconv.ID(req.ProjectId))).Only(ctx)
	switch {
	case ent.IsNotFound(err):
		missing("project_id")
	case err != nil:
		return nil, err
	}
	if req.CapabilityId != nil {
		on.capability = protoconv.ID(*req.CapabilityId)
		if exists, err = db.Capability.Query().Where(capability.ID(on.capability)).Exist(ctx); err != nil {
			return nil, err
		}
		if !exists {
			missing("capability_id")
		}
	}
	return on, problem.List(bad)
}

// level is a place where a rate can come from: the list of a record, and for whose hours in it. It has none if the hour
// has no capability, and the level is that of capabilities.
type level struct {
	level pb.RateLevel
	of    uuid.UUID
	rate.For
	none bool
}

// levels returns where the rate of an hour can come from, the most special first.
func (on *hour) levels(organization uuid.UUID) []level {
	all := rate.For{Kind: on.kind}
	ofUser, ofSkill := all, all
	ofUser.User, ofSkill.Capability = on.user, on.capability
	none := on.capability == uuid.Nil
	levels := []level{
		{pb.RateLevel_RATE_LEVEL_PROJECT_USER, on.project.ID, ofUser, false},
		{pb.RateLevel_RATE_LEVEL_PROJECT_CAPABILITY, on.project.ID, ofSkill, none},
		{pb.RateLevel_RATE_LEVEL_PROJECT, on.project.ID, all, false},
		{pb.RateLevel_RATE_LEVEL_CLIENT_CAPABILITY, on.project.ClientID, ofSkill, none},
		{pb.RateLevel_RATE_LEVEL_CLIENT, on.project.ClientID, all, false},
		{pb.RateLevel_RATE_LEVEL_USER_CAPABILITY, on.user, ofSkill, none},
		{pb.RateLevel_RATE_LEVEL_USER, on.user, all, false},
		{pb.RateLevel_RATE_LEVEL_CAPABILITY, organization, ofSkill, none},
		{pb.RateLevel_RATE_LEVEL_ORGANIZATION, organization, all, false},
	}
	if on.kind == rate.Cost { // neither a project nor a client says what an hour of anybody costs
		levels = slices.DeleteFunc(levels, func(l level) bool {
			return l.of == on.project.ClientID || l.of == on.project.ID && l.User == uuid.Nil
		})
	}
	return levels
}

// resolve returns the rate of an hour on a day.
func (p *prices) resolve(on *hour, day string) *pb.ResolvedRate {
	m := &pb.ResolvedRate{Kind: protoconv.EnumOf[pb.RateKind](on.kind)}
	for _, l := range on.levels(p.organization) {
		considered := &pb.ConsideredRate{Level: l.level}
		amount, currency, from := p.says(on, l, day)
		if from != "" {
			considered.FromDate = &from
		}
		if amount != nil {
			considered.Amount, considered.Currency = decimal.OptionalFloat(amount), &currency
		}
		m.Considered = append(m.Considered, considered)
		if amount != nil {
			m.Amount, m.Currency, m.FromDate = considered.Amount, considered.Currency, considered.FromDate
			m.Level = l.level.Enum()
			return m // what less special levels say is not the business of every caller
		}
	}
	return m
}
