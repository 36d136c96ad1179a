package main

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/test/openapi"
)

const (
	mediaType = "application/json"
	security  = "apiKey"
	noScope   = "none"
)

// builder fills a document.
type builder struct {
	doc *openapi.Document
	// codes are the error codes by their HTTP status.
	codes map[int][]errorCode
	// groups are those of the services of the paths.
	groups map[string]string
	// errorBody is the message of an error response.
	errorBody protoreflect.MessageDescriptor
	err       error
}

type errorCode struct {
	name, meaning string
	status        *pb.ErrorStatus
}

// build describes the services of the files. The comments come from the source info of the
// descriptors, which protoc passes to plugins. It fails if an rpc has no scope or no REST
// path, or if a field has no JSON form.
func build(files []protoreflect.FileDescriptor) (*openapi.Document, error) {
	b := &builder{doc: frame(), codes: map[int][]errorCode{}, groups: map[string]string{}}
	for _, f := range files {
		if ed := f.Enums().ByName("ErrorCode"); ed != nil {
			b.readCodes(ed)
			b.errorBody = f.Messages().ByName("ErrorBody")
			b.reference(b.errorBody, response)
		}
	}
	var own, nested []protoreflect.ServiceDescriptor
	for _, f := range files {
		for i := range f.Services().Len() {
			if sd := f.Services().Get(i); hasGroup(sd) {
				own = append(own, sd)
			} else {
				nested = append(nested, sd)
			}
		}
	}
	for _, sd := range append(own, nested...) {
		b.service(sd)
	}
	slices.SortStableFunc(b.doc.Tags, func(x, y openapi.Tag) int { return rank(x.Name) - rank(y.Name) })
	b.sortPaths()
	b.webhooks(files)
	b.errorResponses()
	return b.doc, b.err
}

func (b *builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf(format, args...)
	}
}

// order is the order of the groups: that of the contract's endpoints, with each list before
// the groups that need its ids.
var order = []string{"Me", "Capabilities", "Users", "Clients", "Projects", "Assignments", "Actual hours",
	"Time off types", "Time off"}

// rank is the position of a tag. Tags that order does not have are last.
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
	// A group begins with the operations of its own service.
	place := func(e entry) (group, part int) {
		group = slices.IndexFunc(b.doc.Tags, func(t openapi.Tag) bool { return t.Name == tagOf(e.path) })
		own := slices.IndexFunc(b.doc.Tags, func(t openapi.Tag) bool { return t.Name == b.groups[e.path] })
		if group < 0 || group == own {
			return own, 0
		}
		return group, 1
	}
	slices.SortStableFunc(entries, func(x, y entry) int {
		xGroup, xPart := place(x)
		yGroup, yPart := place(y)
		return cmp.Or(xGroup-yGroup, xPart-yPart)
	})
	b.doc.Paths = openapi.Map[*openapi.PathItem]{}
	for _, e := range entries {
		b.doc.Paths.Set(e.path, e.item)
	}
}

// tagOf is the group of a path, by its first segment: "Time off" for /api/v1/time-off/{id}.
func tagOf(path string) string {
	segment, _, _ := strings.Cut(strings.TrimPrefix(path, "/api/v1/"), "/")
	return capital(strings.ReplaceAll(segment, "-", " "))
}

// hasGroup reports whether a service has a group of its own. Operations on a part of a record
// of another service, such as the working patterns of a user, are in the group of that service.
func hasGroup(sd protoreflect.ServiceDescriptor) bool {
	_, path, _ := place(sd.Methods().Get(0))
	return !strings.Contains(path, "{")
}

func (b *builder) service(sd protoreflect.ServiceDescriptor) {
	group := ""
	for i := range sd.Methods().Len() {
		md := sd.Methods().Get(i)
		verb, path, body := place(md)
		if verb == "" {
			b.fail("rpc %s has no REST path", md.FullName())
			return
		}
		if i == 0 && hasGroup(sd) {
			group = tagOf(path)
			// The entries of actual hours are in the group of actual hours.
			if !slices.ContainsFunc(b.doc.Tags, func(t openapi.Tag) bool { return t.Name == group }) {
				b.doc.Tags = append(b.doc.Tags,
					openapi.Tag{Name: group, Description: capital(without(text(sd), sd.Name()))})
			}
		}
		item := b.doc.Paths.Get(path)
		if item == nil {
			item = &openapi.PathItem{}
			b.doc.Paths.Set(path, item)
			b.groups[path] = group
		}
		op := b.operation(md, cmp.Or(group, tagOf(path)), verb, path, body)
		switch verb {
		case http.MethodGet:
			item.Get = op
		case http.MethodPost:
			item.Post = op
		case http.MethodPut:
			item.Put = op
		case http.MethodPatch:
			item.Patch = op
		case http.MethodDelete:
			item.Delete = op
		}
	}
}

