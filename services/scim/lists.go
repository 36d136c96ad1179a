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
	text, ok := x.parameter("filter").(string)
	if !ok {
		return nil, nil
	}
	return parseFilter(text)
}

// sendList sends a page of resources.
func (x *exchange) sendList(start int, total int64, resources []object) error {
	shown, err := x.selection()
	if err != nil {
		return err
	}
	items := make([]object, len(resources))
	for i, r := range resources {
		items[i] = shown.of(r)
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
	e := edit{written: map[string]string{}} // for errors
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
	if err != nil {
		return e.explain(err)
	}
	page := resp.GetData()
	resources := []object{}
	for _, u := range page.GetItems()[:min(len(page.GetItems()), count)] {
		resources = append(resources, x.user(u))
	}
	return x.sendList(start, page.GetTotal(), resources)
}

// restrict adds a comparison of a filter to the request of a list. It returns false if no user fits.
func restrict(req *pb.ListUsersRequest, c comparison) (some bool, err error) {
	text := c.string()
	switch c.dotted() {
	case "username", "emails", "emails.value":
		some = text != "" && (req.Email == nil || strings.EqualFold(*req.Email, text))
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
		some = req.IsActive == nil || *req.IsActive == active
		req.IsActive = &active
	default:
		return false, invalid("invalidFilter", c.attribute.text,
			"cannot be in a filter: userName, externalId, emails, id, active and manager can")
	}
	return some, nil
}

func isID(text string) bool { return len(text) == 36 && uuid.Validate(text) == nil }

// selection are the attributes that a response has.
type selection struct {
	only   bool // only those of names, else all others
	chosen []attribute
}

// selection returns what attributes and excludedAttributes say.
func (x *exchange) selection() (s selection, err error) {
	for _, name := range []string{"excludedAttributes", "attributes"} {
		var texts []string
		switch v := x.parameter(name).(type) {
		case string:
			texts = strings.Split(v, ",")
		case []any:
			for _, one := range v {
				text, _ := one.(string)
				texts = append(texts, text)
			}
		}
		if len(texts) == 0 {
			continue
		}
		s = selection{only: name == "attributes"}
		for _, text := range texts {
			a, err := parseAttribute(strings.TrimSpace(text))
			if err != nil {
				return s, invalid("invalidValue", name, "must be names of attributes")
			}
			s.chosen = append(s.chosen, a)
		}
	}
	return s, nil
}

// has reports whether an attribute is shown, and which of its sub-attributes are chosen.
func (s selection) has(name string) (shown bool, subs []string) {
	shown = !s.only
	for _, a := range s.chosen {
		switch {
		case a.name != name:
		case a.sub == "":
			return s.only, nil
		default:
			shown, subs = true, append(subs, a.sub)
		}
	}
	return shown, subs
}

// of returns the attributes of a resource that are shown. id and schemas always are.
func (s selection) of(resource object) object {
	if len(s.chosen) == 0 {
		return resource
	}
	shown := object{}
	for key, v := range resource {
		name := strings.ToLower(key)
		if inner, ok := v.(object); ok && name == enterprise {
			named := slices.ContainsFunc(s.chosen, func(a attribute) bool { return a.name == enterprise })
			if !named {
				inner = s.of(inner)
			}
			if len(inner) > 0 && (!named || s.only) {
				shown[key] = inner
			}
			continue
		}
		is, subs := s.has(name)
		switch {
		case name == "id" || name == "schemas":
			shown[key] = v
		case is && subs == nil:
			shown[key] = v
		case is:
			shown[key] = s.inside(v, subs)
		}
	}
	return shown
}

// inside returns the value of an attribute with only the sub-attributes that are shown.
func (s selection) inside(v any, subs []string) any {
	switch v := v.(type) {
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = s.inside(item, subs)
		}
		return items
	case object:
		shown := object{}
		for key, value := range v {
			if slices.Contains(subs, strings.ToLower(key)) == s.only {
				shown[key] = value
			}
		}
		return shown
	}
	return v
}
