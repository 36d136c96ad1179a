// Package webhooks sends the events of the journal to endpoints, and serves the rpcs that
// manage these.
//
// An endpoint is a cursor on the journal: nothing is stored for each event and endpoint. So a
// write costs no more because of endpoints, the events arrive in their order, and an endpoint
// that was down for a week continues at its cursor. As long as the journal keeps an event, it
// arrives at least once. An endpoint gets the events that its key may read: the key that set
// the endpoint up, with the role that its user has at that time. Requests follow Standard Webhooks 1.0.
//
// An endpoint becomes active only when it has responded to a ping. If it does not respond to
// an event, the same event is sent again later. If it refuses an event with a 4xx status, the
// event is parked after some tries, and the next one follows. If all requests of five days
// fail, or it responds with 410, it is disabled.
package webhooks

import (
	"context"
	"errors"
	"net"
	"net/url"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/predicate"
	"github.com/workplan-api/workplan/ent/webhook"
	"github.com/workplan-api/workplan/ent/webhookattempt"
	"github.com/workplan-api/workplan/ent/webhookredelivery"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/journal"
)

// record is the name of the resource in errors and in requests.
const record = "webhook"

const (
	// defaultOverlap is how long the old secret signs after a rotation.
	defaultOverlap = 24 * time.Hour
	// pingTimeout is the time for a ping during a call. It is shorter than the time for the
	// call.
	pingTimeout = 5 * time.Second
)

// Service implements pb.WebhookServiceServer.
type Service struct {
	pb.UnimplementedWebhookServiceServer
	journal *journal.Service
	sender  *Sender
}

// New returns the service.
func New(events *journal.Service, sender *Sender) *Service {
	return &Service{journal: events, sender: sender}
}

// ListWebhooks returns a page of endpoints, oldest first. Only admins may (403). The number of the latest event, for
// the lag, is read by another statement.
func (s *Service) ListWebhooks(ctx context.Context, req *pb.ListWebhooksRequest) (*pb.ListWebhooksResponse, error) {
	page := &pb.WebhookPage{}
	if err := lists.Get(ctx, req, page, call.DB(ctx).Webhook.Query(), s.messages); err != nil {
		return nil, err
	}
	if err := permit.ManageWebhooks(ctx); err != nil { // after Get, because 400 comes before 403
		return nil, err
	}
	return &pb.ListWebhooksResponse{Data: page}, nil
}

// GetWebhook returns one endpoint, with its lag as ListWebhooks does. Only admins may (403).
func (s *Service) GetWebhook(ctx context.Context, req *pb.GetWebhookRequest) (*pb.GetWebhookResponse, error) {
	m, err := s.readMessage(ctx, protoconv.ID(req.WebhookId))
	if err != nil {
		return nil, err
	}
	if err := permit.ManageWebhooks(ctx); err != nil {
		return nil, err
	}
	call.FromContext(ctx).Condition.TagByBody() // deliveries do not change the version
	return &pb.GetWebhookResponse{Data: m}, nil
}

// inTransaction calls f in a transaction that first locks the key of the caller and looks the caller up again. After a
// ping of f, which runs outside, a new transaction begins and does the same: somebody may have revoked the key
// meanwhile.
func (s *Service) inTransaction(ctx context.Context, f func() error) error {
	db := call.DB(ctx)
	return db.Unit.Do(ctx, func() error {
		if err := call.FromContext(ctx).Confirm(ctx, db); err != nil {
			return err
		}
		return f()
	})
}

// CreateWebhook creates an endpoint. In inTransaction, it checks the fields (400), the permission (403) and the cursor,
// pings the endpoint, so that its state is known when it is stored, locks the organization and counts its endpoints
// (409), and inserts the row with the event webhook.created, and then the attempt. Only the response has the secret.
func (s *Service) CreateWebhook(
	ctx context.Context, req *pb.CreateWebhookRequest,
) (resp *pb.CreateWebhookResponse, err error) {
	err = s.inTransaction(ctx, func() error {
		created, err := s.create(ctx, req.Webhook)
		resp = &pb.CreateWebhookResponse{Data: created}
		return err
	})
	return resp, err
}

