package main

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/test/openapi"
)

// text is the comment above a declaration. Each paragraph is one line, and so is each item
// of a list.
func text(d protoreflect.Descriptor) string {
	comment := d.ParentFile().SourceLocations().ByDescriptor(d).LeadingComments
	var paragraphs []string
	for paragraph := range strings.SplitSeq(comment, "\n\n") {
		var lines []string
		for line := range strings.Lines(paragraph) {
			line = strings.Join(strings.Fields(line), " ")
			if len(lines) == 0 || strings.HasPrefix(line, "- ") {
				lines = append(lines, line)
			} else if line != "" {
				lines[len(lines)-1] += " " + line
			}
		}
		if lines != nil && lines[0] != "" {
			paragraphs = append(paragraphs, strings.Join(lines, "\n"))
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// without removes the name that a comment in Go style begins with, and a following "is":
// "Client is a company" becomes "a company".
func without(comment string, name protoreflect.Name) string {
	rest := strings.TrimPrefix(comment, string(name)+" ")
	if rest == comment {
		return comment
	}
	return strings.TrimPrefix(rest, "is ")
}

// describe is the description of the schema of a message.
func describe(md protoreflect.MessageDescriptor, m mode) string {
	s := capital(without(text(md), md.Name()))
	switch m {
	case create:
		return s + " Has the fields that a new record may set."
	case update:
		s += " Has the fields that a change may set; absent ones keep their values"
		for i := range md.Fields().Len() {
			if fd := md.Fields().Get(i); visible(fd, update) && nullable(fd, update) {
				return s + ", and null clears one that may be null."
			}
		}
		return s + "."
	}
	return s
}

// rpcDoc is the parsed comment of an rpc.
type rpcDoc struct {
	summary, description string
	failures             []failure
}

// failure is one error of an rpc: its status over REST, and the condition.
type failure struct {
	status int
	when   string
}

var firstSentence = regexp.MustCompile(`^(.*?[^A-Z])[.:] ?(.*)$`)

// readRPC parses the comment of an rpc. The first sentence is the summary, the paragraph
// "Errors:" lists the errors, and the rest is the description.
func (b *builder) readRPC(md protoreflect.MethodDescriptor) (doc rpcDoc) {
	var rest []string
	for i, paragraph := range strings.Split(text(md), "\n\n") {
		switch list, isErrors := strings.CutPrefix(paragraph, "Errors: "); {
		case isErrors:
			doc.failures = b.readFailures(md, strings.TrimSuffix(list, "."))
		case i == 0:
			sentence := firstSentence.FindStringSubmatch(without(paragraph, md.Name()))
			if sentence == nil {
				b.fail("the comment of rpc %s has no sentence", md.FullName())
				return doc
			}
			doc.summary = capital(sentence[1])
			rest = append(rest, capital(sentence[2]))
		default:
			rest = append(rest, paragraph)
		}
	}
	doc.description = strings.TrimSpace(strings.Join(rest, "\n\n"))
	return doc
}

var statusName = regexp.MustCompile(`^([A-Z_]{2,})(?: (.*))?$`)

func (b *builder) readFailures(md protoreflect.MethodDescriptor, list string) (failures []failure) {
	for part := range strings.SplitSeq(list, "; ") {
		m := statusName.FindStringSubmatch(part)
		if m == nil {
			b.fail("the errors of rpc %s: %q does not begin with a status", md.FullName(), part)
			return nil
		}
		failures = append(failures, failure{b.httpStatus(m[1]), m[2]})
	}
	return failures
}

// forREST is the description of an operation.
func (d rpcDoc) forREST(scope string) string {
	parts := []string{}
	if d.description != "" {
		parts = append(parts, d.description)
	}
	parts = append(parts, openapi.NeededScopes(scope))
	var lines []string
	for _, f := range d.failures {
		if f.when != "" {
			lines = append(lines, fmt.Sprintf("- %d %s", f.status, f.when))
		}
	}
	if len(lines) > 0 {
		parts = append(parts, strings.Join(lines, "\n"))
	}
	return strings.Join(parts, "\n\n")
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return string(unicode.ToUpper(rune(s[0]))) + s[1:]
}

func uncapital(s string) string { return string(unicode.ToLower(rune(s[0]))) + s[1:] }
