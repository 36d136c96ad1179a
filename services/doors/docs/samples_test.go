package docs_test

import (
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// shownSample matches a sample of the reference: its language and its code.
var shownSample = regexp.MustCompile(`(?s)<div class="sample \w+"><pre><code class="language-(\w+)">(.*?)</code>`)

// program makes one program of the samples of a language, one function for each operation.
type program struct {
	language, file string
	start          string
	// function returns a function with the name and the sample of an operation.
	function func(operation, code string) string
	// main and end are around the calls of all functions.
	main, call, end string
}

var programs = []program{
	{
		language: "go", file: "main.go",
		start: "package main\n\nimport (\n\"context\"\n\"fmt\"\n\"log\"\n\"os\"\n\"time\"\n\n" +
			"\"github.com/workplan-api/workplan/clients/go/workplan\"\n)\n",
		function: func(operation, code string) string { return fmt.Sprintf("func %s() {\n%s\n}\n", operation, code) },
		main:     "func main() {\n", call: "%s()\n", end: "}\n",
	},
	{
		language: "typescript", file: "samples.ts",
		start: "import { Workplan } from \"@workplan-api/client\";\n",
		function: func(operation, code string) string {
			_, code, _ = strings.Cut(code, "\n") // the import
			return fmt.Sprintf("async function %s(): Promise<void> {\n%s\n}\n", operation, code)
		},
		call: "await %s();\n",
	},
	{
		language: "python", file: "samples.py",
		function: func(operation, code string) string {
			return fmt.Sprintf("def %s() -> None:\n    %s\n\n\n", operation, strings.ReplaceAll(code, "\n", "\n    "))
		},
		call: "%s()\n",
	},
	{
		language: "java", file: "Samples.java",
		start: "import io.github.workplanapi.*;\nimport io.github.workplanapi.model.*;\nimport java.net.URI;\n" +
			"import java.time.LocalDate;\nimport java.time.OffsetDateTime;\nimport java.util.List;\n" +
			"import java.util.UUID;\n\npublic class Samples {\n",
		function: func(operation, code string) string {
			return fmt.Sprintf("static void %s() {\n%s\n}\n", operation, code)
		},
		main: "public static void main(String[] arguments) {\n", call: "%s();\n", end: "}\n}\n",
	},
}

// TestSamplesRun runs every sample of the reference against a server, with ids of the
// fixture in place of the examples' ids. The packages of other languages than Go have to be
// installed: .ci/clients does it, and sets SAMPLES to the folder.
func TestSamplesRun(t *testing.T) {
	doc, calls := readDocument(t)
	ids := exampleIDs(t, doc, calls)
	page := get(t, "GET", "/docs/reference", nil).Body.String()
	for _, p := range programs {
		t.Run(p.language, func(t *testing.T) {
			installed := os.Getenv("SAMPLES")
			if installed == "" && p.language != "go" {
				t.Skip("SAMPLES is not set: run .ci/clients")
			}
			a := apitest.NewIsolated(t)
			code, run := p.start, ""
			for _, c := range calls {
				if streams(c) {
					continue // it has only a curl
				}
				_, section, _ := strings.Cut(page, `<h3 id="`+c.OperationID+`">`)
				section, _, _ = strings.Cut(section, "</article>")
				sample := ""
				for _, m := range shownSample.FindAllStringSubmatch(section, -1) {
					if m[1] == p.language {
						sample = html.UnescapeString(m[2])
					}
				}
				if sample == "" {
					t.Fatalf("%s has no sample", c.OperationID)
				}
				records := a
				if strings.HasPrefix(c.OperationID, "update") { // gives a record the name that another sample creates
					records = apitest.NewIsolated(t)
				}
				records = withRecords(t, records, doc, c)
				for id, name := range ids {
					if strings.Contains(sample, id) {
						sample = strings.ReplaceAll(sample, id, records.Expand(name))
					}
				}
				code += p.function(c.OperationID, strings.ReplaceAll(sample, "http://127.0.0.1:8080", records.URL))
				run += fmt.Sprintf(p.call, c.OperationID)
			}
			file := filepath.Join(t.TempDir(), p.file)
			if err := os.WriteFile(file, []byte(code+p.main+run+p.end), 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.CommandContext(t.Context(), "go", "run", file)
			if p.language != "go" {
				cmd = exec.CommandContext(t.Context(), "clients/"+p.language+"/conformance/try", "example",
					filepath.Join(installed, p.language), file)
			}
			cmd.Dir = "../../.."
			cmd.Env = append(os.Environ(), "WORKPLAN_KEY="+a.Secret("admin"))
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			// The samples of lists and records print what they read.
			for _, printed := range []string{"Initech GmbH", "Website relaunch"} {
				if !strings.Contains(string(out), printed) {
					t.Errorf("the samples do not print %q:\n%s", printed, out)
				}
			}
		})
	}
}
