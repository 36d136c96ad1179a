// Package proposals serves proposals: changes of planned hours that are not applied yet.
//
// A proposal has wishes, which writes of planned hours make, see package hours. The table shows for each status what
// becomes of it:
//
//	           by its creator and admins          by those who decide     by who may write its rows
//	           submit     withdraw   delete       approve    reject       apply
//	draft      in review  refused    deleted      refused    refused      refused
//	in review  no change  withdrawn  refused      approved   rejected     refused
//	approved   refused    withdrawn  refused      no change  rejected     applied
//	applied    refused    refused    refused      refused    refused      no change
//	rejected   refused    refused    refused      refused    same         refused
//	withdrawn  refused    no change  refused      refused    refused      refused
//	expired    refused    refused    refused      refused    refused      refused
//
// With the same reason, it is no change, and otherwise refused. Those who decide are the rule of permit.DecideProposal,
// and who reads and changes a proposal is that of package proposed.
package proposals

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/lib/pq"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/predicate"
	"github.com/workplan-api/workplan/ent/proposal"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/capacity"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/hours"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/proposed"
	"github.com/workplan-api/workplan/services/internal/reference"
	"github.com/workplan-api/workplan/services/internal/settled"
	"github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/services/money"
)

const record = proposed.Record

// maxOpen is how many open proposals an organization can have.
const maxOpen = 200

// Service implements pb.ProposalServiceServer.
type Service struct {
	pb.UnimplementedProposalServiceServer
	planned *hours.Assignments
}

// New returns the service, which applies proposals to planned hours.
func New(planned *hours.Assignments) *Service { return &Service{planned: planned} }

// ListProposals returns a page of the proposals that the caller may read, oldest first.
func (s *Service) ListProposals(
	ctx context.Context, req *pb.ListProposalsRequest,
) (*pb.ListProposalsResponse, error) {
	q := call.DB(ctx).Proposal.Query()
	lists.Filter(q, protoconv.OptionalID(req.CreatorId), proposal.CreatorID)
	lists.Filter(q, protoconv.OptionalID(req.ReviewerId), hasReviewer)
	lists.Filter(q, req.Status, isNow)
	if c := call.Caller(ctx); !c.IsAdmin() {
		q.Where(proposal.Or(proposal.VisibilityEQ(proposal.VisibilityOrganization), proposal.CreatorID(c.ActorID),
			hasReviewer(c.ActorID)))
	}
	page := &pb.ProposalPage{}
	return &pb.ListProposalsResponse{Data: page}, lists.Get(ctx, req, page, q, lists.Each(proposed.ToProto))
}

func hasReviewer(id uuid.UUID) predicate.Proposal {
	return func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			b.Arg(id).WriteString(" = ANY (").Ident(s.C(proposal.FieldReviewerIds)).WriteString(")")
		}))
	}
}

// isNow returns a predicate that reports whether a proposal has a status now, see proposed.Status.
func isNow(status pb.ProposalStatus) predicate.Proposal {
	now := time.Now()
	ended := proposal.Or(proposal.And(proposal.ExpiresAtNotNil(), proposal.ExpiresAtLTE(now)),
		proposal.And(proposal.ExpiresAtIsNil(), proposal.UpdatedAtLTE(now.Add(-proposed.MaxIdle))))
	open := proposal.StatusIn(proposed.OpenStatuses...)
	if status == pb.ProposalStatus_PROPOSAL_STATUS_EXPIRED {
		return proposal.And(open, ended)
	}
	is := protoconv.Word[proposal.Status](status)
	if slices.Contains(proposed.OpenStatuses, is) {
		return proposal.And(proposal.StatusEQ(is), proposal.Not(ended))
	}
	return proposal.StatusEQ(is)
}

// GetProposal returns one proposal. One that the caller may not read does not exist (404).
func (s *Service) GetProposal(ctx context.Context, req *pb.GetProposalRequest) (*pb.GetProposalResponse, error) {
	row, err := proposed.Read(ctx, req.ProposalId)
	if err != nil {
		return nil, err
	}
	// Neither the end of its time nor an erasure changes the version.
	if proposed.Status(row) != row.Status || row.Title == journal.Erased {
		call.FromContext(ctx).Condition.TagByBody()
	}
	return &pb.GetProposalResponse{Data: proposed.ToProto(row)}, nil
}