func (s *Service) create(ctx context.Context, in *pb.Webhook) (*pb.Webhook, error) {
	now := protoconv.Now()
	row := &ent.Webhook{
		OrganizationID: tenant.Organization(ctx), ID: journal.NewID(), Version: 1, CreatedAt: now, UpdatedAt: now,
		State: webhook.StateActive, SecretGeneration: 1, DueAt: now,
	}
	own(ctx, row)
	head, first, err := s.journal.Ends(ctx)
	if err != nil {
		return nil, err
	}
	row.Position = head
	if err := s.apply(row, in, patch.Fields(in)); err != nil {
		return nil, err
	}
	if err := s.permit(ctx, row.Types); err != nil {
		return nil, err
	}
	if err := s.canSign(); err != nil {
		return nil, err
	}
	if err := journal.CheckPosition(record+".cursor", row.Position, head, first); err != nil {
		return nil, err
	}
	var pinged *attempt
	if row.State == webhook.StateActive {
		if pinged, err = s.ping(ctx, row); err != nil {
			return nil, err
		}
		row.ID = pinged.endpoint.ID // the ping has it
		if err := s.activate(row, pinged); err != nil {
			return nil, err
		}
	}
	if err := s.insert(ctx, row); err != nil {
		return nil, err
	}
	if err := s.storePing(ctx, pinged); err != nil {
		return nil, err
	}
	created, err := s.readMessage(ctx, row.ID)
	if err != nil {
		return nil, err
	}
	created.Secret = s.secret(row)
	return created, nil
}

// insert locks the organization, and inserts a new endpoint, unless there are maxWebhooks.
func (s *Service) insert(ctx context.Context, row *ent.Webhook) error {
	db := call.DB(ctx)
	if err := patch.LockAndCheckRoom(ctx, db, maxWebhooks, db.Webhook.Query().Count, "webhooks", "delete one"); err != nil {
		return err
	}
	return journal.Insert(ctx, db, journal.Created(record, toProto(row)), row)
}

// UpdateWebhook changes the fields in the mask, with the event webhook.updated: patch.Run in inTransaction. A change of
// the address, the types or the state gives the endpoint the rights of the caller. If the endpoint becomes active or
// gets another address, it is pinged before the write, and the attempt is stored after it. A change of more than the
// name ends the turn of the process that delivers to the endpoint.
func (s *Service) UpdateWebhook(
	ctx context.Context, req *pb.UpdateWebhookRequest,
) (resp *pb.UpdateWebhookResponse, err error) {
	err = s.inTransaction(ctx, func() error {
		after, err := s.update(ctx, req)
		resp = &pb.UpdateWebhookResponse{Data: after}
		return err
	})
	return resp, err
}

