package main

import (
	"os"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	_ "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// TestClientsHaveEachService: the clients of Java and TypeScript name the services in files that are written by hand.
// Those of Go and Python have what is generated.
func TestClientsHaveEachService(t *testing.T) {
	read := func(path string) string {
		t.Helper()
		text, err := os.ReadFile("../../../clients/" + path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	java, typescript := read("java/src/main/java/io/github/workplanapi/GrpcClient.java"), read("typescript/src/grpc.ts")
	services := 0
	protoregistry.GlobalFiles.RangeFilesByPackage("workplan.v1", func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			services++
			name := string(file.Services().Get(i).Name())
			if !strings.Contains(java, "return "+name+"Grpc.newBlockingStub(") {
				t.Errorf("GrpcClient.java has no method for %s", name)
			}
			module := "gen/" + strings.TrimSuffix(file.Path(), ".proto") + "_pb.js"
			if !strings.Contains(typescript, `export * from "./`+module+`"`) {
				t.Errorf("grpc.ts does not export %s, which has %s", module, name)
			}
		}
		return true
	})
	if services == 0 {
		t.Error("there are no services")
	}
}
