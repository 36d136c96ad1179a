package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/proc"
)

const (
	// maxGrowthOfDoors is a bar of flood-doors. The heap may grow to five times what is in use, so 20 MiB of messages
	// are 100 MiB.
	maxGrowthOfDoors = 128 << 20
	openDoors        = "without shares, with all doors"
)

func init() {
	variants[openDoors] = func(s *settings) {
		variants[unfair](s)
		s.MCP = true
	}
	run := func(serve func(context.Context, *environment) (*process.Server, error)) trial {
		return func(ctx context.Context, e *environment) ([]figure, error) {
			s, err := serve(ctx, e)
			if err != nil {
				return nil, err
			}
			before, err := proc.Memory(s.PID)
			if err != nil {
				return nil, err
			}
			return e.floodDoors(ctx, s, before)
		}
	}
	add(row{
		timed: true,
		name:  "flood-doors",
		done: fmt.Sprintf("One organization sends the dearest request that each door accepts, to assistants, identity providers "+
			"and the API, over %d connections without a pause; another one sends 20 requests a second.", floodConnections),
		holds: fmt.Sprintf("The p99 of the other one is at most %d times its p99 alone on busy processors, without a 503; /readyz "+
			"is 200 throughout; the server grows by at most %d MiB.", maxSlowdown, maxGrowthOfDoors>>20),
		run: run(func(ctx context.Context, e *environment) (*process.Server, error) {
			return e.serve(ctx, "MCP=on")
		}),
		controlDone: "no limit on the requests and the memory of an organization",
		control: run(func(ctx context.Context, e *environment) (*process.Server, error) {
			return e.serveWith(ctx, openDoors)
		}),
	})
}

// doors returns the dearest requests of an organization, one of each kind of work that a client can multiply.
func doors(o *organization) []request {
	body := func(v any) []byte {
		text, err := json.Marshal(v)
		if err != nil {
			panic(err) // strings and numbers always encode
		}
		return text
	}
	tool := func(name string, arguments object) request {
		return request{http.MethodPost, "/mcp", body(object{
			"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": object{"name": name, "arguments": arguments},
		})}
	}
	var planned []object
	ids := ""
	for i := range 100 {
		planned = append(planned, object{
			"person": o.user(i), "project": o.Projects[i%projects].ID, "startDate": date(0), "endDate": date(68), "hoursPerDay": 4,
		})
		ids += "," + o.user(i)
	}
	year := fmt.Sprintf("start_date=%s&end_date=%s", date(0), date(364))
	return []request{
		tool("propose_assignments", object{"assignments": planned}),
		tool("plan_against_actual", object{"startDate": date(0), "endDate": date(364), "bucket": "week"}),
		tool("plan_of_project", object{"project": "Project 1", "startDate": date(0), "endDate": date(364)}),
		tool("explain_change", object{}),
		{http.MethodPost, "/mcp", body(object{"jsonrpc": "2.0", "id": 1, "method": "tools/list"})},
		{http.MethodGet, "/api/v1/capacity?bucket=day&" + year, nil},
		{http.MethodGet, "/api/v1/users?limit=200&ids=" + ids[1:], nil},
		{http.MethodPost, "/api/v1/assignments/copy?dryRun=true", body(object{
			"source": object{"userId": o.user(0), "startDate": date(0), "endDate": date(364)},
			"target": object{"startDate": date(370)},
		})},
		{http.MethodGet, "/api/v1/events?limit=200&after=0", nil},
		{http.MethodGet, "/scim/v2/Users?count=200", nil},
	}
}

// floodDoors floods the doors of a server, which had the given memory before.
func (e *environment) floodDoors(ctx context.Context, s *process.Server, before int64) ([]figure, error) {
	harmed, f, err := e.besideFlood(ctx, s, doors(e.first))
	if err != nil {
		return nil, err
	}
	growth := harmed.memory - before
	figures := append(harmed.figures(), mebibytes("growth", growth),
		count("requests of the flood done", f.Statuses[http.StatusOK]),
		count("× 429", f.Statuses[http.StatusTooManyRequests]),
		count("× 503", f.Statuses[http.StatusServiceUnavailable]), milliseconds("slowest", f.Slowest[http.StatusOK]))
	switch err = harmed.check(maxServerMemory); {
	case err != nil:
	case harmed.attack.p99() > maxSlowdown*harmed.busy.p99():
		err = broken("the p99 of the neighbour rose from %s to %s", harmed.busy.p99(), harmed.attack.p99())
	case growth > maxGrowthOfDoors:
		err = broken("the server grew by %d MiB", growth>>20)
	case f.Statuses[http.StatusOK] == 0 || f.unexpected() > 0:
		err = broken("the flood got %v", f.Statuses)
	}
	return figures, err
}
