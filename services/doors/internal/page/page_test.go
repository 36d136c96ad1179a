package page_test

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/workplan-api/workplan/services/doors/internal/page"
)

// TestCompressedPages serves one body as a plain and as a compressed page, and compares the responses.
func TestCompressedPages(t *testing.T) {
	body := []byte("one page\n")
	var compressed bytes.Buffer
	w := gzip.NewWriter(&compressed)
	_, _ = w.Write(body)
	_ = w.Close()
	pages := []*page.Page{page.New("text/plain", "default-src 'none'", body), page.Compressed("text/plain",
		"default-src 'none'", compressed.Bytes())}
	for name, header := range map[string]http.Header{
		"plain": {}, "a part": {"Range": {"bytes=4-7"}}, "gzip": {"Accept-Encoding": {"gzip"}},
		"gzip is refused": {"Accept-Encoding": {"gzip;q=0"}},
	} {
		t.Run(name, func(t *testing.T) {
			var answers []*httptest.ResponseRecorder
			tags := map[string]bool{}
			for _, p := range pages {
				r, w := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil), httptest.NewRecorder()
				r.Header = header
				p.ServeHTTP(w, r)
				tags[w.Header().Get("ETag")] = true
				w.Header().Del("ETag")
				w.Header().Del("Content-Length") // that of a compressed body depends on the compressor
				answers = append(answers, w)
			}
			if tags[""] {
				t.Error("a page has no ETag")
			}
			for header := range answers[0].Header() {
				if got, want := answers[1].Header().Get(header), answers[0].Header().Get(header); got != want {
					t.Errorf("%s: %q, want %q", header, got, want)
				}
			}
			if answers[0].Code != answers[1].Code || answers[0].Header().Get("Content-Encoding") == "" &&
				answers[0].Body.String() != answers[1].Body.String() {
				t.Errorf("%d %q, want %d %q", answers[1].Code, answers[1].Body, answers[0].Code, answers[0].Body)
			}
		})
	}
	t.Run("a damaged page is an error", func(t *testing.T) {
		w := httptest.NewRecorder()
		damaged := bytes.Clone(compressed.Bytes())
		damaged[len(damaged)-8]++ // the checksum
		page.Compressed("text/plain", "", damaged).ServeHTTP(w,
			httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil))
		if w.Code != http.StatusInternalServerError {
			t.Errorf("%d %q", w.Code, w.Body)
		}
	})
}
