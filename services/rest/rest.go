// Package rest is the HTTP side of the API under /api/v1.
//
// A request passes these steps:
//
//  1. observe gives it an id and a deadline.
//  2. ServeHTTP responds to CORS preflights. It makes an exchange, which has the request and
//     is the response writer.
//  3. The mux of grpc-gateway finds the route from the annotations of the protos and calls
//     receive.
//  4. receive admits the caller and reads the body. Then the request waits for its turn, see
//     package share, and receive decodes path, query and body strictly into the request
//     message.
//  5. The generated handler of the route calls the rpc in process, with that message, and
//     with If-Match and Idempotency-Key as metadata. The handler does not decode anything
//     itself.
//  6. marshaler encodes the response message, or csvMarshaler if the client prefers CSV,
//     setHeaders sets ETag and Link, and exchange.send compresses and writes the body, or
//     responds with 304.
//
// writeError sends errors, also through exchange.send.
package rest

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/idempotency"
	"github.com/workplan-api/workplan/services/internal/ifmatch"
	"github.com/workplan-api/workplan/services/internal/ifnonematch"
	"github.com/workplan-api/workplan/services/internal/inproc"
	"github.com/workplan-api/workplan/services/internal/observe"
	"github.com/workplan-api/workplan/services/internal/share"
	"github.com/workplan-api/workplan/services/quota"
	"github.com/workplan-api/workplan/services/sessions"
)

// Config configures the handler that New returns.
type Config struct {
	// Table has the rpcs. The handler calls them over Conn.
	Table *rpc.Table
	Conn  Conn
	// Drain is done when streams have to end.
	Drain     context.Context
	Admission *auth.Admission
	// Site reads the sessions of the console from cookies. It is nil if there is no console.
	Site     *sessions.Site
	Observer *observe.Observer
	Gate     *share.Gate
	// UploadTimeout is how long a client may take to send a body.
	UploadTimeout time.Duration
	// PublicURL is the base of absolute links. Links are relative if it is empty.
	PublicURL string
	// CSV encodes the responses of the rpcs with the option csv.
	CSV CSV
	// CORSOrigins are the origins whose pages may call the API, or * for all.
	CORSOrigins []string
}

// Conn calls rpcs.
type Conn interface {
	grpc.ClientConnInterface
	// Stream calls an rpc that sends a stream, and send with each message.
	Stream(ctx context.Context, name string, req proto.Message, send func(proto.Message) error) error
}

// gateway is the handler of /api/v1.
type gateway struct {
	Config
	mux    *runtime.ServeMux
	inputs map[*rpc.Method]*input
}

// New returns the handler of /api/v1 with the routes of the services. It fails if an
// address in cfg is malformed.
func New(cfg Config, services ...Service) (http.Handler, error) {
	if err := CheckAddresses(cfg.PublicURL, cfg.CORSOrigins); err != nil {
		return nil, err
	}
	cfg.PublicURL = strings.TrimRight(cfg.PublicURL, "/")
	g := &gateway{Config: cfg, inputs: map[*rpc.Method]*input{}}
	for _, m := range cfg.Table.Methods() {
		g.inputs[m] = newInput(m)
	}
	asCSV, err := newCSVMarshaler(cfg)
	if err != nil {
		return nil, err
	}
	g.mux = runtime.NewServeMux(
		runtime.WithMarshalerOption(runtime.MIMEWildcard, marshaler{}),
		runtime.WithMarshalerOption(inCSV.mediaType, asCSV),
		runtime.WithIncomingHeaderMatcher(func(string) (string, bool) { return "", false }), // see passedOn
		runtime.WithMiddlewares(g.receive),
		runtime.WithForwardResponseOption(setHeaders),
		runtime.WithForwardResponseOption(nameFields),
		runtime.WithErrorHandler(func(ctx context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, _ *http.Request, err error) {
			writeError(ctx, w, err)
		}),
		runtime.WithRoutingErrorHandler(g.routingError),
		runtime.WithDisablePathLengthFallback(),
		runtime.WithDisableHTTPMethodOverride(),
	)
	for _, route := range services {
		if err := route(g.mux, cfg.Conn); err != nil {
			return nil, err
		}
	}
	return cfg.Observer.HTTP(g, writeError), nil
}

// Service registers the routes of one service.
type Service func(mux *runtime.ServeMux, conn grpc.ClientConnInterface) error

// Route returns a Service for a generated client and its generated handler.
func Route[Client any](newClient func(grpc.ClientConnInterface) Client, handle func(context.Context, *runtime.ServeMux, Client) error) Service {
	return func(mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return handle(context.Background(), mux, newClient(conn))
	}
}

// exchange is one REST call and the writer of its response.
type exchange struct {
	http.ResponseWriter
	request   *http.Request
	publicURL string
	input     *input         // of the rpc, nil before the route is known
	body      []byte         // valid until receive returns
	turn      *share.Request // nil before the caller is known
	query     url.Values     // nil before they are parsed
	form      form           // of a successful response
	isHead    bool           // only the headers are sent
	reading   bool           // the body is being read, or was
	condition *ifnonematch.Condition
}

// ServeHTTP implements http.Handler.
func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Vary", "Accept-Encoding")
	if g.allowOrigin(w, r) {
		return
	}
	x := &exchange{ResponseWriter: w, request: r, publicURL: g.PublicURL, form: inJSON, isHead: r.Method == http.MethodHead}
	if x.isHead {
		r.Method = http.MethodGet // net/http sends no body; r is a copy that observe made
	}
	// Some proxies decode an encoded slash and others do not, so it is refused.
	if strings.Contains(strings.ToLower(r.URL.RawPath), "%2f") {
		writeError(r.Context(), x, problem.New(problem.RouteNotFound, "there is nothing at this path: a slash in it is encoded"))
		return
	}
	g.mux.ServeHTTP(x, r)
}

