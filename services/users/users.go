// Package users serves the users of the organization.
//
// By default a new user is an active member with 40 hours a week. Two users never have the
// same e-mail address, in any case of its letters. Users are not deleted. They are set to
// inactive instead. An update writes only the fields in its mask. The reporting line has no
// cycle, and the last active admin can be neither demoted nor deactivated. Neither can the last
// one who can sign in, nor be kept from signing in. These rules are about several users, so a
// change that could break them locks the row of the organization. Otherwise two concurrent
// changes could break them together.
//
// A placeholder is a user who stands for work that has no person yet. It has neither an e-mail address nor a role, and
// lists have it only for requests that ask for it.
//
// A user has a list of capabilities with levels, which is a record of its own, with the id of the user. It is replaced
// as a whole; a new user can have it from the beginning. An inactive capability stays in the list as long as the user
// wants, but is not added to it.
package users

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/lib/pq"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/calendarfeed"
	"github.com/workplan-api/workplan/ent/predicate"
	"github.com/workplan-api/workplan/ent/session"
	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/address"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/externalid"
	"github.com/workplan-api/workplan/internal/placeholder"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/feed"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/reference"
	"github.com/workplan-api/workplan/services/internal/upsert"
	"github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/services/sessions"
)

// record is the name of the resource in errors and in requests.
const record = "user"

// Service implements pb.UserServiceServer.
type Service struct {
	pb.UnimplementedUserServiceServer
}

// New returns the service.
func New() *Service {
	return &Service{}
}

// ListUsers returns a page of users, oldest first, without placeholders unless the request asks for these. The
// capabilities that it includes are read by another statement.
func (s *Service) ListUsers(ctx context.Context, req *pb.ListUsersRequest) (*pb.ListUsersResponse, error) {
	if strings.Contains(req.GetEmail(), " ") { // no user has such an address, and an empty page would hide the mistake
		return nil, problem.Field(problem.ValidationFailed, "email",
			"must not contain a space; in a URL, a + is written as %2B")
	}
	capable, err := lists.NewHasCapabilities("capability_id", req.CapabilityId, req.MinLevel)
	if err != nil {
		return nil, err
	}
	q := call.DB(ctx).User.Query()
	lists.Filter(q, req.Email, HasEmail)
	lists.Filter(q, req.Name, lists.Contains[predicate.User](user.FieldName))
	lists.Filter(q, req.NameExact, lists.Named[predicate.User](user.FieldName))
	lists.FilterIDs(ctx, q, user.Table, req.Ids)
	lists.Filter(q, req.ExternalId, externalid.Of[predicate.User](ctx, record))
	lists.Filter(q, req.IsActive, user.IsActive)
	lists.Filter(q, req.Role, func(role pb.Role) predicate.User { return user.RoleEQ(protoconv.Word[user.Role](role)) })
	switch req.GetKind() {
	case pb.UserKindFilter_USER_KIND_FILTER_ALL:
	case pb.UserKindFilter_USER_KIND_FILTER_PLACEHOLDER:
		q.Where(user.KindNotNil())
	default:
		q.Where(user.KindIsNil())
	}
	lists.Filter(q, protoconv.OptionalID(req.ReportsToId), user.ReportsToID)
	if !capable.All() {
		q.Where(lists.UserHas[predicate.User](tenant.Organization(ctx), capable))
	}
	page := &pb.UserPage{}
	return &pb.ListUsersResponse{Data: page},
		lists.Get(ctx, req, page, q, func(ctx context.Context, rows []*ent.User) ([]*pb.User, error) {
			items := lists.Map(rows, ToProto)
			return items, s.include(ctx, req.Include, items)
		})
}

// HasEmail is the predicate that a user has an e-mail address. It uses the unique index on addresses.
func HasEmail(email string) predicate.User {
	return func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			b.WriteString("lower(").Ident(s.C(user.FieldEmail)).WriteString(") = ").Arg(address.Fold(email))
		}))
	}
}

// GetUser returns one user, also a placeholder. The capabilities that it includes are read by another statement.
func (s *Service) GetUser(ctx context.Context, req *pb.GetUserRequest) (*pb.GetUserResponse, error) {
	row, err := call.DB(ctx).User.Query().Where(user.ID(protoconv.ID(req.UserId))).Only(ctx)
	if err != nil {
		return nil, problem.OrMissing(err, record)
	}
	if len(req.Include) > 0 {
		call.FromContext(ctx).Condition.TagByBody() // the version of the user is not that of the capabilities
	}
	found := ToProto(row)
	return &pb.GetUserResponse{Data: found}, s.include(ctx, req.Include, []*pb.User{found})
}

