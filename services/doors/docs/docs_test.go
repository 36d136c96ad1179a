package docs_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	described "github.com/workplan-api/workplan/gen/openapi"
	"github.com/workplan-api/workplan/services/doors/docs"
)

// site is the pages as a server has them.
var site = func() docs.Docs {
	pages, err := docs.New()
	if err != nil {
		panic(err)
	}
	return pages
}()

// paths returns the pages of HTML: those that the side bar of the front page links to.
func paths(t *testing.T) []string {
	t.Helper()
	all := []string{"/docs/reference"}
	for _, m := range linked.FindAllStringSubmatch(get(t, "GET", "/docs", nil).Body.String(), -1) {
		if path := m[1]; !slices.Contains(all, path) && !strings.ContainsAny(path, "#.") &&
			strings.HasPrefix(path, "/docs") {
			all = append(all, path)
		}
	}
	return all
}

func get(t *testing.T, method, path string, header map[string]string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, nil)
	for name, value := range header {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	site.Find(path).ServeHTTP(w, r)
	return w
}

// TestTheProgramMakesNoPages reads the list of packages that the program links.
func TestTheProgramMakesNoPages(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "../../../cmd/workplan").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), "\ngithub.com/workplan-api/workplan/services/doors/docs\n") {
		t.Error("the program does not serve the pages")
	}
	for _, name := range []string{"tools/site", "gen/openapi", "goldmark"} {
		if strings.Contains(string(out), name+"\n") {
			t.Errorf("the program links %s", name)
		}
	}
}

func TestPagesAreServed(t *testing.T) {
	for path, contentType := range map[string]string{
		"/docs":                                  "text/html; charset=utf-8",
		"/docs/style.css":                        "text/css; charset=utf-8",
		"/docs/docs.js":                          "text/javascript; charset=utf-8",
		"/docs/search.json":                      "application/json",
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
			forPrograms := !strings.HasPrefix(contentType, "text/") && path != "/docs/search.json" ||
				path == "/llms.txt"
			if open := w.Header().Get("Access-Control-Allow-Origin") == "*"; open != forPrograms {
				t.Error("scripts of every origin may read it:", open)
			}
			tag := w.Header().Get("ETag")
			if again := get(t, "GET", path, map[string]string{
				"If-None-Match": tag,
			}); again.Code != http.StatusNotModified || again.Body.Len() != 0 {
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
				t.Error("the compressed body differs:", err)
			}
			if plain := get(t, "GET", path,
				map[string]string{"Accept-Encoding": "gzip;q=0"}); plain.Header().Get("Content-Encoding") != "" {
				t.Error("compressed for a client that refuses it")
			}
			if head := get(t, "HEAD", path, nil); head.Code != http.StatusOK || head.Body.Len() != 0 ||
				head.Header().Get("ETag") != tag {
				t.Error("HEAD:", head.Code, head.Body.Len(), head.Header())
			}
			if post := get(t, "POST", path, nil); post.Code != http.StatusMethodNotAllowed ||
				post.Header().Get("Allow") != "GET, HEAD" {
				t.Error("POST:", post.Code, post.Header())
			}
		})
	}
	if !bytes.Equal(get(t, "GET", "/openapi.json", nil).Body.Bytes(), described.JSON) {
		t.Error("/openapi.json is not the document")
	}
	for _, path := range []string{"/docs/nothing", "/docs/", "/docs/index", "/docs/not-found"} {
		if site.Find(path) != nil {
			t.Errorf("there is a page at %s", path)
		}
	}
}

func TestEveryGuideIsListed(t *testing.T) {
	files, err := os.ReadDir("guides")
	if err != nil {
		t.Fatal(err)
	}
	llms := get(t, "GET", "/llms.txt", nil).Body.String()
	for _, file := range files {
		path := strings.TrimSuffix("/docs/"+strings.TrimSuffix(file.Name(), ".md"), "/index")
		if !slices.Contains(paths(t), path) {
			t.Errorf("index.md does not list %s", file.Name())
		}
		if !strings.Contains(llms, "]("+path+"): ") {
			t.Errorf("llms.txt does not list %s", path)
		}
	}
}

