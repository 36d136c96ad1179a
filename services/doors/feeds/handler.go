package feeds

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/services/chain/rest"
	"github.com/workplan-api/workplan/services/journal"
)

// Handler serves the feeds at /calendar/TOKEN.ics.
type Handler struct{ Chain *call.Chain }

// HTTP returns the handler. Requests pass the same steps as those of the API.
func (h *Handler) HTTP() http.Handler { return rest.Handler(h.Chain, h.serve) }

// feedCall is the call of a feed. It needs no scope: the token is the right to it.
var feedCall = &rpc.Method{Name: "GET /calendar/{token}.ics"}

func (h *Handler) serve(ctx context.Context, w http.ResponseWriter, r *http.Request) error {
	call.FromContext(ctx).RPC = feedCall.Name
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return rest.NotAllowed(w, http.MethodGet, http.MethodHead)
	}
	token, ok := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, Prefix), suffix)
	if !ok {
		return problem.New(problem.RouteNotFound,
			"there is nothing at this path: the address of a calendar ends in %s", suffix)
	}
	sent := auth.Credentials{Feed: &token, From: quota.SenderOf(r)}
	ctx, err := h.Chain.Admit(ctx, feedCall, sent, func(left quota.Result) { left.SetHeaders(w.Header()) })
	if err != nil {
		return err
	}
	return h.Chain.InTurn(ctx, func(slot *call.Slot) error { return h.send(ctx, w, r, slot) })
}

// send sends the feed of the caller, or 304 if the client has it. A feed is the same as long as
// nothing in the organization has changed, on the same day.
func (h *Handler) send(ctx context.Context, w http.ResponseWriter, r *http.Request, slot *call.Slot) error {
	// The head is read before the feed, so that the feed includes its event.
	db := call.DB(ctx)
	head, err := journal.Head(ctx, db)
	if err != nil {
		return err
	}
	today := protoconv.Today(time.Now())
	tag := fmt.Sprintf(`"%s-%s"`, head.Tag, today.Format("20060102"))
	header := w.Header()
	describe := func() {
		header.Set("Cache-Control", "private, no-cache")
		header.Set("ETag", tag)
		header.Set("Vary", "Accept-Encoding")
	}
	if head.Numbered && rest.Matches(r.Header.Values("If-None-Match"), tag) {
		describe()
		call.FromContext(ctx).GiveBack(ctx).SetHeaders(header)
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	p := plan{from: today.AddDate(0, 0, -daysBefore), to: today.AddDate(0, 0, daysAfter)}
	if err := db.Unit.Snapshot(ctx, func() error { return p.read(ctx, db) }); err != nil {
		return err
	}
	body, err := p.calendar()
	if err != nil {
		return err
	}
	describe()
	header.Set("Content-Type", "text/calendar; charset=utf-8")
	// Else browsers save it under its secret name.
	header.Set("Content-Disposition", `attachment; filename="workplan.ics"`)
	rest.Send(w, r, slot, body)
	return nil
}
