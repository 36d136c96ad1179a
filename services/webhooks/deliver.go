package webhooks

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math"
	"sync"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/webhook"
	"github.com/workplan-api/workplan/ent/webhookattempt"
	"github.com/workplan-api/workplan/ent/webhookredelivery"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/journal"
)

const (
	// pollEvery is how often due endpoints are looked for. New numbers of this process wake
	// the Deliverer at once, but not more often than once in pause, or in idlePause if no
	// endpoint was due: most writes may be those of organizations without endpoints.
	pollEvery = time.Second
	pause     = 20 * time.Millisecond
	idlePause = 100 * time.Millisecond
	// maxDue is how many due endpoints are looked at.
	maxDue = 500
	// A turn sends events to one endpoint for at most turnTime, and one request after that.
	turnTime = 10 * time.Second
	// rightsTime is how old the rights of an endpoint are at most when a request to it begins.
	rightsTime = 500 * time.Millisecond
	// leaseTime is how long a lease lasts after the cursor is stored. It is longer than the
	// time between two stores, with a request that takes the whole requestTimeout.
	leaseTime = 30 * time.Second
	// The cursor is stored after saveAfter events or saveEvery. After a crash, at most that
	// many events are sent again.
	saveAfter = 10
	saveEvery = time.Second
	saveTime  = 5 * time.Second
	// maxRefusals is how often an endpoint may refuse an event until it is parked.
	maxRefusals = 5
	// An endpoint is disabled after maxFailing without any success, but not before it had
	// minFailures chances.
	maxFailing  = 5 * 24 * time.Hour
	minFailures = 20
	// restTime is the time between two turns of an endpoint that has got everything. So a writer
	// of many events does not make a turn for each of them.
	restTime = 200 * time.Millisecond
	// heldFor is how long an endpoint waits whose key may read nothing at the moment.
	heldFor = time.Minute
	// errorDelay is how long an endpoint waits after an error of the database.
	errorDelay = time.Second
)

// Deliverer sends events to endpoints. Several processes may run one: a lease gives each
// endpoint to one of them at a time.
type Deliverer struct {
	db      *ent.Client
	journal *journal.Service
	sender  *Sender
	log     *slog.Logger
	meter   *meter
	slots   slots
	wake    chan struct{}
	pace    pace
}

// pace is how many requests an endpoint gets in a minute; 0: no limit. A turn sends at most those of a second, and the
// next turn begins when their time has passed. That time is stored with the cursor, so it does not matter which process
// takes the next turn.
type pace int

// perTurn is how many requests a turn may send.
func (p pace) perTurn() int {
	if p == 0 {
		return math.MaxInt
	}
	return max(1, int(p)/60)
}

// takes is the time that a number of requests takes.
func (p pace) takes(requests int) time.Duration {
	if p == 0 {
		return 0
	}
	return time.Duration(requests) * time.Minute / time.Duration(p)
}

// NewDeliverer returns a Deliverer that registers its metrics. db and events should not use the
// connections of requests.
func NewDeliverer(
	cfg Config, db *ent.Client, events *journal.Service,
	sender *Sender, log *slog.Logger, registerer prometheus.Registerer,
) *Deliverer {
	return &Deliverer{
		db: db, journal: events, sender: sender, log: log, meter: newMeter(db, log, registerer),
		slots: slots{most: cmp.Or(cfg.MaxDeliveries, defaultMaxDeliveries), organizations: map[uuid.UUID]int{}},
		wake:  make(chan struct{}, 1),
		pace:  pace(cfg.SendsPerMinute),
	}
}

// Wake says that there may be events to send.
func (d *Deliverer) Wake() {
	select {
	case d.wake <- struct{}{}:
	default: // it is awake already
	}
}

