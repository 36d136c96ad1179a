package money

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/capability"
	"github.com/workplan-api/workplan/ent/customer"
	"github.com/workplan-api/workplan/ent/project"
	"github.com/workplan-api/workplan/ent/rates"
	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/decimal"
	"github.com/workplan-api/workplan/internal/eventtype"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rate"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/settled"
	"github.com/workplan-api/workplan/services/journal"
)

// record is the name of the resource in the types of events and in the fields of errors.
const record = "rates"

// mostOfKind is how many rates of a kind a list can have. A list has room for the bill rates of a caller whatever cost
// rates it has that the caller does not see.
const mostOfKind = 500

// owner is the record whose rates are read or written.
type owner struct {
	kind rates.Owner
	id   uuid.UUID
}

// GetUserRates returns the rates of a user: an empty list of version 0 if none was ever written. Without the user, it
// is 404.
func (s *Service) GetUserRates(ctx context.Context, req *pb.GetUserRatesRequest) (*pb.GetUserRatesResponse, error) {
	list, err := get(ctx, owner{rates.OwnerUser, protoconv.ID(req.UserId)})
	return &pb.GetUserRatesResponse{Data: list}, err
}

// ReplaceUserRates replaces the rates of a user, see replace.
func (s *Service) ReplaceUserRates(
	ctx context.Context, req *pb.ReplaceUserRatesRequest,
) (*pb.ReplaceUserRatesResponse, error) {
	after, err := s.replace(ctx, owner{rates.OwnerUser, protoconv.ID(req.UserId)}, req, req.GetRates().GetItems())
	return &pb.ReplaceUserRatesResponse{Data: after}, err
}

// GetProjectRates returns the rates of a project, as GetUserRates does.
func (s *Service) GetProjectRates(
	ctx context.Context, req *pb.GetProjectRatesRequest,
) (*pb.GetProjectRatesResponse, error) {
	list, err := get(ctx, owner{rates.OwnerProject, protoconv.ID(req.ProjectId)})
	return &pb.GetProjectRatesResponse{Data: list}, err
}

// ReplaceProjectRates replaces the rates of a project, see replace.
func (s *Service) ReplaceProjectRates(
	ctx context.Context, req *pb.ReplaceProjectRatesRequest,
) (*pb.ReplaceProjectRatesResponse, error) {
	after, err := s.replace(ctx, owner{rates.OwnerProject, protoconv.ID(req.ProjectId)}, req, req.GetRates().GetItems())
	return &pb.ReplaceProjectRatesResponse{Data: after}, err
}

// GetClientRates returns the rates of a client, as GetUserRates does.
func (s *Service) GetClientRates(
	ctx context.Context, req *pb.GetClientRatesRequest,
) (*pb.GetClientRatesResponse, error) {
	list, err := get(ctx, owner{rates.OwnerClient, protoconv.ID(req.ClientId)})
	return &pb.GetClientRatesResponse{Data: list}, err
}

// ReplaceClientRates replaces the rates of a client, see replace.
func (s *Service) ReplaceClientRates(
	ctx context.Context, req *pb.ReplaceClientRatesRequest,
) (*pb.ReplaceClientRatesResponse, error) {
	after, err := s.replace(ctx, owner{rates.OwnerClient, protoconv.ID(req.ClientId)}, req, req.GetRates().GetItems())
	return &pb.ReplaceClientRatesResponse{Data: after}, err
}

// GetOrganizationRates returns the rates of the organization, as GetUserRates does.
func (s *Service) GetOrganizationRates(
	ctx context.Context, _ *pb.GetOrganizationRatesRequest,
) (*pb.GetOrganizationRatesResponse, error) {
	list, err := get(ctx, owner{rates.OwnerOrganization, tenant.Organization(ctx)})
	return &pb.GetOrganizationRatesResponse{Data: list}, err
}

// ReplaceOrganizationRates replaces the rates of the organization, see replace.
func (s *Service) ReplaceOrganizationRates(
	ctx context.Context, req *pb.ReplaceOrganizationRatesRequest,
) (*pb.ReplaceOrganizationRatesResponse, error) {
	of := owner{rates.OwnerOrganization, tenant.Organization(ctx)}
	after, err := s.replace(ctx, of, req, req.GetRates().GetItems())
	return &pb.ReplaceOrganizationRatesResponse{Data: after}, err
}

