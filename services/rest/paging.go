package rest

import (
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// page has the fields of a page that Link and X-Total-Count need.
type page struct {
	limit, offset, rows int64
	total               *int64 // nil if the rows were not counted
	more                bool
	nextCursor          string
}

func pageOf(data protoreflect.Message) page {
	get := func(name protoreflect.Name) protoreflect.Value {
		return data.Get(data.Descriptor().Fields().ByName(name))
	}
	p := page{
		limit: get("limit").Int(), offset: get("offset").Int(), rows: int64(get("items").List().Len()),
		more: get("has_more").Bool(), nextCursor: get("next_cursor").String(),
	}
	if fd := data.Descriptor().Fields().ByName("total"); data.Has(fd) {
		total := data.Get(fd).Int()
		p.total = &total
	}
	return p
}

// setPaging sets Link and X-Total-Count. The links start with the public URL if it is set.
// Else they are relative to the request, so that they also work behind a proxy that adds a
// path prefix. If the request has a cursor, the link to the next page has a cursor too. Else
// the links have offsets.
func (x *exchange) setPaging(p page) {
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
		if p.nextCursor != "" {
			link("next", p.limit, "&cursor="+p.nextCursor)
		}
		link("first", p.limit, "")
	default:
		if p.more {
			link("next", p.limit, at(p.offset+p.rows))
		}
		if p.offset > 0 {
			link("prev", min(p.limit, p.offset), at(max(p.offset-p.limit, 0)))
		}
		link("first", p.limit, at(0))
		if p.total != nil {
			link("last", p.limit, at(max(*p.total-1, 0)/p.limit*p.limit))
		}
	}
	if p.total != nil {
		x.Header().Set("X-Total-Count", strconv.FormatInt(*p.total, 10))
	}
	x.Header().Set("Link", strings.Join(links, ", "))
}
