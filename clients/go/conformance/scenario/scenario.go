// Package scenario reads the steps of clients/scenario.json and prints their outcomes, as
// clients/README.md says. The programs for REST and for gRPC share it.
package scenario

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log"
	"maps"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/workplan-api/workplan/clients/go/workplan"
)

// Names from tools/clients/conformance/organization.json.
const (
	WorkerEmail    = "worker@example.com"
	ProjectName    = "Atlas"
	CapabilityName = "Design"
	Vacation       = "Vacation"
)

// SecretPrefix is how the secret of a webhook begins.
const SecretPrefix = "whsec_"

// recipe is in the message of an error that a follower cannot continue after.
const recipe = "list all records again"

// Step makes the calls of a step with its input, and returns its outcome: a value that is
// encoded as a JSON object. Its expected members are printed.
type Step func(ctx context.Context, input json.RawMessage) (any, error)

// With makes a step of a function with an input.
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

// Without makes a step of a function without an input.
func Without(do func(context.Context) (any, error)) Step {
	return func(ctx context.Context, _ json.RawMessage) (any, error) { return do(ctx) }
}

// members are the members of a JSON object.
type members map[string]json.RawMessage

// Run runs the steps of the scenario and prints a line for each. expectations names the
// additional expectations of the protocol: expectRest or expectGrpc.
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
		if step["expect"] == nil && step[expectations] == nil {
			continue // it is for the other protocol
		}
		line := map[string]any{"step": step["name"]}
		outcome, err := run(step, expectations, steps)
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

// run runs a step, and returns the expected members of its outcome.
func run(step members, expectations string, steps map[string]Step) (_ members, err error) {
	defer func() {
		if v := recover(); v != nil { // if an earlier step failed
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	var name string
	expected := members{}
	if err := json.Unmarshal(step["name"], &name); err != nil {
		return nil, err
	}
	for _, member := range []string{"expect", expectations} { // the second one adds to the first
		if text, ok := step[member]; ok {
			if err := json.Unmarshal(text, &expected); err != nil {
				return nil, err
			}
		}
	}
	do, ok := steps[name]
	if !ok {
		return nil, errors.New("there is no code for this step")
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

// refusal returns the outcome of a step that expects an error.
func refusal(err error) (any, error) {
	var e *workplan.Error
	if !errors.As(err, &e) {
		return nil, fmt.Errorf("want a *workplan.Error, got %v", err)
	}
	outcome := map[string]any{
		"code":        e.Code,
		"status":      e.HTTPStatus,
		"message":     e.Message,
		"field":       nil,
		"details":     len(e.Details),
		"requestId":   e.RequestID != "",
		"cursorError": errors.As(err, new(*workplan.CursorError)) && strings.Contains(e.Message, recipe),
	}
	if e.GRPCStatus != "" {
		outcome["status"] = e.GRPCStatus
	}
	if len(e.Details) > 0 {
		outcome["field"] = e.Details[0].Field
	}
	return outcome, nil
}

// Codes returns the codes of errors as an outcome.
func Codes(errs ...error) (map[string]any, error) {
	var codes []workplan.ErrorCode
	for _, err := range errs {
		var e *workplan.Error
		if !errors.As(err, &e) {
			return nil, fmt.Errorf("want a *workplan.Error, got %v", err)
		}
		codes = append(codes, e.Code)
	}
	return map[string]any{"codes": codes}, nil
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

// Rows returns all rows of a list.
func Rows[T any](rows iter.Seq2[T, error]) (all []T, err error) {
	for row, err := range rows {
		if err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, nil
}

// Batch is the input of the steps that plan hours.
type Batch struct {
	Rows      int
	FirstDate string
	// Hours are the hours of each item, nil for the usual ones.
	Hours *float64
}

// Row has the members of a row of hours that the scenario uses.
type Row struct {
	ID         string  `json:"-"`
	Date       string  `json:"date"`
	Hours      float64 `json:"hours"`
	Capability bool    `json:"capability"`
}

// Items returns the rows to plan.
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

// Sums is the outcome of planned rows.
type Sums struct {
	Rows           int     `json:"rows"`
	WithCapability int     `json:"withCapability"`
	Hours          float64 `json:"hours"`
	First          Row     `json:"first"`
}

// Sum returns the outcome of planned rows.
func Sum(rows []Row) Sums {
	sum := Sums{Rows: len(rows)}
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

// SameIDs returns the outcome of rows that were planned twice.
func SameIDs(before, after []Row) any {
	same := len(before) == len(after)
	for i := range min(len(before), len(after)) {
		same = same && before[i].ID == after[i].ID
	}
	return map[string]any{"rows": len(after), "sameIds": same}
}

// Leave is the input of the step that upserts time off.
type Leave struct {
	Match, Reason string
	Items         []struct{ ExternalID, StartDate, EndDate string }
}

// Rate has the members of a rate that the scenario uses.
type Rate struct {
	Kind       string   `json:"kind"`
	ValidFrom  *string  `json:"validFrom"`
	Amount     *float64 `json:"amount"`
	Currency   string   `json:"currency"`
	User       bool     `json:"user"`
	Capability bool     `json:"capability"`
}

// Work is the input of the step about money: hours of a user on a project, and a range.
type Work struct {
	StartDate, EndDate string
	Planned, Actual    []Row
}

// Day has the members of a row of planned hours of a proposal that the scenario uses.
type Day struct {
	Date  string  `json:"date"`
	Hours float64 `json:"hours"`
}

// Difference has the members of a row of the difference of a proposal that the scenario uses.
type Difference struct {
	Date     string   `json:"date"`
	Before   *float64 `json:"before"`
	After    *float64 `json:"after"`
	Base     *float64 `json:"base"`
	Conflict *string  `json:"conflict"`
}

// Holiday has the members of a holiday that the scenario uses.
type Holiday struct {
	CountryCode string
	Factor      float64
	Version     int64
}

// Holidays returns the outcome of written holidays.
func Holidays(holidays []Holiday) any {
	var countries []string
	var factors []float64
	var versions []int64
	for _, h := range holidays {
		countries, factors, versions = append(countries, h.CountryCode), append(factors, h.Factor),
			append(versions, h.Version)
	}
	return map[string]any{
		"holidays": len(holidays), "countryCodes": countries, "factors": factors, "versions": versions,
	}
}

// User has the members of a user that the scenario uses.
type User struct{ ID, Name string }

// Users returns the outcome of all users.
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

// Follower reads the events of a follower one by one.
type Follower[Event any] struct {
	next func() (Event, error, bool)
	// Stop ends the follower.
	Stop func()
}

// NewFollower returns a follower of events.
func NewFollower[Event any](events iter.Seq2[Event, error]) *Follower[Event] {
	next, stop := iter.Pull2(events)
	return &Follower[Event]{next, stop}
}

// Next returns the next event.
func (f *Follower[Event]) Next() (Event, error) {
	event, err, ok := f.next()
	if !ok {
		return event, errors.New("the follower has ended")
	}
	return event, err
}

// Count reads events to the end, and returns the outcome of their number.
func Count[Event any](events iter.Seq2[Event, error]) (any, error) {
	n := 0
	for _, err := range events {
		if err != nil {
			return nil, err
		}
		n++
	}
	return map[string]any{"events": n}, nil
}

// RestartServer makes the suite restart the server in a moment.
func RestartServer() error {
	resp, err := http.Get(os.Getenv("WORKPLAN_RESTART_URL"))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
