// Package rpc reads the options of each rpc of workplan.v1 from its descriptor: its scope
// and its REST route.
package rpc

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// noScope is the value of the option (scope) of an rpc that needs a key but no scope.
const noScope = "none"

// Method is one rpc.
type Method struct {
	// Name is the full name in gRPC's form: /workplan.v1.MeService/GetMe.
	Name string
	// Scopes are the scopes that a key needs to call the rpc; empty if it needs none.
	Scopes []string
	// ScopesWithProposal are the scopes that a key needs instead if the request has a value in the field Proposal,
	// which names a proposal. They are nil if the rpc has no such field.
	ScopesWithProposal []string
	Proposal           protoreflect.FieldDescriptor
	// Barred means that a caller may call it who may do nothing else at the moment: their user is deactivated, or their
	// organization suspended. An rpc that needs no scope says who the caller is, and so why.
	Barred bool
	// Verb and Path are its REST route: PATCH, /api/v1/clients/{client_id}.
	Verb, Path string
	// Route is both: PATCH /api/v1/clients/{client_id}.
	Route string
	// Writes is false if the rpc has no side effects. Idempotent is true if it has the same
	// effect when it is called again.
	Writes, Idempotent bool
	// Bulk means that the rpc writes many rows, and that the response can say what it did without
	// them, in its field meta.
	Bulk bool
	// CSV means that REST also sends the response as CSV.
	CSV bool
	// Large means that a request, which only reads, may be as much work as the largest batch, whatever its size.
	Large bool
	// Pages means that the response is a page of a list, which a cursor continues. REST also sends the whole list.
	Pages bool
	// Moment is the field of the data of the response with the number of the last event that the response includes, or
	// nil.
	Moment protoreflect.FieldDescriptor
	// Streams means that the rpc sends a stream of responses.
	Streams bool
	// Waits means that a response may take longer than that of other rpcs: it is a stream, or the
	// caller chooses how long to wait.
	Waits bool
	// Input is the type of its request, Output that of its response.
	Input, Output protoreflect.MessageType
	// Body is the field of the request that the body of a REST call fills, or nil.
	Body protoreflect.FieldDescriptor
	// ID is the field of the request that is the last variable of the path, the id of a record, or nil.
	ID protoreflect.FieldDescriptor
	// Mask is the field of the request that names the fields that an update writes, or
	// nil.
	Mask protoreflect.FieldDescriptor
	// UndoneByChain means that the chain undoes a dry run of the rpc, because it writes one record, that of its body.
	// Rpcs for many records undo theirs.
	UndoneByChain bool
	// Items is the list of a batch, a field of the body, or nil. The method itself
	// validates the items, so that it can list every bad one.
	Items protoreflect.FieldDescriptor

	segments []string
}

// Table is all rpcs of workplan.v1.
type Table struct {
	methods []*Method
	byName  map[string]*Method
	words   map[string]bool // the paths that have no field of a request
}

// NewTable returns the rpcs of the descriptors that are linked into the program. It fails if an
// rpc has no scope, or not exactly one REST route of whole segments, so that the server does not
// start. All calls return the same table, which nobody changes.
func NewTable() (*Table, error) { return linked() }

// linked reads the descriptors once: a process may assemble many servers, as the tests do.
var linked = sync.OnceValues(func() (*Table, error) {
	var services []protoreflect.ServiceDescriptor
	protoregistry.GlobalFiles.RangeFilesByPackage("workplan.v1", func(fd protoreflect.FileDescriptor) bool {
		for i := range fd.Services().Len() {
			services = append(services, fd.Services().Get(i))
		}
		return true
	})
	return TableOf(services...)
})

// TableOf reads the rpcs of the services. It fails as NewTable does.
func TableOf(services ...protoreflect.ServiceDescriptor) (*Table, error) {
	t, byRoute := &Table{byName: map[string]*Method{}, words: map[string]bool{}}, map[string]*Method{}
	for _, sd := range services {
		for i := range sd.Methods().Len() {
			m, err := newMethod(sd.Methods().Get(i))
			if err != nil {
				return nil, err
			}
			pattern := m.Verb + " " + strings.ReplaceAll(m.Path, "}", "=*}")
			if other := byRoute[pattern]; other != nil {
				return nil, fmt.Errorf("rpc %s has the REST route of %s", m.Name, other.Name)
			}
			t.methods = append(t.methods, m)
			t.byName[m.Name] = m
			byRoute[pattern] = m
			if !strings.Contains(m.Path, "{") {
				t.words[m.Path] = true
			}
		}
	}
	slices.SortFunc(t.methods, func(a, b *Method) int { return strings.Compare(a.Name, b.Name) })
	return t, nil
}