// CreateUser creates a user. A new user has no reports yet, so the reporting line cannot become a cycle. It checks the
// fields, the references and the capabilities (400), and then the permission (403), and inserts the row with the event
// user.created. With external ids or capabilities, that is a transaction with theirs, and the capabilities have the
// event user_capabilities.updated. The unique index decides whether another user has the e-mail address (409): see
// nameHolder.
func (s *Service) CreateUser(ctx context.Context, req *pb.CreateUserRequest) (*pb.CreateUserResponse, error) {
	created, err := s.create(ctx, req.User)
	return &pb.CreateUserResponse{Data: created}, err
}

func (s *Service) create(ctx context.Context, in *pb.User) (*pb.User, error) {
	now := protoconv.Now()
	row := &ent.User{
		ID: journal.NewID(), Version: 1, CreatedAt: now, UpdatedAt: now,
		DefaultAvailability: user.DefaultDefaultAvailability, Role: user.DefaultRole, IsActive: user.DefaultIsActive,
		ExternalIds: pq.StringArray{}, CanSignIn: permit.LetsIn(ctx),
	}
	if in.GetKind() == pb.UserKind_USER_KIND_PLACEHOLDER {
		row.ID, row.Kind, row.CanSignIn = placeholder.NewID(), new(user.KindPlaceholder), false
	}
	fields := patch.Fields(in)
	db := call.DB(ctx)
	ids := externalid.New(db, record, row.ID, fields, in.ExternalIds)
	if err := apply(ctx, row, in, fields, ids); err != nil {
		return nil, err
	}
	has, err := s.newCapabilities(ctx, row, in.Capabilities)
	if err != nil {
		return nil, err
	}
	created := ToProto(row)
	if err := permit.CreateUser(ctx, created); err != nil {
		return nil, err
	}
	create := func() error { return orTaken(journal.Insert(ctx, db, journal.Created(record, created), row)) }
	return created, s.nameHolder(ctx, in, ids.Write(ctx, func() error {
		if has == nil {
			return create()
		}
		return db.Unit.Do(ctx, func() error {
			if err := create(); err != nil {
				return err
			}
			return createCapabilities(ctx, has)
		})
	}))
}

// UpdateUser changes the fields in the mask, with the event user.updated: patch.Run. An admin changes a field of the
// reporting line or of signing in within a transaction that locks the organization. That change may end sessions, the
// identity that signs in, and the calendar feed, each with its event. It is 409 if the user is the last active admin,
// or if another user has the e-mail address.
func (s *Service) UpdateUser(ctx context.Context, req *pb.UpdateUserRequest) (*pb.UpdateUserResponse, error) {
	after, err := s.update(ctx, req.UserId, req.User, req.UpdateMask.GetPaths(), nil)
	return &pb.UpdateUserResponse{Data: after}, err
}

// update changes a user. A change of a field with a rule about several users, or with which a person signs in, runs in
// a transaction that locks the organization. Only admins may write these fields of persons. Other callers are refused
// without the lock. b is the batch of which the change is a part, or nil.
func (s *Service) update(
	ctx context.Context, userID string, in *pb.User, fields []string, b *batch,
) (after *pb.User, err error) {
	id := protoconv.ID(userID)
	if !call.Caller(ctx).IsAdmin() || !slices.ContainsFunc(fields, isShared) {
		return updateRow(ctx, id, in, fields, b)
	}
	db := call.DB(ctx)
	err = db.Unit.Do(ctx, func() error {
		if err := tenant.Lock(ctx, db); err != nil {
			return err
		}
		after, err = updateAccess(ctx, id, in, fields, b)
		return err
	})
	return after, s.nameHolder(ctx, in, err)
}

// updateAccess makes a change, and ends what lets the user in: everything if the user is not active
// after it, the sessions and the identity that signs in if the e-mail address is another one, and the
// sessions with the provider if the user cannot sign in there.
func updateAccess(
	ctx context.Context, id uuid.UUID, in *pb.User, fields []string, b *batch,
) (*pb.User, error) {
	db := call.DB(ctx)
	was, err := b.readUser(ctx, id)
	if err != nil {
		return nil, problem.OrMissing(err, record)
	}
	after, err := updateRow(ctx, id, in, fields, b)
	if err != nil {
		return nil, err
	}
	moved := after.GetEmail() != "" && !address.Same(was.Email, after.GetEmail())
	if moved {
		if _, err := sessions.Unbind(ctx, db, id); err != nil {
			return nil, err
		}
	}
	if moved || !after.GetIsActive() {
		if _, err := sessions.EndOf(ctx, db, id); err != nil {
			return nil, err
		}
	}
	if !after.GetCanSignIn() {
		if _, err := sessions.EndOf(ctx, db, id, session.MethodEQ(session.MethodOidc)); err != nil {
			return nil, err
		}
	}
	if !after.GetIsActive() {
		feeds, err := db.CalendarFeed.Query().Where(calendarfeed.ID(id)).All(ctx) // at most one
		if err != nil {
			return nil, err
		}
		for _, row := range feeds {
			if err := feed.Delete(ctx, db, row); err != nil {
				return nil, err
			}
		}
	}
	return after, nil
}

