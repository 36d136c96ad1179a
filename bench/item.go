package main

import (
	"errors"
	"strconv"
	"strings"
)

// item is a row to write.
type item struct {
	user, project, capability, date string
	hours                           float64
}

// compare is the order in which rows are written.
func compare(a, b *item) int {
	if c := strings.Compare(a.user, b.user); c != 0 {
		return c
	}
	if c := strings.Compare(a.project, b.project); c != 0 {
		return c
	}
	if c := strings.Compare(a.capability, b.capability); c != 0 {
		return c
	}
	return strings.Compare(a.date, b.date)
}

// What stands between the values of the bodies that the benchmark sends.
const (
	openItems    = `{"items":[`
	closeItems   = `]}`
	toUser       = `{"userId":"`
	toProject    = `","projectId":"`
	toCapability = `","capabilityId":`
	toDate       = `,"date":"`
	toHours      = `","hours":`

	toWebsite    = `{"website":"`
	closeWebsite = `"}`
)

// appendItem appends an item as a client sends it.
func appendItem(b []byte, it item) []byte {
	b = append(append(b, toUser...), it.user...)
	b = append(append(b, toProject...), it.project...)
	b = append(b, toCapability...)
	if it.capability == "" {
		b = append(b, "null"...)
	} else {
		b = append(append(append(b, '"'), it.capability...), '"')
	}
	b = append(append(b, toDate...), it.date...)
	b = strconv.AppendFloat(append(b, toHours...), it.hours, 'f', -1, 64)
	return append(b, '}')
}

var errBody = errors.New("a body that the benchmark does not send")

// reader reads those bodies, to the letter.
type reader struct {
	rest   string
	failed bool
}

func (r *reader) skip(s string) {
	var ok bool
	if r.rest, ok = strings.CutPrefix(r.rest, s); !ok {
		r.failed = true
	}
}

func (r *reader) until(c byte) (s string) {
	i := strings.IndexByte(r.rest, c)
	if i < 0 {
		r.failed = true
		return ""
	}
	s, r.rest = r.rest[:i], r.rest[i:]
	return s
}

func readItems(body string) ([]item, error) {
	items := make([]item, 0, len(body)/160+1)
	r := reader{rest: body}
	r.skip(openItems)
	for !r.failed && r.rest != closeItems {
		if len(items) > 0 {
			r.skip(",")
		}
		var it item
		r.skip(toUser)
		it.user = r.until('"')
		r.skip(toProject)
		it.project = r.until('"')
		r.skip(toCapability)
		if strings.HasPrefix(r.rest, "n") {
			r.skip("null")
		} else {
			r.skip(`"`)
			it.capability = r.until('"')
			r.skip(`"`)
		}
		r.skip(toDate)
		it.date = r.until('"')
		r.skip(toHours)
		hours, err := strconv.ParseFloat(r.until('}'), 64)
		r.failed = r.failed || err != nil
		it.hours = hours
		r.skip("}")
		items = append(items, it)
	}
	if r.failed {
		return nil, errBody
	}
	return items, nil
}

func readWebsite(body string) (string, error) {
	r := reader{rest: body}
	r.skip(toWebsite)
	website := r.until('"')
	r.skip(closeWebsite)
	if r.failed {
		return "", errBody
	}
	return website, nil
}
