package acceptance_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/doors/console"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestHeadOfAStreamEnds sends more HEAD requests than a key may have streams. Each ends, and leaves room for a stream.
func TestHeadOfAStreamEnds(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	a.Key("without", "admin", "read:clients")
	head := func(as, query string) *http.Response {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), "HEAD", a.URL+"/api/v1/events/stream?"+query, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+a.Secret(as))
		resp, err := (&http.Client{Timeout: 5 * time.Second}).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp
	}
	for range 8 {
		for _, query := range []string{"after=head", "after=0", ""} {
			if resp := head("admin", query); resp.StatusCode != 200 ||
				resp.Header.Get("Content-Type") != "text/event-stream" {
				t.Fatalf("%q: %d %q", query, resp.StatusCode, resp.Header.Get("Content-Type"))
			}
		}
	}
	if resp := head("admin", "after=x"); resp.StatusCode != 400 {
		t.Errorf("after=x: %d", resp.StatusCode)
	}
	if resp := head("without", ""); resp.StatusCode != 403 {
		t.Errorf("without the scope: %d", resp.StatusCode)
	}
	if m := receive(t, watch(t, a, "over REST", "admin", "after=head")); m.err != "" {
		t.Errorf("a stream after them: %+v", m)
	}
}

// TestProgramsGetALineAtTheRoot is what an uptime check does.
func TestProgramsGetALineAtTheRoot(t *testing.T) {
	t.Parallel()
	for _, off := range []bool{false, true} {
		a := apitest.NewWith(t, services.Config{Console: console.Config{Off: off}})
		for _, accept := range [][]string{nil, {"*/*"}, {"application/json"}} {
			for _, verb := range []string{"GET", "HEAD"} {
				resp, body := send(t, a, verb+" /", nil, http.Header{"Authorization": nil, "Accept": accept})
				if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "text/plain; charset=utf-8" ||
					(verb == "GET") != strings.HasPrefix(body, "Workplan. ") {
					t.Errorf("%s / with Accept %q, console off %t: %d %q %s", verb, accept, off, resp.StatusCode,
						resp.Header.Get("Content-Type"), body)
				}
			}
		}
		for _, verb := range []string{"POST", "DELETE"} {
			resp, body := send(t, a, verb+" /", nil, nil)
			failed(t, resp, body, 404, "route_not_found")
		}
	}
}

// rawConn is a connection on which a test writes the bytes of requests.
type rawConn struct {
	net.Conn
	t *testing.T
	r *bufio.Reader
}

func dialRaw(t *testing.T, a *apitest.API) *rawConn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(a.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return &rawConn{c, t, bufio.NewReader(c)}
}

