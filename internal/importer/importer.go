// Package importer brings an organization from a JSON document into the database.
//
// The document is taken whole or not at all. Everything in it is found by name, users
// by e-mail address whatever its case: what exists is left as it is and only listed,
// so that importing again changes nothing. Bounds and rules are those of the API,
// because clients and projects are created through its services.
package importer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/ent"
	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/strictjson"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/internal/validate"
)

// Error lists what is wrong with a document.
type Error struct{ Problems []string }

// Error implements error, a line for each problem.
func (e *Error) Error() string {
	return "the document was refused, nothing was imported:\n  " + strings.Join(e.Problems, "\n  ")
}

// Parse reads a document. Its error, an *Error, names the line or the path of all
// that is wrong.
func Parse(data []byte) (*adminv1.ImportDocument, error) {
	doc := &adminv1.ImportDocument{}
	if _, err := strictjson.Decode(data, doc, strictjson.Create); err != nil {
		var bad *strictjson.Error
		if !errors.As(err, &bad) {
			return nil, err
		}
		e := &Error{}
		for _, p := range bad.Problems {
			e.Problems = append(e.Problems, strings.TrimSpace(p.Path+" "+p.Message))
		}
		if bad.More > 0 {
			e.Problems = append(e.Problems, fmt.Sprintf("and %d more", bad.More))
		}
		return nil, e
	}
	return doc, nil
}

// Import writes the document in one transaction and returns the ids of everything in
// it, with the secrets of the keys that it made. What is wrong with the document is an
// *Error.
func Import(ctx context.Context, db *sql.DB, doc *adminv1.ImportDocument) (*adminv1.ImportResult, error) {
	table, err := rpc.NewTable()
	if err != nil {
		return nil, err
	}
	validator, err := validate.New(table)
	if err != nil {
		return nil, err
	}
	if err := refused(doc, validator.Message(doc), ""); err != nil {
		return nil, err
	}
	var result *adminv1.ImportResult
	err = txn.Run(ctx, tenant.Open(db), func(tx *ent.Tx) error {
		i := newRun(tx.Client(), doc, validator)
		result = i.result
		return i.all(ctx)
	})
	if err != nil {
		return nil, err
	}
	return result, nil
}

// refused turns a problem of the API with m into an *Error that names the place in the
// document: at, followed by the path of the field. The resource in a request of the API
// is what stands there.
func refused(m proto.Message, err error, at string) error {
	var p *problem.Error
	if !errors.As(err, &p) {
		return err
	}
	e := &Error{}
	for _, d := range p.Details {
		e.Problems = append(e.Problems, strings.TrimSpace(at+strings.TrimPrefix(jsonPath(m, d.Field), resource(m))+" "+d.Message))
	}
	if len(p.Details) == 0 {
		e.Problems = append(e.Problems, strings.TrimSpace(at+" "+p.Text()))
	}
	return e
}

func jsonPath(m proto.Message, path string) string {
	var md protoreflect.MessageDescriptor
	if m != nil {
		md = m.ProtoReflect().Descriptor()
	}
	return protoconv.JSONPath(md, path)
}

// resource is the path of the resource in a request to create one.
func resource(m proto.Message) string {
	switch m.(type) {
	case *pb.CreateClientRequest:
		return "client."
	case *pb.CreateProjectRequest:
		return "project."
	}
	return ""
}

func failure(format string, args ...any) error {
	return &Error{[]string{fmt.Sprintf(format, args...)}}
}
