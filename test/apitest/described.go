package apitest

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	described "github.com/workplan-api/workplan/gen/openapi"
	"github.com/workplan-api/workplan/test/openapi"
)

// description is the OpenAPI document that responses are compared with.
var description = sync.OnceValue(func() *openapi.Document {
	doc := &openapi.Document{}
	if err := json.Unmarshal(described.JSON, doc); err != nil {
		panic(err)
	}
	return doc
})

// bodies are the schemas of what the server sends.
type bodies struct {
	responses map[*openapi.Response]*jsonschema.Schema
	messages  map[string]*jsonschema.Schema // of webhooks, by their type
}

// schemas are those of the document. Objects allow no additional properties, so that an undescribed member is
// found, unless another schema adds members to them.
var schemas = sync.OnceValue(func() bodies {
	doc := description()
	closed := false
	for name, s := range doc.Components.Schemas.All() {
		if s.Properties.Len() > 0 && name != "SentEvent" {
			s.AdditionalProperties = &closed
		}
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	const address = "https://workplan.test/openapi.json"
	text, err := json.Marshal(doc)
	if err != nil {
		panic(err)
	}
	tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		panic(err)
	}
	if err := c.AddResource(address, tree); err != nil {
		panic(err)
	}
	all := bodies{map[*openapi.Response]*jsonschema.Schema{}, map[string]*jsonschema.Schema{}}
	add := func(r *openapi.Response) {
		schema := r.Content["application/json"].Schema
		if schema == nil {
			return
		}
		if !strings.HasPrefix(schema.Ref, "#/") {
			panic("the body of a response has a schema in place: " + r.Description)
		}
		all.responses[r] = c.MustCompile(address + schema.Ref)
	}
	for _, r := range doc.Components.Responses.All() {
		add(r)
	}
	for call := range doc.Calls() {
		for _, r := range call.Operation.Responses.All() {
			add(r)
		}
	}
	for name := range doc.Webhooks.All() {
		all.messages[name] = c.MustCompile(
			address + "#/webhooks/" + name + "/post/requestBody/content/application~1json/schema")
	}
	return all
})

// UndescribedMessage returns an error if the message of a webhook, which has a type, differs from the OpenAPI document.
func UndescribedMessage(eventType string, body []byte) error {
	schema := schemas().messages[eventType]
	if schema == nil {
		return fmt.Errorf("the OpenAPI document has no webhook %q", eventType)
	}
	return fits(schema, body)
}

// Undescribed returns an error if a response differs from the OpenAPI document: by a
// status, a header or a body that is not described. A response of an unknown operation
// must be an error or grant a preflight. HEAD is described by GET. A compressed body is
// unpacked first.
func Undescribed(method, target string, status int, header http.Header, body []byte) error {
	doc := description()
	schemas := schemas().responses
	head := method == http.MethodHead
	if head {
		method = http.MethodGet
	}
	u, err := url.Parse(target)
	if err != nil {
		return err
	}
	op := operationAt(doc, method, u.Path)
	if header.Get("Content-Encoding") == "gzip" && !head {
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return err
		}
		if body, err = io.ReadAll(z); err != nil {
			return err
		}
	}
	if op == nil && !head && status != http.StatusNoContent {
		return fits(schemas[doc.Components.Responses.Get("NotFound")], body)
	}
	if op == nil {
		return empty(body)
	}
	response := op.Responses.Get(strconv.Itoa(status))
	if response == nil {
		return fmt.Errorf("%s has no status %d in the OpenAPI document", op.OperationID, status)
	}
	response = doc.Response(response)
	for _, name := range []string{
		"ETag", "Idempotency-Replayed", "Link", "Retry-After", "WWW-Authenticate", "X-RateLimit-Limit",
		"X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Request-Id", "X-Total-Count",
	} {
		if header.Get(name) != "" && !response.Headers.Has(name) {
			return fmt.Errorf("%s: the header %s of status %d is not in the OpenAPI document",
				op.OperationID, name, status)
		}
	}
	if head || schemas[response] == nil {
		return empty(body)
	}
	mediaType, _, _ := strings.Cut(header.Get("Content-Type"), ";")
	if _, described := response.Content[mediaType]; described && mediaType != "application/json" {
		return nil // its schema is a string
	}
	if err := fits(schemas[response], body); err != nil {
		return fmt.Errorf("%s, status %d: %w", op.OperationID, status, err)
	}
	if op.OperationID == "listEvents" && status == http.StatusOK {
		return unsendable(body)
	}
	return nil
}

// unsendable returns an error if an event of a page could not be described by the document when a webhook sends it.
func unsendable(page []byte) error {
	var read struct {
		Data struct{ Items []json.RawMessage }
	}
	if err := json.Unmarshal(page, &read); err != nil {
		return err
	}
	for _, event := range read.Data.Items {
		var of struct {
			Type, At  string
			RequestID *string
		}
		if err := json.Unmarshal(event, &of); err != nil {
			return err
		}
		if of.RequestID == nil { // tests write some of these with SQL
			continue
		}
		message := fmt.Sprintf(`{"type": %q, "timestamp": %q, "data": %s}`, of.Type, of.At, event)
		if err := UndescribedMessage(of.Type, []byte(message)); err != nil {
			return fmt.Errorf("as the message of a webhook, %s: %w", event, err)
		}
	}
	return nil
}

// operationAt returns the operation of a path, or nil. If the document has the path word by word, it is not the path of
// a template, as OpenAPI says.
func operationAt(doc *openapi.Document, method, path string) *openapi.Operation {
	segments := strings.Split(path, "/")
	var byWords, byTemplate *openapi.Operation
	words := false
	for call := range doc.Calls() {
		words = words || call.Path == path
		switch {
		case call.Method != method:
		case call.Path == path:
			byWords = call.Operation
		case slices.EqualFunc(strings.Split(call.Path, "/"), segments, func(pattern, segment string) bool {
			return pattern == segment || strings.HasPrefix(pattern, "{") && segment != ""
		}):
			byTemplate = call.Operation
		}
	}
	if words {
		return byWords
	}
	return byTemplate
}

func empty(body []byte) error {
	if len(body) > 0 {
		return fmt.Errorf("a response without a body has one: %.100s", body)
	}
	return nil
}

func fits(schema *jsonschema.Schema, body []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return schema.Validate(v)
}
