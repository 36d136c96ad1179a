package acceptance_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestHeadIsGetWithoutABody(t *testing.T) {
	t.Parallel()
	a := seed(apitest.New(t))
	for _, path := range []string{
		"/api/v1/me", "/api/v1/users?limit=2&count=true", "/api/v1/clients/$acme", "/api/v1/time-off/$unknown",
		"/api/v1/users?limit=x", "/api/v1/nothing",
	} {
		for _, encoding := range []string{"identity", "gzip"} {
			t.Run(path+" as "+encoding, func(t *testing.T) {
				header := http.Header{"Accept-Encoding": {encoding}, "X-Request-Id": {"same"}}
				get, body := send(t, a, "GET "+path, nil, header)
				head, none := send(t, a, "HEAD "+path, nil, header)
				if head.StatusCode != get.StatusCode || none != "" {
					t.Errorf("%d with %d bytes, GET is %d", head.StatusCode, len(none), get.StatusCode)
				}
				if get.Header.Get("Content-Length") != fmt.Sprint(len(body)) {
					t.Errorf("Content-Length %q of %d bytes", get.Header.Get("Content-Length"), len(body))
				}
				get.Header.Del("Date")
				head.Header.Del("Date")
				if got, want := fmt.Sprint(head.Header), fmt.Sprint(get.Header); got != want {
					t.Errorf("headers %s\nof GET  %s", got, want)
				}
			})
		}
	}
	t.Run("a path without GET does not take it", func(t *testing.T) {
		resp, body := send(t, a, "HEAD /api/v1/time-off/$unknown/approve", nil, nil)
		if resp.StatusCode != 405 || resp.Header.Get("Allow") != "POST" || body != "" {
			t.Errorf("%d, Allow %q", resp.StatusCode, resp.Header.Get("Allow"))
		}
	})
}

func TestIfNoneMatch(t *testing.T) {
	t.Parallel()
	a := seed(apitest.New(t))
	for _, path := range []string{"/api/v1/users/$worker", "/api/v1/clients/$acme", "/api/v1/projects/$atlas",
		"/api/v1/time-off/$patchable"} {
		t.Run(path, func(t *testing.T) {
			for tag, status := range map[string]int{
				`"1"`: 304, `W/"1"`: 304, `"7", "1"`: 304, `"7",W/"1"`: 304, `*`: 304, `"2"`: 200, `W/"2"`: 200,
				`1`: 200, `"x"`: 200, ``: 200,
			} {
				for _, method := range []string{"GET ", "HEAD "} {
					resp, body := send(t, a, method+path, nil, http.Header{"If-None-Match": {tag}})
					if resp.StatusCode != status || resp.Header.Get("ETag") != `"1"` ||
						(body == "") != (status == 304 || method == "HEAD ") {
						t.Errorf("%s%s: %d, ETag %q, body %q", method, tag, resp.StatusCode,
							resp.Header.Get("ETag"), body)
					}
				}
			}
			resp, _ := send(t, a, "GET "+path, nil, http.Header{"If-None-Match": {`"7"`, `"1"`}})
			if resp.StatusCode != 304 {
				t.Errorf("a tag in the second header: %d", resp.StatusCode)
			}
		})
	}
	t.Run("lists and writes ignore it", func(t *testing.T) {
		star := map[string]string{"If-None-Match": "*"}
		if ans := a.REST(t, "admin", "GET /api/v1/clients", "", star); ans.Status != 200 {
			t.Errorf("list: %d", ans.Status)
		}
		if ans := a.REST(t, "admin", "PATCH /api/v1/clients/$acme", `{}`, star); ans.Status != 200 {
			t.Errorf("PATCH: %d", ans.Status)
		}
	})
	t.Run("an error stays an error", func(t *testing.T) {
		star := map[string]string{"If-None-Match": "*"}
		if ans := a.REST(t, "admin", "GET /api/v1/clients/$unknown", "", star); ans.Status != 404 {
			t.Errorf("unknown: %d", ans.Status)
		}
		if ans := a.REST(t, "", "GET /api/v1/clients/$acme", "", star); ans.Status != 401 {
			t.Errorf("without a key: %d", ans.Status)
		}
	})
	t.Run("a changed record is sent", func(t *testing.T) {
		a.REST(t, "admin", "PATCH /api/v1/clients/$acme", `{"website": "https://new.example"}`, nil)
		ans := a.REST(t, "admin", "GET /api/v1/clients/$acme", "", map[string]string{"If-None-Match": `"1"`})
		if ans.Status != 200 || ans.Header.Get("ETag") != `"2"` ||
			apitest.Lookup(ans.Body, "data.website") != "https://new.example" {
			t.Errorf("%d %s", ans.Status, ans.Raw)
		}
	})
}

