// Package scim serves SCIM 2.0 (RFC 7643 and RFC 7644), with which identity providers create, change and deactivate
// users, and say who is an admin or a manager.
//
// It is a transport. A request is observed and admitted by the chain of package call: its key must have the scope scim.
// It then calls rpcs of users through the chain, in this process, so permissions, rules, the quota and the journal are
// those of the API. A request makes at most one write: one rpc, or for the members of a group one transaction.
//
//   - userName is the e-mail address, and displayName and name are the name. externalId is the external id of the
//     source scim. manager of the enterprise extension is reportsToId. startDate and endDate of an
//     extension of Workplan are the days of employment. Other attributes are ignored (users.go).
//   - The parts of a name are kept as they were sent, next to the name (names.go).
//   - A PATCH or PUT reads the user, changes what differs, and writes it if the user has not changed meanwhile.
//   - Users are never deleted: DELETE deactivates. A user who is not active is still there, with active false.
//   - A group is a role. The configuration says which groups there are (groups.go).
//   - Placeholders do not exist for SCIM.
package scim

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/grpc/metadata"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/strictjson"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/services/chain/rest"
)

// Prefix is what the paths of the protocol begin with.
const Prefix = "/scim/v2/"

const (
	mediaType = "application/scim+json"
	// maxBody is the maximum size of a request body, in bytes.
	maxBody = 1 << 20
)

// Groups are the names of the groups whose members have a role. A group whose name is empty does not exist.
type Groups struct{ Admin, Manager string }

// Check returns an error if both groups have the same name.
func (g Groups) Check() error {
	if g.Admin != "" && strings.EqualFold(g.Admin, g.Manager) {
		return errors.New("SCIM_GROUP_ADMIN and SCIM_GROUP_MANAGER name the same group")
	}
	return nil
}

// Handler serves the protocol.
type Handler struct {
	Chain  *call.Chain
	Groups Groups
	// PublicURL is the address of the server. Locations are relative to the host if it is empty.
	PublicURL string
}

// HTTP returns the handler.
func (h *Handler) HTTP() http.Handler {
	return h.Chain.Observer.HTTP(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := call.WithTimeout(r.Context())
		defer cancel()
		if err := h.serve(ctx, w, r); err != nil {
			writeError(ctx, w, err)
		}
	}), writeError)
}

// anyCall is every request. It needs the scope of SCIM, and the calls that it makes those of their rpcs, see auth.SCIM.
var anyCall = &rpc.Method{Name: Prefix, Scopes: []string{auth.SCIM}}

// exchange is a request with its response.
type exchange struct {
	*Handler
	http.ResponseWriter
	request *http.Request
	id      string // the last part of the path, if it is a variable
	body    object // nil if there is none
	search  bool   // the body has the parameters of a list
	slot    *call.Slot
	client  *call.Client
	users   pb.UserServiceClient
	// selected are the attributes that the response shows.
	selected selection
}

// route is a path below Prefix. {id} stands for one part of it.
type route struct {
	path  string
	verbs verbs
}

type verbs = map[string]func(*exchange, context.Context) error

func get(f func(*exchange, context.Context) error) verbs { return verbs{http.MethodGet: f} }

var routes = []route{
	{"ServiceProviderConfig", get((*exchange).serviceProviderConfig)},
	{"ResourceTypes", get((*exchange).resourceTypes)}, {"ResourceTypes/{id}", get((*exchange).resourceTypes)},
	{"Schemas", get((*exchange).schemas)}, {"Schemas/{id}", get((*exchange).schemas)},
	{"Users", verbs{http.MethodGet: (*exchange).listUsers, http.MethodPost: (*exchange).createUser}},
	{"Users/.search", verbs{http.MethodPost: (*exchange).listUsers}},
	{"Users/{id}", verbs{
		http.MethodGet: (*exchange).getUser, http.MethodPut: (*exchange).replaceUser,
		http.MethodPatch: (*exchange).patchUser, http.MethodDelete: (*exchange).deleteUser,
	}},
	{"Groups", get((*exchange).listGroups)},
	{"Groups/.search", verbs{http.MethodPost: (*exchange).listGroups}},
	{"Groups/{id}", verbs{
		http.MethodGet: (*exchange).getGroup, http.MethodPut: (*exchange).replaceGroup,
		http.MethodPatch: (*exchange).patchGroup,
	}},
}

