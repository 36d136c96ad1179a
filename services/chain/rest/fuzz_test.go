package rest

import (
	"errors"
	"net/http"
	"net/url"
	"testing"

	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
)

// FuzzQuery decodes queries for the list with the most kinds of parameters. Each is refused
// with a problem for the client, or gives a request that can be encoded. Its parameters in
// another order give the same request.
func FuzzQuery(f *testing.F) {
	for _, query := range []string{
		"", "limit=50&offset=0&count=true", "limit=1e2", "limit=1&limit=2", "status=draft,active&status=planned",
		"status=,", "expand=client,projectManager", "clientId=x&client_id=y", "updatedSince=2026-01-01T00:00:00Z",
		"updated_since=2026-01-01T00:00:00%2B02:00", "name=%00", "name=%ff", "name=%zz", "a;b", "=", "&&&",
		"offset=9007199254740992", "isBillable=TRUE", "limit=1e400", "limit=-1e400",
		"%6cimit=1", "startDate=2026-02-30",
	} {
		f.Add(query)
	}
	table, err := rpc.NewTable()
	if err != nil {
		f.Fatal(err)
	}
	in := newInput(table.ByName(pb.ProjectService_ListProjects_FullMethodName))
	decode := func(query string) (*pb.ListProjectsRequest, error) {
		req := &pb.ListProjectsRequest{}
		x := &exchange{request: &http.Request{URL: &url.URL{RawQuery: query}}, input: in}
		return req, x.decodeQuery(req.ProtoReflect())
	}
	f.Fuzz(func(t *testing.T, query string) {
		req, err := decode(query)
		if p := (*problem.Error)(nil); err != nil && !errors.As(err, &p) {
			t.Fatalf("%q: %v", query, err)
		}
		if err != nil {
			return
		}
		if _, err := proto.Marshal(req); err != nil {
			t.Errorf("%q: %v", query, err)
		}
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatalf("%q is accepted: %v", query, err)
		}
		sorted, err := decode(values.Encode())
		if err != nil || !proto.Equal(sorted, req) {
			t.Errorf("%q is %v, %q is %v: %v", query, req, values.Encode(), sorted, err)
		}
	})
}
