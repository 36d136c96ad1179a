package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/status"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/strictjson"
)

// tool is a tool of the protocol.
type tool struct {
	// calls are the rpcs that it needs, and wishes those that it calls only with a proposal, for which a key needs
	// other scopes. A key that may not call one of them does not get the tool.
	calls, wishes []string
	add           func(*sdk.Server, *toolbox)
}

// allTools returns the tools, in the order in which they are described.
var allTools = sync.OnceValue(func() []tool {
	return slices.Concat(peopleTools(), timesheetTools(), planTools(), moneyTools(), changeTools(), suggestTools(),
		proposalTools(), eventTools())
})

// effect is what a tool does.
type effect int

const (
	reads effect = iota
	// proposes makes a proposal, another one each time.
	proposes
	// submits asks for a review of a proposal.
	submits
	// applies changes the plan.
	applies
)

// define makes a tool of a function. Its arguments and its result are described by the types.
func define[In, Out any](
	name, title, description string, does effect, calls []string, run func(*toolbox, context.Context, In) (Out, error),
) tool {
	no := false
	t := &sdk.Tool{
		Name: name, Title: title, Description: description,
		InputSchema: bounded(schemaOf[In](optional)), OutputSchema: schemaOf[Out](nullable),
		Annotations: &sdk.ToolAnnotations{
			Title: title, ReadOnlyHint: does == reads, IdempotentHint: does != proposes,
			DestructiveHint: new(does == applies), OpenWorldHint: &no,
		},
	}
	required := t.InputSchema.(*jsonschema.Schema).Required
	return tool{calls: calls, add: func(server *sdk.Server, b *toolbox) {
		server.AddTool(t, func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			var in In
			if err := decode(req.Params.Arguments, required, &in); err != nil {
				return failed(err)
			}
			out, err := run(b, ctx, in)
			if err != nil {
				return failed(err)
			}
			text, err := strictjson.MarshalPlain(out)
			if err != nil {
				return nil, err
			}
			return &sdk.CallToolResult{
				StructuredContent: json.RawMessage(text), Content: []sdk.Content{&sdk.TextContent{Text: string(text)}},
			}, nil
		})
	}}
}

// schemaOf returns the schema of a type. A type that has none is a mistake that every test finds. null describes a
// value that may be null: the schema of the type has a list of two types, which some clients do not understand.
func schemaOf[T any](null func(*jsonschema.Schema, string)) *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		panic(fmt.Sprintf("mcp: %v: %v", reflect.TypeFor[T](), err))
	}
	singleTypes(s, null)
	return s
}

// maxText is the maximum length of each argument that is a text, which is that of a name.
const maxText = 255

// bounded sets the maximum length of texts.
func bounded(s *jsonschema.Schema) *jsonschema.Schema {
	if s.Type == "string" {
		s.MaxLength = new(maxText)
	}
	for _, property := range s.Properties {
		bounded(property)
	}
	if s.Items != nil {
		bounded(s.Items)
	}
	return s
}

// checkTexts returns an error for the first text of an argument that is too long.
func checkTexts(field string, value any) error {
	switch v := value.(type) {
	case string:
		if utf8.RuneCountInString(v) > maxText {
			return bad(problem.ValidationFailed, field, fmt.Sprintf("must be at most %d characters", maxText))
		}
	case []any:
		for i, item := range v {
			if err := checkTexts(fmt.Sprintf("%s[%d]", field, i), item); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if err := checkTexts(strings.TrimPrefix(field+"."+name, "."), v[name]); err != nil {
				return err
			}
		}
	}
	return nil
}

func singleTypes(s *jsonschema.Schema, null func(s *jsonschema.Schema, other string)) {
	for _, property := range s.Properties {
		singleTypes(property, null)
	}
	if s.Items != nil {
		singleTypes(s.Items, null)
	}
	if len(s.Types) == 2 && s.Types[0] == "null" {
		other := s.Types[1]
		s.Types = nil
		null(s, other)
	}
}