func (s *Service) update(ctx context.Context, req *pb.UpdateWebhookRequest) (*pb.Webhook, error) {
	fields := req.UpdateMask.GetPaths()
	var moved, restarted, owned bool
	for _, field := range fields {
		moved = moved || field == "cursor"
		restarted = restarted || field != "name"
		owned = owned || field == "url" || field == "types" || field == "state"
	}
	var pinged *attempt
	change := changeOf(req.WebhookId)
	change.Apply = func(ctx context.Context, row *ent.Webhook) error {
		if owned {
			own(ctx, row)
		}
		if restarted {
			restart(row)
		}
		return s.apply(row, req.Webhook, fields)
	}
	change.Permit = func(ctx context.Context, read, _ *ent.Webhook) error {
		switch {
		case !owned:
			return permit.ManageWebhooks(ctx)
		case len(req.Webhook.Types) > 0:
			return s.permit(ctx, req.Webhook.Types)
		}
		return s.permit(ctx, read.Types)
	}
	change.State = func(ctx context.Context, read, row *ent.Webhook) (err error) {
		if moved {
			head, first, err := s.journal.Ends(ctx)
			if err != nil {
				return err
			}
			if err := journal.CheckPosition(record+".cursor", row.Position, head, first); err != nil {
				return err
			}
		}
		if row.State == webhook.StateActive && (read.State != webhook.StateActive || row.URL != read.URL) {
			if pinged, err = s.ping(ctx, row); err != nil {
				return err
			}
			return s.activate(row, pinged)
		}
		return nil
	}
	change.Write = func(ctx context.Context, event journal.Change, read, row *ent.Webhook) (int, error) {
		return journal.Update(ctx, call.DB(ctx), event, read, row, func(u *sql.UpdateBuilder) {
			if restarted {
				endTurn(u)
				u.Set(webhook.FieldTries, row.Tries).Set(webhook.FieldFailures, row.Failures).
					Set(webhook.FieldFailingSince, row.FailingSince).Set(webhook.FieldLastError, row.LastError).
					Set(webhook.FieldDueAt, row.DueAt)
			}
			if moved {
				u.Set(webhook.FieldPosition, row.Position)
			}
		})
	}
	if err := run(ctx, change); err != nil {
		return nil, err
	}
	if err := s.storePing(ctx, pinged); err != nil {
		return nil, err
	}
	return s.readMessage(ctx, protoconv.ID(req.WebhookId))
}

// apply copies the given fields of in to the row and checks the result. A request for a
// pending endpoint to get another address also asks for it to become active.
func (s *Service) apply(row *ent.Webhook, in *pb.Webhook, fields []string) error {
	for _, field := range fields {
		switch field {
		case "url":
			if wrong := s.sender.checkURL(in.GetUrl()); wrong != "" {
				return problem.Field(problem.ValidationFailed, record+".url", wrong)
			}
			if row.URL = in.GetUrl(); row.State == webhook.StatePending {
				row.State = webhook.StateActive
			}
		case "types":
			row.Types = in.Types
		case "name":
			row.Name = in.Name
		case "state":
			if in.GetState() != pb.WebhookState_WEBHOOK_STATE_ACTIVE &&
				in.GetState() != pb.WebhookState_WEBHOOK_STATE_PAUSED {
				return problem.Field(problem.ValidationFailed, record+".state", "must be active or paused")
			}
			row.State = protoconv.Word[webhook.State](in.GetState())
		case "cursor":
			row.Position = in.GetCursor()
		default:
			return patch.Unhandled(record, field)
		}
	}
	if len(row.Types) == 0 {
		return problem.Field(problem.ValidationFailed, record+".types", "must have at least one type: * is all types")
	}
	return journal.CheckTypes(record+".types", row.Types)
}

// permit returns an error if the caller is no admin, or may not read events of these types.
func (s *Service) permit(ctx context.Context, types []string) error {
	if err := permit.ManageWebhooks(ctx); err != nil {
		return err
	}
	return s.journal.MayRead(ctx, record+".types", types)
}

// canSign returns an error if the operator has not configured a master key.
func (s *Service) canSign() error {
	if len(s.sender.keys) == 0 {
		return problem.New(problem.InvalidState, "webhooks are not set up: the operator has to set SECRET_KEY")
	}
	return nil
}

// restart makes the row of an endpoint due if it waits for its next try.
func restart(row *ent.Webhook) {
	if row.Tries = 0; row.LastError != nil {
		row.DueAt = time.Now()
	}
}