func TestCompression(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	manyOf(a, 23)
	const large, small = "GET /api/v1/clients", "GET /api/v1/me"
	unpacked := func(t *testing.T, resp *http.Response, body string) string {
		t.Helper()
		if resp.Header.Get("Content-Encoding") != "gzip" || resp.Header.Get("Content-Length") != fmt.Sprint(len(body)) {
			t.Fatalf("Content-Encoding %q, Content-Length %q of %d bytes", resp.Header.Get("Content-Encoding"),
				resp.Header.Get("Content-Length"), len(body))
		}
		z, err := gzip.NewReader(strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	plain, whole := send(t, a, large, nil, nil)
	if len(whole) < 1024 || plain.Header.Get("Content-Encoding") != "" ||
		!slices.Contains(plain.Header.Values("Vary"), "Accept-Encoding") {
		t.Fatalf("%d bytes, %v", len(whole), plain.Header)
	}
	for accepted, compressed := range map[string]bool{
		"gzip": true, "GZIP": true, "gzip, deflate, br": true, "br;q=1.0, gzip;q=0.8": true, "*": true,
		"deflate, *;q=0.1": true, "gzip;q=0.5, identity;q=0.5": true, "gzip ; q=1": true, "identity": false,
		"br": false, "gzip;q=0": false, "*;q=0": false, "gzip;q=0, *": false,
		"identity, gzip;q=0.5": false, "gzip;q=x": false, "xgzip": false,
	} {
		t.Run("Accept-Encoding: "+accepted, func(t *testing.T) {
			for range 3 { // the buffers are used again
				resp, body := send(t, a, large, nil, http.Header{"Accept-Encoding": {accepted}})
				if compressed {
					body = unpacked(t, resp, body)
				} else if resp.Header.Get("Content-Encoding") != "" {
					t.Errorf("Content-Encoding %q", resp.Header.Get("Content-Encoding"))
				}
				if body != whole || resp.Header.Get("Link") != plain.Header.Get("Link") {
					t.Errorf("another body: %.100s", body)
				}
			}
		})
	}
	zipped := http.Header{"Accept-Encoding": {"gzip"}}
	t.Run("a response below 1 KiB is not", func(t *testing.T) {
		resp, body := send(t, a, small, nil, zipped)
		if len(body) >= 1024 || resp.Header.Get("Content-Encoding") != "" {
			t.Errorf("%d bytes, Content-Encoding %q", len(body), resp.Header.Get("Content-Encoding"))
		}
	})
	t.Run("an error is", func(t *testing.T) {
		body := `{"items": [` + strings.TrimSuffix(strings.Repeat(`{"hours": 25}, `, 50), ", ") + `]}`
		resp, text := send(t, a, "POST /api/v1/assignments", strings.NewReader(body),
			http.Header{"Accept-Encoding": {"gzip"}, "Content-Type": {"application/json"}})
		failed(t, resp, unpacked(t, resp, text), 400, "validation_failed")
	})
	t.Run("a record gets a weak ETag, which the preconditions take", func(t *testing.T) {
		change, err := json.Marshal(map[string]string{"objective": strings.Repeat("Fly to the moon. ", 100)})
		if err != nil {
			t.Fatal(err)
		}
		a.REST(t, "admin", "PATCH /api/v1/projects/$atlas", string(change), nil)
		resp, body := send(t, a, "GET /api/v1/projects/$atlas", nil, zipped)
		tag := resp.Header.Get("ETag")
		if tag != `W/"2"` || !strings.Contains(unpacked(t, resp, body), "Fly to the moon") {
			t.Fatalf("ETag %q", tag)
		}
		for _, accepted := range []string{"gzip", "identity"} {
			resp, body = send(t, a, "GET /api/v1/projects/$atlas", nil,
				http.Header{"Accept-Encoding": {accepted}, "If-None-Match": {tag}})
			want := map[string]string{"gzip": `W/"2"`, "identity": `"2"`}[accepted]
			if resp.StatusCode != 304 || body != "" || resp.Header.Get("ETag") != want ||
				resp.Header.Get("Content-Encoding") != "" {
				t.Errorf("%s: %d %v %q", accepted, resp.StatusCode, resp.Header, body)
			}
		}
		if ans := a.REST(t, "admin", "PATCH /api/v1/projects/$atlas", `{"objective": null}`,
			map[string]string{"If-Match": tag}); ans.Status != 200 {
			t.Errorf("If-Match: %d %s", ans.Status, ans.Raw)
		}
	})
}

func TestNoResponseIsStoredOrGuessed(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	for _, call := range []string{"GET /api/v1/me", "GET /api/v1/users?limit=x", "GET /api/v1/nothing",
		"PUT /api/v1/me", "PATCH /api/v1/clients/$acme", "HEAD /api/v1/me", "GET /api/v1%2fme",
		"GET /healthz", "GET /readyz"} {
		resp, _ := send(t, a, call, nil, nil)
		if resp.Header.Get("Cache-Control") != "no-store" || resp.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", call, resp.Header)
		}
	}
}

func TestCORS(t *testing.T) {
	t.Parallel()
	const origin = "https://app.example.com"
	off := apitest.NewIsolated(t)
	listed, _ := off.Start(services.Config{CORSOrigins: []string{"http://localhost:3000", origin}})
	open, _ := off.Start(services.Config{CORSOrigins: []string{"*"}})
	preflight := func(a *apitest.API, path, origin string) *http.Response {
		t.Helper()
		resp, body := send(t, a, "OPTIONS "+path, nil, http.Header{
			"Authorization": nil, "Origin": {origin}, "Access-Control-Request-Method": {"PATCH"},
			"Access-Control-Request-Headers": {"authorization,content-type"},
		})
		if resp.StatusCode == 204 && body != "" {
			t.Errorf("a body: %s", body)
		}
		return resp
	}
	granted := func(resp *http.Response) string { return resp.Header.Get("Access-Control-Allow-Origin") }

	t.Run("by default no page may call", func(t *testing.T) {
		if resp := preflight(off, "/api/v1/clients/$acme", origin); resp.StatusCode != 405 || granted(resp) != "" {
			t.Errorf("%d %v", resp.StatusCode, resp.Header)
		}
		if resp, _ := send(t, off, "GET /api/v1/me", nil, http.Header{"Origin": {origin}}); resp.StatusCode != 200 ||
			granted(resp) != "" {
			t.Errorf("%d %v", resp.StatusCode, resp.Header)
		}
	})
	t.Run("a preflight from a listed origin is granted, without a key", func(t *testing.T) {
		resp := preflight(listed, "/api/v1/clients/$acme", origin)
		for name, want := range map[string]string{
			"Access-Control-Allow-Origin": origin, "Access-Control-Allow-Methods": "GET, HEAD, PATCH",
			"Access-Control-Max-Age": "7200", "Access-Control-Allow-Credentials": "",
			"Access-Control-Allow-Headers": "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, " +
				"Last-Event-ID, Prefer, X-Request-Id", "Cache-Control": "no-store",
		} {
			if got := resp.Header.Get(name); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		if resp.StatusCode != 204 || !slices.Contains(resp.Header.Values("Vary"), "Origin") {
			t.Errorf("%d, Vary %q", resp.StatusCode, resp.Header.Values("Vary"))
		}
	})
	t.Run("a request from a listed origin may be read, and an error too", func(t *testing.T) {
		for _, path := range []string{"/api/v1/me", "/api/v1/users?limit=x", "/api/v1/nothing"} {
			resp, _ := send(t, listed, "GET "+path, nil, http.Header{"Origin": {origin}})
			if granted(resp) != origin ||
				resp.Header.Get("Access-Control-Expose-Headers") != "ETag, Idempotency-Replayed, Link, "+
					"Preference-Applied, X-Total-Count, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, "+
					"Retry-After, Workplan-Seq" || !slices.Contains(resp.Header.Values("Vary"), "Origin") {
				t.Errorf("%s: %v", path, resp.Header)
			}
		}
	})
	t.Run("other origins get nothing", func(t *testing.T) {
		for _, stranger := range []string{"https://app.example.com.evil.example", "http://app.example.com",
			"https://APP.example.com", "null", "https://example.com", ""} {
			if resp := preflight(listed, "/api/v1/clients/$acme", stranger); resp.StatusCode != 405 ||
				granted(resp) != "" {
				t.Errorf("%s: %d %v", stranger, resp.StatusCode, resp.Header)
			}
			if resp, _ := send(t, listed, "GET /api/v1/me", nil, http.Header{
				"Origin": {stranger},
			}); granted(resp) != "" || !slices.Contains(resp.Header.Values("Vary"), "Origin") {
				t.Errorf("%s: %v", stranger, resp.Header)
			}
		}
	})
	t.Run("* grants every origin", func(t *testing.T) {
		if resp := preflight(
			open, "/api/v1/time-off/$unknown/approve", "https://any.example",
		); resp.StatusCode != 204 || granted(resp) != "*" || resp.Header.Get("Access-Control-Allow-Methods") != "POST" {
			t.Errorf("%d %v", resp.StatusCode, resp.Header)
		}
	})
	t.Run("a preflight of no path of the API is not found", func(t *testing.T) {
		if resp := preflight(open, "/api/v1/nothing", origin); resp.StatusCode != 404 {
			t.Errorf("%d", resp.StatusCode)
		}
	})
	t.Run("OPTIONS that is no preflight is refused", func(t *testing.T) {
		resp, body := send(t, open, "OPTIONS /api/v1/clients", nil, http.Header{"Origin": {origin}})
		failed(t, resp, body, 405, "method_not_allowed")
	})
}

func TestMalformedAddressesAreRefusedAtStart(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	start := func(cfg services.Config) error {
		cfg.DB, cfg.Metrics = a.DB, prometheus.NewRegistry()
		_, err := services.New(cfg)
		return err
	}
	for _, origin := range []string{"", "app.example.com", "https://app.example.com/", "https://app.example.com/x",
		"https://App.example.com", "https://app.example.com:443", "http://app.example.com:80",
		"ftp://app.example.com", "https://", "https://*.example.com/x", "*"} {
		err := start(services.Config{CORSOrigins: []string{"https://good.example", origin}})
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", origin)) {
			t.Errorf("origin %q: %v", origin, err)
		}
	}
	for _, address := range []string{"plan.example.com", "/plan", "ftp://plan.example.com",
		"https://plan.example.com?x=1", "https://user:pass@plan.example.com", "https://plan.example.com/#x", "://"} {
		if err := start(services.Config{PublicURL: address}); err == nil ||
			!strings.Contains(err.Error(), "public URL") {
			t.Errorf("public URL %q: %v", address, err)
		}
	}
	if err := start(services.Config{PublicURL: "https://plan.example.com/workplan/", CORSOrigins: []string{
		"http://127.0.0.1:3000", "https://app.example.com", "https://app.example.com:80",
	}}); err != nil {
		t.Error(err)
	}
}

func TestLinksHoldWhereverTheAPIIs(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	manyOf(a, 78) // with Acme and Globex 80
	public, _ := a.Start(services.Config{PublicURL: "https://plan.example.com/workplan/"})
	for _, test := range []struct{ query, want string }{
		{"", `<?limit=50&offset=50>; rel="next", <?limit=50&offset=0>; rel="first"`},
		{"?limit=50&offset=30", `<?limit=30&offset=0>; rel="prev", <?limit=50&offset=0>; rel="first"`},
		{"?limit=20&offset=30",
			`<?limit=20&offset=50>; rel="next", <?limit=20&offset=10>; rel="prev", <?limit=20&offset=0>; rel="first"`},
		{"?offset=70&limit=20&count=true",
			`<?count=true&limit=20&offset=50>; rel="prev", <?count=true&limit=20&offset=0>; rel="first", ` +
				`<?count=true&limit=20&offset=60>; rel="last"`},
		{"?limit=500&isActive=true", `<?isActive=true&limit=200&offset=0>; rel="first"`},
	} {
		if got := a.REST(t, "admin", "GET /api/v1/clients"+test.query, "", nil).Header.Get("Link"); got != test.want {
			t.Errorf("%s: %s\nwant %s", test.query, got, test.want)
		}
		want := strings.ReplaceAll(test.want, "<", "<https://plan.example.com/workplan/api/v1/clients")
		if got := public.REST(t, "admin", "GET /api/v1/clients"+test.query, "", nil).Header.Get("Link"); got != want {
			t.Errorf("%s: %s\nwant %s", test.query, got, want)
		}
	}
	t.Run("by cursor", func(t *testing.T) {
		first := a.REST(t, "admin", "GET /api/v1/clients?limit=30&isActive=true", "", nil)
		cursor, _ := apitest.Lookup(first.Body, "data.nextCursor").(string)
		for pages := 0; cursor != ""; pages++ {
			ans := a.REST(t, "admin", "GET /api/v1/clients?cursor="+cursor+"&limit=30&isActive=true", "", nil)
			cursor, _ = apitest.Lookup(ans.Body, "data.nextCursor").(string)
			want := `<?isActive=true&limit=30>; rel="first"`
			if cursor != "" {
				want = `<?isActive=true&limit=30&cursor=` + cursor + `>; rel="next", ` + want
			}
			if ans.Header.Get("Link") != want || pages > 1 {
				t.Errorf("%s\nwant %s", ans.Header.Get("Link"), want)
			}
		}
	})
}

func TestNullsOfAResponseCanBeSentBack(t *testing.T) {
	for _, c := range []struct{ path, body string }{
		{"/api/v1/clients", `{"companyName": "Initech", "email": null, "image": null, "countryCode": null,
			"website": null, "isActive": null, "clientPriority": null, "categories": null, "accountManagerId": null}`},
		{"/api/v1/projects", `{"name": "Relaunch", "clientId": "$acme", "startDate": "2027-01-01",
			"endDate": "2027-02-01", "objective": null, "projectManagerId": null, "status": null, "billingType": null,
			"amount": null, "hourlyRate": null}`},
		{"/api/v1/time-off", `{"userId": "$worker", "timeOffTypeId": "$vacation", "startDate": "2027-01-01",
			"endDate": "2027-01-02", "availability": 0, "reason": "Skiing", "status": null, "rejectionReason": null}`},
		{"/api/v1/assignments",
			`{"items": [{"userId": "$worker", "projectId": "$atlas", "capabilityId": null, "date": "2027-01-01", "hours": 1}]}`},
	} {
		a := apitest.New(t)
		if ans := a.REST(t, "admin", "POST "+c.path, c.body, nil); ans.Status != 200 {
			t.Errorf("%s: %d %s", c.path, ans.Status, ans.Raw)
		}
	}
	a := apitest.New(t)
	for _, c := range []struct{ path, body, field string }{
		{"/api/v1/clients", `{"companyName": null}`, "companyName"},
		{"/api/v1/projects",
			`{"name": "Relaunch", "clientId": null, "startDate": "2027-01-01", "endDate": "2027-02-01"}`, "clientId"},
		{"/api/v1/assignments", `{"items": null}`, "items"},
		{"/api/v1/assignments",
			`{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2027-01-01", "hours": null}]}`,
			"items[0].hours"},
		{"/api/v1/time-off/$unknown/reject", `{"rejectionReason": null}`, "rejectionReason"},
	} {
		ans := a.REST(t, "admin", "POST "+c.path, c.body, nil)
		if ans.Status != 400 || ans.Code != "validation_failed" || ans.Message != c.field+" is required" {
			t.Errorf("%s: %d %s", c.path, ans.Status, ans.Raw)
		}
	}
}
