package rest

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/fieldmaskpb"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/strictjson"
)

// maxBody is the size of a body, decisions.md section 3.
const maxBody = 4 << 20

// input turns path, query and body of one REST operation into its request.
type input struct {
	method *rpc.Method
	// params are the query parameters by every spelling that is accepted.
	params map[string]protoreflect.FieldDescriptor
	// path are the fields that the path fills.
	path map[protoreflect.Name]bool
	// lists are the lists of the body that must be there, even if empty.
	lists []protoreflect.FieldDescriptor
}

func newInput(m *rpc.Method) *input {
	in := &input{method: m, params: map[string]protoreflect.FieldDescriptor{}, path: map[protoreflect.Name]bool{}}
	fields := m.Input.Descriptor().Fields()
	for i := range fields.Len() {
		fd := fields.Get(i)
		switch {
		case strings.Contains(m.Path, "{"+string(fd.Name())+"}"):
			in.path[fd.Name()] = true
		case fd == m.Body || fd == m.Mask:
		default:
			for _, name := range []string{fd.JSONName(), string(fd.Name()), protoconv.Camel(string(fd.Name()))} {
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

func isRequired(fd protoreflect.FieldDescriptor) bool {
	behaviors, _ := proto.GetExtension(fd.Options(), annotations.E_FieldBehavior).([]annotations.FieldBehavior)
	return slices.Contains(behaviors, annotations.FieldBehavior_REQUIRED)
}

// decode reads the request of a call. Its errors name the fields as the client wrote
// them. unread is what is wrong with items of a batch that could not be read; the
// chain adds what else is wrong, so that the error lists every bad item.
func (in *input) decode(w http.ResponseWriter, r *http.Request, pathParams map[string]string) (_ proto.Message, unread []problem.Detail, err error) {
	req := in.method.Input.New()
	for name, value := range pathParams {
		req.Set(req.Descriptor().Fields().ByName(protoreflect.Name(name)), protoreflect.ValueOfString(value))
	}
	if err := in.decodeQuery(req, r.URL.RawQuery); err != nil {
		return nil, nil, err
	}
	if in.method.Body != nil {
		if unread, err = in.decodeBody(req, w, r); err != nil {
			return nil, nil, err
		}
	} else if r.Method != http.MethodGet {
		if err := expectNoBody(r.Body); err != nil {
			return nil, nil, err
		}
	}
	return req.Interface(), unread, nil
}

var errUnreadableBody = problem.New(problem.InvalidJSON, "the body could not be read to its end")

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func (in *input) decodeBody(req protoreflect.Message, w http.ResponseWriter, r *http.Request) (unread []problem.Detail, err error) {
	if err := checkMediaType(r.Header); err != nil {
		return nil, err
	}
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	if _, err := io.Copy(buf, http.MaxBytesReader(w, r.Body, maxBody)); err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			return nil, problem.New(problem.BodyTooLarge, "the body is larger than 4 MiB")
		}
		return nil, errUnreadableBody
	}
	mode := strictjson.Create
	if in.method.Mask != nil {
		mode = strictjson.Update
	}
	present, err := strictjson.Decode(buf.Bytes(), req.Mutable(in.method.Body).Message().Interface(), mode)
	var missing []problem.Detail
	for _, fd := range in.lists {
		if !slices.Contains(present, string(fd.Name())) {
			missing = append(missing, problem.Detail{
				Field: fd.JSONName(), Message: "is required", Index: -1, Code: problem.ValidationFailed, AsWritten: true,
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

// unreadable sorts what is wrong with a body into the bad items of a batch, which are
// not all that may be bad, and an error, which names the missing lists first.
func (in *input) unreadable(err error, missing []problem.Detail) (unread []problem.Detail, _ error) {
	var bad *strictjson.Error
	if !errors.As(err, &bad) {
		return nil, err
	}
	if whole := bad.Problems[0]; whole.Path == "" { // the body as such, and no field of it
		return nil, problem.New(problem.Code(whole.Code), "%s", whole)
	}
	details := make([]problem.Detail, len(bad.Problems))
	onlyItems := len(in.lists) > 0
	for i, b := range bad.Problems {
		details[i] = problem.Detail{Field: b.Path, Message: b.Message, Index: -1, Code: problem.Code(b.Code), AsWritten: true}
		if len(in.lists) > 0 {
			details[i].Index = b.Index
		}
		onlyItems = onlyItems && b.Index >= 0
	}
	if onlyItems {
		return details, nil
	}
	if bad.Fatal() {
		missing = nil // who knows what follows
	}
	return nil, problem.List(append(missing, details...))
}

// expectNoBody refuses what a client says where nobody listens. {} says nothing.
func expectNoBody(body io.Reader) error {
	start, err := io.ReadAll(io.LimitReader(body, 64))
	said := string(bytes.TrimSpace(start))
	switch {
	case err != nil:
		return errUnreadableBody
	case said != "" && said != "{}":
		return problem.New(problem.ValidationFailed, "this call takes no body")
	}
	return nil
}

func checkMediaType(h http.Header) error {
	mediaType, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil || mediaType != "application/json" {
		return problem.New(problem.UnsupportedMediaType, "the body must be JSON: send it with Content-Type: application/json")
	}
	if charset := params["charset"]; charset != "" && !strings.EqualFold(charset, "utf-8") {
		return problem.New(problem.UnsupportedMediaType, "the body must be in UTF-8: leave the charset out")
	}
	if encoding := h.Get("Content-Encoding"); encoding != "" && !strings.EqualFold(encoding, "identity") {
		return problem.New(problem.UnsupportedMediaType, "the body must not be compressed")
	}
	return nil
}

// wireName is the name that a field, given by its path in the request, has in
// this REST call: the body's members in camelCase, a parameter as it was written.
func (in *input) wireName(path string, target *url.URL) string {
	head, rest, nested := strings.Cut(path, ".")
	if body := in.method.Body; body != nil && head == string(body.Name()) {
		if !nested {
			return ""
		}
		return protoconv.JSONPath(body.Message(), rest)
	}
	name, _, _ := strings.Cut(head, "[") // a list in the query is one parameter
	fd := in.method.Input.Descriptor().Fields().ByName(protoreflect.Name(name))
	if fd == nil || in.path[fd.Name()] {
		return path
	}
	given := target.Query()
	for _, spelling := range []string{fd.JSONName(), string(fd.Name()), protoconv.Camel(string(fd.Name()))} {
		if given.Has(spelling) {
			return spelling
		}
	}
	return fd.JSONName()
}