// place returns the verb and the path of an rpc in REST, and the field that the body sets.
func place(md protoreflect.MethodDescriptor) (verb, path, body string) {
	rule, _ := proto.GetExtension(md.Options(), annotations.E_Http).(*annotations.HttpRule)
	switch p := rule.GetPattern().(type) {
	case *annotations.HttpRule_Get:
		verb, path = http.MethodGet, p.Get
	case *annotations.HttpRule_Post:
		verb, path = http.MethodPost, p.Post
	case *annotations.HttpRule_Put:
		verb, path = http.MethodPut, p.Put
	case *annotations.HttpRule_Patch:
		verb, path = http.MethodPatch, p.Patch
	case *annotations.HttpRule_Delete:
		verb, path = http.MethodDelete, p.Delete
	}
	return verb, path, rule.GetBody()
}

func (b *builder) operation(md protoreflect.MethodDescriptor, tag, verb, path, body string) *openapi.Operation {
	doc := b.readRPC(md)
	scope, _ := proto.GetExtension(md.Options(), pb.E_Scope).(string)
	if scope == "" {
		b.fail("rpc %s has no option (scope)", md.FullName())
	}
	scope = strings.TrimPrefix(scope, noScope)
	_, idempotent := rpc.Effects(md)
	op := &openapi.Operation{
		OperationID: uncapital(string(md.Name())),
		Tags:        []string{tag},
		Summary:     doc.summary,
		Description: doc.forREST(scope),
		Scope:       scope,
		Idempotent:  idempotent,
		RPC:         string(md.Parent().FullName()) + "/" + string(md.Name()),
	}
	if md.Input().Fields().ByName("cursor") != nil {
		op.Lists = string(listed(md).Name())
	}
	b.input(op, md, verb, path, body)
	op.Responses.Set("200", b.success(md, body))
	if hasTag(md) {
		op.Responses.Set("304",
			&openapi.Response{Ref: "#/components/responses/" + responseName(http.StatusNotModified)})
	}
	for _, status := range b.failures(op, md, doc) {
		op.Responses.Set(strconv.Itoa(status), &openapi.Response{Ref: "#/components/responses/" + responseName(status)})
	}
	return op
}

// writes reports whether the rpc has side effects. Then it takes an Idempotency-Key.
func writes(md protoreflect.MethodDescriptor) bool {
	writes, _ := rpc.Effects(md)
	return writes
}

// hasTag reports whether the rpc reads something that has an ETag: a record with a version,
// or figures as of an event.
func hasTag(md protoreflect.MethodDescriptor) bool {
	data := md.Output().Fields().ByName("data")
	return !writes(md) && data != nil && data.Message() != nil && !data.IsList() && tagged(data.Message())
}

// replacesRecord reports whether the rpc replaces one record with a version.
func replacesRecord(md protoreflect.MethodDescriptor, verb string) bool {
	data := md.Output().Fields().ByName("data")
	return verb == http.MethodPut && data.Message() != nil && !data.IsList() && tagged(data.Message())
}

func tagged(data protoreflect.MessageDescriptor) bool {
	return data.Fields().ByName("version") != nil || data.Fields().ByName("as_of") != nil
}

// listed is the message of the records of a list.
func listed(md protoreflect.MethodDescriptor) protoreflect.MessageDescriptor {
	return md.Output().Fields().ByName("data").Message().Fields().ByName("items").Message()
}

// input adds the parameters of the path and of the query, the body, and the precondition.
func (b *builder) input(op *openapi.Operation, md protoreflect.MethodDescriptor, verb, path, body string) {
	fields := md.Input().Fields()
	for i := range fields.Len() {
		fd := fields.Get(i)
		switch name := string(fd.Name()); {
		case strings.Contains(path, "{"+name+"}"):
			op.Parameters = append(op.Parameters, &openapi.Parameter{
				Name: name, In: "path", Required: true, Description: describeField(fd, create),
				Schema:  b.value(fd, create),
				Example: exampleOf(fd, create),
			})
		case name == body:
			op.RequestBody = b.body(fd, fields.ByName("update_mask") != nil)
		case name != "update_mask":
			op.Parameters = append(op.Parameters, b.query(fd))
		}
	}
	switch {
	case hasTag(md):
		op.Parameters = append(op.Parameters, &openapi.Parameter{Ref: "#/components/parameters/IfNoneMatch"})
	case verb == http.MethodGet:
	case verb == http.MethodPatch || strings.Contains(path, "{") || replacesRecord(md, verb):
		op.Parameters = append(op.Parameters, &openapi.Parameter{Ref: "#/components/parameters/IfMatch"})
	}
	if writes(md) {
		op.Parameters = append(op.Parameters, &openapi.Parameter{Ref: "#/components/parameters/IdempotencyKey"})
	}
	if rpc.Bulk(md) {
		op.Parameters = append(op.Parameters, &openapi.Parameter{Ref: "#/components/parameters/Prefer"})
	}
	if md.IsStreamingServer() {
		op.Parameters = append(op.Parameters, &openapi.Parameter{Ref: "#/components/parameters/LastEventID"})
	}
}

