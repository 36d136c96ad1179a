package main

import (
	"strconv"
	"strings"
	"unicode"
)

// visible returns a text, such as the name of a tenant, with escape sequences of Go instead of characters that control
// a terminal, break the line or change the direction of the text. Everything that is not JSON is printed with it.
func visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control) {
			quoted := strconv.QuoteToASCII(string(r))
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// visibleLines is visible for a text that may have several lines.
func visibleLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = visible(line)
	}
	return strings.Join(lines, "\n")
}
