package console

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent/session"
	"github.com/workplan-api/workplan/ent/user"
	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/strictjson"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/services/chain/rest"
	"github.com/workplan-api/workplan/services/sessions"
	"github.com/workplan-api/workplan/services/users"
)

// maxDemoPeople is how many people of the demo organization are offered.
const maxDemoPeople = 50

// ways are the ways to sign in. With an API key it is always possible.
type ways struct {
	OIDC bool     `json:"oidc"`
	Demo []person `json:"demo"`
}

// person is one of the people of the demo organization.
type person struct {
	ID    uuid.UUID `json:"id"`
	Name  string    `json:"name"`
	Email string    `json:"email"`
	Image *string   `json:"image"`
	Role  user.Role `json:"role"`
}

// getSession responds with the session of the browser. Without one, it responds with 401 and the
// ways to sign in.
func (c *Console) getSession(ctx context.Context, w http.ResponseWriter, r *http.Request) error {
	admitted, err := c.admit(ctx, w, r)
	if err == nil {
		return c.Chain.InTurn(admitted, func(*call.Slot) error { return c.describe(admitted, w) })
	}
	status := statusOf(err)
	if status != http.StatusUnauthorized && status != http.StatusTooManyRequests {
		return err
	}
	offered, failed := c.ways(ctx, r)
	if failed != nil {
		return failed
	}
	if status == http.StatusUnauthorized && c.Site.Token(r) != "" && c.Site.Check(r) == nil {
		c.Site.Drop(w, r)
	}
	rest.WriteError(ctx, w, err, offered)
	return nil
}

// statusOf returns the status of an error that is meant for the client, or 0.
func statusOf(err error) int {
	var p *problem.Error
	if errors.As(err, &p) {
		return p.HTTPStatus()
	}
	return 0
}

// anyCall is a call for which a session needs no scope. The session of somebody who is barred has ended, unless the
// organization is moving: then people stay signed in.
var anyCall = &rpc.Method{Barred: true}

// admit returns a context with the caller whose session the browser has.
func (c *Console) admit(ctx context.Context, w http.ResponseWriter, r *http.Request) (context.Context, error) {
	token := c.Site.Token(r)
	if token == "" {
		return nil, problem.New(problem.CredentialMissing,
			"nobody is signed in: send POST /session with an API key, or open the console")
	}
	if err := c.Site.Check(r); err != nil {
		return nil, err
	}
	return c.Chain.Admit(ctx, anyCall, auth.Credentials{Session: token, From: quota.SenderOf(r)}, tell(w))
}

// tell returns a function that tells the client what is left of its quota.
func tell(w http.ResponseWriter) func(quota.Result) {
	return func(left quota.Result) { left.SetHeaders(w.Header()) }
}

// ways returns the ways to sign in.
func (c *Console) ways(ctx context.Context, r *http.Request) (ways, error) {
	offered := ways{OIDC: c.provider != nil, Demo: []person{}}
	if !c.isDemo(r) {
		return offered, nil
	}
	people, err := call.DB(ctx).User.Query().Where(user.IsActive(true), user.KindIsNil()).Order(user.ByCreatedAt(),
		user.ByID()).
		Limit(maxDemoPeople).All(tenant.WithOrganization(ctx, c.demo))
	for _, u := range people {
		offered.Demo = append(offered.Demo, person{u.ID, u.Name, u.Email, u.Image, u.Role})
	}
	return offered, err
}

// isDemo reports whether people may sign in without a credential.
func (c *Console) isDemo(r *http.Request) bool { return c.demo != uuid.Nil && c.Site.IsLocal(r) }

// describe responds with the session of the caller.
func (c *Console) describe(ctx context.Context, w http.ResponseWriter) error {
	caller := call.Caller(ctx)
	person, err := call.DB(ctx).User.Query().Where(user.ID(caller.ActorID)).Only(ctx)
	if err != nil {
		return err
	}
	organization, err := call.DB(ctx).Organization.Query().Only(ctx)
	if err != nil {
		return err
	}
	body, err := strictjson.Append(nil, &adminv1.SessionResponse{Data: &adminv1.Session{
		User:         users.ToProto(person),
		Organization: &adminv1.Named{Id: new(organization.ID.String()), Name: organization.Name},
		Role:         users.ToProto(person).GetRole(),
		Scopes:       caller.Scopes,
		Method:       string(caller.Session.Method),
		ExpiresAt:    timestamppb.New(caller.Session.ExpiresAt),
	}})
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(append(body, '\n')) // the client may be gone
	return nil
}

// signIn begins a session for the holder of an API key, or for one of the people of the demo
// organization.
func (c *Console) signIn(ctx context.Context, w http.ResponseWriter, r *http.Request) error {
	if err := c.Site.Check(r); err != nil {
		return err
	}
	in := &adminv1.SignIn{}
	if err := rest.ReadBody(w, r, in); err != nil {
		return err
	}
	switch {
	case in.Key != nil && in.UserId == nil:
		return c.signInWithKey(ctx, w, r, strings.TrimSpace(in.GetKey()))
	case in.UserId != nil && in.Key == nil:
		return c.signInToDemo(ctx, w, r, in.GetUserId())
	}
	return problem.Field(problem.ValidationFailed, "key", "is required: an API key")
}