// activate sets the state in the row of an endpoint that was pinged to active or pending. It fails if no request
// can ever reach the address.
func (s *Service) activate(row *ent.Webhook, a *attempt) error {
	if errors.Is(a.err, errUnreachable) {
		message := "cannot be used: " + a.err.Error()
		if host, err := url.Parse(row.URL); err == nil && net.ParseIP(host.Hostname()) != nil {
			message = "is not a public address" // which the client has written, so this tells nothing of our network
		}
		return problem.Field(problem.ValidationFailed, record+".url", message)
	}
	row.State, row.Tries, row.Failures, row.FailingSince = webhook.StateActive, 0, 0, nil
	applyResult(row, a)
	if a.err != nil {
		row.State = webhook.StatePending
	}
	return nil
}

// ping sends a ping during a call. The call keeps neither its turn nor a connection to the database meanwhile: its
// transaction rolls back and begins again after the ping, see txn.Outside.
func (s *Service) ping(ctx context.Context, row *ent.Webhook) (*attempt, error) {
	if err := s.canSign(); err != nil {
		return nil, err
	}
	return txn.Outside(call.DB(ctx).Unit, row.URL, func() (a *attempt, err error) {
		err = call.WhilePaused(ctx, func() {
			ctx, cancel := context.WithTimeout(ctx, pingTimeout)
			defer cancel()
			a = s.sender.send(ctx, row, pingMessage(row.ID, time.Now()), pingType, nil)
		})
		return a, err
	})
}

// storePing stores a ping, if there was one.
func (s *Service) storePing(ctx context.Context, a *attempt) error {
	if a == nil {
		return nil
	}
	return storeAttempts(ctx, call.DB(ctx), a.row())
}

// DeleteWebhook deletes an endpoint, with the event webhook.deleted: patch.Run. Only admins may (403).
func (s *Service) DeleteWebhook(ctx context.Context, req *pb.DeleteWebhookRequest) (*pb.DeleteWebhookResponse, error) {
	change := changeOf(req.WebhookId)
	change.Event, change.Deletes = "webhook.deleted", true
	return &pb.DeleteWebhookResponse{Data: &emptypb.Empty{}}, run(ctx, change)
}

// Disable disables endpoints, each with the event webhook.disabled, and ends the turns of the processes that deliver to
// them. It is called in a transaction.
func Disable(ctx context.Context, ids []uuid.UUID) error {
	for _, id := range ids {
		change := changeOf(id.String())
		change.Event, change.Unconditional = "webhook.disabled", true
		change.Apply = func(_ context.Context, row *ent.Webhook) error {
			row.State = webhook.StateDisabled
			return nil
		}
		var p *problem.Error
		if err := run(ctx, change); errors.As(err, &p) && p.Code == problem.NotFound {
			continue // somebody has deleted it
		} else if err != nil {
			return err
		}
	}
	return nil
}

// RotateWebhookSecret gives an endpoint a new secret, with the event webhook.updated: patch.Run. The old one becomes
// the previous secret, in place of an earlier one. The caller must be an admin who may read the types of the endpoint
// (403). Only the response has the secret.
func (s *Service) RotateWebhookSecret(
	ctx context.Context, req *pb.RotateWebhookSecretRequest,
) (*pb.RotateWebhookSecretResponse, error) {
	overlap := defaultOverlap
	if r := req.GetRotation(); r != nil && r.OverlapSeconds != nil {
		overlap = time.Duration(*r.OverlapSeconds) * time.Second
	}
	var rotated *ent.Webhook
	change := changeOf(req.WebhookId)
	change.Permit = func(ctx context.Context, read, _ *ent.Webhook) error { return s.permit(ctx, read.Types) }
	change.Always = true
	change.Apply = func(_ context.Context, row *ent.Webhook) error {
		row.SecretGeneration++
		row.PreviousSecretExpiresAt = nil
		if overlap > 0 {
			row.PreviousSecretExpiresAt = new(protoconv.Now().Add(overlap))
		}
		rotated = row
		return nil
	}
	change.State = func(context.Context, *ent.Webhook, *ent.Webhook) error { return s.canSign() }
	if err := run(ctx, change); err != nil {
		return nil, err
	}
	after, err := s.readMessage(ctx, rotated.ID)
	if err != nil {
		return nil, err
	}
	after.Secret = s.secret(rotated)
	return &pb.RotateWebhookSecretResponse{Data: after}, nil
}

