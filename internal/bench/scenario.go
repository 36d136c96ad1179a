package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/fieldmaskpb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// call is one request over REST and over gRPC.
type call struct {
	method, path   string
	body           []byte
	rpc            string
	message, reply proto.Message
}

// request is a list of calls that are sent in turn. A write has two calls, of which each
// changes what the other one wrote.
type request []call

// leastRequests is the least number of requests of a scenario. Each client needs its own.
const leastRequests = 48

type scenario struct {
	name, about string
	make        func(*maker) []request
	requests    []request
}

var allScenarios = []scenario{
	{name: "list-50", about: "planned hours of a user in 30 days, 50 rows", make: list(50, 30)},
	{name: "list-200", about: "planned hours of a user in 90 days, 200 rows", make: list(200, 90)},
	{name: "upsert-1", about: "other hours for 1 row", make: upsert(1000, 1, true)},
	{name: "upsert-100", about: "other hours for 100 rows, a week of 5 users", make: upsert(200, 100, true)},
	{name: "upsert-1000", about: "other hours for 1,000 rows, a week of 50 users", make: upsert(leastRequests, 1000, true)},
	{name: "upsert-1000-same", about: "the hours that 1,000 rows have already", make: upsert(leastRequests, 1000, false)},
	{name: "patch", about: "another website for a client", make: patch},
}

func scenarioNames() (names []string) {
	for _, s := range allScenarios {
		names = append(names, s.name)
	}
	return names
}

// scenarios returns the scenarios to run, with their requests.
func scenarios(o *organization, opts options) (list []scenario) {
	for _, s := range allScenarios {
		if len(opts.Only) == 0 || slices.Contains(opts.Only, s.name) {
			s.requests = s.make(&maker{o, rand.New(rand.NewPCG(1, 2))})
			list = append(list, s)
		}
	}
	return list
}

// maker makes requests at random, but the same ones in each run.
type maker struct {
	*organization
	*rand.Rand
}

func list(limit, days int) func(*maker) []request {
	return func(m *maker) (requests []request) {
		days := min(days, m.days())
		for range 1000 {
			first := m.IntN(m.days() - days + 1)
			user, start, end := m.Users[m.IntN(users)].ID, date(first), date(first+days-1)
			requests = append(requests, request{{
				method: http.MethodGet,
				path:   fmt.Sprintf("/api/v1/assignments?limit=%d&user_id=%s&start_date=%s&end_date=%s", limit, user, start, end),
				rpc:    pb.AssignmentService_ListAssignments_FullMethodName, reply: &pb.ListAssignmentsResponse{},
				message: &pb.ListAssignmentsRequest{Limit: new(int32(limit)), UserId: &user, StartDate: &start, EndDate: &end},
			}})
		}
		return requests
	}
}

// upsert makes up to count requests of size rows each, no row twice. Requests that change hours
// have rows of the first half of the table. The second half keeps the hours that were loaded.
func upsert(count, size int, change bool) func(*maker) []request {
	return func(m *maker) (requests []request) {
		half := m.rows / 2
		chunks := m.Perm(half / size)
		for _, chunk := range chunks[:min(count, len(chunks))] {
			if first := chunk * size; change {
				requests = append(requests, request{*m.upsert(first, size, 0.25), *m.upsert(first, size, 0.5)})
			} else {
				requests = append(requests, request{*m.upsert(half+first, size, 0)})
			}
		}
		return requests
	}
}

// upsert writes size rows from the row first on, with some more hours than were loaded.
func (o *organization) upsert(first, size int, more float64) *call {
	items, batch := make([]item, size), &pb.AssignmentBatch{}
	for i := range items {
		it := o.item(first + i)
		it.Hours += more
		items[i] = it
		batch.Items = append(batch.Items, &pb.Assignment{
			UserId: it.User, ProjectId: it.Project, CapabilityId: it.Capability, Date: it.Date, Hours: &it.Hours,
		})
	}
	return &call{
		method: http.MethodPost, path: "/api/v1/assignments", body: mustJSON(map[string]any{"items": items}),
		rpc: pb.AssignmentService_UpsertAssignments_FullMethodName, reply: &pb.UpsertAssignmentsResponse{},
		message: &pb.UpsertAssignmentsRequest{Batch: batch},
	}
}

func patch(m *maker) (requests []request) {
	for _, c := range m.Clients {
		var r request
		for _, website := range []string{"https://client.example/a", "https://client.example/b"} {
			r = append(r, call{
				method: http.MethodPatch, path: "/api/v1/clients/" + c.ID, body: mustJSON(map[string]any{"website": website}),
				rpc: pb.ClientService_UpdateClient_FullMethodName, reply: &pb.UpdateClientResponse{},
				message: &pb.UpdateClientRequest{
					ClientId: c.ID, Client: &pb.Client{Website: &website}, UpdateMask: &fieldmaskpb.FieldMask{Paths: []string{"website"}},
				},
			})
		}
		requests = append(requests, r)
	}
	return requests
}

func mustJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // v is made of strings and numbers
	}
	return text
}
