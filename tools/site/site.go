// Package site makes the pages at /docs: the reference from the OpenAPI document, the guides from their Markdown.
// Only the generator and the tests use it. A mistake in its input, which is all in the repository, is a panic.
package site

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"slices"
	"strings"

	described "github.com/workplan-api/workplan/gen/openapi"
	"github.com/workplan-api/workplan/gen/protos"
	"github.com/workplan-api/workplan/test/openapi"
)

//go:embed static
var static embed.FS

//go:embed templates
var templates embed.FS

// The inputs that are not generated.
const (
	guides = "services/doors/docs/guides"
	tokens = "web/tokens.css" // the colours and fonts, which the console has too
)

// Pages returns the files of the site by path. root is the root of the repository.
func Pages(root fs.FS) map[string][]byte {
	s := newSite(must(fs.Sub(root, guides)))
	pages := s.html()
	for path, body := range map[string][]byte{
		"/docs/search.json": must(s.index()),
		"/docs/style.css": slices.Concat(must(fs.ReadFile(root, tokens)),
			must(static.ReadFile("static/style.css"))),
		"/docs/docs.js":                          must(static.ReadFile("static/docs.js")),
		"/openapi.json":                          described.JSON,
		"/openapi.yaml":                          described.YAML,
		"/llms.txt":                              s.llms(),
		"/protos.zip":                            must(zipped(protos.Files)),
		"/docs/workplan.postman_collection.json": described.Postman,
	} {
		pages[path] = body
	}
	return pages
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// The paths of the pages that are not guides. That of notFoundPath is for paths that do not exist.
const (
	frontPath     = "/docs"
	referencePath = "/docs/reference"
	notFoundPath  = "/docs/not-found"
)

// site is all pages of HTML.
type site struct {
	Info openapi.Info
	// Guides are the front page and the guides, in the order of reading.
	Guides []*guide
	// Groups are the operations of the reference.
	Groups []*group
}

func newSite(guides fs.FS) *site {
	doc := &openapi.Document{}
	check(json.Unmarshal(described.JSON, doc))
	return &site{Info: doc.Info, Guides: readGuides(guides), Groups: reference{doc}.groups()}
}

// view is the input of a template.
type view struct {
	*site
	Path, Title string
	// Guide is the text of the page; nil if it is not a guide.
	Guide *guide
	// Previous and Next are the neighbours in the order of reading; nil at either end.
	Previous, Next *link
}

// link is a page to go to.
type link struct{ Path, Title string }

// html returns the pages by path.
func (s *site) html() map[string][]byte {
	layout := template.Must(template.New("").Funcs(template.FuncMap{"json": highlight}).ParseFS(templates,
		"templates/*.html"))
	pages := map[string][]byte{}
	add := func(name string, v view) {
		var b bytes.Buffer
		check(layout.ExecuteTemplate(&b, name, v))
		pages[v.Path] = b.Bytes()
	}
	order := []*link{nil}
	for _, g := range s.Guides {
		order = append(order, &link{g.Path, g.Title})
	}
	order = append(order, &link{referencePath, "Reference"}, nil)
	for i, g := range s.Guides {
		add("guide.html", view{site: s, Path: g.Path, Title: g.Title, Guide: g, Previous: order[i], Next: order[i+2]})
	}
	add("reference.html", view{site: s, Path: referencePath, Title: "Reference", Previous: order[len(order)-3]})
	add("notfound.html", view{site: s, Path: notFoundPath, Title: "Page not found"})
	return pages
}

// Jobs returns the guides in groups. The front page is in none of them.
func (s *site) Jobs() (jobs []job) {
	for _, g := range s.Guides {
		if g.Job == "" {
			continue
		}
		if len(jobs) == 0 || jobs[len(jobs)-1].Name != g.Job {
			jobs = append(jobs, job{Name: g.Job})
		}
		jobs[len(jobs)-1].Guides = append(jobs[len(jobs)-1].Guides, g)
	}
	return jobs
}

// job is a group of guides.
type job struct {
	Name   string
	Guides []*guide
}

// llms returns llms.txt with links to the guides.
func (s *site) llms() []byte {
	b := bytes.NewBuffer(bytes.TrimSpace(bytes.Clone(described.LLMs)))
	b.WriteString("\n\n## Guides\n\n")
	for _, g := range s.Guides {
		fmt.Fprintf(b, "- [%s](%s): %s\n", g.Title, g.Path, g.Lead)
	}
	return b.Bytes()
}

// entry is one thing that the search finds.
type entry struct {
	Title string `json:"title"`
	// Place says where it is: the title of the page, or the operation of a field.
	Place string `json:"place"`
	URL   string `json:"url"`
	Text  string `json:"text"`
	// Also are words that find it too, although the page does not have them.
	Also string `json:"also,omitempty"`
}

// synonyms are words that people look for, by the title of the guide or the name of the group of operations that is
// about them.
var synonyms = map[string]string{
	"Time off":                      "vacation leave sick sickness absence PTO parental",
	"Time off types":                "vacation leave sick sickness absence PTO",
	"Working patterns and holidays": "part-time full-time vacation bank holiday calendar file ics",
	"Holidays":                      "bank holiday calendar file ics",
	"Actual hours":                  "timesheet time tracking worked",
	"Bulk writes":                   "timesheet",
	"Payroll":                       "timesheet salary wage sick vacation absence",
	"Projects":                      "budget",
	"Rates":                         "price invoice billing salary wage",
	"Rates and budgets":             "price invoice billing salary wage",
	"Money":                         "price invoice billing revenue profit",
	"Capacity":                      "budget utilization absence",
	"Users":                         "part-time full-time employee staff",
}

// index returns the entries of the search as JSON: operations first, then the guides
// section by section, then the fields of requests and of responses.
func (s *site) index() ([]byte, error) {
	var operations, guides, requests, responses []entry
	for _, group := range s.Groups {
		for _, o := range group.Operations {
			operations = append(operations, entry{o.Title, o.Method + " " + o.Path, referencePath + "#" + o.ID,
				o.Summary + ". " + withoutTags(o.Description) + " " + strings.Join(o.Scopes, " ") + " " + o.RPC,
				synonyms[group.Name]})
			for _, list := range append(slices.Clone(o.Parameters), o.Body) {
				requests = append(requests, fieldEntries(o.Title+", "+list.Title, list.Fields)...)
			}
			for _, r := range o.Responses {
				responses = append(responses, fieldEntries(o.Title+", "+r.Body.Title, r.Body.Fields)...)
			}
		}
	}
	for _, g := range s.Guides {
		for i, section := range g.Sections {
			e := entry{
				Title: cmp.Or(section.Title, g.Title), Place: g.Title,
				URL: strings.TrimSuffix(g.Path+"#"+section.ID, "#"), Text: section.Text,
			}
			if i == 0 { // the page as a whole
				e.Also = synonyms[g.Title]
			}
			guides = append(guides, e)
		}
	}
	return json.Marshal(slices.Concat(operations, guides, requests, responses))
}

func fieldEntries(place string, fields []field) (entries []entry) {
	for _, f := range fields {
		text := withoutTags(f.Description)
		for _, value := range f.Values {
			text += " " + value
		}
		entries = append(entries, entry{Title: f.Name, Place: place, URL: referencePath + "#" + f.ID, Text: text})
		entries = append(entries, fieldEntries(place, f.Fields)...)
	}
	return entries
}