func (c *Console) signInWithKey(ctx context.Context, w http.ResponseWriter, r *http.Request, text string) error {
	ctx, left, err := c.Chain.SignIn(ctx, text, quota.SenderOf(r))
	if err != nil {
		left.SetHeaders(w.Header())
		if statusOf(err) == http.StatusForbidden {
			// The key is right, but its user may not sign in.
			caller := call.Caller(ctx)
			c.refuse(ctx, sessions.Start{UserID: caller.ActorID, Method: session.MethodKey, KeyID: caller.KeyID})
		}
		return err
	}
	caller := call.Caller(ctx)
	key, _ := auth.ParseKey(text)
	return c.beginSession(ctx, w, r,
		sessions.Start{UserID: caller.ActorID, Method: session.MethodKey, KeyID: caller.KeyID, Key: key}, c.describe)
}

func (c *Console) signInToDemo(ctx context.Context, w http.ResponseWriter, r *http.Request, id string) error {
	if !c.isDemo(r) {
		return problem.New(problem.PermissionDenied,
			"only workplan dev signs people in without a key, from this machine: send an API key")
	}
	userID, err := uuid.Parse(id)
	if err != nil {
		return problem.Field(problem.ValidationFailed, "userId", "must be a UUID")
	}
	ctx = tenant.WithOrganization(ctx, c.demo)
	found, err := call.DB(ctx).User.Query().Where(user.ID(userID), user.IsActive(true), user.KindIsNil()).Exist(ctx)
	switch {
	case err != nil:
		return err
	case !found:
		return problem.Field(problem.UnknownReference, "userId",
			"is not one of the active people of the demo organization")
	}
	return c.beginSession(ctx, w, r, sessions.Start{UserID: userID, Method: session.MethodDemo}, c.describe)
}

// beginSession begins a session in the organization of the context, in place of the one that the browser
// has. Then it calls respond, with the caller.
func (c *Console) beginSession(
	ctx context.Context, w http.ResponseWriter, r *http.Request, start sessions.Start,
	respond func(context.Context, http.ResponseWriter) error,
) error {
	return c.Chain.InTurn(ctx, func(*call.Slot) error {
		creating := ctx // with a caller, for the events
		if call.Caller(ctx) == nil {
			caller, err := auth.OnBehalfOfUser(ctx, call.DB(ctx), start.UserID)
			if err != nil {
				return err
			}
			creating = call.As(ctx, caller, call.DB(ctx))
		}
		token, err := sessions.Create(creating, call.DB(ctx), start)
		if err != nil {
			return err
		}
		_ = c.endSession(ctx, r) // if the old session cannot be ended now, it ends by itself
		admitted, err := c.holder(ctx, r, token.Reveal(), tell(w))
		if err != nil {
			return err
		}
		c.Site.Keep(w, r, token)
		return respond(admitted, w)
	})
}

// refuse notes in the journal that somebody could not sign in as a user.
func (c *Console) refuse(ctx context.Context, start sessions.Start) {
	if err := sessions.Refuse(ctx, call.DB(ctx), start); err != nil {
		c.Log.WarnContext(ctx, "cannot write the event of a refused sign-in", "user_id", start.UserID, "error", err)
	}
}

// holder returns a context with the caller who holds a session. It does not fail if the quota is used up: a sign-in has
// taken its token with the key, whose quota the session has, and nobody must be kept from signing out.
func (c *Console) holder(
	ctx context.Context, r *http.Request, token string, tell func(quota.Result),
) (context.Context, error) {
	admitted, err := c.Chain.Admit(ctx, anyCall, auth.Credentials{Session: token, From: quota.SenderOf(r)}, tell)
	if caller := call.Caller(admitted); statusOf(err) == http.StatusTooManyRequests && caller != nil &&
		caller.Session != nil {
		return admitted, nil
	}
	return admitted, err
}

// endSession ends the session that the browser has, if there is one.
func (c *Console) endSession(ctx context.Context, r *http.Request) error {
	token := c.Site.Token(r)
	if token == "" {
		return nil
	}
	admitted, err := c.holder(ctx, r, token, func(quota.Result) {})
	if err != nil {
		return err
	}
	c.Chain.Admission.Forget(token)
	_, err = sessions.End(admitted, call.DB(ctx), call.Caller(admitted).Session.ID)
	return err
}

// signOut ends the session and removes the cookie. It takes no turn: nobody must be kept from it.
func (c *Console) signOut(ctx context.Context, w http.ResponseWriter, r *http.Request) error {
	if err := c.Site.Check(r); err != nil {
		return err
	}
	if err := c.endSession(ctx, r); err != nil && statusOf(err) != http.StatusUnauthorized {
		return err
	}
	c.Site.Drop(w, r)
	w.WriteHeader(http.StatusNoContent)
	return nil
}
