package scim

import (
	"context"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/address"
)

// maxCount is how many resources a list has at most, and by default.
const maxCount = 200

// parameter returns a parameter of a list, from the query or the body of a search.
func (x *exchange) parameter(name string) any {
	if x.search {
		return member(x.body, name)
	}
	for key, values := range x.request.URL.Query() {
		if strings.EqualFold(key, name) {
			return values[0]
		}
	}
	return nil
}

// number returns a parameter that is a number. Numbers below min are min.
func (x *exchange) number(name string, min, byDefault int) (int, error) {
	n := byDefault
	switch v := x.parameter(name).(type) {
	case nil:
	case float64:
		n = int(math.Max(math.Min(v, math.MaxInt32), math.MinInt32))
	case string:
		var err error
		if n, err = strconv.Atoi(v); err != nil {
			return 0, invalid("invalidValue", name, "must be a number")
		}
	default:
		return 0, invalid("invalidValue", name, "must be a number")
	}
	return max(n, min), nil
}

// page returns startIndex and count.
func (x *exchange) page() (start, count int, err error) {
	if start, err = x.number("startIndex", 1, 1); err != nil {
		return 0, 0, err
	}
	count, err = x.number("count", 0, maxCount)
	return start, min(count, maxCount), err
}

func (x *exchange) filter() ([]comparison, error) {
	switch v := x.parameter("filter").(type) {
	case nil:
		return nil, nil
	case string:
		return parseFilter(v)
	}
	return nil, invalid("invalidFilter", "filter", "must be a text")
}

// sendList sends a page of resources.
func (x *exchange) sendList(start int, total int64, resources []object) error {
	items := make([]object, len(resources))
	for i, r := range resources {
		items[i] = x.selected.of(r)
	}
	return x.send(http.StatusOK, object{
		"schemas":      []string{"urn:ietf:params:scim:api:messages:2.0:ListResponse"},
		"totalResults": total, "startIndex": start, "itemsPerPage": len(items), "Resources": items,
	})
}

func (x *exchange) listUsers(ctx context.Context) error {
	start, count, err := x.page()
	if err != nil {
		return err
	}
	filter, err := x.filter()
	if err != nil {
		return err
	}
	req := &pb.ListUsersRequest{Limit: new(int32(max(count, 1))), Offset: new(int64(start - 1)), Count: new(true)}
	e := newEdit() // for errors
	for _, c := range filter {
		some, err := restrict(req, c)
		if err != nil {
			return err
		}
		if !some {
			return x.sendList(start, 0, nil)
		}
		e.written["email"], e.written["external_id"] = c.text, c.text
	}
	resp, err := x.users.ListUsers(ctx, req)
	if err == nil && resp.GetData().GetTotal() == 0 && buried(req.GetEmail()) != "" {
		req.Email = new(buried(req.GetEmail()))
		resp, err = x.users.ListUsers(ctx, req)
	}
	if err != nil {
		return e.explain(err)
	}
	page := resp.GetData()
	users := page.GetItems()[:min(len(page.GetItems()), count)]
	known := map[string]*name{}
	if x.selected.shows("name") {
		if known, err = x.known(ctx, users...); err != nil {
			return err
		}
	}
	resources := []object{}
	for _, u := range users {
		resources = append(resources, x.user(u, known[u.Id]))
	}
	return x.sendList(start, page.GetTotal(), resources)
}

// restrict adds a comparison of a filter to the request of a list. It returns false if no user fits.
func restrict(req *pb.ListUsersRequest, c comparison) (some bool, err error) {
	text := c.string()
	switch c.dotted() {
	case "username", "emails", "emails.value":
		some = text != "" && (req.Email == nil || address.Same(*req.Email, text))
		req.Email = &text
	case "emails.type":
		some = strings.EqualFold(text, "work")
	case "emails.primary":
		some = strings.EqualFold(text, "true")
	case "externalid":
		text = source + text
		some = text != source && (req.ExternalId == nil || *req.ExternalId == text)
		req.ExternalId = &text
	case "id":
		some = isID(text) && (req.Ids == nil || strings.EqualFold(req.Ids[0], text))
		req.Ids = []string{text}
	case "manager", "manager.value":
		some = isID(text) && (req.ReportsToId == nil || strings.EqualFold(*req.ReportsToId, text))
		req.ReportsToId = &text
	case "active":
		active := strings.EqualFold(text, "true")
		some = (active || strings.EqualFold(text, "false")) && (req.IsActive == nil || *req.IsActive == active)
		req.IsActive = &active
	default:
		return false, invalid("invalidFilter", c.attribute.text,
			"cannot be in a filter: userName, externalId, emails, id, active and manager can")
	}
	return some, nil
}

func isID(text string) bool { return len(text) == 36 && uuid.Validate(text) == nil }

// selection are the attributes that a response has. Without names, it has all.
type selection struct {
	names map[string]bool // as attribute.dotted
	only  bool            // only these, else all others
}

// selection returns what attributes and excludedAttributes say.
func (x *exchange) selection() (selection, error) {
	s := selection{names: map[string]bool{}}
	for _, name := range []string{"attributes", "excludedAttributes"} {
		texts, _ := x.parameter(name).([]any)
		if text, ok := x.parameter(name).(string); ok {
			for one := range strings.SplitSeq(text, ",") {
				texts = append(texts, strings.TrimSpace(one))
			}
		}
		for _, text := range texts {
			text, _ := text.(string)
			a, err := parseAttribute(text)
			if err != nil {
				return s, invalid("invalidValue", name, "must be names of attributes")
			}
			s.names[a.dotted()], s.only = true, name == "attributes"
		}
		if s.only {
			return s, nil
		}
	}
	return s, nil
}

// of returns the attributes of a resource that are shown. id and schemas always are.
func (s selection) of(resource object) object {
	if len(s.names) == 0 {
		return resource
	}
	shown, _ := s.part("", resource).(object)
	if shown == nil {
		shown = object{}
	}
	shown["id"], shown["schemas"] = resource["id"], resource["schemas"]
	return shown
}

// part returns what is shown of the value of an attribute, or nil.
func (s selection) part(name string, v any) any {
	switch {
	case s.names[name] && s.only:
		return v
	case s.names[name]:
		return nil
	}
	switch v := v.(type) {
	case object:
		shown := object{}
		for key, value := range v {
			sub := strings.ToLower(key)
			if name != "" && !slices.Contains(extensions, name) {
				sub = name + "." + sub
			}
			if part := s.part(sub, value); part != nil {
				shown[key] = part
			}
		}
		if len(shown) > 0 {
			return shown
		}
		return nil
	case []any:
		items := []any{}
		for _, item := range v {
			if part := s.part(name, item); part != nil {
				items = append(items, part)
			}
		}
		if len(items) > 0 || !s.only {
			return items
		}
		return nil
	}
	if s.only {
		return nil
	}
	return v
}

// shows reports whether an attribute of a resource is shown, or a part of it.
func (s selection) shows(name string) bool {
	if !s.only {
		return !s.names[name]
	}
	for chosen := range s.names {
		if chosen == name || strings.HasPrefix(chosen, name+".") {
			return true
		}
	}
	return false
}
