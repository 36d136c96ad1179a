package acceptance_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/doors/console"
	"github.com/workplan-api/workplan/test/apitest"
)

// send makes a call that apitest.API.REST cannot make: with any header and any body.
func send(t *testing.T, a *apitest.API, call string, body io.Reader, header http.Header) (*http.Response, string) {
	t.Helper()
	verb, path, _ := strings.Cut(a.Expand(call), " ")
	req, err := http.NewRequestWithContext(t.Context(), verb, a.URL+path, body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+a.Secret("admin"))
	req.Header.Set("Accept-Encoding", "identity")
	for name, values := range header {
		req.Header[name] = values
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	// 431 is of net/http, before the request reaches a handler. The document has errors only in the form of the
	// contract.
	if strings.HasPrefix(path, "/api/v1/") && resp.StatusCode != http.StatusRequestHeaderFieldsTooLarge &&
		resp.Header.Get("Content-Type") != "application/problem+json" {
		if err := apitest.Undescribed(verb, a.URL+path, resp.StatusCode, resp.Header, text); err != nil {
			t.Errorf("%s: %v\n%s", call, err, text)
		}
	}
	return resp, string(text)
}

// failed checks the status, the code and the envelope of an error.
func failed(t *testing.T, resp *http.Response, body string, status int, code string) {
	t.Helper()
	var e struct {
		Error *struct {
			Message, Code, RequestID string
			Details                  []any
		}
	}
	if err := json.Unmarshal([]byte(body), &e); err != nil || e.Error == nil {
		t.Fatalf("%d, not in the envelope: %q", resp.StatusCode, body)
	}
	if resp.StatusCode != status || e.Error.Code != code {
		t.Errorf("%d %q, want %d %q", resp.StatusCode, e.Error.Code, status, code)
	}
	if e.Error.Message == "" || e.Error.Details == nil || e.Error.RequestID == "" ||
		e.Error.RequestID != resp.Header.Get("X-Request-Id") {
		t.Errorf("an incomplete error: %s", body)
	}
	if resp.Header.Get("Content-Type") != "application/json" {
		t.Errorf("Content-Type %q", resp.Header.Get("Content-Type"))
	}
}

func TestABrowserIsRedirectedToThePages(t *testing.T) {
	t.Parallel()
	a := apitest.NewWith(t, services.Config{Console: console.Config{Off: true}})
	for _, path := range []string{"/", "/docs/"} {
		resp, body := send(t, a, "GET "+path, nil, http.Header{"Accept": {"text/html,application/xhtml+xml,*/*;q=0.8"}})
		if resp.StatusCode != http.StatusFound || resp.Header.Get("Location") != "/docs" {
			t.Errorf("%s: %d %q %s", path, resp.StatusCode, resp.Header.Get("Location"), body)
		}
	}
}

func TestUnknownPaths(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	for _, path := range []string{
		"/api", "/api/", "/api/v1", "/api/v1/", "/api/v1/clients/", "/api/v1//clients",
		"/api/v2/clients", "/v1/clients", "/clients", "/API/v1/clients", "/api/v1/Clients", "/api/v1/organizations",
		"/api/v1/actual_hours", "/api/v1/timeoff", "/api/v1/../v1/clients", "/api/v1/x/../clients",
		"/api/v1/clients/$acme/", "/api/v1/clients/$acme/projects", "/api/v1/time-off/$unknown/cancel",
		"/api/v1/clients:export", "/workplan.v1.MeService/GetMe",
		"/metrics/", "/healthz/x", "/.env",
	} {
		t.Run(path, func(t *testing.T) {
			for _, verb := range []string{"GET", "POST", "DELETE"} {
				resp, body := send(t, a, verb+" "+path, nil, nil)
				failed(t, resp, body, 404, "route_not_found")
			}
		})
	}
	t.Run("an escaped slash is not a slash", func(t *testing.T) {
		for path, status := range map[string]int{
			"/api/v1%2fclients": 404,
			"/api%2fv1/clients": 404, "/api/v1/time-off/$unknown%2fapprove": 404, "/api/v1/clients/..%2fusers": 404,
		} {
			resp, body := send(t, a, "POST "+path, strings.NewReader("{}"),
				http.Header{"Content-Type": {"application/json"}})
			if resp.StatusCode != status && resp.StatusCode != 405 && resp.StatusCode != 400 {
				t.Errorf("%s: %d %s", path, resp.StatusCode, body)
			}
		}
	})
}

func TestOtherMethods(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	allowed := map[string][]string{}
	for _, line := range contracted() {
		cells := strings.Fields(line)
		allowed[cells[1]] = append(allowed[cells[1]], cells[0])
		if cells[0] == "GET" {
			allowed[cells[1]] = append(allowed[cells[1]], "HEAD")
		}
	}
	for path, verbs := range allowed {
		slices.Sort(verbs)
		t.Run(path, func(t *testing.T) {
			place := strings.NewReplacer("{user_id}", "$worker", "{client_id}", "$acme", "{project_id}", "$atlas",
				"{request_id}", "$unknown").Replace(path)
			for _, verb := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
				"TRACE", "PROPFIND", "get"} {
				if slices.Contains(verbs, verb) {
					continue
				}
				resp, body := send(t, a, verb+" "+place, nil, http.Header{"X-Http-Method-Override": {verbs[0]}})
				if got := resp.Header.Values("Allow"); !slices.Equal(strings.Split(strings.Join(got, ", "), ", "),
					verbs) {
					t.Errorf("%s: Allow %q, want %q", verb, got, verbs)
				}
				if verb == "HEAD" {
					if resp.StatusCode != 405 || body != "" {
						t.Errorf("HEAD: %d %q", resp.StatusCode, body)
					}
					continue
				}
				failed(t, resp, body, 405, "method_not_allowed")
			}
		})
	}
	t.Run("a method in a header or a form is ignored", func(t *testing.T) {
		for _, header := range []string{"X-Http-Method-Override", "X-Http-Method", "X-Method-Override"} {
			resp, body := send(t, a, "POST /api/v1/clients", strings.NewReader(`{"companyName": "Initech"}`),
				http.Header{header: {"GET"}, "Content-Type": {"application/json"}})
			if resp.StatusCode != 200 || !strings.Contains(body, `"companyName":"Initech"`) {
				t.Errorf("%s: %d %s", header, resp.StatusCode, body)
			}
		}
		resp, body := send(t, a, "POST /api/v1/me", strings.NewReader("_method=GET"),
			http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "X-Http-Method-Override": {"GET"}})
		failed(t, resp, body, 405, "method_not_allowed")
	})
}

