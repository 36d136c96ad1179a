package docs

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"

	described "github.com/workplan-api/workplan/gen/openapi"
	"github.com/workplan-api/workplan/internal/openapi"
)

//go:embed templates
var templates embed.FS

//go:embed guides
var guideFiles embed.FS

// guides are the files in guides, in the order of reading.
var guides = []string{"authentication", "paging", "bulk-writes", "time-off", "errors", "retries", "clients", "grpc"}

// view is what a template gets.
type view struct {
	// Path is the path of the page.
	Path  string
	Title string
	Info  openapi.Info
	// Guides and Groups are in the side bar of every page.
	Guides []*guide
	Groups []*group
	// Guide is the page's text; nil on the reference.
	Guide *guide
}

// render makes the pages of HTML, by their path.
func render() (map[string][]byte, error) {
	var document openapi.Document
	if err := json.Unmarshal(described.JSON, &document); err != nil {
		return nil, fmt.Errorf("the OpenAPI document: %w", err)
	}
	layout, err := template.New("").Funcs(template.FuncMap{"json": highlight}).ParseFS(templates, "templates/*.html")
	if err != nil {
		return nil, err
	}
	v := view{Info: document.Info, Groups: reference{&document}.groups()}
	for _, name := range guides {
		g, err := readGuide(name)
		if err != nil {
			return nil, err
		}
		v.Guides = append(v.Guides, g)
	}
	front, err := readGuide("index")
	if err != nil {
		return nil, err
	}
	front.Headings = append(front.Headings, heading{"guides", "Guides"}, heading{"operations", "Operations"}, heading{"for-machines", "For machines"})
	pages := map[string][]byte{}
	add := func(path, title, name string, g *guide) {
		if err != nil {
			return
		}
		var b bytes.Buffer
		v.Path, v.Title, v.Guide = path, title, g
		err = layout.ExecuteTemplate(&b, name, v)
		pages[path] = b.Bytes()
	}
	add("/docs", front.Title, "front.html", front)
	add("/docs/reference", "Reference", "reference.html", nil)
	for _, g := range v.Guides {
		add(g.Path, g.Title, "guide.html", g)
	}
	return pages, err
}
