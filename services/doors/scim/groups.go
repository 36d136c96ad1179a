package scim

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"google.golang.org/protobuf/types/known/fieldmaskpb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/chain/call"
)

// group is a group of the configuration. Its members are the users with the role, whether they are active or not.
type group struct {
	id, name string
	role     pb.Role
	setting  string // the variable with the name
}

// groups returns the groups that exist. A user has one role. So a user who is in both groups of the identity provider
// is an admin, and is not among the managers.
func (h *Handler) groups() (all []group) {
	for _, g := range []group{
		{"admin", h.Groups.Admin, pb.Role_ROLE_ADMIN, "SCIM_GROUP_ADMIN"},
		{"manager", h.Groups.Manager, pb.Role_ROLE_MANAGER, "SCIM_GROUP_MANAGER"},
	} {
		if g.name != "" {
			all = append(all, g)
		}
	}
	return all
}

// group returns the group of the path.
func (x *exchange) group() (group, error) {
	for _, g := range x.groups() {
		if g.id == x.id {
			return g, nil
		}
	}
	return group{}, problem.Missing("group")
}

// members returns the users with the role of a group.
func (x *exchange) members(ctx context.Context, g group) (all []*pb.User, err error) {
	req := &pb.ListUsersRequest{Role: &g.role, Limit: new(int32(maxCount))}
	for {
		resp, err := x.users.ListUsers(ctx, req)
		if err != nil {
			return nil, err
		}
		all = append(all, resp.GetData().GetItems()...)
		if req.Cursor = resp.GetData().NextCursor; req.Cursor == nil {
			return all, nil
		}
	}
}

// resource returns a group as a resource. The members are read only if they are shown.
func (x *exchange) resource(ctx context.Context, g group) (object, error) {
	o := object{
		"schemas": []string{coreGroupURN}, "id": g.id, "displayName": g.name,
		"meta": object{"resourceType": "Group", "location": x.location("Groups/" + g.id)},
	}
	if !x.selected.shows("members") {
		return o, nil
	}
	users, err := x.members(ctx, g)
	items := []any{}
	for _, u := range users {
		items = append(items, object{
			"value": u.Id, "display": u.GetName(), "type": "User", "$ref": x.location("Users/" + u.Id),
		})
	}
	o["members"] = items
	return o, err
}

func (x *exchange) getGroup(ctx context.Context) error {
	g, err := x.group()
	if err != nil {
		return err
	}
	o, err := x.resource(ctx, g)
	if err != nil {
		return err
	}
	return x.sendResource(http.StatusOK, o)
}

func (x *exchange) listGroups(ctx context.Context) error {
	start, count, err := x.page()
	if err != nil {
		return err
	}
	filter, err := x.filter()
	if err != nil {
		return err
	}
	found := x.groups()
	for _, c := range filter {
		if found, err = x.restrictGroups(ctx, found, c); err != nil {
			return err
		}
	}
	resources := []object{}
	shown := found[min(start-1, len(found)):]
	for _, g := range shown[:min(count, len(shown))] {
		o, err := x.resource(ctx, g)
		if err != nil {
			return err
		}
		resources = append(resources, o)
	}
	return x.sendList(start, int64(len(found)), resources)
}

// restrictGroups returns the groups that fit a comparison of a filter.
func (x *exchange) restrictGroups(ctx context.Context, all []group, c comparison) (fit []group, err error) {
	text, who := c.string(), &pb.User{}
	switch c.dotted() {
	case "displayname", "id":
	case "externalid":
		return nil, nil // groups have none
	case "members", "members.value":
		if who, err = x.stored(ctx, text); is(err, problem.NotFound) {
			return nil, nil
		} else if err != nil {
			return nil, err
		}
	default:
		return nil, invalid("invalidFilter", c.attribute.text,
			"cannot be in a filter: displayName, id and members can")
	}
	for _, g := range all {
		if c.dotted() == "displayname" && strings.EqualFold(g.name, text) || c.dotted() == "id" && g.id == text ||
			who.GetRole() == g.role {
			fit = append(fit, g)
		}
	}
	return fit, nil
}

// maxChanges is how many users a request can add to a group or remove from it.
const maxChanges = 1000

// membership is what a request says about the members of a group.
type membership struct {
	// all means that users who are not in is are no members.
	all bool
	// is says which users are members, by their ids.
	is map[string]bool
	// written are the attributes as the client wrote them, by the ids.
	written map[string]string
}

// add says of each user of a list whether they are members.
func (m *membership) add(name string, value any, is bool) error {
	list, ok := value.([]any)
	if o, one := value.(object); one {
		list, ok = []any{o}, true
	}
	if !ok {
		return invalid("invalidValue", name, "must be a list of members")
	}
	for i, item := range list {
		o, _ := item.(object)
		id, ok := member(o, "value").(string)
		field := fmt.Sprintf("%s[%d].value", name, i)
		if !ok {
			return invalid("invalidValue", field, "must be the id of a user")
		}
		id = strings.ToLower(id)
		m.is[id], m.written[id] = is, field
	}
	return nil
}

// clear says that nobody is a member.
func (m *membership) clear() {
	m.all = true
	clear(m.is)
}