// Effects reports whether an rpc has side effects, and whether it has the same effect when it
// is called again. It reads the option idempotency_level.
func Effects(md protoreflect.MethodDescriptor) (writes, idempotent bool) {
	level := md.Options().(*descriptorpb.MethodOptions).GetIdempotencyLevel()
	return level != descriptorpb.MethodOptions_NO_SIDE_EFFECTS, level != descriptorpb.MethodOptions_IDEMPOTENCY_UNKNOWN
}

// Bulk reports whether the response of an rpc has the field meta, which can stand for the rows of it.
func Bulk(md protoreflect.MethodDescriptor) bool {
	meta := md.Output().Fields().ByName("meta")
	return meta != nil && meta.Message() != nil && meta.Message().Name() == "WriteMeta"
}

// Pages reports whether the response of an rpc is a page of a list, which a cursor continues.
func Pages(md protoreflect.MethodDescriptor) bool {
	data := md.Output().Fields().ByName("data")
	return data != nil && data.Message() != nil && data.Message().Fields().ByName("next_cursor") != nil
}

// momentOf returns the field with the option moment of the data of the response, or nil.
func momentOf(md protoreflect.MethodDescriptor) protoreflect.FieldDescriptor {
	data := md.Output().Fields().ByName("data")
	if data == nil || data.Message() == nil {
		return nil
	}
	for i := range data.Message().Fields().Len() {
		if fd := data.Message().Fields().Get(i); proto.GetExtension(fd.Options(), pb.E_Moment).(bool) {
			return fd
		}
	}
	return nil
}

// setProposal sets what the rpc needs for a request with a proposal. The option and the field belong together.
func (m *Method) setProposal(md protoreflect.MethodDescriptor) error {
	scope, _ := proto.GetExtension(md.Options(), pb.E_ScopeWithProposal).(string)
	m.Proposal = md.Input().Fields().ByJSONName("proposal")
	if m.Proposal != nil && m.Proposal.Message() != nil { // the body of a request for the resource itself
		m.Proposal = nil
	}
	if (scope == "") != (m.Proposal == nil) {
		return fmt.Errorf("rpc %s must have both the option (scope_with_proposal) and a field proposal, or none", md.FullName())
	}
	m.ScopesWithProposal = strings.Fields(scope)
	return nil
}

// Needs returns the scopes that a key needs for a request.
func (m *Method) Needs(request proto.Message) []string {
	if m.Proposal != nil && request.ProtoReflect().Has(m.Proposal) {
		return m.ScopesWithProposal
	}
	return m.Scopes
}

