package docs_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	described "github.com/workplan-api/workplan/gen/openapi"
	"github.com/workplan-api/workplan/services/docs"
)

var paths = []string{
	"/docs", "/docs/reference", "/docs/authentication", "/docs/paging", "/docs/bulk-writes", "/docs/time-off", "/docs/errors", "/docs/retries", "/docs/clients", "/docs/grpc",
}

func get(t *testing.T, method, path string, header map[string]string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, nil)
	for name, value := range header {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	docs.Find(path).ServeHTTP(w, r)
	return w
}

func TestPagesAreServed(t *testing.T) {
	for path, contentType := range map[string]string{
		"/docs":                                  "text/html; charset=utf-8",
		"/docs/style.css":                        "text/css; charset=utf-8",
		"/docs/docs.js":                          "text/javascript; charset=utf-8",
		"/openapi.json":                          "application/json",
		"/openapi.yaml":                          "application/yaml",
		"/llms.txt":                              "text/plain; charset=utf-8",
		"/protos.zip":                            "application/zip",
		"/docs/workplan.postman_collection.json": "application/json",
	} {
		t.Run(path, func(t *testing.T) {
			w := get(t, "GET", path, nil)
			if w.Code != http.StatusOK || w.Header().Get("Content-Type") != contentType || w.Body.Len() == 0 {
				t.Fatal(w.Code, w.Header(), w.Body.Len())
			}
			forMachines := !strings.HasPrefix(contentType, "text/") || path == "/llms.txt"
			if open := w.Header().Get("Access-Control-Allow-Origin") == "*"; open != forMachines {
				t.Error("open to scripts of every origin:", open)
			}
			tag := w.Header().Get("ETag")
			if again := get(t, "GET", path, map[string]string{"If-None-Match": tag}); again.Code != http.StatusNotModified || again.Body.Len() != 0 {
				t.Error("with If-None-Match:", again.Code)
			}
			compressed := get(t, "GET", path, map[string]string{"Accept-Encoding": "br, gzip;q=0.5"})
			if compressed.Header().Get("Content-Encoding") != "gzip" || compressed.Header().Get("ETag") == tag {
				t.Fatal(compressed.Header())
			}
			r, err := gzip.NewReader(compressed.Body)
			if err != nil {
				t.Fatal(err)
			}
			if plain, err := io.ReadAll(r); err != nil || !bytes.Equal(plain, w.Body.Bytes()) {
				t.Error("the compressed body is another one:", err)
			}
			if plain := get(t, "GET", path, map[string]string{"Accept-Encoding": "gzip;q=0"}); plain.Header().Get("Content-Encoding") != "" {
				t.Error("compressed for a client that refuses it")
			}
			if head := get(t, "HEAD", path, nil); head.Code != http.StatusOK || head.Body.Len() != 0 || head.Header().Get("ETag") != tag {
				t.Error("HEAD:", head.Code, head.Body.Len(), head.Header())
			}
			if post := get(t, "POST", path, nil); post.Code != http.StatusMethodNotAllowed || post.Header().Get("Allow") != "GET, HEAD" {
				t.Error("POST:", post.Code, post.Header())
			}
		})
	}
	if !bytes.Equal(get(t, "GET", "/openapi.json", nil).Body.Bytes(), described.JSON) {
		t.Error("/openapi.json is not the document")
	}
	if docs.Find("/docs/nothing") != nil {
		t.Error("there is a page that does not exist")
	}
}

var (
	loaded = regexp.MustCompile(`<(?:script|link|img|iframe|source)\b[^>]*(?:src|href)="([^"]*)"`)
	linked = regexp.MustCompile(`<a\b[^>]* href="([^"]*)"`)
	inline = regexp.MustCompile(`<style|\sstyle="|\son\w+="|<script(?:>|[^>]*[^/]>[^<])`)
	anchor = regexp.MustCompile(`\bid="([^"]*)"`)
)

// TestPagesKeepToTheirPolicy looks for what the Content-Security-Policy would refuse.
func TestPagesKeepToTheirPolicy(t *testing.T) {
	for _, path := range paths {
		w := get(t, "GET", path, nil)
		policy := w.Header().Get("Content-Security-Policy")
		for _, directive := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"} {
			if !strings.Contains(policy, directive) {
				t.Errorf("%s: %s is not in %q", path, directive, policy)
			}
		}
		if w.Header().Get("X-Content-Type-Options") != "nosniff" || w.Header().Get("Referrer-Policy") != "no-referrer" {
			t.Error(path, w.Header())
		}
		for _, m := range loaded.FindAllStringSubmatch(w.Body.String(), -1) {
			if docs.Find(m[1]) == nil && !strings.HasPrefix(m[1], "data:image/") {
				t.Errorf("%s loads %s", path, m[1])
			}
		}
		if m := inline.FindString(w.Body.String()); m != "" {
			t.Errorf("%s has %s", path, m)
		}
	}
	for _, name := range []string{"/docs/style.css", "/docs/docs.js"} {
		body := strings.ReplaceAll(get(t, "GET", name, nil).Body.String(), `"http://127.0.0.1:8080"`, "")
		if m := regexp.MustCompile(`https?://|@import|url\(`).FindString(body); m != "" {
			t.Errorf("%s has %s", name, m)
		}
	}
}

// TestLinksLead follows every link of every page, and its fragment.
func TestLinksLead(t *testing.T) {
	anchors := map[string][]string{}
	for _, path := range paths {
		for _, m := range anchor.FindAllStringSubmatch(get(t, "GET", path, nil).Body.String(), -1) {
			if slices.Contains(anchors[path], m[1]) {
				t.Errorf("%s has two elements with the id %s", path, m[1])
			}
			anchors[path] = append(anchors[path], m[1])
		}
	}
	for _, path := range paths {
		links := linked.FindAllStringSubmatch(get(t, "GET", path, nil).Body.String(), -1)
		if len(links) < 20 {
			t.Errorf("%s has %d links only", path, len(links))
		}
		for _, m := range links {
			target, fragment, _ := strings.Cut(m[1], "#")
			if target == "" {
				target = path
			}
			if docs.Find(target) == nil {
				t.Errorf("%s links to %s, which does not exist", path, m[1])
			}
			if fragment != "" && !slices.Contains(anchors[target], fragment) {
				t.Errorf("%s links to %s, where there is no such anchor", path, m[1])
			}
		}
	}
}
