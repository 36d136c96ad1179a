package docs

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// guide is a text for integrators.
type guide struct {
	Path, Title string
	// Lead is its first paragraph, as plain text.
	Lead     string
	Body     template.HTML
	Headings []heading
}

// heading is one that the list of a page's contents has.
type heading struct{ ID, Text string }

var dialect = goldmark.New(
	goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(codeBlocks{}, 100))),
)

// markdown renders a text of the OpenAPI document.
func markdown(source string) template.HTML {
	var b bytes.Buffer
	if err := dialect.Convert([]byte(source), &b); err != nil {
		panic(err) // a buffer takes everything
	}
	return template.HTML(strings.TrimSpace(b.String()))
}

// readGuide renders a guide. Its links to other guides are those of files, so that it
// can be read in the repository too.
func readGuide(name string) (*guide, error) {
	source, err := guideFiles.ReadFile("guides/" + name + ".md")
	if err != nil {
		return nil, err
	}
	g := &guide{Path: "/docs/" + name}
	tree := dialect.Parser().Parse(text.NewReader(source))
	err = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			id, _ := n.AttributeString("id")
			words := plainText(n, source)
			switch n.Level {
			case 1:
				g.Title = words
			case 2:
				g.Headings = append(g.Headings, heading{fmt.Sprintf("%s", id), words})
			}
		case *ast.Paragraph:
			if g.Lead == "" {
				g.Lead = plainText(n, source)
			}
		case *ast.Link:
			if file, fragment, _ := strings.Cut(string(n.Destination), ".md"); fragment != "" || file+".md" == string(n.Destination) {
				n.Destination = []byte("/docs/" + file + fragment)
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := dialect.Renderer().Render(&b, source, tree); err != nil {
		return nil, err
	}
	// A table that is wider than a phone scrolls by itself, and not the page.
	body := strings.NewReplacer(
		"<table>", `<div class="table" role="region" aria-label="Table" tabindex="0"><table>`,
		"</table>", "</table></div>",
	).Replace(b.String())
	g.Body = template.HTML(body)
	return g, nil
}

func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if t, ok := child.(*ast.Text); ok {
			b.Write(t.Segment.Value(source))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
			continue
		}
		b.WriteString(plainText(child, source))
	}
	return b.String()
}

// codeBlocks renders code so that the keyboard can scroll it, and colours JSON.
type codeBlocks struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (codeBlocks) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		code, language := string(n.Lines().Value(source)), string(n.(*ast.FencedCodeBlock).Language(source))
		inside := template.HTML(html.EscapeString(code))
		if language == "json" {
			inside = highlight(code)
		}
		_, err := fmt.Fprintf(w, "<pre tabindex=\"0\"><code class=\"language-%s\">%s</code></pre>\n", html.EscapeString(language), inside)
		return ast.WalkSkipChildren, err
	})
}

var jsonToken = regexp.MustCompile(`("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b`)

// highlight marks the names and the values of JSON.
func highlight(source string) template.HTML {
	var b strings.Builder
	end := 0
	for _, at := range jsonToken.FindAllStringSubmatchIndex(source, -1) {
		class, token := "literal", source[at[0]:at[1]]
		switch {
		case at[4] >= 0:
			class, token = "name", source[at[2]:at[3]]
		case at[2] >= 0:
			class = "string"
		}
		b.WriteString(html.EscapeString(source[end:at[0]]))
		fmt.Fprintf(&b, `<span class="%s">%s</span>`, class, html.EscapeString(token))
		end = at[0] + len(token)
	}
	b.WriteString(html.EscapeString(source[end:]))
	return template.HTML(b.String())
}
