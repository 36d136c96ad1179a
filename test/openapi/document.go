// Package openapi has the types of an OpenAPI 3.1 document, as far as this API needs them.
//
// The document itself is in gen/openapi. protoc-gen-openapi generates it from the protos,
// the only source of its paths, names, bounds, scopes and texts.
package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/workplan-api/workplan/internal/strictjson"
)

// Document is an OpenAPI 3.1 document.
type Document struct {
	OpenAPI    string                `json:"openapi"`
	Info       Info                  `json:"info"`
	Servers    []Server              `json:"servers"`
	Security   []map[string][]string `json:"security"`
	Tags       []Tag                 `json:"tags"`
	Paths      Map[*PathItem]        `json:"paths"`
	Webhooks   Map[*WebhookItem]     `json:"webhooks,omitzero"`
	Components Components            `json:"components"`
}

// Info describes the API.
type Info struct {
	Title       string  `json:"title"`
	Version     string  `json:"version"`
	Summary     string  `json:"summary"`
	Description string  `json:"description"`
	Contact     Contact `json:"contact"`
	License     License `json:"license"`
}

// Contact is the home of the API.
type Contact struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// License is the licence of the document.
type License struct {
	Name       string `json:"name"`
	Identifier string `json:"identifier"`
}

// Server is an address that the paths are relative to.
type Server struct {
	URL         string `json:"url"`
	Description string `json:"description"`
}

// Tag is a group of operations: those of one service.
type Tag struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// PathItem has the operations of a path.
type PathItem struct {
	Get    *Operation `json:"get,omitempty"`
	Post   *Operation `json:"post,omitempty"`
	Put    *Operation `json:"put,omitempty"`
	Patch  *Operation `json:"patch,omitempty"`
	Delete *Operation `json:"delete,omitempty"`
}

// Operation is one call.
type Operation struct {
	OperationID string         `json:"operationId"`
	Tags        []string       `json:"tags"`
	Summary     string         `json:"summary"`
	Description string         `json:"description"`
	Parameters  []*Parameter   `json:"parameters,omitempty"`
	RequestBody *RequestBody   `json:"requestBody,omitempty"`
	Responses   Map[*Response] `json:"responses"`
	// Scope is the scope that the key needs, or several separated by spaces; empty if it
	// needs none. It is not in the security requirement, because linters expect OAuth
	// scopes there.
	Scope string `json:"x-scope,omitempty"`
	// Idempotent reports whether sending the call twice has the same effect as once.
	Idempotent bool `json:"x-idempotent"`
	// Lists names the schema of the records that the call lists; empty if it is not a list.
	Lists string `json:"x-lists,omitempty"`
	// Beside is the plural of Lists if the call lists something beside the records of its path's first part. Only the
	// document for the clients has it, for the names of their methods.
	Beside string `json:"x-beside,omitempty"`
	// RPC is the same call over gRPC: workplan.v1.UserService/ListUsers.
	RPC string `json:"x-grpc"`
}

// WebhookItem has the request that the server sends for a type of event.
type WebhookItem struct {
	Post *Webhook `json:"post"`
}

// Webhook is a request that the server sends to receivers. Security is empty and not absent: the request has no API
// key.
type Webhook struct {
	OperationID string                `json:"operationId"`
	Summary     string                `json:"summary"`
	Description string                `json:"description"`
	Security    []map[string][]string `json:"security"`
	Parameters  []*Parameter          `json:"parameters"`
	RequestBody *RequestBody          `json:"requestBody"`
	Responses   Map[*Response]        `json:"responses"`
}

// Parameter is a part of the path or of the query, or a header. It is a reference if Ref
// is set.
type Parameter struct {
	Ref         string  `json:"$ref,omitempty"`
	Name        string  `json:"name,omitempty"`
	In          string  `json:"in,omitempty"`
	Required    bool    `json:"required,omitempty"`
	Description string  `json:"description,omitempty"`
	Style       string  `json:"style,omitempty"`
	Explode     *bool   `json:"explode,omitempty"`
	Schema      *Schema `json:"schema,omitempty"`
	Example     any     `json:"example,omitempty"`
}

// RequestBody is the body of a request.
type RequestBody struct {
	Description string           `json:"description,omitempty"`
	Required    bool             `json:"required"`
	Content     map[string]Media `json:"content"`
}

// Response is a response with one status. It is a reference if Ref is set.
type Response struct {
	Ref         string           `json:"$ref,omitempty"`
	Description string           `json:"description,omitempty"`
	Headers     Map[*Header]     `json:"headers,omitzero"`
	Content     map[string]Media `json:"content,omitempty"`
}

// Header is a header of a response. It is a reference if Ref is set.
type Header struct {
	Ref         string  `json:"$ref,omitempty"`
	Description string  `json:"description,omitempty"`
	Schema      *Schema `json:"schema,omitempty"`
	Example     any     `json:"example,omitempty"`
}