// Run delivers events until ctx is done. It ends when all turns have ended. Without a master key it sends nothing: no
// receiver could verify the requests, and a copy of an installation must not send to the real ones.
func (d *Deliverer) Run(ctx context.Context) {
	if len(d.sender.keys) == 0 {
		<-ctx.Done()
		return
	}
	var turns sync.WaitGroup
	defer turns.Wait()
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-poll.C:
		case <-d.wake:
		}
		due, err := d.due(ctx)
		if err != nil && ctx.Err() == nil {
			d.log.WarnContext(ctx, "cannot look for webhooks that are due", "error", err)
		}
		for _, e := range due {
			if leave, ok := d.slots.acquire(e.organization, e.failing); ok {
				turns.Go(func() {
					defer d.Wake() // the next endpoint may take the place
					defer leave()
					d.serve(call.Background(ctx, e.organization, d.db), e)
				})
			}
		}
		if len(due) == 0 {
			time.Sleep(idlePause)
		} else {
			time.Sleep(pause)
		}
	}
}

// dueEndpoint is an endpoint that has something to get.
type dueEndpoint struct {
	organization, id uuid.UUID
	lease            int64
	failing          bool
}

// Only this statement reads more than one organization. Endpoints that fail come last.
const selectDue = `
SELECT w.organization_id, w.id, w.lease, w.failing_since IS NOT NULL
FROM organizations o
JOIN webhooks w ON w.organization_id = o.id
LEFT JOIN event_heads h ON h.organization_id = o.id
WHERE w.state IN ('pending', 'active') AND w.due_at <= $1 AND (w.leased_until IS NULL OR w.leased_until < $1)
  AND (w.state = 'pending' OR w.position < h.seq
       OR EXISTS (SELECT FROM webhook_redeliveries r
                  WHERE r.organization_id = o.id AND r.webhook_id = w.id AND NOT r.parked))
ORDER BY w.failing_since IS NOT NULL, w.due_at LIMIT $2`

func (d *Deliverer) due(ctx context.Context) (due []dueEndpoint, err error) {
	err = postgres.Each(ctx, d.db, func(scan postgres.Scan) error {
		var e dueEndpoint
		err := scan(&e.organization, &e.id, &e.lease, &e.failing)
		due = append(due, e)
		return err
	}, selectDue, time.Now(), maxDue)
	return due, err
}

// errLost means that the lease has ended: another process has the endpoint now, or an admin
// has changed it.
var errLost = errors.New("the lease of the webhook has ended")

// serve leases an endpoint and takes a turn.
func (d *Deliverer) serve(ctx context.Context, due dueEndpoint) {
	t, err := d.lease(ctx, due)
	if err == nil {
		err = t.sendNext(ctx)
	}
	if err == nil || errors.Is(err, errLost) || ctx.Err() != nil {
		return
	}
	level := slog.LevelWarn
	if postgres.IsLockTimeout(err) {
		level = slog.LevelInfo // the next try is soon
	}
	d.log.Log(ctx, level, "cannot deliver to a webhook", "organization_id", due.organization,
		"webhook_id", due.id, "error", err)
	if t != nil {
		// Else the lease ends by itself.
		_ = d.leased(t.row).ClearLeasedUntil().SetDueAt(time.Now().Add(errorDelay)).Exec(ctx)
	}
}

// lease leases an endpoint. Its number fences off the process that had the endpoint before:
// that one may still run, but it cannot write.
func (d *Deliverer) lease(ctx context.Context, due dueEndpoint) (*turn, error) {
	now := time.Now()
	n, err := d.db.Webhook.Update().Where(webhook.ID(due.id), webhook.Lease(due.lease)).
		SetLease(due.lease + 1).SetLeasedUntil(now.Add(leaseTime)).Save(ctx)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, errLost
	}
	row, err := leasedRow(ctx, d.db, due.id, due.lease+1)
	if err != nil {
		return nil, err
	}
	return &turn{d: d, row: row, began: now, saved: now}, nil
}