func TestMediaTypes(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	const call, body = "PATCH /api/v1/clients/$acme", `{"website": "x"}`
	for _, test := range []struct {
		name   string
		header http.Header
		status int
	}{
		{"JSON is accepted", http.Header{"Content-Type": {"application/json"}}, 200},
		{"JSON in UTF-8 is accepted", http.Header{"Content-Type": {"application/json; charset=utf-8"}}, 200},
		{"the type may be in any case", http.Header{"Content-Type": {`Application/JSON; Charset="UTF-8"`}}, 200},
		{"identity is accepted",
			http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"identity"}}, 200},
		{"a missing type is refused", http.Header{}, 415},
		{"text is refused", http.Header{"Content-Type": {"text/plain"}}, 415},
		{"a form is refused", http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, 415},
		{"another JSON type is refused", http.Header{"Content-Type": {"application/merge-patch+json"}}, 415},
		{"UTF-16 is refused", http.Header{"Content-Type": {"application/json; charset=utf-16"}}, 415},
		{"a malformed type is refused", http.Header{"Content-Type": {"json; ;"}}, 415},
		{"gzip is refused", http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"gzip"}}, 415},
		{"identity twice is accepted",
			http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"identity", "Identity"}}, 200},
		{"gzip in a second header is refused",
			http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"identity", "gzip"}}, 415},
		{"gzip after an empty header is refused",
			http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"", "gzip"}}, 415},
		{"gzip after identity is refused",
			http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"identity, gzip"}}, 415},
		{"two types are refused", http.Header{"Content-Type": {"application/json", "text/plain"}}, 415},
		{"brotli is refused", http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"br"}}, 415},
	} {
		t.Run(test.name, func(t *testing.T) {
			resp, text := send(t, a, call, strings.NewReader(body), test.header)
			if test.status == 415 {
				failed(t, resp, text, 415, "unsupported_media_type")
			} else if resp.StatusCode != 200 {
				t.Errorf("%d %s", resp.StatusCode, text)
			}
		})
	}
	t.Run("a compressed body is not unpacked", func(t *testing.T) {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, _ = w.Write(bytes.Repeat([]byte(" "), 100<<20))
		_ = w.Close()
		resp, text := send(t, a, call, &packed,
			http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"gzip"}})
		failed(t, resp, text, 415, "unsupported_media_type")
	})
	t.Run("an operation without a body needs no type", func(t *testing.T) {
		a := seed(a)
		resp, text := send(t, a, "POST /api/v1/time-off/$approvable/approve", nil, nil)
		if resp.StatusCode != 200 {
			t.Errorf("%d %s", resp.StatusCode, text)
		}
	})
}