// Routes returns the verb and the path of each route.
func Routes() (all []string) {
	for _, r := range routes {
		for verb := range r.verbs {
			all = append(all, verb+" "+Prefix+r.path)
		}
	}
	return all
}

// findRoute returns the route of a path, or nil, and its variable.
func findRoute(path string) (found *route, id string) {
	for i := range routes {
		r := &routes[i]
		if r.path == path {
			return r, ""
		}
		parent, hasID := strings.CutSuffix(r.path, "{id}")
		if id, ok := strings.CutPrefix(path, parent); hasID && ok && id != "" && !strings.Contains(id, "/") {
			return r, id
		}
	}
	return nil, ""
}

func (h *Handler) serve(ctx context.Context, w http.ResponseWriter, r *http.Request) error {
	if r.Method == http.MethodHead {
		r.Method = http.MethodGet // net/http sends no body; r is a copy that the observer made
	}
	found, id := findRoute(strings.TrimPrefix(r.URL.Path, Prefix))
	// Some proxies decode an encoded slash and others do not, so it is refused.
	if strings.Contains(strings.ToLower(r.URL.RawPath), "%2f") {
		found = nil
	}
	var serve func(*exchange, context.Context) error
	if found != nil {
		if serve = found.verbs[r.Method]; serve != nil {
			call.FromContext(ctx).RPC = r.Method + " " + Prefix + found.path
		}
	}
	// Only keys: the cookie of a session is for the console.
	sent := auth.Credentials{Authorization: r.Header.Values("Authorization"), From: quota.SenderOf(r)}
	ctx, err := h.Chain.Admit(ctx, anyCall, sent, func(left quota.Result) { left.SetHeaders(w.Header()) })
	switch {
	case err != nil:
		return err
	case found == nil:
		return problem.New(problem.RouteNotFound, "there is nothing at this path")
	case serve == nil:
		return rest.NotAllowed(w, slices.Sorted(maps.Keys(found.verbs))...)
	}
	// The names of an organization's people are not for everybody, also where a request changes no field of a user, and
	// so makes no call that asks.
	searches := strings.HasSuffix(found.path, ".search")
	if r.Method != http.MethodGet && !searches {
		if err := permit.Provision(ctx); err != nil {
			return err
		}
	}
	// The body holds memory until the response is sent, and a turn until it is ready, in which all calls run.
	slot := h.Chain.Scheduler.Begin(ctx)
	defer slot.End()
	x := &exchange{Handler: h, ResponseWriter: w, request: r, id: id, search: searches, slot: slot}
	var body []byte
	hasBody := r.Method == http.MethodPost || r.Method == http.MethodPut || r.Method == http.MethodPatch
	if hasBody {
		if body, err = rest.ReadMessage(ctx, w, r, slot, maxBody, mediaType); err != nil {
			return err
		}
	}
	if err := slot.Start(ctx, len(body)); err != nil {
		return err
	}
	if hasBody && (json.Unmarshal(body, &x.body) != nil || x.body == nil) {
		return &fault{"invalidSyntax", problem.New(problem.InvalidJSON, "the body is not a JSON object")}
	}
	sent.SCIM = true
	x.client = h.Chain.Client(ctx, "scim", sent)
	x.users = pb.NewUserServiceClient(x.client)
	if x.selected, err = x.selection(); err != nil { // before a write, so that what is refused has written nothing
		return err
	}
	return serve(x, ctx)
}

// send sends a response.
func (x *exchange) send(status int, body any) error {
	x.slot.Pause() // a client that reads slowly must not keep its place
	return write(x, status, body)
}

// write writes a response.
func write(w http.ResponseWriter, status int, body any) error {
	b, err := strictjson.MarshalPlain(body)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", mediaType)
	w.WriteHeader(status)
	_, _ = w.Write(append(b, '\n')) // the client may be gone
	return nil
}

