package acceptance_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestListsOnRequest: a list that a record has on request is [] and not left out if it is empty, in every form of every
// operation that takes include or expand.
func TestListsOnRequest(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	pathVariable := regexp.MustCompile(`\{\w+\}`)
	calls := 0
	for _, m := range table.Methods() {
		if m.Verb != http.MethodGet {
			continue
		}
		for _, param := range []protoreflect.Name{"include", "expand"} {
			if m.Input.Descriptor().Fields().ByName(param) == nil {
				continue
			}
			for _, list := range listsOnRequest(m.Output.Descriptor()) {
				calls++
				path := m.Verb + " " + pathVariable.ReplaceAllString(m.Path, "$$loner") + "?" + string(param) +
					"=" + list
				member := `"` + list + `":[]`
				for accept, row := range map[string]string{
					"application/json": member, "application/x-ndjson": member, "text/csv": ",[],",
				} {
					_, body := send(t, a, path, nil, http.Header{"Accept": {accept}, "Accept-Encoding": {"identity"}})
					if m.Pages || accept == "application/json" {
						if !strings.Contains(body, row) {
							t.Errorf("%s, %s: nothing is %s in %s", path, accept, row, body)
						}
					}
				}
			}
		}
	}
	if calls < 2 {
		t.Errorf("%d operations have such a list", calls)
	}
}

// listsOnRequest returns the lists in a response that only a request with their names gets.
func listsOnRequest(md protoreflect.MessageDescriptor) (names []string) {
	for i := range md.Fields().Len() {
		fd := md.Fields().Get(i)
		onRequest, _ := proto.GetExtension(fd.Options(), pb.E_Expanded).(bool)
		switch {
		case onRequest && fd.IsList():
			names = append(names, fd.JSONName())
		case fd.Message() != nil && !onRequest && fd.Message().FullName() != "google.protobuf.Struct":
			names = append(names, listsOnRequest(fd.Message())...)
		}
	}
	return names
}
