package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// step is a step of the scenario, see clients/README.md.
type step struct {
	Name       string         `json:"name"`
	Do         string         `json:"do"`
	Input      map[string]any `json:"input,omitempty"`
	Expect     map[string]any `json:"expect,omitempty"`
	ExpectRest map[string]any `json:"expectRest,omitempty"`
	ExpectGrpc map[string]any `json:"expectGrpc,omitempty"`
}

// scenario is the file that has the steps.
type scenario struct {
	Steps []step `json:"steps"`
}

// readScenario reads the steps.
func readScenario(path string) ([]step, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all scenario
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields() // a misspelled expectation would check nothing
	if err := d.Decode(&all); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return all.Steps, nil
}

// writeQuestions writes the scenario for the programs, which must not know the expected
// values: the expectations have only names.
func writeQuestions(path string, steps []step) error {
	var questions scenario
	for _, s := range steps {
		s.Expect, s.ExpectRest, s.ExpectGrpc = withoutValues(s.Expect), withoutValues(s.ExpectRest),
			withoutValues(s.ExpectGrpc)
		questions.Steps = append(questions.Steps, s)
	}
	text, err := json.MarshalIndent(questions, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

func withoutValues(expect map[string]any) map[string]any {
	names := map[string]any{}
	for name := range expect {
		names[name] = nil
	}
	return names
}

// expected returns the expected outcome of the step over a protocol.
func (s step) expected(protocol string) map[string]any {
	outcome := map[string]any{}
	maps.Copy(outcome, s.Expect)
	if protocol == overREST {
		maps.Copy(outcome, s.ExpectRest)
	} else {
		maps.Copy(outcome, s.ExpectGrpc)
	}
	return outcome
}

// stepsOver returns the steps of a protocol: those that expect something over it.
func stepsOver(protocol string, steps []step) (own []step) {
	for _, s := range steps {
		if len(s.expected(protocol)) > 0 {
			own = append(own, s)
		}
	}
	return own
}

// check is the result of one check of a client. It has passed if there is no problem.
type check struct{ name, problem string }

func newCheck(name string, err error) check {
	if err != nil {
		return check{name, err.Error()}
	}
	return check{name: name}
}

// report is a line that a program printed about a step.
type report struct {
	step    string
	outcome map[string]any
	failure string // if there is no outcome
	place   int    // the number of steps that were reported before
}

// parseReport reads a line. It has a step, either an outcome or a failure, and nothing else.
func parseReport(line []byte) (r report, ok bool) {
	var members map[string]any
	if json.Unmarshal(line, &members) != nil || len(members) != 2 {
		return r, false
	}
	if r.step, ok = members["step"].(string); !ok {
		return r, false
	}
	if r.outcome, ok = members["outcome"].(map[string]any); ok {
		return r, true
	}
	r.failure, ok = members["failure"].(string)
	return r, ok
}

// checkSteps compares the output of a program with the scenario. It returns a check for
// each step, and one for other output.
func checkSteps(steps []step, protocol string, out []byte) []check {
	steps = stepsOver(protocol, steps)
	reports := map[string][]report{}
	others := check{name: "nothing but the steps"}
	for line := range bytes.Lines(out) {
		r, ok := parseReport(line)
		if ok && slices.ContainsFunc(steps, func(s step) bool { return s.Name == r.step }) {
			r.place = len(reports)
			reports[r.step] = append(reports[r.step], r)
		} else if others.problem == "" {
			others.problem = fmt.Sprintf("is not the report of a step: %.200s", bytes.TrimSpace(line))
		}
	}
	var checks []check
	previous := -1
	for _, s := range steps {
		found := reports[s.Name]
		c := check{name: s.Name}
		switch {
		case len(found) == 0:
			c.problem = "is missing"
		case len(found) > 1:
			c.problem = fmt.Sprintf("is there %d times", len(found))
		case found[0].place < previous:
			c.problem = "comes before the step that it follows"
		case found[0].outcome == nil:
			c.problem = "failed: " + found[0].failure
		default:
			c.problem = difference(s.expected(protocol), found[0].outcome)
		}
		if len(found) > 0 {
			previous = found[0].place
		}
		checks = append(checks, c)
	}
	return append(checks, others)
}

// notRun returns the checks of a program that could not run.
func notRun(steps []step, protocol string) (checks []check) {
	for _, s := range stepsOver(protocol, steps) {
		checks = append(checks, check{s.Name, "was not run"})
	}
	return checks
}

// difference returns a line for each member in which two outcomes differ. Numbers are
// compared by value.
func difference(want, got map[string]any) string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(want)) {
		value, ok := got[name]
		switch {
		case !ok:
			lines = append(lines, fmt.Sprintf("%s: is missing, want %s", name, compact(want[name])))
		case !reflect.DeepEqual(want[name], value):
			lines = append(lines, fmt.Sprintf("%s: got %s, want %s", name, compact(value), compact(want[name])))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok {
			lines = append(lines, fmt.Sprintf("%s: got %s, want no such member", name, compact(got[name])))
		}
	}
	return strings.Join(lines, "\n")
}

func compact(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // it was decoded from JSON
	}
	return string(text)
}

// keyText matches keys and parts of keys, also the wrong key of the scenario.
var keyText = regexp.MustCompile(`wpk_[0-9A-Za-z_]{6,}`)

// leakedKey returns an error if a program printed a key.
func leakedKey(out output) error {
	if keyText.Match(out.stdout) || keyText.Match(out.stderr) {
		return errors.New("a key is printed")
	}
	return nil
}
