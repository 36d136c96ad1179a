package rest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/internal/parquet"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/services/chain/call"
)

// form is a form in which responses are sent. The forms of a response have different ETags.
type form struct{ mediaType, tagSuffix string }

var (
	inJSON = form{"application/json", ""}
	inCSV  = form{"text/csv; charset=utf-8", "-csv"}
	// inNDJSON is a line of JSON for each row. Only whole lists have it.
	inNDJSON = form{"application/x-ndjson", ""}
	// inParquet is a table for a warehouse. Only whole lists have it.
	inParquet = form{parquet.MediaType, ""}
)

// tag returns the ETag of the response with a tag: the version of a record, or the last event
// of figures.
func (f form) tag(tag string) string { return `"` + tag + f.tagSuffix + `"` }

// chooseForm chooses the form of the response, and reads If-None-Match, which the rpc may check, too.
func (x *exchange) chooseForm(request *call.Request) {
	h := x.request.Header
	if x.input.method.CSV {
		x.Header().Add("Vary", "Accept")
		if prefersCSV(h["Accept"]) {
			x.form = inCSV
		}
	} else if x.input.method.Pages {
		x.Header().Add("Vary", "Accept")
		x.form = formOfList(h["Accept"])
		request.WholeList = x.isWhole()
	}
	tags := h["If-None-Match"]
	if x.input.method.Writes {
		return
	}
	x.condition = call.NewCondition(func(tag string) bool { return Matches(tags, x.form.tag(tag)) })
	request.Condition = x.condition
}

// prefersCSV reports whether the values of Accept give CSV a higher weight than JSON. Without a
// preference, the response is JSON.
func prefersCSV(accept []string) bool {
	weights := weightsOf(accept)
	return weightOf(weights, "text/csv") > weightOf(weights, "application/json")
}

// rowForms are the forms of rows without JSON around them. A client that asks for one of them cannot read another one.
var rowForms = []form{inCSV, inNDJSON, inParquet}

// otherNames are other names of the media types of rowForms, which tools and people write.
var otherNames = map[string]string{
	"application/ndjson": inNDJSON.mediaType, "application/jsonl": inNDJSON.mediaType,
	"application/parquet": inParquet.mediaType,
}

// name returns the media type without parameters.
func (f form) name() string {
	name, _, _ := strings.Cut(f.mediaType, ";")
	return name
}

// namesRows reports whether the values of Accept may name one of rowForms. Others are not parsed.
func namesRows(accept []string) bool {
	return names(accept, "csv") || names(accept, "ndjson") || names(accept, "jsonl") || names(accept, "parquet")
}

// formOfList returns the form of a list. All rows are sent only to a client that names a form for them and gives it a
// higher weight than JSON.
func formOfList(accept []string) form {
	if !namesRows(accept) {
		return inJSON
	}
	weights := weightsOf(accept)
	best, weight := inJSON, weightOf(weights, inJSON.mediaType)
	for _, f := range rowForms {
		if w := weights[f.name()]; w > weight {
			best, weight = f, w
		}
	}
	return best
}

// names reports whether the values of Accept have a word, in any case of its letters.
func names(accept []string, word string) bool {
	return slices.ContainsFunc(accept,
		func(value string) bool { return strings.Contains(strings.ToLower(value), word) })
}

// checkAccept returns an error if a call that reads does not send one of rowForms, and Accept asks for that and for
// nothing that the call sends: the client would read JSON as a table. All other values of Accept get what the call
// sends, as RFC 9110 allows: clients that know only the contract may send any.
func (x *exchange) checkAccept() error {
	m, accept := x.input.method, x.request.Header["Accept"]
	if x.isWhole() && !x.request.ProtoAtLeast(1, 1) {
		return problem.New(problem.NotAcceptable,
			"with HTTP/1.0 a client does not see whether it has got all rows: use HTTP/1.1, or read pages as JSON")
	}
	if m.Pages || m.Writes || !namesRows(accept) {
		return nil
	}
	sent := []string{inJSON.mediaType}
	switch {
	case m.Streams:
		sent[0] = eventStream
	case m.CSV:
		sent = append(sent, inCSV.name())
	}
	weights := weightsOf(accept)
	if !slices.ContainsFunc(rowForms, func(f form) bool { return weights[f.name()] > 0 }) ||
		slices.ContainsFunc(sent, func(name string) bool { return weightOf(weights, name) > 0 }) {
		return nil
	}
	return problem.New(problem.NotAcceptable,
		"this call sends only %s: ask for it with Accept, or leave Accept out", strings.Join(sent, " or "))
}

// weightOf returns the weight of a media type. Of the names that match it, the most specific one decides.
func weightOf(weights map[string]float64, mediaType string) float64 {
	kind, _, _ := strings.Cut(mediaType, "/")
	for _, name := range []string{mediaType, kind + "/*", "*/*"} {
		if weight, named := weights[name]; named {
			return weight
		}
	}
	return 0
}

// weightsOf returns the weights of what the values of Accept or Accept-Encoding name, in lower
// case. Without q, the weight is 1. With a malformed q, it is 0.
func weightsOf(values []string) map[string]float64 {
	weights := map[string]float64{}
	for _, value := range values {
		for one := range strings.SplitSeq(value, ",") {
			name, parameters, _ := strings.Cut(strings.ToLower(one), ";")
			weight := 1.0
			for parameter := range strings.SplitSeq(parameters, ";") {
				if q, ok := strings.CutPrefix(strings.TrimSpace(parameter), "q="); ok {
					weight, _ = strconv.ParseFloat(q, 64) // 0 after an error
				}
			}
			name = strings.TrimSpace(name)
			if usual, is := otherNames[name]; is {
				name, weight = usual, max(weight, weights[usual])
			}
			weights[name] = weight
		}
	}
	return weights
}

// CSV has the functions that append responses as CSV, by the names of the rpcs.
type CSV map[string]func(b []byte, response proto.Message) []byte

// check returns an error unless exactly the rpcs with the option csv have a function.
func (c CSV) check(table *rpc.Table) error {
	for _, m := range table.Methods() {
		if (c[m.Name] != nil) != m.CSV {
			return fmt.Errorf("rpc %s: the option csv and the functions for CSV differ", m.Name)
		}
	}
	return nil
}