func (b *builder) query(fd protoreflect.FieldDescriptor) *openapi.Parameter {
	p := &openapi.Parameter{
		Name: fd.JSONName(), In: "query", Required: behaves(fd, annotations.FieldBehavior_REQUIRED),
		Description: describeField(fd, create), Schema: b.value(fd, create),
	}
	pages := fd.ContainingMessage().Fields().ByName("cursor") != nil
	switch fd.Name() {
	case "limit":
		if pages {
			p.Schema.Default = 50
		}
	case "offset":
		if !pages { // a client that sends all defaults would send it with a cursor, which is refused
			p.Schema.Default = 0
		}
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
		Required:    behaves(fd, annotations.FieldBehavior_REQUIRED),
		Content: map[string]openapi.Media{
			mediaType: {Schema: b.reference(fd.Message(), m), Example: exampleMessage(fd.Message(), m)},
		},
	}
}

// success is the response with status 200: the record, the rows or the page as data. Its
// example is the result of the request's example.
func (b *builder) success(md protoreflect.MethodDescriptor, body string) *openapi.Response {
	out := md.Output()
	if md.IsStreamingServer() {
		return &openapi.Response{
			Description: "Server-sent events. The id of each is the number of an event, and its data is the event in " +
				"JSON. A message with the name checkpoint has no event. A message with the name error has " +
				"an error, and is the last one.",
			Headers: headersNamed(append([]string{"X-Request-Id"}, quotaHeaders...)...),
			Content: map[string]openapi.Media{
				"text/event-stream": {Schema: &openapi.Schema{Type: openapi.Types{"string"}}},
			},
		}
	}
	data := out.Fields().ByName("data")
	if data == nil {
		b.fail("the response of rpc %s has no data", md.FullName())
		return nil
	}
	example := exampleMessage(out, response)
	if in := md.Input().Fields(); in.ByName("update_mask") != nil {
		changed := example.Get("data").(*openapi.Map[any])
		for name, value := range exampleMessage(in.ByName(protoreflect.Name(body)).Message(), update).All() {
			changed.Set(name, value)
		}
		changed.Set("version", 2)
	}
	r := &openapi.Response{
		Description: text(data),
		Content:     map[string]openapi.Media{mediaType: {Schema: b.reference(out, response), Example: example}},
	}
	if option[bool](md, pb.E_Csv) {
		r.Content["text/csv"] = openapi.Media{Schema: &openapi.Schema{Type: openapi.Types{"string"}}}
	}
	if rpc.Pages(md) {
		for whole, what := range map[string]string{
			"text/csv":                       "a line with the names of the columns, then one for each row",
			"application/x-ndjson":           "a line of JSON for each row",
			"application/vnd.apache.parquet": "a table in the format Apache Parquet",
		} {
			r.Content[whole] = openapi.Media{Schema: &openapi.Schema{
				Type: openapi.Types{"string"},
				Description: "All rows of the list, without pages: " + what +
					". limit, offset, cursor and count are refused. " +
					"A complete response ends with the trailer X-Total-Count, the number of its rows.",
			}}
		}
	}
	names := append([]string{"X-Request-Id"}, quotaHeaders...)
	if writes(md) {
		names = append(names, "Idempotency-Replayed")
	}
	if rpc.Bulk(md) {
		names = append(names, "Preference-Applied")
	}
	if m := data.Message(); !data.IsList() {
		if tagged(m) {
			names = append(names, "ETag")
		}
		if m.Fields().ByName("has_more") != nil {
			names = append(names, "Link", "X-Total-Count", "Workplan-Seq")
		}
	}
	r.Headers = headersNamed(names...)
	return r
}

// failures are the error statuses of an operation: those that its comment lists, and those
// that follow from its shape.
func (b *builder) failures(op *openapi.Operation, md protoreflect.MethodDescriptor, doc rpcDoc) (statuses []int) {
	for _, status := range documented {
		switch status {
		case http.StatusForbidden:
			if op.Scope == "" {
				continue
			}
		case http.StatusNotFound, http.StatusConflict, http.StatusGone:
			if status == http.StatusConflict && writes(md) { // because of the Idempotency-Key
				break
			}
			if !slices.ContainsFunc(doc.failures, func(f failure) bool { return f.status == status }) {
				continue
			}
		case http.StatusNotAcceptable:
			if writes(md) {
				continue
			}
		case http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType:
			if op.RequestBody == nil {
				continue
			}
		}
		statuses = append(statuses, status)
	}
	return statuses
}