// CreateProposal creates a draft. It checks the fields (400). Then, in a transaction that locks the organization, it
// counts the open proposals, at most 200 (409), and inserts the row with the event proposal.created.
func (s *Service) CreateProposal(
	ctx context.Context, req *pb.CreateProposalRequest,
) (*pb.CreateProposalResponse, error) {
	in := req.GetProposal()
	row := newRow(ctx, in.GetTitle())
	row.Note = in.Note
	if in.Source != nil {
		row.Source = protoconv.Word[proposal.Source](*in.Source)
	}
	fields := []string{proposal.FieldReviewerIds, proposal.FieldExpiresAt}
	if in.Visibility != nil {
		fields = append(fields, proposal.FieldVisibility)
	}
	if err := apply(ctx, row, in, fields); err != nil {
		return nil, err
	}
	created := proposed.ToProto(row)
	return &pb.CreateProposalResponse{Data: created}, insert(ctx, row, created)
}

func newRow(ctx context.Context, title string) *ent.Proposal {
	now := protoconv.Now()
	return &ent.Proposal{
		ID: journal.NewID(), Version: 1, CreatedAt: now, UpdatedAt: now, Title: title,
		Visibility:  proposal.DefaultVisibility,
		ReviewerIds: pq.StringArray{}, Source: proposal.DefaultSource, Status: proposal.DefaultStatus,
		CreatorID: call.Caller(ctx).ActorID, Outcome: pq.Int64Array{},
	}
}

// insert inserts a new proposal with its event, in a transaction that locks the organization.
func insert(ctx context.Context, row *ent.Proposal, created *pb.Proposal) error {
	db := call.DB(ctx)
	return db.Unit.Do(ctx, func() error {
		count := func(ctx context.Context) (int, error) {
			q := db.Proposal.Query().Where(proposal.Or(isNow(pb.ProposalStatus_PROPOSAL_STATUS_DRAFT),
				isNow(pb.ProposalStatus_PROPOSAL_STATUS_IN_REVIEW), isNow(pb.ProposalStatus_PROPOSAL_STATUS_APPROVED)))
			return q.Count(ctx)
		}
		if err := patch.LockAndCheckRoom(ctx, db, maxOpen, count, "open proposals",
			"withdraw some, or delete drafts"); err != nil {
			return err
		}
		return journal.Insert(ctx, db, journal.Created(record, created), row)
	})
}

// UpdateProposal changes fields of an open proposal, with the event proposal.updated: patch.Run.
func (s *Service) UpdateProposal(
	ctx context.Context, req *pb.UpdateProposalRequest,
) (*pb.UpdateProposalResponse, error) {
	after, err := patch.Run(ctx, patch.Change[ent.Proposal, *pb.Proposal]{
		Record: record,
		Event:  proposed.Updated,
		Read:   byID(req.ProposalId),
		Apply: func(ctx context.Context, row *ent.Proposal) error {
			return apply(ctx, row, req.Proposal, req.UpdateMask.GetPaths())
		},
		Permit:  func(ctx context.Context, read, _ *ent.Proposal) error { return permit.WriteProposal(ctx, read) },
		State:   func(_ context.Context, read, _ *ent.Proposal) error { return proposed.RefuseClosed(read) },
		Message: proposed.ToProto,
	})
	return &pb.UpdateProposalResponse{Data: after}, err
}

func byID(id string) func(context.Context) (*ent.Proposal, error) {
	return func(ctx context.Context) (*ent.Proposal, error) { return proposed.Read(ctx, id) }
}

// apply copies the given fields of in to the row. Its error (400) names what is wrong with reviewers and the time.
func apply(ctx context.Context, row *ent.Proposal, in *pb.Proposal, fields []string) error {
	var bad []problem.Detail
	for _, field := range fields {
		switch field {
		case proposal.FieldTitle:
			row.Title = in.GetTitle()
		case proposal.FieldNote:
			row.Note = in.Note
		case proposal.FieldVisibility:
			row.Visibility = protoconv.Word[proposal.Visibility](in.GetVisibility())
		case proposal.FieldExpiresAt:
			row.ExpiresAt = protoconv.OptionalTime(in.ExpiresAt)
			if row.ExpiresAt != nil && !row.ExpiresAt.After(time.Now()) {
				bad = append(bad, problem.Invalid(record+".expires_at", "must be in the future"))
			}
		case proposal.FieldReviewerIds:
			ids := lists.Map(in.ReviewerIds, protoconv.ID)
			faults, err := reference.Persons(ctx, call.DB(ctx), record+".reviewer_ids", ids)
			if err != nil {
				return err
			}
			bad = append(bad, faults...)
			row.ReviewerIds = tenant.IDs(slices.Values(ids))
		default:
			return patch.Unhandled(record, field)
		}
	}
	return problem.List(bad)
}

