package rest

import (
	"bytes"
	"errors"
	"mime"
	"net/http"
	"slices"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/fieldmaskpb"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/strictjson"
	"github.com/workplan-api/workplan/internal/validate"
)

// input describes the parts of a request of one rpc: its path, its query and its body.
type input struct {
	method *rpc.Method
	// params maps every accepted name of a query parameter to its field.
	params map[string]protoreflect.FieldDescriptor
	// path are the fields that are in the path.
	path map[protoreflect.Name]bool
	// lists are the lists that the body must have. They may be empty.
	lists []protoreflect.FieldDescriptor
	// expand is the list of the fields that a response has on request, such as the client of a project, or nil.
	expand protoreflect.FieldDescriptor
}

func newInput(m *rpc.Method) *input {
	in := &input{method: m, params: map[string]protoreflect.FieldDescriptor{}, path: map[protoreflect.Name]bool{}}
	fields := m.Input.Descriptor().Fields()
	if in.expand = fields.ByName("expand"); in.expand == nil && m.Verb == "GET" {
		in.expand = fields.ByName("include")
	}
	for i := range fields.Len() {
		fd := fields.Get(i)
		switch {
		case strings.Contains(m.Path, "{"+string(fd.Name())+"}"):
			in.path[fd.Name()] = true
		case fd == m.Body || fd == m.Mask:
		default:
			for _, name := range spellings(fd) {
				in.params[name] = fd
			}
		}
	}
	if m.Body != nil && m.Mask == nil {
		body := m.Body.Message().Fields()
		for i := range body.Len() {
			if fd := body.Get(i); fd.IsList() && isRequired(fd) {
				in.lists = append(in.lists, fd)
			}
		}
	}
	return in
}

// spellings returns the accepted names of a query parameter: the documented one, snake_case
// and camelCase.
func spellings(fd protoreflect.FieldDescriptor) []string {
	return []string{fd.JSONName(), string(fd.Name()), protoconv.Camel(string(fd.Name()))}
}

func isRequired(fd protoreflect.FieldDescriptor) bool {
	return validate.HasBehavior(fd, annotations.FieldBehavior_REQUIRED)
}

// Decode implements call.Transport. The body may be absent if its field in the request message is not required. The
// errors have the field names that the client sent.
func (x *exchange) Decode(message proto.Message) (unread []problem.Detail, err error) {
	req := message.ProtoReflect()
	for name, value := range x.path {
		fd := req.Descriptor().Fields().ByName(protoreflect.Name(name))
		v, wrong := parseParam(fd, value)
		if wrong != "" {
			return nil, problem.Field(problem.ValidationFailed, name, wrong)
		}
		req.Set(fd, v)
	}
	if err := x.decodeQuery(req); err != nil {
		return nil, err
	}
	if x.isWhole() {
		if err := x.checkWhole(req); err != nil {
			return nil, err
		}
	}
	if fd := x.input.expand; fd != nil {
		list := req.Get(fd).List()
		for i := range list.Len() {
			x.expanded = append(x.expanded, list.Get(i).String())
		}
		slices.Sort(x.expanded)
		x.expanded = slices.Compact(x.expanded)
	}
	if x.input.method.Streams {
		x.resume(req)
	}
	switch body := x.input.method.Body; {
	case body != nil && (len(x.body) > 0 || isRequired(body)):
		return x.decodeBody(req)
	case body == nil && x.request.Method != http.MethodGet:
		return nil, expectNoBody(x.body)
	}
	return nil, nil
}

func (x *exchange) decodeBody(req protoreflect.Message) (unread []problem.Detail, err error) {
	in := x.input
	mode := strictjson.Create
	if in.method.Mask != nil {
		mode = strictjson.Update
	}
	present, err := strictjson.Decode(x.body, req.Mutable(in.method.Body).Message().Interface(), mode)
	var missing []problem.Detail
	for _, fd := range in.lists {
		if !slices.Contains(present, string(fd.Name())) {
			missing = append(missing, problem.Detail{
				Field: fd.JSONName(), Message: "is required", Index: -1,
				Code: problem.ValidationFailed, AsWritten: true,
			})
		}
	}
	if err != nil {
		return in.unreadable(err, missing)
	}
	if len(missing) > 0 {
		return nil, problem.List(missing)
	}
	if in.method.Mask != nil {
		mask := &fieldmaskpb.FieldMask{Paths: present}
		req.Set(in.method.Mask, protoreflect.ValueOfMessage(mask.ProtoReflect()))
	}
	return nil, nil
}

