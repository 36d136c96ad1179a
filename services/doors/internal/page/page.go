// Package page serves files that are part of the program: the documentation and the console.
package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Page is one file, plain and compressed.
type Page struct {
	// EveryOrigin allows scripts of other origins to read it.
	EveryOrigin bool
	// Immutable means that the file never changes, because its name has its hash.
	Immutable bool

	contentType, policy string
	tag                 string // names the content
	plain               func() ([]byte, error)
	compressed          []byte
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
	return &Page{
		contentType: contentType, policy: policy, tag: tag(body), compressed: compressed.Bytes(),
		plain: func() ([]byte, error) { return body, nil },
	}
}

// Compressed returns a page like New, from what gzip made of its body. Nothing is decompressed before a client asks for
// the plain body, which few do.
func Compressed(contentType, policy string, compressed []byte) *Page {
	return &Page{
		contentType: contentType, policy: policy, tag: tag(compressed), compressed: compressed,
		plain: sync.OnceValues(func() ([]byte, error) {
			r, err := gzip.NewReader(bytes.NewReader(compressed))
			if err != nil {
				return nil, err
			}
			return io.ReadAll(r)
		}),
	}
}

func tag(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
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
	body, etag := p.compressed, `"`+p.tag+`-gzip"`
	if acceptsGzip(r.Header.Values("Accept-Encoding")) {
		h.Set("Content-Encoding", "gzip")
	} else {
		var err error
		if body, err = p.plain(); err != nil {
			http.Error(w, "This page cannot be decompressed.", http.StatusInternalServerError)
			return
		}
		etag = `"` + p.tag + `"`
	}
	if status != http.StatusOK {
		w.WriteHeader(status)
		_, _ = w.Write(body) // the client may have disconnected
		return
	}
	h.Set("ETag", etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
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
