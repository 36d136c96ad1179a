package licenses

import (
	"fmt"
	"slices"
	"strings"
)

const line = "================================================================================\n"

// Page returns a text with the licence of Workplan, and with the licences of other components after the names of those
// that they are for. Equal texts are there once.
func Page(own string, notices []Notice) string {
	var texts []string
	components := map[string][]string{}
	for _, n := range notices {
		for _, text := range n.Texts {
			text = strings.Trim(strings.ReplaceAll(text, "\r\n", "\n"), "\n") + "\n"
			if components[text] == nil {
				texts = append(texts, text)
			}
			if !slices.Contains(components[text], n.String()) {
				components[text] = append(components[text], n.String())
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b,
		"Workplan has the licence that comes first. It contains the software of others, which is named below,\n"+
			"each before its licence.\n\n%s\n", strings.TrimSpace(own))
	for _, text := range texts {
		fmt.Fprintf(&b, "\n%s%s\n%s\n%s", line, strings.Join(components[text], "\n"), line, text)
	}
	return b.String()
}
