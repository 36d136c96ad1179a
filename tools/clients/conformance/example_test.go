package main

import (
	"strings"
	"testing"
)

const readme = "# Client\n\n```sh\nnpm install\n```\n\nThen:\n\n```ts\nconst a = 1;\n\nconsole.log(a);\n```\n\n" +
	"It prints\n\n```text\n1\n```\n\n```text\nno example\n```\n\n```ts\nsilent();\n```\n\n```ts\nother();\n```\n\n" +
	"```sh\nnpm start\n```\n\n```text\nother\n```\n"

// written returns examples as CODE PRINTS; CODE PRINTS.
func written(examples []example) string {
	var all []string
	for _, e := range examples {
		prints := "nothing"
		if e.prints != nil {
			prints = *e.prints
		}
		all = append(all, strings.ReplaceAll(e.code+prints, "\n", " "))
	}
	return strings.Join(all, "; ")
}

func TestReadExamples(t *testing.T) {
	for _, test := range []struct{ name, readme, want string }{
		{"code and text", readme, "const a = 1;  console.log(a); 1 ; silent(); nothing; other(); other "},
		{"text before the code", "```text\n1\n```\n```ts\na\n```\n", "a nothing"},
		{"an empty text", "```ts\na\n```\n```text\n```\n", "a "},
	} {
		t.Run(test.name, func(t *testing.T) {
			examples, err := readExamples(test.readme, "ts")
			if got := written(examples); err != nil || got != test.want {
				t.Errorf("got %q, want %q, %v", got, test.want, err)
			}
		})
	}
	for _, language := range []string{"java", "sh x"} {
		if examples, err := readExamples(readme, language); err == nil {
			t.Errorf("%s: %q", language, written(examples))
		}
	}
}

func TestExampleFile(t *testing.T) {
	for _, test := range []struct{ code, extension, want string }{
		{"package main\n", ".go", "example.go"},
		{"import java.util.List;\n\npublic class GrpcExample {\n}\n", ".java", "GrpcExample.java"},
	} {
		if got := (example{code: test.code}).file(test.extension); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

func TestExampleWithoutText(t *testing.T) {
	err := (&suite{}).example(t.Context(), languages[1], "", "", example{code: "\nsilent();\nmore();\n"})
	if err == nil || !strings.HasSuffix(err.Error(), `"silent();"`) {
		t.Error(err)
	}
}
