// Package proposed has what the services that read and write planned hours need of proposals: which of them a caller
// may read and change, and the rows of planned hours as a proposal would make them.
//
// A proposal is open while it is a draft, in review or approved, and has not expired. Its creator, its reviewers and
// admins may change its wishes while it is open. A change of an approved one takes the approval back.
package proposed

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/proposal"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/journal"
)

// Record is the name of the resource in errors and in the types of events.
const Record = "proposal"

// Updated is the type of the event of a change of a proposal or of its wishes.
const Updated = Record + ".updated"

// Field is the parameter of a request that is about the plan as a proposal would make it.
const Field = "proposal_id"

// MaxRows is how many wishes a proposal can have.
const MaxRows = 5000

// MaxIdle is how long a proposal stays open without a change, unless it says when it expires.
const MaxIdle = 90 * 24 * time.Hour

// OpenStatuses are those of a proposal that is open, unless it has expired.
var OpenStatuses = []proposal.Status{proposal.StatusDraft, proposal.StatusInReview, proposal.StatusApproved}

// ID returns the proposal of a request, nil if the request is about the live plan. One that the caller may not read
// does not exist (400).
func ID(ctx context.Context, id *string) (*uuid.UUID, error) {
	if id == nil {
		return nil, nil
	}
	row, err := read(ctx, protoconv.ID(*id))
	if err != nil {
		return nil, asReference(err)
	}
	return &row.ID, nil
}

// Read returns a proposal that the caller may read. Its error is problem.Missing if there is none.
func Read(ctx context.Context, id string) (*ent.Proposal, error) { return read(ctx, protoconv.ID(id)) }

func read(ctx context.Context, id uuid.UUID) (*ent.Proposal, error) {
	row, err := call.DB(ctx).Proposal.Query().Where(proposal.ID(id)).Only(ctx)
	switch {
	case ent.IsNotFound(err), err == nil && !permit.ReadProposal(ctx, row):
		return nil, problem.Missing(Record)
	case err != nil:
		return nil, err
	}
	return row, nil
}

// asReference returns the error about a proposal that a parameter names.
func asReference(err error) error {
	if problem.Has(err, problem.NotFound) {
		return problem.Field(problem.UnknownReference, Field, "does not exist")
	}
	return err
}

// Lock locks a proposal, in a transaction, and then returns it as Read does.
func Lock(ctx context.Context, id uuid.UUID) (*ent.Proposal, error) {
	if err := tenant.LockRow(ctx, call.DB(ctx), proposal.Table, id); err != nil {
		return nil, err
	}
	return read(ctx, id)
}

// Edit calls write, in a transaction that locks the proposal, to change its wishes. write returns how many it has
// then, and whether it has changed any, for which it owes the event Updated. Then the proposal gets another version,
// with that event, and is no longer approved. It is an error if the caller may not change the wishes (403), or the
// proposal is not open (409).
func Edit(ctx context.Context, id uuid.UUID, write func() (rows int, changed bool, err error)) error {
	row, err := Lock(ctx, id)
	if err != nil {
		return asReference(err)
	}
	if err := permit.WishInProposal(ctx, row); err != nil {
		return err
	}
	if err := RefuseClosed(row); err != nil {
		return err
	}
	rows, changed, err := write()
	if err != nil || !changed {
		return err
	}
	after := *row
	after.RowCount, after.Version = int64(rows), row.Version+1
	if row.Status == proposal.StatusApproved {
		after.Status, after.DecidedByID, after.DecidedAt = proposal.StatusInReview, nil, nil
	}
	if now := protoconv.Now(); now.After(row.UpdatedAt) {
		after.UpdatedAt = now
	}
	_, err = journal.Update(ctx, call.DB(ctx),
		journal.Change{Type: Updated, Before: ToProto(row), After: ToProto(&after)}, row, &after)
	return err
}

// RefuseClosed returns an error (409) if a proposal is not open.
func RefuseClosed(row *ent.Proposal) error {
	if !slices.Contains(OpenStatuses, Status(row)) {
		return problem.New(problem.InvalidState, "the proposal is %s, and cannot be changed any more",
			protoconv.Word[string](statusMessage(row)))
	}
	return nil
}

// expired is the status of a proposal that was open too long. It is not stored.
const expired proposal.Status = "expired"

// Status returns the status of a proposal now.
func Status(row *ent.Proposal) proposal.Status {
	end := row.UpdatedAt.Add(MaxIdle)
	if row.ExpiresAt != nil {
		end = *row.ExpiresAt
	}
	if slices.Contains(OpenStatuses, row.Status) && !time.Now().Before(end) {
		return expired
	}
	return row.Status
}

func statusMessage(row *ent.Proposal) pb.ProposalStatus {
	return protoconv.EnumOf[pb.ProposalStatus](Status(row))
}

// ToProto returns the message of a proposal.
func ToProto(row *ent.Proposal) *pb.Proposal {
	m := &pb.Proposal{
		Id: row.ID.String(), Title: &row.Title, Note: row.Note,
		Visibility:  protoconv.EnumOf[pb.ProposalVisibility](row.Visibility).Enum(),
		ReviewerIds: row.ReviewerIds, Source: protoconv.EnumOf[pb.ProposalSource](row.Source).Enum(),
		ExpiresAt: protoconv.OptionalTimestamp(row.ExpiresAt), Status: statusMessage(row),
		CreatorId: row.CreatorID.String(), Rows: int32(row.RowCount),
		SubmittedAt: protoconv.OptionalTimestamp(row.SubmittedAt),
		DecidedById: protoconv.OptionalIDString(row.DecidedByID), DecidedAt: protoconv.OptionalTimestamp(row.DecidedAt),
		RejectionReason: row.RejectionReason,
		AppliedById:     protoconv.OptionalIDString(row.AppliedByID),
		AppliedAt:       protoconv.OptionalTimestamp(row.AppliedAt),
		RevertsId:       protoconv.OptionalIDString(row.RevertsID), Version: row.Version,
		CreatedAt: timestamppb.New(row.CreatedAt), UpdatedAt: timestamppb.New(row.UpdatedAt),
	}
	if o := row.Outcome; len(o) > 0 {
		m.Outcome = &pb.ProposalOutcome{
			Created: int32(o[0]), Updated: int32(o[1]), Deleted: int32(o[2]),
			Unchanged: int32(o[3]), Skipped: int32(o[4]),
		}
	}
	return m
}

// CheckComparison returns an error (400) if a request compares with the live plan, but is about no proposal.
func CheckComparison(req interface {
	GetCompare() pb.PlanComparison
	GetProposalId() string
}) error {
	if req.GetCompare() != pb.PlanComparison_PLAN_COMPARISON_UNSPECIFIED && req.GetProposalId() == "" {
		return problem.Field(problem.ValidationFailed, "compare", "needs a proposal")
	}
	return nil
}

// LiveName returns the name of a series of the live plan, beside the same one of a proposal.
func LiveName(series string) string { return "live" + strings.ToUpper(series[:1]) + series[1:] }
