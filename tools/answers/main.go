// Command answers compares the response that a document shows with the printed one.
//
//	answers shown.json output
//
// The last JSON value of the output must equal the shown value, but for what differs from run to run: a shown UUID
// matches any UUID and a time any time, also within a string. "…" matches any value, within a string any text, and as
// the last item of a list any further items.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: answers shown.json output")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintf(os.Stderr, "The response is not the one shown: %v\n", err)
		os.Exit(1)
	}
}

func run(shownFile, outputFile string) error {
	shown, err := os.ReadFile(shownFile)
	if err != nil {
		return err
	}
	output, err := os.ReadFile(outputFile)
	if err != nil {
		return err
	}
	want, err := last(shown)
	if err != nil {
		return fmt.Errorf("the document's JSON: %w", err)
	}
	// With curl -i the headers come first.
	if i := bytes.LastIndex(output, []byte("\r\n\r\n")); i >= 0 {
		output = output[i:]
	}
	got, err := last(output)
	if err != nil {
		return fmt.Errorf("the output: %w", err)
	}
	return compare("", want, got)
}

// last returns the last JSON value in a text.
func last(text []byte) (value any, err error) {
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var next any
		switch err := d.Decode(&next); {
		case errors.Is(err, io.EOF) && value == nil:
			return nil, errors.New("no JSON")
		case errors.Is(err, io.EOF):
			return value, nil
		case err != nil:
			return nil, err
		}
		value = next
	}
}

const (
	anything = "…"
	uuid     = `[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`
	instant  = `\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z`
)

var (
	isUUID = regexp.MustCompile(`^` + uuid + `$`)
	// varies finds the parts of a shown string that a response may have with another value.
	varies = regexp.MustCompile(anything + `|` + uuid + `|` + instant)
)

func compare(at string, want, got any) error {
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		if !ok {
			return fmt.Errorf("%s is %v, but the document shows an object", at, got)
		}
		for name := range object {
			if _, ok := want[name]; !ok {
				return fmt.Errorf("%s.%s is not in the document", at, name)
			}
		}
		for name, value := range want {
			member, ok := object[name]
			if !ok {
				return fmt.Errorf("%s.%s is missing", at, name)
			}
			if err := compare(at+"."+name, value, member); err != nil {
				return err
			}
		}
		return nil
	case []any:
		list, ok := got.([]any)
		if !ok {
			return fmt.Errorf("%s is %v, but the document shows a list", at, got)
		}
		if n := len(want); n > 0 && want[n-1] == anything && len(list) >= n-1 {
			want, list = want[:n-1], list[:n-1]
		}
		if len(list) != len(want) {
			return fmt.Errorf("%s has %d items, but the document shows %d", at, len(list), len(want))
		}
		for i := range want {
			if err := compare(fmt.Sprintf("%s[%d]", at, i), want[i], list[i]); err != nil {
				return err
			}
		}
		return nil
	case string:
		if text, ok := got.(string); want == anything || ok && same(want, text) {
			return nil
		}
	}
	if want != got {
		return fmt.Errorf("%s is %v, but the document shows %v", at, got, want)
	}
	return nil
}

// same reports whether a shown string matches a printed one.
func same(want, got string) bool {
	var pattern strings.Builder
	end := 0
	for _, at := range varies.FindAllStringIndex(want, -1) {
		pattern.WriteString(regexp.QuoteMeta(want[end:at[0]]))
		switch part := want[at[0]:at[1]]; {
		case part == anything:
			pattern.WriteString(".*")
		case isUUID.MatchString(part):
			pattern.WriteString(uuid)
		default:
			pattern.WriteString(instant)
		}
		end = at[1]
	}
	pattern.WriteString(regexp.QuoteMeta(want[end:]))
	return regexp.MustCompile("^(?s:" + pattern.String() + ")$").MatchString(got)
}