// response reads a response, which must come within a time. It fails after an interim one, such as 100.
func (c *rawConn) response(within time.Duration) (*http.Response, string) {
	c.t.Helper()
	if err := c.SetReadDeadline(time.Now().Add(within)); err != nil {
		c.t.Fatal(err)
	}
	resp, err := http.ReadResponse(c.r, nil)
	if err != nil {
		c.t.Fatalf("no response within %s: %v", within, err)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return resp, string(body)
}

// TestABodyThatIsTooLargeIsRefusedAtOnce announces bodies that are too large, and sends nothing of them.
func TestABodyThatIsTooLargeIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	a := seed(apitest.New(t))
	const atOnce = 2 * time.Second // the upload may take 60 seconds
	for _, test := range []struct {
		name, call string
		length     int64
		status     int
		code       string
	}{
		{"a body of a write", "POST /api/v1/clients", 4<<20 + 1, 413, "body_too_large"},
		{"a huge body", "POST /api/v1/assignments", 1 << 40, 413, "body_too_large"},
		{"a body of a call without one", "POST /api/v1/time-off/$approvable/approve", 65, 400, "validation_failed"},
		{"a body of the console", "POST /session", 4<<10 + 1, 413, "body_too_large"},
	} {
		request := fmt.Sprintf("%s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"+
			"Content-Type: application/json\r\nContent-Length: %d\r\n",
			a.Expand(test.call), a.Secret("admin"), test.length)
		if test.call == "POST /session" {
			request = strings.Replace(request, "Authorization", "Origin: http://localhost\r\nX-Unused", 1)
		}
		t.Run(test.name, func(t *testing.T) {
			c := dialRaw(t, a)
			_, _ = io.WriteString(c, request+"\r\n")
			resp, body := c.response(atOnce)
			failed(t, resp, body, test.status, test.code)
			if !resp.Close {
				t.Error("the response does not say that the connection is closed")
			}
		})
		t.Run(test.name+", after 100 Continue", func(t *testing.T) {
			c := dialRaw(t, a)
			_, _ = io.WriteString(c, request+"Expect: 100-continue\r\n\r\n")
			resp, body := c.response(atOnce)
			failed(t, resp, body, test.status, test.code)
			if _, err := c.r.ReadByte(); err != io.EOF {
				t.Errorf("the connection is not closed: %v", err)
			}
		})
	}
	t.Run("a client that sends all of it gets the response", func(t *testing.T) {
		for range 5 {
			resp, body := send(t, a, "POST /api/v1/clients", strings.NewReader(strings.Repeat(" ", 7<<20)),
				http.Header{"Content-Type": {"application/json"}})
			failed(t, resp, body, 413, "body_too_large")
		}
	})
	t.Run("a body that fits is asked for", func(t *testing.T) {
		c := dialRaw(t, a)
		_, _ = fmt.Fprintf(c,
			"PATCH %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"+
				"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n",
			a.Expand("/api/v1/clients/$acme"), a.Secret("admin"))
		if resp, _ := c.response(atOnce); resp.StatusCode != 100 {
			t.Fatalf("%d", resp.StatusCode)
		}
		_, _ = io.WriteString(c, "{}")
		if resp, body := c.response(atOnce); resp.StatusCode != 200 || resp.Close {
			t.Errorf("%d, closed %t: %s", resp.StatusCode, resp.Close, body)
		}
	})
}

// TestAcceptIsRefusedOnlyForCSV asks for forms that a call has and does not have.
func TestAcceptIsRefusedOnlyForCSV(t *testing.T) {
	t.Parallel()
	a := seed(apitest.New(t))
	const capacity = "GET /api/v1/capacity?start_date=2026-03-01&end_date=2026-03-02"
	for _, test := range []struct {
		call   string
		accept []string
		status int
		sent   string
	}{
		{"GET /api/v1/users", nil, 200, "application/json"},
		{"GET /api/v1/users", []string{""}, 200, "application/json"},
		{"GET /api/v1/users", []string{"*/*"}, 200, "application/json"},
		{"GET /api/v1/users", []string{"application/json"}, 200, "application/json"},
		{"GET /api/v1/users", []string{"application/vnd.workplan+json"}, 200, "application/json"},
		{"GET /api/v1/users", []string{"text/plain"}, 200, "application/json"},
		{"GET /api/v1/users", []string{"text/*"}, 200, "application/json"},
		{"GET /api/v1/users", []string{"text/html,application/xhtml+xml,application/xml;q=0.9"},
			200, "application/json"},
		{"GET /api/v1/users/$worker", []string{"text/csv"}, 406, "application/json"},
		{"GET /api/v1/users/$worker", []string{"Text/CSV; charset=utf-8"}, 406, "application/json"},
		{"GET /api/v1/users/$worker", []string{"text/csv, application/json;q=0"}, 406, "application/json"},
		{"GET /api/v1/users/$worker", []string{"text/csv, */*;q=0.1"}, 200, "application/json"},
		{"GET /api/v1/users/$worker", []string{"text/csv", "application/*;q=0.5"}, 200, "application/json"},
		{"GET /api/v1/users/$worker", []string{"text/csv;q=0"}, 200, "application/json"},
		{"HEAD /api/v1/users/$worker", []string{"text/csv"}, 406, "application/json"},
		{"GET /api/v1/events/stream", []string{"text/csv"}, 406, "text/event-stream"},
		{"GET /api/v1/events?limit=x", []string{"text/csv"}, 406, "application/json"},
		{"PATCH /api/v1/clients/$acme", []string{"text/csv"}, 200, "application/json"},
		{capacity, []string{"text/csv"}, 200, "text/csv; charset=utf-8"},
		{capacity, []string{"application/json"}, 200, "application/json"},
	} {
		header := http.Header{"Accept": test.accept}
		var content io.Reader
		if strings.HasPrefix(test.call, "PATCH") {
			header.Set("Content-Type", "application/json")
			content = strings.NewReader("{}")
		}
		resp, body := send(t, a, test.call, content, header)
		if test.status == 406 && !strings.HasPrefix(test.call, "HEAD") {
			failed(t, resp, body, 406, "not_acceptable")
			if !strings.Contains(body, test.sent) {
				t.Errorf("%s with Accept %q does not name %s: %s", test.call, test.accept, test.sent, body)
			}
		} else if resp.StatusCode != test.status || resp.Header.Get("Content-Type") != test.sent {
			t.Errorf("%s with Accept %q: %d %q", test.call, test.accept, resp.StatusCode,
				resp.Header.Get("Content-Type"))
		}
	}
	// The key comes first.
	resp, body := send(t, a, "GET /api/v1/me", nil, http.Header{"Accept": {"text/csv"}, "Authorization": nil})
	failed(t, resp, body, 401, "credential_missing")
}