func leasedRow(ctx context.Context, db *ent.Client, id uuid.UUID, lease int64) (*ent.Webhook, error) {
	row, err := db.Webhook.Query().Where(webhook.ID(id), webhook.Lease(lease)).Only(ctx)
	if ent.IsNotFound(err) {
		err = errLost
	}
	return row, err
}

// leased returns an update of the endpoint that does nothing if the lease has ended.
func (d *Deliverer) leased(row *ent.Webhook) *ent.WebhookUpdate {
	return d.db.Webhook.Update().Where(webhook.ID(row.ID), webhook.Lease(row.Lease))
}

// turn is the work on one endpoint during a lease.
type turn struct {
	d *Deliverer
	// row is the endpoint, with the results of this turn.
	row *ent.Webhook
	// redelivery is what the endpoint gets in this turn instead of the events after its
	// cursor, or nil.
	redelivery *ent.WebhookRedelivery
	// reader is the caller with whose rights the events were read, as they were at looked.
	reader *auth.Caller
	looked time.Time
	// attempts are not stored yet.
	attempts     []*ent.WebhookAttempt
	began, saved time.Time
	sent         int // the requests of this turn
}

// sendNext sends the next page of events, or a ping to a pending endpoint.
func (t *turn) sendNext(ctx context.Context) error {
	if t.row.State == webhook.StatePending {
		_, err := t.deliver(ctx, pingMessage(t.row.ID, time.Now()), pingType, nil)
		if err != nil {
			return err
		}
		return t.release(ctx)
	}
	page, err := t.nextEvents(ctx)
	var held *problem.Error
	if errors.As(err, &held) {
		began := t.row.LastError == nil
		t.row.LastError, t.row.DueAt = new("nothing is sent for now: "+held.Text()), time.Now().Add(heldFor)
		if began {
			t.d.say(ctx, slog.LevelWarn, "a webhook fails", t.row)
		}
		return t.release(ctx)
	}
	if err != nil {
		return err
	}
	if t.row.FailingSince == nil {
		t.row.LastError = nil // it is held no longer
	}
	for _, event := range page.Items {
		if t.sent >= t.d.pace.perTurn() {
			t.d.meter.paced.Inc()
			return t.release(ctx)
		}
		if time.Since(t.began) > turnTime {
			return t.release(ctx)
		}
		if same, err := t.sameRights(ctx); err != nil {
			return err
		} else if !same {
			return t.release(ctx)
		}
		message, err := EventMessage(t.row.OrganizationID, event)
		if err != nil {
			return err
		}
		next, err := t.deliver(ctx, message, event.Type, &event.Seq)
		if err != nil {
			return err
		}
		if !next {
			return t.release(ctx)
		}
		t.pass(event.Seq)
		if len(t.attempts) >= saveAfter || time.Since(t.saved) > saveEvery {
			if err := t.save(ctx, t.d.leased(t.row).Where(webhook.StateNEQ(webhook.StateDisabled)).
				SetLeasedUntil(time.Now().Add(leaseTime))); err != nil {
				return err
			}
		}
	}
	t.pass(page.NextAfter)
	if page.UpToDate {
		t.row.DueAt = time.Now().Add(restTime)
	}
	return t.release(ctx)
}

// onBehalf returns a caller with the rights that the endpoint has now.
func (t *turn) onBehalf(ctx context.Context) (*auth.Caller, error) {
	if t.row.APIKeyID == nil {
		return auth.OnBehalfOfUser(ctx, t.d.db, *t.row.UserID)
	}
	return auth.OnBehalf(ctx, t.d.db, *t.row.APIKeyID)
}

// sameRights reports whether the endpoint has the rights that it had when the events were read. It looks at most once
// in rightsTime.
func (t *turn) sameRights(ctx context.Context) (bool, error) {
	now := time.Now()
	if now.Sub(t.looked) < rightsTime {
		return true, nil
	}
	reader, err := t.onBehalf(ctx)
	if errors.As(err, new(*problem.Error)) {
		return false, nil // it has none
	}
	if err != nil {
		return false, err
	}
	t.looked = now
	return t.reader.SameRights(reader), nil
}

