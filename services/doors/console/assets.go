package console

import (
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/workplan-api/workplan/services/doors/internal/page"
	"github.com/workplan-api/workplan/web"
)

// policy lets a page load from this server only.
const policy = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// contentTypes are those of the files of the app. The types of the machine could differ.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".woff2": "font/woff2",
	".json": "application/json", ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8",
}

// assets returns the files of the app by path. The names of those in /assets/ have the hash of their
// content. They are compressed once, also for several servers in one process, as in tests. All input is embedded, so
// that an error is a programming error.
var assets = sync.OnceValue(func() map[string]http.Handler {
	found := map[string]http.Handler{}
	files := web.Files()
	if err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		contentType, ok := contentTypes[path.Ext(name)]
		if !ok {
			return nil // such as .gitattributes
		}
		body, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		p := page.New(contentType, policy, body)
		p.Immutable = strings.HasPrefix(name, "assets/")
		if name == "index.html" {
			name = ""
		}
		found["/"+name] = p
		return nil
	}); err != nil {
		panic(err)
	}
	return found
})
