package main

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/openapi"
)

const (
	mediaType = "application/json"
	security  = "apiKey"
	noScope   = "none"
)

// builder fills a document.
type builder struct {
	doc *openapi.Document
	// codes are the error codes by the HTTP status that they are answered with.
	codes map[int][]errorCode
	// errorBody is the message that an error is answered with.
	errorBody protoreflect.MessageDescriptor
	err       error
}

type errorCode struct {
	name, meaning string
	status        *pb.ErrorStatus
}

// build describes the services of the files. The descriptors need their source, for the
// comments: those that a protoc plugin gets have it. It fails where an rpc has no scope or
// no place in REST, or a field no JSON form.
func build(files []protoreflect.FileDescriptor) (*openapi.Document, error) {
	b := &builder{doc: frame(), codes: map[int][]errorCode{}}
	for _, f := range files {
		if ed := f.Enums().ByName("ErrorCode"); ed != nil {
			b.readCodes(ed)
			b.errorBody = f.Messages().ByName("ErrorBody")
			b.reference(b.errorBody, answer)
		}
	}
	for _, f := range files {
		for i := range f.Services().Len() {
			b.service(f.Services().Get(i))
		}
	}
	slices.SortStableFunc(b.doc.Tags, func(x, y openapi.Tag) int { return rank(x.Name) - rank(y.Name) })
	b.sortPaths()
	b.errorResponses()
	return b.doc, b.err
}

func (b *builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf(format, args...)
	}
}

// order is that of the contract's endpoints, each list before what takes its ids.
var order = []string{"Me", "Users", "Clients", "Projects", "Capabilities", "Assignments", "Actual hours", "Time off types", "Time off"}

// rank places a tag; one that the order does not know comes last.
func rank(tag string) int {
	if i := slices.Index(order, tag); i >= 0 {
		return i
	}
	return len(order)
}

func (b *builder) sortPaths() {
	type entry struct {
		path string
		item *openapi.PathItem
	}
	var entries []entry
	for path, item := range b.doc.Paths.All() {
		entries = append(entries, entry{path, item})
	}
	slices.SortStableFunc(entries, func(x, y entry) int { return rank(tagOf(x.path)) - rank(tagOf(y.path)) })
	b.doc.Paths = openapi.Map[*openapi.PathItem]{}
	for _, e := range entries {
		b.doc.Paths.Set(e.path, e.item)
	}
}

// tagOf names the group of a path by its first segment: /api/v1/time-off/{id} is of "Time off".
func tagOf(path string) string {
	segment, _, _ := strings.Cut(strings.TrimPrefix(path, "/api/v1/"), "/")
	return capital(strings.ReplaceAll(segment, "-", " "))
}

func (b *builder) service(sd protoreflect.ServiceDescriptor) {
	for i := range sd.Methods().Len() {
		md := sd.Methods().Get(i)
		verb, path, body := place(md)
		if verb == "" {
			b.fail("rpc %s has no place in REST", md.FullName())
			return
		}
		if i == 0 {
			b.doc.Tags = append(b.doc.Tags, openapi.Tag{Name: tagOf(path), Description: capital(without(text(sd), sd.Name()))})
		}
		item := b.doc.Paths.Get(path)
		if item == nil {
			item = &openapi.PathItem{}
			b.doc.Paths.Set(path, item)
		}
		op := b.operation(md, path, body)
		switch verb {
		case http.MethodGet:
			item.Get = op
		case http.MethodPost:
			item.Post = op
		case http.MethodPatch:
			item.Patch = op
		case http.MethodDelete:
			item.Delete = op
		}
	}
}

// place is where REST has an rpc: the verb, the path, and the field that the body fills.
func place(md protoreflect.MethodDescriptor) (verb, path, body string) {
	rule, _ := proto.GetExtension(md.Options(), annotations.E_Http).(*annotations.HttpRule)
	switch p := rule.GetPattern().(type) {
	case *annotations.HttpRule_Get:
		verb, path = http.MethodGet, p.Get
	case *annotations.HttpRule_Post:
		verb, path = http.MethodPost, p.Post
	case *annotations.HttpRule_Patch:
		verb, path = http.MethodPatch, p.Patch
	case *annotations.HttpRule_Delete:
		verb, path = http.MethodDelete, p.Delete
	}
	return verb, path, rule.GetBody()
}

