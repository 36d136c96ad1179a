package console

import (
	"errors"
	"fmt"
	"slices"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/google/uuid"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/sessions"
)

// personalAccounts is the tenant of Microsoft for personal accounts.
const personalAccounts = "9188040d-6c67-4c5b-b112-36a304b66dad"

// parseTenant returns the id of a tenant as Entra writes it.
func parseTenant(text string) (string, error) {
	id, err := uuid.Parse(text)
	switch {
	case err != nil || len(text) != 36:
		return "", fmt.Errorf("OIDC_ENTRA_TENANT %q must be the id of a tenant of Microsoft Entra, a UUID", text)
	case id.String() == personalAccounts:
		return "", errors.New("OIDC_ENTRA_TENANT is the tenant of personal accounts: anybody can have one, so its " +
			"e-mail addresses cannot be trusted")
	}
	return id.String(), nil
}

// entraClaims are claims of Microsoft Entra, which has no email_verified. The last three are optional: xms_edov
// says that the owner of the domain of the e-mail address is verified, and idp and acct who comes from another
// tenant.
type entraClaims struct {
	Tenant   string `json:"tid"`
	Object   string `json:"oid"`
	Email    string `json:"email"`
	Verified any    `json:"xms_edov"`
	Home     string `json:"idp"`
	Kind     any    `json:"acct"`
}

// isGuest reports whether another tenant or provider has authenticated the person.
func (c entraClaims) isGuest(issuer string) bool {
	return c.Home != "" && c.Home != issuer || slices.Contains([]any{1.0, "1"}, c.Kind)
}

// entraAccount returns the account of an ID token of Microsoft Entra. The administrators of the tenant vouch for
// the e-mail addresses of its own members. The address of a guest counts only with xms_edov, which is obeyed for
// members too. The subject is the object id: sub is another one for each registration of a client.
func (p *provider) entraAccount(id *oidc.IDToken) (who sessions.Identity, err error) {
	var about entraClaims
	if err := id.Claims(&about); err != nil {
		return who, refused(err)
	}
	// Some tokens have 1 for true.
	verified := isTrue(about.Verified) || slices.Contains([]any{1.0, "1"}, about.Verified)
	switch {
	case about.Tenant != p.EntraTenant:
		return who, problem.New(problem.PermissionDenied,
			"your account is not of the tenant that OIDC_ENTRA_TENANT names: "+
				"sign in with another account")
	case uuid.Validate(about.Object) != nil:
		return who, refused(errors.New("there is no object id, the claim oid"))
	case about.Email == "":
		return who, problem.New(problem.PermissionDenied,
			"Microsoft Entra has not sent your e-mail address, the claim "+
				"email: ask an administrator of the tenant to fill in the mail of your account")
	case about.Verified != nil && !verified:
		return who, problem.New(problem.PermissionDenied, "Microsoft Entra has not verified the domain of your e-mail "+
			"address, as the claim xms_edov says: ask an administrator of the tenant to correct the mail of your account")
	case !verified && about.isGuest(p.Issuer):
		return who, problem.New(problem.PermissionDenied,
			"your account is a guest of the tenant that OIDC_ENTRA_TENANT "+
				"names, which cannot vouch for your e-mail address: ask whoever operates this server to add the optional claim "+
				"xms_edov")
	}
	return sessions.Identity{Issuer: p.Issuer, Subject: about.Object, Email: about.Email}, nil
}
