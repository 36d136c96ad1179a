// Command document prints gen/openapi/openapi.json as the generators of the clients read
// it: without header parameters on GET. A conditional GET is answered with 304 and no
// body, and no client has a cache that would use it.
package main

import (
	"encoding/json"
	"log"
	"os"
	"slices"

	"github.com/workplan-api/workplan/internal/openapi"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: document FILE")
	}
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	doc := &openapi.Document{}
	if err := json.Unmarshal(text, doc); err != nil {
		log.Fatalf("%s: %v", os.Args[1], err)
	}
	for _, item := range doc.Paths.All() {
		if item.Get != nil {
			item.Get.Parameters = slices.DeleteFunc(item.Get.Parameters, func(p *openapi.Parameter) bool {
				return doc.Parameter(p).In == "header"
			})
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(doc); err != nil {
		log.Fatal(err)
	}
}
