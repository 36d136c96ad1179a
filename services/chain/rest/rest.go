// Package rest is the HTTP side of the API under /api/v1.
//
// The observer gives a request its id, see package call. ServeHTTP responds to CORS preflights, and the mux of
// grpc-gateway finds the route of the rpc, which the annotations of the protos declare. An exchange then passes the
// chain of package call:
//
//   - it reads the credentials and the body (body.go),
//   - decodes path, query and body strictly into the request message (input.go, query.go),
//   - and sends the response (response.go, form.go, gzip.go), the messages of a stream (stream.go), or all rows of a
//     list (whole.go).
//
// Of grpc-gateway the package takes the annotations of the protos and the mux with its templates of paths. The rest is
// the contract's: JSON that refuses what is unknown, null that clears, masks of a PATCH, and errors that name the
// field.
//
// errors.go sends errors, with the names of fields that the client has sent. outside.go is for requests outside of the
// API.
package rest

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/quota"
)

// Config configures the handler that New returns.
type Config struct {
	// Chain serves the requests. Its services are registered.
	Chain *call.Chain
	// Site reads the sessions of the console from cookies. It is nil if there is no console.
	Site *Site
	// UploadTimeout is how long a client may take to send a body.
	UploadTimeout time.Duration
	// PublicURL is the base of absolute links. Links are relative if it is empty.
	PublicURL string
	// CSV encodes the responses of the rpcs with the option csv.
	CSV CSV
	// CORSOrigins are the origins whose pages may call the API, or * for all.
	CORSOrigins []string
}

// gateway is the handler of /api/v1.
type gateway struct {
	Config
	mux *runtime.ServeMux
}

// New returns the handler of /api/v1 with the routes of the rpcs. It fails if an address in cfg is malformed.
func New(cfg Config) (http.Handler, error) {
	if err := CheckAddresses(cfg.PublicURL, cfg.CORSOrigins); err != nil {
		return nil, err
	}
	if err := cfg.CSV.check(cfg.Chain.Table); err != nil {
		return nil, err
	}
	cfg.PublicURL = strings.TrimRight(cfg.PublicURL, "/")
	g := &gateway{Config: cfg}
	g.mux = runtime.NewServeMux(
		runtime.WithRoutingErrorHandler(g.routingError),
		runtime.WithDisablePathLengthFallback(),
		runtime.WithDisableHTTPMethodOverride(),
	)
	// The mux compares a path with the last route first. In this order a word of a path, as in /events/stream, comes
	// before a variable, as in /events/{seq}, and the hours, which are called most, before all others.
	methods := slices.Clone(cfg.Chain.Table.Methods())
	slices.SortFunc(methods, func(a, b *rpc.Method) int { return strings.Compare(b.Path, a.Path) })
	for _, m := range methods {
		e := cfg.Chain.Endpoint(m.Name)
		if e == nil {
			return nil, fmt.Errorf("rpc %s is not registered", m.Name)
		}
		if err := g.mux.HandlePath(m.Verb, m.Path, g.handler(e)); err != nil {
			return nil, err
		}
	}
	return cfg.Chain.Observer.HTTP(g, writeError), nil
}

// exchange is one REST call. It implements call.Transport.
type exchange struct {
	http.ResponseWriter
	*gateway  // nil outside of the API
	request   *http.Request
	input     *input            // of the rpc, nil before the route is known
	path      map[string]string // the variables of the path
	body      []byte
	free      func()     // gives the memory of the body back
	slot      *call.Slot // nil before the caller is known
	query     url.Values // nil before they are parsed
	expanded  []string   // what the request names with expand or include, in order, or nil
	form      form       // of a successful response
	isHead    bool       // only the headers are sent
	reading   bool       // the body is being read, or was
	refused   bool       // the body was refused
	streaming bool       // the headers of a stream are sent
	whole     *whole     // all rows of a list, nil before the first page
	condition *call.Condition
}

// ServeHTTP implements http.Handler.
func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Vary", "Accept-Encoding")
	if g.allowOrigin(w, r) {
		return
	}
	x := &exchange{
		ResponseWriter: w, gateway: g, request: r, form: inJSON, isHead: r.Method == http.MethodHead, free: func() {},
	}
	if x.isHead {
		r.Method = http.MethodGet // net/http sends no body; r is a copy that the observer made
	}
	// Some proxies decode an encoded slash and others do not, so it is refused.
	if strings.Contains(strings.ToLower(r.URL.RawPath), "%2f") {
		writeError(r.Context(), x,
			problem.New(problem.RouteNotFound, "there is nothing at this path: a slash in it is encoded"))
		return
	}
	g.mux.ServeHTTP(x, r)
}

// handler returns the handler of the route of an rpc.
func (g *gateway) handler(e *call.Endpoint) runtime.HandlerFunc {
	in := newInput(e.Method)
	return func(w http.ResponseWriter, r *http.Request, path map[string]string) {
		ctx := r.Context()
		for _, value := range path {
			if value == "" { // the path ends in a slash, or has two in a row
				g.routingError(ctx, nil, nil, w, r, http.StatusNotFound)
				return
			}
		}
		if len(path) > 0 && g.Chain.Table.IsWords(r.URL.Path) { // that of another rpc, with another verb
			g.routingError(ctx, nil, nil, w, r, http.StatusMethodNotAllowed)
			return
		}
		current := call.FromContext(ctx)
		current.RPC, current.Route = e.Method.Name, e.Method.Route
		x := w.(*exchange)
		x.input, x.path = in, path
		x.chooseForm(current)
		defer func() { x.free() }()
		if err := g.Chain.Serve(ctx, e, x); err != nil {
			x.fail(ctx, err)
		}
	}
}

// Credentials implements call.Transport. A request with a key never uses a cookie. It fails if the request has the
// cookie of a session, but not from a page of the console.
func (x *exchange) Credentials() (auth.Credentials, error) {
	sent := auth.Credentials{Authorization: x.request.Header.Values("Authorization"), From: quota.SenderOf(x.request)}
	if x.Site == nil || len(sent.Authorization) > 0 {
		return sent, nil
	}
	if sent.Session = x.Site.Token(x.request); sent.Session == "" {
		return sent, nil
	}
	return sent, x.Site.Check(x.request)
}

// Tell implements call.Transport.
func (x *exchange) Tell(left quota.Result) { left.SetHeaders(x.ResponseWriter.Header()) }

// Values implements call.Transport.
func (x *exchange) Values(header string) []string { return x.request.Header[header] }

// routingError responds with an error if no rpc has this path with this verb.
func (g *gateway) routingError(
	ctx context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, r *http.Request, code int,
) {
	verbs := g.Chain.Table.Verbs(r.URL.Path)
	switch {
	case len(verbs) == 0:
		writeError(ctx, w, problem.New(problem.RouteNotFound, "there is nothing at this path%s", g.hint(r.URL.Path)))
	case code == http.StatusBadRequest:
		writeError(ctx, w, problem.New(problem.ValidationFailed, "the path is not valid"))
	default:
		writeError(ctx, w, NotAllowed(w, verbs...))
	}
}

// hint returns how to correct an unknown path, or "" if it resembles no path of the API.
func (g *gateway) hint(path string) string {
	const root = "/api/v1"
	bare := strings.TrimSuffix(path, "/")
	switch {
	case len(g.Chain.Table.Verbs(root+bare)) > 0:
		return ": it begins with " + root
	case bare != path && len(g.Chain.Table.Verbs(bare)) > 0:
		return ": leave out the slash at its end"
	}
	return ""
}
