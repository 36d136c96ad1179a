// Package scenario is what the programs for REST and for gRPC share: they read the steps
// of clients/scenario.json and print what came out, as clients/README.md says.
package scenario

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log"
	"maps"
	"os"
	"time"

	"github.com/workplan-api/workplan/clients/go/workplan"
)

// What the organization of a run has, clients/conformance/organization.json.
const (
	WorkerEmail    = "worker@example.com"
	ProjectName    = "Atlas"
	CapabilityName = "Design"
	Vacation       = "Vacation"
)

// Step makes the calls of a step with its input, and returns its outcome: something that
// becomes a JSON object, of which the expected members are printed.
type Step func(ctx context.Context, input json.RawMessage) (any, error)

// With makes a step of a function that takes its input as a value of a type.
func With[Input any](do func(context.Context, Input) (any, error)) Step {
	return func(ctx context.Context, text json.RawMessage) (any, error) {
		var input Input
		if text != nil {
			if err := json.Unmarshal(text, &input); err != nil {
				return nil, err
			}
		}
		return do(ctx, input)
	}
}

// Without makes a step of a function that takes no input.
func Without(do func(context.Context) (any, error)) Step {
	return func(ctx context.Context, _ json.RawMessage) (any, error) { return do(ctx) }
}

// members are those of a JSON object.
type members map[string]json.RawMessage

// Run takes the steps of the scenario by their names and prints a line for each. Either
// protocol lays its own expectations, expectRest or expectGrpc, over the others.
func Run(expectations string, steps map[string]Step) {
	log.SetFlags(0)
	text, err := os.ReadFile(os.Getenv("SCENARIO"))
	if err != nil {
		log.Fatal(err)
	}
	var scenario struct{ Steps []members }
	if err := json.Unmarshal(text, &scenario); err != nil {
		log.Fatal(err)
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for _, step := range scenario.Steps {
		line := map[string]any{"step": step["name"]}
		outcome, err := take(step, expectations, steps)
		if err != nil {
			line["failure"] = err.Error()
		} else {
			line["outcome"] = outcome
		}
		if err := out.Encode(line); err != nil {
			log.Fatal(err)
		}
	}
}

// take takes a step, and returns the members of its outcome that are expected.
func take(step members, expectations string, steps map[string]Step) (_ members, err error) {
	defer func() {
		if v := recover(); v != nil { // of a step whose predecessor failed
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	var name string
	expected := members{}
	for member, target := range map[string]any{"name": &name, "expect": &expected} {
		if err := json.Unmarshal(step[member], target); err != nil {
			return nil, err
		}
	}
	if own, ok := step[expectations]; ok {
		if err := json.Unmarshal(own, &expected); err != nil { // into what is there
			return nil, err
		}
	}
	do, ok := steps[name]
	if !ok {
		return nil, errors.New("the program does not know this step")
	}
	outcome, err := do(context.Background(), step["input"])
	if _, ok := expected["code"]; ok {
		if outcome, err = refusal(err); err != nil {
			return nil, err
		}
	}
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(outcome)
	if err != nil {
		return nil, err
	}
	var all members
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	maps.DeleteFunc(all, func(member string, _ json.RawMessage) bool { _, ok := expected[member]; return !ok })
	return all, nil
}

// refusal is the outcome of a step where an error is expected.
func refusal(err error) (any, error) {
	var e *workplan.Error
	if !errors.As(err, &e) {
		return nil, fmt.Errorf("want a *workplan.Error, got %v", err)
	}
	outcome := map[string]any{
		"code":      e.Code,
		"status":    e.HTTPStatus,
		"message":   e.Message,
		"field":     nil,
		"details":   len(e.Details),
		"requestId": e.RequestID != "",
	}
	if e.GRPCStatus != "" {
		outcome["status"] = e.GRPCStatus
	}
	if len(e.Details) > 0 {
		outcome["field"] = e.Details[0].Field
	}
	return outcome, nil
}

// Find returns the first row of a list that matches.
func Find[T any](rows iter.Seq2[T, error], matches func(T) bool) (found T, err error) {
	for row, err := range rows {
		if err != nil || matches(row) {
			return row, err
		}
	}
	return found, errors.New("not found")
}

// Batch is the input of the steps that plan hours.
type Batch struct {
	Rows      int
	FirstDate string
	// Hours are those of every item, unless it is nil.
	Hours *float64
}

// Row is what the scenario says of a row of hours.
type Row struct {
	ID         string  `json:"-"`
	Date       string  `json:"date"`
	Hours      float64 `json:"hours"`
	Capability bool    `json:"capability"`
}

// Items are the rows to plan.
func (b Batch) Items() ([]Row, error) {
	first, err := time.Parse(time.DateOnly, b.FirstDate)
	if err != nil {
		return nil, err
	}
	rows := make([]Row, b.Rows)
	for i := range rows {
		rows[i] = Row{
			Date:       first.AddDate(0, 0, i/2).Format(time.DateOnly),
			Hours:      float64(i%16) / 2,
			Capability: i%2 == 0,
		}
		if b.Hours != nil {
			rows[i].Hours = *b.Hours
		}
	}
	return rows, nil
}

// Sum is the outcome of planned rows.
func Sum(rows []Row) any {
	sum := struct {
		Rows           int     `json:"rows"`
		WithCapability int     `json:"withCapability"`
		Hours          float64 `json:"hours"`
		First          Row     `json:"first"`
	}{Rows: len(rows)}
	for i, row := range rows {
		if i == 0 {
			sum.First = row
		}
		if row.Capability {
			sum.WithCapability++
		}
		sum.Hours += row.Hours
	}
	return sum
}

// SameIDs is the outcome of rows that were planned before.
func SameIDs(before, after []Row) any {
	same := len(before) == len(after)
	for i := range min(len(before), len(after)) {
		same = same && before[i].ID == after[i].ID
	}
	return map[string]any{"rows": len(after), "sameIds": same}
}

// User is what the scenario says of a user.
type User struct{ ID, Name string }

// Users is the outcome of all users.
func Users(users []User) any {
	ids := map[string]bool{}
	for _, user := range users {
		ids[user.ID] = true
	}
	var names []string
	if len(users) > 0 {
		names = []string{users[0].Name, users[len(users)-1].Name}
	}
	return map[string]any{"users": len(users), "ids": len(ids), "names": names}
}
