package rpc_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/rpc"
)

func TestTable(t *testing.T) {
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("an rpc is found by its name, and has its place", func(t *testing.T) {
		for _, m := range table.Methods() {
			if table.ByName(m.Name) != m {
				t.Errorf("%s is not found by its name", m.Name)
			}
		}
		m := table.ByName("/workplan.v1.ClientService/UpdateClient")
		if m == nil || m.Verb != "PATCH" || m.Path != "/api/v1/clients/{client_id}" ||
			m.Body.Name() != "client" || m.Mask == nil {
			t.Errorf("its place: %+v", m)
		}
		if slices.Contains(table.Verbs("/api/v1/clients/x"), "PUT") ||
			table.ByName("/workplan.v1.ClientService/Drop") != nil {
			t.Error("what is not there is found")
		}
	})
	for path, want := range map[string][]string{
		"/api/v1/clients":            {"GET", "HEAD", "POST"},
		"/api/v1/clients/x":          {"GET", "HEAD", "PATCH"},
		"/api/v1/clients/upsert":     {"POST"},
		"/api/v1/clients/":           nil,
		"/api/v1/clients/x/y":        nil,
		"/api/v1/time-off/x":         {"DELETE", "GET", "HEAD", "PATCH"},
		"/api/v1/time-off/x/approve": {"POST"},
		"/api/v1/time-off//approve":  nil,
		"/api/v1":                    nil,
		"":                           nil,
	} {
		t.Run("the verbs of "+path, func(t *testing.T) {
			if got := table.Verbs(path); !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// TestRoutesThatAreNotServed makes a service whose rpcs have routes that the gateway would serve, and the table would
// not find.
func TestRoutesThatAreNotServed(t *testing.T) {
	for name, test := range map[string]struct {
		rules []*annotations.HttpRule
		want  string
	}{
		"a path of whole segments": {
			[]*annotations.HttpRule{get("/api/v1/clients/{client_id}"), get("/api/v1/clients")}, "",
		},
		"two places in REST": {[]*annotations.HttpRule{{
			Pattern:            &annotations.HttpRule_Get{Get: "/api/v1/a"},
			AdditionalBindings: []*annotations.HttpRule{get("/api/v1/b")},
		}}, "more than one place"},
		"a pattern in a path": {[]*annotations.HttpRule{get("/api/v1/{client_id=clients/*}")},
			"neither a text nor a field"},
		"a wildcard": {[]*annotations.HttpRule{get("/api/v1/*")}, "neither a text nor a field"},
		"a verb after a colon": {[]*annotations.HttpRule{get("/api/v1/clients/{client_id}:copy")},
			"neither a text nor a field"},
		"a field that is none": {[]*annotations.HttpRule{get("/api/v1/clients/{user_id}")},
			"neither a text nor a field"},
		"the same place for two rpcs": {[]*annotations.HttpRule{get("/api/v1/clients"), get("/api/v1/clients")},
			"has the REST route of"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := rpc.TableOf(serviceWith(t, test.rules))
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}

// TestLargeRPCsOnlyRead: an rpc that writes cannot take two shares, because it may wait for a lock with them.
func TestLargeRPCsOnlyRead(t *testing.T) {
	for _, rule := range []*annotations.HttpRule{
		get("/api/v1/a"), {Pattern: &annotations.HttpRule_Post{Post: "/api/v1/a"}},
	} {
		_, err := rpc.TableOf(serviceWith(t, []*annotations.HttpRule{rule}, pb.E_Large))
		if writes := rule.GetPost() != ""; writes != (err != nil && strings.Contains(err.Error(), "(large)")) {
			t.Errorf("%v: %v", rule, err)
		}
	}
}

func get(path string) *annotations.HttpRule {
	return &annotations.HttpRule{Pattern: &annotations.HttpRule_Get{Get: path}}
}

// serviceWith returns a service with an rpc for each rule, with other options too. Their request is that of GetClient.
func serviceWith(
	t *testing.T, rules []*annotations.HttpRule, others ...protoreflect.ExtensionType,
) protoreflect.ServiceDescriptor {
	t.Helper()
	service := &descriptorpb.ServiceDescriptorProto{Name: proto.String("TestService")}
	for i, rule := range rules {
		options := &descriptorpb.MethodOptions{}
		proto.SetExtension(options, pb.E_Scope, "none")
		proto.SetExtension(options, annotations.E_Http, rule)
		if rule.GetGet() != "" {
			options.IdempotencyLevel = descriptorpb.MethodOptions_NO_SIDE_EFFECTS.Enum()
		}
		for _, other := range others {
			proto.SetExtension(options, other, true)
		}
		service.Method = append(service.Method, &descriptorpb.MethodDescriptorProto{
			Name: proto.String(fmt.Sprintf("Get%d", i)), Options: options,
			InputType:  proto.String(".workplan.v1.GetClientRequest"),
			OutputType: proto.String(".workplan.v1.GetClientResponse"),
		})
	}
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name: proto.String("test.proto"), Package: proto.String("test"), Syntax: proto.String("proto3"),
		Dependency: []string{pb.File_workplan_v1_clients_proto.Path()},
		Service:    []*descriptorpb.ServiceDescriptorProto{service},
	}, protoregistry.GlobalFiles)
	if err != nil {
		t.Fatal(err)
	}
	return file.Services().Get(0)
}