func TestPagesFollowEachOther(t *testing.T) {
	neighbour := regexp.MustCompile(`<a rel="(prev|next)" href="([^"]*)">`)
	previous, path, visited := "", "/docs", 0
	for path != "" {
		next := ""
		for _, m := range neighbour.FindAllStringSubmatch(get(t, "GET", path, nil).Body.String(), -1) {
			switch {
			case m[1] == "next":
				next = m[2]
			case m[2] != previous:
				t.Errorf("the previous page of %s is %s, want %s", path, m[2], previous)
			}
		}
		previous, path = path, next
		visited++
	}
	if all := paths(t); visited != len(all) || previous != "/docs/reference" {
		t.Errorf("visited %d of %d pages, the last one is %s", visited, len(all), previous)
	}
}

// TestSearchFindsEverything looks for an entry of each kind, and follows the link of every one.
func TestSearchFindsEverything(t *testing.T) {
	var entries []struct{ Title, Place, URL, Text string }
	if err := json.Unmarshal(get(t, "GET", "/docs/search.json", nil).Body.Bytes(), &entries); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	anchors := map[string]string{}
	for _, path := range paths(t) {
		anchors[path] = get(t, "GET", path, nil).Body.String()
	}
	for _, e := range entries {
		if found[e.Title] == "" {
			found[e.Title] = e.Place + " at " + e.URL
		}
		path, id, _ := strings.Cut(e.URL, "#")
		if anchors[path] == "" || id != "" && !strings.Contains(anchors[path], `id="`+id+`"`) {
			t.Errorf("%s leads to %s, which does not exist", e.Title, e.URL)
		}
		if e.Place == "" || strings.ContainsAny(e.Text, "\x00") || strings.Contains(e.Text, "<p>") {
			t.Errorf("%+v", e)
		}
	}
	for title, want := range map[string]string{
		"Update client":        "PATCH /api/v1/clients/{client_id} at /docs/reference#updateClient",
		"accountManagerId":     "List clients, Query at /docs/reference#listClients-query-accountManagerId",
		"defaultAvailability":  "Create user, Body at /docs/reference#createUser-body-defaultAvailability",
		"Roles":                "Authentication at /docs/authentication#roles",
		"version_conflict":     "Errors at /docs/errors#version_conflict",
		"write:time_off":       "Authentication at /docs/authentication#write:time_off",
		"More than 5,000 rows": "Bulk writes at /docs/bulk-writes#more-than-5000-rows",
	} {
		if found[title] != want {
			t.Errorf("%s is found as %q, want %q", title, found[title], want)
		}
	}
}

// TestSearchKnowsOtherWords: words that people use for a thing find the guide and the operations that are about it.
func TestSearchKnowsOtherWords(t *testing.T) {
	var entries []struct{ Title, Place, URL, Text, Also string }
	if err := json.Unmarshal(get(t, "GET", "/docs/search.json", nil).Body.Bytes(), &entries); err != nil {
		t.Fatal(err)
	}
	for word, urls := range map[string][]string{
		"vacation":  {"/docs/time-off", "/docs/reference#createTimeOff", "/docs/reference#listTimeOffTypes"},
		"sick":      {"/docs/time-off", "/docs/reference#listTimeOff"},
		"absence":   {"/docs/time-off", "/docs/reference#approveTimeOff"},
		"timesheet": {"/docs/payroll", "/docs/reference#upsertActualHours"},
		"part-time": {"/docs/calendar", "/docs/reference#replaceWorkingPatterns"},
		"price":     {"/docs/rates", "/docs/reference#resolveRate"},
		"budget":    {"/docs/capacity", "/docs/rates", "/docs/reference#createProject", "/docs/reference#replaceProjectBudget"},
	} {
		for _, url := range urls {
			found := false
			for _, e := range entries {
				found = found || e.URL == url &&
					strings.Contains(strings.ToLower(e.Title+" "+e.Place+" "+e.Text+" "+e.Also), word)
			}
			if !found {
				t.Errorf("%q does not find %s", word, url)
			}
		}
	}
}

// TestGuidesStandInGroups: the list of pages has each guide under the job that it is for.
func TestGuidesStandInGroups(t *testing.T) {
	page := get(t, "GET", "/docs", nil).Body.String()
	place := 0
	for _, text := range []string{
		"<h2>Start</h2>", "/docs/authentication", "<h2>Plan</h2>", "/docs/board", "<h2>Sync and export</h2>",
		"/docs/sync",
		"<h2>Follow changes</h2>", "/docs/webhooks", "<h2>People and access</h2>", "/docs/sign-in",
		"<h2>Errors and limits</h2>", "/docs/errors",
	} {
		at := strings.Index(page[place:], text)
		if at < 0 {
			t.Fatalf("no %s after the text before it", text)
		}
		place += at
	}
}

