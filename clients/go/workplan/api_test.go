package workplan_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/workplan-api/workplan/clients/go/workplan"
)

const key = "wpk_secret"

// serve serves handler and counts the calls.
func serve(t *testing.T, handler http.HandlerFunc, opts ...workplan.Option) (*workplan.API, *atomic.Int32) {
	t.Helper()
	var calls atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		handler(w, r)
	}))
	t.Cleanup(server.Close)
	return workplan.New(server.URL, key, opts...), &calls
}

// busy refuses a call for some seconds.
func busy(seconds string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", seconds)
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprint(w, `{"error":{"message":"too many","code":"rate_limited","requestId":"r-1","details":[]}}`)
	}
}

func mustError(t *testing.T, err error) *workplan.Error {
	t.Helper()
	var e *workplan.Error
	if !errors.As(err, &e) {
		t.Fatalf("want a *workplan.Error, got %v", err)
	}
	return e
}

func TestKeyIsNotPrinted(t *testing.T) {
	api, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "You sent %s", r.Header.Get("Authorization"))
	})
	_, err := api.GetMe(t.Context())
	if e := mustError(t, err); e.Code != workplan.ErrUnexpectedResponse ||
		!strings.Contains(e.Message, "You sent Bearer [key]") {
		t.Errorf("the error does not show the response: %v", err)
	}
	_, invalid := workplan.New("http://127.0.0.1:1", key+"\n", workplan.WithTries(1)).GetMe(t.Context())
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		for _, value := range []any{api, *api, err, errors.Unwrap(err), invalid} {
			if text := fmt.Sprintf(verb, value); strings.Contains(text, key) {
				t.Errorf("%s of a %T has the key: %s", verb, value, text)
			}
		}
	}
}

func TestNoWaitBeyondAMinute(t *testing.T) {
	for _, seconds := range []string{"61", "99999999999999999999"} {
		api, calls := serve(t, busy(seconds), workplan.WithTimeout(time.Hour))
		_, err := api.GetMe(t.Context())
		if e := mustError(t, err); e.Code != workplan.ErrRateLimited || e.HTTPStatus != 429 || e.RequestID != "r-1" {
			t.Errorf("Retry-After %s: %#v", seconds, e)
		}
		if n := calls.Load(); n != 1 {
			t.Errorf("Retry-After %s: %d calls", seconds, n)
		}
	}
}

func TestTooExpensiveIsNotSentAgain(t *testing.T) {
	api, calls := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprint(w, `{"error":{"message":"send less","code":"too_expensive","requestId":"r-1","details":[]}}`)
	})
	_, err := api.GetMe(t.Context())
	if e := mustError(t, err); e.Code != workplan.ErrTooExpensive || e.HTTPStatus != 503 || calls.Load() != 1 {
		t.Errorf("%d calls: %#v", calls.Load(), e)
	}
}

func TestNoWaitBeyondTheDeadline(t *testing.T) {
	api, calls := serve(t, busy("50"), workplan.WithTimeout(40*time.Second))
	start := time.Now()
	_, err := api.GetMe(t.Context())
	if !errors.Is(err, workplan.ErrRateLimited) || calls.Load() != 1 || time.Since(start) > 20*time.Second {
		t.Errorf("%d calls in %v: %v", calls.Load(), time.Since(start), err)
	}
}

func TestCancelEndsAWait(t *testing.T) {
	api, calls := serve(t, busy("20"))
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	_, err := api.GetMe(ctx)
	if e := mustError(t, err); e.Code != workplan.ErrUnreachable ||
		!errors.Is(err, context.Canceled) || calls.Load() != 1 {
		t.Errorf("%d calls: %v", calls.Load(), err)
	}
}

func TestBaseURLWithThePathOfTheAPI(t *testing.T) {
	for _, suffix := range []string{"", "/", "/api/v1", "//api/v1//", "/prefix/api/v1/"} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintf(w, `{"data":{"keyName":%q}}`, r.URL.Path)
		}))
		defer server.Close()
		me, err := workplan.New(server.URL+suffix, key).GetMe(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if path := strings.TrimPrefix(me.KeyName, "/prefix"); path != "/api/v1/me" {
			t.Errorf("%q: the path is %s", suffix, me.KeyName)
		}
	}
}

func TestWrongBaseURLOrKey(t *testing.T) {
	for _, test := range []struct {
		url, key, message string
	}{
		{"127.0.0.1:8080", key, "does not begin with http:// or https://"},
		{"", key, "does not begin with http:// or https://"},
		{"http://127.0.0.1:1", "", "the API key is empty"},
		{"http://127.0.0.1:1", key + "\n", "a line break"},
	} {
		_, err := workplan.New(test.url, test.key).GetMe(t.Context())
		if e := mustError(t, err); !strings.Contains(e.Message, test.message) {
			t.Errorf("%q: %v", test.url, err)
		}
	}
}

