package scim

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/lib/pq"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
)

// parts are the parts of a name: Maria and Garcia Ruiz.
type parts struct{ given, family string }

// name is the name of a user, with its parts as an identity provider has sent them.
type name struct {
	whole string
	parts
}

// orders returns the parts as one text, in both orders: some languages have the family name first.
func (p parts) orders() [2]string {
	return [2]string{strings.TrimSpace(p.given + " " + p.family), strings.TrimSpace(p.family + " " + p.given)}
}

// split returns the last word of a name as the family name, and the words before as the given name. If there is
// only one word, it is the given name.
func split(whole string) parts {
	if at := strings.LastIndex(whole, " "); at >= 0 {
		return parts{whole[:at], whole[at+1:]}
	}
	return parts{whole, ""}
}

// guess returns the parts of a name that no identity provider has sent. If the name begins or ends with a part that a
// request has, that is one of them, and the rest is the other one. An empty part is not known.
func guess(whole string, sent parts) parts {
	if whole == sent.family {
		return parts{"", whole}
	}
	for _, cut := range []func(whole, part string) (string, bool){cutEnd, cutBegin} {
		if rest, ok := cut(whole, sent.family); ok {
			return parts{rest, sent.family}
		}
	}
	for _, cut := range []func(whole, part string) (string, bool){cutBegin, cutEnd} {
		if rest, ok := cut(whole, sent.given); ok {
			return parts{sent.given, rest}
		}
	}
	return split(whole)
}

// cutEnd returns a name without the words at its end, if it has them.
func cutEnd(whole, part string) (rest string, ok bool) {
	rest, ok = strings.CutSuffix(whole, " "+part)
	return rest, ok && part != ""
}

// cutBegin is cutEnd for the words at the beginning.
func cutBegin(whole, part string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(whole, part+" ")
	return rest, ok && part != ""
}

// replace returns a name with new parts in place of the old ones, in their order. What is around them stays, such as a
// title. It returns false if the name does not have the old parts.
func replace(whole string, old, now parts) (string, bool) {
	for i, text := range old.orders() {
		if at := strings.Index(" "+whole+" ", " "+text+" "); at >= 0 && text != "" {
			return strings.TrimSpace(whole[:at] + now.orders()[i] + whole[at+len(text):]), true
		}
	}
	return "", false
}

// over returns the parts that the request has, and those of p for the others.
func (e *edit) over(p parts) parts {
	return parts{
		strings.TrimSpace(e.text("name.givenname", p.given)), strings.TrimSpace(e.text("name.familyname", p.family)),
	}
}

// name returns the name of a user after the request, with its parts. displayName comes before name.formatted, and that
// before the parts. Values that are those of the stored name say nothing. The name is empty if the request clears it.
// known is nil if no provider has sent the parts of the stored name.
func (e *edit) name(stored string, known *name) (now name) {
	sent := e.over(parts{})
	old := guess(stored, sent)
	if known != nil {
		old = known.parts
	}
	display, hasDisplay := e.texts["displayname"]
	formatted, hasFormatted := e.texts["name.formatted"]
	now = name{stored, e.over(old)}
	switch replaced, ok := replace(stored, old, now.parts); {
	case display != "" && display != stored:
		now.whole = display
	case formatted != "" && formatted != stored:
		now.whole = formatted
	case now.parts != old && ok:
		now.whole = replaced
	case now.parts != old && display+formatted == "": // a name in words of its own stays, if the request has it too
		now.whole = now.orders()[0]
	case (hasDisplay || hasFormatted) && display+formatted+sent.given+sent.family == "":
		return name{}
	}
	if now.whole = strings.TrimSpace(now.whole); known == nil {
		now.parts = e.over(guess(now.whole, sent))
	}
	return now
}

// known returns the names of users whose parts an identity provider has sent, by the ids of the users. Those of a name
// that has been changed in Workplan since do not count.
func (x *exchange) known(ctx context.Context, users ...*pb.User) (map[string]*name, error) {
	found, whole, ids := map[string]*name{}, map[string]string{}, make([]string, len(users))
	for i, u := range users {
		whole[u.Id], ids[i] = u.GetName(), u.Id
	}
	if len(ids) == 0 {
		return found, nil
	}
	return found, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var id uuid.UUID
		n := &name{}
		err := scan(&id, &n.whole, &n.given, &n.family)
		if err == nil && whole[id.String()] == n.whole {
			found[id.String()] = n
		}
		return err
	}, `SELECT id, name, given_name, family_name FROM scim_names WHERE organization_id = $1 AND id = ANY($2::uuid[])`,
		pq.StringArray(ids))
}

const upsertName = `
INSERT INTO scim_names (organization_id, id, name, given_name, family_name) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (organization_id, id) DO UPDATE
SET name = excluded.name, given_name = excluded.given_name, family_name = excluded.family_name`

// remember stores the parts of the name of a user, if they are not those that are known or that follow from the
// name. It is no part of the write of the user: parts with another name than that of the user do not count, so
// nothing wrong is ever read. It returns the name as it is now, or nil.
func (x *exchange) remember(ctx context.Context, u *pb.User, known *name, now parts) (*name, error) {
	n := &name{u.GetName(), now}
	switch {
	case known != nil && *known == *n:
		return n, nil
	case n.whole == u.GetEmail() || known == nil && now == split(n.whole):
		return nil, nil
	}
	_, err := tenant.Exec(ctx, call.DB(ctx), upsertName, u.Id, n.whole, n.given, n.family)
	return n, err
}
