package main

import (
	"slices"
	"strings"
	"testing"
)

func TestWriteResults(t *testing.T) {
	good := []column{{"go", "package", []check{{name: "install"}}},
		{"go", overREST, []check{{name: "me"}, {name: "a list"}}}}
	bad := []column{{"java", "package", []check{{name: "install", problem: "no Java"}}},
		{"java", overREST, []check{{name: "me", problem: "was not run"}, {name: "a list", problem: "was not run"}}}}
	var out strings.Builder
	if !writeResults(&out, good, []string{"go\tx.zip\t5 bytes"}) ||
		!strings.HasSuffix(out.String(), "\n3 passed, 0 failed\n") {
		t.Error(out.String())
	}
	out.Reset()
	if writeResults(&out, append(good, bad...), []string{"go\tx.zip\t5 bytes"}) {
		t.Error("failures are reported as passed")
	}
	const want = `
         go             java     
         package  rest  package  rest
install  ✓              ✗        
me                ✓              ✗
a list            ✓              ✗

go  x.zip  5 bytes

✗ java, package, install:
    no Java
✗ java, rest, me and the next 1:
    was not run
The output of the programs is in .cache/conformance.

3 passed, 3 failed
`
	if got := "\n" + out.String(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestRows(t *testing.T) {
	named := func(names ...string) (c column) {
		for _, name := range names {
			c.checks = append(c.checks, check{name: name})
		}
		return c
	}
	got := rows([]column{
		named("install", "example 1"), named("me"), named("install", "example 1", "example 2"), named("me", "a list"),
	})
	if want := []string{"install", "example 1", "example 2", "me", "a list"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
