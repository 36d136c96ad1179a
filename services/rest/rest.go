// Package rest is the HTTP side of the API under /api/v1.
//
// A request passes these steps. observe gives it an id and a deadline. ServeHTTP sets the
// headers of every response, responds to CORS preflights, and makes the request an
// exchange, which is also the response writer. The mux of grpc-gateway finds the route from
// the annotations of the protos and calls receive. receive admits the caller before it
// reads the body, and decodes path, query and body strictly into the request message. The
// generated handler of the route then calls the rpc in process, with that message and with
// If-Match as metadata; it decodes nothing itself. marshaler encodes the response message,
// and exchange.send writes it, with ETag and Link, compressed, or as 304. Errors go through
// writeError to exchange.send.
package rest

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/internal/ifmatch"
	"github.com/workplan-api/workplan/services/internal/inproc"
	"github.com/workplan-api/workplan/services/internal/observe"
)

// Config is what the HTTP side needs.
type Config struct {
	// Table has the rpcs, which are called over Conn.
	Table     *rpc.Table
	Conn      grpc.ClientConnInterface
	Admission *auth.Admission
	Observer  *observe.Observer
	// PublicURL is the base of absolute links; links are relative if it is empty.
	PublicURL string
	// CORSOrigins are the origins whose pages may call the API, or *.
	CORSOrigins []string
}

// gateway is the HTTP side of the rpcs.
type gateway struct {
	Config
	mux    *runtime.ServeMux
	inputs map[*rpc.Method]*input
}

// New returns the handler of /api/v1 with the routes of the services. It fails if an
// address in cfg is malformed.
func New(cfg Config, services ...Service) (http.Handler, error) {
	if err := checkAddresses(&cfg); err != nil {
		return nil, err
	}
	g := &gateway{Config: cfg, inputs: map[*rpc.Method]*input{}}
	for _, m := range cfg.Table.Methods() {
		g.inputs[m] = newInput(m)
	}
	g.mux = runtime.NewServeMux(
		runtime.WithMarshalerOption(runtime.MIMEWildcard, marshaler{}),
		runtime.WithMiddlewares(g.receive),
		runtime.WithForwardResponseOption(setHeaders),
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

// Route returns the Service of a generated client and its generated handler.
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
	input     *input     // of the rpc, nil before the route is known
	query     url.Values // nil before they are parsed
}

// ServeHTTP implements http.Handler.
func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Vary", "Accept-Encoding")
	if g.allowOrigin(w, r) {
		return
	}
	if r.Method == http.MethodHead {
		r.Method = http.MethodGet // net/http leaves out the body; observe has copied r
	}
	x := &exchange{ResponseWriter: w, request: r, publicURL: g.PublicURL}
	// Proxies may treat an encoded slash as a slash or not.
	if strings.Contains(strings.ToLower(r.URL.RawPath), "%2f") {
		writeError(r.Context(), x, problem.New(problem.RouteNotFound, "there is nothing at this path: a slash in it is encoded"))
		return
	}
	g.mux.ServeHTTP(x, r)
}

// receive runs when the route is known. It admits the call, decodes its request, and
// passes the message on to the in-process call.
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
		observe.FromContext(ctx).RPC = m.Name
		x := w.(*exchange)
		x.input = g.inputs[m]

		admitted, err := g.Admission.Admit(ctx, m, r.Header.Values("Authorization"))
		if err != nil {
			writeError(ctx, x, err)
			return
		}
		req, unread, err := x.decode(pathParams)
		if err != nil {
			writeError(ctx, x, err)
			return
		}
		ctx = inproc.WithRequest(admitted, req)
		if len(unread) > 0 {
			ctx = validate.WithUnread(ctx, unread)
		}
		if tags := r.Header[ifmatch.Header]; tags != nil {
			ctx = metadata.NewOutgoingContext(ctx, metadata.MD{ifmatch.Metadata: tags})
		}
		// All of the request is read: the generated handler gets an empty one.
		empty := &http.Request{Method: http.MethodGet, URL: &url.URL{}, Body: http.NoBody}
		next(x, empty.WithContext(ctx), pathParams)
	}
}

// routingError responds if no rpc has the path, or none has it with that verb.
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

// hint returns the mistake in a path that is nearly a path of the API.
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