func TestFindUserByEmail(t *testing.T) {
	api, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		items := "[]"
		if r.URL.RawQuery == "email=ada%2Bplan%40example.com" {
			items = `[{"id":"a"}]`
		}
		fmt.Fprintf(w, `{"data":{"items":%s}}`, items)
	})
	user, err := api.FindUserByEmail(t.Context(), "ada+plan@example.com")
	if err != nil || user.ID != "a" {
		t.Errorf("%v, %v", user, err)
	}
	if _, err := api.FindUserByEmail(t.Context(), "nobody@example.com"); !errors.Is(err, workplan.ErrNotFound) {
		t.Error(err)
	}
}

func TestTimeout(t *testing.T) {
	api, _ := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		<-r.Context().Done() // until the client is gone
	}, workplan.WithTimeout(50*time.Millisecond))
	_, err := api.GetMe(t.Context())
	if e := mustError(t, err); e.Code != workplan.ErrUnreachable || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestResetConnection(t *testing.T) {
	reset := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

	t.Run("a create is sent again with the same key", func(t *testing.T) {
		for given, opts := range map[string][]workplan.CallOption{"": nil, "mine": {workplan.IdempotencyKey("mine")}} {
			keys := make(chan string, 9)
			api, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
				keys <- r.Header.Get("Idempotency-Key")
				reset(w, r)
			}, workplan.WithTries(2))
			_, err := api.CreateClient(t.Context(), workplan.ClientInput{CompanyName: "Only once"}, opts...)
			if !errors.Is(err, workplan.ErrUnreachable) || len(keys) != 2 {
				t.Fatalf("%d calls: %v", len(keys), err)
			}
			first, second := <-keys, <-keys
			if first == "" || second != first || given != "" && first != given {
				t.Errorf("the keys %q and %q", first, second)
			}
		}
	})
	t.Run("an update with a version is sent again with the same key, else it could conflict with its own first try",
		func(t *testing.T) {
			keys := make(chan string, 9)
			api, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
				keys <- r.Header.Get("Idempotency-Key")
				reset(w, r)
			}, workplan.WithTries(2))
			_, err := api.UpdateClient(t.Context(), "id", workplan.ClientPatch{}, workplan.IfMatch(1))
			if !errors.Is(err, workplan.ErrUnreachable) || len(keys) != 2 {
				t.Fatalf("%d calls: %v", len(keys), err)
			}
			if first, second := <-keys, <-keys; first == "" || second != first {
				t.Errorf("the keys %q and %q", first, second)
			}
		})
	t.Run("an update is sent again without a key", func(t *testing.T) {
		api, calls := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if key := r.Header.Get("Idempotency-Key"); key != "" {
				t.Errorf("the key %q", key)
			}
			reset(w, r)
		}, workplan.WithTries(2))
		_, err := api.UpdateClient(t.Context(), "id", workplan.ClientPatch{})
		if !errors.Is(err, workplan.ErrUnreachable) || calls.Load() != 2 {
			t.Errorf("%d calls: %v", calls.Load(), err)
		}
	})
}

func TestBusyCreateIsSentAgain(t *testing.T) {
	api, calls := serve(t, busy("0"), workplan.WithTries(2))
	_, err := api.CreateClient(t.Context(), workplan.ClientInput{CompanyName: "Only once"})
	if !errors.Is(err, workplan.ErrRateLimited) || calls.Load() != 2 {
		t.Errorf("%d calls: %v", calls.Load(), err)
	}
}

func TestRedirectIsNotFollowed(t *testing.T) {
	api, calls := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	}, workplan.WithHTTPClient(&http.Client{}))
	_, err := api.CreateClient(t.Context(), workplan.ClientInput{CompanyName: "Initech GmbH"})
	if e := mustError(t, err); e.Code != workplan.ErrUnexpectedResponse || e.HTTPStatus != 302 || calls.Load() != 1 {
		t.Errorf("%d calls: %v", calls.Load(), err)
	}
}

func TestUnexpectedResponses(t *testing.T) {
	for _, body := range []string{"", "{}", `{"data":null}`, `{"data":[]}`, "null", "<html>"} {
		for _, status := range []int{200, 404} {
			api, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(status)
				fmt.Fprint(w, body)
			})
			_, err := api.GetMe(t.Context())
			if e := mustError(t, err); e.Code != workplan.ErrUnexpectedResponse || e.HTTPStatus != status ||
				!strings.Contains(e.Message, "/api/v1/me") {
				t.Errorf("%d %q: %v", status, body, err)
			}
		}
	}
}

