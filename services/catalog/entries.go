package catalog

import (
	"context"
	"strings"

	"entgo.io/ent/dialect/sql"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/capability"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/naming"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/journal"
)

// entries writes the records of one of the two tables. The columns have the same names in
// both, so conditions use the names of capabilities.
type entries[Message journal.Message] struct {
	// record is the name of the resource in requests.
	record  string
	table   string
	message func(row *ent.Capability) Message
	// find reads the row that meets a condition, and row makes it one of its table.
	find func(ctx context.Context, where func(*sql.Selector)) (*ent.Capability, error)
	row  func(*ent.Capability) journal.Row
}

// create creates a record with the given fields of in. It checks the permission (403) and the name (409), and inserts
// the row with its event in one statement.
func (e *entries[Message]) create(
	ctx context.Context, in *pb.Capability, fields []string,
) (created Message, err error) {
	now := protoconv.Now()
	row := &ent.Capability{
		ID: journal.NewID(), Version: 1, CreatedAt: now, UpdatedAt: now, IsActive: capability.DefaultIsActive,
	}
	if err := e.apply(row, in, fields); err != nil {
		return created, err
	}
	if err := permit.WriteCatalog(ctx); err != nil {
		return created, err
	}
	if err := e.checkName(ctx, row); err != nil {
		return created, err
	}
	created = e.message(row)
	return created, e.orTaken(journal.Insert(ctx, call.DB(ctx), journal.Created(e.record, created), e.row(row)))
}

// update changes the given fields of the record with patch.Run. It reads the record (404), and checks the permission
// (403), the version, and the name if that is another one (409).
func (e *entries[Message]) update(
	ctx context.Context, recordID string, in *pb.Capability, fields []string,
) (Message, error) {
	id := protoconv.ID(recordID)
	return patch.Run(ctx, patch.Change[ent.Capability, Message]{
		Record: e.words(),
		Event:  e.record + ".updated",
		Read:   func(ctx context.Context) (*ent.Capability, error) { return e.find(ctx, capability.ID(id)) },
		Apply:  func(_ context.Context, row *ent.Capability) error { return e.apply(row, in, fields) },
		Permit: func(ctx context.Context, _, _ *ent.Capability) error { return permit.WriteCatalog(ctx) },
		State: func(ctx context.Context, read, row *ent.Capability) error {
			if row.Name == read.Name {
				return nil
			}
			return e.checkName(ctx, row)
		},
		Message: e.message,
		Write: func(ctx context.Context, event journal.Change, read, row *ent.Capability) (int, error) {
			n, err := journal.Update(ctx, call.DB(ctx), event, e.row(read), e.row(row))
			return n, e.orTaken(err)
		},
	})
}

// apply copies the given fields of in to the row.
func (e *entries[Message]) apply(row *ent.Capability, in *pb.Capability, fields []string) error {
	for _, field := range fields {
		switch field {
		case "name":
			row.Name = in.GetName()
		case "is_active":
			row.IsActive = in.GetIsActive()
		default:
			return patch.Unhandled(e.record, field)
		}
	}
	return nil
}

// checkName looks for another record with the name of the row, and returns an error if there is one. Another request
// may still write the name before this one does: then the unique key rejects the row, see orTaken.
func (e *entries[Message]) checkName(ctx context.Context, row *ent.Capability) error {
	other, err := e.find(ctx, capability.And(capability.NameIn(naming.Forms(row.Name)...), capability.IDNEQ(row.ID)))
	switch {
	case ent.IsNotFound(err):
		return nil
	case err != nil:
		return err
	}
	return e.taken(row.Name, other.ID.String())
}

// orTaken returns the error of checkName if the unique key on names rejected a row.
// Otherwise it returns err.
func (e *entries[Message]) orTaken(err error) error {
	if postgres.IsUniqueViolation(err) {
		return e.taken("", "")
	}
	return err
}

func (e *entries[Message]) taken(name, holder string) error {
	taken := problem.Taken{Value: name, Is: "is the name of", Kind: e.words(), Holder: holder}
	return problem.List([]problem.Detail{taken.Detail(e.record + ".name")})
}

// words returns the name of the resource in sentences.
func (e *entries[Message]) words() string { return strings.ReplaceAll(e.record, "_", " ") }

func toProto(row *ent.Capability) *pb.Capability {
	return &pb.Capability{
		Id:        row.ID.String(),
		Name:      &row.Name,
		IsActive:  &row.IsActive,
		Version:   row.Version,
		CreatedAt: timestamppb.New(row.CreatedAt),
		UpdatedAt: timestamppb.New(row.UpdatedAt),
	}
}
