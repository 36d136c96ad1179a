package call

import (
	"context"
	"errors"
	"math"
	"strconv"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
)

const (
	// MaxWholeLists is how many lists are sent whole at the same time. Each keeps a connection to the database until
	// its end. An organization has at most half of them.
	MaxWholeLists = 4
	// defaultWholeListTime is the maximum time of such a response. It bounds the age of the snapshot, which keeps
	// PostgreSQL from removing dead rows.
	defaultWholeListTime = 5 * time.Minute
	// wholeListDrain is how much longer such a response may take when the server drains. It is shorter than the time
	// for which the server waits.
	wholeListDrain = 10 * time.Second
	// maxIdle is how long the snapshot may wait for its next statement: until the client has read a page, which takes
	// the transport at most 30 s, and until the next turn. It ends the snapshot of a process that is lost.
	maxIdle = time.Minute
)

var limitIdle = "SET LOCAL idle_in_transaction_session_timeout = " + strconv.FormatInt(maxIdle.Milliseconds(), 10)

// limitWhole returns the context of a list that is sent whole. It ends with the reason.
func (c *Chain) limitWhole(ctx context.Context) (context.Context, context.CancelFunc) {
	most := c.Scheduler.wholeListTime
	ctx, cancel := context.WithTimeoutCause(ctx, most, problem.New(problem.RequestTimeout,
		"the list was not read within %s: read it faster, or narrow it by filters", most))
	ctx, end := context.WithCancelCause(ctx)
	stop := context.AfterFunc(c.Drain, func() {
		time.AfterFunc(wholeListDrain, func() { end(problem.New(problem.Unavailable, "the server stops")) })
	})
	return ctx, func() { stop(); end(nil); cancel() }
}

// sendWhole sends the pages of a list one after the other, as its rows are at one moment. It reads a page only when the
// client has accepted the one before. For each page it waits for a turn, and looks at the caller again. It keeps
// neither a place among the running requests nor one of their connections while the client reads.
func (c *Chain) sendWhole(r *Request) error {
	ctx := r.ctx
	r.slot.Pause()
	leave, err := r.slot.enterWhole(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if err := c.NumberAll(ctx, r.DB()); err != nil {
		return err
	}
	r.db = c.WholeLists.InUnit()
	err = r.db.Unit.Snapshot(ctx, func() (err error) {
		if _, err := r.db.ExecContext(ctx, limitIdle); err != nil {
			return err
		}
		if r.Seq, err = c.Head(ctx, r.db); err != nil {
			return err
		}
		message := r.message.ProtoReflect()
		fields := message.Descriptor().Fields()
		message.Set(fields.ByName("limit"), protoreflect.ValueOfInt32(math.MaxInt32)) // a page has fewer
		for {
			page, err := c.readPage(ctx, r)
			if err != nil {
				return err
			}
			if seq, ok := MomentOf(r.endpoint.Method, page); ok { // rows of another moment than that of the snapshot
				r.Seq = seq
			}
			r.step = "send"
			if err := r.transport.Send(ctx, page); err != nil {
				return err
			}
			next := NextCursor(page)
			if next == "" {
				return nil
			}
			message.Set(fields.ByName("cursor"), protoreflect.ValueOfString(next))
		}
	})
	if reason := (*problem.Error)(nil); err != nil && errors.As(context.Cause(ctx), &reason) {
		return reason
	}
	return err
}

// readPage reads a page when it is the turn of the request, which the transport ends before it waits for the client.
func (c *Chain) readPage(ctx context.Context, r *Request) (proto.Message, error) {
	r.step = "schedule"
	if err := r.slot.again(ctx); err != nil {
		return nil, err
	}
	r.step = "recheck"
	if err := r.Recheck(ctx); err != nil {
		return nil, err
	}
	r.step = "run"
	if err := r.call(); err != nil {
		return nil, err
	}
	page := r.response
	r.response = nil // which is sent here, and not by the last step
	c.Observer.meter.countRows(r, page)
	return page, nil
}

// MomentOf returns the number of the last event that a response of the rpc includes, if the response has one.
func MomentOf(m *rpc.Method, resp proto.Message) (seq int64, ok bool) {
	if m.Moment == nil {
		return 0, false
	}
	data, _ := DataOf(resp.ProtoReflect())
	if m.Moment.HasPresence() && !data.Has(m.Moment) {
		return 0, false
	}
	return data.Get(m.Moment).Int(), true
}

// NextCursor returns the cursor that continues after a page, or an empty text if it is the last page of its list.
func NextCursor(resp proto.Message) string {
	data, ok := DataOf(resp.ProtoReflect())
	if !ok {
		return ""
	}
	return data.Get(data.Descriptor().Fields().ByName("next_cursor")).String()
}
