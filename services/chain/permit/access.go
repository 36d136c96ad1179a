package permit

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/address"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
)

// accessScope is the scope that a key needs to change who gets into the organization: with the
// scope write:users alone, it could make a user who signs in with more scopes than it has.
const accessScope = "write:keys"

// disableWebhooks is the scope that a key needs to disable webhooks together with a key.
const disableWebhooks = "write:webhooks"

// provisioned is what the external ids begin with by which an identity provider finds its users.
const provisioned = "scim:"

// userFields are the fields of users, and accessOf has what each gives, by its proto name.
var (
	userFields = (&pb.User{}).ProtoReflect().Descriptor().Fields()
	accessOf   = func() map[string]pb.Access {
		of := map[string]pb.Access{}
		for i := range userFields.Len() {
			fd := userFields.Get(i)
			of[string(fd.Name())], _ = proto.GetExtension(fd.Options(), pb.E_Access).(pb.Access)
		}
		return of
	}()
)

// AccessOf returns what a change of a field of a user can give somebody a right to.
func AccessOf(field string) pb.Access { return accessOf[field] }

// LetsIn reports whether a new person of the caller can sign in if the request does not say it.
func LetsIn(ctx context.Context) bool { return call.Caller(ctx).Has(accessScope) }

// giveAccess returns an error that names the fields of a user by whose change the caller, or
// somebody else, gets a right that the caller cannot give. It asks the option access of each field.
// before is nil for a new user.
func giveAccess(ctx context.Context, before, after *pb.User) error {
	if before == nil {
		// Whoever manages a new user gets nothing by it yet.
		before = &pb.User{Email: after.Email, Kind: after.Kind, Role: pb.Role_ROLE_MEMBER.Enum(), IsActive: new(true),
			ReportsToId: after.ReportsToId}
	}
	caller, details := call.Caller(ctx), []problem.Detail(nil)
	refuse := func(fd protoreflect.FieldDescriptor, code problem.Code, message string) {
		details = append(details,
			problem.Detail{Field: "user." + string(fd.Name()), Message: message, Index: -1, Code: code})
	}
	for i := range userFields.Len() {
		fd := userFields.Get(i)
		switch accessOf[string(fd.Name())] {
		case pb.Access_ACCESS_SIGN_IN:
			if !caller.Has(accessScope) && after.GetKind() != pb.UserKind_USER_KIND_PLACEHOLDER &&
				letsIn(fd, before, after) {
				refuse(fd, problem.ScopeMissing, "needs the scope "+accessScope)
			}
		case pb.Access_ACCESS_PROVISION:
			switch {
			case slices.Equal(providersIDs(before), providersIDs(after)):
			case !caller.IsAdmin():
				refuse(fd, problem.PermissionDenied, "may not be changed by the acting user for the source scim")
			case !caller.Has(auth.SCIM):
				refuse(fd, problem.ScopeMissing, "needs the scope "+auth.SCIM+" to change the id of the source scim")
			}
		case pb.Access_ACCESS_MANAGE:
			if gains, err := gainsUser(ctx, before, after); err != nil {
				return err
			} else if gains {
				refuse(fd, problem.PermissionDenied, "may not be set to the acting user, or to somebody below: "+
					"only the user's managers and admins may do that")
			}
		}
	}
	return problem.List(details)
}

// letsIn reports whether a change of a field may let somebody sign in as a user, or with more rights.
func letsIn(fd protoreflect.FieldDescriptor, before, after *pb.User) bool {
	was, is := before.ProtoReflect().Get(fd), after.ProtoReflect().Get(fd)
	switch {
	case fd.Kind() == protoreflect.BoolKind:
		return is.Bool() && !was.Bool()
	case fd.Name() == "role":
		return is.Enum() > was.Enum()
	case fd.Name() == "email":
		return !address.Same(was.String(), is.String())
	}
	return !is.Equal(was)
}

// providersIDs returns the external ids by which an identity provider finds a user.
func providersIDs(u *pb.User) []string {
	return slices.DeleteFunc(slices.Clone(u.ExternalIds),
		func(id string) bool { return !strings.HasPrefix(id, provisioned) })
}

// gainsUser reports whether the caller manages a user after a change of the reporting line, and not before.
func gainsUser(ctx context.Context, before, after *pb.User) (bool, error) {
	if call.Caller(ctx).IsAdmin() || after.ReportsToId == nil || after.GetReportsToId() == before.GetReportsToId() {
		return false, nil
	}
	id, manager := protoconv.ID(after.Id), protoconv.ID(after.GetReportsToId())
	found, err := managed(ctx, []uuid.UUID{id, manager}, nil)
	return !found[id] && (isActor(ctx, manager) || found[manager]), err
}

// UpdateKey returns an error if the caller may not change a key with these scopes. gains are the
// fields by whose change the key works longer or can send more requests, by their proto names. For
// these, the calling key must have the scopes, as for GiveScopes.
func UpdateKey(ctx context.Context, scopes, gains []string) error {
	if err := ManageKeys(ctx); err != nil {
		return err
	}
	if !slices.ContainsFunc(scopes, lacks(ctx)) {
		return nil
	}
	return beyondCaller(gains)
}

// GiveScopes returns an error if the caller may not get the secret of a key with these
// scopes. The calling key must have all of them. field is the name of the list in errors.
func GiveScopes(ctx context.Context, field string, scopes []string) error {
	if err := ManageKeys(ctx); err != nil {
		return err
	}
	var fields []string
	for i, scope := range scopes {
		if lacks(ctx)(scope) {
			fields = append(fields, fmt.Sprintf("%s[%d]", field, i))
		}
	}
	return beyondCaller(fields)
}

// lacks returns a function that reports whether the calling key does not have a scope.
func lacks(ctx context.Context) func(scope string) bool {
	caller := call.Caller(ctx)
	return func(scope string) bool { return !caller.Has(scope) }
}

// beyondCaller returns an error that names the fields that would give more than the calling key
// has, or nil if there are none. It names no scope, because the client may have sent it.
func beyondCaller(fields []string) error {
	return refuse(problem.PermissionDenied, "gives scopes that the calling key does not have", "", fields)
}

// UnbindSignIn returns an error if the caller may not remove the account that a user signs in with.
func UnbindSignIn(ctx context.Context) error {
	return onlyAdmins(ctx, "unbind the sign-in of a user")
}

// ReadNames returns an error if the caller lacks the scope that a parameter of a request needs. The
// scopes are by the proto names of the parameters.
func ReadNames(ctx context.Context, scopes map[string]string) error {
	var details []problem.Detail
	for _, field := range slices.Sorted(maps.Keys(scopes)) {
		if scope := scopes[field]; !call.Caller(ctx).Has(scope) {
			details = append(details, problem.Detail{
				Field: field, Message: "needs the scope " + scope, Index: -1, Code: problem.ScopeMissing,
			})
		}
	}
	return problem.List(details)
}