// sendResource sends a resource with its location and its version, or 304 if the client has it.
func (x *exchange) sendResource(status int, resource object) error {
	meta := resource["meta"].(object)
	if tag, ok := meta["version"].(string); ok {
		x.Header().Set("ETag", tag)
		if x.request.Method == http.MethodGet &&
			rest.Matches(x.request.Header.Values("If-None-Match"), strings.TrimPrefix(tag, "W/")) {
			x.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	x.Header().Set("Location", meta["location"].(string))
	return x.send(status, x.selected.of(resource))
}

// location returns the address of a resource.
func (x *exchange) location(path string) string {
	return strings.TrimRight(x.PublicURL, "/") + Prefix + path
}

// ifMatch returns a context for a write of a record that must still have a version. It fails if the client wants
// another one.
func (x *exchange) ifMatch(ctx context.Context, version int64) (context.Context, error) {
	tag := versionTag(version)
	if wanted := x.request.Header.Values(call.IfMatch); len(wanted) > 0 && !rest.Matches(wanted, tag) {
		return nil, call.VersionConflict()
	}
	return metadata.AppendToOutgoingContext(ctx, call.IfMatch, tag), nil
}

func versionTag(version int64) string { return strconv.Quote(strconv.FormatInt(version, 10)) }

// attempts is how often a change is tried if others change the same users meanwhile.
const attempts = 3

// retry calls change, once more if a user has changed between its read and its write, unless the client wants a
// version.
func (x *exchange) retry(change func() error) (err error) {
	for range attempts {
		if err = change(); !is(err, problem.VersionConflict) || len(x.request.Header.Values(call.IfMatch)) > 0 {
			return err
		}
	}
	return err
}

// object is a JSON object.
type object = map[string]any

// member returns a member of an object in any case of its name, or nil.
func member(o object, name string) any {
	v, _ := lookUp(o, name)
	return v
}

// lookUp is member, and reports whether the object has the member, which may be null.
func lookUp(o object, name string) (v any, is bool) {
	if v, ok := o[name]; ok {
		return v, true
	}
	for key, v := range o {
		if strings.EqualFold(key, name) {
			return v, true
		}
	}
	return nil, false
}

// fault is an error with the scimType of RFC 7644.
type fault struct {
	scimType string
	problem  *problem.Error
}

// Error implements error.
func (f *fault) Error() string { return f.problem.Error() }

// Unwrap returns the problem.
func (f *fault) Unwrap() error { return f.problem }

// invalid returns an error about an attribute or a parameter, as the client wrote it.
func invalid(scimType, name, message string) error {
	return &fault{scimType, problem.List([]problem.Detail{{
		Field: name, Message: message, Index: -1, Code: problem.ValidationFailed, AsWritten: true,
	}}).(*problem.Error)}
}

// is reports whether an error has a code.
func is(err error, code problem.Code) bool {
	var p *problem.Error
	return errors.As(err, &p) && p.Code == code
}

// scimTypes are the scimTypes of errors of the API.
var scimTypes = map[problem.Code]string{
	problem.ValidationFailed: "invalidValue", problem.UnknownReference: "invalidValue",
	problem.AlreadyExists: "uniqueness", problem.InvalidState: "mutability",
}

// statuses are the statuses that are not those of the API. The last admin is a user whose state does not allow the
// change, which is 400 in RFC 7644: identity providers take 409 for a user who exists already.
var statuses = map[problem.Code]int{
	problem.VersionConflict: http.StatusPreconditionFailed, problem.InvalidState: http.StatusBadRequest,
}

// writeError responds with an error in the format of RFC 7644.
func writeError(ctx context.Context, w http.ResponseWriter, err error) {
	var f *fault
	p := call.Failed(ctx, err)
	scimType := scimTypes[p.Code]
	if errors.As(err, &f) {
		scimType = f.scimType
	}
	status := cmp.Or(statuses[p.Code], p.HTTPStatus())
	body := object{
		"schemas": []string{"urn:ietf:params:scim:api:messages:2.0:Error"},
		"status":  strconv.Itoa(status), "detail": p.Text(),
	}
	if scimType != "" {
		body["scimType"] = scimType
	}
	rest.SetErrorHeaders(w.Header(), p)
	_ = write(w, status, body) // texts always encode
}
