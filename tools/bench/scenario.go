package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"

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

	items      []item // the rows of an upsert
	pocketBase *call  // the same request in the API of PocketBase
}

// request is a list of calls that are sent in turn. A write has two calls, of which each
// changes what the other one wrote.
type request struct {
	calls []*call
	turns map[string]int // by database
}

func newRequest(calls ...*call) *request { return &request{calls, map[string]int{}} }

// next returns the call whose turn it is in a database.
func (r *request) next(database string) *call {
	r.turns[database]++
	return r.calls[r.turns[database]%len(r.calls)]
}

// leastRequests is the least number of requests of a scenario. Each client needs its own.
const leastRequests = 48

type scenario struct {
	name, about string
	worked      bool // of actual hours, which the baseline does not have
	make        func(*organization, *rand.Rand) []*request
	requests    []*request
}

var allScenarios = []scenario{
	{name: "list-50", about: "planned hours of a user in 30 days, 50 rows", make: list("user", 50, 30, 0)},
	{name: "list-200", about: "planned hours of a user in 90 days, 200 rows", make: list("user", 200, 90, 0)},
	{name: "upsert-1", about: "other hours for 1 row", make: upsert(1000, 1, true)},
	{name: "upsert-100", about: "other hours for 100 rows, a week of 5 users", make: upsert(200, 100, true)},
	{name: "upsert-1000", about: "other hours for 1,000 rows, a week of 50 users", make: upsert(leastRequests,
		1000, true)},
	{name: "upsert-1000-same", about: "the hours that 1,000 rows have already", make: upsert(leastRequests,
		1000, false)},
	{name: "worked-1", about: "other actual hours for 1 row", make: worked(upsert(1000, 1, true)), worked: true},
	{name: "worked-1000", about: "other actual hours for 1,000 rows, a week of 50 users",
		make: worked(upsert(leastRequests, 1000, true)), worked: true},
	{name: "patch", about: "another website for a client", make: patch},
}

func scenarioNames() (names []string) {
	for _, s := range allScenarios {
		names = append(names, s.name)
	}
	return names
}

// reportScenarios are the scenarios of the report.
var reportScenarios = []scenario{
	{name: "list-50", about: "a page of 50 rows: planned hours of a user in 30 days", make: list("user", 50, 30, 0)},
	{name: "list-50-project", about: "a page of 50 rows: planned hours of a project in 30 days", make: list("project",
		50, 30, 0)},
	{name: "list-50-all", about: "a page of 50 rows: planned hours of the organization in 30 days", make: list("",
		50, 30, 0)},
	{name: "list-200", about: "a page of 200 rows: planned hours of a user in 90 days", make: list("user", 200, 90, 0)},
	{name: "upsert-1", about: "other hours for 1 row", make: upsert(1000, 1, true)},
	{name: "upsert-100", about: "other hours for 100 rows", make: upsert(200, 100, true)},
	{name: "upsert-1000", about: "other hours for 1,000 rows", make: upsert(16, 1000, true)},
	{name: "upsert-5000", about: "other hours for 5,000 rows", make: upsert(4, 5000, true)},
	{name: "patch", about: "another website for a client", make: patch},
}

// scenarios returns the scenarios to run. Their requests are random but the same in each run.
func scenarios(o *organization, opts options) (list []scenario) {
	for _, s := range allScenarios {
		if len(opts.Only) == 0 || slices.Contains(opts.Only, s.name) {
			s.requests = s.make(o, rand.New(rand.NewPCG(1, 2)))
			list = append(list, s)
		}
	}
	return list
}