// optional describes an argument that can be left out. Null is accepted too, but need not be known.
func optional(s *jsonschema.Schema, other string) { s.Type = other }

// nullable describes a member of a result.
func nullable(s *jsonschema.Schema, other string) {
	value := *s
	value.Type, value.Description = other, ""
	*s = jsonschema.Schema{Description: s.Description, AnyOf: []*jsonschema.Schema{{Type: "null"}, &value}}
}

// decode decodes the arguments of a tool. It refuses what the tool does not have.
func decode(data []byte, required []string, in any) error {
	if len(data) == 0 {
		data = []byte("{}")
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	err := d.Decode(in)
	if err == nil && d.More() {
		err = io.ErrUnexpectedEOF
	}
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		return bad(problem.ValidationFailed, wrong.Field, "must not be a JSON "+wrong.Value)
	case err != nil:
		if _, field, ok := strings.Cut(err.Error(), "unknown field "); ok {
			return bad(problem.UnknownField, strings.Trim(field, `"`), "is not an argument of this tool")
		}
		return &failure{Code: problem.InvalidJSON, Message: "the arguments are not valid JSON"}
	}
	var present map[string]any
	if err := json.Unmarshal(data, &present); err != nil {
		return err
	}
	for _, name := range required {
		if present[name] == nil {
			return bad(problem.ValidationFailed, name, "is required")
		}
	}
	return checkTexts("", present)
}

// failure is the error of a tool, as the assistant gets it.
type failure struct {
	Message string       `json:"message"`
	Code    problem.Code `json:"code"`
	Details []detail     `json:"details"`
	// Candidates are the records that a name may mean.
	Candidates []named `json:"candidates,omitempty"`
	// Proposal is the one that cannot be applied.
	Proposal          *proposal `json:"proposal,omitempty"`
	RetryAfterSeconds float64   `json:"retryAfterSeconds,omitempty"`
	RequestID         string    `json:"requestId,omitempty"`
}

// detail is an argument that is wrong.
type detail struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Error implements error.
func (f *failure) Error() string { return string(f.Code) + ": " + f.Message }

// bad returns the error for a wrong argument.
func bad(code problem.Code, field, message string) *failure {
	return &failure{Code: code, Message: field + " " + message, Details: []detail{{field, message}}}
}

// failed returns the result of a tool that has failed: the error in JSON, in the form that it has over REST.
func failed(err error) (*sdk.CallToolResult, error) {
	f := explain(err, argument)
	if f.Details == nil {
		f.Details = []detail{}
	}
	text, err := strictjson.MarshalPlain(map[string]*failure{"error": f})
	if err != nil {
		return nil, err
	}
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: string(text)}}}, nil
}

// explain returns an error of a tool or of an rpc. rename returns the argument for the path of a field of a request.
func explain(err error, rename func(path string) string) *failure {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	st := status.Convert(err)
	f = &failure{Code: problem.Internal, Message: "internal error"}
	for _, d := range st.Details() {
		switch d := d.(type) {
		case *errdetails.ErrorInfo:
			f.Code, f.Message = problem.Code(d.GetReason()), st.Message()
		case *errdetails.BadRequest:
			for _, v := range d.GetFieldViolations() {
				d := detail{rename(v.GetField()), v.GetDescription()}
				if !slices.Contains(f.Details, d) { // an argument can make several items
					f.Details = append(f.Details, d)
				}
			}
		case *errdetails.RequestInfo:
			f.RequestID = d.GetRequestId()
		case *errdetails.RetryInfo:
			f.RetryAfterSeconds = d.GetRetryDelay().AsDuration().Seconds()
		}
	}
	if len(f.Details) > 0 {
		f.Message = f.Details[0].Field + " " + f.Details[0].Message
		if more := len(f.Details) - 1; more > 0 {
			f.Message += fmt.Sprintf(" (and %d more)", more)
		}
	}
	return f
}

// argument returns the argument for a field of a request. They have the same names, if no other function says
// something else.
func argument(path string) string { return protoconv.Camel(path[strings.LastIndex(path, ".")+1:]) }
