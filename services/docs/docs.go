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
	"embed"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/workplan-api/workplan/gen/openapi"
	"github.com/workplan-api/workplan/gen/protos"
	"github.com/workplan-api/workplan/services/internal/design"
	"github.com/workplan-api/workplan/services/internal/page"
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
	if p := load()[path]; p != nil && path != notFoundPath {
		return p
	}
	return nil
}

// NotFound serves a page that says where the API and these pages are, with status 404.
func NotFound(w http.ResponseWriter, r *http.Request) {
	load()[notFoundPath].Serve(w, r, http.StatusNotFound)
}

// pages are the pages by path.
type pages map[string]*page.Page

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
		all.add(path, file.contentType, file.body).EveryOrigin = true
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

func (p pages) add(path, contentType string, body []byte) *page.Page {
	p[path] = page.New(contentType, contentSecurityPolicy, body)
	return p[path]
}

// contentSecurityPolicy allows a page to load from this server only.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
	"img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
