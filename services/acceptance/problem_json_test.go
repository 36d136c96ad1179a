package acceptance_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestProblemJSON asks for errors in the form of RFC 9457. They say the same as those of the contract.
func TestProblemJSON(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	header := func(more http.Header) http.Header {
		more["X-Request-Id"], more["Content-Type"] = []string{"one"}, []string{"application/json"}
		return more
	}
	const problem = "application/problem+json"
	for _, test := range []struct{ call, body, accept, mediaType string }{
		{"GET /api/v1/clients/$unknown", "", problem, problem},
		{"GET /api/v1/clients/$unknown", "", "application/json;q=0.9, application/problem+json", problem},
		{"GET /api/v1/clients/$unknown", "", "application/json, application/problem+json", "application/json"},
		{"GET /api/v1/clients/$unknown", "", "Application/Problem+JSON;q=0.5, */*;q=0.1", problem},
		{"GET /api/v1/clients/$unknown", "", "application/json, application/problem+json;q=0.9", "application/json"},
		{"GET /api/v1/clients/$unknown", "", "application/problem+json;q=0, */*", "application/json"},
		{"GET /api/v1/clients/$unknown", "", "*/*", "application/json"},
		{"GET /api/v1/nothing", "", problem, problem},
		{"POST /api/v1/assignments", `{"items": [` + day(`{"hours": 25, "userId": "me"}`) + `]}`, problem, problem},
		{"POST /api/v1/clients", `{`, problem, problem},
	} {
		t.Run(test.call+" "+test.accept, func(t *testing.T) {
			var want struct{ Error map[string]any }
			resp, body := send(t, a, test.call, strings.NewReader(a.Expand(test.body)), header(http.Header{}))
			if err := json.Unmarshal([]byte(body), &want); err != nil {
				t.Fatal(err)
			}
			got, text := send(t, a, test.call, strings.NewReader(a.Expand(test.body)),
				header(http.Header{"Accept": {test.accept}}))
			if got.StatusCode != resp.StatusCode || got.Header.Get("Content-Type") != test.mediaType {
				t.Errorf("%s with %s, want %s with %s", got.Status, got.Header.Get("Content-Type"), resp.Status,
					test.mediaType)
			}
			if test.mediaType != problem {
				if text != body {
					t.Error(text)
				}
				return
			}
			var members map[string]any
			if err := json.Unmarshal([]byte(text), &members); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(strings.Join(got.Header.Values("Vary"), ","), "Accept") {
				t.Errorf("Vary: %q", got.Header.Values("Vary"))
			}
			code := want.Error["code"].(string)
			if diff := cmp.Diff(map[string]any{
				"type": "/docs/errors#" + code, "title": http.StatusText(got.StatusCode),
				"status": float64(got.StatusCode),
				"detail": want.Error["message"], "code": code, "requestId": "one", "details": want.Error["details"],
			}, members); diff != "" {
				t.Error(diff)
			}
		})
	}
}