// nextEvents returns the next events. Those that somebody has asked for again come first.
func (t *turn) nextEvents(ctx context.Context) (*pb.EventPage, error) {
	t.looked = time.Now()
	reader, err := t.onBehalf(ctx)
	if err != nil {
		return nil, err
	}
	t.reader = reader
	t.redelivery, err = t.d.db.WebhookRedelivery.Query().Where(webhookredelivery.WebhookID(t.row.ID),
		webhookredelivery.Parked(false)).
		Order(webhookredelivery.ByID()).First(ctx)
	switch {
	case ent.IsNotFound(err):
		t.redelivery = nil
		return t.d.journal.Read(call.As(ctx, reader, t.d.db), t.row.Types, t.row.Position, math.MaxInt64)
	case err != nil:
		return nil, err
	}
	return t.d.journal.Read(call.As(ctx, reader, t.d.db), t.row.Types, t.redelivery.Position, t.redelivery.ToSeq)
}

// deliver sends a message and notes the result. It reports whether the next one follows. If
// not, the turn is over.
func (t *turn) deliver(ctx context.Context, m Message, kind string, seq *int64) (next bool, err error) {
	t.sent++
	a := t.d.sender.send(ctx, t.row, m, kind, seq)
	if ctx.Err() != nil { // the server stops: whether the message has arrived is unknown
		return false, nil
	}
	failed := t.row.FailingSince != nil
	applyResult(t.row, a)
	verdict := a.verdict()
	switch fails := t.row.FailingSince != nil; {
	case fails && !failed && verdict != gone:
		t.d.say(ctx, slog.LevelWarn, "a webhook fails", t.row)
	case failed && !fails:
		t.d.say(ctx, slog.LevelInfo, "a webhook works again", t.row)
	}
	park := false
	if verdict == refused && seq != nil {
		refusals, err := t.refusals(ctx, *seq)
		if err != nil {
			return false, err
		}
		park = refusals >= maxRefusals || t.redelivery != nil
		t.row.DueAt = time.Now().Add(delay(refusals, a.retryAfter))
	}
	stored := a.row()
	if park {
		stored.Outcome = webhookattempt.OutcomeParked
	}
	t.attempts = append(t.attempts, stored)
	t.d.meter.requests.WithLabelValues(string(stored.Outcome)).Observe(a.took.Seconds())
	switch {
	case verdict == delivered && seq == nil:
		return true, t.changeEndpoint(ctx, "webhook.updated", func(row *ent.Webhook) { row.State = webhook.StateActive })
	case verdict == delivered:
		return true, nil
	case verdict == gone, time.Since(*t.row.FailingSince) > maxFailing && t.row.Failures >= minFailures:
		t.d.say(ctx, slog.LevelWarn, "a webhook is disabled", t.row)
		return false, t.changeEndpoint(ctx, "webhook.disabled", func(row *ent.Webhook) { row.State = webhook.StateDisabled })
	case park:
		t.row.DueAt = time.Now() // for the next event
		if _, err := t.d.db.ExecContext(ctx, requestAgain, t.row.OrganizationID, journal.NewID(), t.row.ID,
			*seq, *seq, true); err != nil {
			return false, err
		}
		return true, t.changeEndpoint(ctx, "webhook.parked", func(row *ent.Webhook) { row.LastParkedSeq = seq })
	}
	return false, nil
}

// say logs a change of the state of an endpoint, once for each. The path of its address may contain a secret.
func (d *Deliverer) say(ctx context.Context, level slog.Level, what string, row *ent.Webhook) {
	attrs := []slog.Attr{
		slog.String("organization_id", row.OrganizationID.String()), slog.String("webhook_id", row.ID.String()),
		slog.String("host", host(row.URL)),
	}
	if row.LastError != nil {
		attrs = append(attrs, slog.String("error", *row.LastError))
	}
	d.log.LogAttrs(ctx, level, what, attrs...)
}