func TestQuery(t *testing.T) {
	var got url.Values
	api, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r.URL.Query()
		fmt.Fprint(w,
			`{"data":{"items":[],"total":null,"limit":50,"offset":0,"hasMore":false,"new":"ignored"},"new":1}`)
	})
	_, err := api.ListProjects(t.Context(), workplan.ListProjectsParams{
		Status:       []workplan.ProjectStatus{workplan.ProjectStatusDraft, workplan.ProjectStatusActive},
		IsBillable:   new(false),
		Name:         "a&b",
		UpdatedSince: time.Date(2027, 3, 1, 8, 30, 0, 1000, time.FixedZone("", 3600)),
	})
	if err != nil {
		t.Fatal(err)
	}
	want := url.Values{
		"status": {"draft,active"}, "isBillable": {"false"}, "name": {"a&b"},
		"updatedSince": {"2027-03-01T08:30:00.000001+01:00"},
	}
	if got.Encode() != want.Encode() {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestInclude(t *testing.T) {
	var got url.Values
	status, response := 200,
		`{"data":[],"meta":{"warnings":[{"index":0,"field":"items[0].userId","code":"inactive_user",`+
			`"message":"is inactive"}],"warningCount":1}}`
	api, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r.URL.Query()
		w.WriteHeader(status)
		fmt.Fprint(w, response)
	})
	meta := workplan.WriteMeta{Summary: new(workplan.WriteSummary)}
	upsert := func() error {
		_, err := api.UpsertAssignments(t.Context(), workplan.AssignmentBatchInput{},
			workplan.DryRun(), workplan.Include(&meta, "warnings", "availability"))
		return err
	}
	if err := upsert(); err != nil {
		t.Fatal(err)
	}
	if want := (url.Values{"dryRun": {"true"}, "include": {"warnings,availability"}}); got.Encode() != want.Encode() {
		t.Errorf("got %v, want %v", got, want)
	}
	if meta.Summary != nil || *meta.WarningCount != 1 || meta.Warnings[0].Code != workplan.WarningCodeInactiveUser {
		t.Errorf("%+v", meta)
	}
	status, response = 400, `{"error":{"message":"wrong","code":"validation_failed","details":[]}}`
	if err := upsert(); !errors.Is(err, workplan.ErrValidationFailed) || meta.WarningCount == nil {
		t.Errorf("%+v after %v", meta, err)
	}
}

func TestReturnMinimal(t *testing.T) {
	api, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Prefer"); got != "return=minimal" {
			t.Errorf("Prefer is %q", got)
		}
		fmt.Fprint(w, `{"data":[],"meta":{"summary":{"created":1,"updated":2,"unchanged":3}}}`)
	})
	var meta workplan.WriteMeta
	rows, err := api.UpsertAssignments(t.Context(), workplan.AssignmentBatchInput{}, workplan.ReturnMinimal(&meta))
	if err != nil || len(rows) != 0 {
		t.Fatal(rows, err)
	}
	if want := (workplan.WriteSummary{Created: 1, Updated: 2, Unchanged: 3}); meta.Summary == nil ||
		*meta.Summary != want {
		t.Errorf("%+v", meta.Summary)
	}
	var included workplan.WriteMeta
	if _, err := api.UpsertAssignments(t.Context(), workplan.AssignmentBatchInput{},
		workplan.Include(&included, "summary"), workplan.ReturnMinimal(&meta)); err != nil || included.Summary == nil {
		t.Errorf("with both options: %+v, %v", included, err)
	}
}

func TestErrorOfALaterPage(t *testing.T) {
	api, calls := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if query := r.URL.RawQuery; query != "offset=7" {
			if query != "cursor=c1" {
				t.Errorf("the query of the second page is %s", query)
			}
			w.WriteHeader(http.StatusInternalServerError)
			fmt.Fprint(w, `{"error":{"message":"internal error","code":"internal","requestId":"r-2","details":[]}}`)
			return
		}
		fmt.Fprint(w, `{"data":{"items":[{"id":"a"},{"id":"b"}],"total":null,"limit":2,"offset":7,"hasMore":true,"nextCursor":"c1"}}`)
	})
	users := api.AllUsers(t.Context(), workplan.ListUsersParams{Offset: 7})
	for range 2 { // The iterator can be used again.
		var ids string
		var last error
		for user, err := range users {
			ids, last = ids+user.ID, err
		}
		if ids != "ab" || !errors.Is(last, workplan.ErrInternal) {
			t.Errorf("%q, %v", ids, last)
		}
	}
	for range users {
		break
	}
	if n := calls.Load(); n != 5 {
		t.Errorf("%d calls, want 2 for each full pass and 1 for the one that stops", n)
	}
}
