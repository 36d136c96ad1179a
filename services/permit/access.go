package permit

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/user"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/auth"
)

// giveAccess is the scope that a key needs to change who gets into the organization: with the
// scope write:users alone, it could make a user who signs in with more scopes than it has.
const giveAccess = "write:keys"

// disableWebhooks is the scope that a key needs to disable webhooks together with a key.
const disableWebhooks = "write:webhooks"

// GiveAccess returns an error if a change of a user needs a scope that the caller lacks: write:keys
// to give a higher role, to change the e-mail address, with which a person signs in, and to
// activate a user again. read is the user before the change, or nil if row is a new user.
func (p *Permits) GiveAccess(ctx context.Context, read, row *ent.User) error {
	if auth.FromContext(ctx).Has(giveAccess) {
		return nil
	}
	var fields []string
	if read != nil && !SameAddress(read.Email, row.Email) {
		fields = append(fields, "email")
	}
	if read == nil && row.Role != user.RoleMember || read != nil && rank[row.Role] > rank[read.Role] {
		fields = append(fields, "role")
	}
	if read != nil && !read.IsActive && row.IsActive {
		fields = append(fields, "is_active")
	}
	return refuse(problem.ScopeMissing, "needs the scope "+giveAccess, "user.", fields)
}

// SameAddress reports whether a person signs in with both e-mail addresses: they differ at most in the case of ASCII
// letters.
func SameAddress(a, b string) bool {
	lower := func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}
	return strings.Map(lower, a) == strings.Map(lower, b)
}

// UpdateKey returns an error if the caller may not change a key with these scopes. gains are the
// fields by whose change the key works longer or can send more requests, by their proto names. For
// these, the calling key must have the scopes, as for GiveScopes.
func (p *Permits) UpdateKey(ctx context.Context, scopes, gains []string) error {
	if err := p.ManageKeys(ctx); err != nil {
		return err
	}
	if !slices.ContainsFunc(scopes, lacks(ctx)) {
		return nil
	}
	return beyondCaller(gains)
}

// GiveScopes returns an error if the caller may not get the secret of a key with these
// scopes. The calling key must have all of them. field is the name of the list in errors.
func (p *Permits) GiveScopes(ctx context.Context, field string, scopes []string) error {
	if err := p.ManageKeys(ctx); err != nil {
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
	caller := auth.FromContext(ctx)
	return func(scope string) bool { return !caller.Has(scope) }
}

// beyondCaller returns an error that names the fields that would give more than the calling key
// has, or nil if there are none. It names no scope, because the client may have sent it.
func beyondCaller(fields []string) error {
	return refuse(problem.PermissionDenied, "gives scopes that the calling key does not have", "", fields)
}

// UnbindSignIn returns an error if the caller may not remove the account that a user signs in with.
func (p *Permits) UnbindSignIn(ctx context.Context) error {
	return onlyAdmins(ctx, "unbind the sign-in of a user")
}

// ReadNames returns an error if the caller lacks the scope that a parameter of a request needs. The
// scopes are by the proto names of the parameters.
func ReadNames(ctx context.Context, scopes map[string]string) error {
	var details []problem.Detail
	for _, field := range slices.Sorted(maps.Keys(scopes)) {
		if scope := scopes[field]; !auth.FromContext(ctx).Has(scope) {
			details = append(details, problem.Detail{
				Field: field, Message: "needs the scope " + scope, Index: -1, Code: problem.ScopeMissing,
			})
		}
	}
	return problem.List(details)
}

// rank orders the roles by what they may do.
var rank = map[user.Role]int{user.RoleMember: 0, user.RoleManager: 1, user.RoleAdmin: 2}
