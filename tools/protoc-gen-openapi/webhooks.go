package main

import (
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/internal/eventtype"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/test/openapi"
)

const (
	sentEvent    = "SentEvent"
	received     = "The receiver has the message. With another status, or without a response within 15 seconds, it is sent again."
	signedHeader = "A header of Standard Webhooks: "
)

// webhooks describes the requests that the server sends to receivers of events, one for each type of event.
func (b *builder) webhooks(files []protoreflect.FileDescriptor) {
	messages := map[string]protoreflect.MessageDescriptor{}
	for _, f := range files {
		for i := range f.Messages().Len() {
			md := f.Messages().Get(i)
			messages[string(md.Name())] = md
		}
	}
	text := openapi.Types{"string"}
	for _, h := range []struct{ name, example, description string }{
		{"webhook-id", "msg_1b671a64-40d5-5491-99b0-da01ff1f3341",
			"the id of the message, the same each time that it is sent."},
		{"webhook-timestamp", "1795341600", "when it is sent, in seconds since 1970."},
		{"webhook-signature", "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
			"the signatures of the id, the time and the " +
				"body with the secrets of the webhook."},
	} {
		b.doc.Components.Parameters.Set(h.name, &openapi.Parameter{
			Name: h.name, In: "header", Required: true, Description: signedHeader + h.description, Example: h.example,
			Schema: &openapi.Schema{Type: text},
		})
	}
	sent := b.object(messages["Event"], response)
	sent.Description = "An event as a webhook sends it. That of a message with `thin` has no `before`, `after` and `rows`."
	sent.Required = slices.DeleteFunc(sent.Required, func(name string) bool {
		return name == "before" || name == "after" || name == "rows"
	})
	b.doc.Components.Schemas.Set(sentEvent, sent)

	ping := &openapi.Schema{Type: openapi.Types{"object"}, Required: []string{"webhookId"}}
	ping.Properties.Set("webhookId", &openapi.Schema{Type: text, Description: "The id of the webhook."})
	b.webhook("webhook.ping", "The first message to a webhook. It is active when the receiver has accepted it.", ping)
	for _, name := range eventtype.All {
		_, verb, _ := strings.Cut(name, ".")
		typed := &openapi.Schema{Type: openapi.Types{"object"}}
		typed.Properties.Set("type", &openapi.Schema{Const: name})
		// Without a record, after is null, as SentEvent allows. Generators for Go cannot compile a type that is only
		// null.
		md := messages[camel(eventtype.Record(name))]
		if md != nil && verb != "deleted" && verb != "ended" && verb != "refused" {
			typed.Properties.Set("after", b.reference(md, response))
		}
		b.webhook(name, "Sent after each event `"+name+"`, in the order of the events.",
			&openapi.Schema{AllOf: []*openapi.Schema{{Ref: schemaRef + sentEvent}, typed}})
	}
}

// webhook adds the request with the messages of a type.
func (b *builder) webhook(name, description string, data *openapi.Schema) {
	body := &openapi.Schema{Type: openapi.Types{"object"}, Required: []string{"type", "timestamp", "data"}}
	body.Properties.Set("type", &openapi.Schema{Const: name})
	body.Properties.Set("timestamp", &openapi.Schema{
		Type: openapi.Types{"string"}, Format: "date-time", Description: "When it happened.",
	})
	body.Properties.Set("thin", &openapi.Schema{
		Type: openapi.Types{"boolean"}, Description: "`true` if the event is too large. `GET /events/{seq}` has all of it.",
	})
	body.Properties.Set("data", data)
	op := &openapi.Webhook{
		OperationID: "on" + camel(strings.ReplaceAll(name, ".", "_")), Summary: name, Description: description,
		Security:    []map[string][]string{},
		RequestBody: &openapi.RequestBody{Required: true, Content: map[string]openapi.Media{mediaType: {Schema: body}}},
	}
	for _, header := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		op.Parameters = append(op.Parameters, &openapi.Parameter{Ref: "#/components/parameters/" + header})
	}
	op.Responses.Set("2XX", &openapi.Response{Description: received})
	b.doc.Webhooks.Set(name, &openapi.WebhookItem{Post: op})
}

// camel writes words that are joined by _ as the name of a message.
func camel(words string) string { return capital(protoconv.Camel(words)) }
