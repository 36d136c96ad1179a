package console

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/internal/address"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/sessions"
)

// candidate is a user with the e-mail address of a person, in one organization.
type candidate struct {
	Organization uuid.UUID `json:"id"`
	Name         string    `json:"name"`
	user         uuid.UUID
	active       bool
	allowed      bool // to sign in
	// Entered is set if the person has signed in as this user with this account. Anybody who may create users of an
	// organization can give one of them the address of somebody else, so the choice keeps these apart.
	Entered bool `json:"entered"`
	// Last is set if it is the organization that this browser has signed in to last.
	Last bool `json:"last"`
	// Login is the path to sign in to this organization.
	Login string `json:"login"`
}

// Both statements find the users of an e-mail address, in organizations that are not suspended, and perhaps some
// whose address only looks the same. byEmail looks into the unique index on e-mail addresses once for each
// organization. Those that the person has entered come first, so that no number of others hides them.
const (
	byEmail = `
SELECT o.id, o.name, u.id, u.email, u.is_active, u.can_sign_in, s.id IS NOT NULL
FROM organizations o
JOIN users u ON u.organization_id = o.id AND lower(u.email) = $1
LEFT JOIN sign_in_identities s ON s.organization_id = o.id AND s.id = u.id AND s.issuer = $2 AND s.subject = $3
WHERE o.suspended_at IS NULL
ORDER BY s.id IS NULL, o.name, o.id
LIMIT $4`

	byEmailInOne = `
SELECT o.id, o.name, u.id, u.email, u.is_active, u.can_sign_in, s.id IS NOT NULL
FROM organizations o
JOIN users u ON u.organization_id = o.id AND lower(u.email) = $1
LEFT JOIN sign_in_identities s ON s.organization_id = o.id AND s.id = u.id AND s.issuer = $2 AND s.subject = $3
WHERE o.suspended_at IS NULL AND o.id = $4`
)

// candidates returns the users with the e-mail address of a person, in one organization or, if it is uuid.Nil, in all.
func (c *Console) candidates(
	ctx context.Context, person sessions.Identity, organization uuid.UUID,
) (found []candidate, err error) {
	if !sessions.SameAddress(person.Email, person.Email) {
		return nil, nil // PostgreSQL also refuses NUL
	}
	statement, args := byEmailInOne, []any{address.Fold(person.Email), person.Issuer, person.Subject, organization}
	if organization == uuid.Nil {
		statement, args[3] = byEmail, maxOrganizations
	}
	err = postgres.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var u candidate
		var stored string
		err := scan(&u.Organization, &u.Name, &u.user, &stored, &u.active, &u.allowed, &u.Entered)
		if err == nil && sessions.SameAddress(stored, person.Email) {
			found = append(found, u)
		}
		return err
	}, statement, args...)
	return found, err
}

// choose responds with the organizations that a person can sign in to: the last one, the others that the person
// has entered, and those never entered. Each has a link that signs in once more, which the provider does without
// asking again. So nothing has to be kept meanwhile.
func (c *Console) choose(w http.ResponseWriter, r *http.Request, f flow, candidates []candidate) error {
	last := c.Site.Cookie(r, lastCookie)
	for i := range candidates {
		u := &candidates[i]
		u.Last = u.Entered && u.Organization.String() == last
		u.Login = loginPath + "?" + url.Values{"organization": {u.Organization.String()}, "return": {f.Return}}.Encode()
	}
	if at := slices.IndexFunc(candidates, func(u candidate) bool { return u.Last }); at > 0 {
		chosen := candidates[at]
		candidates = slices.Insert(slices.Delete(candidates, at, at+1), 0, chosen)
	}
	if isPage(r) {
		first := slices.IndexFunc(candidates, func(u candidate) bool { return !u.Entered })
		if first < 0 {
			first = len(candidates)
		}
		return servePage(w, http.StatusOK, "choose",
			map[string][]candidate{"Entered": candidates[:first], "Never": candidates[first:]})
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(map[string]any{"data": map[string]any{"organizations": candidates}})
}
