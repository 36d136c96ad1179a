package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/workplan-api/workplan/test/openapi"
)

// postman is a collection in Postman's format 2.1, which Bruno and Insomnia also read. Its
// variables are the base URL, the API key, and one id for each kind of record. A list request
// sets the variable of its records to the first id, and a create or upsert request to that
// of its record, so that the requests after it change this record. That of a placeholder is to fill in.
func postman(doc *openapi.Document) ([]byte, error) {
	folders := map[string][]any{}
	variables := []any{variable("baseUrl", "http://127.0.0.1:8080"), variable("apiKey", ""),
		variable("placeholder", "")}
	for call := range doc.Calls() {
		request, err := requestItem(doc, call)
		if err != nil {
			return nil, err
		}
		if records := call.Operation.Lists; records != "" {
			variables = append(variables, variable(uncapital(records), ""))
		}
		tag := call.Operation.Tags[0]
		folders[tag] = append(folders[tag], request)
	}
	var items []any
	for _, tag := range doc.Tags {
		items = append(items, object("name", tag.Name, "description", tag.Description, "item", folders[tag.Name]))
	}
	return toJSON(object(
		"info", object(
			"name", doc.Info.Title,
			"description", doc.Info.Description,
			"schema", "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
		),
		"auth", object("type", "bearer", "bearer", []any{variable("token", "{{apiKey}}")}),
		"variable", variables,
		"item", items,
	))
}

func variable(name, value string) any {
	return object("key", name, "value", value, "type", "string")
}

// placeholder is the variable for the id of a record.
func placeholder(schema string) string { return "{{" + uncapital(schema) + "}}" }

func requestItem(doc *openapi.Document, c openapi.Call) (any, error) {
	url := object("host", []string{"{{baseUrl}}"})
	raw := strings.NewReplacer("{", ":", "}", "").Replace(c.Path)
	url.Set("raw", "{{baseUrl}}"+raw)
	url.Set("path", strings.Split(strings.TrimPrefix(raw, "/"), "/"))
	var inPath, query, headers []any
	for _, p := range c.Operation.Parameters {
		value := openapi.InAddress(p.Example)
		if s := p.Schema; s != nil && s.IDOf != "" {
			value = placeholder(s.IDOf)
		} else if s != nil && s.Items != nil && s.Items.IDOf != "" {
			value = placeholder(s.Items.IDOf)
		}
		entry := object("key", p.Name, "value", value, "description", p.Description)
		switch {
		case p.In == "path":
			inPath = append(inPath, entry)
		case p.In == "query":
			entry.Set("disabled", !c.InExamples(p))
			query = append(query, entry)
		}
	}
	if inPath != nil {
		url.Set("variable", inPath)
	}
	if query != nil {
		url.Set("query", query)
	}
	request := object("method", c.Method, "url", url, "description", c.Operation.Description)
	if body := c.Operation.RequestBody; body != nil {
		media := body.Content[mediaType]
		example, err := json.MarshalIndent(withVariables(doc, media.Schema, media.Example), "", "  ")
		if err != nil {
			return nil, err
		}
		headers = append(headers, object("key", "Content-Type", "value", mediaType))
		request.Set("body",
			object("mode", "raw", "raw", string(example), "options", object("raw", object("language", "json"))))
	}
	request.Set("header", headers)
	item := object("name", c.Operation.Summary, "request", request)
	records, record := c.Operation.Lists, "data?.items?.[0]"
	if created, ok := strings.CutPrefix(c.OperationID, "create"); ok {
		records, record = created, "data"
	}
	if c.Method == http.MethodPut {
		if data := doc.Schema(
			c.Operation.Responses.Get("200").Content[mediaType].Schema,
		).Properties.Get("data"); data.Items != nil {
			records, record = data.Items.Name(), "data?.[0]"
		}
	}
	if records != "" {
		script := fmt.Sprintf(
			"const record = pm.response.json().%s; if (record) pm.collectionVariables.set(%q, record.id);",
			record, uncapital(records),
		)
		item.Set("event",
			[]any{object("listen", "test", "script", object("type", "text/javascript", "exec", []string{script}))})
	}
	return item, nil
}

// withVariables returns an example with its ids replaced by variables.
func withVariables(doc *openapi.Document, s *openapi.Schema, example any) any {
	s = doc.Schema(s)
	switch v := example.(type) {
	case *openapi.Map[any]:
		replaced := &openapi.Map[any]{}
		for name, value := range v.All() {
			replaced.Set(name, withVariables(doc, s.Properties.Get(name), value))
		}
		return replaced
	case []any:
		replaced := make([]any, len(v))
		for i, one := range v {
			replaced[i] = withVariables(doc, s.Items, one)
		}
		return replaced
	case string:
		if s.IDOf != "" {
			return placeholder(s.IDOf)
		}
	}
	return example
}