// UpsertUsers creates or changes users, all of them or none, in one transaction and with an event for each
// that differs: upsert.Resource. Items may swap e-mail addresses, see batch.park. The rules about several users are
// checked when all items are written, see checkShared.
func (s *Service) UpsertUsers(ctx context.Context, req *pb.UpsertUsersRequest) (*pb.UpsertUsersResponse, error) {
	b := &batch{}
	resource := upsert.Resource[*pb.User]{
		Name: record, Table: user.Table,
		Field: "email", Column: "lower(t.email)", Parent: reportsTo,
		Value: func(in *pb.User) string { return address.Fold(in.GetEmail()) },
		Read: func(ctx context.Context, ids []uuid.UUID) ([]*pb.User, error) {
			rows, err := among.Read[ent.User](ctx, call.DB(ctx), user.Table, user.Columns, ids)
			return lists.Map(rows, ToProto), err
		},
		Permit: func(ctx context.Context, was, is *pb.User, fields []string) error {
			if was == nil {
				return permit.CreateUser(ctx, is)
			}
			return permit.UpdateUser(ctx, was, is, fields)
		},
		Person: (*pb.User).GetId,
		Create: func(ctx context.Context, in *pb.User) (*pb.User, error) {
			if len(in.Capabilities) > 0 { // the same batch would be refused when the user exists
				return nil, problem.Field(problem.ValidationFailed, record+".capabilities",
					"is not for an upsert: POST /users/capabilities/upsert writes those of many users")
			}
			return s.create(ctx, in)
		},
		Update: func(ctx context.Context, id string, in *pb.User, fields []string) (*pb.User, error) {
			return s.update(ctx, id, in, fields, b)
		},
		Check: checkShared,
		Park:  b.park,
	}
	records, meta, err := resource.Run(ctx, req, req.GetBatch())
	return &pb.UpsertUsersResponse{Data: records, Meta: meta}, err
}

// UnbindSignIn removes the account that a user signs in with, and ends the sessions that began with it. After the user
// (404) and the permission (403) are checked, that is one transaction, with the event sign_in_identity.deleted and
// session.ended for each session. Without an account, it writes nothing, and there is no error.
func (s *Service) UnbindSignIn(ctx context.Context, req *pb.UnbindSignInRequest) (*pb.UnbindSignInResponse, error) {
	id := protoconv.ID(req.UserId)
	if found, err := call.DB(ctx).User.Query().Where(user.ID(id)).Exist(ctx); err != nil {
		return nil, err
	} else if !found {
		return nil, problem.Missing(record)
	}
	if err := permit.UnbindSignIn(ctx); err != nil {
		return nil, err
	}
	db := call.DB(ctx)
	err := db.Unit.Do(ctx, func() error {
		_, err := sessions.Unbind(ctx, db, id)
		return err
	})
	return &pb.UnbindSignInResponse{Data: &emptypb.Empty{}}, err
}

// updateRow makes the change of a user: patch.Run. The batch b, or nil, checks the rules about several users at its
// end.
func updateRow(ctx context.Context, id uuid.UUID, in *pb.User, fields []string, b *batch) (*pb.User, error) {
	db := call.DB(ctx)
	ids := externalid.New(db, record, id, fields, in.ExternalIds)
	return patch.Run(ctx, patch.Change[ent.User, *pb.User]{
		Record: record,
		Event:  "user.updated",
		Read:   func(ctx context.Context) (*ent.User, error) { return b.readUser(ctx, id) },
		Apply: func(ctx context.Context, row *ent.User) error {
			if err := apply(ctx, row, in, fields, ids); err != nil || !slices.Contains(fields, reportsTo) {
				return err
			}
			if b != nil { // another item may still change the reporting line
				return checkIsOther(row.ID, row.ReportsToID)
			}
			return checkReportsTo(ctx, row.ID, row.ReportsToID)
		},
		Permit: func(ctx context.Context, read, row *ent.User) error {
			return permit.UpdateUser(ctx, ToProto(read), ToProto(row), fields)
		},
		State: func(ctx context.Context, read, row *ent.User) error {
			if b != nil {
				return nil
			}
			return checkPosts(ctx, ToProto(read), ToProto(row), user.IDNEQ(read.ID))
		},
		Message: ToProto,
		Write: func(ctx context.Context, event journal.Change, read, row *ent.User) (int, error) {
			n, err := journal.Update(ctx, db, event, read, row)
			return n, orTaken(err)
		},
		ExternalIDs: ids,
	})
}

