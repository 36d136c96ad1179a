package site

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/workplan-api/workplan/test/openapi"
)

func (c exampleCall) python() string {
	method := "workplan." + snake(c.OperationID)
	var arguments []string
	for _, p := range c.path {
		arguments = append(arguments, p.literal())
	}
	if c.body != nil {
		arguments = append(arguments, c.pythonArguments(c.body, c.example)...)
	}
	for _, p := range c.query {
		arguments = append(arguments, pythonName(p.Name)+"="+c.pythonValue(p.Schema, p.Example))
	}
	call := method + "()"
	if len(arguments) > 0 {
		call = method + "(\n        " +
			strings.ReplaceAll(strings.Join(arguments, ",\n"), "\n", "\n        ") + ",\n    )"
	}
	var code string
	switch {
	case c.Lists != "":
		code = "    for row in paginate(" + strings.Join(append([]string{method}, arguments...), ", ") +
			"):\n        print(row)"
	case c.empty:
		code = "    " + call
	default:
		code = "    result = " + call + "\n    print(result)"
	}
	code = "with Workplan(\"" + devOrigin + "\", os.environ[\"WORKPLAN_KEY\"]) as workplan:\n" + code
	head := "import os\n"
	if strings.Contains(code, "UUID(") {
		head += "from uuid import UUID\n"
	}
	head += "\nfrom workplan import Workplan"
	if c.Lists != "" {
		head += ", paginate"
	}
	var models []string
	for _, m := range regexp.MustCompile(`\b([A-Z]\w+Input)\(`).FindAllStringSubmatch(code, -1) {
		models = append(models, m[1])
	}
	if slices.Sort(models); len(models) > 0 {
		head += "\nfrom workplan.models import " + strings.Join(slices.Compact(models), ", ")
	}
	return head + "\n\n" + code
}

// pythonName returns the name of an argument in Python, where from is a keyword.
func pythonName(name string) string {
	if name == "from" {
		return "from_"
	}
	return snake(name)
}

// pythonArguments returns the members of an object as keyword arguments.
func (c exampleCall) pythonArguments(s *openapi.Schema, value any) (arguments []string) {
	for name, m := range c.membersOf(s, value) {
		arguments = append(arguments, pythonName(name)+"="+c.pythonValue(m.schema, m.value))
	}
	return arguments
}

func (c exampleCall) pythonValue(s *openapi.Schema, value any) string {
	named := s
	s = c.Schema(s)
	switch v := value.(type) {
	case nil:
		return "None"
	case bool:
		return strings.ToUpper(strconv.FormatBool(v)[:1]) + strconv.FormatBool(v)[1:]
	case map[string]any:
		return named.Name() + "(" + indented(c.pythonArguments(s, v), "    ") + ")"
	case []any:
		return c.list(v, s, c.pythonItem, "[", "]")
	}
	return plain(s, value)
}

// pythonItem returns an item of a list. Lists of ids are typed strictly; other arguments take an id as text, too.
func (c exampleCall) pythonItem(s *openapi.Schema, value any) string {
	if text, is := value.(string); is && c.Schema(s).Format == "uuid" {
		return fmt.Sprintf("UUID(%q)", text)
	}
	return c.pythonValue(s, value)
}

func (c exampleCall) golang() string {
	head := "ctx := context.Background()\napi := workplan.New(\"" + devOrigin + "\", os.Getenv(\"WORKPLAN_KEY\"))\n"
	arguments := "ctx"
	for _, p := range c.path {
		arguments += ", " + p.literal()
	}
	var query []string
	for _, p := range c.query {
		query = append(query, camel(p.Name)+": "+c.goValue(p.Schema, p.Example))
	}
	params := "workplan." + camel(c.OperationID) + "Params{" + strings.Join(query, ", ") + "}"
	if c.Lists != "" {
		return fmt.Sprintf("%sfor row, err := range api.All%s(%s, %s) {\n\tif err != nil {\n"+
			"\t\tlog.Fatal(err)\n\t}\n\tfmt.Println(row)\n}",
			head, strings.TrimPrefix(camel(c.OperationID), "List"), arguments, params)
	}
	if c.body != nil {
		arguments += ", " + c.goValue(c.body, c.example)
	}
	if c.Method == http.MethodGet && c.hasQuery || c.query != nil {
		arguments += ", " + params
	}
	call := fmt.Sprintf("api.%s(%s)", camel(c.OperationID), arguments)
	if c.empty {
		return head + "if err := " + call + "; err != nil {\n\tlog.Fatal(err)\n}"
	}
	return head + "result, err := " + call + "\nif err != nil {\n\tlog.Fatal(err)\n}\nfmt.Println(result)"
}