// refusals returns how often the endpoint has refused an event, with the request that has just been made. The tries of
// an event are also those that found the endpoint not available, which say nothing about the event.
func (t *turn) refusals(ctx context.Context, seq int64) (n int32, err error) {
	n = 1
	before := t.row.Tries - 1
	if before <= 0 {
		return n, nil
	}
	latest, err := t.d.db.WebhookAttempt.Query().Where(webhookattempt.WebhookID(t.row.ID)).
		Order(webhookattempt.ByID(sql.OrderDesc())).Limit(int(before)).
		Select(webhookattempt.FieldSeq, webhookattempt.FieldStatus).All(ctx)
	for _, a := range latest {
		status := 0
		if a.Status != nil {
			status = int(*a.Status)
		}
		if a.Seq != nil && *a.Seq == seq && verdictOf(status) == refused {
			n++
		}
	}
	return n, err
}

// pass notes that the events up to seq are done.
func (t *turn) pass(seq int64) {
	t.row.Tries = 0
	if t.redelivery != nil {
		t.redelivery.Position = seq
	} else {
		t.row.Position = seq
	}
}

// release ends the lease. The next turn begins when the time of the requests of this one has passed.
func (t *turn) release(ctx context.Context) error {
	if next := t.began.Add(t.d.pace.takes(t.sent)); next.After(t.row.DueAt) {
		t.row.DueAt = next
	}
	if rest := time.Until(t.row.DueAt); rest > 0 && rest < pollEvery {
		time.AfterFunc(rest, t.d.Wake)
	}
	return t.save(ctx, t.d.leased(t.row).ClearLeasedUntil())
}

// save stores what the turn has done, also if the server stops meanwhile.
func (t *turn) save(ctx context.Context, update *ent.WebhookUpdate) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTime)
	defer cancel()
	if len(t.attempts) > 0 {
		if err := storeAttempts(ctx, t.d.db, t.attempts...); err != nil {
			return err
		}
		t.attempts = nil
	}
	storeProgress(update.Mutation(), t.row)
	n, err := update.SetPosition(t.row.Position).Save(ctx)
	switch {
	case err != nil:
		return err
	case n == 0:
		return errLost
	case t.redelivery == nil:
	case t.redelivery.Position < t.redelivery.ToSeq:
		err = t.d.db.WebhookRedelivery.Update().Where(webhookredelivery.ID(t.redelivery.ID)).
			SetPosition(t.redelivery.Position).Exec(ctx)
	default:
		_, err = t.d.db.WebhookRedelivery.Delete().Where(webhookredelivery.ID(t.redelivery.ID)).Exec(ctx)
	}
	t.saved = time.Now()
	return err
}

// changeEndpoint changes the record of the endpoint, with an event.
func (t *turn) changeEndpoint(ctx context.Context, event string, apply func(row *ent.Webhook)) error {
	_, err := patch.Run(ctx, patch.Change[ent.Webhook, *pb.Webhook]{
		Record: record,
		Event:  event,
		Read: func(ctx context.Context) (*ent.Webhook, error) {
			return leasedRow(ctx, call.DB(ctx), t.row.ID, t.row.Lease)
		},
		Apply:   func(_ context.Context, row *ent.Webhook) error { apply(row); return nil },
		Permit:  func(context.Context, *ent.Webhook, *ent.Webhook) error { return nil },
		Message: toProto,
		Write: func(ctx context.Context, event journal.Change, read, row *ent.Webhook) (int, error) {
			return journal.Update(ctx, call.DB(ctx), event, read, row, func(u *sql.UpdateBuilder) {
				u.Where(sql.EQ(webhook.FieldLease, t.row.Lease))
			})
		},
	})
	return err
}
