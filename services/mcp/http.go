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
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/call"
	"github.com/workplan-api/workplan/services/quota"
	"github.com/workplan-api/workplan/services/rest"
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

// route is a message of the protocol. It needs no scope: each call of an rpc by a tool needs those of the rpc.
var route = &rpc.Method{Name: "POST " + Path}

// HTTP returns the handler. A message is observed and admitted with the chain, and so is each call that a tool makes.
func (h *Handler) HTTP() http.Handler { return rest.Handler(h.Chain, h.serve) }

func (h *Handler) serve(ctx context.Context, w http.ResponseWriter, r *http.Request) error {
	call.FromContext(ctx).RPC = route.Name
	if r.Method != http.MethodPost { // there are no sessions, and no messages that nobody has asked for
		return rest.NotAllowed(w, http.MethodPost)
	}
	if origin := r.Header.Get("Origin"); origin != "" && !h.mayCall(origin) {
		return problem.New(problem.PermissionDenied, "pages of this origin may not call this path: CORS_ORIGINS allows it")
	}
	// Only keys: the cookie of a session is for the console.
	sent := auth.Credentials{Authorization: r.Header.Values("Authorization"), From: quota.SenderOf(r)}
	ctx, err := h.Chain.Admit(ctx, route, sent, func(left quota.Result) { left.SetHeaders(w.Header()) })
	if err != nil {
		return err
	}
	// The message holds memory until its response is sent, but no turn: each call of an rpc takes one.
	slot := h.Chain.Scheduler.Begin(ctx)
	defer slot.End()
	body, err := rest.ReadMessage(ctx, w, r, slot, maxMessage)
	if err != nil {
		return err
	}
	server, err := NewServer(Config{
		Conn: &conn{h.Chain, ctx, sent}, Caller: auth.FromContext(ctx), Version: h.Version, Log: h.Log, Now: time.Now,
	})
	if err != nil {
		return err
	}
	r = r.WithContext(context.WithValue(ctx, serverKey{}, server))
	r.Body = io.NopCloser(bytes.NewReader(body))
	transport().ServeHTTP(w, r)
	return nil
}

type serverKey struct{}

// transport is the transport of the SDK, made when the first message comes. The key protects what its protection of
// localhost protects, which would refuse a proxy on the same machine.
var transport = sync.OnceValue(func() http.Handler {
	return sdk.NewStreamableHTTPHandler(
		func(r *http.Request) *sdk.Server { return r.Context().Value(serverKey{}).(*sdk.Server) },
		&sdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true, DisableLocalhostProtection: true})
})

// conn calls rpcs with the chain of this process, with the key of a request. It implements grpc.ClientConnInterface.
type conn struct {
	chain   *call.Chain
	request context.Context
	sent    auth.Credentials
}

// Invoke calls an rpc. The call ends when the request ends.
func (c *conn) Invoke(ctx context.Context, name string, args, reply any, _ ...grpc.CallOption) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.request, cancel)()
	return c.chain.Observer.Inside(ctx, "mcp", name, func(ctx context.Context) error {
		md, _ := metadata.FromOutgoingContext(ctx)
		return c.chain.Serve(ctx, c.chain.Endpoint(name),
			&message{sent: c.sent, header: md, req: args.(proto.Message), resp: reply.(proto.Message)})
	})
}

// NewStream implements grpc.ClientConnInterface. No tool reads a stream.
func (c *conn) NewStream(
	context.Context, *grpc.StreamDesc, string, ...grpc.CallOption,
) (grpc.ClientStream, error) {
	return nil, status.Error(codes.Unimplemented, "a tool cannot read a stream")
}

// message is one call of an rpc by a tool. It implements call.Transport.
type message struct {
	sent      auth.Credentials
	header    metadata.MD
	req, resp proto.Message
}

func (m *message) Credentials() (auth.Credentials, error) { return m.sent, nil }

// Tell implements call.Transport. The client was told when its message was admitted.
func (m *message) Tell(quota.Result) {}

func (m *message) Values(header string) []string { return m.header.Get(header) }

// Read implements call.Transport. The request is in memory already.
func (m *message) Read(context.Context, *call.Slot) (int, error) { return proto.Size(m.req), nil }

func (m *message) Decode(req proto.Message) ([]problem.Detail, error) {
	proto.Merge(req, m.req)
	return nil, nil
}

func (m *message) Send(_ context.Context, resp proto.Message) error {
	proto.Merge(m.resp, resp)
	return nil
}