func (c exampleCall) goValue(s *openapi.Schema, value any) string {
	named := s
	s = c.Schema(s)
	switch v := value.(type) {
	case map[string]any:
		var members []string
		width := 0
		for name := range c.membersOf(s, v) {
			width = max(width, len(camel(name)+":"))
		}
		for name, m := range c.membersOf(s, v) {
			text := c.goValue(m.schema, m.value)
			if c.Schema(m.schema).Format == "int64" && !slices.Contains(s.Required, name) {
				text = "int64(" + text + ")" // new and Set take the type of their argument
			}
			optional := m.nullable && strings.HasSuffix(named.Name(), "Patch")
			switch {
			case slices.Contains(s.Required, name) || strings.HasPrefix(text, "[]"):
			case optional && m.value == nil:
				text = "workplan.Null[" + goType(c.Schema(m.schema)) + "]()"
			case optional:
				text = "workplan.Set(" + text + ")"
			default:
				text = "new(" + text + ")"
			}
			members = append(members, fmt.Sprintf("%-*s %s", width, camel(name)+":", text))
		}
		return "workplan." + named.Name() + "{" + indented(members, "\t") + "}"
	case []any:
		element := s.Items.Name()
		if item := c.Schema(s.Items); element == "" || item.OneOf != nil {
			return c.list(v, s, c.goValue, "[]"+goType(item)+"{", "}")
		}
		return strings.ReplaceAll(c.list(v, s, c.goValue, "[]workplan."+element+"{", "}"),
			"{workplan."+element+"{", "{{")
	case string:
		if s.Enum != nil && named.Name() != "" {
			return "workplan." + named.Name() + camel(v)
		}
		if t, err := time.Parse(time.RFC3339, v); s.Format == "date-time" && err == nil {
			return fmt.Sprintf("%#v", t)
		}
	}
	return plain(s, value)
}

// goType returns the type of a value that can be null, or of an element of a list.
func goType(s *openapi.Schema) string {
	switch {
	case s.Format == "date-time":
		return "time.Time"
	case slices.Contains(s.Type, "integer"):
		return "int"
	case slices.Contains(s.Type, "number"):
		return "float64"
	}
	return "string"
}

func (c exampleCall) java() string {
	head := "var workplan = new RestClient(\"" + devOrigin + "\", System.getenv(\"WORKPLAN_KEY\"));\n"
	api := "workplan." + lower(camel(slug(c.Operation.Tags[0]))) + "()"
	var arguments []string
	for _, p := range c.path {
		if p.number {
			arguments = append(arguments, p.value+"L")
		} else {
			arguments = append(arguments, fmt.Sprintf("UUID.fromString(%q)", p.value))
		}
	}
	query := ""
	for _, p := range c.query {
		if p.Required {
			arguments = append(arguments, c.javaValue(p.Schema, p.Example))
		} else {
			query += "." + strings.ReplaceAll(lower(camel(p.Name)), "ID", "Id") + "(" +
				c.javaValue(p.Schema, p.Example) + ")"
		}
	}
	if query != "" {
		arguments = append(arguments,
			"new "+camel(slug(c.Operation.Tags[0]))+"Api."+camel(c.OperationID)+"Query()"+query)
	}
	if c.Lists != "" {
		return fmt.Sprintf("%s%s.all%s(%s).forEach(System.out::println);", head, api, c.PluralBeside(),
			strings.Join(arguments, ", "))
	}
	if c.body != nil {
		arguments = append(arguments, c.javaValue(c.body, c.example))
	}
	call := fmt.Sprintf("%s.%s(%s);", api, c.OperationID, strings.Join(arguments, ", "))
	if c.empty {
		return head + call
	}
	return head + "var result = " + call + "\nSystem.out.println(result);"
}

func (c exampleCall) javaValue(s *openapi.Schema, value any) string { return c.javaOf(s, value, "") }

// javaOf returns a value in Java. enum is the type of a value whose words are listed in place, without a schema of
// their own.
func (c exampleCall) javaOf(s *openapi.Schema, value any, enum string) string {
	named := s
	s = c.Schema(s)
	switch v := value.(type) {
	case nil:
		return "null"
	case map[string]any:
		text := "new " + named.Name() + "()"
		for name, m := range c.membersOf(s, v) {
			method := name
			if name == "file" { // openapi-generator keeps this name for itself
				method = "_file"
			}
			text += "\n    ." + method + "(" + strings.ReplaceAll(
				c.javaOf(m.schema, m.value, named.Name()+"."+camel(name)+"Enum"), "\n", "\n    ") + ")"
		}
		return text
	case []any:
		item := func(s *openapi.Schema, value any) string { return c.javaOf(s, value, enum) }
		return c.list(v, s, item, "List.of(", ")")
	case string:
		switch {
		case s.Enum != nil:
			return cmp.Or(named.Name(), enum) + "." + strings.ToUpper(v)
		case s.Format == "uuid":
			return fmt.Sprintf("UUID.fromString(%q)", v)
		case s.Format == "date":
			return fmt.Sprintf("LocalDate.parse(%q)", v)
		case s.Format == "date-time":
			return fmt.Sprintf("OffsetDateTime.parse(%q)", v)
		case s.Format == "uri":
			return fmt.Sprintf("URI.create(%q)", v)
		}
	case float64:
		if s.Format == "int64" {
			return plain(s, v) + "L"
		}
	}
	return plain(s, value)
}