func TestSizeOfABody(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	json := http.Header{"Content-Type": {"application/json"}}
	padded := func(size int) string {
		const body = `{"website": "x"}`
		return body + strings.Repeat(" ", size-len(body))
	}
	t.Run("4 MiB are accepted", func(t *testing.T) {
		resp, body := send(t, a, "PATCH /api/v1/clients/$acme", strings.NewReader(padded(4<<20)), json)
		if resp.StatusCode != 200 {
			t.Errorf("%d %s", resp.StatusCode, body)
		}
	})
	t.Run("one byte more is refused", func(t *testing.T) {
		resp, body := send(t, a, "PATCH /api/v1/clients/$acme", strings.NewReader(padded(4<<20+1)), json)
		failed(t, resp, body, 413, "body_too_large")
	})
	t.Run("one byte more in chunks is refused", func(t *testing.T) {
		resp, body := send(t, a, "PATCH /api/v1/clients/$acme",
			io.MultiReader(strings.NewReader(padded(4<<20+1))), json)
		failed(t, resp, body, 413, "body_too_large")
	})
	t.Run("without a key the body is not read", func(t *testing.T) {
		resp, body := send(t, a, "PATCH /api/v1/clients/$acme", strings.NewReader(padded(5<<20)),
			http.Header{"Content-Type": {"application/json"}, "Authorization": nil})
		failed(t, resp, body, 401, "credential_missing")
	})
	t.Run("a header of 30 KiB is refused", func(t *testing.T) {
		resp, _ := send(t, a, "GET /api/v1/me", nil, http.Header{"X-Long": {strings.Repeat("x", 30<<10)}})
		if resp.StatusCode != 431 {
			t.Errorf("%d", resp.StatusCode)
		}
	})
}

func TestRequestID(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	for _, id := range []string{"a", "01890000-0000-7000-8000-000000000000", strings.Repeat("x", 128), "!~\"<>"} {
		resp, _ := send(t, a, "GET /api/v1/me", nil, http.Header{"X-Request-Id": {id}})
		if got := resp.Header.Get("X-Request-Id"); got != id {
			t.Errorf("%q came back as %q", id, got)
		}
		resp, body := send(t, a, "GET /api/v1/nothing", nil, http.Header{"X-Request-Id": {id}})
		failed(t, resp, body, 404, "route_not_found")
		if got := resp.Header.Get("X-Request-Id"); got != id {
			t.Errorf("in an error, %q came back as %q", id, got)
		}
	}
	seen := map[string]bool{}
	for _, id := range []string{"", strings.Repeat("x", 129), "one two", "é", "a\tb"} {
		resp, _ := send(t, a, "GET /api/v1/me", nil, http.Header{"X-Request-Id": {id}})
		got := resp.Header.Get("X-Request-Id")
		if got == id || len(got) != 36 || seen[got] {
			t.Errorf("%q came back as %q", id, got)
		}
		seen[got] = true
	}
}

func TestResponsesAreJSON(t *testing.T) {
	t.Parallel()
	a := seed(apitest.New(t))
	for _, c := range calls {
		t.Run(c.rest, func(t *testing.T) {
			ans := a.REST(t, "admin", c.rest, c.body, nil)
			if ans.Status != 200 || ans.Header.Get("Content-Type") != "application/json" ||
				ans.Header.Get("Content-Length") == "" {
				t.Fatalf("%d, Content-Type %q, Content-Length %q: %s", ans.Status, ans.Header.Get("Content-Type"),
					ans.Header.Get("Content-Length"), ans.Raw)
			}
			var compact bytes.Buffer
			if err := json.Compact(&compact, ans.Raw); err != nil ||
				!bytes.Equal(append(compact.Bytes(), '\n'), ans.Raw) {
				t.Errorf("white space in %q (%v)", ans.Raw, err)
			}
			body, is := ans.Body.(map[string]any)
			if _, has := body["data"]; !is || !has || len(body) != 1 {
				t.Errorf("not in the envelope: %s", ans.Raw)
			}
			record, _ := body["data"].(map[string]any)
			if version, single := record["version"]; single {
				want, _ := json.Marshal(version)
				tag, digest, _ := strings.Cut(strings.Trim(ans.Header.Get("ETag"), `"`), "-")
				byContent := strings.HasPrefix(c.rest, "GET /api/v1/webhooks/") ||
					strings.HasSuffix(c.rest, "/rates") && c.verb() == "GET"
				if tag != string(want) || (digest != "") != byContent {
					t.Errorf("ETag %q, version %v", ans.Header.Get("ETag"), version)
				}
			} else if asOf, counted := record["asOf"]; counted {
				if want, _ := json.Marshal(asOf); !strings.HasPrefix(ans.Header.Get("ETag"), `"`+string(want)+`-`) {
					t.Errorf("ETag %q, as of %v", ans.Header.Get("ETag"), asOf)
				}
			} else if ans.Header.Get("ETag") != "" {
				t.Errorf("an ETag %q without a single record", ans.Header.Get("ETag"))
			}
			for name := range ans.Header {
				if strings.HasPrefix(name, "Grpc-") {
					t.Errorf("a header of the gateway: %s", name)
				}
			}
		})
	}
}

