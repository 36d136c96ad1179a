// Package rest is everything HTTP: it admits a call before it reads its body,
// turns path, query and body strictly into the request of the rpc, and writes the
// answer, its headers and its errors exactly as the contract has them. Grpc-gateway
// routes by the annotations of the protos and calls the rpc.
package rest

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/internal/ifmatch"
	"github.com/workplan-api/workplan/services/internal/inproc"
	"github.com/workplan-api/workplan/services/internal/observe"
)

// gateway is the HTTP side of the rpcs.
type gateway struct {
	table     *rpc.Table
	admission *auth.Admission
	inputs    map[*rpc.Method]*input
}

// New returns the handler of /api/v1, which calls the rpcs of table over conn. The
// services are those whose rpcs they are.
func New(table *rpc.Table, conn grpc.ClientConnInterface, admission *auth.Admission, observer *observe.Observer, services ...Service) (http.Handler, error) {
	g := &gateway{table: table, admission: admission, inputs: map[*rpc.Method]*input{}}
	for _, m := range table.Methods() {
		g.inputs[m] = newInput(m)
	}
	mux := runtime.NewServeMux(
		runtime.WithMarshalerOption(runtime.MIMEWildcard, marshaler{}),
		runtime.WithMiddlewares(g.receive),
		runtime.WithForwardResponseOption(setHeaders),
		runtime.WithErrorHandler(func(ctx context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, _ *http.Request, err error) {
			writeError(ctx, w, err)
		}),
		runtime.WithRoutingErrorHandler(g.routingError),
		runtime.WithIncomingHeaderMatcher(func(name string) (string, bool) { return name, name == ifmatch.Header }),
		runtime.WithOutgoingHeaderMatcher(func(string) (string, bool) { return "", false }),
		runtime.WithWriteContentLength(),
		runtime.WithDisablePathLengthFallback(),
		runtime.WithDisableHTTPMethodOverride(),
	)
	for _, route := range services {
		if err := route(mux, conn); err != nil {
			return nil, err
		}
	}
	whole := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Whoever stands before this server may not take an encoded slash for a slash.
		if strings.Contains(strings.ToLower(r.URL.RawPath), "%2f") {
			writeError(r.Context(), w, problem.New(problem.RouteNotFound, "there is nothing at this path: a slash in it is encoded"))
			return
		}
		mux.ServeHTTP(w, r)
	})
	return observer.HTTP(whole, func(w http.ResponseWriter, r *http.Request, v any) {
		writeError(r.Context(), w, observe.Recovered(v))
	}), nil
}

// Service is a service whose rpcs are routed.
type Service func(mux *runtime.ServeMux, conn grpc.ClientConnInterface) error

// Route is the service of a generated client and its generated routes.
func Route[Client any](newClient func(grpc.ClientConnInterface) Client, handle func(context.Context, *runtime.ServeMux, Client) error) Service {
	return func(mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
		return handle(context.Background(), mux, newClient(conn))
	}
}

// exchange is what the way back needs of the request.
type exchange struct {
	method  *rpc.Method
	input   *input
	request *http.Request
}

type exchangeKey struct{}

// receive runs once the route is known: it admits the call, decodes it, and hands
// the request message on to the in-process channel. What the gateway then decodes
// itself is empty.
func (g *gateway) receive(next runtime.HandlerFunc) runtime.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request, pathParams map[string]string) {
		pattern, _ := runtime.HTTPPattern(r.Context())
		m := g.table.ByRoute(r.Method, pattern.String())
		x := &exchange{m, g.inputs[m], r}
		ctx := context.WithValue(r.Context(), exchangeKey{}, x)
		if rec := observe.FromContext(ctx); rec != nil {
			rec.RPC = m.Name
		}
		ctx, err := g.admission.Admit(ctx, m, r.Header.Values("Authorization"))
		if err != nil {
			writeError(context.WithValue(r.Context(), exchangeKey{}, x), w, err)
			return
		}
		if err := ifmatch.Readable(r.Header); err != nil {
			writeError(ctx, w, err)
			return
		}
		req, unread, err := x.input.decode(w, r, pathParams)
		if err != nil {
			writeError(ctx, w, err)
			return
		}
		if len(unread) > 0 {
			ctx = validate.WithUnread(ctx, unread)
		}
		r = r.WithContext(inproc.WithRequest(ctx, req))
		r.Body, r.Form = http.NoBody, nil
		target := *r.URL
		target.RawQuery = ""
		r.URL = &target
		next(answerWriter{w}, r, pathParams)
	}
}

// routingError answers where no rpc has the path, or none has it with that verb.
func (g *gateway) routingError(ctx context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, r *http.Request, code int) {
	verbs := g.table.Verbs(r.URL.Path)
	switch {
	case len(verbs) == 0:
		writeError(ctx, w, problem.New(problem.RouteNotFound, "there is nothing at this path%s", g.hint(r.URL.Path)))
	case code == http.StatusBadRequest:
		writeError(ctx, w, problem.New(problem.ValidationFailed, "the path is not valid"))
	default:
		w.Header().Set("Allow", strings.Join(verbs, ", "))
		writeError(ctx, w, problem.New(problem.MethodNotAllowed, "this path takes only %s", strings.Join(verbs, " and ")))
	}
}

// hint says what is wrong with a path that is nearly one.
func (g *gateway) hint(path string) string {
	const root = "/api/v1"
	bare := strings.TrimSuffix(path, "/")
	switch {
	case len(g.table.Verbs(root+bare)) > 0:
		return ": it begins with " + root
	case bare != path && len(g.table.Verbs(bare)) > 0:
		return ": leave out the slash at its end"
	}
	return ""
}

// asProblem is what a caller may see of an error of the chain or of the gateway. The
// gateway's own are about headers that it reads.
func asProblem(ctx context.Context, err error) *problem.Error {
	if status.Code(err) == codes.InvalidArgument && !errors.As(err, new(*problem.Error)) {
		return problem.New(problem.ValidationFailed, "a header of the request is not valid")
	}
	return observe.Problem(ctx, err)
}
