package main

import (
	"fmt"
	"regexp"
	"strings"
)

// codeBlock is a fenced block of a Markdown file.
type codeBlock struct{ language, text string }

func codeBlocks(markdown string) (blocks []codeBlock) {
	inside := false
	for line := range strings.Lines(markdown) {
		info, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && !inside:
			language, _, _ := strings.Cut(strings.TrimSpace(info), " ")
			blocks = append(blocks, codeBlock{language: language})
			inside = true
		case fence:
			inside = false
		case inside:
			blocks[len(blocks)-1].text += line
		}
	}
	return blocks
}

// example is a code block of a README in the language of the client. What it prints is the
// next block marked text, before the next example.
type example struct {
	code   string
	prints *string // nil if there is no such block
}

// readExamples returns all examples of a README.
func readExamples(readme, language string) (examples []example, err error) {
	for _, b := range codeBlocks(readme) {
		switch b.language {
		case language:
			examples = append(examples, example{code: b.text})
		case "text":
			if n := len(examples); n > 0 && examples[n-1].prints == nil {
				examples[n-1].prints = &b.text
			}
		}
	}
	if examples == nil {
		return nil, fmt.Errorf("README.md has no code block marked %s", language)
	}
	return examples, nil
}

// firstLine returns the first line of the code that is not empty.
func (e example) firstLine() string {
	line, _, _ := strings.Cut(strings.TrimSpace(e.code), "\n")
	return line
}

var publicClass = regexp.MustCompile(`(?m)^public class (\w+)`)

// file returns the name of the file for the code. In Java it is the name of the class.
func (e example) file(extension string) string {
	if class := publicClass.FindStringSubmatch(e.code); class != nil {
		return class[1] + extension
	}
	return "example" + extension
}
