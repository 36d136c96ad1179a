// Command document prints gen/openapi/openapi.json for the generators of the clients. It
// removes conditional GETs, If-None-Match and 304: the clients have no cache for them. It
// removes the other forms of lists, for which the clients have code of their own. It removes Idempotency-Key, which
// the clients send by themselves, and the streams of events: over REST the clients follow the
// journal with ListEvents. It removes webhooks, for which generators write classes that only a
// server could use.
package main

import (
	"encoding/json"
	"log"
	"os"
	"slices"

	"github.com/workplan-api/workplan/test/openapi"
	"github.com/workplan-api/workplan/tools/internal/checkout"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: document FILE")
	}
	if err := checkout.Enter(); err != nil {
		log.Fatal(err)
	}
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	doc := &openapi.Document{}
	if err := json.Unmarshal(text, doc); err != nil {
		log.Fatalf("%s: %v", os.Args[1], err)
	}
	var paths openapi.Map[*openapi.PathItem]
	for path, item := range doc.Paths.All() {
		if item.Get == nil || !streams(item.Get) {
			paths.Set(path, item)
		}
	}
	doc.Paths = paths
	if err := doc.DropWebhooks(); err != nil {
		log.Fatal(err)
	}
	for c := range doc.Calls() {
		c.Beside = c.PluralBeside()
		c.Parameters = slices.DeleteFunc(c.Parameters, func(p *openapi.Parameter) bool {
			name := doc.Parameter(p).Name
			return name == "If-None-Match" || name == "Idempotency-Key" || name == "Prefer"
		})
		var responses openapi.Map[*openapi.Response]
		for status, response := range c.Responses.All() {
			if c.Lists != "" {
				for _, whole := range []string{"text/csv", "application/x-ndjson", "application/vnd.apache.parquet"} {
					delete(response.Content, whole)
				}
			}
			if status != "304" {
				responses.Set(status, response)
			}
		}
		c.Responses = responses
	}
	if err := json.NewEncoder(os.Stdout).Encode(doc); err != nil {
		log.Fatal(err)
	}
}

func streams(op *openapi.Operation) bool {
	_, ok := op.Responses.Get("200").Content["text/event-stream"]
	return ok
}
