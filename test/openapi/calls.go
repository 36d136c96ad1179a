package openapi

import (
	"bytes"
	"encoding/json"
	"iter"
	"net/http"
	"strings"
)

// Call is an operation with its method and path.
type Call struct {
	Method, Path string
	*Operation
}

// PluralBeside returns the plural of the records that the call lists, if the first part of its path has other records:
// a method for them needs a name of its own. It is empty for other calls.
func (c Call) PluralBeside() string {
	if c.Lists == "" || strings.Count(c.Path, "/") <= strings.Count("/api/v1/users", "/") {
		return ""
	}
	return strings.TrimSuffix(c.Lists, "s") + "s"
}

// InExamples reports whether the examples of the call have a parameter of the query: if it is required, or if it is the
// user of a deletion, which is refused without a user or a project.
func (c Call) InExamples(p *Parameter) bool {
	return p.Required || c.Method == http.MethodDelete && p.Name == "user_id"
}

// Calls ranges over the operations, path by path in the order of the document.
func (doc *Document) Calls() iter.Seq[Call] {
	return func(yield func(Call) bool) {
		for path, item := range doc.Paths.All() {
			for _, c := range []Call{
				{http.MethodGet, path, item.Get},
				{http.MethodPost, path, item.Post},
				{http.MethodPut, path, item.Put},
				{http.MethodPatch, path, item.Patch},
				{http.MethodDelete, path, item.Delete},
			} {
				if c.Operation != nil && !yield(c) {
					return
				}
			}
		}
	}
}

// DropWebhooks removes the webhooks, and the schemas to which nothing else refers.
func (doc *Document) DropWebhooks() error {
	doc.Webhooks = Map[*WebhookItem]{}
	rest, err := json.Marshal(doc)
	if err != nil {
		return err
	}
	var used Map[*Schema]
	for name, s := range doc.Components.Schemas.All() {
		if bytes.Contains(rest, []byte(`"#/components/schemas/`+name+`"`)) {
			used.Set(name, s)
		}
	}
	doc.Components.Schemas = used
	return nil
}

// NeededScopes is the sentence about the scopes of an operation in its description. scope is
// its Scope.
func NeededScopes(scope string) string {
	switch scopes := strings.Fields(scope); len(scopes) {
	case 0:
		return "Needs no scope."
	case 1:
		return "Needs the scope `" + scope + "`."
	default:
		last := len(scopes) - 1
		return "Needs the scopes `" + strings.Join(scopes[:last], "`, `") + "` and `" + scopes[last] + "`."
	}
}