const deleteRows = `DELETE FROM proposal_rows WHERE organization_id = $1 AND proposal_id = $2`

// DeleteProposal deletes a draft and its wishes, with the event proposal.deleted, in a transaction that locks the
// proposal.
func (s *Service) DeleteProposal(
	ctx context.Context, req *pb.DeleteProposalRequest,
) (*pb.DeleteProposalResponse, error) {
	db := call.DB(ctx)
	err := db.Unit.Do(ctx, func() error {
		row, err := proposed.Lock(ctx, protoconv.ID(req.ProposalId))
		if err != nil {
			return err
		}
		if err := permit.WriteProposal(ctx, row); err != nil {
			return err
		}
		if err := call.FromContext(ctx).Versions.Check(row.Version); err != nil {
			return err
		}
		if row.Status != proposal.StatusDraft {
			return problem.New(problem.InvalidState, "the proposal is no draft: withdraw it instead")
		}
		if err := db.Unit.Owe(record+".deleted", func() (int, error) {
			_, err := tenant.Exec(ctx, db, deleteRows, row.ID)
			return 1, err
		}); err != nil {
			return err
		}
		_, err = journal.Delete(ctx, db, journal.Deleted(record, proposed.ToProto(row)), row)
		return err
	})
	return &pb.DeleteProposalResponse{Data: &emptypb.Empty{}}, err
}

// DiffProposal returns a page of what a proposal would change: hours.Assignments.DiffProposal.
func (s *Service) DiffProposal(ctx context.Context, req *pb.DiffProposalRequest) (*pb.DiffProposalResponse, error) {
	row, err := proposed.Read(ctx, req.ProposalId)
	if err != nil {
		return nil, err
	}
	page, err := s.planned.DiffProposal(ctx, req, row.Status == proposal.StatusApplied)
	return &pb.DiffProposalResponse{Data: page}, err
}

// GetProposalImpact returns what an open proposal would change for people and money, in one snapshot. By default, it
// looks at the days from the first to the last wish.
func (s *Service) GetProposalImpact(
	ctx context.Context, req *pb.GetProposalImpactRequest,
) (*pb.GetProposalImpactResponse, error) {
	impact := &pb.ProposalImpact{}
	err := call.DB(ctx).Unit.Snapshot(ctx, func() error {
		row, err := proposed.Read(ctx, req.ProposalId)
		if err != nil {
			return err
		}
		if !slices.Contains(proposed.OpenStatuses, proposed.Status(row)) {
			return problem.New(problem.InvalidState, "the proposal is %s: it has an impact only while it is open",
				protoconv.Word[string](proposed.ToProto(row).Status))
		}
		wished, first, last, err := hours.Wished(ctx, row.ID)
		if err != nil {
			return err
		}
		impact.StartDate = cmp.Or(req.GetStartDate(), first, protoconv.DateString(time.Now().UTC()))
		impact.EndDate = cmp.Or(req.GetEndDate(), max(last, impact.StartDate))
		users := distinct(wished, func(h permit.Hours) uuid.UUID { return h.User })
		if err := capacity.Impact(ctx, impact, row.ID, users); err != nil {
			return err
		}
		return money.Impact(ctx, impact, row.ID, distinct(wished, func(h permit.Hours) uuid.UUID { return h.Project }))
	})
	return &pb.GetProposalImpactResponse{Data: impact}, err
}

// distinct returns a part of hours, each value once.
func distinct(of []permit.Hours, part func(permit.Hours) uuid.UUID) []uuid.UUID {
	ids := lists.Map(of, part)
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(ids)
}

// RevertProposal makes a draft that undoes an applied proposal, with the event proposal.created, as CreateProposal
// does.
func (s *Service) RevertProposal(
	ctx context.Context, req *pb.RevertProposalRequest,
) (*pb.RevertProposalResponse, error) {
	of, err := proposed.Read(ctx, req.ProposalId)
	if err != nil {
		return nil, err
	}
	if of.Status != proposal.StatusApplied {
		return nil, problem.New(problem.InvalidState, "the proposal is %s: only an applied one can be undone",
			protoconv.Word[string](proposed.ToProto(of).Status))
	}
	row := newRow(ctx, titleOf("Undo: "+of.Title))
	row.Visibility, row.ReviewerIds, row.RevertsID = of.Visibility, of.ReviewerIds, &of.ID
	var created *pb.Proposal
	err = call.DB(ctx).Unit.Do(ctx, func() error {
		if err := insert(ctx, row, proposed.ToProto(row)); err != nil {
			return err
		}
		rows, err := s.planned.Revert(ctx, of.ID, row.ID, int(of.RowCount))
		if err == nil {
			created, err = filled(ctx, row, rows)
		}
		return err
	})
	return &pb.RevertProposalResponse{Data: created}, err
}

