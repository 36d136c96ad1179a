package icalendar

import (
	"bytes"
	"fmt"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
	"golang.org/x/text/encoding/charmap"
	utf "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// event is a VEVENT.
type event struct {
	line       int
	producer   string // PRODID of its calendar
	cancelled  bool   // by the METHOD of its calendar
	properties []property
}

// property is a line of a file. Its name and parameters are in upper case, its value is as it is written.
type property struct{ name, params, value string }

// get returns the first property with this name.
func (e *event) get(name string) (p property, there bool) {
	for _, p := range e.properties {
		if p.name == name {
			return p, true
		}
	}
	return p, false
}

// word returns a property whose value is a word, in upper case.
func (e *event) word(name string) string {
	p, _ := e.get(name)
	return strings.ToUpper(strings.TrimSpace(p.value))
}

// text returns a property that is a text, on one line.
func (e *event) text(name string) string {
	p, _ := e.get(name)
	return oneLine(ics.FromText(p.value))
}

// oneLine returns a text without control characters and repeated spaces.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) ||
			unicode.IsControl(r)
	}), " ")
}

// parse returns the events of all calendars of a file. It reads lines itself, because parsers refuse the whole file for
// one line that is not as it should be, and take a file that is cut between two events for a whole one. A file that has
// lost its end is refused. A line that is no property is a part of a text that was not folded, and is skipped.
func parse(file []byte) ([]*event, error) {
	if file, _, _ = transform.Bytes(utf.BOMOverride(transform.Nop), file); len(bytes.TrimSpace(file)) == 0 {
		return nil, errNoCalendar
	}
	var events []*event
	var open []string // the components that are not closed
	var calendar event
	for l := range unfold(file) {
		p, isProperty := split(l.text)
		inside := ""
		if len(open) > 0 {
			inside = open[len(open)-1]
		}
		kind := strings.ToUpper(strings.TrimSpace(p.value))
		switch {
		case !isProperty && inside != "" || strings.TrimSpace(l.text) == "":
		case p.name == "BEGIN" && (kind == "VCALENDAR") == (inside == "") && (kind != "VEVENT" ||
			inside == "VCALENDAR"):
			open = append(open, kind)
			switch kind {
			case "VCALENDAR":
				calendar = event{}
			case "VEVENT":
				events = append(events, &event{line: l.number, producer: calendar.producer,
					cancelled: calendar.cancelled})
			}
		case inside == "" && events == nil && calendar.line == 0:
			return nil, errNoCalendar
		case inside == "" || p.name == "BEGIN" || p.name == "END" && kind != inside:
			return nil, fmt.Errorf("is damaged on line %d: %.40q is not expected there. Get it again", l.number, l.text)
		case p.name == "END":
			open = open[:len(open)-1]
			calendar.line = l.number
		case inside == "VEVENT":
			last := events[len(events)-1]
			last.properties = append(last.properties, p)
		case inside == "VCALENDAR" && p.name == "PRODID":
			calendar.producer = p.value
		case inside == "VCALENDAR" && p.name == "METHOD":
			calendar.cancelled = kind == "CANCEL"
		case inside == "VCALENDAR" && p.name == "VERSION" && kind == "1.0":
			return nil, fmt.Errorf("is a vCalendar of version 1.0: export it as iCalendar, version 2.0")
		}
	}
	if len(open) > 0 {
		return nil, errTruncated
	}
	return events, nil
}

// line is a line without its folds. number is that of its first part.
type line struct {
	number int
	text   string
}

// unfold returns the lines, with folded ones joined. It joins bytes, because a fold may be inside a character, and then
// decodes each line: what is not UTF-8 is ISO 8859-1, or Windows-1252, which has more characters.
func unfold(file []byte) iter.Seq[line] {
	file = bytes.ReplaceAll(file, []byte("\r\n"), []byte("\n"))
	file = bytes.ReplaceAll(file, []byte("\r"), []byte("\n"))
	return func(yield func(line) bool) {
		var joined []byte
		first, number := 1, 0
		send := func() bool {
			text := joined
			if !utf8.Valid(text) {
				text, _ = charmap.Windows1252.NewDecoder().Bytes(text) // it decodes every byte
			}
			return len(text) == 0 || yield(line{first, string(text)})
		}
		for part := range bytes.SplitSeq(file, []byte("\n")) {
			if number++; number > 1 && len(part) > 0 && (part[0] == ' ' || part[0] == '\t') {
				joined = append(joined, part[1:]...)
				continue
			}
			if !send() {
				return
			}
			joined, first = append(joined[:0], part...), number
		}
		send()
	}
}

// split splits a line at the first colon that is not in quotes, or if quotes are not closed, at the first one.
func split(text string) (p property, ok bool) {
	quoted, colon := false, -1
	for i := 0; i < len(text) && colon < 0; i++ {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ':' && !quoted:
			colon = i
		}
	}
	if colon < 0 {
		colon = strings.IndexByte(text, ':')
	}
	if colon < 0 {
		return p, false
	}
	name, params, _ := strings.Cut(strings.ToUpper(text[:colon]), ";")
	p = property{strings.TrimSpace(name), params, text[colon+1:]}
	return p, p.name != "" && strings.Trim(p.name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") == ""
}
