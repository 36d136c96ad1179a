// Package docs serves the pages for integrators: the guides, the reference with a form
// that sends each call, and the description of the API for programs.
//
// The pages are made when the first one is requested: the reference from the OpenAPI
// document, the guides from their Markdown. They load nothing from other servers and can be
// read without JavaScript.
package docs

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/workplan-api/workplan/gen/openapi"
	"github.com/workplan-api/workplan/gen/protos"
	"github.com/workplan-api/workplan/services/internal/design"
)

//go:embed static
var static embed.FS

// Find returns the page at a path, or nil if there is none.
func Find(path string) http.Handler {
	switch {
	case path == "/openapi.json", path == "/openapi.yaml", path == "/llms.txt", path == "/protos.zip":
	case path == "/docs", strings.HasPrefix(path, "/docs/"):
	default:
		return nil
	}
	if page := load()[path]; page != nil && path != notFoundPath {
		return page
	}
	return nil
}

// NotFound serves a page that says where the API and these pages are, with status 404.
func NotFound(w http.ResponseWriter, r *http.Request) {
	load()[notFoundPath].serve(w, r, http.StatusNotFound)
}

// page is one file that is served.
type page struct {
	contentType string
	plain, gzip variant
	// everyOrigin allows scripts of other origins to read it.
	everyOrigin bool
}

// variant is the body of a page in one encoding.
type variant struct {
	body []byte
	etag string
}

// pages are the pages by path.
type pages map[string]*page

// load makes the pages, once in a process. All input is embedded, and the tests make the
// same pages, so that an error is a programming error.
var load = sync.OnceValue(func() pages {
	all := pages{}
	site := newSite()
	for path, body := range site.html() {
		all.add(path, "text/html; charset=utf-8", body)
	}
	all.add("/docs/search.json", "application/json", must(site.index()))
	all.add("/docs/style.css", "text/css; charset=utf-8", slices.Concat(design.Tokens, must(static.ReadFile("static/style.css"))))
	all.add("/docs/docs.js", "text/javascript; charset=utf-8", must(static.ReadFile("static/docs.js")))
	// These are for programs. They are public, and tools in browsers load them from other origins.
	for path, file := range map[string]struct {
		contentType string
		body        []byte
	}{
		"/openapi.json":                          {"application/json", openapi.JSON},
		"/openapi.yaml":                          {"application/yaml", openapi.YAML},
		"/llms.txt":                              {"text/plain; charset=utf-8", site.llms()},
		"/protos.zip":                            {"application/zip", must(zipped(protos.Files))},
		"/docs/workplan.postman_collection.json": {"application/json", openapi.Postman},
	} {
		all.add(path, file.contentType, file.body).everyOrigin = true
	}
	return all
})

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// zipped returns an archive of files. Embedded files have no times; all get the same
// one, so that the archive and its ETag are equal in every process.
func zipped(files fs.FS) ([]byte, error) {
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	err := fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		header := &zip.FileHeader{Name: path, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
		header.SetMode(0o644)
		file, err := w.CreateHeader(header)
		if err != nil {
			return err
		}
		_, err = file.Write(body)
		return err
	})
	if err != nil {
		return nil, err
	}
	err = w.Close()
	return archive.Bytes(), err
}

func (p pages) add(path, contentType string, body []byte) *page {
	var compressed bytes.Buffer
	w := must(gzip.NewWriterLevel(&compressed, gzip.BestCompression))
	_, _ = w.Write(body) // writing to a buffer does not fail
	_ = w.Close()
	sum := sha256.Sum256(body)
	tag := hex.EncodeToString(sum[:8])
	p[path] = &page{
		contentType: contentType,
		plain:       variant{body, `"` + tag + `"`},
		gzip:        variant{compressed.Bytes(), `"` + tag + `-gzip"`},
	}
	return p[path]
}

// contentSecurityPolicy allows a page to load from this server only.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
	"img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// ServeHTTP implements http.Handler.
func (page *page) ServeHTTP(w http.ResponseWriter, r *http.Request) { page.serve(w, r, http.StatusOK) }

func (page *page) serve(w http.ResponseWriter, r *http.Request, status int) {
	h := w.Header()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "This page takes GET and HEAD.", http.StatusMethodNotAllowed)
		return
	}
	h.Set("Content-Type", page.contentType)
	h.Set("Content-Security-Policy", contentSecurityPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	// Browsers revalidate every page, so that a page never runs the script of another version.
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	if page.everyOrigin {
		h.Set("Access-Control-Allow-Origin", "*")
	}
	content := page.plain
	if acceptsGzip(r.Header.Values("Accept-Encoding")) {
		content = page.gzip
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
