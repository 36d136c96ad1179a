package mcp

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/services/chain/rest"
)

// Path is where the server has the protocol.
const Path = "/mcp"

// maxMessage is the maximum size of a message of the client, in bytes.
const maxMessage = 1 << 20

// Handler serves the protocol over HTTP, without sessions: each message is a request of its own, so any server can
// respond to it.
type Handler struct {
	Chain   *call.Chain
	Version string
	Log     *slog.Logger
	// PublicURL is the address of the server, and Origins are those whose pages may call it.
	PublicURL string
	Origins   []string
	// WebApp is the address of the web app, for links. It is empty if it is not known.
	WebApp string
}

// mayCall reports whether pages of an origin may call the server: those of this machine, of the server and of Origins.
// Assistants send no origin. A page that has made its own name an address of this machine has another one.
func (h *Handler) mayCall(origin string) bool {
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	public, err := url.Parse(h.PublicURL)
	addr, notAddr := netip.ParseAddr(u.Hostname())
	return u.Hostname() == "localhost" || notAddr == nil && addr.IsLoopback() ||
		err == nil && u.Host == public.Host && u.Scheme == public.Scheme && u.Host != "" ||
		slices.Contains(h.Origins, origin) || slices.Contains(h.Origins, "*")
}

// messageCall is the call of a message of the protocol. It needs no scope: each call of an rpc by a tool needs those of
// the rpc.
var messageCall = &rpc.Method{Name: "POST " + Path}

// HTTP returns the handler. A message is observed and admitted with the chain, and so is each call that a tool makes.
func (h *Handler) HTTP() http.Handler { return rest.Handler(h.Chain, h.serve) }

func (h *Handler) serve(ctx context.Context, w http.ResponseWriter, r *http.Request) error {
	call.FromContext(ctx).RPC = messageCall.Name
	if r.Method != http.MethodPost { // there are no sessions, and no messages that nobody has asked for
		return rest.NotAllowed(w, http.MethodPost)
	}
	if origin := r.Header.Get("Origin"); origin != "" && !h.mayCall(origin) {
		return problem.New(problem.PermissionDenied,
			"pages of this origin may not call this path: CORS_ORIGINS allows it")
	}
	// Only keys: the cookie of a session is for the console.
	sent := auth.Credentials{Authorization: r.Header.Values("Authorization"), From: quota.SenderOf(r)}
	ctx, err := h.Chain.Admit(ctx, messageCall, sent, func(left quota.Result) { left.SetHeaders(w.Header()) })
	if err != nil {
		return err
	}
	// The message holds memory until its response is sent, and a turn until it is ready, in which all its calls run.
	slot := h.Chain.Scheduler.Begin(ctx)
	defer slot.End()
	body, err := rest.ReadMessage(ctx, w, r, slot, maxMessage)
	if err != nil {
		return err
	}
	if err := slot.Start(ctx, len(body)); err != nil {
		return err
	}
	if fault := malformed(body); fault != nil {
		return writeFault(w, http.StatusBadRequest, body, *fault)
	}
	server, err := NewServer(Config{
		Conn: h.Chain.Client(ctx, "mcp", sent), Caller: call.Caller(ctx), WebApp: h.WebApp, Version: h.Version, Log: h.Log,
		Now: time.Now,
	})
	if err != nil {
		return err
	}
	r = r.WithContext(context.WithValue(ctx, serverKey{}, server))
	r.Body = io.NopCloser(bytes.NewReader(body))
	response := &refusal{ResponseWriter: w, body: body, ready: slot.Pause}
	transport().ServeHTTP(response, r)
	return response.writeRefusal(ctx)
}

type serverKey struct{}

// transport is the transport of the SDK, made when the first message comes. The key protects what its protection of
// localhost protects, which would refuse a proxy on the same machine.
var transport = sync.OnceValue(func() http.Handler {
	return sdk.NewStreamableHTTPHandler(
		func(r *http.Request) *sdk.Server { return r.Context().Value(serverKey{}).(*sdk.Server) },
		&sdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true, DisableLocalhostProtection: true})
})