func newMethod(md protoreflect.MethodDescriptor) (*Method, error) {
	scope, _ := proto.GetExtension(md.Options(), pb.E_Scope).(string)
	if scope == "" {
		return nil, fmt.Errorf("rpc %s has no option (scope)", md.FullName())
	}
	input, err := protoregistry.GlobalTypes.FindMessageByName(md.Input().FullName())
	if err != nil {
		return nil, fmt.Errorf("rpc %s: %w", md.FullName(), err)
	}
	output, err := protoregistry.GlobalTypes.FindMessageByName(md.Output().FullName())
	if err != nil {
		return nil, fmt.Errorf("rpc %s: %w", md.FullName(), err)
	}
	writes, idempotent := Effects(md)
	m := &Method{
		Name:       "/" + string(md.Parent().FullName()) + "/" + string(md.Name()),
		Scopes:     strings.Fields(strings.TrimPrefix(scope, noScope)),
		Barred:     scope == noScope,
		CSV:        proto.GetExtension(md.Options(), pb.E_Csv).(bool),
		Large:      proto.GetExtension(md.Options(), pb.E_Large).(bool),
		Pages:      Pages(md),
		Moment:     momentOf(md),
		Writes:     writes,
		Idempotent: idempotent,
		Bulk:       Bulk(md),
		Streams:    md.IsStreamingServer(),
		Waits:      md.IsStreamingServer() || md.Input().Fields().ByName("wait") != nil,
		Input:      input,
		Output:     output,
		Mask:       md.Input().Fields().ByName("update_mask"),
	}
	if m.Large && m.Writes { // it may wait for a lock, and would keep the share of its organization meanwhile
		return nil, fmt.Errorf("rpc %s writes, so it cannot have the option (large)", md.FullName())
	}
	if err := m.setProposal(md); err != nil {
		return nil, err
	}
	rule, _ := proto.GetExtension(md.Options(), annotations.E_Http).(*annotations.HttpRule)
	switch p := rule.GetPattern().(type) {
	case *annotations.HttpRule_Get:
		m.Verb, m.Path = http.MethodGet, p.Get
	case *annotations.HttpRule_Post:
		m.Verb, m.Path = http.MethodPost, p.Post
	case *annotations.HttpRule_Put:
		m.Verb, m.Path = http.MethodPut, p.Put
	case *annotations.HttpRule_Patch:
		m.Verb, m.Path = http.MethodPatch, p.Patch
	case *annotations.HttpRule_Delete:
		m.Verb, m.Path = http.MethodDelete, p.Delete
	default:
		return nil, fmt.Errorf("rpc %s has no place in REST", md.FullName())
	}
	if len(rule.GetAdditionalBindings()) > 0 {
		return nil, fmt.Errorf("rpc %s has more than one place in REST", md.FullName())
	}
	m.Route = m.Verb + " " + m.Path
	m.segments = strings.Split(m.Path, "/")
	for _, segment := range m.segments {
		name, variable := strings.CutPrefix(segment, "{")
		if field := md.Input().Fields().ByName(protoreflect.Name(strings.TrimSuffix(name, "}"))); variable &&
			field != nil {
			m.ID = field
			continue
		}
		if strings.ContainsAny(segment, "{}*:") {
			return nil, fmt.Errorf("rpc %s: %s in its path is neither a text nor a field of its request",
				md.FullName(), segment)
		}
	}
	if body := rule.GetBody(); body != "" {
		if m.Body = md.Input().Fields().ByName(protoreflect.Name(body)); m.Body == nil {
			return nil, fmt.Errorf("rpc %s: its body is no field of its request", md.FullName())
		}
		if items := m.Body.Message().Fields().ByName("items"); items != nil &&
			items.IsList() && items.Message() != nil {
			m.Items = items
		}
		data := md.Output().Fields().ByName("data")
		m.UndoneByChain = md.Input().Fields().ByName("dry_run") != nil && data != nil && !data.IsList() &&
			data.Message() == m.Body.Message()
	}
	return m, nil
}

// Methods returns the rpcs, ordered by name.
func (t *Table) Methods() []*Method { return t.methods }

// ByName returns the rpc of that full name, or nil.
func (t *Table) ByName(name string) *Method { return t.byName[name] }

// IsWords reports whether a path is that of an rpc word by word, such as /api/v1/users/upsert. Then it is not the path
// of a record, such as /api/v1/users/{user_id}, too.
func (t *Table) IsWords(path string) bool { return t.words[path] }

// Verbs returns the HTTP methods that a path supports, in alphabetical order: the verbs
// of its rpcs, and HEAD if GET is among them.
func (t *Table) Verbs(path string) []string {
	var verbs []string
	segments, words := strings.Split(path, "/"), t.IsWords(path)
	for _, m := range t.methods {
		if m.Path == path || !words && m.matches(segments) {
			verbs = append(verbs, m.Verb)
			if m.Verb == http.MethodGet {
				verbs = append(verbs, http.MethodHead)
			}
		}
	}
	slices.Sort(verbs)
	return slices.Compact(verbs)
}

func (m *Method) matches(segments []string) bool {
	return slices.EqualFunc(m.segments, segments, func(pattern, segment string) bool {
		if strings.HasPrefix(pattern, "{") {
			return segment != ""
		}
		return pattern == segment
	})
}

// Scopes returns the scopes that rpcs need, in alphabetical order.
func (t *Table) Scopes() []string {
	var scopes []string
	for _, m := range t.methods {
		scopes = append(scopes, m.Scopes...)
	}
	slices.Sort(scopes)
	return slices.Compact(scopes)
}

// maxToken is the maximum length of a token.
const maxToken = 128

// IsToken reports whether s has 1 to 128 visible ASCII characters, as the values of headers and metadata that clients
// choose must have.
func IsToken(s string) bool {
	if s == "" || len(s) > maxToken {
		return false
	}
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}
