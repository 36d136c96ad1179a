// Package docs serves the pages for integrators: the guides, the reference with a form
// that sends each call, and the description of the API for programs.
//
// The package tools/site makes the pages when code is generated, see .ci/generate. They are embedded as they
// are sent: compressed. They load nothing from other servers and can be read without JavaScript.
package docs

import (
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"

	generated "github.com/workplan-api/workplan/gen/docs"
	"github.com/workplan-api/workplan/services/doors/internal/page"
)

// notFoundPath is the page of NotFound. It is not served by itself.
const notFoundPath = "/docs/not-found"

// Docs are the pages by path.
type Docs map[string]*page.Page

// New returns the pages, which are part of the program.
func New() (Docs, error) {
	pages := Docs{}
	err := fs.WalkDir(generated.Pages, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := fs.ReadFile(generated.Pages, name)
		if err != nil {
			return err
		}
		at := strings.TrimSuffix(strings.TrimPrefix(name, "pages"), ".gz")
		pages[at], err = newPage(at, body)
		return err
	})
	if err == nil && pages[notFoundPath] == nil {
		err = fmt.Errorf("there is no page %s", notFoundPath)
	}
	return pages, err
}

// contentTypes are those of the pages by the ending of their path.
var contentTypes = map[string]string{
	"": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".txt":  "text/plain; charset=utf-8",
	".json": "application/json", ".yaml": "application/yaml", ".zip": "application/zip",
}

func newPage(at string, compressed []byte) (*page.Page, error) {
	contentType, ok := contentTypes[path.Ext(at)]
	if !ok {
		return nil, fmt.Errorf("the page %s has an unknown type", at)
	}
	p := page.Compressed(contentType, contentSecurityPolicy, compressed)
	// These are for programs. They are public, and tools in browsers load them from other origins.
	p.EveryOrigin = !strings.HasPrefix(at, "/docs") || strings.HasSuffix(at, ".postman_collection.json")
	return p, nil
}

// Find returns the page at a path, or nil if there is none.
func (d Docs) Find(at string) http.Handler {
	if p := d[at]; p != nil && at != notFoundPath {
		return p
	}
	return nil
}

// NotFound serves a page that says where the API and these pages are, with status 404.
func (d Docs) NotFound(w http.ResponseWriter, r *http.Request) {
	d[notFoundPath].Serve(w, r, http.StatusNotFound)
}

// contentSecurityPolicy allows a page to load from this server only.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
	"img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
