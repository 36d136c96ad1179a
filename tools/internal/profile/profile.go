// Package profile takes profiles of the processor from servers that run.
package profile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/workplan-api/workplan/test/process"
)

// Sample is a stack, the innermost function first, and how long the processor was in it.
type Sample struct {
	Time  time.Duration
	Stack []string
}

// Take profiles a server for some seconds, by the address of its operator's port, and returns the samples. It leaves
// the profile in a file.
func Take(ctx context.Context, ops string, seconds int, file string) ([]Sample, error) {
	err := download(ctx, fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", ops, seconds), file)
	if err != nil {
		return nil, err
	}
	traces, err := process.Output(ctx, "go", "tool", "pprof", "-traces", file)
	return Parse(string(traces)), err
}

func download(ctx context.Context, url, file string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", url, resp.Status)
	}
	return errors.Join(err, os.WriteFile(file, text, 0o600))
}

var traceValue = regexp.MustCompile(`^\s*([\d.]+)(ns|us|ms|s|mins)\s+(\S.*)$`)

var units = map[string]time.Duration{
	"ns": time.Nanosecond, "us": time.Microsecond, "ms": time.Millisecond, "s": time.Second, "mins": time.Minute,
}

// Parse reads what go tool pprof -traces prints: for each sample a line with the time and the innermost function, and
// then a line for each function outside of it.
func Parse(traces string) (all []Sample) {
	for text := range strings.SplitSeq(traces, "-----------+") {
		var s Sample
		for line := range strings.Lines(text) {
			m := traceValue.FindStringSubmatch(strings.TrimRight(line, "\n"))
			switch {
			case m != nil:
				var n float64
				_, _ = fmt.Sscan(m[1], &n)
				s.Time, s.Stack = time.Duration(n*float64(units[m[2]])), []string{strings.TrimSpace(m[3])}
			case s.Stack != nil:
				s.Stack = append(s.Stack, strings.TrimSpace(line))
			}
		}
		if s.Stack != nil {
			all = append(all, s)
		}
	}
	return all
}