// Media is a body in one media type.
type Media struct {
	Schema   *Schema       `json:"schema"`
	Example  any           `json:"example,omitempty"`
	Examples Map[*Example] `json:"examples,omitzero"`
}

// Example is one example among several.
type Example struct {
	Summary string `json:"summary"`
	Value   any    `json:"value"`
}

// Components are the parts that the rest of the document refers to.
type Components struct {
	Schemas         Map[*Schema]         `json:"schemas"`
	Parameters      Map[*Parameter]      `json:"parameters"`
	Headers         Map[*Header]         `json:"headers"`
	Responses       Map[*Response]       `json:"responses"`
	SecuritySchemes Map[*SecurityScheme] `json:"securitySchemes"`
}

// SecurityScheme is a way to authenticate.
type SecurityScheme struct {
	Type        string `json:"type"`
	Scheme      string `json:"scheme"`
	Description string `json:"description"`
}

// Schema is a JSON Schema of draft 2020-12. It is a reference if Ref is set.
type Schema struct {
	Ref                  string       `json:"$ref,omitempty"`
	Type                 Types        `json:"type,omitempty"`
	Format               string       `json:"format,omitempty"`
	Description          string       `json:"description,omitempty"`
	Enum                 []string     `json:"enum,omitempty"`
	Const                string       `json:"const,omitempty"`
	Default              any          `json:"default,omitempty"`
	Minimum              *float64     `json:"minimum,omitempty"`
	ExclusiveMinimum     *float64     `json:"exclusiveMinimum,omitempty"`
	Maximum              *float64     `json:"maximum,omitempty"`
	MinLength            *uint64      `json:"minLength,omitempty"`
	MaxLength            *uint64      `json:"maxLength,omitempty"`
	Pattern              string       `json:"pattern,omitempty"`
	MinItems             *uint64      `json:"minItems,omitempty"`
	MaxItems             *uint64      `json:"maxItems,omitempty"`
	Items                *Schema      `json:"items,omitempty"`
	AllOf                []*Schema    `json:"allOf,omitempty"`
	AnyOf                []*Schema    `json:"anyOf,omitempty"`
	OneOf                []*Schema    `json:"oneOf,omitempty"`
	Properties           Map[*Schema] `json:"properties,omitzero"`
	Required             []string     `json:"required,omitempty"`
	AdditionalProperties *bool        `json:"additionalProperties,omitempty"`
	MaxProperties        *uint64      `json:"maxProperties,omitempty"`
	Examples             []any        `json:"examples,omitempty"`
	// IDOf names the schema of the record that the id belongs to. An operation lists these
	// records.
	IDOf string `json:"x-id-of,omitempty"`
	// KnownValues are the values of an enum that may grow. Clients must accept others.
	KnownValues []string `json:"x-extensible-enum,omitempty"`
}

// Types are the types that a value may have. JSON has one as a string, more as a list.
type Types []string

// MarshalJSON implements json.Marshaler.
func (t Types) MarshalJSON() ([]byte, error) {
	if len(t) == 1 {
		return json.Marshal(t[0])
	}
	return json.Marshal([]string(t))
}

// UnmarshalJSON implements json.Unmarshaler.
func (t *Types) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		*t = make(Types, 1)
		return json.Unmarshal(b, &(*t)[0])
	}
	return json.Unmarshal(b, (*[]string)(t))
}

// Map is a JSON object that keeps the order of its members.
type Map[T any] struct {
	names  []string
	values map[string]T
}

// Set sets a member. A new one is added at the end.
func (m *Map[T]) Set(name string, value T) {
	if _, ok := m.values[name]; !ok {
		m.names = append(m.names, name)
	}
	if m.values == nil {
		m.values = map[string]T{}
	}
	m.values[name] = value
}

// Get returns a member, or the zero value if there is none.
func (m Map[T]) Get(name string) T { return m.values[name] }

// Has reports whether there is a member of that name.
func (m Map[T]) Has(name string) bool {
	_, ok := m.values[name]
	return ok
}

// All ranges over the members in their order.
func (m Map[T]) All() func(yield func(string, T) bool) {
	return func(yield func(string, T) bool) {
		for _, name := range m.names {
			if !yield(name, m.values[name]) {
				return
			}
		}
	}
}

// Len is the number of members.
func (m Map[T]) Len() int { return len(m.names) }

// IsZero reports whether the map is empty. With omitzero, an empty map is left out.
func (m Map[T]) IsZero() bool { return len(m.names) == 0 }

// MarshalJSON implements json.Marshaler.
func (m Map[T]) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range m.names {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := strictjson.MarshalPlain(name)
		if err != nil {
			return nil, err
		}
		value, err := strictjson.MarshalPlain(m.values[name])
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (m *Map[T]) UnmarshalJSON(b []byte) error {
	*m = Map[T]{}
	d := json.NewDecoder(bytes.NewReader(b))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return errors.Join(errors.New("not an object"), err)
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var value T
		if err := d.Decode(&value); err != nil {
			return fmt.Errorf("%v: %w", name, err)
		}
		m.Set(name.(string), value)
	}
	return nil
}
