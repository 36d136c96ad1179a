package site

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
	"github.com/yuin/goldmark/util"
)

var dialect = goldmark.New(
	goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(codeBlocks{}, 100))),
)

// markdown renders a text of the OpenAPI document.
func markdown(source string) template.HTML {
	var b bytes.Buffer
	check(dialect.Convert([]byte(source), &b))
	return template.HTML(strings.TrimSpace(b.String()))
}

var htmlTag = regexp.MustCompile(`<[^>]*>`)

// withoutTags returns the plain text of rendered Markdown.
func withoutTags(text template.HTML) string {
	return html.UnescapeString(htmlTag.ReplaceAllString(string(text), ""))
}

// codeBlocks renders code and colours JSON.
type codeBlocks struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (codeBlocks) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock,
		func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
			if !entering {
				return ast.WalkContinue, nil
			}
			code, language := string(n.Lines().Value(source)), string(n.(*ast.FencedCodeBlock).Language(source))
			inside := template.HTML(html.EscapeString(code))
			if language == "json" {
				inside = highlight(code)
			}
			_, err := fmt.Fprintf(w, "<pre><code class=\"language-%s\">%s</code></pre>\n",
				html.EscapeString(language), inside)
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
