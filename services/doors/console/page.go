package console

import (
	"bytes"
	"context"
	_ "embed"
	"html/template"
	"net/http"
	"strings"

	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/doors/internal/page"
)

// The pages that a browser sees on its way back from the identity provider, if it cannot go on to the
// console. They have the style of the documentation.
//
//go:embed page.html
var pageText string

var pages = template.Must(template.New("").Parse(pageText))

// isPage reports whether a person sees the response, and not a program.
func isPage(r *http.Request) bool {
	return strings.HasPrefix(r.URL.Path, "/auth/") && strings.Contains(r.Header.Get("Accept"), "text/html")
}

func servePage(w http.ResponseWriter, status int, name string, data any) error {
	var body bytes.Buffer
	if err := pages.ExecuteTemplate(&body, name, data); err != nil {
		return err
	}
	page.SetPolicy(w.Header(), policy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(body.Bytes()) // the client may be gone
	return nil
}

// failPage responds with a page that describes an error.
func (c *Console) failPage(ctx context.Context, w http.ResponseWriter, err error) error {
	p := call.Failed(ctx, err)
	text := p.Text()
	return servePage(w, p.HTTPStatus(), "failed", map[string]string{
		"Message": strings.ToUpper(text[:1]) + text[1:] + ".", "RequestID": call.FromContext(ctx).ID,
	})
}