// receive runs after the route is found. It admits the caller, reads the body, waits for the
// turn of the request, decodes it, and adds the request message to the context of the
// in-process call.
func (g *gateway) receive(next runtime.HandlerFunc) runtime.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request, pathParams map[string]string) {
		ctx := r.Context()
		for _, value := range pathParams {
			if value == "" { // the path ends in a slash, or has two in a row
				g.routingError(ctx, nil, nil, w, r, http.StatusNotFound)
				return
			}
		}
		pattern, _ := runtime.HTTPPattern(ctx)
		m := g.Table.ByRoute(r.Method, pattern.String())
		rec := observe.FromContext(ctx)
		rec.RPC, rec.Route = m.Name, m.Route
		x := w.(*exchange)
		x.input = g.inputs[m]
		ctx = x.chooseForm(ctx)

		sent, err := g.credentials(r)
		if err != nil {
			writeError(ctx, x, err)
			return
		}
		admitted, left, err := g.Admission.Admit(ctx, m, sent)
		left.SetHeaders(w.Header())
		if err != nil {
			writeError(ctx, x, err)
			return
		}
		if err := x.checkAccept(); err != nil {
			writeError(ctx, x, err)
			return
		}
		x.turn = g.Gate.Request(admitted)
		defer x.turn.End()
		forget, err := g.read(admitted, x)
		if err != nil {
			x.refuse(ctx, err)
			return
		}
		defer forget()
		ctx, cancel := g.limit(admitted, x)
		defer cancel()
		if err := x.turn.Enter(ctx, len(x.body)); err != nil {
			writeError(ctx, x, err)
			return
		}
		req, unread, err := x.decode(pathParams)
		if err != nil {
			writeError(ctx, x, err)
			return
		}
		ctx = inproc.WithRequest(x.turn.With(ctx), req)
		if len(unread) > 0 {
			ctx = validate.WithUnread(ctx, unread)
		}
		if md := passedOn(r.Header); md != nil {
			ctx = metadata.NewOutgoingContext(ctx, md)
		}
		if m.Streams {
			g.stream(ctx, x, req)
			return
		}
		// The request is already decoded, so the generated handler gets an empty one. Accept
		// selects the marshaler.
		empty := &http.Request{Method: http.MethodGet, URL: &url.URL{}, Body: http.NoBody, Header: http.Header{"Accept": {x.form.mediaType}}}
		next(x, empty.WithContext(ctx), pathParams)
	}
}

// credentials returns what authenticates the request. A request with a key never uses a cookie. It
// fails if the request has the cookie of a session, but not from a page of the console.
func (g *gateway) credentials(r *http.Request) (auth.Credentials, error) {
	sent := auth.Credentials{Authorization: r.Header.Values("Authorization"), From: quota.SenderOf(r)}
	if g.Site == nil || len(sent.Authorization) > 0 {
		return sent, nil
	}
	if sent.Session = g.Site.Token(r); sent.Session == "" {
		return sent, nil
	}
	return sent, g.Site.Check(r)
}

// limit returns the context of a request whose body is read. It ends in time, but that of a
// stream when the server drains. net/http would limit the whole request to readTimeout.
func (g *gateway) limit(ctx context.Context, x *exchange) (context.Context, context.CancelFunc) {
	if x.input.method.Waits {
		conn := http.NewResponseController(x.ResponseWriter)
		_ = conn.SetReadDeadline(time.Time{}) // an error needs no handling: the client is gone
		_ = conn.SetWriteDeadline(time.Now().Add(maxWait + sendTimeout))
	}
	if !x.input.method.Streams {
		return observe.WithTimeout(ctx)
	}
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(g.Drain, cancel)
	return ctx, func() { stop(); cancel() }
}

// passedOn returns the headers that the interceptors of rpcs read, as metadata, or nil.
func passedOn(h http.Header) metadata.MD {
	tags, keys := h[ifmatch.Header], h[idempotency.Header]
	if tags == nil && keys == nil {
		return nil
	}
	return metadata.MD{ifmatch.Metadata: tags, idempotency.Metadata: keys}
}

// routingError responds with an error if no rpc has this path with this verb.
func (g *gateway) routingError(ctx context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, r *http.Request, code int) {
	verbs := g.Table.Verbs(r.URL.Path)
	switch {
	case len(verbs) == 0:
		writeError(ctx, w, problem.New(problem.RouteNotFound, "there is nothing at this path%s", g.hint(r.URL.Path)))
	case code == http.StatusBadRequest:
		writeError(ctx, w, problem.New(problem.ValidationFailed, "the path is not valid"))
	default:
		w.Header().Set("Allow", strings.Join(verbs, ", "))
		writeError(ctx, w, problem.New(problem.MethodNotAllowed, "this path takes only %s", strings.Join(verbs, ", ")))
	}
}

// hint returns how to correct an unknown path, or "" if it resembles no path of the API.
func (g *gateway) hint(path string) string {
	const root = "/api/v1"
	bare := strings.TrimSuffix(path, "/")
	switch {
	case len(g.Table.Verbs(root+bare)) > 0:
		return ": it begins with " + root
	case bare != path && len(g.Table.Verbs(bare)) > 0:
		return ": leave out the slash at its end"
	}
	return ""
}
