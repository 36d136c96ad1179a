package scim

import (
	"context"
	_ "embed"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/workplan-api/workplan/internal/problem"
)

// discovery has the documents of RFC 7643 about the service, without their addresses.
//
//go:embed discovery.json
var discovery []byte

type documents struct {
	ServiceProviderConfig  object
	ResourceTypes, Schemas []object
}

// described returns new documents, which the response may change.
func described() (d documents) {
	if err := json.Unmarshal(discovery, &d); err != nil {
		panic(err) // the file is a part of the program
	}
	return d
}

func (x *exchange) serviceProviderConfig(context.Context) error {
	d := described().ServiceProviderConfig
	x.locate(d, "ServiceProviderConfig")
	return x.send(http.StatusOK, d)
}

func (x *exchange) resourceTypes(context.Context) error {
	return x.describe(described().ResourceTypes, "ResourceTypes/")
}

func (x *exchange) schemas(context.Context) error { return x.describe(described().Schemas, "Schemas/") }

// describe sends all documents of a kind, or the one of the path. Without groups, nothing is said about them. RFC 7644
// wants filters to be refused here.
func (x *exchange) describe(all []object, path string) error {
	if x.parameter("filter") != nil {
		return problem.New(problem.PermissionDenied, "this path has no filters")
	}
	if len(x.groups()) == 0 {
		all = slices.DeleteFunc(all, func(o object) bool { return o["name"] == "Group" })
	}
	for _, o := range all {
		x.locate(o, path+o["id"].(string))
		if o["id"] == x.id {
			return x.send(http.StatusOK, o)
		}
	}
	if x.id != "" {
		return problem.Missing("document")
	}
	return x.sendList(1, int64(len(all)), all)
}

func (x *exchange) locate(o object, path string) { o["meta"].(object)["location"] = x.location(path) }
