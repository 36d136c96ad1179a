package openapi_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"go.yaml.in/yaml/v3"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	described "github.com/workplan-api/workplan/gen/openapi"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/test/openapi"
)

// document returns the document that the server serves.
func document(t *testing.T) *openapi.Document {
	t.Helper()
	doc := &openapi.Document{}
	if err := json.Unmarshal(described.JSON, doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// rpcs returns all rpcs of workplan.v1.
func rpcs() (all []protoreflect.MethodDescriptor) {
	protoregistry.GlobalFiles.RangeFilesByPackage("workplan.v1", func(fd protoreflect.FileDescriptor) bool {
		for i := range fd.Services().Len() {
			methods := fd.Services().Get(i).Methods()
			for j := range methods.Len() {
				all = append(all, methods.Get(j))
			}
		}
		return true
	})
	return all
}

func calls(doc *openapi.Document) map[string]openapi.Call {
	byRPC := map[string]openapi.Call{}
	for call := range doc.Calls() {
		byRPC[call.Operation.RPC] = call
	}
	return byRPC
}

func get[T any](d protoreflect.Descriptor, ext protoreflect.ExtensionType) T {
	v, _ := proto.GetExtension(d.Options(), ext).(T)
	return v
}

func behaves(fd protoreflect.FieldDescriptor, b annotations.FieldBehavior) bool {
	return slices.Contains(get[[]annotations.FieldBehavior](fd, annotations.E_FieldBehavior), b)
}

func body(content map[string]openapi.Media) openapi.Media { return content["application/json"] }

func TestEveryRPCHasAnOperation(t *testing.T) {
	doc := document(t)
	byRPC := calls(doc)
	all := rpcs()
	if len(all) < 21 || len(byRPC) != len(all) {
		t.Errorf("%d rpcs, %d operations", len(all), len(byRPC))
	}
	for _, md := range all {
		name := string(md.Parent().FullName()) + "/" + string(md.Name())
		call, ok := byRPC[name]
		if !ok {
			t.Errorf("%s has no operation", name)
			continue
		}
		rule := get[*annotations.HttpRule](md, annotations.E_Http)
		place := map[string]string{
			"GET":  rule.GetGet(),
			"POST": rule.GetPost(), "PUT": rule.GetPut(), "PATCH": rule.GetPatch(), "DELETE": rule.GetDelete(),
		}[call.Method]
		if call.Path != place {
			t.Errorf("%s is at %s %s, want %s", name, call.Method, call.Path, place)
		}
		if scope := get[string](md, pb.E_Scope); call.Operation.Scope != strings.TrimPrefix(scope, "none") {
			t.Errorf("%s has the scope %q, want %q", name, call.Operation.Scope, scope)
		}
		// A second rotation would stop the secret of the first, a second copy may add hours again, and a
		// second suggestion is a second draft.
		again := strings.HasPrefix(string(md.Name()), "Create") || strings.HasPrefix(string(md.Name()), "Rotate") ||
			slices.Contains([]protoreflect.Name{
				"TestWebhook", "CopyAssignments", "RevertProposal", "SuggestProposal",
			}, md.Name())
		if call.Operation.Idempotent == again {
			t.Errorf("%s: idempotent is %t", name, !again)
		}
		if (call.Operation.RequestBody != nil) != (rule.GetBody() != "") {
			t.Errorf("%s: only one of the rpc and the operation has a body", name)
		}
	}
}

func TestOperationInputsMatchRequestMessages(t *testing.T) {
	doc := document(t)
	byRPC := calls(doc)
	for _, md := range rpcs() {
		call := byRPC[string(md.Parent().FullName())+"/"+string(md.Name())]
		params := map[string]*openapi.Parameter{}
		for _, p := range call.Operation.Parameters {
			if p.Ref == "" {
				params[p.Name] = p
			}
		}
		rule := get[*annotations.HttpRule](md, annotations.E_Http)
		fields := md.Input().Fields()
		patches := fields.ByName("update_mask") != nil
		for i := range fields.Len() {
			fd := fields.Get(i)
			switch name := string(fd.Name()); {
			case name == "update_mask":
			case name == rule.GetBody():
				compareInput(t, doc, body(call.Operation.RequestBody.Content).Schema, fd.Message(), patches)
			case strings.Contains(call.Path, "{"+name+"}"):
				format := map[protoreflect.Kind]string{
					protoreflect.StringKind: "uuid", protoreflect.Int64Kind: "int64",
				}[fd.Kind()]
				if p := params[name]; p == nil || p.In != "path" || !p.Required || p.Schema.Format != format {
					t.Errorf("%s: the path parameter %s: %+v", md.FullName(), name, p)
				}
				delete(params, name)
			default:
				p := params[fd.JSONName()]
				if p == nil || p.In != "query" || p.Required != behaves(fd, annotations.FieldBehavior_REQUIRED) ||
					p.Description == "" {
					t.Errorf("%s: the parameter %s: %+v", md.FullName(), fd.JSONName(), p)
				} else if fd.IsList() && (p.Style != "form" || p.Explode == nil || *p.Explode) {
					t.Errorf("%s: the list %s is not separated by commas", md.FullName(), p.Name)
				}
				delete(params, fd.JSONName())
			}
		}
		for name := range params {
			t.Errorf("%s has no parameter %s", md.FullName(), name)
		}
	}
}

// compareInput compares the schema of a body with its message.
func compareInput(
	t *testing.T, doc *openapi.Document, s *openapi.Schema, md protoreflect.MessageDescriptor, patches bool,
) {
	t.Helper()
	s = doc.Schema(s)
	if s.AdditionalProperties == nil || *s.AdditionalProperties {
		t.Errorf("the body of %s allows unknown members", md.Name())
	}
	seen := 0
	for i := range md.Fields().Len() {
		fd := md.Fields().Get(i)
		writable := !behaves(fd, annotations.FieldBehavior_OUTPUT_ONLY) &&
			!(patches && behaves(fd, annotations.FieldBehavior_IMMUTABLE))
		if s.Properties.Has(fd.JSONName()) != writable {
			t.Errorf("%s in a body: %t, want %t", fd.FullName(), !writable, writable)
			continue
		}
		if !writable {
			continue
		}
		seen++
		p := s.Properties.Get(fd.JSONName())
		if want := !patches &&
			behaves(fd, annotations.FieldBehavior_REQUIRED); slices.Contains(s.Required, fd.JSONName()) != want {
			t.Errorf("%s is required: %t, want %t", fd.FullName(), !want, want)
		}
		optional := !patches && !behaves(fd, annotations.FieldBehavior_REQUIRED)
		if got, want := mayBeNull(p), get[bool](fd, pb.E_Nullable) || optional; got != want {
			t.Errorf("%s may be null: %t, want %t", fd.FullName(), got, want)
		}
		rules := get[*validate.FieldRules](fd, validate.E_Field)
		text := get[*pb.TextRules](fd, pb.E_Text)
		one, length := p, rules.GetString()
		if fd.IsList() {
			one, length = p.Items, rules.GetRepeated().GetItems().GetString()
			if either := doc.Schema(one); either.OneOf != nil { // or an object with it
				one = either.OneOf[0]
			}
		}
		if blank := get[bool](fd, pb.E_Trimmed); blank &&
			(one.Pattern == "" || regexp.MustCompile(one.Pattern).MatchString(" \n ")) {
			t.Errorf("%s may be blank: its pattern is %q", fd.FullName(), one.Pattern)
		}
		sameBound(t, fd, "minLength", one.MinLength, max(length.GetMinLen(), length.GetLen(), text.GetMinLen()))
		sameBound(t, fd, "maxLength", one.MaxLength, max(length.GetMaxLen(), length.GetLen(), text.GetMaxLen()))
		sameBound(t, fd, "maxItems", p.MaxItems, rules.GetRepeated().GetMaxItems())
		if d := rules.GetDouble(); d != nil &&
			(p.Minimum == nil || *p.Minimum != d.GetGte() || p.Maximum == nil || *p.Maximum != d.GetLte()) {
			t.Errorf("%s: the bounds of a number: %v", fd.FullName(), p)
		}
		if fd.IsList() && fd.Message() != nil {
			compareInput(t, doc, p.Items, fd.Message(), patches)
		}
	}
	if s.Properties.Len() != seen {
		t.Errorf("the body of %s has members that the message lacks", md.Name())
	}
}

func mayBeNull(s *openapi.Schema) bool {
	return slices.Contains(s.Type, "null") || slices.ContainsFunc(s.AnyOf, mayBeNull)
}

func sameBound(t *testing.T, fd protoreflect.FieldDescriptor, name string, got *uint64, want uint64) {
	t.Helper()
	if (got == nil) != (want == 0) || got != nil && *got != want {
		t.Errorf("%s: %s is %v, want %d", fd.FullName(), name, got, want)
	}
}

// beginAtAnEvent are the rpcs that fail with 410 if the event is no longer kept.
var beginAtAnEvent = []string{"ListEvents", "CreateWebhook", "UpdateWebhook", "RedeliverWebhook",
	"ListAssignments", "ListActualHours", "DiffAssignments", "DiffActualHours"}

func TestOperationOutputsMatchResponseMessages(t *testing.T) {
	doc := document(t)
	for rpc, call := range calls(doc) {
		if _, streams := call.Operation.Responses.Get("200").Content["text/event-stream"]; streams {
			continue
		}
		response := doc.Schema(body(call.Operation.Responses.Get("200").Content).Schema)
		members := slices.DeleteFunc(slices.Sorted(maps.Keys(maps.Collect(response.Properties.All()))),
			func(name string) bool { return name == "meta" })
		if !slices.Equal(members, []string{"data"}) || !slices.Equal(response.Required, members) {
			t.Errorf("the response of %s is not {data}, with meta or without", rpc)
		}
		ofRecord := strings.Contains(call.Path, "{")
		data := doc.Schema(response.Properties.Get("data")).Properties
		for status, want := range map[string]bool{
			"304": call.Method == "GET" && (data.Has("version") || data.Has("asOf")),
			"400": true,
			"401": true,
			"403": call.Operation.Scope != "",
			// The user may have none.
			"404": ofRecord || strings.HasSuffix(call.Path, "/calendar-feed") && call.Method != "POST",
			"410": slices.Contains(beginAtAnEvent, path.Base(rpc)),
			"413": call.Operation.RequestBody != nil,
			"415": call.Operation.RequestBody != nil,
			"429": true,
			"500": true,
			"503": true,
		} {
			if call.Operation.Responses.Has(status) != want {
				t.Errorf("%s has status %s: %t, want %t", rpc, status, !want, want)
			}
		}
	}
	for _, md := range rpcs() {
		if md.IsStreamingServer() {
			continue
		}
		compareOutput(t, doc, md.Output(), map[protoreflect.FullName]bool{})
	}
}

// compareOutput compares the schema of a response with its message, and the schemas of its
// fields with theirs.
func compareOutput(
	t *testing.T, doc *openapi.Document, md protoreflect.MessageDescriptor, done map[protoreflect.FullName]bool,
) {
	t.Helper()
	if done[md.FullName()] || slices.Contains(
		[]protoreflect.FullName{"google.protobuf.Timestamp", "google.protobuf.Empty", "google.protobuf.Struct"},
		md.FullName(),
	) {
		return
	}
	done[md.FullName()] = true
	name := string(md.Name())
	if proto.GetExtension(md.Options(), pb.E_Bare).(bool) {
		if doc.Components.Schemas.Has(name) {
			t.Errorf("%s is a list in JSON, and has a schema", md.FullName())
		}
		return
	}
	if call, ok := strings.CutSuffix(name, "Response"); ok {
		name = call + "Result"
	}
	s := doc.Components.Schemas.Get(name)
	if s == nil {
		t.Errorf("%s has no schema", md.FullName())
		return
	}
	if s.Properties.Len() != md.Fields().Len() {
		t.Errorf("%s has %d fields, its schema %d", md.FullName(), md.Fields().Len(), s.Properties.Len())
	}
	for i := range md.Fields().Len() {
		fd := md.Fields().Get(i)
		p := s.Properties.Get(fd.JSONName())
		if p == nil {
			t.Errorf("%s has no schema", fd.FullName())
			continue
		}
		if expanded := get[bool](fd, pb.E_Expanded); slices.Contains(s.Required, fd.JSONName()) == expanded {
			t.Errorf("%s is required: %t", fd.FullName(), !expanded)
		}
		if p.Description == "" {
			t.Errorf("%s has no description", fd.FullName())
		}
		if fd.Message() != nil {
			compareOutput(t, doc, fd.Message(), done)
		}
	}
}

func TestEverythingHasADescription(t *testing.T) {
	doc := document(t)
	for call := range doc.Calls() {
		op := call.Operation
		if op.Summary == "" || strings.HasSuffix(op.Summary, ".") || !strings.Contains(op.Description, "Needs ") {
			t.Errorf("%s: %q, %q", op.OperationID, op.Summary, op.Description)
		}
		if strings.Contains(op.Description, "INVALID_ARGUMENT") || strings.Contains(op.Description, " mask ") {
			t.Errorf("%s uses words of gRPC: %s", op.OperationID, op.Description)
		}
	}
	for name, s := range doc.Components.Schemas.All() {
		if s.Description == "" {
			t.Errorf("%s has no description", name)
		}
	}
	for name, r := range doc.Components.Responses.All() {
		if name != "NotModified" && body(r.Content).Examples.Len() == 0 {
			t.Errorf("%s has no example", name)
		}
	}
}

func TestYAMLIsTheSameDocument(t *testing.T) {
	var fromYAML, fromJSON any
	if err := yaml.Unmarshal(described.YAML, &fromYAML); err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(described.JSON, &fromJSON); err != nil {
		t.Fatal(err)
	}
	a, _ := yaml.Marshal(fromYAML)
	b, _ := yaml.Marshal(fromJSON)
	if !bytes.Equal(a, b) {
		t.Error("openapi.yaml differs from openapi.json")
	}
}

func TestOverviewsNameEveryOperation(t *testing.T) {
	for call := range document(t).Calls() {
		if !strings.Contains(string(described.LLMs), "`"+call.Method+" "+call.Path+"`") {
			t.Errorf("llms.txt has no %s %s", call.Method, call.Path)
		}
		raw := `"raw": "{{baseUrl}}` + strings.NewReplacer("{", ":", "}", "").Replace(call.Path) + `"`
		if !strings.Contains(string(described.Postman), raw) {
			t.Errorf("the collection has no %s", raw)
		}
	}
}

// TestIDsNameTheirRecords compares x-id-of with the option id_of. Every field with the id of
// a record must have it.
func TestIDsNameTheirRecords(t *testing.T) {
	doc := document(t)
	listed := map[string]bool{}
	for call := range doc.Calls() {
		if call.Operation.Lists != "" {
			listed[call.Operation.Lists] = true
		}
	}
	listed["Placeholder"] = listed["User"] // with kind=placeholder
	// No operation lists requests, keys and organizations. The record of an event can be any. External ids and those of
	// entries are of other systems.
	others := []string{"ErrorObject.request_id", "KeyIdentity.key_id", "KeyIdentity.organization_id",
		"Event.request_id", "ListEventsRequest.record_id", "ListUsersRequest.external_id", "ListClientsRequest.external_id",
		"ListProjectsRequest.external_id", "ListTimeOffRequest.external_id",
		"DeleteLockExceptionRequest.exception_id"} // which a lock lists
	said := 0
	protoregistry.GlobalFiles.RangeFilesByPackage("workplan.v1", func(file protoreflect.FileDescriptor) bool {
		for i := range file.Messages().Len() {
			md := file.Messages().Get(i)
			for j := range md.Fields().Len() {
				fd := md.Fields().Get(j)
				name, of := string(md.Name())+"."+string(fd.Name()), get[string](fd, pb.E_IdOf)
				if !strings.HasSuffix(name, "_id") || fd.Name() == "entry_id" || slices.Contains(others, name) {
					continue
				}
				if !listed[of] {
					t.Errorf("%s is the id of %q, which no operation lists", name, of)
				}
				for _, suffix := range []string{"", "Input", "Patch"} {
					if s := doc.Components.Schemas.Get(string(md.Name()) + suffix); s != nil &&
						s.Properties.Has(fd.JSONName()) {
						said++
						property := s.Properties.Get(fd.JSONName())
						if property.IDOf != of {
							t.Errorf("%s%s: x-id-of is %q, want %q", name, suffix, property.IDOf, of)
						}
						if reference := rpc.Reference(fd); suffix != "" &&
							!strings.Contains(property.Description, reference) {
							t.Errorf("%s%s does not say that it accepts %s", name, suffix, reference)
						}
					}
				}
			}
		}
		return true
	})
	byRPC := calls(doc)
	for _, md := range rpcs() {
		call := byRPC[string(md.Parent().FullName())+"/"+string(md.Name())]
		for _, p := range call.Operation.Parameters {
			fd := md.Input().Fields().ByJSONName(p.Name)
			if fd == nil {
				fd = md.Input().Fields().ByName(protoreflect.Name(p.Name))
			}
			if fd != nil && get[string](fd, pb.E_IdOf) != "" {
				said++
				schema := p.Schema
				if fd.IsList() {
					schema = schema.Items
				}
				if schema.IDOf != get[string](fd, pb.E_IdOf) {
					t.Errorf("%s: %s: x-id-of is %q", md.FullName(), p.Name, schema.IDOf)
				}
				if reference := rpc.Reference(fd); !strings.Contains(p.Description, reference) {
					t.Errorf("%s: %s does not say that it accepts %s", md.FullName(), p.Name, reference)
				}
			}
		}
	}
	if said < 40 {
		t.Errorf("only %d fields and parameters name their record", said)
	}
}

// TestParametersHaveOneSpelling looks for a query parameter that is shown as user_id and as userId.
func TestParametersHaveOneSpelling(t *testing.T) {
	doc := document(t)
	for call := range doc.Calls() {
		shown := map[string]string{}
		for _, p := range call.Operation.Parameters {
			name := strings.ToLower(strings.ReplaceAll(p.Name, "_", ""))
			if first, twice := shown[name]; twice && p.In == "query" {
				t.Errorf("%s shows %s and %s", call.Operation.OperationID, first, p.Name)
			}
			shown[name] = p.Name
		}
	}
	if !strings.Contains(doc.Info.Description, "`user_id` is also `userId`") {
		t.Error("the document does not say that both spellings are accepted")
	}
}

// TestHeadersHaveTheirBounds compares the form of request headers with what the server accepts.
func TestHeadersHaveTheirBounds(t *testing.T) {
	doc := document(t)
	key := doc.Components.Parameters.Get("IdempotencyKey").Schema
	if key.MinLength == nil || *key.MinLength != 1 || key.MaxLength == nil || *key.MaxLength != 128 {
		t.Errorf("Idempotency-Key: %+v", key)
	}
	for name, values := range map[string]map[string]bool{
		"IdempotencyKey": {"a": true, "0198c0de-5a1e-7000-8000-00000000feed": true, "!~": true, "": false,
			"a b": false, "\u00fc": false},
		"IfMatch": {`"3"`: true, "3": true, `W/"3"`: true, "*": true, `"3", "4"`: true, "": false,
			"x": false, `"3`: false, "-1": false},
	} {
		pattern := regexp.MustCompile(doc.Components.Parameters.Get(name).Schema.Pattern)
		for value, fits := range values {
			if pattern.MatchString(value) != fits {
				t.Errorf("%s: %q should fit: %t", name, value, fits)
			}
		}
	}
}