// get returns those of the rates of a record that the caller may read.
func get(ctx context.Context, of owner) (*pb.Rates, error) {
	row, err := of.read(ctx)
	if err != nil {
		return nil, err
	}
	if err := of.mayRead(ctx); err != nil {
		return nil, err
	}
	// Of one version, callers see different parts.
	call.FromContext(ctx).Condition.TagByBody()
	return visible(ctx, ToProto(row)), nil
}

// replace replaces the rates of a record, with the event rates.updated, or rates.costs_updated if no bill rate differs:
// patch.Run. What the items alone show to be invalid (400) comes before a missing record (404), and that before users
// and capabilities that do not exist (400). The package says who may (403). It is 409 if the rates of a day differ that
// a lock closes.
func (s *Service) replace(ctx context.Context, of owner, req proto.Message, in []*pb.Rate) (*pb.Rates, error) {
	items, bad := of.itemsOf(in, validate.Items(req, call.FromContext(ctx).Unread))
	if err := problem.List(bad); err != nil {
		return nil, err
	}
	var after *pb.Rates
	err := s.closed.Checked(ctx, false, func(days *settled.Days) (err error) {
		after, err = patch.Run(ctx, patch.Change[ent.Rates, *pb.Rates]{
			Record: record,
			Event:  record + ".updated",
			Read:   of.read,
			Apply: func(ctx context.Context, row *ent.Rates) error {
				if err := checkReferences(ctx, in); err != nil {
					return err
				}
				list := slices.Clone(items)
				if err := of.setCurrency(ctx, list, row.Items); err != nil {
					return err
				}
				if !permit.SeesCosts(ctx) { // those that the caller cannot have meant to remove stay
					list = append(list, row.Items.Of(rate.Cost)...)
				}
				list.Sort()
				row.Items = list
				return nil
			},
			Permit: func(ctx context.Context, read, row *ent.Rates) error {
				if err := of.mayWrite(ctx); err != nil {
					return err
				}
				return mayWriteCosts(ctx, items, read.Items, row.Items)
			},
			State: func(ctx context.Context, read, row *ent.Rates) error {
				return days.RefuseRates(ctx, record+".items", of.spans(read.Items.Changes(row.Items)))
			},
			Write: func(ctx context.Context, event journal.Change, read, row *ent.Rates) (int, error) {
				if !differ(read.Items, row.Items, rate.Bill) {
					event.Type = eventtype.CostsUpdated
				}
				if read.Version == 0 {
					return journal.InsertIfNew(ctx, call.DB(ctx), event, row)
				}
				return journal.Update(ctx, call.DB(ctx), event, read, row)
			},
			Message: ToProto,
			Settled: &days.Version,
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	call.FromContext(ctx).Condition.TagByBody() // as get does
	return visible(ctx, after), nil
}

// read reads the rates of the record. Its error is problem.Missing if there is no such record.
func (o owner) read(ctx context.Context) (*ent.Rates, error) {
	db := call.DB(ctx)
	row, err := db.Rates.Query().Where(rates.ID(o.id), rates.OwnerEQ(o.kind)).Only(ctx)
	if !ent.IsNotFound(err) {
		return row, err
	}
	exists := true
	switch o.kind {
	case rates.OwnerUser:
		exists, err = db.User.Query().Where(user.ID(o.id)).Exist(ctx)
	case rates.OwnerProject:
		exists, err = db.Project.Query().Where(project.ID(o.id)).Exist(ctx)
	case rates.OwnerClient:
		exists, err = db.Customer.Query().Where(customer.ID(o.id)).Exist(ctx)
	default:
		err = nil
	}
	if err == nil && !exists {
		err = problem.Missing(string(o.kind))
	}
	return &ent.Rates{ID: o.id, Owner: o.kind, CreatedAt: protoconv.Now(), Items: rate.List{}}, err
}

// mayRead returns an error if the caller may not read the bill rates.
func (o owner) mayRead(ctx context.Context) error {
	var of permit.Hours
	switch o.kind {
	case rates.OwnerUser:
		of.User = o.id
	case rates.OwnerProject:
		of.Project = o.id
	}
	return permit.Rates(ctx, of)
}

// mayWrite returns an error if the caller may not write the bill rates.
func (o owner) mayWrite(ctx context.Context) error {
	if o.kind == rates.OwnerOrganization {
		return permit.WriteOrganizationRates(ctx)
	}
	return o.mayRead(ctx)
}

// mayWriteCosts returns an error if the caller writes cost rates and may not: those that are sent by somebody who does
// not see any, or that differ.
func mayWriteCosts(ctx context.Context, sent, before, after rate.List) error {
	writes := differ(before, after, rate.Cost)
	if !permit.SeesCosts(ctx) {
		writes = len(sent.Of(rate.Cost)) > 0
	}
	if !writes {
		return nil
	}
	return permit.WriteCosts(ctx, record+".items")
}

// spans returns the days of changes, and whose hours they are.
func (o owner) spans(changes []rate.Change) (spans []settled.Span) {
	for _, c := range changes {
		s := settled.Span{First: c.First, Last: settled.LastDay}
		switch {
		case o.kind == rates.OwnerUser:
			s.User = o.id.String()
		case c.User != uuid.Nil:
			s.User = c.User.String()
		}
		if c.Until != "" {
			s.Last = protoconv.AddDays(c.Until, -1)
		}
		spans = append(spans, s)
	}
	return spans
}

// itemsOf returns the items of a request as rates. It adds to bad what is wrong with the others, apart from references.
func (o owner) itemsOf(in []*pb.Rate, bad []problem.Detail) (rate.List, []problem.Detail) {
	for i, m := range in {
		if slices.ContainsFunc(bad, func(d problem.Detail) bool { return d.Index == i }) {
			continue
		}
		if field, message := o.fault(m); field != "" {
			bad = append(bad, problem.InvalidItem(i, itemField(i, field), message))
		}
	}
	all := lists.Map(in, fromProto)
	places, bad := patch.DistinctItems(all, bad, func(r rate.Rate) rate.Key { return r.Key() },
		func(i, first int) problem.Detail {
			return problem.InvalidItem(i, itemField(i, "valid_from"), fmt.Sprintf(
				"must be another day than that of items[%d], which has the same kind, user and capability", first))
		})
	items := rate.List(lists.Map(places, func(i int) rate.Rate { return all[i] }))
	for _, kind := range []rate.Kind{rate.Bill, rate.Cost} {
		if len(items.Of(kind)) > mostOfKind {
			bad = append(bad, problem.Detail{
				Field: record + ".items", Message: fmt.Sprintf("must have at most %d items of a kind", mostOfKind), Index: -1,
				Code: problem.TooManyItems,
			})
		}
	}
	return items, bad
}

// CheckRates returns an error (400) that names what is wrong with rates of a kind of record by themselves, without a
// look at the users and capabilities that they name.
func CheckRates(of rates.Owner, list *pb.Rates) error {
	_, bad := owner{kind: of}.itemsOf(list.GetItems(), nil)
	return problem.List(bad)
}

// fault returns what is wrong with an item by itself, or an empty field.
func (o owner) fault(m *pb.Rate) (field, message string) {
	if m.Amount != nil {
		if _, exact := decimal.Of(*m.Amount); !exact {
			return "amount", "must have at most 6 decimals"
		}
	}
	isCost := m.Kind == pb.RateKind_RATE_KIND_COST
	switch {
	case m.UserId != nil && o.kind != rates.OwnerProject:
		return "user_id", "goes only with the rates of a project"
	case m.UserId != nil && m.CapabilityId != nil:
		return "capability_id", "must not be given together with userId"
	case isCost && o.kind == rates.OwnerClient:
		return "kind", "must be bill: a client has no cost rates"
	case isCost && o.kind == rates.OwnerProject && m.UserId == nil:
		return "kind", "must be bill: a project has cost rates only with userId"
	}
	return "", ""
}

// fromProto returns a rate as it is stored. Without a currency, it has none yet.
func fromProto(m *pb.Rate) rate.Rate {
	return rate.Rate{
		Kind: protoconv.Word[rate.Kind](m.Kind), ValidFrom: m.GetValidFrom(), Currency: m.GetCurrency(),
		UserID: protoconv.OptionalID(m.UserId), CapabilityID: protoconv.OptionalID(m.CapabilityId),
		Amount: decimal.Optional(m.Amount),
	}
}

// checkReferences returns an error (400) that names all users and capabilities of the items that do not exist.
func checkReferences(ctx context.Context, in []*pb.Rate) error {
	var users, capabilities []uuid.UUID
	for _, m := range in {
		if m.UserId != nil {
			users = append(users, protoconv.ID(*m.UserId))
		}
		if m.CapabilityId != nil {
			capabilities = append(capabilities, protoconv.ID(*m.CapabilityId))
		}
	}
	knownUsers, err := among.Existing(ctx, call.DB(ctx), user.Table, users)
	if err != nil {
		return err
	}
	knownCapabilities, err := among.Existing(ctx, call.DB(ctx), capability.Table, capabilities)
	if err != nil {
		return err
	}
	var bad []problem.Detail
	for i, m := range in {
		var field string
		switch {
		case m.UserId != nil && !knownUsers[protoconv.ID(*m.UserId)]:
			field = "user_id"
		case m.CapabilityId != nil && !knownCapabilities[protoconv.ID(*m.CapabilityId)]:
			field = "capability_id"
		default:
			continue
		}
		bad = append(bad, problem.Detail{
			Field: itemField(i, field), Message: "does not exist", Index: i, Code: problem.UnknownReference,
		})
	}
	return problem.List(bad)
}

func itemField(i int, field string) string { return fmt.Sprintf("rates.items[%d].%s", i, field) }

// setCurrency gives the rates without a currency the one that they have in the stored list, or that of the record.
func (o owner) setCurrency(ctx context.Context, list, stored rate.List) error {
	was := map[rate.Key]string{}
	for _, r := range stored {
		was[r.Key()] = r.Currency
	}
	var currency string
	for i := range list {
		r := &list[i]
		if r.Currency == "" {
			r.Currency = was[r.Key()]
		}
		if r.Currency != "" {
			continue
		}
		if currency == "" {
			var err error
			if currency, err = o.currency(ctx); err != nil {
				return err
			}
		}
		r.Currency = currency
	}
	return nil
}

// currency reads the currency of the record: that of a project or a client, and that of the organization for all else.
func (o owner) currency(ctx context.Context) (string, error) {
	switch o.kind {
	case rates.OwnerProject:
		row, err := call.DB(ctx).Project.Query().Where(project.ID(o.id)).Only(ctx)
		if err != nil {
			return "", err
		}
		return readCurrency(ctx, row.Currency, row.ClientID)
	case rates.OwnerClient:
		return readCurrency(ctx, nil, o.id)
	}
	return readCurrency(ctx, nil, uuid.Nil)
}

// differ reports whether the rates of a kind differ, also in what they do not change.
func differ(before, after rate.List, kind rate.Kind) bool {
	return !reflect.DeepEqual(before.Of(kind), after.Of(kind))
}

// visible returns the list without cost rates, unless the caller may see them.
func visible(ctx context.Context, m *pb.Rates) *pb.Rates {
	if permit.SeesCosts(ctx) {
		return m
	}
	m = proto.CloneOf(m)
	m.Items = slices.DeleteFunc(m.Items, func(r *pb.Rate) bool { return r.Kind == pb.RateKind_RATE_KIND_COST })
	return m
}

// ToProto returns the message of a list, with all of its rates.
func ToProto(row *ent.Rates) *pb.Rates {
	m := &pb.Rates{Id: row.ID.String(), Owner: protoconv.EnumOf[pb.RateOwner](row.Owner), Version: row.Version}
	for _, r := range row.Items {
		m.Items = append(m.Items, rateMessage(r))
	}
	if row.Version > 0 {
		m.UpdatedAt = timestamppb.New(row.UpdatedAt)
	}
	return m
}

func rateMessage(r rate.Rate) *pb.Rate {
	m := &pb.Rate{
		Kind: protoconv.EnumOf[pb.RateKind](r.Kind), Currency: &r.Currency,
		UserId: protoconv.OptionalIDString(r.UserID), CapabilityId: protoconv.OptionalIDString(r.CapabilityID),
		Amount: decimal.OptionalFloat(r.Amount),
	}
	if r.ValidFrom != "" {
		m.ValidFrom = &r.ValidFrom
	}
	return m
}
