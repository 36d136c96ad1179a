package acceptance_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestMCPTexts: each text that a tool takes has a maximum length in the schema of the tool, and a longer one is refused
// before it costs anything.
func TestMCPTexts(t *testing.T) {
	t.Parallel()
	a := apitest.NewWith(t, services.Config{MCP: true})
	assistant := connectAssistant(t, a, "admin")
	texts := 0
	for tool, err := range assistant.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		var input jsonschema.Schema
		data, _ := json.Marshal(tool.InputSchema)
		if err := json.Unmarshal(data, &input); err != nil {
			t.Fatal(err)
		}
		var walk func(path string, s *jsonschema.Schema, in func(value any) any)
		walk = func(path string, s *jsonschema.Schema, in func(value any) any) {
			switch s.Type {
			case "string":
				texts++
				if s.MaxLength == nil || *s.MaxLength > 255 {
					t.Fatalf("%s: %s has no maximum length", tool.Name, path)
				}
				for _, text := range []string{strings.Repeat("é", *s.MaxLength+1), strings.Repeat("x", 20_000)} {
					got := assistant.refused(t, tool.Name, in(text).(map[string]any))
					if got.Code != "validation_failed" || len(got.Details) != 1 || got.Details[0].Field != path ||
						got.Details[0].Message != fmt.Sprintf("must be at most %d characters", *s.MaxLength) {
						t.Errorf("%s: %s: %.300v", tool.Name, path, got)
					}
				}
				// As long as it may be, it is not too long, whatever else it is.
				fits := strings.Repeat("é", *s.MaxLength)
				res, err := assistant.CallTool(t.Context(), &sdk.CallToolParams{Name: tool.Name, Arguments: in(fits)})
				if err != nil || strings.Contains(res.Content[0].(*sdk.TextContent).Text, "at most 255 characters") {
					t.Errorf("%s: %s: %v, %v", tool.Name, path, res, err)
				}
			case "array":
				walk(path+"[0]", s.Items, func(value any) any { return in([]any{value}) })
			case "object":
				for name, property := range s.Properties {
					walk(strings.TrimPrefix(path+"."+name, "."), property, func(value any) any {
						o := map[string]any{name: value}
						for _, other := range s.Required {
							if other != name {
								o[other] = exampleOf(s.Properties[other])
							}
						}
						return in(o)
					})
				}
			case "integer", "number", "boolean":
			default:
				t.Errorf("%s: %s has the type %q", tool.Name, path, s.Type)
			}
		}
		walk("", &input, func(value any) any { return value })
	}
	if texts < 30 {
		t.Errorf("%d texts", texts)
	}
}

// exampleOf returns a value of a type.
func exampleOf(s *jsonschema.Schema) any {
	switch s.Type {
	case "string":
		return "x"
	case "array":
		return []any{exampleOf(s.Items)}
	case "object":
		o := map[string]any{}
		for _, name := range s.Required {
			o[name] = exampleOf(s.Properties[name])
		}
		return o
	}
	return 1
}
