// Package docs serves the pages for integrators: the guides, the reference with a form
// that tries each call, and the description of the API for machines.
//
// Everything is made once, when somebody first asks for a page: the reference out of the
// OpenAPI document, the guides out of their Markdown. A server that nobody reads the pages
// of pays neither time at its start nor memory. Nothing is loaded from elsewhere, and the
// pages read well without JavaScript.
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
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/workplan-api/workplan/gen/openapi"
	"github.com/workplan-api/workplan/gen/protos"
)

//go:embed static
var static embed.FS

// page is one file that is served.
type page struct {
	contentType string
	plain, gzip variant
	// everyOrigin says that scripts of other origins may read it.
	everyOrigin bool
}

// variant is the body of a page in one encoding.
type variant struct {
	body []byte
	etag string
}

// Find returns the page at a path, or nil where there is none.
func Find(path string) http.Handler {
	switch {
	case path == "/openapi.json", path == "/openapi.yaml", path == "/llms.txt", path == "/protos.zip":
	case path == "/docs", strings.HasPrefix(path, "/docs/"):
	default:
		return nil
	}
	pages, err := load()
	if err != nil {
		panic(err) // it is all embedded, and the tests render it
	}
	if page := pages[path]; page != nil {
		return page
	}
	return nil
}

// pages are the pages by their path.
type pages map[string]*page

// load makes the pages, once in a process.
var load = sync.OnceValues(func() (pages, error) {
	all := pages{}
	html, err := render()
	if err != nil {
		return nil, err
	}
	for path, body := range html {
		all.add(path, "text/html; charset=utf-8", body)
	}
	for name, contentType := range map[string]string{"style.css": "text/css; charset=utf-8", "docs.js": "text/javascript; charset=utf-8"} {
		body, err := static.ReadFile("static/" + name)
		if err != nil {
			return nil, err
		}
		all.add("/docs/"+name, contentType, body)
	}
	// What machines read has no secrets, and tools in browsers load it from anywhere.
	all.add("/openapi.json", "application/json", openapi.JSON).everyOrigin = true
	all.add("/openapi.yaml", "application/yaml", openapi.YAML).everyOrigin = true
	all.add("/llms.txt", "text/plain; charset=utf-8", openapi.LLMs).everyOrigin = true
	all.add("/docs/workplan.postman_collection.json", "application/json", openapi.Postman).everyOrigin = true
	archive, err := zipped(protos.Files)
	if err != nil {
		return nil, err
	}
	all.add("/protos.zip", "application/zip", archive).everyOrigin = true
	return all, nil
})

// zipped is an archive of files. It is the same one in every process, so that its ETag
// is too: what is embedded has no times, and a zip cannot do without.
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
	w, _ := gzip.NewWriterLevel(&compressed, gzip.BestCompression) // fails for unknown levels only
	_, _ = w.Write(body)                                           // a buffer takes everything
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

// contentSecurityPolicy lets a page load what this server has, and nothing else.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
	"img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// ServeHTTP implements http.Handler.
func (page *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
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
	// Always asked for again, and answered with 304 as long as the program is the same:
	// a page never meets the script of another version.
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
	h.Set("ETag", content.etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content.body))
}

// acceptsGzip reads Accept-Encoding, RFC 9110 section 12.5.3.
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