// set applies an operation on an attribute.
func (m *membership) set(g group, op string, a attribute, value any) error {
	switch a.dotted() {
	case "members", "members.value":
	case "displayname":
		if value != g.name {
			return invalid("mutability", a.text, "is the name of the group in "+g.setting+", which the operator sets")
		}
		return nil
	case "id", "externalid", "schemas", "meta":
		return nil
	default:
		if a.isCustom() {
			return nil
		}
		return invalid("invalidPath", a.text, "is not an attribute of a group that can be changed")
	}
	switch {
	case a.where != nil && op != "remove":
		return invalid("invalidPath", a.text, "can select a member only to remove it")
	case op != "remove" && value == nil:
		return invalid("invalidValue", a.text, "must be a list of members")
	case op == "add":
		return m.add(a.text, value, true)
	case op == "replace":
		m.clear()
		return m.add(a.text, value, true)
	case a.where == nil && value == nil:
		m.clear()
		return nil
	case a.where == nil:
		return m.add(a.text, value, false)
	case len(a.where) == 1 && a.where[0].dotted() == "members.value":
		id := strings.ToLower(a.where[0].string())
		m.is[id], m.written[id] = false, a.text
		return nil
	}
	return invalid("invalidPath", a.text, `can select only one member, as members[value eq "…"]`)
}

// fill applies an operation on all attributes of an object.
func (m *membership) fill(g group, op string, value any) error {
	o, ok := value.(object)
	if !ok {
		return invalid("invalidValue", "value", "must be an object if there is no path")
	}
	for key, v := range o {
		if a, err := parseAttribute(key); err == nil && (a.name == "members" || a.name == "displayname") {
			if err := m.set(g, op, a, v); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x *exchange) patchGroup(ctx context.Context) error {
	return x.changeGroup(ctx, func(g group, m *membership) error {
		return x.operations(func(op string, a *attribute, value any) error {
			if a == nil {
				return m.fill(g, op, value)
			}
			return m.set(g, op, *a, value)
		})
	})
}

func (x *exchange) replaceGroup(ctx context.Context) error {
	return x.changeGroup(ctx, func(g group, m *membership) error { return m.fill(g, "replace", x.body) })
}

// changeGroup gives users their roles, in one transaction. A user who is added to a group of a lower role keeps the
// higher one. A user who is removed becomes a member.
func (x *exchange) changeGroup(ctx context.Context, say func(group, *membership) error) error {
	g, err := x.group()
	if err != nil {
		return err
	}
	m := &membership{is: map[string]bool{}, written: map[string]string{}}
	if err := say(g, m); err != nil {
		return err
	}
	if err := x.retry(func() error { return x.assign(ctx, g, m) }); err != nil {
		return err
	}
	if x.request.Method == http.MethodPatch {
		x.WriteHeader(http.StatusNoContent)
		return nil
	}
	return x.getGroup(ctx)
}

// assign writes the roles of the users whose membership changes, in the order of their ids.
func (x *exchange) assign(ctx context.Context, g group, m *membership) error {
	users, err := x.affected(ctx, g, m)
	if err != nil {
		return err
	}
	slices.SortFunc(users, func(a, b *pb.User) int { return strings.Compare(a.Id, b.Id) })
	var updates []call.Version
	for _, u := range users {
		role := g.role
		switch is := m.is[u.Id]; {
		case is && u.GetRole() >= role, !is && u.GetRole() != role:
			continue
		case !is:
			role = pb.Role_ROLE_MEMBER
		}
		updates = append(updates, call.Version{IfMatch: versionTag(u.Version), Request: &pb.UpdateUserRequest{
			UserId: u.Id, User: &pb.User{Role: &role}, UpdateMask: &fieldmaskpb.FieldMask{Paths: []string{"role"}},
		}})
	}
	switch {
	case len(updates) == 0:
		return nil
	case len(updates) > maxChanges:
		return invalid("invalidValue", "members", fmt.Sprintf("can change for at most %d users at a time", maxChanges))
	}
	return x.client.Together(ctx, pb.UserService_UpdateUser_FullMethodName, updates)
}

// affected returns the users whose membership may change. Those who are added must exist.
func (x *exchange) affected(ctx context.Context, g group, m *membership) (users []*pb.User, err error) {
	if m.all {
		all, err := x.members(ctx, g)
		if err != nil {
			return nil, err
		}
		users = slices.DeleteFunc(all, func(u *pb.User) bool { return m.is[u.Id] })
	}
	ids := slices.DeleteFunc(slices.Sorted(maps.Keys(m.is)), func(id string) bool { return !isID(id) })
	found := map[string]bool{}
	for some := range slices.Chunk(ids, maxCount) {
		resp, err := x.users.ListUsers(ctx, &pb.ListUsersRequest{Ids: some, Limit: new(int32(maxCount))})
		if err != nil {
			return nil, err
		}
		for _, u := range resp.GetData().GetItems() {
			found[u.Id] = true
			users = append(users, u)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(m.is)) {
		if m.is[id] && !found[id] {
			return nil, invalid("invalidValue", m.written[id], "is not the id of a user")
		}
	}
	return users, nil
}