func TestNotFoundIsAPageForBrowsers(t *testing.T) {
	w := httptest.NewRecorder()
	site.NotFound(w, httptest.NewRequestWithContext(t.Context(), "GET", "/nothing", nil))
	if w.Code != http.StatusNotFound || w.Header().Get("Content-Security-Policy") == "" ||
		w.Header().Get("ETag") != "" {
		t.Error(w.Code, w.Header())
	}
	for _, text := range []string{`href="/docs"`, "<code>/api/v1</code>"} {
		if !strings.Contains(w.Body.String(), text) {
			t.Errorf("the page does not have %s", text)
		}
	}
}

// TestBoundsAreSaidOnce looks for fields whose description has the same bounds as their list.
func TestBoundsAreSaidOnce(t *testing.T) {
	page := get(t, "GET", "/docs/reference", nil).Body.String()
	shown := regexp.MustCompile(`<span class="bound">([^<]*)</span>.*</p>\n\s*<p>(.*)</p>`).
		FindAllStringSubmatch(page, -1)
	if len(shown) == 0 {
		t.Error("no field has bounds")
	}
	digits := regexp.MustCompile(`\d+`)
	for _, m := range shown {
		last := digits.FindAllString(m[1], -1)
		if len(last) > 0 &&
			slices.Contains(digits.FindAllString(strings.ReplaceAll(m[2], ",", ""), -1), last[len(last)-1]) {
			t.Errorf("%s: %s", m[1], m[2])
		}
	}
}

var (
	loaded = regexp.MustCompile(`<(?:script|link|img|iframe|source)\b[^>]*(?:src|href)="([^"]*)"`)
	linked = regexp.MustCompile(`<a\b[^>]* href="([^"]*)"`)
	inline = regexp.MustCompile(`<style|\sstyle="|\son\w+="|<script(?:>|[^>]*[^/]>[^<])`)
	anchor = regexp.MustCompile(`\bid="([^"]*)"`)
)

// TestPagesKeepToTheirPolicy looks for what the Content-Security-Policy refuses.
func TestPagesKeepToTheirPolicy(t *testing.T) {
	for _, path := range paths(t) {
		w := get(t, "GET", path, nil)
		policy := w.Header().Get("Content-Security-Policy")
		for _, directive := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'",
			"connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"} {
			if !strings.Contains(policy, directive) {
				t.Errorf("%s: %s is not in %q", path, directive, policy)
			}
		}
		if w.Header().Get("X-Content-Type-Options") != "nosniff" || w.Header().Get("Referrer-Policy") != "no-referrer" {
			t.Error(path, w.Header())
		}
		for _, m := range loaded.FindAllStringSubmatch(w.Body.String(), -1) {
			if site.Find(m[1]) == nil && !strings.HasPrefix(m[1], "data:image/") {
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

// TestLinksWork follows every link of every page, and its fragment.
func TestLinksWork(t *testing.T) {
	anchors := map[string][]string{}
	for _, path := range paths(t) {
		for _, m := range anchor.FindAllStringSubmatch(get(t, "GET", path, nil).Body.String(), -1) {
			if slices.Contains(anchors[path], m[1]) {
				t.Errorf("%s has two elements with the id %s", path, m[1])
			}
			anchors[path] = append(anchors[path], m[1])
		}
	}
	for _, path := range paths(t) {
		links := linked.FindAllStringSubmatch(get(t, "GET", path, nil).Body.String(), -1)
		if len(links) < 20 {
			t.Errorf("%s has only %d links", path, len(links))
		}
		for _, m := range links {
			target, fragment, _ := strings.Cut(m[1], "#")
			if target == "" {
				target = path
			}
			if site.Find(target) == nil {
				t.Errorf("%s links to %s, which does not exist", path, m[1])
			}
			if id, err := url.PathUnescape(fragment); err != nil || id != "" && !slices.Contains(anchors[target], id) {
				t.Errorf("%s links to %s, which has no such anchor", path, m[1])
			}
		}
	}
}
