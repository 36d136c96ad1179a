package rest

import (
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// setPaging sets Link and X-Total-Count of a page. The links start with the public URL if it is set.
// Else they are relative to the request, so that they also work behind a proxy that adds a
// path prefix. If the request has a cursor, the link to the next page has a cursor too. Else
// the links have offsets.
func (x *exchange) setPaging(page protoreflect.Message) {
	get := func(name protoreflect.Name) protoreflect.Value {
		return page.Get(page.Descriptor().Fields().ByName(name))
	}
	limit, offset, total := get("limit").Int(), get("offset").Int(), get("total").Int()
	counted := page.Has(page.Descriptor().Fields().ByName("total"))
	byCursor := x.query.Has("cursor")
	for _, name := range []string{"limit", "offset", "cursor"} {
		x.query.Del(name)
	}
	base := "<"
	if x.PublicURL != "" {
		base += x.PublicURL + x.request.URL.EscapedPath()
	}
	base += "?"
	if filters := x.query.Encode(); filters != "" {
		base += filters + "&"
	}
	var links []string
	link := func(rel string, limit int64, position string) {
		links = append(links, base+"limit="+strconv.FormatInt(limit, 10)+position+`>; rel="`+rel+`"`)
	}
	at := func(offset int64) string { return "&offset=" + strconv.FormatInt(offset, 10) }

	switch {
	case byCursor:
		if next := get("next_cursor").String(); next != "" {
			link("next", limit, "&cursor="+next)
		}
		link("first", limit, "")
	default:
		if get("has_more").Bool() {
			link("next", limit, at(offset+int64(get("items").List().Len())))
		}
		if offset > 0 {
			link("prev", min(limit, offset), at(max(offset-limit, 0)))
		}
		link("first", limit, at(0))
		if counted {
			link("last", limit, at(max(total-1, 0)/limit*limit))
		}
	}
	if counted {
		x.Header().Set("X-Total-Count", strconv.FormatInt(total, 10))
	}
	x.Header().Set("Link", strings.Join(links, ", "))
}
