// Command protoc-gen-openapi is a protoc plugin. It writes the OpenAPI document of the
// REST API as JSON and YAML, an overview for language models (llms.txt), a Postman
// collection, and a Go package that embeds them.
package main

import (
	"slices"
	"strings"

	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/pluginpb"
)

func main() {
	protogen.Options{}.Run(func(p *protogen.Plugin) error {
		p.SupportedFeatures = uint64(pluginpb.CodeGeneratorResponse_FEATURE_PROTO3_OPTIONAL)
		var files []protoreflect.FileDescriptor
		for _, f := range p.Files {
			if f.Generate && f.Desc.Package() == "workplan.v1" {
				files = append(files, f.Desc)
			}
		}
		// protoc has them in an order that changes with what other files import.
		slices.SortFunc(files, func(a, b protoreflect.FileDescriptor) int {
			return strings.Compare(a.Path(), b.Path())
		})
		doc, err := build(files)
		if err != nil {
			return err
		}
		written, err := write(doc)
		if err != nil {
			return err
		}
		for name, content := range written.All() {
			if _, err := p.NewGeneratedFile(name, "").Write(content); err != nil {
				return err
			}
		}
		return nil
	})
}