// list makes requests for pages of the rows of random users or projects, or of all rows, on random days. If days is 0,
// the rows of all days match.
func list(by string, limit, days, offset int) func(*organization, *rand.Rand) []*request {
	return func(o *organization, random *rand.Rand) (requests []*request) {
		days := min(days, o.days())
		for range 1000 {
			message := &pb.ListAssignmentsRequest{Limit: new(int32(limit))}
			query, filter := fmt.Sprintf("limit=%d", limit), []string{}
			if offset > 0 {
				message.Offset = new(int64(offset))
				query += fmt.Sprintf("&offset=%d", offset)
			}
			first, user, project := random.IntN(o.days()-days+1), random.IntN(users), random.IntN(projects)
			switch by {
			case "user":
				message.UserId = &o.Users[user].ID
				query += "&user_id=" + *message.UserId
				filter = append(filter, "user='"+pocketBaseID(user)+"'")
			case "project":
				message.ProjectId = &o.Projects[project].ID
				query += "&project_id=" + *message.ProjectId
				filter = append(filter, "project='"+pocketBaseID(project)+"'")
			}
			if days > 0 {
				start, end := date(first), date(first+days-1)
				message.StartDate, message.EndDate = &start, &end
				query += "&start_date=" + start + "&end_date=" + end
				filter = append(filter, "date>='"+start+"'", "date<='"+end+" 23:59:59'")
			}
			requests = append(requests, newRequest(&call{
				method: http.MethodGet, path: "/api/v1/assignments?" + query,
				rpc:   pb.AssignmentService_ListAssignments_FullMethodName,
				reply: &pb.ListAssignmentsResponse{}, message: message,
				pocketBase: &call{method: http.MethodGet, path: pocketBasePath + "assignments/records?" + url.Values{
					"perPage": {fmt.Sprint(limit)}, "page": {fmt.Sprint(1 + offset/limit)}, "skipTotal": {"1"},
					"sort": {"date,user,project,capability"}, "filter": {strings.Join(filter, "&&")},
				}.Encode()},
			}))
		}
		return requests
	}
}

// upsert makes up to count requests of size rows each, no row twice. Requests that change hours
// have rows of the first half of the table. The second half keeps the hours that were loaded.
func upsert(count, size int, change bool) func(*organization, *rand.Rand) []*request {
	return func(o *organization, random *rand.Rand) (requests []*request) {
		half := o.rows / 2
		chunks := random.Perm(half / size)
		for _, chunk := range chunks[:min(count, len(chunks))] {
			if first := chunk * size; change {
				requests = append(requests, newRequest(o.upsert(first, size, 0.25), o.upsert(first, size, 0.5)))
			} else {
				requests = append(requests, newRequest(o.upsert(half+first, size, 0)))
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
		items: items, pocketBase: pocketBaseUpsert(first, items),
		method: http.MethodPost, path: "/api/v1/assignments", body: mustJSON(object{"items": items}),
		rpc: pb.AssignmentService_UpsertAssignments_FullMethodName, reply: &pb.UpsertAssignmentsResponse{},
		message: &pb.UpsertAssignmentsRequest{Batch: batch},
	}
}

// worked makes the requests of an upsert of planned hours write actual hours.
func worked(plan func(*organization, *rand.Rand) []*request) func(*organization, *rand.Rand) []*request {
	return func(o *organization, random *rand.Rand) []*request {
		requests := plan(o, random)
		for _, r := range requests {
			for _, c := range r.calls {
				c.path, c.rpc = "/api/v1/actual-hours", pb.ActualHoursService_UpsertActualHours_FullMethodName
				batch := &pb.ActualHoursBatch{}
				for _, m := range c.message.(*pb.UpsertAssignmentsRequest).Batch.Items {
					batch.Items = append(batch.Items, &pb.ActualHoursRow{
						UserId: m.UserId, ProjectId: m.ProjectId, CapabilityId: m.CapabilityId, Date: m.Date,
						Hours: m.Hours,
					})
				}
				c.message, c.reply = &pb.UpsertActualHoursRequest{Batch: batch}, &pb.UpsertActualHoursResponse{}
			}
		}
		return requests
	}
}

func patch(o *organization, _ *rand.Rand) (requests []*request) {
	for i, c := range o.Clients {
		website := func(site string) *call {
			return &call{
				method: http.MethodPatch, path: "/api/v1/clients/" + c.ID, body: mustJSON(object{"website": site}),
				rpc: pb.ClientService_UpdateClient_FullMethodName, reply: &pb.UpdateClientResponse{},
				pocketBase: &call{
					method: http.MethodPatch, path: pocketBasePath + "clients/records/" + pocketBaseID(i),
					body: mustJSON(object{"website": site}),
				},
				message: &pb.UpdateClientRequest{
					ClientId: c.ID, Client: &pb.Client{Website: &site},
					UpdateMask: &fieldmaskpb.FieldMask{Paths: []string{"website"}},
				},
			}
		}
		requests = append(requests,
			newRequest(website("https://client.example/a"), website("https://client.example/b")))
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
