// Command document prints gen/openapi/openapi.json for the generators of the clients. It
// removes the header parameters of GET, because the clients have no cache: they cannot use
// a 304 without a body.
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