// apply copies the given fields of in to the row and checks the result. It reads the manager if that is among them.
func apply(
	ctx context.Context, row *ent.User, in *pb.User, fields []string, ids *externalid.Change,
) error {
	if row.Kind != nil {
		if err := checkPlaceholder(fields); err != nil {
			return err
		}
	}
	for _, field := range fields {
		switch field {
		case "name":
			row.Name = in.GetName()
		case email:
			row.Email = in.GetEmail()
		case "image":
			row.Image = in.Image
		case "country_code":
			row.CountryCode = in.CountryCode
		case "default_availability":
			row.DefaultAvailability = in.GetDefaultAvailability()
		case reportsTo:
			row.ReportsToID = protoconv.OptionalID(in.ReportsToId)
		case role:
			row.Role = protoconv.Word[user.Role](in.GetRole())
		case isActive:
			row.IsActive = in.GetIsActive()
		case canSignIn:
			row.CanSignIn = in.GetCanSignIn()
		case startDate:
			row.StartDate = protoconv.OptionalDate(in.StartDate)
		case endDate:
			row.EndDate = protoconv.OptionalDate(in.EndDate)
		case externalid.Field:
			row.ExternalIds = ids.Replace(row.ExternalIds)
		case "kind", "capabilities": // of a new user, see CreateUser
		default:
			return patch.Unhandled(record, field)
		}
	}
	if err := CheckEmployment(row.StartDate, row.EndDate, fields); err != nil {
		return err
	}
	return reference.Check(ctx, record, fields, reference.Person(call.DB(ctx), reportsTo, row.ReportsToID))
}

// CheckEmployment returns an error if the last day of employment is before the first. It names the last day if fields
// have it.
func CheckEmployment(first, last *time.Time, fields []string) error {
	if first != nil && last != nil && last.Before(*first) {
		return problem.DatesReversed(record, slices.Contains(fields, endDate))
	}
	return nil
}

// ofPersons are the fields that placeholders do not have.
var ofPersons = []string{email, role, canSignIn, startDate, endDate}

// CheckPlaceholder returns an error that names the fields of a new placeholder that placeholders do not have.
func CheckPlaceholder(in *pb.User) error { return checkPlaceholder(patch.Fields(in)) }

func checkPlaceholder(fields []string) error {
	var details []problem.Detail
	for _, field := range fields {
		if slices.Contains(ofPersons, field) {
			details = append(details, problem.Invalid(record+"."+field, "is not for placeholders"))
		}
	}
	return problem.List(details)
}

// orTaken returns the error for an e-mail address that another user has if the unique index on e-mail addresses
// rejected a row. Otherwise it returns err.
func orTaken(err error) error {
	if postgres.IsUniqueViolation(err) {
		return taken("", "")
	}
	return err
}

// ToProto returns the message of the row.
func ToProto(row *ent.User) *pb.User {
	role, kind := protoconv.EnumOf[pb.Role](row.Role), pb.UserKind_USER_KIND_PERSON
	if row.Kind != nil {
		kind = pb.UserKind_USER_KIND_PLACEHOLDER
	}
	return &pb.User{
		Id:                  row.ID.String(),
		Name:                &row.Name,
		Email:               &row.Email,
		Image:               row.Image,
		CountryCode:         row.CountryCode,
		DefaultAvailability: &row.DefaultAvailability,
		ReportsToId:         protoconv.OptionalIDString(row.ReportsToID),
		Role:                &role,
		IsActive:            &row.IsActive,
		Version:             row.Version,
		CreatedAt:           timestamppb.New(row.CreatedAt),
		UpdatedAt:           timestamppb.New(row.UpdatedAt),
		Kind:                &kind,
		ExternalIds:         row.ExternalIds,
		CanSignIn:           new(row.CanSignIn && row.Kind == nil),
		StartDate:           protoconv.OptionalDateString(row.StartDate),
		EndDate:             protoconv.OptionalDateString(row.EndDate),
	}
}

func taken(value, holder string) error {
	t := problem.Taken{Value: value, Is: "is the address of", Kind: record, Holder: holder}
	return problem.List([]problem.Detail{t.Detail(record + "." + email)})
}

// nameHolder adds to an error that says that the e-mail address is taken the id of the user who has it. It returns
// every other error as it is. In a transaction without savepoints the look-up fails, too. Then Unit.Do calls all of it
// again with savepoints.
func (s *Service) nameHolder(ctx context.Context, in *pb.User, err error) error {
	var p *problem.Error
	if !errors.As(err, &p) || p.Code != problem.AlreadyExists || p.Details[0].Field != record+"."+email {
		return err
	}
	id, notFound := call.DB(ctx).User.Query().Where(HasEmail(in.GetEmail())).OnlyID(ctx)
	// The user has another address since, or the transaction, in which nothing works any more, is about to begin again:
	// see Unit.Do.
	if notFound != nil {
		return err
	}
	return taken(address.Fold(in.GetEmail()), id.String())
}
