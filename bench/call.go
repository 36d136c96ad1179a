package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/fieldmaskpb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// call is one request in the forms that the arms send. They are made before the
// clock starts, because making them is not what is measured.
type call struct {
	// verb, path and body are the request over REST, http all of its bytes.
	verb, path string
	body       []byte
	http       []byte
	// rpc and message are the request over gRPC.
	rpc     string
	message []byte
	// raw runs the statements.
	raw func(context.Context, *session) error
	// statement is the last of them, as PostgreSQL sees it.
	statement string
}

// page is what a list asks for; what is empty is not asked.
type page struct {
	user, project, start, end string
	limit, offset             int
}

const (
	listRPC   = pb.AssignmentService_ListAssignments_FullMethodName
	upsertRPC = pb.AssignmentService_UpsertAssignments_FullMethodName
	patchRPC  = pb.ClientService_UpdateClient_FullMethodName

	assignmentsPath = "/api/v1/assignments"
	clientsPath     = "/api/v1/clients/"
)

// overHTTP writes the request as it goes over the wire.
func (c *call) overHTTP(key string) {
	text := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer %s\r\n", c.verb, c.path, key)
	if c.body != nil {
		text += fmt.Sprintf("Content-Type: application/json\r\nContent-Length: %d\r\n", len(c.body))
	}
	c.http = append([]byte(text+"\r\n"), c.body...)
}

func listCall(d *data, p page) (call, error) {
	query := url.Values{"limit": {strconv.Itoa(p.limit)}}
	for name, value := range map[string]string{"user_id": p.user, "project_id": p.project, "start_date": p.start, "end_date": p.end} {
		if value != "" {
			query.Set(name, value)
		}
	}
	message, err := proto.Marshal(&pb.ListAssignmentsRequest{
		Limit: new(int32(p.limit)), UserId: optional(p.user), ProjectId: optional(p.project), StartDate: optional(p.start), EndDate: optional(p.end),
	})
	if err != nil {
		return call{}, err
	}
	statement, _ := p.statement(d.organization)
	c := call{
		verb: http.MethodGet, path: assignmentsPath + "?" + query.Encode(), rpc: listRPC, message: message, statement: statement,
		raw: func(ctx context.Context, s *session) error {
			return s.list(ctx, d.organization, p, func([]byte) {})
		},
	}
	c.overHTTP(d.key)
	return c, nil
}

func upsertCall(d *data, items []item) (call, error) {
	batch := &pb.AssignmentBatch{}
	body := []byte(openItems)
	for i, it := range items {
		if i > 0 {
			body = append(body, ',')
		}
		body = appendItem(body, it)
		batch.Items = append(batch.Items, &pb.Assignment{
			UserId: it.user, ProjectId: it.project, CapabilityId: optional(it.capability), Date: it.date, Hours: new(it.hours),
		})
	}
	message, err := proto.Marshal(&pb.UpsertAssignmentsRequest{Batch: batch})
	if err != nil {
		return call{}, err
	}
	sorted := slices.SortedFunc(slices.Values(items), func(a, b item) int { return compare(&a, &b) })
	statement := inserts[len(items)]
	if statement == "" {
		statement = "COMMIT"
	}
	c := call{
		verb: http.MethodPost, path: assignmentsPath, body: append(body, closeItems...), rpc: upsertRPC, message: message, statement: statement,
		raw: func(ctx context.Context, s *session) error {
			_, err := s.upsert(ctx, d.organization, sorted, nil)
			return err
		},
	}
	c.overHTTP(d.key)
	return c, nil
}

func patchCall(d *data, client, website string) (call, error) {
	message, err := proto.Marshal(&pb.UpdateClientRequest{
		ClientId: client, Client: &pb.Client{Website: &website}, UpdateMask: &fieldmaskpb.FieldMask{Paths: []string{"website"}},
	})
	if err != nil {
		return call{}, err
	}
	c := call{
		verb: http.MethodPatch, path: clientsPath + client, body: []byte(toWebsite + website + closeWebsite), rpc: patchRPC, message: message,
		statement: updateClient,
		raw: func(ctx context.Context, s *session) error {
			_, err := s.patch(ctx, d.organization, client, website)
			return err
		},
	}
	c.overHTTP(d.key)
	return c, nil
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