// TestBrowsersUseOnlyHTTPS looks for Strict-Transport-Security, on pages and on responses of the API.
func TestBrowsersUseOnlyHTTPS(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		cfg  services.Config
		want []string
	}{
		{services.Config{}, nil},
		{services.Config{PublicURL: "http://plan.example.com"}, nil},
		{services.Config{PublicURL: "https://plan.example.com"}, []string{"max-age=31536000"}},
		{services.Config{Console: console.Config{URL: "https://plan.example.com"}}, []string{"max-age=31536000"}},
	} {
		a := apitest.NewWith(t, test.cfg)
		for _, path := range []string{"/", "/docs", "/api/v1/me", "/nothing"} {
			resp, _ := send(t, a, "GET "+path, nil, nil)
			if got := resp.Header.Values("Strict-Transport-Security"); !slices.Equal(got, test.want) {
				t.Errorf("%s at %q: %q, want %q", path, test.cfg.PublicURL+test.cfg.Console.URL, got, test.want)
			}
		}
	}
}

// TestErrorsInPlainText shows the errors that the page on errors names as those of the HTTP server.
func TestErrorsInPlainText(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	for name, test := range map[string]struct {
		request string
		status  int
	}{
		"a URL that is not valid":    {"GET /api/v1/clients/%zz HTTP/1.1\r\nHost: x\r\n\r\n", 400},
		"no Host":                    {"GET /api/v1/me HTTP/1.1\r\n\r\n", 400},
		"a header that is not valid": {"GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX Y: z\r\n\r\n", 400},
		"a length that is no number": {"GET /api/v1/me HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n", 400},
		"a URL that is too long": {
			"GET /api/v1/users?name=" + strings.Repeat("x", 33_000) + " HTTP/1.1\r\nHost: x\r\n\r\n", 431,
		},
		"another Transfer-Encoding": {
			"POST /api/v1/clients HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", 501,
		},
		"a URL that is just short enough": {
			"GET /api/v1/users?name=" + strings.Repeat("x", 16_000) + " HTTP/1.1\r\nHost: x\r\n\r\n", 401,
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := dialRaw(t, a)
			if _, err := io.WriteString(c, test.request); err != nil {
				t.Fatal(err)
			}
			resp, body := c.response(5 * time.Second)
			plain := strings.HasPrefix(resp.Header.Get("Content-Type"), "text/plain") &&
				resp.Header.Get("X-Request-Id") == ""
			if resp.StatusCode != test.status || plain != (test.status != 401) {
				t.Errorf("%d %v %q", resp.StatusCode, resp.Header, body)
			}
		})
	}
}