// filled notes, in the transaction that has inserted a proposal, how many wishes it has got, with the event
// proposal.updated.
func filled(ctx context.Context, row *ent.Proposal, wishes int) (*pb.Proposal, error) {
	if wishes == 0 {
		return proposed.ToProto(row), nil
	}
	after := *row
	after.RowCount, after.Version = int64(wishes), row.Version+1
	message := proposed.ToProto(&after)
	_, err := journal.Update(ctx, call.DB(ctx),
		journal.Change{Type: proposed.Updated, Before: proposed.ToProto(row), After: message}, row, &after)
	return message, err
}

// SuggestProposal makes a draft of who could do the work of a brief: capacity.Suggest. The draft has the events of
// CreateProposal and of a change of its rows. Without anybody who has time there is no draft.
func (s *Service) SuggestProposal(
	ctx context.Context, req *pb.SuggestProposalRequest,
) (*pb.SuggestProposalResponse, error) {
	brief := req.GetBrief()
	found, row := &pb.Suggestion{}, newRow(ctx, brief.GetTitle())
	row.Source = proposal.SourceSuggestion
	err := s.planned.Suggest(ctx, hours.Suggesting{
		Proposal: row.ID, DryRun: req.GetDryRun(), Placeholder: strings.ToLower(brief.GetDemand().GetPlaceholderId()),
		Rows: func(closed *settled.Days) (_ []*pb.SuggestedRow, err error) {
			var name string
			found, name, err = capacity.Suggest(ctx, brief, closed)
			row.Title = cmp.Or(brief.GetTitle(), titleOf("People for "+cmp.Or(name, "a project")))
			return found.GetItems(), err
		},
		Begin: func() error { return insert(ctx, row, proposed.ToProto(row)) },
		End: func(wishes int) (err error) {
			found.Proposal, err = filled(ctx, row, wishes)
			return err
		},
	})
	return &pb.SuggestProposalResponse{Data: found}, err
}

// titleOf returns a title that is not too long, and has no white space at its end.
func titleOf(title string) string {
	characters := []rune(title)
	return strings.TrimSpace(string(characters[:min(len(characters), maxTitle)]))
}

// maxTitle is the bound of the title in the proto, in characters.
const maxTitle = 255

// ApplyProposal applies an approved proposal: hours.Assignments.Apply. The event proposal.applied follows the rows in
// the same transaction.
func (s *Service) ApplyProposal(
	ctx context.Context, req *pb.ApplyProposalRequest,
) (*pb.ApplyProposalResponse, error) {
	id := protoconv.ID(req.ProposalId)
	if _, err := proposed.Read(ctx, req.ProposalId); err != nil {
		return nil, err
	}
	var row *ent.Proposal
	var after *pb.Proposal
	begin := func() (_ bool, err error) {
		if row, err = proposed.Lock(ctx, id); err != nil {
			return false, err
		}
		if err := call.FromContext(ctx).Versions.Check(row.Version); err != nil {
			return false, err
		}
		after = proposed.ToProto(row)
		switch after.Status {
		case pb.ProposalStatus_PROPOSAL_STATUS_APPLIED:
			return false, nil
		case pb.ProposalStatus_PROPOSAL_STATUS_APPROVED:
			return true, nil
		}
		return false, problem.New(problem.InvalidState, "the proposal is %s: only one that is approved can be applied",
			protoconv.Word[string](after.Status))
	}
	onConflict := cmp.Or(req.GetApplication().GetOnConflict(), pb.OnConflict_ON_CONFLICT_REFUSE)
	err := s.planned.Apply(ctx, id, onConflict, req.GetDryRun(), begin, func(o hours.Outcome) error {
		next, now := *row, protoconv.Now()
		next.Status, next.AppliedByID, next.AppliedAt = proposal.StatusApplied, &call.Caller(ctx).ActorID, &now
		next.Outcome = pq.Int64Array{
			int64(o.Created), int64(o.Updated), int64(o.Deleted), int64(o.Unchanged), int64(o.Skipped),
		}
		next.Version++
		if now.After(row.UpdatedAt) {
			next.UpdatedAt = now
		}
		after = proposed.ToProto(&next)
		_, err := journal.Update(ctx, call.DB(ctx),
			journal.Change{Type: record + ".applied", Before: proposed.ToProto(row), After: after}, row, &next)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &pb.ApplyProposalResponse{Data: after}, nil
}
