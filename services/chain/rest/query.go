package rest

import (
	"encoding/json"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/strictjson"
	"github.com/workplan-api/workplan/internal/validate"
)

// maxEchoed is the maximum number of bytes of an unknown parameter's name in an error.
const maxEchoed = 64

// decodeQuery decodes the query parameters. It fails if a parameter is unknown, empty or
// invalid, or if a parameter that is not a list is given more than once.
func (x *exchange) decodeQuery(req protoreflect.Message) error {
	values, err := url.ParseQuery(x.request.URL.RawQuery)
	if err != nil {
		return problem.New(problem.ValidationFailed,
			"the query is not well formed: & separates its parameters, and %% is written as %%25")
	}
	x.query = values
	p := &problem.Error{Code: problem.ValidationFailed}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		fd := x.input.params[name]
		if name == "" {
			return problem.New(problem.UnknownParameter, "a parameter of the query has no name")
		}
		if fd == nil {
			p.Code = problem.UnknownParameter
			p.Add(problem.Detail{
				Field: echo(name), Message: "is not a parameter of this request", Index: -1, AsWritten: true,
			})
			continue
		}
		if message := setParam(req, fd, values[name]); message != "" {
			p.Add(problem.Detail{Field: name, Message: message, Index: -1, AsWritten: true})
		}
	}
	if len(p.Details) > 0 {
		return p
	}
	return nil
}

func echo(name string) string {
	return strings.ToValidUTF8(name[:min(len(name), maxEchoed)], "")
}

// setParam sets one parameter. It returns an error message, which is empty on success.
func setParam(req protoreflect.Message, fd protoreflect.FieldDescriptor, values []string) string {
	switch {
	case fd.IsList():
		list := req.Mutable(fd).List()
		for _, value := range values {
			for one := range strings.SplitSeq(value, ",") {
				v, message := parseParam(fd, one)
				if message != "" {
					return message
				}
				list.Append(v)
			}
		}
		return ""
	case len(values) > 1 || req.Has(fd):
		return "is given more than once"
	}
	v, message := parseParam(fd, values[0])
	if message == "" {
		req.Set(fd, v)
	}
	return message
}

// parseParam parses a parameter of the query or of the path. A number that must not be 0 is checked here, because 0 in
// the request message means that the parameter is missing.
func parseParam(fd protoreflect.FieldDescriptor, s string) (v protoreflect.Value, message string) {
	v, message = parseValue(fd, s)
	if message == "" && !fd.IsList() && !fd.HasPresence() && v.Equal(fd.Default()) {
		message = validate.TooLow(fd)
	}
	return v, message
}

func parseValue(fd protoreflect.FieldDescriptor, s string) (v protoreflect.Value, message string) {
	switch {
	case s == "":
		return v, "must not be empty"
	case !utf8.ValidString(s):
		return v, "must be valid UTF-8"
	}
	switch fd.Kind() {
	case protoreflect.BoolKind:
		if s != "true" && s != "false" {
			return v, "must be true or false"
		}
		return protoreflect.ValueOfBool(s == "true"), ""
	case protoreflect.EnumKind:
		n, ok := protoconv.WordsOf(fd.Enum()).Number(s)
		if !ok {
			return v, "must be one of " + protoconv.WordsOf(fd.Enum()).String()
		}
		return protoreflect.ValueOfEnum(n), ""
	case protoreflect.Int32Kind, protoreflect.Int64Kind:
		n, ok := strictjson.ParseInteger(s)
		switch {
		case !ok:
			return v, "must be an integer"
		case fd.Kind() == protoreflect.Int32Kind:
			return protoreflect.ValueOfInt32(int32(min(max(n, math.MinInt32), math.MaxInt32))), ""
		}
		return protoreflect.ValueOfInt64(n), ""
	case protoreflect.DoubleKind:
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || !json.Valid([]byte(s)) {
			return v, "must be a number"
		}
		return protoreflect.ValueOfFloat64(x), ""
	case protoreflect.MessageKind: // Timestamp is the only message type of a parameter
		t, ok := strictjson.ParseTime(s)
		if !ok {
			if strings.Contains(s, " ") {
				return v, "must be a time, as 2026-01-31T08:00:00Z; a + is written as %2B"
			}
			return v, "must be a time, as 2026-01-31T08:00:00Z"
		}
		return protoreflect.ValueOfMessage(timestamppb.New(t).ProtoReflect()), ""
	default:
		return protoreflect.ValueOfString(s), ""
	}
}