// unreadable returns the errors of a body that could not be decoded. If all errors are about
// items of a batch, it returns them as unread, because the rpc still has to check the other
// items. Else it returns them as an error, with the missing lists first.
func (in *input) unreadable(err error, missing []problem.Detail) (unread []problem.Detail, _ error) {
	var bad *strictjson.Error
	if !errors.As(err, &bad) {
		return nil, err
	}
	if whole := bad.Problems[0]; whole.Path == "" { // the error is about the whole body
		return nil, problem.New(problem.Code(whole.Code), "%s", whole)
	}
	details := make([]problem.Detail, len(bad.Problems))
	onlyItems := in.method.Items != nil && !bad.Fatal()
	for i, b := range bad.Problems {
		details[i] = problem.Detail{
			Field: b.Path, Message: b.Message, Index: -1, Code: problem.Code(b.Code), AsWritten: true,
		}
		if in.method.Items != nil {
			details[i].Index = b.Index
		}
		onlyItems = onlyItems && b.Index >= 0
	}
	if onlyItems {
		return details, nil
	}
	if bad.Fatal() {
		missing = nil // the lists may be in the rest of the body
	}
	err = problem.List(append(missing, details...))
	if p := new(problem.Error); errors.As(err, &p) {
		p.More, p.AtLeast = p.More+bad.More, bad.Stopped
	}
	return nil, err
}

var errNoBody = problem.New(problem.ValidationFailed, "this call takes no body")

// expectNoBody returns an error if the body is not empty. It accepts {}.
func expectNoBody(body []byte) error {
	if text := string(bytes.TrimSpace(body)); text != "" && text != "{}" {
		return errNoBody
	}
	return nil
}

func checkMediaType(h http.Header, others ...string) error {
	if len(h["Content-Type"]) > 1 {
		return problem.New(problem.UnsupportedMediaType,
			"the header Content-Type must be sent once, with application/json")
	}
	mediaType, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil || mediaType != "application/json" && !slices.Contains(others, mediaType) {
		return problem.New(problem.UnsupportedMediaType,
			"the body must be JSON: send it with Content-Type: application/json")
	}
	if charset := params["charset"]; charset != "" && !strings.EqualFold(charset, "utf-8") {
		return problem.New(problem.UnsupportedMediaType, "the body must be in UTF-8: leave the charset out")
	}
	for _, value := range h["Content-Encoding"] {
		for encoding := range strings.SplitSeq(value, ",") {
			if encoding = strings.TrimSpace(encoding); encoding != "" && !strings.EqualFold(encoding, "identity") {
				return problem.New(problem.UnsupportedMediaType, "the body must not be compressed")
			}
		}
	}
	return nil
}

// wireName returns the name that a field has in this REST call. path is its path in the
// request message. Fields of the body are in camelCase. Query parameters have the name that
// the client sent.
func (x *exchange) wireName(path string) string {
	m := x.input.method
	head, rest, nested := strings.Cut(path, ".")
	if m.Body != nil && head == string(m.Body.Name()) {
		if !nested {
			return ""
		}
		return protoconv.JSONPath(m.Body.Message(), rest)
	}
	name, _, _ := strings.Cut(head, "[") // a list in the query is one parameter
	fd := m.Input.Descriptor().Fields().ByName(protoreflect.Name(name))
	if fd == nil || x.input.path[fd.Name()] {
		return path
	}
	for _, spelling := range spellings(fd) {
		if x.query.Has(spelling) {
			return spelling
		}
	}
	return fd.JSONName()
}
