package apitest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
)

// Step is one call, written for both protocols, and its expected response.
type Step struct {
	// Name is a sentence that describes what the step shows.
	Name string
	// As is the name of the key: admin if it is empty, no key if it is "-".
	As string
	// Header goes with the call: as HTTP headers and as gRPC metadata.
	Header map[string]string

	// Call and Body are the REST call: "PATCH /api/v1/clients/$acme". A step without
	// Call is skipped over REST.
	Call, Body string
	// RPC and Request are the gRPC call, the request in protojson. A step without RPC is
	// skipped over gRPC: it is about HTTP or JSON.
	RPC, Request string

	// Status is the HTTP status, 200 if it is 0. GRPC is the status code.
	Status int
	GRPC   codes.Code
	// Code is the code of the error, over both protocols.
	Code string
	// Field is the first bad field over REST, Path the one over gRPC. They are not
	// compared if they are empty.
	Field, Path string
	// Want is what the response contains, as JSON that begins with {"data": …}. The
	// response may have more members, lists have exactly these items, and "*" is any
	// value but null.
	Want string
	// Save gives names to ids in the response for later steps: name to path, such as
	// {"new": "data.id", "first": "data.items.0.id"}.
	Save map[string]string
	// Do runs instead of a call, for example to change the database.
	Do func(t *testing.T, a *API)
	// Check, if set, makes more checks of the response.
	Check func(t *testing.T, a *API, ans *Answer)
}

// Run runs the steps in order over REST, in new organizations, and then over gRPC, in others.
func Run(t *testing.T, steps []Step) {
	t.Helper()
	runBoth(t, New, steps)
}

// RunIsolated is like Run, on servers and databases of the test alone.
func RunIsolated(t *testing.T, steps []Step) {
	t.Helper()
	runBoth(t, NewIsolated, steps)
}

func runBoth(t *testing.T, create func(testing.TB) *API, steps []Step) {
	t.Helper()
	t.Run("over REST", func(t *testing.T) { RunOn(t, create(t), steps, true) })
	t.Run("over gRPC", func(t *testing.T) { RunOn(t, create(t), steps, false) })
}

// RunOn runs the steps in order on a, over REST or over gRPC.
func RunOn(t *testing.T, a *API, steps []Step, overREST bool) {
	t.Helper()
	for _, s := range steps {
		t.Run(s.Name, func(t *testing.T) {
			as := s.As
			switch as {
			case "":
				as = "admin"
			case "-":
				as = ""
			}
			switch {
			case s.Do != nil:
				s.Do(t, a)
			case overREST && s.Call != "":
				s.verify(t, a, a.REST(t, as, s.Call, s.Body, s.Header), true)
			case !overREST && s.RPC != "":
				s.verify(t, a, a.Call(t, as, s.RPC, s.Request, s.Header), false)
			case s.Call == "" && s.RPC == "":
				t.Fatal("the step does nothing")
			}
		})
	}
}

func (s *Step) verify(t *testing.T, a *API, ans *Answer, overREST bool) {
	t.Helper()
	status, field := s.Status, s.Path
	if status == 0 {
		status = http.StatusOK
	}
	if overREST {
		field = s.Field
		if ans.Status != status {
			t.Fatalf("status %d, want %d: %s", ans.Status, status, ans.Raw)
		}
		if (ans.Status == http.StatusOK) != (s.GRPC == codes.OK) && s.RPC != "" {
			t.Fatalf("the test expects %d over REST and %s over gRPC", status, s.GRPC)
		}
	} else if ans.GRPC != s.GRPC {
		t.Fatalf("status %s, want %s: %s", ans.GRPC, s.GRPC, ans.Message)
	}
	if ans.Code != s.Code {
		t.Errorf("code %q, want %q (%s)", ans.Code, s.Code, ans.Message)
	}
	if field != "" &&
		(len(ans.Fields) == 0 || ans.Fields[0] != a.Expand(field) || !strings.Contains(ans.Message, field)) {
		t.Errorf("bad fields %q in %q, want %q first", ans.Fields, ans.Message, field)
	}
	if s.Want != "" {
		var want any
		if err := json.Unmarshal([]byte(a.Expand(s.Want)), &want); err != nil {
			t.Fatalf("the expectation of the test: %v", err)
		}
		for _, problem := range differences("", want, ans.Body) {
			t.Error(problem)
		}
	}
	for name, path := range s.Save {
		v, ok := Lookup(ans.Body, path).(string)
		if !ok {
			t.Fatalf("there is no string at %s in %v", path, ans.Body)
		}
		a.ids[name] = v
	}
	if s.Check != nil {
		s.Check(t, a, ans)
	}
}

// Lookup returns the value at a path such as data.items.0.id, or nil.
func Lookup(v any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(x) {
				return nil
			}
			v = x[i]
		default:
			return nil
		}
	}
	return v
}

// differences returns a sentence for each part of want that got does not contain.
func differences(at string, want, got any) []string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s is %v, want an object", at, got)}
		}
		var out []string
		for name, value := range w {
			v, ok := g[name]
			if !ok {
				out = append(out, fmt.Sprintf("%s.%s is missing", at, name))
				continue
			}
			out = append(out, differences(at+"."+name, value, v)...)
		}
		return out
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return []string{fmt.Sprintf("%s is %v, want %d items", at, got, len(w))}
		}
		var out []string
		for i := range w {
			out = append(out, differences(fmt.Sprintf("%s.%d", at, i), w[i], g[i])...)
		}
		return out
	case string:
		if w == "*" && got != nil {
			return nil
		}
	}
	if want != got {
		return []string{fmt.Sprintf("%s is %v, want %v", at, got, want)}
	}
	return nil
}
