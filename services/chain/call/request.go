package call

import (
	"context"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
)

// requestTimeout is the maximum time from a whole request, with its body, to its response. If the client sets a shorter
// deadline, that deadline is used.
const requestTimeout = 10 * time.Second

// Request is a running request: what its steps have found out so far, and what the log and the metrics say of it. One
// goroutine at a time uses it.
type Request struct {
	// ID is that of the client if it has 1 to 128 visible ASCII characters and does not contain a key or a token. Else
	// it is a new one.
	ID string
	// RPC is the rpc, or the path if it is no rpc. Route is the template of the path, with its verb, for the span. It
	// is empty if it is RPC or if there is nothing at the path.
	RPC, Route string
	// Admitted has the caller, from the step admit on.
	auth.Admitted
	// WholeList means that the transport sends all pages of a list in one response.
	WholeList bool
	// Condition is the If-None-Match of a REST call that reads, or nil.
	Condition *Condition
	// Unread are the errors of the items of a batch that could not be decoded, or that refer to what does not exist.
	// The method of the rpc adds those of the others, so that the client gets all at once.
	Unread []problem.Detail
	// References are the references that were in the request, by their fields. Those that a record has are ids in the
	// message by now.
	References map[string]string
	// Versions are those of If-Match, one of which the record of the request must have. Nil is any version.
	Versions Versions
	// Minimal means that the response of a bulk write has no rows, see ReturnMinimal.
	Minimal bool
	// Replayed means that the response was stored under the Idempotency-Key of the request.
	Replayed bool
	// Manages says of users whether the caller manages them, as far as permit.LookUpManaged has looked that up.
	Manages map[uuid.UUID]bool
	// Seq is the number of the last event that the rows of a list that is sent whole include.
	Seq int64

	pool      *ent.Client     // nil if the request has no database
	db        *ent.Client     // that of the unit of the request, nil before DB was asked for it
	ctx       context.Context // for the steps
	endpoint  *Endpoint
	transport Transport
	slot      *Slot              // nil before the caller is known
	cancel    context.CancelFunc // ends ctx, nil before the step limit
	size      int                // of the body, in bytes
	message   proto.Message
	handler   grpc.UnaryHandler // the method; nil for a stream
	// asWritten is the message as the client wrote it, with references instead of ids, if the request has an
	// Idempotency-Key: the records may have other references when it is repeated.
	asWritten proto.Message
	// unknown are the references that no record has, and errUnknown the error about them of a request with an
	// Idempotency-Key. It is returned unless the request is a repetition, whose response is stored.
	unknown    []problem.Detail
	errUnknown error
	response   proto.Message // nil if it was sent in parts

	// recordID is the id of the record that the rpc names or has created, empty if there is none.
	recordID string
	rows     int
	// received and sent are the bytes of the body or the messages.
	received, sent int64
	// work is how long the request had a turn, without its statements and waits for a connection meanwhile.
	work time.Duration
	// turn is how long the request has waited for a turn, and for memory for its body.
	turn       time.Duration
	statements postgres.Stopwatch
	// code is the code of the error in the response, empty if the request succeeded or the caller was gone. err is the
	// error with its cause, and step the last step that ran, for the log.
	code problem.Code
	err  error
	step string
	// arrived is the context of the request without requestTimeout. gone is set if the caller disconnected, or the
	// deadline of the caller passed, and the request failed.
	arrived context.Context
	gone    error
	// broken is the status of an error after the headers of a response were sent, 0 if there was none.
	broken int
}

type requestKey struct{}

// FromContext returns the request of ctx. If ctx has none, it returns a new one, which is never logged.
func FromContext(ctx context.Context) *Request {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		return r
	}
	return &Request{arrived: ctx}
}

// DB returns the database of the request of ctx, see Request.DB.
func DB(ctx context.Context) *ent.Client { return FromContext(ctx).DB() }

// DB returns the database of the request. It is the same client until the request ends. Its statements run by
// themselves, or in the transaction of the request if there is one: see txn.Unit. It panics if the request has no
// database.
func (r *Request) DB() *ent.Client {
	if r.db == nil {
		r.db = r.pool.InUnit()
	}
	return r.db
}

// Caller returns who has sent the request of ctx, or nil if that is not known.
func Caller(ctx context.Context) *auth.Caller { return FromContext(ctx).Caller }

// As returns a context for work of a caller that nobody admits, in db: an operator, or the holder of a key who has set
// it up earlier. It is confined to the organization of the caller. If it is a part of a request, it has the id and the
// turn of that.
func As(ctx context.Context, caller *auth.Caller, db *ent.Client) context.Context {
	ctx = Background(ctx, caller.OrganizationID, db)
	FromContext(ctx).Caller = caller
	return ctx
}

// Background is As for what the process does by itself in an organization.
func Background(ctx context.Context, organization uuid.UUID, db *ent.Client) context.Context {
	outer := FromContext(ctx)
	r := &Request{ID: outer.ID, slot: outer.slot, arrived: outer.arrived, pool: db}
	return tenant.WithOrganization(context.WithValue(ctx, requestKey{}, r), organization)
}

// begin returns the context and the state of a new request, which uses db.
func begin(ctx context.Context, id string, db *ent.Client) (context.Context, *Request) {
	if !rpc.IsToken(id) || keys.MatchString(id) {
		id = uuid.Must(uuid.NewV7()).String()
	}
	r := &Request{ID: id, arrived: ctx, pool: db}
	return postgres.WithStopwatch(context.WithValue(ctx, requestKey{}, r), &r.statements), r
}

// forget lets the messages go, so that a client that reads a response or an error slowly keeps only what is sent.
func (r *Request) forget() {
	r.message, r.asWritten, r.response, r.handler = nil, nil, nil, nil
	r.Unread, r.References, r.unknown = nil, nil, nil
}

// endSteps ends what the steps have begun.
func (r *Request) endSteps() {
	r.forget()
	if r.cancel != nil {
		r.cancel()
	}
	if r.slot != nil {
		r.slot.End()
	}
}

// Received notes bytes of the request.
func (r *Request) Received(bytes int) { r.received += int64(bytes) }

// Sent notes bytes of the response.
func (r *Request) Sent(bytes int) { r.sent += int64(bytes) }

// Work begins to measure the work of a request that has a turn now, until the returned function is called.
// The time of its statements, and of its waits for a connection, is no work of this process.
func (r *Request) Work() (end func()) {
	away := func() time.Duration { return r.statements.Took() + r.statements.Waited() }
	began, before := time.Now(), away()
	return func() { r.work += max(0, time.Since(began)-(away()-before)) }
}

// WithTimeout returns a context that ends when the request has taken too long. The time begins
// when the body of the request is read.
func WithTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, requestTimeout)
}

// Extend returns a context in which the request may take longer by more. It ends when the
// caller is gone. The returned function must be called at the end.
func Extend(ctx context.Context, more time.Duration) (context.Context, context.CancelFunc) {
	extended, cancel := context.WithTimeout(context.WithoutCancel(ctx), requestTimeout+more)
	stop := context.AfterFunc(FromContext(ctx).arrived, cancel)
	return extended, func() { stop(); cancel() }
}
