package licenses_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	generated "github.com/workplan-api/workplan/gen/licenses"
	"github.com/workplan-api/workplan/tools/licenses"
)

func mustRead(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestLicensesAreFresh collects the licences anew, and compares them with the text of the packages and with that of the
// program.
func TestLicensesAreFresh(t *testing.T) {
	notices, err := licenses.OfProgram(t.Context(), "../..")
	if err != nil {
		t.Fatal(err)
	}
	ofWebApp, err := licenses.OfWebApp("../..")
	if err != nil {
		t.Fatal(err)
	}
	text := mustRead(t, "gen/licenses/copyright")
	if licenses.Page(mustRead(t, "LICENSE"), append(notices, ofWebApp...)) != text {
		t.Error("the licences have changed: run .ci/generate")
	}
	r, err := gzip.NewReader(bytes.NewReader(generated.Compressed))
	if err != nil {
		t.Fatal(err)
	}
	if program, err := io.ReadAll(r); err != nil || string(program) != text {
		t.Errorf("the program has another text than the packages: %v", err)
	}
	for _, want := range []string{ // also those of code that was copied into a module, and notices
		"Copyright (c) 2016 Caleb Spare", "Copyright (c) 2011 The Snappy-Go Authors",
		"Copyright (c) 2019 Klaus Post", "Svelte Contributors",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no text has %q", want)
		}
	}
}

// TestPlatformsAreThoseOfARelease reads .goreleaser.yaml.
func TestPlatformsAreThoseOfARelease(t *testing.T) {
	targets := regexp.MustCompile(`targets: \[(.*)\]`).FindStringSubmatch(mustRead(t, ".goreleaser.yaml"))
	if targets == nil {
		t.Fatal("there are no targets")
	}
	if released := strings.Split(strings.ReplaceAll(targets[1], "_", "/"), ", "); !slices.Equal(released,
		licenses.Platforms) {
		t.Errorf("a release is for %v, and the licences are those of %v", released, licenses.Platforms)
	}
}

// TestPage has two components with one licence, and one with two.
func TestPage(t *testing.T) {
	page := licenses.Page("Ours\n", []licenses.Notice{
		{Component: licenses.Component{Name: "a", Version: "v1"}, Texts: []string{"MIT\n"}},
		{Component: licenses.Component{Name: "b"}, Texts: []string{"\r\nMIT\r\n", "  Notice"}},
	})
	rule := strings.Repeat("=", 80) + "\n"
	if want := "\n\nOurs\n\n" + rule + "a v1\nb\n" + rule + "\nMIT\n\n" + rule + "b\n" + rule +
		"\n  Notice\n"; !strings.HasSuffix(page, want) {
		t.Errorf("%q does not end with %q", page, want)
	}
}