// secret returns the text of the current secret.
func (s *Service) secret(row *ent.Webhook) *string {
	return new(s.sender.keys.secrets(row, time.Now())[0].Reveal())
}

// TestWebhook sends a ping, and stores the attempt, in inTransaction. If the endpoint responds with 2xx, it becomes
// active if it was pending, with the event webhook.updated, and the next event is sent at once. Otherwise the error is
// 409, and the attempt stays stored, unless the request has an Idempotency-Key.
func (s *Service) TestWebhook(ctx context.Context, req *pb.TestWebhookRequest) (*pb.TestWebhookResponse, error) {
	var pinged *attempt
	var stored *ent.WebhookAttempt
	err := s.inTransaction(ctx, func() (err error) {
		pinged, stored, err = s.test(ctx, protoconv.ID(req.WebhookId))
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case pinged.err != nil:
		return nil, problem.New(problem.InvalidState, "the ping failed: %s", pinged.err)
	}
	return &pb.TestWebhookResponse{Data: attemptToProto(stored)}, nil
}

// test sends the ping of TestWebhook and stores the attempt and what follows from it.
func (s *Service) test(ctx context.Context, id uuid.UUID) (pinged *attempt, stored *ent.WebhookAttempt, err error) {
	row, err := readRow(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	if err := permit.ManageWebhooks(ctx); err != nil {
		return nil, nil, err
	}
	if pinged, err = s.ping(ctx, row); err != nil {
		return nil, nil, err
	}
	stored = pinged.row()
	if err := storeAttempts(ctx, call.DB(ctx), stored); err != nil || pinged.err != nil {
		return pinged, stored, err
	}
	if row.State == webhook.StatePending {
		change := changeOf(id.String())
		change.Apply = func(_ context.Context, row *ent.Webhook) error {
			if row.State == webhook.StatePending {
				row.State = webhook.StateActive
			}
			return nil
		}
		if err := run(ctx, change); err != nil {
			return nil, nil, err
		}
	}
	return pinged, stored, s.storeRecovery(ctx, pinged)
}

// storeRecovery stores that a ping of an endpoint succeeded, unless a later request failed.
func (s *Service) storeRecovery(ctx context.Context, a *attempt) error {
	row := new(*a.endpoint) // a copy: the transaction may run again
	if row.LastError == nil {
		return nil
	}
	update := call.DB(ctx).Webhook.Update().Where(webhook.ID(row.ID), webhook.Tries(row.Tries),
		webhook.Failures(row.Failures))
	applyResult(row, a)
	storeProgress(update.Mutation(), row)
	return update.Exec(ctx)
}

// requestAgain adds events that are sent apart from the cursor, or a parked event. If the same
// events are just being sent, they get a new id, so that the end of that turn does not remove
// them.
const requestAgain = `
INSERT INTO webhook_redeliveries (organization_id, id, webhook_id, from_seq, to_seq, position, parked)
VALUES ($1, $2, $3, $4::bigint, $5::bigint, $4::bigint - 1, $6)
ON CONFLICT (organization_id, webhook_id, from_seq, to_seq) DO UPDATE
SET id = excluded.id, position = excluded.position, parked = excluded.parked`

// merge removes what is still to be sent of ranges that overlap $3 to $4, and what is parked inside of them.
const merge = `
DELETE FROM webhook_redeliveries
WHERE organization_id = $1 AND webhook_id = $2
  AND CASE WHEN parked THEN from_seq >= $3 AND to_seq <= $4 ELSE position < $4 AND to_seq >= $3 END
RETURNING position + 1, to_seq`

// RedeliverWebhook stores that events are to be sent again. The Deliverer sends them. It checks the range (400), the
// endpoint (404), the permission (403), and then whether the events exist (404), are still kept (410), and have a type
// of the endpoint (400). A transaction stores the range, or that parked events are due. It leaves no event.
func (s *Service) RedeliverWebhook(
	ctx context.Context, req *pb.RedeliverWebhookRequest,
) (*pb.RedeliverWebhookResponse, error) {
	from, to, err := eventsOf(req.Redelivery)
	if err != nil {
		return nil, err
	}
	m, err := s.readMessage(ctx, protoconv.ID(req.WebhookId))
	if err != nil {
		return nil, err
	}
	if err := permit.ManageWebhooks(ctx); err != nil {
		return nil, err
	}
	if req.Redelivery.GetParked() {
		db := call.DB(ctx)
		return &pb.RedeliverWebhookResponse{Data: m}, db.Unit.Do(ctx, func() error {
			parked := webhookredelivery.And(
				webhookredelivery.WebhookID(protoconv.ID(m.Id)), webhookredelivery.Parked(true))
			if err := db.WebhookRedelivery.Update().Where(parked).SetParked(false).Exec(ctx); err != nil {
				return err
			}
			return journal.CheckOpen(ctx, db)
		})
	}
	head, first, err := s.journal.Ends(ctx)
	if err != nil {
		return nil, err
	}
	switch {
	case to > head:
		return nil, problem.New(problem.NotFound, "event not found: the latest event is %d", head)
	case from < first:
		return nil, problem.New(problem.CursorExpired, "the event is no longer kept: the oldest event is %d", first)
	case req.Redelivery.Seq != nil:
		kind, matches, err := s.journal.MatchEvent(ctx, m.Types, from)
		if err != nil {
			return nil, err
		}
		if !matches {
			return nil, problem.Field(problem.ValidationFailed, "redelivery.seq",
				"is an event of the type "+kind+", which is not among the types of the webhook")
		}
	}
	return &pb.RedeliverWebhookResponse{Data: m}, s.storeRange(ctx, m.Id, from, to)
}

// storeRange stores that the events of a range are to be sent again, in a transaction that locks the endpoint. The
// range becomes one with those that overlap it, so that no event waits twice.
func (s *Service) storeRange(ctx context.Context, webhookID string, from, to int64) error {
	db := call.DB(ctx)
	return db.Unit.Do(ctx, func() error {
		from, to := from, to
		if err := tenant.LockRow(ctx, db, webhook.Table, webhookID); err != nil {
			return err
		}
		err := tenant.Each(ctx, db, func(scan postgres.Scan) error {
			var first, last int64
			err := scan(&first, &last)
			from, to = min(from, first), max(to, last)
			return err
		}, merge, webhookID, from, to)
		if err != nil {
			return err
		}
		if _, err = tenant.Exec(ctx, db, requestAgain, journal.NewID(), webhookID, from, to, false); err != nil {
			return err
		}
		return journal.CheckOpen(ctx, db)
	})
}

// eventsOf returns the first and the last event of a range. It returns 0 for parked events.
func eventsOf(r *pb.WebhookRedelivery) (from, to int64, err error) {
	const field = "redelivery"
	isRange, ways := r.FromSeq != nil || r.ToSeq != nil, 0
	for _, given := range []bool{r.Seq != nil, isRange, r.Parked != nil} {
		if given {
			ways++
		}
	}
	switch {
	case ways == 0:
		return 0, 0, problem.Field(problem.ValidationFailed, field+".seq",
			"is required, unless there are fromSeq and toSeq, or parked")
	case ways > 1 && r.Parked != nil:
		return 0, 0, problem.Field(problem.ValidationFailed, field+".parked",
			"must be absent if there is seq, fromSeq or toSeq")
	case ways > 1:
		return 0, 0, problem.Field(problem.ValidationFailed, field+".seq",
			"must be absent if there is fromSeq or toSeq")
	case r.Parked != nil && !*r.Parked:
		return 0, 0, problem.Field(problem.ValidationFailed, field+".parked", "must be true, or absent")
	case isRange && r.FromSeq == nil:
		return 0, 0, problem.Field(problem.ValidationFailed, field+".from_seq", "is required if there is toSeq")
	case isRange && r.ToSeq == nil:
		return 0, 0, problem.Field(problem.ValidationFailed, field+".to_seq", "is required if there is fromSeq")
	case isRange && *r.FromSeq > *r.ToSeq:
		return 0, 0, problem.Field(problem.ValidationFailed, field+".to_seq", "must not be before fromSeq")
	case isRange:
		return *r.FromSeq, *r.ToSeq, nil
	}
	return r.GetSeq(), r.GetSeq(), nil
}

// ListWebhookAttempts returns a page of attempts, newest first. It reads the endpoint (404) and checks that the caller
// is an admin (403) before it reads the attempts.
func (s *Service) ListWebhookAttempts(
	ctx context.Context, req *pb.ListWebhookAttemptsRequest,
) (*pb.ListWebhookAttemptsResponse, error) {
	w, err := lists.NewWindow(req)
	if err != nil {
		return nil, err
	}
	id := protoconv.ID(req.WebhookId)
	q := call.DB(ctx).WebhookAttempt.Query().Where(webhookattempt.WebhookID(id))
	lists.Filter(q, req.Seq, webhookattempt.Seq)
	lists.Filter(q, protoconv.OptionalTime(req.Since), webhookattempt.CreatedAtGTE)
	lists.Filter(q, req.Outcome, func(o pb.WebhookOutcome) predicate.WebhookAttempt {
		return webhookattempt.OutcomeEQ(protoconv.Word[webhookattempt.Outcome](o))
	})
	rest := q.Clone().Order(lists.LastOrder[webhookattempt.OrderOption](w, "id DESC"))
	if w.After != nil {
		last, err := uuid.FromBytes(w.After)
		if err != nil {
			return nil, lists.ForeignCursor()
		}
		rest.Where(webhookattempt.IDLT(last))
	}
	if _, err := readRow(ctx, id); err != nil {
		return nil, err
	}
	if err := permit.ManageWebhooks(ctx); err != nil {
		return nil, err
	}
	rows, err := rest.All(ctx)
	if err != nil {
		return nil, err
	}
	page := &pb.WebhookAttemptPage{}
	rows, err = lists.Cut(ctx, w, page, rows, func(row *ent.WebhookAttempt) []byte { return row.ID[:] }, q.Count)
	page.Items = lists.Map(rows, attemptToProto)
	return &pb.ListWebhookAttemptsResponse{Data: page}, err
}

// changeOf returns a change of the endpoint that any admin may make. It ends the turn of the
// process that delivers to the endpoint.
func changeOf(webhookID string) patch.Change[ent.Webhook, *pb.Webhook] {
	return patch.Change[ent.Webhook, *pb.Webhook]{
		Record:  record,
		Event:   "webhook.updated",
		Read:    func(ctx context.Context) (*ent.Webhook, error) { return readRow(ctx, protoconv.ID(webhookID)) },
		Permit:  func(ctx context.Context, _, _ *ent.Webhook) error { return permit.ManageWebhooks(ctx) },
		Message: toProto,
		Write: func(ctx context.Context, event journal.Change, read, row *ent.Webhook) (int, error) {
			return journal.Update(ctx, call.DB(ctx), event, read, row, endTurn)
		},
	}
}

// endTurn ends the turn of the process that delivers to the endpoint.
func endTurn(u *sql.UpdateBuilder) { u.Add(webhook.FieldLease, 1).SetNull(webhook.FieldLeasedUntil) }

// run is patch.Run without its message.
func run(ctx context.Context, change patch.Change[ent.Webhook, *pb.Webhook]) error {
	_, err := patch.Run(ctx, change)
	return err
}

// readRow returns the row of an endpoint. Its error is problem.Missing if there is none.
func readRow(ctx context.Context, id uuid.UUID) (*ent.Webhook, error) {
	row, err := call.DB(ctx).Webhook.Query().Where(webhook.ID(id)).Only(ctx)
	return row, problem.OrMissing(err, record)
}

// readMessage reads an endpoint, and returns its message.
func (s *Service) readMessage(ctx context.Context, id uuid.UUID) (*pb.Webhook, error) {
	row, err := readRow(ctx, id)
	if err != nil {
		return nil, err
	}
	m, err := s.messages(ctx, []*ent.Webhook{row})
	if err != nil {
		return nil, err
	}
	return m[0], nil
}

// messages returns the messages of rows, with the progress of the delivery. It reads the number of the latest event.
func (s *Service) messages(ctx context.Context, rows []*ent.Webhook) ([]*pb.Webhook, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	head, _, err := s.journal.Ends(ctx)
	if err != nil {
		return nil, err
	}
	return lists.Map(rows, func(row *ent.Webhook) *pb.Webhook {
		m := toProto(row)
		m.Head, m.Lag = &head, new(max(0, head-row.Position))
		m.FailingSince, m.LastError = protoconv.OptionalTimestamp(row.FailingSince), row.LastError
		return m
	}), nil
}

// own sets in the row that the endpoint has the rights of the calling key, or of the user who is signed in to the
// console without one.
func own(ctx context.Context, row *ent.Webhook) {
	c := call.Caller(ctx)
	row.APIKeyID, row.UserID = new(c.KeyID), nil
	if c.KeyID == uuid.Nil {
		row.APIKeyID, row.UserID = nil, new(c.ActorID)
	}
}

// storeProgress sets the columns of the delivery, except the position.
func storeProgress(m *ent.WebhookMutation, row *ent.Webhook) {
	m.SetTries(row.Tries)
	m.SetFailures(row.Failures)
	if row.FailingSince == nil {
		m.ClearFailingSince()
	} else {
		m.SetFailingSince(*row.FailingSince)
	}
	if row.LastError == nil {
		m.ClearLastError()
	} else {
		m.SetLastError(*row.LastError)
	}
	m.SetDueAt(row.DueAt)
}

// toProto returns the message of the row as it is in events: without the progress of the
// delivery, and without the secret.
func toProto(row *ent.Webhook) *pb.Webhook {
	m := &pb.Webhook{
		Id:         row.ID.String(),
		Url:        &row.URL,
		Types:      row.Types,
		Name:       row.Name,
		State:      new(protoconv.EnumOf[pb.WebhookState](row.State)),
		Cursor:     &row.Position,
		LastParked: row.LastParkedSeq,
		KeyId:      protoconv.OptionalIDString(row.APIKeyID),
		UserId:     protoconv.OptionalIDString(row.UserID),
		Version:    row.Version,
		CreatedAt:  timestamppb.New(row.CreatedAt),
		UpdatedAt:  timestamppb.New(row.UpdatedAt),
	}
	if end := row.PreviousSecretExpiresAt; end != nil && end.After(time.Now()) {
		m.PreviousSecretExpiresAt = timestamppb.New(*end)
	}
	return m
}

func attemptToProto(row *ent.WebhookAttempt) *pb.WebhookAttempt {
	return &pb.WebhookAttempt{
		Id:        row.ID.String(),
		Seq:       row.Seq,
		Type:      row.Type,
		CreatedAt: timestamppb.New(row.CreatedAt),
		Duration:  row.Duration,
		Outcome:   protoconv.EnumOf[pb.WebhookOutcome](row.Outcome),
		Status:    row.Status,
		Error:     row.Error,
		Response:  row.Response,
	}
}