func (b *builder) operation(md protoreflect.MethodDescriptor, path, body string) *openapi.Operation {
	doc := b.readRPC(md)
	scope, _ := proto.GetExtension(md.Options(), pb.E_Scope).(string)
	if scope == "" {
		b.fail("rpc %s has no option (scope)", md.FullName())
	}
	scope = strings.TrimPrefix(scope, noScope)
	options, _ := md.Options().(*descriptorpb.MethodOptions)
	op := &openapi.Operation{
		OperationID: uncapital(string(md.Name())),
		Tags:        []string{tagOf(path)},
		Summary:     doc.summary,
		Description: doc.forREST(scope),
		Scope:       scope,
		Idempotent:  options.GetIdempotencyLevel() != descriptorpb.MethodOptions_IDEMPOTENCY_UNKNOWN,
		RPC:         string(md.Parent().FullName()) + "/" + string(md.Name()),
	}
	if strings.HasPrefix(string(md.Name()), "List") {
		op.Lists = string(listed(md).Name())
	}
	b.input(op, md, path, body)
	op.Responses.Set("200", b.success(md, body))
	for _, status := range b.failures(op, doc) {
		op.Responses.Set(strconv.Itoa(status), &openapi.Response{Ref: "#/components/responses/" + responseName(status)})
	}
	return op
}

// listed is the message of the records that a list answers a page of.
func listed(md protoreflect.MethodDescriptor) protoreflect.MessageDescriptor {
	return md.Output().Fields().ByName("data").Message().Fields().ByName("items").Message()
}

// input adds what a call takes: the path's parameters, the query's, and the body.
func (b *builder) input(op *openapi.Operation, md protoreflect.MethodDescriptor, path, body string) {
	fields := md.Input().Fields()
	inPath := false
	for i := range fields.Len() {
		fd := fields.Get(i)
		switch name := string(fd.Name()); {
		case strings.Contains(path, "{"+name+"}"):
			inPath = true
			op.Parameters = append(op.Parameters, &openapi.Parameter{
				Name: name, In: "path", Required: true, Description: text(fd), Schema: b.value(fd, create), Example: exampleOf(fd, create),
			})
		case name == body:
			op.RequestBody = b.body(fd, fields.ByName("update_mask") != nil)
		case name != "update_mask":
			op.Parameters = append(op.Parameters, b.query(fd))
		}
	}
	if inPath {
		op.Parameters = append(op.Parameters, &openapi.Parameter{Ref: "#/components/parameters/IfMatch"})
	}
}

func (b *builder) query(fd protoreflect.FieldDescriptor) *openapi.Parameter {
	p := &openapi.Parameter{Name: fd.JSONName(), In: "query", Description: text(fd), Schema: b.value(fd, create)}
	switch fd.Name() { // as every list has them
	case "limit":
		p.Schema.Default = 50
	case "offset":
		p.Schema.Default = 0
	case "count", "dry_run":
		p.Schema.Default = false
	default:
		p.Example = exampleOf(fd, create)
	}
	if fd.IsList() {
		p.Style, p.Explode, p.Schema.MinItems = "form", new(bool), proto.Uint64(1)
	}
	return p
}

func (b *builder) body(fd protoreflect.FieldDescriptor, patches bool) *openapi.RequestBody {
	m := create
	if patches {
		m = update
	}
	return &openapi.RequestBody{
		Description: text(fd),
		Required:    true,
		Content:     map[string]openapi.Media{mediaType: {Schema: b.reference(fd.Message(), m), Example: exampleMessage(fd.Message(), m)}},
	}
}

// success is the answer of status 200: the record, the rows or the page as data. Its example
// follows on that of the request.
func (b *builder) success(md protoreflect.MethodDescriptor, body string) *openapi.Response {
	out := md.Output()
	data := out.Fields().ByName("data")
	if data == nil {
		b.fail("the answer of rpc %s has no data", md.FullName())
		return nil
	}
	example := exampleMessage(out, answer)
	if in := md.Input().Fields(); in.ByName("update_mask") != nil {
		changed := example.Get("data").(*openapi.Map[any])
		for name, value := range exampleMessage(in.ByName(protoreflect.Name(body)).Message(), update).All() {
			changed.Set(name, value)
		}
		changed.Set("version", 2)
	}
	r := &openapi.Response{
		Description: text(data),
		Content:     map[string]openapi.Media{mediaType: {Schema: b.reference(out, answer), Example: example}},
	}
	names := slices.Clone(always)
	if m := data.Message(); !data.IsList() {
		if m.Fields().ByName("version") != nil {
			names = append(names, "ETag")
		}
		if m.Fields().ByName("has_more") != nil {
			names = append(names, "Link", "X-Total-Count")
		}
	}
	r.Headers = headersNamed(names...)
	return r
}

// failures are the statuses other than 200 that an operation may answer with.
func (b *builder) failures(op *openapi.Operation, doc rpcDoc) []int {
	statuses := []int{http.StatusBadRequest, http.StatusUnauthorized}
	if op.Scope != "" {
		statuses = append(statuses, http.StatusForbidden)
	}
	for _, p := range op.Parameters {
		if p.In == "path" {
			statuses = append(statuses, http.StatusNotFound)
		}
	}
	if slices.ContainsFunc(doc.failures, func(f failure) bool { return f.status == http.StatusConflict }) {
		statuses = append(statuses, http.StatusConflict)
	}
	if op.RequestBody != nil {
		statuses = append(statuses, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	return append(statuses, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusServiceUnavailable)
}
