// Package page serves files that are part of the program: the documentation and the console.
package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Page is one file, plain and compressed.
type Page struct {
	// EveryOrigin allows scripts of other origins to read it.
	EveryOrigin bool
	// Immutable means that the file never changes, because its name has its hash.
	Immutable bool

	contentType, policy string
	plain, gzip         variant
}

// variant is the body of a page in one encoding.
type variant struct {
	body []byte
	etag string
}

// New returns a page with a type, such as text/html; charset=utf-8, and a content security
// policy.
func New(contentType, policy string, body []byte) *Page {
	var compressed bytes.Buffer
	w, err := gzip.NewWriterLevel(&compressed, gzip.BestCompression)
	if err != nil {
		panic(err) // the level exists
	}
	_, _ = w.Write(body) // writing to a buffer does not fail
	_ = w.Close()
	sum := sha256.Sum256(body)
	tag := hex.EncodeToString(sum[:8])
	return &Page{
		contentType: contentType, policy: policy,
		plain: variant{body, `"` + tag + `"`},
		gzip:  variant{compressed.Bytes(), `"` + tag + `-gzip"`},
	}
}

// ServeHTTP implements http.Handler.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.Serve(w, r, http.StatusOK) }

// Serve sends the page with a status.
func (p *Page) Serve(w http.ResponseWriter, r *http.Request, status int) {
	h := w.Header()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "This page takes GET and HEAD.", http.StatusMethodNotAllowed)
		return
	}
	h.Set("Content-Type", p.contentType)
	SetPolicy(h, p.policy)
	// Browsers revalidate every page, so that a page never runs the script of another version.
	h.Set("Cache-Control", "no-cache")
	if p.Immutable {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	h.Set("Vary", "Accept-Encoding")
	if p.EveryOrigin {
		h.Set("Access-Control-Allow-Origin", "*")
	}
	content := p.plain
	if acceptsGzip(r.Header.Values("Accept-Encoding")) {
		content = p.gzip
		h.Set("Content-Encoding", "gzip")
	}
	if status != http.StatusOK {
		w.WriteHeader(status)
		_, _ = w.Write(content.body) // the client may have disconnected
		return
	}
	h.Set("ETag", content.etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content.body))
}

// SetPolicy sets the headers with which a browser protects a page.
func SetPolicy(h http.Header, policy string) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
}

// acceptsGzip reports whether Accept-Encoding (RFC 9110) allows gzip.
func acceptsGzip(values []string) bool {
	for coding := range strings.SplitSeq(strings.Join(values, ","), ",") {
		name, parameter, _ := strings.Cut(coding, ";")
		if !strings.EqualFold(strings.TrimSpace(name), "gzip") {
			continue
		}
		weight, weighted := strings.CutPrefix(strings.TrimSpace(parameter), "q=")
		q, err := strconv.ParseFloat(weight, 64)
		return !weighted || err == nil && q > 0
	}
	return false
}
