package site

import (
	"bytes"
	"html/template"
	"io/fs"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// guide is a text for integrators.
type guide struct {
	Path, Title string
	// Job is the heading under which the front page lists the guide.
	Job string
	// Lead is the first paragraph as plain text.
	Lead string
	Body template.HTML
	// Headings are the headings of level 2, for the list of contents.
	Headings []heading
	// Sections are the text between headings, and the rows of tables that have an id.
	Sections []*section
}

// heading is a heading with its anchor.
type heading struct{ ID, Text string }

// section is a part of a guide as plain text, for the search.
type section struct{ ID, Title, Text string }

// listed matches the headings of groups in services/doors/docs/guides/index.md, and the items that name a guide.
var listed = regexp.MustCompile(`(?m)^### (.+)$|^- \[[^\]]+\]\((\S+)\.md\)`)

// readGuides returns the front page and the guides that it lists.
func readGuides(files fs.FS) []*guide {
	front := must(fs.ReadFile(files, "index.md"))
	guides := []*guide{newGuide(frontPath, front)}
	job := ""
	for _, m := range listed.FindAllStringSubmatch(string(front), -1) {
		if m[1] != "" {
			job = m[1]
			continue
		}
		g := newGuide(frontPath+"/"+m[2], must(fs.ReadFile(files, m[2]+".md")))
		g.Job = job
		guides = append(guides, g)
	}
	return guides
}

// newGuide renders a guide. Its links to other guides are relative links to files, so
// that they work in the repository too.
func newGuide(path string, source []byte) *guide {
	g := &guide{Path: path, Sections: []*section{{}}}
	tree := dialect.Parser().Parse(text.NewReader(source))
	var rows []*section
	ids := map[string]bool{}
	check(ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		current := g.Sections[len(g.Sections)-1]
		switch n := n.(type) {
		case *ast.Heading:
			id, _ := n.AttributeString("id")
			h := heading{string(id.([]byte)), plainText(n, source)}
			if n.Level == 1 {
				g.Title = h.Text
				return ast.WalkSkipChildren, nil
			}
			if n.Level == 2 {
				g.Headings = append(g.Headings, h)
			}
			ids[h.ID] = true
			g.Sections = append(g.Sections, &section{ID: h.ID, Title: h.Text})
			n.AppendChild(n, anchor(h.ID, h.Text))
			return ast.WalkSkipChildren, nil
		case *ast.Paragraph:
			if g.Lead == "" {
				g.Lead = plainText(n, source)
			}
			current.Text += plainText(n, source) + " "
		case *ast.TextBlock:
			current.Text += plainText(n, source) + " "
		case *ast.FencedCodeBlock:
			current.Text += string(n.Lines().Value(source)) + " "
		case *tables.TableRow:
			row := plainText(n, source)
			current.Text += row + " "
			// A row about a code or a scope can be linked to by it.
			if id := onlyCode(n.FirstChild(), source); id != "" && !ids[id] {
				ids[id] = true
				n.SetAttributeString("id", []byte(id))
				rows = append(rows, &section{ID: id, Title: id, Text: row})
			}
		case *ast.Link:
			file, fragment, _ := strings.Cut(string(n.Destination), "#")
			if name, ok := strings.CutSuffix(file, ".md"); ok {
				n.Destination = []byte(strings.TrimSuffix(strings.TrimSuffix(frontPath+"/"+name, "/index")+"#"+fragment,
					"#"))
			}
		}
		return ast.WalkContinue, nil
	}))
	g.Sections = append(g.Sections, rows...)
	var b bytes.Buffer
	check(dialect.Renderer().Render(&b, source, tree))
	// A wide table scrolls in a box of its own, not the page.
	g.Body = template.HTML(strings.NewReplacer(
		"<table>", `<div class="table" role="region" aria-label="Table" tabindex="0"><table>`,
		"</table>", "</table></div>",
	).Replace(b.String()))
	return g
}

// codeName matches codes, scopes and header names.
var codeName = regexp.MustCompile(`^[a-z][a-z_:]+$`)

// onlyCode returns the text of a cell that is a single name in code, else "".
func onlyCode(cell ast.Node, source []byte) string {
	code, ok := cell.FirstChild().(*ast.CodeSpan)
	if name := plainText(cell, source); ok && code.NextSibling() == nil && codeName.MatchString(name) {
		return name
	}
	return ""
}

// anchor returns a link to a heading that is shown next to it.
func anchor(id, title string) ast.Node {
	a := ast.NewLink()
	a.Destination = []byte("#" + id)
	a.SetAttributeString("class", []byte("anchor"))
	a.SetAttributeString("aria-label", []byte("Link to "+title))
	a.AppendChild(a, ast.NewString([]byte("#")))
	return a
}

// plainText returns the text of a node without markup.
func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		t, ok := child.(*ast.Text)
		if !ok {
			b.WriteString(plainText(child, source))
			if child.Kind() == tables.KindTableCell {
				b.WriteByte(' ')
			}
			continue
		}
		b.Write(t.Segment.Value(source))
		if t.SoftLineBreak() {
			b.WriteByte(' ')
		}
	}
	return b.String()
}
