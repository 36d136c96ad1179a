package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const scenarioText = `{"steps": [
	{"name": "me", "do": "", "expect": {"keyName": "admin", "scopes": 12}},
	{"name": "a list", "do": "", "expect": {"first": {"hours": 0.5, "capability": null}, "names": ["a", "b"]}},
	{"name": "an error", "do": "", "expect": {"code": "not_found"}, "expectRest": {"status": 404}, "expectGrpc": {"status": "NOT_FOUND"}}
]}`

const (
	meLine   = `{"step": "me", "outcome": {"scopes": 12, "keyName": "admin"}}` + "\n"
	listLine = `{"step": "a list", "outcome": {"names": ["a", "b"], "first": {"capability": null, "hours": 0.5}}}` +
		"\n"
	errorLine = `{"step": "an error", "outcome": {"code": "not_found", "status": 404}}` + "\n"
)

// problems returns the problems of a program's output, each as check: problem.
func problems(t *testing.T, protocol, out string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "scenario.json")
	mustWrite(t, path, scenarioText)
	steps, err := readScenario(path)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, c := range checkSteps(steps, protocol, []byte(out)) {
		if c.problem != "" {
			lines = append(lines, c.name+": "+c.problem)
		}
	}
	return strings.Join(lines, "\n")
}

func TestCheckSteps(t *testing.T) {
	for _, test := range []struct{ name, out, want string }{
		{"all is as expected", meLine + listLine + errorLine, ""},
		{"numbers are compared by their value",
			strings.Replace(meLine, "12", "1.2e1", 1) + strings.Replace(listLine, "0.5", "0.50", 1) + errorLine, ""},
		{"the last line may be unfinished", meLine + listLine + strings.TrimSpace(errorLine), ""},
		{"another value", strings.Replace(meLine, "12", "11", 1) + listLine + errorLine, "me: scopes: got 11, want 12"},
		{"a number as a string", strings.Replace(meLine, "12", `"12"`, 1) + listLine + errorLine,
			`me: scopes: got "12", want 12`},
		{"a member too many", strings.Replace(meLine, "{\"scopes\"", `{"id": null, "scopes"`, 1) + listLine + errorLine,
			"me: id: got null, want no such member"},
		{"a member too few", strings.Replace(meLine, `"scopes": 12, `, "", 1) + listLine + errorLine,
			"me: scopes: is missing, want 12"},
		{"a member too many inside", meLine + strings.Replace(listLine, "null", `null, "id": 1`, 1) + errorLine,
			`a list: first: got {"capability":null,"hours":0.5,"id":1}, want {"capability":null,"hours":0.5}`},
		{"a null is omitted", meLine + strings.Replace(listLine, `"capability": null, `, "", 1) + errorLine,
			`a list: first: got {"hours":0.5}, want {"capability":null,"hours":0.5}`},
		{"another order of a list", meLine + strings.Replace(listLine, `"a", "b"`, `"b", "a"`, 1) + errorLine,
			`a list: names: got ["b","a"], want ["a","b"]`},
		{"the status of the other protocol", meLine + listLine + strings.Replace(errorLine, "404", `"NOT_FOUND"`, 1),
			`an error: status: got "NOT_FOUND", want 404`},
		{"a step is missing", meLine + errorLine, "a list: is missing"},
		{"nothing is printed", "", "me: is missing\na list: is missing\nan error: is missing"},
		{"a step twice", meLine + listLine + listLine + errorLine, "a list: is there 2 times"},
		{"steps in another order", listLine + meLine + errorLine, "a list: comes before the step that it follows"},
		{"a step has failed", meLine + `{"step": "a list", "failure": "no route"}` + "\n" + errorLine,
			"a list: failed: no route"},
		{"an unknown step", meLine + listLine + errorLine + `{"step": "more", "outcome": {}}`,
			`nothing but the steps: is not the report of a step: {"step": "more", "outcome": {}}`},
		{"a line that is not JSON", meLine + "warning: old\n" + listLine + errorLine,
			"nothing but the steps: is not the report of a step: warning: old"},
		{"a report with more than the outcome",
			strings.Replace(meLine, "{", `{"failure": "x", `, 1) + listLine + errorLine,
			"me: is missing\nnothing but the steps: is not the report of a step: " +
				strings.TrimSpace(strings.Replace(meLine, "{", `{"failure": "x", `, 1))},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := problems(t, overREST, test.out); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
	t.Run("expectations of gRPC", func(t *testing.T) {
		if got := problems(t, overGRPC,
			meLine+listLine+strings.Replace(errorLine, "404", `"NOT_FOUND"`, 1)); got != "" {
			t.Error(got)
		}
		if got := problems(t, overGRPC,
			meLine+listLine+errorLine); got != `an error: status: got 404, want "NOT_FOUND"` {
			t.Error(got)
		}
	})
}

func TestReadScenario(t *testing.T) {
	t.Run("clients/scenario.json", func(t *testing.T) {
		steps, err := readScenario("../../../clients/scenario.json")
		if err != nil || len(steps) == 0 {
			t.Fatal(steps, err)
		}
	})
	t.Run("a misspelled expectation", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "scenario.json")
		mustWrite(t, path, strings.Replace(scenarioText, "expectRest", "expectRESTful", 1))
		if steps, err := readScenario(path); err == nil {
			t.Error(steps)
		}
	})
}

func TestWriteQuestions(t *testing.T) {
	dir := t.TempDir()
	asked, told := filepath.Join(dir, "scenario.json"), filepath.Join(dir, "questions.json")
	mustWrite(t, asked, strings.Replace(scenarioText, `"do": ""`, `"do": "Ask.", "input": {"limit": 5}`, 1))
	steps, err := readScenario(asked)
	if err != nil {
		t.Fatal(err)
	}
	if err := writeQuestions(told, steps); err != nil {
		t.Fatal(err)
	}
	questions, err := readScenario(told)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]step{
		{Name: "me", Do: "Ask.", Input: map[string]any{"limit": 5.0},
			Expect: map[string]any{"keyName": nil, "scopes": nil}},
		{Name: "a list", Expect: map[string]any{"first": nil, "names": nil}},
		{Name: "an error", Expect: map[string]any{"code": nil}, ExpectRest: map[string]any{"status": nil},
			ExpectGrpc: map[string]any{"status": nil}},
	}, questions); diff != "" {
		t.Error(diff)
	}
	if steps[0].Expect["scopes"] != 12.0 {
		t.Error("the expected values are lost")
	}
}

func TestLeakedKey(t *testing.T) {
	const key = "wpk_0ujsszwN8NRY24YaXiTIE2VWDTS"
	for _, out := range []output{{stdout: []byte(key)}, {stderr: []byte("Authorization: Bearer " + key + "\n")},
		{stderr: []byte("the key wpk_not_a_key is wrong")}} {
		if leakedKey(out) == nil {
			t.Errorf("not seen: %s%s", out.stdout, out.stderr)
		}
	}
	if err := leakedKey(output{stdout: []byte(meLine), stderr: []byte("keys look like wpk_…")}); err != nil {
		t.Error(err)
	}
}