// TestPanic makes the database driver panic in a method and in the look-up of a key.
func TestPanic(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	log := &buffer{}
	var lookUpPanics atomic.Bool
	db, err := postgres.Open(a.DSN, postgres.Options{Inspect: func(query string) error {
		if strings.Contains(query, `FROM "clients"`) ||
			strings.Contains(query, "FROM api_keys") && lookUpPanics.Load() {
			panic("canary in the mine")
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	b, _ := a.Start(services.Config{DB: db, Log: slog.New(slog.NewJSONHandler(log, nil))})
	for i := range 3 { // each panic in the driver takes a connection from the pool
		lookUpPanics.Store(i == 0)
		resp, body := send(t, b, "GET /api/v1/clients", nil, nil)
		failed(t, resp, body, 500, "internal")
		if strings.Contains(body, "canary") {
			t.Errorf("the response shows internals: %s", body)
		}
		ans := b.Call(t, "admin", "ClientService/ListClients", "", nil)
		if ans.Code != "internal" || strings.Contains(ans.Message, "canary") {
			t.Errorf("over gRPC %s %q: %s", ans.GRPC, ans.Code, ans.Message)
		}
	}
	if stacks := strings.Count(log.String(), "goroutine "); stacks < 6 ||
		!strings.Contains(log.String(), "canary in the mine") {
		t.Errorf("%d stacks in the log of 6 panics: %s", stacks, log)
	}
	if ans := b.REST(t, "admin", "GET /api/v1/users", "", nil); ans.Status != 200 {
		t.Errorf("after the panics: %d %s", ans.Status, ans.Raw)
	}
}

func TestPathsNextToTheAPI(t *testing.T) {
	t.Parallel()
	metrics := prometheus.NewRegistry()
	a, _ := apitest.NewIsolated(t).Start(services.Config{Metrics: metrics})
	if ans := a.REST(t, "admin", "GET /api/v1/users", "", nil); ans.Status != 200 {
		t.Fatal(string(ans.Raw))
	}
	for path, want := range map[string]string{"/healthz": `"ok"`, "/readyz": `"ready"`} {
		waitFor(t, path+" says "+want, func() bool {
			resp, body := send(t, a, "GET "+path, nil, http.Header{"Authorization": nil})
			return resp.StatusCode == 200 && strings.Contains(body, want)
		})
	}
	for _, path := range []string{"/metrics", "/usage", "/debug/pprof/"} {
		if ans := a.REST(t, "admin", "GET "+path, "", nil); ans.Status != 404 || ans.Code != "route_not_found" {
			t.Errorf("%s on the public port: %d %s", path, ans.Status, ans.Raw)
		}
	}

	ops := httptest.NewServer(services.Ops(metrics, http.NotFoundHandler()))
	defer ops.Close()
	get := func(path string) (int, string) {
		resp, err := http.Get(ops.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(body)
	}
	const want = `workplan_requests_total{protocol="http",rpc="/workplan.v1.UserService/ListUsers",status="200"} 1`
	waitFor(t, "the metrics count the request",
		func() bool { _, body := get("/metrics"); return strings.Contains(body, want) })
	status, body := get("/metrics")
	for _, canary := range []string{a.ID("worker"), a.Organization.String(), "wpk_", "example.com"} {
		if strings.Contains(body, canary) {
			t.Errorf("%d: the metrics show %s", status, canary)
		}
	}
	if status, body := get("/debug/pprof/goroutine?debug=1"); status != 200 ||
		!strings.Contains(body, "services.(*Server).Run") {
		t.Errorf("the goroutines: %d %.200s", status, body)
	}
	if status, _ := get("/debug/pprof/cmdline"); status != 404 {
		t.Errorf("the command line, which may contain a password: %d", status)
	}
}
